package gametest

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"pizzini/engine/game"
)

// checkLists holds the legal lists to be finite, canonical, and the active
// seats' alone.
func (m *match) checkLists(s game.State) {
	active := s.Active()
	if !slices.IsSorted(active) || len(slices.Compact(slices.Clone(active))) != len(active) {
		m.errorf("active %v is not ascending", active)
	}
	for _, seat := range append(m.seats(), game.All, game.Spectator, game.Seat(m.config.Players+1), -7, 1000) {
		moves := s.Legal(seat)
		if slices.Contains(active, seat) != (len(moves) > 0) {
			m.errorf("seat %d has the moves %q, and active are %v", seat, moves, active)
		}
		if !slices.IsSorted(moves) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
			m.errorf("seat %d's moves are not sorted or not unique: %q", seat, moves)
		}
		for _, move := range moves {
			if game.Parse(string(move)) != move || move == "" || strings.Trim(string(move), "abcdefghijklmnopqrstuvwxyz0123456789- ") != "" {
				m.errorf("%q is no canonical text", move)
			}
			if s.Describe(seat, move).Key == "" {
				m.errorf("%q has no label", move)
			}
		}
	}
	for _, seat := range active {
		if seat < 1 || int(seat) > m.config.Players {
			m.errorf("active is seat %d, which does not exist", seat)
		}
	}
}

// trial is what a move did on a tape.
type trial struct {
	state   game.State
	err     error
	opened  bool
	reveals []string
	facts   []game.Fact // all of them
	early   int         // how many of them were told before anything was opened
}

func try(s game.State, seat game.Seat, move game.Move, tape *game.Chance) trial {
	var tried trial
	tape.Listen(func(f game.Fact) {
		tried.facts = append(tried.facts, f)
		if !tape.Opened() {
			tried.early++
		}
	})
	tried.state, tried.err = game.Play(s, seat, move, tape)
	tried.opened, tried.reveals = tape.Opened(), tape.Reveals()
	return tried
}

// checkMoves plays every legal move on each kind of tape: it applies, and opens
// something on both kinds or on none, after the same facts.
func (m *match) checkMoves(s game.State) {
	for _, seat := range s.Active() {
		for _, move := range s.Legal(seat) {
			drawn := try(s, seat, move, game.Drawing(game.Random(m.random.Uint64())))
			if drawn.err != nil {
				m.errorf("seat %d's legal move %q does not apply: %v", seat, move, drawn.err)
				continue
			}
			refused := try(s, seat, move, game.Refusing())
			switch {
			case drawn.opened && !errors.Is(refused.err, game.ErrOpens):
				m.errorf("seat %d's %q opens something, and a refusing tape lets it pass: %v", seat, move, refused.err)
			case !drawn.opened && refused.err != nil:
				m.errorf("seat %d's %q opens nothing, and a refusing tape refuses it: %v", seat, move, refused.err)
			case !drawn.opened && text(m, refused.state) != text(m, drawn.state):
				m.errorf("seat %d's %q leads to another position on a refusing tape", seat, move)
			case !reflect.DeepEqual(refused.facts, drawn.facts[:drawn.early:drawn.early]) && len(refused.facts)+drawn.early > 0:
				m.errorf("seat %d's %q tells %v on a refusing tape and %v before it opens on a drawing one", seat, move, refused.facts, drawn.facts[:drawn.early])
			}
			if !drawn.opened {
				if silent, err := game.Play(s, seat, move, game.Drawing(nil)); err != nil || text(m, silent) != text(m, drawn.state) {
					m.errorf("seat %d's %q needs a listener (%v)", seat, move, err)
				}
			}
		}
	}
}

// checkRefused tries texts that are no legal moves.
func (m *match) checkRefused(s game.State) {
	others := append(m.seats(), game.All, game.Spectator, game.Seat(m.config.Players+1))
	legal := map[game.Seat][]game.Move{}
	for _, seat := range others {
		legal[seat] = s.Legal(seat)
	}
	refuse := func(seat game.Seat, move game.Move) {
		if slices.Contains(legal[seat], move) {
			return
		}
		if _, err := s.Apply(seat, move, game.Drawing(game.Random(m.seed))); !errors.Is(err, game.ErrIllegal) {
			m.errorf("seat %d plays %q, which is not legal: %v", seat, move, err)
		}
	}
	var texts []game.Move
	for _, seat := range s.Active() {
		texts = append(texts, legal[seat]...)
	}
	for _, move := range texts {
		for _, seat := range others {
			refuse(seat, move)
		}
	}
	for _, seat := range others {
		for _, move := range []game.Move{"", " ", "no-such-move", "\x00", "💥", game.Move(strings.Repeat("x ", 1000))} {
			refuse(seat, move)
		}
	}
	nearly := mutations(m.some(texts), m.random)
	for _, seat := range s.Active() {
		for _, move := range nearly {
			refuse(seat, move)
		}
	}
}

// some are a few of the moves, so that long lists do not take all day.
func (m *match) some(moves []game.Move) []game.Move {
	const few = 6
	if len(moves) <= few {
		return moves
	}
	var some []game.Move
	for _, i := range m.random.Perm(len(moves))[:few] {
		some = append(some, moves[i])
	}
	return some
}

// mutations are texts that are nearly moves.
func mutations(moves []game.Move, random *rand.Rand) []game.Move {
	var made []game.Move
	for _, move := range moves {
		words := strings.Fields(string(move))
		made = append(made, move+" ", " "+move, move+" x", game.Move(strings.ToUpper(string(move))), move+"\n",
			game.Move(strings.Join(words, "  ")), move+" "+move)
		for i := range words {
			dropped := slices.Concat(words[:i], words[i+1:])
			made = append(made, game.Move(strings.Join(dropped, " ")))
			other := strings.Fields(string(moves[random.IntN(len(moves))]))
			swapped := slices.Clone(words)
			swapped[i] = other[random.IntN(len(other))]
			made = append(made, game.Move(strings.Join(swapped, " ")))
			swapped = slices.Clone(words)
			swapped[i] = []string{"0", "-1", "99999999999999999999", "6", "nobody", "-"}[random.IntN(6)]
			made = append(made, game.Move(strings.Join(swapped, " ")))
		}
	}
	return made
}
