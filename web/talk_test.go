package web

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"pizzini/engine/game"
	"pizzini/web/link"
)

// watched lets the match's spectators read what is said from now on, or not.
func (g *group) watched(let bool) {
	g.t.Helper()
	button := "Keep the table talk from them"
	if let {
		button = "Let them read"
	}
	g.host.open("/m/"+g.id+"/host").submit(button, nil).is(http.StatusOK)
}

func (g *group) say(seat int, text string) *sheet {
	g.t.Helper()
	return g.readers[seat].open(g.seatPage(seat)).submit("Say it", url.Values{"say": {text}})
}

// stream listens to a live page's stream of events: it gives what comes, message by
// message, and is closed when the stream ends.
func (r *reader) stream(address string) <-chan string {
	r.t.Helper()
	answer, err := r.client.Get(r.base + address)
	if err != nil || answer.StatusCode != http.StatusOK {
		r.t.Fatalf("%s: %v", address, err)
	}
	r.t.Cleanup(func() { answer.Body.Close() })
	messages := make(chan string, 100)
	go func() {
		defer close(messages)
		lines := bufio.NewScanner(answer.Body)
		message := ""
		for lines.Scan() {
			if lines.Text() != "" {
				message += lines.Text() + "\n"
				continue
			}
			messages <- message
			message = ""
		}
	}()
	return messages
}

// hears waits for the next message.
func hears(t *testing.T, messages <-chan string) string {
	t.Helper()
	select {
	case message, ok := <-messages:
		if !ok {
			return "(ended)"
		}
		return message
	case <-time.After(20 * time.Second):
		t.Fatal("nothing comes")
		return ""
	}
}

const secretTalk = "meet me at the fountain"

// What is said is read at the table and nowhere else: not by strangers, spectators,
// the host as such, whoever only looks at a link, in the log, an export or the past.
func TestTalkStaysAtTheTable(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	n := g.match(g.id).N()
	g.say(2, "  "+secretTalk+" <b>now</b>\u202e\r\n\r\nfriends  ").is(http.StatusOK).says(secretTalk+" <b>now</b>", "friends", "Everybody at the table reads this, and nobody else.", "Take back")
	if now := g.match(g.id).N(); now != n {
		t.Errorf("what was said made %d events", now-n)
	}
	for _, seat := range []int{1, 3} {
		page := g.readers[seat].open(g.seatPage(seat)).says("Bruno", secretTalk).silent("Take back")
		if strings.Contains(page.body, "<b>now") || strings.ContainsRune(page.body, '\u202e') {
			t.Error("what was said is not shown as plain text")
		}
	}
	stranger := g.reader()
	for _, path := range []string{"", "/log", "/audit", "/export", fmt.Sprintf("/at/%d", n)} {
		stranger.open("/m/"+g.id+path).is(http.StatusOK).silent("fountain", "Table talk")
		g.host.open("/m/" + g.id + "/host" + path).is(http.StatusOK).silent("fountain")
	}
	for _, path := range []string{"/log", "/audit", "/export", fmt.Sprintf("/at/%d", n)} {
		for seat := 1; seat <= 3; seat++ {
			g.readers[seat].open(g.seatPage(seat) + path).is(http.StatusOK).silent("fountain")
		}
	}
	stranger.open(g.readers[2].open(g.seatPage(2)).shownLink("own-link")).is(http.StatusOK).silent("fountain", "Say it")
	for _, form := range []string{"say", "unsay", "note", "order", "cancel-order", "orders-read"} {
		stranger.post(g.seatPage(2)+"/"+form, url.Values{"say": {"I am Bruno"}, "k": {"1"}}).is(http.StatusNotFound)
		g.readers[1].post(g.seatPage(2)+"/"+form, url.Values{"say": {"I am Bruno"}, "k": {"1"}}).is(http.StatusNotFound)
	}
	g.readers[1].open(g.seatPage(1)).says(secretTalk).silent("I am Bruno")
	if text := g.log.String(); strings.Contains(text, "fountain") {
		t.Error("the server's log quotes what was said")
	}
}

