package web

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
	"pizzini/web/words"
)

func TestAHostTakesASilentPlayerFromHisSeatAndInvitesAnother(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	address := "/m/" + g.id + "/host"
	for g.match(g.id).Active()[0] != 2 {
		g.hurry(g.match(g.id).N() + 1)
	}
	own := g.readers[2].open(g.seatPage(2)).shownLink("own-link")
	g.host.open(address).says("who was asked 7 days ago or more, not counting days of vacation, and has not chosen since").silent("Take the silent player")
	// Typed by hand the form is refused by the rule.
	fields := url.Values{"seat": {"2"}, "answers": {strconv.Itoa(g.match(g.id).LinkNumber(2))}}
	g.host.post(address+"/remove", fields).is(http.StatusUnprocessableEntity).says("or when he has not chosen for 7 days")
	g.ahead.Add(int64(7*24*time.Hour + time.Minute))
	ask := g.host.open(address).follow("Take the silent player").is(http.StatusOK).says("Take Bruno from seat 2?", "The rule: a host may do so when")
	if g.match(g.id).Bot(2) {
		t.Fatal("a link took a player from his seat")
	}
	page := ask.submit("Let a bot play on", nil).is(http.StatusOK).says("Seat 2: Bot 2")
	ask.submit("Let a bot play on", nil).is(http.StatusOK) // a double click
	// Who had the seat is told where it is; nobody else is.
	for _, lost := range []*sheet{g.readers[2].open(g.seatPage(2)), g.reader().open(own)} {
		lost.is(http.StatusNotFound).says("This seat is not yours any more", "A bot plays seat 2, since", "Ask the host")
	}
	g.reader().open(g.seatPage(2)).is(http.StatusNotFound).says("Nothing to see here").silent("A bot plays")
	g.reader().open(own + "x").is(http.StatusNotFound).says("This link does not work any more").silent("A bot plays")
	g.readers[1].open(g.seatPage(1)).says("The host takes Bruno from seat 2, and a bot plays on from here.")

	// An address is asked for beside the seat, and what is wrong is said there.
	action, invite := page.sent("/invite", "seat", "2")
	wrong := maps.Clone(invite)
	maps.Copy(wrong, url.Values{"name": {"\u202e"}, "address": {"dora"}})
	g.host.post(action, wrong).is(http.StatusUnprocessableEntity).says("Nobody was invited yet", "The name is empty", "This is no mail address")
	maps.Copy(invite, url.Values{"name": {"Dora"}, "address": {"Dora@example.org"}})
	page = g.host.post(action, invite).is(http.StatusOK).says("Invited: Dora.")
	n := g.match(g.id).N()
	g.host.post(action, invite).is(http.StatusOK)
	if g.match(g.id).N() != n {
		t.Error("the same form sent twice invites twice")
	}
	invitation := page.shownLink("link-2")
	dora := g.reader()
	dora.open(invitation).says("The match runs already").silent("Lucky words").submit("Take seat 2", nil).is(http.StatusOK).says("You are Dora", "Who played when", "Bruno, from the start", "Bot 2", "Dora, from event").silent("You leave")
	g.reader().open(own).is(http.StatusNotFound).says("Somebody else has seat 2, since").silent("Dora")
	log := dora.open(g.seatPage(2)+"/log").says("Bruno takes seat 2.", "The host takes Bruno from seat 2", "You take seat 2.")
	if strings.Contains(log.text(), "You are invited") {
		t.Error("who comes later is taken for who sat there before")
	}
}

func TestAHostInvitesWhomHeKnowsByNameAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first := gather(t, h, url.Values{"address": {"anna@example.org"}})
	made := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "address": {"anna@example.org"}, "who-2": {"open"}, "who-3": {"open"}}).is(http.StatusOK)
	page := made.says("Somebody you have played with").silent("bruno@example.org", "Chiara") // of Chiara no address is known
	action, fields := page.sent("/known", "seat", "2")
	if fields.Get("person") != first.match(first.id).Person(2) {
		t.Errorf("the form names %v", fields)
	}
	forged := maps.Clone(fields)
	forged.Set("person", first.match(first.id).Person(3))
	made.r.post(action, forged).is(http.StatusBadRequest)
	page = made.r.post(action, fields).is(http.StatusOK).says("Invited: Bruno.").silent("bruno@example.org")
	before := h.written()
	made.r.post(action, fields).is(http.StatusOK)
	if after := h.written(); after != before {
		t.Errorf("the same form sent twice wrote: %s, before %s", after, before)
	}
	id := strings.Split(made.at.Path, "/")[2]
	offered := h.match(id).Table.Seats[1].Offered
	if offered == string(engine.Person(first.match(first.id).Person(2))) {
		t.Error("one person's id stands in two matches")
	}
	// The address gets so many letters and no more, by whatever form.
	for range resends {
		action, fields = page.sent("/known", "seat", "2")
		page = made.r.post(action, fields).is(http.StatusOK).says("Invited: Bruno.")
	}
	action, fields = page.sent("/known", "seat", "2")
	made.r.post(action, fields).is(http.StatusConflict).says("Sent often enough")
	action, fields = page.sent("/invite", "seat", "3")
	maps.Copy(fields, url.Values{"name": {"B."}, "address": {"BRUNO@example.org"}})
	made.r.post(action, fields).is(http.StatusConflict).says("Sent often enough")
	h.reader().open(page.shownLink("link-2")).submit("Take seat 2", nil).is(http.StatusOK).says("You are Bruno")
	made.r.open(made.at.Path).silent("Somebody you have played with")

	// Where strangers start matches no letter goes to an address that one types.
	open := newHouse(t, func(c *Config) { c.Open = true })
	page = open.reader().open("/new/patronize").submit("Make the match", url.Values{"name": {"Eva"}}).is(http.StatusOK).silent("Invite somebody by letter")
	base := page.at.Path
	page.r.post(base+"/invite", url.Values{"seat": {"2"}, "answers": {strconv.Itoa(open.match(strings.Split(base, "/")[2]).LinkNumber(2))}, "name": {"X"}, "address": {"x@example.org"}}).is(http.StatusForbidden)
}

