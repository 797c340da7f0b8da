package derpate

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// documented reads the tables of a comment: for each key the words of its line.
func documented(t *testing.T, file string) map[string][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	words := map[string][]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line, ok := strings.CutPrefix(lines.Text(), "//\t")
		if !ok {
			continue
		}
		list := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,;:[]", r) })
		for i, word := range list {
			words[word] = append(words[word], list[i:]...)
		}
	}
	return words
}

// TestFactsAndLabelsAreDocumented: whoever writes the words finds every key with
// its arguments in the tables of facts.go and label.go.
func TestFactsAndLabelsAreDocumented(t *testing.T) {
	t.Parallel()
	facts, labels := documented(t, "facts.go"), documented(t, "label.go")
	check := func(where, key string, args map[string]string, words map[string][]string) {
		line, ok := words[key]
		if !ok {
			t.Errorf("%s: %s is not documented", where, key)
		}
		for arg, value := range args {
			found := false
			for _, word := range line {
				found = found || word == arg
			}
			if !found || value == "" {
				t.Errorf("%s: %s has %s=%q", where, key, arg, value)
			}
		}
	}
	told := map[string]bool{}
	for seed := range uint64(60) {
		simulate(t, seed, func(_ game.Config, r game.Record) error {
			s := r.State
			for _, seat := range s.Active() {
				for _, m := range s.Legal(seat) {
					l := s.Describe(seat, m)
					check("label.go", l.Key, l.Args, labels)
					if l.Group == "" || strings.Contains(l.Spot, " ") || strings.HasSuffix(l.Spot, ":") {
						t.Errorf("%q has the group %q and the spot %q", m, l.Group, l.Spot)
					}
					if seed%4 != 0 {
						continue
					}
					_, heard, err := relate(s, seat, m, game.Drawing(game.Random(seed)), game.Spectator)
					if err != nil {
						return err
					}
					for _, f := range heard {
						told[f.Key] = true
						check("facts.go", f.Key, f.Args, facts)
					}
				}
			}
			return nil
		})
	}
	if len(told) < 40 {
		t.Errorf("only %d kinds of facts were told", len(told))
	}
}
