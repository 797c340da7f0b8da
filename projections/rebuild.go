package projections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"pizzini/events/stream"
)

// buildBatch is how many messages one transaction of a rebuild takes.
const buildBatch = 10000

// Rebuild builds the copy anew, whether or not there is one. It calls no hook and
// sends nothing. With discardCopy it believes the streams where they and the copies
// do not belong together: the copies are renamed aside, which it says by their new
// paths; without, it refuses then as Open does. Streams that are damaged are never
// believed: what only a copy has would be lost.
func Rebuild(ctx context.Context, c Config, discardCopy bool) (aside []string, err error) {
	folder := c.folder()
	lock, err := takeFolder(folder)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	before, err := files(folder)
	if err != nil {
		return nil, err
	}
	_, err = choose(ctx, c)
	strangers := errors.Is(err, ErrRefused)
	if err != nil && !(strangers && discardCopy) && !errors.Is(err, errUnreadable) {
		return nil, err
	}
	file, err := build(ctx, c, strangers)
	if err != nil {
		return nil, fmt.Errorf("build the copy from the streams: %w", err)
	}
	for _, f := range before {
		if f.kind != "copy" || !discardCopy && !unreadable(compare(ctx, c, f)) {
			continue
		}
		path, err := putAside(folder, f)
		if err != nil {
			return aside, fmt.Errorf("put the copy aside: %w", err)
		}
		aside = append(aside, path)
	}
	built, err := openReaders(filepath.Join(folder, file.name()))
	if err != nil {
		return aside, err
	}
	return aside, errors.Join(prune(ctx, folder, file.name(), built), built.Close())
}

// build makes a copy from the streams: under another name first, so that one that
// is half built is never taken for whole. Where an older copy of these streams has
// what they lack it makes none, unless the streams are believed.
func build(ctx context.Context, c Config, believed bool) (*copyFile, error) {
	created, err := c.Store.Created(ctx, stream.Matches)
	if err != nil {
		return nil, err
	}
	file, err := newFile(c.folder(), created)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(c.folder(), file.name())
	started := time.Now()
	n, err := fill(ctx, c.Store, path+unready, true)
	if err == nil && !believed {
		err = containsAll(ctx, c, path+unready, created)
	}
	if err != nil {
		return nil, errors.Join(err, remove(path+unready))
	}
	if err := syncFile(path + unready); err != nil {
		return nil, err
	}
	if err := os.Rename(path+unready, path); err != nil {
		return nil, err
	}
	c.logger().Info("the copy was built from the streams", "path", path, "messages", n, "took", time.Since(started).Round(time.Millisecond))
	return &file, syncFolder(c.folder())
}

// containsAll compares a copy that was just made with the others of the same streams.
func containsAll(ctx context.Context, c Config, made string, created time.Time) error {
	found, err := files(c.folder())
	for _, f := range found {
		path := filepath.Join(c.folder(), f.name())
		if err == nil && f.kind == "copy" && f.follows(created) {
			_, err = contains(ctx, c, made, path)
		}
		if unreadable(err) && ctx.Err() == nil { // then it has nothing that could be put back either
			err = nil
		}
	}
	return err
}

// fill copies the streams to their ends into a new file, then folds every match
// once, if it shall. Until the file is whole nothing of it is worth keeping, so it is written
// without a journal and without waiting for the disk; it leaves no log behind.
func fill(ctx context.Context, s *stream.Store, path string, folding bool) (n int, err error) {
	p, err := openProjector(ctx, dsn(path, "rwc", "journal_mode(OFF)", "synchronous(OFF)", "locking_mode(EXCLUSIVE)",
		"secure_delete(ON)", "cache_size(-65536)"))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	if err := p.adopt(ctx, s); err != nil {
		return 0, err
	}
	for _, st := range followed {
		copied, err := p.copyStream(ctx, s, st, false)
		n += copied
		if err != nil {
			return n, fmt.Errorf("copy %s: %w", st, err)
		}
	}
	if !folding {
		return n, nil
	}
	return n, p.foldAll(ctx)
}

// adopt notes when the streams were made of which nothing was copied yet.
func (p *projector) adopt(ctx context.Context, s *stream.Store) error {
	positions := maps.Clone(p.positions)
	for _, st := range followed {
		created, err := s.Created(ctx, st)
		if err != nil {
			return err
		}
		if positions[st].seq == 0 {
			positions[st] = position{created: created.UnixNano()}
		}
	}
	if err := p.transact(ctx, func() error { return p.move(ctx, positions) }); err != nil {
		return err
	}
	p.positions = positions
	return nil
}

// copyStream copies a stream to the end that it has now; a rebuild folds later.
func (p *projector) copyStream(ctx context.Context, s *stream.Store, st stream.Stream, folding bool) (n int, err error) {
	end, err := lastThere(ctx, s, st)
	if err != nil || p.positions[st].seq >= end {
		return 0, err
	}
	following, stop := context.WithCancelCause(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop(nil)
	arriving := make(chan incoming, buildBatch)
	running.Go(func() {
		stop(s.Follow(following, st, p.positions[st].seq+1, func(m stream.Message) error {
			select {
			case arriving <- incoming{st, m}:
				return nil
			case <-following.Done():
				return following.Err()
			}
		}))
	})
	idle := time.NewTicker(time.Second)
	defer idle.Stop()
	for p.positions[st].seq < end {
		select {
		case first := <-arriving:
			batch := gather(first, arriving, buildBatch)
			if _, _, err := p.take(ctx, batch, folding); err != nil {
				return n, err
			}
			n += len(batch)
		case <-idle.C: // the last message may have been erased meanwhile
			if end, err = lastThere(ctx, s, st); err != nil {
				return n, err
			}
		case <-following.Done():
			return n, context.Cause(following)
		}
	}
	return n, nil
}

// foldAll folds every match.
func (p *projector) foldAll(ctx context.Context) error {
	return p.transact(ctx, func() error {
		matches, err := texts(ctx, p, `select distinct match from slip order by match`)
		for _, match := range matches {
			if err == nil {
				_, err = p.refold(ctx, match)
			}
		}
		return err
	})
}
