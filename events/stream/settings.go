package stream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Stream names one of the streams.
type Stream string

const (
	Matches Stream = "MATCHES" // match.<id>: the slips of matches, for ever
	People  Stream = "PEOPLE"  // person.<id>.<kind>: encrypted records, the last of each subject
	Keys    Stream = "KEYS"    // key.<id>: written once, erasable
	Letters Stream = "LETTERS" // letter.<match>.<seat>.<call>: the last of each subject, one year
	Outbox  Stream = "OUTBOX"  // outbox.<…>: work for the mailer, gone when done
	Timers  Stream = "TIMERS"  // timer.<match>: when to wake for a match; due.<match>: it is time
)

// maxMessage is the size of the greatest message, headers included: NATS' own
// limit unless a server is told otherwise. A slip has a few KiB.
const maxMessage = 1 << 20

// maxData leaves room for the headers.
const maxData = maxMessage - 4<<10

// elsewhere is the size of MATCHES on a server that is not ours: some million slips.
const elsewhere = 4 << 30

// all are the streams in the order in which they are made.
var all = []Stream{Keys, People, Letters, Outbox, Timers, Matches}

// dispensable says whether a stream may be lost: what it says is found again.
func dispensable(st Stream) bool { return st == Outbox || st == Timers }

// settings are a stream's settings, every default written out as the server
// answers them. None lets a reader be served by a replica that lags (AllowDirect):
// it would say that a command was not written when it was.
func settings(st Stream) jetstream.StreamConfig {
	c := jetstream.StreamConfig{
		Name:              string(st),
		Storage:           jetstream.FileStorage,
		Replicas:          1,
		Retention:         jetstream.LimitsPolicy,
		Discard:           jetstream.DiscardNew, // refuse, never evict
		MaxMsgs:           -1,
		MaxBytes:          -1,
		MaxConsumers:      -1,
		MaxMsgsPerSubject: -1,
		MaxMsgSize:        maxMessage,
		Duplicates:        2 * time.Minute,
	}
	switch st {
	case Matches:
		c.Subjects = []string{"match.*"}
		c.DenyDelete, c.DenyPurge = true, true
		c.MaxBytes = 256 << 30 // an embedded server stops before, for want of free space
	case People:
		c.Subjects = []string{"person.*.*"}
		c.MaxMsgsPerSubject = 1
	case Keys:
		c.Subjects = []string{"key.>"}
		c.MaxMsgsPerSubject, c.DiscardNewPerSubject = 1, true // written once, whoever asks
	case Letters:
		c.Subjects = []string{"letter.>"}
		c.MaxMsgsPerSubject = 1
		c.MaxAge = 365 * 24 * time.Hour
	case Outbox:
		c.Subjects = []string{"outbox.>"}
		c.Retention = jetstream.WorkQueuePolicy
		c.MaxAge = 14 * 24 * time.Hour
		c.Duplicates = time.Hour
	case Timers:
		c.Subjects = []string{"timer.*", "due.*"}
		c.MaxMsgsPerSubject = 1
		c.AllowMsgSchedules, c.AllowMsgTTL, c.AllowRollup = true, true, true // the first demands the last
		c.Discard = jetstream.DiscardOld                                     // as schedules demand; there is nothing to discard for
	}
	return c
}

// operators are the settings that an operator may choose for himself: none of
// them makes a message vanish.
var operators = []string{"Description", "MaxBytes", "Replicas", "Placement", "Compression", "Metadata"}

// drift tells which settings differ from what they must be, in words.
func drift(want, have jetstream.StreamConfig) []string {
	var differing []string
	w, h := reflect.ValueOf(want), reflect.ValueOf(have)
	for i := range w.NumField() {
		name := w.Type().Field(i).Name
		if slices.Contains(operators, name) || reflect.DeepEqual(w.Field(i).Interface(), h.Field(i).Interface()) {
			continue
		}
		differing = append(differing, fmt.Sprintf("%s is %v, must be %v", name, h.Field(i).Interface(), w.Field(i).Interface()))
	}
	return differing
}

