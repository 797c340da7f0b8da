package engine_test

import (
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
)

// passing is an order to pass what a game offers a seat first.
func passing(t *testing.T, m *engine.Match, seat game.Seat) engine.Order {
	t.Helper()
	passes := m.Passes(seat)
	if len(passes) == 0 {
		t.Fatalf("seat %d can pass nothing", seat)
	}
	return engine.Order{Kind: engine.OrderPass, Key: passes[0].Key, Round: passes[0].Round, After: m.N()}
}

func single(m *engine.Match) engine.Order {
	return engine.Order{Kind: engine.OrderSingle, Round: m.Round(), After: m.N()}
}

func wantOrdered(t *testing.T, what string, m *engine.Match, seat game.Seat, o engine.Order, end engine.OrderEnd, move game.Move) {
	t.Helper()
	got := m.Ordered(m.Person(seat), seat, o)
	if got.End != end || got.Move != move {
		t.Errorf("%s: the order comes to %+v, want end %q and move %q", what, got, end, move)
	}
	if move != "" && (got.Decision != m.Decision(seat) || !got.Asked.Equal(m.Log[got.Decision-1].At)) {
		t.Errorf("%s: it is for decision %d of %v", what, got.Decision, got.Asked)
	}
}

// An order to pass waits until its seat is asked, passes, and is done; it does
// nothing in the next round.
func TestAnOrderPasses(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	first := m.Active()[0]
	later := first%3 + 1
	now, then := passing(t, m, first), passing(t, m, later)
	wantOrdered(t, "asked", m, first, now, "", "pass")
	wantOrdered(t, "not asked yet", m, later, then, "", "")
	m = n.play(m, first, "pass")
	wantOrdered(t, "passed", m, first, now, engine.OrderDone, "")
	wantOrdered(t, "asked after the other", m, later, then, "", "pass")
	for m.Round() == 1 {
		seat := m.Active()[0]
		m = n.play(m, seat, m.Legal(seat)[0])
	}
	for _, o := range []engine.Order{now, then} {
		wantOrdered(t, "in the next round", m, m.Active()[0], o, engine.OrderRound, "")
	}
	if end := m.Ordered(m.Person(1), 1, engine.Order{Kind: engine.OrderPass, Key: "no such thing", Round: 2, After: m.N()}).End; end != engine.OrderDone {
		t.Errorf("an order to pass what the game does not offer comes to %q", end)
	}
}

// An order to play the only thing plays one after the other, and ends where there is
// a choice.
func TestAnOrderPlaysTheOnlyThing(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 2)
	o := single(m)
	start := game.Seat(1)
	if len(m.Passes(start)) == 0 { // the starter has the die to pass
		start = 2
	}
	other := 3 - start
	wantOrdered(t, "three bids", m, start, o, engine.OrderChoice, "")
	m = n.play(m, start, "bid 1")
	wantOrdered(t, "the other bids", m, start, o, "", "")
	m = n.play(m, other, "bid 2")
	wantOrdered(t, "only to show", m, start, o, "", "show")
	wantOrdered(t, "not asked", m, other, o, "", "")
	pass := passing(t, m, start)
	m = n.play(m, start, "show")
	wantOrdered(t, "a stake is chosen", m, start, o, engine.OrderChoice, "")
	wantOrdered(t, "a pass waits for its question", m, start, pass, "", "")
	m = n.play(m, start, "stake 1")
	wantOrdered(t, "the die is passed", m, start, pass, "", "pass")
}

// An order ends with its owner's seat, also where he comes back to it.
func TestAnOrderEndsWithTheSeat(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	seat := m.Active()[0]
	person, o := m.Person(seat), passing(t, m, seat)
	if end := m.Ordered(engine.NewID(), seat, o).End; end != engine.OrderLeft {
		t.Errorf("another's order comes to %q", end)
	}
	if _, err := n.Resign(t.Context(), n.seat(m.ID, seat)); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	if end := m.Ordered(person, seat, o).End; end != engine.OrderLeft {
		t.Errorf("an order of who has left comes to %q", end)
	}
	if _, err := n.Offer(t.Context(), n.seat(m.ID, seat), engine.Anybody); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Take(t.Context(), n.seat(m.ID, seat), person, ""); err != nil {
		t.Fatal(err)
	}
	if end := n.match(m.ID).Ordered(person, seat, o).End; end != engine.OrderLeft {
		t.Errorf("an order of who has left and come back comes to %q", end)
	}
}

// A take-back of a seat's own moves ends its orders; another's, which drops nothing
// of it, does not.
func TestATakeBackEndsOrders(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	first := m.Active()[0]
	later := first%3 + 1
	own, others := passing(t, m, first), passing(t, m, later)
	m = n.play(m, first, "pass")
	last, _, ok := m.TakeBack(first)
	if !ok {
		t.Fatal("the pass cannot be taken back")
	}
	if _, err := n.PlayTakeBack(t.Context(), m.ID, first, last); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	wantOrdered(t, "its own take-back", m, first, own, engine.OrderRewound, "")
	wantOrdered(t, "another's take-back", m, later, others, "", "")
	wantOrdered(t, "given after it", m, first, passing(t, m, first), "", "pass")
}

// Orders end with the match.
func TestOrdersEndWithTheMatch(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	seat := m.Active()[0]
	o := passing(t, m, seat)
	if _, err := n.Abandon(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	wantOrdered(t, "the match is over", m, seat, o, engine.OrderRound, "")
	if len(m.Passes(seat)) > 0 {
		t.Error("something can be passed in a match that is over")
	}
}
