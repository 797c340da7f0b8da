package web

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
)

func TestTwoSeatsInOneBrowserStayApart(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	both := g.reader()
	for seat := 2; seat <= 3; seat++ {
		address := g.readers[seat].open(g.seatPage(seat)).shownLink("own-link")
		both.open(address).says("This is").submit("Continue as", nil).is(http.StatusOK)
	}
	both.open(g.seatPage(2)).says("You are Bruno")
	both.open(g.seatPage(3)).says("You are Chiara")
	both.open(g.seatPage(1)).is(http.StatusNotFound)
	both.open(g.seatPage(2)).submit("Sign out of this browser", nil).says("signed out")
	both.open(g.seatPage(2)).is(http.StatusNotFound)
	both.open(g.seatPage(3)).says("You are Chiara")
}

func TestANewLinkEndsTheOldOneAndItsSessions(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	page := g.readers[2].open(g.seatPage(2))
	old := page.shownLink("own-link")
	elsewhere := g.reader()
	elsewhere.open(old).submit("Continue as Bruno", nil).says("You are Bruno")
	stream, err := elsewhere.client.Get(g.server.URL + g.seatPage(2) + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	renewed := page.submit("Make a new link", nil).is(http.StatusOK).says("You are Bruno")
	if renewed.shownLink("own-link") == old {
		t.Error("the link is the old one")
	}
	elsewhere.open(g.seatPage(2)).is(http.StatusNotFound)
	elsewhere.open(old).is(http.StatusNotFound).says("does not work any more")
	ended := make(chan string, 1)
	go func() {
		told, _ := io.ReadAll(stream.Body) // ends by itself, or the test with it
		ended <- string(told)
	}()
	select {
	case told := <-ended:
		if !regexp.MustCompile(`^retry: 3000\ndata: \d+\n\n$`).MatchString(told) {
			t.Errorf("a revoked stream told %q", told)
		}
	case <-time.After(15 * time.Second):
		t.Error("a revoked stream goes on")
	}
}

func TestWhoeverLeavesAMatchThatMayBeWatchedIsToldSo(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	page := g.readers[2].open(g.seatPage(2)).follow("Leave the match").submit("Leave the match", nil).is(http.StatusOK)
	page.says("You have left the match. A bot plays your seat.", "You are watching")
	g.readers[2].open("/m/" + g.id).is(http.StatusOK).silent("You have left the match")
}

func TestAResignedSeatIsABots(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	ask := g.readers[2].open(g.seatPage(2)).follow("Leave the match").is(http.StatusOK).says("A bot plays on", "only the host can offer the seat to you again")
	action, fields := ask.form("Leave the match")
	ask.submit("Leave the match", nil).is(http.StatusOK).says("You have left the match. A bot plays your seat.", "ask the host")
	if !g.match(g.id).Bot(2) {
		t.Error("no bot sits at seat 2")
	}
	g.readers[2].open(g.seatPage(2)).is(http.StatusNotFound)
	g.readers[2].post(action, fields).is(http.StatusNotFound)
	// What Bruno did stays his.
	g.readers[1].open(g.seatPage(1)).says("Bot 2", "Bruno takes seat 2.")
	g.host.open("/m/"+g.id+"/host").is(http.StatusOK).says("Seat 2: Bot 2", "Open it to whoever has its link")
}

func TestAPersonCalledYouIsNotTheViewer(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"name": {"you"}, "name-2": {"Bot\u00a03"}})
	g.readers[3].open(g.seatPage(3)).says("you (1) takes seat 1.", "Bot 3 (2) takes seat 2.", "You take seat 3.")
	g.readers[1].open(g.seatPage(1)).says("You are you (1), at seat 1", "Bot 3 (2) takes seat 2.")
	g.host.open("/m/"+g.id+"/host").says("Seat 1: you (1)", "Seat 2: Bot 3 (2)")
	g.operator().open("/").says("you (1), Bot 3 (2) and Chiara")
}

func TestAnInvitationSeatsOnePerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	page := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}, "who-3": {"person"}, "name-3": {"Bruno"}, "address-3": {"bruno@example.org"}}).is(http.StatusOK)
	open, invited := page.shownLink("link-2"), page.shownLink("link-3")
	first, second := h.reader(), h.reader()
	late := second.open(open)
	first.open(open).submit("Take seat 2", url.Values{"name": {""}}).is(http.StatusUnprocessableEntity).says("name is empty")
	form := first.open(open)
	action, fields := form.form("Take seat 2")
	fields.Set("name", "Cosima")
	first.post(action, fields).is(http.StatusOK).says("You are Cosima")
	first.post(action, fields).is(http.StatusOK).says("You are Cosima") // a double click
	late.submit("Take seat 2", url.Values{"name": {"Dino"}}).is(http.StatusConflict).says("The seat is taken")
	second.open(open).is(http.StatusNotFound).says("does not work any more")
	id := strings.Split(page.at.Path, "/")[2]
	second.open("/m/" + id + "/s/2").is(http.StatusNotFound)

	// Whoever has the link of an invitation that is used up, and makes a form of it by
	// hand, gets nothing by it: neither as himself nor under the same name.
	for _, name := range []string{"Cosima", "Dino"} {
		forged := maps.Clone(fields)
		forged.Set("form", engine.NewID())
		forged.Set("name", name)
		thief := h.reader()
		if page := thief.post(action, forged).is(http.StatusConflict).says("The seat is taken", "Ask the host"); len(page.header.Values("Set-Cookie")) > 0 {
			t.Error("a used-up invitation signs in")
		}
		thief.open("/m/" + id + "/s/2").is(http.StatusNotFound)
		forged.Del("form")
		thief.post(action, forged).is(http.StatusBadRequest)
	}

	// After a new link the invitation lets nobody in, though the form was right once.
	first.open("/m/"+id+"/s/2").submit("Make a new link", nil).is(http.StatusOK)
	h.reader().post(action, fields).is(http.StatusConflict)

	// A named seat's invitation is taken up once, too, and what is typed into another
	// form of it changes nobody.
	bruno, another := h.reader(), h.reader()
	tardy := another.open(invited)
	_, mine := bruno.open(invited).form("Take seat 3")
	mine.Set("words", "otto")
	bruno.post(action, mine).is(http.StatusOK).says("You are Bruno")
	before := h.written()
	if page := tardy.submit("Take seat 3", url.Values{"name": {"Bruto"}, "words": {"nove"}}).is(http.StatusConflict).says("The seat is taken"); len(page.header.Values("Set-Cookie")) > 0 {
		t.Error("a used-up invitation signs in")
	}
	another.open("/m/" + id + "/s/3").is(http.StatusNotFound)
	mine.Set("words", "dieci")
	bruno.post(action, mine).is(http.StatusOK).says("You are Bruno")
	if after := h.written(); after != before {
		t.Errorf("forms of a used-up invitation wrote: %s, before %s", after, before)
	}

	again := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}, "who-3": {"person"}, "name-3": {"Bruno"}, "address-3": {"bruno@example.org"}}).is(http.StatusOK)
	invited = again.shownLink("link-3")
	guest := h.reader()
	guest.open(invited).says("Anna invites you to Patronize", "Not meant for you").follow("Say so").submit("This is not me", nil).is(http.StatusOK)
	blocked := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}, "who-3": {"person"}, "name-3": {"Bruno"}, "address-3": {"bruno@example.org"}})
	blocked.is(http.StatusUnprocessableEntity).says("wants no letters from here")
}

func TestAHostSendsAnInvitationAgainThreeTimes(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	page := h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"bot"}, "who-3": {"person"}, "name-3": {"Bruno"}, "address-3": {"bruno@example.org"}})
	old := page.shownLink("link-3")
	take, fieldsOfOld := h.reader().open(old).form("Take seat 3")
	for left := 3; left > 0; left-- {
		page = page.says(fmt.Sprintf("(%d left)", left)).submit("Send the invitation again", nil).is(http.StatusOK)
	}
	page.silent("Send the invitation again")
	h.reader().open(old).is(http.StatusNotFound)
	h.reader().post(take, fieldsOfOld).is(http.StatusNotFound).says("does not work any more")
	action, fields := page.form("Let a bot play")
	fields.Set("to", "person:"+engine.NewID())
	page.r.post(strings.Replace(action, "/bot", "/offer", 1), fields).is(http.StatusBadRequest)
	page.submit("Let a bot play", nil).is(http.StatusOK).says("The match runs").follow("Look at the table").is(http.StatusOK)
	ended := page.r.open(page.at.Path).follow("End the match").submit("End the match", nil).is(http.StatusOK).says("The match is over")
	id := strings.Split(ended.at.Path, "/")[2]
	if m := h.match(id); m.Status() != engine.Abandoned {
		t.Errorf("the match is %s", m.Status())
	}
	page.r.open("/m/" + id + "/s/1").says("The match was ended").silent("Your choice")
}

