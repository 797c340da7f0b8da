package projections

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/events/stream"
)

// moved renames the event store's folder.
func moved(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
		t.Fatal(err)
	}
}

func copied(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(filepath.Join(dir, from))); err != nil {
		t.Fatal(err)
	}
}

// content is the folder of the copies, byte for byte. A log and its index that a
// reader made are no content.
func content(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	for _, name := range names(t, dir) {
		text, err := os.ReadFile(filepath.Join(dir, "copy", name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, "-wal") && len(text) == 0 {
			continue
		}
		fmt.Fprintf(&all, "%s %x\n", name, sha256.Sum256(text))
	}
	return all.String()
}

// lost makes a node whose event store has lost something: how it was, and what
// the copy has.
func lost(t *testing.T, lose func(n *node, match string)) (n *node, before string) {
	t.Helper()
	n = newNode(t, t.TempDir())
	match := n.fill()
	n.followed()
	n.close()
	copied(t, n.dir, "nats", "backup")
	n.store = openStore(t, n.dir)
	n.open()
	n.play(match, 3)
	n.followed()
	before = rows(t, n.db.Path())
	n.close()
	lose(n, match)
	n.store = openStore(t, n.dir)
	return n, before
}

func empty(n *node, _ string) { moved(n.t.(*testing.T), n.dir, "nats", "away") }

func shorter(n *node, _ string) {
	moved(n.t.(*testing.T), n.dir, "nats", "away")
	moved(n.t.(*testing.T), n.dir, "backup", "nats")
}

// otherHistory goes on from the backup without the copy, farther than it was.
func otherHistory(n *node, match string) {
	shorter(n, match)
	dir := n.dir
	moved(n.t.(*testing.T), dir, "copy", "hidden")
	n.store = openStore(n.t, dir)
	n.open()
	n.play(match, 6)
	n.close()
	if err := os.RemoveAll(filepath.Join(dir, "copy")); err != nil {
		n.t.Fatal(err)
	}
	moved(n.t.(*testing.T), dir, "hidden", "copy")
}

// A node refuses a stream that lacks what its copy has; nothing is deleted, and
// the error names both ways out.
func TestRefusesAStreamThatLostSomething(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, says string
		lose       func(*node, string)
	}{
		{"empty", "is empty", empty},
		{"shorter", "the stream is the older side", shorter},
		{"other history", "is not the one that the copy has there", otherHistory},
		{"other schema", "the stream is the older side", func(n *node, match string) {
			shorter(n, match)
			path := n.db.Path()
			if err := os.Rename(path, strings.Replace(path, schemaHash(), "0123456789ab", 1)); err != nil {
				n.t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n, _ := lost(t, c.lose)
			before := content(t, n.dir)
			for range 2 { // it does not wear off
				db, err := Open(t.Context(), n.config())
				if err == nil {
					db.Close()
					t.Fatal("it was opened")
				}
				if !errors.Is(err, ErrRefused) {
					t.Fatalf("it failed for another reason: %v", err)
				}
				for _, says := range []string{c.says, "pizzini restore --from-copy", "pizzini rebuild --discard-copy"} {
					if !strings.Contains(err.Error(), says) {
						t.Errorf("the refusal does not say %q: %v", says, err)
					}
				}
			}
			if _, err := Rebuild(t.Context(), n.config(), false); !errors.Is(err, ErrRefused) {
				t.Errorf("a rebuild without discarding the copy: %v", err)
			}
			if after := content(t, n.dir); after != before {
				t.Errorf("the refusal changed files:\n%s\n%s", before, after)
			}
			aside, err := Rebuild(t.Context(), n.config(), true)
			if err != nil || len(aside) == 0 {
				t.Fatalf("discarding the copy: %v %v", aside, err)
			}
			for _, path := range aside {
				if _, err := os.Stat(path); err != nil {
					t.Error(err)
				}
			}
			n.open()
			n.sameAsBuiltAnew()
		})
	}
}

// withoutNumbers leaves out of rows what new streams number and date anew.
var withoutNumbers = []string{"position.created", "position.seq", "kept.seq", "kept.at"}

// What the copy has is put back on empty streams: rows, slips, ids and records are
// as before, and play goes on.
func TestRestoreFromCopy(t *testing.T) {
	t.Parallel()
	n, _ := lost(t, empty)
	path := n.db.Path()
	before := rows(t, path, withoutNumbers...)
	// A restore that was interrupted goes on.
	db, err := openReaders(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, st := range []stream.Stream{stream.Keys, stream.People} {
		some := 0
		err := n.store.Restore(t.Context(), st, func(yield func(stream.Message, error) bool) {
			for m, err := range messages(t.Context(), db, st) {
				if some++; some > 3 || !yield(m, err) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	done, err := RestoreFromCopy(t.Context(), n.config())
	if err != nil {
		t.Fatal(err)
	}
	if done.Path != path || done.Messages[stream.Keys] != 4 || done.Messages[stream.Letters] != 2 || len(done.Unverified) > 0 {
		t.Errorf("restored %+v", done)
	}
	n.open()
	sameRows(t, before, rows(t, n.db.Path(), withoutNumbers...))
	all, err := n.db.Matches(t.Context(), Filter{Status: engine.Playing})
	if err != nil || len(all) != 1 {
		t.Fatalf("matches %v %v", all, err)
	}
	match := all[0].ID
	// The same command is recognised by its id, and a new one is taken.
	slips, err := n.store.Slips(t.Context(), match, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := slips[len(slips)-1]
	if seq, repeated, err := n.store.Append(t.Context(), match, slips[len(slips)-2].Seq, last.ID, last.Data); err != nil || !repeated || seq != last.Seq {
		t.Errorf("a repeated command: %d %v %v", seq, repeated, err)
	}
	n.play(match, 2)
	n.sameAsBuiltAnew()
	n.closeCopy()
	if _, err := RestoreFromCopy(t.Context(), n.config()); err == nil || !strings.Contains(err.Error(), "nothing to restore") {
		t.Errorf("a restore of what is there: %v", err)
	}
}

// A copy that is damaged, or streams that are not empty: nothing is written.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, says string
		lose       func(*node, string)
	}{
		{"altered slip", "chain: fails", func(n *node, match string) {
			empty(n, match)
			execute(n.t, n.db.Path(), `update slip set payload = cast(replace(cast(payload as text), '"by":"seat:2"', '"by":"seat:3"') as blob) where match = ?`, match)
		}},
		{"missing slip", "fails", func(n *node, match string) {
			empty(n, match)
			execute(n.t, n.db.Path(), `delete from slip where seq = (select min(seq) + 2 from slip where match = ?)`, match)
		}},
		{"slip of another match", "fails", func(n *node, match string) {
			empty(n, match)
			execute(n.t, n.db.Path(), `update slip set match = 'aaaaaaaaaaaaaaaa' where match = ?`, match)
		}},
		{"the stream is not empty", "not empty", otherHistory},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n, _ := lost(t, c.lose)
			before, err := ends(t.Context(), n.store)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := RestoreFromCopy(t.Context(), n.config()); err == nil || !strings.Contains(err.Error(), c.says) && !strings.Contains(err.Error(), "are of match") {
				t.Fatalf("got %v, want an error that says %q", err, c.says)
			}
			after, err := ends(t.Context(), n.store)
			if err != nil || before[stream.Matches] != after[stream.Matches] {
				t.Errorf("MATCHES went from %d to %d", before[stream.Matches], after[stream.Matches])
			}
			if _, err := Open(t.Context(), n.config()); !errors.Is(err, ErrRefused) {
				t.Errorf("it does not refuse any more: %v", err)
			}
		})
	}
}

// A rebuild that is asked for, and one that was interrupted.
func TestRebuild(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	n.followed()
	before, path := rows(t, n.db.Path()), n.db.Path()
	if _, err := Rebuild(t.Context(), n.config(), false); err == nil {
		t.Error("a copy in use was rebuilt")
	}
	n.closeCopy()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Rebuild(ended, n.config(), false); err == nil {
		t.Error("a rebuild took no notice of its context")
	}
	if found := names(t, n.dir); len(found) != 1 {
		t.Errorf("an interrupted rebuild leaves %q", found)
	}
	// The file is damaged in its middle: it is no loss.
	damaged, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(damaged[len(damaged)/4:], bytes.Repeat([]byte("damage"), len(damaged)/12))
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if aside, err := Rebuild(t.Context(), n.config(), true); err != nil || len(aside) != 1 {
		t.Fatalf("rebuild: %v %v", aside, err)
	}
	n.open()
	sameRows(t, before, rows(t, n.db.Path()))
}
