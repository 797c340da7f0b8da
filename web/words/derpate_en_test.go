package words

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

// unfinishedPate finds what no sentence of Der Pate may have: an argument that was
// not there, or an id in place of a word.
var unfinishedPate = regexp.MustCompile(`[{}%]|  | [.,:;)]|[Ss]eat \d|-\d|loan-|[a-z]-or-|-neighbour\b[^.]|\$ |,,|\.\.|;\.|\ba business \(|<nil>`)

// flagged are the sets of options under which the game tells everything that it can.
func flagged() []game.Options {
	return []game.Options{
		{"edition": derpate.Kosmos},
		{"edition": derpate.TW},
		{"edition": derpate.Kosmos, "openMoney": true, "takeover": "kill-or-enter", "carEffect": "harass", "startMoney": 0},
		{"edition": derpate.TW, "openMoney": true, "gathering": "owner-pays-pips", "visit": "clear", "startMoney": 0},
	}
}

// pateMatches plays random matches in all editions and with all numbers of players.
func pateMatches(t *testing.T, seeds uint64, each func(before game.State, seat game.Seat, move game.Move, facts []game.Fact, after game.State)) {
	t.Helper()
	rules := derpate.Rules{}
	for _, given := range flagged() {
		for seed := range seeds {
			players := 2 + int(seed%3)
			options, err := rules.Resolve(players, given)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(seed, 11))
			state, _, err := rules.Start(game.Config{Players: players, Options: options}, game.Drawing(random.Uint64N))
			if err != nil {
				t.Fatal(err)
			}
			for len(state.Active()) > 0 {
				seat := state.Active()[0]
				legal := state.Legal(seat)
				move := legal[random.IntN(len(legal))]
				var facts []game.Fact
				after, err := game.Play(state, seat, move, game.Drawing(random.Uint64N).Listen(func(f game.Fact) { facts = append(facts, f) }))
				if err != nil {
					t.Fatal(err)
				}
				each(state, seat, move, facts, after)
				state = after
			}
		}
	}
}

func TestWhateverAMatchOfDerPateTellsHasASentence(t *testing.T) {
	t.Parallel()
	var w Catalogue = DerPateEnglish{}
	facts, labels := map[string]bool{}, map[string]bool{}
	checked := map[string]bool{}
	check := func(what, key, text string) {
		t.Helper()
		if checked[text] {
			return
		}
		checked[text] = true
		if text == "" || unfinishedPate.MatchString(text) {
			t.Errorf("%s %q: %q", what, key, text)
		}
	}
	pateMatches(t, 6, func(before game.State, seat game.Seat, move game.Move, told []game.Fact, after game.State) {
		for _, f := range told {
			facts[f.Key] = true
			if f.Key == "turn" {
				continue // said where nothing follows it
			}
			for viewer := game.Spectator; viewer <= 4; viewer++ {
				check("fact", f.Key, w.Fact(f, reader(viewer)))
			}
		}
		for viewer := game.Spectator; viewer <= 4; viewer++ {
			for _, text := range w.(Joiner).Facts([][]game.Fact{told}, reader(viewer)) {
				check("facts", string(move), text)
			}
		}
		for _, move := range before.Legal(seat) {
			label := before.Describe(seat, move)
			labels[label.Key] = true
			var would []game.Fact
			tape := game.Refusing().Listen(func(f game.Fact) { would = append(would, f) })
			_, _ = game.Play(before, seat, move, tape)
			check("choice", label.Key, w.Choice(label, reader(seat)))
			if text := w.Consequence(label, would, reader(seat)); text != "" {
				check("consequence", label.Key, text)
			} else if !tape.Opened() {
				t.Errorf("%q has no consequence", label.Key)
			}
			check("opening", label.Key, w.Opening(label, tape.Reveals()))
		}
		for viewer := game.Spectator; int(viewer) <= len(after.View(0).(*derpate.View).Seats); viewer++ {
			v := after.View(viewer).(*derpate.View)
			check("position", v.Phase.ID(), w.Position(v, reader(viewer)))
			asked := w.Asked(v, reader(viewer))
			check("asked", v.Phase.ID(), asked.Title)
			check("asked", v.Phase.ID(), asked.Text)
			if want := len(v.Active) > 0 && game.Seat(v.Active[0]) == viewer; asked.Mine != want {
				t.Errorf("asked of seat %v, viewer %d: mine = %v", v.Active, viewer, asked.Mine)
			}
			hand := w.Hand(v, reader(viewer))
			if want := viewer > 0 && !v.Over; want != (len(hand.Rows) == 1) {
				t.Errorf("viewer %d is told a purse of %d rows", viewer, len(hand.Rows))
			}
			for _, row := range hand.Rows {
				if len(row) != len(hand.Head) {
					t.Errorf("a row of %d for a head of %d", len(row), len(hand.Head))
				}
			}
		}
	})
	// What random matches do not tell would hide a missing sentence.
	for _, key := range strings.Fields(`car-placed district district-left district-neutral round event event-marker ko-track car turn crackdown
		rolled rerolled placed passed nothing paid spent due settled advanced tile-won tile-used favor-used grandchild friends no-friend-left no-money
		nobody-there raid jailed sunk sent-home neutral-gone occupied taken killed informed withdrew debt-given debt-returned freed drowned saved
		dropped won everybody-lost harassed`) {
		if !facts[key] {
			t.Errorf("no match told %q", key)
		}
	}
	for _, key := range strings.Fields(`car district roll roll-crackdown place place-as occupy take kill inform banker pass ransom pay withdraw
		tile-wedding tile-grandchild tile-judge tile-birthday tile-cop favor-hudson favor-cash favor-debt favor-advance end`) {
		if !labels[key] {
			t.Errorf("no match offered %q", key)
		}
	}
}

