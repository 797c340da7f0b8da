package clock_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine/clock"
)

// zones have summer time in the north and the south, changes at midnight and of
// half an hour, none at all, and far offsets.
var zones = []string{
	"UTC", "Europe/Rome", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Beirut",
	"Pacific/Kiritimati", "Pacific/Chatham", "Atlantic/Azores", "America/St_Johns", "Africa/Casablanca", "Africa/Cairo", "",
}

var someone = rapid.Custom(func(t *rapid.T) clock.Person {
	p := clock.Person{Zone: rapid.SampledFrom(zones).Draw(t, "zone")}
	p.NightFrom = rapid.IntRange(0, 1439).Draw(t, "night from")
	p.NightTo = (p.NightFrom + rapid.IntRange(0, clock.MaxNight).Draw(t, "night")) % 1440
	for range rapid.IntRange(0, 3).Draw(t, "vacations") {
		from := moment(t, "away from")
		p.Away = append(p.Away, clock.Span{From: from, To: from.Add(time.Duration(rapid.IntRange(0, 40*24).Draw(t, "away")) * time.Hour)})
	}
	return p
})

var someClock = rapid.Custom(func(t *rapid.T) clock.Settings {
	s := clock.Settings{Kind: clock.KindDecision, Time: rapid.IntRange(1, clock.MaxTime).Draw(t, "time")}
	if rapid.Bool().Draw(t, "bank") {
		s = clock.Settings{Kind: clock.KindBank, Bank: rapid.IntRange(1, clock.MaxTime).Draw(t, "bank"), Add: rapid.IntRange(0, clock.MaxTime).Draw(t, "add")}
		s.Cap = rapid.IntRange(s.Bank, clock.MaxTime).Draw(t, "cap")
	}
	s.Policy = rapid.SampledFrom(clock.Policies).Draw(t, "policy")
	s.Grace = rapid.IntRange(0, clock.MaxGrace).Draw(t, "grace")
	s.Zone = rapid.SampledFrom(zones[:len(zones)-1]).Draw(t, "zone")
	for _, day := range []string{"mon", "tue", "wed", "thu", "fri", "sat"} {
		if rapid.Bool().Draw(t, day) {
			s.Weekdays = append(s.Weekdays, day)
		}
	}
	for range rapid.IntRange(0, 4).Draw(t, "dates") {
		s.Dates = append(s.Dates, moment(t, "date").Format(time.DateOnly))
	}
	slices.Sort(s.Dates)
	s.Dates = slices.Compact(s.Dates)
	for percent := 0; percent < 99 && rapid.Bool().Draw(t, "remind"); {
		percent = rapid.IntRange(percent+1, 99).Draw(t, "percent")
		s.Remind = append(s.Remind, percent)
	}
	if len(s.Remind) > clock.MaxRemind {
		s.Remind = s.Remind[:clock.MaxRemind]
	}
	return s
})

// moment is one of the year around both changes of summer time.
func moment(t *rapid.T, label string) time.Time {
	return time.UnixMilli(rapid.Int64Range(1_767_225_600_000, 1_798_761_600_000).Draw(t, label)).UTC()
}

func TestDeadlineIsTheInverseOfRunning(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, p, from := someClock.Draw(t, "clock"), someone.Draw(t, "person"), moment(t, "from")
		left := time.Duration(rapid.Int64Range(0, 30*86_400_000).Draw(t, "left")) * time.Millisecond
		due := s.Deadline(p, from, left)
		if got := s.Running(p, from, due); got != left {
			t.Fatalf("%v run until the deadline of %v, %v", got, left, due)
		}
		if left > 0 && s.Running(p, from, due.Add(-time.Millisecond)) >= left {
			t.Fatalf("%v is not the first moment with %v", due, left)
		}
		to := moment(t, "to")
		if again := s.Deadline(p, from, s.Running(p, from, to)); again.After(to) && to.After(from) {
			t.Fatalf("what runs until %v is due only at %v", to, again)
		}
	})
}

func TestTimeIsMonotone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, p := someClock.Draw(t, "clock"), someone.Draw(t, "person")
		moments := []time.Time{moment(t, "a"), moment(t, "b"), moment(t, "c")}
		slices.SortFunc(moments, time.Time.Compare)
		a, b, c := moments[0], moments[1], moments[2]
		first, second := s.Running(p, a, b), s.Running(p, b, c)
		if first < 0 || first > b.Sub(a) {
			t.Fatalf("%v run in %v", first, b.Sub(a))
		}
		if whole := s.Running(p, a, c); whole != first+second {
			t.Fatalf("%v and %v make %v", first, second, whole)
		}
		more := time.Duration(rapid.Int64Range(0, 86_400_000).Draw(t, "more")) * time.Millisecond
		sooner, later := s.Deadline(p, a, first), s.Deadline(p, a, first+more)
		if later.Before(sooner) || sooner.Before(a) {
			t.Fatalf("with %v more it is due %v, without %v, from %v", more, later, sooner, a)
		}
		if s.Deadline(p, b, first).Before(sooner) {
			t.Fatal("who begins later is due sooner")
		}
		last := a
		for _, at := range s.Reminders(p, a, later) {
			if at.Before(last) || at.After(later) {
				t.Fatalf("a reminder at %v, after %v, due %v", at, last, later)
			}
			last = at
		}
	})
}

// TestRunningMinuteByMinute compares with a slow model that looks at the wall clock
// at every minute.
func TestRunningMinuteByMinute(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, p := someClock.Draw(t, "clock"), someone.Draw(t, "person")
		for i := range p.Away {
			p.Away[i].From, p.Away[i].To = p.Away[i].From.Truncate(time.Minute), p.Away[i].To.Truncate(time.Minute)
		}
		from := moment(t, "from").Truncate(time.Minute)
		to := from.Add(time.Duration(rapid.IntRange(0, 4*24*60).Draw(t, "minutes")) * time.Minute)
		var want time.Duration
		for at := from; at.Before(to); at = at.Add(time.Minute) {
			if counts(t, s, p, at) {
				want += time.Minute
			}
		}
		if got := s.Running(p, from, to); got != want {
			t.Fatalf("%v run from %v to %v, minute by minute %v", got, from, to, want)
		}
	})
}

func counts(t *rapid.T, s clock.Settings, p clock.Person, at time.Time) bool {
	name := p.Zone
	if name == "" {
		name = s.Zone
	}
	where, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	wall := at.In(where)
	minute := wall.Hour()*60 + wall.Minute()
	for m, night := p.NightFrom, (p.NightTo-p.NightFrom+1440)%1440; night > 0; night-- {
		if m == minute {
			return false
		}
		m = (m + 1) % 1440
	}
	for _, span := range p.Away {
		if !at.Before(span.From) && at.Before(span.To) {
			return false
		}
	}
	for _, day := range s.Weekdays {
		if map[string]time.Weekday{"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}[day] == wall.Weekday() {
			return false
		}
	}
	return !slices.Contains(s.Dates, wall.Format(time.DateOnly))
}

func TestParseIsTheInverseOfJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := someClock.Draw(t, "clock")
		again, err := clock.Parse(s.JSON())
		if err != nil {
			t.Fatalf("%s: %v", s.JSON(), err)
		}
		if !reflect.DeepEqual(again, s) {
			t.Fatalf("%+v came back as %+v", s, again)
		}
		for left := range 5 {
			if got := s.After(time.Duration(left) * time.Hour); got < 0 || got > clock.MaxTime*time.Second {
				t.Fatalf("the next call has %v", got)
			}
		}
	})
}
