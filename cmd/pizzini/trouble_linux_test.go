package main

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
)

// disk is a small disk whose size can be changed while it is in use.
type disk struct {
	t   *testing.T
	dir string
}

// newDisk mounts a disk; where that is not allowed the test is skipped.
func newDisk(t *testing.T) disk {
	t.Helper()
	d := disk{t, t.TempDir()}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size=1g"); err != nil {
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
			t.Skipf("mounting a small disk is not permitted here: %v", err)
		}
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(d.dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d
}

// free leaves so many bytes free.
func (d disk) free(bytes uint64) {
	d.t.Helper()
	var now syscall.Statfs_t
	if err := syscall.Statfs(d.dir, &now); err != nil {
		d.t.Fatal(err)
	}
	used := (now.Blocks - now.Bfree) * uint64(now.Bsize)
	d.remount(0, fmt.Sprintf("size=%d", used+bytes))
}

func (d disk) remount(flags uintptr, options string) {
	d.t.Helper()
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT|flags, options); err != nil {
		d.t.Fatal(err)
	}
}

// ready waits until the server says that it takes commands, or that it does not.
func (p *party) ready(status int) *sheet {
	p.t.Helper()
	for late := time.After(30 * time.Second); ; {
		page := p.readers[1].open("/readyz")
		if page.status == status {
			return page
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-late:
			p.t.Fatalf("/readyz says %d, want %d: %s\n%s", page.status, status, page.body, p.server.log)
		}
	}
}

// move is a form that plays a move of whoever is active.
type move struct {
	seat   int
	action string
	fields url.Values
}

func (p *party) move(id string) move {
	p.t.Helper()
	for seat := 1; seat <= 3; seat++ {
		if choices := p.readers[seat].open(seatPage(id, seat)).is(http.StatusOK).choices(); len(choices) > 0 {
			action, fields, ok := p.readers[seat].open(choices[0]).form("Play it")
			if ok {
				return move{seat, action, fields}
			}
		}
	}
	p.t.Fatal("nobody has anything to play")
	return move{}
}

// refused sends a form that cannot be written now: it says so soon and asks to be
// sent again, and the page that it came from can be read.
func (p *party) refused(id string, m move, within time.Duration, says string) {
	p.t.Helper()
	began := time.Now()
	page, err := p.readers[m.seat].ask(http.MethodPost, m.action, m.fields)
	if err != nil {
		p.t.Fatal(err)
	}
	if took := time.Since(began); took > within {
		p.t.Errorf("refused after %v", took)
	}
	page.is(http.StatusServiceUnavailable).says(says)
	if page.header.Get("Retry-After") == "" {
		p.t.Error("it is not said when to try again")
	}
	p.readers[m.seat].open(seatPage(id, m.seat)).is(http.StatusOK)
}

// accepted sends a form that is written now.
func (p *party) accepted(m move) {
	p.t.Helper()
	page, err := p.readers[m.seat].ask(http.MethodPost, m.action, m.fields)
	if err != nil {
		p.t.Fatal(err)
	}
	page.is(http.StatusSeeOther)
}

// The disk fills up while people play: first no match begins, then no move is taken,
// and each is told at once. With room again all goes on by itself, and nothing that
// was acknowledged is lost.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	p := newParty(t)
	p.dir = filepath.Join(d.dir, "data")
	p.start()
	id := p.gather("open", true)
	p.play(id, 3)
	p.settled()

	d.free(150 << 20)
	form := p.readers[1].open("/new/patronize")
	form.submit("Make the match", url.Values{"name": {players[1].name}, "who-1": {"me"}, "who-2": {"bot"}, "who-3": {"bot"}}).
		is(http.StatusServiceUnavailable).says("The server is full", "nothing was written")
	p.ready(http.StatusOK)
	p.play(id, 2)
	p.settled()
	before := truth(t, p.dir, id)

	m := p.move(id)
	for _, free := range []uint64{20 << 20, 0} {
		d.free(free)
		p.refused(id, m, 2*time.Second, "The server is full")
		p.ready(http.StatusServiceUnavailable)
		if log := p.server.log.String(); !strings.Contains(log, "MiB are free") {
			t.Errorf("the log does not say why: %s", log)
		}
	}
	d.free(512 << 20)
	p.ready(http.StatusOK)
	p.accepted(m)
	p.play(id, 3)
	p.settled()
	after := truth(t, p.dir, id)
	for i, e := range before.Log {
		if after.Log[i].Hash != e.Hash {
			t.Fatalf("event %d is another one than before the disk was full", e.N)
		}
	}
	if got := played(t, after.Log[before.N()]); got != m.fields.Get("move") {
		t.Errorf("%q was refused and sent again, and %q played", m.fields.Get("move"), got)
	}
	p.stop()
	if out := p.run("check"); !strings.Contains(out, "1 matches were folded, 0 of them") {
		t.Error(out)
	}
}