// A form that is sent twice says a thing once; what is empty, too long or too much at
// once is not said, and stands in the form again. One's own line can be taken back,
// another's cannot.
func TestTalkIsSaidOnceAndTakenBack(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	action, fields := g.readers[2].open(g.seatPage(2)).form("Say it")
	fields.Set("say", "only once")
	for range 2 {
		if page := g.readers[2].post(action, fields).is(http.StatusOK); strings.Count(page.text(), "only once") != 1 {
			t.Errorf("it was said %d times", strings.Count(page.text(), "only once"))
		}
	}
	g.say(2, "only once")
	if page := g.readers[3].open(g.seatPage(3)); strings.Count(page.text(), "only once") != 2 {
		t.Error("what is said again on purpose is said again")
	}
	g.say(2, " \u200b \n").is(http.StatusUnprocessableEntity).says("Nothing was said")
	if long := g.say(2, strings.Repeat("long ", 500)).is(http.StatusUnprocessableEntity).says("at most 2000"); !strings.Contains(long.body, "long long long") {
		t.Error("what was too long is lost")
	}
	action, fields = g.readers[2].open(g.seatPage(2)).form("Take back")
	g.readers[3].post(g.seatPage(3)+"/unsay", fields).is(http.StatusOK)
	if page := g.readers[3].open(g.seatPage(3)); strings.Count(page.text(), "only once") != 2 {
		t.Error("somebody took back what another said")
	}
	for range 2 {
		if page := g.readers[2].post(action, fields).is(http.StatusOK); strings.Count(page.text(), "only once") != 1 {
			t.Error("the line stands as before, or both are gone")
		}
	}
	for k := range talkRate {
		g.say(3, fmt.Sprint("line ", k)).is(http.StatusOK)
	}
	g.say(3, "one more").is(http.StatusTooManyRequests).says("wait a minute")
	g.ahead.Add(int64(2 * time.Minute))
	g.say(3, "one more").is(http.StatusOK)
}

// Spectators read the talk as far as it was said since the host lets them, and a
// stream that was opened before tells them so; once they may not, it is silent, after
// it told them to look once more.
func TestSpectatorsReadWhatTheHostLets(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	g.say(1, "before")
	spectator, elsewhere := g.reader(), gather(t, g.house, nil)
	seat := g.readers[3].stream(g.readers[3].open(g.seatPage(3)).live())
	watching := spectator.stream(spectator.open("/m/" + g.id).live())
	apart := elsewhere.readers[1].stream(elsewhere.readers[1].open(elsewhere.seatPage(1)).live())
	for _, messages := range []<-chan string{seat, watching, apart} {
		if first := hears(t, messages); !strings.HasPrefix(first, "retry: 3000\ndata: ") {
			t.Errorf("the stream begins with %q", first)
		}
	}
	g.say(1, "still at the table")
	if message := hears(t, seat); !strings.HasPrefix(message, "event: talk\ndata: 2-") || strings.Contains(message, "table") {
		t.Errorf("the seat hears %q", message)
	}
	g.watched(true)
	if message := hears(t, watching); !strings.HasPrefix(message, "event: talk\ndata: 0-") {
		t.Errorf("the spectator hears first %q", message)
	}
	g.say(2, "hello, spectators")
	if message := hears(t, watching); !strings.HasPrefix(message, "event: talk\ndata: 1-") {
		t.Errorf("the spectator hears %q", message)
	}
	spectator.open("/m/"+g.id).says("hello, spectators", "Table talk").silent("before", "still at the table", "Say it", "Take back")
	g.readers[3].open(g.seatPage(3)).says("before", "so does whoever watches")
	g.watched(false)
	if message := hears(t, watching); message != "event: talk\ndata: none\n" {
		t.Errorf("whom the talk is kept from hears %q", message)
	}
	spectator.open("/m/"+g.id).silent("hello", "Table talk")
	g.say(2, "among us again")
	g.play("pass")
	if message := hears(t, watching); !strings.HasPrefix(message, "data: ") {
		t.Errorf("after it was kept from him the spectator hears %q before the next event", message)
	}
	if len(apart) > 0 {
		t.Errorf("another match's table hears %q", <-apart)
	}
}

