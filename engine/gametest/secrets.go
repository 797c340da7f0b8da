package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"pizzini/engine/game"
)

// secrets counts what the leak test of a game had to look at, since a game whose
// Shuffled changes nothing would pass it.
type secrets struct {
	hidden  int // views that lack something of the whole state
	changed int // twins that differ from the position
}

func (c *secrets) check(t reporter) {
	if c.hidden > 0 && c.changed == 0 {
		t.Errorf("views hide something (%d times), and Shuffled never changes it, so that no leak would be seen", c.hidden)
	}
}

// checkSecrets is the leak test: for each viewer, the position and a twin that he
// cannot tell from it must look alike to him, now and after each move that opens
// nothing.
func (m *match) checkSecrets(s game.State) {
	whole := text(m, s)
	for _, viewer := range m.viewers() {
		twin := s.Shuffled(viewer, m.random)
		other := text(m, twin)
		if text(m, s.View(viewer)) != whole {
			m.secrets.hidden++
		}
		if other == whole {
			continue // nothing to shuffle: it is the position itself
		}
		m.secrets.changed++
		if _, err := m.rules.Restore(m.config, game.Setup{JSON: json.RawMessage(`{"state":` + other + `}`)}); err != nil {
			m.errorf("viewer %d's twin is no position: %v\n%s", viewer, err, other)
			continue
		}
		m.checkTwins(viewer, s, twin)
	}
	if all := text(m, s.Shuffled(game.All, m.random)); all != whole {
		m.errorf("who sees everything can tell the shuffled position:\n%s\n%s", whole, all)
	}
	m.checkSecretMoves(s)
}

func (m *match) checkTwins(viewer game.Seat, s, twin game.State) {
	m.checkAlike(viewer, s, twin, "now")
	if !slices.Equal(s.Active(), twin.Active()) {
		m.errorf("viewer %d tells twins apart by who is active: %v, %v", viewer, s.Active(), twin.Active())
		return
	}
	if !slices.Equal(s.Legal(viewer), twin.Legal(viewer)) {
		m.errorf("viewer %d's moves depend on what he may not know: %q, %q", viewer, s.Legal(viewer), twin.Legal(viewer))
		return
	}
	for _, move := range s.Legal(viewer) {
		if s.Secret(viewer, move) != twin.Secret(viewer, move) {
			m.errorf("whether viewer %d's %q is secret depends on what he may not know", viewer, move)
		}
	}
	for _, seat := range s.Active() {
		for _, move := range m.some(s.Legal(seat)) {
			same := move
			if seat != viewer && s.Secret(seat, move) {
				// He does not learn which move it was.
				same = m.secretMove(twin, seat)
			}
			m.checkMove(viewer, seat, s, twin, move, same)
		}
	}
}

// checkMove plays a move in twins, or two of which the viewer cannot know which
// it was.
func (m *match) checkMove(viewer, seat game.Seat, s, twin game.State, move, same game.Move) {
	if !slices.Contains(twin.Legal(seat), same) {
		return // it tells what the seat holds, and is no secret
	}
	if move == same && !reflect.DeepEqual(s.Describe(seat, move), twin.Describe(seat, move)) {
		m.errorf("the label of seat %d's %q tells viewer %d what he may not know", seat, move, viewer)
	}
	a, b := try(s, seat, move, game.Refusing()), try(twin, seat, same, game.Refusing())
	if (a.err == nil) != (b.err == nil) {
		m.errorf("whether seat %d's %q opens something tells viewer %d what he may not know: %v, %v", seat, move, viewer, a.err, b.err)
		return
	}
	if !slices.EqualFunc(heard(a, viewer), heard(b, viewer), func(x, y game.Fact) bool { return reflect.DeepEqual(x, y) }) {
		m.errorf("what is told of seat %d's %q tells viewer %d what he may not know: %v, %v", seat, move, viewer, heard(a, viewer), heard(b, viewer))
	}
	if a.err == nil {
		m.checkAlike(viewer, a.state, b.state, fmt.Sprintf("after seat %d's %q", seat, move))
		return
	}
	// Drawing opens the outcome and nothing else; revealing opens more.
	dice := m.random.Uint64()
	a, b = try(s, seat, move, game.Drawing(game.Random(dice))), try(twin, seat, same, game.Drawing(game.Random(dice)))
	if a.err != nil || b.err != nil {
		m.errorf("seat %d's %q does not apply to both twins: %v, %v", seat, move, a.err, b.err)
		return
	}
	if !slices.Equal(a.reveals, b.reveals) {
		m.errorf("what seat %d's %q opens tells viewer %d what he may not know: %v, %v", seat, move, viewer, a.reveals, b.reveals)
	}
	if _, over := a.state.Result(); !over && len(a.reveals) == 0 {
		m.checkAlike(viewer, a.state, b.state, "after the throw of "+string(move))
	}
}

