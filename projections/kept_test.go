package projections

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events/stream"
)

// The copy answers like the event store.
func TestLastOn(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	match := n.fill()
	n.followed()
	for _, c := range []struct {
		st      stream.Stream
		subject string
	}{
		{stream.Keys, "key.installation.1"},
		{stream.Letters, "letter." + match + ".1.4"},
		{stream.People, "person." + engine.NewID() + ".profile"},
	} {
		want, wantErr := n.store.LastOn(t.Context(), c.st, c.subject)
		got, err := n.db.LastOn(t.Context(), c.st, c.subject)
		if errors.Is(err, stream.ErrNone) != errors.Is(wantErr, stream.ErrNone) || got.Seq != want.Seq || got.ID != want.ID ||
			!bytes.Equal(got.Data, want.Data) || !got.At.Equal(want.At.Truncate(time.Millisecond)) {
			t.Errorf("%s: got %+v %v, the store has %+v %v", c.subject, got, err, want, wantErr)
		}
	}
}

// Nothing of an erased person stays in any file of the folder, and what comes for
// him later is not taken.
func TestErasedPersonLeavesNoBytes(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	secret := func(size int) []byte {
		raw := make([]byte, size/2)
		rand.Read(raw)
		return []byte(hex.EncodeToString(raw))
	}
	var secrets [][]byte
	var persons []string
	for i := range 30 {
		person := engine.NewID()
		persons = append(persons, person)
		key := secret(32)
		secrets = append(secrets, key)
		n.put(stream.Keys, "key."+person, key)
		for j := range 4 { // some take pages of their own, and are replaced
			record := secret(40 + 900*i%7000)
			secrets = append(secrets, record[:40])
			n.put(stream.People, fmt.Sprintf("person.%s.kind-%d", person, j%3), record)
		}
	}
	n.followed()
	n.closeCopy()
	// A previous copy and one that was put aside have it all too.
	previous := filepath.Join(n.dir, "copy", "copy-0123456789ab-20200101T000000.000000000-20200101T000000.000000000.sqlite")
	aside := filepath.Join(n.dir, "copy", "aside-0123456789ab-20200101T000000.000000000-20200101T000000.000000000.sqlite")
	text, err := os.ReadFile(n.db.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{previous, aside} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n.open()
	// A reader in the middle of something needs the old pages, so that they must
	// wait to be overwritten; nothing else waits.
	reading, err := n.db.reader.QueryContext(t.Context(), `select subject from kept`)
	if err != nil || !reading.Next() {
		t.Fatal(err)
	}
	left := 5
	for _, person := range persons[left:] {
		n.put(stream.People, "person."+person+".erased", []byte("{}"))
	}
	n.followed()
	crashed := t.TempDir() // the files as a crash would leave them now
	copied(t, n.dir, "copy", filepath.Join("..", filepath.Base(crashed), "copy"))
	if err := reading.Close(); err != nil {
		t.Fatal(err)
	}
	for _, person := range persons[left:] {
		if err := n.store.Erase(t.Context(), stream.Keys, "key."+person); err != nil {
			t.Fatal(err)
		}
	}
	late := persons[left]
	n.put(stream.People, "person."+late+".profile", secrets[len(secrets)-1])
	n.followed()
	if _, err := n.db.LastOn(t.Context(), stream.People, "person."+late+".profile"); !errors.Is(err, stream.ErrNone) {
		t.Errorf("what came after the end was taken: %v", err)
	}
	if _, err := n.db.LastOn(t.Context(), stream.People, "person."+late+".erased"); err != nil {
		t.Errorf("that he was erased is not known: %v", err)
	}
	if _, err := n.db.LastOn(t.Context(), stream.Keys, "key."+persons[0]); err != nil {
		t.Errorf("another person's key is gone: %v", err)
	}
	gone := secrets[left*5:]
	noneOf(t, n.dir, gone)
	if !bytes.Contains(must(os.ReadFile(n.db.Path())), secrets[0]) {
		t.Error("the search finds nothing, not even what must be there")
	}
	after, err := Open(t.Context(), Config{Dir: crashed, Store: n.store, Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	noneOf(t, crashed, gone)
	if err := after.Close(); err != nil {
		t.Error(err)
	}
	// The last message of KEYS is gone: the position there holds all the same.
	n.closeCopy()
	n.open()
	if !n.db.CaughtUp() {
		t.Error("the copy waits for a key that was erased")
	}
	found := rows(t, n.db.Path(), "position.seq", "position.hash") // a new copy never sees what was erased
	n.dir = t.TempDir()
	n.closeCopy()
	n.open()
	sameRows(t, found, rows(t, n.db.Path(), "position.seq", "position.hash"))
}

// noneOf looks for secrets in all files of the copies.
func noneOf(t *testing.T, dir string, secrets [][]byte) {
	t.Helper()
	for _, name := range names(t, dir) {
		text := must(os.ReadFile(filepath.Join(dir, "copy", name)))
		found := 0
		for _, s := range secrets {
			if bytes.Contains(text, s) {
				found++
			}
		}
		if found > 0 {
			t.Errorf("%s still has %d of %d secrets of erased persons", name, found, len(secrets))
		}
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

// Letters are listed with their state, the newest first.
func TestLetters(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	match := n.fill()
	n.put(stream.Letters, "letter.signin.abc", []byte(`no record`))
	n.put(stream.Letters, "letter."+match+".2.9", []byte(`{"kind":"your-turn","state":"refused","code":"mailbox","at":"2026-11-29T21:50:00.000Z"}`))
	n.put(stream.Letters, "letter."+match+".2.9.refused", []byte(`{"kind":"refused","state":"claimed","at":"2026-11-29T21:51:00.000Z","next":"2026-11-29T21:52:00.000Z"}`))
	n.followed()
	all, err := n.db.Letters(t.Context(), LetterFilter{Match: match})
	if err != nil || len(all) != 3 {
		t.Fatalf("letters %+v %v", all, err)
	}
	if l := all[0]; l.Subject != "letter."+match+".2.9.refused" || l.Kind != "refused" || l.Seat != 2 || l.Call != 9 {
		t.Errorf("the newest is %+v", l)
	}
	if l := all[1]; l.State != "refused" || l.Code != "mailbox" || !l.Next.IsZero() || l.Seq == 0 || len(l.Data) == 0 {
		t.Errorf("the next is %+v", l)
	}
	soon, err := n.db.Letters(t.Context(), LetterFilter{State: "claimed", Before: all[0].At.Add(time.Hour)})
	if err != nil || len(soon) != 1 {
		t.Errorf("letters to be tried %+v %v", soon, err)
	}
	if every, err := n.db.Letters(t.Context(), LetterFilter{}); err != nil || len(every) != 4 {
		t.Errorf("all letters are %+v %v", every, err)
	}
}

// A letter is forgotten when LETTERS forgets it.
func TestOldLettersAreForgotten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "with space, 100%?#.sqlite")
	p, err := openProjector(t.Context(), dsn(path, "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	now := time.Date(2026, 11, 29, 21, 40, 0, 0, time.UTC)
	letter := func(seq uint64, at time.Time) incoming {
		subject := fmt.Sprintf("letter.aaaaaaaaaaaaaaaa.1.%d", seq)
		return incoming{stream.Letters, stream.Message{Subject: subject, Seq: seq, At: at, Data: []byte(`{"state":"sent"}`)}}
	}
	year := 365 * 24 * time.Hour
	batch := []incoming{letter(1, now.Add(-year-time.Second)), letter(2, now.Add(-year+time.Second)), letter(3, now)}
	for range 2 { // a message that comes twice has its effect once
		if _, _, err := p.take(t.Context(), batch, true); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"kept", "letter"} {
			left, err := texts(t.Context(), p, `select subject from `+table+` order by subject`)
			if err != nil || fmt.Sprint(left) != "[letter.aaaaaaaaaaaaaaaa.1.2 letter.aaaaaaaaaaaaaaaa.1.3]" {
				t.Errorf("%s has %q: %v", table, left, err)
			}
		}
	}
}

// Where somebody marked a person as erased and came no further, whoever reads the
// mark deletes the key: a copy that follows, one that was away, and one that had
// read the mark and came no further either.
func TestErasingIsFinished(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	var keys []string
	for range 4 {
		person := engine.NewID()
		keys = append(keys, "key."+person)
		n.put(stream.Keys, "key."+person, []byte("key of "+person))
		n.put(stream.People, "person."+person+".profile", []byte("profile of "+person))
	}
	mark := func(key string) {
		n.put(stream.People, "person."+strings.TrimPrefix(key, "key.")+".erased", []byte("{}"))
	}
	gone := func(key string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			_, err := n.store.LastOn(t.Context(), stream.Keys, key)
			if errors.Is(err, stream.ErrNone) {
				return
			}
			if err != nil || time.Now().After(end) {
				t.Fatalf("%s still stands (%v)", key, err)
			}
		}
	}
	n.followed()
	mark(keys[0])
	gone(keys[0])

	n.closeCopy()
	mark(keys[1])
	n.open()
	gone(keys[1])
	n.followed()

	n.closeCopy()
	n.put(stream.Keys, keys[0], []byte("key of "+keys[0])) // as if it had never been deleted
	db, err := Open(t.Context(), n.config())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.store.LastOn(t.Context(), stream.Keys, keys[0]); !errors.Is(err, stream.ErrNone) {
		t.Errorf("the start leaves the key: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys[2:] {
		if m, err := n.store.LastOn(t.Context(), stream.Keys, key); err != nil || !strings.HasSuffix(key, strings.TrimPrefix(string(m.Data), "key of ")) {
			t.Errorf("the key of somebody else: %v", err)
		}
	}
}

// A rebuild takes a letter in the same time whether there are few or many.
func TestForgettingLettersReadsFew(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	for _, query := range []string{forgetOfLetter, forgetOfKept} {
		plan, err := n.db.reader.DB.Query("explain query plan "+query, 0)
		if err != nil {
			t.Fatal(err)
		}
		indexed := false
		for plan.Next() {
			var id, parent, unused int
			var step string
			if err := plan.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			indexed = indexed || strings.Contains(step, "kept_letter_at (at<?)")
			if strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s\nreads all: %s", query, step)
			}
		}
		if err := errors.Join(plan.Err(), plan.Close()); err != nil || !indexed {
			t.Errorf("%s\ndoes not go by time (%v)", query, err)
		}
	}
}
