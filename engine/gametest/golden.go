package gametest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

var update = flag.Bool("update", false, "write the goldens anew; review their diff")

// Scenarios runs every scenario of testdata/scenarios; a game has at least one.
func Scenarios(t *testing.T, rules game.Rules) {
	files, err := filepath.Glob("testdata/scenarios/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/scenarios: there is no scenario (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			known := func(kind string) (game.Rules, bool) { return rules, kind == rules.Info().Kind }
			for _, failure := range game.RunScenario(file, data, known) {
				t.Error(failure)
			}
		})
	}
}

// Goldens compares one random match for each number of players and edition,
// written out for people, with testdata/golden/PLAYERS.txt or
// PLAYERS-EDITION.txt. A golden that is missing or that belongs to nothing fails.
func Goldens(t *testing.T, rules game.Rules) {
	var wanted []string
	for _, config := range Configs(t, rules) {
		players, option, special := strings.Cut(config.name, "-")
		edition, isEdition := strings.CutPrefix(option, "edition=")
		name := players
		if special {
			name += "-" + edition
			if !isEdition {
				continue
			}
		}
		file := filepath.Join("testdata", "golden", name+".txt")
		wanted = append(wanted, file)
		t.Run(name, func(t *testing.T) { Golden(t, file, playthrough(t, rules, config.Config)) })
	}
	files, err := filepath.Glob("testdata/golden/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !slices.Contains(wanted, file) {
			t.Errorf("%s belongs to no number of players and edition of this game: remove it", file)
		}
	}
}

// Golden compares a text with a file line by line and names the first line that
// differs and the decision where it stands; -update writes the file instead.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: write it with `go test -update` and review it", err)
	}
	want, have := strings.Split(string(data), "\n"), strings.Split(got, "\n")
	decision := "at the beginning"
	for i := range max(len(want), len(have)) {
		line := func(lines []string) string {
			if i < len(lines) {
				return fmt.Sprintf("%q", lines[i])
			}
			return "nothing"
		}
		if i < len(have) && strings.HasPrefix(have[i], heading) {
			decision = have[i]
		}
		if line(want) != line(have) {
			t.Fatalf("%s:%d: %s\n got %s\nwant %s\nIf that is meant, write it with `go test -update` and review the diff.", file, i+1, decision, line(have), line(want))
		}
	}
}

const heading = "== "

// playthrough writes one random match in full: at each decision what the moving
// seat sees, all its moves, its move, what chance gave, what was opened and told.
func playthrough(t *testing.T, rules game.Rules, config game.Config) string {
	t.Helper()
	info := rules.Info()
	options, err := json.Marshal(config.Options)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, rules %d, %d players, options %s\n", info.Name, info.Version, config.Players, options)
	var before game.State
	simulation := game.Simulation{Rules: rules, Config: config, Chance: game.Random(1), Choose: game.Random(2)}
	err = simulation.Play(func(r game.Record) error {
		if r.N == 0 {
			fmt.Fprintf(&b, "set-up %s\n", r.Setup.JSON)
			for _, s := range r.Setup.Sealed {
				fmt.Fprintf(&b, "sealed %s for %v\n", s.At, s.To)
			}
			before = r.State
			return nil
		}
		fmt.Fprintf(&b, "\n%s%d. seat %d plays %q\n%s", heading, r.N, r.Seat, string(r.Move), ended(before.View(r.Seat).Text()))
		b.WriteString(wrapped("out of", r.Legal))
		writeOutcome(&b, before, r)
		before = r.State
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	result, _ := before.Result()
	fmt.Fprintf(&b, "\n%sthe end\n%sresult %s\n", heading, ended(before.View(game.All).Text()), result.JSON)
	return b.String()
}

// writeOutcome plays the move again from its record, to hear what is told.
func writeOutcome(b *strings.Builder, before game.State, r game.Record) {
	if r.Secret {
		b.WriteString("  in secret\n")
	}
	if len(r.Outcomes) > 0 {
		fmt.Fprintf(b, "  chance %v\n", r.Outcomes)
	}
	if len(r.Reveals) > 0 {
		fmt.Fprintf(b, "  opens %s\n", strings.Join(r.Reveals, " "))
	}
	tape := game.Recorded(r.Outcomes).Listen(func(f game.Fact) {
		arguments, _ := json.Marshal(f.Args) // texts only: it cannot fail
		to := ""
		if f.To != nil {
			to = fmt.Sprintf(" to %v", f.To)
		}
		fmt.Fprintf(b, "  tells %s %s%s\n", f.Key, arguments, to)
	})
	if _, err := game.Fold(before, r.Seat, r.Move, tape); err != nil {
		fmt.Fprintf(b, "  does not fold: %v\n", err)
	}
}

// wrapped writes moves in lines of at most 98 columns.
func wrapped(word string, moves []game.Move) string {
	var b strings.Builder
	line := word
	for i, move := range moves {
		item := " " + string(move)
		if i+1 < len(moves) {
			item += ","
		}
		if len(line)+len(item) > 98 {
			b.WriteString(line + "\n")
			line = "   "
		}
		line += item
	}
	return b.String() + line + "\n"
}

// ended gives a drawing exactly one line end.
func ended(drawing string) string { return strings.TrimRight(drawing, "\n") + "\n" }
