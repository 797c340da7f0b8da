package main

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAFolderAndAPortServeOneProcess(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	for _, c := range []struct {
		line []string
		says string
	}{
		{serveLine(s.dir), "stop it, or give another folder"},
		{serveLine(t.TempDir(), "--listen", s.address), "stop it, or give another address with --listen"},
		{[]string{"rebuild", "--data", s.dir}, "stop it, or give another folder"},
		{[]string{"check", "--data", s.dir}, "stop it, or give another folder"},
		{[]string{"restore", "--from-copy", "--data", s.dir}, "stop it, or give another folder"},
		{serveLine(filepath.Join(s.dir, controlNote)), "--data"},
	} {
		other := exec.Command(os.Args[0], c.line...)
		other.Env = append(os.Environ(), asCommand+"=1", ahead+"=0s")
		text, err := other.CombinedOutput()
		if other.ProcessState.ExitCode() != 1 || !strings.Contains(string(text), c.says) {
			t.Errorf("%q: %v\n%s", c.line, err, text)
		}
	}
	if page := newReader(t, s.at).open("/readyz"); page.status != http.StatusOK {
		t.Errorf("the first server is disturbed: %s", page.body)
	}
}

// The commands do the same with a running server, without one, and after one that
// was killed and has left its note.
func TestCommandsAskTheServerOrTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := func(seed string) []string {
		return []string{"new", "patronize", "--seat", players[1].name + "=" + players[1].address, "--seat", "link", "--seat", "bot", "--host", "Dora " + seed, "--json", "--data", dir, "--url", site}
	}
	start := func(how string) made {
		t.Helper()
		status, out, stderr := command(args(how)...)
		if status != 0 {
			t.Fatalf("new, %s: status %d: %s", how, status, stderr)
		}
		var m made
		if err := json.Unmarshal([]byte(out), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	offline := start("offline")
	s := startProcess(t, dir, 0)
	online := start("online")
	logs := map[string]string{}
	for _, m := range []made{offline, online} {
		if len(m.Seats) != 3 || m.Seats[2].Link != "" || m.Seats[2].Who != "bot" {
			t.Errorf("%+v", m)
		}
		newReader(t, s.at).open(m.Seats[0].Link).submit("Take seat 1", nil).is(http.StatusOK).says("Waiting for players")
		newReader(t, s.at).open(m.Seats[1].Link).submit("Take seat 2", url.Values{"name": {"Emil"}}).is(http.StatusOK).says("You are Emil, at seat 2 of 3")
		newReader(t, s.at).open(m.Host).submit("Open the host's page", nil).is(http.StatusOK).says("The match runs")
	}
	s.kill(t)
	if _, err := os.Stat(filepath.Join(dir, controlNote)); err != nil {
		t.Fatal("a server that was killed leaves no note: ", err)
	}
	for _, m := range []made{offline, online} {
		logs[m.Match] = exported(t, dir, m.Match)
	}
	killed := start("killed")
	logs[killed.Match] = exported(t, dir, killed.Match)
	s = startProcess(t, dir, 0)
	for match, log := range logs {
		// The bot may have moved meanwhile: a log only grows.
		before, now := readExport(t, log), readExport(t, exported(t, dir, match))
		if len(now.Log) < len(before.Log) || now.Log[len(before.Log)-1].Hash != before.Head.Hash {
			t.Errorf("match %s: the running server exports another log than the folder", match)
		}
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, controlNote)); err == nil {
		t.Error("a server that ended leaves its note behind")
	}
}

// exported is a match's whole export, by the command.
func exported(t *testing.T, dir, match string) string {
	t.Helper()
	status, out, stderr := command("export", match, "--all", "--data", dir)
	if status != 0 {
		t.Fatalf("export %s: status %d: %s", match, status, stderr)
	}
	return out
}

// Told to end during play, with live pages open and a letter in hand that a mail
// server does not take, the server ends in good order and soon.
func TestTheServerEndsSoonWhenItIsTold(t *testing.T) {
	t.Parallel()
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer dead.Close()
	p := newParty(t)
	p.server = startProcess(t, p.dir, 0, "--smtp", "smtp://"+dead.Addr().String(), "--from", "pizzini@games.example")
	id := p.gather("open", true)
	held, err := dead.Accept() // the mail server has the letter to the host, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	var watching sync.WaitGroup
	heard := make(chan struct{})
	for seat := 1; seat <= 3; seat++ {
		for range 4 {
			answer, err := p.readers[seat].stream(seatPage(id, seat) + "/events")
			if err != nil {
				t.Fatal(err)
			}
			watching.Go(func() {
				defer answer.Body.Close()
				numbers := 0
				for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
					if strings.HasPrefix(lines.Text(), "data: ") {
						numbers++
					}
					if numbers == 2 { // of the present, and of a move
						numbers++
						heard <- struct{}{}
					}
				}
			})
		}
	}
	p.play(id, 3)
	for range 3 * 4 {
		<-heard
	}
	last := truth(t, p.dir, id)
	began := time.Now()
	if err := p.server.stop(); err != nil {
		t.Errorf("the server ended with: %v\n%s", err, p.server.log)
	}
	if took := time.Since(began); took > 12*time.Second {
		t.Errorf("the server took %v to end", took)
	}
	watching.Wait()
	if m := truth(t, p.dir, id); m.Head() != last.Head() {
		t.Errorf("the log ended with event %d and ends with %d", last.N(), m.N())
	}
}
