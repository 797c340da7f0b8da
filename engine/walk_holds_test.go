package engine_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// seen is what a walk has seen of a match.
type seen struct {
	n         int // events
	due       map[int]time.Time
	call      map[game.Seat]int // the last one, also of a seat that is not asked any more
	decision  map[game.Seat]int
	calls     map[int]bool // whose seats are asked
	positions map[int][]byte
}

// holds is what is true after every step.
func (w *walk) holds() {
	w.Helper()
	w.look()
	m := w.match
	if m.N() == w.seen.n {
		return // nothing was written
	}
	if m.Broken != nil {
		w.Fatalf("the match has stopped: %v", m.Broken)
	}
	w.folds()
	w.asks()
	w.deadlines()
	w.proposal()
	viewer := game.Seat(m.N() % (m.Players() + 1))
	w.verifies(m, events.Viewer(viewer))
	m.Story(viewer, max(0, m.N()-5), m.N())
	w.seen.n = m.N()
}

// folds holds that the log's bytes give the same match on both nodes and anew.
func (w *walk) folds() {
	w.Helper()
	var log []*events.Event
	commands := map[string]bool{}
	for _, slip := range w.shelf.slips[w.id] {
		parsed, err := events.ParseSlip(slip.Payload)
		if err != nil {
			w.Fatal(err)
		}
		if commands[parsed[0].Cmd] {
			w.Fatalf("event %d is of a command that stands in the log already", parsed[0].N)
		}
		commands[parsed[0].Cmd] = true
		log = append(log, parsed...)
	}
	fresh := engine.Fold(log)
	for i, node := range w.nodes {
		m, err := node.Match(w.ctx, w.id)
		if err != nil {
			w.Fatal(err)
		}
		if err := same(m, fresh); err != nil {
			w.Fatalf("folded from its bytes the match is another than on node %d: %v", i+1, err)
		}
	}
	if w.seen.positions == nil {
		w.seen.positions = map[int][]byte{}
	}
	if m := w.match; m.State != nil {
		at := m.Table.Started
		if n := len(m.Table.Line); n > 0 {
			at = m.Table.Line[n-1]
		}
		position := whole(w, m)
		if was, ok := w.seen.positions[at]; ok && !bytes.Equal(was, position) {
			w.Fatalf("the position of event %d is another than it was", at)
		}
		w.seen.positions[at] = position
	}
}

// atPosition holds that the match has gone back to where it was after an event.
func (w *walk) atPosition(n int) {
	w.Helper()
	past, err := w.match.At(n)
	if err != nil {
		w.Fatal(err)
	}
	if !bytes.Equal(whole(w, past), whole(w, w.match)) {
		w.Fatalf("the match has not gone back to event %d", n)
	}
}

func whole(w *walk, m *engine.Match) []byte {
	text, err := m.State.MarshalJSON()
	if err != nil {
		w.Fatal(err)
	}
	return text
}

// same compares all that a match says of itself.
func same(a, b *engine.Match) error {
	type fact struct {
		name string
		a, b any
	}
	facts := []fact{{"head", a.Head(), b.Head()}, {"table", a.Table, b.Table}, {"status", a.Status(), b.Status()}, {"active", a.Active(), b.Active()},
		{"wake", a.Wake(21), b.Wake(21)}, {"rewinds", a.RewindTo(), b.RewindTo()}, {"disclosed", a.Disclosed(), b.Disclosed()}}
	for seat := game.Seat(0); int(seat) <= a.Players()+1; seat++ {
		of := func(m *engine.Match) any {
			n, policy := m.Expired(seat)
			last, to, ok := m.TakeBack(seat)
			return fmt.Sprint(m.Call(seat), m.Decision(seat), m.LinkNumber(seat), m.Due(seat), m.Left(seat), n, policy, last, to, ok, m.Legal(seat))
		}
		facts = append(facts, fact{"seat " + seat.String(), of(a), of(b)})
	}
	if a.State != nil && b.State != nil {
		one, err := a.State.MarshalJSON()
		other, err2 := b.State.MarshalJSON()
		facts = append(facts, fact{"state", string(one), string(other)}, fact{"no error", err, err2})
	}
	for _, f := range facts {
		if !reflect.DeepEqual(f.a, f.b) {
			return fmt.Errorf("its %s is %+v, not %+v", f.name, f.a, f.b)
		}
	}
	return nil
}

