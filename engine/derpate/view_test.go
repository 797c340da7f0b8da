package derpate

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

func viewOf(t *testing.T, s game.State, viewer game.Seat) *View {
	t.Helper()
	v, ok := s.View(viewer).(*View)
	if !ok {
		t.Fatalf("the view is a %T", s.View(viewer))
	}
	return v
}

// TestViewsAreWrittenAsTagged: what is written by hand is what the field tags
// say, by which it is read.
func TestViewsAreWrittenAsTagged(t *testing.T) {
	t.Parallel()
	type plain View // without the method that writes by hand
	for seed := range uint64(12) {
		simulate(t, seed, func(_ game.Config, r game.Record) error {
			for viewer := game.All; viewer <= 2; viewer++ {
				v := viewOf(t, r.State, viewer)
				written, err := v.MarshalJSON()
				if err != nil {
					return err
				}
				tagged, err := json.Marshal((*plain)(v))
				if err != nil {
					return err
				}
				if string(written) != string(tagged) {
					return fmt.Errorf("viewer %d: it is written\n%s\nand tagged\n%s", viewer, written, tagged)
				}
			}
			return nil
		})
	}
}

// TestViewHides: a view does not hold what its viewer may not know.
func TestViewHides(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		s := begin2(t, game.Options{"openMoney": open}, ``).s
		for viewer := game.Spectator; viewer <= 2; viewer++ {
			v := viewOf(t, s, viewer)
			if v.EventDeck != nil || v.EventsLeft != 6 {
				t.Errorf("viewer %d sees the deck %v, %d cards", viewer, v.EventDeck, v.EventsLeft)
			}
			for i, f := range v.Seats {
				if (f.Money != nil) != (open || viewer == game.Seat(i+1)) {
					t.Errorf("openMoney %v, viewer %d, seat %d: money %v", open, viewer, i+1, f.Money)
				}
			}
		}
		if v := viewOf(t, s, game.All); len(v.EventDeck) != 6 || v.Seats[0].Money == nil || v.Seats[1].Money == nil {
			t.Error("who sees everything does not")
		}
	}
}

