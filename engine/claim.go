package engine

import (
	"context"

	"pizzini/engine/game"
	"pizzini/events"
)

// Claim gives the seat of a player whose time is up to the bot, for another player; n
// is the number of the expiry, as the form names it. The first to claim or wave
// decides.
func (e *Engine) Claim(ctx context.Context, match string, by, about game.Seat, n int) (Receipt, error) {
	return e.judge(ctx, match, by, about, n, events.PolicyClaimed)
}

// Wave gives a player whose time is up his time anew, for another player.
func (e *Engine) Wave(ctx context.Context, match string, by, about game.Seat, n int) (Receipt, error) {
	return e.judge(ctx, match, by, about, n, events.PolicyWaved)
}

func (e *Engine) judge(ctx context.Context, match string, by, about game.Seat, n int, policy string) (Receipt, error) {
	c := command{id: e.commandID(match, by, n, policy, about.String()), by: "seat:" + by.String()}
	return e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		if err := m.going(); err != nil {
			return nil, err
		}
		if err := m.running(); err != nil {
			return nil, err
		}
		if m.Person(by) == "" || by == about {
			return nil, refuse(NotYourTurn, "Ask another player.", "Only another player decides about the time of seat %d.", about)
		}
		if now, open := m.Expired(about); now != n || n == 0 || open != events.PolicyClaim {
			return nil, refuse(Stale, "Look at the match as it is now.", "There is nothing to decide about the time of seat %d any more.", about)
		}
		entries := []events.Entry{{Data: &events.ClockExpired{Seat: int(about), Policy: policy}}}
		if policy == events.PolicyClaimed {
			entries = append(entries, events.Entry{Data: &events.SeatVacated{Seat: int(about), Next: "bot"}})
		}
		return entries, nil
	})
}