func TestHostRightsPassOnAndOldOnesDie(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	address := "/m/" + g.id + "/host"
	page := g.host.open(address)
	for range 3 {
		page = page.submit("Make a new link for yourself", nil).is(http.StatusOK) // the old number is high
	}
	old := page.shownLink("host-link")
	g.readers[2].post(g.seatPage(2)+"/host", nil).is(http.StatusOK)
	g.readers[2].open(address).is(http.StatusNotFound) // Bruno is not the host
	ask := page.follow("Make this player the host").is(http.StatusOK).says("Make Bruno the host?")
	_, fields := ask.form("Pass the host’s rights on")
	stale := maps.Clone(fields)
	stale.Set("answers", "1")
	g.host.post(address+"/pass", stale).is(http.StatusConflict).says("Something has happened at this seat")
	ask.submit("Pass the host’s rights on", nil).is(http.StatusOK).says("You have passed the host’s rights on", "You are Anna, at seat 1 of 3")
	g.reader().open(g.seatPage(1) + "?passed=1").is(http.StatusOK).says("You have passed the host’s rights on").silent("Anna")
	if m := g.match(g.id); m.Host() != m.Person(2) {
		t.Fatalf("the host is %s", m.Host())
	}
	// Whoever was the host is it no more: by session, by link, or by a copy of either.
	anna := g.reader()
	anna.open(old).is(http.StatusNotFound)
	anna.client.Jar.SetCookies(page.at, []*http.Cookie{{Name: hostCookie, Path: "/", Value: g.token(link.Claim{Purpose: link.HostSession, Match: g.id, Number: 3})}})
	anna.open(address).is(http.StatusNotFound)
	g.host.open(address).is(http.StatusNotFound)
	g.readers[1].open(g.seatPage(1)).says("Bruno is the host of the match from now on.").silent("Open the host’s page")
	seat := g.readers[2].open(g.seatPage(2)).says("You are the host of the match from now on.")
	bruno := seat.submit("Open the host’s page", nil).is(http.StatusOK).says("the host’s page", "Seat 1: Anna")
	renewed := bruno.submit("Make a new link for yourself", nil).is(http.StatusOK)
	g.reader().open(bruno.shownLink("host-link")).is(http.StatusNotFound)
	back := g.reader().open(renewed.shownLink("host-link")).submit("Open the host's page", nil).is(http.StatusOK)

	// And back again: Anna's first links stay dead.
	action, fields := "", url.Values{}
	for _, a := range back.all("a") {
		if strings.HasSuffix(value(a, "href"), "/pass?seat=1") {
			action, fields = back.r.open(back.resolve(value(a, "href"))).form("Pass the host’s rights on")
		}
	}
	back.r.post(action, fields).is(http.StatusOK)
	anna.open(address).is(http.StatusNotFound)
	anna.open(old).is(http.StatusNotFound)
	g.readers[1].open(g.seatPage(1)).submit("Open the host’s page", nil).is(http.StatusOK)
}

