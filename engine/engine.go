package engine

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// Slip is one stored message of a match: what one command wrote.
type Slip struct {
	Seq     uint64 // the stream's sequence
	Payload []byte
}

// Copy reads a match's slips from this node's own copy, which may lag behind.
type Copy interface {
	// Slips lists the slips of a match after a stream sequence, in order; none
	// for a match that is not there.
	Slips(ctx context.Context, match string, after uint64) ([]Slip, error)
}

// Truth is the event store.
type Truth interface {
	// Append writes one slip where the match's last slip has the sequence expect
	// (0 = none). A slip with this command id that already stands there is
	// recognised: its sequence comes back and repeated is true.
	Append(ctx context.Context, match string, expect uint64, command string, slip []byte) (seq uint64, repeated bool, err error)
	// Slips lists the slips of a match after a stream sequence: all of them.
	Slips(ctx context.Context, match string, after uint64) ([]Slip, error)
}

// What Truth.Append may answer beside success.
var (
	ErrConflict = errors.New("another slip came first")
	ErrUnknown  = errors.New("it is not known yet whether the slip was written")
	ErrAway     = errors.New("the event store cannot be reached")
	ErrFull     = errors.New("the disk is full")
)

// Config is what an Engine works with.
type Config struct {
	Copy   Copy
	Truth  Truth
	Key    []byte           // the installation's key: command ids and bots are made with it
	Now    func() time.Time // the clock of accepted commands
	Random io.Reader        // seeds and salts: crypto/rand
	// Calendar is a person's zone, nights and vacations, for deadlines; nil = nobody
	// has any.
	Calendar   func(ctx context.Context, person string) (clock.Person, error)
	InviteDays int // days after which a match that does not start is abandoned; 0 = never
}

// Engine carries out commands and hands out folded matches. It is safe for use
// by many goroutines.
type Engine struct {
	config Config
	cache  cache
}

// New makes an engine.
func New(c Config) *Engine { return &Engine{config: c, cache: newCache(eventsKept)} }

// eventsKept bounds the matches that are kept folded: some 30 MB.
const eventsKept = 20_000

// Receipt says where a command stands in its match.
type Receipt struct {
	Match    string
	N        int  // the last event that the command wrote
	Repeated bool // the same command had been carried out before
}

// Match is the match as this node knows it now. An id that does not exist is
// refused with NotFound.
func (e *Engine) Match(ctx context.Context, id string) (*Match, error) {
	if !events.ValidID(id) {
		return nil, notFound(id)
	}
	m := e.cache.match(id)
	var version uint64
	if m != nil {
		version = m.version
	}
	slips, err := e.config.Copy.Slips(ctx, id, version)
	if err != nil {
		return nil, fmt.Errorf("read match %s: %w", id, err)
	}
	if m == nil && len(slips) == 0 {
		return nil, notFound(id)
	}
	return e.add(id, m, slips)
}

// latest is the match as the event store has it: for a command that lost a race.
func (e *Engine) latest(ctx context.Context, id string, m *Match) (*Match, error) {
	var version uint64
	if m != nil {
		version = m.version
	}
	slips, err := e.config.Truth.Slips(ctx, id, version)
	if err != nil {
		return nil, err
	}
	if m == nil && len(slips) == 0 {
		return nil, notFound(id)
	}
	return e.add(id, m, slips)
}

// add folds slips onto a match and keeps the outcome. A slip that this program
// cannot read stops its match there, and only it: what stands before is shown.
func (e *Engine) add(id string, m *Match, slips []Slip) (*Match, error) {
	if len(slips) == 0 {
		return m, nil
	}
	if m == nil {
		m = Fold(nil)
		m.ID = id
	}
	var log []*events.Event
	var unread error
	for _, s := range slips {
		parsed, err := events.ParseSlip(s.Payload)
		if m.unread || err != nil {
			unread = fmt.Errorf("match %s: the slip after event %d cannot be read, perhaps it needs a newer pizzini: %w", id, m.N()+len(log), err)
			break
		}
		log = append(log, parsed...)
	}
	next := m.With(log)
	if next == m {
		same := *m
		next = &same
	}
	if unread != nil && !m.unread {
		next.unread = true
		if next.Broken == nil {
			next.Broken = unread
		}
	}
	next.version = slips[len(slips)-1].Seq
	return e.cache.keep(next), nil
}

func notFound(id string) error {
	return refuse(NotFound, "Check the link, or ask who sent it for a new one.", "There is no match %q here.", id)
}

// command is who gives a command, and its id: the same request makes the same one.
type command struct {
	id string
	by string
}

// decide says what a command writes. It is asked again after a lost race.
type decide func(m *Match) ([]events.Entry, error)

