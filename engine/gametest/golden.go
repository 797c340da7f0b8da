package gametest

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
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
	wanted := goldens(t, rules)
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		t.Run(name, func(t *testing.T) {
			Golden(t, filepath.Join("testdata", "golden", name), playthrough(t, rules, wanted[name]))
		})
	}
	files, err := filepath.Glob("testdata/golden/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if _, ok := wanted[filepath.Base(file)]; !ok {
			t.Errorf("%s belongs to no number of players and edition of this game: remove it", file)
		}
	}
}

// goldens names the golden of each number of players and edition.
func goldens(t *testing.T, rules game.Rules) map[string]game.Config {
	wanted := map[string]game.Config{}
	for _, config := range Configs(t, rules) {
		players, option, special := strings.Cut(config.name, "-")
		edition, isEdition := strings.CutPrefix(option, "edition=")
		switch {
		case !special:
			wanted[players+".txt"] = config.Config
		case isEdition:
			wanted[players+"-"+edition+".txt"] = config.Config
		}
	}
	return wanted
}

// Complete checks that the folder of a registered game has what the battery
// needs, for a test over the list of all games: a game whose package has no test
// at all would fail nothing else.
func Complete(t *testing.T, rules game.Rules, folder string) {
	t.Helper()
	for name := range goldens(t, rules) {
		if _, err := os.Stat(filepath.Join(folder, "testdata", "golden", name)); err != nil {
			t.Errorf("%s: no golden: %v", rules.Info().Kind, err)
		}
	}
	for _, pattern := range []string{"testdata/scenarios/*.json", "*_test.go"} {
		if files, err := filepath.Glob(filepath.Join(folder, pattern)); err != nil || len(files) == 0 {
			t.Errorf("%s: there is no %s in %s (%v)", rules.Info().Kind, pattern, folder, err)
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

// tooLarge is the size in bytes from which on a golden shows of each drawing only
// the lines that have changed, except when a round begins.
const tooLarge = 150_000

// playthrough writes one random match in full: at each decision what the moving
// seat sees, all its moves, its move, what chance gave, what was opened and told.
func playthrough(t *testing.T, rules game.Rules, config game.Config) string {
	t.Helper()
	written := write(t, rules, config, func(_ game.Seat, _ int, drawing string) string { return drawing })
	if len(written) < tooLarge {
		return written
	}
	type drawn struct {
		round int
		lines []string
	}
	before := map[game.Seat]drawn{}
	return write(t, rules, config, func(viewer game.Seat, round int, drawing string) string {
		last, now := before[viewer], drawn{round, slices.Collect(strings.Lines(drawing))}
		before[viewer] = now
		if last.round != round || last.lines == nil {
			return drawing
		}
		return changes(last.lines, now.lines)
	})
}

// changes are the lines that are not where they were, each run of others as "…".
func changes(before, after []string) string {
	var b strings.Builder
	left := false
	for i, line := range after {
		same := i < len(before) && before[i] == line
		switch {
		case !same:
			b.WriteString(line)
		case !left:
			b.WriteString("…\n")
		}
		left = same
	}
	return b.String()
}

// write plays the match and shows each drawing as show has it.
func write(t *testing.T, rules game.Rules, config game.Config, show func(viewer game.Seat, round int, drawing string) string) string {
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
		fmt.Fprintf(&b, "\n%s%d. seat %d plays %q\n", heading, r.N, r.Seat, string(r.Move))
		b.WriteString(show(r.Seat, round(before), ended(before.View(r.Seat).Text())))
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

// round reads the round, a common key of every state.
func round(s game.State) int {
	var common struct{ Round int }
	text, err := json.Marshal(s)
	if err != nil || json.Unmarshal(text, &common) != nil {
		return 0
	}
	return common.Round
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
