package patronize

import (
	"pizzini/engine/game"
)

// Apply plays a move of the active seat and everything that follows from it
// without a choice, up to the next decision.
//
// What opens something: a move that begins a round turns up its Fame card, and
// the move that ends the game lays all cards open (R12). Nothing else does. All
// moves are open, a played character is named by the move's own text, what
// follows in steps 3 and 4 is worked out from what lies open, and a seat that
// passes by itself has a hand count of 0 that everybody sees (R2). The Fame card
// of a round in which only one card can be left is revealed like the others:
// its seal must be opened.
func (s *state) Apply(seat game.Seat, text game.Move, chance *game.Chance) (game.State, error) {
	m, err := s.check(seat, text)
	if err != nil {
		return nil, err
	}
	next := *s
	r := resolution{state: &next, chance: chance}
	switch next.phase {
	case Action:
		r.act(m)
	case Achievement:
		r.gainWhite(m.colour)
	case Protegee:
		r.choose(m)
	case ClownCopies:
		r.copyAbility(m.card)
	case SculptorDoubles:
		r.double(m.card)
	}
	return &next, nil
}

// resolution is a new position while a move is being played out on it.
type resolution struct {
	*state
	chance *game.Chance
}

// act is a seat's turn in step 2.
func (r resolution) act(m move) {
	me := r.seat(r.active)
	if m.verb == pass {
		me.acted = Passed
		r.tell("passed", seatArg(r.active))
	} else {
		me.acted = Played
		me.hand.remove(m.card)
		me.table = m.card
		if m.verb == playProtect {
			me.protection, me.protected = false, true
			r.tell("played-protected", seatArg(r.active), cardArg(m.card))
		} else {
			r.tell("played", seatArg(r.active), cardArg(m.card))
		}
	}
	r.nextAction()
}

// nextAction asks the next seat clockwise from the start seat. One whose hand is
// empty passes by itself (R2). After all of them comes step 3.
func (r resolution) nextAction() {
	n := r.start
	for range r.players {
		me := r.seat(n)
		if me.acted == Waiting {
			if me.hand != 0 {
				r.phase, r.active = Action, n
				return
			}
			me.acted = Passed
			r.tell("passed-empty", seatArg(n))
		}
		n = r.next(n)
	}
	r.achievements()
}

// beginRound turns up the next Fame card (step 1) and asks for actions.
func (r resolution) beginRound() {
	r.round++
	r.fameCard = r.deck.takeFirst()
	r.chance.Reveal(r.fameCardAt())
	r.tell("round", numberArg("round", r.round), fameArg(r.fameCard))
	r.nextAction()
}

// endRound is step 5: the winner starts the next round, if there is one.
func (r resolution) endRound() {
	if r.winner != 0 && r.winner != r.start {
		r.start = r.winner
		r.tell("start", seatArg(r.start))
	}
	r.winner = 0
	for n := uint8(1); n <= r.players; n++ {
		r.seat(n).acted = Waiting
	}
	if r.deck.count > 0 {
		r.beginRound()
		return
	}
	r.clown()
}
