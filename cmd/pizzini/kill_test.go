package main

import (
	"encoding/json"
	"flag"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"pizzini/events/stream"
	"pizzini/mailer"
)

// To repeat a run: go test ./cmd/pizzini -run Killed -seed N
var siegeSeed = flag.Uint64("seed", 0, "seed of the kills and of the moves; 0 = another one each time")

const (
	kills   = 30
	atOnce  = 3                // matches that run at a time
	between = 15 * time.Minute // how much later it is when the server starts again: what a dead one had in hand is free by then
)

// The process is killed again and again while three people play several matches,
// the third of them by letters alone: who moves only when a letter has come never
// moves again where one is lost.
func TestNothingIsLostWhenTheProcessIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("not in short mode")
	}
	t.Parallel()
	seed := *siegeSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed %d", seed)
	s := &siege{t: t, dir: t.TempDir(), post: newPost(t), attempts: map[turn]bool{}, last: map[string]int{}, over: map[string]bool{}, doubtful: map[string]bool{}}
	s.changed = sync.NewCond(&s.mu)
	s.post.each = s.receive
	s.start()
	for seat := 1; seat <= 3; seat++ {
		s.readers[seat] = newReader(t, s.address)
	}
	var people sync.WaitGroup
	people.Go(s.host)
	for seat := 1; seat <= 3; seat++ {
		people.Go(func() { s.play(seat, rand.New(rand.NewPCG(seed, uint64(seat)))) })
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for kill := range kills {
		after, pause := 4+random.IntN(120), time.Duration(random.Int64N(int64(12*time.Millisecond)))
		posted := kill%2 == 1 // while a letter is being accepted
		if posted {
			pause /= 8
		}
		if !s.await(after, posted) {
			break
		}
		<-time.After(pause) // not to wait for anything: the blow falls anywhere between two events
		s.strike(kill, after, pause)
		if kill%5 == 4 {
			s.stillborn(time.Duration(random.Int64N(int64(150 * time.Millisecond))))
		}
		s.start()
	}
	s.mu.Lock()
	s.ending = true
	s.changed.Broadcast()
	s.mu.Unlock()
	people.Wait()
	if t.Failed() {
		t.FailNow()
	}
	s.settle()
}

// siege is a server that is killed and started again, and who plays there.
type siege struct {
	t       *testing.T
	dir     string
	post    *post
	readers [4]*reader // by seat

	mu       sync.Mutex
	changed  *sync.Cond
	server   *server
	up       bool
	runs     int // how many times the server was started
	events   int // requests sent and letters received
	progress int // commands acknowledged, letters received, restarts
	ending   bool
	attempts map[turn]bool // moves that were sent
	acks     []ack
	matches  [4][]string     // those in which a seat was taken, by seat
	last     map[string]int  // match → its last event that an answer named
	over     map[string]bool // matches
	received []receipt
	doubtful map[string]bool // letters that had arrived when the server died, before it noted so
}

// turn is a move that somebody sent.
type turn struct {
	match    string
	seat     int
	decision int
	move     string
}

// ack is a command that the server has acknowledged.
type ack struct {
	what string // "create", "take", "play"
	turn turn
	n    int // the event that its answer named
}

// receipt is a letter that arrived while a server ran for the run-th time.
type receipt struct {
	letter *letter
	run    int
}

// start starts the server, later than it was before.
func (s *siege) start() {
	s.t.Helper()
	server := startProcess(s.t, s.dir, s.later(), "--smtp", s.post.url, "--from", "Slow games <pizzini@games.example>")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server, s.up = server, true
	s.progress++
	s.changed.Broadcast()
}

// later begins another run, and says how much later it is in it.
func (s *siege) later() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs++
	return time.Duration(s.runs) * between
}

func (s *siege) address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server.address
}

// receive notes a letter.
func (s *siege) receive(l *letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received = append(s.received, receipt{l, s.runs})
	s.events++
	s.progress++
	s.changed.Broadcast()
}

// stillborn starts a server that dies before it is ready.
func (s *siege) stillborn(after time.Duration) {
	command := serverCommand(s.dir, s.later(), "--smtp", s.post.url, "--from", "Slow games <pizzini@games.example>")
	if err := command.Start(); err != nil {
		s.t.Fatal(err)
	}
	<-time.After(after)
	_ = command.Process.Kill()
	_ = command.Wait() // killed
	s.doubt()
}

// await waits for a number of events and then, if asked, for a letter; false = the
// test has failed meanwhile.
func (s *siege) await(more int, posted bool) bool {
	late := time.AfterFunc(90*time.Second, func() {
		s.t.Error("nothing happens any more: somebody waits for what was lost")
		s.changed.Broadcast()
	})
	defer late.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	until, letters := s.events+more, 0
	for s.events < until || posted && len(s.received) <= letters {
		if s.t.Failed() {
			return false
		}
		if s.events < until {
			letters = len(s.received)
		}
		s.changed.Wait()
	}
	return true
}

// strike kills the server and looks which letters had arrived that it had not
// noted as sent: only those may come again.
func (s *siege) strike(kill, after int, pause time.Duration) {
	s.t.Helper()
	s.mu.Lock()
	s.up = false
	server, acks, letters := s.server, len(s.acks), len(s.received)
	s.mu.Unlock()
	server.kill(s.t)
	s.t.Logf("kill %d: %d events and %v after the start, with %d commands acknowledged and %d letters received, %d of them not noted", kill+1, after, pause, acks, letters, s.doubt())
}

// doubt looks which letters of the run that has ended were not noted as sent.
func (s *siege) doubt() (letters int) {
	s.t.Helper()
	s.post.hungUp(s.t)
	store := s.openStore()
	defer store.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.received {
		if r.run == s.runs && s.record(store, r.letter.key).State != mailer.Sent {
			s.doubtful[r.letter.key] = true
			letters++
		}
	}
	return letters
}

func (s *siege) openStore() *stream.Store {
	s.t.Helper()
	store, err := stream.Open(s.t.Context(), stream.Config{Dir: s.dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		s.t.Fatal(err)
	}
	return store
}

// record is what the event store has of a letter.
func (s *siege) record(store *stream.Store, key string) mailer.Record {
	s.t.Helper()
	m, err := store.LastOn(s.t.Context(), stream.Letters, "letter."+key)
	if err != nil {
		s.t.Errorf("letter %s: %v", key, err)
		return mailer.Record{}
	}
	var r mailer.Record
	if err := json.Unmarshal(m.Data, &r); err != nil {
		s.t.Errorf("letter %s: %v", key, err)
	}
	return r
}
