package derpate

import "pizzini/engine/game"

// Apply plays a move of the active seat and everything that follows from it
// without a choice, up to the next decision.
//
// What opens something: a move that throws dice; one that begins a round, as it
// turns up the round's event card; the one that ends the game, as all money is
// open then (R32), unless it was all the time; and the placement on Gathering
// when others must pay out of purses that the active seat does not see, since
// trying it would tell what they can pay. What a seat pays out of its own purse
// opens nothing: it knows its money, and the table sees the payment and no more.
// All moves are open, and all else lies on the table.
func (s *state) Apply(seat game.Seat, text game.Move, chance *game.Chance) (game.State, error) {
	m, err := s.check(seat, text)
	if err != nil {
		return nil, err
	}
	next := *s
	r := resolution{state: &next, chance: chance}
	r.play(m)
	return &next, nil
}

// resolution is a new position while a move is being played out on it.
type resolution struct {
	*state
	chance *game.Chance
}

// me is the family of the active seat.
func (r resolution) me() *family { return r.seat(r.active) }

func (r resolution) play(m move) {
	switch b := Business(m.arg); m.verb {
	case placeCar:
		r.placeCar(b)
	case takeDistrict:
		r.takeDistrict(District(m.arg))
	case roll:
		if r.phase == EventPhase {
			r.crackdown()
		} else {
			r.roll()
		}
	case placeDie:
		r.place(m)
	case occupy:
		r.occupy(b)
		r.decided()
	case take, kill:
		r.takeOver(b, m.verb == kill)
		r.decided()
	case inform:
		r.inform(b)
		r.decided()
	case banker:
		r.advance(r.active, Track(m.arg), 1)
		r.decided()
	case ransom:
		r.ransom(m.arg)
		r.decided()
	case pay:
		r.donate()
		r.decided()
	case withdraw:
		r.withdraw(b)
		r.decided()
	case pass:
		r.pass()
		r.decided()
	case endTurn:
		r.endTurn()
	default:
		r.option(m)
	}
}

// decided goes on after a decision that an event card or a space asked for.
func (r resolution) decided() {
	switch {
	case r.phase == EventPhase:
		if n := r.next(r.active); n != r.startPlayer {
			r.ask(n)
		} else {
			r.turns()
		}
	case r.turn.step == StepEvent:
		r.turn.step = StepRoll
	default:
		r.turn.choice = NoSpace
		r.nextRow()
	}
}

func (r resolution) pass() {
	what := r.turn.choice.ID()
	if r.turn.choice == NoSpace {
		what = r.event().ID()
	}
	r.tell("passed", seatArg(r.active), textArg("choice", what))
}
