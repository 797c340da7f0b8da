package engine

import (
	"strconv"
	"strings"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
)

// Happening is one event of a match as a viewer may know it, for the log, the
// audit page and letters.
type Happening struct {
	N       int
	At      time.Time
	Type    string
	By      string
	Seat    game.Seat   // whom it concerns: the mover, the seat taken, the one who proposes or answers, whose time it is, the new host's; 0 = nobody
	Move    game.Move   // empty where there is none or the viewer may not know it
	Hidden  bool        // a move whose text the viewer may not know: the seat has chosen
	Label   *game.Label // what the move is; nil with an empty Move
	Facts   []game.Fact // what happened, as the viewer may know it
	Opened  bool        // it drew or showed something
	Dropped bool        // rewound: not on the effective line
	Agreed  bool        // a rewind, pause, end or another clock that the players agreed on
	Again   bool        // a seat is offered to, or taken by, the very person who has left it
	Data    any         // the event's typed data, with what the viewer may not know left out

	// Proposal is what an answer or a lapse is about, or what was agreed on; nil for
	// other events. Of its answers it knows nothing.
	Proposal *events.Proposal
}

// Story tells the events with numbers above after, up to and with upTo, as a
// viewer may know them at this position.
func (m *Match) Story(viewer game.Seat, after, upTo int) []Happening {
	if m.disclosed {
		viewer = game.All
	}
	upTo = min(upTo, m.N())
	onLine := map[int]bool{}
	for _, s := range m.line {
		onLine[s.n] = true
	}
	var story []Happening
	again, from := m.replay(after)
	for _, e := range m.Log[min(from, upTo):upTo] {
		h := Happening{N: e.N, At: e.At, Type: e.Type, By: e.By}
		h.Seat, _ = bySeat(e.By)
		position := again.State
		data, err := e.Decode()
		if err == nil && again.Broken == nil && e.N <= m.Table.N {
			again.Broken = again.fold(e, data, func(_ int, f game.Fact) {
				if f.For(viewer) {
					h.Facts = append(h.Facts, f)
				}
			})
		}
		if e.N <= after {
			continue
		}
		h.Data = data
		h.Proposal, h.Agreed = m.about(e)
		switch d := data.(type) {
		case *events.Created:
			d.Seed = ""
		case *events.Started:
			// Its set-up holds the deal: nothing of it is told here.
			d.Setup = nil
		case *events.Played:
			h.Seat = game.Seat(d.Seat)
			h.Dropped = !onLine[e.N]
			if again.Broken == nil && again.State != nil {
				h.Opened = again.line[len(again.line)-1].opened
			}
			if m.MayKnow(viewer, e) {
				h.Move = game.Move(d.Move)
				if position != nil {
					label := position.Describe(h.Seat, h.Move)
					h.Label = &label
				}
			} else {
				h.Hidden = true
				d.Move = ""
			}
		case *events.Rewound:
			h.Seat = game.Seat(m.takeBack(e)) // nobody's, where all agreed
		case *events.RewindLapsed, *events.ConsentLapsed:
			if !m.alone(e) { // overtaken by what else its slip holds: nobody withdrew it
				h.Seat = 0
			}
		case *events.SeatTaken:
			h.Seat = game.Seat(d.Seat)
			h.Again = d.Who == m.leftBy(d.Seat, e.N)
		case *events.SeatOffered:
			h.Seat = game.Seat(d.Seat)
			h.Again = d.To == m.leftBy(d.Seat, e.N)
		case *events.SeatLinked:
			h.Seat = game.Seat(d.Seat)
		case *events.SeatVacated:
			h.Seat = game.Seat(d.Seat)
		case *events.ClockExpired:
			h.Seat = game.Seat(d.Seat)
		case *events.ClockChanged:
			if d.Seat > 0 {
				h.Seat = game.Seat(d.Seat)
			}
		case *events.HostChanged:
			h.Seat = m.seatOf(d.Host)
		}
		story = append(story, h)
	}
	return story
}

// seatOf is the first seat at which a person sits, 0 = none.
func (m *Match) seatOf(person string) game.Seat {
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if m.Person(seat) == person {
			return seat
		}
	}
	return 0
}

