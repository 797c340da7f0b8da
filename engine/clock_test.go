package engine_test

import (
	"bytes"
	"crypto/rand"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events"
)

// The clock is set back by an hour between two moves: time in the log never goes
// back, the match goes on, and its log verifies.
func TestTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	now := time.Now()
	n.Engine = engine.New(engine.Config{Copy: n.truth, Truth: n.truth, Key: key, Now: func() time.Time { return now }, Random: rand.Reader})
	m := n.started("patronize", 3)
	move := func() {
		t.Helper()
		seat := m.Active()[0]
		m = n.play(m, seat, m.Legal(seat)[0])
	}
	move()
	highest := m.Log[m.N()-1].At
	now = now.Add(-time.Hour)
	move()
	move()
	if last := m.Log[m.N()-1].At; !last.Equal(highest) {
		t.Errorf("an hour earlier the time is %v, was %v", last, highest)
	}
	now = now.Add(time.Hour + time.Minute)
	move()
	if last := m.Log[m.N()-1].At; !last.After(highest) {
		t.Errorf("the clock is right again, and the time is still %v", last)
	}
	for i, e := range m.Log[1:] {
		if e.At.Before(m.Log[i].At) {
			t.Errorf("event %d is of %v, the one before it of %v", e.N, e.At, m.Log[i].At)
		}
	}
	var file bytes.Buffer
	if err := events.WriteExport(&file, events.All, m.Log); err != nil {
		t.Fatal(err)
	}
	export, err := events.ReadExport(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range engine.Verify(export, nil) {
		if check.Verdict == events.Fails {
			t.Error(check)
		}
	}
}
