package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// serve starts a NATS server of its own, as an operator runs one.
func serve(t *testing.T, dir string, port int) *server.Server {
	t.Helper()
	nat, err := server.NewServer(&server.Options{
		ServerName: "elsewhere", Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: true, JetStreamMaxStore: 8 << 30,
		Username: "pizzini", Password: "sesame",
	})
	if err != nil {
		t.Fatal(err)
	}
	nat.Start()
	if !nat.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server did not become ready")
	}
	t.Cleanup(func() { nat.Shutdown(); nat.WaitForShutdown() })
	return nat
}

func join(t *testing.T, nat *server.Server, patience time.Duration) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{URL: address(nat), Log: quiet(t), Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func address(nat *server.Server) string { return "nats://pizzini:sesame@" + nat.Addr().String() }

func TestRemoteTwoNodes(t *testing.T) {
	t.Parallel()
	nat := serve(t, t.TempDir(), -1)
	a, b := join(t, nat, 0), join(t, nat, 0)
	f := follow(t, b, Matches, 1)
	one := mustAppend(t, a, anna, 0, command(1), "one")
	if seq, repeated, err := b.Append(t.Context(), anna, 0, command(1), []byte("one")); seq != one || !repeated || err != nil {
		t.Errorf("the same command on another node: %d %v %v", seq, repeated, err)
	}
	if _, _, err := b.Append(t.Context(), anna, 0, command(2), []byte("two")); !errors.Is(err, ErrConflict) {
		t.Errorf("another command on another node: %v", err)
	}
	two := mustAppend(t, b, anna, one, command(3), "three")
	f.until(t, two)
	made, err1 := a.Created(t.Context(), Matches)
	same, err2 := b.Created(t.Context(), Matches)
	if err1 != nil || err2 != nil || !made.Equal(same) {
		t.Errorf("%v %v %v %v", made, same, err1, err2)
	}
	until(t, 5*time.Second, "ready", func() bool { return a.Health().Ready })
}

// A server that goes away: writing answers within the patience, says no more than
// is known, and all goes on by itself when the server is back.
func TestRemoteAwayAndBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	nat := serve(t, dir, -1)
	port := nat.Addr().(*net.TCPAddr).Port
	s := join(t, nat, time.Second)
	f := follow(t, s, Matches, 1)
	one := mustAppend(t, s, anna, 0, command(1), "one")
	f.until(t, one)
	until(t, 5*time.Second, "ready", func() bool { return s.Health().Ready })

	nat.Shutdown()
	nat.WaitForShutdown()
	until(t, 5*time.Second, "red", func() bool { h := s.Health(); return !h.Ready && !h.Full && h.Reason != "" })
	for range 2 {
		begun := time.Now()
		_, _, err := s.Append(t.Context(), anna, one, command(2), []byte("two"))
		if !errors.Is(err, ErrAway) {
			t.Errorf("while away: %v", err)
		}
		if took := time.Since(begun); took > 3*time.Second {
			t.Errorf("answered after %s", took)
		}
	}
	if _, err := s.LastOn(t.Context(), Matches, "match."+anna); !errors.Is(err, ErrAway) {
		t.Errorf("a read while away: %v", err)
	}
	if strings.Contains(s.Health().Reason, "sesame") {
		t.Errorf("the password is shown: %s", s.Health().Reason)
	}

	serve(t, dir, port)
	until(t, 15*time.Second, "green again", func() bool { return s.Health().Ready })
	two := mustAppend(t, s, anna, one, command(2), "two")
	f.until(t, two)
}

