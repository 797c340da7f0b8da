package projections

import (
	"context"
	"errors"
	"fmt"

	"pizzini/engine"
	"pizzini/events/stream"
)

// Truth is the event store as the engine knows it.
func Truth(s *stream.Store) engine.Truth { return truth{s} }

type truth struct{ store *stream.Store }

func (t truth) Append(ctx context.Context, match string, expect uint64, command string, slip []byte) (uint64, bool, error) {
	seq, repeated, err := t.store.Append(ctx, match, expect, command, slip)
	return seq, repeated, Known(err)
}

func (t truth) Slips(ctx context.Context, match string, after uint64) ([]engine.Slip, error) {
	messages, err := t.store.Slips(ctx, match, after)
	if err != nil {
		return nil, Known(err)
	}
	slips := make([]engine.Slip, len(messages))
	for i, m := range messages {
		slips[i] = engine.Slip{Seq: m.Seq, Payload: m.Data}
	}
	return slips, nil
}

// Known puts the engine's names on the event store's errors, so that the engine
// can say what they mean for a command.
func Known(err error) error {
	for from, to := range map[error]error{
		stream.ErrConflict: engine.ErrConflict, stream.ErrUnknown: engine.ErrUnknown,
		stream.ErrAway: engine.ErrAway, stream.ErrFull: engine.ErrFull,
	} {
		if errors.Is(err, from) {
			return fmt.Errorf("%w: %w", to, err)
		}
	}
	return err
}
