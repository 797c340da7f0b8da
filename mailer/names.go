package mailer

import (
	"context"
	"errors"

	"pizzini/engine"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/web/words"
)

// names looks up who sits where.
func (c *Composer) names(ctx context.Context, m *engine.Match) (words.Names, error) {
	who := make([]string, m.Players())
	for i, seat := range m.Table.Seats {
		who[i] = seat.Who
	}
	return c.namesOf(ctx, who)
}

func (c *Composer) namesOf(ctx context.Context, who []string) (words.Names, error) {
	return words.NamesOf(who, func(person string) (string, error) {
		profile, err := c.profile(ctx, person)
		return profile.Name, err
	})
}

// sitting is who sat where from an event on.
type sitting struct {
	from  int
	names words.Names
}

// sittings lists who sat where since the start of a match; none where all who began
// it still sit there.
func (c *Composer) sittings(ctx context.Context, m *engine.Match) ([]sitting, error) {
	who := make([]string, m.Players())
	var list []sitting
	left := false
	for _, e := range m.Log {
		switch e.Type {
		case events.TypeSeatTaken, events.TypeSeatVacated, events.TypeStarted:
		default:
			continue
		}
		switch data, _ := e.Decode(); d := data.(type) {
		case *events.SeatTaken:
			who[d.Seat-1] = d.Who
		case *events.SeatVacated:
			who[d.Seat-1] = ""
			if d.Next == "bot" {
				who[d.Seat-1] = "bot"
			}
		}
		if m.Table.Started == 0 || e.N < m.Table.Started {
			continue
		}
		left = left || e.N > m.Table.Started
		names, err := c.namesOf(ctx, who)
		if err != nil {
			return nil, err
		}
		list = append(list, sitting{e.N, names})
	}
	if !left {
		return nil, nil
	}
	return list, nil
}

// profile is what is known of a person: nothing of one who was erased or never was.
func (c *Composer) profile(ctx context.Context, person string) (people.Profile, error) {
	p, err := c.People.Profile(ctx, person)
	if errors.Is(err, stream.ErrNone) {
		return people.Profile{}, nil
	}
	return p, err
}
