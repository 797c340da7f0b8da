package projections

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/events/stream"
)

// blocks is the folder of a stopped server's files of a stream.
func blocks(n *node, st stream.Stream) string {
	return filepath.Join(n.dir, "nats", "jetstream", "$G", "streams", string(st), "msgs")
}

// flip changes one byte in the first file of a stopped server, in the record that
// has the text.
func flip(n *node, st stream.Stream, text string) {
	n.t.Helper()
	path := filepath.Join(blocks(n, st), "1.blk")
	content, err := os.ReadFile(path)
	if err != nil {
		n.t.Fatal(err)
	}
	at := bytes.Index(content, []byte(text))
	if at < 0 {
		n.t.Fatalf("%q is not in %s", text, path)
	}
	content[at+len(text)-1] ^= 1
	if err := os.WriteFile(path, content, 0o600); err != nil {
		n.t.Fatal(err)
	}
}

func isDamaged(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, stream.ErrDamaged) {
		t.Fatalf("%s: the damage is not told: %v", what, err)
	}
	for _, says := range []string{"mv ", "pizzini restore --from-copy", "put a backup"} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("%s: the error does not say %q: %v", what, says, err)
		}
	}
	if strings.Contains(err.Error(), "--discard-copy") {
		t.Errorf("%s: the error offers to give up what is whole: %v", what, err)
	}
}

