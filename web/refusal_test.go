package web

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
)

// turn is the seat whose turn it is, its reader and its page.
func (g *group) turn() (seat int, r *reader, page *sheet) {
	g.t.Helper()
	seat = int(g.match(g.id).Active()[0])
	return seat, g.readers[seat], g.readers[seat].open(g.seatPage(seat)).is(http.StatusOK)
}

// play plays the move whose text is given and gives the page after it.
func (g *group) play(move string) *sheet {
	g.t.Helper()
	_, r, page := g.turn()
	for _, choice := range page.choices() {
		if strings.HasSuffix(choice, "&try="+url.QueryEscape(move)) {
			return r.open(choice).submit("Play it", nil).is(http.StatusOK)
		}
	}
	g.t.Fatalf("%q is not offered: %v", move, page.choices())
	return nil
}

func TestTheSameFormSentOftenPlaysOnce(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	_, r, page := g.turn()
	action, fields := r.open(page.choices()[0]).form("Play it")
	before := g.match(g.id).N()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			answer, err := r.client.PostForm(action, fields)
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("a repeated form is answered with %d", answer.StatusCode)
			}
		})
	}
	all.Wait()
	if n := g.match(g.id).N(); n != before+1 {
		t.Errorf("20 times the same form wrote %d events", n-before)
	}
}

func TestAStaleFormTellsWhatChangedAndWhatWasChosen(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, page := g.turn()
	pass := page.choices()[0] // in another tab
	tab := r.open(pass)
	g.play(string(g.match(g.id).Legal(game.Seat(seat))[1]))
	before := g.match(g.id).N()
	late := tab.submit("Play it", nil)
	if late.status != http.StatusConflict {
		t.Errorf("a stale form is answered with %d", late.status)
	}
	late.says("You had chosen:", "Pass", "Waiting for").silent("You chose:")
	// The address of the draft itself is stale now, too.
	r.open(pass).is(http.StatusOK).says("The position has changed", "You had chosen:", "Pass")
	if n := g.match(g.id).N(); n != before {
		t.Errorf("a stale form wrote event %d", n)
	}
}

func TestWhatCannotBePlayedIsRefusedOnThePage(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, _ := g.turn()
	before := g.written()
	decision := fmt.Sprint(g.match(g.id).Decision(game.Seat(seat)))
	base := g.seatPage(seat)
	for _, c := range []struct {
		name   string
		fields url.Values
		status int
		says   string
	}{
		{"a move that is none", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}, "move": {"fly away"}}, 422, "fly away"},
		{"two moves of which one is illegal", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}, "move": {"pass", "pass"}}, 422, "pass"},
		{"no move", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}}, 422, "Choose something first."},
		{"another seat's form", url.Values{"seat": {fmt.Sprint(seat%3 + 1)}, "d": {decision}, "move": {"pass"}}, 400, "incomplete"},
		{"no decision", url.Values{"seat": {fmt.Sprint(seat)}, "move": {"pass"}}, 400, "incomplete"},
		{"an old decision", url.Values{"seat": {fmt.Sprint(seat)}, "d": {"1"}, "move": {"pass"}}, 409, "earlier decision"},
		{"too many moves", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}, "move": make([]string, 41)}, 400, "incomplete"},
		{"a flood", url.Values{"seat": {strings.Repeat("x", maxForm)}}, 413, "too long"},
	} {
		page := r.post(base+"/play", c.fields)
		if page.status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, page.status, c.status)
		}
		page.says(c.says)
	}
	other := seat%3 + 1
	page := g.readers[other].post(g.seatPage(other)+"/play", url.Values{"seat": {fmt.Sprint(other)}, "d": {"7"}, "move": {"pass"}})
	page.is(http.StatusConflict).says("It is not your turn")
	if after := g.written(); after != before {
		t.Errorf("refused forms wrote: %s, before %s", after, before)
	}
	// A draft in the address that fits nothing is told and left out.
	for _, query := range []string{"?d=" + decision + "&try=fly+away", "?d=99&try=pass", "?try=pass", "?d=x", "?d=" + decision + strings.Repeat("&try=pass", 41)} {
		r.open(base+query).is(http.StatusOK).says("Your turn", "Your choice")
	}
}

