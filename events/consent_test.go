package events

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	slow  = `{"kind":"bank","time":432000}`
	quick = `{"kind":"bank","time":86400}`
)

// consentScript is the log of a match with banks in which the players agree on a pause,
// on another clock, and to end it.
func consentScript(t testing.TB) *script {
	t.Helper()
	s := newScript(t)
	s.gather(slow)
	start := s.started()
	start.Data.(*Started).Bank = map[string]int{"2": 432000, "3": 432000}
	s.slip("host", start)                                                                                                                                          // 7
	s.slip("seat:1", s.banked(s.play(1, "pass", 2), 1, 3))                                                                                                         // 8
	s.slip("seat:1", s.proposes(1, WhatPause))                                                                                                                     // 9
	s.slip("seat:2", agrees(2), Entry{Data: &Paused{Until: s.inWeeks(4), Bank: map[string]int{"1": 3600, "2": 60, "3": 3600}}})                                    // 10, 11
	s.slip("clock", s.banked(Entry{Data: &Resumed{Due: s.dueIn(2)}}, 1, 3))                                                                                        // 12
	s.slip("clock", s.banked(Entry{Data: &ClockChanged{Clock: json.RawMessage(`{ "time":432000, "kind":"bank"}`), Seat: 2, Why: WhyAway, Due: s.dueIn(2)}}, 1, 3)) // 13
	s.slip("clock", Entry{Data: &ClockExpired{Seat: 2, Policy: PolicyClaim}})                                                                                      // 14
	s.slip("seat:1", s.banked(Entry{Data: &ClockExpired{Seat: 2, Policy: PolicyWaved, Due: s.dueIn(2)}}, 1, 3))                                                    // 15
	s.slip("seat:2", s.proposes(2, WhatClock))                                                                                                                     // 16
	s.slip("bot:3", Entry{Data: &ConsentLapsed{}}, s.banked(s.play(3, "pass", 2), 1, 3))                                                                           // 17, 18
	s.slip("seat:2", s.proposes(2, WhatClock))                                                                                                                     // 19
	s.slip("seat:1", agrees(1), s.banked(Entry{Data: &ClockChanged{Clock: json.RawMessage(quick), Due: s.dueIn(2)}}, 1, 3))                                        // 20, 21
	s.slip("host", Entry{Data: &HostChanged{anna[len("person:"):]}})                                                                                               // 22
	s.slip("clock", Entry{Data: &ClockExpired{Seat: 2, Policy: PolicyNote}})                                                                                       // 23
	s.slip("seat:1", s.proposes(1, WhatEnd))                                                                                                                       // 24
	return s
}

func (s *script) proposes(seat int, what string) Entry {
	d := &ConsentProposed{Seat: seat, What: what}
	switch what {
	case WhatClock:
		d.Clock = json.RawMessage(quick)
	case WhatPause:
		d.Until = s.inWeeks(4)
	}
	return Entry{Data: d}
}

func agrees(seat int) Entry { return Entry{Data: &ConsentAnswered{seat, true}} }

func (s *script) inWeeks(n int) string { return FormatTime(s.at.AddDate(0, 0, 7*n)) }

// dueIn is a deadline for a seat, also while the match is paused.
func (s *script) dueIn(seat int) map[string]string {
	return map[string]string{strconv.Itoa(seat): FormatTime(s.at.Add(48 * time.Hour))}
}

// banked gives an entry banks of an hour for some seats.
func (s *script) banked(e Entry, seats ...int) Entry {
	_, bank := Deadlines(e.Data)
	*bank = map[string]int{}
	for _, seat := range seats {
		(*bank)[strconv.Itoa(seat)] = 3600
	}
	return e
}

