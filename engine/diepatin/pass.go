package diepatin

import "pizzini/engine/game"

// What a seat can say beforehand of the missions at the end of a round: to score
// the one that it can score, or to score none (R41). Where it can score several
// there is a choice to make, which neither makes; where it can score none it is
// not asked.
const (
	passScoring = "score"
	passKeeping = "keep"
)

// Passes says that a seat can settle the missions of this round beforehand, until
// it has chosen or is known to qualify for none.
func (s *state) Passes(seat game.Seat) []game.Pass {
	if s.round == 0 || s.phase == Over || seat < 1 || seat > game.Seat(s.players) {
		return nil
	}
	score, keep := game.Pass{Key: passScoring, Round: int(s.round)}, game.Pass{Key: passKeeping, Round: int(s.round)}
	if s.phase == Missions {
		if s.choosing&(1<<seat) == 0 {
			return nil
		}
		score.Asked, keep.Asked = true, true
		if only := s.only(int8(seat)); only >= 0 {
			score.Move, keep.Move = missionTexts[only], plainTexts[scoreNone]
		}
	}
	return []game.Pass{score, keep}
}

// only is the one mission that a seat can score now, -1 where there are several or
// none.
func (s *state) only(n int8) Mission {
	only, count := Mission(-1), s.numbers()
	for m := range Mission(missions) {
		if !s.qualifies(n, m, count) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = m
	}
	return only
}
