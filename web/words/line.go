package words

import (
	"pizzini/engine"
	"pizzini/engine/game"
)

// Line tells the first events of a story that stand in one line of the log, and
// says how many they are: the moves that a seat made in a row, as long as the
// catalogue tells each in fewer sentences together with those before than apart.
func Line(story []engine.Happening, c Catalogue, r Reader) (n int, told []string) {
	first := story[0]
	told = Happening(first, c, r)
	joiner, ok := c.(Joiner)
	if !ok || !played(first) {
		return 1, told
	}
	moves := [][]game.Fact{first.Facts}
	for _, h := range story[1:] {
		if !played(h) || h.Seat != first.Seat || h.Dropped != first.Dropped {
			break
		}
		alone := joiner.Facts([][]game.Fact{h.Facts}, r)
		together := joiner.Facts(append(moves, h.Facts), r)
		if len(together) >= len(told)+len(alone) {
			break
		}
		moves, told = append(moves, h.Facts), together
	}
	return len(moves), told
}