func TestTableOfConsents(t *testing.T) {
	t.Parallel()
	s := consentScript(t)
	table := s.table
	if string(table.Clock) != quick || table.Paused || !table.Until.IsZero() || table.Host != anna[len("person:"):] {
		t.Errorf("clock, pause and host are %s, %v, %v, %s", table.Clock, table.Paused, table.Until, table.Host)
	}
	if !slices.Equal(slices.Sorted(maps.Keys(table.Due)), []int{2}) || !maps.Equal(table.Bank, map[int]int{1: 3600, 3: 3600}) {
		t.Errorf("deadlines and banks are %v, %v", table.Due, table.Bank)
	}
	if want := (&Proposal{N: 24, Seat: 1, What: WhatEnd}); !reflect.DeepEqual(table.Proposal, want) {
		t.Errorf("the proposal is %+v", table.Proposal)
	}
	if !slices.Equal(table.Asked(), []int{2}) {
		t.Errorf("asked are %v: the bot and the proposer are not", table.Asked())
	}
	s.slip("seat:2", agrees(2), Entry{Data: &Abandoned{Why: "agreed"}})
	if !table.Over || table.Abandoned != "agreed" || table.Proposal != nil || table.Due != nil || table.Bank != nil {
		t.Errorf("at the end it is %+v", table)
	}
	for _, v := range viewers {
		if got := verdicts(t, s.export(v), nil); got != nil {
			t.Errorf("%s: %q", v, got)
		}
	}
}

// TestConsentEnds tries every way in which a proposal ends, and what is known of it
// while it is open.
func TestConsentEnds(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather(slow)
	s.slip("host", s.started())
	s.slip("seat:1", s.proposes(1, WhatPause))
	until, _ := ParseTime(s.inWeeks(4))
	if p := s.table.Proposal; p == nil || p.What != WhatPause || p.Until.Sub(until).Abs() > time.Minute || p.Clock != nil || p.To != 0 {
		t.Errorf("the proposal is %+v", p)
	}
	s.slip("seat:2", Entry{Data: &ConsentAnswered{2, false}})
	if s.table.Proposal != nil {
		t.Error("a refused proposal stays")
	}
	s.slip("seat:1", s.proposes(1, WhatClock))
	if p := s.table.Proposal; p == nil || string(p.Clock) != quick || !p.Until.IsZero() {
		t.Errorf("the proposal is %+v", p)
	}
	s.slip("seat:1", Entry{Data: &ConsentLapsed{}})
	if s.table.Proposal != nil {
		t.Error("a lapsed proposal stays")
	}
	s.slip("host", Entry{Data: &SeatTaken{Seat: 3, Who: carl, Due: s.due(1)}})
	s.slip("seat:1", s.proposes(1, WhatEnd))
	s.slip("seat:3", agrees(3))
	if p := s.table.Proposal; p == nil || !slices.Equal(p.Agreed, []int{3}) || !slices.Equal(s.table.Asked(), []int{2}) {
		t.Errorf("with one of two answers the proposal is %+v", p)
	}
	before := s.table.Clone()
	s.slip("seat:2", agrees(2))
	if s.table.Proposal != nil {
		t.Error("after the last yes a proposal stays")
	}
	if len(before.Proposal.Agreed) != 1 {
		t.Error("an answer changed the table that it was not added to")
	}
	s.slip("host", Entry{Data: &SeatVacated{Seat: 2, Next: "bot", Due: s.due(1)}}, Entry{Data: &SeatVacated{Seat: 3, Next: "bot", Due: s.due(1)}})
	s.slip("seat:1", s.proposes(1, WhatPause), Entry{Data: &Paused{Until: s.inWeeks(1)}})
	if s.table.Proposal != nil || !s.table.Paused || s.table.Until.IsZero() {
		t.Errorf("with nobody to ask the table is %+v", s.table)
	}
}

