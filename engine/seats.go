package engine

import (
	"context"

	"pizzini/engine/game"
	"pizzini/events"
)

// SeatCommand is a command about one seat. Answers is the match's LinkNumber of
// the seat when the form was made: it makes the command's id, and a form that
// another seat event has overtaken is refused.
type SeatCommand struct {
	Match   string
	Seat    game.Seat
	Answers int
	Form    string // of Take: a number that the form was given, so that only the same form is recognised
}

// Take seats a person, with the digest of his lucky words ("" = none). With the
// last open seat the match starts.
func (e *Engine) Take(ctx context.Context, c SeatCommand, person, words string) (Receipt, error) {
	if !events.ValidID(person) {
		return Receipt{}, refuse(Invalid, "Open the invitation again.", "Nobody is named.")
	}
	by := "seat:" + c.Seat.String()
	// Whoever sends another form with the same link is another: he is refused where
	// the seat is taken, and not told that he has it.
	return e.seat(ctx, c, by, "take:"+person+":"+c.Form, func(m *Match) ([]events.Entry, error) {
		return fill(m, &events.SeatTaken{Seat: int(c.Seat), Who: "person:" + person, Words: words})
	})
}

// SeatBot puts a bot on an open seat, for the host.
func (e *Engine) SeatBot(ctx context.Context, c SeatCommand) (Receipt, error) {
	return e.seat(ctx, c, "host", "bot", func(m *Match) ([]events.Entry, error) {
		if m.who(c.Seat) == "bot" {
			return nil, refuse(Taken, "There is nothing left to do.", "A bot sits there already.")
		}
		return fill(m, &events.SeatTaken{Seat: int(c.Seat), Who: "bot"})
	})
}

// Offer offers an open seat, or a bot's, anew: to a person or, with Anybody, to
// whoever follows the link.
func (e *Engine) Offer(ctx context.Context, c SeatCommand, to Invited) (Receipt, error) {
	if _, err := invitedPerson(to); err != nil && to != Anybody {
		return Receipt{}, err
	}
	return e.seat(ctx, c, "host", "offer:"+string(to), func(m *Match) ([]events.Entry, error) {
		if err := m.free(c.Seat); err != nil {
			return nil, err
		}
		return []events.Entry{{Data: &events.SeatOffered{Seat: int(c.Seat), To: string(to)}}}, nil
	})
}

// Link makes a new link of a seat; older ones are dead. by is "host" or the seat
// itself. It works after the end too, so that one can look back.
func (e *Engine) Link(ctx context.Context, c SeatCommand, byHost bool) (Receipt, error) {
	by := "host"
	if !byHost {
		by = "seat:" + c.Seat.String()
	}
	return e.seat(ctx, c, by, "link", func(m *Match) ([]events.Entry, error) {
		if !byHost && m.Person(c.Seat) == "" {
			return nil, refuse(Taken, "Ask the host for a seat.", "Nobody sits there who could ask for a link.")
		}
		return []events.Entry{{Data: &events.SeatLinked{Seat: int(c.Seat), Link: m.Table.Seats[c.Seat-1].Link + 1}}}, nil
	})
}

// Resign takes a person from his seat. In a match that runs a bot plays on;
// before the start the seat is open again.
func (e *Engine) Resign(ctx context.Context, c SeatCommand) (Receipt, error) {
	return e.seat(ctx, c, "seat:"+c.Seat.String(), "resign", func(m *Match) ([]events.Entry, error) {
		next := "bot"
		switch m.Status() {
		case Gathering:
			next = "open"
		case Playing:
		default:
			return nil, m.going()
		}
		if m.Person(c.Seat) == "" {
			return nil, refuse(Taken, "There is nothing left to do.", "Nobody sits there.")
		}
		return []events.Entry{{Data: &events.SeatVacated{Seat: int(c.Seat), Next: next}}}, nil
	})
}

// Abandon ends a match without a result, for its host.
func (e *Engine) Abandon(ctx context.Context, match string) (Receipt, error) {
	c := command{id: e.commandID(match, 0, 1, "abandon"), by: "host"}
	return e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		switch {
		case m.Table.Over, m.unread || m.halted:
			return nil, m.going()
		case m.Broken != nil:
			return []events.Entry{{Data: &events.Abandoned{Why: "broken"}}}, nil
		}
		return []events.Entry{{Data: &events.Abandoned{Why: "host"}}}, nil
	})
}

func (e *Engine) seat(ctx context.Context, c SeatCommand, by, kind string, decide decide) (Receipt, error) {
	id := e.commandID(c.Match, c.Seat, c.Answers, kind)
	return e.act(ctx, c.Match, command{id: id, by: by}, func(m *Match) ([]events.Entry, error) {
		if c.Seat < 1 || int(c.Seat) > m.Players() {
			return nil, refuse(NotFound, "Check the link.", "This match has no seat %d.", c.Seat)
		}
		if m.Broken != nil {
			return nil, m.going()
		}
		if m.LinkNumber(c.Seat) != c.Answers {
			return nil, refuse(Stale, "Look at the seat as it is now.", "Something has happened at seat %d since this page was made.", c.Seat)
		}
		return decide(m)
	})
}

// free refuses a seat that a person holds, and any seat of a match that is over.
func (m *Match) free(seat game.Seat) error {
	if m.Table.Over {
		return m.going()
	}
	if m.Person(seat) != "" {
		return refuse(Taken, "Ask the host which seat is yours.", "Seat %d is taken.", seat)
	}
	return nil
}

// fill seats somebody and starts the match with the last open seat.
func fill(m *Match, taken *events.SeatTaken) ([]events.Entry, error) {
	if err := m.free(game.Seat(taken.Seat)); err != nil {
		return nil, err
	}
	entries := []events.Entry{{Data: taken}}
	if m.Table.Started > 0 {
		return entries, nil
	}
	for i, s := range m.Table.Seats {
		if s.Who == "" && i+1 != taken.Seat {
			return entries, nil
		}
	}
	started, err := startEntry(m, m.Table.Created, entries)
	if err != nil {
		return nil, err
	}
	return append(entries, started), nil
}

func invitedPerson(to Invited) (string, error) {
	if len(to) == 7+16 && to[:7] == "person:" && events.ValidID(string(to[7:])) {
		return string(to[7:]), nil
	}
	return "", refuse(Invalid, "Give a name and an address, or make an open seat.", "Nobody is named for the seat.")
}
