package engine_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// hourly is a clock of an hour for each decision with a grace of ten minutes.
func hourly(policy string) string {
	return `{"kind":"decision","time":3600,"grace":600,"policy":"` + policy + `"}`
}

func TestTimeIsUp(t *testing.T) {
	t.Parallel()
	for policy, script := range map[string][]moment{
		"note": {
			{"1 Dec 12:00", "start", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00"},
			{"1 Dec 13:05", "tick", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00; next 1 Dec 13:10"},
			{"1 Dec 13:06", "A bid 1", "A, B 1 Dec 13:00, C 1 Dec 13:00"}, // within the grace
			{"1 Dec 13:10", "tick", "A, B 1 Dec 13:00!, C 1 Dec 13:00!; B late: note, C late: note, no more"},
			{"1 Dec 19:00", "B claims C", "A, B 1 Dec 13:00!, C 1 Dec 13:00!; refused: stale"},
			{"2 Dec 19:00", "tick", "A, B 1 Dec 13:00!, C 1 Dec 13:00!; no more"},
		},
		"claim": {
			{"1 Dec 12:00", "start", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00"},
			{"1 Dec 12:00", "B claims A", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00; refused: stale"},
			{"1 Dec 13:10", "tick", "A 1 Dec 13:00!, B 1 Dec 13:00!, C 1 Dec 13:00!; A late: claim, B late: claim, C late: claim, no more"},
			// He whose time is up may play as long as nobody has claimed.
			{"1 Dec 13:20", "B bid 1", "A 1 Dec 13:00!, B, C 1 Dec 13:00!"},
			{"1 Dec 13:20", "A claims B", "A 1 Dec 13:00!, B, C 1 Dec 13:00!; refused: stale"},
			{"1 Dec 13:20", "A claims A", "A 1 Dec 13:00!, B, C 1 Dec 13:00!; refused: not-your-turn"},
			{"1 Dec 13:20", "B claims A", "Abot 1 Dec 14:20, B, C 1 Dec 13:00!"},
			{"1 Dec 13:20", "A claims C", "Abot 1 Dec 14:20, B, C 1 Dec 13:00!; refused: not-your-turn"},
			{"1 Dec 13:30", "B waves C", "Abot 1 Dec 14:20, B, C 1 Dec 14:30"},
			{"1 Dec 13:30", "B waves C", "Abot 1 Dec 14:20, B, C 1 Dec 14:30; refused: stale"},
			{"1 Dec 13:40", "all pause until 5 Dec 12:00", "Abot (40m), B, C (50m), paused until 5 Dec 12:00"},
			{"5 Dec 12:00", "tick", "Abot 5 Dec 12:40, B, C 5 Dec 12:50; resumed, next 5 Dec 13:00"},
			{"5 Dec 13:00", "tick", "Abot 5 Dec 12:40, B, C 5 Dec 12:50!; C late: claim, no more"},
			{"5 Dec 13:00", "all pause until 6 Dec 12:00", "Abot (0s), B, C (0s), paused until 6 Dec 12:00"},
			{"5 Dec 13:00", "B claims C", "Abot (0s), B, C (0s), paused until 6 Dec 12:00; refused: paused"},
		},
		"move": {
			{"1 Dec 12:00", "start", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00"},
			{"1 Dec 12:10", "C bid 1", "A 1 Dec 13:00, B 1 Dec 13:00, C"},
			// The bot bids for B and A; A, who shows next, has time for that.
			{"1 Dec 13:15", "tick", "A 1 Dec 14:15, B, C; A late: move, A moved: bid, B late: move, B moved: bid, next 1 Dec 14:25"},
			{"1 Dec 13:15", "A takes back", "A 1 Dec 14:15, B, C; refused: nothing to take back"},
			{"1 Dec 13:15", "C takes back", "A 1 Dec 14:15, B, C; refused: nothing to take back"},
		},
		"bot": {
			{"1 Dec 12:00", "start", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00"},
			{"1 Dec 12:10", "C bid 1", "A 1 Dec 13:00, B 1 Dec 13:00, C"},
			{"1 Dec 12:20", "B bid 1", "A 1 Dec 13:00, B, C"},
			{"1 Dec 13:15", "tick", "Abot 1 Dec 14:15, B, C; A late: bot, A left to the bot, A may come back, no more"},
			{"1 Dec 14:00", "A comes", "A 1 Dec 15:00, B, C"},
			{"1 Dec 14:00", "A bid 1", "A 1 Dec 15:00, B, C"},
		},
		"resign": {
			{"1 Dec 12:00", "start", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00"},
			{"1 Dec 12:10", "C bid 1", "A 1 Dec 13:00, B 1 Dec 13:00, C"},
			{"2 Dec 12:00", "tick", "Abot 2 Dec 13:00, Bbot 2 Dec 13:00, C; A late: resign, A left to the bot, B late: resign, B left to the bot, no more"},
		},
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			newTimed(t, 0).run(hourly(policy), nil, script)
		})
	}
}

// Everybody times out at once: the match ends where no person is left, by any policy.
func TestEverybodyTimesOut(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{
		"note":   "A 1 Dec 13:00!, B 1 Dec 13:00!, C 1 Dec 13:00!; A late: note, B late: note, C late: note, no more",
		"claim":  "A 1 Dec 13:00!, B 1 Dec 13:00!, C 1 Dec 13:00!; A late: claim, B late: claim, C late: claim, no more",
		"move":   "A 1 Dec 14:10, B, C; A late: move, A moved: bid, B late: move, B moved: bid, C late: move, C moved: bid, next 1 Dec 14:20",
		"bot":    "Abot, Bbot, C, abandoned; A late: bot, A left to the bot, A may come back, B late: bot, B left to the bot, B may come back, C late: bot, abandoned: clock, no more",
		"resign": "Abot, Bbot, C, abandoned; A late: resign, A left to the bot, B late: resign, B left to the bot, C late: resign, abandoned: clock, no more",
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			newTimed(t, 0).run(hourly(policy), nil, []moment{
				{"1 Dec 12:00", "start", "A 1 Dec 13:00, B 1 Dec 13:00, C 1 Dec 13:00"},
				{"1 Dec 13:10", "tick", want},
			})
		})
	}
}

// Nobody ever moves, and the match ends: the bot plays each call for whoever is late,
// through what it opens, to the result.
func TestTheClockPlaysAMatchToItsEnd(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"toy", "patronize", "die-patin", "der-pate"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := newTimed(t, 0)
			s.now = s.time("1 Dec 12:00")
			c := engine.Creation{ID: engine.NewID(), Kind: kind, Host: engine.NewID(), Clock: json.RawMessage(hourly("move"))}
			c.Seats = []engine.Invitation{{Who: engine.Himself}, {Who: engine.Bot}, {Who: engine.Bot}}
			if _, err := s.Create(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			for rounds := 0; s.match(c.ID).Status() == engine.Playing; rounds++ {
				if rounds > 2000 {
					t.Fatal("the match does not end")
				}
				if _, err := s.Bots(t.Context(), c.ID); err != nil {
					t.Fatal(err)
				}
				next, err := s.Tick(t.Context(), c.ID)
				if err != nil {
					t.Fatal(err)
				}
				m := s.match(c.ID)
				if next.IsZero() && m.Status() == engine.Playing && !m.Bot(m.Active()[0]) {
					t.Fatalf("nobody looks at it again: %v", m.Active())
				}
				if !next.IsZero() {
					s.now = next
				}
			}
			m := s.match(c.ID)
			if m.Status() != engine.Ended {
				t.Errorf("it is %s", m.Status())
			}
			late := 0
			for _, e := range m.Log {
				if e.Type == events.TypeClockExpired {
					late++
				}
				if e.By == "clock" && e.Type == events.TypePlayed && late == 0 {
					t.Errorf("event %d is played by the clock, and nobody was late", e.N)
				}
			}
			if late == 0 {
				t.Error("nobody was ever late")
			}
			verified(t, m)
		})
	}
}

// Many ticks of two nodes do each thing once.
func TestTwoNodesTickOnce(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"note", "move", "bot"} {
		s := newTimed(t, 0)
		s.begin("1 Dec 12:00", hourly(policy), nil)
		s.now = s.time("1 Dec 13:10")
		nodes := []*engine.Engine{s.Engine, s.another(0), s.another(0)}
		var wait sync.WaitGroup
		for _, node := range nodes {
			for range 4 {
				wait.Go(func() {
					if _, err := node.Tick(t.Context(), s.id); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wait.Wait()
		counts := map[string]int{}
		for _, e := range s.latest().Log {
			counts[e.Type]++
		}
		if counts[events.TypeClockExpired] != 3 {
			t.Errorf("%s: three seats were late %d times", policy, counts[events.TypeClockExpired])
		}
		verified(t, s.latest())
	}
}

// latest is the match as the event store has it.
func (s *timed) latest() *engine.Match {
	s.t.Helper()
	m, err := engineOn(s.truth).Match(s.t.Context(), s.id)
	if err != nil || m.Broken != nil {
		s.t.Fatal(err, m.Broken)
	}
	return m
}

// A match that nobody completes ends after some days; whatever happens at a seat
// gives it as many again.
func TestNeverStarted(t *testing.T) {
	t.Parallel()
	s := newTimed(t, 21)
	s.now = s.time("1 Dec 12:00")
	s.id = s.create("toy", engine.Anybody, engine.Anybody).ID
	steps := []struct{ at, does, want string }{
		{"2 Dec 12:00", "tick", "next 22 Dec 12:00"},
		{"10 Dec 12:00", "A comes", ""},
		{"22 Dec 12:00", "tick", "next 31 Dec 12:00"},
		{"31 Dec 11:59", "tick", "next 31 Dec 12:00"},
		{"31 Dec 12:00", "tick", "abandoned: never-started, no more"},
		{"31 Dec 12:00", "tick", "no more"},
	}
	s.persons['A'] = engine.NewID()
	for _, step := range steps {
		s.now = s.time(step.at)
		if got := s.do(step.does); got != step.want {
			t.Errorf("%s, %s: %q, want %q", step.at, step.does, got, step.want)
		}
	}
	if m := s.match(s.id); m.Status() != engine.Abandoned || m.Table.Abandoned != "never-started" {
		t.Errorf("it is %s, %q", m.Status(), m.Table.Abandoned)
	}
	patient := newTimed(t, 0)
	patient.now = s.now
	patient.id = patient.create("toy", engine.Anybody, engine.Anybody).ID
	patient.now = s.now.AddDate(5, 0, 0)
	if got := patient.do("tick"); got != "no more" {
		t.Errorf("where invitations do not expire: %q", got)
	}
	verified(t, s.match(s.id))
}

// A clock is read when a match is made, and a refusal says how to mend it.
func TestCreateWithAClock(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	c := engine.Creation{ID: engine.NewID(), Kind: "toy", Host: engine.NewID(), Seats: []engine.Invitation{{Who: engine.Anybody}, {Who: engine.Anybody}}}
	for text, names := range map[string]string{
		`{"kind":"decision","time":0,"policy":"note"}`: "0 seconds",
		`{"kind":"decision","time":60}`:                "policy",
		`"fast"`:                                       "clock",
	} {
		c.Clock = json.RawMessage(text)
		_, err := n.Create(t.Context(), c)
		wantCode(t, err, engine.Invalid)
		if err != nil && !strings.Contains(err.Error(), names) {
			t.Errorf("%s: %v", text, err)
		}
	}
	c.Clock = json.RawMessage(` {"time":60, "policy":"note", "kind":"decision"}`)
	if _, err := n.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	m := n.match(c.ID)
	if settings, ok := m.Clock(); !ok || settings.Time != 60 || string(m.Table.Clock) != string(settings.JSON()) {
		t.Errorf("its clock is %s", m.Table.Clock)
	}
	if _, ok := n.match(n.create("toy", engine.Anybody, engine.Bot).ID).Clock(); ok {
		t.Error("a match without a clock has one")
	}
}

// What a page asks of a match whose seats or numbers do not exist.
func TestClockOfNobody(t *testing.T) {
	t.Parallel()
	s := newTimed(t, 0)
	s.begin("1 Dec 12:00", hourly("claim"), nil)
	m := s.match(s.id)
	for _, seat := range []game.Seat{-1, 0, 4, 99} {
		if n, policy := m.Expired(seat); n != 0 || policy != "" || !m.Due(seat).IsZero() || m.Left(seat) != 0 {
			t.Errorf("seat %d has a clock", seat)
		}
		_, err := s.Claim(t.Context(), s.id, 1, seat, 0)
		wantCode(t, err, engine.Stale)
		_, err = s.Wave(t.Context(), s.id, seat, 1, 3)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("a wave by seat %d: %v", seat, err)
		}
	}
	nobody := engine.New(engine.Config{Copy: s.truth, Truth: s.truth, Key: key, Now: time.Now, Random: rand.Reader})
	if _, err := nobody.Tick(t.Context(), engine.NewID()); err == nil {
		t.Error("a match that does not exist ticks")
	}
}
