package words

import (
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
)

// Whatever a game lets a seat pass has its words, and so has every end of an order
// that its owner is told of.
func TestOrdersHaveWords(t *testing.T) {
	t.Parallel()
	said := map[string]int{}
	for _, rules := range engine.Kinds() {
		kind := rules.Info().Kind
		options, err := rules.Resolve(rules.Info().MaxPlayers, nil)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(6) {
			simulation := game.Simulation{Rules: rules, Config: game.Config{Players: rules.Info().MaxPlayers, Options: options}, Chance: game.Random(seed), Choose: game.Random(seed + 1)}
			err := simulation.Play(func(r game.Record) error {
				for seat := game.Seat(1); int(seat) <= rules.Info().MaxPlayers; seat++ {
					for _, p := range game.Passes(r.State, seat) {
						said[kind+" "+p.Key]++
						if text := Order(kind, engine.Order{Kind: engine.OrderPass, Key: p.Key}); strings.Contains(text, "("+p.Key+")") {
							t.Fatalf("%s has no words for passing %q", kind, p.Key)
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(said) != 4 {
		t.Errorf("there are %v to pass, and words for four", said)
	}
	for _, end := range []engine.OrderEnd{engine.OrderDone, engine.OrderRound, engine.OrderLeft, engine.OrderRewound, engine.OrderChoice, engine.OrderTells, engine.OrderFailed} {
		if (OrderEnded(end) != "") != end.Told() {
			t.Errorf("of an order that ended by %q is said %q, told: %v", end, OrderEnded(end), end.Told())
		}
	}
}
