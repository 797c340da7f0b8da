package mailer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// open is a decision that waits for a person, as a reminder or digest tells it.
type open struct {
	Waiting
	person string
	match  *engine.Match
	due    time.Time // zero = none
	since  time.Time
}

// id names a decision and the time that runs for it, in the record of what the person
// was reminded of.
func (d open) id() string { return d.Match + "." + d.Seat.String() + "." + strconv.Itoa(d.From) }

// same lists the ids of the human who has a person's address: he has one for each
// invitation. The least comes first: it names his letters.
func (o *Office) same(ctx context.Context, person string) ([]string, error) {
	ids, err := o.Composer.People.SameAddress(ctx, person)
	if err != nil && !errors.Is(err, people.ErrErased) && !errors.Is(err, stream.ErrNone) {
		return nil, err
	}
	ids = slices.Clone(ids)
	if !slices.Contains(ids, person) {
		ids = append(ids, person)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// waiting lists what waits for the persons now, the soonest deadline first, then what
// waits longest. What they are told by a letter of its own that is still to go out is
// left to that, and what they want no letters of.
func (o *Office) waiting(ctx context.Context, persons []string) ([]open, error) {
	var found []open
	for _, person := range persons {
		tasks, err := o.Copy.ToDo(ctx, person)
		if err != nil {
			return nil, err
		}
		for _, t := range tasks {
			if no, err := o.unsubscribed(ctx, person, t.Match); err != nil {
				return nil, err
			} else if no {
				continue
			}
			m, err := o.present(ctx, t.Match)
			if unreadable(err) || errors.Is(err, stream.ErrNone) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if call := m.Call(t.Seat); call == 0 || m.Person(t.Seat) != person {
				continue // it has moved on since the copy was read
			}
			d := newOpen(m, t.Seat)
			if pending, err := o.pending(ctx, d); err != nil {
				return nil, err
			} else if !pending {
				found = append(found, d)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b open) int {
		if a.due.IsZero() != b.due.IsZero() {
			if a.due.IsZero() {
				return 1
			}
			return -1
		}
		return cmp.Or(a.due.Compare(b.due), a.since.Compare(b.since))
	})
	return found[:min(len(found), maxItems)], nil
}

// newOpen is what a seat is asked now.
func newOpen(m *engine.Match, seat game.Seat) open {
	call := m.Call(seat)
	return open{
		Waiting: Waiting{Match: m.ID, Seat: seat, Call: call, From: runs(m, seat), N: m.N()},
		person:  m.Person(seat), match: m, due: m.Due(seat), since: m.Log[call-1].At,
	}
}

// runs is the event from which on the time of a seat's call runs: the call, or that
// the others gave it its time once more.
func runs(m *engine.Match, seat game.Seat) int {
	call := m.Call(seat)
	for _, e := range slices.Backward(m.Log[call:]) {
		if e.Type != events.TypeClockExpired {
			continue
		}
		if data, err := e.Decode(); err == nil {
			if d := data.(*events.ClockExpired); d.Seat == int(seat) && d.Policy == events.PolicyWaved {
				return e.N
			}
		}
	}
	return call
}

// pending says whether the letter of a seat's turn is still to go out.
func (o *Office) pending(ctx context.Context, d open) (bool, error) {
	r, ok, err := o.copied(ctx, Key{Match: d.Match, Seat: d.Seat, N: d.Call})
	if err != nil {
		return false, err
	}
	if ok && (r.State != Claimed || r.Tries > 0) {
		return false, nil
	}
	return o.wants(ctx, YourTurn, d.person, d.Match) // else none goes out
}

// copied is a letter's record as this node's copy has it.
func (o *Office) copied(ctx context.Context, key Key) (r Record, ok bool, err error) {
	m, err := o.Copy.LastOn(ctx, stream.Letters, key.Subject())
	if errors.Is(err, stream.ErrNone) {
		return Record{}, false, nil
	}
	if err != nil {
		return Record{}, false, err
	}
	r, err = decodeRecord(m.Data)
	return r, err == nil, err
}

// reminder is a share of the time of a call, and when so much is gone.
type reminder struct {
	percent int
	at      time.Time
}

// reminders are those of a decision, in order; none without a clock that has some.
func (o *Office) reminders(ctx context.Context, m *engine.Match, d open) ([]reminder, error) {
	s, ok := m.Clock()
	if !ok || d.due.IsZero() {
		return nil, nil
	}
	c, err := o.Composer.People.Calendar(ctx, d.person)
	if err != nil {
		return nil, err
	}
	var list []reminder
	for i, at := range s.Reminders(player(c), m.Log[d.From-1].At, d.due) {
		list = append(list, reminder{s.Remind[i], at})
	}
	return list, nil
}

// player is a person's calendar as a match's clock reckons with it.
func player(c people.Calendar) clock.Person {
	p := clock.Person{Zone: c.Zone, NightFrom: c.NightFrom, NightTo: c.NightTo}
	for _, away := range c.Away {
		p.Away = append(p.Away, clock.Span(away))
	}
	return p
}

// person is the id of who sits at a seat of a row; empty = nobody, or a bot.
func person(who string) string {
	id, ok := strings.CutPrefix(who, "person:")
	if !ok {
		return ""
	}
	return id
}
