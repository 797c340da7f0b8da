package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/projections"
)

// walked is what a walk has seen of a match.
type walked struct {
	n       int    // events
	version uint64 // and slips
	due     map[string]time.Time
}

// holds is what is true after every step.
func (w *walk) holds() {
	w.Helper()
	w.settle()
	tasks := map[string][]projections.Task{} // by who has to decide
	for _, id := range w.matches {
		m, err := w.node.engine.Match(w.ctx, id)
		w.must(err)
		w.must(m.Broken)
		w.written(m)
		for _, s := range w.listed(m) {
			if s.Call > 0 {
				tasks[s.Who] = append(tasks[s.Who], projections.Task{SeatRow: s, Kind: m.Table.Created.Kind, N: m.N()})
			}
		}
		if w.stopsFor == 0 {
			w.claimed(m)
		}
	}
	w.toDo(tasks)
	if text := w.log.String(); text != "" {
		w.Fatalf("the node says: %s", text)
	}
}

// written holds what is true of new events: no deadline was over when it was given, no
// bank is below nothing, and nothing that a person typed stands there.
func (w *walk) written(m *engine.Match) {
	w.Helper()
	seen := w.seen[m.ID]
	if m.N() == seen.n {
		return
	}
	slips, err := projections.Truth(w.node.store).Slips(w.ctx, m.ID, seen.version)
	w.must(err)
	for _, slip := range slips {
		if bytes.Contains(slip.Payload, []byte(private)) {
			w.Fatalf("match %s holds what a person typed: %s", m.ID, slip.Payload)
		}
	}
	for _, e := range m.Log[seen.n:] {
		data, err := e.Decode()
		w.must(err)
		given, bank := events.Deadlines(data)
		if given == nil || *given == nil {
			if e.Type == events.TypePaused || e.Type == events.TypeClockChanged {
				seen.due = nil
			}
			continue
		}
		now := map[string]time.Time{}
		for seat, text := range *given {
			at, err := events.ParseTime(text)
			w.must(err)
			if was, ok := seen.due[seat]; at.Before(e.At) && !(ok && was.Equal(at)) {
				w.Fatalf("event %d of %v gives seat %s until %v", e.N, e.At, seat, at)
			}
			now[seat] = at
		}
		seen.due = now
		for seat, left := range *bank {
			if left < 0 {
				w.Fatalf("event %d: the bank of seat %s has %d", e.N, seat, left)
			}
		}
	}
	seen.n, seen.version = m.N(), m.Version()
	w.seen[m.ID] = seen
}

// listed holds that the rows of a match say what the match says, and gives those of
// its seats.
func (w *walk) listed(m *engine.Match) []projections.SeatRow {
	w.Helper()
	row, ok, err := w.node.copy.MatchRow(w.ctx, m.ID)
	w.must(err)
	until, paused := m.Paused()
	if !ok || row.N != m.N() || row.Hash != m.Head().Hash || row.Status != m.Status() || row.Host != m.Host() ||
		row.Paused != (paused && m.Status() == engine.Playing) || row.Paused && !row.Until.Equal(until) || !slices.Equal(row.Active, m.Active()) {
		w.Fatalf("the row of the match is %+v, at event %d, which is %s, paused %v until %v and asks %v", row, m.N(), m.Status(), paused, until, m.Active())
	}
	var by []game.Seat
	if m.Status() == engine.Playing && !paused {
		by = m.State.Active()
	}
	if !slices.Equal(m.Active(), by) {
		w.Fatalf("asked are seats %v of a match that is %s (paused: %v), by the rules %v", m.Active(), m.Status(), paused, by)
	}
	rows, err := w.node.copy.Seats(w.ctx, m.ID)
	w.must(err)
	for i, s := range m.Table.Seats {
		seat := game.Seat(i + 1)
		is := projections.SeatRow{Match: m.ID, Seat: seat, Who: s.Who, Offered: s.Offered, Link: m.LinkNumber(seat), Call: m.Call(seat), Decision: m.Decision(seat)}
		if is.Call > 0 {
			is.Since, is.Due = m.Log[is.Call-1].At, m.Due(seat)
		}
		if i >= len(rows) || !reflect.DeepEqual(rows[i], is) || (is.Call > 0) != slices.Contains(by, seat) {
			w.Fatalf("the rows of the seats are %+v, seat %d is %+v", rows, seat, is)
		}
	}
	wakes, err := w.node.copy.Wakes(w.ctx, 21)
	w.must(err)
	at := slices.IndexFunc(wakes, func(x projections.Wake) bool { return x.Match == m.ID })
	if wake := m.Wake(21); wake.IsZero() != (at < 0) || at >= 0 && !wakes[at].At.Equal(wake) {
		w.Fatalf("the clock has to look at the match at %v, its rows say %+v", wake, wakes)
	}
	return rows
}

