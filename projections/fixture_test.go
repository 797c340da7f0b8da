package projections

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/stream"
)

// node is an event store, a copy that follows it, and an engine on both.
type node struct {
	*engine.Engine
	t     testing.TB
	dir   string
	store *stream.Store
	db    *DB
	stop  func() error    // ends Run and returns its error
	clock json.RawMessage // of the matches that are created; nil = none
}

func openStore(t testing.TB, dir string) *stream.Store {
	t.Helper()
	s, err := stream.Open(context.Background(), stream.Config{Dir: dir, Log: quiet(t), FreeForMatch: 1, FreeForMove: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func quiet(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// newNode opens everything in a folder and lets the copy follow.
func newNode(t testing.TB, dir string) *node {
	t.Helper()
	n := &node{t: t, dir: dir, store: openStore(t, dir)}
	n.open()
	return n
}

// open opens the copy again after it was closed.
func (n *node) open() {
	n.t.Helper()
	db, err := Open(n.t.Context(), n.config())
	if err != nil {
		n.t.Fatal(err)
	}
	n.db = db
	n.Engine = engineOn(n.store)
	n.stop = start(n.t, db)
}

// engineOn is an engine that waits for no copy: a test says when it does.
func engineOn(s *stream.Store) *engine.Engine {
	return engine.New(engine.Config{Copy: Truth(s), Truth: Truth(s), Key: bytes.Repeat([]byte{7}, 32), Now: time.Now, Random: rand.Reader})
}

func (n *node) config() Config { return Config{Dir: n.dir, Store: n.store, Log: quiet(n.t)} }

// start runs a copy. It is stopped and closed at the end of the test at the latest.
func start(t testing.TB, db *DB) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- db.Run(ctx) }()
	var once sync.Once
	var failed error
	stop = func() error {
		once.Do(func() {
			cancel()
			failed = <-ended
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return failed
	}
	t.Cleanup(func() { _ = stop() })
	return stop
}

// closeCopy closes the copy; the store stays.
func (n *node) closeCopy() {
	n.t.Helper()
	if err := n.stop(); !errors.Is(err, context.Canceled) {
		n.t.Fatalf("the copy stopped following: %v", err)
	}
}

// close closes everything.
func (n *node) close() {
	n.t.Helper()
	n.closeCopy()
	if err := n.store.Close(); err != nil {
		n.t.Fatal(err)
	}
}

// followed waits until the copy has all that is on the streams.
func (n *node) followed() {
	n.t.Helper()
	reached, err := ends(n.t.Context(), n.store)
	if err != nil {
		n.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(n.t.Context(), time.Minute)
	defer cancel()
	for st, seq := range reached {
		if err := n.db.WaitPosition(ctx, st, seq); err != nil {
			n.t.Fatal(err)
		}
	}
}

// create makes a match of patronize.
func (n *node) create(host string, seats ...engine.Invited) string {
	n.t.Helper()
	c := engine.Creation{ID: engine.NewID(), Kind: "patronize", Host: host, Clock: n.clock}
	for _, who := range seats {
		c.Seats = append(c.Seats, engine.Invitation{Who: who})
	}
	if _, err := n.Create(n.t.Context(), c); err != nil {
		n.t.Fatal(err)
	}
	return c.ID
}

// started makes a match in which the persons sit.
func (n *node) started(persons ...string) string {
	n.t.Helper()
	id := n.create(persons[0], slices.Repeat([]engine.Invited{engine.Anybody}, len(persons))...)
	for i, person := range persons {
		seat := game.Seat(i + 1)
		c := engine.SeatCommand{Match: id, Seat: seat, Answers: n.match(id).LinkNumber(seat)}
		if _, err := n.Take(n.t.Context(), c, person, ""); err != nil {
			n.t.Fatal(err)
		}
	}
	return id
}

func (n *node) match(id string) *engine.Match {
	n.t.Helper()
	slips, err := Truth(n.store).Slips(n.t.Context(), id, 0)
	if err != nil {
		n.t.Fatal(err)
	}
	var log []*events.Event
	for _, s := range slips {
		slip, err := events.ParseSlip(s.Payload)
		if err != nil {
			n.t.Fatal(err)
		}
		log = append(log, slip...)
	}
	return engine.Fold(log)
}

// play plays the first legal moves of whoever is active.
func (n *node) play(id string, moves int) {
	n.t.Helper()
	for range moves {
		m := n.match(id)
		if len(m.Active()) == 0 {
			return
		}
		seat := m.Active()[0]
		turn := engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: m.Legal(seat)[:1]}
		if _, err := n.Play(n.t.Context(), turn); err != nil {
			n.t.Fatal(err)
		}
	}
}

// put writes a record.
func (n *node) put(st stream.Stream, subject string, data []byte) {
	n.t.Helper()
	if _, err := n.store.Put(n.t.Context(), st, subject, data, nil); err != nil {
		n.t.Fatal(err)
	}
}

// fill makes something of everything.
func (n *node) fill() (match string) {
	n.t.Helper()
	anna, berta, clara := engine.NewID(), engine.NewID(), engine.NewID()
	n.put(stream.Keys, "key.installation.1", []byte("installation"))
	for _, person := range []string{anna, berta, clara} {
		n.put(stream.Keys, "key."+person, []byte("key of "+person))
		n.put(stream.People, "person."+person+".profile", []byte("profile of "+person))
		n.put(stream.People, "person."+person+".profile", []byte("new profile of "+person))
	}
	match = n.started(anna, berta, clara)
	n.play(match, 5)
	other := n.create(berta, engine.Bot, engine.Bot, engine.Bot)
	if _, err := n.Bots(n.t.Context(), other); err != nil {
		n.t.Fatal(err)
	}
	n.put(stream.Letters, "letter."+match+".1.4", []byte(`{"kind":"your-turn","state":"sent","at":"2026-11-29T21:40:00.123Z"}`))
	n.put(stream.Letters, "letter."+match+".2.9", []byte(`{"kind":"your-turn","state":"claimed","at":"2026-11-29T21:41:00.123Z","next":"2026-11-29T22:40:00.000Z"}`))
	return match
}

// rows are all rows of all tables of a file, as text, but for the columns named.
func rows(t testing.TB, path string, without ...string) string {
	t.Helper()
	db, err := openReaders(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, err := texts(t.Context(), db, `select name from sqlite_schema where type = 'table' order by name`)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, table := range tables {
		columns, err := texts(t.Context(), db, `select name from pragma_table_info(?) order by cid`, table)
		if err != nil {
			t.Fatal(err)
		}
		columns = slices.DeleteFunc(columns, func(c string) bool { return slices.Contains(without, table+"."+c) })
		for i, c := range columns {
			columns[i] = `quote("` + c + `")`
		}
		lines, err := texts(t.Context(), db, fmt.Sprintf(`select %s as line from %q order by line`, strings.Join(columns, ` || ' ' || `), table))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s, %d rows\n%s\n", table, len(lines), strings.Join(lines, "\n"))
	}
	return all.String()
}

// sameRows compares two dumps of rows.
func sameRows(t testing.TB, before, after string) {
	t.Helper()
	if before == after {
		return
	}
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Errorf("rows differ from line %d on:\n  was %.300q\n  is  %.300q", i, at(a, i), at(b, i))
			return
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// names lists the folder of the copies without the lock.
func names(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "copy"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		if e.Name() != "lock" {
			found = append(found, e.Name())
		}
	}
	return found
}

// execute changes a file behind the projector's back.
func execute(t testing.TB, path, query string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, "rw", "busy_timeout(5000)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatal(err)
	}
}
