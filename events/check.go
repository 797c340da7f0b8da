package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

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
	case *ConsentProposed:
		seat = d.Seat
	case *ConsentAnswered:
		seat = d.Seat
	default:
		return t.checkOffice(e, by, data)
	}
	// Whoever left his seat earlier in the slip does not act for it any more.
	if by.Role == "clock" && clock || by.Seat == seat && sits(t.Seats[seat-1].Who, by.Role) && (by.Role == "seat" || clock) {
		return nil
	}
	return fmt.Errorf("by %s, though it is for seat %d to do", e.By, seat)
}

// checkOffice asks that what a clock, a host or another seat alone may do is by one
// of them.
func (t *Table) checkOffice(e *Event, by By, data typed) error {
	switch d := data.(type) {
	case *ClockExpired:
		switch d.Policy {
		case PolicyNote, PolicyClaim, PolicyMove, PolicyBot, PolicyResign:
			if by.Role != "clock" {
				return fmt.Errorf("by %s: that the time of seat %d is up is for the clock to say", e.By, d.Seat)
			}
		case PolicyClaimed, PolicyWaved:
			if by.Role != "seat" || by.Seat == d.Seat {
				return fmt.Errorf("by %s: another player's seat claims or waves the time of seat %d", e.By, d.Seat)
			}
		}
	case *HostChanged:
		if by.Seat > 0 {
			return fmt.Errorf("by %s: the host passes on his rights, or the operator or the clock does", e.By)
		}
	}
	return nil
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
	case *ClockChanged:
		seat = d.Seat
	case *ConsentProposed:
		seat = d.Seat
	case *ConsentAnswered:
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
		return t.checkNone()
	case *RewindAnswered, *RewindLapsed:
		if t.Started == 0 {
			return errors.New("the match has not started")
		}
	case *ConsentProposed:
		return t.checkProposed(e, d)
	case *ConsentAnswered:
		return t.checkAnswered(d)
	case *ConsentLapsed:
		return t.checkConsent()
	case *Paused:
		if until, err := ParseTime(d.Until); d.Until != "" && err == nil && !until.After(e.At) {
			return errors.New("until: it lies after the event")
		}
	case *ClockChanged:
		if (d.Seat > 0) != (d.Why != "") {
			return errors.New("seat and why stand together")
		}
		if d.Seat > 0 && !sameClock(d.Clock, t.Clock) {
			return errors.New("the clock is as before where a seat's deadline alone changes")
		}
	case *ClockExpired:
		if d.Policy == PolicyWaved && d.Due == nil && t.Clock != nil && !t.Paused {
			return errors.New("due is missing where a seat gets its time anew")
		}
	case *HostChanged:
		if d.Host == t.Host {
			return errors.New("he is the host already")
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

// checkNone asks that no other proposal is open.
func (t *Table) checkNone() error {
	if t.Proposal != nil {
		return fmt.Errorf("the proposal of event %d is open", t.Proposal.N)
	}
	return nil
}

func (t *Table) checkProposed(e *Event, d *ConsentProposed) error {
	if t.Started == 0 {
		return errors.New("the match has not started")
	}
	if until, err := ParseTime(d.Until); d.What == WhatPause && err == nil && !until.After(e.At) {
		return errors.New("until: it lies after the event")
	}
	return t.checkNone()
}

// checkConsent asks that a proposal of consent.proposed is open.
func (t *Table) checkConsent() error {
	if t.Proposal == nil || t.Proposal.What == WhatRewind {
		return errors.New("no such proposal is open")
	}
	return nil
}

func (t *Table) checkAnswered(d *ConsentAnswered) error {
	if err := t.checkConsent(); err != nil {
		return err
	}
	if !slices.Contains(t.Asked(), d.Seat) {
		return fmt.Errorf("seat %d is not asked", d.Seat)
	}
	return nil
}

// sameClock compares two clocks as JSON.
func sameClock(a, b json.RawMessage) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	x, err := Canonical(a)
	y, other := Canonical(b)
	return err == nil && other == nil && bytes.Equal(x, y)
}

// checkDue asks that deadlines are there exactly when a clock runs, for seats of
// the match. Which seats they are for, only the rules know.
func (t *Table) checkDue(data typed) error {
	due, bank, must := dueOf(data)
	runs := t.Clock != nil && t.Started > 0 && !t.Paused
	switch d := data.(type) {
	case *Started:
		runs = t.Clock != nil && !t.Paused
	case *Resumed:
		runs = t.Clock != nil && t.Started > 0
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
	if d, ok := data.(*Paused); ok {
		if bank = d.Bank; bank != nil && (t.Clock == nil || t.Started == 0) {
			return errors.New("bank: there is no clock that stops")
		}
	} else if bank != nil && due == nil {
		return errors.New("bank: it stands beside due alone, or where the match is paused")
	}
	for seat := range bank {
		if n, _ := parseSeat(seat); n > len(t.Seats) {
			return fmt.Errorf("bank: there is no seat %s", seat)
		}
		if _, active := due[seat]; active {
			return fmt.Errorf("bank: seat %s has a deadline, and its bank is in that", seat)
		}
	}
	return nil
}

// dueOf gives the deadlines and banks of data, and whether it must have some while a
// clock runs.
func dueOf(data typed) (due map[string]string, bank map[string]int, must bool) {
	d, b := Deadlines(data)
	if d == nil {
		return nil, nil, false
	}
	_, spare := data.(*ClockExpired) // only if it changes any
	return *d, *b, !spare
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
