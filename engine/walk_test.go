package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// TestWalk walks at random over all commands of the engine, in matches of every game,
// on two nodes, while time passes and now and then an answer of the store is lost. After each
// step the match must be what walk.holds says.
func TestWalk(t *testing.T) {
	t.Parallel()
	for _, kind := range append(kinds(), "toy") {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				w := newWalk(t, kind)
				t.Repeat(map[string]func(*rapid.T){"": func(*rapid.T) { w.holds() }, "step": func(*rapid.T) { w.step() }})
				w.ends()
			})
		})
	}
}

// walk is a match to which anything may happen.
type walk struct {
	*rapid.T
	ctx    context.Context
	shelf  *shelf
	nodes  [2]*engine.Engine
	random *rand.ChaCha8
	now    time.Time
	people map[string]clock.Person // by person id
	ids    []string                // of persons
	id     string
	match  *engine.Match // after the last step
	turns  []engine.Turn // that were sent
	seen   seen
}

// The clocks, and the hours of persons.
var (
	walkClocks = []string{
		"", "",
		`{"kind":"decision","time":3600,"policy":"note","zone":"UTC"}`,
		`{"kind":"decision","time":7200,"policy":"claim","zone":"UTC","grace":600}`,
		`{"kind":"decision","time":259200,"policy":"move","zone":"Europe/Rome","weekdays":["sat","sun"]}`,
		`{"kind":"decision","time":86400,"policy":"bot","zone":"UTC","dates":["2026-12-25"]}`,
		`{"kind":"bank","bank":432000,"add":43200,"cap":864000,"policy":"claim","zone":"Asia/Tokyo"}`,
		`{"kind":"bank","bank":3600,"add":0,"cap":3600,"policy":"move","zone":"UTC"}`,
		`{"kind":"bank","bank":7200,"add":60,"cap":7300,"policy":"resign","zone":"UTC","grace":3600}`,
	}
	walkForms  = []string{"new", "new", "new", "new", "new", "new", "new", "new", "new", "old"}
	walkPeople = []clock.Person{
		{},
		{Zone: "Europe/Rome", NightFrom: 22 * 60, NightTo: 7 * 60},
		{Zone: "America/New_York", NightFrom: 0, NightTo: 8 * 60},
		{Zone: "Asia/Tokyo", Away: []clock.Span{{From: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), To: time.Date(2026, 12, 9, 0, 0, 0, 0, time.UTC)}}},
	}
)

func newWalk(t *rapid.T, kind string) *walk {
	w := &walk{
		T: t, ctx: context.Background(), shelf: newShelf(), random: rand.NewChaCha8([32]byte{1}), people: map[string]clock.Person{},
		now: time.Date(2026, 11, 29, 21, 40, 0, 0, time.UTC),
	}
	for i := range w.nodes {
		w.nodes[i] = w.node(w.shelf)
	}
	rules, err := engine.Newest(kind)
	if err != nil {
		t.Fatal(err)
	}
	c := engine.Creation{ID: w.newID(), Kind: kind, Host: w.person(), Watch: true, Clock: json.RawMessage(evenly(w, "clock", walkClocks))}
	for range rapid.IntRange(rules.Info().MinPlayers, min(4, rules.Info().MaxPlayers)).Draw(t, "players") {
		who := evenly(w, "who", []engine.Invited{engine.Anybody, engine.Anybody, engine.Himself, engine.Bot, engine.Person(w.person())})
		c.Seats = append(c.Seats, engine.Invitation{Who: who})
	}
	w.id = c.ID
	r, err := w.any().Create(w.ctx, c)
	w.did(r, err)
	w.look()
	if evenly(w, "form", walkForms) == "new" {
		for _, seat := range w.seats(func(s game.Seat) bool { return w.match.Person(s) == "" && !w.match.Bot(s) }) {
			w.take(seat)
			w.look()
		}
	}
	return w
}

func (w *walk) node(on *shelf) *engine.Engine {
	return engine.New(engine.Config{
		Copy: on, Truth: on, Key: key, Now: func() time.Time { return w.now }, Random: w.random, InviteDays: 21,
		Calendar: func(_ context.Context, person string) (clock.Person, error) { return w.people[person], nil },
	})
}

// any is one of the nodes.
func (w *walk) any() *engine.Engine { return w.nodes[rapid.IntRange(0, 1).Draw(w.T, "node")] }

func (w *walk) newID() string {
	id, err := events.NewID(w.random)
	if err != nil {
		w.Fatal(err)
	}
	return id
}

// person is a person who was not there before.
func (w *walk) person() string {
	id := w.newID()
	w.ids = append(w.ids, id)
	w.people[id] = evenly(w, "hours", walkPeople)
	return id
}

func (w *walk) look() {
	m, err := w.nodes[0].Match(w.ctx, w.id)
	if err != nil {
		w.Fatal(err)
	}
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
	case err == nil && (r.Match != w.id || r.N < 1 || r.N > w.match.N() || !r.Repeated && (r.N <= written || r.N != w.match.N())):
		w.Fatalf("the receipt is %+v, after %d events of %d", r, w.match.N(), written)
	case err == nil:
	case !errors.As(err, &refusal):
		w.Fatalf("it fails: %v", err)
	case refusal.Code != engine.Unknown && w.match.N() != written:
		w.Fatalf("it is refused (%v) and writes events %d to %d", err, written+1, w.match.N())
	case refusal.What == "" || refusal.Mend == "":
		w.Fatalf("a refusal without a reason: %+v", refusal)
	}
}

// seats lists those of which something holds.
func (w *walk) seats(holds func(game.Seat) bool) (list []game.Seat) {
	for seat := game.Seat(1); int(seat) <= w.match.Players(); seat++ {
		if holds(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// one is one of some seats, where there is one, else any number.
func (w *walk) one(of []game.Seat) game.Seat {
	if len(of) == 0 {
		return game.Seat(rapid.IntRange(0, w.match.Players()+1).Draw(w.T, "any seat"))
	}
	return evenly(w, "seat", of)
}

// human is a seat of a person.
func (w *walk) human() game.Seat {
	return w.one(w.seats(func(s game.Seat) bool { return w.match.Person(s) != "" }))
}

// form is a form about a seat, now and then an old one.
func (w *walk) form(seat game.Seat) engine.SeatCommand {
	c := engine.SeatCommand{Match: w.id, Seat: seat, Answers: w.match.LinkNumber(seat)}
	if evenly(w, "form", walkForms) == "old" {
		c.Answers = rapid.IntRange(0, w.match.N()).Draw(w.T, "answers")
	}
	return c
}
