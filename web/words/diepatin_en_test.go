package words

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// unfinishedPatin finds what no sentence of Die Patin may have: an argument that
// was not there, or an id in place of a word.
var unfinishedPatin = regexp.MustCompile(`[{}%]|  | [.,:;)]|[Ss]eat \d|\b[a-z]+-(shop|studio|market|rooms)|,,|\.\.|^\W|\b[ogbyrpt][123]\b|\bat([.,;:]| [.,;:]|$)|\(\)|has (put|send|take|place)\b`)

// patinTold plays matches at random, with a liking for back rooms and claims, and hands
// out what they tell and offer.
func patinTold(t *testing.T, facts func(players int, moves [][]game.Fact), label func(game.Label, []game.Fact), position func(*diepatin.View)) {
	t.Helper()
	rules := diepatin.Rules{}
	for seed := range uint64(8) {
		players := 2 + int(seed%4)
		random := rand.New(rand.NewPCG(seed, 11))
		state, _, err := rules.Start(game.Config{Players: players}, game.Drawing(random.Uint64N))
		if err != nil {
			t.Fatal(err)
		}
		var moves [][]game.Fact
		before := game.Seat(0)
		for n := 0; len(state.Active()) > 0; n++ {
			if n%7 == 0 {
				for viewer := game.Spectator; int(viewer) <= players; viewer++ {
					position(state.View(viewer).(*diepatin.View))
				}
			}
			seat := state.Active()[0]
			legal := state.Legal(seat)
			for i, move := range legal {
				if n%3 > 0 && i > 2 { // the long lists of bribes are much alike
					break
				}
				var told []game.Fact
				tape := game.Refusing().Listen(func(f game.Fact) { told = append(told, f) })
				_, _ = game.Play(state, seat, move, tape)
				label(state.Describe(seat, move), told)
			}
			if seat != before {
				facts(players, moves)
				moves, before = nil, seat
			}
			var told []game.Fact
			state, err = game.Play(state, seat, liked(state, legal, random), game.Drawing(random.Uint64N).Listen(func(f game.Fact) { told = append(told, f) }))
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, told)
		}
		facts(players, moves)
		for viewer := game.All; int(viewer) <= players; viewer++ {
			position(state.View(viewer).(*diepatin.View))
		}
	}
}

// liked chooses a move: a back room where there is one, figures where others are,
// else any.
func liked(state game.State, legal []game.Move, random *rand.Rand) game.Move {
	for _, m := range legal {
		if strings.HasPrefix(string(m), "backroom") {
			return m
		}
	}
	m := legal[random.IntN(len(legal))]
	if m == "done" || strings.HasPrefix(string(m), "henchman") {
		v := state.View(game.All).(*diepatin.View)
		for _, other := range legal {
			word, id, _ := strings.Cut(string(other), " ")
			var a diepatin.Area
			if word == "henchman" && a.UnmarshalText([]byte(id)) == nil && v.Area(a).Henchmen[v.Turn.Seat-1] > 0 {
				return other
			}
		}
		m = legal[random.IntN(len(legal))]
	}
	return m
}

