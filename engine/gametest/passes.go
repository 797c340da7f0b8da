package gametest

import (
	"reflect"
	"slices"

	"pizzini/engine/game"
)

// checkPasses holds what a game lets seats pass beforehand: only what is to come in
// this round, by a legal move where the seat is asked for it, and by nothing that
// the seat may not know.
func (m *match) checkPasses(s game.State) {
	_, over := s.Result()
	for _, viewer := range m.viewers() {
		passes := game.Passes(s, viewer)
		if len(passes) > 0 && (over || viewer == game.Spectator) {
			m.errorf("viewer %d can pass %v", viewer, passes)
		}
		var keys []string
		for _, p := range passes {
			if p.Key == "" || slices.Contains(keys, p.Key) || p.Round != game.Round(s) {
				m.errorf("seat %d can pass %+v in round %d, besides %q", viewer, p, game.Round(s), keys)
			}
			keys = append(keys, p.Key)
			if p.Asked != (p.Asked && slices.Contains(s.Active(), viewer)) || p.Move != "" && (!p.Asked || !slices.Contains(s.Legal(viewer), p.Move)) {
				m.errorf("seat %d passes by %+v; its moves are %q", viewer, p, s.Legal(viewer))
			}
		}
		if other := game.Passes(s.Shuffled(viewer, m.random), viewer); !reflect.DeepEqual(other, passes) {
			m.errorf("seat %d can pass %+v, in a position that it cannot tell from this one %+v", viewer, passes, other)
		}
	}
}
