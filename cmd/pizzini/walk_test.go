package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
)

// TestWalk walks at random over all that people, the clock and the mailer can do on a
// node, in a match or two, while time passes, letters are lost and the node is closed
// and opened again. After each step all parts must agree: see walk.holds. Thousands
// of walks: go test -run TestWalk -rapid.checks 5000
func TestWalk(t *testing.T) {
	t.Parallel()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set("20"); err != nil { // a node costs more than what rapid usually checks
			t.Fatal(err)
		}
	}
	var h *walkHouse
	defer func() { h.close(t) }()
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(rt, "seed")
		if h == nil || h.walking || h.seeds[string(seed)] || len(h.seeds) >= 20 {
			h.close(t)
			h = openWalkHouse(t)
		}
		h.seeds[string(seed)], h.walking = true, true
		w := newWalk(rt, h, seed)
		rt.Repeat(map[string]func(*rapid.T){"": func(*rapid.T) { w.holds() }, "step": func(*rapid.T) { w.step() }})
		w.ends()
		h.walking = false
	})
}

// walkHouse is a node on which one walk takes place after the other. A walk gives it
// its time and its random numbers, so that it goes the same way again.
type walkHouse struct {
	t       *testing.T
	dir     string
	node    *node
	log     *output // what a node should never have to say
	stop    func() error
	now     time.Time
	random  io.Reader
	seeds   map[string]bool // of the walks that took place
	walking bool            // one has not come to its end
}

func openWalkHouse(t *testing.T) *walkHouse {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	h := &walkHouse{t: t, dir: dir, log: &output{}, seeds: map[string]bool{}}
	h.open()
	return h
}

// open opens the node of the house.
func (h *walkHouse) open() {
	ctx, cancel := context.WithCancel(context.Background())
	log := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelError}))
	n, err := openNode(ctx, settings{Data: h.dir, URL: site, InvitationDays: 21}, func() time.Time { return h.now }, log)
	if err != nil {
		h.t.Fatal(err)
	}
	n.signer.Key = make([]byte, 32) // bots choose by it
	n.people.signer = n.signer
	n.engine = engine.New(n.rules(h))
	ended := make(chan error, 1)
	go func() { ended <- n.copy.Run(ctx) }()
	h.node = n
	h.stop = func() error {
		cancel()
		err := <-ended
		if errors.Is(err, context.Canceled) {
			err = nil
		}
		return errors.Join(err, n.close())
	}
}

// Read reads from the random numbers of the walk.
func (h *walkHouse) Read(p []byte) (int, error) { return h.random.Read(p) }

func (h *walkHouse) close(t *testing.T) {
	if h == nil {
		return
	}
	if err := errors.Join(h.stop(), os.RemoveAll(h.dir)); err != nil {
		t.Error(err)
	}
}

// walk is a few matches and persons to whom anything may happen.
type walk struct {
	*rapid.T
	*walkHouse
	ctx     context.Context
	numbers *rand.ChaCha8
	persons []*walker
	matches []string
	id      string        // of the match to which something happens
	match   *engine.Match // that match, after what happened last
	seen    map[string]walked
	orders  *orders
	walkPost
}

// walker is a person as the walk knows him.
type walker struct {
	id           string
	address      string
	erased       bool
	unsubscribed map[string]bool // from which matches; "" = from all
}

// private stands in all that a person types here: names, addresses and texts.
const private = "xyzzy"

var (
	walkStarts = []time.Time{
		time.Date(2026, 11, 27, 21, 40, 0, 0, time.UTC),
		time.Date(2027, 3, 26, 9, 0, 0, 0, time.UTC), // summer time begins
		time.Date(2026, 10, 23, 17, 30, 0, 0, time.UTC),
		time.Date(2026, 12, 30, 23, 59, 30, 0, time.UTC),
	}
	walkClocks = []string{
		"", "",
		`{"kind":"decision","time":3600,"policy":"note","zone":"UTC","remind":[50,90]}`,
		`{"kind":"decision","time":259200,"policy":"claim","zone":"UTC","grace":600,"remind":[50,90]}`,
		`{"kind":"decision","time":259200,"policy":"move","zone":"Europe/Rome","weekdays":["sat","sun"],"remind":[25,50,75]}`,
		`{"kind":"decision","time":86400,"policy":"bot","zone":"UTC","dates":["2026-12-25"],"remind":[50,90]}`,
		`{"kind":"bank","bank":432000,"add":43200,"cap":864000,"policy":"claim","zone":"Asia/Tokyo","remind":[50,90]}`,
		`{"kind":"bank","bank":172800,"add":3600,"cap":172800,"policy":"bot","zone":"America/New_York","remind":[90]}`,
		`{"kind":"bank","bank":86400,"add":600,"cap":90000,"policy":"resign","zone":"UTC","grace":3600}`,
	}
	walkAddresses = []string{"", "one", "one", "two", "three", "four"}
	walkForms     = []string{"new", "new", "new", "new", "new", "new", "new", "new", "old"}
)

func newWalk(t *rapid.T, h *walkHouse, seed []byte) *walk {
	w := &walk{T: t, walkHouse: h, ctx: context.Background(), numbers: rand.NewChaCha8(sha256.Sum256(seed)), seen: map[string]walked{}}
	h.random = w.numbers
	h.now = evenly(w, "start", walkStarts)
	w.opened()
	w.begin()
	for range rapid.IntRange(1, 2).Draw(t, "matches") {
		w.create()
	}
	w.post()
	return w
}

