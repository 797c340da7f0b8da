package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
)

func TestAnUnknownMatchAndAHiddenOneAreToldAlike(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	unknown := engine.NewID()
	stranger := g.reader()
	for _, path := range []string{"", "/", "/at/1", "/at", "/log", "/audit", "/export", "/events", "/host", "/host/log", "/host/end", "/host/remove?seat=2", "/host/pass?seat=2", "/s/1/propose/end", "/s/1/propose/rewind?to=7", "/s/1", "/s/2/export", "/s/9", "/s/1/events", "/s/x", "/nothing"} {
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
	for _, path := range []string{"/s/1/play", "/s/1/resign", "/s/1/link", "/s/1/take-back", "/host/end", "/host/bot", "/host/offer", "/host/link", "/host/renew", "/host/known", "/host/invite", "/host/remove", "/host/pass",
		"/s/1/propose", "/s/1/answer", "/s/1/withdraw", "/s/1/claim", "/s/1/wave", "/s/1/again", "/s/1/host"} {
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
	operator, err := OperatorLink(g.signer, g.config.Site, 0)
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
		referrer := "same-origin"
		if address == "/nothing" || address == "/l/none" {
			referrer = "strict-origin"
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "Referrer-Policy": referrer, "X-Content-Type-Options": "nosniff",
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
	for _, lost := range []string{"/L/", "/Not-Me/", "/m/", "/rules/", "/nothing/", "//l/", "/m/" + g.id + "/s/", "/l/x/", "/static/"} {
		r.open(lost + strings.TrimPrefix(own, g.server.URL+"/l/"))
		r.post(lost+strings.TrimPrefix(own, g.server.URL+"/l/"), nil)
	}
	r.open("/u/" + g.token(link.Claim{Purpose: link.UnsubscribeAll, Person: g.match(g.id).Person(game.Seat(seat))}))
	said := g.log.String()
	if !strings.Contains(said, "path=/l/…") || !strings.Contains(said, "path=/u/…") || !strings.Contains(said, "path="+g.seatPage(seat)) {
		t.Errorf("the log does not hold the paths: %s", said)
	}
	token := regexp.MustCompile(`[A-Za-z0-9_-]{30,}|try|\?|ms=[0-9]+\.[0-9]{2,}`)
	if found := token.FindString(strings.ReplaceAll(said, g.id, "")); found != "" {
		t.Errorf("the log holds %q", found)
	}
	if strings.Contains(said, "Anna") || strings.Contains(said, "bruno@") {
		t.Error("the log holds a name or an address")
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