// A data folder that cannot be written is no reason to begin anew or to crash.
func TestAReadOnlyFolderIsTold(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	p := newParty(t)
	p.dir = filepath.Join(d.dir, "data")
	p.start()
	id := p.gather("open", true)
	p.play(id, 3)
	p.settled()
	before := p.pages()
	p.stop()
	d.remount(syscall.MS_RDONLY, "")
	was := files(t, p.dir)
	for _, line := range [][]string{serveLine(p.dir), {"check", "--data", p.dir}, {"rebuild", "--data", p.dir}, {"export", id, "--data", p.dir}} {
		child := exec.Command(os.Args[0], line...)
		child.Env = append(os.Environ(), asCommand+"=1", ahead+"=0s")
		said, err := child.CombinedOutput()
		if child.ProcessState.ExitCode() != 1 || !strings.Contains(string(said), "read-only file system") || !strings.Contains(string(said), p.dir) {
			t.Errorf("%s: %v\n%s", line[0], err, said)
		}
	}
	for path, digest := range files(t, p.dir) {
		if was[path] != digest {
			t.Errorf("%s was changed", path)
		}
	}
	d.remount(0, "")
	p.start()
	if now := p.pages(); !maps.Equal(now, before) {
		t.Error("the pages are not what they were")
	}
	p.play(id, 3)
}

// tokens are what a page has new each time.
var tokens = regexp.MustCompile(`name="(token|form)" value="[^"]*"`)

// elsewhere starts a NATS server as an operator runs one; at the port 0 on a free one.
func elsewhere(t *testing.T, dir string, port int) *natsserver.Server {
	t.Helper()
	nats, err := natsserver.NewServer(&natsserver.Options{
		ServerName: "elsewhere", Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: true, JetStreamMaxStore: 8 << 30,
	})
	if err != nil {
		t.Fatal(err)
	}
	nats.Start()
	if !nats.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server did not become ready")
	}
	t.Cleanup(func() { nats.Shutdown(); nats.WaitForShutdown() })
	return nats
}

// The NATS server goes away for a moment, which a move waits out, and for good:
// pages can be read, moves are refused, and the server ends when it is told.
func TestNATSIsAwayForAMomentAndForGood(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	nats := elsewhere(t, store, -1)
	port := nats.Addr().(*net.TCPAddr).Port
	url := "nats://" + nats.Addr().String()
	p := newParty(t)
	p.start("--nats", url)
	id := p.gather("open", true)
	p.play(id, 3)
	p.settled()

	m := p.move(id)
	nats.Shutdown()
	nats.WaitForShutdown()
	p.ready(http.StatusServiceUnavailable)
	answered := make(chan *sheet)
	go func() {
		page, err := p.readers[m.seat].ask(http.MethodPost, m.action, m.fields)
		if err != nil {
			t.Error(err)
		}
		answered <- page
	}()
	nats = elsewhere(t, store, port)
	if page := <-answered; page == nil || page.status != http.StatusSeeOther {
		t.Errorf("a move sent while NATS was away for a moment: %+v", page)
	}
	p.ready(http.StatusOK)
	p.play(id, 3)
	p.settled()

	m = p.move(id)
	before := p.pages()
	nats.Shutdown()
	nats.WaitForShutdown()
	p.ready(http.StatusServiceUnavailable)
	p.refused(id, m, 20*time.Second, "The event store cannot be reached, so nothing was written.")
	p.refused(id, m, 2*time.Second, "The event store cannot be reached, so nothing was written.")
	for address, body := range before {
		seat, path, _ := strings.Cut(address, " ")
		page, err := p.readers[seat[0]-'0'].ask(http.MethodGet, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		// The operator's and a host's pages ask whether their links were renewed.
		others := path == "/" || strings.HasPrefix(path, "/mailbox") || strings.Contains(path, "/host")
		same := page.status == http.StatusOK && tokens.ReplaceAllString(page.body, "") == body
		if !same && !(others && page.status == http.StatusServiceUnavailable) {
			t.Errorf("%s while NATS is away: status %d: %s", address, page.status, page.text())
		}
	}
	began := time.Now()
	if err := p.server.stop(); err != nil {
		t.Errorf("told to end, the server ended with: %v", err)
	}
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("the server took %v to end", took)
	}
	status, _, said := command(serveLine(p.dir, "--nats", url)...)
	if status != 1 || !strings.Contains(said, "is it running and reachable from here?") {
		t.Errorf("serve without NATS: status %d: %s", status, said)
	}
	elsewhere(t, store, port)
	p.start("--nats", url)
	if now := p.pages(); !maps.Equal(now, before) {
		t.Error("the pages are not what they were")
	}
	p.accepted(m)
	p.play(id, 3)
}
