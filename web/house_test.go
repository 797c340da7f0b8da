package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web/link"
)

// house is a whole server in a temporary folder: event store, copy, engine, bots
// and pages.
type house struct {
	t      testing.TB
	store  *stream.Store
	copy   *projections.DB
	engine *engine.Engine
	signer link.Signer
	config Config
	server *httptest.Server
	log    *syncBuffer
	post   *letterBox
	ahead  atomic.Int64 // of the machine's clock, in nanoseconds
}

// now is the time by which the whole server goes.
func (h *house) now() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }

// pass lets time pass, and the clock do in a match what it has to do by then.
func (h *house) pass(d time.Duration, match string) {
	h.t.Helper()
	h.ahead.Add(int64(d))
	if _, err := h.engine.Tick(h.t.Context(), match); err != nil {
		h.t.Fatal(err)
	}
}

// newHouse starts a server; change may alter what its pages work with.
func newHouse(t testing.TB, change func(*Config)) *house {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	h := &house{t: t, log: &syncBuffer{}}
	quiet := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	var err error
	if h.store, err = stream.Open(ctx, stream.Config{Dir: t.TempDir(), Log: quiet, FreeForMatch: 1, FreeForMove: 1}); err != nil {
		t.Fatal(err)
	}
	if h.copy, err = projections.Open(ctx, projections.Config{Dir: t.TempDir(), Store: h.store, Log: quiet}); err != nil {
		t.Fatal(err)
	}
	book := people.New(h.store, h.copy)
	key, err := book.InstallationKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	h.signer = link.Signer{Key: key}
	h.engine = engine.New(engine.Config{Copy: h.copy, Truth: projections.Truth(h.store), Key: key, Now: h.now, Random: rand.Reader, Calendar: bookPeople{book, h.signer, h.store, h.copy}.Hours})
	h.copy.Changes(func(match string, _ int) {
		if _, err := h.engine.Bots(ctx, match); err != nil && ctx.Err() == nil {
			t.Errorf("bots of %s: %v", match, err)
		}
	})
	var running sync.WaitGroup
	running.Go(func() {
		if err := h.copy.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("the projector ended: %v", err)
		}
	})
	h.server = httptest.NewUnstartedServer(nil)
	h.server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	h.config = Config{
		Engine: h.engine, Projections: h.copy, People: bookPeople{book, h.signer, h.store, h.copy}, Signer: h.signer,
		Site: link.Site("http://" + h.server.Listener.Addr().String()), Now: h.now, Mailbox: &box{},
		Log: slog.New(slog.NewTextHandler(h.log, nil)), VacationDays: 30,
	}
	h.post = &letterBox{book: book, signer: h.signer, site: h.config.Site, letters: make(chan personal, 20)}
	h.config.Office = h.post
	if change != nil {
		change(&h.config)
	}
	h.server.Config.Handler = New(h.config)
	h.server.Start()
	t.Cleanup(func() {
		stop()
		h.server.CloseClientConnections()
		h.server.Close()
		running.Wait()
		h.copy.Close()
		h.store.Close()
	})
	return h
}

