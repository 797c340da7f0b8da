package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
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
	s.post.hungUp()
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

// persist asks until there is an answer, as somebody does whose browser says that
// the server cannot be reached. It gives nil when the test has failed.
func (s *siege) persist(r *reader, method, address string, fields url.Values) *sheet {
	for unsure := 0; ; {
		s.mu.Lock()
		for !s.up && !s.t.Failed() {
			s.changed.Wait()
		}
		run := s.runs
		s.events++
		s.changed.Broadcast()
		s.mu.Unlock()
		if s.t.Failed() {
			return nil
		}
		page, err := r.ask(method, address, fields)
		switch {
		case err != nil:
			r.client.CloseIdleConnections()
			s.mu.Lock()
			if s.up && s.runs == run {
				s.t.Errorf("%s: %v", address, err)
			}
			s.mu.Unlock()
		case page.status == http.StatusServiceUnavailable && unsure < 100:
			unsure++ // "not known yet"
		case page.status >= 400:
			s.t.Errorf("%s %s: status %d: %s", method, page.at.Path, page.status, page.text())
			return nil
		default:
			return page
		}
	}
}

// send sends a form until it is acknowledged, and gives where the answer leads.
func (s *siege) send(page *sheet, button string, fill url.Values) (next *url.URL) {
	action, fields, ok := page.form(button)
	if !ok {
		s.t.Errorf("%s has no form with a button %q: %s", page.at.Path, button, page.text())
		return nil
	}
	for name, values := range fill {
		fields[name] = values
	}
	answer := s.persist(page.r, http.MethodPost, action, fields)
	if answer == nil {
		return nil
	}
	if answer.status != http.StatusSeeOther {
		s.t.Errorf("%s: status %d: %s", action, answer.status, answer.text())
		return nil
	}
	next, err := url.Parse(answer.resolve(answer.header.Get("Location")))
	if err != nil {
		s.t.Error(err)
		return nil
	}
	return next
}

