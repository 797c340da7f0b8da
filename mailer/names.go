package mailer

import (
	"context"
	"errors"

	"pizzini/engine"
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
	return words.NamesOf(who, func(person string) (string, error) {
		profile, err := c.profile(ctx, person)
		return profile.Name, err
	})
}

// profile is what is known of a person: nothing of one who was erased or never was.
func (c *Composer) profile(ctx context.Context, person string) (people.Profile, error) {
	p, err := c.People.Profile(ctx, person)
	if errors.Is(err, stream.ErrNone) {
		return people.Profile{}, nil
	}
	return p, err
}