// A server that takes the message and whose answer is lost: asking again tells.
func TestRemoteLostAnswer(t *testing.T) {
	t.Parallel()
	nat := serve(t, t.TempDir(), -1)
	way := newWay(t, nat.Addr().String())
	s, err := Open(t.Context(), Config{URL: "nats://pizzini:sesame@" + way.addr(), Log: quiet(t), Patience: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	mustAppend(t, s, anna, 0, command(1), "one")

	way.mute(true) // the way there is open, the way back is not
	_, _, err = s.Append(t.Context(), berta, 0, command(2), []byte("two"))
	if !errors.Is(err, ErrUnknown) {
		t.Fatalf("no answer: %v", err)
	}
	way.mute(false)
	until(t, 15*time.Second, "green again", func() bool { return s.Health().Ready })
	seq, repeated, err := s.Append(t.Context(), berta, 0, command(2), []byte("two"))
	if seq != 2 || !repeated || err != nil {
		t.Errorf("asked again: %d %v %v", seq, repeated, err)
	}
	if slips, err := s.Slips(t.Context(), berta, 0); err != nil || len(slips) != 1 {
		t.Errorf("%d slips, %v", len(slips), err)
	}
}

// A server that stays connected and says nothing: the follower notices, tries
// again, heeds its context, and goes on when the server is heard again.
func TestRemoteMuteFollower(t *testing.T) {
	t.Parallel()
	nat := serve(t, t.TempDir(), -1)
	way := newWay(t, nat.Addr().String())
	log := &listener{text: []byte("follower begins again"), heard: make(chan bool, 100)}
	s, err := Open(t.Context(), Config{
		URL: "nats://pizzini:sesame@" + way.addr(), Patience: time.Second,
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	one := mustAppend(t, s, anna, 0, command(1), "one")
	stays := follow(t, s, Matches, 1)
	stays.until(t, one)
	ctx, cancel := context.WithCancel(t.Context())
	over, started := make(chan error, 1), make(chan bool, 1)
	go func() { over <- s.Follow(ctx, Matches, 1, func(Message) error { started <- true; return nil }) }()
	<-started
	way.mute(true)
	select {
	case <-log.heard:
	case <-time.After(20 * time.Second):
		t.Fatal("no follower noticed")
	}
	cancel()
	ends(t, "cancelled while mute", over, context.Canceled)
	way.mute(false)
	until(t, 15*time.Second, "ready", func() bool { return s.Health().Ready })
	stays.until(t, mustAppend(t, s, anna, one, command(2), "two"))
}

// listener hears a text in a log.
type listener struct {
	text  []byte
	heard chan bool
}

func (l *listener) Write(p []byte) (int, error) {
	if bytes.Contains(p, l.text) {
		select {
		case l.heard <- true:
		default:
		}
	}
	return len(p), nil
}

func TestRemoteRefused(t *testing.T) {
	t.Parallel()
	t.Run("nobody there", func(t *testing.T) {
		t.Parallel()
		err := mustFailSoon(t, Config{URL: "nats://pizzini:sesame@127.0.0.1:1"})
		if strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), "127.0.0.1:1") {
			t.Errorf("%v", err)
		}
	})
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		nat := serve(t, t.TempDir(), -1)
		err := mustFailSoon(t, Config{URL: "nats://pizzini:wrong-one@" + nat.Addr().String()})
		if strings.Contains(err.Error(), "wrong-one") {
			t.Errorf("%v", err)
		}
	})
	t.Run("no JetStream", func(t *testing.T) {
		t.Parallel()
		nat, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		nat.Start()
		defer nat.Shutdown()
		if !nat.ReadyForConnections(5 * time.Second) {
			t.Fatal("not ready")
		}
		if err := mustFailSoon(t, Config{URL: "nats://" + nat.Addr().String(), Patience: time.Second}); !strings.Contains(err.Error(), "JetStream") {
			t.Errorf("%v", err)
		}
	})
	t.Run("too small", func(t *testing.T) {
		t.Parallel()
		nat, err := server.NewServer(&server.Options{
			Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 1 << 30,
		})
		if err != nil {
			t.Fatal(err)
		}
		nat.Start()
		defer nat.Shutdown()
		if !nat.ReadyForConnections(5 * time.Second) {
			t.Fatal("not ready")
		}
		if err := mustFailSoon(t, Config{URL: "nats://" + nat.Addr().String()}); !strings.Contains(err.Error(), "4 GiB") {
			t.Errorf("%v", err)
		}
	})
	t.Run("too old", func(t *testing.T) {
		t.Parallel()
		for version, good := range map[string]bool{"1.4.1": false, "2.9.0": false, "2.13.99": false, "dev": false, "2.14.0": true, "2.15.3": true, "3.0.0-beta": true} {
			if err := checkVersion(version); (err == nil) != good {
				t.Errorf("%s: %v", version, err)
			}
		}
	})
}

// way is a path to a server whose way back can be shut.
type way struct {
	listener net.Listener
	mu       sync.Mutex
	open     chan struct{} // closed while the way back is open
}

func newWay(t *testing.T, server string) *way {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &way{listener: listener, open: make(chan struct{})}
	close(w.open)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			host, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				continue
			}
			go func() { defer host.Close(); _, _ = io.Copy(host, client) }()
			go func() { defer client.Close(); w.back(client, host) }()
		}
	}()
	return w
}

func (w *way) addr() string { return w.listener.Addr().String() }

// back carries what the server says, while the way is open.
func (w *way) back(client, host net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := host.Read(buffer)
		if err != nil {
			return
		}
		w.mu.Lock()
		open := w.open
		w.mu.Unlock()
		<-open
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (w *way) mute(shut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if shut {
		w.open = make(chan struct{})
	} else {
		close(w.open)
	}
}
