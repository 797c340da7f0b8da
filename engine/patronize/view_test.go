package patronize

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

func on(t *testing.T, file string, moves ...game.Move) game.State {
	t.Helper()
	_, s := gametest.Position(t, Rules{}, file, moves...)
	return s
}

func view(t *testing.T, s game.State, viewer game.Seat) *View {
	t.Helper()
	v, ok := s.View(viewer).(*View)
	if !ok {
		t.Fatalf("the view is a %T", s.View(viewer))
	}
	return v
}

// TestViewHides: a view does not hold what its viewer may not know.
func TestViewHides(t *testing.T) {
	t.Parallel()
	s := on(t, "07-a-given-position.json")
	for viewer := game.Spectator; viewer <= 5; viewer++ {
		v := view(t, s, viewer)
		if v.FameDeck != nil || v.RemovedFame != nil || v.RemovedCharacters != nil {
			t.Errorf("viewer %d sees removed cards or the deck", viewer)
		}
		for i, p := range v.Seats {
			if (p.Hand != nil) != (viewer == game.Seat(i+1)) {
				t.Errorf("viewer %d, seat %d: hand %v", viewer, i+1, p.Hand)
			}
		}
	}
	v := view(t, s, game.All)
	if len(v.FameDeck) != 4 || len(v.RemovedFame) != 1 || len(v.RemovedCharacters) != 1 || len(v.Seats[0].Hand) != 3 {
		t.Error("who sees everything does not")
	}
}

// TestEmptyOwnHand is an empty list for its seat and absent for others.
func TestEmptyOwnHand(t *testing.T) {
	t.Parallel()
	s := on(t, "r02-empty-hand.json")
	own, err := s.View(2).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.View(1).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(own), `"hand":[]`) != 1 || strings.Contains(string(other), `"hand":[]`) {
		t.Errorf("own view %s\nanother's %s", own, other)
	}
}

func TestLeader(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file  string
		moves []game.Move
		want  int
	}{
		{"01-a-round.json", nil, 0},
		{"01-a-round.json", []game.Move{"pass"}, 0},
		{"01-a-round.json", []game.Move{"play banker"}, 3},
		{"01-a-round.json", []game.Move{"play banker", "play literary-man"}, 1},         // science is trump
		{"01-a-round.json", []game.Move{"play banker", "play literary-man", "pass"}, 1}, // has won
		{"r16-clown-then-sculptors.json", nil, 0},
	} {
		if v := view(t, on(t, test.file, test.moves...), game.Spectator); v.Leader != test.want {
			t.Errorf("%s after %q: seat %d leads, not %d", test.file, test.moves, v.Leader, test.want)
		}
	}
}

func TestRoundsLeft(t *testing.T) {
	t.Parallel()
	s := on(t, "r02-empty-hand.json")
	for _, test := range []struct {
		moves          []game.Move
		seat           int
		left, stranded int
	}{
		{nil, 1, 2, 0},
		{[]game.Move{"pass"}, 1, 1, 0},
		{[]game.Move{"pass"}, 3, 2, 0},
		{[]game.Move{"pass", "pass", "cube red", "cube red", "cube red"}, 1, 1, 0},
		{[]game.Move{"pass", "pass", "cube red", "cube red", "cube red", "pass"}, 1, 0, 1},
		{[]game.Move{"pass", "pass", "cube red", "cube red", "cube red", "pass", "play nun"}, 3, 0, 0},
	} {
		p := view(t, on(t, "r02-empty-hand.json", test.moves...), game.Spectator).Seats[test.seat-1]
		if p.RoundsLeft != test.left || p.Stranded() != test.stranded {
			t.Errorf("%q: seat %d has %d rounds left and %d stranded", test.moves, test.seat, p.RoundsLeft, p.Stranded())
		}
	}
	if p := view(t, s, game.All).Seats[1]; p.Stranded() != 0 {
		t.Error("an empty hand strands")
	}
	if p := view(t, on(t, "r10-clown.json"), game.Spectator).Seats[3]; p.RoundsLeft != 0 || p.Stranded() != 1 {
		t.Error("a hand left at the end does not count")
	}
}

func TestCountsFeeAndOrder(t *testing.T) {
	t.Parallel()
	v := view(t, on(t, "r09-fee.json"), 2)
	if !v.Seats[0].Fee || v.Seats[1].Fee {
		t.Error("the Lawman's patron is another")
	}
	if v.Seats[1].Counts != (Cubes{Yellow: 1, Red: 1}) || v.Seats[1].Cubes != (Cubes{}) {
		t.Errorf("the Painter and the Nun count as %+v", v.Seats[1].Counts)
	}
	if v = view(t, on(t, "r10-clown.json", "copy painter"), 2); v.Seats[1].Counts.Of(Red) != 3 {
		t.Errorf("with the copied Painter it has %+v", v.Seats[1].Counts)
	}
	if order := view(t, on(t, "07-a-given-position.json"), 0).Order(); !slices.Equal(order, []int{3, 4, 1, 2}) {
		t.Errorf("the order from the start seat is %v", order)
	}
}

