package main

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// timed makes a match of three people with a clock, by the command, and lets all take
// their seats. The letters go to the mail server.
func timed(t *testing.T, s *server, clock, policy string) (id string, readers [4]*reader) {
	t.Helper()
	args := []string{"new", "patronize", "--json", "--data", s.dir, "--url", site, "--host", "Dora=dora@example.org",
		"--clock", clock, "--clock-grace", "0", "--clock-policy", policy}
	for _, player := range players[1:4] {
		args = append(args, "--seat", player.name+"="+player.address)
	}
	status, out, stderr := command(args...)
	if status != 0 {
		t.Fatalf("new: status %d: %s", status, stderr)
	}
	var m made
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		t.Fatal(err)
	}
	for seat := 1; seat <= 3; seat++ {
		readers[seat] = newReader(t, s.at)
		readers[seat].open(m.Seats[seat-1].Link).submit("Take seat "+game.Seat(seat).String(), url.Values{}).is(http.StatusOK)
	}
	return m.Match, readers
}

// told waits for a letter of a title that came after so many others.
func (p *post) told(t *testing.T, after int, title string) *letter {
	t.Helper()
	for ; ; after++ {
		if l := p.after(t, after); strings.Contains(l.title(), title) {
			return l
		}
	}
}

// expiries lists the calls whose time was up, as the log of a match has them.
func expiries(t *testing.T, m *engine.Match) (list []string) {
	t.Helper()
	for _, e := range m.Log {
		if e.Type != events.TypeClockExpired {
			continue
		}
		data, err := e.Decode()
		if err != nil || e.By != "clock" {
			t.Fatal(err, e.By)
		}
		d := data.(*events.ClockExpired)
		before, err := m.At(e.N - 1)
		if err != nil {
			t.Fatal(err)
		}
		seat := game.Seat(d.Seat)
		if e.At.Before(before.Due(seat)) {
			t.Errorf("the time of seat %d was up at %v, before it was due at %v", d.Seat, e.At, before.Due(seat))
		}
		list = append(list, events.FormatTime(before.Due(seat))+" "+seat.String())
	}
	for i := range list {
		if i > 0 && list[i] == list[i-1] {
			t.Errorf("the same call expired twice: %v", list)
		}
	}
	return list
}

// A short clock runs out though nobody looks at any page: the bot decides in the
// players' place, and all of them are told by letter.
func TestTimeIsUpWithNobodyThere(t *testing.T) {
	t.Parallel()
	post := newPost(t)
	s := start(t, t.TempDir(), "--smtp", post.url, "--from", "pizzini@games.example")
	id, _ := timed(t, s, "1s", "move")
	told := map[string]bool{}
	for n := 0; len(told) < 3; n++ {
		if l := post.after(t, n); strings.Contains(l.title(), "time") && strings.Contains(l.title(), " is up") {
			told[l.to] = true
		}
	}
	m := truth(t, s.dir, id)
	if len(expiries(t, m)) == 0 {
		t.Error("letters tell of a time that was not up")
	}
	clocked := 0
	for _, e := range m.Log {
		if e.Type == events.TypePlayed && e.By == "clock" {
			clocked++
		}
	}
	if clocked == 0 {
		t.Error("nothing was played in the players' place")
	}
}

// The process is killed before the time is up: it is up after the next start, once,
// and stays so over further starts.
func TestTimeIsUpAfterAKill(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clock string
		by    time.Duration // how much later it is after the kill
	}{
		"while the server is down":       {"3d", 4 * 24 * time.Hour},
		"after the server has come back": {"8s", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			post, dir := newPost(t), t.TempDir()
			more := []string{"--smtp", post.url, "--from", "pizzini@games.example"}
			s := startProcess(t, dir, 0, more...)
			id, _ := timed(t, s, c.clock, "note")
			s.kill(t)
			if list := expiries(t, truth(t, dir, id)); len(list) > 0 {
				t.Skipf("this machine is too slow: %v expired before the kill", list)
			}
			var asked int
			for round := range 2 {
				s = startProcess(t, dir, c.by, more...)
				if round == 0 {
					post.told(t, 0, " is up")
				}
				m := truth(t, dir, id)
				if asked = len(m.Active()); len(expiries(t, m)) != asked {
					t.Fatalf("%d seats are asked, %v expired", asked, expiries(t, m))
				}
				s.kill(t)
			}
		})
	}
}

