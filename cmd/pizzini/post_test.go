package main

import (
	"bytes"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// post is a mail server that keeps what it accepts.
type post struct {
	url  string        // for --smtp
	each func(*letter) // hears of each letter before the server has its answer; may be nil

	mu      sync.Mutex
	letters []*letter
	changed chan struct{} // closed at the next letter, and when a connection ends
	open    int           // connections
}

// letter is a letter as it arrived.
type letter struct {
	to     string
	raw    []byte
	header mail.Header
	text   string
	html   string
	key    string // "MATCH.SEAT.NUMBER", from its Message-ID
}

// newPost starts a mail server for the test's time.
func newPost(t *testing.T) *post {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &post{url: "smtp://" + listener.Addr().String(), changed: make(chan struct{})}
	server := smtp.NewServer(p)
	server.Domain = "mail.example"
	server.EnableSMTPUTF8 = true
	server.ErrorLog = quietSMTP{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		server.Serve(listener)
	}()
	t.Cleanup(func() {
		listener.Close()
		server.Close()
		<-done
	})
	return p
}

type quietSMTP struct{}

func (quietSMTP) Printf(string, ...any) {}
func (quietSMTP) Println(...any)        {}

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open++
	return &session{post: p}, nil
}

// session is one connection to the mail server.
type session struct {
	post *post
	to   string
}

func (s *session) Logout() error {
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	s.post.open--
	s.post.tell()
	return nil
}

func (s *session) Reset()                               { s.to = "" }
func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	l, err := open(s.to, raw)
	if err != nil {
		return err
	}
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	s.post.letters = append(s.post.letters, l)
	if s.post.each != nil {
		s.post.each(l)
	}
	s.post.tell()
	return nil
}

func (p *post) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// open reads a letter.
func open(to string, raw []byte) (*letter, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	l := &letter{to: to, raw: raw, header: r.Header}
	for {
		part, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			return nil, err
		}
		switch kind, _, _ := part.Header.(*mail.InlineHeader).ContentType(); kind {
		case "text/plain":
			l.text = strings.ReplaceAll(string(body), "\r\n", "\n")
		case "text/html":
			l.html = string(body)
		}
	}
	id, err := l.header.MessageID()
	if err != nil {
		return nil, err
	}
	l.key, _, _ = strings.Cut(strings.TrimPrefix(id, "letter."), "@")
	return l, nil
}

// all is what has arrived, and a channel that is closed when more does.
func (p *post) all() ([]*letter, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.letters[:len(p.letters):len(p.letters)], p.changed
}

// hungUp waits until nobody is connected: what a dead process has sent has arrived.
func (p *post) hungUp(t *testing.T) {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		p.mu.Lock()
		open, changed := p.open, p.changed
		p.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%d connections to the mail server do not end", open)
		}
	}
}

// after waits for the letter that arrives after n others.
func (p *post) after(t *testing.T, n int) *letter {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		letters, more := p.all()
		if len(letters) > n {
			return letters[n]
		}
		select {
		case <-more:
		case <-late:
			t.Fatalf("no letter came after the %d that are here", n)
		}
	}
}

// links lists the addresses in the letter's text.
func (l *letter) links() []string {
	var list []string
	for _, word := range strings.Fields(l.text) {
		if strings.HasPrefix(word, site+"/") {
			list = append(list, word)
		}
	}
	return list
}

// title is the letter's first line.
func (l *letter) title() string {
	line, _, _ := strings.Cut(l.text, "\n")
	return line
}

// head is the head of the log that the letter names, "NUMBER:HASH".
func (l *letter) head() string {
	lines := strings.Fields(l.text)
	return lines[len(lines)-1]
}

// tries lists the links by which the letter proposes moves.
func (l *letter) tries() []string {
	var list []string
	for _, link := range l.links() {
		if strings.Contains(link, "&try=") {
			list = append(list, link)
		}
	}
	return list
}

// button is the link of the letter's one button.
func (l *letter) button(t *testing.T, label string) string {
	t.Helper()
	_, rest, ok := strings.Cut(l.text, "\n"+label)
	if !ok {
		t.Fatalf("the letter has no button %q:\n%s", label, l.text)
	}
	for _, word := range strings.Fields(rest) {
		if strings.HasPrefix(word, site+"/") {
			return word
		}
	}
	t.Fatalf("the button %q leads nowhere:\n%s", label, l.text)
	return ""
}
