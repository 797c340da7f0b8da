package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// MaxPlayers bounds the seats of a match, so that no file can ask for endless ones.
const MaxPlayers = 100

// Table is the fold of what needs no rules: who sits where, the life of the
// match, the effective line, the count of draws. The zero Table is the start.
type Table struct {
	Match   string
	N       int
	Hash    string
	At      time.Time
	Created *Created
	Seats   []Seat // index 0 = seat 1

	Started  int    // number of match.started, 0 = not yet
	Mix      string // of match.started
	Line     []int  // event numbers of the moves on the effective line, in order
	Draws    int    // draws so far in the whole log, as far as their parts are here
	Opened   map[Ref]bool
	Host     string    // person id of the present host
	Proposal *Proposal // the open proposal, nil = none

	Clock  json.RawMessage // the present clock, nil = none
	Paused bool
	Until  time.Time         // when the clock ends the pause, zero = it is not said
	Due    map[int]time.Time // the deadlines that hold
	Bank   map[int]int       // whole seconds in the banks of seats that are not active; while paused, what each seat has left

	Over      bool
	Ended     int    // number of match.ended or match.abandoned
	Abandoned string // why, "" where it was not

	slip     slip
	guessing bool // some draws are sealed, so that Draws is only a least number
}

// Seat is what a log says of one seat.
type Seat struct {
	Who     string // "" = open, "bot", "person:<id>"
	Offered string // to whom it is offered while it is open or a bot's, "" = nobody
	Link    int    // number of the newest link
	Words   string // the last digest given before the start, "" = none
	Since   int    // number of the event that seated Who
	Next    string // what came after who was there last: "bot" or "open"
}

// Proposal is a proposal that still waits for answers.
type Proposal struct {
	N      int // its event
	Seat   int
	What   string          // WhatRewind, WhatPause …
	To     int             // of WhatRewind
	Clock  json.RawMessage // of WhatClock; nil = no clock
	Until  time.Time       // of WhatPause
	Agreed []int           // the seats that agreed
}

// slip is what the table keeps of the slip that it is in.
type slip struct {
	cmd, by string
	moved   bool         // it has a move
	filling map[int]bool // seats that match.created gives words for and that are not yet taken
}

var errUnfilled = errors.New("match.created gives words for a seat that is not taken in its slip")

// Add folds the next event of the match. It refuses what Format 1 forbids there:
// a broken chain, number or time, fields, order, seats, `by`, openings, a wrong
// mix or number of a draw. A refused event changes nothing.
func (t *Table) Add(e *Event) error {
	_, err := t.Fold(e)
	return err
}

// Fold is Add for whoever folds the event himself too: it gives the event's data,
// as Decode does, which so need not be read twice.
func (t *Table) Fold(e *Event) (data any, err error) {
	if err := t.follows(e); err != nil {
		return nil, err
	}
	if data, err = e.Decode(); err != nil {
		return nil, err
	}
	if err := t.check(e, data.(typed)); err != nil {
		return nil, fmt.Errorf("event %d, %s: %w", e.N, e.Type, err)
	}
	if started, ok := data.(*Started); ok && started.Mix != t.mix() {
		return nil, fmt.Errorf("event %d: the mix is not that of the seats' words", e.N)
	}
	if err := t.checkOpens(e); err != nil {
		return nil, err
	}
	drawn, err := e.Drawn()
	if err != nil {
		return nil, err
	}
	drew := drewOf(data)
	part := e.drawsPart()
	if part >= 0 && (drew == nil || drew.Part != part) || part < 0 && drew != nil && e.Sealed[drew.Part] != nil {
		return nil, fmt.Errorf("event %d: `drew` does not name the part with the draws", e.N)
	}
	if drew != nil && (drew.First < t.Draws+1 || drew.First > t.Draws+1 && !t.guessing) {
		return nil, fmt.Errorf("event %d: its first draw is number %d, not %d", e.N, t.Draws+1, drew.First)
	}
	if drew != nil {
		t.Draws = drew.First - 1 + len(drawn)
		if drawn == nil {
			t.Draws, t.guessing = drew.First, true
		}
	}
	for _, o := range e.Opens {
		if t.Opened == nil {
			t.Opened = map[Ref]bool{}
		}
		t.Opened[Ref{o.N, o.I}] = true
	}
	t.apply(e, data.(typed))
	return data, nil
}

func (t *Table) mix() string {
	words := make([]string, len(t.Seats))
	for i, s := range t.Seats {
		words[i] = s.Words
	}
	return Mix(words)
}

// drewOf is what data says of draws, nil = nothing.
func drewOf(data any) *Drew {
	switch d := data.(type) {
	case *Started:
		return d.Drew
	case *Played:
		return d.Drew
	}
	return nil
}

// Foresee takes over what an event that is not written yet will say: its deadlines
// are worked out from the table after it. Nothing is checked.
func (t *Table) Foresee(e *Event, data any) {
	if d, ok := data.(typed); ok {
		t.apply(e, d)
	}
}

