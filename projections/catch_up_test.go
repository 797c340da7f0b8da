package projections

import "testing"

// What was written while nobody followed is there before Run begins, and the lists
// are as if it had been followed.
func TestCatchUp(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	match := n.started("anna", "bruno", "chiara")
	n.followed()
	n.closeCopy()
	n.play(match, 5)
	db, err := Open(t.Context(), n.config())
	if err != nil {
		t.Fatal(err)
	}
	behind, err := engineOf(db).Match(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	m, err := engineOf(db).Match(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	want := n.match(match)
	if behind.N() >= want.N() || m.N() != want.N() || !db.CaughtUp() {
		t.Errorf("the copy had %d events and then %d, the store has %d; caught up: %v", behind.N(), m.N(), want.N(), db.CaughtUp())
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
