package diepatin

import (
	"slices"
	"testing"

	"pizzini/engine/game"
)

// A seat says beforehand what it does about the missions of a round. Where it can
// score one, both ways of saying it play; where several, neither does; where none,
// there is nothing left to say.
func TestMissionsSaidBeforehand(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for seed := range uint64(30) {
		simulation := game.Simulation{Rules: Rules{}, Config: game.Config{Players: 3}, Chance: game.Random(seed), Choose: game.Random(seed + 1)}
		err := simulation.Play(func(r game.Record) error {
			s := r.State.(*state)
			for seat := game.Seat(1); seat <= 3; seat++ {
				passes, legal := game.Passes(s, seat), s.Legal(seat)
				switch {
				case s.phase == Start || s.phase == Over:
					seen["none"]++
					if passes != nil {
						t.Fatalf("phase %d: seat %d can pass %v", s.phase, seat, passes)
					}
				case s.phase != Missions:
					seen["waiting"]++
					if len(passes) != 2 || passes[0].Asked || passes[0].Round != int(s.round) || passes[1].Key != "keep" {
						t.Fatalf("phase %d: seat %d can pass %+v", s.phase, seat, passes)
					}
				case len(legal) == 0:
					seen["not asked"]++
					if passes != nil {
						t.Fatalf("seat %d is not asked for missions and can pass %+v", seat, passes)
					}
				case len(legal) == 2:
					seen["one"]++
					score := slices.DeleteFunc(slices.Clone(legal), func(m game.Move) bool { return m == "mission none" })[0]
					if !passes[0].Asked || passes[0].Move != score || passes[1].Move != "mission none" {
						t.Fatalf("seat %d can play %q and passes by %+v", seat, legal, passes)
					}
				default:
					seen["several"]++
					if !passes[0].Asked || passes[0].Move != "" || passes[1].Move != "" {
						t.Fatalf("seat %d can play %q and passes by %+v", seat, legal, passes)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"none", "waiting", "not asked", "one", "several"} {
		if seen[kind] == 0 {
			t.Errorf("no position was %q: %v", kind, seen)
		}
	}
}
