package projections

import (
	"fmt"
	"testing"

	"pizzini/engine"
)

// Building the copy from the streams: what an upgrade with another schema costs.
func BenchmarkRebuild(b *testing.B) {
	n := newNode(b, b.TempDir())
	for range 20 {
		id := n.create(engine.NewID(), engine.Bot, engine.Bot, engine.Bot, engine.Bot)
		if _, err := n.Engine.Bots(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
	n.followed()
	all, err := n.db.Matches(b.Context(), Filter{})
	if err != nil {
		b.Fatal(err)
	}
	events := 0
	for _, row := range all {
		events += row.N
	}
	n.closeCopy()
	b.ResetTimer()
	for b.Loop() {
		if _, err := Rebuild(b.Context(), n.config(), false); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(events*b.N)/b.Elapsed().Seconds(), "events/s")
}

// One slip after another, each waited for: what a page waits for after a move.
func BenchmarkFollow(b *testing.B) {
	n := newNode(b, b.TempDir())
	id := n.started(engine.NewID(), engine.NewID(), engine.NewID())
	n.followed()
	for b.Loop() {
		m, err := n.Match(b.Context(), id)
		if err != nil {
			b.Fatal(err)
		}
		if len(m.Active()) == 0 {
			b.StopTimer()
			id = n.started(engine.NewID(), engine.NewID(), engine.NewID())
			b.StartTimer()
			continue
		}
		seat := m.Active()[0]
		r, err := n.Play(b.Context(), engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: m.Legal(seat)[:1]})
		if err != nil {
			b.Fatal(err)
		}
		if err := n.db.Wait(b.Context(), id, r.N); err != nil {
			b.Fatal(err)
		}
	}
}

// The running deadlines of 10,000 matches, and the persons for whom something waits in
// them: what looking for reminders and daily letters costs while nothing happens.
func BenchmarkWaiting(b *testing.B) {
	n := newNode(b, b.TempDir())
	n.followed()
	writer := n.db.writer.conn
	for i := range 10_000 {
		id := fmt.Sprintf("m%015d", i)
		if _, err := writer.ExecContext(b.Context(), `insert into match (id, kind, rules, players, host, watch, status, paused, until, wake, gathers, created, changed, n, hash, seq, broken)
			values (?, 'patronize', 1, 3, '', 0, 'playing', 0, 0, 0, 0, 0, 0, 9, '', 0, '')`, id); err != nil {
			b.Fatal(err)
		}
		for seat, due := range []int{1_800_000_000_000 + i, 0, 0} {
			if _, err := writer.ExecContext(b.Context(), `insert into seat (match, seat, who, offered, link, call, decision, since, due) values (?, ?, ?, '', 1, ?, ?, 0, ?)`,
				id, seat+1, fmt.Sprintf("person:p%015d", i), min(due, 7), min(due, 7), due); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("deadlines", func(b *testing.B) {
		for b.Loop() {
			if found, err := n.db.Deadlines(b.Context()); err != nil || len(found) != 10_000 {
				b.Fatal(len(found), err)
			}
		}
	})
	b.Run("persons", func(b *testing.B) {
		for b.Loop() {
			if found, err := n.db.Waiting(b.Context()); err != nil || len(found) != 10_000 {
				b.Fatal(len(found), err)
			}
		}
	})
}