// asks holds that exactly the active seats of a match that is played are asked, and
// that no call and no decision number comes twice.
func (w *walk) asks() {
	w.Helper()
	m := w.match
	active := m.Active()
	if m.Status() != engine.Playing || m.Table.Paused {
		if len(active) > 0 {
			w.Fatalf("a match that is %s (paused: %v) asks seats %v", m.Status(), m.Table.Paused, active)
		}
	} else if !slices.Equal(active, m.State.Active()) || len(active) == 0 {
		w.Fatalf("asked are seats %v, and by the rules %v", active, m.State.Active())
	}
	if w.seen.call == nil {
		w.seen.call, w.seen.decision = map[game.Seat]int{}, map[game.Seat]int{}
	}
	asked := map[int]bool{}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		call, decision := m.Call(seat), m.Decision(seat)
		is := slices.Contains(active, seat)
		if is != (call > 0) || is != (decision > 0) || decision < call || call > m.N() || decision > m.N() {
			w.Fatalf("seat %d: call %d, decision %d, active %v", seat, call, decision, is)
		}
		if !is {
			continue
		}
		asked[int(seat)] = true
		if last := w.seen.call[seat]; call != last && call <= w.seen.n || call == last && !w.seen.calls[int(seat)] {
			w.Fatalf("seat %d has call %d, after call %d and %d events", seat, call, last, w.seen.n)
		}
		if last := w.seen.decision[seat]; decision != last && decision <= w.seen.n || decision == last && !w.seen.calls[int(seat)] {
			w.Fatalf("seat %d has decision %d, after decision %d and %d events", seat, decision, last, w.seen.n)
		}
		w.seen.call[seat], w.seen.decision[seat] = call, decision
	}
	w.seen.calls = asked
	humans := w.seats(func(s game.Seat) bool { return m.Person(s) != "" })
	for _, e := range m.Log[w.seen.n:] {
		if e.Type == events.TypeSeatVacated && (e.By == "clock" || e.By == "host") && len(humans) == 0 {
			w.Fatalf("event %d by the %s leaves bots alone at the table", e.N, e.By)
		}
	}
}

// deadlines holds that the active seats have one, where a clock runs, that none was over when
// it was given, and that no bank is below nothing.
func (w *walk) deadlines() {
	w.Helper()
	m := w.match
	_, clocked := m.Clock()
	var due []int
	if clocked {
		for _, seat := range m.Active() {
			due = append(due, int(seat))
		}
	}
	if have := slices.Sorted(maps.Keys(m.Table.Due)); !slices.Equal(have, due) {
		w.Fatalf("deadlines are for seats %v, active are %v", have, due)
	}
	for seat, seconds := range m.Table.Bank {
		if seconds < 0 || m.Left(game.Seat(seat)) < 0 {
			w.Fatalf("seat %d has %d seconds in its bank", seat, seconds)
		}
	}
	for _, e := range m.Log[w.seen.n:] {
		data, err := e.Decode()
		if err != nil {
			w.Fatal(err)
		}
		given, _ := events.Deadlines(data)
		if given == nil || *given == nil {
			if e.Type == events.TypePaused || e.Type == events.TypeClockChanged {
				w.seen.due = nil
			}
			continue
		}
		now := map[int]time.Time{}
		for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
			text, ok := (*given)[seat.String()]
			if !ok {
				continue
			}
			at, err := events.ParseTime(text)
			if err != nil {
				w.Fatal(err)
			}
			if was, ok := w.seen.due[int(seat)]; at.Before(e.At) && !(ok && was.Equal(at)) {
				w.Fatalf("event %d of %v gives seat %d until %v", e.N, e.At, seat, at)
			}
			now[int(seat)] = at
		}
		w.seen.due = now
	}
}

