package game

import (
	"fmt"
	"slices"
	"strings"
)

// Parse brings a typed move into the canonical form: case and surplus white
// space do not count. Whether it is a move at all, only the legal list says.
func Parse(text string) Move {
	return Move(strings.Join(strings.Fields(strings.ToLower(text)), " "))
}

// Play accepts a move: it must stand in the legal list, and the tape must bear
// it. On any error the old position holds.
func Play(s State, seat Seat, m Move, c *Chance) (State, error) {
	if _, ok := slices.BinarySearch(s.Legal(seat), m); !ok {
		return nil, fmt.Errorf("%w: seat %d, %q", ErrIllegal, seat, string(m))
	}
	return Fold(s, seat, m, c)
}

// Fold applies a move as a log has it; the game itself refuses what is illegal.
func Fold(s State, seat Seat, m Move, c *Chance) (State, error) {
	next, err := s.Apply(seat, m, c)
	if err != nil {
		return nil, err
	}
	if err := c.Finish(); err != nil {
		return nil, fmt.Errorf("seat %d, %q: %w", seat, string(m), err)
	}
	return next, nil
}
