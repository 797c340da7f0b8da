package stream

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Health is whether commands can be taken now.
type Health struct {
	Ready  bool
	Since  time.Time // when it became so
	Reason string    // why it is not ready
	Full   bool      // for want of room on the disk
	Free   uint64    // bytes free on the data folder's disk; 0 when the server is elsewhere
}

// health is what the watcher and the server's log have found.
type health struct {
	mu       sync.Mutex
	wedge    string    // the server's words when it stopped writing; "" = it writes
	wedged   time.Time // when
	deaf     string    // why the last question was not answered
	short    bool      // fewer bytes were free than a new match needs, when it was last looked at
	reported Health
}

// trouble notes that the embedded server stopped writing. It stays so until it is
// restarted, even when there is room again.
func (h *health) trouble(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.wedge == "" {
		h.wedge, h.wedged = text, time.Now()
	}
}

// setWedge replaces what is known of it and returns what was.
func (h *health) setWedge(text string, at time.Time) (before string, since time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, since = h.wedge, h.wedged
	h.wedge, h.wedged = text, at
	return before, since
}

// room refuses a write that the disk has no room for, or that the server cannot
// write: at once, and with the time since when.
func (s *Store) room(newMatch bool) error {
	if s.server == nil {
		return nil
	}
	s.health.mu.Lock()
	wedge, since := s.health.wedge, s.health.wedged
	s.health.mu.Unlock()
	if wedge != "" {
		return fmt.Errorf("%w since %s: the server cannot write in %s", ErrFull, since.UTC().Format(time.RFC3339), s.config.Dir)
	}
	free, err := freeSpace(s.config.Dir)
	if err != nil {
		return err
	}
	need, what := s.config.FreeForMove, "a move"
	if newMatch {
		need, what = s.config.FreeForMatch, "a new match"
	}
	if free < need {
		return fmt.Errorf("%w: %d MiB are free in %s, %s needs %d MiB; make room", ErrFull, free>>20, s.config.Dir, what, need>>20)
	}
	return nil
}

// Health tells whether commands can be taken, and if not, why and since when. It
// measures the free space as a write does, so that the two never disagree.
func (s *Store) Health() Health {
	up, _ := s.link.state()
	var free uint64
	var unknown error
	if s.server != nil {
		free, unknown = freeSpace(s.config.Dir)
	}
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	now := Health{Ready: true, Free: free}
	switch {
	case h.wedge != "":
		now.Ready, now.Full, now.Reason = false, true, fmt.Sprintf("the event store in %s cannot write: %s", s.config.Dir, h.wedge)
	case unknown != nil:
		now.Ready, now.Reason = false, unknown.Error()
	case s.server != nil && free < s.config.FreeForMove:
		now.Ready, now.Full, now.Reason = false, true, fmt.Sprintf("%d MiB are free in %s, %d are needed: make room", free>>20, s.config.Dir, s.config.FreeForMove>>20)
	case !up:
		now.Ready, now.Reason = false, fmt.Sprintf("no connection to the event store at %s", s.where())
	case h.deaf != "":
		now.Ready, now.Reason = false, fmt.Sprintf("the event store at %s does not answer: %s", s.where(), h.deaf)
	}
	now.Since = h.reported.Since
	if now.Since.IsZero() || now.Ready != h.reported.Ready {
		now.Since = time.Now()
		if h.wedge != "" {
			now.Since = h.wedged
		}
	}
	h.reported = now
	return now
}

// watch looks after the store until ctx ends: it asks the server a small question,
// warns when no new match can begin for want of room, and restarts an embedded server that stopped writing as
// soon as a test write succeeds.
func (s *Store) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	healed := time.Now()
	for {
		s.look(ctx)
		before := s.Health()
		if before.Full && time.Since(healed) > 3*time.Second && s.wedged() {
			healed = time.Now()
			if err := s.heal(ctx); err != nil {
				s.log.Warn("event store still cannot write", "since", before.Since, "error", err)
			} else {
				s.log.Info("event store writes again", "since", before.Since)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Store) wedged() bool {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	return s.health.wedge != ""
}

// look measures and asks.
func (s *Store) look(ctx context.Context) {
	short := false
	if s.server != nil {
		free, err := freeSpace(s.config.Dir)
		short = err == nil && free < s.config.FreeForMatch
		if short && !s.health.short {
			s.log.Warn("no new match can begin: make room", "folder", s.config.Dir, "MiB free", free>>20,
				"MiB for a new match", s.config.FreeForMatch>>20, "MiB for a move", s.config.FreeForMove>>20)
		}
	}
	deaf := ""
	if up, _ := s.link.state(); up {
		ask, cancel := context.WithTimeout(ctx, 2*time.Second)
		if _, err := s.Last(ask, Matches); err != nil && ctx.Err() == nil {
			deaf = err.Error()
		}
		cancel()
	}
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	s.health.short, s.health.deaf = short, deaf
}

// heal restarts an embedded server that stopped writing, when the disk takes a
// test write. The connection and the followers find the new server by themselves.
func (s *Store) heal(ctx context.Context) error {
	free, err := freeSpace(s.config.Dir)
	if err != nil {
		return err
	}
	if free < s.config.FreeForMove {
		return fmt.Errorf("%d MiB are free", free>>20)
	}
	if err := testWrite(filepath.Join(s.config.Dir, "test-write")); err != nil {
		return err
	}
	s.server.shutdown()
	s.server.unclean = true
	wedge, since := s.health.setWedge("", time.Time{}) // the new server may find the disk full again
	if err := s.server.start(ctx); err != nil {
		s.health.setWedge(wedge, since)
		return err
	}
	return nil
}

// testWrite writes and syncs 1 MiB, and removes it.
func testWrite(path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(path)) }()
	_, err = f.Write(make([]byte, 1<<20))
	return errors.Join(err, f.Sync(), f.Close())
}
