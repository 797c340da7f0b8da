package engine_test

import (
	"context"
	"maps"
	"slices"

	"pizzini/engine"
)

// shelf is an event store in memory, which keeps the promises of engine.Truth and
// nothing else: random walks need thousands of them.
type shelf struct {
	slips    map[string][]engine.Slip
	commands map[string]uint64 // match and command → sequence
	last     uint64
	mute     bool // the next slip is written, and nobody is told
}

func newShelf() *shelf {
	return &shelf{slips: map[string][]engine.Slip{}, commands: map[string]uint64{}}
}

// fork is a shelf of its own with the same slips.
func (s *shelf) fork() *shelf {
	c := *s
	c.slips, c.commands = maps.Clone(s.slips), maps.Clone(s.commands)
	for match, slips := range c.slips {
		c.slips[match] = slices.Clip(slips)
	}
	return &c
}

func (s *shelf) Slips(_ context.Context, match string, after uint64) ([]engine.Slip, error) {
	slips := s.slips[match]
	from, _ := slices.BinarySearchFunc(slips, after+1, func(have engine.Slip, seq uint64) int { return int(have.Seq) - int(seq) })
	return slices.Clip(slips[from:]), nil
}

func (s *shelf) Append(_ context.Context, match string, expect uint64, command string, slip []byte) (uint64, bool, error) {
	if seq, ok := s.commands[match+command]; ok {
		return seq, true, nil
	}
	slips := s.slips[match]
	if n := len(slips); n == 0 && expect != 0 || n > 0 && slips[n-1].Seq != expect {
		return 0, false, engine.ErrConflict
	}
	s.last++
	s.slips[match] = append(slips, engine.Slip{Seq: s.last, Payload: slip})
	s.commands[match+command] = s.last
	if s.mute {
		s.mute = false
		return 0, false, engine.ErrUnknown
	}
	return s.last, false, nil
}
