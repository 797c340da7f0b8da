package people

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/events"
	"pizzini/events/stream"
)

func openStore(t *testing.T, dir string) *stream.Store {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	s, err := stream.Open(t.Context(), stream.Config{Dir: dir, Log: log, FreeForMatch: 1, FreeForMove: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

var anna = Profile{Name: "Anna Rossi", Address: "anna@example.org"}

func create(t *testing.T, b *Book, p Profile) string {
	t.Helper()
	id, err := b.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestCreateAndRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := New(openStore(t, dir), nil)
	ctx := t.Context()
	id := create(t, b, Profile{Name: " Anna\u202e  Rossi", Address: "A <anna@example.org>"})
	if !events.ValidID(id) {
		t.Errorf("id %q", id)
	}
	if p, err := b.Profile(ctx, id); err != nil || p != anna {
		t.Errorf("%#v %v", p, err)
	}
	if twin := create(t, b, anna); twin == id {
		t.Error("two persons have one id")
	}
	changed := anna
	changed.Name = "Anna Bianchi"
	if err := b.SetProfile(ctx, id, changed); err != nil {
		t.Fatal(err)
	}
	if p, err := b.Profile(ctx, id); err != nil || p != changed {
		t.Errorf("%#v %v", p, err)
	}

	words, kind := Words{Text: "  Fünf \n Füchse", Salt: bytes.Repeat([]byte{7}, 32)}, WordsOf(id, 2)
	if err := b.Put(ctx, id, kind, words); err != nil {
		t.Fatal(err)
	}
	var read Words
	if err := b.Record(ctx, id, kind, &read); err != nil || read.Text != words.Text || !bytes.Equal(read.Salt, words.Salt) {
		t.Errorf("%+v %v", read, err)
	}
	if err := b.Record(ctx, id, WordsOf(id, 3), &read); !errors.Is(err, stream.ErrNone) {
		t.Errorf("%v", err)
	}
	// Nothing of it can be read on disk.
	for _, text := range []string{"Rossi", "Bianchi", "example.org", "Füchse"} {
		if n := holding(t, dir, []byte(text)); n != 0 {
			t.Errorf("%q is in %d files", text, n)
		}
	}
	if holding(t, dir, []byte(id)) == 0 {
		t.Error("the id is in no file: the search finds nothing")
	}
}

// holding counts the files under a folder that contain the bytes.
func holding(t *testing.T, dir string, sought []byte) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, sought) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	b := New(store, nil)
	ctx := t.Context()
	for _, p := range []Profile{
		{}, {Name: "\u200b"}, {Address: "nobody"}, {Name: "Anna", Address: "x\ny@example.org"},
		{Name: "Anna", Erased: true},
	} {
		if _, err := b.Create(ctx, p); err == nil {
			t.Errorf("%#v was taken", p)
		} else if strings.Contains(err.Error(), "nobody") || strings.Contains(err.Error(), "Anna") {
			t.Errorf("the error quotes the person: %v", err)
		}
	}
	for _, st := range []stream.Stream{stream.Keys, stream.People} {
		if last, err := store.Last(ctx, st); last != 0 || err != nil {
			t.Errorf("%s has %d records of refused persons, %v", st, last, err)
		}
	}
	id := create(t, b, anna)
	for _, kind := range []string{"", "profile", "erased", "a.b", "*", "Big", strings.Repeat("x", 99)} {
		if err := b.Put(ctx, id, kind, 1); err == nil {
			t.Errorf("kind %q was put", kind)
		}
	}
	for _, nobody := range []string{"", "*", "x", "aaaaaaaaaaaaaaaa", "installation"} {
		if _, err := b.Profile(ctx, nobody); !errors.Is(err, stream.ErrNone) {
			t.Errorf("profile of %q: %v", nobody, err)
		}
		if err := b.Put(ctx, nobody, "note", 1); !errors.Is(err, stream.ErrNone) {
			t.Errorf("put to %q: %v", nobody, err)
		}
	}
	for _, nobody := range []string{"", "*", "installation"} {
		if err := b.Erase(ctx, nobody); err == nil {
			t.Errorf("%q was erased", nobody)
		}
	}
}

func TestErase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := openStore(t, dir)
	b := New(store, nil)
	ctx := t.Context()
	id, other := create(t, b, anna), create(t, b, anna)
	if err := b.Put(ctx, id, "note", "secret"); err != nil {
		t.Fatal(err)
	}
	key, err := store.LastOn(ctx, stream.Keys, "key."+id)
	if err != nil || holding(t, dir, key.Data) == 0 {
		t.Fatalf("the key cannot be found: %v", err)
	}
	for range 2 {
		if err := b.Erase(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	if n := holding(t, dir, key.Data); n != 0 {
		t.Errorf("%d files hold the key", n)
	}
	// Another node, without memory of its own, says the same.
	for _, b := range []*Book{b, New(store, nil)} {
		if p, err := b.Profile(ctx, id); err != nil || p != (Profile{Erased: true}) {
			t.Errorf("%#v %v", p, err)
		}
		var note string
		for _, err := range []error{b.Record(ctx, id, "note", &note), b.Put(ctx, id, "note", "x"), b.SetProfile(ctx, id, anna)} {
			if !errors.Is(err, ErrErased) {
				t.Errorf("%v", err)
			}
		}
		if p, err := b.Profile(ctx, other); err != nil || p != anna {
			t.Errorf("the other: %#v %v", p, err)
		}
	}
	if m, err := store.LastOn(ctx, stream.People, "person."+id+".erased"); err != nil || !bytes.Contains(m.Data, []byte(`"at":`)) {
		t.Errorf("the marker: %s %v", m.Data, err)
	}
}

// copied is a node's copy of the streams that may be behind.
type copied map[string]stream.Message

func (c copied) LastOn(_ context.Context, _ stream.Stream, subject string) (stream.Message, error) {
	if m, ok := c[subject]; ok {
		return m, nil
	}
	return stream.Message{}, fmt.Errorf("%s: %w", subject, stream.ErrNone)
}

func (c copied) ListOn(_ context.Context, st stream.Stream, prefix string) (found []stream.Message, err error) {
	for _, subject := range slices.Sorted(maps.Keys(c)) {
		if stream.Begins(subject, prefix) {
			found = append(found, c[subject])
		}
	}
	return found, nil
}

// Position is that of a copy that has what this node has written.
func (c copied) Position(stream.Stream) uint64 { return math.MaxUint64 }

func TestCacheBehind(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	ctx := t.Context()
	behind := copied{}
	b := New(store, behind)
	id := create(t, b, anna)
	if p, err := b.Profile(ctx, id); err != nil || p != anna { // not in the copy yet
		t.Errorf("%#v %v", p, err)
	}
	for st, subject := range map[stream.Stream]string{stream.Keys: "key." + id, stream.People: "person." + id + ".profile"} {
		m, err := store.LastOn(ctx, st, subject)
		if err != nil {
			t.Fatal(err)
		}
		behind[subject] = m
	}
	// Erased here: what the copy still has is not shown.
	if err := b.Erase(ctx, id); err != nil {
		t.Fatal(err)
	}
	if p, err := b.Profile(ctx, id); err != nil || !p.Erased || p.Name != "" {
		t.Errorf("%#v %v", p, err)
	}
	// On another node as soon as its copy has the marker, key or not.
	marker, err := store.LastOn(ctx, stream.People, "person."+id+".erased")
	if err != nil {
		t.Fatal(err)
	}
	behind["person."+id+".erased"] = marker
	if p, err := New(store, behind).Profile(ctx, id); err != nil || !p.Erased || p.Name != "" {
		t.Errorf("%#v %v", p, err)
	}
}

// behind is a copy that has not yet followed what was written here.
type behind struct{ copied }

func (behind) Position(stream.Stream) uint64 { return 0 }

// Who has changed something sees it in his next page, though this node's copy does not
// have it yet.
func TestOwnChangesAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	ctx := t.Context()
	first := New(store, nil)
	id := create(t, first, anna)
	if _, err := first.Say(ctx, id, match, "old", time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := first.SetNote(ctx, id, match, 1, "old"); err != nil {
		t.Fatal(err)
	}
	old := copied{}
	for st, prefix := range map[stream.Stream]string{stream.People: "person.", stream.Keys: "key."} {
		messages, err := store.ListOn(ctx, st, prefix)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			old[m.Subject] = m
		}
	}
	b := New(store, behind{old})
	if err := first.SetNote(ctx, id, match, 1, "elsewhere"); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Note(ctx, id, match, 1); err != nil || got != "old" {
		t.Fatalf("the copy is not asked: %q %v", got, err)
	}
	if err := b.SetNote(ctx, id, match, 1, "new"); err != nil {
		t.Fatal(err)
	}
	if k, err := b.Say(ctx, id, match, "new", time.Now()); err != nil || k != 2 {
		t.Fatal(k, err)
	}
	if got, err := b.Note(ctx, id, match, 1); err != nil || got != "new" {
		t.Errorf("%q %v", got, err)
	}
	if said, err := b.Talk(ctx, []string{id}, match); err != nil || len(said) != 2 {
		t.Errorf("%v %v", said, err)
	}
	if at, err := b.At(ctx, anna.Address); err != nil || !slices.Equal(at, []string{id}) {
		t.Errorf("%v %v", at, err)
	}
}

func TestRecordsAreBoundToTheirSubject(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	b := New(store, nil)
	ctx := t.Context()
	id := create(t, b, anna)
	if err := b.Put(ctx, id, "note", "secret"); err != nil {
		t.Fatal(err)
	}
	note, err := store.LastOn(ctx, stream.People, "person."+id+".note")
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(note.Data)
	damaged[len(damaged)-1] ^= 1
	for kind, data := range map[string][]byte{"moved": note.Data, "damaged": damaged, "short": note.Data[:5], "empty": nil, "newer": append([]byte{9}, note.Data[1:]...)} {
		if _, err := store.Put(ctx, stream.People, "person."+id+"."+kind, data, nil); err != nil {
			t.Fatal(err)
		}
		var text string
		if err := b.Record(ctx, id, kind, &text); err == nil || text != "" {
			t.Errorf("%s: %q, %v", kind, text, err)
		}
	}
	var wrong int
	if err := b.Record(ctx, id, "note", &wrong); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("read as a number: %v", err)
	}
}

func TestInstallationKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := openStore(t, dir)
	keys := make([][]byte, 30)
	var group sync.WaitGroup
	for i := range keys {
		group.Go(func() {
			key, err := New(store, copied{}).InstallationKey(t.Context())
			if err != nil {
				t.Error(err)
			}
			keys[i] = key
		})
	}
	group.Wait()
	for _, key := range keys {
		if len(key) != 32 || !bytes.Equal(key, keys[0]) || bytes.Equal(key, make([]byte, 32)) {
			t.Fatalf("two nodes have two keys, or a bad one (%d bytes)", len(key))
		}
	}
	b := New(store, nil)
	mine, err := b.InstallationKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rand.Read(mine) // a caller may do what he likes with his copy
	if again, err := b.InstallationKey(t.Context()); err != nil || !bytes.Equal(again, keys[0]) {
		t.Errorf("changed from outside: %v", err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := New(openStore(t, dir), nil).InstallationKey(t.Context()); err != nil || !bytes.Equal(after, keys[0]) {
		t.Errorf("another after a restart: %v", err)
	}
}

func TestProfileIsNotPrinted(t *testing.T) {
	t.Parallel()
	var text, structured bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("x", "p", anna, "list", []Profile{anna})
	slog.New(slog.NewJSONHandler(&structured, nil)).Info("x", "p", anna)
	fmt.Fprintf(&text, "%v %+v %s", anna, &anna, anna)
	for _, out := range []string{text.String(), structured.String()} {
		if strings.Contains(out, "Rossi") || strings.Contains(out, "example.org") {
			t.Error(out)
		}
	}
}

// An installation whose key was lost does not get another: its links would be dead
// and its commands strangers.
func TestLostInstallationKey(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	ctx := t.Context()
	first, err := New(store, nil).InstallationKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Append(ctx, "aaaaaaaaaaaaaaaa", 0, "command", []byte("slip")); err != nil {
		t.Fatal(err)
	}
	if again, err := New(store, nil).InstallationKey(ctx); err != nil || !bytes.Equal(again, first) {
		t.Errorf("another key, or none: %v", err)
	}
	if err := store.Erase(ctx, stream.Keys, "key.installation.1"); err != nil {
		t.Fatal(err)
	}
	if _, err := New(store, nil).InstallationKey(ctx); !errors.Is(err, stream.ErrDamaged) || !strings.Contains(err.Error(), "key.installation.1") {
		t.Errorf("a lost key: %v", err)
	}
	if _, err := store.LastOn(ctx, stream.Keys, "key.installation.1"); !errors.Is(err, stream.ErrNone) {
		t.Errorf("another was made: %v", err)
	}
}