// Whatever the streams have lost, nothing believes them, nothing is put aside, and
// what the errors say leads to all that there was.
func TestDamagedStreams(t *testing.T) {
	t.Parallel()
	removed := func(names ...string) func(*node, string) {
		return func(n *node, _ string) {
			if err := os.RemoveAll(filepath.Join(append([]string{n.dir, "nats", "jetstream", "$G", "streams"}, names...)...)); err != nil {
				n.t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name  string
		lose  func(n *node, match string)
		start bool // the start goes on: it takes a check to find it
	}{
		{"a byte of a slip", func(n *node, match string) { flip(n, stream.Matches, "seat.taken") }, false},
		{"a byte of a key", func(n *node, match string) { flip(n, stream.Keys, "key of ") }, false},
		{"a byte of a record", func(n *node, match string) { flip(n, stream.People, "new profile of ") }, false},
		{"a byte of a letter", func(n *node, match string) { flip(n, stream.Letters, "your-turn") }, false},
		{"the file of the slips", removed("MATCHES", "msgs", "1.blk"), false},
		{"the file of the keys", removed("KEYS", "msgs", "1.blk"), false},
		{"the file of the records", removed("PEOPLE", "msgs", "1.blk"), false},
		{"the file of the letters", removed("LETTERS", "msgs", "1.blk"), false},
		{"the stream of people", removed("PEOPLE"), false},
		{"a key that nobody erased", func(n *node, match string) {
			n.store = openStore(n.t, n.dir)
			n.loseKey()
			n.store.Close()
		}, false},
		{"a key that nobody erased while another came", func(n *node, match string) {
			n.store = openStore(n.t, n.dir)
			n.loseKey()
			n.put(stream.Keys, "key."+engine.NewID(), []byte("new"))
			n.store.Close()
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := newNode(t, t.TempDir())
			match := n.fill()
			n.followed()
			before := rows(t, n.db.Path(), withoutNumbers...)
			n.close()
			c.lose(n, match)
			copies := content(t, n.dir)

			for range 2 {
				s, err := stream.Open(t.Context(), stream.Config{Dir: n.dir, Log: quiet(t), FreeForMatch: 1, FreeForMove: 1})
				if err != nil {
					isDamaged(t, "the event store", err)
					continue
				}
				n.store = s
				db, err := Open(t.Context(), n.config())
				if c.start {
					if err != nil {
						t.Fatal(err)
					}
					_, found, err := db.Check(t.Context())
					if err != nil || len(found) != 1 {
						t.Fatalf("the check found %v, %v", found, err)
					}
					isDamaged(t, "check", fmt.Errorf("%w: %s", stream.ErrDamaged, found[0].Why))
					if err := db.Close(); err != nil {
						t.Fatal(err)
					}
				} else {
					isDamaged(t, "open", err)
				}
				for _, discard := range []bool{false, true} {
					aside, err := Rebuild(t.Context(), n.config(), discard)
					isDamaged(t, "rebuild", err)
					if len(aside) > 0 {
						t.Errorf("%q were put aside", aside)
					}
				}
				_, err = RestoreFromCopy(t.Context(), n.config())
				isDamaged(t, "restore", err)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if after := content(t, n.dir); after != copies && !c.start {
				t.Errorf("the copies changed:\n%s\n%s", copies, after)
			}

			moved(t, n.dir, "nats", "nats-damaged")
			n.store = openStore(t, n.dir)
			if _, err := RestoreFromCopy(t.Context(), n.config()); err != nil {
				t.Fatal(err)
			}
			n.open()
			sameRows(t, before, rows(t, n.db.Path(), withoutNumbers...))
			n.play(match, 2)
			n.sameAsBuiltAnew()
		})
	}
}

// loseKey removes the key of a person who was not erased.
func (n *node) loseKey() {
	n.t.Helper()
	m, err := n.store.At(n.t.Context(), stream.Keys, 2) // the first is the installation's
	if err != nil {
		n.t.Fatal(err)
	}
	if err := n.store.Erase(n.t.Context(), stream.Keys, m.Subject); err != nil {
		n.t.Fatal(err)
	}
}

// A person who was erased while this node was away is no damage; nor is a copy of
// another schema that still has him.
func TestErasedMeanwhileIsNoDamage(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	n.followed()
	n.close()
	copied(t, n.dir, "copy", "copy-before")
	n.store = openStore(t, n.dir)
	m, err := n.store.At(t.Context(), stream.Keys, 2)
	if err != nil {
		t.Fatal(err)
	}
	person := strings.TrimPrefix(m.Subject, "key.")
	n.put(stream.People, "person."+person+".erased", []byte("{}"))
	if err := n.store.Erase(t.Context(), stream.Keys, m.Subject); err != nil {
		t.Fatal(err)
	}
	for _, name := range names(t, n.dir) { // built anew beside the older one
		other := strings.Replace(name, schemaHash(), "0123456789ab", 1)
		moved(t, n.dir, filepath.Join("copy", name), filepath.Join("copy", other))
	}
	n.open()
	n.sameAsBuiltAnew()
	n.closeCopy()
	if err := os.RemoveAll(filepath.Join(n.dir, "copy")); err != nil {
		t.Fatal(err)
	}
	moved(t, n.dir, "copy-before", "copy")
	n.open()
	n.followed()
	if _, found, err := n.db.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("found %v, %v", found, err)
	}
}

// Of a slip that is lost and no copy that has it, the node does not make a copy
// without: it says what to do.
func TestDamagedWithoutACopy(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	n.close()
	if err := os.RemoveAll(filepath.Join(n.dir, "copy")); err != nil {
		t.Fatal(err)
	}
	flip(n, stream.Matches, "seat.taken")
	_, err := stream.Open(t.Context(), stream.Config{Dir: n.dir, Log: quiet(t), FreeForMatch: 1, FreeForMove: 1})
	isDamaged(t, "open", err)
}

// A copy that was given up is restored from when there is no other.
func TestRestoreFromACopyPutAside(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	n.followed()
	before := rows(t, n.db.Path(), withoutNumbers...)
	n.closeCopy()
	aside, err := Rebuild(t.Context(), n.config(), true)
	if err != nil || len(aside) != 1 {
		t.Fatalf("%q %v", aside, err)
	}
	if err := n.store.Close(); err != nil {
		t.Fatal(err)
	}
	moved(t, n.dir, "nats", "nats-damaged")
	for _, name := range names(t, n.dir) {
		if strings.HasPrefix(name, "copy") {
			if err := os.Remove(filepath.Join(n.dir, "copy", name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	n.store = openStore(t, n.dir)
	done, err := RestoreFromCopy(t.Context(), n.config())
	if err != nil || done.Path != aside[0] {
		t.Fatalf("restored %+v, %v; put aside was %q", done, err, aside)
	}
	n.open()
	sameRows(t, before, rows(t, n.db.Path(), withoutNumbers...))
}

// A key that is lost where no copy has it does not stop the node, but it is told,
// with the id and no more; an erased person is none of them.
func TestLostKeyWithoutACopy(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	var persons []string
	for seq := uint64(2); seq <= 4; seq++ {
		m, err := n.store.At(t.Context(), stream.Keys, seq)
		if err != nil {
			t.Fatal(err)
		}
		persons = append(persons, strings.TrimPrefix(m.Subject, "key."))
	}
	lost, erased := persons[0], persons[1]
	n.put(stream.People, "person."+erased+".erased", []byte("{}"))
	if err := n.store.Erase(t.Context(), stream.Keys, "key."+erased); err != nil {
		t.Fatal(err)
	}
	n.followed()
	if found, err := n.db.keyless(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("keyless in a sound store: %q %v", found, err)
	}
	n.close()
	flip(n, stream.Keys, "key of "+lost)
	if err := os.RemoveAll(filepath.Join(n.dir, "copy")); err != nil {
		t.Fatal(err)
	}
	n.store = openStore(t, n.dir)
	var log bytes.Buffer
	config := n.config()
	config.Log = slog.New(slog.NewTextHandler(&log, nil))
	db, err := Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := ""
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "level=ERROR") {
			said += line
		}
	}
	if !strings.Contains(said, "1.blk") || !strings.Contains(said, lost) || strings.Contains(said, erased) || strings.Contains(said, persons[2]) {
		t.Errorf("the log: %s", &log)
	}
	_, found, err := db.Check(t.Context())
	if err != nil || len(found) != 2 || !strings.Contains(found[0].Why, "1.blk") || !strings.Contains(found[1].Why, lost) || strings.Contains(found[1].Why, erased) {
		t.Errorf("the check found %v, %v", found, err)
	}
}

// A file that is no database is named with the way out, which leads out, and then
// nobody hears of it again.
func TestFileThatIsNoDatabase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(content []byte) []byte
	}{
		{"no database at all", func([]byte) []byte { return []byte(strings.Repeat("no database at all\n", 1000)) }},
		{"damaged in its rows", func(content []byte) []byte {
			copy(content[4096:], bytes.Repeat([]byte("damage"), len(content)/6-1000))
			return content
		}},
		{"cut off", func(content []byte) []byte { return content[:5000] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := newNode(t, t.TempDir())
			n.fill()
			n.followed()
			before, path := rows(t, n.db.Path()), n.db.Path()
			n.closeCopy()
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, c.spoil(content), 0o600); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				db, err := Open(t.Context(), n.config())
				if err == nil {
					db.Close()
					t.Fatal("it was opened")
				}
				for _, says := range []string{path, `"pizzini rebuild`, "delete the file", "othing is lost"} {
					if !strings.Contains(err.Error(), says) {
						t.Errorf("the error does not say %q: %v", says, err)
					}
				}
			}
			aside, err := Rebuild(t.Context(), n.config(), false)
			if err != nil || len(aside) != 1 {
				t.Fatalf("rebuild: %q %v", aside, err)
			}
			var log bytes.Buffer
			config := n.config()
			config.Log = slog.New(slog.NewTextHandler(&log, nil))
			db, err := Open(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			sameRows(t, before, rows(t, db.Path()))
			if strings.Contains(log.String(), "WARN") {
				t.Errorf("it is still told: %s", &log)
			}
		})
	}
}
