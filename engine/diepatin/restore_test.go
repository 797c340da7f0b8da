package diepatin

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

func restoreText(players int, state string) (game.State, error) {
	return Rules{}.Restore(game.Config{Players: players}, game.Setup{JSON: json.RawMessage(`{"state":` + state + `}`)})
}

// given is the position of a scenario's set-up after some moves, as JSON.
func given(t *testing.T, file string, moves ...game.Move) (int, string) {
	t.Helper()
	s := on(t, file, moves...)
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return int(s.(*state).players), string(text)
}

func on(t *testing.T, file string, moves ...game.Move) game.State {
	t.Helper()
	_, s := gametest.Position(t, Rules{}, file, moves...)
	return s
}

// TestEveryPositionRestores plays many matches: each position is restored to
// itself and has the same future, a move is legal exactly when it stands in the
// list, and everything is there once.
func TestEveryPositionRestores(t *testing.T) {
	t.Parallel()
	steps := map[string]int{}
	for players := minSeats; players <= maxSeats; players++ {
		for seed := range uint64(4) {
			var twin game.State // the restored position before
			walk(t, players, seed, func(n int, s, before *state, seat game.Seat, m game.Move) error {
				steps[s.phase.ID()+" "+s.turn.step.ID()]++
				text, err := s.MarshalJSON()
				if err != nil {
					return err
				}
				if twin != nil {
					after, err := twin.Apply(seat, m, game.Recorded(nil))
					if err != nil {
						return fmt.Errorf("the restored position refuses it: %w", err)
					}
					if other, _ := after.MarshalJSON(); string(other) != string(text) {
						return fmt.Errorf("the restored position becomes\n%s\ninstead of\n%s", other, text)
					}
				}
				restored, err := restoreText(players, string(text))
				if err != nil {
					return fmt.Errorf("%w\n%s", err, text)
				}
				other := *restored.(*state)
				for i := range other.seats {
					other.seats[i].given = s.seats[i].given
				}
				if other != *s {
					return fmt.Errorf("it is restored as another one:\n%+v\n%+v", other, *s)
				}
				twin = restored
				if s.phase != Start {
					if err := s.complete(); err != nil {
						return err
					}
				}
				if n%5 == 0 {
					return listed(s)
				}
				return nil
			})
		}
	}
	for step := StepArea; step <= StepReinforce; step++ {
		phase := Turns
		if step < StepFigure {
			phase = Start
		}
		if steps[phase.ID()+" "+step.ID()] == 0 {
			t.Errorf("no position of the step %s was seen", step.ID())
		}
	}
	for _, phase := range []Phase{Intrigue, Missions, Over} {
		if steps[phase.ID()+" "] == 0 {
			t.Errorf("no position of the phase %s was seen", phase.ID())
		}
	}
}

// listed says where the legal list and what Apply accepts differ.
func listed(s *state) error {
	for seat := game.Seat(1); seat <= game.Seat(s.players); seat++ {
		legal := s.Legal(seat)
		for text := range parsed {
			_, err := s.check(seat, text)
			if (err == nil) != slices.Contains(legal, text) {
				return fmt.Errorf("seat %d, %q: listed %v, checked: %v", seat, text, slices.Contains(legal, text), err)
			}
		}
	}
	return nil
}
