package stream

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// missed is how long a wake-up waits for somebody to take it. Whoever starts later
// looks at all deadlines anyway.
const missed = 24 * time.Hour

// WakeAt has a message come on due.<match> at a time, in place of the time that was
// set for the match before; where it has passed, at once; the zero time is never. It
// comes once and not before its time, also after a restart, but it is no more than a
// wake-up: deadlines stand in the log, and who is woken looks at them again.
func (s *Store) WakeAt(ctx context.Context, match string, at time.Time) error {
	if _, err := matchSubject(match); err != nil {
		return err
	}
	subject := "timer." + match
	if at.IsZero() {
		handle, err := s.stream(Timers)
		if err == nil {
			err = handle.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		if err != nil {
			return readError("forget "+subject, err)
		}
		return nil
	}
	if err := s.room(false); err != nil {
		return fmt.Errorf("set %s: %w", subject, err)
	}
	// The library writes whole seconds and cuts the rest off: it would wake too early.
	header := nats.Header{}
	header.Set("Nats-Schedule", "@at "+at.UTC().Format(time.RFC3339Nano))
	header.Set("Nats-Schedule-Target", "due."+match)
	header.Set("Nats-Schedule-TTL", missed.String())
	if _, _, err := s.write(ctx, write{stream: Timers, subject: subject, id: nuid.Next(), header: header}); err != nil {
		return fmt.Errorf("set %s: %w", subject, err)
	}
	return nil
}
