package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// Random matches of every game, number of players and edition are exported, verify,
// and fold to the position and the result at which they ended.
func TestSimulatedMatchesVerifyAndFold(t *testing.T) {
	t.Parallel()
	for _, rules := range engine.Kinds() {
		info := rules.Info()
		for players := info.MinPlayers; players <= info.MaxPlayers; players++ {
			for _, edition := range editions(info) {
				name := fmt.Sprintf("%s/%d/%v", info.Kind, players, edition)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					for seed := range 3 {
						playSimulated(t, info.Kind, players, edition, fmt.Sprint(seed))
					}
				})
			}
		}
	}
}

// editions lists a game's editions; one without a name where it has no choice.
func editions(info game.Info) []string {
	i := slices.IndexFunc(info.Options, func(o game.Option) bool { return o.Key == "edition" })
	if i < 0 || len(info.Options[i].Values) < 2 {
		return []string{""}
	}
	var list []string
	for _, value := range info.Options[i].Values {
		list = append(list, value.(string))
	}
	return list
}

func playSimulated(t *testing.T, kind string, players int, edition, seed string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "match.jsonl")
	args := []string{"simulate", kind, "--players", fmt.Sprint(players), "--seed", seed, "--trace", "--export", file}
	if edition != "" {
		args = append(args, "--option", "edition="+edition)
	}
	status, trace, stderr := command(args...)
	if status != 0 {
		t.Fatalf("%q: status %d: %s", args, status, stderr)
	}
	if status, out, stderr := command("verify", file); status != 0 {
		t.Errorf("%q: verify: status %d\n%s%s", args, status, out, stderr)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	x := readExport(t, string(text))
	m := engine.Fold(x.Log)
	if m.Broken != nil || x.Viewer != events.All || m.Players() != players || edition != "" && m.Table.Created.Options["edition"] != edition {
		t.Fatalf("%q: the export for viewer %v has a match of %d with %v, %v", args, x.Viewer, m.Players(), m.Table.Created.Options, m.Broken)
	}
	var last struct{ State any }
	lines := strings.Split(strings.TrimSpace(trace), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	var folded any
	if err := json.Unmarshal(mustJSON(t, m.State), &folded); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(folded, last.State) {
		t.Errorf("%q: the match ended at\n%v\nand the export folds to\n%v", args, last.State, folded)
	}
	if _, over := m.State.Result(); !over || !m.Table.Over {
		t.Errorf("%q: the match is not over", args)
	}
}
