package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/projections"
)

// programme is an installation with a match of persons, whose programmed moves are
// looked at when the test says so.
type programme struct {
	*installation
	orders *orders
	id     string
}

func programmed(t *testing.T, kind string, seats int) *programme {
	t.Helper()
	i := install(t, nil, time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC), rand.Reader)
	return &programme{i, &orders{queue: newQueue(), node: i.node, wait: orderWait, tries: map[orderKey]tries{}}, i.seated(kind, seats)}
}

// seated makes a match at whose seats persons sit; seat 1 is the host's.
func (i *installation) seated(kind string, seats int) string {
	i.t.Helper()
	made := engine.Creation{ID: engine.NewID(), Kind: kind, Watch: true, Seats: []engine.Invitation{{Who: engine.Himself}}}
	var persons []string
	for seat := 1; seat <= seats; seat++ {
		person, err := i.node.book.Create(i.t.Context(), people.Profile{Name: fmt.Sprintf("Ada%c", 'A'+seat-1)})
		if err != nil {
			i.t.Fatal(err)
		}
		if persons = append(persons, person); seat > 1 {
			made.Seats = append(made.Seats, engine.Invitation{Who: engine.Person(person)})
		}
	}
	made.Host = persons[0]
	i.must(i.node.engine.Create(i.t.Context(), made))
	for seat := game.Seat(2); int(seat) <= seats; seat++ {
		i.must(i.node.engine.Take(i.t.Context(), i.seatCommand(made.ID, seat), persons[seat-1], ""))
	}
	return made.ID
}

func (i *installation) must(_ engine.Receipt, err error) {
	i.t.Helper()
	if err != nil {
		i.t.Fatal(err)
	}
	i.settle()
}

func (i *installation) seatCommand(id string, seat game.Seat) engine.SeatCommand {
	return engine.SeatCommand{Match: id, Seat: seat, Answers: i.match(id).LinkNumber(seat)}
}

// is is the match as it is now.
func (p *programme) is() *engine.Match { return p.match(p.id) }

func (p *programme) play(seat game.Seat, move game.Move) {
	p.t.Helper()
	p.must(p.node.engine.Play(p.t.Context(), engine.Turn{Match: p.id, Seat: seat, Decision: p.is().Decision(seat), Moves: []game.Move{move}}))
}

