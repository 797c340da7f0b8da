package clock

import (
	"slices"
	"strings"
	"time"
)

// Span is the time from one moment up to, but not with, another.
type Span struct{ From, To time.Time }

// Person is what of a person's own calendar counts: his zone, his night and when
// he is away. The zero Person has none of it.
type Person struct {
	Zone      string // IANA name; "" = that of the match
	NightFrom int    // minutes after midnight on his wall clock
	NightTo   int    // the same; equal = no night
	Away      []Span
}

// MaxNight is how many minutes a person's night may have.
const MaxNight = 16 * 60

// MaxAway is how long a vacation may be.
const MaxAway = 366 * day

const (
	dayMinutes = 24 * 60
	day        = 24 * time.Hour
)

// ValidNight says whether a night may go from one minute after midnight to another.
func ValidNight(from, to int) bool {
	return from >= 0 && from < dayMinutes && to >= 0 && to < dayMinutes && (to-from+dayMinutes)%dayMinutes <= MaxNight
}

// Location is the time zone of an IANA name: "Europe/Rome", "UTC". The machine's
// own zone has no name here, since nodes may differ in it, nor have the files of
// a zone database that are no zones.
func Location(name string) (*time.Location, bool) {
	top, _, _ := strings.Cut(name, "/")
	switch {
	case name == "" || len(name) > 64 || slices.Contains([]string{"Local", "localtime", "posix", "posixrules", "right", "Factory"}, top):
		return nil, false
	case strings.ContainsFunc(name, func(r rune) bool { return !strings.ContainsRune(zoneLetters, r) }):
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}

const zoneLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/"

// calendar is which time counts for one person in one match.
type calendar struct {
	zone               *time.Location
	nightFrom, nightTo time.Duration // on the wall clock; equal = none
	weekdays           [7]bool       // off, Sunday first
	dates              []string      // off
	away               []Span
}

// calendar is the match's for a person. What no person can have is as if it were
// not there, so that some time always counts.
func (s Settings) calendar(p Person) calendar {
	c := calendar{dates: s.Dates}
	for _, span := range p.Away {
		if span.To.Sub(span.From) <= MaxAway {
			c.away = append(c.away, span)
		}
	}
	for _, name := range []string{p.Zone, s.Zone, "UTC"} {
		if zone, ok := Location(name); ok {
			c.zone = zone
			break
		}
	}
	if ValidNight(p.NightFrom, p.NightTo) {
		c.nightFrom, c.nightTo = time.Duration(p.NightFrom)*time.Minute, time.Duration(p.NightTo)*time.Minute
	}
	for _, name := range s.Weekdays {
		c.weekdays[(slices.Index(weekdays, name)+1)%7] = true
	}
	return c
}

// stretch says whether time counts at a moment, and until when that surely stays
// so. A local time is looked at only within one offset of its zone: so a night or
// a day over a change of summer time is as long as it is, and a midnight that does
// not exist or comes twice does no harm.
func (c calendar) stretch(t time.Time) (counts bool, until time.Time) {
	local := t.In(c.zone)
	hour, minute, second := local.Clock()
	wall := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + time.Duration(local.Nanosecond())
	until = t.Add(day - wall)
	for _, edge := range []time.Duration{c.nightFrom, c.nightTo} {
		if edge > wall {
			until = earlier(until, t.Add(edge-wall))
		}
	}
	if _, change := local.ZoneBounds(); change.After(t) {
		until = earlier(until, change)
	}
	counts = !c.night(wall) && !c.weekdays[local.Weekday()] && !slices.Contains(c.dates, local.Format(time.DateOnly))
	for _, span := range c.away {
		switch {
		case !t.Before(span.From) && t.Before(span.To):
			counts, until = false, span.To
		case counts && span.From.After(t):
			until = earlier(until, span.From)
		}
	}
	return counts, until
}

// night says whether it is night at a time of the wall clock.
func (c calendar) night(wall time.Duration) bool {
	if c.nightFrom <= c.nightTo {
		return c.nightFrom <= wall && wall < c.nightTo
	}
	return wall >= c.nightFrom || wall < c.nightTo
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
