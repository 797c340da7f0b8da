package engine

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strconv"

	"pizzini/engine/game"
)

// Position is all that a bot may look at.
type Position interface {
	View() game.View
	Legal() []game.Move
}

type position struct {
	state game.State
	seat  game.Seat
}

func (p position) View() game.View    { return p.state.View(p.seat) }
func (p position) Legal() []game.Move { return p.state.Legal(p.seat) }

// uniform is the built-in bot: every legal move alike, by a number below the
// count of them that it is given.
func uniform(p Position, below func(m int) int) game.Move {
	legal := p.Legal()
	return legal[below(len(legal))]
}

// Bots plays for the bots of a match until none of them has to choose, and says
// how many moves that were. Its numbers come from the installation's key, so that
// all nodes choose the same, and its commands are recognised when they come twice.
func (e *Engine) Bots(ctx context.Context, match string) (moves int, err error) {
	for {
		m, err := e.Match(ctx, match)
		if err != nil {
			return moves, err
		}
		seat, ok := m.botToMove()
		if !ok {
			return moves, nil
		}
		decision := m.Decision(seat)
		move := uniform(position{m.State, seat}, e.below(match, seat, decision))
		_, err = e.playBot(ctx, Turn{Match: match, Seat: seat, Decision: decision, Moves: []game.Move{move}})
		var refusal *Refusal
		if errors.As(err, &refusal) && (refusal.Code == Stale || refusal.Code == NotYourTurn || refusal.Code == Over) {
			continue // somebody was faster: look again
		}
		if err != nil {
			return moves, err
		}
		moves++
	}
}

func (m *Match) botToMove() (game.Seat, bool) {
	for _, s := range m.Active() {
		if m.Bot(s) {
			return s, true
		}
	}
	return 0, false
}

// below is a bot's source of numbers for one decision.
func (e *Engine) below(match string, seat game.Seat, decision int) func(m int) int {
	count := 0
	return func(m int) int {
		count++
		mac := hmac.New(sha256.New, e.config.Key)
		for _, f := range []string{"pizzini/bot", match, seat.String(), strconv.Itoa(decision), strconv.Itoa(count)} {
			mac.Write([]byte(f))
			mac.Write([]byte{0})
		}
		// 64 bits of which a few are used: the bias is below 2^-56.
		return int(binary.BigEndian.Uint64(mac.Sum(nil)) % uint64(m))
	}
}
