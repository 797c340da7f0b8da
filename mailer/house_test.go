package mailer

import (
	"bytes"
	"cmp"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web/link"
)

// watch is the time of a test: it moves when the test says so.
type watch struct {
	mu  sync.Mutex
	now time.Time
}

func (c *watch) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *watch) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// house is a whole installation without pages: event store, database, people,
// engine and an office that sends to a real SMTP server.
type house struct {
	t        testing.TB
	dir      string
	clock    *watch
	store    *stream.Store
	copy     *projections.DB
	book     *people.Book
	engine   *engine.Engine
	post     *post
	composer *Composer
	office   *Office
	person   map[string]string // name → id
	random   io.Reader         // of the engine
	matchID  string            // of the next match; empty = any
	timed    json.RawMessage   // the clock of the matches that it makes; nil = none
}

// random is what the engine of a house draws from.
type random struct{ *house }

func (r random) Read(p []byte) (int, error) { return r.house.random.Read(p) }

var installation = bytes.Repeat([]byte{7}, 32)

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, dir: t.TempDir(), clock: &watch{now: time.Now().UTC().Truncate(time.Millisecond)}, post: &post{}, random: crand.Reader, person: map[string]string{}}
	var err error
	if h.store, err = stream.Open(t.Context(), stream.Config{Dir: h.dir, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
	})
	h.copy = h.openCopy(h.dir)
	h.book = people.New(h.store, h.copy)
	h.engine = engine.New(engine.Config{
		Copy: h.copy, Truth: projections.Truth(h.store), Key: installation, Now: h.clock.time, Random: random{h}, InviteDays: 21,
		Calendar: func(ctx context.Context, person string) (clock.Person, error) {
			c, err := h.book.Calendar(ctx, person)
			return player(c), err
		},
	})
	h.composer = &Composer{People: h.book, Signer: link.Signer{Key: installation}, Site: "https://games.example", FromName: "Slow games", FromAddress: "pizzini@games.example", InvitationDays: 21}
	h.office = h.newOffice(h.copy, h.engine)
	return h
}

// openCopy opens a node's copy that follows the store until the test ends.
func (h *house) openCopy(dir string) *projections.DB {
	h.t.Helper()
	db, err := projections.Open(h.t.Context(), projections.Config{Dir: dir, Store: h.store, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); db.Run(ctx) }()
	h.t.Cleanup(func() {
		stop()
		<-done
		if err := db.Close(); err != nil {
			h.t.Error(err)
		}
	})
	return db
}

func (h *house) newOffice(db *projections.DB, e *engine.Engine) *Office {
	transport := pool(h.t, office(h.t, h.post, nil))
	return New(Config{Store: h.store, Copy: db, Matches: e, Composer: h.composer, Transport: transport, Delay: 30 * time.Second,
		Now: h.clock.time, Log: slog.New(slog.DiscardHandler)})
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// somebody makes a person with an address.
func (h *house) somebody(name string) string {
	h.t.Helper()
	address := name + "@example.org"
	if name == "" {
		address = ""
	}
	id, err := h.book.Create(h.t.Context(), people.Profile{Name: name, Address: address})
	h.must(err)
	h.must(h.book.Prove(h.t.Context(), id))
	h.person[name] = id
	return id
}

// invite makes a match of Patronize of the host with the seats given: "host",
// "bot", "link", or a name that is invited.
func (h *house) invite(host string, seats ...string) string {
	h.t.Helper()
	c := engine.Creation{ID: cmp.Or(h.matchID, engine.NewID()), Kind: "patronize", Host: h.somebody(host), Watch: true, Clock: h.timed}
	for _, who := range seats {
		invited := engine.Invited(who)
		if !slices.Contains([]string{"host", "bot", "link"}, who) {
			if h.person[who] == "" {
				h.somebody(who)
			}
			invited = engine.Person(h.person[who])
		}
		c.Seats = append(c.Seats, engine.Invitation{Who: invited})
	}
	_, err := h.engine.Create(h.t.Context(), c)
	h.must(err)
	return c.ID
}

// play makes a match that three persons play, without letters so far.
func (h *house) play() string {
	h.t.Helper()
	id := h.invite("anna", "host", "ben", "cleo")
	h.take(id, 2, "ben")
	h.take(id, 3, "cleo")
	return id
}

func (h *house) match(id string) *engine.Match {
	h.t.Helper()
	m, err := h.office.present(h.t.Context(), id)
	h.must(err)
	return m
}

func (h *house) seat(id string, seat game.Seat) engine.SeatCommand {
	h.t.Helper()
	return engine.SeatCommand{Match: id, Seat: seat, Answers: h.match(id).LinkNumber(seat)}
}

// write writes one slip of a match as it is given, whoever could give such a command.
func (h *house) write(id, by string, data ...any) {
	h.t.Helper()
	l := &log{t: h.t, house: h, match: h.match(id), now: h.clock.time()}
	version, cmd := l.match.Version(), fmt.Sprintf("%032x", l.match.N())
	_, _, err := h.store.Append(h.t.Context(), id, version, cmd, l.add(by, data...))
	h.must(err)
}

func (h *house) take(id string, seat game.Seat, name string) {
	h.t.Helper()
	_, err := h.engine.Take(h.t.Context(), h.seat(id, seat), h.person[name], "")
	h.must(err)
}

// move plays a random legal move of the first active seat.
func (h *house) move(id string, random *rand.Rand) {
	h.t.Helper()
	m := h.match(id)
	seat := m.Active()[0]
	if m.Bot(seat) {
		_, err := h.engine.Bots(h.t.Context(), id)
		h.must(err)
		return
	}
	legal := m.Legal(seat)
	moves := []game.Move{legal[random.IntN(len(legal))]}
	_, err := h.engine.Play(h.t.Context(), engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: moves})
	h.must(err)
}

