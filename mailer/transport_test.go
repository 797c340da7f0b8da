package mailer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// post is a real SMTP server in the test: it keeps what it gets and refuses the
// recipients that it is told to.
type post struct {
	mu       sync.Mutex
	refuse   map[string]*smtp.SMTPError // by recipient
	data     *smtp.SMTPError            // refuses the letter itself
	sender   *smtp.SMTPError
	letters  []received
	arrived  chan received
	opened   int
	password string
}

type received struct {
	from, to string
	raw      []byte
}

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened++
	return &visit{post: p}, nil
}

type visit struct {
	post *post
	mail received
}

func (v *visit) AuthMechanisms() []string { return []string{sasl.Plain} }
func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "user" || password != v.post.password {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}
func (v *visit) Reset()        { v.mail = received{} }
func (v *visit) Logout() error { return nil }
func (v *visit) Mail(from string, _ *smtp.MailOptions) error {
	v.post.mu.Lock()
	defer v.post.mu.Unlock()
	if v.post.sender != nil {
		return v.post.sender
	}
	v.mail.from = from
	return nil
}
func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.post.mu.Lock()
	defer v.post.mu.Unlock()
	if err := v.post.refuse[to]; err != nil {
		return err
	}
	v.mail.to = to
	return nil
}
func (v *visit) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	v.post.mu.Lock()
	defer v.post.mu.Unlock()
	if v.post.data != nil {
		return v.post.data
	}
	v.mail.raw = raw
	v.post.letters = append(v.post.letters, v.mail)
	if v.post.arrived != nil {
		v.post.arrived <- v.mail
	}
	return nil
}

func (p *post) refuses(address string, err *smtp.SMTPError) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refuse == nil {
		p.refuse = map[string]*smtp.SMTPError{}
	}
	p.refuse[address] = err
}

// office starts a server for the test's time and gives its address.
func office(t testing.TB, p *post, encrypt *tls.Config) SMTP {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(p)
	server.Domain = "mail.example"
	server.EnableSMTPUTF8 = true
	server.AllowInsecureAuth = true
	server.TLSConfig = encrypt
	server.ErrorLog = silent{}
	done := make(chan struct{})
	go func() { defer close(done); server.Serve(listener) }()
	t.Cleanup(func() { listener.Close(); server.Close(); <-done })
	return at(t, listener)
}

type silent struct{}

func (silent) Printf(string, ...any) {}
func (silent) Println(...any)        {}

func at(t testing.TB, l net.Listener) SMTP {
	t.Helper()
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return SMTP{Host: host, Port: number}
}

func pool(t testing.TB, s SMTP) *Pool {
	t.Helper()
	p := NewPool(s, "games.example")
	t.Cleanup(func() { p.Close() })
	return p
}

var envelope = Envelope{From: "pizzini@games.example", To: "anna@example.org"}

var letter = []byte("Subject: x\r\n\r\n.dot\r\n")

func fails(t *testing.T, err error, stage Stage, code int, temporary bool) *Failure {
	t.Helper()
	var f *Failure
	if !errors.As(err, &f) {
		t.Fatalf("no *Failure: %v", err)
	}
	if f.Stage != stage || f.Code != code || f.Temporary != temporary {
		t.Fatalf("got %s, code %d, temporary %v (%v); want %s, %d, %v", f.Stage, f.Code, f.Temporary, f, stage, code, temporary)
	}
	if strings.Contains(err.Error(), "anna@") {
		t.Fatalf("the error repeats the address: %v", err)
	}
	return f
}

func TestOneConnectionCarriesManyLetters(t *testing.T) {
	t.Parallel()
	p := &post{}
	transport := pool(t, office(t, p, nil))
	for range 3 {
		if err := transport.Send(t.Context(), envelope, letter); err != nil {
			t.Fatal(err)
		}
	}
	if p.opened != 1 || len(p.letters) != 3 {
		t.Fatalf("%d connections, %d letters", p.opened, len(p.letters))
	}
	if got := p.letters[2]; got.from != envelope.From || got.to != envelope.To || !bytes.Equal(got.raw, letter) {
		t.Errorf("arrived as %+v", got)
	}
	// Idle too long, then too many letters: a new connection each time.
	now := time.Now()
	transport.now = func() time.Time { return now }
	for i, want := range []int{2, 2} {
		if i == 0 {
			now = now.Add(idleLimit + time.Second)
		}
		if err := transport.Send(t.Context(), envelope, letter); err != nil {
			t.Fatal(err)
		}
		if p.opened != want {
			t.Errorf("letter %d: %d connections, want %d", i, p.opened, want)
		}
	}
	for range mailLimit {
		if err := transport.Send(t.Context(), envelope, letter); err != nil {
			t.Fatal(err)
		}
	}
	if p.opened != 3 {
		t.Errorf("%d letters over %d connections", len(p.letters), p.opened)
	}
}