func TestAHostsNewLinkIsShownAndKnown(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	page := g.host.open("/m/"+g.id+"/host").silent(`id="link-2"`, `id="link-3"`) // who sits there holds the link alone
	action, fields := url.Values{}, url.Values{}
	for _, f := range page.all("form") {
		if sent := filled(f); strings.HasSuffix(value(f, "action"), "/link") && sent.Get("seat") == "3" {
			action, fields = url.Values{"to": {value(f, "action")}}, sent
		}
	}
	page = g.host.post(action.Get("to"), fields).is(http.StatusOK).silent(`id="link-2"`)
	g.readers[3].open(g.seatPage(3)).is(http.StatusNotFound)
	g.readers[3].open(page.shownLink("link-3")).submit("Continue as Chiara", nil).says("You are Chiara", "Seat 3 has a new link")
	g.readers[1].open(g.seatPage(1)).says("Seat 3 has a new link")

	// Another form about the seat as it was before is told so, on the host's page.
	late := g.host.post("/m/"+g.id+"/host/bot", fields).is(http.StatusConflict).says("Something has changed since", "the host’s page")
	if late.at.Path == "" || g.match(g.id).Bot(3) {
		t.Error("a stale form of the host did something")
	}
	fields.Set("seat", "9")
	g.host.post("/m/"+g.id+"/host/bot", fields).is(http.StatusBadRequest)
}

func TestTheValuesOfOptions(t *testing.T) {
	t.Parallel()
	o := game.Option{Key: "houseRules", Values: []any{"open-hands", true, 3}}
	for text, want := range map[string]any{"open-hands": "open-hands", "true": true, "3": 3, "4": nil, "": nil} {
		if got, ok := optionValue(o, text); got != want || ok != (want != nil) {
			t.Errorf("%q is read as %v, %v", text, got, ok)
		}
	}
}

func TestWhoMayStartMatches(t *testing.T) {
	t.Parallel()
	closed := newHouse(t, nil)
	stranger := closed.reader()
	stranger.open("/").is(http.StatusOK).silent("/new/", "/demo", "Mailbox")
	stranger.open("/new/patronize").is(http.StatusForbidden)
	stranger.post("/new/patronize", nil).is(http.StatusForbidden)
	stranger.post("/demo", nil).is(http.StatusForbidden)
	stranger.open("/mailbox").is(http.StatusForbidden)

	h := newHouse(t, func(c *Config) { c.Open = true })
	visitor := h.reader()
	form := visitor.open("/").follow("New match").is(http.StatusOK).silent(`name="address`, "invite by letter")
	form.submit("Make the match", url.Values{"name": {"Eva"}, "who-2": {"person"}, "name-2": {"X"}, "address-2": {"x@example.org"}}).is(http.StatusUnprocessableEntity).says("Choose who sits here.")
	made := form.submit("Make the match", url.Values{"name": {"Eva"}}).is(http.StatusOK)
	again := form.submit("Make the match", url.Values{"name": {"Eva"}}).is(http.StatusOK) // a double click
	if made.at.Path != again.at.Path {
		t.Errorf("the same form made %s and %s", made.at.Path, again.at.Path)
	}
	// The match's id alone makes nobody its host.
	id := strings.Split(made.at.Path, "/")[2]
	other := h.reader()
	_, fields := other.open("/new/patronize").form("Make the match")
	fields.Set("form", id)
	if page := other.post("/new/patronize", fields); strings.Contains(page.at.Path, id) {
		t.Error("a match's id as a form's number gives its host's page")
	}
	fields.Set("form", strings.TrimPrefix(made.shownLink("host-link"), h.server.URL+"/l/"))
	other.post("/new/patronize", fields).is(http.StatusBadRequest)
	for range 12 {
		if page := other.open("/").submit("Try it against bots", nil); page.status == http.StatusTooManyRequests {
			page.says("Wait a minute")
			return
		}
	}
	t.Error("a stranger may start matches without end")
}
