package stream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// At returns the message with that sequence, or ErrNone.
func (s *Store) At(ctx context.Context, st Stream, seq uint64) (Message, error) {
	return s.read(ctx, st, fmt.Sprintf("read %s %d", st, seq), func(h jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return h.GetMsg(ctx, seq)
	})
}

// LastOn returns the last message on the subject, or ErrNone.
func (s *Store) LastOn(ctx context.Context, st Stream, subject string) (Message, error) {
	if err := checkSubject(st, subject); err != nil {
		return Message{}, err
	}
	return s.read(ctx, st, "read the last of "+subject, func(h jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return h.GetLastMsgForSubject(ctx, subject)
	})
}

// ListOn returns the last message of each subject that begins with prefix, in the
// order of the subjects. In prefix a * stands for one token.
func (s *Store) ListOn(ctx context.Context, st Stream, prefix string) ([]Message, error) {
	handle, err := s.stream(st)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("list %s on %s", st, prefix)
	info, err := handle.Info(ctx, jetstream.WithSubjectFilter(prefix[:strings.LastIndexByte(prefix, '.')+1]+">"))
	if err != nil {
		return nil, readError(what, err)
	}
	var found []Message
	for _, subject := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		if !Begins(subject, prefix) {
			continue
		}
		m, err := s.LastOn(ctx, st, subject)
		if errors.Is(err, ErrNone) { // erased meanwhile
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		found = append(found, m)
	}
	return found, nil
}

// Begins says whether a subject begins with a prefix in which a * stands for one
// token.
func Begins(subject, prefix string) bool {
	for {
		before, after, any := strings.Cut(prefix, "*")
		rest, ok := strings.CutPrefix(subject, before)
		if !ok || !any {
			return ok
		}
		prefix = after
		if subject = ""; strings.Contains(rest, ".") {
			subject = rest[strings.IndexByte(rest, '.'):]
		}
	}
}

// Slips returns the match's slips after a sequence of the stream: all there are,
// or an error. It asks message by message: no answer is ever taken for the end.
func (s *Store) Slips(ctx context.Context, match string, after uint64) ([]Message, error) {
	subject, err := matchSubject(match)
	if err != nil {
		return nil, err
	}
	var slips []Message
	for {
		m, err := s.next(ctx, Matches, subject, after+1)
		if errors.Is(err, ErrNone) {
			return slips, nil
		}
		if err != nil {
			return nil, err
		}
		slips, after = append(slips, m), m.Seq
	}
}

// next returns the first message on the subject with a sequence of at least seq.
func (s *Store) next(ctx context.Context, st Stream, subject string, seq uint64) (Message, error) {
	return s.read(ctx, st, "read "+subject, func(h jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return h.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(subject))
	})
}

func (s *Store) read(ctx context.Context, st Stream, what string, ask func(jetstream.Stream) (*jetstream.RawStreamMsg, error)) (Message, error) {
	handle, err := s.stream(st)
	if err != nil {
		return Message{}, err
	}
	raw, err := ask(handle)
	if err != nil {
		return Message{}, readError(what, err)
	}
	return Message{Subject: raw.Subject, Seq: raw.Sequence, At: raw.Time, ID: raw.Header.Get(nats.MsgIdHdr), Data: raw.Data}, nil
}

// readError gives a failed read one of the package's errors.
func readError(what string, err error) error {
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return fmt.Errorf("%s: %w", what, ErrNone)
	}
	if temporary(err) {
		return fmt.Errorf("%s: %w: %w", what, ErrAway, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Follow calls each with every message of the stream from a sequence on, in order
// and once, until ctx ends or each returns an error; it returns that error. A lost
// connection is waited out. Where the stream is made anew or has become shorter
// Follow returns ErrReplaced: the reader's position is worth nothing then. Where a
// slip is missing it returns ErrDamaged.
func (s *Store) Follow(ctx context.Context, st Stream, from uint64, each func(Message) error) error {
	made, err := s.Created(ctx, st)
	if err != nil {
		return err
	}
	f := follower{store: s, stream: st, made: made, next: max(from, 1), each: each}
	for {
		err := f.session(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case f.done != nil:
			return f.done
		case errors.Is(err, ErrClosed):
			return fmt.Errorf("follow %s: %w", st, err)
		case err != nil:
			s.log.Debug("event store follower begins again", "stream", st, "at", f.next, "error", err)
			pause(ctx, 200*time.Millisecond)
		}
	}
}

type follower struct {
	store  *Store
	stream Stream
	made   time.Time
	next   uint64 // the sequence wanted next; only Matches has no gaps
	gap    uint64 // where a gap was seen, to ask once more
	each   func(Message) error
	done   error // ends the following
}

// session follows while the connection holds.
func (f *follower) session(ctx context.Context) error {
	if err := f.store.link.wait(ctx); err != nil {
		return err
	}
	ctx, cancel := f.store.link.session(ctx)
	defer cancel()
	info, err := f.store.info(ctx, f.stream)
	if err != nil {
		return err
	}
	if !info.Created.Equal(f.made) || info.State.LastSeq+1 < f.next {
		f.done = fmt.Errorf("follow %s from %d: %w: made %s with %d messages, was made %s", f.stream, f.next, ErrReplaced, info.Created, info.State.LastSeq, f.made)
		return f.done
	}
	// Not the library's ordered consumer: that one begins again by itself, heeding
	// neither context nor a stream made anew.
	consumer, err := f.store.js.CreateConsumer(ctx, string(f.stream), jetstream.ConsumerConfig{
		DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:       f.next,
		AckPolicy:         jetstream.AckNonePolicy,
		MemoryStorage:     true,
		Replicas:          1,
		InactiveThreshold: 30 * time.Second,
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Messages(jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(2*time.Second))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for delivered := uint64(1); ; delivered++ {
		raw, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		if err := f.take(raw, delivered); err != nil {
			return err
		}
	}
}

// take hands a message on when it is the one that must come now: the session's
// delivery of that number, and of Matches the sequence without a gap.
func (f *follower) take(raw jetstream.Msg, delivery uint64) error {
	meta, err := raw.Metadata()
	if err != nil {
		return err
	}
	if meta.Sequence.Consumer != delivery {
		return fmt.Errorf("delivery %d came, not %d: some were lost on the way", meta.Sequence.Consumer, delivery)
	}
	seq := meta.Sequence.Stream
	if seq < f.next {
		return nil // seen before
	}
	if seq > f.next && f.stream == Matches {
		why := fmt.Sprintf("the stream %s lacks message %d: %d came after %d", f.stream, f.next, seq, f.next-1)
		if f.gap == f.next { // asked twice: it is not there
			f.done = f.store.Damaged(why)
		}
		f.gap = f.next
		return errors.New(why)
	}
	m := Message{Subject: raw.Subject(), Seq: seq, At: meta.Timestamp, ID: raw.Headers().Get(nats.MsgIdHdr), Data: raw.Data()}
	if err := f.each(m); err != nil {
		f.done = err
		return err
	}
	f.next = seq + 1
	return nil
}
