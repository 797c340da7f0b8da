package engine

import (
	"context"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// Reclock moves the deadline of a seat whose player's calendar became another: he
// has as much time left as before, in the hours that he now has. id names the change,
// so that it is written once. Where no deadline moves (the seat is not active, its
// time is up already, there is no clock) nothing is written, and the receipt is empty.
func (e *Engine) Reclock(ctx context.Context, match string, seat game.Seat, before, after clock.Person, id string) (Receipt, error) {
	c := command{id: e.commandID(match, seat, 0, "reclock", id), by: "seat:" + seat.String()}
	moved := true
	receipt, err := e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		settings, clocked := m.Clock()
		due, now := m.Due(seat), e.now(m)
		if moved = clocked && m.Status() == Playing && m.Person(seat) != "" && due.After(now); !moved {
			return nil, refuse(Stale, "There is nothing left to do.", "No time of seat %d runs.", seat)
		}
		later := settings.Deadline(after, now, settings.Running(before, now, due))
		if moved = !later.Equal(due); !moved {
			return nil, refuse(Stale, "There is nothing left to do.", "The deadline of seat %d does not move.", seat)
		}
		// The others' deadlines are filled in beside it.
		return []events.Entry{{Data: &events.ClockChanged{
			Clock: settings.JSON(), Seat: int(seat), Why: events.WhyAway, Due: map[string]string{seat.String(): events.FormatTime(later)},
		}}}, nil
	})
	if err != nil && !moved {
		return Receipt{}, nil
	}
	return receipt, err
}
