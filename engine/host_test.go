package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

func TestHostRightsPass(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 2, 1)
	ctx := t.Context()
	m := h.here()
	creator, one, two := m.Host(), m.Person(1), m.Person(2)
	if creator != m.Table.Created.Host {
		t.Errorf("the host is %s, not who made the match", creator)
	}
	for name, c := range map[string]struct {
		from, to, by string
		code         engine.Code
	}{
		"to nobody":               {creator, "", "host", engine.Invalid},
		"to a name":               {creator, "Anna", "host", engine.Invalid},
		"to somebody elsewhere":   {creator, engine.NewID(), "host", engine.Invalid},
		"to himself":              {creator, creator, "host", engine.Invalid},
		"by who is not the host":  {one, two, "host", engine.Stale},
		"the clock, to elsewhere": {creator, engine.NewID(), "clock", engine.Invalid},
	} {
		if _, err := h.PassHost(ctx, h.id, c.from, c.to, c.by); err == nil {
			t.Errorf("%s: it is not refused", name)
		} else {
			wantCode(t, err, c.code)
		}
	}
	pass := func(from, to, by string) {
		t.Helper()
		r, err := h.PassHost(ctx, h.id, from, to, by)
		if err != nil || h.here().Host() != to || h.here().Log[r.N-1].By != by {
			t.Fatalf("%s does not become the host by %s: %v", to, by, err)
		}
	}
	pass(creator, one, "host")
	if again, err := h.PassHost(ctx, h.id, creator, one, "host"); err == nil && !again.Repeated {
		t.Error("the rights pass twice")
	}
	pass(one, two, "clock")
	pass(two, one, "host")
	pass(one, two, "host") // the same way again is another command
	pass(two, creator, "operator")
	m = h.here()
	verified(t, m)
	var seats []game.Seat
	for _, told := range m.Story(0, 0, m.N()) {
		if told.Type == events.TypeHostChanged {
			seats = append(seats, told.Seat)
		}
	}
	if !slices.Equal(seats, []game.Seat{1, 2, 1, 2, 0}) {
		t.Errorf("the story tells that the rights pass to seats %v", seats)
	}
	if _, err := h.Abandon(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	_, err := h.PassHost(ctx, h.id, creator, one, "host")
	wantCode(t, err, engine.Over)
}

func TestASilentPlayerIsRemoved(t *testing.T) {
	t.Parallel()
	h := newTable(t, "toy", 3, 0) // all three are to bid
	ctx := t.Context()
	remove := func(seat game.Seat) error {
		_, err := h.Remove(ctx, h.seat(h.id, seat))
		return err
	}
	h.now = h.now.Add(engine.SilentFor - time.Second)
	wantCode(t, remove(1), engine.Invalid)
	h.play(h.here(), 2, "bid 1") // he has spoken
	h.now = h.now.Add(time.Second)
	if m := h.here(); !m.MayRemove(1, h.now, clock.Person{}) || m.MayRemove(2, h.now, clock.Person{}) || m.MayRemove(0, h.now, clock.Person{}) || m.MayRemove(9, h.now, clock.Person{}) {
		t.Error("who may be removed is another than who is silent")
	}
	wantCode(t, remove(2), engine.Invalid)
	form := h.seat(h.id, 1)
	first, err := h.Remove(ctx, form)
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.Remove(ctx, form)
	if err != nil || !again.Repeated || again.N != first.N {
		t.Errorf("removed twice: %+v, %v", again, err)
	}
	m := h.here()
	if !m.Bot(1) || m.Table.Seats[0].Next != "bot" || m.Log[m.N()-1].By != "host" {
		t.Errorf("seat 1 is %+v", m.Table.Seats[0])
	}
	wantCode(t, remove(1), engine.Taken)
	// A pause is no silence.
	h.agree(h.propose(2, events.WhatPause))
	h.now = h.now.AddDate(0, 0, 9)
	wantCode(t, remove(3), engine.Invalid)
	if _, err := h.Propose(ctx, h.proposing(2, events.WhatResume)); err != nil {
		t.Fatal(err)
	}
	h.agree(h.here().Proposal().N)
	wantCode(t, remove(3), engine.Invalid)
	verified(t, h.here())
}

