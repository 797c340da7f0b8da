package projections

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/events/people"
)

// Whoever listens at a table hears of its talk, of what its host lets others read,
// and of persons who were erased, and of no other table; hooks hear of each record.
func TestRecordsAreTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := openStore(t, dir)
	db, err := Open(t.Context(), Config{Dir: dir, Store: store, Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var heard []string
	all := make(chan struct{})
	db.Records(func(subject string) {
		mu.Lock()
		defer mu.Unlock()
		if heard = append(heard, subject); strings.HasSuffix(subject, ".erased") {
			close(all)
		}
	})
	start(t, db)
	book := people.New(store, db)
	const match, other = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"
	told, cancel := db.SubscribeTalk(match)
	defer cancel()
	elsewhere, cancelElsewhere := db.SubscribeTalk(other)
	defer cancelElsewhere()
	gone, forget := db.SubscribeTalk(match)
	forget()
	id, err := book.Create(t.Context(), people.Profile{Name: "Anna"})
	if err != nil {
		t.Fatal(err)
	}
	hears := func(what string, where <-chan struct{}) {
		t.Helper()
		select {
		case <-where:
		case <-time.After(20 * time.Second):
			t.Fatalf("nobody hears of %s", what)
		}
	}
	put := func(kind string, v any) {
		t.Helper()
		if err := book.Put(t.Context(), id, kind, v); err != nil {
			t.Fatal(err)
		}
	}
	put("talk-"+match+"-1", "hello")
	hears("talk", told)
	put("extras-"+match, true)
	hears("the host's choice", told)
	if len(elsewhere) > 0 {
		t.Error("another table hears of it")
	}
	put("note-"+match+"-7", "secret")
	put("orders-"+match+"-2", true)
	put("talk-nothing-1", "nobody")
	if err := book.Erase(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	hears("an erased person", told)
	hears("an erased person", elsewhere)
	select {
	case <-all:
	case <-time.After(20 * time.Second):
		t.Fatal("the hook does not hear of all records")
	}
	mu.Lock()
	defer mu.Unlock()
	for _, kind := range []string{"profile", "talk-" + match + "-1", "extras-" + match, "note-" + match + "-7", "orders-" + match + "-2"} {
		if !slices.Contains(heard, "person."+id+"."+kind) {
			t.Errorf("the hook did not hear of %s, but of %q", kind, heard)
		}
	}
	if len(told)+len(elsewhere)+len(gone) > 0 {
		t.Error("somebody hears of what is nobody's business, or after he has gone")
	}
}