// TestDescribe gives each kind of move its key, arguments, group and spot.
func TestDescribe(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file  string
		moves []game.Move
		move  game.Move
		want  string // key, group, spot, arguments
	}{
		{"01-a-round.json", nil, "pass", "pass pass  seat=3"},
		{"01-a-round.json", nil, "play banker", "play play card:banker card=banker seat=3"},
		{"01-a-round.json", nil, "play banker protect", "play-protect play card:banker card=banker seat=3"},
		{"r04-white-cubes.json", []game.Move{"play noble", "play banker", "play merchant", "cube red"}, "cube blue", "achievement cube colour:blue card=noble colour=blue owner=1 seat=3"},
		{"r06-no-cube-anywhere.json", []game.Move{"play theologian", "pass", "play noble"}, "cube yellow", "achievement-from cube colour:yellow card=noble colour=yellow from=1 owner=3 seat=3"},
		{"07-a-given-position.json", nil, "take missionary", "take take card:missionary card=missionary from=2 seat=4"},
		{"07-a-given-position.json", nil, "take geographer return red", "take-fee take card:geographer card=geographer colour=red from=3 seat=4"},
		{"07-a-given-position.json", nil, "cube blue", "cube cube colour:blue colour=blue seat=4"},
		{"r06-no-cube-anywhere.json", []game.Move{"play theologian", "pass", "play noble", "cube yellow"}, "cube yellow", "cube-from cube colour:yellow colour=yellow from=3 seat=2"},
		{"r16-clown-then-sculptors.json", nil, "copy sculptor", "copy copy card:sculptor card=sculptor from=1 seat=2"},
		{"r16-clown-then-sculptors.json", []game.Move{"copy sculptor"}, "double painter", "double double card:painter card=painter seat=1"},
	} {
		s := on(t, test.file, test.moves...)
		seat := s.Active()[0]
		if !slices.Contains(s.Legal(seat), test.move) {
			t.Errorf("%q is not legal in %s", test.move, test.file)
		}
		l := s.Describe(seat, test.move)
		got := l.Key + " " + l.Group + " " + l.Spot
		for _, key := range slices.Sorted(maps.Keys(l.Args)) {
			got += " " + key + "=" + l.Args[key]
		}
		if got != test.want {
			t.Errorf("%q: %s; want %s", test.move, got, test.want)
		}
	}
	s := on(t, "01-a-round.json")
	if l := s.Describe(3, "no move"); l.Key != "" {
		t.Errorf("no move is %+v", l)
	}
	if l := s.Describe(9, "pass"); l.Key != "" {
		t.Errorf("nobody's move is %+v", l)
	}
}

// TestTexts: printing and reading a move are each other's inverse, and ids are
// read as they are written.
func TestTexts(t *testing.T) {
	t.Parallel()
	if want := 1 + 4 + 17*5 + 17*4; len(parsed) != want {
		t.Errorf("%d moves, not %d", len(parsed), want)
	}
	for text, m := range parsed {
		if m.text() != text || game.Parse(string(text)) != text {
			t.Errorf("%q is printed as %q", text, m.text())
		}
	}
	for _, c := range append(Characters(), NoCharacter) {
		if read[Character](t, c.ID()) != c {
			t.Errorf("%s is read as another", c.Name())
		}
	}
	for _, f := range append(FameCards(), NoFame) {
		if read[Fame](t, f.ID()) != f {
			t.Errorf("%s is read as another", f.Name())
		}
	}
	for c := Yellow; c <= NoColour; c++ {
		if read[Colour](t, c.ID()) != c {
			t.Errorf("%s is read as another", c.ID())
		}
	}
}

// TestCards holds the tables to what the page says of them as a whole.
func TestCards(t *testing.T) {
	t.Parallel()
	fields, achievements, none := map[Colour]int{}, map[Colour]int{}, 0
	for i, c := range Characters() {
		if c.Influence() != i+1 || c.Name() == "" || c.Ability() == "" || c.VP() == 0 {
			t.Errorf("%d is %s, influence %d, ability %q, %d VP", i+1, c.Name(), c.Influence(), c.Ability(), c.VP())
		}
		for _, f := range c.Specialities() {
			fields[f]++
		}
		if len(c.Specialities()) == 0 {
			none++
		}
		achievements[c.Achievement()]++
		if (c.Ability() == VirtualCube) != (c.VirtualCube() != NoColour) || (c.Ability() == Majority) != (c.Majority() != NoColour) {
			t.Errorf("%s: the ability %q does not fit its colour", c.Name(), c.Ability())
		}
	}
	for _, colour := range Colours() {
		if fields[colour] != 4 || achievements[colour] != 3 {
			t.Errorf("%s: %d cards of the field, %d achievements", colour.ID(), fields[colour], achievements[colour])
		}
	}
	if achievements[White] != 4 || achievements[NoColour] != 1 || none != 5 {
		t.Errorf("%d white achievements, %d without, %d without speciality", achievements[White], achievements[NoColour], none)
	}
	sum := 0
	for _, f := range FameCards() {
		sum += f.VP()
	}
	if sum != 7*4+5+6+9 {
		t.Errorf("the Fame cards are worth %d", sum)
	}
}

// TestShuffled: the twin differs, and only in what the viewer does not know.
func TestShuffled(t *testing.T) {
	t.Parallel()
	s := on(t, "07-a-given-position.json")
	for viewer := game.Spectator; viewer <= 4; viewer++ {
		differs := false
		for seed := range uint64(20) {
			twin := s.Shuffled(viewer, rand.New(rand.NewPCG(seed, 0)))
			a, _ := json.Marshal(view(t, s, viewer))
			b, _ := json.Marshal(view(t, twin, viewer))
			if string(a) != string(b) {
				t.Fatalf("viewer %d tells\n%s\nfrom\n%s", viewer, a, b)
			}
			differs = differs || *twin.(*state) != *s.(*state)
		}
		if !differs {
			t.Errorf("viewer %d: nothing was shuffled", viewer)
		}
	}
}
