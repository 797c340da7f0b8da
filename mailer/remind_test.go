package mailer

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// look does what the office does every minute, and sends what is due then.
func (h *house) look() []string {
	h.t.Helper()
	h.settled()
	h.must(h.office.Remind(h.t.Context()))
	h.must(h.office.Digests(h.t.Context()))
	return h.try()
}

// settled waits until the copy has all matches, persons and letters.
func (h *house) settled() {
	h.t.Helper()
	for _, of := range []stream.Stream{stream.Matches, stream.People, stream.Letters} {
		last, err := h.store.Last(h.t.Context(), of)
		h.must(err)
		h.must(h.copy.WaitPosition(h.t.Context(), of, last))
	}
}

// asked starts a match with a clock and sends the letters up to the first turn. Its
// player is the first of the names, on whom it waits.
func (h *house) asked(timed []byte) (id string, seat game.Seat, name string) {
	h.t.Helper()
	h.timed = timed
	id = h.play()
	h.deliver(id)
	seat = h.match(id).Active()[0]
	return id, seat, h.name(id, seat)
}

func (h *house) moves(id string) {
	h.t.Helper()
	h.move(id, rand.New(rand.NewPCG(uint64(h.match(id).N()), 1)))
}

func TestRemindersComeOnceAtHalfAndAtNineTenths(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, seat, name := h.asked(days(10, "note"))
	start := h.match(id).Log[h.match(id).Call(seat)-1].At
	for _, step := range []struct {
		percent float64
		want    []string
	}{{1, nil}, {49.9, nil}, {50, []string{"remind " + name}}, {50.1, nil}, {70, nil}, {89.9, nil}, {90, []string{"remind " + name}}, {95, nil}, {99.9, nil}, {100, nil}, {120, nil}} {
		h.clock.now = start.Add(time.Duration(step.percent / 100 * float64(10*24*time.Hour)))
		same(t, h.look(), step.want...)
		same(t, h.look())
	}
}

func TestNoReminderForWhatDoesNotWait(t *testing.T) {
	t.Parallel()
	for what, act := range map[string]func(h *house, id string, seat game.Seat){
		"moved": func(h *house, id string, _ game.Seat) { h.moves(id) },
		"over": func(h *house, id string, _ game.Seat) {
			_, err := h.engine.Abandon(h.t.Context(), id)
			h.must(err)
		},
		"left": func(h *house, id string, seat game.Seat) {
			_, err := h.engine.Resign(h.t.Context(), h.seat(id, seat))
			h.must(err)
		},
		"paused": func(h *house, id string, seat game.Seat) {
			n := h.propose(id, seat, engine.Proposing{What: events.WhatPause, Until: h.clock.time().Add(20 * 24 * time.Hour)})
			h.answer(id, seat%3+1, n, true)
			h.answer(id, (seat+1)%3+1, n, true)
		},
		"reminders off": func(h *house, id string, seat game.Seat) {
			h.knows(h.name(id, seat), func(s *people.Settings) { s.Reminders = false })
		},
		"off for the match": func(h *house, id string, seat game.Seat) {
			no := false
			h.must(h.book.SetMatchSettings(h.t.Context(), h.match(id).Person(seat), id, people.MatchSettings{Reminders: &no}))
		},
		"unsubscribed": func(h *house, id string, seat game.Seat) {
			h.must(h.book.Put(h.t.Context(), h.match(id).Person(seat), people.UnsubscribedFrom(""), true))
		},
		"unsubscribed from the match": func(h *house, id string, seat game.Seat) {
			h.must(h.book.Put(h.t.Context(), h.match(id).Person(seat), people.UnsubscribedFrom(id), true))
		},
		"erased": func(h *house, id string, seat game.Seat) {
			h.must(h.book.Erase(h.t.Context(), h.match(id).Person(seat)))
		},
		"blocked": func(h *house, id string, seat game.Seat) {
			h.must(h.book.Block(h.t.Context(), h.composer.Signer.AddressDigest(h.name(id, seat)+"@example.org")))
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			// Before the time has come, and between the claim and the sending.
			for _, claimed := range []bool{false, true} {
				h := newHouse(t)
				id, seat, name := h.asked(days(10, "note"))
				h.clock.pass(5 * 24 * time.Hour)
				if claimed {
					h.settled()
					h.must(h.office.Remind(t.Context()))
				}
				act(h, id, seat)
				if sent := h.look(); slices.Contains(sent, "remind "+name) {
					t.Errorf("claimed before: %v; sent: %q", claimed, sent)
				}
				for key, r := range h.records() {
					if r.Kind == Remind && (!claimed || r.State != Dropped) {
						t.Errorf("claimed before: %v; %s: %+v", claimed, key, r)
					}
				}
			}
		})
	}
}

// All ids that one human has are reminded by one letter of all that waits, the most
// urgent first.
func TestOneReminderForAllThatWaits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var ids []string
	address := people.Profile{Name: "anna", Address: "anna@example.org"}
	for _, n := range []int{30, 10, 20} {
		h.timed = days(n, "note")
		id := h.invite("anna", "host", "bot", "bot")
		for h.match(id).Call(1) == 0 {
			_, err := h.engine.Bots(t.Context(), id)
			h.must(err)
		}
		ids = append(ids, id)
		h.deliver(id)
		h.must(h.book.SetProfile(t.Context(), h.person["anna"], address))
	}
	h.timed = nil
	free := h.invite("anna", "host", "bot", "bot")
	for h.match(free).Call(1) == 0 {
		_, err := h.engine.Bots(t.Context(), free)
		h.must(err)
	}
	h.deliver(free)
	h.clock.pass(5*24*time.Hour + time.Hour)
	before := len(h.post.all())
	if sent := h.look(); len(sent) != 1 || !strings.HasPrefix(sent[0], "remind ") {
		t.Fatalf("sent: %q", sent)
	}
	text := strings.Join(strings.Fields(parse(t, h.post.all()[before].raw).text), " ")
	at := -1
	for _, id := range []string{ids[1], ids[2], ids[0], free} {
		next := strings.Index(text, "match "+id[:6])
		if next <= at {
			t.Errorf("match %s does not stand after the more urgent ones:\n%s", id[:6], text)
		}
		at = next
	}
	if strings.Count(text, "Half of your time is gone.") != 1 || strings.Count(text, "games.example/l/") != 4 {
		t.Errorf("it says:\n%s", text)
	}
	same(t, h.look())
	h.clock.pass(4 * 24 * time.Hour) // nine tenths of ten days
	if sent := h.look(); len(sent) != 1 {
		t.Errorf("at nine tenths: %q", sent)
	}
}

