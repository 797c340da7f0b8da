package engine

import (
	"context"
	"slices"

	"pizzini/engine/game"
	"pizzini/events"
)

// TakeBack says where a seat can take its own latest moves back to without
// asking anybody: last is the last move it drops, to the event to go back to.
// It is free while nothing was opened and nobody else moved since; bots' answers
// that opened nothing go back with it. Only the latest command's moves go at
// once, and none from before a rewind that all agreed on: what was seen since is not
// unseen. ok is false where there is nothing to take back.
func (m *Match) TakeBack(seat game.Seat) (last, to int, ok bool) {
	if m.Status() != Playing || m.Table.Paused || m.Person(seat) == "" {
		return 0, 0, false
	}
	command := ""
	agreed := m.rewound()
	for i := len(m.line) - 1; i > 0 && m.line[i].n > agreed; i-- {
		s := m.line[i]
		e := m.Log[s.n-1]
		mine := s.seat == int(seat) && !s.bot && !s.clock
		if command != "" && (!mine || e.Cmd != command) {
			break // the whole of the latest command is found
		}
		if s.opened || (!mine && !s.bot) {
			return 0, 0, false
		}
		if mine {
			command = e.Cmd
			if last == 0 {
				last = s.n
			}
			to = m.line[i-1].n
		}
	}
	return last, to, command != ""
}

// PlayTakeBack takes a seat's own latest moves back. last is the last of its own
// moves that go, as the form names it.
func (e *Engine) PlayTakeBack(ctx context.Context, match string, seat game.Seat, last int) (Receipt, error) {
	c := command{id: e.commandID(match, seat, last, "take-back"), by: "seat:" + seat.String()}
	return e.act(ctx, match, c, func(m *Match) ([]events.Entry, error) {
		if err := m.going(); err != nil {
			return nil, err
		}
		if err := m.running(); err != nil {
			return nil, err
		}
		now, to, ok := m.TakeBack(seat)
		if !ok || now != last {
			return nil, refuse(Stale, "Look at the position as it is now.", "This move cannot be taken back any more: something was shown, or somebody else has moved since.")
		}
		state := m.stateAt(to)
		whole, err := state.MarshalJSON()
		if err != nil {
			return nil, err
		}
		return []events.Entry{{Data: &events.Rewound{To: to}, State: whole}}, nil
	})
}

// rewound is the number of the last rewind that was proposed first, 0 = there is none.
func (m *Match) rewound() int {
	for _, e := range slices.Backward(m.Log) {
		if e.Type == events.TypeRewound {
			if _, agreed := m.about(e); agreed {
				return e.N
			}
		}
	}
	return 0
}

// RewindTo lists the event numbers on the effective line to which one may propose to
// go back, ascending: all positions but the present one.
func (m *Match) RewindTo() []int {
	if m.Status() != Playing || m.Table.Paused {
		return nil
	}
	var to []int
	for _, s := range m.line[:len(m.line)-1] {
		to = append(to, s.n)
	}
	return to
}

// Since tells what was drawn or shown after event to, as a viewer may know it: who is
// asked to go back there knows more than he did then. Moves that were dropped since
// count too, for what was seen stays seen.
func (m *Match) Since(to int, viewer game.Seat) []Happening {
	return slices.DeleteFunc(m.Story(viewer, to, m.N()), func(h Happening) bool { return !h.Opened })
}

// stateAt is the position of the effective line that event n made.
func (m *Match) stateAt(n int) game.State {
	state := m.line[0].state
	for _, s := range m.line {
		if s.n <= n {
			state = s.state
		}
	}
	return state
}
