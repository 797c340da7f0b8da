// Package people keeps what is known of persons so that it can be forgotten.
//
// Every person has a random key, written once to the stream KEYS as key.<id>. All
// that is known of the person stands in PEOPLE as person.<id>.<kind>, encrypted
// with that key and bound to its subject. Erasing a person deletes the key: what
// was written with it is noise from then on, wherever a copy lies. Events name
// persons by id only.
//
// No error and no printed value of this package holds a name or an address.
package people

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"pizzini/events"
	"pizzini/events/stream"
)

// ErrErased means that the person was erased: nothing of him can be read or
// written any more.
var ErrErased = errors.New("the person was erased")

// Kinds of a person's records. A fact that may change by itself has a kind of its
// own, so that two changes at one time do not undo each other.
const (
	kindProfile = "profile"
	kindErased  = "erased"
	Blocked     = "blocked" // the person wants no letter at this address ever again
	Refused     = "refused" // the address takes no letters
)

// WordsOf is the kind of a person's lucky words for a seat; the value is a Words.
func WordsOf(match string, seat int) string { return "words-" + match + "-" + strconv.Itoa(seat) }

// UnsubscribedFrom is the kind that says that the person wants no letters of a
// match, or of any when match is "".
func UnsubscribedFrom(match string) string {
	if match == "" {
		return "unsubscribed"
	}
	return "unsubscribed-" + match
}

// Profile is how a person is called and reached. Printing one shows none of it.
type Profile struct {
	Name    string `json:"name,omitempty"`    // "" until the person has taken a seat
	Address string `json:"address,omitempty"` // "" when he gave none
	Erased  bool   `json:"-"`                 // all else is empty: "a former player"
}

// String hides who it is.
func (Profile) String() string { return "(a person)" }

// LogValue hides who it is.
func (p Profile) LogValue() slog.Value { return slog.StringValue(p.String()) }

// Words are a person's lucky words for a match (Format 1, Hash inputs).
type Words struct {
	Text string `json:"text"` // as typed
	Salt []byte `json:"salt"` // 32 random bytes
}

// Source is where records are read: the event store, or a node's own copy of it.
// What it does not have is stream.ErrNone.
type Source interface {
	LastOn(ctx context.Context, st stream.Stream, subject string) (stream.Message, error)
	// ListOn is the last message of each subject that begins with prefix, in which *
	// stands for a token, in the order of the subjects.
	ListOn(ctx context.Context, st stream.Stream, prefix string) ([]stream.Message, error)
}

// Copy is a node's own copy of the event store. It may be behind.
type Copy interface {
	Source
	Position(st stream.Stream) uint64 // the last sequence that it has followed
}

// Book is the record of all persons. It may be used by many goroutines.
type Book struct {
	store   *stream.Store
	cache   Copy          // nil = none
	written atomic.Uint64 // the last sequence of PEOPLE that was written here

	mu           sync.Mutex
	erased       map[string]bool // erased here; the cache may not know it yet
	installation []byte
}

// New makes the book over the event store. Reads go to cache first, where it is not
// nil and has what was written here.
func New(store *stream.Store, cache Copy) *Book {
	return &Book{store: store, cache: cache, erased: map[string]bool{}}
}

// Create makes a new person, always: two of them may have one address. Name and
// address are cleaned; one of them may be empty.
func (b *Book) Create(ctx context.Context, p Profile) (id string, err error) {
	if id, err = events.NewID(rand.Reader); err != nil {
		return "", err
	}
	if err := b.Keep(ctx, id, p); err != nil {
		return "", err
	}
	return id, nil
}

// Profile returns how the person is called and reached. That of an erased person
// is empty but for Erased; for an id that never was it is stream.ErrNone.
func (b *Book) Profile(ctx context.Context, id string) (Profile, error) {
	var p Profile
	err := b.Record(ctx, id, kindProfile, &p)
	if errors.Is(err, ErrErased) {
		return Profile{Erased: true}, nil
	}
	return p, err
}

