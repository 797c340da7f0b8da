package projections

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"pizzini/events/stream"
)

// Nobody who listens holds the projector up: one who never reads, a hook that never
// comes back, those who come and go, and two who publish at once.
func TestPublishNeverWaits(t *testing.T) {
	t.Parallel()
	db := &DB{hub: newHub()}
	stuck := make(chan struct{})
	entered := make(chan struct{}, 1)
	db.Changes(func(string, int) { entered <- struct{}{}; <-stuck })
	ctx, cancel := context.WithCancel(t.Context())
	var hooks, others sync.WaitGroup
	hooks.Go(func() { db.hub.hooks[0].run(ctx) })
	defer hooks.Wait()
	defer close(stuck)
	defer cancel()
	db.hub.publish(nil, []change{{"a", 1}})
	<-entered // from now on the hook is stuck

	deaf, _ := db.Subscribe("a")
	const rounds = 500
	for range 4 {
		others.Go(func() {
			for range rounds {
				numbers, forget := db.Subscribe("a")
				select {
				case <-numbers:
				default:
				}
				forget()
			}
		})
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for k := range 2 {
			others.Go(func() {
				for i := range rounds {
					db.hub.publish(map[stream.Stream]position{stream.Matches: {seq: uint64(i)}}, []change{{"a", i}, {"b" + strconv.Itoa(k), i}, {"a", i}})
				}
			})
		}
		others.Wait()
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("publish waits for somebody")
	}
	db.hub.publish(nil, []change{{"a", rounds}})
	if got := <-deaf; got != rounds {
		t.Errorf("who did not read for long gets %d, want the newest, %d", got, rounds)
	}
}