// leftBy is who has left a seat last before an event, as events name a person; empty =
// nobody has.
func (m *Match) leftBy(seat, before int) (who string) {
	sits := ""
	for _, e := range m.Log[:before-1] {
		if e.Type != events.TypeSeatTaken && e.Type != events.TypeSeatVacated {
			continue
		}
		switch data, _ := e.Decode(); d := data.(type) {
		case *events.SeatTaken:
			if d.Seat == seat {
				sits = d.Who
			}
		case *events.SeatVacated:
			if d.Seat == seat && sits != "bot" {
				who = sits
			}
		}
	}
	return who
}

// about finds the proposal that an event is about. One that carries it out stands in
// the slip of the last answer, or of the proposal where nobody else had to be asked.
func (m *Match) about(e *events.Event) (p *events.Proposal, agreed bool) {
	switch e.Type {
	case events.TypeRewindAnswered, events.TypeRewindLapsed, events.TypeConsentAnswered, events.TypeConsentLapsed:
	case events.TypeRewound, events.TypePaused, events.TypeResumed, events.TypeClockChanged, events.TypeAbandoned:
		if e.N < 2 || m.Log[e.N-2].Cmd != e.Cmd {
			return nil, false
		}
		switch m.Log[e.N-2].Type {
		case events.TypeRewindProposed, events.TypeRewindAnswered, events.TypeConsentProposed, events.TypeConsentAnswered:
			agreed = true
		default:
			return nil, false
		}
	default:
		return nil, false
	}
	for i := e.N - 2; i >= 0; i-- {
		if p := proposedBy(m.Log[i]); p != nil {
			return p, agreed
		}
	}
	return nil, agreed
}

// proposedBy is the proposal that an event makes, or nil.
func proposedBy(e *events.Event) *events.Proposal {
	if e.Type != events.TypeRewindProposed && e.Type != events.TypeConsentProposed {
		return nil
	}
	switch data, _ := e.Decode(); d := data.(type) {
	case *events.RewindProposed:
		return &events.Proposal{N: e.N, Seat: d.Seat, What: events.WhatRewind, To: d.To}
	case *events.ConsentProposed:
		until, _ := events.ParseTime(d.Until)
		return &events.Proposal{N: e.N, Seat: d.Seat, What: d.What, Clock: d.Clock, Until: until}
	}
	return nil
}

// replay is the match where the rules can go on from, to fold what comes after event
// n again: at the last position of the effective line up to there, behind which no
// later rewind goes. at is the event that made it, 0 = the beginning.
func (m *Match) replay(n int) (again *Match, at int) {
	again = &Match{ID: m.ID, Log: m.Log, Table: m.Table, Rules: m.Rules, calls: make(perSeat, len(m.calls)), own: make(perSeat, len(m.own))}
	again.timing.expired = make([]expiry, len(m.timing.expired))
	for i, s := range m.line {
		if s.n > n {
			break
		}
		again.line, again.State, at = m.line[:i+1:i+1], s.state, s.n
	}
	return again, at
}

// MayKnow says whether a viewer may know the text of a move at this position: it
// is open, his own, opened since, or the match is over.
func (m *Match) MayKnow(viewer game.Seat, e *events.Event) bool {
	if m.disclosed || viewer == game.All {
		return true
	}
	i := movePart(e)
	if i < 0 || m.Table.Opened[events.Ref{N: e.N, I: i}] {
		return true
	}
	for _, to := range e.Parts[i].To {
		if to == int(viewer) {
			return true
		}
	}
	return false
}

// movePart is the index of the part that seals the event's move, or -1.
func movePart(e *events.Event) int {
	for i, p := range e.Sealed {
		if p != nil && p.At() == "/move" {
			return i
		}
	}
	return -1
}

// bySeat is the seat of a "by" of the form seat:N or bot:N.
func bySeat(by string) (seat game.Seat, bot bool) {
	kind, number, _ := strings.Cut(by, ":")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0, false
	}
	return game.Seat(n), kind == "bot"
}

// alone says whether an event is the only one of its slip.
func (m *Match) alone(e *events.Event) bool {
	return (e.N < 2 || m.Log[e.N-2].Cmd != e.Cmd) && (e.N >= m.N() || m.Log[e.N].Cmd != e.Cmd)
}
