package clock_test

import (
	"testing"
	"time"

	"pizzini/engine/clock"
)

// BenchmarkDeadline reckons a usual deadline, three days with nights and weekends, and
// one of a whole year.
func BenchmarkDeadline(b *testing.B) {
	s := clock.Settings{Kind: clock.KindDecision, Zone: "UTC", Weekdays: []string{"sat", "sun"}, Dates: []string{"2026-12-25", "2026-12-26"}}
	p := clock.Person{Zone: "Europe/Rome", NightFrom: 23 * 60, NightTo: 7 * 60}
	from := time.Date(2026, 11, 29, 18, 0, 0, 0, time.UTC)
	for name, left := range map[string]time.Duration{"three-days": 72 * time.Hour, "a-year": 366 * 24 * time.Hour} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.Deadline(p, from, left)
			}
		})
	}
}