// toDo holds that the lists of who has to decide what are those of the matches.
func (w *walk) toDo(tasks map[string][]projections.Task) {
	w.Helper()
	order := func(list []projections.Task) []projections.Task {
		list = slices.DeleteFunc(list, func(t projections.Task) bool { return !slices.Contains(w.matches, t.Match) })
		slices.SortFunc(list, func(a, b projections.Task) int {
			return strings.Compare(a.Match+a.Seat.String(), b.Match+b.Seat.String())
		})
		return list
	}
	same := func(who string, list []projections.Task, err error) {
		w.Helper()
		w.must(err)
		if list, is := order(list), order(tasks[who]); len(list)+len(is) > 0 && !reflect.DeepEqual(list, is) {
			w.Fatalf("the list of %s is %+v, it has to decide %+v", who, list, is)
		}
	}
	waiting, err := w.node.copy.Waiting(w.ctx)
	w.must(err)
	for _, p := range w.persons {
		list, err := w.node.copy.ToDo(w.ctx, p.id)
		same("person:"+p.id, list, err)
		if slices.Contains(waiting, p.id) != (len(tasks["person:"+p.id]) > 0) {
			w.Fatalf("waited for are %q, person %s has to decide %+v", waiting, p.id, tasks["person:"+p.id])
		}
	}
	list, err := w.node.copy.Bots(w.ctx)
	same("bot", list, err)
	var due []projections.Task
	for _, list := range tasks {
		due = append(due, slices.DeleteFunc(slices.Clone(list), func(t projections.Task) bool { return t.Due.IsZero() })...)
	}
	tasks["with a deadline"] = due
	list, err = w.node.copy.Deadlines(w.ctx)
	same("with a deadline", list, err)
}

// rebuilt holds that the copy has the rows of one that is made from the event store.
func (w *walk) rebuilt() {
	w.Helper()
	w.settle()
	dir, err := os.MkdirTemp(w.dir, "fresh")
	w.must(err)
	defer os.RemoveAll(dir)
	fresh, err := projections.Open(w.ctx, projections.Config{Dir: dir, Store: w.node.store, Log: w.node.log})
	w.must(err)
	path := fresh.Path()
	w.must(fresh.Close())
	db, err := sql.Open("sqlite", "file:"+path)
	w.must(err)
	defer db.Close()
	db.SetMaxOpenConns(1) // the other file is attached to one connection
	_, err = db.Exec(`attach ? as copy`, "file:"+w.node.copy.Path()+"?mode=ro")
	w.must(err)
	for _, table := range []string{"slip", "kept", "match", "seat", "letter"} {
		for _, sides := range [][2]string{{"main", "copy"}, {"copy", "main"}} {
			var rows int
			w.must(db.QueryRow(fmt.Sprintf(`select count(*) from (select * from %s.%s except select * from %s.%s)`, sides[0], table, sides[1], table)).Scan(&rows))
			if rows > 0 {
				w.Fatalf("%d rows of the table %s are in %s alone: main is made from the event store", rows, table, sides[0])
			}
		}
	}
}

