package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
)

// The limits of proposals.
const (
	MaxRewinds = 3  // proposals to rewind of a seat in 24 hours
	MaxOthers  = 10 // its other proposals in 24 hours: each one is a letter to everybody else
	MinPause   = 24 * time.Hour
	MaxPause   = 90 * 24 * time.Hour
	pauseSlack = time.Hour // between the making of a form and its being sent
)

// Proposing asks all other human seats to agree to something.
type Proposing struct {
	Match string
	Seat  game.Seat
	After int    // the last event that the form saw
	What  string // events.WhatRewind, WhatPause, WhatResume, WhatEnd or WhatClock

	To    int             // of WhatRewind: one of RewindTo
	Clock json.RawMessage // of WhatClock: nil or null = none
	Until time.Time       // of WhatPause
}

// Proposal is the open proposal, nil = none.
func (m *Match) Proposal() *events.Proposal { return m.Table.Proposal }

// Asked lists the human seats whose answer to the open proposal is missing.
func (m *Match) Asked() []game.Seat {
	var asked []game.Seat
	for _, seat := range m.Table.Asked() {
		asked = append(asked, game.Seat(seat))
	}
	return asked
}

// Propose asks the other human seats. Where there are none it is carried out at once.
func (e *Engine) Propose(ctx context.Context, p Proposing) (Receipt, error) {
	if p.What == events.WhatClock {
		canonical, err := readClock(p.Clock)
		if err != nil {
			return Receipt{}, err
		}
		p.Clock = canonical
	}
	proposed, text := p.data()
	c := command{id: e.commandID(p.Match, p.Seat, p.After, "propose:"+p.What, text), by: "seat:" + p.Seat.String()}
	return e.act(ctx, p.Match, c, func(m *Match) ([]events.Entry, error) {
		if err := m.mayPropose(p, e.config.Now()); err != nil {
			return nil, err
		}
		entries := []events.Entry{{Data: proposed}}
		if m.others(p.Seat) {
			return entries, nil
		}
		agreed, err := m.agreed(&events.Proposal{What: p.What, To: p.To, Clock: p.Clock, Until: p.Until})
		return append(entries, agreed), err
	})
}

// data is the event of a proposal, and what it says as text.
func (p Proposing) data() (data any, text string) {
	d := &events.ConsentProposed{Seat: int(p.Seat), What: p.What}
	switch p.What {
	case events.WhatRewind:
		return &events.RewindProposed{Seat: int(p.Seat), To: p.To}, strconv.Itoa(p.To)
	case events.WhatPause:
		d.Until = events.FormatTime(p.Until.UTC())
		return d, d.Until
	case events.WhatClock:
		d.Clock = p.Clock
		return d, string(d.Clock)
	}
	return d, ""
}

// mayPropose refuses what cannot be proposed as the match stands.
func (m *Match) mayPropose(p Proposing, now time.Time) error {
	if err := m.going(); err != nil {
		return err
	}
	if m.Person(p.Seat) == "" {
		return refuse(Invalid, "Ask the host for a seat.", "No player sits there who could propose anything.")
	}
	if o := m.Table.Proposal; o != nil {
		return refuse(Stale, "It must be answered or withdrawn first.", "A proposal is open already: there is one at a time.")
	}
	if p.After < m.Table.Started || p.After > m.N() || m.overtaken(p.After) {
		return refuse(Stale, "Look at the match as it is now and propose again.", "Something has happened since this page was made.")
	}
	if m.others(p.Seat) && m.proposedSince(p.Seat, now.Add(-24*time.Hour), events.TypeConsentProposed) >= MaxOthers && p.What != events.WhatRewind {
		return refuse(Invalid, "Wait for tomorrow.", "This seat has proposed something %d times within a day.", MaxOthers)
	}
	switch p.What {
	case events.WhatRewind:
		return m.mayRewind(p, now)
	case events.WhatPause:
		if err := m.running(); err != nil {
			return err
		}
		if left := p.Until.Sub(now); left < MinPause-pauseSlack || left > MaxPause+pauseSlack {
			return refuse(Invalid, "Choose a day within the next 90.", "A pause lasts from 1 to 90 days.")
		}
	case events.WhatResume:
		if !m.Table.Paused {
			return refuse(Stale, "There is nothing left to do.", "The match is not paused.")
		}
	case events.WhatClock:
		if bytes.Equal(p.Clock, m.Table.Clock) {
			return refuse(Invalid, "Choose another one.", "The match has this clock already.")
		}
	case events.WhatEnd:
	default:
		return refuse(Invalid, "Choose one of the things offered.", "%.40q cannot be proposed.", p.What)
	}
	return nil
}

func (m *Match) mayRewind(p Proposing, now time.Time) error {
	if err := m.running(); err != nil {
		return err
	}
	if !slices.Contains(m.RewindTo(), p.To) {
		return refuse(Stale, "Choose a position that the match has come by.", "The match cannot go back to event %d.", p.To)
	}
	if m.proposedSince(p.Seat, now.Add(-24*time.Hour), events.TypeRewindProposed) >= MaxRewinds {
		return refuse(Invalid, "Wait for tomorrow.", "This seat has proposed to go back %d times within a day.", MaxRewinds)
	}
	return nil
}

