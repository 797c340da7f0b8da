package mailer

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
)

var update = flag.Bool("update", false, "write the golden letters anew")

// reproducible is a house in which the same commands make the same letters.
func reproducible(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.clock.now = time.Date(2026, 11, 29, 16, 0, 0, 0, time.UTC)
	h.random = rand.NewChaCha8([32]byte{1})
	h.matchID = "abcdefghijklmnop"
	return h
}

// TestGoldenFirstLetters reads what the host of a match with a clock gets
// first, and whom he invites.
func TestGoldenFirstLetters(t *testing.T) {
	t.Parallel()
	h := reproducible(t)
	h.timed = days(3, "claim")
	id := h.invite("anna", "host", "ben", "cleo")
	h.golden("host", id, HostLink, "anna")
	h.golden("invitation", id, Invitation, "ben")
}

// days is a clock of some days for each decision, with a policy.
func days(n int, policy string) []byte {
	return []byte(`{"kind":"decision","policy":"` + policy + `","remind":[50,90],"time":` + itoa(n*24*60*60) + `,"zone":"Europe/Rome"}`)
}

// golden compares the letter of a kind to a person, as it is due now, with the one
// that somebody has read.
func (h *house) golden(name, id string, kind Kind, person string) {
	h.t.Helper()
	m := h.match(id)
	for _, d := range DueLetters(m, h.clock.time()) {
		if d.Kind == kind && d.Person == h.person[person] {
			letter, err := h.composer.Compose(h.t.Context(), d.Key, Record{Kind: kind, Person: d.Person, State: Claimed, At: h.clock.time()}, m)
			h.must(err)
			h.compare(name, letter)
			return
		}
	}
	h.t.Errorf("%s: no letter %q is due to %s", name, kind, person)
}

// goldenPersonal compares a personal letter as it would go out now.
func (h *house) goldenPersonal(name string, key Key) {
	h.t.Helper()
	r, ok, err := h.office.record(h.t.Context(), key)
	h.must(err)
	if !ok {
		h.t.Fatalf("%s: no letter %s is claimed", name, key)
	}
	r.Written = h.clock.time()
	d, err := h.office.preparePersonal(h.t.Context(), key, r, r.Written)
	h.must(err)
	h.must(d.failed)
	if d.why != "" {
		h.t.Fatalf("%s: it is dropped: %s", name, d.why)
	}
	h.compare(name, d.letter)
}

var (
	anyToken = regexp.MustCompile(`(games\.example/(?:l|u|not-me)/)[A-Za-z0-9_-]+`)
	anyHead  = regexp.MustCompile(`\b(\d+):[0-9a-f]{64}\b`)
)

func (h *house) compare(name string, letter Letter) {
	h.t.Helper()
	page, err := letter.HTML()
	h.must(err)
	checkHTML(h.t.(*testing.T), page)
	for end, text := range map[string]string{".txt": "Subject: " + letter.Subject + "\n\n" + letter.Text(), ".html": page} {
		text = anyHead.ReplaceAllString(anyToken.ReplaceAllString(text, "${1}TOKEN"), "$1:HASH")
		path := filepath.Join("testdata", "letters", name+end)
		if *update {
			h.must(os.MkdirAll(filepath.Dir(path), 0o755))
			h.must(os.WriteFile(path, []byte(text), 0o644))
			continue
		}
		want, err := os.ReadFile(path)
		h.must(err)
		if text != string(want) {
			h.t.Errorf("%s is not as it was read; look at the difference with \"go test ./mailer -run Golden -update\":\n%s", path, text)
		}
	}
}

// playing starts a match of anna, ben and cleo with a clock, and plays some moves.
func (h *house) playing(moves int) (id string, active, other game.Seat) {
	h.t.Helper()
	id = h.play()
	random := rand.New(rand.NewPCG(1, 1))
	for range moves {
		h.clock.pass(time.Hour)
		h.move(id, random)
	}
	active = h.match(id).Active()[0]
	return id, active, active%3 + 1
}

