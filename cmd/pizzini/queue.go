package main

import (
	"context"
	"sync"
)

// queue are matches that are to be looked at: each once, however often it was asked.
type queue struct {
	mu   sync.Mutex
	due  map[string]bool
	bell chan struct{} // rung when due has grown
}

func newQueue() *queue { return &queue{due: map[string]bool{}, bell: make(chan struct{}, 1)} }

// wake asks for a look at a match. It never blocks.
func (q *queue) wake(match string) {
	q.mu.Lock()
	q.due[match] = true
	q.mu.Unlock()
	select {
	case q.bell <- struct{}{}:
	default:
	}
}

// each calls look with the matches, one at a time, until ctx ends.
func (q *queue) each(ctx context.Context, look func(match string)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-q.bell:
		}
		q.mu.Lock()
		due := q.due
		q.due = map[string]bool{}
		q.mu.Unlock()
		for match := range due {
			if ctx.Err() == nil {
				look(match)
			}
		}
	}
}
