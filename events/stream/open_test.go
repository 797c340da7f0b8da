package stream

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// mustFailSoon opens a store that cannot be opened and returns its error.
func mustFailSoon(t *testing.T, c Config) error {
	t.Helper()
	c.Log = quiet(t)
	begun := time.Now()
	s, err := Open(t.Context(), c)
	if err == nil {
		s.Close()
		t.Fatal("opened")
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("took %s to fail with %v", took, err)
	}
	t.Log(err)
	return err
}

func TestOpenTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	one := mustAppend(t, s, anna, 0, command(1), "one")
	if err := mustFailSoon(t, Config{Dir: dir}); !errors.Is(err, ErrLocked) {
		t.Errorf("%v", err)
	}
	mustAppend(t, s, anna, one, command(2), "two") // the first is unharmed
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	if slips, err := s.Slips(t.Context(), anna, 0); err != nil || len(slips) != 2 {
		t.Errorf("%d slips after opening again, %v", len(slips), err)
	}
}

func TestOpenBadFolder(t *testing.T) {
	t.Parallel()
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		mustFailSoon(t, Config{})
	})
	t.Run("a file in the way", func(t *testing.T) {
		t.Parallel()
		for _, at := range []string{"", "nats", "nats/jetstream", "lock/x"} {
			dir := filepath.Join(t.TempDir(), "data")
			file := filepath.Join(dir, at)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			if err := mustFailSoon(t, Config{Dir: dir}); !strings.Contains(err.Error(), dir) {
				t.Errorf("the error does not name the folder: %v", err)
			}
		}
	})
	t.Run("read-only", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if os.Geteuid() == 0 { // permissions do not stop root
			mount(t, dir, "ro,size=4m")
		} else if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		if err := mustFailSoon(t, Config{Dir: dir}); !errors.Is(err, fs.ErrPermission) && !strings.Contains(err.Error(), "read-only") {
			t.Errorf("the error does not tell the reason: %v", err)
		}
	})
	t.Run("a stream that cannot be read", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		s := open(t, dir)
		mustAppend(t, s, anna, 0, command(1), "one")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		meta := filepath.Join(dir, "nats", "jetstream", "$G", "streams", "MATCHES", "meta.inf")
		if err := os.WriteFile(meta, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := mustFailSoon(t, Config{Dir: dir}); !strings.Contains(err.Error(), "MATCHES") {
			t.Errorf("%v", err)
		}
	})
}

func TestOpenRefusesDrift(t *testing.T) {
	t.Parallel()
	for field, change := range map[string]func(*jetstream.StreamConfig){
		"MaxAge":            func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour },
		"MaxMsgs":           func(c *jetstream.StreamConfig) { c.MaxMsgs = 1 },
		"MaxMsgsPerSubject": func(c *jetstream.StreamConfig) { c.MaxMsgsPerSubject = 1 },
		"Discard":           func(c *jetstream.StreamConfig) { c.Discard = jetstream.DiscardOld },
		"AllowMsgTTL":       func(c *jetstream.StreamConfig) { c.AllowMsgTTL = true },
		"Subjects":          func(c *jetstream.StreamConfig) { c.Subjects = []string{"match.x"} },
	} {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := open(t, dir)
			c := settings(Matches)
			change(&c)
			if _, err := s.js.UpdateStream(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			err := mustFailSoon(t, Config{Dir: dir})
			if !strings.Contains(err.Error(), field+" is ") || !strings.Contains(err.Error(), "MATCHES") {
				t.Errorf("the error names neither stream nor field: %v", err)
			}
		})
	}
	t.Run("what an operator may choose", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		s := open(t, dir)
		c := settings(Matches)
		c.MaxBytes, c.Compression, c.Description = 64<<30, jetstream.S2Compression, "ours"
		if _, err := s.js.UpdateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		open(t, dir)
	})
}

// Nobody takes a slip out of MATCHES again.
func TestMatchesAreForEver(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ctx := t.Context()
	one := mustAppend(t, s, anna, 0, command(1), "one")
	handle := s.streams[Matches]
	for what, err := range map[string]error{
		"delete":        handle.DeleteMsg(ctx, one),
		"secure delete": handle.SecureDeleteMsg(ctx, one),
		"purge":         handle.Purge(ctx),
		"erase":         s.Erase(ctx, Matches, "match."+anna),
	} {
		if err == nil {
			t.Errorf("%s was allowed", what)
		}
	}
	if m, err := s.At(ctx, Matches, one); err != nil || string(m.Data) != "one" {
		t.Errorf("%v %v", m, err)
	}
}

// Who erases what another erases at the same time has done it too.
func TestEraseTogether(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for range 20 {
		if _, err := s.Put(t.Context(), Keys, "key."+anna, []byte("key"), nil); err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		for range 3 {
			both.Go(func() {
				if err := s.Erase(t.Context(), Keys, "key."+anna); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
	}
}

func TestEraseLeavesNoBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	ctx := t.Context()
	secret, kept := []byte("the-key-that-must-go-0123456789"), []byte("the-key-that-must-stay-987654321")
	for subject, key := range map[string][]byte{"key." + anna: secret, "key." + berta: kept} {
		if _, err := s.Put(ctx, Keys, subject, key, nil); err != nil {
			t.Fatal(err)
		}
	}
	if holding(t, dir, secret) == 0 {
		t.Fatal("the key is in no file: the search finds nothing")
	}
	for range 2 { // a second time there is nothing to do
		if err := s.Erase(ctx, Keys, "key."+anna); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.LastOn(ctx, Keys, "key."+anna); !errors.Is(err, ErrNone) {
		t.Errorf("%v", err)
	}
	for _, when := range []string{"at once", "after closing"} {
		if n := holding(t, dir, secret); n != 0 {
			t.Errorf("%s: %d files hold the erased key", when, n)
		}
		if holding(t, dir, kept) == 0 {
			t.Errorf("%s: the other key is gone too", when)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s = open(t, dir)
	if m, err := s.LastOn(t.Context(), Keys, "key."+berta); err != nil || !bytes.Equal(m.Data, kept) {
		t.Errorf("the other key: %v", err)
	}
	if _, err := s.LastOn(t.Context(), Keys, "key."+anna); !errors.Is(err, ErrNone) {
		t.Errorf("after opening again: %v", err)
	}
}

// holding counts the files under a folder that contain the bytes.
func holding(t *testing.T, dir string, bytesSought []byte) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, bytesSought) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Not a byte of a payload is in the log, whatever the level.
func TestLogHoldsNoPayload(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s, err := Open(t.Context(), Config{
		Dir: t.TempDir(), FreeForMatch: 1, FreeForMove: 1,
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug - 8})),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	mustAppend(t, s, anna, 0, command(1), "sesame")
	_, _, conflict := s.Append(t.Context(), anna, 0, command(2), []byte("sesame"))
	_, taken := s.Put(t.Context(), Keys, "key.x", []byte("sesame"), nil)
	again, _ := s.Put(t.Context(), Keys, "key.x", []byte("sesame"), nil)
	_ = again
	ctx, cancel := context.WithCancel(t.Context())
	_ = s.Follow(ctx, Matches, 1, func(Message) error { cancel(); return nil })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String()+conflict.Error(), "sesame") || taken != nil {
		t.Errorf("the log or an error has a payload: %s %v %v", log.String(), conflict, taken)
	}
	if log.Len() == 0 {
		t.Error("nothing was logged: the test shows nothing")
	}
}