func (h *house) name(id string, seat game.Seat) string { return h.who(h.match(id).Person(seat)) }

func (h *house) propose(id string, seat game.Seat, p engine.Proposing) int {
	h.t.Helper()
	p.Match, p.Seat, p.After = id, seat, h.match(id).N()
	receipt, err := h.engine.Propose(h.t.Context(), p)
	h.must(err)
	return receipt.N
}

func (h *house) answer(id string, seat game.Seat, n int, agree bool) {
	h.t.Helper()
	_, err := h.engine.Answer(h.t.Context(), id, seat, n, agree)
	h.must(err)
}

// tick lets time pass and the clock do what it has to do then.
func (h *house) tick(id string, after time.Duration) {
	h.t.Helper()
	h.clock.pass(after)
	_, err := h.engine.Tick(h.t.Context(), id)
	h.must(err)
}

// knows changes the settings of a person, and waits until the copy has them.
func (h *house) knows(person string, change func(*people.Settings)) {
	h.t.Helper()
	s, err := h.book.Settings(h.t.Context(), h.person[person])
	h.must(err)
	change(&s)
	h.must(h.book.SetSettings(h.t.Context(), h.person[person], s))
	h.peopleCaughtUp()
}

// says has a person say something at the table.
func (h *house) says(person, match, text string) {
	h.t.Helper()
	_, err := h.book.Say(h.t.Context(), h.person[person], match, text, h.clock.time())
	h.must(err)
	h.peopleCaughtUp()
}

func TestGoldenProposals(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(h *house, id string, seat game.Seat) engine.Proposing{
		"rewind": func(h *house, id string, seat game.Seat) engine.Proposing {
			return engine.Proposing{What: events.WhatRewind, To: h.match(id).Table.Started}
		},
		"pause": func(h *house, id string, seat game.Seat) engine.Proposing {
			return engine.Proposing{What: events.WhatPause, Until: h.clock.time().Add(10 * 24 * time.Hour)}
		},
		"clock": func(*house, string, game.Seat) engine.Proposing {
			return engine.Proposing{What: events.WhatClock, Clock: days(7, "bot")}
		},
		"end": func(*house, string, game.Seat) engine.Proposing { return engine.Proposing{What: events.WhatEnd} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := reproducible(t)
			h.timed = days(3, "note")
			id, active, other := h.playing(9)
			third := 6 - active - other
			h.knows(h.name(id, third), func(s *people.Settings) { s.Zone = "America/New_York" })
			proposed := make(h, id, other)
			n := h.propose(id, other, proposed)
			if name == "rewind" {
				h.must(h.book.SetReason(t.Context(), h.match(id).Person(other), id, int(other), people.Reason{N: n, Text: "I took the wrong card, sorry."}))
				h.peopleCaughtUp()
			}
			h.golden("consent-"+name, id, Consent, h.name(id, third))
			h.answer(id, active, n, true)
			switch name {
			case "rewind":
				h.answer(id, third, n, false)
				h.golden("answer-no", id, Answer, h.name(id, other))
			case "pause":
				h.answer(id, third, n, true)
				h.golden("answer-yes", id, Answer, h.name(id, other))
				h.golden("paused", id, Paused, h.name(id, active))
				h.tick(id, 11*24*time.Hour)
				h.golden("resumed", id, Resumed, h.name(id, third))
			case "clock":
				h.move(id, rand.New(rand.NewPCG(2, 2)))
				h.golden("answer-lapsed", id, Answer, h.name(id, other))
			case "end":
				h.answer(id, third, n, true)
				h.golden("over-agreed", id, Over, h.name(id, other))
			}
		})
	}
}

