package gametest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/events"
)

// vectorsFile has the fixed inputs and outputs of Format 1, seen from a game's
// folder.
const vectorsFile = "../../events/testdata/vectors.json"

// SetupVectors holds the draws of a game's set-up to the vectors of Format 1
// (Draws of each game): the same set-up, to the letter, from the same draws.
// Options are those that the vectors were made with.
func SetupVectors(t *testing.T, rules game.Rules, options game.Options) {
	text, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Match, SeedHex string
		Mix            struct{ Mix string }
		Setups         struct {
			Of map[string]struct { // by kind and number of players: "patronize/3"
				Setup    json.RawMessage
				Draws    int
				LastDraw [2]uint64
			}
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	seed, err := hex.DecodeString(vectors.SeedHex)
	if err != nil {
		t.Fatal(err)
	}
	info, found := rules.Info(), 0
	for players := info.MinPlayers; players <= info.MaxPlayers; players++ {
		vector, ok := vectors.Setups.Of[info.Kind+"/"+game.Seat(players).String()]
		if !ok {
			continue
		}
		found++
		resolved, err := rules.Resolve(players, options)
		if err != nil {
			t.Fatal(err)
		}
		config := game.Config{Players: players, Options: resolved}
		draws := events.NewDraws(seed, vectors.Match, vectors.Mix.Mix, 1)
		s, setup, err := rules.Start(config, game.Drawing(draws.Below))
		if err != nil {
			t.Errorf("%d players: %v", players, err)
			continue
		}
		var want bytes.Buffer
		if err := json.Compact(&want, vector.Setup); err != nil {
			t.Fatal(err)
		}
		if string(setup.JSON) != want.String() {
			t.Errorf("%d players: the set-up is\n%s\ninstead of\n%s", players, setup.JSON, want.String())
		}
		taken := draws.Taken()
		last := events.Drawn{Below: vector.LastDraw[0], Value: vector.LastDraw[1]}
		if len(taken) != vector.Draws || taken[len(taken)-1] != last {
			t.Errorf("%d players: the draws are %v; there should be %d, the last one %v", players, taken, vector.Draws, last)
		}
		restored, err := rules.Restore(config, setup)
		if err != nil || !reflect.DeepEqual(restored, s) {
			t.Errorf("%d players: the set-up is restored as another position (%v)", players, err)
		}
	}
	all := 0
	for name := range vectors.Setups.Of {
		if strings.HasPrefix(name, info.Kind+"/") {
			all++
		}
	}
	if found == 0 || found != all {
		t.Errorf("%d of %d vectors of %s are for its numbers of players", found, all, info.Kind)
	}
}
