package words

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/patronize"
)

var names = map[game.Seat]string{1: "Anna", 2: "Bo", 3: "Chiara", 4: "Dino", 5: "Elio"}

func reader(viewer game.Seat) Reader {
	return Reader{Viewer: viewer, Name: func(s game.Seat) string { return names[s] }}
}

// unfinished finds what no sentence may have: an argument that was not there, or
// an id in place of a word.
var unfinished = regexp.MustCompile(`[{}%]|  | [.,:;)]|[Ss]eat \d|fame-|-man|-trader|the [^A-Za-z]|a cube of none|,,`)

// told plays random matches and hands out what they tell and offer.
func told(t *testing.T, fact func(game.Fact), label func(game.Label, []game.Fact, []string), position func(*patronize.View)) {
	t.Helper()
	rules := patronize.Rules{}
	for seed := range uint64(30) {
		players := 3 + int(seed%3)
		random := rand.New(rand.NewPCG(seed, 7))
		state, _, err := rules.Start(game.Config{Players: players}, game.Drawing(random.Uint64N))
		if err != nil {
			t.Fatal(err)
		}
		for len(state.Active()) > 0 {
			for viewer := game.Spectator; int(viewer) <= players; viewer++ {
				position(state.View(viewer).(*patronize.View))
			}
			seat := state.Active()[0]
			legal := state.Legal(seat)
			for _, move := range legal {
				var facts []game.Fact
				tape := game.Refusing().Listen(func(f game.Fact) { facts = append(facts, f) })
				_, _ = game.Play(state, seat, move, tape)
				label(state.Describe(seat, move), facts, tape.Reveals())
			}
			state, err = game.Play(state, seat, legal[random.IntN(len(legal))], game.Drawing(random.Uint64N).Listen(fact))
			if err != nil {
				t.Fatal(err)
			}
		}
		for viewer := game.All; int(viewer) <= players; viewer++ {
			position(state.View(viewer).(*patronize.View))
		}
	}
}

func TestWhateverAMatchTellsHasASentence(t *testing.T) {
	t.Parallel()
	var w Catalogue = PatronizeEnglish{}
	facts, labels := map[string]bool{}, map[string]bool{}
	check := func(what, key, text string) {
		if text == "" || unfinished.MatchString(text) {
			t.Errorf("%s %q: %q", what, key, text)
		}
	}
	told(t, func(f game.Fact) {
		facts[f.Key] = true
		for viewer := game.Spectator; viewer <= 5; viewer++ {
			check("fact", f.Key, w.Fact(f, reader(viewer)))
		}
	}, func(l game.Label, facts []game.Fact, reveals []string) {
		labels[l.Key] = true
		viewer := arguments(l.Args).seat("seat")
		check("choice", l.Key, w.Choice(l, reader(viewer)))
		if text := w.Consequence(l, facts, reader(viewer)); text != "" {
			check("consequence", l.Key, text)
		} else if l.Key != "cube" && l.Key != "achievement" {
			t.Errorf("%q has no consequence", l.Key)
		}
		check("opening", l.Key, w.Opening(l, reveals))
	}, func(v *patronize.View) {
		r := reader(v.Viewer)
		check("position", v.Phase, w.Position(v, r))
		hand := w.Hand(v, r)
		if want := v.Viewer > 0 && !v.Over; want && len(hand.Rows) != v.Seats[v.Viewer-1].HandCount || !want && len(hand.Rows) > 0 {
			t.Errorf("viewer %d is told a hand of %d cards", v.Viewer, len(hand.Rows))
		}
		for _, row := range hand.Rows {
			check("hand", row[1], strings.Join(row, ", "))
			if len(row) != len(hand.Head) {
				t.Errorf("a row of %d for a head of %d", len(row), len(hand.Head))
			}
		}
		asked := w.Asked(v, r)
		check("asked", v.Phase, asked.Title)
		check("asked", v.Phase, asked.Text)
		if want := len(v.Active) > 0 && game.Seat(v.Active[0]) == v.Viewer; asked.Mine != want {
			t.Errorf("asked of seat %v, viewer %d: mine = %v", v.Active, v.Viewer, asked.Mine)
		}
	})
	// What random matches do not tell would hide a missing sentence.
	for _, key := range []string{"played", "played-protected", "passed", "passed-empty", "fame-won", "fame-lost", "no-achievement",
		"achievement", "achievement-from", "cube", "cube-from", "safe", "taken", "taken-fee", "kept", "start", "round", "copied", "doubled", "over"} {
		if !facts[key] {
			t.Errorf("no match told %q", key)
		}
	}
	for _, key := range []string{"pass", "play", "play-protect", "achievement", "achievement-from", "cube", "cube-from", "take", "take-fee", "copy", "double"} {
		if !labels[key] {
			t.Errorf("no match offered %q", key)
		}
	}
}