func TestGoldenTimeIsUp(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"note", "claim", "move", "bot", "resign"} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			h := reproducible(t)
			h.timed = days(3, policy)
			id, active, other := h.playing(9)
			name, watcher := h.name(id, active), h.name(id, other)
			h.tick(id, 3*24*time.Hour)
			h.golden("expired-"+policy, id, Expired, watcher)
			h.golden("expired-"+policy+"-own", id, Expired, name)
			if policy == "claim" {
				n, _ := h.match(id).Expired(active)
				_, err := h.engine.Wave(t.Context(), id, other, active, n)
				h.must(err)
				h.golden("expired-waved-own", id, Expired, name)
				h.tick(id, 3*24*time.Hour)
				n, _ = h.match(id).Expired(active)
				_, err = h.engine.Claim(t.Context(), id, other, active, n)
				h.must(err)
				h.golden("expired-claimed-own", id, Expired, name)
			}
		})
	}
}

func TestGoldenOtherNews(t *testing.T) {
	t.Parallel()
	h := reproducible(t)
	h.timed = days(3, "note")
	id, active, other := h.playing(5)
	third := 6 - active - other
	h.says(h.name(id, other), id, "See you on Friday!\nBring the dice.")
	h.golden("turn", id, YourTurn, h.name(id, active))

	person := h.match(id).Person(active)
	before, err := h.book.Calendar(t.Context(), person)
	h.must(err)
	h.must(h.book.SetAway(t.Context(), person, []people.Away{{From: "2026-11-30", To: "2026-12-05"}}))
	h.peopleCaughtUp()
	after, err := h.book.Calendar(t.Context(), person)
	h.must(err)
	_, err = h.engine.Reclock(t.Context(), id, active, player(before), player(after), "1")
	h.must(err)
	h.golden("away", id, Away, h.name(id, other))

	_, err = h.engine.Resign(t.Context(), h.seat(id, third))
	h.must(err)
	h.golden("seats", id, Seats, h.name(id, other))

	ben := h.person["ben"]
	_, err = h.engine.PassHost(t.Context(), id, h.person["anna"], ben, "host")
	h.must(err)
	h.golden("hosted", id, Hosted, "ben")
}

func TestGoldenAMatchThatNeverStarts(t *testing.T) {
	t.Parallel()
	h := reproducible(t)
	id := h.invite("anna", "link", "ben", "cleo")
	h.take(id, 2, "ben")
	h.tick(id, 22*24*time.Hour)
	h.golden("never-started", id, NeverStarted, "anna")
	h.golden("over-never-started", id, Over, "ben")
}

func TestGoldenPersonalLetters(t *testing.T) {
	t.Parallel()
	h := reproducible(t)
	h.timed = days(3, "move")
	id, active, other := h.playing(5)
	name := h.name(id, active)
	h.deliver(id)
	h.says(h.name(id, other), id, "Take your time.")
	h.knows(name, func(s *people.Settings) { s.Zone, s.DigestHour = "Europe/Rome", 18 })
	person := h.match(id).Person(active)

	h.clock.pass(36 * time.Hour)
	h.settled()
	h.must(h.office.Remind(t.Context()))
	h.goldenPersonal("remind", Key{Person: person, What: Remind, N: 1})

	h.knows(name, func(s *people.Settings) { s.Digest = true })
	h.clock.now = time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC)
	h.settled()
	h.must(h.office.Digests(t.Context()))
	h.goldenPersonal("digest", Key{Person: person, What: Digest, N: 20788})

	h.must(h.office.SignIn(t.Context(), person))
	h.must(h.office.Confirm(t.Context(), person, name+"@new.example"))
	h.must(h.office.Moved(t.Context(), person, name+"@example.org"))
	h.settled()
	h.goldenPersonal("sign-in", Key{Person: person, What: SignIn, N: 1})
	h.goldenPersonal("confirm", Key{Person: person, What: Confirm, N: 1})
	h.goldenPersonal("moved", Key{Person: person, What: Moved, N: 1})

	h.knows(name, func(s *people.Settings) { s.Talk = true })
	h.says(h.name(id, other), id, "Still there?")
	h.must(h.office.Talked(t.Context(), id, h.match(id).Person(other)))
	h.clock.pass(talkDelay)
	h.settled()
	h.goldenPersonal("talk", Key{Person: person, What: Talk, N: 1})
}
