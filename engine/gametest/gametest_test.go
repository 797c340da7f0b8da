package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest/toy"
)

// spoiled is the toy game with one fault.
type spoiled struct {
	toy.Rules
	fault fault
}

// fault is what is wrong: a function that is not nil stands in for the game's own.
type fault struct {
	info     func(game.Info) game.Info
	setup    func(game.Setup) game.Setup
	restore  func(game.Setup) game.Setup
	active   func(game.State) []game.Seat
	legal    func(game.State, game.Seat) []game.Move
	secret   func(game.State, game.Seat, game.Move) bool
	describe func(game.State, game.Seat, game.Move) game.Label
	apply    func(game.State, game.Seat, game.Move, *game.Chance) (game.State, error)
	view     func(game.State, game.Seat) game.View
	shuffled func(game.State, game.Seat, *rand.Rand) game.State
	marshal  func(game.State) ([]byte, error)
}

func (r spoiled) Info() game.Info {
	if r.fault.info != nil {
		return r.fault.info(r.Rules.Info())
	}
	return r.Rules.Info()
}

func (r spoiled) Start(c game.Config, chance *game.Chance) (game.State, game.Setup, error) {
	s, setup, err := r.Rules.Start(c, chance)
	if err == nil && r.fault.setup != nil {
		setup = r.fault.setup(setup)
	}
	return r.wrap(s, err), setup, err
}

func (r spoiled) Restore(c game.Config, setup game.Setup) (game.State, error) {
	if r.fault.restore != nil {
		setup = r.fault.restore(setup)
	}
	s, err := r.Rules.Restore(c, setup)
	return r.wrap(s, err), err
}

func (r spoiled) wrap(s game.State, err error) game.State {
	if err != nil {
		return nil
	}
	return spoiledState{s, r}
}

type spoiledState struct {
	game.State
	rules spoiled
}

func (s spoiledState) Active() []game.Seat {
	if f := s.rules.fault.active; f != nil {
		return f(s.State)
	}
	return s.State.Active()
}

func (s spoiledState) Legal(seat game.Seat) []game.Move {
	if f := s.rules.fault.legal; f != nil {
		return f(s.State, seat)
	}
	return s.State.Legal(seat)
}

func (s spoiledState) Secret(seat game.Seat, m game.Move) bool {
	if f := s.rules.fault.secret; f != nil {
		return f(s.State, seat, m)
	}
	return s.State.Secret(seat, m)
}

func (s spoiledState) Describe(seat game.Seat, m game.Move) game.Label {
	if f := s.rules.fault.describe; f != nil {
		return f(s.State, seat, m)
	}
	return s.State.Describe(seat, m)
}

func (s spoiledState) Apply(seat game.Seat, m game.Move, c *game.Chance) (game.State, error) {
	apply := s.rules.fault.apply
	if apply == nil {
		apply = game.State.Apply
	}
	next, err := apply(s.State, seat, m, c)
	return s.rules.wrap(next, err), err
}

func (s spoiledState) View(viewer game.Seat) game.View {
	if f := s.rules.fault.view; f != nil {
		return f(s.State, viewer)
	}
	return s.State.View(viewer)
}

func (s spoiledState) Shuffled(viewer game.Seat, random *rand.Rand) game.State {
	if f := s.rules.fault.shuffled; f != nil {
		return s.rules.wrap(f(s.State, viewer, random), nil)
	}
	return s.rules.wrap(s.State.Shuffled(viewer, random), nil)
}

func (s spoiledState) MarshalJSON() ([]byte, error) {
	if f := s.rules.fault.marshal; f != nil {
		return f(s.State)
	}
	return s.State.MarshalJSON()
}

// drawn is a view with another drawing.
type drawn struct {
	game.View
	text string
}

func (d drawn) Text() string { return d.text }

// complaints collects what the battery has to say.
type complaints struct{ lines []string }

func (c *complaints) Helper()      {}
func (c *complaints) Failed() bool { return len(c.lines) > 0 }
func (c *complaints) Errorf(format string, arguments ...any) {
	c.lines = append(c.lines, fmt.Sprintf(format, arguments...))
}

