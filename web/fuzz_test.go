package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/web/link"
)

// Who sends a request: nobody that the server knows, a seat, or the host and operator.
const (
	nobody = iota
	_      // seats 1 to 3
	_
	_
	theHost
)

// unhurried takes an answer however long it takes.
type unhurried struct{ *httptest.ResponseRecorder }

func (unhurried) SetReadDeadline(time.Time) error  { return nil }
func (unhurried) SetWriteDeadline(time.Time) error { return nil }

// FuzzRequest sends whatever request: no answer is a fault of ours, and whoever has
// no session sees nothing of a match. Words in capitals stand for what each server
// has of its own.
func FuzzRequest(f *testing.F) {
	for _, s := range []struct {
		from                      uint8
		method, path, query, body string
	}{
		{nobody, "GET", "/", "left&out", ""},
		{theHost, "GET", "/", "", ""},
		{theHost, "GET", "/new/patronize", "", ""},
		{theHost, "POST", "/new/patronize", "", "form=FORM&name=A&words=w&who-1=me&who-2=bot&who-3=open&who-4=none"},
		{theHost, "POST", "/new/der-pate", "", "form=FORM&name=A&address=a%40example.org&who-1=me&who-2=person&name-2=B&address-2=b%40example.org&edition=9&watch=yes"},
		{theHost, "POST", "/demo", "", "form=FORM"},
		{1, "GET", "/m/MATCH/s/1", "d=DECISION&try=MOVE&try=MOVE", ""},
		{2, "GET", "/m/MATCH/s/2", "d=-1&try=x&n=99999999999999999999&c=%00", ""},
		{1, "GET", "/m/MATCH/s/1/at/3", "", ""},
		{1, "GET", "/m/MATCH/s/1/at", "n=-1", ""},
		{3, "GET", "/m/MATCH/s/3/events", "", ""},
		{1, "GET", "/m/MATCH/s/1/log", "", ""},
		{2, "GET", "/m/MATCH/s/1/export", "", ""},
		{nobody, "GET", "/m/MATCH/s/1/audit", "", ""},
		{1, "POST", "/m/MATCH/s/1/play", "", "d=DECISION&move=MOVE"},
		{2, "POST", "/m/MATCH/s/2/play", "", "d=DECISION&move=MOVE&move=%ff&move=MOVE"},
		{1, "POST", "/m/MATCH/s/1/take-back", "", "answers=5&to=3"},
		{3, "POST", "/m/MATCH/s/3/resign", "", "answers=99&next=bot"},
		{1, "POST", "/m/MATCH/s/1/link", "", "answers=3"},
		{1, "POST", "/m/MATCH/s/1/leave", "", ""},
		{theHost, "GET", "/m/MATCH/host", "", ""},
		{theHost, "POST", "/m/MATCH/host/link", "", "seat=2&answers=1"},
		{theHost, "POST", "/m/MATCH/host/offer", "", "seat=3&answers=1&address=x%40example.org"},
		{theHost, "POST", "/m/MATCH/host/bot", "", "seat=-3&answers=1"},
		{theHost, "POST", "/m/MATCH/host/renew", "", "answers=0"},
		{nobody, "GET", "/l/TOKEN", "d=DECISION&try=MOVE", ""},
		{nobody, "POST", "/continue", "", "token=TOKEN&try=MOVE"},
		{nobody, "POST", "/take", "", "token=TOKEN&name=B&words=w&seat=2"},
		{nobody, "POST", "/u/STOP", "", "List-Unsubscribe=One-Click"},
		{nobody, "GET", "/not-me/STOP", "", ""},
		{nobody, "GET", "/rules/patronize", "", ""},
		{theHost, "GET", "/mailbox/MATCH.0.1/html", "", ""},
		{nobody, "HEAD", "/static/x/style.css", "v=1", ""},
		{1, "PUT", "/m/x/s/1/", "%zz", "\x00"},
	} {
		f.Add(s.from, s.method, s.path, s.query, s.body, "", "application/x-www-form-urlencoded", "")
	}
	f.Add(uint8(1), "POST", "/m/MATCH/s/1/play", "", "--b\r\nContent-Disposition: form-data; name=\"d\"\r\n\r\nDECISION\r\n--b--", "a=b; a=c", "multipart/form-data; boundary=b", "null")

	h := newHouse(f, nil)
	g := gather(f, h, nil)
	pages := New(h.config)
	site := string(h.config.Site)
	cookies := func(r *reader, path string) (text string) {
		at, err := url.Parse(site + path)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range r.client.Jar.Cookies(at) {
			text += c.String() + "; "
		}
		return text
	}
	sessions := []string{nobody: "", theHost: cookies(g.host, "/m/"+g.id+"/host")}
	for seat := 1; seat <= 3; seat++ {
		sessions[seat] = cookies(g.readers[seat], g.seatPage(seat))
	}
	m := g.match(g.id)
	token := g.token(link.Claim{Purpose: link.Seat, Match: g.id, Seat: 2, Number: m.LinkNumber(2)})
	stop := g.token(link.Claim{Purpose: link.UnsubscribeMatch, Person: m.Person(2), Match: g.id})

	f.Fuzz(func(t *testing.T, from uint8, method, path, query, body, cookie, kind, origin string) {
		m, err := h.engine.Match(t.Context(), g.id)
		if err != nil {
			t.Fatal(err)
		}
		decision, move := 0, "pass"
		if active := m.Active(); len(active) > 0 {
			decision, move = m.Decision(active[0]), string(m.Legal(active[0])[0])
		}
		words := strings.NewReplacer("MATCH", g.id, "TOKEN", token, "STOP", stop, "FORM", engine.NewID(),
			"DECISION", strconv.Itoa(decision), "MOVE", url.QueryEscape(move))
		at, err := url.ParseRequestURI(words.Replace(path))
		if err != nil || at.Host != "" || at.RawQuery != "" {
			t.Skip("no request of a browser")
		}
		ctx, hangUp := context.WithCancel(t.Context())
		defer hangUp()
		if strings.HasSuffix(at.Path, "/events") {
			time.AfterFunc(20*time.Millisecond, hangUp) // it has no end of its own
		}
		request, err := http.NewRequestWithContext(ctx, method, site, strings.NewReader(words.Replace(body)))
		if err != nil {
			t.Skip("no method")
		}
		at.RawQuery = words.Replace(query)
		request.URL, request.RequestURI, request.RemoteAddr = at, at.RequestURI(), "192.0.2.1:1234"
		from %= uint8(len(sessions))
		for name, value := range map[string]string{"Cookie": sessions[from] + cookie, "Content-Type": kind, "Origin": origin} {
			if value != "" {
				request.Header.Set(name, value)
			}
		}
		answer := unhurried{httptest.NewRecorder()}
		pages.ServeHTTP(answer, request)
		if answer.Code >= 500 {
			t.Errorf("%s %s from %d: status %d: %s\n%s", method, at, from, answer.Code, answer.Body, h.log)
		}
		if of := at.Path; from == nobody && cookie == "" && answer.Code == http.StatusOK && (strings.HasPrefix(of, "/m/") || strings.HasPrefix(of, "/mailbox")) {
			t.Errorf("%s %s is shown to nobody that the server knows", method, at)
		}
	})
}
