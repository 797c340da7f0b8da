package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"pizzini/engine/game"
)

// checkRestored writes the position and reads it again: it must be the same to
// all. Now and then it also tries texts that are nearly the position.
func (m *match) checkRestored(s game.State, before string) {
	restored, err := m.restore(before)
	if err != nil {
		m.errorf("the position is not restored: %v\n%s", err, before)
		return
	}
	if got := text(m, restored); got != before {
		m.errorf("the position restores to\n%s\ninstead of\n%s", got, before)
		return
	}
	for _, seat := range m.seats() {
		if !slices.Equal(restored.Legal(seat), s.Legal(seat)) {
			m.errorf("seat %d's moves change when the position is restored: %q, %q", seat, s.Legal(seat), restored.Legal(seat))
		}
	}
	for _, viewer := range append(m.viewers(), game.All) {
		m.checkAlike(viewer, s, restored, "when the position is restored")
	}
	if m.random.IntN(10) == 0 {
		m.checkTampered(before)
	}
}

func (m *match) restore(state string) (game.State, error) {
	return m.rules.Restore(m.config, game.Setup{JSON: json.RawMessage(`{"state":` + state + `}`)})
}

// checkTampered tries texts that are nearly the position or the set-up: either
// they are refused, or they are a position and mean exactly what they say.
func (m *match) checkTampered(before string) {
	at := m.at
	defer func() { m.at = at }()
	for _, extra := range []string{`{"state":` + before + `,"more":1}`, `{"state":null}`, `{"state":{}}`, `{"state":[]}`, `{}`, `[]`, `null`, ``, `{"state":`} {
		if _, err := m.rules.Restore(m.config, game.Setup{JSON: json.RawMessage(extra)}); err == nil {
			m.errorf("a set-up of the wrong form is restored: %.40s…", extra)
		}
	}
	config := m.config
	config.Players = m.rules.Info().MaxPlayers + m.rules.Info().MinPlayers - m.config.Players
	if _, err := m.rules.Restore(config, game.Setup{JSON: json.RawMessage(`{"state":` + before + `}`)}); err == nil && config.Players != m.config.Players {
		m.errorf("a position of %d players is restored for %d", m.config.Players, config.Players)
	}
	const tries = 60
	state := open(before)
	for range tries {
		meant, tampered, change := state.tamper(m.random)
		m.at = fmt.Sprintf("%s, %s", at, change)
		restored, err := m.restore(tampered)
		if err != nil {
			continue
		}
		var became any
		if json.Unmarshal([]byte(text(m, restored)), &became) != nil || !reflect.DeepEqual(became, meant) {
			m.errorf("the position was accepted and became\n%s\ninstead of\n%s", text(m, restored), tampered)
			return
		}
		m.checkCommon(restored, text(m, restored))
		m.checkLists(restored)
		m.checkMoves(restored)
	}
	setup := open(string(m.setup.JSON))
	for range tries {
		given, tampered, change := setup.tamper(m.random)
		m.at = "at the set-up, " + change
		config := m.config
		config.Setup = json.RawMessage(tampered)
		tape := game.Drawing(game.Random(m.seed))
		s, made, err := m.rules.Start(config, tape)
		if err != nil || tape.Err() != nil {
			continue
		}
		var whole any
		if json.Unmarshal(made.JSON, &whole) != nil {
			m.errorf("the set-up is no JSON: %s", made.JSON)
			return
		}
		if where := surplus(given, whole, ""); where != "" {
			m.errorf("the set-up was accepted, and at %s it became something else:\n%s\n%s", where, tampered, made.JSON)
			return
		}
		m.checkLists(s)
		m.checkMoves(s)
	}
}

// opened is a JSON text with all the places in it.
type opened struct {
	document any
	places   []string
}

// open reads a JSON text that was read before.
func open(text string) opened {
	var o opened
	_ = json.Unmarshal([]byte(text), &o.document)
	o.places = paths(o.document, "")[1:]
	slices.Sort(o.places)
	return o
}

// tamper changes one place of a JSON text, and says how.
func (o opened) tamper(random *rand.Rand) (changed any, after, change string) {
	at := o.places[random.IntN(len(o.places))]
	other := valueAt(o.document, o.places[random.IntN(len(o.places))])
	changed, change = replace(o.document, strings.Split(at, "/")[1:], func(value any) (any, string) {
		switch random.IntN(10) {
		case 0:
			return gone{}, "removed"
		case 1:
			return nil, "null"
		case 2:
			return "nobody", "another word"
		case 3:
			return []any{}, "an empty list"
		case 4:
			return value == false, "a bool"
		case 5:
			return float64(random.IntN(40) - 4), "a number"
		case 6, 7:
			return other, "the value of another place"
		}
		switch value := value.(type) {
		case float64:
			return value + 1 - 2*float64(random.IntN(2)), "one more or less"
		case []any:
			return append(slices.Clone(value), other), "longer"
		case map[string]any:
			longer := map[string]any{"more": 1.0}
			for k, v := range value {
				longer[k] = v
			}
			return longer, "with an unknown key"
		}
		return "", "empty"
	})
	written, err := json.Marshal(changed)
	if err != nil {
		panic(err) // what was decoded can be encoded
	}
	return changed, string(written), fmt.Sprintf("with %s %s", at, change)
}

// gone stands for a value that is taken out of its container.
type gone struct{}

// replace copies a document with one place changed. The place's tokens hold no
// slash and no tilde in the games' documents.
func replace(document any, at []string, with func(any) (any, string)) (any, string) {
	if len(at) == 0 {
		return with(document)
	}
	switch container := document.(type) {
	case map[string]any:
		inner, change := replace(container[at[0]], at[1:], with)
		changed := map[string]any{}
		for key, value := range container {
			changed[key] = value
		}
		changed[at[0]] = inner
		if inner == (gone{}) {
			delete(changed, at[0])
		}
		return changed, change
	case []any:
		i := 0
		_, _ = fmt.Sscan(at[0], &i) // paths wrote it
		inner, change := replace(container[i], at[1:], with)
		changed := slices.Clone(container)
		changed[i] = inner
		if inner == (gone{}) {
			changed = slices.Delete(changed, i, i+1)
		}
		return changed, change
	}
	return document, "not changed"
}

func valueAt(document any, at string) any {
	var found any
	replace(document, strings.Split(at, "/")[1:], func(value any) (any, string) {
		found = value
		return value, ""
	})
	return found
}