func TestATakenBackMoveIsStruckOut(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, _ := g.turn()
	done := g.play("pass").says("Nobody has answered yet")
	action, fields := done.form("Take my latest choice back")
	back := r.post(action, fields).is(http.StatusOK).says("Your turn", "take back your latest choice")
	if !strings.Contains(back.body, `<del class="struck">`) {
		t.Error("the move taken back is not struck out in the log")
	}
	n := g.match(g.id).N()
	r.post(action, fields).is(http.StatusOK)
	if again := g.match(g.id).N(); again != n {
		t.Errorf("the same take-back sent twice wrote %d more events", again-n)
	}
	g.play("pass")
	g.play("pass")
	late := r.post(g.seatPage(seat)+"/take-back", url.Values{"last": {fmt.Sprint(n + 1)}})
	late.is(http.StatusConflict).says("cannot be taken back any more")
}

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

func TestALettersChoiceIsKeptThroughTheLink(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, _, page := g.turn()
	before := g.match(g.id).N()
	address := page.shownLink("own-link") + fmt.Sprintf("?d=%d&try=pass", g.match(g.id).Decision(game.Seat(seat)))
	landing := g.reader().open(address).is(http.StatusOK).says("Nothing is played yet", "You had chosen:", "Pass").silent("Play it")
	tried := landing.submit("Continue as", nil).is(http.StatusOK).says("You chose: Pass")
	if n := g.match(g.id).N(); n != before {
		t.Fatalf("following a letter's choice wrote event %d", n)
	}
	if strings.Contains(tried.at.String(), "/l/") {
		t.Errorf("the address still holds a token: %s", tried.at.Path)
	}
	tried.submit("Play it", nil).says("You pass.")
}

func TestASecretChoiceIsAFormAndNeverALink(t *testing.T) {
	t.Parallel()
	p := &matchPage{Match: engine.Fold(nil), Base: "/m/x/s/2", Viewer: 2}
	d := p.decision(&engine.Draft{Seat: 2, Moves: []game.Move{"henchman c2"}, Choices: []engine.Choice{{Move: "intrigue betray", Secret: true}, {Move: "loot"}}}, 41)
	var b bytes.Buffer
	if err := choices(*d).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	page := &sheet{r: &reader{t: t}, at: &url.URL{Path: "/m/x/s/2"}, root: root}
	for _, address := range page.links() {
		if strings.Contains(address, "betray") {
			t.Errorf("the link %s holds the secret choice", address)
		}
	}
	action, fields := page.form("intrigue betray")
	if action != "/m/x/s/2/play" || fmt.Sprint(fields["move"]) != "[henchman c2 intrigue betray]" || fields.Get("d") != "41" || fields.Get("seat") != "2" {
		t.Errorf("the form sends %s %v", action, fields)
	}
}

func TestWhenTheStoreIsAway(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	_, r, page := g.turn()
	tried := r.open(page.choices()[0])
	before := g.match(g.id).N()
	if err := g.store.Close(); err != nil {
		t.Fatal(err)
	}
	answer := tried.submit("Play it", nil).is(http.StatusServiceUnavailable)
	answer.says("You had chosen:", "Your choice")
	if answer.header.Get("Retry-After") == "" {
		t.Error("it is not said when to try again")
	}
	if n := g.match(g.id).N(); n != before {
		t.Errorf("the match has %d events, had %d", n, before)
	}
}

