package patronize

import "pizzini/engine/game"

// Passes says that a seat which has not acted in this round can pass in it. One
// whose hand is empty passes by itself (R2).
func (s *state) Passes(seat game.Seat) []game.Pass {
	if s.phase != Action || seat < 1 || seat > game.Seat(s.players) {
		return nil
	}
	if me := s.seat(uint8(seat)); me.acted != Waiting || me.hand == 0 {
		return nil
	}
	p := game.Pass{Key: "round", Round: int(s.round)}
	if seat == game.Seat(s.active) {
		p.Asked, p.Move = true, move{verb: pass}.text()
	}
	return []game.Pass{p}
}