// TestWhoIsOnVacationIsNotSilent is of a player who must not lose his seat for days on
// which he is away.
func TestWhoIsOnVacationIsNotSilent(t *testing.T) {
	t.Parallel()
	s := newTimed(t, 0)
	vacation := []clock.Span{{From: s.time("3 Nov 00:00"), To: s.time("13 Nov 00:00")}}
	s.begin("1 Nov 12:00", threeDays, map[rune]clock.Person{'A': {Zone: "UTC", Away: vacation}})
	for _, c := range []struct {
		at  string
		may bool
	}{
		{"8 Nov 12:00", false},  // a week later, away
		{"12 Nov 23:59", false}, // still
		{"13 Nov 00:00", false}, // back after a day and a half
		{"18 Nov 11:59", false},
		{"18 Nov 12:00", true}, // a week without the vacation
	} {
		s.now = s.time(c.at)
		if may := s.match(s.id).MayRemove(1, s.now, s.people[s.persons['A']]); may != c.may {
			t.Errorf("%s: the host may remove him: %t, want %t", c.at, may, c.may)
		}
		_, err := s.Remove(t.Context(), s.seat(s.id, 1))
		if !c.may {
			wantCode(t, err, engine.Invalid)
		} else if err != nil {
			t.Errorf("%s: %v", c.at, err)
		}
	}
	if !s.match(s.id).Bot(1) {
		t.Error("he still has his seat")
	}
	// The others were there all the time.
	if !s.match(s.id).MayRemove(2, s.time("8 Nov 12:00"), clock.Person{}) {
		t.Error("who is silent and not away may not be removed")
	}
}