// proposal holds that one is open at most, that it waits for somebody, and that
// nothing has happened since that it should not have outlived.
func (w *walk) proposal() {
	w.Helper()
	m := w.match
	p := m.Proposal()
	if p == nil {
		if len(m.Asked()) > 0 {
			w.Fatalf("asked are %v, and nothing is proposed", m.Asked())
		}
		return
	}
	if len(m.Asked()) == 0 || m.Status() != engine.Playing || m.Person(game.Seat(p.Seat)) == "" {
		w.Fatalf("the proposal %+v waits for nobody in a match that is %s", p, m.Status())
	}
	for _, e := range m.Log[p.N:] {
		switch e.Type {
		case events.TypeSeatLinked, events.TypeRewindAnswered, events.TypeConsentAnswered:
		default:
			w.Fatalf("event %d is a %s, and the proposal of event %d is open", e.N, e.Type, p.N)
		}
	}
}

// verifies holds that a viewer's export has no fault.
func (w *walk) verifies(m *engine.Match, viewer events.Viewer) {
	w.Helper()
	var file bytes.Buffer
	if err := events.WriteExport(&file, viewer, m.Log); err != nil {
		w.Fatal(err)
	}
	x, err := events.ReadExport(&file)
	if err != nil {
		w.Fatal(err)
	}
	head := m.Head()
	for _, check := range engine.Verify(x, &head) {
		if check.Verdict == events.Fails || check.Verdict == events.NotYet && m.Status() == engine.Ended {
			w.Fatalf("the export for %s: %s", viewer, check)
		}
	}
}

// ends holds at the end of a walk that every viewer's export verifies and that the match
// can be ended: by its host, by agreement, by the clock where it never started; and that the past
// is what it was.
func (w *walk) ends() {
	m := w.match
	for viewer := events.Viewer(events.All); int(viewer) <= m.Players(); viewer++ {
		w.verifies(m, viewer)
	}
	past, err := m.At(m.N()/2 + 1)
	if err != nil {
		w.Fatal(err)
	}
	if fresh := engine.Fold(m.Log[:past.N()]); !bytes.Equal([]byte(past.Head().Hash), []byte(fresh.Head().Hash)) || past.Status() != fresh.Status() ||
		past.State != nil && !bytes.Equal(whole(w, past), whole(w, fresh)) {
		w.Fatalf("after event %d the match was another", past.N())
	}
	if m.Table.Over {
		return
	}
	over := func(how string, do func(e *engine.Engine) error) {
		e := w.node(w.shelf.fork())
		err := do(e)
		if err == nil {
			var m *engine.Match
			if m, err = e.Match(w.ctx, w.id); err == nil && !m.Table.Over {
				err = fmt.Errorf("it is %s", m.Status())
			}
		}
		if err != nil {
			w.Fatalf("the match cannot be ended by %s: %v", how, err)
		}
	}
	over("its host", func(e *engine.Engine) error { _, err := e.Abandon(w.ctx, w.id); return err })
	humans := w.seats(func(s game.Seat) bool { return m.Person(s) != "" })
	switch {
	case m.Status() == engine.Gathering:
		w.now = w.now.AddDate(0, 2, 0)
		over("the clock", func(e *engine.Engine) error { _, err := e.Tick(w.ctx, w.id); return err })
	case len(humans) > 0:
		over("agreement", func(e *engine.Engine) error { return w.agreeToEnd(e, humans) })
	}
}

func (w *walk) agreeToEnd(e *engine.Engine, humans []game.Seat) error {
	after := w.match.N()
	if p := w.match.Proposal(); p != nil {
		r, err := e.Withdraw(w.ctx, w.id, game.Seat(p.Seat), p.N)
		if err != nil {
			return err
		}
		after = r.N
	}
	r, err := e.Propose(w.ctx, engine.Proposing{Match: w.id, Seat: humans[0], After: after, What: events.WhatEnd})
	for _, seat := range humans[1:] {
		if err == nil {
			_, err = e.Answer(w.ctx, w.id, seat, r.N, true)
		}
	}
	return err
}
