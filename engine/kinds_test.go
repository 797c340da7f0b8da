package engine

import (
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

// TestEveryGameHasItsTests fails for a game in the list whose folder lacks
// goldens, scenarios or tests.
func TestEveryGameHasItsTests(t *testing.T) {
	for _, rules := range all {
		if kind := rules.Info().Kind; kind != "toy" {
			gametest.Complete(t, rules, strings.ReplaceAll(kind, "-", ""))
		}
	}
}

func TestRulesVersionsAreFoundOrMissed(t *testing.T) {
	for _, r := range all {
		info := r.Info()
		if found, err := Rules(info.Kind, info.Version); err != nil || found.Info().Kind != info.Kind {
			t.Errorf("%s, version %d: %v", info.Kind, info.Version, err)
		}
		if _, err := Rules(info.Kind, 99); err == nil || !strings.Contains(err.Error(), "newer pizzini") {
			t.Errorf("%s, version 99: %v", info.Kind, err)
		}
	}
	var kinds []game.Rules = Kinds()
	for i, r := range kinds[1:] {
		if r.Info().Kind == kinds[i].Info().Kind {
			t.Errorf("the kind %s is listed twice", r.Info().Kind)
		}
	}
}