// give programmes a move for who sits at a seat, in this round.
func (p *programme) give(seat game.Seat, kind engine.OrderKind, key string) people.Order {
	p.t.Helper()
	m := p.is()
	o := people.Order{Kind: string(kind), Key: key, Round: m.Round(), After: m.N(), At: p.now}
	err := p.node.book.ChangeOrders(p.t.Context(), m.Person(seat), p.id, int(seat), func(all *people.Orders) error {
		all.Given = append(all.Given, o)
		return nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return o
}

func (p *programme) of(person string, seat game.Seat) people.Orders {
	p.t.Helper()
	all, err := p.node.book.Orders(p.t.Context(), person, p.id, int(seat))
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

// look lets what is programmed be played, as often as that changes anything.
func (p *programme) look() (next time.Time) {
	p.t.Helper()
	for range 8 {
		before := p.is().N()
		var err error
		if next, err = p.orders.look(p.t.Context(), p.id); err != nil {
			p.t.Fatal(err)
		}
		if p.is().N() == before {
			return next
		}
	}
	p.t.Fatal("programmed moves do not come to an end")
	return next
}

// later lets time pass, and looks.
func (p *programme) later(d time.Duration) time.Time {
	p.t.Helper()
	p.now = p.now.Add(d)
	return p.look()
}

// plays wants the last event to be a seat's own move.
func (p *programme) plays(what string, seat game.Seat, move game.Move) {
	p.t.Helper()
	m := p.is()
	last := m.Log[m.N()-1]
	data, err := last.Decode()
	played, ok := data.(*events.Played)
	if err != nil || !ok || game.Move(played.Move) != move || last.By != "seat:"+seat.String() {
		p.t.Errorf("%s: the last event is %s by %s %+v, want %q of seat %d", what, last.Type, last.By, data, move, seat)
	}
}

// quiet wants that nothing was written since event n.
func (p *programme) quiet(what string, n int) {
	p.t.Helper()
	if now := p.is().N(); now != n {
		p.t.Errorf("%s: %d events were written", what, now-n)
	}
}

// ended wants the codes of the orders of a person that have ended and of which he is
// told, and that none holds any more.
func (p *programme) ended(what, person string, seat game.Seat, ends ...engine.OrderEnd) {
	p.t.Helper()
	all := p.of(person, seat)
	var codes []engine.OrderEnd
	for _, o := range all.Ended {
		codes = append(codes, engine.OrderEnd(o.End))
	}
	if len(all.Given) > 0 || !slices.Equal(codes, ends) {
		p.t.Errorf("%s: the orders are %+v, want the ends %q", what, all, ends)
	}
}

// A pass and the only thing are played as the player's own move, once, and the same
// while after the question: how soon it comes tells nobody why.
func TestOrdersArePlayedAfterTheSameWhile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  string
		seats int
		order engine.OrderKind
		key   string
		move  func(m *engine.Match, seat game.Seat) game.Move
	}{
		{"patronize", 3, engine.OrderPass, "round", func(*engine.Match, game.Seat) game.Move { return "pass" }},
		// The last of two who take a start area has one left.
		{"die-patin", 2, engine.OrderSingle, "", func(m *engine.Match, seat game.Seat) game.Move { return m.Legal(seat)[0] }},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			p := programmed(t, c.kind, c.seats)
			first := p.is().Active()[0]
			seat := first%game.Seat(c.seats) + 1
			p.give(seat, c.order, c.key)
			n := p.is().N()
			if next := p.later(time.Hour); !next.IsZero() {
				t.Errorf("before the seat is asked it is looked at again at %v", next)
			}
			p.quiet("not asked yet", n)
			for p.is().Decision(seat) == 0 {
				p.play(first, p.is().Legal(first)[0])
			}
			m := p.is()
			n, decision, move := m.N(), m.Decision(seat), c.move(m, seat)
			asked := m.Log[decision-1].At
			if next := p.look(); !next.Equal(asked.Add(orderWait)) {
				t.Errorf("it is played at %v, asked at %v", next, asked)
			}
			p.later(orderWait - time.Second)
			p.quiet("a second too early", n)
			next, err := p.orders.look(t.Context(), p.id)
			if err != nil || !next.Equal(asked.Add(orderWait)) {
				t.Errorf("it is looked at again at %v: %v", next, err)
			}
			p.now = p.now.Add(time.Second)
			for range 2 { // another node looks too
				if _, err := p.orders.look(t.Context(), p.id); err != nil {
					t.Fatal(err)
				}
				if c.order == engine.OrderPass {
					p.plays("after the while", seat, move)
					p.quiet("twice", n+1)
				}
			}
			if c.order == engine.OrderSingle && p.is().AnswerTo(seat, decision) != n+1 {
				t.Error("the only thing was not played")
			}
			if all := p.of(m.Person(seat), seat); !all.WasPlayed(decision) || len(all.Played) != 1 {
				t.Errorf("what was played for him is %v", all.Played)
			}
			p.later(time.Minute)
			if c.order == engine.OrderPass {
				p.ended("passed", m.Person(seat), seat)
			} else { // now there are four manholes to choose from
				p.ended("a choice", m.Person(seat), seat, engine.OrderChoice)
			}
			p.quiet("a minute later", n+1)
		})
	}
}

// An order that was given while its seat is asked waits as long.
func TestAnOrderGivenLateWaitsAsLong(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	p.now = p.now.Add(time.Hour)
	seat := p.is().Active()[0]
	o := p.give(seat, engine.OrderPass, "round")
	if next := p.look(); !next.Equal(o.At.Add(orderWait)) {
		t.Errorf("it is played at %v, given at %v", next, o.At)
	}
	p.later(orderWait)
	p.plays("given late", seat, "pass")
}

// Where the condition does not hold nothing is played, least of all a pass: the order
// is struck, and its owner told.
func TestAnOrderFallsThroughToNothing(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	m := p.is()
	seat := m.Active()[0]
	p.give(seat, engine.OrderSingle, "")
	p.later(time.Hour)
	p.quiet("a choice", m.N())
	p.ended("a choice", m.Person(seat), seat, engine.OrderChoice)
	if all := p.of(m.Person(seat), seat); !all.Ended[0].Over.Equal(p.now) {
		t.Errorf("it ended at %v", all.Ended[0].Over)
	}
}