// SetProfile replaces the person's profile; name and address are cleaned.
func (b *Book) SetProfile(ctx context.Context, id string, p Profile) error {
	return b.ChangeProfile(ctx, id, func(is *Profile) error {
		*is = p
		return nil
	})
}

// ChangeProfile changes the person's profile as it is now.
func (b *Book) ChangeProfile(ctx context.Context, id string, do func(*Profile) error) error {
	key, err := b.key(ctx, id)
	if err != nil {
		return err
	}
	_, _, err = change(ctx, b, key, id, kindProfile, Profile{}, func(p *Profile) error {
		if err := do(p); err != nil {
			return err
		}
		*p, err = p.clean()
		return err
	})
	return err
}

// Put writes one of the person's records, encrypted; v is anything that JSON can
// hold. The last one of each kind counts.
func (b *Book) Put(ctx context.Context, id, kind string, v any) error {
	if kind == kindProfile || kind == kindErased || !validKind(kind) {
		return fmt.Errorf("a record of a person cannot be of kind %q", kind)
	}
	key, err := b.key(ctx, id)
	if err != nil {
		return err
	}
	return b.put(ctx, key, id, kind, v)
}

// Record reads the person's last record of the kind into v. It is ErrErased when
// the person was erased, stream.ErrNone when there is no such record or person.
func (b *Book) Record(ctx context.Context, id, kind string, v any) error {
	return b.record(ctx, id, kind, v, b.last)
}

// record is Record with what is asked for the record.
func (b *Book) record(ctx context.Context, id, kind string, v any, last func(context.Context, stream.Stream, string) (stream.Message, error)) error {
	if !validKind(kind) {
		return fmt.Errorf("a record of a person cannot be of kind %q", kind)
	}
	key, err := b.key(ctx, id)
	if err != nil {
		return err
	}
	m, err := last(ctx, stream.People, recordSubject(id, kind))
	if err != nil {
		return err
	}
	return read(key, m, v)
}

// read opens a record into v.
func read(key []byte, m stream.Message, v any) error {
	text, err := open(key, m.Subject, m.Data)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil { // the library's text would quote the record
		return fmt.Errorf("%s: the record is not of the form that is asked for", m.Subject)
	}
	return nil
}

// Erase forgets the person for ever: first it is written that he is erased, so that
// every node drops what it has, then the key is deleted. When it fails it may be
// called again, and by anybody who reads that the person is erased.
func (b *Book) Erase(ctx context.Context, id string) error {
	if !events.ValidID(id) {
		return fmt.Errorf("%q is no person's id", id)
	}
	marker := recordSubject(id, kindErased)
	if _, err := b.store.LastOn(ctx, stream.People, marker); errors.Is(err, stream.ErrNone) {
		at, err := json.Marshal(map[string]string{"at": events.FormatTime(time.Now())})
		if err != nil {
			return err
		}
		if _, err := b.store.Put(ctx, stream.People, marker, at, new(uint64)); err != nil && !errors.Is(err, stream.ErrConflict) {
			return fmt.Errorf("erase a person: %w", err)
		}
	} else if err != nil {
		return fmt.Errorf("erase a person: %w", err)
	}
	b.mu.Lock()
	b.erased[id] = true
	b.mu.Unlock()
	if err := b.store.Erase(ctx, stream.Keys, keySubject(id)); err != nil {
		return fmt.Errorf("erase a person: %w", err)
	}
	return nil
}

// InstallationKey is the secret of this installation, 32 bytes, made when it is
// first asked for: tokens, cookies and command ids come from it. All nodes have
// the same. Whoever asks gets a copy.
func (b *Book) InstallationKey(ctx context.Context) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.installation == nil {
		key, err := b.installationKey(ctx)
		if err != nil {
			return nil, fmt.Errorf("the installation's key: %w", err)
		}
		b.installation = key
	}
	return append([]byte(nil), b.installation...), nil
}

