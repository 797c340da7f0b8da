package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"pizzini/engine/game"
	"pizzini/web/link"
)

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