func TestASentLettersContextDoesNotEndTheKeptConnection(t *testing.T) {
	t.Parallel()
	p := &post{}
	transport := pool(t, office(t, p, nil))
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		if err := transport.Send(ctx, envelope, letter); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	if p.opened != 1 {
		t.Errorf("%d connections", p.opened)
	}
}

func TestRefusalsAreJudgedByCodeAndPlace(t *testing.T) {
	t.Parallel()
	gone := &smtp.SMTPError{Code: 550, Message: "no such user anna@example.org"}
	later := &smtp.SMTPError{Code: 451, Message: "greylisted anna@example.org"}
	for name, c := range map[string]struct {
		post      *post
		stage     Stage
		code      int
		temporary bool
	}{
		"recipient gone":  {&post{refuse: map[string]*smtp.SMTPError{envelope.To: gone}}, StageRecipient, 550, false},
		"recipient later": {&post{refuse: map[string]*smtp.SMTPError{envelope.To: later}}, StageRecipient, 451, true},
		"letter refused":  {&post{data: gone}, StageMessage, 550, false},
		"letter later":    {&post{data: later}, StageMessage, 451, true},
		// The operator's fault is no fault of the address: the letter waits.
		"sender refused": {&post{sender: gone}, StageSender, 550, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transport := pool(t, office(t, c.post, nil))
			fails(t, transport.Send(t.Context(), envelope, letter), c.stage, c.code, c.temporary)
			// The next letter goes its way: no "503 nested MAIL".
			c.post.mu.Lock()
			c.post.data, c.post.sender = nil, nil
			c.post.mu.Unlock()
			if err := transport.Send(t.Context(), Envelope{From: envelope.From, To: "ben@example.org"}, letter); err != nil {
				t.Fatal(err)
			}
			// And so does this one, once the trouble is over.
			c.post.refuses(envelope.To, nil)
			if err := transport.Send(t.Context(), envelope, letter); err != nil {
				t.Fatal(err)
			}
			if len(c.post.letters) != 2 {
				t.Errorf("%d letters arrived", len(c.post.letters))
			}
		})
	}
}

func TestAWrongPasswordIsTheOperatorsFault(t *testing.T) {
	t.Parallel()
	p := &post{password: "right"}
	server := office(t, p, nil)
	server.User, server.Password = "user", "wrong"
	f := fails(t, pool(t, server).Send(t.Context(), envelope, letter), StageConnect, 535, true)
	if strings.Contains(f.Error(), "wrong") {
		t.Errorf("the error shows the password: %v", f)
	}
	server.Password = "right"
	if err := pool(t, server).Send(t.Context(), envelope, letter); err != nil {
		t.Fatal(err)
	}
}

func TestAddressesCannotSmuggleCommands(t *testing.T) {
	t.Parallel()
	p := &post{}
	transport := pool(t, office(t, p, nil))
	for _, to := range []string{"anna@example.org\r\nRCPT TO:<ben@example.org>", "anna@example.org>", "Anna <anna@example.org>", "", "anna"} {
		if err := transport.Send(t.Context(), Envelope{From: envelope.From, To: to}, letter); err == nil {
			t.Errorf("%q was sent to", to)
		}
	}
	if p.opened != 0 {
		t.Error("a connection was opened for it")
	}
}

// strict is a server made by hand that says what real ones say and go-smtp does
// not: 503 to a nested MAIL, 421 on a connection that it finds idle.
type strict struct {
	listener net.Listener
	mu       sync.Mutex
	opened   int
	letters  int
	greet    bool
	offer    string          // an extension, "STARTTLS"
	idle     map[int]bool    // connections (from 1) that answer the second MAIL by 421
	gone     map[string]bool // recipients that are refused
	cut      bool            // ends the connection inside DATA
}

