package engine

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"pizzini/engine/gametest/toy"
	"pizzini/events"
)

// The toy game proves the three kinds of secrets; it is in no list but a test's.
func init() { all = append(all, toy.Rules{}) }

// Write writes a slip of given entries, as a command that decided on them would.
func (e *Engine) Write(ctx context.Context, match, by string, entries ...events.Entry) (Receipt, error) {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		return Receipt{}, err
	}
	return e.act(ctx, match, command{id: hex.EncodeToString(id), by: by}, func(*Match) ([]events.Entry, error) { return entries, nil })
}

// PlayBot plays one turn of the bot at a seat.
func (e *Engine) PlayBot(ctx context.Context, t Turn) (Receipt, error) { return e.playBot(ctx, t) }