// apply takes over what a checked event says.
func (t *Table) apply(e *Event, data typed) {
	if e.Cmd != t.slip.cmd {
		t.slip = slip{cmd: e.Cmd, by: e.By}
	}
	t.Match, t.N, t.Hash, t.At = e.Match, e.N, e.Hash, e.At
	if due, bank, _ := dueOf(data); due != nil {
		t.Due = make(map[int]time.Time, len(due))
		for seat, text := range due {
			n, _ := parseSeat(seat)
			t.Due[n], _ = ParseTime(text)
		}
		t.Bank = banks(bank)
	}
	switch d := data.(type) {
	case *Created:
		t.Created = d
		t.Clock, t.Host = d.Clock, d.Host
		t.Seats = make([]Seat, d.Players)
		t.slip.filling = make(map[int]bool, len(d.Words))
		for seat := range d.Words {
			n, _ := parseSeat(seat)
			t.slip.filling[n] = true
		}
	case *SeatOffered:
		t.Seats[d.Seat-1].Offered = d.To
	case *SeatTaken:
		s := &t.Seats[d.Seat-1]
		s.Who, s.Since, s.Offered, s.Next = d.Who, e.N, "", ""
		if d.Words != "" && t.Started == 0 {
			s.Words = d.Words
		}
		delete(t.slip.filling, d.Seat)
	case *SeatLinked:
		t.Seats[d.Seat-1].Link = d.Link
	case *SeatVacated:
		s := &t.Seats[d.Seat-1]
		s.Who, s.Since, s.Offered, s.Next = "", e.N, "", d.Next
		if d.Next == "bot" {
			s.Who = "bot"
		}
	case *Started:
		t.Started, t.Mix = e.N, d.Mix
	case *Played:
		t.Line = append(t.Line, e.N)
		t.slip.moved = true
	case *Rewound:
		t.slip.moved = false
		keep, found := slices.BinarySearch(t.Line, d.To)
		if found {
			keep++
		}
		t.Line = t.Line[:keep]
		t.Proposal = nil
	case *RewindProposed:
		t.Proposal = &Proposal{N: e.N, Seat: d.Seat, What: WhatRewind, To: d.To}
	case *RewindAnswered:
		t.answer(d.Seat, d.Agree)
	case *ConsentProposed:
		t.Proposal = &Proposal{N: e.N, Seat: d.Seat, What: d.What, Clock: d.Clock}
		t.Proposal.Until, _ = ParseTime(d.Until)
		t.settle()
	case *ConsentAnswered:
		t.answer(d.Seat, d.Agree)
		t.settle()
	case *RewindLapsed, *ConsentLapsed:
		t.Proposal = nil
	case *HostChanged:
		t.Host = d.Host
	case *ClockChanged:
		// While paused nothing says what a seat has of another clock.
		if t.Clock = d.Clock; t.Clock == nil || t.Paused && d.Seat == 0 {
			t.Due, t.Bank = nil, nil
		}
	case *Paused:
		t.Paused, t.Due, t.Bank = true, nil, banks(d.Bank)
		t.Until, _ = ParseTime(d.Until)
	case *Resumed:
		t.Paused, t.Until = false, time.Time{}
	case *Ended:
		t.finish(e.N, "")
	case *Abandoned:
		t.finish(e.N, d.Why)
	}
}

// banks are those of data, by seat; nil where it has none.
func banks(bank map[string]int) map[int]int {
	if bank == nil {
		return nil
	}
	bySeat := make(map[int]int, len(bank))
	for seat, seconds := range bank {
		n, _ := parseSeat(seat)
		bySeat[n] = seconds
	}
	return bySeat
}

// answer notes who agrees; one who does not ends the proposal.
func (t *Table) answer(seat int, agree bool) {
	if t.Proposal == nil {
		return
	}
	if !agree {
		t.Proposal = nil
		return
	}
	p := *t.Proposal
	p.Agreed = append(slices.Clone(p.Agreed), seat)
	t.Proposal = &p
}

// settle ends a proposal of consent.proposed that nobody is left to answer: its last
// yes has come. One to rewind ends with the match.rewound.
func (t *Table) settle() {
	if t.Proposal != nil && len(t.Asked()) == 0 {
		t.Proposal = nil
	}
}

// Asked lists the seats of persons whose answer to the open proposal is missing.
func (t *Table) Asked() []int {
	if t.Proposal == nil {
		return nil
	}
	var asked []int
	for i, s := range t.Seats {
		if seat := i + 1; isPerson(s.Who) && seat != t.Proposal.Seat && !slices.Contains(t.Proposal.Agreed, seat) {
			asked = append(asked, seat)
		}
	}
	return asked
}

func (t *Table) finish(n int, why string) {
	t.Over, t.Ended, t.Abandoned = true, n, why
	t.Due, t.Bank, t.Proposal = nil, nil, nil
}

// Clone is a table of its own: what is added to it does not touch the original.
func (t *Table) Clone() *Table {
	c := *t
	c.Seats = slices.Clone(t.Seats)
	c.Line = slices.Clone(t.Line)
	c.Opened = maps.Clone(t.Opened)
	c.Due = maps.Clone(t.Due)
	c.Bank = maps.Clone(t.Bank)
	c.slip.filling = maps.Clone(t.slip.filling)
	return &c
}
