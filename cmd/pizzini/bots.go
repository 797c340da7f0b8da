package main

import (
	"context"
	"time"
)

// botAgain is how long a bot that could not move waits before it tries again.
const botAgain = 5 * time.Second

// bots plays for bots whenever a match has a new event, and at the start in every
// match that waits for one. What fails is tried again a little later: a bot that
// could not move while the disk was full moves when there is room.
type bots struct {
	*queue
	node *node
}

func newBots(n *node) *bots {
	b := &bots{newQueue(), n}
	n.copy.Changes(func(match string, _ int) { b.wake(match) })
	return b
}

func (b *bots) run(ctx context.Context) error {
	waiting, err := b.node.copy.Bots(ctx)
	if err != nil {
		return err
	}
	for _, task := range waiting {
		b.wake(task.Match)
	}
	b.each(ctx, func(match string) {
		if _, err := b.node.engine.Bots(ctx, match); err != nil && ctx.Err() == nil {
			b.node.log.Warn("a bot could not move; it is tried again", "match", match, "error", err)
			time.AfterFunc(botAgain, func() { b.wake(match) })
		}
	})
	return nil
}