// An order is for its round: given twice, or to somebody who then acts himself, it
// takes nothing from the next one.
func TestAnOrderDoesNotSwallowTheNextRound(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	first := p.is().Active()[0]
	second := first%3 + 1
	p.give(first, engine.OrderPass, "round")
	p.give(first, engine.OrderPass, "round")
	p.give(second, engine.OrderPass, "round")
	p.later(orderWait)
	p.plays("the first of them", first, "pass")
	p.play(second, p.is().Legal(second)[1])
	p.later(time.Hour)
	for p.is().Round() == 1 {
		seat := p.is().Active()[0]
		p.play(seat, p.is().Legal(seat)[0])
		p.later(time.Hour)
	}
	n := p.is().N()
	p.later(time.Hour)
	p.quiet("in the second round", n)
	for _, seat := range []game.Seat{first, second} {
		p.ended("in the second round", p.is().Person(seat), seat)
	}
	if all := p.of(p.is().Person(second), second); len(all.Played) > 0 {
		t.Errorf("what he did himself was played for him: %v", all.Played)
	}
}

// What an order played can be taken back like any move, and is not played again.
func TestATakeBackIsNotPlayedAgain(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	seat := p.is().Active()[0]
	person := p.is().Person(seat)
	p.give(seat, engine.OrderPass, "round")
	p.now = p.now.Add(orderWait)
	if _, err := p.orders.look(t.Context(), p.id); err != nil {
		t.Fatal(err)
	}
	p.plays("the order", seat, "pass")
	last, _, ok := p.is().TakeBack(seat)
	if !ok {
		t.Fatal("it cannot be taken back")
	}
	p.must(p.node.engine.PlayTakeBack(t.Context(), p.id, seat, last))
	n := p.is().N()
	p.later(time.Hour)
	p.quiet("taken back", n)
	p.ended("taken back", person, seat, engine.OrderRewound)
}

// The orders of who has left his seat, or was made to, never run: not for whoever
// comes after him, nor for him when he comes back.
func TestTheOrdersOfWhoLeftNeverRun(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"resigned", "removed"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			p := programmed(t, "patronize", 3)
			seat := p.is().Active()[0]
			if seat == 1 { // the host's own
				p.play(1, "pass")
				seat = 2
			}
			gone := p.is().Person(seat)
			p.give(seat, engine.OrderPass, "round")
			if how == "removed" {
				p.now = p.now.Add(8 * 24 * time.Hour)
				p.must(p.node.engine.Remove(t.Context(), p.seatCommand(p.id, seat)))
			} else {
				p.must(p.node.engine.Resign(t.Context(), p.seatCommand(p.id, seat)))
			}
			n := p.is().N()
			p.later(time.Hour)
			p.quiet("a bot sits there", n)
			for _, who := range []string{engine.NewID(), gone} {
				p.must(p.node.engine.Offer(t.Context(), p.seatCommand(p.id, seat), engine.Anybody))
				p.must(p.node.engine.Take(t.Context(), p.seatCommand(p.id, seat), who, ""))
				n := p.is().N()
				p.later(time.Hour)
				p.quiet("somebody sits there", n)
				if who != gone {
					p.must(p.node.engine.Resign(t.Context(), p.seatCommand(p.id, seat)))
				}
			}
			p.ended("he has come back", gone, seat)
		})
	}
}