// checkAlike compares all that a viewer gets of two positions. Views that are the
// same value are written and drawn alike.
func (m *match) checkAlike(viewer game.Seat, a, b game.State, when string) {
	x, y := a.View(viewer), b.View(viewer)
	if !reflect.DeepEqual(x, y) {
		if text(m, x) != text(m, y) {
			m.errorf("viewer %d tells twins apart %s:\n%s\n%s", viewer, when, text(m, x), text(m, y))
		}
		if x.Text() != y.Text() {
			m.errorf("viewer %d tells twins apart by their drawings %s:\n%s\n%s", viewer, when, x.Text(), y.Text())
		}
	}
	if !slices.Equal(a.Active(), b.Active()) {
		m.errorf("viewer %d tells twins apart %s by who is active: %v, %v", viewer, when, a.Active(), b.Active())
	}
	if !slices.Equal(a.Legal(viewer), b.Legal(viewer)) {
		m.errorf("viewer %d tells twins apart %s by his moves: %q, %q", viewer, when, a.Legal(viewer), b.Legal(viewer))
		return
	}
	for _, move := range a.Legal(viewer) {
		if !reflect.DeepEqual(a.Describe(viewer, move), b.Describe(viewer, move)) {
			m.errorf("viewer %d tells twins apart %s by the label of %q", viewer, when, move)
		}
	}
	resultA, overA := a.Result()
	resultB, overB := b.Result()
	if overA != overB || !reflect.DeepEqual(resultA, resultB) {
		m.errorf("viewer %d tells twins apart %s by their results: %+v, %+v", viewer, when, resultA, resultB)
	}
}

// checkSecretMoves holds that of a secret move others see only that it was made.
func (m *match) checkSecretMoves(s game.State) {
	for _, seat := range s.Active() {
		var first trial
		var name game.Move
		for _, move := range s.Legal(seat) {
			if !s.Secret(seat, move) {
				continue
			}
			tried := try(s, seat, move, game.Refusing())
			if errors.Is(tried.err, game.ErrOpens) {
				m.errorf("seat %d's %q is secret and opens something, which nobody could follow", seat, move)
				continue
			}
			if first.state == nil {
				first, name = tried, move
				continue
			}
			for _, viewer := range m.viewers() {
				if viewer == seat {
					continue
				}
				m.checkAlike(viewer, first.state, tried.state, "after "+string(name)+" or "+string(move))
				if !reflect.DeepEqual(heard(first, viewer), heard(tried, viewer)) {
					m.errorf("viewer %d hears whether seat %d played %q or %q", viewer, seat, name, move)
				}
			}
		}
	}
}

// secretMove is any secret move of a seat.
func (m *match) secretMove(s game.State, seat game.Seat) game.Move {
	var secret []game.Move
	for _, move := range s.Legal(seat) {
		if s.Secret(seat, move) {
			secret = append(secret, move)
		}
	}
	if len(secret) == 0 {
		return ""
	}
	return secret[m.random.IntN(len(secret))]
}

// heard are the facts that a viewer may know.
func heard(tried trial, viewer game.Seat) []game.Fact {
	var heard []game.Fact
	for _, fact := range tried.facts {
		if fact.For(viewer) {
			heard = append(heard, fact)
		}
	}
	return heard
}
