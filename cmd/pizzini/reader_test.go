package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// reader is a browser without script: it follows links, fills forms in, keeps
// cookies, and says where a form came from as browsers do.
type reader struct {
	t      *testing.T
	client *http.Client
}

// newReader is a browser that finds the server where it listens at present.
func newReader(t *testing.T, address func() string) *reader {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address())
		},
		MaxIdleConnsPerHost: 100,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &reader{t: t, client: &http.Client{Jar: jar, Transport: transport, Timeout: 30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// sheet is a page as a reader has it.
type sheet struct {
	r      *reader
	status int
	at     *url.URL
	header http.Header
	body   string
	root   *html.Node
}

// ask sends one request, without following where the answer leads.
func (r *reader) ask(method, address string, fields url.Values) (*sheet, error) {
	if strings.HasPrefix(address, "/") {
		address = site + address
	}
	request, err := http.NewRequest(method, address, strings.NewReader(fields.Encode()))
	if err != nil {
		return nil, err
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", site)
	}
	answer, err := r.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return &sheet{r: r, status: answer.StatusCode, at: answer.Request.URL, header: answer.Header, body: string(body), root: root}, nil
}

// stream asks for an answer that does not end.
func (r *reader) stream(address string) (*http.Response, error) {
	return r.client.Get(site + address)
}

// arrive follows where answers lead.
func (r *reader) arrive(s *sheet, err error) (*sheet, error) {
	for range 5 {
		if err != nil || s.status != http.StatusSeeOther {
			return s, err
		}
		s, err = r.ask(http.MethodGet, s.resolve(s.header.Get("Location")), nil)
	}
	return s, fmt.Errorf("%s leads on and on", s.at)
}

func (r *reader) open(address string) *sheet {
	r.t.Helper()
	s, err := r.arrive(r.ask(http.MethodGet, address, nil))
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// elements finds the elements of a name.
func elements(in *html.Node, name string) []*html.Node {
	var found []*html.Node
	for n := range in.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			found = append(found, n)
		}
	}
	return found
}

func attr(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func value(n *html.Node, key string) string {
	v, _ := attr(n, key)
	return v
}

// wordsOf is an element's text with single spaces.
func wordsOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// text is all that the page says.
func (s *sheet) text() string { return wordsOf(s.root) }

func (s *sheet) says(want ...string) *sheet {
	s.r.t.Helper()
	for _, w := range want {
		if !strings.Contains(s.text(), w) {
			s.r.t.Errorf("%s (%d) does not say %q; it says: %s", s.at.Path, s.status, w, s.text())
		}
	}
	return s
}

func (s *sheet) is(status int) *sheet {
	s.r.t.Helper()
	if s.status != status {
		s.r.t.Fatalf("%s: status %d, want %d: %s", s.at.Path, s.status, status, s.text())
	}
	return s
}

// choices lists the addresses of the links with which moves are tried.
func (s *sheet) choices() []string {
	var list []string
	for _, a := range elements(s.root, "a") {
		if value(a, "class") == "choice" {
			list = append(list, s.resolve(value(a, "href")))
		}
	}
	return list
}

// follow opens the first link whose text begins with words.
func (s *sheet) follow(words string) *sheet {
	s.r.t.Helper()
	for _, a := range elements(s.root, "a") {
		if strings.HasPrefix(wordsOf(a), words) {
			return s.r.open(s.resolve(value(a, "href")))
		}
	}
	s.r.t.Fatalf("%s has no link %q: %s", s.at.Path, words, s.text())
	return nil
}

func (s *sheet) resolve(href string) string {
	u, err := s.at.Parse(href)
	if err != nil {
		return href
	}
	return u.String()
}

// form finds the form with a button whose words begin so, and what it would send.
func (s *sheet) form(button string) (action string, fields url.Values, ok bool) {
	for _, f := range elements(s.root, "form") {
		for _, b := range elements(f, "button") {
			if strings.HasPrefix(wordsOf(b), button) {
				fields = filled(f)
				if name := value(b, "name"); name != "" {
					fields.Add(name, value(b, "value"))
				}
				return s.resolve(value(f, "action")), fields, true
			}
		}
	}
	return "", nil, false
}

// filled is what a form sends as it stands.
func filled(form *html.Node) url.Values {
	fields := url.Values{}
	for _, n := range elements(form, "input") {
		if kind := value(n, "type"); kind == "radio" || kind == "checkbox" {
			if _, checked := attr(n, "checked"); !checked {
				continue
			}
		}
		if name := value(n, "name"); name != "" {
			fields.Add(name, value(n, "value"))
		}
	}
	for _, n := range elements(form, "select") {
		for i, o := range elements(n, "option") {
			if _, selected := attr(o, "selected"); selected || i == 0 {
				fields.Set(value(n, "name"), value(o, "value"))
			}
		}
	}
	return fields
}

// submit sends a form, with some fields filled in, and goes where it leads.
func (s *sheet) submit(button string, fill url.Values) *sheet {
	s.r.t.Helper()
	action, fields, ok := s.form(button)
	if !ok {
		s.r.t.Fatalf("%s has no form with a button %q: %s", s.at.Path, button, s.text())
	}
	for name, values := range fill {
		fields[name] = values
	}
	next, err := s.r.arrive(s.r.ask(http.MethodPost, action, fields))
	if err != nil {
		s.r.t.Fatal(err)
	}
	return next
}

// shownLink is the value of the read-only field that has an id: a link to copy.
func (s *sheet) shownLink(id string) string {
	s.r.t.Helper()
	for _, n := range elements(s.root, "input") {
		if value(n, "id") == id {
			return value(n, "value")
		}
	}
	s.r.t.Fatalf("%s shows no link %q: %s", s.at.Path, id, s.text())
	return ""
}

// tables are the tables of the page: their cells by row, the heading first.
func (s *sheet) tables() [][][]string {
	var list [][][]string
	for _, table := range elements(s.root, "table") {
		var rows [][]string
		for _, tr := range elements(table, "tr") {
			var row []string
			for cell := range tr.ChildNodes() {
				if cell.Data == "th" || cell.Data == "td" {
					row = append(row, wordsOf(cell))
				}
			}
			rows = append(rows, row)
		}
		if len(rows) > 0 {
			list = append(list, rows)
		}
	}
	return list
}
