package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// position is one of a match at which somebody may move.
type position struct {
	name  string
	state game.State
	seat  game.Seat
}

// positions are some of each game, from its first to its last.
func positions(f *testing.F) []position {
	f.Helper()
	var found []position
	for _, rules := range engine.Kinds() {
		for seed := range uint64(3) {
			info := rules.Info()
			players := info.MinPlayers + int(seed)%(info.MaxPlayers-info.MinPlayers+1)
			at := 0
			err := engine.Simulated{Kind: info.Kind, Players: players, Seed: seed}.Run(func(r game.Record) error {
				if at++; at%9 == 1 {
					for _, seat := range r.State.Active() {
						found = append(found, position{fmt.Sprintf("%s, seed %d, move %d, seat %d", info.Kind, seed, at, seat), r.State, seat})
					}
				}
				return nil
			})
			if err != nil {
				f.Fatal(err)
			}
		}
	}
	return found
}

// FuzzMove plays whatever text at some position of each game: it is legal just when
// it is in the list, and the position stays as it was.
func FuzzMove(f *testing.F) {
	all := positions(f)
	for i, p := range all {
		legal := p.state.Legal(p.seat)
		f.Add(uint16(i), string(legal[0]))
		f.Add(uint16(i), "  "+strings.ToUpper(string(legal[len(legal)-1]))+" 1")
	}
	f.Fuzz(func(t *testing.T, which uint16, text string) {
		p := all[int(which)%len(all)]
		before, err := p.state.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		move := game.Parse(text)
		if again := game.Parse(string(move)); again != move {
			t.Errorf("%q is read as %q, and that as %q", text, move, again)
		}
		for _, m := range []game.Move{move, game.Move(text)} {
			_, listed := slices.BinarySearch(p.state.Legal(p.seat), m)
			next, err := p.state.Apply(p.seat, m, game.Drawing(func(n uint64) uint64 { return n - 1 }))
			if listed != (err == nil) || err != nil && (!errors.Is(err, game.ErrIllegal) || next != nil) {
				t.Errorf("%s: %q is listed: %v; applied: %v", p.name, m, listed, err)
			}
		}
		if after, err := p.state.MarshalJSON(); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: %q changes the position that it was asked of: %v", p.name, move, err)
		}
	})
}

// FuzzVerify verifies what is nearly an export of a match: it never crashes, ends
// soon, and what was altered is never called sound.
func FuzzVerify(f *testing.F) {
	for _, rules := range engine.Kinds() {
		var file bytes.Buffer
		if err := (engine.Simulated{Kind: rules.Info().Kind, Players: rules.Info().MinPlayers, Seed: 1}).Export(&file, nil); err != nil {
			f.Fatal(err)
		}
		whole := file.String()
		f.Add([]byte(whole), 0, "")
		lines := strings.SplitAfter(whole, "\n")
		for _, n := range []int{1, 2, len(lines) / 2, len(lines) - 1} { // it ends early
			f.Add([]byte(strings.Join(lines[:n], "")), 0, "")
		}
		for _, text := range []string{`"seat":`, `"move":"`, `"draws":`, `"hash":"`, `"n":`, `"at":"2`} {
			f.Add([]byte(whole), strings.Index(whole, text)+len(text), "9")
			f.Add([]byte(whole), strings.LastIndex(whole, text)+len(text), "")
		}
	}
	f.Fuzz(func(t *testing.T, file []byte, at int, put string) {
		altered := file
		if at > 0 && at+len(put) <= len(file) { // one place is written over
			altered = slices.Concat(file[:at], []byte(put), file[at+len(put):])
		}
		began := time.Now()
		x, err := events.ReadExport(bytes.NewReader(altered))
		if err != nil {
			return
		}
		checks := engine.Verify(x, nil)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("it took %v to verify %d bytes", took, len(altered))
		}
		if len(checks) == 0 {
			t.Error("nothing was checked")
		}
		for _, c := range checks {
			if c.String() == "" || strings.Contains(c.String(), "\n") {
				t.Errorf("a check says %q", c)
			}
		}
		if original, err := events.ReadExport(bytes.NewReader(file)); err == nil && !bytes.Equal(file, altered) {
			sound := !slices.ContainsFunc(checks, func(c events.Check) bool { return c.Verdict == events.Fails })
			if sound && x.Head == original.Head && written(t, x) != written(t, original) {
				t.Errorf("%q at byte %d is not found", put, at)
			}
		}
	})
}

func written(t *testing.T, x *events.Export) string {
	t.Helper()
	var file bytes.Buffer
	if err := events.WriteExport(&file, x.Viewer, x.Log); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// FuzzScenario runs what is nearly a scenario of each game: nothing crashes, and
// what is refused is said in one line.
func FuzzScenario(f *testing.F) {
	files, err := filepath.Glob("*/testdata/scenarios/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no scenarios to begin with", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, failure := range game.RunScenario("f.json", data, func(kind string) (game.Rules, bool) {
			rules, err := engine.Newest(kind)
			return rules, err == nil
		}) {
			if failure.Expected == "" || failure.Found == "" || failure.Step < 0 || strings.Contains(failure.String(), "\n") {
				t.Errorf("%+v", failure)
			}
		}
	})
}
