package gametest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// Changes change a JSON text: pairs of a JSON Pointer without its first slash and
// the JSON value to put there; "-" takes the key away.
type Changes []string

// To is the text with the changes made one after the other.
func (c Changes) To(t testing.TB, text string) string {
	t.Helper()
	var document any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(c); i += 2 {
		path := strings.Split(c[i], "/")
		container := document
		for _, token := range path[:len(path)-1] {
			container = inside(container, token)
		}
		last := path[len(path)-1]
		var value any
		if c[i+1] != "-" {
			if err := json.Unmarshal([]byte(c[i+1]), &value); err != nil {
				t.Fatalf("%s: %v", c[i+1], err)
			}
		}
		switch container := container.(type) {
		case map[string]any:
			if c[i+1] == "-" {
				if _, ok := container[last]; !ok {
					t.Fatalf("there is no %s to take away", c[i])
				}
				delete(container, last)
				continue
			}
			container[last] = value
		case []any:
			n, err := strconv.Atoi(last)
			if err != nil {
				t.Fatal(err)
			}
			container[n] = value
		default:
			t.Fatalf("there is no %s", c[i])
		}
	}
	changed, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(changed)
}

func inside(container any, token string) any {
	switch container := container.(type) {
	case map[string]any:
		return container[token]
	case []any:
		if n, err := strconv.Atoi(token); err == nil && n < len(container) {
			return container[n]
		}
	}
	return nil
}

// RefusedPositions holds that a position is restored, and refused after each of
// the changes, by name, with an error that says where.
func RefusedPositions(t *testing.T, rules game.Rules, config game.Config, s game.State, refused map[string]Changes) {
	t.Helper()
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	restore := func(text string) error {
		_, err := rules.Restore(config, game.Setup{JSON: json.RawMessage(`{"state":` + text + `}`)})
		return err
	}
	if err := restore(Changes(nil).To(t, string(text))); err != nil {
		t.Fatalf("the position itself is refused: %v\n%s", err, text)
	}
	where := "set-up of " + rules.Info().Kind + ": state: "
	for name, changes := range refused {
		changed := changes.To(t, string(text))
		if err := restore(changed); err == nil {
			t.Errorf("%s: accepted %s", name, changed)
		} else if !strings.HasPrefix(err.Error(), where) {
			t.Errorf("%s: the error does not say where: %v", name, err)
		}
	}
}

// Position sets up what a scenario of the game has, and plays moves of whoever is
// active first.
func Position(t testing.TB, rules game.Rules, file string, moves ...game.Move) (game.Config, game.State) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "scenarios", file))
	if err != nil {
		t.Fatal(err)
	}
	var scenario struct {
		Players int
		Options game.Options
		Setup   json.RawMessage
	}
	if err := json.Unmarshal(data, &scenario); err != nil {
		t.Fatal(err)
	}
	options, err := rules.Resolve(scenario.Players, scenario.Options)
	if err != nil {
		t.Fatal(err)
	}
	config := game.Config{Players: scenario.Players, Options: options, Setup: scenario.Setup}
	s, _, err := rules.Start(config, game.Drawing(game.Random(1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if s, err = game.Play(s, s.Active()[0], m, game.Recorded(nil)); err != nil {
			t.Fatal(err)
		}
	}
	return config, s
}