// pateFact makes a fact of a key and its arguments.
func pateFact(key string, args ...string) game.Fact {
	f := game.Fact{Key: key, Args: map[string]string{}}
	for i := 0; i < len(args); i += 2 {
		f.Args[args[i]] = args[i+1]
	}
	return f
}

// A letter tells a turn in a line for each row.
func TestATurnOfDerPateIsALineForEachRow(t *testing.T) {
	t.Parallel()
	moves := [][]game.Fact{
		{pateFact("rolled", "seat", "1", "row", "1", "black", "5", "white", "4", "gray", "1", "red", "hand")},
		{
			pateFact("placed", "seat", "1", "die", "gray", "face", "1", "row", "1", "space", "protection"),
			pateFact("paid", "seat", "1", "amount", "2000", "for", "protection"), pateFact("advanced", "seat", "1", "track", "influence", "steps", "2", "space", "4"), pateFact("tile-won", "seat", "1", "tile", "cop"),
			pateFact("paid", "seat", "2", "amount", "1000", "for", "protection"), pateFact("advanced", "seat", "2", "track", "influence", "steps", "1", "space", "1"),
		},
		{pateFact("rolled", "seat", "1", "row", "2", "black", "3", "white", "4", "red", "2")},
		{pateFact("placed", "seat", "1", "die", "black", "face", "3", "row", "2", "space", "visit"), pateFact("car", "from", "italy-2", "business", "lower-5", "steps", "3")},
		{pateFact("occupied", "seat", "1", "business", "lower-5"), pateFact("debt-given", "seat", "1", "to", "2")},
		{pateFact("tile-used", "seat", "1", "tile", "grandchild"), pateFact("grandchild", "seat", "1", "face", "3"), pateFact("paid", "seat", "1", "amount", "3000", "for", "grandchild")},
		{pateFact("rolled", "seat", "1", "row", "3", "white", "4", "red", "2")},
		{pateFact("placed", "seat", "1", "die", "red", "face", "2", "row", "3", "space", "raid"), pateFact("raid", "number", "2"),
			pateFact("jailed", "seat", "2", "business", "east-2"), pateFact("jailed", "seat", "2", "business", "lower-2"), pateFact("neutral-gone", "business", "italy-2")},
		{pateFact("placed", "seat", "1", "die", "white", "face", "4", "row", "4", "space", "banker")},
		{pateFact("advanced", "seat", "1", "track", "favors", "steps", "1", "space", "1"), pateFact("turn", "seat", "2", "round", "3")},
		{pateFact("taken", "seat", "2", "business", "greenwich-3", "from", "1"), pateFact("sunk", "seat", "1", "business", "greenwich-3"), pateFact("debt-given", "seat", "2", "to", "1")},
	}
	want := []string{
		"Anna throws black 5, white 4, gray 1, red hand; places gray 1 on Protection Money and gets $2,000, 2 steps on Influence (to 4) and the tile Cop; you get $1,000 and 1 step on Influence (to 1).",
		"Anna throws black 3, white 4, red 2; places black 3 on Visit: the car drives 3 spaces to Gambling (Lower Manhattan); Anna moves into Gambling (Lower Manhattan) and gives you a marker.",
		"Anna uses the tile Grandchild, throws a 3 and gets $3,000.",
		"Anna throws white 4, red 2; places red 2 on Raid: you lose the figure at Smuggling (East Side) and the figure at Smuggling (Lower Manhattan) to prison; a neutral family leaves Smuggling (Little Italy).",
		"Anna places white 4 on Banker and gets 1 step on Favors (to 1).",
		"You take over Bookmaker (Greenwich) from Anna and give Anna a marker; Anna's figure goes to the Hudson.",
	}
	got := DerPateEnglish{}.Facts(moves, reader(2))
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSentencesOfDerPateSpeakToTheReader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		facts        []game.Fact
		mine, others string
	}{
		{[]game.Fact{pateFact("passed", "seat", "2", "choice", "vendetta")}, "You do not use Vendetta.", "Bo does not use Vendetta."},
		{[]game.Fact{pateFact("passed", "seat", "2", "choice", "informer")}, "You do not use the Informer.", "Bo does not use the Informer."},
		{[]game.Fact{pateFact("turn", "seat", "2", "round", "3")}, "It is your turn.", "It is Bo's turn."},
		{[]game.Fact{pateFact("due", "seat", "2", "to", "1", "amount", "6000", "count", "2"), pateFact("settled", "seat", "2", "to", "1", "amount", "0")},
			"You pay Anna nothing of the $6,000 due.", "Bo pays Anna nothing of the $6,000 due."},
		{[]game.Fact{pateFact("due", "seat", "2", "to", "1", "amount", "6000", "count", "2"), pateFact("settled", "seat", "2", "to", "1", "amount", "4000")},
			"You pay Anna $4,000 of the $6,000 due.", "Bo pays Anna $4,000 of the $6,000 due."},
		{[]game.Fact{pateFact("due", "seat", "2", "to", "1", "amount", "6000", "count", "2"), pateFact("settled", "seat", "2", "to", "1", "amount", "6000")},
			"You pay Anna $6,000.", "Bo pays Anna $6,000."},
		{[]game.Fact{pateFact("debt-returned", "seat", "2", "from", "0", "count", "1")}, "You get a marker back from the bank.", "Bo gets a marker back from the bank."},
		{[]game.Fact{pateFact("no-money", "seat", "2", "for", "friend")}, "There is no money for the Friend.", "There is no money for the Friend."},
		{[]game.Fact{pateFact("dropped", "seat", "2", "track", "influence")}, "You drop out: you are not on space 12 of Influence.", "Bo drops out: not on space 12 of Influence."},
		{[]game.Fact{pateFact("won", "seat", "2", "total", "44000")}, "The game is over: you win with $44,000.", "The game is over: Bo wins with $44,000."},
		{[]game.Fact{pateFact("harassed", "seat", "2", "business", "east-5")}, "Gambling (East Side) pays nothing, as the car stands there.", "Gambling (East Side) pays nothing, as the car stands there."},
	} {
		for viewer, want := range map[game.Seat]string{2: c.mine, 0: c.others} {
			if got := strings.Join(DerPateEnglish{}.Facts([][]game.Fact{c.facts}, reader(viewer)), " "); got != want {
				t.Errorf("to %d: %q, want %q", viewer, got, want)
			}
		}
	}
	if got := (DerPateEnglish{}).Fact(pateFact("something-new"), reader(2)); got != "" {
		t.Errorf("an unknown fact became %q", got)
	}
}

