package projections

import (
	"testing"

	"pizzini/engine"
)

// What was written while nobody followed is there before Run begins, and the lists
// are as if it had been followed.
func TestCatchUp(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	match := n.started(engine.NewID(), engine.NewID(), engine.NewID())
	n.followed()
	n.closeCopy()
	n.play(match, 5)
	db, err := Open(t.Context(), n.config())
	if err != nil {
		t.Fatal(err)
	}
	behind, err := db.number(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	now, err := db.number(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	if want := n.match(match).N(); behind >= want || now != want || !db.CaughtUp() {
		t.Errorf("the copy had %d events and then %d, the store has %d; caught up: %v", behind, now, want, db.CaughtUp())
	}
	followed := rows(t, db.Path())
	if err := db.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	sameRows(t, followed, rows(t, db.Path()))
	n.db, n.stop = db, start(t, db)
	n.followed()
	sameRows(t, followed, rows(t, db.Path()))
	n.closeCopy()
	if _, err := Rebuild(t.Context(), n.config(), false); err != nil {
		t.Fatal(err)
	}
	n.open()
	sameRows(t, followed, rows(t, n.db.Path()))
}