// opened makes what a walk has of a node that was opened.
func (w *walk) opened() {
	w.orders = &orders{queue: newQueue(), node: w.node, wait: orderWait, tries: map[orderKey]tries{}}
	w.office = w.newOffice()
}

// evenly draws one of a list, all alike: what rapid draws by itself is rather one of
// the first.
func evenly[V any](w *walk, label string, of []V) V {
	return rapid.Custom(func(t *rapid.T) V {
		x := (rapid.Uint64().Draw(t, label)*0x9e3779b97f4a7c15 ^ rapid.Uint64().Draw(t, label)) * 0xff51afd7ed558ccd
		return of[(x^x>>32)*0xd6e8feb86659fd93>>32%uint64(len(of))]
	}).Draw(w.T, label)
}

func (w *walk) newID() string {
	id, err := events.NewID(w.numbers)
	if err != nil {
		w.Fatal(err)
	}
	return id
}

func (w *walk) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// person is a person who was not there before; several may have one address.
func (w *walk) person() *walker {
	p := &walker{id: w.newID(), unsubscribed: map[string]bool{}}
	if name := evenly(w, "address", walkAddresses); name != "" {
		p.address = fmt.Sprintf("%s.%s@example.org", private, name)
	}
	w.persons = append(w.persons, p)
	w.must(w.node.book.Keep(w.ctx, p.id, people.Profile{Name: fmt.Sprintf("%s %d", private, len(w.persons)), Address: p.address}))
	w.must(w.node.book.Prove(w.ctx, p.id))
	return p
}

// somebody is a person who was there before, or a new one.
func (w *walk) somebody() *walker {
	if known := w.alive(); len(known) > 0 && (len(known) > 5 || rapid.Bool().Draw(w.T, "known")) {
		return evenly(w, "person", known)
	}
	return w.person()
}

// alive lists the persons who are not erased.
func (w *walk) alive() (list []*walker) {
	for _, p := range w.persons {
		if !p.erased {
			list = append(list, p)
		}
	}
	return list
}

// known is a person by his id.
func (w *walk) known(id string) *walker {
	for _, p := range w.persons {
		if p.id == id {
			return p
		}
	}
	w.Fatalf("nobody has the id %q", id)
	return nil
}

func (w *walk) create() {
	kind := evenly(w, "kind", kindNames())
	rules, err := engine.Newest(kind)
	w.must(err)
	c := engine.Creation{ID: w.newID(), Kind: kind, Host: w.somebody().id, Watch: true}
	if chosen := evenly(w, "clock", walkClocks); chosen != "" {
		c.Clock = json.RawMessage(chosen)
	}
	for range rapid.IntRange(rules.Info().MinPlayers, min(3, rules.Info().MaxPlayers)).Draw(w.T, "players") {
		who := evenly(w, "who", []engine.Invited{engine.Anybody, engine.Himself, engine.Himself, engine.Bot, engine.Person(w.somebody().id)})
		c.Seats = append(c.Seats, engine.Invitation{Who: who})
	}
	w.id, w.match = c.ID, nil
	w.matches = append(w.matches, c.ID)
	w.did(w.node.engine.Create(w.ctx, c))
	if evenly(w, "form", walkForms) == "new" {
		for _, seat := range w.seats(func(s game.Seat) bool { return w.match.Person(s) == "" && !w.match.Bot(s) }) {
			w.take(seat)
		}
	}
}

func kindNames() (names []string) {
	for _, rules := range engine.Kinds() {
		names = append(names, rules.Info().Kind)
	}
	return names
}

// settle waits until the node's copy has all that the streams have.
func (w *walk) settle() {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, 30*time.Second)
	defer cancel()
	for _, st := range lasting {
		seq, err := w.node.store.Last(ctx, st)
		w.must(err)
		w.must(w.node.copy.WaitPosition(ctx, st, seq))
	}
}

func (w *walk) look() {
	w.Helper()
	w.settle()
	m, err := w.node.engine.Match(w.ctx, w.id)
	w.must(err)
	w.must(m.Broken)
	w.match = m
}

// did holds what is true of every command: it is carried out, or refused with a reason
// and nothing is written.
func (w *walk) did(r engine.Receipt, err error) {
	w.Helper()
	written := 0
	if w.match != nil {
		written = w.match.N()
	}
	w.look()
	var refusal *engine.Refusal
	switch {
	case err == nil && r == engine.Receipt{}: // there was nothing to do
	case err == nil && (r.Match != w.id || r.N < 1 || r.N > w.match.N() || !r.Repeated && r.N <= written):
		w.Fatalf("the receipt is %+v, after %d events of %d", r, w.match.N(), written)
	case err == nil:
	case !errors.As(err, &refusal):
		w.Fatalf("it fails: %v", err)
	case w.match.N() != written:
		w.Fatalf("it is refused (%v) and writes events %d to %d", err, written+1, w.match.N())
	case refusal.What == "" || refusal.Mend == "":
		w.Fatalf("a refusal without a reason: %+v", refusal)
	}
}

// hours are when a person's clock stands still.
func (w *walk) hours(id string) clock.Person {
	w.settle()
	hours, err := w.node.calendar(w.ctx, id)
	w.must(err)
	return hours
}