func TestAResignedSeatIsABots(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	ask := g.readers[2].open(g.seatPage(2)).follow("Leave the match").is(http.StatusOK).says("A bot plays on")
	action, fields := ask.form("Leave the match")
	ask.submit("Leave the match", nil).is(http.StatusOK).says("You have left the match")
	if !g.match(g.id).Bot(2) {
		t.Error("no bot sits at seat 2")
	}
	g.readers[2].open(g.seatPage(2)).is(http.StatusNotFound)
	g.readers[2].post(action, fields).is(http.StatusNotFound)
	// What Bruno did stays his.
	g.readers[1].open(g.seatPage(1)).says("Bot 2", "Bruno takes seat 2.")
	g.host.open("/m/"+g.id+"/host").is(http.StatusOK).says("Seat 2: Bot 2", "Open it to whoever has its link")
}

func TestAnUnknownMatchAndAHiddenOneAreToldAlike(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	unknown := engine.NewID()
	stranger := g.reader()
	for _, path := range []string{"", "/", "/at/1", "/at", "/log", "/audit", "/export", "/events", "/host", "/host/log", "/host/end", "/s/1", "/s/2/export", "/s/9", "/s/1/events", "/s/x", "/nothing"} {
		hidden, none := stranger.open("/m/"+g.id+path), stranger.open("/m/"+unknown+path)
		if hidden.status != http.StatusNotFound || none.status != http.StatusNotFound || hidden.body != none.body {
			t.Errorf("%s: %d and %d, %d and %d bytes", path, hidden.status, none.status, len(hidden.body), len(none.body))
		}
		hidden.header.Del("Date")
		none.header.Del("Date")
		if a, b := fmt.Sprint(hidden.header), fmt.Sprint(none.header); a != b {
			t.Errorf("%s: headers %s and %s", path, a, b)
		}
	}
	for _, path := range []string{"/s/1/play", "/s/1/resign", "/s/1/link", "/s/1/take-back", "/host/end", "/host/bot", "/host/offer", "/host/link"} {
		hidden, none := stranger.post("/m/"+g.id+path, url.Values{"seat": {"1"}}), stranger.post("/m/"+unknown+path, url.Values{"seat": {"1"}})
		if hidden.status != http.StatusNotFound || hidden.body != none.body {
			t.Errorf("POST %s: %d and %d", path, hidden.status, none.status)
		}
	}
	// A seat's session is none for the match's other pages.
	for _, path := range []string{"", "/host", "/s/1"} {
		g.readers[2].open("/m/" + g.id + path).is(http.StatusNotFound)
	}
}

func TestAWatchedMatchShowsWhatEverybodyMaySee(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	stranger := g.reader()
	page := stranger.open("/m/"+g.id).is(http.StatusOK).says("You are watching", "What happened").silent("Your hand", "Your choice", "own-link")
	page.follow("Download its log").is(http.StatusOK)
	page.follow("Audit").says("still sealed for you")
	stranger.open("/m/" + g.id + "/at/7").is(http.StatusOK).says("After event 7")
	stranger.open("/m/" + g.id + "/at?n=3").is(http.StatusOK).says("Waiting for players")
	for _, n := range []string{"0", "99", "x", "007"} {
		stranger.open("/m/" + g.id + "/at/" + n).is(http.StatusNotFound)
	}
	g.discreet(0)
}

