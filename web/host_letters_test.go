package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"pizzini/engine/game"
	"pizzini/events/stream"
)

// record writes what became of a letter, as the mailer does.
func (h *house) record(match string, seat, n int, fields map[string]any) {
	h.t.Helper()
	fields["at"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	data, err := json.Marshal(fields)
	if err != nil {
		h.t.Fatal(err)
	}
	seq, err := h.store.Put(h.t.Context(), stream.Letters, fmt.Sprintf("letter.%s.%d.%d", match, seat, n), data, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if err := h.copy.WaitPosition(h.t.Context(), stream.Letters, seq); err != nil {
		h.t.Fatal(err)
	}
}

// row is what the host's page says of a seat.
func (s *sheet) row(seat int) string {
	s.r.t.Helper()
	for _, li := range s.all("li") {
		if text := wordsOf(li); strings.HasPrefix(text, fmt.Sprintf("Seat %d", seat)) {
			return text
		}
	}
	s.r.t.Fatalf("no seat %d: %s", seat, s.text())
	return ""
}

func TestAHostIsToldWhatBecameOfLetters(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(c *Config) { c.Mailbox = nil })
	page := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"person"}, "name-3": {"Chiara"}, "address-3": {"chiara@example.org"}}).is(http.StatusOK)
	id := strings.Split(page.at.Path, "/")[2]
	invited := func(seat int) string { return strings.TrimPrefix(h.match(id).Table.Seats[seat-1].Offered, "person:") }
	bruno, chiara := invited(2), invited(3)
	offer := h.match(id).LinkNumber(game.Seat(2))
	for _, c := range []struct {
		state, code string
		says        string
		lost        bool
	}{
		{"claimed", "", "A letter is on its way.", false},
		{"claimed", "451", "it was not taken yet, and is tried again", false},
		{"sent", "", "Last letter sent", false},
		{"dropped", "moved-on", "the match had moved on", false},
		{"dropped", "told", "another one told it", false},
		{"dropped", "unsubscribed", "They want no more letters.", true},
		{"dropped", "blocked", "wants no letters from here", true},
		{"dropped", "refused-address", "The address takes no letters.", true},
		{"dropped", "no-address", "No address is known", true},
		{"dropped", "erased", "Nothing is known of them any more", true},
		{"refused", "550", "the address takes none", true},
		{"refused", "given-up", "two weeks of tries", true},
		{"dropped", "of-the-future", "was not sent (of-the-future)", false},
	} {
		h.record(id, 2, offer, map[string]any{"kind": "invitation", "person": bruno, "state": c.state, "code": c.code})
		page := page.r.open(page.at.Path).is(http.StatusOK)
		row := page.row(2)
		if !strings.Contains(row, c.says) {
			t.Errorf("%s %s: the page says %q, not %q", c.state, c.code, row, c.says)
		}
		if got := strings.Contains(row, "Send the invitation again"); got == c.lost {
			t.Errorf("%s %s: sending again is offered: %v", c.state, c.code, got)
		}
		if got := strings.Contains(row, "Pass the link on yourself, or let a bot play."); got != c.lost {
			t.Errorf("%s %s: passing the link on is advised: %v", c.state, c.code, got)
		}
		if !strings.Contains(row, "Let a bot play") {
			t.Errorf("%s %s: no bot can be seated: %s", c.state, c.code, row)
		}
		if c.lost {
			h.reader().open(page.shownLink("link-2")).is(http.StatusOK).says("Take seat 2")
		} else {
			page.silent(`id="link-2"`)
		}
	}

	// Somebody else's letters are not the present one's.
	h.record(id, 3, 2, map[string]any{"kind": "invitation", "person": bruno, "state": "dropped", "code": "unsubscribed"})
	if row := page.r.open(page.at.Path).row(3); strings.Contains(row, "no more letters") {
		t.Errorf("of seat 3 it says %q", row)
	}

	// Who blocks the address after a letter was sent is told at once.
	h.record(id, 3, h.match(id).LinkNumber(game.Seat(3)), map[string]any{"kind": "invitation", "person": chiara, "state": "sent"})
	if err := h.config.People.NotMe(t.Context(), chiara); err != nil {
		t.Fatal(err)
	}
	if row := page.r.open(page.at.Path).row(3); !strings.Contains(row, "wants no letters from here") || strings.Contains(row, "Send the invitation again") {
		t.Errorf("of a blocked address it says %q", row)
	}
	chair := h.reader()
	chair.open(page.r.open(page.at.Path).shownLink("link-3")).submit("Take seat 3", nil).is(http.StatusOK)
	if row := page.r.open(page.at.Path).row(3); !strings.Contains(row, "Make a new link and pass it on yourself.") {
		t.Errorf("of a seat that no letter reaches it says %q", row)
	}
	made := page.r.open(page.at.Path).submit("Make a new link for this player", nil).is(http.StatusOK)
	chair.open(made.shownLink("link-3")).submit("Continue as Chiara", nil).says("You are Chiara")
}