func TestTheyPlayAgain(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), clocked("claim"))
	g.readers[1].open(g.seatPage(1)).silent("Play again")
	g.readers[1].post(g.seatPage(1)+"/again", nil).is(http.StatusConflict).says("The match is not over")
	g.hurry(1000)
	over := g.readers[2].open(g.seatPage(2)).says("Once more?")
	g.reader().open("/m/"+g.id).silent("Play again", "New match with this set-up")
	page := over.submit("Play again with the same players", nil).is(http.StatusOK).says("You are Bruno, at seat 3 of 3", "Waiting for players").silent("plays until")
	id := strings.Split(page.at.Path, "/")[2]
	before := g.written()
	over.submit("Play again with the same players", nil).is(http.StatusOK).says("You are Bruno, at seat 3 of 3")
	if after := g.written(); after != before {
		t.Errorf("the same form sent twice wrote: %s, before %s", after, before)
	}
	m := g.match(id)
	settings, ok := m.Clock()
	if m.Host() != m.Person(3) || m.Players() != 3 || !ok || settings.Policy != "claim" || !m.Table.Created.Watch {
		t.Errorf("the rematch is another match: %+v", m.Table.Created)
	}
	if seat := m.Table.Seats[1]; seat.Who != "" || !strings.HasPrefix(seat.Offered, "person:") || seat.Offered == string(engine.Person(g.match(g.id).Person(1))) {
		t.Errorf("Anna is not invited to seat 2: %+v", seat)
	}
	g.readers[2].open(g.seatPage(2)).says("you sit in it").follow("Go to the rematch").says("You are Bruno")
	g.readers[2].open("/m/" + id + "/host").is(http.StatusOK).says("the host’s page")
	g.readers[1].open(g.seatPage(1)).says("your seat in it is kept for you").submit("Take my seat in the rematch", nil).is(http.StatusOK).says("You are Anna, at seat 2 of 3")
	g.readers[1].open("/m/" + id + "/host").is(http.StatusNotFound)
	// Chiara has no address: she finds her seat by the page of the match that is over.
	g.readers[3].open(g.seatPage(3)).submit("Take my seat in the rematch", nil).is(http.StatusOK).says("You are Chiara, at seat 1 of 3", "The match starts.")
	if g.match(id).Status() != engine.Playing {
		t.Errorf("the rematch is %s", g.match(id).Status())
	}
	// A new link there ends what the old page is good for.
	g.readers[3].open("/m/"+id+"/s/1").submit("Make a new link", nil).is(http.StatusOK)
	thief := g.reader()
	thief.open(g.readers[3].open(g.seatPage(3)).shownLink("own-link")).submit("Continue as Chiara", nil).is(http.StatusOK)
	thief.post(g.seatPage(3)+"/again", nil).is(http.StatusConflict).says("taken up already")
	thief.open("/m/" + id + "/s/1").is(http.StatusNotFound)
}

func TestASetUpIsCopied(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	fields := url.Values{"clock": {"bank"}, "clock-bank-days": {"4"}, "clock-bank-hours": {"6"}, "clock-add-hours": {"1.5"}, "clock-cap-days": {"9"}, "clock-policy": {"move"},
		"clock-off": {"sat", "sun"}, "clock-dates": {"2026-12-25, 2026-12-26"}, "clock-remind": {"75"}, "clock-grace": {"3600"}, "clock-zone": {"Asia/Tokyo"}, "who-2": {"open"}, "who-3": {"bot"}}
	g := gather(t, h, url.Values{"watch": {"yes"}})
	form := g.host.open("/new/patronize")
	fields.Set("name", "Anna")
	made := form.submit("Make the match", fields).is(http.StatusOK)
	first := h.match(strings.Split(made.at.Path, "/")[2])
	copied := made.follow("New match with this set-up").is(http.StatusOK)
	if strings.Contains(copied.at.RawQuery, "Anna") {
		t.Error("a name stands in an address")
	}
	again := copied.submit("Make the match", url.Values{"name": {"Anna"}}).is(http.StatusOK)
	second := h.match(strings.Split(again.at.Path, "/")[2])
	one, _ := first.Clock()
	other, _ := second.Clock()
	if first.ID == second.ID || string(one.JSON()) != string(other.JSON()) {
		t.Errorf("the clock of the copy is %s, that of the first %s", other.JSON(), one.JSON())
	}
	for seat := game.Seat(1); seat <= 3; seat++ {
		if first.Bot(seat) != second.Bot(seat) || (first.Person(seat) == "") != (second.Person(seat) == "") {
			t.Errorf("seat %d of the copy is another's", seat)
		}
	}
	h.reader().open("/new/patronize?who-1=me").is(http.StatusForbidden)
	// The form of a stranger has nothing that sends a letter, whatever an address says.
	open := newHouse(t, func(c *Config) { c.Open = true })
	open.reader().open("/new/patronize?who-1=me&who-2=person&address-2=x@example.org&name-2=X&address=y@example.org").is(http.StatusOK).silent("example.org", "invite by letter")
}

// TestWhoeverWaitsIsToldUntilWhenAndHowFastItIsPlayed looks at a match that gathers, as
// its host, who sits there and who is invited see it.
func TestWhoeverWaitsIsToldUntilWhenAndHowFastItIsPlayed(t *testing.T) {
	t.Parallel()
	for _, days := range []int{0, 21} {
		h := newHouse(t, func(c *Config) { c.InvitationDays = days })
		operator := h.operator()
		typed := url.Values{"name": {"Anna"}, "who-2": {"open"}, "who-3": {"bot"}}
		maps.Copy(typed, clocked("claim"))
		made := operator.open("/new/patronize").submit("Make the match", typed).is(http.StatusOK)
		id := strings.Split(made.at.Path, "/")[2]
		until := words.Moment(h.match(id).GivenUp(21), h.now(), h.match(id).Zone(""))
		for _, page := range []*sheet{made, operator.open("/m/" + id + "/s/1"), h.reader().open(made.shownLink("link-2"))} {
			page.says("How fast it is played", "the others decide whether a bot plays on")
			if days == 0 {
				page.silent("holds until", "it is given up")
			} else {
				page.says(until)
			}
		}
	}
}
