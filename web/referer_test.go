package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"pizzini/web/link"
)

// TestNoRefererHoldsAToken goes through the pages whose addresses hold tokens, and
// their forms, at a name by plain http: there a browser says by Origin alone where
// a form comes from.
func TestNoRefererHoldsAToken(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	g := gather(t, newHouse(t, nil), nil)
	type request struct{ method, path, referer, origin string }
	var mu sync.Mutex
	var seen []request
	var pages http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen = append(seen, request{r.Method, r.URL.Path, r.Header.Get("Referer"), r.Header.Get("Origin")})
		mu.Unlock()
		pages.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	site := link.Site("http://pizzini.test:" + at.Port())
	config := g.config
	config.Site = site
	pages = New(config)

	m := g.match(g.id)
	seat := int(m.Active()[0])
	landing := site.Landing(g.token(link.Claim{Purpose: link.Seat, Match: g.id, Seat: seat, Number: m.LinkNumber(m.Active()[0])}))
	b.open(landing)
	b.press("main a")
	b.open(landing)
	b.press("main form[action='/continue'] button")
	b.press("a.choice")
	b.press(".commit form button")
	if n := g.match(g.id).N(); n != m.N()+1 {
		t.Errorf("the form at %s played nothing: %s", site, b.text())
	}
	for _, address := range []string{
		site.Unsubscribe(g.token(link.Claim{Purpose: link.UnsubscribeMatch, Person: m.Person(2), Match: g.id})),
		site.NotMe(g.token(link.Claim{Purpose: link.NotMe, Person: m.Person(2), Address: g.signer.AddressDigest("bruno@example.org")})),
	} {
		b.open(address)
		b.press("main form button")
		if text := b.text(); !strings.Contains(text, "Done") && !strings.Contains(text, "Thank you") {
			t.Errorf("the form was refused: %s", text)
		}
		b.press("header a")
	}
	b.open(string(site) + "/L/" + g.token(link.Claim{Purpose: link.Host, Match: g.id}))
	b.press("header a")

	mu.Lock()
	defer mu.Unlock()
	posts, bare := 0, 0
	for _, r := range seen {
		at, err := url.Parse(r.referer)
		if err != nil {
			t.Fatal(err)
		}
		if at.Path != link.LoggedPath("GET /m/{id}/s/{seat}", at.Path) && at.Path != "/" && at.Path != "" && !strings.HasPrefix(at.Path, "/static/") && !strings.HasPrefix(at.Path, "/rules/") {
			t.Errorf("%s %s was sent with the Referer %s", r.method, r.path, r.referer)
		}
		if r.referer == string(site)+"/" {
			bare++
		}
		if r.method == http.MethodPost {
			posts++
			if r.origin != string(site) {
				t.Errorf("the form to %s has the Origin %q", r.path, r.origin)
			}
		}
	}
	if posts != 4 || bare < 6 {
		t.Errorf("%d forms were sent and %d Referers are bare: %v", posts, bare, seen)
	}
}