func (s *strict) start(t *testing.T) SMTP {
	t.Helper()
	var err error
	if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	open.Add(1)
	go func() {
		defer open.Done()
		for {
			conn, err := s.listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.opened++
			number := s.opened
			s.mu.Unlock()
			open.Add(1)
			go func() { defer open.Done(); defer conn.Close(); s.serve(conn, number) }()
		}
	}()
	t.Cleanup(func() { s.listener.Close(); open.Wait() })
	return at(t, s.listener)
}

func (s *strict) serve(conn net.Conn, number int) {
	if !s.greet {
		io.Copy(io.Discard, conn) // silent until the other side gives up
		return
	}
	in := bufio.NewScanner(conn)
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 strict")
	inside, mails := false, 0
	for in.Scan() {
		verb, argument, _ := strings.Cut(in.Text(), " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			if s.offer != "" {
				say("250-strict")
				say("250 " + s.offer)
				continue
			}
			say("250 strict")
		case "MAIL":
			mails++
			if inside {
				say("503 nested MAIL")
				continue
			}
			if mails > 1 && s.idle[number] {
				say("421 idle too long")
				return
			}
			inside = true
			say("250 ok")
		case "RCPT":
			to := strings.TrimSuffix(strings.TrimPrefix(argument, "TO:<"), ">")
			if s.gone[to] {
				say("550 no such user")
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			for in.Scan() && in.Text() != "." {
				if s.cut {
					return
				}
			}
			inside = false
			s.mu.Lock()
			s.letters++
			s.mu.Unlock()
			say("250 kept")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("500 what?")
		}
	}
}

func (s *strict) counts() (opened, letters int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened, s.letters
}

func TestARefusedRecipientDoesNotSpoilTheNextLetter(t *testing.T) {
	t.Parallel()
	s := &strict{greet: true, gone: map[string]bool{envelope.To: true}}
	transport := pool(t, s.start(t))
	fails(t, transport.Send(t.Context(), envelope, letter), StageRecipient, 550, false)
	if err := transport.Send(t.Context(), Envelope{From: envelope.From, To: "ben@example.org"}, letter); err != nil {
		t.Fatalf("the next letter: %v", err)
	}
}

func TestAnIdleConnectionIsOpenedAnewOnce(t *testing.T) {
	t.Parallel()
	s := &strict{greet: true, idle: map[int]bool{1: true}}
	transport := pool(t, s.start(t))
	for range 2 {
		if err := transport.Send(t.Context(), envelope, letter); err != nil {
			t.Fatal(err)
		}
	}
	if opened, letters := s.counts(); opened != 2 || letters != 2 {
		t.Errorf("%d connections, %d letters", opened, letters)
	}
}

// A line that breaks inside a letter may have delivered it: it is not sent again
// at once, and it is no refusal.
func TestALetterCutInTheMiddleIsNotRepeatedAtOnce(t *testing.T) {
	t.Parallel()
	s := &strict{greet: true}
	transport := pool(t, s.start(t))
	if err := transport.Send(t.Context(), envelope, letter); err != nil {
		t.Fatal(err)
	}
	s.cut = true
	fails(t, transport.Send(t.Context(), envelope, letter), StageMessage, 0, true)
	if opened, _ := s.counts(); opened != 1 {
		t.Errorf("%d connections", opened)
	}
}

func TestASilentServerDoesNotHoldALetterForEver(t *testing.T) {
	t.Parallel()
	transport := pool(t, (&strict{}).start(t))
	transport.limit = 50 * time.Millisecond
	fails(t, transport.Send(t.Context(), envelope, letter), StageConnect, 0, true)
}

func TestACancelledLetterLetsGoOfASilentServer(t *testing.T) {
	t.Parallel()
	s := &strict{}
	transport := pool(t, s.start(t))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	fails(t, transport.Send(ctx, envelope, letter), StageConnect, 0, true)
}