// settled waits until the copy has all that was written of persons.
func (h *house) settled() {
	h.t.Helper()
	seq, err := h.store.Last(h.t.Context(), stream.People)
	if err == nil {
		err = h.copy.WaitPosition(h.t.Context(), stream.People, seq)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// match is the match as it is now.
func (h *house) match(id string) *engine.Match {
	h.t.Helper()
	m, err := h.engine.Match(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// written is how much the event store holds, to see that nothing was written.
func (h *house) written() string {
	h.t.Helper()
	var at []string
	for _, st := range []stream.Stream{stream.Matches, stream.People, stream.Keys, stream.Letters} {
		seq, err := h.store.Last(h.t.Context(), st)
		if err != nil {
			h.t.Fatal(err)
		}
		at = append(at, fmt.Sprintf("%v:%d", st, seq))
	}
	return strings.Join(at, " ")
}

// token makes a token for a claim.
func (h *house) token(c link.Claim) string {
	h.t.Helper()
	token, err := h.signer.Token(c)
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// bookPeople is the book of persons as the pages ask it.
type bookPeople struct {
	*people.Book
	signer link.Signer
	store  *stream.Store
	copy   *projections.DB
}

func (p bookPeople) Keep(ctx context.Context, id string, of Profile) error {
	return p.settled(ctx, p.Book.Keep(ctx, id, people.Profile{Name: of.Name, Address: of.Address}))
}

// settled waits until the copy has what was written.
func (p bookPeople) settled(ctx context.Context, err error) error {
	if err != nil {
		return err
	}
	seq, err := p.store.Last(ctx, stream.People)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return p.copy.WaitPosition(ctx, stream.People, seq)
}

func (p bookPeople) SetSettings(ctx context.Context, id string, wanted people.Settings) error {
	return p.settled(ctx, p.Book.SetSettings(ctx, id, wanted))
}

func (p bookPeople) SetMatchSettings(ctx context.Context, id, match string, wanted people.MatchSettings) error {
	return p.settled(ctx, p.Book.SetMatchSettings(ctx, id, match, wanted))
}

func (p bookPeople) SetAway(ctx context.Context, id string, list []people.Away) error {
	return p.settled(ctx, p.Book.SetAway(ctx, id, list))
}

func (p bookPeople) Calendar(ctx context.Context, id string, away []people.Away) (clock.Person, error) {
	c, err := p.Book.CalendarWith(ctx, id, away)
	of := clock.Person{Zone: c.Zone, NightFrom: c.NightFrom, NightTo: c.NightTo}
	for _, span := range c.Away {
		of.Away = append(of.Away, clock.Span(span))
	}
	return of, err
}

func (p bookPeople) ProveAll(ctx context.Context, id string) error {
	return p.settled(ctx, p.Book.ProveAll(ctx, id))
}

func (p bookPeople) SignIn(ctx context.Context, id, label string, at time.Time) (int, error) {
	device, err := p.Book.SignIn(ctx, id, label, at)
	return device, p.settled(ctx, err)
}

func (p bookPeople) SignOut(ctx context.Context, id string, device int) error {
	return p.settled(ctx, p.Book.SignOut(ctx, id, device))
}

func (p bookPeople) SignOutEverywhere(ctx context.Context, id string) error {
	return p.settled(ctx, p.Book.SignOutEverywhere(ctx, id))
}

func (p bookPeople) Erase(ctx context.Context, id string) error {
	return p.settled(ctx, p.Book.Erase(ctx, id))
}

func (p bookPeople) Asked(ctx context.Context, id string) (address string, err error) {
	err = p.Record(ctx, id, people.Asked, &address)
	if errors.Is(err, stream.ErrNone) {
		err = nil
	}
	return address, err
}

func (p bookPeople) Profile(ctx context.Context, id string) (Profile, error) {
	known, err := p.Book.Profile(ctx, id)
	if errors.Is(err, stream.ErrNone) {
		err = nil
	}
	return Profile{Name: known.Name, Address: known.Address}, err
}

func (p bookPeople) LuckyWords(ctx context.Context, id, match string, seat int, text string) (string, error) {
	var known people.Words
	if err := p.Record(ctx, id, people.WordsOf(match, seat), &known); err == nil && known.Text == text {
		return events.WordsDigest(known.Salt, text), nil
	}
	words := people.Words{Text: text, Salt: make([]byte, 32)}
	rand.Read(words.Salt)
	return events.WordsDigest(words.Salt, text), p.Put(ctx, id, people.WordsOf(match, seat), words)
}

func (p bookPeople) SameWords(ctx context.Context, id, match string, seat int, text string) (bool, error) {
	var known people.Words
	err := p.Record(ctx, id, people.WordsOf(match, seat), &known)
	if errors.Is(err, stream.ErrNone) {
		err = nil
	}
	return known.Text == text, err
}

func (p bookPeople) LinkNumber(ctx context.Context, id, name string) (int, error) {
	return p.Counter(ctx, id, name)
}

func (p bookPeople) RenewLink(ctx context.Context, id, name string) (int, error) {
	return p.Renew(ctx, id, name)
}

func (p bookPeople) Blocked(ctx context.Context, address string) (bool, error) {
	return p.IsBlocked(ctx, p.signer.AddressDigest(address))
}

func (p bookPeople) Unsubscribe(ctx context.Context, id, match string) error {
	return p.Put(ctx, id, people.UnsubscribedFrom(match), true)
}

func (p bookPeople) NotMe(ctx context.Context, id string) error {
	known, err := p.Book.Profile(ctx, id)
	if err != nil {
		return err
	}
	return p.Block(ctx, p.signer.AddressDigest(known.Address))
}

// box is a mailbox with fixed letters.
type box struct{ letters []Letter }

func (b *box) Letters(context.Context, int) ([]Letter, error) { return b.letters, nil }

func (b *box) Letter(_ context.Context, key string) (Letter, bool, error) {
	for _, l := range b.letters {
		if l.Key == key {
			return l, true, nil
		}
	}
	return Letter{}, false, nil
}

func (p bookPeople) Hours(ctx context.Context, id string) (clock.Person, error) {
	away, err := p.Away(ctx, id)
	if err != nil {
		return clock.Person{}, err
	}
	return p.Calendar(ctx, id, away)
}

// letterBox takes the letters that persons ask for themselves, as the office makes
// them: each kills the links of the one before.
type letterBox struct {
	book    *people.Book
	signer  link.Signer
	site    link.Site
	letters chan personal
}

// personal is such a letter.
type personal struct{ to, link string }

func (b *letterBox) SignIn(ctx context.Context, person string) error {
	known, err := b.book.Profile(ctx, person)
	if err != nil {
		return err
	}
	return b.put(ctx, known.Address, link.SignInCounter, link.Claim{Purpose: link.SignIn, Person: person, Address: b.signer.AddressDigest(known.Address)})
}

func (b *letterBox) Confirm(ctx context.Context, person, address string) error {
	if err := b.book.Put(ctx, person, people.Asked, address); err != nil {
		return err
	}
	return b.put(ctx, address, link.ConfirmCounter, link.Claim{Purpose: link.ConfirmAddress, Person: person, Address: b.signer.AddressDigest(address)})
}

func (b *letterBox) Moved(_ context.Context, _, old string) error {
	b.letters <- personal{to: old}
	return nil
}

// Withdrawn notes the seat of which the host is told that its offer was withdrawn.
func (b *letterBox) Withdrawn(_ context.Context, match string, seat game.Seat, _ int) error {
	b.letters <- personal{to: "host of " + match + ", seat " + seat.String()}
	return nil
}

func (b *letterBox) put(ctx context.Context, to, counter string, c link.Claim) (err error) {
	if c.Number, err = b.book.Renew(ctx, c.Person, counter); err != nil {
		return err
	}
	token, err := b.signer.Token(c)
	b.letters <- personal{to, b.site.Landing(token)}
	return err
}

// next is the next letter to somebody, which must come.
func (b *letterBox) next(t testing.TB, to string) (address string) {
	t.Helper()
	select {
	case l := <-b.letters:
		if l.to != to {
			t.Fatalf("the letter goes to %q, want %q", l.to, to)
		}
		return l.link
	case <-time.After(20 * time.Second):
		t.Fatalf("no letter comes to %s", to)
	}
	return ""
}

// none fails where a letter has come.
func (b *letterBox) none(t testing.TB) {
	t.Helper()
	select {
	case l := <-b.letters:
		t.Errorf("a letter goes to %q", l.to)
	default:
	}
}
