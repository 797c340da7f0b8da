package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"pizzini/engine"
	"pizzini/events"
)

// site is where people reach the servers of these tests. It is a name that does
// not exist, so that a server has the same links wherever it listens.
const site = "http://pizzini.test"

// The test binary is pizzini itself when it is told so: a server that can be killed.
const (
	asCommand = "PIZZINI_TEST_AS_COMMAND"
	ahead     = "PIZZINI_TEST_AHEAD" // how much its clock is ahead
)

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		by, err := time.ParseDuration(os.Getenv(ahead))
		if err != nil {
			panic(err)
		}
		os.Exit(run(os.Args[1:], streams{os.Stdout, os.Stderr, func() time.Time { return time.Now().Add(by) }}))
	}
	code := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(code)
}

// server is a running "pizzini serve", in this process or in one of its own.
type server struct {
	dir      string
	address  string // where it listens
	operator string // the operator's link
	log      *output
	stop     func() error // tells it to end and waits for it
	ended    chan struct{}
	process  *os.Process // nil in this process
}

// output is what a server prints: to be read while it runs.
type output struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{} // closed at the next write
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.text.Write(p)
	if o.changed != nil {
		close(o.changed)
	}
	o.changed = make(chan struct{})
	return n, err
}

func (o *output) now() (string, <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.changed == nil {
		o.changed = make(chan struct{})
	}
	return o.text.String(), o.changed
}

func (o *output) String() string {
	text, _ := o.now()
	return text
}

// serveLine is the command line of a server on a folder. Without another address
// it takes a free one.
func serveLine(dir string, more ...string) []string {
	line := []string{"serve", "--data", dir, "--url", site, "--letter-delay", "0"}
	if !slices.Contains(more, "--listen") {
		line = append(line, "--listen", "127.0.0.1:0")
	}
	return append(line, more...)
}

// start runs a server in this process until the test ends or stops it.
func start(t *testing.T, dir string, more ...string) *server {
	t.Helper()
	var line cli
	parser, err := kong.New(&line, kinds())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(serveLine(dir, more...)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &server{dir: dir, log: &output{}, ended: make(chan struct{})}
	out := &output{}
	go func() {
		defer close(s.ended)
		err = line.Serve.serve(ctx, streams{out, s.log, time.Now})
	}()
	s.stop = func() error {
		cancel()
		<-s.ended
		return err
	}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("the server ended with: %v", err)
		}
	})
	s.ready(t, out)
	return s
}

// serverCommand is a server as a process of its own, whose clock is ahead.
func serverCommand(dir string, by time.Duration, more ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], serveLine(dir, more...)...)
	command.Env = append(os.Environ(), asCommand+"=1", ahead+"="+by.String())
	return command
}

// startProcess runs a server in a process of its own, whose clock is ahead.
func startProcess(t *testing.T, dir string, by time.Duration, more ...string) *server {
	t.Helper()
	s := &server{dir: dir, log: &output{}, ended: make(chan struct{})}
	out := &output{}
	command := serverCommand(dir, by, more...)
	command.Stdout, command.Stderr = out, s.log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = command.Process
	var ended error
	go func() {
		defer close(s.ended)
		ended = command.Wait()
	}()
	s.stop = func() error {
		_ = command.Process.Signal(syscall.SIGTERM) // it may have ended
		select {
		case <-s.ended:
			return ended
		case <-time.After(30 * time.Second):
			_ = command.Process.Kill()
			<-s.ended
			return errors.New("it did not end within 30 seconds of being told to")
		}
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-s.ended
	})
	s.ready(t, out)
	return s
}

// ready waits until the server listens, and reads where.
func (s *server) ready(t *testing.T, out *output) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		text, changed := out.now()
		if _, link, ok := strings.Cut(text, "operator link "); ok && strings.HasSuffix(link, "\n") {
			s.operator = strings.TrimSpace(link)
			break
		}
		select {
		case <-changed:
		case <-s.ended:
			t.Fatalf("the server ended at once: %v\n%s%s", s.stop(), text, s.log)
		case <-late:
			t.Fatalf("the server does not become ready: %s%s", text, s.log)
		}
	}
	note, err := os.ReadFile(filepath.Join(s.dir, controlNote))
	if err != nil {
		t.Fatal(err)
	}
	var c control
	if err := json.Unmarshal(note, &c); err != nil {
		t.Fatal(err)
	}
	s.address = strings.TrimPrefix(c.URL, "http://")
}

// at is where the server listens.
func (s *server) at() string { return s.address }

// kill ends the server's process as a power cut would.
func (s *server) kill(t *testing.T) {
	t.Helper()
	if err := s.process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.ended
}

// export is a match's log with all its secrets, by the command.
func export(t *testing.T, dir, match string) *events.Export {
	t.Helper()
	status, out, stderr := command("export", match, "--all", "--data", dir)
	if status != 0 {
		t.Fatalf("export %s: status %d: %s", match, status, stderr)
	}
	return readExport(t, out)
}

// readExport reads an export file, every check of which holds.
func readExport(t *testing.T, text string) *events.Export {
	t.Helper()
	x, err := events.ReadExport(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range engine.Verify(x, nil) {
		if check.Verdict == events.Fails {
			t.Fatalf("match %s: %v", x.Match, check)
		}
	}
	return x
}

// truth is a match as its whole log has it.
func truth(t *testing.T, dir, match string) *engine.Match {
	t.Helper()
	m := engine.Fold(export(t, dir, match).Log)
	if m.Broken != nil {
		t.Fatal(m.Broken)
	}
	return m
}

// matchOf is the match whose page an address is.
func matchOf(t *testing.T, path string) string {
	t.Helper()
	parts := strings.Split(path, "/")
	if len(parts) < 3 || parts[1] != "m" {
		t.Fatalf("%s is no page of a match", path)
	}
	return parts[2]
}

// seatPage is the path of a seat's page.
func seatPage(match string, seat int) string { return fmt.Sprintf("/m/%s/s/%d", match, seat) }

// played is the move of an event.
func played(t *testing.T, e *events.Event) string {
	t.Helper()
	data, err := e.Decode()
	if err != nil {
		t.Fatal(err)
	}
	d, ok := data.(*events.Played)
	if !ok {
		t.Fatalf("event %d is %s", e.N, e.Type)
	}
	return d.Move
}
