package engine

import (
	"errors"
	"slices"

	"pizzini/engine/game"
)

// MaxTries bounds how many moves a draft or a command may hold.
const MaxTries = 40

// Draft is a seat's decision with some moves tried on it: what the page shows
// before anything is committed. Nothing of it is stored.
type Draft struct {
	Seat    game.Seat
	Moves   []game.Move // the moves tried, all legal in their order
	State   game.State  // the position after them, but not after one that opens something
	Facts   []game.Fact // what they would do, as the seat may know it
	Pending *Choice     // the last move tried, where it opens something: named, not applied
	Active  bool        // the seat is asked again after them
	Choices []Choice    // what it may choose next; none after a pending move
}

// View is what the seat would see after the moves tried.
func (d *Draft) View() game.View { return d.State.View(d.Seat) }

// Choice is a legal move with its consequence.
type Choice struct {
	Move      game.Move
	Label     game.Label
	Secret    bool        // chosen in a form, never in a link
	Opens     bool        // draws or shows something: only the last of a command
	Reveals   []string    // what it opens, by place: not what stands there
	Facts     []game.Fact // what it does, as the seat may know it now; up to what it opens
	Continues bool        // the seat is asked again after it
}

// Draft tries moves on a seat's decision. Moves that are not legal there are
// refused with Stale; secret ones with Illegal, since they are never tried.
func (m *Match) Draft(seat game.Seat, moves []game.Move) (*Draft, error) {
	if err := m.mayChoose(seat); err != nil {
		return nil, err
	}
	if len(moves) > MaxTries {
		return nil, refuse(Invalid, "Commit what you have chosen first.", "A draft has at most %d choices.", MaxTries)
	}
	d := &Draft{Seat: seat, State: m.State}
	for _, move := range moves {
		legal := slices.Contains(d.State.Legal(seat), move)
		if !legal || d.Pending != nil {
			return nil, refuse(Stale, "Choose again from what is offered now.", "%q cannot be chosen here.", string(move))
		}
		if d.State.Secret(seat, move) {
			return nil, refuse(Illegal, "Choose it in the form and commit it.", "A secret choice is not tried in a link.")
		}
		choice, next := consider(d.State, seat, move)
		d.Moves = append(d.Moves, move)
		d.Facts = append(d.Facts, choice.Facts...)
		if choice.Opens {
			d.Pending = &choice
			continue
		}
		d.State = next
	}
	if d.Pending != nil {
		return d, nil
	}
	d.Active = slices.Contains(d.State.Active(), seat)
	if d.Active {
		for _, move := range d.State.Legal(seat) {
			choice, _ := consider(d.State, seat, move)
			d.Choices = append(d.Choices, choice)
		}
	}
	return d, nil
}

// consider tries one legal move on a tape that refuses to open anything, so that
// nothing hidden can show through (design, what opens something ends the command).
func consider(s game.State, seat game.Seat, move game.Move) (Choice, game.State) {
	c := Choice{Move: move, Label: s.Describe(seat, move), Secret: s.Secret(seat, move)}
	tape := game.Refusing().Listen(func(f game.Fact) {
		if f.For(seat) {
			c.Facts = append(c.Facts, f)
		}
	})
	next, err := game.Play(s, seat, move, tape)
	c.Reveals = tape.Reveals()
	if errors.Is(err, game.ErrOpens) || tape.Opened() {
		c.Opens = true
		return c, nil
	}
	if err != nil {
		return c, s
	}
	c.Continues = slices.Contains(next.Active(), seat)
	return c, next
}

// mayChoose refuses a seat that has nothing to decide.
func (m *Match) mayChoose(seat game.Seat) error {
	if err := m.going(); err != nil {
		return err
	}
	if err := m.running(); err != nil {
		return err
	}
	if m.Decision(seat) == 0 {
		return refuse(NotYourTurn, "You get a letter when it is.", "It is not this seat's turn.")
	}
	return nil
}

// going refuses whatever needs a match in play.
func (m *Match) going() error {
	switch m.Status() {
	case Playing:
		return nil
	case Gathering:
		return refuse(NotYourTurn, "It starts when every seat is taken.", "The match has not started.")
	case Stopped:
		return refuse(Broken, "Its last good position and its export are still there; ask whoever runs this installation.", "This match cannot go on: %v.", m.Broken)
	}
	return refuse(Over, "Look at the result.", "The match is over.")
}
