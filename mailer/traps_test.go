package mailer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
)

// After moves, take-backs, agreed rewinds and pauses the lists, the match and the
// letters name the same seats, and a letter of a call that a rewind ended is not sent.
func TestListsAndLettersAgreeAfterARewind(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.timed = days(5, "note")
	id := h.play()
	random := rand.New(rand.NewPCG(31, 32))
	rewinds, pauses := 0, 0
	for step := range 40 {
		h.clock.pass(2 * time.Hour)
		m := h.match(id)
		if m.Status() != engine.Playing {
			break
		}
		seat := game.Seat(random.IntN(3) + 1)
		to := m.RewindTo()
		switch until, paused := m.Paused(); {
		case paused:
			h.tick(id, until.Sub(h.clock.time()))
		case step%7 == 6 && len(to) > 1 && rewinds < 3:
			rewinds++
			h.agree(id, seat, engine.Proposing{What: events.WhatRewind, To: to[random.IntN(len(to)-1)]})
		case step%11 == 10:
			pauses++
			h.agree(id, seat, engine.Proposing{What: events.WhatPause, Until: h.clock.time().Add(3 * 24 * time.Hour)})
		default:
			h.move(id, random)
		}
		h.settled()
		m = h.match(id)
		var turns, listed, deadlines []string
		for _, d := range DueLetters(m, h.clock.time()) {
			if d.Kind == YourTurn {
				turns = append(turns, fmt.Sprint(d.Key.Seat, " ", d.Key.N))
			}
		}
		for name := range h.person {
			tasks, err := h.copy.ToDo(t.Context(), h.person[name])
			h.must(err)
			for _, task := range tasks {
				listed = append(listed, fmt.Sprint(task.Seat, " ", task.Call))
			}
		}
		rows, err := h.copy.Deadlines(t.Context())
		h.must(err)
		for _, row := range rows {
			if !row.Due.Equal(m.Due(row.Seat)) {
				t.Errorf("after event %d: the list says %s, the match %s", m.N(), row.Due, m.Due(row.Seat))
			}
			deadlines = append(deadlines, fmt.Sprint(row.Seat, " ", row.Call))
		}
		slices.Sort(turns)
		slices.Sort(listed)
		slices.Sort(deadlines)
		if !slices.Equal(turns, listed) || !slices.Equal(turns, deadlines) {
			t.Fatalf("after event %d: letters to %q, lists %q, deadlines %q", m.N(), turns, listed, deadlines)
		}
		for _, sent := range h.deliver(id) {
			if name, ok := strings.CutPrefix(sent, "your-turn "); ok && h.match(id).Call(h.seatOf(id, name)) == 0 {
				t.Errorf("after event %d %s is told that it is his turn", m.N(), name)
			}
		}
	}
	if rewinds == 0 || pauses == 0 {
		t.Errorf("%d rewinds, %d pauses", rewinds, pauses)
	}
}

func (h *house) seatOf(id, name string) game.Seat { return seatOf(h.match(id), h.person[name]) }

// agree proposes something and has everybody agree.
func (h *house) agree(id string, seat game.Seat, p engine.Proposing) {
	h.t.Helper()
	n := h.propose(id, seat, p)
	for _, other := range h.match(id).Asked() {
		h.answer(id, other, n, true)
	}
}

