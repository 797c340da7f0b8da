package projections

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pizzini/engine"
)

// The generated constant is schema.sql.
func TestSchemaIsGenerated(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != schema {
		t.Error("schema.go is stale: run go generate ./projections")
	}
}

// Who deletes the file in the middle of everything loses nothing, and no hook is
// called when it is built anew.
func TestDeletedCopyIsBuiltAnew(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		tails []string
	}{{"whole", []string{"", "-wal", "-shm"}}, {"its log is left over", []string{""}}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := newNode(t, t.TempDir())
			match := n.fill()
			n.followed()
			before := rows(t, n.db.Path())
			path := n.db.Path()
			log, err := os.ReadFile(path + "-wal")
			if err != nil || len(log) == 0 {
				t.Fatalf("there is no write-ahead log to leave over: %v", err)
			}
			n.closeCopy()
			for _, tail := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(path + tail)
			}
			if len(c.tails) == 1 {
				// The log as a crash would have left it.
				if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			db, err := Open(t.Context(), n.config())
			if err != nil {
				t.Fatal(err)
			}
			db.Changes(func(match string, n int) { t.Errorf("a hook was called for event %d of match %s", n, match) })
			n.stop = start(t, db)
			n.db = db
			if !db.CaughtUp() {
				t.Error("a copy that was built is not caught up")
			}
			n.followed()
			sameRows(t, before, rows(t, db.Path()))
			if db.Path() == path {
				t.Error("the name of the deleted copy came again")
			}
			if err := db.Wait(t.Context(), match, 1); err != nil {
				t.Error(err)
			}
			n.closeCopy()
			if found := names(t, n.dir); len(found) != 1 {
				t.Errorf("more than the copy is left: %q", found)
			}
		})
	}
}

// A copy of another schema is built anew; of older ones one stays.
func TestOtherSchemaIsBuiltAnew(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	n.followed()
	before := rows(t, n.db.Path())
	path := n.db.Path()
	n.closeCopy()
	was := filepath.Base(path)
	older := strings.Replace(was, schemaHash(), "0123456789ab", 1)
	if err := os.Rename(path, filepath.Join(filepath.Dir(path), older)); err != nil {
		t.Fatal(err)
	}
	oldest := strings.Replace(older, "T", "T", 1)
	oldest = oldest[:len(oldest)-len("20060102T150405.000000000.sqlite")] + "20200102T150405.000000000.sqlite"
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), oldest), []byte("no database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), was+".part"), []byte("half built"), 0o600); err != nil {
		t.Fatal(err)
	}
	n.open()
	sameRows(t, before, rows(t, n.db.Path()))
	now := filepath.Base(n.db.Path())
	n.closeCopy()
	found := names(t, n.dir)
	for _, name := range found {
		if name != now && !strings.HasPrefix(name, older) && name != strings.Replace(oldest, "copy-", "aside-", 1) {
			t.Errorf("%s is left", name)
		}
	}
	if len(found) < 2 {
		t.Errorf("the previous copy is gone: %q", found)
	}
}

// notice is a log that tells when a line with the text comes.
type notice struct {
	slog.Handler
	text string
	came chan struct{}
}

func (n notice) Enabled(context.Context, slog.Level) bool { return true }

func (n notice) Handle(_ context.Context, r slog.Record) error {
	if strings.Contains(r.Message, n.text) {
		select {
		case n.came <- struct{}{}:
		default:
		}
	}
	return nil
}

// Rows and position are written together or not at all; a disk that takes no
// writes is waited for.
func TestRowsAndPositionAreOneTransaction(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	match := n.fill()
	n.followed()
	n.closeCopy()
	path := n.db.Path()
	before := rows(t, path)
	execute(t, path, `create trigger full before update on position begin select raise(abort, 'the disk is full'); end`)
	failed := notice{slog.DiscardHandler, "cannot be written", make(chan struct{}, 1)}
	db, err := Open(t.Context(), Config{Dir: n.dir, Store: n.store, Log: slog.New(failed)})
	if err != nil {
		t.Fatal(err)
	}
	n.db, n.stop = db, start(t, db)
	n.play(match, 2)
	<-failed.came
	sameRows(t, before, rows(t, path))
	if db.CaughtUp() {
		t.Error("a copy that cannot be written says that it is caught up")
	}
	execute(t, path, `drop trigger full`)
	n.followed()
	n.sameAsBuiltAnew()
	if !db.CaughtUp() {
		t.Error("it is not caught up when the disk takes writes again")
	}
}

// sameAsBuiltAnew compares the copy with one that is built from the streams now.
func (n *node) sameAsBuiltAnew() {
	n.t.Helper()
	n.followed()
	fresh := Config{Dir: n.t.TempDir(), Store: n.store, Log: quiet(n.t)}
	db, err := Open(n.t.Context(), fresh)
	if err != nil {
		n.t.Fatal(err)
	}
	defer db.Close()
	sameRows(n.t, rows(n.t, db.Path()), rows(n.t, n.db.Path()))
}

// The copy is stopped again and again while matches go on.
func TestRestartInTheMiddle(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	anna, berta, clara := engine.NewID(), engine.NewID(), engine.NewID()
	one, two := n.started(anna, berta, clara), n.started(berta, anna, clara)
	for round := range 4 {
		n.play(one, 3+round)
		n.closeCopy() // wherever it is
		n.play(two, 2)
		n.open()
		n.play(two, 1)
	}
	n.sameAsBuiltAnew()
	row, ok, err := n.db.MatchRow(t.Context(), two)
	if m := n.match(two); err != nil || !ok || row.N != m.N() || row.Hash != m.Head().Hash {
		t.Errorf("the row of the match is %+v %v, its head %v", row, err, m.Head())
	}
}

// Wait, Subscribe and Changes tell what was committed.
func TestWaitAndSubscribe(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.closeCopy()
	db, err := Open(t.Context(), n.config())
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan change, 100)
	db.Changes(func(match string, n int) { heard <- change{match, n} })
	n.db = db
	n.stop = start(t, db)

	short, cancel := context.WithCancel(t.Context())
	cancel()
	match := engine.NewID()
	if err := db.Wait(short, match, 1); err == nil {
		t.Error("Wait returned for a match that is not there")
	}
	waited := make(chan error, 1)
	go func() { waited <- db.Wait(t.Context(), match, 1) }()
	numbers, forget := db.Subscribe(match)
	created, err := n.Create(t.Context(), engine.Creation{ID: match, Kind: "patronize", Host: engine.NewID(),
		Seats: []engine.Invitation{{Who: engine.Anybody}, {Who: engine.Bot}, {Who: engine.Bot}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Fatal(err)
	}
	if got := <-numbers; got != created.N {
		t.Errorf("the subscriber got %d, want %d", got, created.N)
	}
	if got := <-heard; got != (change{match, created.N}) {
		t.Errorf("the hook got %v", got)
	}
	// Nobody reads: the newest number waits, and the projector does not.
	var last int
	for range 3 {
		r, err := n.Engine.Link(t.Context(), engine.SeatCommand{Match: match, Seat: 1, Answers: n.match(match).LinkNumber(1)}, true)
		if err != nil {
			t.Fatal(err)
		}
		last = r.N
	}
	if err := db.Wait(t.Context(), match, last); err != nil {
		t.Fatal(err)
	}
	n.followed() // Wait may see the rows a moment before the subscribers are told
	if got := <-numbers; got != last {
		t.Errorf("the slow subscriber got %d, want the newest, %d", got, last)
	}
	forget()
	forget()
	if len(db.hub.subscribers) != 0 {
		t.Error("who left is still told")
	}
}
