package engine

import (
	"math/rand/v2"
	"slices"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
)

// Order is a programmed move: what a player has said beforehand that his seat
// shall play, for the rest of a round. It is never in the log, and what it plays
// stands there as the player's own move.
type Order struct {
	Kind  OrderKind
	Key   string // of a pass, what is passed
	Round int    // the round that it is for
	After int    // the match's last event when it was given
}

// OrderKind says what an order is for.
type OrderKind string

// The kinds of orders.
const (
	OrderSingle OrderKind = "single" // if the seat is asked only one thing, that is played
	OrderPass   OrderKind = "pass"   // the seat passes, where the game offers it
)

// OrderEnd says why an order does not hold any more.
type OrderEnd string

// The ends of orders. Of those that come before an order has done what it was given
// for, its owner is told.
const (
	OrderDone    OrderEnd = "done"    // there is nothing left to do for it
	OrderRound   OrderEnd = "round"   // its round is over, or the match
	OrderLeft    OrderEnd = "left"    // its owner has left the seat
	OrderRewound OrderEnd = "rewound" // the match was rewound, or its move taken back
	OrderChoice  OrderEnd = "choice"  // there was a choice to make, and an order makes none
	OrderTells   OrderEnd = "tells"   // that there is only one thing to play is a secret, which its move would tell
	OrderFailed  OrderEnd = "failed"  // its move could not be played
)

// Told says whether the owner of an order is told that it has ended so.
func (end OrderEnd) Told() bool {
	return end == OrderRewound || end == OrderChoice || end == OrderTells || end == OrderFailed
}

// Ordered is what an order comes to in a position. Without an end or a move the order
// waits.
type Ordered struct {
	End      OrderEnd
	Move     game.Move // what it plays
	Decision int       // the decision number that the move is for
	Asked    time.Time // when that was asked
}

// Ordered looks at an order that a person gave for a seat. It holds while he sits
// there, and waits while the match is paused or a proposal is open, which his move
// would let lapse.
func (m *Match) Ordered(person string, seat game.Seat, o Order) Ordered {
	switch {
	case m.Status() == Stopped:
		return Ordered{}
	case m.Status() != Playing:
		return Ordered{End: OrderRound}
	case person == "" || m.Person(seat) != person || m.Table.Seats[seat-1].Since > o.After:
		return Ordered{End: OrderLeft}
	case m.rewoundSince(seat, o.After):
		return Ordered{End: OrderRewound}
	case game.Round(m.State) != o.Round:
		return Ordered{End: OrderRound}
	case m.Table.Paused || m.Table.Proposal != nil:
		return Ordered{}
	case o.Kind == OrderPass:
		return m.orderedPass(seat, o)
	}
	return m.orderedSingle(seat)
}

// orderedPass plays the pass that an order names, when the seat is asked for it.
func (m *Match) orderedPass(seat game.Seat, o Order) Ordered {
	for _, p := range game.Passes(m.State, seat) {
		switch {
		case p.Key != o.Key || p.Round != o.Round:
		case !p.Asked:
			return Ordered{}
		case p.Move == "":
			return Ordered{End: OrderChoice}
		default:
			return m.plays(seat, p.Move)
		}
	}
	return Ordered{End: OrderDone}
}

// orderedSingle plays the only thing that a seat is asked.
func (m *Match) orderedSingle(seat game.Seat) Ordered {
	legal := m.Legal(seat)
	switch {
	case len(legal) == 0:
		return Ordered{}
	case len(legal) > 1:
		return Ordered{End: OrderChoice}
	case !m.openlySingle(seat, legal[0]):
		return Ordered{End: OrderTells}
	}
	return m.plays(seat, legal[0])
}

func (m *Match) plays(seat game.Seat, move game.Move) Ordered {
	decision := m.Decision(seat)
	return Ordered{Move: move, Decision: decision, Asked: m.Log[decision-1].At}
}

// rewoundSince says whether the match was rewound after an event by consent, or by
// the seat itself; another's free take-back drops nothing of a seat's.
func (m *Match) rewoundSince(seat game.Seat, after int) bool {
	for _, e := range m.Log[min(after, m.N()):] {
		if e.Type != events.TypeRewound {
			continue
		}
		if taker := m.takeBack(e); taker == 0 || game.Seat(taker) == seat {
			return true
		}
	}
	return false
}

// guesses is how many positions openlySingle looks at for each viewer.
const guesses = 12

// openlySingle says whether everybody who sees a seat's only move could know that
// there was no other: in whatever position the others take for possible, and in which
// the seat can make this move, it is the only one. Where that is a secret, a move
// that comes at once would tell it.
func (m *Match) openlySingle(seat game.Seat, move game.Move) bool {
	random := rand.New(rand.NewPCG(uint64(m.Decision(seat)), uint64(seat)))
	for viewer := game.Spectator; int(viewer) <= m.Players(); viewer++ {
		if viewer == seat {
			continue
		}
		for range guesses {
			if legal := m.State.Shuffled(viewer, random).Legal(seat); len(legal) > 1 && slices.Contains(legal, move) {
				return false
			}
		}
	}
	return true
}

// Passes lists what a seat can still pass in this round, for whom an order is given.
func (m *Match) Passes(seat game.Seat) []game.Pass {
	if m.Status() != Playing {
		return nil
	}
	return game.Passes(m.State, seat)
}

// Round is the round of the position, 0 before the start.
func (m *Match) Round() int {
	if m.State == nil {
		return 0
	}
	return game.Round(m.State)
}

// AnswerTo is the event with which a seat answered a decision; 0 = it has not.
func (m *Match) AnswerTo(seat game.Seat, decision int) int {
	for _, e := range m.Log[min(max(decision, 0), m.N()):] {
		if by, bot := bySeat(e.By); e.Type == events.TypePlayed && by == seat && !bot {
			return e.N
		}
	}
	return 0
}