// acknowledge notes a command that was acknowledged.
func (s *siege) acknowledge(what string, c turn, next *url.URL) {
	n, err := strconv.Atoi(next.Query().Get("n"))
	if err != nil {
		s.t.Errorf("%s: the answer leads to %s", what, next)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acks = append(s.acks, ack{what, c, n})
	if what != "play" {
		s.matches[c.seat] = append(s.matches[c.seat], c.match)
	}
	s.last[c.match] = max(s.last[c.match], n)
	s.progress++
	s.changed.Broadcast()
}

// host makes a new match whenever one has ended.
func (s *siege) host() {
	r := s.readers[1]
	s.mu.Lock()
	operator := s.server.operator
	s.mu.Unlock()
	landing := s.persist(r, http.MethodGet, operator, nil)
	if landing == nil || s.send(landing, "Continue as operator", nil) == nil {
		return
	}
	fields := url.Values{"name": {players[1].name}, "address": {players[1].address}, "who-1": {"me"}}
	for seat := 2; seat <= 3; seat++ {
		n := strconv.Itoa(seat)
		fields["who-"+n], fields["name-"+n], fields["address-"+n] = []string{"person"}, []string{players[seat].name}, []string{players[seat].address}
	}
	for {
		s.mu.Lock()
		for len(s.matches[1])-len(s.over) >= atOnce && !s.ending && !s.t.Failed() {
			s.changed.Wait()
		}
		ending := s.ending
		s.mu.Unlock()
		if ending || s.t.Failed() {
			return
		}
		form := s.persist(r, http.MethodGet, "/new/patronize", nil)
		if form == nil {
			return
		}
		next := s.send(form, "Make the match", fields)
		if next == nil {
			return
		}
		s.acknowledge("create", turn{match: matchOf(s.t, next.Path), seat: 1}, next)
	}
}

// play plays a seat of all matches until the end.
func (s *siege) play(seat int, random *rand.Rand) {
	for read := 0; ; {
		s.mu.Lock()
		progress, ending, letters := s.progress, s.ending, s.received[read:]
		matches := slices.DeleteFunc(slices.Clone(s.matches[seat]), func(match string) bool { return s.over[match] })
		s.mu.Unlock()
		if ending || s.t.Failed() {
			return
		}
		read += len(letters)
		for _, r := range letters {
			if r.letter.to == players[seat].address {
				s.follow(seat, r.letter, random)
			}
		}
		for _, match := range matches {
			if seat != 3 {
				s.turns(seat, match, random)
			}
		}
		s.mu.Lock()
		for s.progress == progress && !s.ending && !s.t.Failed() {
			s.changed.Wait()
		}
		s.mu.Unlock()
	}
}

// follow does what a letter asks: takes a seat or, as the third player, moves.
func (s *siege) follow(seat int, l *letter, random *rand.Rand) {
	match, rest, _ := strings.Cut(l.key, ".")
	switch {
	case strings.HasPrefix(rest, "0."):
	case strings.Contains(l.title(), "invites you"):
		s.mu.Lock()
		taken := slices.Contains(s.matches[seat], match) // the letter came again
		s.mu.Unlock()
		if taken {
			return
		}
		page := s.persist(s.readers[seat], http.MethodGet, l.button(s.t, "Look at seat"), nil)
		if page == nil {
			return
		}
		if next := s.send(page, "Take seat", nil); next != nil {
			s.acknowledge("take", turn{match: match, seat: seat}, next)
		}
	case seat == 3:
		page := s.persist(s.readers[seat], http.MethodGet, l.links()[0], nil)
		if page != nil && s.send(page, "Continue as", nil) != nil {
			s.turns(seat, match, random)
		}
	}
}

// turns makes all choices that a seat is asked for now.
func (s *siege) turns(seat int, match string, random *rand.Rand) {
	for {
		s.mu.Lock()
		n := s.last[match]
		s.mu.Unlock()
		page := s.persist(s.readers[seat], http.MethodGet, fmt.Sprintf("%s?n=%d", seatPage(match, seat), n), nil)
		if page == nil {
			return
		}
		choices := page.choices()
		if len(choices) == 0 {
			if strings.Contains(page.text(), "The match is over") {
				s.mu.Lock()
				s.over[match] = true
				s.changed.Broadcast()
				s.mu.Unlock()
			}
			return
		}
		tried := s.persist(s.readers[seat], http.MethodGet, choices[random.IntN(len(choices))], nil)
		if tried == nil {
			return
		}
		_, fields, ok := tried.form("Play it")
		decision, err := strconv.Atoi(fields.Get("d"))
		if !ok || err != nil {
			s.t.Errorf("nothing to play at seat %d: %s", seat, tried.text())
			return
		}
		c := turn{match, seat, decision, fields.Get("move")}
		s.mu.Lock()
		s.attempts[c] = true
		s.mu.Unlock()
		next := s.send(tried, "Play it", nil)
		if next == nil {
			return
		}
		s.acknowledge("play", c, next)
	}
}

// settle waits for the last letters, ends the server, and compares what people
// saw with what the log holds.
func (s *siege) settle() {
	t := s.t
	t.Helper()
	allowed := map[string]int{} // letters asked for at any time
	var wanted []string         // those that must have come by now
	applied := map[turn]ack{}   // the moves of the logs, each with its slip's last event
	logs := map[string]int{}
	for _, match := range s.matches[1] {
		m := truth(t, s.dir, match)
		logs[match] = m.N()
		for key, seat := range asked(t, m) {
			allowed[key] = seat
		}
		for _, seat := range m.Active() {
			wanted = append(wanted, fmt.Sprintf("%s.%d.%d", match, seat, m.Call(seat)))
		}
		if m.Table.Over {
			for seat := 1; seat <= 3; seat++ {
				wanted = append(wanted, fmt.Sprintf("%s.%d.%d", match, seat, m.Table.Ended))
			}
		} else {
			wanted = append(wanted, match+".0.1")
		}
		taken := map[int]int{}
		for _, e := range m.Log {
			data, err := e.Decode()
			if err != nil {
				t.Fatal(err)
			}
			switch d := data.(type) {
			case *events.SeatTaken:
				taken[d.Seat]++
			case *events.Played:
				before, err := m.At(e.N - 1)
				if err != nil {
					t.Fatal(err)
				}
				end := e.N
				for end < m.N() && m.Log[end].Cmd == e.Cmd {
					end++
				}
				c := turn{match, d.Seat, before.Decision(game.Seat(d.Seat)), d.Move}
				if !s.attempts[c] {
					t.Errorf("event %d plays %q for seat %d at decision %d of match %s: nobody sent that", e.N, d.Move, d.Seat, c.decision, match)
				}
				if _, twice := applied[c]; twice {
					t.Errorf("%+v was applied twice", c)
				}
				applied[c] = ack{"play", c, end}
			}
		}
		for seat, times := range taken {
			if times > 1 {
				t.Errorf("seat %d of match %s was taken %d times", seat, match, times)
			}
		}
		for _, a := range s.acks {
			if a.turn.match == match && (a.what == "take" && taken[a.turn.seat] != 1 || a.n > m.N()) {
				t.Errorf("%+v was acknowledged, and match %s has %d events", a, match, m.N())
			}
		}
	}
	played := 0
	for _, a := range s.acks {
		if logs[a.turn.match] == 0 {
			t.Errorf("%+v was acknowledged, and the match was lost", a)
		}
		if a.what == "play" {
			played++
			if applied[a.turn] != a {
				t.Errorf("%+v was acknowledged, the log has %+v", a, applied[a.turn])
			}
		}
	}
	for i, key := range wanted {
		s.arrives(key, i)
	}
	if err := s.server.stop(); err != nil {
		t.Errorf("the last server ended with: %v\n%s", err, s.server.log)
	}

	store := s.openStore()
	defer store.Close()
	times := map[string][]int{} // letter → runs in which it arrived
	for _, r := range s.received {
		key := r.letter.key
		if seat, ok := allowed[key]; !ok || players[seat].address != r.letter.to {
			t.Errorf("nothing asks for the letter %s to %s", key, r.letter.to)
		}
		if before := times[key]; len(before) > 0 && (!s.doubtful[key] || before[len(before)-1] == r.run) {
			t.Errorf("the letter %s came in run %v and again in run %d; it was in doubt: %v", key, before, r.run, s.doubtful[key])
		}
		times[key] = append(times[key], r.run)
		if state := s.record(store, key).State; state != mailer.Sent && !s.doubtful[key] {
			t.Errorf("the letter %s came, and is noted as %s", key, state)
		}
	}
	again := 0
	for key := range allowed {
		if len(times[key]) > 1 {
			again++
		}
		m, err := store.LastOn(t.Context(), stream.Letters, "letter."+key)
		if err == nil && len(times[key]) == 0 && strings.Contains(string(m.Data), `"state":"sent"`) {
			t.Errorf("the letter %s is noted as sent, and never came", key)
		}
	}
	t.Logf("%d matches, %d moves acknowledged, %d letters of %d that were asked for at some time, %d of them again", len(logs), played, len(times), len(allowed), again)
	if played < 2*kills {
		t.Errorf("only %d moves were made", played)
	}
}

// arrives waits for a letter.
func (s *siege) arrives(key string, i int) {
	s.t.Helper()
	late := time.After(time.Minute) // a third letter to a mail server waits for two others
	for {
		letters, more := s.post.all()
		if slices.ContainsFunc(letters, func(l *letter) bool { return l.key == key }) {
			return
		}
		select {
		case <-more:
		case <-late:
			s.t.Fatalf("the letter %s is due and does not come; %d others did\n%s", key, i, s.server.log)
		}
	}
}