// Three days in which the mailer does not work bring one letter a match at most, with
// clocks and reminders on, whatever happened meanwhile.
func TestThreeDaysWithoutAMailerBringOneLetterForEachMatch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	random := rand.New(rand.NewPCG(21, 22))
	h.timed = days(3, "move")
	var matches []string
	for range 4 {
		id := h.play()
		h.deliver(id)
		matches = append(matches, id)
	}
	// In one nothing happens, in one its time is up, in one a proposal is open, and one
	// goes on.
	h.settled()
	for range 7 {
		h.clock.pass(10 * time.Hour)
		h.move(matches[3], random)
	}
	seat := h.match(matches[2]).Active()[0]
	h.move(matches[2], random)
	h.propose(matches[2], seat, engine.Proposing{What: events.WhatPause, Until: h.clock.time().Add(9 * 24 * time.Hour)})
	h.tick(matches[1], 3*time.Hour)
	h.settled()
	before := len(h.post.all())
	for _, id := range matches {
		h.must(h.office.Decide(t.Context(), id))
	}
	h.look()
	h.clock.pass(time.Minute)
	h.look()
	h.clock.pass(time.Minute)
	h.look()
	got := map[string]int{} // address and match
	for _, letter := range h.post.all()[before:] {
		text := parse(t, letter.raw)
		for _, id := range matches {
			if strings.Contains(text.text+text.header.Get("Subject"), "match "+id[:6]) {
				got[letter.to+" "+id]++
			}
		}
	}
	for who, n := range got {
		if n > 1 {
			t.Errorf("%s: %d letters", who, n)
		}
	}
	if len(got) < 4 {
		t.Errorf("letters: %v", got)
	}
}

// Two nodes, and one that dies between the claim and the note of it, send a reminder
// once.
func TestAReminderIsSentOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, _, name := h.asked(days(10, "note"))
	h.clock.pass(5 * 24 * time.Hour)
	h.settled()
	var wait sync.WaitGroup
	for range 4 {
		other := h.newOffice(h.copy, h.engine)
		wait.Go(func() {
			if err := other.Remind(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	same(t, h.look(), "remind "+name)
	// The record is lost, as if the node had died before it was written.
	h.must(h.book.Put(t.Context(), h.person[name], kindReminded, reminded{}))
	h.office = h.newOffice(h.copy, h.engine)
	same(t, h.look())
	h.clock.pass(4 * 24 * time.Hour)
	same(t, h.look(), "remind "+name)
	reminders := 0
	for _, r := range h.records() {
		if r.Kind == Remind {
			reminders++
		}
	}
	if reminders != 2 {
		t.Errorf("%d reminders were claimed", reminders)
	}
}

// A letter of the turn that came late tells the deadline: nobody is reminded at once
// after it.
func TestALateLetterOfATurnIsReminderEnough(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.timed = days(10, "note")
	id := h.play()
	name := h.name(id, h.match(id).Active()[0])
	h.clock.pass(6 * 24 * time.Hour)
	same(t, h.look()) // the letter of the turn is still to go out
	if sent := h.deliver(id); !slices.Contains(sent, "your-turn "+name) {
		t.Fatalf("sent: %q", sent)
	}
	same(t, h.look())
	h.clock.pass(3 * 24 * time.Hour)
	same(t, h.look(), "remind "+name)
}

// Who gets his time once more is reminded by that.
func TestATimeThatIsGivenOnceMoreIsRemindedOf(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, seat, name := h.asked(days(10, "claim"))
	h.clock.pass(9 * 24 * time.Hour)
	same(t, h.look(), "remind "+name)
	h.tick(id, 2*24*time.Hour)
	h.deliver(id)
	n, _ := h.match(id).Expired(seat)
	_, err := h.engine.Wave(t.Context(), id, seat%3+1, seat, n)
	h.must(err)
	h.deliver(id)
	same(t, h.look())
	h.clock.pass(5*24*time.Hour + time.Hour)
	same(t, h.look(), "remind "+name)
}

// A vacation moves the deadline, and the reminders with it.
func TestAVacationMovesReminders(t *testing.T) {
	t.Parallel()
	h := reproducible(t)
	id, seat, name := h.asked(days(10, "note"))
	person := h.match(id).Person(seat)
	h.must(h.book.SetAway(t.Context(), person, []people.Away{{From: "2026-12-01", To: "2026-12-10"}}))
	h.settled()
	after, err := h.book.Calendar(t.Context(), person)
	h.must(err)
	_, err = h.engine.Reclock(t.Context(), id, seat, player(people.Calendar{}), player(after), "1")
	h.must(err)
	h.deliver(id)
	h.clock.pass(5*24*time.Hour + time.Hour)
	same(t, h.look())
	h.clock.pass(9 * 24 * time.Hour)
	same(t, h.look())
	h.clock.pass(24 * time.Hour)
	same(t, h.look(), "remind "+name)
}
