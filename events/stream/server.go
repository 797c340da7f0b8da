package stream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// embedded is a NATS server in this process. It listens nowhere: its one client is
// the Store. The server may be replaced while the Store lives (see watch); the
// connection then finds the new one.
type embedded struct {
	dir     string
	log     *slog.Logger
	trouble func(text string) // told when the server can no longer write
	unclean bool              // it was not stopped cleanly: at its start it finds its notes out of date

	mu  sync.Mutex
	nat *server.Server
}

// start starts a server in the folder and returns when it has recovered its streams.
func (e *embedded) start(ctx context.Context) error {
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return fmt.Errorf("make the event store's folder: %w", err)
	}
	nat, err := server.NewServer(&server.Options{
		ServerName:         "pizzini",
		DontListen:         true,
		NoSigs:             true, // else the server ends the process by itself
		JetStream:          true,
		StoreDir:           e.dir,
		SyncAlways:         true, // an acknowledged slip survives a power cut
		JetStreamMaxMemory: 64 << 20,
		JetStreamMaxStore:  1 << 40, // free space is watched by the Store; by default the server takes what is free at its start
		MaxPayload:         maxMessage,
	})
	if err != nil {
		return fmt.Errorf("start the event store in %s: %w", e.dir, err)
	}
	// The server reports a failed start to its log alone, says it is running, and
	// never becomes ready.
	fatal := make(chan string, 1)
	nat.SetLoggerV2(&serverLog{log: e.log, fatal: fatal, trouble: e.trouble, unclean: e.unclean}, false, false, false)
	started := make(chan struct{})
	begun := time.Now()
	go func() {
		defer close(started)
		nat.Start()
	}()
	var failure error
	select {
	case reason := <-fatal:
		failure = errors.New(reason)
	case <-started:
		select {
		case reason := <-fatal:
			failure = errors.New(reason)
		default:
			if !nat.JetStreamEnabled() || !nat.ReadyForConnections(5*time.Second) {
				failure = errors.New("the server did not become ready")
			}
		}
	case <-ctx.Done():
		failure = fmt.Errorf("the server was still recovering its streams after %s: %w", time.Since(begun).Round(time.Second), ctx.Err())
	}
	if failure != nil {
		nat.Shutdown()
		<-started // it must not write any more when the folder's lock is let go
		return fmt.Errorf("start the event store in %s: %w; check that the folder can be written and its disk has room", e.dir, failure)
	}
	e.log.Debug("event store started", "folder", e.dir, "took", time.Since(begun))
	e.mu.Lock()
	e.nat = nat
	e.mu.Unlock()
	return nil
}

// InProcessConn connects to the server that runs now.
func (e *embedded) InProcessConn() (net.Conn, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.nat == nil {
		return nil, errors.New("the embedded server is stopped")
	}
	return e.nat.InProcessConn()
}

// shutdown says whether there was a server to stop.
func (e *embedded) shutdown() bool {
	e.mu.Lock()
	nat := e.nat
	e.nat = nil
	e.mu.Unlock()
	if nat == nil {
		return false
	}
	nat.Shutdown()
	nat.WaitForShutdown()
	return true
}

// serverLog passes the server's log on and listens for what the server tells
// nowhere else.
type serverLog struct {
	log     *slog.Logger
	fatal   chan<- string
	trouble func(string)
	unclean bool
}

// outdated are the server's words for notes that a kill has left out of date. It
// reads its files then, as the Store has done before: nothing is wrong.
var outdated = []string{"Stream state", "stream state from index"}

// wedged are the server's words when it stops writing for good.
var wedged = []string{"critical write error", "will be DISABLED", "disabling JetStream", "failed to store a msg"}

func (l *serverLog) listen(text string) {
	for _, words := range wedged {
		if strings.Contains(text, words) {
			l.trouble(text)
			return
		}
	}
}

func (l *serverLog) Noticef(format string, v ...any) {
	l.log.Debug("nats: " + fmt.Sprintf(format, v...))
}
func (l *serverLog) Debugf(format string, v ...any) {}
func (l *serverLog) Tracef(format string, v ...any) {}

func (l *serverLog) Warnf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	level := slog.LevelWarn
	if l.unclean && slices.ContainsFunc(outdated, func(words string) bool { return strings.Contains(text, words) }) {
		level = slog.LevelDebug
	}
	l.log.Log(context.Background(), level, "nats: "+text)
	l.listen(text)
}

func (l *serverLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.log.Error("nats: " + text)
	l.listen(text)
}

// Fatalf does not end the process: the reason goes to who waits for the start.
func (l *serverLog) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Sprintf(format, v...):
	default:
	}
}