// records reads the state of all letters from the event store.
func (h *house) records() map[Key]Record {
	h.t.Helper()
	last, err := h.store.Last(h.t.Context(), stream.Letters)
	h.must(err)
	found := map[Key]Record{}
	if last == 0 {
		return found
	}
	done := errors.New("done")
	err = h.store.Follow(h.t.Context(), stream.Letters, 1, func(m stream.Message) error {
		key, err := ParseKey(m.Subject[len("letter."):])
		h.must(err)
		found[key], err = decodeRecord(m.Data)
		h.must(err)
		if m.Seq >= last {
			return done
		}
		return nil
	})
	if !errors.Is(err, done) {
		h.t.Fatal(err)
	}
	return found
}

// deliver decides, lets the delay pass and tries each letter that is due, until
// none is. It gives what arrived, as "kind person".
func (h *house) deliver(id string) []string {
	h.t.Helper()
	h.must(h.office.Decide(h.t.Context(), id))
	h.clock.pass(time.Minute)
	return h.try()
}

// try tries each letter whose time has come.
func (h *house) try() []string {
	h.t.Helper()
	before := len(h.post.all())
	var sent []string
	for again := true; again; {
		again = false
		records := h.records()
		for _, key := range slices.SortedFunc(maps.Keys(records), func(a, b Key) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) }) {
			if r := records[key]; r.State != Claimed || r.Next.After(h.clock.time()) {
				continue
			}
			again = true
			h.must(h.office.Try(h.t.Context(), key))
			if r := h.records()[key]; r.State == Sent {
				sent = append(sent, string(r.Kind)+" "+h.who(r.Person))
			}
		}
	}
	if got := len(h.post.all()) - before; got != len(sent) {
		h.t.Errorf("%d letters arrived, %d have the state sent: %v", got, len(sent), sent)
	}
	slices.Sort(sent)
	return sent
}

func (h *house) who(id string) string {
	for name, person := range h.person {
		if person == id {
			return name
		}
	}
	return "nobody"
}

func (p *post) all() []received {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.letters)
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("letters: %q, want %q", got, want)
	}
}

// caughtUp waits until the database has the end of LETTERS.
func (h *house) caughtUp() {
	h.t.Helper()
	last, err := h.store.Last(h.t.Context(), stream.Letters)
	h.must(err)
	h.must(h.copy.WaitPosition(h.t.Context(), stream.Letters, last))
}

// peopleCaughtUp waits until the database has the end of PEOPLE.
func (h *house) peopleCaughtUp() {
	h.t.Helper()
	last, err := h.store.Last(h.t.Context(), stream.People)
	h.must(err)
	h.must(h.copy.WaitPosition(h.t.Context(), stream.People, last))
}

// cancelled is a context that the test ends.
func cancelled(t *testing.T) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	return ctx, stop
}
