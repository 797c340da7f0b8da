package mailer

import (
	"context"
	"errors"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/web/words"
)

// formerPlayer stands for a person who was erased.
const formerPlayer = "a former player"

// names are the names of a match's seats, seat 1 first; an open seat has none.
type names []string

func (n names) of(seat game.Seat) string {
	if seat < 1 || int(seat) > len(n) {
		return ""
	}
	return n[seat-1]
}

// or is the name of a seat, or its number where it has none.
func (n names) or(seat game.Seat) string {
	if name := n.of(seat); name != "" {
		return name
	}
	return "seat " + seat.String()
}

func (n names) reader(viewer game.Seat) words.Reader { return words.Reader{Viewer: viewer, Name: n.of} }

// names looks up who sits where. Two seats of the same name are told apart by
// their numbers.
func (c *Composer) names(ctx context.Context, m *engine.Match) (names, error) {
	list := make(names, m.Players())
	count := map[string]int{}
	for i := range list {
		seat := game.Seat(i + 1)
		switch {
		case m.Bot(seat):
			list[i] = "Bot " + seat.String()
		case m.Person(seat) != "":
			profile, err := c.profile(ctx, m.Person(seat))
			if err != nil {
				return nil, err
			}
			if list[i] = profile.Name; list[i] == "" {
				list[i] = formerPlayer
			}
		}
		count[list[i]]++
	}
	for i, name := range list {
		if name != "" && count[name] > 1 {
			list[i] = name + " (" + strconv.Itoa(i+1) + ")"
		}
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
