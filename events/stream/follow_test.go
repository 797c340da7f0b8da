package stream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"
)

// following collects what a follower sees.
type following struct {
	mu   sync.Mutex
	seen []Message
	err  error
	over bool
}

// follow follows a stream until the test ends.
func follow(t *testing.T, s *Store, st Stream, from uint64) *following {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &following{}
	var group sync.WaitGroup
	group.Go(func() {
		err := s.Follow(ctx, st, from, func(m Message) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.seen = append(f.seen, m)
			return nil
		})
		f.mu.Lock()
		defer f.mu.Unlock()
		f.err, f.over = err, true
	})
	t.Cleanup(func() {
		cancel()
		group.Wait()
		if !errors.Is(f.err, context.Canceled) && !errors.Is(f.err, ErrReplaced) {
			t.Errorf("following ended with %v", f.err)
		}
	})
	return f
}

// until waits until the follower has seen a sequence and checks that it saw every
// one before, once and in order.
func (f *following) until(t *testing.T, seq uint64) {
	t.Helper()
	until(t, 20*time.Second, fmt.Sprintf("message %d followed", seq), func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return len(f.seen) > 0 && f.seen[len(f.seen)-1].Seq >= seq
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, m := range f.seen {
		if m.Seq != f.seen[0].Seq+uint64(i) {
			t.Fatalf("message %d came after %d", m.Seq, f.seen[i-1].Seq)
		}
	}
}

// restart stops the embedded server and starts it again, as when it is healed.
func restart(t *testing.T, s *Store) {
	t.Helper()
	s.server.shutdown()
	if err := s.server.start(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestFollowOverRestarts(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	var last uint64
	write := func(n int) {
		for range n {
			last = mustAppend(t, s, anna, last, command(int(last)+1), "slip")
		}
	}
	write(10)
	early, late := follow(t, s, Matches, 0), follow(t, s, Matches, 8)
	early.until(t, last)
	for range 3 {
		restart(t, s)
		write(20)
		early.until(t, last)
	}
	late.until(t, last)
	if late.seen[0].Seq != 8 || early.seen[0].Seq != 1 || string(early.seen[4].Data) != "slip" || early.seen[4].ID != command(5) || early.seen[4].At.IsZero() {
		t.Errorf("%+v %+v", late.seen[0], early.seen[4])
	}
}

func TestFollowEnds(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	one := mustAppend(t, s, anna, 0, command(1), "one")
	mustAppend(t, s, anna, one, command(2), "two")
	mine := errors.New("mine")
	calls := 0
	if err := s.Follow(t.Context(), Matches, 1, func(Message) error { calls++; return mine }); !errors.Is(err, mine) || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Follow(ctx, People, 1, func(Message) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if err := s.Follow(t.Context(), Matches, 9, func(Message) error { return nil }); !errors.Is(err, ErrReplaced) {
		t.Errorf("a stream that is shorter than the reader: %v", err)
	}
	if err := s.Follow(t.Context(), Stream("X"), 1, func(Message) error { return nil }); err == nil {
		t.Error("a stream that is not there was followed")
	}
}

// ends fails the test when the following does not end soon.
func ends(t *testing.T, what string, over <-chan error, want error) {
	t.Helper()
	select {
	case err := <-over:
		if !errors.Is(err, want) {
			t.Errorf("%s: ended with %v", what, err)
		}
	case <-time.After(5 * time.Second):
		t.Fatalf("%s: it hangs", what)
	}
}

// A follower ends with the store or its context whenever that comes, also while it
// begins again.
func TestFollowingAlwaysEnds(t *testing.T) {
	t.Parallel()
	for round := range 12 {
		s := open(t, t.TempDir())
		one := mustAppend(t, s, anna, 0, command(1), "one")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		over, started := make(chan error, 2), make(chan bool, 2)
		go func() { over <- s.Follow(ctx, Matches, 1, func(Message) error { started <- true; return nil }) }()
		go func() {
			over <- s.Consume(ctx, "c", Matches, func(context.Context, Message) error { started <- true; return nil })
		}()
		<-started
		<-started
		if round%3 == 0 {
			s.server.shutdown() // away, and then no longer wanted
			pause(ctx, time.Duration(round)*5*time.Millisecond)
			cancel()
			for range 2 {
				ends(t, "cancelled while away", over, context.Canceled)
			}
			continue
		}
		if round%3 == 1 {
			restart(t, s)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			ends(t, "closed", over, ErrClosed)
		}
		if _, _, err := s.Append(t.Context(), anna, one, command(2), nil); !errors.Is(err, ErrAway) {
			t.Errorf("append: %v", err)
		}
		if _, err := s.At(t.Context(), Matches, one); !errors.Is(err, ErrAway) {
			t.Errorf("read: %v", err)
		}
	}
}

// Records are the last of each subject: the follower passes the gaps.
func TestFollowRecords(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for i := range 10 {
		if _, err := s.Put(t.Context(), People, "person."+anna+".profile", fmt.Append(nil, i), nil); err != nil {
			t.Fatal(err)
		}
	}
	end, err := s.Put(t.Context(), People, "person."+berta+".profile", []byte("b"), nil)
	if err != nil {
		t.Fatal(err)
	}
	f := follow(t, s, People, 1)
	until(t, 5*time.Second, "both", func() bool { f.mu.Lock(); defer f.mu.Unlock(); return len(f.seen) == 2 })
	if string(f.seen[0].Data) != "9" || f.seen[1].Seq != end {
		t.Errorf("%+v", f.seen)
	}
}

func TestReplacedStreamEndsFollowing(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	one := mustAppend(t, s, anna, 0, command(1), "one")
	f := follow(t, s, Matches, 1)
	f.until(t, one)
	if err := s.js.DeleteStream(t.Context(), string(Matches)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.js.CreateStream(t.Context(), settings(Matches)); err != nil {
		t.Fatal(err)
	}
	restart(t, s)
	until(t, 15*time.Second, "the end", func() bool { f.mu.Lock(); defer f.mu.Unlock(); return f.over })
	if !errors.Is(f.err, ErrReplaced) {
		t.Errorf("%v", f.err)
	}
}

// copied gives messages to Restore.
func copied(messages []Message) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	from, to := open(t, t.TempDir()), open(t, t.TempDir())
	ctx := t.Context()
	one := mustAppend(t, from, anna, 0, command(1), "one")
	mustAppend(t, from, berta, 0, command(2), "two")
	last := mustAppend(t, from, anna, one, command(3), "three")
	f := follow(t, from, Matches, 1)
	f.until(t, last)

	// A restore that breaks off, and goes on.
	broken := errors.New("broken")
	err := to.Restore(ctx, Matches, func(yield func(Message, error) bool) {
		_ = yield(f.seen[0], nil) && yield(f.seen[1], nil) && yield(Message{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	for range 2 { // the second time all is there already
		if err := to.Restore(ctx, Matches, copied(f.seen)); err != nil {
			t.Fatal(err)
		}
	}
	for _, match := range []string{anna, berta} {
		want, err1 := from.Slips(ctx, match, 0)
		have, err2 := to.Slips(ctx, match, 0)
		same := slices.EqualFunc(want, have, func(a, b Message) bool {
			return a.Seq == b.Seq && a.ID == b.ID && a.Subject == b.Subject && string(a.Data) == string(b.Data)
		})
		if err1 != nil || err2 != nil || !same {
			t.Errorf("%v %v %v %v", want, have, err1, err2)
		}
	}
	// A command of before is recognised, and the match goes on.
	if seq, repeated, err := to.Append(ctx, anna, one, command(3), []byte("three")); seq != last || !repeated || err != nil {
		t.Errorf("%d %v %v", seq, repeated, err)
	}
	mustAppend(t, to, anna, last, command(4), "four")

	// What is not empty is left alone.
	for _, messages := range [][]Message{nil, f.seen, f.seen[1:], {{Subject: "match." + anna, ID: command(9)}}} {
		if err := to.Restore(ctx, Matches, copied(messages)); err == nil {
			t.Errorf("restored %d messages over others", len(messages))
		}
	}
	if end, err := to.Last(ctx, Matches); err != nil || end != 4 {
		t.Errorf("%d messages, %v", end, err)
	}
	if err := to.Restore(ctx, Keys, copied(f.seen)); err == nil {
		t.Error("slips were restored into KEYS")
	}
}