// verifies holds that a viewer's export has no fault.
func (w *walk) verifies(m *engine.Match, viewer events.Viewer) {
	w.Helper()
	file, err := w.node.export(w.ctx, exportRequest{m.ID, viewer})
	w.must(err)
	x, err := events.ReadExport(bytes.NewReader(file))
	w.must(err)
	head := m.Head()
	for _, check := range engine.Verify(x, &head) {
		if check.Verdict == events.Fails || check.Verdict == events.NotYet && m.Table.Over {
			w.Fatalf("the export for %s: %s", viewer, check)
		}
	}
}

// ends ends the matches and holds that nothing is asked of anybody any more, that each
// viewer's export verifies, and that everybody can be forgotten.
func (w *walk) ends() {
	w.stopsFor, w.lossFor = min(w.stopsFor, 1), 0
	w.post()
	for _, w.id = range w.matches {
		w.look()
		w.end()
		if !w.match.Table.Over {
			w.Fatalf("the match is %s and cannot be ended", w.match.Status())
		}
		w.mail()
		w.told(w.match)
		for viewer := events.Viewer(events.All); int(viewer) <= w.match.Players(); viewer++ {
			w.verifies(w.match, viewer)
		}
	}
	w.holds()
	// What was lost on the way still comes, or is given up, and then nothing more.
	for tries := 0; len(w.left()) > 0 && tries < 100; tries++ {
		left := w.left()
		w.now = slices.MinFunc(left, func(a, b projections.Letter) int { return a.Next.Compare(b.Next) }).Next
		w.mail()
	}
	before := maps.Clone(w.sent)
	w.now = w.now.AddDate(0, 2, 0)
	w.tick()
	w.mail()
	for key := range w.sent {
		if !before[key] {
			w.Fatalf("all is over, and the letter %s is sent", key)
		}
	}
	if left := w.left(); len(left) > 0 {
		w.Fatalf("all is over, and %d letters wait, the first is %+v", len(left), left[0])
	}
	w.rebuilt()
	for _, p := range w.alive() {
		w.erase(p, false)
	}
	w.holds()
	for _, w.id = range w.matches {
		w.look()
		w.verifies(w.match, events.All)
	}
	if rapid.IntRange(0, 3).Draw(w.T, "rebuilt") == 0 {
		w.rebuilt()
	}
}

// end ends a match: by its host, by agreement or by the clock.
func (w *walk) end() {
	if w.match.Table.Over {
		return
	}
	humans := w.seats(func(s game.Seat) bool { return w.match.Person(s) != "" })
	settings, clocked := w.match.Clock()
	_, paused := w.match.Paused()
	how := evenly(w, "ends by", []string{"the host", "agreement", "the clock"})
	switch {
	case how == "agreement" && w.match.Status() == engine.Playing && len(humans) > 0:
		w.agreeToEnd(humans)
	case how == "the clock" && w.match.Status() == engine.Gathering,
		how == "the clock" && len(humans) > 0 && clocked && !paused && slices.Contains([]string{events.PolicyBot, events.PolicyResign}, settings.Policy):
		for range 400 {
			wake := w.match.Wake(21)
			if w.match.Table.Over || wake.IsZero() && len(w.match.Active()) == 0 {
				break
			}
			if wake.After(w.now) {
				w.now = wake
			}
			w.tick()
			w.bots()
		}
	default:
		w.did(w.node.engine.Abandon(w.ctx, w.id))
	}
}

func (w *walk) agreeToEnd(humans []game.Seat) {
	if p := w.match.Proposal(); p != nil {
		w.did(w.node.engine.Withdraw(w.ctx, w.id, game.Seat(p.Seat), p.N))
	}
	r, err := w.node.engine.Propose(w.ctx, engine.Proposing{Match: w.id, Seat: humans[0], After: w.match.N(), What: events.WhatEnd})
	w.must(err)
	for _, seat := range humans[1:] {
		_, err := w.node.engine.Answer(w.ctx, w.id, seat, r.N, true)
		w.must(err)
	}
	w.look()
}
