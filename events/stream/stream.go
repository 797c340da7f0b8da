// Package stream keeps everything that must last in NATS JetStream: the slips
// of matches, encrypted persons, keys, the state of letters, work to do, and when to
// wake.
//
// One Store stands for either a server embedded in this process or an existing
// server or cluster; the code behind both is the same. Payloads are bytes to this
// package: it never reads, logs or changes them.
//
// What it promises: an acknowledged slip survives a crash; a command is written
// once, whatever times out or races; a follower sees every message once and in
// order; and an error says no more than is known: ErrUnknown is not ErrConflict.
package stream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var (
	// ErrConflict means that another message came first: nothing was written.
	ErrConflict = errors.New("another message came first")
	// ErrUnknown means that no answer came: the message may be written, now or in a moment.
	ErrUnknown = errors.New("not known yet whether it was written")
	// ErrAway means that no server answered: nothing was written or read.
	ErrAway = errors.New("the event store does not answer")
	// ErrFull means that the disk has no room: nothing was written.
	ErrFull = errors.New("the disk is full")
	// ErrNone means that there is no such message.
	ErrNone = errors.New("no such message")
	// ErrReplaced means that a stream is not the one it was: made anew, or shorter.
	ErrReplaced = errors.New("the stream was replaced")
	// ErrClosed means that the Store was closed.
	ErrClosed = errors.New("the event store was closed")
	// ErrLocked means that another process has the data folder.
	ErrLocked = errors.New("the data folder is in use")
)

// Config says where the event store is and when it refuses.
type Config struct {
	Dir          string        // data folder: the server under Dir/nats, the lock Dir/lock; used when URL is empty
	URL          string        // an existing server or cluster, comma-separated: nats://host:4222
	Log          *slog.Logger  // nil = slog.Default()
	FreeForMatch uint64        // bytes free below which no new match begins; 0 = 200 MiB
	FreeForMove  uint64        // bytes free below which nothing is written; 0 = 50 MiB
	Patience     time.Duration // how long a write waits for the truth; 0 = 15 s, longer than an election in a cluster
}

// Message is one stored message.
type Message struct {
	Subject string
	Seq     uint64    // its number in the stream
	At      time.Time // when it was stored
	ID      string    // its Nats-Msg-Id: of a slip, its command id
	Data    []byte
}

// Store is an open event store. It may be used by many goroutines.
type Store struct {
	config  Config
	log     *slog.Logger
	lock    *os.File  // nil with URL
	unclean bool      // whoever had the folder last did not stop cleanly
	server  *embedded // nil with URL
	link    *link
	conn    *nats.Conn
	js      jetstream.JetStream
	streams map[Stream]jetstream.Stream
	damage  string // what the start has found and gone on with
	health  health
	stop    context.CancelFunc
	watcher sync.WaitGroup
	close   func() error
}

// Open opens the event store: it takes the folder's lock and starts the server,
// or joins the one at URL, and makes the streams or checks that they are as they
// must be and complete as far as that is quickly seen (ErrDamaged). Its errors say what is wrong, where, and how to mend it. Starting may
// take seconds after a crash; ctx ends the wait.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.FreeForMatch == 0 {
		c.FreeForMatch = 200 << 20
	}
	if c.FreeForMove == 0 {
		c.FreeForMove = 50 << 20
	}
	if c.Patience == 0 {
		c.Patience = 15 * time.Second
	}
	s := &Store{config: c, log: c.Log, link: newLink(), streams: map[Stream]jetstream.Stream{}}
	s.close = sync.OnceValue(s.shut)
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	options := append(s.link.options(s.log),
		nats.Name("pizzini"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200*time.Millisecond),
		nats.ReconnectBufSize(-1), // what cannot be sent now fails now: nothing is written behind a caller's back
		nats.Timeout(5*time.Second),
		nats.PingInterval(5*time.Second),
	)
	where := s.config.URL
	if where == "" {
		if err := s.openServer(ctx); err != nil {
			return err
		}
		options = append(options, nats.InProcessServer(s.server))
	} else if strings.Contains(s.where(), unreadable) { // the library's error would show it, perhaps with a password
		return errors.New("the NATS server's URL cannot be read: write nats://user:password@host:4222, several with commas between, with special characters of user and password as %XX (@ is %40)")
	} else {
		options = append(options, nats.RetryOnFailedConnect(false))
	}
	conn, err := nats.Connect(where, options...)
	if err != nil {
		return fmt.Errorf("join NATS at %s: %w; is it running and reachable from here?", s.where(), err)
	}
	s.conn = conn
	s.link.connected()
	if err := checkVersion(conn.ConnectedServerVersion()); err != nil {
		return fmt.Errorf("NATS at %s: %w", s.where(), err)
	}
	if s.js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(5*time.Second)); err != nil {
		return err
	}
	if err := s.ensure(ctx); err != nil {
		return err
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.watcher.Go(func() { s.watch(background) })
	return nil
}

// openServer takes the folder's lock and starts the embedded server in it.
func (s *Store) openServer(ctx context.Context) error {
	dir := s.config.Dir
	if dir == "" {
		return errors.New("event store: neither a data folder nor the URL of a NATS server is given")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	var err error
	if s.lock, s.unclean, err = takeLock(filepath.Join(dir, "lock")); err != nil {
		return err
	}
	s.server = &embedded{dir: filepath.Join(dir, "nats"), log: s.log, trouble: s.health.trouble, unclean: s.unclean}
	if err := s.lookThrough(); err != nil {
		return err
	}
	if err := s.server.start(ctx); err != nil {
		return err
	}
	if s.unclean {
		s.log.Info("the event store was not stopped cleanly and has checked itself")
	}
	return nil
}

// checkVersion refuses a server that is too old for what the streams rely on.
func checkVersion(version string) error {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return fmt.Errorf("it does not tell its version (%q): pizzini needs 2.14 or newer", version)
	}
	if major < 2 || major == 2 && minor < 14 {
		return fmt.Errorf("it is version %s: pizzini needs 2.14 or newer; upgrade the server", version)
	}
	return nil
}

const unreadable = "(unreadable URL)"

// where names the store in errors and logs, without a password.
func (s *Store) where() string {
	if s.config.URL == "" {
		return s.config.Dir
	}
	var hosts []string
	for one := range strings.SplitSeq(s.config.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		// Where the @ was forgotten the host has the password in it.
		if err != nil || u.Host == "" || strings.Contains(u.Hostname(), ":") && net.ParseIP(u.Hostname()) == nil {
			hosts = append(hosts, unreadable)
			continue
		}
		hosts = append(hosts, u.Scheme+"://"+u.Host)
	}
	return strings.Join(hosts, ",")
}

// Joined counts how often the server was joined: what a reader has found a stream to
// be it stays while this number does, since only a server that was away comes back
// with another store.
func (s *Store) Joined() uint64 { return 1 + s.conn.Stats().Reconnects }

// Close ends the store: it leaves the server, and stops it when it is embedded.
func (s *Store) Close() error { return s.close() }

func (s *Store) shut() error {
	close(s.link.ended)
	if s.stop != nil {
		s.stop()
		s.watcher.Wait()
	}
	if s.conn != nil {
		s.conn.Close()
	}
	started := s.server != nil && s.server.shutdown()
	if s.lock != nil {
		if started || !s.unclean {
			_ = s.lock.Truncate(0) // a clean stop; where it cannot be noted the next start looks closer
		}
		return s.lock.Close()
	}
	return nil
}
