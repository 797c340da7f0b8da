package derpate_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

// TestMain has the battery play one match for each number of players and option
// unless -matches says otherwise: the game has so many options that each is
// played often enough.
func TestMain(m *testing.M) {
	if err := flag.Set("matches", "1"); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestBattery(t *testing.T) { gametest.Battery(t, derpate.Rules{}) }

func TestSetupVectors(t *testing.T) {
	gametest.SetupVectors(t, derpate.Rules{}, game.Options{"startPlayer": 2})
}

func BenchmarkRandomMatches(b *testing.B) { gametest.BenchmarkRandomMatches(b, derpate.Rules{}) }
