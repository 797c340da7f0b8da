package patronize

import (
	"reflect"
	"testing"

	"pizzini/engine/game"
)

// A seat can pass a round beforehand until it has acted in it, and not once it has
// no card left (R2).
func TestPassedBeforehand(t *testing.T) {
	t.Parallel()
	d := deal3(t, "religion art science exploration calm rich golden", 1, "student nun noble painter banker", "clown lawman diplomat merchant architect", "navigator sculptor missionary geographer theologian")
	want := func(what string, seat game.Seat, want ...game.Pass) {
		t.Helper()
		if got := game.Passes(d.s, seat); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: seat %d can pass %+v, want %+v", what, seat, got, want)
		}
	}
	want("asked", 1, game.Pass{Key: "round", Round: 1, Asked: true, Move: "pass"})
	want("not yet asked", 2, game.Pass{Key: "round", Round: 1})
	want("a spectator", 0)
	want("no such seat", 4)
	d.play("play nun")
	want("has played", 1)
	want("asked now", 2, game.Pass{Key: "round", Round: 1, Asked: true, Move: "pass"})
	s := *d.s.(*state)
	s.seats[2].hand = 0
	d.s = &s
	want("has no card", 3)
}
