package projections

import (
	"context"
	"fmt"
	"sync"

	"pizzini/events/stream"
)

// change is a match and its last event after a transaction.
type change struct {
	match string
	n     int
}

// hub tells who waits what was committed.
type hub struct {
	mu          *sync.Mutex
	subscribers map[string]map[chan int]bool // match → who watches it
	positions   map[stream.Stream]uint64     // how far each stream was followed
	moved       chan struct{}                // closed when one of them moves
	hooks       []*hook
	records     []*hook // of PEOPLE
	talk        *talk
}

func newHub() hub {
	return hub{mu: &sync.Mutex{}, subscribers: map[string]map[chan int]bool{}, positions: map[stream.Stream]uint64{}, moved: make(chan struct{}),
		talk: &talk{listeners: map[string]map[chan struct{}]bool{}}}
}

// Subscribe tells the number of a match's last event each time it changes, until
// cancel is called. A slow reader gets the newest number only.
func (db *DB) Subscribe(match string) (numbers <-chan int, cancel func()) {
	h := &db.hub
	ch := make(chan int, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers[match] == nil {
		h.subscribers[match] = map[chan int]bool{}
	}
	h.subscribers[match][ch] = true
	return ch, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subscribers[match], ch)
		if len(h.subscribers[match]) == 0 {
			delete(h.subscribers, match)
		}
	}
}

// Wait returns when the copy has event n of the match, or with ctx's error.
func (db *DB) Wait(ctx context.Context, match string, n int) error {
	numbers, cancel := db.Subscribe(match)
	defer cancel()
	have, err := db.number(ctx, match)
	for err == nil && have < n {
		select {
		case have = <-numbers:
		case <-ctx.Done():
			return fmt.Errorf("wait for event %d of match %s: %w", n, match, ctx.Err())
		}
	}
	return err
}

// Position is how far the copy has followed a stream: the last sequence.
func (db *DB) Position(st stream.Stream) uint64 {
	db.hub.mu.Lock()
	defer db.hub.mu.Unlock()
	return db.hub.positions[st]
}

// WaitPosition returns when the copy has followed a stream to a sequence, or with
// ctx's error.
func (db *DB) WaitPosition(ctx context.Context, st stream.Stream, seq uint64) error {
	for {
		db.hub.mu.Lock()
		have, moved := db.hub.positions[st], db.hub.moved
		db.hub.mu.Unlock()
		if have >= seq {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return fmt.Errorf("wait for message %d of %s: %w", seq, st, ctx.Err())
		}
	}
}

// Changes has a function called with each match that Run finds changed, after the
// transaction, one call at a time; of several changes of a match it may hear of
// the last only. It is called apart from the projector, which never waits for it.
// What was changed before a crash may not be told again: whoever needs all looks
// through the lists at the start. Call it before Run.
func (db *DB) Changes(each func(match string, n int)) {
	db.hub.hooks = append(db.hub.hooks, newHook(each))
}

// publish tells what was committed.
func (h *hub) publish(positions map[stream.Stream]position, changed []change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for st, at := range positions {
		h.positions[st] = at.seq
	}
	close(h.moved)
	h.moved = make(chan struct{})
	for _, c := range changed {
		for ch := range h.subscribers[c.match] {
			select {
			case <-ch: // an older number that nobody has read
			default:
			}
			select {
			case ch <- c.n:
			default: // never: nobody else sends, and the mutex is held
			}
		}
	}
	for _, k := range h.hooks {
		k.add(changed)
	}
}

// hook is a function to be called and the matches that it has still to hear of.
type hook struct {
	each  func(match string, n int)
	mu    sync.Mutex
	order []string
	last  map[string]int
	more  chan struct{}
}

func newHook(each func(match string, n int)) *hook {
	return &hook{each: each, last: map[string]int{}, more: make(chan struct{}, 1)}
}

func (k *hook) add(changed []change) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range changed {
		if _, waits := k.last[c.match]; !waits {
			k.order = append(k.order, c.match)
		}
		k.last[c.match] = c.n
	}
	select {
	case k.more <- struct{}{}:
	default:
	}
}

func (k *hook) take() (c change, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.order) == 0 {
		return change{}, false
	}
	c = change{k.order[0], k.last[k.order[0]]}
	k.order = k.order[1:]
	delete(k.last, c.match)
	return c, true
}

// run calls until ctx ends.
func (k *hook) run(ctx context.Context) {
	for ctx.Err() == nil {
		if c, ok := k.take(); ok {
			k.each(c.match, c.n)
			continue
		}
		select {
		case <-k.more:
		case <-ctx.Done():
		}
	}
}