// TestLinksChangeNothing follows every link of every page, as scanners do.
func TestLinksChangeNothing(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	g.play("pass")
	invited := g.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Dora"}, "who-2": {"open"}, "who-3": {"person"}, "name-3": {"Emil"}, "address-3": {"emil@example.org"}})
	unsubscribe := "/u/" + g.token(link.Claim{Purpose: link.UnsubscribeMatch, Person: g.match(g.id).Person(2), Match: g.id})
	notMe := "/not-me/" + g.token(link.Claim{Purpose: link.NotMe, Person: g.match(g.id).Person(2), Address: g.signer.AddressDigest("bruno@example.org")})
	operator, err := OperatorLink(g.signer, g.config.Site)
	if err != nil {
		t.Fatal(err)
	}
	before := g.written()
	seen := map[string]bool{}
	crawl := func(r *reader, from ...string) {
		r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		for len(from) > 0 {
			address := strings.TrimPrefix(from[0], r.base)
			from = from[1:]
			if key := fmt.Sprintf("%p %s", r, address); seen[key] || !strings.HasPrefix(address, "/") || len(seen) > 3000 {
				continue
			} else {
				seen[key] = true
			}
			page := r.open(address)
			if page.status >= 400 {
				t.Errorf("the link %s is dead: %d", address, page.status)
			}
			head, err := r.client.Head(r.base + address)
			if err != nil {
				t.Fatal(err)
			}
			head.Body.Close()
			if head.StatusCode != page.status {
				t.Errorf("HEAD %s gives %d, GET %d", address, head.StatusCode, page.status)
			}
			for _, h := range []http.Header{page.header, head.Header} {
				if h.Get("Set-Cookie") != "" {
					t.Errorf("a GET or HEAD of %s sets a cookie", address)
				}
			}
			if !strings.Contains(address, "/at/") || strings.Contains(address, "/at/7") { // one past page stands for all
				from = append(from, page.links()...)
			}
		}
	}
	for seat := 1; seat <= 3; seat++ {
		crawl(g.readers[seat], g.seatPage(seat))
	}
	crawl(g.reader(), "/m/"+g.id, "/", unsubscribe, notMe, operator, invited.shownLink("link-2"), invited.shownLink("link-3"), invited.shownLink("host-link"),
		g.token(link.Claim{Purpose: link.Seat, Match: g.id, Seat: 2, Number: g.match(g.id).LinkNumber(2)}))
	if len(seen) < 60 {
		t.Errorf("only %d links were followed", len(seen))
	}
	if after := g.written(); after != before {
		t.Errorf("following links wrote: %s, before %s", after, before)
	}
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	for _, address := range []string{"/", "/nothing", g.seatPage(1), g.seatPage(1) + "/export", "/rules/patronize", "/l/none", "/mailbox", "/readyz", "/robots.txt"} {
		h := g.readers[1].open(address).header
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
			"X-Robots-Tag": "noindex", "Cache-Control": "private, no-store",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", address, name, h.Get(name))
			}
		}
	}
	style := g.reader().open(asset("style.css")).is(http.StatusOK)
	if got := style.header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("the style sheet is cached as %q", got)
	}
	g.reader().open("/static/aaaaaaaa/style.css").is(http.StatusNotFound)
}

