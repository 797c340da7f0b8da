package events

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	Proposal *Proposal // the open proposal to rewind, nil = none

	Clocked bool // there is a clock
	Paused  bool
	Due     map[int]time.Time // the deadlines that hold

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

// Proposal is a proposal to rewind that still waits for answers.
type Proposal struct {
	N      int // its event
	Seat   int
	To     int
	Agreed []int // the seats that agreed
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
	if err := t.follows(e); err != nil {
		return err
	}
	data, err := e.Decode()
	if err != nil {
		return err
	}
	if err := t.check(e, data.(typed)); err != nil {
		return fmt.Errorf("event %d, %s: %w", e.N, e.Type, err)
	}
	if started, ok := data.(*Started); ok && started.Mix != t.mix() {
		return fmt.Errorf("event %d: the mix is not that of the seats' words", e.N)
	}
	if err := t.checkOpens(e); err != nil {
		return err
	}
	drawn, err := e.Drawn()
	if err != nil {
		return err
	}
	drew := drewOf(data)
	if drew == nil && drawn != nil || drew != nil && drawn == nil && e.Sealed[drew.Part] != nil {
		return fmt.Errorf("event %d: `drew` does not name the part with the draws", e.N)
	}
	if drew != nil && (drew.First < t.Draws+1 || drew.First > t.Draws+1 && !t.guessing) {
		return fmt.Errorf("event %d: its first draw is number %d, not %d", e.N, t.Draws+1, drew.First)
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
	return nil
}

// follows asks for the chain, the numbers and the times.
func (t *Table) follows(e *Event) error {
	prev := t.Hash
	if t.N == 0 {
		prev = NoHead.Hash
	}
	switch {
	case e.N != t.N+1:
		return fmt.Errorf("event %d follows event %d", e.N, t.N)
	case t.N > 0 && e.Match != t.Match:
		return fmt.Errorf("event %d is of another match, %s", e.N, e.Match)
	case e.Prev != prev:
		return fmt.Errorf("event %d: prev is not the hash of event %d", e.N, t.N)
	case e.At.Before(t.At):
		return fmt.Errorf("event %d: its time is before that of event %d", e.N, t.N)
	}
	return nil
}

// checkOpens asks for what can be said of openings without the events that they
// open: earlier, once each, never the seed or draws.
func (t *Table) checkOpens(e *Event) error {
	if len(e.Opens) == 0 {
		return nil
	}
	now := make(map[Ref]bool, len(e.Opens))
	for _, o := range e.Opens {
		ref := Ref{o.N, o.I}
		c, err := parseContent(o.Value)
		switch {
		case err != nil:
			return fmt.Errorf("event %d opens [%d,%d]: %w", e.N, o.N, o.I, err)
		case o.N >= e.N:
			return fmt.Errorf("event %d opens [%d,%d], which is not earlier", e.N, o.N, o.I)
		case o.N == 1 && o.I == 0 || c.at == drawsPlace:
			return fmt.Errorf("event %d opens [%d,%d]: the seed and the draws are never opened", e.N, o.N, o.I)
		case t.Opened[ref] || now[ref]:
			return fmt.Errorf("event %d opens [%d,%d] once more", e.N, o.N, o.I)
		}
		now[ref] = true
	}
	return nil
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

// check asks whether the event may stand here: the fields of its type, the order
// of types, the seats, `by`. It changes nothing.
func (t *Table) check(e *Event, data typed) error {
	if _, ok := data.(*Created); ok != (t.Created == nil) {
		return errors.New("match.created is the first event, and only that")
	}
	if _, linked := data.(*SeatLinked); t.Over && !linked {
		return errors.New("after the end comes only seat.linked")
	}
	if (e.State != "") != forms[e.Type].state {
		return errors.New("a state digest stands on match.started, move.played, match.rewound and match.ended, and only there")
	}
	if c, ok := data.(*Created); ok {
		return checkCreated(e, c)
	}
	if e.Cmd != t.slip.cmd && len(t.slip.filling) > 0 {
		return errUnfilled
	}
	if err := t.checkBy(e, data); err != nil {
		return err
	}
	if err := checkTo(e, len(t.Seats)); err != nil {
		return err
	}
	if err := t.checkSeats(e, data); err != nil {
		return err
	}
	return t.checkLife(e, data)
}

func checkCreated(e *Event, c *Created) error {
	if len(e.Parts) == 0 || len(e.Parts[0].To) > 0 || e.Sealed[0] == nil && c.Seed != "" {
		return errors.New("part 0 is the seed, sealed to nobody")
	}
	for seat := range c.Words {
		if n, _ := parseSeat(seat); n > c.Players {
			return fmt.Errorf("words for seat %s of %d", seat, c.Players)
		}
	}
	if by, _ := ParseBy(e.By); by.Seat > 0 {
		return fmt.Errorf("by %s: nobody sits there yet", e.By)
	}
	return checkTo(e, c.Players)
}

// checkTo asks that parts are sealed to seats of the match.
func checkTo(e *Event, players int) error {
	for i, p := range e.Parts {
		if n := len(p.To); n > 0 && p.To[n-1] > players {
			return fmt.Errorf("part %d is sealed to seat %d of %d", i, p.To[n-1], players)
		}
	}
	return nil
}

// checkBy asks that the one who gave the command sits where he says. Within a
// slip `by` stays the same, also when he has just left his seat.
func (t *Table) checkBy(e *Event, data typed) error {
	by, err := ParseBy(e.By)
	if err != nil {
		return err
	}
	if by.Seat > len(t.Seats) {
		return fmt.Errorf("by %s: there are %d seats", e.By, len(t.Seats))
	}
	if e.Cmd == t.slip.cmd {
		if e.By != t.slip.by {
			return fmt.Errorf("by %s, but its slip began by %s", e.By, t.slip.by)
		}
	} else if by.Seat > 0 {
		who := t.Seats[by.Seat-1].Who
		if taken, ok := data.(*SeatTaken); ok && taken.Seat == by.Seat && by.Role == "seat" {
			who = taken.Who // the one who takes the seat gives the command
		}
		if !sits(who, by.Role) {
			return fmt.Errorf("by %s: no such one sits there", e.By)
		}
	}
	seat, clock := 0, false
	switch d := data.(type) {
	case *Played:
		seat, clock = d.Seat, true
	case *RewindProposed:
		seat = d.Seat
	case *RewindAnswered:
		seat = d.Seat
	default:
		return nil
	}
	// Whoever left his seat earlier in the slip does not act for it any more.
	if by.Role == "clock" && clock || by.Seat == seat && sits(t.Seats[seat-1].Who, by.Role) && (by.Role == "seat" || clock) {
		return nil
	}
	return fmt.Errorf("by %s, though it is for seat %d to do", e.By, seat)
}

// sits says whether the one at a seat is a person or a bot, as the role asks.
func sits(who, role string) bool {
	return who != "" && (who == "bot") == (role == "bot")
}

// checkSeats asks that seats exist and may be given, taken and left.
func (t *Table) checkSeats(e *Event, data typed) error {
	seat := 0
	switch d := data.(type) {
	case *SeatOffered:
		seat = d.Seat
	case *SeatTaken:
		seat = d.Seat
	case *SeatLinked:
		seat = d.Seat
	case *SeatVacated:
		seat = d.Seat
	case *Played:
		seat = d.Seat
	case *RewindProposed:
		seat = d.Seat
	case *RewindAnswered:
		seat = d.Seat
	case *ClockExpired:
		seat = d.Seat
	}
	if seat == 0 {
		return nil
	}
	if seat > len(t.Seats) {
		return fmt.Errorf("there is no seat %d", seat)
	}
	has := t.Seats[seat-1]
	free := has.Who == "" || has.Who == "bot"
	switch d := data.(type) {
	case *SeatOffered:
		if !free {
			return fmt.Errorf("seat %d is a person's", seat)
		}
	case *SeatTaken:
		if !free {
			return fmt.Errorf("seat %d is a person's", seat)
		}
		return t.checkWords(e, d)
	case *SeatLinked:
		if d.Link != has.Link+1 {
			return fmt.Errorf("link %d of seat %d follows link %d", d.Link, seat, has.Link)
		}
	case *SeatVacated:
		if has.Who == "" {
			return fmt.Errorf("seat %d is open already", seat)
		}
	}
	return nil
}

// checkWords asks that the seats that the host fills at once repeat the words of
// match.created, and that a later bot brings none.
func (t *Table) checkWords(e *Event, d *SeatTaken) error {
	if e.Cmd != t.slip.cmd || t.slip.filling == nil {
		if d.Who == "bot" && d.Words != "" {
			return errors.New("a bot that comes later brings no words")
		}
		return nil
	}
	words, ok := t.Created.Words[strconv.Itoa(d.Seat)]
	if !ok || words != d.Words {
		return fmt.Errorf("match.created does not give these words for seat %d", d.Seat)
	}
	return nil
}

// checkLife asks for the order of types and what goes with it.
func (t *Table) checkLife(e *Event, data typed) error {
	switch d := data.(type) {
	case *Started:
		if t.Started > 0 {
			return errors.New("the match has started already")
		}
		for i, s := range t.Seats {
			if s.Who == "" {
				return fmt.Errorf("seat %d is not filled", i+1)
			}
		}
		if len(t.slip.filling) > 0 {
			return errUnfilled
		}
		if err := checkDrew(e, d.Drew); err != nil {
			return err
		}
	case *Played:
		if t.Started == 0 {
			return errors.New("the match has not started")
		}
		if err := checkDrew(e, d.Drew); err != nil {
			return err
		}
	case *Rewound:
		if err := t.onLine(d.To); err != nil {
			return err
		}
	case *RewindProposed:
		if err := t.onLine(d.To); err != nil {
			return err
		}
	case *RewindAnswered, *RewindLapsed:
		if t.Started == 0 {
			return errors.New("the match has not started")
		}
	case *Ended:
		if e.Cmd != t.slip.cmd || !t.slip.moved {
			return errors.New("it stands in the slip of the move that ends the game")
		}
	}
	return t.checkDue(data)
}

// checkDrew asks for the part that lists the draws.
func checkDrew(e *Event, d *Drew) error {
	switch {
	case d == nil:
		return nil
	case d.Part >= len(e.Parts):
		return fmt.Errorf("drew: there is no part %d", d.Part)
	case len(e.Parts[d.Part].To) > 0:
		return errors.New("drew: the draws are sealed to nobody")
	}
	return nil
}

// onLine asks that an event can be rewound to.
func (t *Table) onLine(to int) error {
	if t.Started == 0 {
		return errors.New("the match has not started")
	}
	if _, found := slices.BinarySearch(t.Line, to); !found && to != t.Started {
		return fmt.Errorf("event %d is not on the effective line", to)
	}
	return nil
}

// checkDue asks that deadlines are there exactly when a clock runs, for seats of
// the match. Which seats they are for, only the rules know.
func (t *Table) checkDue(data typed) error {
	due, must := dueOf(data)
	runs := t.Clocked && t.Started > 0 && !t.Paused
	switch d := data.(type) {
	case *Started:
		runs = t.Clocked && !t.Paused
	case *Resumed:
		runs = t.Clocked && t.Started > 0
	case *ClockChanged:
		runs = d.Clock != nil && t.Started > 0 && !t.Paused
	}
	if due != nil && !runs {
		return errors.New("due: there are no deadlines without a clock, while paused, and before the start")
	}
	if due == nil && runs && must {
		return errors.New("due is missing while a clock runs")
	}
	for seat := range due {
		if n, _ := parseSeat(seat); n > len(t.Seats) {
			return fmt.Errorf("due: there is no seat %s", seat)
		}
	}
	return nil
}

// dueOf gives the deadlines of data, and whether it must have some while a clock
// runs.
func dueOf(data typed) (due map[string]string, must bool) {
	switch d := data.(type) {
	case *SeatTaken:
		return d.Due, true
	case *SeatVacated:
		return d.Due, true
	case *Started:
		return d.Due, true
	case *Played:
		return d.Due, true
	case *Rewound:
		return d.Due, true
	case *ClockChanged:
		return d.Due, true
	case *ClockExpired:
		return d.Due, false // only if it changes any
	case *Resumed:
		return d.Due, true
	}
	return nil, false
}

// apply takes over what a checked event says.
func (t *Table) apply(e *Event, data typed) {
	if e.Cmd != t.slip.cmd {
		t.slip = slip{cmd: e.Cmd, by: e.By}
	}
	t.Match, t.N, t.Hash, t.At = e.Match, e.N, e.Hash, e.At
	if due, _ := dueOf(data); due != nil {
		t.Due = make(map[int]time.Time, len(due))
		for seat, text := range due {
			n, _ := parseSeat(seat)
			t.Due[n], _ = ParseTime(text)
		}
	}
	switch d := data.(type) {
	case *Created:
		t.Created = d
		t.Clocked = d.Clock != nil
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
		t.Proposal = &Proposal{N: e.N, Seat: d.Seat, To: d.To}
	case *RewindAnswered:
		t.answer(d)
	case *RewindLapsed:
		t.Proposal = nil
	case *ClockChanged:
		t.Clocked = d.Clock != nil
		if !t.Clocked {
			t.Due = nil
		}
	case *Paused:
		t.Paused, t.Due = true, nil
	case *Resumed:
		t.Paused = false
	case *Ended:
		t.finish(e.N, "")
	case *Abandoned:
		t.finish(e.N, d.Why)
	}
}

// answer notes who agrees; one who does not ends the proposal.
func (t *Table) answer(d *RewindAnswered) {
	if t.Proposal == nil {
		return
	}
	if !d.Agree {
		t.Proposal = nil
		return
	}
	p := *t.Proposal
	p.Agreed = append(slices.Clone(p.Agreed), d.Seat)
	t.Proposal = &p
}

func (t *Table) finish(n int, why string) {
	t.Over, t.Ended, t.Abandoned, t.Due, t.Proposal = true, n, why, nil, nil
}

// Clone is a table of its own: what is added to it does not touch the original.
func (t *Table) Clone() *Table {
	c := *t
	c.Seats = slices.Clone(t.Seats)
	c.Line = slices.Clone(t.Line)
	c.Opened = maps.Clone(t.Opened)
	c.Due = maps.Clone(t.Due)
	c.slip.filling = maps.Clone(t.slip.filling)
	return &c
}
