package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// tally counts how often each message was handled.
type tally struct {
	mu    sync.Mutex
	count map[uint64]int
}

func (c *tally) add(m Message) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count == nil {
		c.count = map[uint64]int{}
	}
	c.count[m.Seq]++
	return c.count[m.Seq]
}

func (c *tally) handled() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.count)
}

// background runs until the test ends.
func background(t *testing.T, run func(context.Context) error) {
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if err := run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
	t.Cleanup(func() { cancel(); group.Wait() })
}

func TestWorkIsDoneOnceByMany(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ctx := t.Context()
	const items = 60
	for i := range items {
		for range 2 { // the same work twice is one
			if err := s.Enqueue(ctx, fmt.Sprintf("outbox.%d", i), fmt.Sprintf("item-%d", i), []byte("work")); err != nil {
				t.Fatal(err)
			}
		}
	}
	var done tally
	for range 3 {
		background(t, func(ctx context.Context) error {
			return s.Work(ctx, func(_ context.Context, m Message) error {
				if n := done.add(m); n > 1 {
					t.Errorf("%s handled %d times", m.Subject, n)
				}
				return nil
			})
		})
	}
	until(t, 20*time.Second, "all work done", func() bool { return done.handled() == items })
	until(t, 5*time.Second, "the outbox is empty", func() bool {
		info, err := s.info(ctx, Outbox)
		return err == nil && info.State.Msgs == 0
	})
}

func TestFailedWorkComesAgain(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for _, item := range []string{"a", "b"} {
		if err := s.Enqueue(t.Context(), "outbox."+item, item, nil); err != nil {
			t.Fatal(err)
		}
	}
	var done tally
	begun := time.Now()
	background(t, func(ctx context.Context) error {
		return s.Work(ctx, func(_ context.Context, m Message) error {
			if n := done.add(m); m.Subject == "outbox.a" && n == 1 {
				return errors.New("not now")
			}
			return nil
		})
	})
	until(t, 10*time.Second, "the second try", func() bool { done.mu.Lock(); defer done.mu.Unlock(); return done.count[1] == 2 })
	if took := time.Since(begun); took < 900*time.Millisecond {
		t.Errorf("tried again after %s", took)
	}
	if done.count[2] != 1 {
		t.Errorf("the other was handled %d times", done.count[2])
	}
}

func TestConsumeSharesAndGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	var last uint64
	write := func(n int) {
		for range n {
			last = mustAppend(t, s, anna, last, command(int(last)+1), "slip")
		}
	}
	write(20)
	var done tally
	each := func(_ context.Context, m Message) error {
		if n := done.add(m); n > 1 {
			t.Errorf("%d handled %d times", m.Seq, n)
		}
		return nil
	}
	for range 2 {
		background(t, func(ctx context.Context) error { return s.Consume(ctx, "mailer", Matches, each) })
	}
	until(t, 10*time.Second, "20 handled", func() bool { return done.handled() == 20 })
	restart(t, s)
	write(20)
	until(t, 20*time.Second, "40 handled", func() bool { return done.handled() == 40 })
	if err := s.Consume(t.Context(), "no name", Matches, each); err == nil {
		t.Error("a bad name was taken")
	}
	if slips, err := s.Slips(t.Context(), anna, 0); err != nil || len(slips) != 40 {
		t.Errorf("%d slips, %v", len(slips), err)
	}
}
