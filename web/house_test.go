package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pizzini/engine"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web/link"
)

// house is a whole server in a temporary folder: event store, copy, engine, bots
// and pages.
type house struct {
	t      *testing.T
	store  *stream.Store
	copy   *projections.DB
	engine *engine.Engine
	signer link.Signer
	config Config
	server *httptest.Server
	log    *syncBuffer
}

// newHouse starts a server; change may alter what its pages work with.
func newHouse(t *testing.T, change func(*Config)) *house {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	h := &house{t: t, log: &syncBuffer{}}
	quiet := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	var err error
	if h.store, err = stream.Open(ctx, stream.Config{Dir: t.TempDir(), Log: quiet, FreeForMatch: 1, FreeForMove: 1}); err != nil {
		t.Fatal(err)
	}
	if h.copy, err = projections.Open(ctx, projections.Config{Dir: t.TempDir(), Store: h.store, Log: quiet}); err != nil {
		t.Fatal(err)
	}
	book := people.New(h.store, h.copy)
	key, err := book.InstallationKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	h.signer = link.Signer{Key: key}
	h.engine = engine.New(engine.Config{Copy: h.copy, Truth: projections.Truth(h.store), Key: key, Now: time.Now, Random: rand.Reader})
	h.copy.Changes(func(match string, _ int) {
		if _, err := h.engine.Bots(ctx, match); err != nil && ctx.Err() == nil {
			t.Errorf("bots of %s: %v", match, err)
		}
	})
	var running sync.WaitGroup
	running.Go(func() {
		if err := h.copy.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("the projector ended: %v", err)
		}
	})
	h.server = httptest.NewUnstartedServer(nil)
	h.server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	h.config = Config{
		Engine: h.engine, Projections: h.copy, People: bookPeople{book, h.signer}, Signer: h.signer,
		Site: link.Site("http://" + h.server.Listener.Addr().String()), Now: time.Now, Mailbox: &box{},
		Log: slog.New(slog.NewTextHandler(h.log, nil)),
	}
	if change != nil {
		change(&h.config)
	}
	h.server.Config.Handler = New(h.config)
	h.server.Start()
	t.Cleanup(func() {
		stop()
		h.server.CloseClientConnections()
		h.server.Close()
		running.Wait()
		h.copy.Close()
		h.store.Close()
	})
	return h
}

// match is the match as it is now.
func (h *house) match(id string) *engine.Match {
	h.t.Helper()
	m, err := h.engine.Match(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// written is how much the event store holds, to see that nothing was written.
func (h *house) written() string {
	h.t.Helper()
	var at []string
	for _, st := range []stream.Stream{stream.Matches, stream.People, stream.Keys, stream.Letters} {
		seq, err := h.store.Last(h.t.Context(), st)
		if err != nil {
			h.t.Fatal(err)
		}
		at = append(at, fmt.Sprintf("%v:%d", st, seq))
	}
	return strings.Join(at, " ")
}

// token makes a token for a claim.
func (h *house) token(c link.Claim) string {
	h.t.Helper()
	token, err := h.signer.Token(c)
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// bookPeople is the book of persons as the pages ask it.
type bookPeople struct {
	book   *people.Book
	signer link.Signer
}

func (p bookPeople) Keep(ctx context.Context, id string, of Profile) error {
	return p.book.Keep(ctx, id, people.Profile{Name: of.Name, Address: of.Address})
}

func (p bookPeople) Profile(ctx context.Context, id string) (Profile, error) {
	known, err := p.book.Profile(ctx, id)
	if errors.Is(err, stream.ErrNone) {
		err = nil
	}
	return Profile{Name: known.Name, Address: known.Address}, err
}

func (p bookPeople) LuckyWords(ctx context.Context, id, match string, seat int, text string) (string, error) {
	var known people.Words
	if err := p.book.Record(ctx, id, people.WordsOf(match, seat), &known); err == nil && known.Text == text {
		return events.WordsDigest(known.Salt, text), nil
	}
	words := people.Words{Text: text, Salt: make([]byte, 32)}
	rand.Read(words.Salt)
	return events.WordsDigest(words.Salt, text), p.book.Put(ctx, id, people.WordsOf(match, seat), words)
}

func (p bookPeople) Blocked(ctx context.Context, address string) (bool, error) {
	return p.book.IsBlocked(ctx, p.signer.AddressDigest(address))
}

func (p bookPeople) Unsubscribe(ctx context.Context, id, match string) error {
	return p.book.Put(ctx, id, people.UnsubscribedFrom(match), true)
}

func (p bookPeople) NotMe(ctx context.Context, id string) error {
	known, err := p.book.Profile(ctx, id)
	if err != nil {
		return err
	}
	return p.book.Block(ctx, p.signer.AddressDigest(known.Address))
}

// box is a mailbox with fixed letters.
type box struct{ letters []Letter }

func (b *box) Letters(context.Context, int) ([]Letter, error) { return b.letters, nil }

func (b *box) Letter(_ context.Context, key string) (Letter, bool, error) {
	for _, l := range b.letters {
		if l.Key == key {
			return l, true, nil
		}
	}
	return Letter{}, false, nil
}

// reader is a browser without script: it follows links, fills forms in and keeps
// cookies.
type reader struct {
	t      *testing.T
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
	address, err := OperatorLink(h.signer, h.config.Site)
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