// While a match is paused, and while an open proposal waits for people, nothing is
// played; then the same while after the question comes anew.
func TestNothingIsPlayedInAPause(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	seat := p.is().Active()[0]
	p.give(seat, engine.OrderPass, "round")
	p.must(p.node.engine.Propose(t.Context(), engine.Proposing{Match: p.id, Seat: 1, After: p.is().N(), What: events.WhatPause, Until: p.now.Add(48 * time.Hour)}))
	n := p.is().N()
	p.later(time.Hour)
	p.quiet("a proposal is open", n)
	for _, asked := range p.is().Asked() {
		p.must(p.node.engine.Answer(t.Context(), p.id, asked, n, true))
	}
	if _, paused := p.is().Paused(); !paused {
		t.Fatal("the match is not paused")
	}
	n = p.is().N()
	p.later(time.Hour)
	p.quiet("paused", n)
	p.now = p.now.Add(48 * time.Hour)
	if _, err := p.node.engine.Tick(t.Context(), p.id); err != nil {
		t.Fatal(err)
	}
	resumed := p.is()
	p.later(orderWait - time.Second)
	p.quiet("just resumed", resumed.N())
	p.later(time.Second)
	p.plays("resumed", seat, "pass")
}

// stubborn is an event store that takes nothing of one match.
type stubborn struct {
	engine.Truth
	match string
	tries *int
}

func (s stubborn) Append(ctx context.Context, match string, expect uint64, command string, slip []byte) (uint64, bool, error) {
	if match == s.match {
		*s.tries++
		return 0, false, errors.New("not this one")
	}
	return s.Truth.Append(ctx, match, expect, command, slip)
}

// An order that cannot be carried out is tried a few times, ever more seldom, then
// struck, and its owner told; it keeps nobody else waiting.
func TestAnOrderThatFailsIsStruck(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	well := &programme{p.installation, p.orders, p.seated("patronize", 3)}
	tries := 0
	truth := projections.Truth(p.node.store)
	p.node.engine = engine.New(engine.Config{Copy: p.node.copy, Truth: stubborn{truth, p.id, &tries}, Key: p.node.signer.Key, Now: p.node.now, Random: rand.Reader})
	m := p.is()
	seat := m.Active()[0]
	p.give(seat, engine.OrderPass, "round")
	well.give(well.is().Active()[0], engine.OrderPass, "round")
	next := p.later(orderWait)
	other := well.is().Active()[0]
	well.look()
	well.plays("another match", other, "pass")
	if tries != 1 || !next.Equal(p.now.Add(orderAgain)) {
		t.Errorf("after %d tries the next is at %v, it is %v", tries, next, p.now)
	}
	p.look() // whatever wakes it in between
	for k := 2; k <= orderTries; k++ {
		if tries != k-1 {
			t.Fatalf("%d tries before the %d.", tries, k)
		}
		wait := next.Sub(p.now)
		next = p.later(wait)
	}
	if tries != orderTries || !next.IsZero() {
		t.Errorf("%d tries, the next at %v", tries, next)
	}
	p.later(24 * time.Hour)
	if tries != orderTries {
		t.Errorf("it is tried again: %d tries", tries)
	}
	p.quiet("it failed", m.N())
	p.ended("it failed", m.Person(seat), seat, engine.OrderFailed)
	if all := p.of(m.Person(seat), seat); len(all.Played) > 0 {
		t.Errorf("what failed was played: %v", all.Played)
	}
}

// A crash after the move loses nothing: its owner is told that it was played for him,
// and it is not played twice. A cancelled order is not played.
func TestOrdersAfterACrashAndCancelled(t *testing.T) {
	t.Parallel()
	p := programmed(t, "patronize", 3)
	seat := p.is().Active()[0]
	person := p.is().Person(seat)
	p.give(seat, engine.OrderPass, "round")
	p.now = p.now.Add(orderWait)
	if _, err := p.orders.look(t.Context(), p.id); err != nil {
		t.Fatal(err)
	}
	n := p.is().N()
	again := &programme{p.installation, &orders{node: p.node, wait: orderWait, queue: newQueue(), tries: map[orderKey]tries{}}, p.id}
	again.later(time.Hour)
	again.quiet("after a crash", n)
	again.ended("after a crash", person, seat)
	if all := p.of(person, seat); len(all.Played) != 1 || p.is().AnswerTo(seat, all.Played[0]) != n {
		t.Errorf("what was played for him is %v", all.Played)
	}
	seat = p.is().Active()[0]
	o := p.give(seat, engine.OrderPass, "round")
	err := p.node.book.ChangeOrders(t.Context(), p.is().Person(seat), p.id, int(seat), func(all *people.Orders) error {
		all.Drop(o)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p.later(time.Hour)
	p.quiet("cancelled", n)
}