// A consequence says what the placement does to whom, and what it asks then.
func TestConsequencesOfDerPate(t *testing.T) {
	t.Parallel()
	place := func(space string, face string) game.Label {
		return game.Label{Key: "place", Args: map[string]string{"seat": "2", "die": "red", "face": face, "row": "1", "space": space}}
	}
	placed := pateFact("placed", "seat", "2", "die", "red", "face", "2", "row", "1", "space", "smuggling")
	for _, c := range []struct {
		label game.Label
		facts []game.Fact
		want  string
	}{
		{place("smuggling", "2"), []game.Fact{placed, pateFact("paid", "seat", "2", "amount", "4000", "for", "smuggling"), pateFact("advanced", "seat", "2", "track", "reputation", "steps", "2", "space", "5"),
			pateFact("paid", "seat", "3", "amount", "2000", "for", "smuggling")}, "You get $4,000 and 2 steps on Reputation (to 5); Chiara gets $2,000"},
		{place("raid", "2"), []game.Fact{placed, pateFact("raid", "seat", "2", "number", "2"), pateFact("nothing", "seat", "2", "space", "raid")}, "You catch nobody"},
		{game.Label{Key: "take", Args: map[string]string{"business": "italy-4", "from": "1"}}, []game.Fact{pateFact("taken", "seat", "2", "business", "italy-4", "from", "1"), pateFact("sunk", "seat", "1", "business", "italy-4"), pateFact("debt-given", "seat", "2", "to", "1")},
			"Anna loses the figure at Loan Shark (Little Italy) to the Hudson; you give Anna a marker. It is worth $4,000 in row 1"},
		{place("takeover", "2"), []game.Fact{placed}, "Then you choose a business with number 2 to take over, or pass"},
		{place("takeover", "2"), []game.Fact{placed, pateFact("nothing", "seat", "2", "space", "takeover")}, "You cannot take over anything"},
		{place("gathering", "2"), []game.Fact{placed, pateFact("due", "seat", "1", "to", "2", "amount", "4000", "count", "2")}, "Anna must pay you $4,000 for 2 markers, as far as the money goes"},
		{place("attorney", "2"), []game.Fact{placed, pateFact("freed", "seat", "2", "count", "2"), pateFact("turn", "seat", "3", "round", "1")}, "You get 2 figures out of prison. Then it is Chiara's turn"},
	} {
		if got := (DerPateEnglish{}).Consequence(c.label, c.facts, reader(2)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for _, c := range []struct {
		label   game.Label
		reveals []string
		want    string
	}{
		{game.Label{Key: "roll"}, nil, "… then the dice are thrown"},
		{game.Label{Key: "tile-cop"}, nil, "… then the die is thrown"},
		{place("gathering", "2"), nil, "… then they pay, and it is seen how much"},
		{game.Label{Key: "end"}, []string{"/setup/eventDeck/3"}, "… then the next event card is turned up"},
		{game.Label{Key: "end"}, nil, "… then the game ends, and all money is counted"},
	} {
		if got := (DerPateEnglish{}).Opening(c.label, c.reveals); got != c.want {
			t.Errorf("%s %q opens: %q, want %q", c.label.Key, c.reveals, got, c.want)
		}
	}
}

// Money is told as it is paid; nothing says what somebody has.
func TestNoSentenceTellsWhatSomebodyHas(t *testing.T) {
	t.Parallel()
	rules := derpate.Rules{}
	for seed := range uint64(6) {
		players := 2 + int(seed%3)
		options, err := rules.Resolve(players, game.Options{"startMoney": 777_000_000})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 5))
		state, _, err := rules.Start(game.Config{Players: players, Options: options}, game.Drawing(random.Uint64N))
		if err != nil {
			t.Fatal(err)
		}
		for len(state.Active()) > 0 {
			seat := state.Active()[0]
			legal := state.Legal(seat)
			var facts []game.Fact
			if state, err = game.Play(state, seat, legal[random.IntN(len(legal))], game.Drawing(random.Uint64N).Listen(func(f game.Fact) { facts = append(facts, f) })); err != nil {
				t.Fatal(err)
			}
			if len(state.Active()) == 0 {
				break // all is open now (R32)
			}
			for viewer := game.Spectator; int(viewer) <= players; viewer++ {
				v, r := state.View(viewer).(*derpate.View), reader(viewer)
				said := append(DerPateEnglish{}.Facts([][]game.Fact{facts}, r), DerPateEnglish{}.Position(v, r), DerPateEnglish{}.Asked(v, r).Text)
				if text := strings.Join(said, " "); strings.Contains(text, "$77") {
					t.Fatalf("viewer %d is told a sum: %s", viewer, text)
				}
			}
		}
	}
}

func TestEverythingOfDerPateHasItsText(t *testing.T) {
	t.Parallel()
	w := DerPateEnglish{}
	check := func(what, text string) {
		t.Helper()
		if text == "" || unfinishedPate.MatchString(text) {
			t.Errorf("%s: %q", what, text)
		}
	}
	for _, flags := range []derpate.Flags{{}, {Harass: true, OwnIncome: true, OneStep: true, VisitMoveIn: true, HolderPays: true, MayKill: true,
		FriendsByPips: true, InformNeutral: true, IncomeFavor: true, EventsAtOnce: true}} {
		for s := derpate.Protection; s <= derpate.Banker; s++ {
			check(s.ID(), w.Space(s, flags))
		}
		for _, event := range derpate.EventCards() {
			check(event.ID(), w.Event(event, flags))
		}
		for _, favor := range derpate.FavorList() {
			check(favor.ID(), w.FavorText(favor, flags))
			check(favor.ID(), w.Favor(favor))
		}
	}
	for _, tile := range derpate.Tiles() {
		check(tile.ID(), w.Tile(tile))
	}
}