// The battery sees each kind of fault: a battery that cannot fail proves nothing.
func TestBatterySeesFaults(t *testing.T) {
	t.Parallel()
	starter := func(s game.State) game.Seat { return s.Active()[0] }
	for name, c := range map[string]struct {
		fault fault
		says  string
	}{
		"a view shows all": {fault{view: func(s game.State, _ game.Seat) game.View { return s.View(game.All) }}, "tells twins apart"},
		"a drawing shows all": {fault{view: func(s game.State, v game.Seat) game.View {
			return drawn{s.View(v), s.View(game.All).Text()}
		}}, "tells twins apart by their drawings"},
		"a view has a wide drawing": {fault{view: func(s game.State, v game.Seat) game.View {
			return drawn{s.View(v), strings.Repeat("-", 79)}
		}}, "more than 78 columns"},
		"a label tells what a rival holds": {fault{describe: func(s game.State, seat game.Seat, m game.Move) game.Label {
			return game.Label{Key: "move", Args: map[string]string{"n": s.View(seat%2 + 1).Text()}}
		}}, "depends on|the label of|tells twins apart"},
		"moves are not sorted": {fault{legal: func(s game.State, seat game.Seat) []game.Move {
			moves := slices.Clone(s.Legal(seat))
			slices.Reverse(moves)
			return moves
		}}, "not sorted"},
		"a move is listed twice": {fault{legal: func(s game.State, seat game.Seat) []game.Move {
			moves := s.Legal(seat)
			return append(moves[:len(moves):len(moves)], moves[max(0, len(moves)-1):]...)
		}}, "not unique"},
		"a spectator has moves": {fault{legal: func(s game.State, seat game.Seat) []game.Move {
			if seat == game.Spectator && len(s.Active()) > 0 {
				return s.Legal(starter(s))
			}
			return s.Legal(seat)
		}}, "seat 0 has the moves"},
		"a listed move does not apply": {fault{legal: func(s game.State, seat game.Seat) []game.Move {
			if moves := s.Legal(seat); len(moves) == 2 {
				return append(slices.Clone(moves), "stay")
			}
			return s.Legal(seat)
		}}, "does not apply"},
		"surplus white space is accepted": {fault{apply: func(s game.State, seat game.Seat, m game.Move, c *game.Chance) (game.State, error) {
			return s.Apply(seat, game.Move(strings.TrimSpace(string(m))), c)
		}}, "which is not legal"},
		"any seat may move": {fault{apply: func(s game.State, seat game.Seat, m game.Move, c *game.Chance) (game.State, error) {
			if len(s.Active()) == 1 && seat > 0 {
				seat = starter(s)
			}
			return s.Apply(seat, m, c)
		}}, "which is not legal"},
		"an opening is not named": {fault{apply: func(s game.State, seat game.Seat, m game.Move, c *game.Chance) (game.State, error) {
			if m != "show" {
				return s.Apply(seat, m, c)
			}
			return s.Apply(seat, m, game.Drawing(nil))
		}}, "tells twins apart after"},
		"an opening is named wrongly": {fault{apply: func(s game.State, seat game.Seat, m game.Move, c *game.Chance) (game.State, error) {
			if m == "show" {
				c.Reveal("/setup/deck/1")
			}
			return s.Apply(seat, m, c)
		}}, "was opened before"},
		"a fact tells the secret": {fault{apply: func(s game.State, seat game.Seat, m game.Move, c *game.Chance) (game.State, error) {
			c.Tell(game.Fact{Key: "bid", Args: map[string]string{"move": string(m)}})
			return s.Apply(seat, m, c)
		}}, "what is told of"},
		"no move is secret":        {fault{secret: func(game.State, game.Seat, game.Move) bool { return false }}, "which is not sealed"},
		"nothing is sealed":        {fault{setup: func(s game.Setup) game.Setup { s.Sealed = nil; return s }}, "which is not sealed"},
		"a sealed place is absent": {fault{setup: func(s game.Setup) game.Setup { s.Sealed[0].At = "/setup/hands/0"; return s }}, "there is no such place"},
		"Shuffled leaves all": {fault{shuffled: func(s game.State, _ game.Seat, _ *rand.Rand) game.State {
			return s
		}}, "Shuffled never changes it"},
		"Restore ignores keys": {fault{restore: func(s game.Setup) game.Setup {
			var keys map[string]json.RawMessage
			if json.Unmarshal(s.JSON, &keys) == nil && keys["more"] != nil {
				delete(keys, "more")
				s.JSON, _ = json.Marshal(keys)
			}
			return s
		}}, "a set-up of the wrong form is restored"},
		"outcomes are unknown": {fault{info: func(i game.Info) game.Info { i.Outcomes = nil; return i }}, "is not among Info().Outcomes"},
		"active is not in the state": {fault{active: func(s game.State) []game.Seat {
			return s.Active()[:min(1, len(s.Active()))]
		}}, "by Active"},
		"the game is another": {fault{info: func(i game.Info) game.Info { i.Kind = "chess"; return i }}, "game is"},
		"writing counts":      {fault{marshal: counting()}, "instead of"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := &complaints{}
			rules := spoiled{fault: c.fault}
			play(said, rules, game.Config{Players: 3, Options: game.Options{"rounds": 3}}, 3)
			all := strings.Join(said.lines, "\n")
			if !slices.ContainsFunc(strings.Split(c.says, "|"), func(says string) bool { return strings.Contains(all, says) }) {
				t.Errorf("the battery should say %q; it says %.2000s", c.says, all)
			}
		})
	}
}

// A golden that is too large shows what has changed.
func TestChanges(t *testing.T) {
	t.Parallel()
	before := []string{"a\n", "b\n", "c\n", "d\n", "e\n"}
	after := []string{"a\n", "b\n", "C\n", "d\n", "e\n", "f\n"}
	if got, want := changes(before, after), "…\nC\n…\nf\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestComplete(t *testing.T) {
	t.Parallel()
	Complete(t, toy.Rules{}, "toy")
}

// counting writes a state that is another each time.
func counting() func(game.State) ([]byte, error) {
	n := 0
	return func(s game.State) ([]byte, error) {
		n++
		text, err := s.MarshalJSON()
		return []byte(strings.Replace(string(text), `"edition":"toy"`, fmt.Sprintf(`"edition":"toy%d"`, n), 1)), err
	}
}
