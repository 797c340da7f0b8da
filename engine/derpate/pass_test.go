package derpate

import (
	"testing"

	"pizzini/engine/game"
)

// What an event card offers can be declined beforehand, by the seats that it has
// still to ask; Bail or River and Crackdown ask what cannot be declined, and a turn
// has to be played.
func TestEventsDeclinedBeforehand(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for seed := range uint64(40) {
		options, err := Rules{}.Resolve(3, game.Options{"edition": TW})
		if err != nil {
			t.Fatal(err)
		}
		simulation := game.Simulation{Rules: Rules{}, Config: game.Config{Players: 3, Options: options}, Chance: game.Random(seed), Choose: game.Random(seed + 1)}
		err = simulation.Play(func(r game.Record) error {
			s := r.State.(*state)
			for seat := game.Seat(1); seat <= 3; seat++ {
				passes := game.Passes(s, seat)
				switch {
				case s.phase != EventPhase || s.event() == Crackdown || s.event() == BailOrRiver:
					seen["nothing"]++
					if passes != nil {
						t.Fatalf("phase %d, card %s: seat %d can pass %+v", s.phase, s.event().ID(), seat, passes)
					}
				case seat == game.Seat(s.active):
					seen["asked"]++
					if len(passes) != 1 || passes[0] != (game.Pass{Key: "event", Round: int(s.round), Asked: true, Move: "pass"}) {
						t.Fatalf("card %s asks seat %d, which can pass %+v", s.event().ID(), seat, passes)
					}
				case len(passes) > 0:
					seen["waiting"]++
					if passes[0] != (game.Pass{Key: "event", Round: int(s.round)}) {
						t.Fatalf("card %s: seat %d can pass %+v", s.event().ID(), seat, passes)
					}
				default:
					seen["was asked"]++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"nothing", "asked", "waiting", "was asked"} {
		if seen[kind] == 0 {
			t.Errorf("no position was %q: %v", kind, seen)
		}
	}
}
