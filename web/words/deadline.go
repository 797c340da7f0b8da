package words

import (
	"fmt"
	"strings"
	"time"
)

// Deadline is a deadline as a reader is told it: the moment on the clocks of his zone,
// and how far it is from now. "Tue 1 Dec, 18:00 (Rome), in 2 days". A zone that nobody
// knows is UTC.
func Deadline(at, now time.Time, zone string) string {
	return Moment(at, now, zone) + ", " + Until(at.Sub(now))
}

// Moment is a moment on the clocks of a reader's zone: "Tue 1 Dec, 18:00 (Rome)". The
// year stands with it where it is far from now, and the name of the time in the hour
// that the end of summer time brings twice.
func Moment(at, now time.Time, zone string) string {
	place, called := location(zone)
	local := at.In(place)
	form := "Mon 2 Jan, 15:04"
	if at.Sub(now).Abs() > 180*24*time.Hour {
		form = "Mon 2 Jan 2006, 15:04"
	}
	text := local.Format(form)
	for _, shift := range []time.Duration{-time.Hour, -30 * time.Minute, 30 * time.Minute, time.Hour} {
		if local.Add(shift).Format(form) == text {
			text += local.Format(" MST")
			break
		}
	}
	return text + " (" + called + ")"
}

// Until says how far a moment is: "in 2 days", "now", "3 hours ago".
func Until(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return "in " + Span(d)
	case d > -time.Minute:
		return "now"
	}
	return Span(-d) + " ago"
}

// Span is a length of time in one unit, never more than there is: "2 days", "47 hours",
// "1 minute".
func Span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return fmt.Sprintf("%d days", d/day)
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	case d >= time.Minute:
		return "1 minute"
	}
	return "less than a minute"
}

// location is a time zone and what its clocks are called: "Europe/Rome" is Rome.
func location(zone string) (*time.Location, string) {
	place, err := time.LoadLocation(zone)
	if err != nil || zone == "" || zone == "Local" || place == time.UTC {
		return time.UTC, "UTC"
	}
	return place, strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}
