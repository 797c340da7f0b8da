package web

import (
	"context"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/web/words"
)

// times is how the players' time stands, as the match's page tells it.
type times struct {
	Now    string // the server's time on the reader's clock
	At     time.Time
	Head   timeLine   // what matters most to the reader
	Rows   []timeLine // one for each seat of which there is something to say
	Rules  []string   // how the clock runs; none = there is no clock
	Paused string     // until when the match is paused; empty = it is not
}

// timeLine is the time of one seat: what is said, and the deadline in it.
type timeLine struct {
	Seat  game.Seat
	You   bool
	Name  string    // "You", where it is the reader's
	Says  string    // what follows the name
	Due   time.Time // counted down behind what is said; zero = none
	Until string    // the deadline in words
	Away  string    // until when its player is on vacation
}

// times gathers how the time stands now; nil where nothing is to be said about it.
func (s *server) times(ctx context.Context, p *matchPage) (*times, error) {
	m := p.Match
	settings, clocked := m.Clock()
	if m.Status() != engine.Playing {
		return nil, nil
	}
	now := s.Now()
	t := &times{Now: words.Moment(now, now, p.Zone), At: now}
	if clocked {
		t.Rules = words.Clock(settings)
	}
	if until, paused := m.Paused(); paused {
		t.Paused = "until its players agree to go on"
		if !until.IsZero() {
			t.Paused = "until " + words.Deadline(until, now, p.Zone)
		}
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		row := timeLine{Seat: seat, Name: words.Begin(p.Names.Or(seat))}
		if p.Role == player && seat == p.Viewer {
			row.You, row.Name = true, "You"
		}
		person := m.Person(seat)
		switch {
		case person != "":
			if until := awayUntil(s.hours(ctx, person), now); !until.IsZero() {
				row.Away = row.verb("are", "is") + " on vacation until " + words.Moment(until, now, p.Zone)
			}
			if clocked {
				row.tell(m, settings, now, p.Zone)
			}
		case m.Bot(seat) && m.Table.Seats[seat-1].Offered != "":
			row.Says = "plays until somebody takes the seat"
			if m.Kept(seat) != "" {
				row.Says = "plays until the seat’s player takes it back"
			}
		}
		if row.Says == "" && row.Away == "" {
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	if t.Paused == "" && !clocked && len(t.Rows) == 0 {
		return nil, nil
	}
	t.Head = t.head()
	return t, nil
}

// tell says how the time of a seat stands while the match runs.
func (l *timeLine) tell(m *engine.Match, s clock.Settings, now time.Time, zone string) {
	due := m.Due(l.Seat)
	n, _ := m.Expired(l.Seat)
	switch _, paused := m.Paused(); {
	case paused && m.Left(l.Seat) > 0:
		l.Says = l.verb("have", "has") + " " + words.Lasting(m.Left(l.Seat)) + " left"
	case n > 0:
		l.Says = "ran out of time " + words.Moment(due, now, zone)
	case due.IsZero() && s.Kind == clock.KindBank:
		l.Says = l.verb("have", "has") + " " + words.Lasting(m.Left(l.Seat)) + " in the bank"
	case due.IsZero():
	case !due.After(now):
		l.Says = "ran out of time"
		if s.Grace > 0 {
			l.Says += ", but for a grace until " + words.Moment(due.Add(s.GraceTime()), now, zone)
		}
	default:
		l.Says, l.Due, l.Until = l.verb("choose", "chooses")+" until "+words.Moment(due, now, zone), due, words.Until(due.Sub(now))
	}
}

// verb is a verb's form after the name.
func (l *timeLine) verb(you, others string) string {
	if l.You {
		return you
	}
	return others
}

// head is the line that matters most: the reader's own deadline, else the next one,
// else what is known of the reader, else of anybody.
func (t *times) head() timeLine {
	var best timeLine
	for _, row := range t.Rows {
		switch {
		case row.You && !row.Due.IsZero():
			return row
		case best.Name == "", best.Due.IsZero() && (!row.Due.IsZero() || row.You), !row.Due.IsZero() && row.Due.Before(best.Due):
			best = row
		}
	}
	return best
}

// awayUntil is the end of the vacation in which a moment lies; zero = it lies in none.
func awayUntil(p clock.Person, now time.Time) time.Time {
	for _, span := range p.Away {
		if !now.Before(span.From) && now.Before(span.To) {
			return span.To
		}
	}
	return time.Time{}
}

// zone is the time zone in which a reader is told moments: his own, else that of the
// match's clock.
func (s *server) zone(ctx context.Context, m *engine.Match, person string) string {
	return m.Zone(s.hours(ctx, person).Zone)
}

// hours is when a person's time runs. Where that cannot be read now, the page is shown
// all the same, in the match's zone: of most people nothing is kept, and the store is
// asked for what this node's copy does not have.
func (s *server) hours(ctx context.Context, person string) clock.Person {
	if person == "" {
		return clock.Person{}
	}
	known, err := s.People.Hours(ctx, person)
	if err != nil {
		return clock.Person{}
	}
	return known
}

// place is the location of a time zone, UTC where there is none.
func place(zone string) *time.Location {
	if at, ok := clock.Location(zone); ok {
		return at
	}
	return time.UTC
}