// One event under several preferences makes one letter, and each preference turns off
// its own letters and no others.
func TestEachPreferenceTurnsOffItsOwnLetters(t *testing.T) {
	t.Parallel()
	off := false
	for what, c := range map[string]struct {
		set  func(*people.Settings)
		here *people.MatchSettings
		want []string // what still comes: of a turn, a reminder, the end
	}{
		"as usual":       {set: func(*people.Settings) {}, want: []string{"your-turn", "remind", "over"}},
		"all":            {set: func(s *people.Settings) { s.Talk = true }, want: []string{"your-turn", "remind", "over"}},
		"no turns":       {set: func(s *people.Settings) { s.Turns = false }, want: []string{"remind", "over"}},
		"a digest":       {set: func(s *people.Settings) { s.Digest, s.DigestHour = true, 17 }, want: []string{"digest", "remind", "over"}},
		"no reminders":   {set: func(s *people.Settings) { s.Reminders = false }, want: []string{"your-turn", "over"}},
		"no results":     {set: func(s *people.Settings) { s.Results = false }, want: []string{"your-turn", "remind"}},
		"no turns here":  {set: func(*people.Settings) {}, here: &people.MatchSettings{Turns: &off}, want: []string{"remind", "over"}},
		"no digest here": {set: func(s *people.Settings) { s.Digest, s.DigestHour = true, 17 }, here: &people.MatchSettings{Digest: &off}, want: []string{"your-turn", "digest", "remind", "over"}},
		"nothing": {set: func(s *people.Settings) { s.Turns, s.Reminders, s.Results = false, false, false },
			want: nil},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.clock.now = time.Date(2026, 11, 29, 16, 0, 0, 0, time.UTC)
			h.timed = days(4, "note")
			id := h.play()
			seat := h.match(id).Active()[0]
			name := h.name(id, seat)
			h.knows(name, c.set)
			if c.here != nil {
				h.must(h.book.SetMatchSettings(t.Context(), h.person[name], id, *c.here))
			}
			h.settled()
			sent := h.deliver(id)
			h.clock.now = time.Date(2026, 11, 29, 17, 0, 0, 0, time.UTC)
			sent = append(sent, h.look()...)
			h.clock.pass(2*24*time.Hour - 30*time.Minute)
			sent = append(sent, h.look()...)
			_, err := h.engine.Abandon(t.Context(), id)
			h.must(err)
			sent = append(sent, h.deliver(id)...)
			var got []string
			for _, s := range sent {
				if kind, ok := strings.CutSuffix(s, " "+name); ok && kind != "host" {
					got = append(got, kind)
				}
			}
			slices.Sort(got)
			same(t, got, c.want...)
		})
	}
}

// A letter of a personal kind is shown in the local mailbox as it was sent.
func TestPersonalLettersAreComposedAnewAsTheyWere(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, seat, name := h.asked(days(4, "note"))
	h.says(h.name(id, seat%3+1), id, "Hello!")
	h.knows(name, func(s *people.Settings) { s.Talk, s.Zone = true, "Europe/Rome" })
	h.must(h.office.Talked(t.Context(), id, h.match(id).Person(seat%3+1)))
	h.must(h.office.SignIn(t.Context(), h.person[name]))
	h.must(h.office.Confirm(t.Context(), h.person[name], "new@example.org"))
	h.clock.pass(2*24*time.Hour + time.Minute)
	if sent := h.look(); len(sent) != 4 {
		t.Fatalf("sent: %q", sent)
	}
	h.clock.pass(time.Hour)
	h.moves(id)
	h.says(h.name(id, seat%3+1), id, "Later.")
	h.settled()
	box := &Mailbox{Copy: h.copy, Matches: h.engine, Composer: h.composer}
	list, err := box.Letters(t.Context(), 100)
	h.must(err)
	compared := 0
	for _, letter := range h.post.all() {
		p := parse(t, letter.raw)
		key := strings.TrimSuffix(strings.TrimPrefix(p.header.Get("Message-ID"), "<letter."), "@games.example>")
		if !strings.HasPrefix(key, personToken) {
			continue
		}
		compared++
		if !slices.ContainsFunc(list, func(e Entry) bool { return e.Key == key }) {
			t.Errorf("%s is not listed", key)
		}
		entry, ok, err := box.Letter(t.Context(), key)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", key, ok, err)
		}
		if entry.Text != p.text {
			t.Errorf("%s was sent as\n%s\nand is shown as\n%s", key, p.text, entry.Text)
		}
	}
	if compared != 4 {
		t.Errorf("%d personal letters compared", compared)
	}
}

// Who is asked for an answer while the letter of his turn is still to go out gets one
// letter, which asks both; who wants no letters of turns is asked all the same.
func TestAProposalGoesWithTheLetterOfATurn(t *testing.T) {
	t.Parallel()
	for _, wants := range []bool{true, false} {
		h := newHouse(t)
		id := h.play()
		seat := h.match(id).Active()[0]
		name, third := h.name(id, seat), h.name(id, 6-seat-(seat%3+1))
		h.knows(name, func(s *people.Settings) { s.Turns = wants })
		h.propose(id, seat%3+1, engine.Proposing{What: events.WhatEnd})
		kind := "your-turn "
		if !wants {
			kind = "consent "
		}
		same(t, h.deliver(id), "host anna", kind+name, "consent "+third)
		for _, letter := range h.post.all() {
			if p := parse(t, letter.raw); letter.to == name+"@example.org" && strings.Contains(p.text, "/l/") && !strings.Contains(p.text, "host's page") && !strings.Contains(p.text, "proposes to end the match now") {
				t.Errorf("it does not ask:\n%s", p.text)
			}
		}
		same(t, h.deliver(id))
	}
}
