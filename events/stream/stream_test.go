package stream

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

const (
	anna  = "aaaaaaaaaaaaaaaa"
	berta = "bbbbbbbbbbbbbbbb"
)

// quiet passes the log on to the test.
func quiet(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// open opens a store in the folder, with thresholds that no test machine meets.
func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{Dir: dir, Log: quiet(t), FreeForMatch: 1, FreeForMove: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// lines are a log that may be read while it is written.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func command(n int) string { return fmt.Sprintf("%032x", n) }

// append appends and fails the test when it does not succeed.
func mustAppend(t testing.TB, s *Store, match string, expect uint64, cmd, slip string) uint64 {
	t.Helper()
	seq, repeated, err := s.Append(t.Context(), match, expect, cmd, []byte(slip))
	if err != nil || repeated {
		t.Fatalf("append: %d %v %v", seq, repeated, err)
	}
	return seq
}

func TestAppendAndRead(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ctx := t.Context()
	one := mustAppend(t, s, anna, 0, command(1), "one")
	other := mustAppend(t, s, berta, 0, command(2), "other")
	two := mustAppend(t, s, anna, one, command(3), "two")

	slips, err := s.Slips(ctx, anna, 0)
	if err != nil || len(slips) != 2 || string(slips[0].Data) != "one" || slips[1].Seq != two || slips[1].ID != command(3) {
		t.Fatalf("slips %v %v", slips, err)
	}
	if slips, err := s.Slips(ctx, anna, one); err != nil || len(slips) != 1 || slips[0].Seq != two {
		t.Fatalf("tail %v %v", slips, err)
	}
	if m, err := s.At(ctx, Matches, other); err != nil || m.Subject != "match."+berta || m.At.IsZero() {
		t.Fatalf("at %v %v", m, err)
	}
	if _, err := s.At(ctx, Matches, 99); !errors.Is(err, ErrNone) {
		t.Fatalf("at 99: %v", err)
	}
	if m, err := s.LastOn(ctx, Matches, "match."+anna); err != nil || m.Seq != two {
		t.Fatalf("last on %v %v", m, err)
	}
	if last, err := s.Last(ctx, Matches); err != nil || last != two {
		t.Fatalf("last %v %v", last, err)
	}
}
