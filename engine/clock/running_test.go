package clock_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine/clock"
)

// days are settings with days off in a zone: "sat sun 2026-12-25".
func days(t *testing.T, off, zone string) clock.Settings {
	t.Helper()
	s := clock.Settings{Kind: clock.KindDecision, Time: 1, Policy: clock.PolicyNote, Zone: zone}
	for _, d := range strings.Fields(off) {
		if strings.Contains(d, "-") {
			s.Dates = append(s.Dates, d)
		} else {
			s.Weekdays = append(s.Weekdays, d)
		}
	}
	again, err := clock.Parse(s.JSON())
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// person is one with a night, "23:00-07:00", and a vacation, "2026-12-20
// 2026-12-24" with both days in it, of a zone.
func person(t *testing.T, zone, night, away string) clock.Person {
	t.Helper()
	p := clock.Person{Zone: zone}
	if from, to, ok := strings.Cut(night, "-"); ok {
		p.NightFrom, p.NightTo = minutes(t, from), minutes(t, to)
	}
	if from, to, ok := strings.Cut(away, " "); ok {
		p.Away = []clock.Span{{From: local(t, zone, from+" 00:00"), To: local(t, zone, to+" 00:00").AddDate(0, 0, 1)}}
	}
	return p
}

func minutes(t *testing.T, text string) int {
	t.Helper()
	hour, minute, _ := strings.Cut(text, ":")
	h, err1 := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	if err1 != nil || err2 != nil {
		t.Fatal(text)
	}
	return h*60 + m
}

func local(t *testing.T, zone, text string) time.Time {
	t.Helper()
	where, ok := clock.Location(zone)
	if !ok {
		t.Fatalf("no zone %q", zone)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, where)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestDeadline says of each call when it begins and what it has, on the player's
// own wall clock, and when it is due. Both changes of summer time are in it: in
// Rome on 29 March and 25 October 2026, in New York on 8 March and 1 November, in
// Santiago at midnight of 5 April and 6 September, and on Lord Howe by half an hour.
func TestDeadline(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ zone, off, night, away, from, has, due string }{
		// zone            days off         night          away                     begins              has      due
		{"Europe/Rome", "", "", "", "2026-11-29 18:00", "72h", "2026-12-02 18:00 CET"},
		{"Europe/Rome", "", "", "", "2026-03-28 18:00", "24h", "2026-03-29 19:00 CEST"}, // elapsed time: the day has 23 hours
		{"Europe/Rome", "", "", "", "2026-10-24 18:00", "24h", "2026-10-25 17:00 CET"},  // and here 25
		{"UTC", "", "", "", "2026-03-28 18:00", "24h", "2026-03-29 18:00 UTC"},

		// Nights: 16 hours of a day count.
		{"Europe/Rome", "", "23:00-07:00", "", "2026-11-29 18:00", "5h", "2026-11-29 23:00 CET"},
		{"Europe/Rome", "", "23:00-07:00", "", "2026-11-29 18:00", "6h", "2026-11-30 08:00 CET"},
		{"Europe/Rome", "", "23:00-07:00", "", "2026-11-30 02:00", "1h", "2026-11-30 08:00 CET"},
		{"Europe/Rome", "", "00:30-08:30", "", "2026-11-30 00:00", "1h", "2026-11-30 09:00 CET"},
		{"Europe/Rome", "", "00:00-08:00", "", "2026-11-29 22:00", "3h", "2026-11-30 09:00 CET"},
		{"Europe/Rome", "", "17:00-09:00", "", "2026-11-29 18:00", "24h", "2026-12-02 17:00 CET"},
		// A night over a change is as long as it is: 7 hours, then 9.
		{"Europe/Rome", "", "23:00-07:00", "", "2026-03-28 22:00", "2h", "2026-03-29 08:00 CEST"},
		{"Europe/Rome", "", "23:00-07:00", "", "2026-10-24 22:00", "2h", "2026-10-25 08:00 CET"},
		// An edge of the night that does not exist, or that comes twice.
		{"Europe/Rome", "", "23:00-02:30", "", "2026-03-28 22:00", "2h", "2026-03-29 04:00 CEST"},
		{"Europe/Rome", "", "23:00-02:30", "", "2026-10-24 22:00", "2h", "2026-10-25 03:00 CET"}, // 02:30 to 03:00 twice: half an hour, night again, the rest
		{"America/New_York", "", "23:00-07:00", "", "2026-03-07 22:00", "2h", "2026-03-08 08:00 EDT"},
		{"America/New_York", "", "23:00-07:00", "", "2026-10-31 22:00", "2h", "2026-11-01 08:00 EST"},

		// Days off.
		{"Europe/Rome", "sat sun", "", "", "2026-11-27 18:00", "24h", "2026-11-30 18:00 CET"}, // a Friday
		{"Europe/Rome", "sat sun", "", "", "2026-11-28 12:00", "1h", "2026-11-30 01:00 CET"},
		{"Europe/Rome", "sat sun", "", "", "2026-11-27 18:00", "6h", "2026-11-28 00:00 CET"},
		{"Europe/Rome", "2026-12-25 2026-12-26", "", "", "2026-12-24 12:00", "24h", "2026-12-27 12:00 CET"},
		{"Europe/Rome", "sat sun", "", "", "2026-03-27 18:00", "24h", "2026-03-30 18:00 CEST"}, // the weekend has 47 hours
		{"Europe/Rome", "sat sun", "", "", "2026-10-23 18:00", "24h", "2026-10-26 18:00 CET"},  // and here 49
		{"Europe/Rome", "sun", "", "", "2026-03-28 18:00", "24h", "2026-03-30 18:00 CEST"},
		{"Asia/Tokyo", "sat sun", "", "", "2026-11-27 18:00", "24h", "2026-11-30 18:00 JST"},
		// A midnight that does not exist: the day off begins at one o'clock.
		{"America/Santiago", "sun", "", "", "2026-09-05 18:00", "12h", "2026-09-07 06:00 -03"},
		// The last hour of Saturday comes twice and counts twice.
		{"America/Santiago", "sun", "", "", "2026-04-04 18:00", "12h", "2026-04-06 05:00 -04"},
		{"Australia/Lord_Howe", "", "", "", "2026-04-04 18:00", "24h", "2026-04-05 17:30 +1030"},
		{"Pacific/Apia", "", "", "", "2011-12-29 18:00", "24h", "2011-12-31 18:00 +14"}, // where 30 December 2011 never was

		// All of it together.
		{"Europe/Rome", "sat sun", "23:00-07:00", "", "2026-11-27 18:00", "16h", "2026-11-30 18:00 CET"},
		{"Europe/Rome", "sat sun", "23:00-07:00", "2026-11-30 2026-12-01", "2026-11-27 18:00", "16h", "2026-12-02 18:00 CET"},
		{"Europe/Rome", "", "", "2026-12-20 2027-01-06", "2026-12-19 12:00", "24h", "2027-01-07 12:00 CET"},
		{"Europe/Rome", "", "", "2026-03-29 2026-03-29", "2026-03-28 12:00", "24h", "2026-03-30 12:00 CEST"},
	} {
		s, p := days(t, row.off, "UTC"), person(t, row.zone, row.night, row.away)
		has, err := time.ParseDuration(row.has)
		if err != nil {
			t.Fatal(err)
		}
		from := local(t, row.zone, row.from)
		due := s.Deadline(p, from, has)
		if due.Location() != time.UTC {
			t.Errorf("%v: the deadline is in %v", row, due.Location())
		}
		where, _ := clock.Location(row.zone)
		if got := due.In(where).Format("2006-01-02 15:04 MST"); got != row.due {
			t.Errorf("%v: due %s", row, got)
		}
		if got := s.Running(p, from, due); got != has {
			t.Errorf("%v: %v runs until then", row, got)
		}
	}
}

// The match's zone counts where the person's is not known, or is none.
func TestZone(t *testing.T) {
	t.Parallel()
	s := days(t, "sat sun", "Asia/Tokyo")
	for zone, want := range map[string]string{
		"":            "2026-11-29T15:30:00Z", // Monday in Tokyo
		"No/Where":    "2026-11-29T15:30:00Z",
		"Local":       "2026-11-29T15:30:00Z",
		"Europe/Rome": "2026-11-29T23:30:00Z",
	} {
		due := s.Deadline(clock.Person{Zone: zone}, time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC), 30*time.Minute)
		if got := due.Format(time.RFC3339); got != want {
			t.Errorf("zone %q: due %s, want %s", zone, got, want)
		}
	}
	for _, name := range []string{"", "Local", "localtime", "posixrules", "Factory", "right/UTC", "posix/UTC", "../UTC", "/etc/passwd", "Europe/", "Europe/Rome ", "Rome", "zone.tab", strings.Repeat("A", 100)} {
		if _, ok := clock.Location(name); ok {
			t.Errorf("%q is taken for a zone", name)
		}
	}
}