func TestNothingGoesUnencryptedOverANetwork(t *testing.T) {
	t.Parallel()
	s := &strict{greet: true}
	server := s.start(t)
	transport := pool(t, server)
	// The same server as if it were far away.
	transport.server.Host = "mail.example"
	f := fails(t, transport.Send(t.Context(), envelope, letter), StageConnect, 0, true)
	if !strings.Contains(f.Error(), "STARTTLS") || !strings.Contains(f.Error(), "smtps://") {
		t.Errorf("the error does not say how to mend it: %v", f)
	}
	if _, letters := s.counts(); letters != 0 {
		t.Error("it was sent")
	}
}

func TestEncryptionFromTheFirstByteAndBySTARTTLS(t *testing.T) {
	t.Parallel()
	certificate, roots := certificate(t, "mail.example")
	p := &post{}
	starttls := pool(t, office(t, p, &tls.Config{Certificates: []tls.Certificate{certificate}}))

	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}})
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(p)
	server.ErrorLog = silent{}
	done := make(chan struct{})
	go func() { defer close(done); server.Serve(listener) }()
	t.Cleanup(func() { listener.Close(); server.Close(); <-done })
	implicit := pool(t, at(t, listener))
	implicit.server.Implicit = true

	for name, transport := range map[string]*Pool{"STARTTLS": starttls, "implicit": implicit} {
		transport.server.Host = "mail.example"
		transport.tls = &tls.Config{ServerName: "mail.example", RootCAs: roots}
		if err := transport.Send(t.Context(), envelope, letter); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// A certificate that nobody vouches for is refused.
		stranger := pool(t, transport.server)
		stranger.address = transport.address
		fails(t, stranger.Send(t.Context(), envelope, letter), StageConnect, 0, true)
	}
	if len(p.letters) != 2 {
		t.Errorf("%d letters", len(p.letters))
	}
}

func certificate(t *testing.T, host string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, roots
}

func TestParseSMTP(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]SMTP{
		"smtp://mail.example":                   {Host: "mail.example", Port: 587},
		"smtp://localhost:1025/":                {Host: "localhost", Port: 1025},
		"smtps://mail.example":                  {Host: "mail.example", Port: 465, Implicit: true},
		"smtp://mail.example:465":               {Host: "mail.example", Port: 465, Implicit: true},
		"smtps://a%40b:p%2Fw%23@mail.example:7": {Host: "mail.example", Port: 7, User: "a@b", Password: "p/w#", Implicit: true},
		"smtp://[::1]:25":                       {Host: "::1", Port: 25},
	} {
		got, err := ParseSMTP(text)
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
		if strings.Contains(got.String(), "p/w") || strings.Contains(fmt.Sprintf("%v", got), "p/w") {
			t.Errorf("%s shows its password: %v", text, got)
		}
	}
	for _, text := range []string{
		"", "mail.example:587", "https://user:hunter2@mail.example", "smtp://", "smtp://user:hunter2@", "smtp://user:hunter2@mail.example:port",
		"smtp://user:hunter2@mail.example:0", "smtp://user:hunter2@mail.example:70000", "smtp://user:hunter2@mail.example/path", "smtp://user@mail.example",
		"smtp://:hunter2@mail.example", "smtp://user:hunter2%zz@mail.example", "smtp://user:hunter2@mail.example?tls=no", "smtp://us er:hunter2@mail.example",
		"smtp://user:hun/ter2@mail.example", "smtp://user:hunter2\r\n@mail.example",
	} {
		got, err := ParseSMTP(text)
		if err == nil {
			t.Errorf("%q became %+v", text, got)
			continue
		}
		if strings.Contains(err.Error(), "hun") || !strings.Contains(err.Error(), "smtp://user:password@host:587") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestParseSender(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"games@example.org":                     {"", "games@example.org"},
		"Games <games@example.org>":             {"Games", "games@example.org"},
		`"Games, slow ones" <g@example.org>`:    {"Games, slow ones", "g@example.org"},
		"=?utf-8?q?J=C3=B6rg?= <g@example.org>": {"Jörg", "g@example.org"},
	} {
		if name, address, err := ParseSender(text); err != nil || name != want[0] || address != want[1] {
			t.Errorf("%s: %q %q %v", text, name, address, err)
		}
	}
	for _, bad := range []string{"", "Games", "Games <>", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", `"a b"@c.example`} {
		if name, address, err := ParseSender(bad); err == nil {
			t.Errorf("%q became %q %q", bad, name, address)
		}
	}
}