// proposedSince counts the proposals of a seat, by the type of their event, since a
// moment.
func (m *Match) proposedSince(seat game.Seat, since time.Time, eventType string) (count int) {
	by := "seat:" + seat.String()
	for i := m.N() - 1; i >= 0 && m.Log[i].At.After(since); i-- {
		if e := m.Log[i]; e.Type == eventType && e.By == by {
			count++
		}
	}
	return count
}

// overtaken says whether something has happened since event n that would have let a
// proposal lapse.
func (m *Match) overtaken(n int) bool {
	for _, e := range m.Log[n:] {
		if !aside(e.Type) {
			return true
		}
	}
	return false
}

// Answer answers a proposal, n is the number of its event. One who does not agree ends it; the
// last yes carries it out.
func (e *Engine) Answer(ctx context.Context, match string, seat game.Seat, n int, agree bool) (Receipt, error) {
	c := command{id: e.commandID(match, seat, n, "answer", strconv.FormatBool(agree)), by: "seat:" + seat.String()}
	return e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		p, err := m.open(n)
		if err != nil {
			return nil, err
		}
		asked := m.Asked()
		if !slices.Contains(asked, seat) {
			return nil, refuse(Invalid, "There is nothing left to do.", "This seat is not asked, or it has answered.")
		}
		entry := events.Entry{Data: &events.ConsentAnswered{Seat: int(seat), Agree: agree}}
		if p.What == events.WhatRewind {
			entry.Data = &events.RewindAnswered{Seat: int(seat), Agree: agree}
		}
		if !agree || len(asked) > 1 {
			return []events.Entry{entry}, nil
		}
		if p.What == events.WhatPause && !p.Until.After(e.config.Now()) {
			return nil, refuse(Stale, "Answer no, and propose another day.", "The day until which the match was to be paused has passed.")
		}
		agreed, err := m.agreed(p)
		return []events.Entry{entry, agreed}, err
	})
}

// Withdraw takes a seat's own proposal back, n is the number of its event.
func (e *Engine) Withdraw(ctx context.Context, match string, seat game.Seat, n int) (Receipt, error) {
	c := command{id: e.commandID(match, seat, n, "withdraw"), by: "seat:" + seat.String()}
	return e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		p, err := m.open(n)
		if err != nil {
			return nil, err
		}
		if p.Seat != int(seat) {
			return nil, refuse(Invalid, "Answer it with no.", "Another seat has proposed this.")
		}
		return []events.Entry{{Data: lapsed(p)}}, nil
	})
}

// open is the proposal of event n, which must be the open one.
func (m *Match) open(n int) (*events.Proposal, error) {
	if err := m.going(); err != nil {
		return nil, err
	}
	if p := m.Table.Proposal; p != nil && p.N == n {
		return p, nil
	}
	return nil, refuse(Stale, "Look at the match as it is now.", "This proposal is not open any more: it was answered or withdrawn, or the match went on.")
}

// agreed is what a proposal does once all agree.
func (m *Match) agreed(p *events.Proposal) (events.Entry, error) {
	switch p.What {
	case events.WhatRewind:
		whole, err := m.stateAt(p.To).MarshalJSON()
		return events.Entry{Data: &events.Rewound{To: p.To}, State: whole}, err
	case events.WhatPause:
		return events.Entry{Data: &events.Paused{Until: events.FormatTime(p.Until.UTC())}}, nil
	case events.WhatResume:
		return events.Entry{Data: &events.Resumed{}}, nil
	case events.WhatClock:
		return events.Entry{Data: &events.ClockChanged{Clock: p.Clock}}, nil
	}
	return events.Entry{Data: &events.Abandoned{Why: "agreed"}}, nil
}

// lapsed is the event that ends a proposal without an answer.
func lapsed(p *events.Proposal) any {
	if p.What == events.WhatRewind {
		return &events.RewindLapsed{}
	}
	return &events.ConsentLapsed{}
}

// aside says whether events of a type let an open proposal stand.
func aside(eventType string) bool {
	switch eventType {
	case events.TypeSeatLinked, events.TypeRewindProposed, events.TypeRewindAnswered, events.TypeRewindLapsed,
		events.TypeConsentProposed, events.TypeConsentAnswered, events.TypeConsentLapsed:
		return true
	}
	return false
}

// lapse lets the open proposal lapse before whatever else a slip does to the match,
// but after whoever comes to sit has sat down, since it is by him. Answers carry out
// what was agreed on, and links change nothing.
func (m *Match) lapse(entries []events.Entry) []events.Entry {
	p := m.Table.Proposal
	if p == nil {
		return entries
	}
	overtakes := false
	for _, entry := range entries {
		switch eventType := events.TypeOf(entry.Data); {
		case eventType != events.TypeSeatLinked && aside(eventType):
			return entries
		case eventType != events.TypeSeatLinked:
			overtakes = true
		}
	}
	if !overtakes {
		return entries
	}
	at := 0
	if _, sits := entries[0].Data.(*events.SeatTaken); sits {
		at = 1
	}
	all := slices.Insert(slices.Clone(entries), at, events.Entry{Data: lapsed(p)})
	for i := range all {
		// What the slip opens of its own events has moved by one.
		all[i].Opens = slices.Clone(all[i].Opens)
		for j := range all[i].Opens {
			if all[i].Opens[j].N > m.N() {
				all[i].Opens[j].N++
			}
		}
	}
	return all
}
