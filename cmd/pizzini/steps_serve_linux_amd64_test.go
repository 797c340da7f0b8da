package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events"
	"pizzini/events/stream"
	"pizzini/mailer"
)

// The server is killed before each step between a form that makes a match and its
// last letter, and starts again.
func TestKilledBeforeEachStepOfMakingAMatch(t *testing.T) {
	s := newStepwise(t)
	fields := url.Values{"name": {players[1].name}, "address": {players[1].address}, "who-1": {"me"},
		"who-2": {"person"}, "name-2": {players[2].name}, "address-2": {players[2].address}, "who-3": {"bot"}}
	s.readers[1].open(s.server.operator).submit("Continue as operator", nil).is(http.StatusOK)
	made := map[string]bool{}
	deeds := s.sweep(func() *deed {
		page := s.readers[1].open("/new/patronize").is(http.StatusOK)
		action, form, ok := page.form("Make the match")
		if !ok {
			t.Fatalf("there is no form: %s", page.text())
		}
		for name, values := range fields {
			form[name] = values
		}
		return &deed{reader: 1, action: action, fields: form}
	}, func(d *deed) { made[d.match] = true })
	if len(made) != deeds {
		t.Errorf("%d forms were sent, which made the matches %v", deeds, made)
	}
	if out := s.check(); !strings.Contains(out, fmt.Sprintf("%d matches were folded, 0 of them", deeds)) {
		t.Errorf("%d forms were sent: %s", deeds, out)
	}
}

// The server is killed before each step between a form that plays a move and the
// letter to whom it makes active, and starts again.
func TestKilledBeforeEachStepOfAMove(t *testing.T) {
	s := newStepwise(t)
	random := rand.New(rand.NewPCG(5, 6))
	sent := map[string][]string{} // moves by match
	var id string
	s.sweep(func() *deed {
		for {
			for seat := 1; seat <= 3 && id != ""; seat++ {
				choices := s.readers[seat].open(seatPage(id, seat)).is(http.StatusOK).choices()
				if len(choices) == 0 {
					continue
				}
				page := s.readers[seat].open(choices[random.IntN(len(choices))])
				action, form, ok := page.form("Play it")
				if !ok {
					t.Fatalf("there is no form: %s", page.text())
				}
				sent[id] = append(sent[id], fmt.Sprintf("%d %s", seat, form.Get("move")))
				return &deed{reader: seat, match: id, action: action, fields: form}
			}
			id = s.gather() // the first match, or one is over
		}
	}, func(*deed) {})
	for id, moves := range sent {
		var applied []string
		for _, e := range truth(t, s.dir, id).Log {
			if e.Type == events.TypePlayed {
				data, err := e.Decode()
				if err != nil {
					t.Fatal(err)
				}
				applied = append(applied, fmt.Sprintf("%d %s", data.(*events.Played).Seat, data.(*events.Played).Move))
			}
		}
		if !slices.Equal(applied, moves) {
			t.Errorf("the moves\n%q were sent, and\n%q played", moves, applied)
		}
	}
	if out := s.check(); !strings.Contains(out, fmt.Sprintf("%d matches were folded, 0 of them", len(sent))) {
		t.Error(out)
	}
}

// gather makes a match that begins at once.
func (s *stepwise) gather() (id string) {
	s.t.Helper()
	letters, _ := s.post.all()
	id = invite(s.t, s.readers[1], s.server)
	for n := range 3 {
		l := s.post.after(s.t, len(letters)+n)
		for seat := 2; seat <= 3; seat++ {
			if l.to == players[seat].address && strings.Contains(l.title(), "invites you") {
				s.readers[seat].open(l.button(s.t, "Look at seat")).submit("Take seat", nil).is(http.StatusOK)
			}
		}
	}
	return id
}

// deed is a form that somebody sends, again where he had no answer.
type deed struct {
	reader int
	match  string // "" = not known yet: it makes one
	action string
	fields url.Values
	leads  string // where the answer leads; "" = there was none
}

// stepwise is a server that is killed before one step after another.
type stepwise struct {
	t       *testing.T
	dir     string
	post    *post
	readers [4]*reader
	server  *server
	steps   *steps

	mu       sync.Mutex
	run      int
	arrived  map[string]int  // letter → the run in which it came last
	doubtful map[string]bool // letters that had arrived when the server ended, before it noted so
}

func newStepwise(t *testing.T) *stepwise {
	// Not beside other tests: a process that they start holds for a moment every lock
	// that this one has just let go.
	s := &stepwise{t: t, dir: t.TempDir(), post: newPost(t), arrived: map[string]int{}, doubtful: map[string]bool{}}
	s.post.each = s.receive
	for seat := 1; seat <= 3; seat++ {
		s.readers[seat] = newReader(t, func() string { return s.server.address })
	}
	s.start()
	return s
}

// start starts the server, so much later that what a dead one had in hand is free.
func (s *stepwise) start() {
	s.t.Helper()
	s.mu.Lock()
	s.run++
	by := time.Duration(s.run) * between
	s.mu.Unlock()
	s.server, s.steps = serveInSteps(s.t, s.dir, by, "--smtp", s.post.url, "--from", "Slow games <pizzini@games.example>")
}

// stop tells the server to end, and waits for it. One that ends waits for
// connections that were never used.
func (s *stepwise) stop() error {
	for _, r := range s.readers[1:] {
		r.client.CloseIdleConnections()
	}
	return s.server.stop()
}

// receive notes a letter: only one of which nobody knows that it came may come again.
func (s *stepwise) receive(l *letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, ok := s.arrived[l.key]; ok && !s.doubtful[l.key] {
		s.t.Errorf("the letter %s came in run %d and again in run %d", l.key, before, s.run)
	}
	s.arrived[l.key] = s.run
	delete(s.doubtful, l.key)
}