// A match for which nobody comes is given up after the days that the operator has
// set, and its host is told.
func TestAMatchThatNeverStarts(t *testing.T) {
	t.Parallel()
	post, dir := newPost(t), t.TempDir()
	more := []string{"--smtp", post.url, "--from", "pizzini@games.example", "--invitation-days", "2"}
	s := startProcess(t, dir, 0, more...)
	status, out, stderr := command("new", "patronize", "--json", "--data", dir, "--url", site, "--host", "Dora=dora@example.org", "--seat", "link", "--seat", "link", "--seat", "bot")
	if status != 0 {
		t.Fatal(stderr)
	}
	var m made
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		t.Fatal(err)
	}
	s.kill(t)
	for _, c := range []struct {
		by   time.Duration
		over bool
	}{{47 * time.Hour, false}, {49 * time.Hour, true}} {
		before, _ := post.all()
		s = startProcess(t, dir, c.by, more...)
		if c.over {
			if l := post.after(t, len(before)); l.to != "dora@example.org" {
				t.Errorf("%s was told: %s", l.to, l.text)
			}
		}
		if got := truth(t, dir, m.Match); got.Table.Over != c.over {
			t.Errorf("after %v the match is over: %v", c.by, got.Table.Over)
		}
		s.kill(t)
	}
}

// What TIMERS has lost the next round finds, and sets what comes soon again; nothing is
// done twice, nor before its time, and a person's night and vacation count.
func TestTheClocksRound(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	i := install(t, nil, now, rand.Reader)
	c := engine.Creation{ID: engine.NewID(), Kind: "patronize", Clock: json.RawMessage(`{"kind":"decision","policy":"note","time":86400,"zone":"UTC"}`)}
	var persons []string
	for range 3 {
		person, err := i.node.book.Create(t.Context(), people.Profile{Name: "Anna"})
		if err != nil {
			t.Fatal(err)
		}
		persons = append(persons, person)
		c.Seats = append(c.Seats, engine.Invitation{Who: engine.Anybody})
	}
	c.Host = persons[0]
	if _, err := i.node.engine.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for _, person := range persons { // away from the next day on, for five days
		if err := i.node.book.SetAway(t.Context(), person, []people.Away{{From: "2026-12-01", To: "2026-12-05"}}); err != nil {
			t.Fatal(err)
		}
	}
	for seat := game.Seat(1); seat <= 3; seat++ {
		m := i.match(c.ID)
		if _, err := i.node.engine.Take(t.Context(), engine.SeatCommand{Match: c.ID, Seat: seat, Answers: m.LinkNumber(seat)}, persons[seat-1], ""); err != nil {
			t.Fatal(err)
		}
	}
	m := i.match(c.ID)
	due := time.Date(2026, 12, 6, 9, 0, 0, 0, time.UTC) // 15 hours of today, and 9 of the day of return
	for _, seat := range m.Active() {
		if !m.Due(seat).Equal(due) {
			t.Fatalf("seat %d is due %v, want %v", seat, m.Due(seat), due)
		}
	}
	clock := newClockwork(i.node)
	for _, step := range []struct {
		at      time.Time
		expired bool
		set     bool
	}{
		{due.Add(-time.Hour), false, false}, {due.Add(-time.Minute), false, true}, {due.Add(-30 * time.Second), false, true}, {due, true, false}, {due, true, false}, {due.Add(240 * time.Hour), true, false},
	} {
		i.now = step.at
		if err := i.node.store.WakeAt(t.Context(), c.ID, time.Time{}); err != nil { // lost
			t.Fatal(err)
		}
		if err := clock.round(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := i.match(c.ID)
		if got := len(expiries(t, m)); (got > 0) != step.expired || got > 0 && got != len(m.Active()) {
			t.Errorf("at %v %d calls have expired", step.at, got)
		}
		set, err := i.node.store.ListOn(t.Context(), stream.Timers, "timer.")
		if err != nil || (len(set) > 0) != step.set {
			t.Errorf("at %v wake-ups %v %v", step.at, set, err)
		}
	}
}
