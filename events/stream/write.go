package stream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Append writes one slip of a match. expect is the sequence of the match's last
// slip, 0 when it has none; the caller has looked through the slips up to there for
// the command id cmd, Append looks through those that came since. Where one of them
// is this command, its sequence is returned and repeated is true: nothing is
// written twice, whatever races or times out.
//
// The errors: ErrConflict, another slip came first, and seq is the match's last
// slip; ErrUnknown, it may be written or not, and appending again with the same id
// tells; ErrAway and ErrFull, it is not written.
func (s *Store) Append(ctx context.Context, match string, expect uint64, cmd string, slip []byte) (seq uint64, repeated bool, err error) {
	subject, err := matchSubject(match)
	if err != nil {
		return 0, false, err
	}
	if !validToken(cmd) {
		return 0, false, fmt.Errorf("append to match %s: %q is no command id", match, cmd)
	}
	if err := s.room(expect == 0); err != nil {
		return 0, false, fmt.Errorf("append to match %s: %w", match, err)
	}
	w := write{
		stream: Matches, subject: subject, id: cmd, data: slip, expect: &expect,
		look: func(ctx context.Context) (uint64, bool, error) { return s.lookFor(ctx, subject, cmd, expect) },
	}
	seq, repeated, err = s.write(ctx, w)
	if err != nil {
		return seq, false, fmt.Errorf("append to match %s: %w", match, err)
	}
	return seq, repeated, nil
}

// lookFor looks for a command id among the messages on a subject after a sequence.
// When it is not there, seq is that of the subject's last message.
func (s *Store) lookFor(ctx context.Context, subject, id string, after uint64) (seq uint64, found bool, err error) {
	last := after
	for {
		m, err := s.next(ctx, Matches, subject, last+1)
		switch {
		case errors.Is(err, ErrNone):
			return last, false, nil
		case err != nil:
			return 0, false, err
		case m.ID == id:
			return m.Seq, true, nil
		}
		last = m.Seq
	}
}

// Put writes a record of PEOPLE, KEYS or LETTERS. expect is the sequence of the
// subject's last message, 0 for none; nil takes whatever is there, but a key is
// written once. When another came first Put returns ErrConflict.
func (s *Store) Put(ctx context.Context, st Stream, subject string, data []byte, expect *uint64) (seq uint64, err error) {
	if st != People && st != Keys && st != Letters {
		return 0, fmt.Errorf("put to %s: only PEOPLE, KEYS and LETTERS are put", st)
	}
	if err := checkSubject(st, subject); err != nil {
		return 0, err
	}
	if err := s.room(false); err != nil {
		return 0, fmt.Errorf("put %s: %w", subject, err)
	}
	if st == Keys && expect == nil {
		expect = new(uint64)
	}
	// Equal data do not tell whose message it is (two nodes claim one letter with the
	// same words), so each Put has an id of its own.
	id := nuid.Next()
	w := write{stream: st, subject: subject, id: id, data: data, expect: expect}
	w.look = func(ctx context.Context) (uint64, bool, error) {
		m, err := s.LastOn(ctx, st, subject)
		if errors.Is(err, ErrNone) {
			return 0, false, nil
		}
		return m.Seq, err == nil && m.ID == id, err
	}
	seq, _, err = s.write(ctx, w)
	if err != nil {
		return 0, fmt.Errorf("put %s: %w", subject, err)
	}
	return seq, nil
}

// Enqueue gives the mailer work: a message on a subject outbox.<…>. The same id
// within an hour is the same work.
func (s *Store) Enqueue(ctx context.Context, subject, id string, data []byte) error {
	if err := checkSubject(Outbox, subject); err != nil {
		return err
	}
	if err := s.room(false); err != nil {
		return fmt.Errorf("enqueue %s: %w", subject, err)
	}
	if _, _, err := s.write(ctx, write{stream: Outbox, subject: subject, id: id, data: data}); err != nil {
		return fmt.Errorf("enqueue %s: %w", subject, err)
	}
	return nil
}

// write is one message to be written, once.
type write struct {
	stream  Stream
	subject string
	id      string  // Nats-Msg-Id: the server drops a second message with it, for some minutes
	expect  *uint64 // sequence of the subject's last message; nil = whatever
	data    []byte
	header  nats.Header
	// look tells whether the message is stored, its sequence, and when it is not, that
	// of the subject's last message; nil where only the server's own memory tells.
	look func(context.Context) (seq uint64, found bool, err error)
}

