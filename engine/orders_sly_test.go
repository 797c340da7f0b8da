package engine

import (
	"math/rand/v2"
	"testing"

	"pizzini/engine/game"
	"pizzini/events"
)

// sly is a position whose seat 1 has one move, and of which the others take for
// possible that it has others.
type sly struct {
	game.State
	legal, supposed []game.Move
}

func (s sly) Active() []game.Seat          { return []game.Seat{1} }
func (s sly) Legal(game.Seat) []game.Move  { return s.legal }
func (s sly) MarshalJSON() ([]byte, error) { return []byte(`{"round":1}`), nil }
func (s sly) Shuffled(viewer game.Seat, _ *rand.Rand) game.State {
	if viewer == 2 {
		s.legal = s.supposed
	}
	return s
}

// The only thing is not played where that it is the only one is a secret: whoever
// sees it come at once would know. A move that itself tells what could be played
// instead tells nothing more by coming at once.
func TestAnOrderTellsNoSecret(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		supposed []game.Move
		told     bool
	}{
		{"nothing else is possible", []game.Move{"ransom 0"}, true},
		{"there might be money", []game.Move{"ransom 0", "ransom 1"}, false},
		{"the move shows which card it was", []game.Move{"boss b2", "boss b3"}, true},
	} {
		m := &Match{Table: &events.Table{Seats: make([]events.Seat, 2)}, State: sly{legal: []game.Move{"ransom 0"}, supposed: c.supposed}}
		if told := m.openlySingle(1, "ransom 0"); told != c.told {
			t.Errorf("%s: openly the only one is %v", c.name, told)
		}
	}
}