// TestWhoseTimeIsUpIsRemoved needs no silence of a week; with the last human the match
// ends.
func TestWhoseTimeIsUpIsRemoved(t *testing.T) {
	t.Parallel()
	h := newTable(t, "toy", 2, 0)
	ctx := t.Context()
	h.now = h.now.AddDate(0, 0, 4)
	if _, err := h.Tick(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	for seat := game.Seat(1); seat <= 2; seat++ {
		if n, _ := h.here().Expired(seat); n == 0 {
			t.Fatalf("the time of seat %d is not up", seat)
		}
		if _, err := h.Remove(ctx, h.seat(h.id, seat)); err != nil {
			t.Fatal(err)
		}
	}
	if m := h.here(); m.Table.Abandoned != "host" || m.Person(2) == "" {
		t.Errorf("without a human it is %s (%q)", m.Status(), m.Table.Abandoned)
	}
	verified(t, h.here())
}

// TestASeatIsReplaced lets a player go and another come in a running match: the
// newcomer's link is new and the old one dead, what the seat knew he knows, the other
// seats lose nothing, and the history says who sat when.
func TestASeatIsReplaced(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 3, 0)
	ctx := t.Context()
	m := h.here()
	seat := m.Active()[0]
	m = h.play(m, seat, "pass")
	old, leaver := m.LinkNumber(seat), m.Person(seat)
	view := func(m *engine.Match, viewer game.Seat) string {
		whole, err := m.View(viewer).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(whole)
	}
	hand := view(m, seat)
	if !strings.Contains(hand, `"hand":`) || hand == view(m, 0) {
		t.Fatal("the seat knows no secret")
	}
	var answers []int
	step := func(do func(engine.SeatCommand) error) *engine.Match {
		t.Helper()
		c := h.seat(h.id, seat)
		if err := do(c); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, c.Answers)
		m := h.here()
		for _, n := range answers {
			if n == m.LinkNumber(seat) {
				t.Errorf("the link of event %d is alive", n)
			}
		}
		if view(m, seat) != hand {
			t.Error("the seat sees something else")
		}
		return m
	}
	m = step(func(c engine.SeatCommand) error { _, err := h.Resign(ctx, c); return err })
	if !m.Bot(seat) || m.Due(seat) != (time.Time{}) || len(m.Table.Due) != 1 {
		t.Errorf("after he left: bot %v, due %v", m.Bot(seat), m.Table.Due)
	}
	friend := engine.NewID()
	m = step(func(c engine.SeatCommand) error { _, err := h.Offer(ctx, c, engine.Person(friend)); return err })
	if !m.Bot(seat) || m.Table.Seats[seat-1].Offered != "person:"+friend {
		t.Errorf("while it is offered, the seat is %+v", m.Table.Seats[seat-1])
	}
	step(func(c engine.SeatCommand) error { _, err := h.Offer(ctx, c, engine.Anybody); return err })
	m = step(func(c engine.SeatCommand) error { _, err := h.Take(ctx, c, friend, ""); return err })
	if m.Person(seat) != friend || m.Table.Seats[seat-1].Offered != "" {
		t.Errorf("the seat is %+v", m.Table.Seats[seat-1])
	}
	// He who left can do nothing with what he has.
	for name, do := range map[string]func(engine.SeatCommand) error{
		"take":   func(c engine.SeatCommand) error { _, err := h.Take(ctx, c, leaver, ""); return err },
		"resign": func(c engine.SeatCommand) error { _, err := h.Resign(ctx, c); return err },
		"link":   func(c engine.SeatCommand) error { _, err := h.Link(ctx, c, false); return err },
	} {
		before := h.here().N()
		err := do(engine.SeatCommand{Match: h.id, Seat: seat, Answers: old, Form: "another"})
		if h.here().N() != before || err == nil && name != "resign" { // to resign twice is to resign
			t.Errorf("with the old link one can %s", name)
		}
	}
	// And a person's seat is neither offered nor given to the bot over his head.
	_, err := h.Offer(ctx, h.seat(h.id, seat), engine.Anybody)
	wantCode(t, err, engine.Taken)
	_, err = h.SeatBot(ctx, h.seat(h.id, seat))
	wantCode(t, err, engine.Taken)
	// He plays on, and his call is his own.
	for m.Active()[0] != seat {
		m = h.play(m, m.Active()[0], m.Legal(m.Active()[0])[0])
	}
	m = h.play(m, seat, m.Legal(seat)[0])
	who := map[int]string{}
	for _, told := range m.Story(0, 0, m.N()) {
		switch d := told.Data.(type) {
		case *events.SeatTaken:
			if told.Seat == seat {
				who[told.N] = d.Who
			}
		case *events.SeatVacated:
			if told.Seat == seat {
				who[told.N] = d.Next
			}
		}
	}
	if len(who) != 3 {
		t.Errorf("the history of the seat is %v", who)
	}
	verified(t, m)
}

// TestANewcomerIsAskedAnew takes the seat whose turn it is: the question is his.
func TestANewcomerIsAskedAnew(t *testing.T) {
	t.Parallel()
	h := newTable(t, "toy", 2, 1)
	ctx := t.Context()
	m := h.here()
	call := m.Call(3)
	if _, err := h.Take(ctx, h.seat(h.id, 3), engine.NewID(), ""); err != nil {
		t.Fatal(err)
	}
	m = h.here()
	if call == 0 || m.Call(3) != m.N() || m.Decision(3) != m.N() || m.Call(1) != call || m.Due(3).Before(h.now.AddDate(0, 0, 3)) {
		t.Errorf("calls are %d and %d, of %d events, due %v", m.Call(3), m.Call(1), m.N(), m.Due(3))
	}
	text, err := m.View(3).MarshalJSON()
	if err != nil || !strings.Contains(string(text), `"number":`) {
		t.Errorf("what the bot's seat knew its new player does not see: %s", text)
	}
}