func TestAFormOfAnotherSiteIsRefused(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, page := g.turn()
	_, fields := r.open(page.choices()[0]).form("Play it")
	before := g.match(g.id).N()
	for name, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		request, err := http.NewRequest(http.MethodPost, g.server.URL+g.seatPage(seat)+"/play", strings.NewReader(fields.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set(name, value)
		r.read(r.client.Do(request)).is(http.StatusForbidden).says("another site")
	}
	if n := g.match(g.id).N(); n != before {
		t.Error("a form of another site played a move")
	}
}

func TestTheRequestLogHoldsNoTokenAndNoQuery(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, page := g.turn()
	r.open(page.choices()[0])
	own := page.shownLink("own-link")
	r.open(own)
	r.open("/u/" + g.token(link.Claim{Purpose: link.UnsubscribeAll, Person: g.match(g.id).Person(game.Seat(seat))}))
	said := g.log.String()
	if !strings.Contains(said, "path=/l/…") || !strings.Contains(said, "path=/u/…") || !strings.Contains(said, "path="+g.seatPage(seat)) {
		t.Errorf("the log does not hold the paths: %s", said)
	}
	token := regexp.MustCompile(`[A-Za-z0-9_-]{30,}|try|\?`)
	if found := token.FindString(strings.ReplaceAll(said, g.id, "")); found != "" {
		t.Errorf("the log holds %q", found)
	}
	if strings.Contains(said, "Anna") || strings.Contains(said, "bruno@") {
		t.Error("the log holds a name or an address")
	}
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

	// After a new link the invitation lets nobody in, though the form was right once.
	first.open("/m/"+id+"/s/2").submit("Make a new link", nil).is(http.StatusOK)
	h.reader().post(action, fields).is(http.StatusConflict)

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
	for left := 3; left > 0; left-- {
		page = page.says(fmt.Sprintf("(%d left)", left)).submit("Send the invitation again", nil).is(http.StatusOK)
	}
	page.silent("Send the invitation again")
	h.reader().open(old).is(http.StatusNotFound)
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
	fields.Set("token", id)
	other.post("/new/patronize", fields).is(http.StatusBadRequest)
	for range 12 {
		if page := other.open("/").submit("Try it against bots", nil); page.status == http.StatusTooManyRequests {
			page.says("Wait a minute")
			return
		}
	}
	t.Error("a stranger may start matches without end")
}

func TestTheMailboxIsTheOperatorsAlone(t *testing.T) {
	t.Parallel()
	letters := []Letter{{Key: "a.1.7", At: time.Now(), To: "bruno@example.org", Title: "Your turn", Subject: "Patronize: it is your turn", State: "sent",
		Text: "Your turn.\n\nhttps://games.example/l/abc and http-less text", HTML: "<!DOCTYPE html><html><head></head><body><script>alert(1)</script>Your turn.</body></html>"}}
	h := newHouse(t, func(c *Config) { c.Mailbox = &box{letters} })
	for _, path := range []string{"/mailbox", "/mailbox/a.1.7", "/mailbox/a.1.7/html"} {
		h.reader().open(path).is(http.StatusForbidden).silent("bruno@example.org")
	}
	operator := h.operator()
	page := operator.open("/").follow("Mailbox").says("Patronize: it is your turn").follow("Your turn, to bruno@example.org").is(http.StatusOK)
	if links := page.links(); !strings.Contains(fmt.Sprint(links), "https://games.example/l/abc") {
		t.Errorf("the letter's link cannot be followed: %v", links)
	}
	inner := operator.open("/mailbox/a.1.7/html").is(http.StatusOK)
	if csp := inner.header.Get("Content-Security-Policy"); !strings.Contains(csp, "sandbox") || strings.Contains(csp, "allow-scripts") || !strings.Contains(csp, "default-src 'none'") {
		t.Errorf("a letter is shown under the policy %q", csp)
	}
	operator.open("/mailbox/none").is(http.StatusNotFound)

	sending := newHouse(t, func(c *Config) { c.Mailbox = nil })
	sending.operator().open("/mailbox").is(http.StatusNotFound).says("sends its letters by SMTP")
	made := sending.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}, "who-3": {"person"}, "name-3": {"Bruno"}, "address-3": {"bruno@example.org"}}).is(http.StatusOK)
	made.shownLink("link-2")
	made.silent(`id="link-3"`) // it goes by letter, to nobody but Bruno
}

func TestPiecesOfATextAreTheText(t *testing.T) {
	t.Parallel()
	for text, links := range map[string]int{
		"": 0, "no link": 0, "http": 0, "https://a.example": 1, "see http://a.example/x?y=1&z=2\nand https://b.example.": 2,
		"httphttps://a.example <http://b.example>": 2, "http:/ http:// x": 1,
	} {
		found := 0
		for _, piece := range pieces(text) {
			if strings.HasPrefix(piece, "http://") || strings.HasPrefix(piece, "https://") {
				found++
			}
		}
		if strings.Join(pieces(text), "") != text || found != links {
			t.Errorf("%q is cut into %q", text, pieces(text))
		}
	}
}

