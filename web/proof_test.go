package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pizzini/web/link"
)

// newMatchWith makes a match of Anna, an operator, with one seat that is open or
// offered as fields say, and gives its id and the link of that seat.
func (h *house) newMatchWith(fields url.Values) (id, invitation string) {
	h.t.Helper()
	all := url.Values{"name": {"Anna"}, "who-1": {"me"}, "who-2": {"open"}, "who-3": {"bot"}, "clock": {"decision"}}
	for key, values := range fields {
		all[key] = values
	}
	page := h.operator().open("/").follow("New match").submit("Make the match", all).is(http.StatusOK)
	return strings.Split(page.at.Path, "/")[2], page.shownLink("link-2")
}

// TestATypedAddressOpensNothingOfItsOwner is of somebody who takes an open seat with
// another's address.
func TestATypedAddressOpensNothingOfItsOwner(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	gather(t, h, nil)
	bruno := h.reader()
	h.signIn(bruno, "bruno@example.org")
	zone := func(name string) {
		t.Helper()
		bruno.open("/me/settings").submit("Save", url.Values{"zone": {name}}).says("Saved.")
	}
	zoneOf := func(id string) string {
		t.Helper()
		s, err := h.config.People.Settings(t.Context(), h.match(id).Person(2))
		if err != nil {
			t.Fatal(err)
		}
		return s.Zone
	}
	zone("Asia/Tokyo")
	mallory := h.reader()
	var typed, own, passed, written, invitation string
	typed, invitation = h.newMatchWith(nil)
	mallory.open(invitation).submit("Take seat 2", url.Values{"name": {"Mallory"}, "address": {"Bruno@example.org"}}).is(http.StatusOK).says("at seat 2 of 3")
	zone("Asia/Tokyo")
	mallory.open("/m/"+typed+"/s/2").is(http.StatusOK).silent("Tokyo", "your zone")
	if z := zoneOf(typed); z != "" {
		t.Errorf("who typed the address lives in %s", z)
	}
	lists := func(page *sheet, ids ...string) {
		t.Helper()
		for _, id := range []string{typed, own, passed, written} {
			if id != "" && strings.Contains(page.body, `value="`+id+`"`) != slices.Contains(ids, id) {
				t.Errorf("the list is not of %q: it differs in %s", ids, id)
			}
		}
	}
	lists(bruno.open("/me"))
	bruno.post("/me/go", url.Values{"match": {typed}, "seat": {"2"}}).is(http.StatusNotFound)

	// His own browser proves that he is who has the address, and so does the link of a
	// letter; not one that the host passed on.
	own, invitation = h.newMatchWith(nil)
	bruno.open(invitation).submit("Take seat 2", url.Values{"name": {"Bruno"}, "address": {"bruno@example.org"}}).is(http.StatusOK)
	invited := url.Values{"who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}}
	passed, invitation = h.newMatchWith(invited)
	h.reader().open(invitation).submit("Take seat 2", nil).is(http.StatusOK)
	written, _ = h.newMatchWith(invited)
	letter := h.token(link.Claim{Purpose: link.InvitationLetter, Match: written, Seat: 2, Number: h.match(written).LinkNumber(2)})
	h.reader().open("/l/"+letter).submit("Take seat 2", nil).is(http.StatusOK).says("at seat 2 of 3")
	h.settled()
	for id, want := range map[string]string{typed: "", own: "Asia/Tokyo", passed: "", written: "Asia/Tokyo"} {
		if z := zoneOf(id); z != want {
			t.Errorf("match %s: the zone is %q, want %q", id, z, want)
		}
	}
	lists(bruno.open("/me"), own, written)

	// The owner signs in by a letter: what was typed with his address is his.
	fresh := h.reader()
	lists(h.signIn(fresh, "bruno@example.org"), typed, own, passed, written)
	if z := zoneOf(typed); z != "Asia/Tokyo" {
		t.Errorf("the zone is %q after the sign-in", z)
	}
}

// TestDevicesOfAllIdsAreListed is of somebody who has an id for each invitation: a
// browser that one of them signed in opens the page of all.
func TestDevicesOfAllIdsAreListed(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first, second := twoMatches(t, h)
	r := h.reader()
	h.signIn(r, "bruno@example.org")
	persons := []string{h.match(first.id).Person(2), h.match(second.id).Person(2)}
	for _, person := range persons {
		if _, err := h.config.People.SignIn(t.Context(), person, "Tablet", h.now()); err != nil {
			t.Fatal(err)
		}
	}
	forms := func(page *sheet) (all []url.Values) {
		for _, f := range page.all("form") {
			if fields := filled(f); fields.Has("device") && !strings.Contains(wordsOf(f.Parent), "this browser") {
				all = append(all, fields)
			}
		}
		return all
	}
	page := r.open("/me/devices").says("this browser")
	listed := forms(page)
	if len(listed) != 2 || listed[0].Get("person") == listed[1].Get("person") {
		t.Fatalf("the devices are %v", listed)
	}
	r.post("/me/devices", url.Values{"device": {"1"}, "person": {h.match(first.id).Person(1)}}).is(http.StatusBadRequest)
	for i, fields := range listed {
		if left := forms(r.post("/me/devices", fields).is(http.StatusOK).says("Signed out.", "this browser")); len(left) != 1-i {
			t.Errorf("%d devices are left: %v", len(left), left)
		}
	}
}

// TestAMatchInWhichHeSatStaysOnHisPage is of a player who has left his seat.
func TestAMatchInWhichHeSatStaysOnHisPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, nil)
	r := h.reader()
	h.signIn(r, "bruno@example.org").silent("No longer yours")
	g.readers[2].open(g.seatPage(2)+"/resign").submit("Leave the match", nil).is(http.StatusOK)
	h.settled()
	r.open("/me").says("No longer yours", "You sat there, and do not any more.").silent("Chiara", "Letters")
	for _, seat := range []string{"0", "2"} {
		r.post("/me/go", url.Values{"match": {g.id}, "seat": {seat}}).is(http.StatusNotFound)
	}
	if _, err := h.config.Engine.Abandon(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	h.settled()
	r.open("/me").says("Finished", "You sat there, but not to the end.").silent("No longer yours", "Chiara")
}
