package main

import (
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pizzini/events/stream"
)

// A rebuild is killed before each of its steps. Whatever it leaves opens and is
// what a rebuild without a kill makes, and so is what the next rebuild makes.
func TestKilledBeforeEachStepOfARebuild(t *testing.T) {
	killMaintenance(t, []string{"rebuild", "--discard-copy"}, func(string) {}, func(t *testing.T, dir, whole string) {
		rebuilt := func(how string) {
			if got := rows(t, dir); got != whole {
				t.Errorf("%s: the database has\n%s\nand should have\n%s", how, got, whole)
			}
			left, err := filepath.Glob(filepath.Join(dir, "copy", "*.part*"))
			if err != nil || len(left) > 0 {
				t.Errorf("%s: left behind: %q %v", how, left, err)
			}
		}
		if status, out, stderr := command("check", "--data", dir); status != 0 {
			t.Errorf("check: status %d\n%s%s", status, out, stderr)
		}
		rebuilt("opened")
		if status, out, stderr := command("rebuild", "--data", dir); status != 0 {
			t.Errorf("rebuild: status %d\n%s%s", status, out, stderr)
		}
		rebuilt("rebuilt")
	})
}

// A restore is killed before each of its steps. Started again it goes on, and in the
// end the event store has what it had, in its order.
func TestKilledBeforeEachStepOfARestore(t *testing.T) {
	var had string
	killMaintenance(t, []string{"restore", "--from-copy"}, func(dir string) {
		had = messages(t, dir)
		if err := os.RemoveAll(filepath.Join(dir, "nats")); err != nil {
			t.Fatal(err)
		}
	}, func(t *testing.T, dir, _ string) {
		status, out, stderr := command("restore", "--from-copy", "--data", dir)
		if status != 0 && !strings.Contains(stderr, "there is nothing to restore") {
			t.Fatalf("restore: status %d\n%s%s", status, out, stderr)
		}
		if has := messages(t, dir); has != had {
			t.Errorf("the event store has\n%s\nand had\n%s", has, had)
		}
		if status, out, stderr := command("check", "--data", dir); status != 0 {
			t.Errorf("check: status %d\n%s%s", status, out, stderr)
		}
	})
}

// killMaintenance kills a command before its first step, its second, and so on,
// each time on a fresh folder of a server that was killed itself, until it goes
// through; holds gets what every fresh database has of that folder.
func killMaintenance(t *testing.T, line []string, spoil func(dir string), holds func(t *testing.T, dir, whole string)) {
	t.Helper()
	// Not in parallel: see newStepwise.
	p := newParty(t)
	p.server = startProcess(t, p.dir, 0)
	id := p.gather("person", true)
	p.play(id, 3)
	p.settled()
	p.server.kill(t)
	fresh := filepath.Join(t.TempDir(), "fresh")
	if err := os.CopyFS(fresh, os.DirFS(p.dir)); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command("rebuild", "--data", fresh); status != 0 {
		t.Fatalf("rebuild: status %d: %s", status, stderr)
	}
	whole := rows(t, fresh)
	spoil(p.dir)
	for fatal := apart(); ; fatal += apart() {
		dir := filepath.Join(t.TempDir(), "data")
		if err := os.CopyFS(dir, os.DirFS(p.dir)); err != nil {
			t.Fatal(err)
		}
		child := exec.Command(os.Args[0], append(line, "--data", dir)...)
		child.Env = append(os.Environ(), asCommand+"=1", ahead+"=0s")
		said := &output{}
		child.Stdout, child.Stderr = said, said
		counted := startInSteps(t, dir, fatal, child)
		err := child.Wait()
		killed, seen := counted.end()
		if killed == "" && err != nil {
			t.Fatalf("%q: %v\n%s", line, err, said)
		}
		t.Logf("killed before %s", killed)
		holds(t, dir, whole)
		if t.Failed() {
			t.FailNow()
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if killed == "" {
			t.Logf("%d steps", seen)
			if seen < 20 {
				t.Errorf("only %d steps were seen", seen)
			}
			return
		}
	}
}

// rows is all that the database of a folder that nobody uses holds.
func rows(t *testing.T, dir string) string {
	t.Helper()
	copies, err := filepath.Glob(filepath.Join(dir, "copy", "copy-*.sqlite"))
	if err != nil || len(copies) == 0 {
		t.Fatalf("there is no database in %s: %v", dir, err)
	}
	db, err := sql.Open("sqlite", "file:"+slices.Max(copies)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all strings.Builder
	for _, name := range query(t, db, `select name from sqlite_schema where type = 'table'`) {
		fmt.Fprintf(&all, "%s\n%s\n", name, strings.Join(query(t, db, `select * from `+name), "\n"))
	}
	return all.String()
}

// query is the answer to a query: a line for each row, sorted.
func query(t *testing.T, db *sql.DB, text string) []string {
	t.Helper()
	found, err := db.Query(text)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for found.Next() {
		row := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := found.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var line []string
		for _, v := range row {
			line = append(line, v.String)
		}
		lines = append(lines, strings.Join(line, " | "))
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

// messages is all that the event store of a folder that nobody uses holds, but for
// when it was put there.
func messages(t *testing.T, dir string) string {
	t.Helper()
	store, err := stream.Open(t.Context(), stream.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var all strings.Builder
	for _, st := range lasting {
		last, err := store.Last(t.Context(), st)
		if err != nil {
			t.Fatal(err)
		}
		for seq := uint64(1); seq <= last; seq++ {
			if m, err := store.At(t.Context(), st, seq); err == nil {
				fmt.Fprintf(&all, "%s %s %s %x\n", st, m.Subject, m.ID, m.Data)
			}
		}
	}
	return all.String()
}