// act carries a command out on a match: fold, decide, append; after a lost race
// again, while decide agrees.
func (e *Engine) act(ctx context.Context, id string, c command, decide decide) (Receipt, error) {
	if !events.ValidID(id) {
		return Receipt{}, notFound(id)
	}
	m, err := e.Match(ctx, id)
	if err != nil {
		// A match that this node has not copied yet may be there all the same.
		if m, err = e.latest(ctx, id, nil); err != nil {
			return Receipt{}, Stored(err)
		}
	}
	for {
		if n := m.written(c.id); n > 0 {
			return Receipt{Match: id, N: n, Repeated: true}, nil
		}
		entries, refusal := decide(m)
		if refusal != nil {
			// Perhaps this node's copy is merely behind: the store decides.
			next, err := e.latest(ctx, id, m)
			if err != nil || next.version == m.version {
				return Receipt{}, refusal
			}
			m = next
			continue
		}
		receipt, err := e.append(ctx, m, c, entries)
		if !errors.Is(err, ErrConflict) {
			return receipt, Stored(err)
		}
		next, err := e.latest(ctx, id, m)
		if err != nil {
			return Receipt{}, Stored(err)
		}
		if next.version == m.version {
			return Receipt{}, Stored(fmt.Errorf("%w: the store refuses the match's last slip", ErrUnknown))
		}
		m = next
	}
}

// now is the time of what is written next in a match. Where the clock was set back it
// stands still: time in a log never goes back.
func (e *Engine) now(m *Match) time.Time {
	now := e.config.Now().UTC().Truncate(time.Millisecond)
	if now.Before(m.Table.At) {
		return m.Table.At
	}
	return now
}

// append writes one slip and folds what was written.
func (e *Engine) append(ctx context.Context, m *Match, c command, entries []events.Entry) (Receipt, error) {
	now := e.now(m)
	entries = m.lapse(entries)
	if err := e.deadlines(ctx, m, c, now, entries); err != nil {
		return Receipt{}, err
	}
	payload, written, err := events.Slip{
		Match: m.ID, By: c.by, Cmd: c.id, At: now, Prev: m.Head(), Seed: seed(m, entries), Entries: entries,
		Part: m.part, Random: e.config.Random,
	}.Write()
	if err != nil {
		return Receipt{}, fmt.Errorf("match %s: write a slip: %w", m.ID, err)
	}
	var next *Match
	if m.N() == 0 {
		next = Fold(written)
	} else {
		next = m.With(written)
	}
	// What would not fold must never be written: a log is for ever.
	if next.Broken != nil && (m.Broken == nil || next.halted) {
		return Receipt{}, fmt.Errorf("the command would break the match: %w", next.Broken)
	}
	seq, repeated, err := e.config.Truth.Append(ctx, m.ID, m.version, c.id, payload)
	if err != nil {
		return Receipt{}, err
	}
	if repeated {
		latest, err := e.latest(ctx, m.ID, m)
		if err != nil {
			return Receipt{}, err
		}
		return Receipt{Match: m.ID, N: latest.written(c.id), Repeated: true}, nil
	}
	next.version = seq
	e.cache.keep(next)
	return Receipt{Match: m.ID, N: next.N()}, nil
}

// part finds a sealed part of an event of the match.
func (m *Match) part(r events.Ref) *events.Part {
	if r.N < 1 || r.N > len(m.Log) {
		return nil
	}
	if e := m.Log[r.N-1]; r.I < len(e.Sealed) {
		return e.Sealed[r.I]
	}
	return nil
}

// Stored turns what the event store answered into a refusal for people; other
// errors stay as they are.
func Stored(err error) error {
	switch {
	case errors.Is(err, ErrAway):
		return refuse(Away, "Nothing is lost: try again in a moment.", "The event store cannot be reached, so nothing was written.")
	case errors.Is(err, ErrFull):
		return refuse(Full, "Nothing is lost: try again when whoever runs this installation has made room.", "The disk is full, so nothing was written.")
	case errors.Is(err, ErrUnknown):
		return refuse(Unknown, "Load the page again in a moment: sending the same choice again does no harm.", "It is not known yet whether your choice was written.")
	}
	return err
}

// commandID derives a command's id from what it is, so that a double click, two
// tabs or two nodes make the same one. It is keyed, since a log shows it: a bare
// hash would give a secret move away by trying the few there are.
func (e *Engine) commandID(match string, seat game.Seat, answers int, kind string, moves ...string) string {
	mac := hmac.New(sha256.New, e.config.Key)
	for _, f := range append([]string{"pizzini/command", match, strconv.Itoa(int(seat)), strconv.Itoa(answers), kind}, moves...) {
		var length [4]byte
		binary.BigEndian.PutUint32(length[:], uint32(len(f)))
		mac.Write(length[:])
		mac.Write([]byte(f))
	}
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
