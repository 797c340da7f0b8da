package web

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
)

// erased has whoever has an address sign in at his own page and erase himself.
func (h *house) erased(address string) {
	h.t.Helper()
	h.settled()
	r := h.reader()
	h.signIn(r, address)
	r.open("/me/erase/sure").submit("Erase me now", nil).is(http.StatusOK).says("You are erased here")
	h.settled()
}

func TestAnErasedPersonIsInvitedNoMore(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	page := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "address": {"anna@example.org"}, "who-2": {"open"}, "who-3": {"open"}}).is(http.StatusOK)
	host, base := page.r, page.at.Path
	id := strings.Split(base, "/")[2]
	invite := func() {
		t.Helper()
		action, fields := host.open(base).sent("/invite", "seat", "2")
		maps.Copy(fields, url.Values{"name": {"Bruno"}, "address": {"bruno@example.org"}})
		page = host.post(action, fields).is(http.StatusOK).says("Invited: Bruno.")
		before := h.written()
		host.post(action, fields).is(http.StatusOK)
		if after := h.written(); after != before {
			t.Errorf("the same form sent twice wrote: %s, before %s", after, before)
		}
	}
	seen := map[string]bool{}
	// What is erased stays erased: the address is another person's each time.
	for range 3 {
		invite()
		offered := h.match(id).Table.Seats[1].Offered
		if seen[offered] {
			t.Fatalf("%s is invited again", offered)
		}
		seen[offered] = true
		old := page.shownLink("link-2")
		h.reader().open(old).is(http.StatusOK).says("Anna invites you")
		h.erased("bruno@example.org")
		h.post.next(t, "host of "+id+", seat 2")
		h.post.none(t)
		h.reader().open(old).is(http.StatusNotFound).silent("Take seat 2")
		h.reader().post("/take", url.Values{"token": {strings.TrimPrefix(old, "/l/")}, "form": {engine.NewID()}, "name": {"Bruno"}}).is(http.StatusNotFound)
		page = host.open(base).is(http.StatusOK).says("Open: whoever follows the link can take it.").silent("former player", "Send the invitation again", "Bruno")
	}
	h.reader().open(page.shownLink("link-2")).submit("Take seat 2", url.Values{"name": {"Dora"}}).is(http.StatusOK).says("You are Dora, at seat 2 of 3")
}

// An offer that was made while its person was erased opens nothing.
func TestAnOfferToAnErasedPersonOpensNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	page := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"open"}}).is(http.StatusOK)
	invitation := page.shownLink("link-2")
	person := strings.TrimPrefix(h.match(strings.Split(page.at.Path, "/")[2]).Table.Seats[1].Offered, "person:")
	h.reader().open(invitation).is(http.StatusOK).says("Take seat 2")
	if err := h.config.People.Erase(t.Context(), person); err != nil {
		t.Fatal(err)
	}
	h.reader().open(invitation).is(http.StatusNotFound).silent("Take seat 2")
	page = page.r.open(page.at.Path).says("Whoever was invited here is erased.").silent("Send the invitation again")
	page.submit("Open it to whoever has its link", nil).is(http.StatusOK).says("Open: whoever follows the link can take it.")
}

func TestASeatKeptForAnErasedPersonIsOpen(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, clocked("bot"))
	g.lateAt(2)
	old := "/l/" + h.token(link.Claim{Purpose: link.Invitation, Match: g.id, Seat: 2, Number: h.match(g.id).LinkNumber(2)})
	h.reader().open(old).is(http.StatusOK).says("Take my seat back")
	h.erased("bruno@example.org")
	h.post.next(t, "host of "+g.id+", seat 2")
	h.reader().open(old).is(http.StatusNotFound)
	g.readers[2].open(g.seatPage(2)).is(http.StatusNotFound)
	page := g.host.open("/m/"+g.id+"/host").says("Open: whoever follows the link can take it.").silent("Bruno", "Send the invitation again")
	h.reader().open(page.shownLink("link-2")).says("The match runs already").submit("Take seat 2", url.Values{"name": {"Dora"}}).is(http.StatusOK).says("You are Dora, at seat 2 of 3")
}

// lateAt plays until it is a seat's turn, and lets its time run out.
func (g *group) lateAt(seat game.Seat) {
	g.t.Helper()
	for m := g.match(g.id); m.Active()[0] != seat; m = g.match(g.id) {
		g.hurry(m.N() + 1)
	}
	g.pass(73*time.Hour, g.id)
	if !g.match(g.id).Bot(seat) {
		g.t.Fatalf("no bot keeps seat %d", seat)
	}
}

// The last player whose time is up ends the match: whoever lost his seat before finds
// how it ended, and nothing to take back.
func TestAKeptSeatShowsHowTheMatchEnded(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, clocked("bot"))
	g.lateAt(2)
	for m := g.match(g.id); !m.Table.Over; m = g.match(g.id) {
		if m.Person(m.Active()[0]) != "" {
			g.pass(73*time.Hour, g.id)
		} else if err := h.copy.Wait(t.Context(), g.id, m.N()+1); err != nil {
			t.Fatal(err)
		}
	}
	m := g.match(g.id)
	if m.Table.Abandoned != "clock" || m.Kept(2) == "" {
		t.Fatalf("the match ended by %q, seat 2 is kept for %q", m.Table.Abandoned, m.Kept(2))
	}
	if err := h.copy.Wait(t.Context(), g.id, m.N()); err != nil {
		t.Fatal(err)
	}
	token := h.token(link.Claim{Purpose: link.Invitation, Match: g.id, Seat: 2, Number: m.LinkNumber(2)})
	before := h.written()
	for address, r := range map[string]*reader{"/l/" + token: h.reader(), g.seatPage(2): g.readers[2]} {
		r.open(address).is(http.StatusOK).says("the match is over", "Ended without a result.", "A bot played seat 2 in your place").silent("Take my seat back").follow("Look back at the match").is(http.StatusOK)
	}
	h.reader().open(g.seatPage(2)).is(http.StatusNotFound)
	h.reader().post("/take", url.Values{"token": {token}, "form": {engine.NewID()}, "name": {"Bruno"}}).is(http.StatusConflict)
	if after := h.written(); after != before {
		t.Errorf("a look wrote: %s, before %s", after, before)
	}
	r := h.reader()
	mine := h.signIn(r, "bruno@example.org").says("Finished", "Ended without a result. A bot played seat 2 to the end.").silent("Invitations", "until you take it")
	mine.submit("Look at it", nil).is(http.StatusOK).says("the match is over")
	// Erased, he finds nothing there any more.
	h.erased("bruno@example.org")
	h.reader().open("/l/" + token).is(http.StatusNotFound)
	g.readers[2].open(g.seatPage(2)).is(http.StatusNotFound)
}
