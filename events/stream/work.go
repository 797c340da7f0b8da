package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ackWait is the time after which a message in hand is given to another worker; a
// worker that lives renews it.
const ackWait = time.Minute

// retryAfter is the time before a message whose work failed comes again: a second
// after the first try, at most a minute.
func retryAfter(tries uint64) time.Duration {
	return min(time.Duration(tries)*time.Second, time.Minute)
}

// Work calls each with the messages of OUTBOX, one at a time; call it several
// times, here or on other nodes, to have several in hand. A message is gone when
// each returns nil; after an error it comes again in a while, and so it does after
// a crash: work is done at least once. Work returns when ctx ends.
func (s *Store) Work(ctx context.Context, each func(context.Context, Message) error) error {
	return s.consume(ctx, Outbox, "worker", each)
}

// Consume calls each with every message of the stream, one at a time, from its
// beginning; of TIMERS it is due.<match> of each match whose time has come. All who consume under one name, on all nodes, share the messages and
// the position, which the server keeps. A message is done when each returns nil;
// after an error it comes again in a while, later than its followers. Consume
// returns when ctx ends.
func (s *Store) Consume(ctx context.Context, name string, from Stream, each func(context.Context, Message) error) error {
	if !validToken(name) {
		return fmt.Errorf("consume %s: %q is no name: it has a-z, 0-9, - and _", from, name)
	}
	return s.consume(ctx, from, name, each)
}

func (s *Store) consume(ctx context.Context, st Stream, name string, each func(context.Context, Message) error) error {
	if _, err := s.stream(st); err != nil {
		return err
	}
	for {
		err := s.consumeSession(ctx, st, name, each)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrClosed) {
			return fmt.Errorf("consume %s: %w", st, err)
		}
		if err != nil {
			s.log.Debug("event store consumer begins again", "stream", st, "name", name, "error", err)
			pause(ctx, 200*time.Millisecond)
		}
	}
}

// consumeSession consumes while the connection holds.
func (s *Store) consumeSession(ctx context.Context, st Stream, name string, each func(context.Context, Message) error) error {
	if err := s.link.wait(ctx); err != nil {
		return err
	}
	session, cancel := s.link.session(ctx)
	defer cancel()
	config := jetstream.ConsumerConfig{
		Durable:       name,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       ackWait,
		MaxDeliver:    -1,
		MaxAckPending: 256,
	}
	if st == Timers {
		config.FilterSubject = "due.*"
	}
	consumer, err := s.js.CreateOrUpdateConsumer(session, string(st), config)
	if err != nil {
		return err
	}
	for session.Err() == nil {
		// One message is asked for at a time: what waits in a process helps nobody.
		ask, stop := context.WithTimeout(session, 20*time.Second)
		raw, err := consumer.Next(jetstream.FetchContext(ask))
		stop()
		switch {
		case err == nil:
			s.handle(ctx, raw, each)
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, jetstream.ErrNoMessages), ask.Err() != nil: // nothing came
		default:
			return err
		}
	}
	return session.Err()
}

// handle has one message handled and tells the server how it went. The work goes
// on when the connection is lost: a second delivery is less harm than half a work.
func (s *Store) handle(ctx context.Context, raw jetstream.Msg, each func(context.Context, Message) error) {
	meta, err := raw.Metadata()
	if err != nil {
		return
	}
	working, done := context.WithCancel(ctx)
	go func() {
		renew := time.NewTicker(ackWait / 3)
		defer renew.Stop()
		for {
			select {
			case <-renew.C:
				_ = raw.InProgress()
			case <-working.Done():
				return
			}
		}
	}()
	m := Message{Subject: raw.Subject(), Seq: meta.Sequence.Stream, At: meta.Timestamp, ID: raw.Headers().Get(nats.MsgIdHdr), Data: raw.Data()}
	err = each(ctx, m)
	done()
	if err != nil {
		s.log.Warn("event store work failed, will be tried again", "subject", m.Subject, "try", meta.NumDelivered, "error", err)
		_ = raw.NakWithDelay(retryAfter(meta.NumDelivered))
		return
	}
	answer, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := raw.DoubleAck(answer); err != nil {
		s.log.Debug("event store did not confirm that work is done, it may come again", "subject", m.Subject, "error", err)
	}
}
