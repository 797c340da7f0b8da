package patronize_test

import (
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
	"pizzini/engine/patronize"
)

func BenchmarkRandomMatches(b *testing.B) { gametest.BenchmarkRandomMatches(b, patronize.Rules{}) }

// asked is a decision of a match and what was chosen.
type asked struct {
	state game.State
	seat  game.Seat
	move  game.Move
}

// decisions are those of a few random matches.
func decisions(b *testing.B) (list []asked) {
	b.Helper()
	rules := patronize.Rules{}
	for players := 3; players <= 5; players++ {
		options, err := rules.Resolve(players, nil)
		if err != nil {
			b.Fatal(err)
		}
		for seed := range uint64(10) {
			var before game.State
			s := game.Simulation{Rules: rules, Config: game.Config{Players: players, Options: options}, Chance: game.Random(seed), Choose: game.Random(seed)}
			err := s.Play(func(r game.Record) error {
				if r.N > 0 {
					list = append(list, asked{before, r.Seat, r.Move})
				}
				before = r.State
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	return list
}

// BenchmarkApply plays one move.
func BenchmarkApply(b *testing.B) {
	list := decisions(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d := list[i%len(list)]
		if _, err := d.state.Apply(d.seat, d.move, game.Recorded(nil)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLegal lists the legal moves of one decision.
func BenchmarkLegal(b *testing.B) {
	list := decisions(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d := list[i%len(list)]
		if len(d.state.Legal(d.seat)) == 0 {
			b.Fatal("no legal moves")
		}
	}
}
