package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/events/people"
	"pizzini/events/stream"
)

const (
	// clockRound is how often all matches in which the clock has something to do are
	// looked at: a wake-up that was lost comes so much too late at most.
	clockRound = 5 * time.Minute
	// clockAgain is how long a match waits at which the clock could not look.
	clockAgain = 5 * time.Second
)

// clockwork does in matches what time does: it lets calls expire, ends pauses and
// gives up matches that never start. It sleeps until a wake-up of TIMERS comes, which
// is set whenever a match changes; the deadlines themselves stand in the log, and a
// round at the start and then now and again finds what TIMERS has lost.
type clockwork struct {
	*queue
	node *node
}

func newClockwork(n *node) *clockwork {
	c := &clockwork{newQueue(), n}
	n.copy.Changes(func(match string, _ int) { c.wake(match) })
	return c
}

func (c *clockwork) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop(nil)
	running.Go(func() {
		stop(c.node.store.Consume(ctx, "clock", stream.Timers, func(ctx context.Context, m stream.Message) error {
			return c.strike(ctx, strings.TrimPrefix(m.Subject, "due."))
		}))
	})
	running.Go(func() {
		again := time.NewTicker(clockRound)
		defer again.Stop()
		for {
			if err := c.round(ctx); err != nil && ctx.Err() == nil {
				c.node.log.Warn("the clock could not look at all matches; it does again", "error", err)
			}
			select {
			case <-again.C:
			case <-ctx.Done():
				return
			}
		}
	})
	set := map[string]time.Time{} // the wake-ups that this node has set
	c.each(ctx, func(match string) {
		if err := c.set(ctx, match, set); err != nil && ctx.Err() == nil {
			c.node.log.Warn("no wake-up could be set for a match; it is tried again", "match", match, "error", err)
			time.AfterFunc(clockAgain, func() { c.wake(match) })
		}
	})
	return context.Cause(ctx)
}

// strike does what the clock has to do in a match by now, and sets the next wake-up.
func (c *clockwork) strike(ctx context.Context, match string) error {
	next, err := c.node.engine.Tick(ctx, match)
	if refusal := (*engine.Refusal)(nil); errors.As(err, &refusal) && refusal.Code == engine.NotFound && c.node.copy.CaughtUp() {
		return nil // MATCHES was put back without it
	}
	if err == nil && !next.IsZero() {
		err = c.wakeAt(ctx, match, next)
	}
	if err != nil {
		return fmt.Errorf("the clock of match %s: %w", match, err)
	}
	return nil
}

// set sets the wake-up of a match that has changed, where it is another than before.
func (c *clockwork) set(ctx context.Context, match string, set map[string]time.Time) error {
	m, err := c.node.engine.Match(ctx, match)
	if err != nil {
		return err
	}
	next := m.Wake(c.node.settings.InvitationDays)
	before, known := set[match]
	if next.Equal(before) {
		return nil
	}
	if !next.IsZero() || known {
		if err := c.wakeAt(ctx, match, next); err != nil {
			return err
		}
	}
	set[match] = next
	if next.IsZero() {
		delete(set, match)
	}
	return nil
}

// round does what is due in all matches by now, and sets the wake-ups of what becomes
// due before the round after the next.
func (c *clockwork) round(ctx context.Context) error {
	wakes, err := c.node.copy.Wakes(ctx, c.node.settings.InvitationDays)
	if err != nil {
		return err
	}
	var failed []error
	for _, w := range wakes {
		switch left := w.At.Sub(c.node.now()); {
		case left <= 0:
			failed = append(failed, c.strike(ctx, w.Match))
		case left < 2*clockRound:
			failed = append(failed, c.wakeAt(ctx, w.Match, w.At))
		}
	}
	return errors.Join(failed...)
}

// wakeAt sets a wake-up for a moment of the node's clock: the event store has its own.
func (c *clockwork) wakeAt(ctx context.Context, match string, at time.Time) error {
	if !at.IsZero() {
		at = time.Now().Add(at.Sub(c.node.now()))
	}
	return c.node.store.WakeAt(ctx, match, at)
}

// calendar is when a person's clock stands still, as the engine reckons with it.
func (n *node) calendar(ctx context.Context, person string) (clock.Person, error) {
	c, err := n.book.Calendar(ctx, person)
	return clockPerson(c), err
}

// clockPerson is a person's calendar as the clock reckons with it.
func clockPerson(c people.Calendar) clock.Person {
	person := clock.Person{Zone: c.Zone, NightFrom: c.NightFrom, NightTo: c.NightTo}
	for _, span := range c.Away {
		person.Away = append(person.Away, clock.Span(span))
	}
	return person
}