func TestSentencesSpeakToTheReader(t *testing.T) {
	t.Parallel()
	w := PatronizeEnglish{}
	fact := func(key string, args ...string) game.Fact {
		f := game.Fact{Key: key, Args: map[string]string{}}
		for i := 0; i < len(args); i += 2 {
			f.Args[args[i]] = args[i+1]
		}
		return f
	}
	for _, c := range []struct {
		fact         game.Fact
		mine, others string
	}{
		{fact("played", "seat", "2", "card", "painter"), "You play the Painter.", "Bo plays the Painter."},
		{fact("fame-won", "seat", "2", "card", "nun", "fame", "fame-art"), "You win the Age of Art (7 VP) with the Nun.", "Bo wins the Age of Art (7 VP) with the Nun."},
		{fact("achievement", "seat", "2", "colour", "red", "card", "painter", "owner", "1"), "You gain a red cube from Anna's Painter.", "Bo gains a red cube from Anna's Painter."},
		{fact("achievement", "seat", "1", "colour", "blue", "card", "clown", "owner", "2"), "Anna gains a blue cube from your Clown.", "Anna gains a blue cube from Bo's Clown."},
		{fact("achievement-from", "seat", "1", "colour", "blue", "card", "noble", "owner", "1", "from", "2"),
			"Anna gains a blue cube from the Noble; the stock is out of it, so it comes from you.", "Anna gains a blue cube from the Noble; the stock is out of it, so it comes from Bo."},
		{fact("achievement-nothing", "seat", "2", "colour", "red", "card", "painter", "owner", "2"), "You gain nothing from the Painter: there is no other red cube.", "Bo gains nothing from the Painter: there is no other red cube."},
		{fact("cube-nothing", "seat", "2", "colour", "red"), "You gain nothing: there is no other red cube.", "Bo gains nothing: there is no other red cube."},
		{fact("taken-fee", "seat", "2", "card", "nun", "from", "3", "colour", "green"), "You return a green cube and take the Nun from Chiara.", "Bo returns a green cube and takes the Nun from Chiara."},
		{fact("kept", "seat", "2", "card", "nun"), "The Nun stays and becomes your protegee.", "The Nun stays and becomes Bo's protegee."},
		{fact("copied", "seat", "2", "card", "merchant", "from", "1"), "Your Clown copies Anna's Merchant.", "Bo's Clown copies Anna's Merchant."},
		{fact("over", "seat", "2", "total", "44"), "The game is over: you win with 44 VP.", "The game is over: Bo wins with 44 VP."},
	} {
		if got := w.Fact(c.fact, reader(2)); got != c.mine {
			t.Errorf("to the seat: %q, want %q", got, c.mine)
		}
		if got := w.Fact(c.fact, reader(0)); got != c.others {
			t.Errorf("to a spectator: %q, want %q", got, c.others)
		}
	}
	if got := w.Fact(fact("something-new"), reader(2)); got != "" {
		t.Errorf("an unknown fact became %q", got)
	}
}

func TestTakingSaysWhatItIsWorth(t *testing.T) {
	t.Parallel()
	l := game.Label{Key: "take", Args: map[string]string{"seat": "2", "card": "painter", "from": "1"}}
	w := PatronizeEnglish{}
	if got := w.Choice(l, reader(2)); got != "Take the Painter from Anna" {
		t.Errorf("choice: %q", got)
	}
	if got := w.Consequence(l, nil, reader(2)); got != "4 VP and counts as a red cube" {
		t.Errorf("consequence: %q", got)
	}
}

func TestNamesStayAsTheyWereTyped(t *testing.T) {
	t.Parallel()
	w := PatronizeEnglish{}
	passed := game.Fact{Key: "passed", Args: map[string]string{"seat": "1"}}
	for typed, want := range map[string]string{
		"anna":          "anna passes.",
		"":              "Seat 1 passes.",
		"<b>{seat}</b>": "<b>{seat}</b> passes.",
		"דנה":           "\u2068דנה\u2069 passes.",
		"a\u202eb":      "\u2068a\u202eb\u2069 passes.",
	} {
		r := Reader{Viewer: 2, Name: func(game.Seat) string { return typed }}
		if got := w.Fact(passed, r); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := w.Fact(passed, Reader{}); got != "Seat 1 passes." {
		t.Errorf("without names: %q", got)
	}
}

func TestEveryCharacterHasItsTexts(t *testing.T) {
	t.Parallel()
	w := PatronizeEnglish{}
	var abilities []string
	for _, c := range patronize.Characters() {
		for what, text := range map[string]string{"ability": w.Ability(c), "gift": w.Gift(c), "printed": w.Printed(c)} {
			if text == "" || unfinished.MatchString(text) {
				t.Errorf("%s: %s %q", c.Name(), what, text)
			}
		}
		played := w.Consequence(game.Label{Key: "play", Args: map[string]string{"card": c.ID()}}, nil, Reader{})
		if !strings.HasSuffix(played, ", "+strconv.Itoa(c.VP())+" VP") {
			t.Errorf("playing %s does not say its points: %q", c.Name(), played)
		}
		if slices.Contains(abilities, w.Ability(c)) {
			t.Errorf("%s has the text of another card: %q", c.Name(), w.Ability(c))
		}
		abilities = append(abilities, w.Ability(c))
	}
}

func TestWhatFollowsIsToldWhereItConcernsTheReader(t *testing.T) {
	t.Parallel()
	l := game.Label{Key: "pass", Args: map[string]string{"seat": "2"}}
	fact := func(key string, args map[string]string) game.Fact { return game.Fact{Key: key, Args: args} }
	got := PatronizeEnglish{}.Consequence(l, []game.Fact{
		fact("passed", map[string]string{"seat": "2"}),
		fact("fame-won", map[string]string{"seat": "1", "card": "nun", "fame": "fame-calm"}),
		fact("achievement", map[string]string{"seat": "1", "colour": "yellow", "card": "nun", "owner": "1"}),
		fact("achievement-from", map[string]string{"seat": "3", "colour": "red", "card": "painter", "owner": "3", "from": "2"}),
	}, reader(2))
	for _, want := range []string{"take a character or a cube", "Anna wins the Calm Age", "comes from you"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
	if strings.Contains(got, "yellow") {
		t.Errorf("%q tells what does not concern the reader", got)
	}
}
