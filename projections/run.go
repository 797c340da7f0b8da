package projections

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"pizzini/events/stream"
)

// batchSize bounds how many messages one transaction takes.
const batchSize = 1000

// Run follows the streams until ctx ends. Another error means that the streams are
// not any more those that the copy follows (ErrRefused), have lost something
// (stream.ErrDamaged), or cannot be read: the node must stop then. An event never ends it, and a disk that takes no
// writes is waited for.
func (db *DB) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop(nil)
	arriving := make(chan incoming, batchSize)
	for _, st := range followed {
		from := db.writer.positions[st].seq + 1
		running.Go(func() {
			if err := db.follow(ctx, st, from, arriving); err != nil && ctx.Err() == nil {
				stop(err)
			}
		})
	}
	for _, k := range slices.Concat(db.hub.hooks, db.hub.records) {
		running.Go(func() { k.run(ctx) })
	}
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for {
		select {
		case first := <-arriving:
			if err := db.commit(ctx, gather(first, arriving, batchSize)); err != nil {
				stop(err)
			}
		case <-again.C:
			db.sweep(ctx)
		case <-ctx.Done():
			return db.ended(ctx)
		}
	}
}

// ended is why Run ends.
func (db *DB) ended(ctx context.Context) error {
	err := context.Cause(ctx)
	if errors.Is(err, stream.ErrReplaced) {
		err = refusal("%v", err)
	}
	return waysOut(err, db.config, db.path)
}

// follow hands on what comes on a stream. It outlives a server that is away.
func (db *DB) follow(ctx context.Context, st stream.Stream, from uint64, arriving chan<- incoming) error {
	for {
		err := db.config.Store.Follow(ctx, st, from, func(m stream.Message) error {
			select {
			case arriving <- incoming{st, m}:
				from = m.Seq + 1
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		if !errors.Is(err, stream.ErrAway) {
			return err
		}
		db.log.Warn("the event store is away", "stream", st, "error", err)
		if !pause(ctx) {
			return ctx.Err()
		}
	}
}

// gather takes what has arrived already, up to a batch.
func gather(first incoming, arriving <-chan incoming, most int) []incoming {
	batch := []incoming{first}
	for len(batch) < most {
		select {
		case m := <-arriving:
			batch = append(batch, m)
		default:
			return batch
		}
	}
	return batch
}

// commit takes a batch, and tries again until the disk takes it.
func (db *DB) commit(ctx context.Context, batch []incoming) error {
	for tries := 0; ; tries++ {
		err := db.try(ctx, batch)
		if err == nil {
			if tries > 0 {
				db.log.Info("the copy is written again", "path", db.path)
			}
			return nil
		}
		if errors.Is(err, ErrRefused) || errors.Is(err, stream.ErrDamaged) || ctx.Err() != nil {
			return err
		}
		db.caughtUp.Store(false)
		if tries == 0 {
			db.log.Error("the copy cannot be written and is tried again", "path", db.path, "error", err)
		}
		if !pause(ctx) {
			return ctx.Err()
		}
	}
}

// try takes a batch. It refuses to go on where the stream has changed under the
// copy, as after a reconnect to a server that was put back from a backup.
func (db *DB) try(ctx context.Context, batch []incoming) error {
	if joined := db.config.Store.Joined(); joined != db.joined {
		if err := db.writer.positions[stream.Matches].holds(ctx, db.config.Store, stream.Matches); err != nil {
			return err
		}
		db.joined = joined
	}
	changed, erased, err := db.writer.take(ctx, batch, true)
	if err != nil {
		return err
	}
	db.dirty = db.dirty || erased
	db.sweep(ctx)
	db.hub.publish(db.writer.positions, changed)
	db.hub.record(batch)
	db.arrived(ctx)
	return nil
}

// pause waits a second; false = ctx has ended.
func pause(ctx context.Context) bool {
	select {
	case <-time.After(time.Second):
		return true
	case <-ctx.Done():
		return false
	}
}