// A match that nobody may watch has no link for it, and its host nothing to choose.
func TestAnUnwatchedMatchHasNoSpectators(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	g.host.open("/m/"+g.id+"/host").is(http.StatusOK).silent("watch-link", "Spectators")
	g.readers[2].open(g.seatPage(2)).silent("watch-link")
	g.host.post("/m/"+g.id+"/host/watchers", url.Values{"talk": {"yes"}}).is(http.StatusOK)
	g.reader().open("/m/" + g.id).is(http.StatusNotFound)
	g.reader().open("/m/" + g.id + "/events").is(http.StatusNotFound)
	seen := gather(t, g.house, url.Values{"watch": {"yes"}})
	for _, page := range []*sheet{seen.host.open("/m/" + seen.id + "/host"), seen.readers[3].open(seen.seatPage(3))} {
		seen.reader().open(page.shownLink("watch-link")).is(http.StatusOK).says("You are watching")
	}
	seen.host.post("/m/"+seen.id+"/host/watchers", url.Values{"talk": {"perhaps"}}).is(http.StatusBadRequest)
}

// What one host let those who watch read, the next one has not; and what was said
// under the next one stays at the table when the first is host again.
func TestASpectatorHearsWhatTheHostOfThatTimeLetsHim(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	watch := func() *sheet { return g.reader().open("/m/" + g.id).is(http.StatusOK) }
	pass := func(to game.Seat) {
		t.Helper()
		m := g.match(g.id)
		if _, err := g.engine.PassHost(t.Context(), g.id, m.Host(), m.Person(to), "host"); err != nil {
			t.Fatal(err)
		}
	}
	g.host.post("/m/"+g.id+"/host/watchers", url.Values{"talk": {"yes"}}).is(http.StatusOK)
	g.say(3, "everybody may read this")
	watch().says("everybody may read this")
	pass(2)
	watch().silent("everybody may read this")
	g.say(3, "only the table may read this")
	pass(1)
	watch().silent("only the table may read this", "everybody may read this")
	g.readers[1].open(g.seatPage(1)).submit("Open the host’s page", nil).is(http.StatusOK)
	g.readers[1].post("/m/"+g.id+"/host/watchers", url.Values{"talk": {"yes"}}).is(http.StatusOK)
	g.say(3, "now it is for all again")
	watch().says("now it is for all again").silent("only the table may read this")
}

// Whoever has left is still named in what he said, and is heard no more; what an
// erased person said is gone, and the table is told why.
func TestTalkOfWhoLeftAndOfWhoWasErased(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	g.say(2, "I have to go")
	bruno := g.match(g.id).Person(2)
	stream := g.readers[3].stream(g.readers[3].open(g.seatPage(3)).live())
	g.readers[2].open(g.seatPage(2)).follow("Leave the match").submit("Leave the match", nil).is(http.StatusOK)
	g.readers[2].post(g.seatPage(2)+"/say", url.Values{"say": {"I am still here"}}).is(http.StatusNotFound)
	g.readers[1].open(g.seatPage(1)).says("Bruno, who has left,", "I have to go").silent("still here")
	if err := g.config.People.(bookPeople).Book.Erase(t.Context(), bruno); err != nil {
		t.Fatal(err)
	}
	for message := ""; !strings.HasPrefix(message, "event: talk\ndata: 0-"); {
		message = hears(t, stream) // of the seat's change too
	}
	g.readers[1].open(g.seatPage(1)).says("What a former player said here was erased").silent("I have to go")
}

// Whose link is renewed hears no more of the table.
func TestARevokedSeatHearsNoTalk(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	page := g.readers[2].open(g.seatPage(2))
	thief := g.reader()
	thief.open(page.shownLink("own-link")).submit("Continue as", nil).is(http.StatusOK)
	stream := thief.stream(thief.open(g.seatPage(2)).live())
	hears(t, stream)
	page.submit("Make a new link", nil).is(http.StatusOK)
	g.say(1, secretTalk)
	for message := range stream {
		t.Errorf("the old link's stream hears %q", message)
	}
	thief.open(g.seatPage(2)).is(http.StatusNotFound)
}

// live is where a page hears of what changes.
func (s *sheet) live() string {
	s.r.t.Helper()
	address, ok := attr(s.all("main")[0], "data-events")
	if !ok {
		s.r.t.Fatal("the page is not live")
	}
	return address
}

// A scanner that follows a letter's link hears nothing either.
func TestALandingHasNothingBeside(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	g.say(2, secretTalk)
	g.readers[2].open(g.seatPage(2)).submit("Keep the note", url.Values{"note": {"a private thought"}})
	token := g.token(link.Claim{Purpose: link.Seat, Match: g.id, Seat: 2, Number: g.match(g.id).LinkNumber(2)})
	g.reader().open(g.config.Site.Landing(token)).is(http.StatusOK).silent("fountain", "private thought", "Your notes", "beforehand")
}