func (b *Book) installationKey(ctx context.Context) ([]byte, error) {
	const subject = "key.installation.1"
	m, err := b.last(ctx, stream.Keys, subject)
	if errors.Is(err, stream.ErrNone) {
		// It is older than the first match. Another would open no link that was sent,
		// and would know no command again.
		matches, failed := b.store.Last(ctx, stream.Matches)
		if failed != nil {
			return nil, failed
		}
		if matches > 0 {
			return nil, b.store.Damaged("the stream KEYS lacks " + subject + ", though there are matches")
		}
		// Whoever writes first makes it; then all read what is there.
		_, err = b.store.Put(ctx, stream.Keys, subject, newKey(), new(uint64))
		if err != nil && !errors.Is(err, stream.ErrConflict) {
			return nil, err
		}
		m, err = b.store.LastOn(ctx, stream.Keys, subject)
	}
	if err != nil {
		return nil, err
	}
	if len(m.Data) != keySize {
		return nil, fmt.Errorf("%s has %d bytes, must have %d: put KEYS back from a backup", subject, len(m.Data), keySize)
	}
	return m.Data, nil
}

// key returns the person's key. The marker counts before the key: a node's copy
// may still have the one when the other is gone.
func (b *Book) key(ctx context.Context, id string) ([]byte, error) {
	if !events.ValidID(id) {
		return nil, fmt.Errorf("%q is no person's id: %w", id, stream.ErrNone)
	}
	b.mu.Lock()
	gone := b.erased[id]
	b.mu.Unlock()
	if gone {
		return nil, ErrErased
	}
	if err := markedErased(ctx, b.near(), id); err != nil {
		return nil, err
	}
	m, err := b.last(ctx, stream.Keys, keySubject(id))
	if errors.Is(err, stream.ErrNone) {
		if err := markedErased(ctx, b.store, id); err != nil {
			return nil, err
		}
	}
	return m.Data, err
}

// markedErased is ErrErased when the source says so, nil when it does not.
func markedErased(ctx context.Context, from Source, id string) error {
	_, err := from.LastOn(ctx, stream.People, recordSubject(id, kindErased))
	switch {
	case err == nil:
		return ErrErased
	case errors.Is(err, stream.ErrNone):
		return nil
	}
	return err
}

// near is the cache where it has all records that were written here, else the
// store: who changed something sees it in his next page.
func (b *Book) near() Source {
	if b.cache == nil || b.cache.Position(stream.People) < b.written.Load() {
		return b.store
	}
	return b.cache
}

// last reads what is near and, what is not there, from the store.
func (b *Book) last(ctx context.Context, st stream.Stream, subject string) (stream.Message, error) {
	m, err := b.near().LastOn(ctx, st, subject)
	if !errors.Is(err, stream.ErrNone) || b.cache == nil {
		return m, err
	}
	m, err = b.store.LastOn(ctx, st, subject)
	if errors.Is(err, stream.ErrAway) || errors.Is(err, stream.ErrClosed) {
		// Pages are shown from the copy while the store is away; what is written then is
		// refused by the store itself.
		return m, stream.ErrNone
	}
	return m, err
}

func (b *Book) put(ctx context.Context, key []byte, id, kind string, v any) error {
	_, err := b.putOver(ctx, key, id, kind, v, nil)
	return err
}

// putOver writes a record where the last one is still that of a sequence; nil =
// whatever the last one is.
func (b *Book) putOver(ctx context.Context, key []byte, id, kind string, v any, last *uint64) (seq uint64, err error) {
	subject := recordSubject(id, kind)
	text, err := json.Marshal(v)
	if err != nil {
		return 0, fmt.Errorf("%s: the value cannot be written as JSON", subject)
	}
	sealed, err := seal(key, subject, text)
	if err != nil {
		return 0, err
	}
	if seq, err = b.store.Put(ctx, stream.People, subject, sealed, last); err != nil {
		return 0, err
	}
	for before := b.written.Load(); before < seq && !b.written.CompareAndSwap(before, seq); before = b.written.Load() {
	}
	return seq, nil
}

func keySubject(id string) string          { return "key." + id }
func recordSubject(id, kind string) string { return "person." + id + "." + kind }

var kindForm = regexp.MustCompile(`^[a-z0-9_-]{1,64}$`)

func validKind(kind string) bool { return kindForm.MatchString(kind) }