// ensure makes the streams that are not there and checks those that are.
func (s *Store) ensure(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.config.Patience)
	defer cancel()
	for _, st := range all {
		var handle jetstream.Stream
		var err error
		for { // a cluster may have no leader for the moment, and lose the question
			try, stop := context.WithTimeout(ctx, 2*time.Second)
			answer, failure := s.ensureOne(try, st)
			stop()
			if err == nil || ctx.Err() == nil { // else the end of patience would hide the reason
				handle, err = answer, failure
			}
			if !temporary(failure) || ctx.Err() != nil {
				break
			}
			pause(ctx, 250*time.Millisecond)
		}
		if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) {
			err = fmt.Errorf("%w: start the server with JetStream enabled", err)
		}
		if err != nil {
			return fmt.Errorf("stream %s at %s: %w", st, s.where(), err)
		}
		s.streams[st] = handle
		if why := gaps(st, handle.CachedInfo().State); why != "" && st == Matches {
			return s.Damaged(why)
		} else if !dispensable(st) {
			s.note(why)
		}
	}
	return nil
}

func (s *Store) ensureOne(ctx context.Context, st Stream) (jetstream.Stream, error) {
	want := settings(st)
	handle, err := s.js.Stream(ctx, want.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err := s.mayMake(st); err != nil {
			return nil, err
		}
		if s.server == nil && want.MaxBytes > 0 {
			want.MaxBytes = elsewhere // the server reserves it; its operator may raise it
		}
		if s.server == nil && s.conn.ConnectedClusterName() != "" {
			want.Replicas = 3
		}
		handle, err = s.js.CreateStream(ctx, want)
		if outcomeOf(err) == full {
			return nil, fmt.Errorf("make it: %w; the server must offer more than %d GiB of file storage, on each of %d servers", err, elsewhere>>30, want.Replicas)
		}
		if err != nil {
			return nil, fmt.Errorf("make it: %w", err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("look for it: %w", err)
	}
	have := handle.CachedInfo().Config
	have.Metadata = maps.Clone(have.Metadata)
	if differing := drift(want, have); len(differing) > 0 {
		return nil, fmt.Errorf("its settings were changed and messages could be lost: %s; put them back (nats stream edit) and start again", strings.Join(differing, "; "))
	}
	return handle, nil
}

// mayMake refuses to make a stream over one that the embedded server has on disk
// and could not read: that would hide it. What a process leaves that dies while it
// makes a stream holds no message, and is cleared away, as is what may be lost.
func (s *Store) mayMake(st Stream) error {
	if s.server == nil {
		return nil
	}
	there := filepath.Join(s.server.dir, "jetstream", "$G", "streams", string(st))
	if _, err := os.Stat(there); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	written := false
	err := filepath.WalkDir(filepath.Join(there, "msgs"), func(_ string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		written = written || err != nil || info.Size() > 0
		return nil
	})
	if !dispensable(st) && (written || err != nil && !errors.Is(err, os.ErrNotExist)) {
		return fmt.Errorf("the server could not read it though it is on disk (%s): see the log; put a backup back, or move the folder aside to start without it", there)
	}
	return os.RemoveAll(there)
}

// Created tells when the stream was made. A reader's position is worth nothing on
// a stream made at another time.
func (s *Store) Created(ctx context.Context, st Stream) (time.Time, error) {
	info, err := s.info(ctx, st)
	if err != nil {
		return time.Time{}, err
	}
	return info.Created, nil
}

// Last is the sequence of the stream's last message, 0 when there was none yet.
func (s *Store) Last(ctx context.Context, st Stream) (uint64, error) {
	info, err := s.info(ctx, st)
	if err != nil {
		return 0, err
	}
	return info.State.LastSeq, nil
}

// Count is how many messages the stream has by its own account.
func (s *Store) Count(ctx context.Context, st Stream) (uint64, error) {
	info, err := s.info(ctx, st)
	if err != nil {
		return 0, err
	}
	return info.State.Msgs, nil
}

func (s *Store) info(ctx context.Context, st Stream) (*jetstream.StreamInfo, error) {
	handle, err := s.stream(st)
	if err != nil {
		return nil, err
	}
	info, err := handle.Info(ctx)
	if err != nil {
		return nil, readError(fmt.Sprintf("ask about %s", st), err)
	}
	return info, nil
}

func (s *Store) stream(st Stream) (jetstream.Stream, error) {
	handle, ok := s.streams[st]
	if !ok {
		return nil, fmt.Errorf("there is no stream %q", st)
	}
	return handle, nil
}