// What no person can have must not stop time for ever.
func TestTimeAlwaysRuns(t *testing.T) {
	t.Parallel()
	s := days(t, "mon tue wed thu fri sat", "UTC")
	from := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for _, p := range []clock.Person{
		{NightFrom: 1, NightTo: 0}, {NightFrom: -5, NightTo: 5000}, {NightFrom: 0, NightTo: 961},
		{NightFrom: 0, NightTo: 960, Away: []clock.Span{{From: from.Add(time.Hour), To: from}, {}}},
		{Away: []clock.Span{{From: from, To: from.AddDate(9000, 0, 0)}}},
	} {
		due := s.Deadline(p, from, clock.MaxTime*time.Second)
		if got := s.Running(p, from, due); got != clock.MaxTime*time.Second || due.Year() > 2100 {
			t.Errorf("%+v: %v run until %v", p, got, due)
		}
	}
	if due := s.Deadline(clock.Person{}, from, -time.Hour); !due.Equal(from) {
		t.Errorf("with less than nothing left it is due %v", due)
	}
	if got := s.Running(clock.Person{}, from, from.Add(-time.Hour)); got != 0 {
		t.Errorf("%v run backwards", got)
	}
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	decision := clock.Settings{Kind: clock.KindDecision, Time: 3 * 86400}
	bank := clock.Settings{Kind: clock.KindBank, Bank: 100, Add: 30, Cap: 120}
	for _, row := range []struct {
		s          clock.Settings
		left, want time.Duration // at the end of a call, and for the next one; seconds
	}{
		{decision, 5, 3 * 86400}, {decision, 0, 3 * 86400},
		{bank, 0, 30}, {bank, 50, 80}, {bank, 100, 120}, {bank, 120, 120},
		{bank, 500, 500}, // what stands above the cap is kept
		{bank, -7, 30},   // a bank is never below nothing
	} {
		if got := row.s.After(row.left * time.Second); got != row.want*time.Second {
			t.Errorf("%s: after %d s left %v, want %d s", row.s.Kind, row.left, got, row.want)
		}
	}
	if decision.First() != 72*time.Hour || bank.First() != 100*time.Second {
		t.Errorf("first: %v, %v", decision.First(), bank.First())
	}
}

func TestReminders(t *testing.T) {
	t.Parallel()
	s, p := days(t, "sat sun", "UTC"), person(t, "Europe/Rome", "23:00-07:00", "")
	s.Remind = []int{50, 90}
	from := local(t, "Europe/Rome", "2026-11-27 18:00") // a Friday; 16 hours a day
	due := s.Deadline(p, from, 20*time.Hour)
	var got []string
	where, _ := clock.Location("Europe/Rome")
	for _, at := range append(s.Reminders(p, from, due), due) {
		got = append(got, at.In(where).Format("Mon 15:04"))
	}
	if want := []string{"Mon 12:00", "Mon 20:00", "Mon 22:00"}; !slices.Equal(got, want) {
		t.Errorf("reminders and deadline: %v, want %v", got, want)
	}
	if got := s.Reminders(p, due, due); got != nil {
		t.Errorf("a call without time is reminded of at %v", got)
	}
	s.Remind = nil
	if got := s.Reminders(p, from, due); len(got) != 0 {
		t.Errorf("reminders, though none are wanted: %v", got)
	}
}