// TestTableRefusesConsents tries what must not stand in a log of proposals, clocks
// and hosts.
func TestTableRefusesConsents(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather(slow)
	s.refuses("has not started", "seat:1", s.proposes(1, WhatEnd))
	s.refuses("no such proposal", "seat:1", agrees(1))
	s.refuses("no such proposal", "host", Entry{Data: &ConsentLapsed{}})
	s.refuses("host already", "host", Entry{Data: &HostChanged{host}})
	s.refuses("passes on his rights", "seat:1", Entry{Data: &HostChanged{anna[len("person:"):]}})
	s.refuses("passes on his rights", "bot:3", Entry{Data: &HostChanged{anna[len("person:"):]}})
	s.slip("host", s.started())
	start := s.table.Started

	s.refuses("for seat 1 to do", "seat:2", s.proposes(1, WhatEnd))
	s.refuses("for seat 1 to do", "host", s.proposes(1, WhatEnd))
	s.refuses("for seat 3 to do", "bot:3", s.proposes(3, WhatEnd))
	s.refuses("for seat 4 to do", "seat:1", s.proposes(4, WhatEnd))
	s.refuses("pause, resume, end or clock", "seat:1", s.proposes(1, WhatRewind))
	for _, d := range []*ConsentProposed{{What: WhatEnd, Until: s.inWeeks(1)}, {What: WhatClock, Until: s.inWeeks(1)}, {What: WhatPause}} {
		d.Seat = 1
		s.refuses("until stands exactly", "seat:1", Entry{Data: d})
	}
	s.refuses("lies after the event", "seat:1", Entry{Data: &ConsentProposed{Seat: 1, What: WhatPause, Until: FormatTime(s.at.Add(-time.Hour))}})
	s.refuses("lies after the event", "host", Entry{Data: &Paused{Until: FormatTime(s.at.Add(-time.Hour))}})

	// One proposal is open at most, of whichever kind.
	rewind := Entry{Data: &RewindProposed{Seat: 2, To: start}}
	s.slip("seat:2", rewind)
	s.refuses("event 8 is open", "seat:1", s.proposes(1, WhatEnd))
	s.refuses("event 8 is open", "seat:2", rewind)
	s.refuses("no such proposal", "seat:1", agrees(1))
	s.refuses("no such proposal", "seat:1", Entry{Data: &ConsentLapsed{}})
	s.slip("seat:2", Entry{Data: &RewindLapsed{}})
	s.slip("seat:1", s.proposes(1, WhatEnd))
	s.refuses("event 10 is open", "seat:2", s.proposes(2, WhatPause))
	s.refuses("event 10 is open", "seat:2", rewind)
	s.refuses("seat 1 is not asked", "seat:1", agrees(1))
	s.refuses("for seat 2 to do", "seat:1", agrees(2))
	s.refuses("for seat 3 to do", "bot:3", agrees(3))
	s.slip("host", Entry{Data: &SeatTaken{Seat: 3, Who: carl, Due: s.due(1)}})
	s.slip("seat:2", agrees(2))
	s.refuses("seat 2 is not asked", "seat:2", agrees(2))
	s.slip("seat:3", Entry{Data: &ConsentAnswered{3, false}})
	s.refuses("no such proposal", "seat:2", agrees(2))

	// Who may say that the time of a seat is up, and what of its clock.
	expired := func(policy string) Entry { return Entry{Data: &ClockExpired{Seat: 2, Policy: policy, Due: s.due(1)}} }
	for _, policy := range []string{PolicyNote, PolicyClaim, PolicyMove, PolicyBot, PolicyResign} {
		s.refuses("for the clock to say", "seat:1", expired(policy))
		s.refuses("for the clock to say", "host", expired(policy))
	}
	for _, policy := range []string{PolicyClaimed, PolicyWaved} {
		for _, by := range []string{"clock", "host", "seat:2"} {
			s.refuses("claims or waves", by, expired(policy))
		}
	}
	s.refuses("gets its time anew", "seat:1", Entry{Data: &ClockExpired{Seat: 2, Policy: PolicyWaved}})
	changed := func(clock string, seat int, why string) Entry {
		return Entry{Data: &ClockChanged{Clock: json.RawMessage(clock), Seat: seat, Why: why, Due: s.due(1)}}
	}
	s.refuses("as before", "clock", changed(quick, 1, WhyAway))
	s.refuses("no seat 4", "clock", changed(slow, 4, WhyAway))
	s.refuses("0 is less than 1", "clock", changed(slow, 0, WhyAway))
	s.refuses("away is needed", "clock", changed(slow, 1, "ill"))

	// Banks stand beside deadlines, for seats that have none.
	s.refuses("a deadline, and its bank", "seat:1", s.banked(s.play(1, "pass", 2), 1, 2))
	s.refuses("bank: there is no seat 4", "seat:1", s.banked(s.play(1, "pass", 2), 4))
	s.refuses("bank: there is no seat 4", "operator", Entry{Data: &Paused{Bank: map[string]int{"4": 1}}})
	s.refuses("beside due alone", "clock", s.banked(Entry{Data: &ClockExpired{Seat: 2, Policy: PolicyNote}}, 1))
	s.slip("seat:1", s.banked(s.play(1, "pass", 2), 1))
	s.slip("seat:2", s.play(2, "pass", 1))
	if s.table.Bank != nil {
		t.Errorf("banks that no event gives are %v", s.table.Bank)
	}
}

