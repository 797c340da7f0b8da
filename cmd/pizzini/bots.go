package main

import (
	"context"
	"sync"
	"time"
)

// botAgain is how long a bot that could not move waits before it tries again.
const botAgain = 5 * time.Second

// bots plays for bots whenever a match has a new event, and at the start in every
// match that waits for one. What fails is tried again a little later: a bot that
// could not move while the disk was full moves when there is room.
type bots struct {
	node *node
	mu   sync.Mutex
	due  map[string]bool // matches to look at
	bell chan struct{}   // rung when due has grown
}

func newBots(n *node) *bots {
	b := &bots{node: n, due: map[string]bool{}, bell: make(chan struct{}, 1)}
	n.copy.Changes(func(match string, _ int) { b.wake(match) })
	return b
}

// wake asks for a look at a match. It never blocks.
func (b *bots) wake(match string) {
	b.mu.Lock()
	b.due[match] = true
	b.mu.Unlock()
	select {
	case b.bell <- struct{}{}:
	default:
	}
}

func (b *bots) run(ctx context.Context) error {
	waiting, err := b.node.copy.Bots(ctx)
	if err != nil {
		return err
	}
	for _, task := range waiting {
		b.wake(task.Match)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.bell:
		}
		b.mu.Lock()
		due := b.due
		b.due = map[string]bool{}
		b.mu.Unlock()
		for match := range due {
			if _, err := b.node.engine.Bots(ctx, match); err != nil && ctx.Err() == nil {
				b.node.log.Warn("a bot could not move; it is tried again", "match", match, "error", err)
				time.AfterFunc(botAgain, func() { b.wake(match) })
			}
		}
	}
}
