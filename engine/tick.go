package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
)

// chore is something that the clock has to do in a match from a moment on. Every node
// finds the same ones, and makes the same command of one.
type chore struct {
	at      time.Time
	kind    choreKind
	seat    game.Seat // whose time is up; 0 = it is about the match
	answers int       // the event, call or decision number that it is about
}

type choreKind string

const (
	neverStarted choreKind = "never-started" // the match has gathered for too long
	resume       choreKind = "resume"        // its pause is over
	timeUp       choreKind = "time-up"       // a seat's time and grace are over
	playOn       choreKind = "play-on"       // the bot goes on with a call whose time was up
)

// chores lists what the clock has to do in a match, the soonest first. It leaves bots
// and open seats alone.
func (m *Match) chores(inviteDays int) []chore {
	switch m.Status() {
	case Gathering:
		if inviteDays > 0 {
			last := max(1, slices.Max(m.links))
			return []chore{{at: m.Log[last-1].At.AddDate(0, 0, inviteDays), kind: neverStarted, answers: last}}
		}
		return nil
	case Playing:
	default:
		return nil
	}
	if until, paused := m.Paused(); paused {
		if until.IsZero() {
			return nil
		}
		return []chore{{at: until, kind: resume, answers: m.timing.paused}}
	}
	settings, clocked := m.Clock()
	if !clocked {
		return nil
	}
	var list []chore
	for _, seat := range m.Active() {
		n, policy := m.Expired(seat)
		switch {
		case m.Person(seat) == "":
		case n == 0:
			list = append(list, chore{at: m.Due(seat).Add(settings.GraceTime()), kind: timeUp, seat: seat, answers: m.Call(seat)})
		case policy == events.PolicyMove:
			list = append(list, chore{at: m.Log[n-1].At, kind: playOn, seat: seat, answers: m.Decision(seat)})
		}
	}
	slices.SortStableFunc(list, func(a, b chore) int { return a.at.Compare(b.at) })
	return list
}

// GivenUp is when a match that gathers is given up unless somebody new comes or is
// invited before; the zero time where it never is, or has started.
func (m *Match) GivenUp(inviteDays int) time.Time {
	if m.Status() != Gathering {
		return time.Time{}
	}
	return m.Wake(inviteDays)
}

// Wake is when the clock has to look at the match next; the zero time where it need
// not. A match that does not start is abandoned after some days, 0 = never.
func (m *Match) Wake(inviteDays int) time.Time {
	if list := m.chores(inviteDays); len(list) > 0 {
		return list[0].at
	}
	return time.Time{}
}

// Tick does what the clock has to do in a match by now, each thing once: calls whose
// time and grace are over, the end of a pause, the end of a match that never
// started. next is when to look again; the zero time means never. Early, late,
// double and stale ticks do no harm.
func (e *Engine) Tick(ctx context.Context, match string) (next time.Time, err error) {
	var last chore
	for {
		m, err := e.Match(ctx, match)
		if err != nil {
			return time.Time{}, err
		}
		list := m.chores(e.config.InviteDays)
		if len(list) == 0 {
			return time.Time{}, nil
		}
		now := list[0]
		if now.at.After(e.config.Now()) {
			return now.at, nil
		}
		if now == last {
			return time.Time{}, fmt.Errorf("match %s: what its clock does (%s, seat %d) changes nothing", match, now.kind, now.seat)
		}
		last = now
		c := command{id: e.commandID(match, now.seat, now.answers, "clock:"+string(now.kind), events.FormatTime(now.at)), by: "clock"}
		_, err = e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
			if !slices.Contains(m.chores(e.config.InviteDays), now) {
				return nil, refuse(Stale, "There is nothing left to do.", "Something has happened in the match since.")
			}
			return e.do(m, now)
		})
		if refusal := (*Refusal)(nil); errors.As(err, &refusal) && (refusal.Code == Stale || refusal.Code == Over) {
			continue // somebody was faster: look again
		}
		if err != nil {
			return time.Time{}, err
		}
	}
}

// do is what the clock writes for a chore.
func (e *Engine) do(m *Match, c chore) ([]events.Entry, error) {
	switch c.kind {
	case neverStarted:
		return []events.Entry{{Data: &events.Abandoned{Why: "never-started"}}}, nil
	case resume:
		return []events.Entry{{Data: &events.Resumed{}}}, nil
	case playOn:
		return e.instead(m, c.seat, nil)
	}
	return e.timeUp(m, c.seat)
}

// timeUp is what becomes of a seat whose time and grace are over, by the policy of the
// match's clock.
func (e *Engine) timeUp(m *Match, seat game.Seat) ([]events.Entry, error) {
	settings, _ := m.Clock()
	entries := []events.Entry{{Data: &events.ClockExpired{Seat: int(seat), Policy: settings.Policy}}}
	switch settings.Policy {
	case events.PolicyMove:
		return e.instead(m, seat, entries)
	case events.PolicyBot, events.PolicyResign:
		if !m.others(seat) {
			// Bots alone would play for nobody.
			return append(entries, events.Entry{Data: &events.Abandoned{Why: "clock"}}), nil
		}
		entries = append(entries, events.Entry{Data: &events.SeatVacated{Seat: int(seat), Next: "bot"}})
		if settings.Policy == events.PolicyBot {
			// He comes back as one comes to a seat that is offered.
			entries = append(entries, events.Entry{Data: &events.SeatOffered{Seat: int(seat), To: string(Person(m.Person(seat)))}})
		}
	}
	return entries, nil
}

// instead lets the bot choose in a seat's place until its call ends or something
// opens, behind the entries that stand before it in the slip.
func (e *Engine) instead(m *Match, seat game.Seat, before []events.Entry) ([]events.Entry, error) {
	state, decision := m.State, m.Decision(seat)
	var moves []game.Move
	for len(moves) < MaxTries && slices.Contains(state.Active(), seat) {
		move := uniform(position{state, seat}, e.below(m.ID, seat, decision))
		moves = append(moves, move)
		choice, next := consider(state, seat, move)
		if choice.Opens {
			break
		}
		state, decision = next, m.N()+len(before)+len(moves)
	}
	return m.moves(before, seat, moves)
}

// others says whether a person sits at another seat.
func (m *Match) others(seat game.Seat) bool {
	for other := game.Seat(1); int(other) <= m.Players(); other++ {
		if other != seat && m.Person(other) != "" {
			return true
		}
	}
	return false
}
