package stream

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// link is what is known of the connection to the server.
type link struct {
	mu    sync.Mutex
	up    chan struct{} // closed while connected
	down  chan struct{} // closed while not connected
	since time.Time     // when it last came up or went down
	ended chan struct{} // closed with the Store
}

func newLink() *link {
	down := make(chan struct{})
	close(down)
	return &link{up: make(chan struct{}), down: down, since: time.Now(), ended: make(chan struct{})}
}

// options are the connection's handlers. All are set: the library's own print to
// standard error.
func (l *link) options(log *slog.Logger) []nats.Option {
	return []nats.Option{
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			log.Warn("event store connection", "error", err)
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if l.disconnected() && err != nil {
				log.Warn("event store connection lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			l.connected()
			log.Info("event store connection is back")
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			log.Debug("event store does not answer yet", "error", err)
		}),
		nats.ClosedHandler(func(*nats.Conn) { l.disconnected() }),
	}
}

func (l *link) connected() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.up:
	default:
		close(l.up)
		l.down, l.since = make(chan struct{}), time.Now()
	}
}

// disconnected reports whether it was connected until now.
func (l *link) disconnected() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.down:
		return false
	default:
		close(l.down)
		l.up, l.since = make(chan struct{}), time.Now()
		return true
	}
}

// state tells whether the link is up and since when.
func (l *link) state() (up bool, since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.up:
		return true, l.since
	default:
		return false, l.since
	}
}

// wait returns when the link is up, or with ErrClosed or the error of ctx.
func (l *link) wait(ctx context.Context) error {
	l.mu.Lock()
	up := l.up
	l.mu.Unlock()
	select {
	case <-l.ended:
		return ErrClosed
	default:
	}
	select {
	case <-up:
		return nil
	case <-l.ended:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// session is a context that ends when the link goes down.
func (l *link) session(ctx context.Context) (context.Context, context.CancelFunc) {
	l.mu.Lock()
	down := l.down
	l.mu.Unlock()
	session, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-down:
			cancel()
		case <-session.Done():
		}
	}()
	return session, cancel
}

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