func TestWhateverDiePatinTellsHasASentence(t *testing.T) {
	t.Parallel()
	var w Catalogue = DiePatinEnglish{}
	joiner := w.(Joiner)
	facts, labels := map[string]bool{}, map[string]bool{}
	check := func(what, key, text string) {
		t.Helper()
		if text == "" || unfinishedPatin.MatchString(text) {
			t.Errorf("%s %q: %q", what, key, text)
		}
	}
	longest := ""
	patinTold(t, func(players int, moves [][]game.Fact) {
		for viewer := game.Spectator; int(viewer) <= players; viewer++ {
			told := joiner.Facts(moves, reader(viewer))
			for _, text := range told {
				check("turn", "", text)
				if !strings.HasSuffix(text, ".") {
					t.Errorf("%q does not end", text)
				}
				if len(text) > len(longest) {
					longest = text
				}
			}
			for _, f := range slices.Concat(moves...) {
				facts[f.Key] = true
				check("fact", f.Key, w.Fact(f, reader(viewer)))
			}
		}
	}, func(l game.Label, told []game.Fact) {
		labels[l.Key] = true
		viewer := arguments(l.Args).seat("seat")
		check("choice", l.Key, w.Choice(l, reader(viewer)))
		if l.Key != "first-rats" { // the move says it all
			check("consequence", l.Key, w.Consequence(l, told, reader(viewer)))
		}
		check("opening", l.Key, w.Opening(l, nil)[len("… "):])
		check("group", l.Group, w.Group(l.Group)+map[bool]string{true: "none"}[l.Key == "pass"])
	}, func(v *diepatin.View) {
		r := reader(v.Viewer)
		check("position", v.Phase, w.Position(v, r))
		asked := w.Asked(v, r)
		check("asked", v.Phase, asked.Title)
		check("asked", v.Phase, asked.Text)
		if want := slices.Contains(v.Active, int(v.Viewer)); asked.Mine != want {
			t.Errorf("asked of %v, viewer %d: mine = %v", v.Active, v.Viewer, asked.Mine)
		}
		hand := w.Hand(v, r)
		if want := v.Viewer > 0 && !v.Over && v.Seats[v.Viewer-1].Intrigue.Chosen && !v.Seats[v.Viewer-1].Intrigue.Revealed; want != (len(hand.Rows) == 1) {
			t.Errorf("viewer %d is told %d cards", v.Viewer, len(hand.Rows))
		}
		if v.Claim != nil {
			check("claim", v.Turn.Step.ID(), (DiePatinEnglish{}).ClaimNow(*v.Claim, r))
		}
		for _, s := range v.Standings {
			check("standing", s.Mission.ID(), (DiePatinEnglish{}).Standing(s, r))
		}
	})
	if len(longest) > 420 {
		t.Errorf("a sentence of %d letters: %q", len(longest), longest)
	}
	// What random matches do not tell would hide a missing sentence.
	for _, key := range []string{"start-area", "first-rats", "round", "card-chosen", "turns", "henchman", "henchman-outside", "boss", "rat", "rat-removed",
		"loot", "loot-spent", "back-room", "bonus-loot", "bonus-skipped", "done", "invaded", "claimed", "claim-tied", "claim-failed",
		"missions", "leads", "leads-nobody", "mission", "mission-none", "filled-up", "over", "score"} {
		if !facts[key] {
			t.Errorf("no match told %q", key)
		}
	}
	for _, key := range []string{"start", "first-rats", "intrigue", "henchman", "henchman-outside", "boss", "boss-outside", "rat", "rat-remove",
		"loot", "backroom", "done", "skip", "invade", "claim", "mission", "mission-none"} {
		if !labels[key] {
			t.Errorf("no match offered %q", key)
		}
	}
}

func patinFact(key string, args ...string) game.Fact {
	f := game.Fact{Key: key, Args: map[string]string{}}
	for i := 0; i < len(args); i += 2 {
		f.Args[args[i]] = args[i+1]
	}
	return f
}