// TestForgedConsents changes what the players agreed on, chained anew.
func TestForgedConsents(t *testing.T) {
	t.Parallel()
	s := consentScript(t)
	file := s.export(All)
	for name, c := range map[string]struct {
		n        int
		old, new string
		at       int // the event at which it is found
	}{
		"who proposed":              {9, `"seat":1`, `"seat":2`, 9},
		"a bot proposes":            {9, `"by":"seat:1"`, `"by":"bot:3"`, 9},
		"what was proposed":         {9, `"what":"pause"`, `"what":"end"`, 9},
		"a clock beside a pause":    {9, `"what":"pause",`, `"what":"pause","clock":null,`, 9},
		"a clock left out":          {16, `,"clock":` + quick, ``, 16},
		"an end before its time":    {9, `"until":"2026`, `"until":"2025`, 9},
		"a pause that has ended":    {11, `"until":"2026`, `"until":"2025`, 11},
		"who answered":              {10, `"seat":2`, `"seat":1`, 10},
		"an answer to nothing":      {9, `"type":"consent.proposed","at"`, `"type":"rewind.lapsed","at"`, 10},
		"a lapse of nothing":        {16, `"type":"consent.proposed","at"`, `"type":"rewind.lapsed","at"`, 17},
		"a bank of an active seat":  {8, `"bank":{"1"`, `"bank":{"2"`, 8},
		"a bank of no seat":         {8, `"bank":{"1"`, `"bank":{"9"`, 8},
		"a bank below nothing":      {8, `"bank":{"1":3600`, `"bank":{"1":-1`, 8},
		"a bank alone":              {14, `"policy":"claim"`, `"policy":"claim","bank":{"1":1}`, 14},
		"whose vacation it is":      {13, `"seat":2`, `"seat":4`, 13},
		"a vacation without a seat": {13, `"seat":2,`, ``, 13},
		"a seat without a reason":   {13, `,"why":"away"`, ``, 13},
		"another clock by vacation": {13, `432000`, `432001`, 13},
		"who says that time is up":  {14, `"by":"clock"`, `"by":"seat:1"`, 14},
		"who waves":                 {15, `"by":"seat:1"`, `"by":"seat:2"`, 15},
		"whose time is waved":       {15, `"seat":2`, `"seat":1`, 15},
		"a wave without time":       {15, `"due":`, `"done":`, 15},
		"who passes the rights":     {22, `"by":"host"`, `"by":"seat:1"`, 22},
		"to whom they pass":         {22, anna[len("person:"):], host, 22},
		"to nobody":                 {22, anna[len("person:"):], "nobody", 22},
	} {
		f := forge(t, file).inEvent(c.n, c.old, c.new).chain()
		got := verdicts(t, f.file(), nil)
		if !slices.ContainsFunc(got, func(line string) bool {
			return strings.HasPrefix(line, "events: fails at event "+strconv.Itoa(c.at)+":")
		}) {
			t.Errorf("%s: found is %q", name, got)
		}
	}
}
