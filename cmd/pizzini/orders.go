package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
)

const (
	// orderWait is how long an order waits after its seat was asked, whatever it is
	// for: how soon a move comes tells nobody why. It is less than letters wait, so
	// that nobody gets one for what was played for him.
	orderWait = 10 * time.Second
	// orderTries bounds how often an order is tried that cannot be carried out; then
	// it is struck, so that it does not fail for ever.
	orderTries = 6
	// orderAgain is how long it waits before the second try; each later one waits
	// twice as long as the one before.
	orderAgain = 5 * time.Second
)

// orders plays what people have programmed for their seats: whenever a match has a
// new event, when somebody changes his orders, and at the start. What is played for
// one seat, and what fails there, keeps no other waiting.
type orders struct {
	*queue
	node  *node
	wait  time.Duration
	tries map[orderKey]tries
}

// orderKey names an order.
type orderKey struct {
	person, match string
	seat          game.Seat
	order         engine.Order
}

// tries are those of an order that could not be carried out.
type tries struct {
	count int
	next  time.Time
}

func newOrders(n *node) *orders {
	o := &orders{queue: newQueue(), node: n, wait: orderWait, tries: map[orderKey]tries{}}
	n.copy.Changes(func(match string, _ int) { o.wake(match) })
	n.copy.Records(func(subject string) {
		if match, ok := people.OrdersIn(subject); ok {
			o.wake(match)
		}
	})
	return o
}

func (o *orders) run(ctx context.Context) error {
	given, err := o.node.book.Ordered(ctx)
	if err != nil {
		return err
	}
	for _, match := range given {
		o.wake(match)
	}
	o.each(ctx, func(match string) {
		next, err := o.look(ctx, match)
		if err != nil && ctx.Err() == nil {
			o.node.log.Warn("programmed moves could not be looked at; they are again", "match", match, "error", err)
			next = o.node.now().Add(orderAgain)
		}
		if !next.IsZero() {
			time.AfterFunc(max(0, next.Sub(o.node.now())), func() { o.wake(match) })
		}
	})
	return nil
}

// look carries out what can be carried out by now in a match, and says when to look
// again; zero = when something happens.
func (o *orders) look(ctx context.Context, match string) (next time.Time, err error) {
	m, err := o.node.engine.Match(ctx, match)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) && refusal.Code == engine.NotFound {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	var failed []error
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if m.Person(seat) == "" {
			continue
		}
		again, err := o.seat(ctx, m, seat)
		if err != nil {
			failed = append(failed, fmt.Errorf("seat %d: %w", seat, err))
		}
		if !again.IsZero() && (next.IsZero() || again.Before(next)) {
			next = again
		}
	}
	return next, errors.Join(failed...)
}

// seat looks at the orders of who sits at a seat: it strikes those that have ended,
// and of the others plays the first that has something to play. What happens then
// wakes it again.
func (o *orders) seat(ctx context.Context, m *engine.Match, seat game.Seat) (again time.Time, err error) {
	person := m.Person(seat)
	all, err := o.node.book.Orders(ctx, person, m.ID, int(seat))
	if err != nil {
		return time.Time{}, err
	}
	for _, order := range all.Given {
		ordered := m.Ordered(person, seat, engineOrder(order))
		if ordered.End != "" {
			if err := o.strike(ctx, m, seat, order, ordered.End); err != nil {
				return again, err
			}
			continue
		}
		if ordered.Move == "" || !again.IsZero() {
			continue
		}
		if at := o.when(orderKey{person, m.ID, seat, engineOrder(order)}, order, ordered); o.node.now().Before(at) {
			again = at
			continue
		}
		if again, err = o.play(ctx, m, seat, order, ordered); err != nil {
			return again, err
		}
		return again, nil
	}
	return again, nil
}

// when is when an order is played: a while after its seat was asked and it was given,
// and after it failed.
func (o *orders) when(key orderKey, order people.Order, is engine.Ordered) time.Time {
	at := is.Asked
	if order.At.After(at) {
		at = order.At
	}
	if at = at.Add(o.wait); o.tries[key].next.After(at) {
		at = o.tries[key].next
	}
	return at
}

// engineOrder is an order as the engine judges it.
func engineOrder(o people.Order) engine.Order {
	return engine.Order{Kind: engine.OrderKind(o.Kind), Key: o.Key, Round: o.Round, After: o.After}
}

// strike takes an order away that has ended, and keeps why where its owner is to be
// told.
func (o *orders) strike(ctx context.Context, m *engine.Match, seat game.Seat, order people.Order, end engine.OrderEnd) error {
	delete(o.tries, orderKey{m.Person(seat), m.ID, seat, engineOrder(order)})
	return o.node.book.ChangeOrders(ctx, m.Person(seat), m.ID, int(seat), func(all *people.Orders) error {
		if !all.Drop(order) {
			return people.ErrUnchanged
		}
		if end.Told() {
			order.End, order.Over = string(end), o.node.now().UTC()
			all.Ended = append(all.Ended, order)
		}
		return nil
	})
}

// play plays an order's move as its owner's own. That it was played for him is kept
// before it is played: after a crash he is told all the same. Nothing is played when
// the order was cancelled meanwhile.
func (o *orders) play(ctx context.Context, m *engine.Match, seat game.Seat, order people.Order, is engine.Ordered) (again time.Time, err error) {
	person := m.Person(seat)
	holds := false
	err = o.node.book.ChangeOrders(ctx, person, m.ID, int(seat), func(all *people.Orders) error {
		if holds = all.Holds(order); !holds || all.WasPlayed(is.Decision) {
			return people.ErrUnchanged
		}
		all.Played = append(all.Played, is.Decision)
		return nil
	})
	if err != nil || !holds {
		return time.Time{}, err
	}
	_, err = o.node.engine.Play(ctx, engine.Turn{Match: m.ID, Seat: seat, Decision: is.Decision, Moves: []game.Move{is.Move}})
	key := orderKey{person, m.ID, seat, engineOrder(order)}
	if err == nil {
		delete(o.tries, key)
		return time.Time{}, nil
	}
	var refusal *engine.Refusal
	overtaken := errors.As(err, &refusal) && (refusal.Code == engine.Stale || refusal.Code == engine.NotYourTurn || refusal.Code == engine.Over)
	t := tries{count: o.tries[key].count + 1}
	if t.next = o.node.now().Add(orderAgain << (t.count - 1)); !overtaken && t.count < orderTries {
		o.tries[key] = t
		o.node.log.Warn("a programmed move could not be played; it is tried again", "match", m.ID, "seat", seat, "error", err)
		return t.next, nil
	}
	if refusal == nil || refusal.Code != engine.Unknown {
		if err := o.unplayed(ctx, m, seat, is.Decision); err != nil {
			return time.Time{}, err
		}
	}
	if overtaken { // what overtook it wakes us
		delete(o.tries, key)
		return time.Time{}, nil
	}
	o.node.log.Error("a programmed move could not be played and is struck", "match", m.ID, "seat", seat, "error", err)
	return time.Time{}, o.strike(ctx, m, seat, order, engine.OrderFailed)
}

// unplayed takes back that a decision was played for somebody.
func (o *orders) unplayed(ctx context.Context, m *engine.Match, seat game.Seat, decision int) error {
	return o.node.book.ChangeOrders(ctx, m.Person(seat), m.ID, int(seat), func(all *people.Orders) error {
		if !all.Forget(decision) {
			return people.ErrUnchanged
		}
		return nil
	})
}