// A turn of many moves is one sentence, told to whom it concerns as such.
func TestATurnIsOneSentence(t *testing.T) {
	t.Parallel()
	rat := func(at string) game.Fact {
		return patinFact("rat", "seat", "2", "manhole", at, "rats", "1", "step", "inside")
	}
	for _, c := range []struct {
		name         string
		moves        [][]game.Fact
		mine, others string
	}{
		{"inside", [][]game.Fact{{patinFact("henchman", "seat", "2", "area", "b3")}, {rat("m10")}, {patinFact("loot", "seat", "2", "area", "b3", "district", "blue", "left", "1", "loot", "2")}},
			"You place a henchman in B3, put a rat at m10 and take a loot marker from Blue.",
			"Bo places a henchman in B3, puts a rat at m10 and takes a loot marker from Blue."},
		{"administration", [][]game.Fact{{patinFact("boss", "seat", "2", "area", "b3", "owner", "2", "card", "administration")}, {rat("m10")}, {rat("m10")}, {rat("m9")},
			{patinFact("back-room", "seat", "2", "area", "b3", "enterprise", "hat-shop", "bonus", "loot", "tiles", "2"), patinFact("bonus-loot", "seat", "2", "loot", "3")}, {patinFact("done", "seat", "2", "area", "b3", "left", "1")}},
			"You show Administration, place the boss lady in B3, put 2 rats at m10 and one at m9, set up a back room in B3 with the 2nd Hat Shop, gain a loot marker for it, and stop there.",
			"Bo shows Administration, places the boss lady in B3, puts 2 rats at m10 and one at m9, sets up a back room in B3 with the 2nd Hat Shop, gains a loot marker for it, and stops there."},
		{"claim", [][]game.Fact{{patinFact("henchman-outside", "seat", "2", "area", "t2", "owner", "1", "loot", "2")},
			{patinFact("rat-removed", "seat", "2", "manhole", "m13", "owner", "1", "rats", "0", "step", "outside"), patinFact("loot-spent", "seat", "2", "spent", "1", "loot", "1")},
			{rat("m13"), patinFact("loot-spent", "seat", "2", "spent", "2", "loot", "0"), patinFact("claimed", "seat", "2", "area", "t2", "owner", "1", "power", "5", "most", "4", "rivals", "1 3"),
				patinFact("trophy", "seat", "2", "area", "t2", "owner", "1", "trophies", "1")}},
			"You send a henchman into T2 (Anna's), spend 2 loot markers, remove one of Anna's rats at m13, put a rat at m13, take over T2 from Anna (power 5 against Anna's and Chiara's 4) and win Anna's back room as a trophy.",
			"Bo sends a henchman into T2 (Anna's), spends 2 loot markers, removes one of Anna's rats at m13, puts a rat at m13, takes over T2 from Anna (power 5 against Anna's and Chiara's 4) and wins Anna's back room as a trophy."},
		{"invasion", [][]game.Fact{{patinFact("boss", "seat", "2", "area", "t2", "owner", "0", "card", "invasion")},
			{patinFact("invaded", "seat", "2", "area", "t2", "manhole", "m13", "owner", "3", "removed", "3", "placed", "2", "rats", "2"), patinFact("claim-tied", "seat", "2", "area", "t2", "owner", "0", "power", "4", "most", "4", "rivals", "3")}},
			"You show Invasion, send the boss lady into T2 (nobody's), throw 3 of Chiara's rats out of m13, bring 2 rats to m13 and fail to take over T2 (power 4 against Chiara's 4).",
			"Bo shows Invasion, sends the boss lady into T2 (nobody's), throws 3 of Chiara's rats out of m13, brings 2 rats to m13 and fails to take over T2 (power 4 against Chiara's 4)."},
		{"into the reader's", [][]game.Fact{{patinFact("henchman-outside", "seat", "1", "area", "t2", "owner", "2", "loot", "2")}},
			"Anna sends a henchman into T2 (yours).", "Anna sends a henchman into T2 (Bo's)."},
		{"no rats", [][]game.Fact{{patinFact("rat-moved", "seat", "2", "from", "m3", "manhole", "m10", "rats", "2", "step", "reinforce"), patinFact("claimed", "seat", "2", "area", "t1", "owner", "0", "power", "3", "most", "0", "rivals", "")}},
			"You move a rat from m3 to m10 and take over T1 (power 3 against none).", "Bo moves a rat from m3 to m10 and takes over T1 (power 3 against none)."},
		{"bonus", [][]game.Fact{{patinFact("bonus-nothing", "seat", "2", "bonus", "rat"), patinFact("passed", "seat", "3", "card", "bribe")}},
			"You find nothing to gain from its bonus. Chiara shows Bribe and passes, as the boss lady can go nowhere.",
			"Bo finds nothing to gain from its bonus. Chiara shows Bribe and passes, as the boss lady can go nowhere."},
		{"missions", [][]game.Fact{{patinFact("missions", "round", "2"), patinFact("leads", "mission", "areas", "seat", "2", "number", "5", "ahead", "1"),
			patinFact("leads-scored", "mission", "crowd", "seat", "1", "number", "6", "points", "1"), patinFact("leads-nobody", "mission", "loot", "number", "2", "seats", "2 3"),
			patinFact("leads-nobody", "mission", "back-rooms", "number", "0", "seats", ""), patinFact("missions-nobody", "round", "2")}},
			"The turns of round 2 are over. Most areas: you with 5; fullest manhole: Anna with 6, scored before; most loot: nobody alone, as you and Chiara have 2 each; most back rooms: nobody, as all have none. Nobody can score a mission in this round.",
			"The turns of round 2 are over. Most areas: Bo with 5; fullest manhole: Anna with 6, scored before; most loot: nobody alone, as Bo and Chiara have 2 each; most back rooms: nobody, as all have none. Nobody can score a mission in this round."},
		{"shared", [][]game.Fact{{patinFact("over-shared", "seats", "1 2", "total", "20")}},
			"The game is over: Anna and you share the first place with 20 points.", "The game is over: Anna and Bo share the first place with 20 points."},
	} {
		if got := strings.Join(DiePatinEnglish{}.Facts(c.moves, reader(2)), " "); got != c.mine {
			t.Errorf("%s, to the seat:\n%s\n%s", c.name, got, c.mine)
		}
		if got := strings.Join(DiePatinEnglish{}.Facts(c.moves, reader(0)), " "); got != c.others {
			t.Errorf("%s, to a spectator:\n%s\n%s", c.name, got, c.others)
		}
	}
	if got := (DiePatinEnglish{}).Fact(patinFact("something-new"), reader(2)); got != "" {
		t.Errorf("an unknown fact became %q", got)
	}
}

func TestAClaimIsWeighedBeforeItIsMade(t *testing.T) {
	t.Parallel()
	w := DiePatinEnglish{}
	for _, c := range []struct {
		claim diepatin.Claim
		want  string
	}{
		{diepatin.Claim{Seat: 2, Area: diepatin.T2, Owner: 1, Power: 5, Most: 4, Rivals: []int{1}, Trophy: true}, "Claimed as it stands, T2 would become yours: power 5 against Anna's 4. Anna's back room there would be a trophy."},
		{diepatin.Claim{Seat: 2, Area: diepatin.T2, Power: 4, Most: 4, Rivals: []int{1, 3}}, "Claimed as it stands, T2 would not change hands: power 4 against Anna's and Chiara's 4. You need 1 more."},
		{diepatin.Claim{Seat: 3, Area: diepatin.T2, Power: 1}, "Claimed as it stands, T2 would become Chiara's: nobody else has any power there."},
	} {
		if got := w.ClaimNow(c.claim, reader(2)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
