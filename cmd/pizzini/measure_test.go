package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/stream"
	"pizzini/web/link"
)

// To measure what takes minutes, on a machine that does nothing else:
//
//	go test ./cmd/pizzini -run Measure -measure -v
//
// It prints figures and judges none. The shorter ones are benchmarks of their
// packages.
var measure = flag.Bool("measure", false, "measure the whole program; takes some minutes")

// program builds pizzini as it is delivered: the binary of the tests holds more.
func program(t *testing.T) string {
	t.Helper()
	if !*measure {
		t.Skip("measured with -measure only")
	}
	path := filepath.Join(t.TempDir(), "pizzini")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// launched is a server as people run it, and how long it took to listen.
type launched struct {
	*server
	took time.Duration
}

// launch starts the program on a folder.
func launch(t *testing.T, program, dir string) launched {
	t.Helper()
	s := &server{dir: dir, log: &output{}, ended: make(chan struct{})}
	out := &output{}
	run := exec.Command(program, "serve", "--data", dir, "--url", site, "--listen", "127.0.0.1:0")
	run.Stdout, run.Stderr = out, s.log
	began := time.Now()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = run.Process
	go func() {
		defer close(s.ended)
		_ = run.Wait() // whoever stops it knows
	}()
	s.stop = func() error {
		err := s.process.Signal(os.Interrupt)
		<-s.ended
		return err
	}
	t.Cleanup(func() {
		_ = s.process.Kill() // it may have ended
		<-s.ended
	})
	s.ready(t, out)
	return launched{s, time.Since(began)}
}

// memory is the server's resident memory in MiB once it has had nothing to do for ten
// seconds.
func (l launched) memory(t *testing.T) float64 {
	t.Helper()
	used, quiet := l.ticks(t), 0
	for tick := time.NewTicker(500 * time.Millisecond); quiet < 20; <-tick.C {
		if now := l.ticks(t); now-used <= 1 { // hundredths of a second
			quiet, used = quiet+1, now
		} else {
			quiet, used = 0, now
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.process.Pid))
	if err != nil {
		t.Skip("this system does not tell: ", err)
	}
	match := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if match == nil {
		t.Fatalf("no VmRSS in %s", status)
	}
	kib, err := strconv.Atoi(string(match[1]))
	if err != nil {
		t.Fatal(err)
	}
	return float64(kib) / 1024
}

// ticks is the time of the processor that the server has had, in hundredths of a
// second.
func (l launched) ticks(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", l.process.Pid))
	if err != nil {
		t.Skip("this system does not tell: ", err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user + system
}

// spread are times of the same thing.
type spread []time.Duration

func (s spread) at(part float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	slices.Sort(s)
	return s[int(part*float64(len(s)-1))]
}

func (s spread) String() string {
	return fmt.Sprintf("median %.2f ms, 95%% %.2f ms (%d)", s.at(0.5).Seconds()*1000, s.at(0.95).Seconds()*1000, len(s))
}

// syncer writes 300 bytes to the end of a file and waits for the disk: less than
// that no store can do for an event.
func syncer(t *testing.T, dir string) func() time.Duration {
	t.Helper()
	file, err := os.CreateTemp(dir, "sync")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	payload := bytes.Repeat([]byte("x"), 300)
	return func() time.Duration {
		began := time.Now()
		if _, err := file.Write(payload); err != nil {
			t.Error(err)
		}
		if err := file.Sync(); err != nil {
			t.Error(err)
		}
		return time.Since(began)
	}
}

// Moves are accepted over HTTP by a server in a process of its own: one after
// another, and in 20 matches at once, beside a bare write to the same disk.
func TestMeasureAccepting(t *testing.T) {
	s := launch(t, program(t), t.TempDir())
	r := newReader(t, s.at)
	disk := syncer(t, s.dir)
	var alone spread
	byLength := map[int]*spread{}
	for seed := range uint64(5) {
		for _, kind := range []string{"patronize", "der-pate", "die-patin"} {
			p := table{r: r, match: newTable(t, s, r, kind), random: rand.New(rand.NewPCG(seed, 0))}
			for p.choose(t) {
				alone = append(alone, disk())
				if byLength[len(p.draft.Moves)] == nil {
					byLength[len(p.draft.Moves)] = &spread{}
				}
				of := byLength[len(p.draft.Moves)]
				*of = append(*of, p.commit(t))
			}
		}
	}
	t.Logf("write 300 B and sync: %v", alone)
	for length := 1; length <= link.MaxTries; length++ {
		if of := byLength[length]; of != nil {
			t.Logf("a command of %d: %v; %.1f of the write's median", length, *of, float64(of.at(0.5))/float64(alone.at(0.5)))
		}
	}

	const matches = 20
	var mu sync.Mutex
	var together, atOnce spread
	var tables []*table
	for i := range matches {
		tables = append(tables, &table{r: r, match: newTable(t, s, r, "patronize"), random: rand.New(rand.NewPCG(uint64(i), 1))})
	}
	disks := make([]func() time.Duration, matches)
	for i := range disks {
		disks[i] = syncer(t, s.dir)
	}
	each := func(do func(i int) (spread, bool)) (spread, time.Duration) {
		var all spread
		var running sync.WaitGroup
		began := time.Now()
		for i := range matches {
			running.Go(func() {
				for {
					times, more := do(i)
					mu.Lock()
					all = append(all, times...)
					mu.Unlock()
					if !more {
						return
					}
				}
			})
		}
		running.Wait()
		return all, time.Since(began)
	}
	count := make([]int, matches)
	together, took := each(func(i int) (spread, bool) {
		count[i]++
		return spread{disks[i]()}, count[i] < 30
	})
	t.Logf("write 300 B and sync, %d at once: %v, %.0f a second", matches, together, float64(len(together))/took.Seconds())
	// All choose, then all commit: so the server alone is at work when times are taken.
	var busy time.Duration
	for {
		var ready []*table
		for _, p := range tables {
			if p.choose(t) {
				ready = append(ready, p)
			}
		}
		if len(ready) < matches {
			break
		}
		times := make(spread, len(ready))
		var running sync.WaitGroup
		began := time.Now()
		for i, p := range ready {
			running.Go(func() { times[i] = p.post(t) })
		}
		running.Wait()
		busy += time.Since(began)
		atOnce = append(atOnce, times...)
		for _, p := range ready {
			p.arrive(t)
		}
	}
	t.Logf("a command in %d matches at once: %v, %.0f commands a second", matches, atOnce, float64(len(atOnce))/busy.Seconds())
	t.Logf("resident memory after it: %.0f MiB", s.memory(t))
}

// newTable makes a match and takes its three seats.
func newTable(t *testing.T, s launched, r *reader, kind string) (match string) {
	t.Helper()
	status, out, stderr := command("new", kind, "--seat", "link", "--seat", "link", "--seat", "link", "--json", "--data", s.dir)
	if status != 0 {
		t.Fatalf("new: status %d: %s", status, stderr)
	}
	var m made
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		t.Fatal(err)
	}
	for i, seat := range m.Seats {
		r.open(seat.Link).submit(fmt.Sprintf("Take seat %d", i+1), url.Values{"name": {"Player " + strconv.Itoa(i+1)}}).is(http.StatusOK)
	}
	return m.Match
}

// table plays a match, as quickly as a reader can that parses no page.
type table struct {
	r      *reader
	match  string
	random *rand.Rand
	seat   int        // whose turn it was last
	page   string     // of the seat whose turn it is
	draft  link.Draft // what it chooses
	next   string     // where the answer to the last command leads
}

var (
	choiceLink = regexp.MustCompile(`<a class="choice" href="([^"]*)"`)
	choiceForm = regexp.MustCompile(`(?s)name="d" value="(\d+)".*?name="move" value="([^"]*)"(?: required|>)`) // a secret one and a throw are in no link
	over       = "The match is over"
)

// choose tries moves of whoever's turn it is, up to five while it is asked for more;
// false = the match is over.
func (p *table) choose(t *testing.T) bool {
	t.Helper()
	for range 4 {
		if p.seat == 0 {
			p.seat = 1
		}
		if p.page = p.fetch(t, seatPage(p.match, p.seat)); strings.Contains(p.page, over) {
			return false
		}
		p.draft = link.Draft{}
		for range 5 {
			links := choiceLink.FindAllStringSubmatch(p.page, -1)
			if len(links) == 0 {
				break
			}
			href, _, _ := strings.Cut(html.UnescapeString(links[p.random.IntN(len(links))][1]), "#")
			_, query, _ := strings.Cut(href, "?")
			var err error
			if p.draft, err = link.ParseDraft(query); err != nil {
				t.Fatal(err)
			}
			p.page = p.fetch(t, href)
		}
		if secret := choiceForm.FindStringSubmatch(p.page); len(p.draft.Moves) == 0 && secret != nil {
			p.draft.Decision, _ = strconv.Atoi(secret[1])
			p.draft.Moves = []game.Move{game.Move(html.UnescapeString(secret[2]))}
		}
		if len(p.draft.Moves) > 0 {
			return true
		}
		p.seat = p.seat%3 + 1
	}
	t.Fatalf("nobody is asked in match %s", p.match)
	return false
}

// commit plays what was chosen, and waits until the page shows it.
func (p *table) commit(t *testing.T) time.Duration {
	t.Helper()
	took := p.post(t)
	p.arrive(t)
	return took
}

func (p *table) post(t *testing.T) time.Duration {
	fields := url.Values{"seat": {strconv.Itoa(p.seat)}, "d": {strconv.Itoa(p.draft.Decision)}}
	for _, m := range p.draft.Moves {
		fields.Add("move", string(m))
	}
	request, err := http.NewRequest(http.MethodPost, site+seatPage(p.match, p.seat)+"/play", strings.NewReader(fields.Encode()))
	if err != nil {
		t.Error(err)
		return 0
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", site)
	began := time.Now()
	answer, err := p.r.client.Do(request)
	took := time.Since(began)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		t.Errorf("match %s: %v: status %d", p.match, p.draft, answer.StatusCode)
	}
	_, _ = io.Copy(io.Discard, answer.Body) // so that the connection is kept
	p.next = answer.Header.Get("Location")
	return took
}

func (p *table) arrive(t *testing.T) { p.fetch(t, p.next) }

func (p *table) fetch(t *testing.T, address string) string {
	t.Helper()
	answer, err := p.r.client.Get(site + strings.TrimPrefix(address, site))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", address, answer.StatusCode, err)
	}
	return string(body)
}

// A folder is filled with matches; then the database is built anew, and the server
// started, with few and with many of them.
func TestMeasureManyMatches(t *testing.T) {
	program := program(t)
	dir := t.TempDir()
	f := filling{dir: dir}
	look := func() {
		t.Helper()
		first := launch(t, program, dir) // decides once which letters the past asks for
		first.memory(t)
		if err := first.stop(); err != nil {
			t.Fatal(err)
		}
		var starts spread
		for range 4 {
			start := launch(t, program, dir)
			starts = append(starts, start.took)
			if err := start.stop(); err != nil {
				t.Fatal(err)
			}
		}
		again := launch(t, program, dir)
		starts = append(starts, again.took)
		idle := again.memory(t)
		t.Logf("%d matches, %d events: it listens after %v; idle it has %.0f MiB", f.matches, f.events, starts, idle)
		if f.matches > 0 {
			r := newReader(t, again.at)
			shown := min(len(f.ids), 1000)
			p := table{r: r}
			for _, id := range f.ids[:shown] {
				p.fetch(t, "/m/"+id)
			}
			t.Logf("after the pages of %d of them it has %.0f MiB", shown, again.memory(t))
		}
		if err := again.stop(); err != nil {
			t.Fatal(err)
		}
		if f.matches > 0 {
			store, copied := size(t, filepath.Join(dir, "nats")), size(t, filepath.Join(dir, "copy"))
			t.Logf("a match of %.0f events takes %.0f KiB of the event store and %.0f KiB of the database", float64(f.events)/float64(f.matches),
				float64(store)/1024/float64(f.matches), float64(copied)/1024/float64(f.matches))
		}
	}
	look()
	f.until(t, func() bool { return f.matches >= 1000 })
	look()
	f.until(t, func() bool { return f.events >= 300_000 })
	rebuild := exec.Command(program, "rebuild", "--data", dir)
	began := time.Now()
	if out, err := rebuild.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(began)
	t.Logf("rebuild of %d events in %d slips: %.1f s, %.1f s of the processor, %.0f events a second", f.events, f.slips, took.Seconds(),
		(rebuild.ProcessState.UserTime() + rebuild.ProcessState.SystemTime()).Seconds(), float64(f.events)/took.Seconds())
	f.until(t, func() bool { return f.matches >= 10_000 })
	look()
}

// filling fills a data folder with matches that bots have played.
type filling struct {
	dir                    string
	matches, events, slips int
	ids                    []string
}

// until adds matches. The event store is the same as that of a server, but does not
// wait for the disk.
func (f *filling) until(t *testing.T, enough func() bool) {
	t.Helper()
	nat, err := nats.NewServer(&nats.Options{
		ServerName: "pizzini", Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(f.dir, "nats"), JetStreamMaxStore: 16 << 30,
	})
	if err != nil {
		t.Fatal(err)
	}
	nat.Start()
	defer nat.WaitForShutdown()
	defer nat.Shutdown()
	if !nat.ReadyForConnections(time.Minute) {
		t.Fatal("the event store did not become ready")
	}
	store, err := stream.Open(t.Context(), stream.Config{URL: "nats://" + nat.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for !enough() {
		// Several at once: writing the logs takes longer than storing them.
		logs := make([][]*events.Event, 4*runtime.NumCPU())
		var writers sync.WaitGroup
		for i := range logs {
			writers.Go(func() { logs[i] = simulated(t, uint64(f.matches+i+1)) })
		}
		writers.Wait()
		for _, log := range logs {
			f.add(t, store, log)
		}
	}
}

func simulated(t *testing.T, seed uint64) []*events.Event {
	var file bytes.Buffer
	match := engine.Simulated{Kind: "patronize", Players: 4, Seed: seed}
	if err := match.Export(&file, nil); err != nil {
		t.Error(err)
		return nil
	}
	x, err := events.ReadExport(&file)
	if err != nil {
		t.Error(err)
		return nil
	}
	return x.Log
}

func (f *filling) add(t *testing.T, store *stream.Store, log []*events.Event) {
	t.Helper()
	last := uint64(0)
	for len(log) > 0 {
		n := 1
		for n < len(log) && log[n].Cmd == log[0].Cmd {
			n++
		}
		var slip []byte
		for _, e := range log[:n] {
			slip = events.AppendLog(slip, e)
		}
		seq, _, err := store.Append(t.Context(), log[0].Match, last, log[0].Cmd, slip)
		if err != nil {
			t.Fatal(err)
		}
		if last == 0 {
			f.matches++
			f.ids = append(f.ids, log[0].Match)
		}
		last = seq
		f.events += n
		f.slips++
		log = log[n:]
	}
}

// size is how many bytes a folder's files have.
func size(t *testing.T, folder string) (total int64) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return total
}
