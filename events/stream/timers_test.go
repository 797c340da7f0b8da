package stream

import (
	"context"
	"strings"
	"testing"
	"time"
)

// woken is a wake-up and when it came.
type woken struct {
	match string
	at    time.Time
}

// sleeper consumes the wake-ups of a store until the test or the store ends.
func sleeper(t *testing.T, s *Store) <-chan woken {
	t.Helper()
	ch := make(chan woken, 100)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Consume(ctx, "clock", Timers, func(_ context.Context, m Message) error {
			ch <- woken{strings.TrimPrefix(m.Subject, "due."), time.Now()}
			return nil
		})
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return ch
}

func wakeAt(t *testing.T, s *Store, match string, at time.Time) {
	t.Helper()
	if err := s.WakeAt(t.Context(), match, at); err != nil {
		t.Fatal(err)
	}
}

// comes waits for the next wake-up: it is for the match, and not before its time.
func comes(t *testing.T, ch <-chan woken, match string, due time.Time) {
	t.Helper()
	select {
	case w := <-ch:
		if w.match != match || w.at.Before(due) {
			t.Fatalf("%s was woken %s before its time, want %s", w.match, due.Sub(w.at), match)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("%s was not woken", match)
	}
}

// A time fires once and never early; what is set after it fires after it, so that a
// second firing of the first would be seen.
func TestWakeUps(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ch := sleeper(t, s)
	wakeAt(t, s, anna, time.Now().Add(-time.Hour)) // past: at once
	comes(t, ch, anna, time.Time{})
	for range 4 {
		due := time.Now().Add(300*time.Millisecond + 987654*time.Nanosecond)
		wakeAt(t, s, berta, due)
		comes(t, ch, berta, due)
	}
	// Replaced: the earlier one does not fire, nor the later.
	now := time.Now()
	wakeAt(t, s, anna, now.Add(400*time.Millisecond))
	wakeAt(t, s, anna, now.Add(1200*time.Millisecond))
	wakeAt(t, s, berta, now.Add(time.Hour))
	wakeAt(t, s, berta, now.Add(1500*time.Millisecond))
	comes(t, ch, anna, now.Add(1200*time.Millisecond))
	comes(t, ch, berta, now.Add(1500*time.Millisecond))
	// Never: only the other fires.
	wakeAt(t, s, anna, time.Now().Add(300*time.Millisecond))
	wakeAt(t, s, anna, time.Time{})
	due := time.Now().Add(1000 * time.Millisecond)
	wakeAt(t, s, berta, due)
	comes(t, ch, berta, due)
	if err := s.WakeAt(t.Context(), "*", time.Now()); err == nil {
		t.Error("a time was set for no match")
	}
	if info, err := s.info(t.Context(), Timers); err != nil || info.State.Msgs > 2 {
		t.Errorf("what has fired piles up: %+v %v", info.State, err)
	}
}

// Wake-ups that were set before the store was closed come after it was opened again,
// those that became due meanwhile too, each once.
func TestWakeUpsAfterARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	now := time.Now()
	wakeAt(t, s, anna, now.Add(200*time.Millisecond))
	wakeAt(t, s, berta, now.Add(2500*time.Millisecond))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Until(now.Add(400 * time.Millisecond))) // the time passes while nobody runs
	s = open(t, dir)
	ch := sleeper(t, s)
	comes(t, ch, anna, now.Add(200*time.Millisecond))
	comes(t, ch, berta, now.Add(2500*time.Millisecond))
	due := time.Now().Add(600 * time.Millisecond)
	wakeAt(t, s, anna, due)
	comes(t, ch, anna, due)
}

// What was handled is not handed out again, also after a restart, and what failed is.
func TestAWakeUpIsHandledOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	wakeAt(t, s, anna, time.Now())
	tried := make(chan struct{}, 9)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Consume(ctx, "clock", Timers, func(context.Context, Message) error {
			tried <- struct{}{}
			if len(tried) < 2 {
				return context.DeadlineExceeded
			}
			return nil
		})
	}()
	for len(tried) < 2 {
		select {
		case <-t.Context().Done():
			t.Fatal("it was not tried again")
		case <-time.After(10 * time.Millisecond):
		}
	}
	cancel()
	<-ended
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	ch := sleeper(t, s)
	due := time.Now().Add(500 * time.Millisecond)
	wakeAt(t, s, berta, due)
	comes(t, ch, berta, due)
}

func TestTimersWhoseSettingsWereChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	changed := settings(Timers)
	changed.MaxAge = time.Hour // a deadline that is farther away would be forgotten
	if _, err := s.js.UpdateStream(t.Context(), changed); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), Config{Dir: dir, Log: quiet(t)})
	if err == nil || !strings.Contains(err.Error(), "TIMERS") || !strings.Contains(err.Error(), "MaxAge") {
		t.Errorf("%v", err)
	}
}

func TestListOn(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for _, subject := range []string{"person.a.profile", "person.a.talk-m-1", "person.a.talk-m-10", "person.a.talk-n-1", "person.b.profile", "person.ab.profile"} {
		for range 2 {
			if _, err := s.Put(t.Context(), People, subject, []byte(subject), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	for prefix, want := range map[string]string{
		"person.a.talk-m-":   "person.a.talk-m-1 person.a.talk-m-10",
		"person.a.":          "person.a.profile person.a.talk-m-1 person.a.talk-m-10 person.a.talk-n-1",
		"person.a":           "person.a.profile person.a.talk-m-1 person.a.talk-m-10 person.a.talk-n-1 person.ab.profile",
		"person.*.profile":   "person.a.profile person.ab.profile person.b.profile",
		"person.b.talk-m-":   "",
		"person.c.":          "",
		"person.*.*":         "person.a.profile person.a.talk-m-1 person.a.talk-m-10 person.a.talk-n-1 person.ab.profile person.b.profile",
		"person.*.talk-m-1":  "person.a.talk-m-1 person.a.talk-m-10",
		"person.a.talk-m-1*": "person.a.talk-m-1 person.a.talk-m-10",
	} {
		found, err := s.ListOn(t.Context(), People, prefix)
		var subjects []string
		for _, m := range found {
			if m.Subject != string(m.Data) || m.Seq == 0 || m.At.IsZero() {
				t.Errorf("%+v", m)
			}
			subjects = append(subjects, m.Subject)
		}
		if got := strings.Join(subjects, " "); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", prefix, got, err, want)
		}
	}
	if _, err := s.ListOn(t.Context(), "NOTHING", "x"); err == nil {
		t.Error("a stream that is not there was listed")
	}
}
