package stream

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// mount puts a small disk at the folder; where that is not allowed the test is skipped.
func mount(t *testing.T, dir, options string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("a small disk can be mounted on Linux only")
	}
	var flags uintptr
	if rest, ok := strings.CutPrefix(options, "ro,"); ok {
		flags, options = syscall.MS_RDONLY, rest
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, options); err != nil {
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
			t.Skipf("mounting a small disk is not permitted here: %v", err)
		}
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// until waits until the condition holds.
func until(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", limit, what)
		}
	}
}

// A full disk refuses commands at once, says since when, loses nothing, and the
// store writes again by itself when there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mount(t, dir, "size=16m")
	s := open(t, dir) // thresholds of one byte: the server itself must hit the end
	followed := follow(t, s, Matches, 1)
	ctx := t.Context()
	until(t, 5*time.Second, "ready", func() bool { return s.Health().Ready })

	var last uint64
	acked := map[uint64]string{}
	slip := strings.Repeat("x", 4000)
	for i := range 20 {
		last = mustAppend(t, s, anna, last, command(i), slip)
		acked[last] = command(i)
	}
	ballast := filepath.Join(dir, "ballast")
	fill(t, ballast)
	// The slip is torn: a part of it still fits.
	_, _, refusal := s.Append(ctx, anna, last, command(899), []byte(strings.Repeat(slip, 25)))
	if !errors.Is(refusal, ErrUnknown) || errors.Is(refusal, ErrFull) {
		t.Fatalf("on the full disk: %v", refusal)
	}
	until(t, 5*time.Second, "red", func() bool { h := s.Health(); return !h.Ready && h.Full })
	red := s.Health()
	if red.Since.IsZero() || !strings.Contains(red.Reason, "cannot write") {
		t.Errorf("%+v", red)
	}
	t.Logf("%d acknowledged; then %v; %s", len(acked), refusal, red.Reason)
	begun := time.Now()
	if _, _, err := s.Append(ctx, berta, 0, command(900), []byte("x")); !errors.Is(err, ErrFull) {
		t.Errorf("while full: %v", err)
	} else if time.Since(begun) > time.Second {
		t.Errorf("refused after %s", time.Since(begun))
	}
	if again := s.Health(); !again.Since.Equal(red.Since) {
		t.Errorf("since %s, later since %s", red.Since, again.Since)
	}

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	until(t, 20*time.Second, "green again", func() bool { return s.Health().Ready })
	mustAppend(t, s, berta, 0, command(901), "after")
	slips, err := s.Slips(ctx, anna, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[uint64]string{}
	for _, m := range slips {
		found[m.Seq] = m.ID
		if m.ID == command(899) && len(m.Data) != 25*len(slip) {
			t.Errorf("the torn slip came back with %d bytes", len(m.Data))
		}
	}
	for seq, cmd := range acked {
		if found[seq] != cmd {
			t.Errorf("acknowledged %s at %d, found %q", cmd, seq, found[seq])
		}
	}
	end, err := s.Last(ctx, Matches)
	if err != nil {
		t.Fatal(err)
	}
	followed.until(t, end)
}

// A store whose disk is full already opens, is read, and says so.
func TestOpenOnFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mount(t, dir, "size=16m")
	s := open(t, dir)
	one := mustAppend(t, s, anna, 0, command(1), "one")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(dir, "ballast")
	fill(t, ballast)
	s, err := Open(t.Context(), Config{Dir: dir, Log: quiet(t), FreeForMatch: 4 << 20, FreeForMove: 2 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if m, err := s.LastOn(t.Context(), Matches, "match."+anna); err != nil || m.Seq != one {
		t.Errorf("%+v %v", m, err)
	}
	until(t, 5*time.Second, "red", func() bool { h := s.Health(); return !h.Ready && h.Full })
	if _, _, err := s.Append(t.Context(), anna, one, command(2), nil); !errors.Is(err, ErrFull) {
		t.Errorf("%v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	until(t, 20*time.Second, "green", func() bool { return s.Health().Ready })
	mustAppend(t, s, anna, one, command(2), "two")
}

// fill writes until the disk is full but for two pages.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			size /= 2
		}
	}
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(st.Size() - 8<<10); err != nil {
		t.Fatal(err)
	}
}

func TestThresholds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mount(t, dir, "size=64m")
	var log lines
	s, err := Open(t.Context(), Config{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil)), FreeForMatch: 48 << 20, FreeForMove: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ballast := filepath.Join(dir, "ballast")
	one := mustAppend(t, s, anna, 0, command(1), "one")
	if err := os.WriteFile(ballast, make([]byte, 24<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Append(t.Context(), berta, 0, command(2), nil); !errors.Is(err, ErrFull) {
		t.Errorf("a new match: %v", err)
	}
	two := mustAppend(t, s, anna, one, command(3), "two")
	if err := os.WriteFile(ballast, make([]byte, 54<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Append(t.Context(), anna, two, command(4), nil); !errors.Is(err, ErrFull) {
		t.Errorf("a move: %v", err)
	}
	if _, err := s.Put(t.Context(), People, "person.x.y", nil, nil); !errors.Is(err, ErrFull) {
		t.Errorf("a record: %v", err)
	}
	// What is refused is not called ready, from the first moment on.
	red := s.Health()
	if red.Ready || !red.Full || red.Free >= 16<<20 || red.Since.IsZero() || !strings.Contains(red.Reason, "16 are needed") {
		t.Errorf("below the threshold of a move: %+v", red)
	}
	if again := s.Health(); again.Ready || !again.Since.Equal(red.Since) {
		t.Errorf("since %s, later %+v", red.Since, again)
	}
	until(t, 5*time.Second, "a warning", func() bool { return strings.Contains(log.String(), "no new match can begin") })
	if n := strings.Count(log.String(), "no new match can begin"); n != 1 {
		t.Errorf("%d warnings", n)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if !s.Health().Ready {
		t.Errorf("with room again: %+v", s.Health())
	}
	mustAppend(t, s, berta, 0, command(5), "three")
}
