package web

import (
	"bytes"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// reader is a browser without script: it follows links, fills forms in and keeps
// cookies.
type reader struct {
	t      testing.TB
	base   string
	client *http.Client
}

func (h *house) reader() *reader {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return &reader{t: h.t, base: h.server.URL, client: &http.Client{Jar: jar}}
}

// operator is a reader who runs the server.
func (h *house) operator() *reader {
	h.t.Helper()
	r := h.reader()
	address, err := OperatorLink(h.signer, h.config.Site, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	r.open(address).submit("Continue as operator", nil)
	return r
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

func (r *reader) open(address string) *sheet {
	r.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = r.base + address
	}
	answer, err := r.client.Get(address)
	return r.read(answer, err)
}

func (r *reader) post(address string, fields url.Values) *sheet {
	r.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = r.base + address
	}
	answer, err := r.client.PostForm(address, fields)
	return r.read(answer, err)
}

func (r *reader) read(answer *http.Response, err error) *sheet {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	return &sheet{r: r, status: answer.StatusCode, at: answer.Request.URL, header: answer.Header, body: string(body), root: root}
}

// all finds the elements of a name.
func (s *sheet) all(name string) []*html.Node { return elements(s.root, name) }

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

// words is an element's text with single spaces.
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
func (s *sheet) text() string { return wordsOf(elements(s.root, "body")[0]) }

func (s *sheet) says(want ...string) *sheet {
	s.r.t.Helper()
	for _, w := range want {
		if !strings.Contains(s.text(), w) {
			s.r.t.Errorf("%s (%d) does not say %q; it says: %s", s.at.Path, s.status, w, s.text())
		}
	}
	return s
}

func (s *sheet) silent(not ...string) *sheet {
	s.r.t.Helper()
	for _, w := range not {
		if strings.Contains(s.body, w) {
			s.r.t.Errorf("%s (%d) says %q", s.at.Path, s.status, w)
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

// links lists the addresses of all links on the page, each once.
func (s *sheet) links() []string {
	var list []string
	for _, a := range s.all("a") {
		href := value(a, "href")
		if href == "" || strings.HasPrefix(href, "#") || slices.Contains(list, href) {
			continue
		}
		list = append(list, href)
	}
	return list
}

// choices lists the addresses of the links with which moves are tried.
func (s *sheet) choices() []string {
	var list []string
	for _, a := range s.all("a") {
		if value(a, "class") == "choice" {
			list = append(list, value(a, "href"))
		}
	}
	return list
}

// follow opens the first link whose text begins with words.
func (s *sheet) follow(words string) *sheet {
	s.r.t.Helper()
	for _, a := range s.all("a") {
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
		s.r.t.Fatal(err)
	}
	return u.String()
}

// form finds the form with a button whose words begin so, and what it would send.
func (s *sheet) form(button string) (action string, fields url.Values) {
	s.r.t.Helper()
	for _, f := range s.all("form") {
		for _, b := range elements(f, "button") {
			if strings.HasPrefix(wordsOf(b), button) {
				fields = filled(f)
				if name := value(b, "name"); name != "" {
					fields.Add(name, value(b, "value"))
				}
				return s.resolve(value(f, "action")), fields
			}
		}
	}
	s.r.t.Fatalf("%s has no form with a button %q: %s", s.at.Path, button, s.text())
	return "", nil
}

// filled is what a form sends as it stands.
func filled(form *html.Node) url.Values {
	fields := url.Values{}
	for _, n := range elements(form, "input") {
		_, checked := attr(n, "checked")
		switch value(n, "type") {
		case "radio", "checkbox":
			if !checked {
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

// submit sends a form, with some fields changed.
func (s *sheet) submit(button string, change url.Values) *sheet {
	s.r.t.Helper()
	action, fields := s.form(button)
	for name, values := range change {
		fields[name] = values
	}
	return s.r.post(action, fields)
}

// shownLink is the value of the read-only field that has an id: a link to copy.
func (s *sheet) shownLink(id string) string {
	s.r.t.Helper()
	for _, n := range s.all("input") {
		if value(n, "id") == id {
			return value(n, "value")
		}
	}
	s.r.t.Fatalf("%s shows no link %q: %s", s.at.Path, id, s.text())
	return ""
}
