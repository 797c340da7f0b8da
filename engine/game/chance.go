package game

import (
	"errors"
	"fmt"
)

var (
	// ErrIllegal marks a move that is not legal where it was tried.
	ErrIllegal = errors.New("not a legal move")
	// ErrOpens marks a move that would open something (draw chance or show what
	// was hidden) on a tape that refuses it.
	ErrOpens = errors.New("the move opens something")
	// ErrChance marks chance outcomes that do not fit the move that asked for them.
	ErrChance = errors.New("chance does not fit")
)

// Chance is the tape on which a game's random outcomes lie. It draws and
// records, replays what was recorded, follows a script first, or refuses. A game
// asks it for outcomes, and tells it what a move opens and what happened; it
// never looks at what kind of tape it was given.
//
// After Start or Apply the caller looks at Err: where it is set, the position
// that came back means nothing.
type Chance struct {
	source   func(m uint64) uint64
	script   []any
	replay   bool
	refuse   bool
	listener func(Fact)

	outcomes []any
	reveals  []string
	opened   bool
	err      error
}

// Drawing is a tape that draws from a source: a number below m, 1 ≤ m ≤ 2^32.
func Drawing(source func(m uint64) uint64) *Chance { return &Chance{source: source} }

// Scripted is a tape that takes the given outcomes first and then draws. An
// outcome of the wrong kind, or an impossible one, is an error.
func Scripted(script []any, source func(m uint64) uint64) *Chance {
	return &Chance{script: script, source: source}
}

// Recorded is a tape that gives the outcomes that a log has and draws nothing.
// What is left over is an error that Finish reports.
func Recorded(outcomes []any) *Chance { return &Chance{script: outcomes, replay: true} }

// Refusing is a tape on which nothing may be drawn or revealed: Err is ErrOpens
// as soon as a move tries, and facts told from then on are dropped.
func Refusing() *Chance { return &Chance{refuse: true} }

// Listen sets who hears the facts. It returns the tape.
func (c *Chance) Listen(f func(Fact)) *Chance {
	c.listener = f
	return c
}

// Listening says whether anybody hears what is told, so that a game can spare
// itself the making of facts.
func (c *Chance) Listening() bool {
	return c.listener != nil && !(c.refuse && c.opened)
}

// Tell says what happened. It costs nothing when nobody listens.
func (c *Chance) Tell(f Fact) {
	if c.Listening() {
		c.listener(f)
	}
}

// Reveal says that the move opens something: places of the set-up
// ("/setup/fame/1") or, as "seat:2", that seat's latest secret move. Without
// arguments it opens what no seal keeps, as the end of a game does.
func (c *Chance) Reveal(what ...string) {
	c.opened = true
	c.reveals = append(c.reveals, what...)
	if c.refuse {
		c.fail(ErrOpens)
	}
}

// Draw gives a number below m, 1 ≤ m ≤ 2^32, for a set-up. Drawing opens
// something.
func (c *Chance) Draw(m uint64) uint64 {
	c.opened = true
	switch {
	case c.refuse:
		c.fail(ErrOpens)
	case c.replay:
		c.fail(fmt.Errorf("%w: the set-up is recorded and nothing may be drawn", ErrChance))
	case c.source == nil:
		c.fail(fmt.Errorf("%w: nothing to draw from", ErrChance))
	default:
		return c.source(m)
	}
	return 0
}

// Shuffle puts k items in a random order: for i = k−1 down to 1, j = a draw
// below i+1, swap items i and j (Format 1).
func (c *Chance) Shuffle(k int, swap func(i, j int)) {
	for i := k - 1; i >= 1; i-- {
		swap(i, int(c.Draw(uint64(i+1))))
	}
}

// Pick gives the place of one of the possible outcomes of a move's chance, each
// an int or a string in scenario form: the faces of a die. It is drawn below
// their number, or taken from the script or the record, and recorded.
func (c *Chance) Pick(possible []any) int {
	c.opened = true
	if c.refuse {
		c.fail(ErrOpens)
		return 0
	}
	if len(c.script) > 0 {
		next := c.script[0]
		c.script = c.script[1:]
		for i, p := range possible {
			if p == next {
				c.outcomes = append(c.outcomes, p)
				return i
			}
		}
		c.fail(fmt.Errorf("%w: %v is none of %v", ErrChance, next, possible))
		return 0
	}
	if c.replay {
		c.fail(fmt.Errorf("%w: an outcome is missing", ErrChance))
		return 0
	}
	if c.source == nil {
		c.fail(fmt.Errorf("%w: nothing to draw from", ErrChance))
		return 0
	}
	i := int(c.source(uint64(len(possible))))
	c.outcomes = append(c.outcomes, possible[i])
	return i
}

func (c *Chance) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Err is the first thing that went wrong on the tape.
func (c *Chance) Err() error { return c.err }

// Finish is Err, and an error too where recorded outcomes are left over.
func (c *Chance) Finish() error {
	if c.err == nil && c.replay && len(c.script) > 0 {
		return fmt.Errorf("%w: %d outcomes are left over", ErrChance, len(c.script))
	}
	return c.err
}

// Outcomes lists the outcomes of Pick so far, in scenario form: ints and strings.
func (c *Chance) Outcomes() []any { return c.outcomes }

// Rest lists the script's outcomes that were not taken yet.
func (c *Chance) Rest() []any { return c.script }

// Opened says whether anything was drawn or revealed.
func (c *Chance) Opened() bool { return c.opened }

// Reveals lists what Reveal named, in order.
func (c *Chance) Reveals() []string { return c.reveals }