// write writes until it knows what became of the message or patience ends.
// Trying again is safe: the same id and expectation let it in once.
func (s *Store) write(ctx context.Context, w write) (seq uint64, repeated bool, err error) {
	if len(w.data) > maxData {
		return 0, false, fmt.Errorf("%d bytes are too many: at most %d", len(w.data), maxData)
	}
	if up, since := s.link.state(); !up && time.Since(since) > s.config.Patience {
		return 0, false, fmt.Errorf("%w since %s", ErrAway, since.UTC().Format(time.RFC3339))
	}
	ctx, cancel := context.WithTimeout(ctx, s.config.Patience)
	defer cancel()
	maybe := false // a try of ours may have been written
	var last error
	for wait := 50 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, time.Second) {
		if err := s.link.wait(ctx); err != nil {
			if last == nil {
				last = err
			}
			break
		}
		var ack *jetstream.PubAck
		ack, last = s.publish(ctx, w)
		switch outcomeOf(last) {
		case stored:
			if !ack.Duplicate {
				return ack.Sequence, false, nil
			}
			if w.stream != Matches { // an id of our own making
				return ack.Sequence, !maybe, nil
			}
			// The server's memory of ids is one for the stream: see whose message it means.
			m, err := s.At(ctx, w.stream, ack.Sequence)
			if err == nil && m.Subject != w.subject {
				return 0, false, fmt.Errorf("id %s belongs to a message on another subject; nothing was written", w.id)
			}
			if err == nil {
				return ack.Sequence, !maybe, nil
			}
			last, maybe = err, true
		case raced:
			seq, found, err := w.look(ctx)
			switch {
			case err != nil:
				last, maybe = err, true
			case found:
				return seq, !maybe, nil
			case maybe && w.stream != Matches: // ours may have been written and replaced since
				return 0, false, fmt.Errorf("%w: another message is there now", ErrUnknown)
			default: // ours is not there, and cannot come any more: its expectation is past
				return seq, false, ErrConflict
			}
		case uncertain:
			maybe = true
			if w.look != nil {
				if seq, found, err := w.look(ctx); err == nil && found {
					return seq, false, nil
				}
			}
		case full:
			return 0, false, unwritten(ErrFull, maybe, last)
		case refused:
			return 0, false, last
		case unsent:
		}
		if err := s.room(false); err != nil { // the server stopped writing meanwhile
			return 0, false, unwritten(ErrFull, maybe, err)
		}
		pause(ctx, wait)
	}
	if last == nil {
		last = ctx.Err()
	}
	return 0, false, unwritten(ErrAway, maybe, last)
}

// unwritten is the error of a write that was given up: that it is unknown what
// became of it, when a try may have been written, else the sure one. It is one of
// the two only, whatever the reason is.
func unwritten(sure error, maybe bool, reason error) error {
	if maybe {
		sure = ErrUnknown
	} else if errors.Is(reason, sure) {
		return reason
	}
	return fmt.Errorf("%w: %v", sure, reason)
}

// publish tries once.
func (s *Store) publish(ctx context.Context, w write) (*jetstream.PubAck, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	options := []jetstream.PublishOpt{
		jetstream.WithExpectStream(string(w.stream)),
		jetstream.WithMsgID(w.id),
		jetstream.WithRetryAttempts(0),
	}
	if w.expect != nil {
		options = append(options, jetstream.WithExpectLastSequencePerSubject(*w.expect))
	}
	return s.js.PublishMsg(ctx, &nats.Msg{Subject: w.subject, Data: w.data, Header: w.header}, options...)
}

// Erase removes the last message on the subject and overwrites its bytes on disk;
// where there is none it is done already. On a replicated stream the replicas'
// logs keep the bytes until the stream was scaled to one replica and back. It is
// for KEYS above all: without the key what was written with it is noise.
func (s *Store) Erase(ctx context.Context, st Stream, subject string) error {
	if st == Matches {
		return errors.New("nothing is erased from MATCHES")
	}
	handle, err := s.stream(st)
	if err != nil {
		return err
	}
	for {
		m, err := s.LastOn(ctx, st, subject)
		if errors.Is(err, ErrNone) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("erase %s: %w", subject, err)
		}
		if err := handle.SecureDeleteMsg(ctx, m.Seq); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			// Where another erased it at the same time the server calls it a failure.
			if _, there := s.At(ctx, st, m.Seq); !errors.Is(there, ErrNone) {
				return readError("erase "+subject, err)
			}
		}
	}
}

// Restore puts messages back on an empty stream in their order; their sequences
// and times are new. After a crash it goes on where the stream already has the
// first of them, byte for byte.
func (s *Store) Restore(ctx context.Context, st Stream, messages iter.Seq2[Message, error]) error {
	last, err := s.Last(ctx, st)
	if err != nil {
		return err
	}
	var seq uint64
	for m, err := range messages {
		if err != nil {
			return fmt.Errorf("restore %s after %d messages: %w", st, seq, err)
		}
		seq++
		if err := checkSubject(st, m.Subject); err != nil {
			return err
		}
		if seq <= last {
			have, err := s.At(ctx, st, seq)
			if err != nil || have.Subject != m.Subject || have.ID != m.ID || string(have.Data) != string(m.Data) {
				return fmt.Errorf("restore %s: the stream is not empty: its message %d is not the one to be restored (%w); nothing was changed", st, seq, errors.Join(ErrConflict, err))
			}
			continue
		}
		options := []jetstream.PublishOpt{jetstream.WithExpectStream(string(st)), jetstream.WithExpectLastSequence(seq - 1)}
		if m.ID != "" {
			options = append(options, jetstream.WithMsgID(m.ID))
		}
		ack, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: m.Subject, Data: m.Data}, options...)
		if err != nil {
			return fmt.Errorf("restore %s, message %d (%s): %w; start it again, it goes on from there", st, seq, m.Subject, err)
		}
		if ack.Duplicate {
			return fmt.Errorf("restore %s, message %d (%s): its id %s was restored already at %d", st, seq, m.Subject, m.ID, ack.Sequence)
		}
	}
	if seq < last {
		return fmt.Errorf("restore %s: the stream is not empty: it has %d messages, %d are to be restored", st, last, seq)
	}
	return nil
}
