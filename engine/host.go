package engine

import (
	"context"
	"time"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// SilentFor is how long a player must have left an open decision alone before the host may
// remove him.
const SilentFor = 7 * 24 * time.Hour

// Host is the person id of the present host.
func (m *Match) Host() string { return m.Table.Host }

// HostSince is the number of the event that made the present host the host; 0 = he has
// been it from the beginning.
func (m *Match) HostSince() int {
	for i := m.N() - 1; i >= 0; i-- {
		if m.Log[i].Type == events.TypeHostChanged {
			return m.Log[i].N
		}
	}
	return 0
}

// MayRemove says whether the host may give a seat to the bot: its player's time is up,
// or he has been silent for too long. Nobody is silent on vacation: the days that his
// calendar says he is away do not count, and while he is he stays.
func (m *Match) MayRemove(seat game.Seat, now time.Time, his clock.Person) bool {
	decision := m.Decision(seat)
	if m.Person(seat) == "" || decision == 0 {
		return false
	}
	if n, _ := m.Expired(seat); n > 0 {
		return true
	}
	for _, span := range his.Away {
		if !now.Before(span.From) && now.Before(span.To) {
			return false
		}
	}
	return clock.Settings{}.Running(clock.Person{Away: his.Away}, m.Log[decision-1].At, now) >= SilentFor
}

// Remove gives the seat of a silent player to the bot, for the host. Where no human
// is left at the table then, the match ends.
func (e *Engine) Remove(ctx context.Context, c SeatCommand) (Receipt, error) {
	return e.seat(ctx, c, "host", "remove", func(m *Match) ([]events.Entry, error) {
		if err := m.going(); err != nil {
			return nil, err
		}
		if m.Person(c.Seat) == "" {
			return nil, refuse(Taken, "There is nothing left to do.", "Nobody sits there.")
		}
		his, err := e.person(ctx, m.ID, m.Person(c.Seat))
		if err != nil {
			return nil, err
		}
		if !m.MayRemove(c.Seat, e.config.Now(), his) {
			return nil, refuse(Invalid, "Ask the player to choose or to resign.", "A player can be removed when his time is up, or when he has not chosen for 7 days though the match waits for him; days of his vacation do not count.")
		}
		if !m.others(c.Seat) {
			return []events.Entry{{Data: &events.Abandoned{Why: "host"}}}, nil
		}
		return []events.Entry{{Data: &events.SeatVacated{Seat: int(c.Seat), Next: "bot"}}}, nil
	})
}

// PassHost passes the host's rights from one person to another. The host himself
// and the clock choose among those who sit at the table; by is host, operator or clock.
func (e *Engine) PassHost(ctx context.Context, match, from, to, by string) (Receipt, error) {
	if !events.ValidID(to) {
		return Receipt{}, refuse(Invalid, "Choose one of the players.", "Nobody is named.")
	}
	// What the command answers is the event that made the present host.
	var since int
	if m, err := e.Match(ctx, match); err == nil {
		since = m.hostSince(from)
	}
	c := command{id: e.commandID(match, 0, since, "host:"+to), by: by}
	return e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		if m.Table.Over || m.Broken != nil {
			return nil, m.going()
		}
		if m.Host() != from {
			return nil, refuse(Stale, "Look at the match as it is now.", "Somebody else is the host now.")
		}
		if to == from {
			return nil, refuse(Invalid, "Choose one of the other players.", "He is the host already.")
		}
		if m.seatOf(to) == 0 && by != "operator" {
			return nil, refuse(Invalid, "Choose one of the players.", "The new host must sit at the table.")
		}
		return []events.Entry{{Data: &events.HostChanged{Host: to}}}, nil
	})
}

// hostSince is the number of the latest event that made a person the host, 0 = none did.
func (m *Match) hostSince(person string) (n int) {
	for _, e := range m.Log {
		if e.Type != events.TypeCreated && e.Type != events.TypeHostChanged {
			continue
		}
		switch data, _ := e.Decode(); d := data.(type) {
		case *events.Created:
			if d.Host == person {
				n = e.N
			}
		case *events.HostChanged:
			if d.Host == person {
				n = e.N
			}
		}
	}
	return n
}
