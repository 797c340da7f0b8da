package derpate

import "pizzini/engine/game"

// Passes says that a seat can decline what this round's event card offers, until it
// was asked (section 4). Bail or River and Crackdown cannot be declined, and in its
// own turn a seat has a turn to play.
func (s *state) Passes(seat game.Seat) []game.Pass {
	if s.phase != EventPhase || s.event() == Crackdown || s.event() == BailOrRiver {
		return nil
	}
	for _, n := range s.queue() {
		if game.Seat(n) != seat {
			continue
		}
		p := game.Pass{Key: "event", Round: int(s.round)}
		if seat == game.Seat(s.active) {
			p.Asked, p.Move = true, move{verb: pass}.text()
		}
		return []game.Pass{p}
	}
	return nil
}