// sweep has a deed done again and again, with the server killed before its first
// step, its second, and so on, until one goes through. Each is completed before the
// next.
func (s *stepwise) sweep(prepare func() *deed, done func(*deed)) (deeds int) {
	t := s.t
	t.Helper()
	for fatal := apart(); ; {
		began := time.Now()
		d := prepare()
		deeds++
		s.steps.from(fatal)
		letters := s.send(d)
		if letters {
			letters, _ = s.letters(d)
		}
		err := s.stop()
		killed, seen := s.steps.end()
		if killed == "" && err != nil {
			t.Fatalf("the server ended by itself after %d steps: %v\n%s", seen, err, s.server.log)
		}
		s.doubt()
		s.forgetConsumer()
		s.start()
		s.complete(d)
		if err := s.stop(); err != nil {
			t.Errorf("the server ended with: %v", err)
		}
		s.doubt()
		done(d)
		if t.Failed() {
			t.Fatalf("killed before %s, the answer leads to %q\n%s", killed, d.leads, s.server.log)
		}
		switch {
		case killed != "":
			t.Logf("%v killed before %s", time.Since(began), killed)
			fatal += apart()
		case letters:
			t.Logf("%d steps, %d letters", seen, len(s.arrived))
			if seen < 20 {
				t.Errorf("only %d steps were seen", seen)
			}
			return deeds
		}
		s.start()
	}
}

// forgetConsumer loses the event store's note of which slips the mailer has decided.
// One that a dead process had in hand would come again after a minute; so all come
// again, at once, and must claim nothing twice.
func (s *stepwise) forgetConsumer() {
	s.t.Helper()
	if err := os.RemoveAll(filepath.Join(s.dir, "nats", "jetstream", "$G", "streams", "MATCHES", "obs")); err != nil {
		s.t.Fatal(err)
	}
}

// send sends a deed's form once, and says whether there was an answer.
func (s *stepwise) send(d *deed) bool {
	s.t.Helper()
	answer, err := s.readers[d.reader].ask(http.MethodPost, d.action, d.fields)
	if err != nil {
		return false
	}
	answer.is(http.StatusSeeOther)
	leads := answer.header.Get("Location")
	if d.leads != "" && d.leads != leads {
		s.t.Errorf("the form led to %s, and sent again to %s", d.leads, leads)
	}
	d.leads = leads
	d.match = matchOf(s.t, leads)
	return true
}

// letters waits for the letters that are due after a deed, and says whether a new
// one was among them. Of a server that ends meanwhile it says that not all came.
func (s *stepwise) letters(d *deed) (more, all bool) {
	s.t.Helper()
	if _, err := s.readers[d.reader].ask(http.MethodGet, s.resolve(d), nil); err != nil {
		return false, false // it waits until the server's copy has what the form wrote
	}
	status, log, stderr := command("export", d.match, "--all", "--data", s.dir)
	select {
	case <-s.server.ended:
		return false, false
	default:
	}
	if status != 0 { // it was asked, and ended
		select {
		case <-s.server.ended:
			return false, false
		case <-time.After(10 * time.Second):
			s.t.Fatalf("export: status %d: %s", status, stderr)
		}
	}
	s.mu.Lock()
	run := s.run
	s.mu.Unlock()
	for _, due := range mailer.DueLetters(engine.Fold(readExport(s.t, log).Log), time.Now()) {
		if !s.arrives(due.Key.String()) {
			return false, false
		}
		s.mu.Lock()
		more = more || s.arrived[due.Key.String()] == run
		s.mu.Unlock()
	}
	return more, true
}

func (s *stepwise) resolve(d *deed) string {
	at, err := url.Parse(d.leads)
	if err != nil {
		s.t.Fatal(err)
	}
	return at.RequestURI()
}

// arrives waits for a letter, as long as the server runs.
func (s *stepwise) arrives(key string) bool {
	s.t.Helper()
	late := time.After(time.Minute)
	for {
		letters, more := s.post.all()
		if slices.ContainsFunc(letters, func(l *letter) bool { return l.key == key }) {
			return true
		}
		select {
		case <-more:
		case <-s.server.ended:
			return false
		case <-late:
			s.t.Fatalf("the letter %s is due and does not come\n%s", key, s.server.log)
		}
	}
}

// complete does a deed to its end on a server that is not killed any more.
func (s *stepwise) complete(d *deed) {
	s.t.Helper()
	if !s.send(d) {
		s.t.Fatalf("no answer to the form that is sent again\n%s", s.server.log)
	}
	if _, all := s.letters(d); !all {
		s.t.Fatalf("the server ended by itself: %v\n%s", s.server.stop(), s.server.log)
	}
}

// doubt looks which of the letters that came in the last run are not noted as sent.
func (s *stepwise) doubt() {
	s.t.Helper()
	s.post.hungUp(s.t)
	store, err := stream.Open(s.t.Context(), stream.Config{Dir: s.dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		s.t.Fatal(err)
	}
	defer store.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, run := range s.arrived {
		if run != s.run {
			continue
		}
		m, err := store.LastOn(s.t.Context(), stream.Letters, "letter."+key)
		var r mailer.Record
		if err == nil {
			err = json.Unmarshal(m.Data, &r)
		}
		if err != nil {
			s.t.Errorf("the letter %s came, and has no record: %v", key, err)
		}
		if r.State != mailer.Sent {
			s.doubtful[key] = true
		}
	}
}

// check compares the database with a fold of everything.
func (s *stepwise) check() string {
	s.t.Helper()
	status, out, stderr := command("check", "--data", s.dir)
	if status != 0 {
		s.t.Errorf("check: status %d\n%s%s", status, out, stderr)
	}
	return out
}
