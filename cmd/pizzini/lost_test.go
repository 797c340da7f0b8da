package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whichever side of the data folder is lost, the other has all of it.
func TestEitherSideOfTheDataMayBeLost(t *testing.T) {
	t.Parallel()
	p := newParty(t)
	p.start()
	ended, running, _ := p.gather("person", true), p.gather("person", true), p.gather("person", false)
	p.play(running, 4)
	p.settled() // a letter in hand when the server ends may wait a minute after it starts
	p.stop()
	folder, older := filepath.Join(p.dir, "copy"), filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(older, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	p.start()
	p.play(ended, 1000)
	p.play(running, 5)
	p.settled()
	before := p.pages()
	p.same(before)
	link := p.readers[1].open(seatPage(running, 1)).shownLink("own-link")
	log := p.readers[2].open(seatPage(running, 2) + "/export").body
	p.stop()

	p.step("the copy is deleted", func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	}, before)
	p.step("the copy is behind", func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(folder, os.DirFS(older)); err != nil {
			t.Fatal(err)
		}
		if out := p.run("export", running, "--as", "2"); out != log {
			t.Error("the command exports another log than the page")
		}
	}, before)
	p.step("rebuild", func() { p.run("rebuild") }, before)
	p.step("rebuild --discard-copy", func() {
		out := p.run("rebuild", "--discard-copy")
		_, path, ok := strings.Cut(strings.Split(out, "\n")[0], "put aside: ")
		if _, err := os.Stat(path); !ok || err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}, before)
	p.step("the event store is lost", func() {
		if err := os.RemoveAll(filepath.Join(p.dir, "nats")); err != nil {
			t.Fatal(err)
		}
		copies := files(t, folder)
		for range 2 { // also once the event store has been made anew
			status, out, stderr := command(serveLine(p.dir)...)
			if status != 1 || out != "" || !strings.Contains(stderr, "pizzini restore --from-copy") || !strings.Contains(stderr, "pizzini rebuild --discard-copy") {
				t.Errorf("serve without the event store: status %d\n%s%s", status, out, stderr)
			}
			if status, _, stderr := command("rebuild", "--data", p.dir); status != 1 || !strings.Contains(stderr, "restore --from-copy") {
				t.Errorf("rebuild without the event store: status %d\n%s", status, stderr)
			}
		}
		for path, digest := range files(t, folder) {
			if copies[path] != digest && filepath.Ext(path) == ".sqlite" {
				t.Errorf("%s was changed", path)
			}
			delete(copies, path)
		}
		for path := range copies {
			if filepath.Ext(path) == ".sqlite" {
				t.Errorf("%s was deleted", path)
			}
		}
		if out := p.run("restore", "--from-copy"); !strings.Contains(out, "MATCHES: ") {
			t.Errorf("restore: %s", out)
		}
	}, before)

	// Old links open the seat, sessions go on, and the log grows where it ended.
	p.start()
	newReader(t, p.server.at).open(link).submit("Continue as", nil).is(http.StatusOK).says("You are " + players[1].name)
	p.play(running, 1000)
	p.readers[2].open(seatPage(running, 2)).is(http.StatusOK).says("The match is over")
	whole := readExport(t, p.readers[2].open(seatPage(running, 2)+"/export").body)
	for i, e := range readExport(t, log).Log {
		if whole.Log[i].Hash != e.Hash {
			t.Fatalf("event %d is another one than before", e.N)
		}
	}
	p.settled()
	if out := p.run("export", running); readExport(t, out).Head != whole.Head {
		t.Error("the command exports another log than the page")
	}
	p.stop()
	if out := p.run("check"); !strings.Contains(out, "3 matches were folded, 0 of them") {
		t.Errorf("check: %s", out)
	}
}
