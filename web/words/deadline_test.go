package words

import (
	"testing"
	"time"
	_ "time/tzdata"
)

func TestADeadlineIsToldInTheReadersZone(t *testing.T) {
	t.Parallel()
	parse := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct{ at, now, zone, want string }{
		{"2026-12-01T17:00:00Z", "2026-11-29T16:00:00Z", "Europe/Rome", "Tue 1 Dec, 18:00 (Rome), in 2 days"},
		{"2026-12-01T17:00:00Z", "2026-11-29T17:00:01Z", "Europe/Rome", "Tue 1 Dec, 18:00 (Rome), in 47 hours"},
		{"2026-12-01T17:00:00Z", "2026-12-01T15:00:00Z", "America/Argentina/Buenos_Aires", "Tue 1 Dec, 14:00 (Buenos Aires), in 2 hours"},
		{"2026-12-01T17:00:00Z", "2026-12-01T15:00:01Z", "", "Tue 1 Dec, 17:00 (UTC), in 119 minutes"},
		{"2026-12-01T17:00:00Z", "2026-12-01T16:58:30Z", "UTC", "Tue 1 Dec, 17:00 (UTC), in 1 minute"},
		{"2026-12-01T17:00:00Z", "2026-12-01T16:59:01Z", "Atlantis/Nowhere", "Tue 1 Dec, 17:00 (UTC), now"},
		{"2026-12-01T17:00:00Z", "2026-12-01T20:00:00Z", "Local", "Tue 1 Dec, 17:00 (UTC), 3 hours ago"},
		{"2027-12-01T17:00:00Z", "2026-12-01T17:00:00Z", "Asia/Kolkata", "Wed 1 Dec 2027, 22:30 (Kolkata), in 365 days"},
		// Over both changes of summer time a deadline is the moment that it is; the hour
		// that comes twice says which of the two is meant.
		{"2026-03-29T00:30:00Z", "2026-03-28T00:00:00Z", "Europe/Rome", "Sun 29 Mar, 01:30 (Rome), in 24 hours"},
		{"2026-03-29T01:30:00Z", "2026-03-28T00:00:00Z", "Europe/Rome", "Sun 29 Mar, 03:30 (Rome), in 25 hours"},
		{"2026-10-25T00:30:00Z", "2026-10-24T00:00:00Z", "Europe/Rome", "Sun 25 Oct, 02:30 CEST (Rome), in 24 hours"},
		{"2026-10-25T01:30:00Z", "2026-10-24T00:00:00Z", "Europe/Rome", "Sun 25 Oct, 02:30 CET (Rome), in 25 hours"},
		{"2026-10-25T02:30:00Z", "2026-10-24T00:00:00Z", "Europe/Rome", "Sun 25 Oct, 03:30 (Rome), in 26 hours"},
	} {
		if got := Deadline(parse(c.at), parse(c.now), c.zone); got != c.want {
			t.Errorf("%s from %s in %q: %q, want %q", c.at, c.now, c.zone, got, c.want)
		}
	}
}
