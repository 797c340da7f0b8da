package projections

import (
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
