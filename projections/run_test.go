package projections

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"pizzini/engine"
	"pizzini/events/stream"
)

// natsServer starts a server of its own, apart from the node.
func natsServer(t *testing.T, dir string, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{ServerName: "apart", Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, SyncAlways: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server is not ready")
	}
	t.Cleanup(func() { stopServer(s) })
	return s
}

func stopServer(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

func storeAt(t *testing.T, port int) *stream.Store {
	t.Helper()
	s, err := stream.Open(t.Context(), stream.Config{URL: "nats://" + (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}).String(), Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A node that is running notices after a reconnect that the server was put back
// from a backup: it follows on where that goes on, and stops where it does not.
func TestReconnectToAnotherHistory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		other int // events that the backup got without this node
	}{{"shorter", 0}, {"another history", 9}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := natsServer(t, filepath.Join(dir, "server"), -1)
			port := s.Addr().(*net.TCPAddr).Port
			n := &node{t: t, dir: dir, store: storeAt(t, port)}
			n.open()
			match := n.started(engine.NewID(), engine.NewID(), engine.NewID())
			n.followed()
			n.close()
			stopServer(s)
			copied(t, dir, "server", "backup")

			// The connection is lost and comes back to the same events.
			s = natsServer(t, filepath.Join(dir, "server"), port)
			n.store = storeAt(t, port)
			n.Engine = engineOn(n.store)
			db, err := Open(t.Context(), n.config())
			if err != nil {
				t.Fatal(err)
			}
			n.db = db
			ended := make(chan error, 1)
			go func() { ended <- db.Run(t.Context()) }()
			n.play(match, 2)
			n.followed()
			stopServer(s)
			s = natsServer(t, filepath.Join(dir, "server"), port)
			n.store = storeAt(t, port) // commands come from elsewhere; the copy's own connection comes back when it does
			n.Engine = engineOn(n.store)
			n.play(match, 3)
			n.followed()
			stopServer(s)

			if err := os.RemoveAll(filepath.Join(dir, "server")); err != nil {
				t.Fatal(err)
			}
			moved(t, dir, "backup", "server")
			if c.other > 0 {
				s := natsServer(t, filepath.Join(dir, "server"), -1)
				other := newNodeOn(t, storeAt(t, s.Addr().(*net.TCPAddr).Port))
				for range c.other {
					other.create(engine.NewID(), engine.Anybody, engine.Anybody, engine.Anybody)
				}
				other.closeCopy()
				stopServer(s)
			}
			natsServer(t, filepath.Join(dir, "server"), port)
			if err := <-ended; !errors.Is(err, ErrRefused) {
				t.Errorf("the copy went on following, or stopped for another reason: %v", err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// newNodeOn is one more node on an event store, with a copy of its own.
func newNodeOn(t *testing.T, s *stream.Store) *node {
	n := &node{t: t, dir: t.TempDir(), store: s}
	n.open()
	return n
}

// Two nodes on one event store have the same copies.
func TestTwoNodesHaveTheSameCopies(t *testing.T) {
	t.Parallel()
	s := natsServer(t, t.TempDir(), -1)
	port := s.Addr().(*net.TCPAddr).Port
	one, two := newNodeOn(t, storeAt(t, port)), newNodeOn(t, storeAt(t, port))
	match := one.fill()
	two.play(match, 2)
	one.followed()
	two.followed()
	sameRows(t, rows(t, one.db.Path()), rows(t, two.db.Path()))
	if db, err := Open(t.Context(), one.config()); err == nil {
		db.Close()
		t.Error("two processes may write one copy")
	}
}
