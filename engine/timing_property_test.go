package engine_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
)

var calendars = rapid.Custom(func(t *rapid.T) clock.Person {
	p := clock.Person{Zone: rapid.SampledFrom([]string{"", "UTC", "Europe/Rome", "America/New_York", "Asia/Kolkata"}).Draw(t, "zone")}
	p.NightFrom = rapid.IntRange(0, 1439).Draw(t, "night from")
	p.NightTo = (p.NightFrom + rapid.IntRange(0, clock.MaxNight).Draw(t, "night")) % 1440
	return p
})

var clocks = rapid.Custom(func(t *rapid.T) clock.Settings {
	s := clock.Settings{Kind: clock.KindDecision, Time: rapid.IntRange(1, 5*86400).Draw(t, "time")}
	if rapid.Bool().Draw(t, "a bank") {
		s = clock.Settings{Kind: clock.KindBank, Bank: rapid.IntRange(1, 5*86400).Draw(t, "bank"), Add: rapid.IntRange(0, 86400).Draw(t, "add")}
		s.Cap = s.Bank + rapid.IntRange(0, 86400).Draw(t, "cap")
	}
	s.Zone, s.Policy = "Europe/Rome", rapid.SampledFrom(clock.Policies).Draw(t, "policy")
	s.Grace = rapid.SampledFrom([]int{0, 600, 86400}).Draw(t, "grace")
	for _, day := range []string{"wed", "sat", "sun"} {
		if rapid.Bool().Draw(t, day) {
			s.Weekdays = append(s.Weekdays, day)
		}
	}
	return s
})

// TestTimeIsKept plays, takes back, pauses, goes on vacation and lets time pass as it
// comes, from autumn into spring: what somebody has left is never changed by a
// take-back, a pause or a vacation, and nothing else of a clock goes wrong.
func TestTimeIsKept(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := newTimedOn(t, &node{t: t, truth: newShelf()}, 0)
		s.play(r, clocks.Draw(r, "clock"))
	})
}

// play plays one match at random.
func (s *timed) play(r *rapid.T, settings clock.Settings) {
	people := map[rune]clock.Person{}
	for _, letter := range "ABC" {
		people[letter] = calendars.Draw(r, "calendar of "+string(letter))
	}
	s.begin("28 Oct 12:00", string(settings.JSON()), people)
	for step := range rapid.IntRange(1, 25).Draw(r, "steps") {
		s.now = s.now.Add(time.Duration(rapid.SampledFrom([]int{0, 1, 300, 3600, 86400, 6 * 86400}).Draw(r, "seconds")) * time.Second)
		m := s.match(s.id)
		if m.Status() != engine.Playing {
			return
		}
		letter := rapid.SampledFrom([]rune("ABC")).Draw(r, "who")
		seat := s.of(letter)
		before := s.left(m, settings, seat)
		switch what := rapid.SampledFrom([]string{"move", "move", "move", "move", "tick", "take back", "pause", "away", "resign", "come"}).Draw(r, "what"); what {
		case "move":
			if active := m.Active(); len(active) > 0 && m.Person(active[0]) != "" {
				s.do(fmt.Sprintf("%s %s", s.letter(active[0]), rapid.SampledFrom(m.Legal(active[0])).Draw(r, "move")))
			} else if len(active) > 0 {
				if _, err := s.Bots(s.t.Context(), s.id); err != nil {
					r.Fatal(err)
				}
			}
		case "tick":
			s.do("tick")
			if wake := s.match(s.id).Wake(0); !wake.IsZero() && !wake.After(s.now) {
				r.Fatalf("step %d: after a tick at %v it wakes %v", step, s.now, wake)
			}
		case "take back":
			s.takeBack(r, m, settings, seat)
		case "pause":
			if _, paused := m.Paused(); paused {
				s.do("all resume")
				break
			}
			s.do("all pause until " + s.now.AddDate(0, 0, 3).Format("2 Jan 15:04"))
			paused := s.match(s.id)
			s.now = s.now.AddDate(0, 0, 2)
			s.do("all resume")
			if after := s.left(s.match(s.id), settings, seat); m.Call(seat) > 0 && (after < before || after > before+time.Second) {
				r.Fatalf("step %d: over a pause, %v in it, seat %d has %v, and had %v", step, paused.Left(seat), seat, after, before)
			}
		case "away":
			s.do(string(letter) + " is away " + s.now.AddDate(0, 0, 1).Format("2 Jan") + " to " + s.now.AddDate(0, 0, 4).Format("2 Jan"))
			if after := s.left(s.match(s.id), settings, seat); after != before {
				r.Fatalf("step %d: by a vacation seat %d has %v, and had %v", step, seat, after, before)
			}
		case "resign":
			s.do(string(letter) + " resigns")
		case "come":
			s.do(string(letter) + " comes")
		}
		s.sound()
	}
	verified(s.t, s.match(s.id))
}

// left is what a seat has left now, running or not.
func (s *timed) left(m *engine.Match, settings clock.Settings, seat game.Seat) time.Duration {
	if due := m.Due(seat); !due.IsZero() {
		return settings.Running(s.people[m.Person(seat)], s.now, due)
	}
	return m.Left(seat)
}

// takeBack plays for a seat, lets an hour go by, takes the move back: nobody has more or
// less than before, but who was asked all the while.
func (s *timed) takeBack(r *rapid.T, m *engine.Match, settings clock.Settings, seat game.Seat) {
	if m.Decision(seat) == 0 || m.Person(seat) == "" {
		return
	}
	before := map[game.Seat]time.Duration{}
	for other := game.Seat(1); int(other) <= m.Players(); other++ {
		before[other] = s.left(m, settings, other)
	}
	s.do(fmt.Sprintf("%s %s", s.letter(seat), rapid.SampledFrom(m.Legal(seat)).Draw(r, "move")))
	ended := s.match(s.id).Call(seat) != m.Call(seat)
	s.now = s.now.Add(time.Hour)
	if s.do(s.letter(seat)+" takes back") != "" {
		return
	}
	after := s.match(s.id)
	for other := game.Seat(1); int(other) <= m.Players(); other++ {
		want := before[other]
		if due := m.Due(other); !due.IsZero() && (other != seat || !ended) {
			want = settings.Running(s.people[m.Person(other)], s.now, due) // it was asked all the while
		}
		if got := s.left(after, settings, other); got != want {
			r.Fatalf("after seat %d's take-back seat %d has %v, and had %v", seat, other, got, want)
		}
	}
}