// A match that this program cannot fold further is shown as far as it can be.
func TestAMatchThatCannotBeFoldedFurther(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	m := g.match(g.id)
	seat := int(m.Active()[0])
	seed, err := hex.DecodeString(whole(t, m.Log[0]).(*events.Created).Seed)
	if err != nil {
		t.Fatal(err)
	}
	cmd := strings.Repeat("0a", 16)
	slip, _, err := events.Slip{Match: g.id, By: fmt.Sprintf("seat:%d", seat), Cmd: cmd, At: time.Now(), Prev: m.Head(), Seed: seed, Random: rand.Reader,
		Entries: []events.Entry{{Data: &events.Played{Seat: seat, Move: "play dragon"}, State: []byte(`{}`)}}}.Write()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := g.store.Append(t.Context(), g.id, m.Version(), cmd, slip); err != nil {
		t.Fatal(err)
	}
	if err := g.copy.Wait(t.Context(), g.id, m.N()+1); err != nil {
		t.Fatal(err)
	}
	r := g.readers[seat]
	page := r.open(g.seatPage(seat)).is(http.StatusOK).says("This match cannot go on here", "The match stands still", "play dragon").silent("Your choice")
	for _, more := range []string{"/log", "/audit", "/export", fmt.Sprintf("/at/%d", m.N())} {
		r.open(page.at.Path + more).is(http.StatusOK)
	}
	r.post(page.at.Path+"/play", url.Values{"seat": {fmt.Sprint(seat)}, "d": {fmt.Sprint(m.Decision(game.Seat(seat)))}, "move": {"pass"}}).is(http.StatusConflict).says("cannot go on")
	g.host.open("/m/" + g.id + "/host").is(http.StatusOK).says("cannot go on here")
	g.host.open("/").says("stands still")
}

func whole(t *testing.T, e *events.Event) any {
	t.Helper()
	data, err := e.Decode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestOneClickUnsubscribing(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	token := g.token(link.Claim{Purpose: link.UnsubscribeMatch, Person: g.match(g.id).Person(2), Match: g.id})
	mailProgram := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := mailProgram.PostForm(g.server.URL+"/u/"+token, url.Values{"List-Unsubscribe": {"One-Click"}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Set-Cookie") != "" {
		t.Errorf("status %d, cookie %q", answer.StatusCode, answer.Header.Get("Set-Cookie"))
	}
	g.reader().post("/u/"+g.token(link.Claim{Purpose: link.Host, Match: g.id}), nil).is(http.StatusNotFound)
}

func TestAStoreThatIsAwayIsToldAndNothingIsLost(t *testing.T) {
	t.Parallel()
	for code, want := range map[engine.Code]int{
		engine.NotFound: 404, engine.Invalid: 422, engine.Stale: 409, engine.NotYourTurn: 409, engine.Illegal: 422, engine.Opens: 422,
		engine.Over: 409, engine.Taken: 409, engine.Away: 503, engine.Full: 503, engine.Unknown: 503, engine.Broken: 409,
	} {
		f, internal := failed(fmt.Errorf("deep down: %w", &engine.Refusal{Code: code, What: "What.", Mend: "Mend."}))
		if internal || f.Status != want || f.What != "What." || f.Mend != "Mend." || f.Title == "" {
			t.Errorf("%s: %+v", code, f)
		}
	}
	if f, internal := failed(io.ErrUnexpectedEOF); !internal || f.Status != 500 || strings.Contains(f.What+f.Mend, "EOF") {
		t.Errorf("an unknown error is shown as %+v", f)
	}
}

func TestAnExportOfASeatHoldsItsPartsOnly(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	for seat := 1; seat <= 3; seat++ {
		file := g.readers[seat].open(g.seatPage(seat) + "/export").is(http.StatusOK)
		export, err := events.ReadExport(strings.NewReader(file.body))
		if err != nil {
			t.Fatal(err)
		}
		if int(export.Viewer) != seat {
			t.Errorf("seat %d's export is for %v", seat, export.Viewer)
		}
		for _, check := range engine.Verify(export, nil) {
			if check.Verdict == events.Fails {
				t.Errorf("seat %d: %v", seat, check)
			}
		}
	}
}