func TestStreet(t *testing.T) {
	t.Parallel()
	for _, harass := range []bool{false, true} {
		options := game.Options{"carEffect": "protect"}
		if harass {
			options["carEffect"] = "harass"
		}
		v := viewOf(t, begin2(t, options, ``).s, 0)
		for i, stop := range v.Street {
			b := Business(i)
			owner := Neutral
			if b.District() == Greenwich {
				owner = 1
			} else if b.District() == East {
				owner = 2
			}
			want := Stop{Business: b, Car: i == 0, Protected: !harass && b.District() == Greenwich, Harassed: harass && i == 0, Owner: owner, BloodDebt: Nobody}
			if stop != want {
				t.Errorf("harass %v: %s is %+v, not %+v", harass, b.ID(), stop, want)
			}
		}
	}
	s, _, err := Rules{}.Start(game.Config{Players: 2}, game.Drawing(game.Random(1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, stop := range viewOf(t, s, 0).Street {
		if stop.Car || stop.Protected || stop.Owner != Nobody {
			t.Errorf("before the car is placed: %+v", stop)
		}
	}
}

// TestBoard: the dice lie where they were placed.
func TestBoard(t *testing.T) {
	t.Parallel()
	b := begin2(t, nil, `{"influence":12,"tiles":["senator"]}`)
	b.play("5 hand 1 3", "roll", "place red 3").play("1 hand 2", "roll", "place white hand").play("1 2", "roll", "place gray 2 as red")
	v := viewOf(t, b.s, 1)
	board := v.Board()
	var lies []string
	for row, spaces := range board {
		for _, lie := range spaces {
			if lie.Die != NoColour {
				lies = append(lies, fmt.Sprintf("%d %s: %s %s", row+1, lie.Space.ID(), lie.Die.ID(), lie.Face.ID()))
			}
		}
	}
	if got := strings.Join(lies, ", "); got != "1 bookmaker: red 3, 2 press: white hand, 3 raid: gray 2" {
		t.Errorf("the dice lie so: %s", got)
	}
	if len(board[0]) != 6 || len(board[1]) != 5 || len(board[2]) != 5 || len(board[3]) != 4 {
		t.Errorf("the rows have %d, %d, %d, %d spaces", len(board[0]), len(board[1]), len(board[2]), len(board[3]))
	}
	if v.Turn.Dice.Of(Black) != 1 || v.Turn.Dice.Of(Gray) != NoFace {
		t.Errorf("there lie %+v", v.Turn.Dice)
	}
}

func TestFamily(t *testing.T) {
	t.Parallel()
	v := viewOf(t, begin2(t, nil, `{"reputation":9,"tiles":["wedding"],"influence":4,"income":2,"favors":3,"hudson":1,"prison":1,"owes":[1,0,2]},{"owes":[0,1,0]}`).s, 1)
	f := v.Seats[0]
	if f.Name() != "Corleone" || f.At(Reputation) != 9 || f.At(Favors) != 3 || f.Businesses != 3 || f.Supply != 2 || f.DebtSupply != 2 {
		t.Errorf("seat 1 is %+v", f)
	}
	for tile, want := range map[Tile][2]bool{Wedding: {true, false}, Grandchild: {false, true}, Birthday: {false, false}, Cop: {false, true}, Judge: {false, false}} {
		if got := [2]bool{f.Holds(tile), f.Used(tile)}; got != want {
			t.Errorf("%s is held, used: %v", tile.ID(), got)
		}
	}
	if !f.Available(FavorAdvance) || f.Available(FavorCash) {
		t.Error("other favours are available")
	}
	if got := fmt.Sprint(v.Debts()); got != "[{1 0 1} {1 2 2} {2 1 1}]" {
		t.Errorf("debts %s", got)
	}
	if v.DropsOut(1) || v.Asked(1) {
		t.Error("nobody drops out before the K.O. track is settled, and no card asks")
	}
}

// TestKnockOut: from the round in which it is settled on, families are marked
// that would drop out.
func TestKnockOut(t *testing.T) {
	t.Parallel()
	for round, want := range map[int]Track{3: NoTrack, 4: Reputation, 6: Reputation} {
		setup := fmt.Sprintf(`{"eventDeck":["vendetta","good-neighbour","crackdown","casino-raid","headlines","rough-ride","donation"],"car":"lower-5","districts":["greenwich","east"],"position":{"round":%d,"seats":[{"reputation":12},{"influence":12}]}}`, round)
		s, _, err := Rules{}.Start(game.Config{Players: 2, Setup: json.RawMessage(setup)}, game.Drawing(nil))
		if err != nil {
			t.Fatal(err)
		}
		v := viewOf(t, s, 0)
		if v.KOTrack != want || v.DropsOut(1) || v.DropsOut(2) != (want == Reputation) || strings.Contains(v.Text(), "(K.O.)") != (want == Reputation) {
			t.Errorf("round %d: the K.O. track is %q, dropping out: %v, %v", round, v.KOTrack.ID(), v.DropsOut(1), v.DropsOut(2))
		}
	}
}

func TestTieBreak(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		seats string
		sum   bool
		want  string
	}{
		{`{"reputation":12},{"reputation":12}`, false, ""},
		{`{"reputation":12,"money":10000,"influence":2},{"reputation":12,"money":16000}`, false, "influence"},
		{`{"reputation":12,"money":10000,"hudson":1},{"reputation":12,"money":16000}`, false, "family"},
		{`{"reputation":12,"money":10000,"influence":2},{"reputation":12,"money":16000}`, true, "tracks"},
		{`{"reputation":12,"money":10000,"hudson":1},{"reputation":12,"money":16000}`, true, ""},
		{`{"reputation":12},{"reputation":3}`, false, ""},
	} {
		options := game.Options{"tieBreak": "other-track-then-family"}
		if test.sum {
			options["tieBreak"] = "track-sum"
		}
		setup := `{"eventDeck":["vendetta","good-neighbour","crackdown","casino-raid","headlines","donation","rough-ride"],"car":"lower-5","districts":["greenwich","east"],"position":{"round":7,"seats":[` + test.seats + `]}}`
		s, _, err := Rules{}.Start(game.Config{Players: 2, Options: options, Setup: json.RawMessage(setup)}, game.Drawing(nil))
		if err != nil {
			t.Fatal(err)
		}
		b := &board{t: t, s: s}
		if by := viewOf(t, s, 1).TieBreak(0); by != "" {
			t.Errorf("a tie was broken by %q before the end", by)
		}
		for range 2 {
			b.play("1 1 1 3", "roll", "place red 3").play("1 1 1", "roll", "place white 1").play("1 1", "roll", "place black 1", "pass", "place gray 1")
		}
		v := viewOf(t, b.s, 1)
		if by := v.TieBreak(0); by != test.want || test.want != "" && !strings.Contains(v.Text(), "the tie by "+by) {
			t.Errorf("%s: decided by %q, not %q", test.seats, by, test.want)
		}
	}
}

// TestDescribe gives each kind of move its key, arguments, group and spot.
func TestDescribe(t *testing.T) {
	t.Parallel()
	options := `{"reputation":12,"influence":12,"tiles":["wedding","grandchild","birthday","cop","judge","senator"],"favors":4,"friends":3,"hudson":1,"owes":[1,0,1]}`
	turn := begin2(t, nil, options)
	placing := begin2(t, nil, options).play("1 2 3 4", "roll")
	second := begin2(t, nil, options).play("1 2 3 4", "roll", "place red 4").play("1 2 3", "roll")
	takeover := begin2(t, game.Options{"takeover": "kill-or-enter"}, ``).play("1 1 1 3", "roll", "place red 3").play("1 1 1", "roll", "place white 1").play("1 1", "roll", "place black 1")
	blood := begin2(t, game.Options{"takeover": "kill-or-enter"}, ``).play("1 1 1 3", "roll", "place red 3").play("1 1 1", "roll", "place white 1").play("1 1", "roll", "place black 1", "kill east-1", "place gray 1")
	setup, _, err := Rules{}.Start(game.Config{Players: 2}, game.Drawing(game.Random(1)))
	if err != nil {
		t.Fatal(err)
	}
	event := func(card, seats string) game.State {
		cards := []string{card}
		for _, e := range EventCards() {
			if e.ID() != card && len(cards) < rounds {
				cards = append(cards, e.ID())
			}
		}
		deck, _ := json.Marshal(cards)
		text := fmt.Sprintf(`{"eventDeck":%s,"car":"lower-5","districts":["greenwich","east"],"position":{"seats":[%s]}}`, deck, seats)
		s, _, err := Rules{}.Start(game.Config{Players: 2, Options: game.Options{"edition": TW}, Setup: json.RawMessage(text)}, game.Drawing(nil))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, test := range []struct {
		s    game.State
		move game.Move
		want string // key, group, spot, arguments
	}{
		{setup, "car east-1", "car car business:east-1 business=east-1 seat=2"},
		{(&board{t: t, s: setup}).play("", "car east-1").s, "district italy", "district district district:italy district=italy seat=2"},
		{turn.s, "roll", "roll roll dice count=4 row=1 seat=1"},
		{event("crackdown", ``), "roll", "roll-crackdown roll dice seat=1"},
		{placing.s, "place red 4", "place place die:red die=red face=4 row=1 seat=1 space=loan-shark"},
		{second.s, "place gray 3 as black", "place-as place die:gray as=black die=gray face=3 row=2 seat=1 space=visit"},
		{takeover.s, "take east-1", "take choose business:east-1 business=east-1 from=2 seat=1"},
		{takeover.s, "kill lower-1", "kill choose business:lower-1 business=lower-1 from=0 seat=1"},
		{takeover.s, "pass", "pass pass  choice=takeover seat=1"},
		{blood.s, "occupy east-1", "occupy choose business:east-1 business=east-1 debt=2 from=-1 seat=1"},
		{event("bail-or-river", `{"prison":3}`), "ransom 1", "ransom ransom  amount=2000 count=1 drowned=2 seat=1"},
		{event("donation", ``), "pay", "pay pay  amount=2000 seat=1"},
		{event("donation", ``), "pass", "pass pass  choice=donation seat=1"},
		{event("retreat", ``), "withdraw greenwich-1", "withdraw withdraw business:greenwich-1 amount=4000 business=greenwich-1 seat=1"},
		{turn.s, "tile wedding", "tile-wedding tile tile:wedding seat=1"},
		{turn.s, "tile grandchild", "tile-grandchild tile tile:grandchild seat=1"},
		{turn.s, "tile birthday favors", ""},
		{turn.s, "tile birthday income", "tile-birthday tile tile:birthday seat=1 track=income"},
		{placing.s, "tile cop white", "tile-cop tile tile:cop die=white face=2 seat=1"},
		{placing.s, "tile judge", "tile-judge tile tile:judge seat=1"},
		{turn.s, "favor hudson", "favor-hudson favor favor:hudson seat=1"},
		{turn.s, "favor debt bank", "favor-debt favor favor:debt from=0 seat=1"},
		{turn.s, "favor debt 2", "favor-debt favor favor:debt from=2 seat=1"},
		{turn.s, "favor advance influence", "favor-advance favor favor:advance seat=1 track=influence"},
		{turn.s, "favor cash", "favor-cash favor favor:cash seat=1"},
	} {
		seat := test.s.Active()[0]
		if slices.Contains(test.s.Legal(seat), test.move) != (test.want != "") {
			t.Errorf("%q is legal, or not", test.move)
			continue
		}
		if test.want == "" {
			continue
		}
		l := test.s.Describe(seat, test.move)
		got := l.Key + " " + l.Group + " " + l.Spot
		for _, key := range slices.Sorted(maps.Keys(l.Args)) {
			got += " " + key + "=" + l.Args[key]
		}
		if got != test.want {
			t.Errorf("%q: %s; want %s", test.move, got, test.want)
		}
	}
	if l := turn.s.Describe(1, "no move"); l.Key != "" {
		t.Errorf("no move is %+v", l)
	}
	if l := turn.s.Describe(9, "roll"); l.Key != "" {
		t.Errorf("nobody's move is %+v", l)
	}
}

// TestTexts: printing and reading a move are each other's inverse, and so are a
// set of moves and its list.
func TestTexts(t *testing.T) {
	t.Parallel()
	want := 12 + 4 + 1 + 4*6*4 + 12*4 + 2 + 8 + 1 + 12 + 1 + 1 + 1 + 4 + 4 + 1 + 1 + 5 + 3 + 1 + 1
	if len(parsed) != want || len(texts) != want {
		t.Errorf("%d moves, not %d", len(parsed), want)
	}
	if !slices.IsSorted(texts) {
		t.Error("the texts are not sorted")
	}
	for i, text := range texts {
		m := parsed[text]
		if m.text() != text || game.Parse(string(text)) != text || moves[i] != m {
			t.Errorf("%q is printed as %q", text, m.text())
		}
		var set moveSet
		set.add(m.verb, m.arg)
		if list := set.list(); len(list) != 1 || list[0] != text || !set.has(m) {
			t.Errorf("%q is listed as %v", text, list)
		}
	}
}

// TestShuffled: the twin has another deck, and a viewer cannot tell.
func TestShuffled(t *testing.T) {
	t.Parallel()
	s := begin2(t, nil, ``).s
	for viewer := game.Spectator; viewer <= 2; viewer++ {
		decks := map[[rounds]Event]bool{}
		for seed := range uint64(30) {
			twin := s.Shuffled(viewer, rand.New(rand.NewPCG(seed, 0))).(*state)
			if err := alike(viewer, s.(*state), twin); err != nil {
				t.Fatal(err)
			}
			decks[twin.deck] = true
			if twin.deck[0] != Headlines || checkCards(twin.deck[:], rounds) != nil {
				t.Errorf("the deck is %v", twin.deck)
			}
		}
		if len(decks) < 10 {
			t.Errorf("viewer %d: %d decks", viewer, len(decks))
		}
	}
}
