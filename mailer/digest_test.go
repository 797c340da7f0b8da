package mailer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/events/people"
)

// daily is a house in which it is always anna's turn, who wants one letter a day at
// an hour in a zone.
func daily(t *testing.T, zone string, hour int, now time.Time) *house {
	t.Helper()
	h := newHouse(t)
	h.clock.now = now
	h.alone()
	h.knows("anna", func(s *people.Settings) { s.Digest, s.DigestHour, s.Zone = true, hour, zone })
	return h
}

// alone starts a match of anna against bots, which waits for her.
func (h *house) alone() string {
	h.t.Helper()
	id := h.invite("anna", "host", "bot", "bot")
	for h.match(id).Call(1) == 0 {
		_, err := h.engine.Bots(h.t.Context(), id)
		h.must(err)
	}
	return id
}

// Once a day at the person's hour, over both changes of summer time, also at an hour
// that a day does not have or has twice, and in zones that begin it at a quarter.
func TestADigestComesOnceADayAtThePersonsHour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone string
		hour int
		from string
		want []string // moments at which it goes out, in UTC
	}{
		{"Europe/Rome", 18, "2026-03-27T20:00:00Z", []string{"2026-03-28T17:00:00Z", "2026-03-29T16:00:00Z", "2026-03-30T16:00:00Z"}},
		{"Europe/Rome", 18, "2026-10-23T20:00:00Z", []string{"2026-10-24T16:00:00Z", "2026-10-25T17:00:00Z", "2026-10-26T17:00:00Z"}},
		{"Europe/Rome", 2, "2026-03-27T20:00:00Z", []string{"2026-03-28T01:00:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"}},
		{"Europe/Rome", 2, "2026-10-23T20:00:00Z", []string{"2026-10-24T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-26T01:00:00Z"}},
		{"Asia/Kathmandu", 0, "2026-06-01T00:00:00Z", []string{"2026-06-01T18:15:00Z", "2026-06-02T18:15:00Z", "2026-06-03T18:15:00Z"}},
		{"America/St_Johns", 23, "2026-06-01T06:00:00Z", []string{"2026-06-02T01:30:00Z", "2026-06-03T01:30:00Z"}},
		{"", 8, "2026-06-01T20:00:00Z", []string{"2026-06-02T08:00:00Z", "2026-06-03T08:00:00Z"}},
	} {
		t.Run(strings.ReplaceAll(c.zone, "/", " ")+c.from, func(t *testing.T) {
			t.Parallel()
			from, err := time.Parse(time.RFC3339, c.from)
			if err != nil {
				t.Fatal(err)
			}
			h := daily(t, c.zone, c.hour, from)
			last, err := time.Parse(time.RFC3339, c.want[len(c.want)-1])
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for !h.clock.time().After(last) {
				for _, sent := range h.look() {
					if sent != "digest anna" {
						t.Errorf("%s: %s", h.clock.time(), sent)
					}
					got = append(got, h.clock.time().Format(time.RFC3339))
				}
				h.clock.pass(15 * time.Minute)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("it came at %q, want %q", got, c.want)
			}
		})
	}
}

func TestADigestTakesThePlaceOfLettersOfTurns(t *testing.T) {
	t.Parallel()
	h := daily(t, "UTC", 18, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
	h.timed = days(3, "note")
	second := h.alone() // of the same address, with another id: what is set holds for it too
	h.settled()
	same(t, h.deliver(second), "host anna")
	m := h.match(second)
	if r := h.records()[Key{Match: second, Seat: 1, N: m.Call(1)}]; r.State != Dropped || r.Code != codeNotWanted {
		t.Errorf("the letter of the turn: %+v", r)
	}
	same(t, h.look())
	h.clock.now = time.Date(2026, 11, 29, 18, 0, 0, 0, time.UTC)
	before := len(h.post.all())
	if sent := h.look(); len(sent) != 1 {
		t.Fatalf("sent: %q", sent)
	}
	text := parse(t, h.post.all()[before].raw).text
	if at := strings.Index(text, "match "+second[:6]); at < 0 || strings.Count(text, "anna's match") != 2 || at == strings.LastIndex(text, "match ") {
		t.Errorf("it says:\n%s", text)
	}
	// What comes to wait later is told tomorrow.
	h.clock.pass(time.Hour)
	h.look()
	if n := len(h.post.all()) - before; n != 1 {
		t.Errorf("%d letters", n)
	}
}

func TestNoDigestWhereNothingWaitsOrNobodyWantsIt(t *testing.T) {
	t.Parallel()
	for what, act := range map[string]func(h *house){
		"off":          func(h *house) { h.knows("anna", func(s *people.Settings) { s.Digest = false }) },
		"unsubscribed": func(h *house) { h.must(h.book.Put(h.t.Context(), h.person["anna"], people.UnsubscribedFrom(""), true)) },
		"erased":       func(h *house) { h.must(h.book.Erase(h.t.Context(), h.person["anna"])) },
		"nothing waits": func(h *house) {
			rows, err := h.copy.ToDo(h.t.Context(), h.person["anna"])
			h.must(err)
			_, err = h.engine.Abandon(h.t.Context(), rows[0].Match)
			h.must(err)
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for _, claimed := range []bool{false, true} {
				h := daily(t, "UTC", 18, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
				if claimed {
					h.clock.now = time.Date(2026, 11, 29, 18, 0, 0, 0, time.UTC)
					h.settled()
					h.must(h.office.Digests(t.Context()))
				}
				act(h)
				h.clock.now = time.Date(2026, 11, 29, 18, 15, 0, 0, time.UTC)
				same(t, h.look())
			}
		})
	}
}

// Three days without a mailer bring one digest, and a node that comes later or a
// second one none.
func TestADigestIsSentOnce(t *testing.T) {
	t.Parallel()
	h := daily(t, "UTC", 18, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
	h.clock.now = time.Date(2026, 12, 2, 20, 0, 0, 0, time.UTC)
	same(t, h.look(), "digest anna")
	h.office = h.newOffice(h.copy, h.engine)
	same(t, h.look())
	h.clock.now = time.Date(2026, 12, 3, 12, 0, 0, 0, time.UTC)
	same(t, h.look())
	h.clock.now = time.Date(2026, 12, 4, 2, 0, 0, 0, time.UTC) // too late for yesterday's
	h.office = h.newOffice(h.copy, h.engine)
	same(t, h.look())
	h.clock.now = time.Date(2026, 12, 4, 18, 0, 0, 0, time.UTC)
	same(t, h.look(), "digest anna")
}
