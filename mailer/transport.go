// Package mailer decides whom to tell what about a match, writes the letters
// and sends them.
//
// What is to be told follows from a match's fold alone (Due). Each letter is
// claimed once for ever in LETTERS before anything is sent (Clerk), sent by
// whichever node takes it (Clerk.Work), and composed anew from the match and its key
// whenever it is read again (Composer). No letter is stored.
package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/textproto"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/go-mail/mail/v2"
)

// Envelope is who sends a letter and who gets it: bare addresses.
type Envelope struct {
	From string
	To   string
}

// Transport sends one finished message. Every error is a *Failure.
type Transport interface {
	Send(ctx context.Context, e Envelope, message []byte) error
}

// Failure is why a letter was not sent. It never holds the server's words: they
// quote the address.
type Failure struct {
	Stage     Stage
	Code      int   // what the server answered; 0 = no answer
	Temporary bool  // may go well later
	Cause     error // network, encryption or settings; nil where the server answered
}

// Stage is how far a sending came.
type Stage string

// The stages of a sending, in their order.
const (
	StageConnect   Stage = "connect"   // the server, its encryption, our user and password
	StageSender    Stage = "sender"    // the server does not take our From
	StageRecipient Stage = "recipient" // the server does not take the address
	StageMessage   Stage = "message"   // the server does not take the letter
)

func (f *Failure) Error() string {
	what := map[Stage]string{
		StageConnect:   "the mail server cannot be used",
		StageSender:    "the mail server does not accept the sender: look at --from",
		StageRecipient: "the mail server does not accept the recipient",
		StageMessage:   "the mail server does not accept the letter",
	}[f.Stage]
	switch {
	case f.Code != 0:
		return fmt.Sprintf("%s (code %d)", what, f.Code)
	case f.Cause != nil:
		return what + ": " + f.Cause.Error()
	}
	return what
}

// Unwrap gives the cause, where it was not the server's answer.
func (f *Failure) Unwrap() error { return f.Cause }

// failure judges an error. Only what the server says for good about this
// recipient or this letter is permanent: a wrong password, a sender that is not
// accepted and an unreachable server are mended by the operator, and the letters wait.
func failure(stage Stage, err error) *Failure {
	f := &Failure{Stage: stage, Temporary: true}
	var answer *textproto.Error
	if errors.As(err, &answer) {
		f.Code = answer.Code
		f.Temporary = answer.Code < 500 || stage == StageConnect || stage == StageSender
		return f
	}
	f.Cause = err
	return f
}

// SMTP says which mail server takes the letters.
type SMTP struct {
	Host     string
	Port     int
	User     string
	Password string
	Implicit bool // encrypted from the first byte: smtps:// and port 465
}

// ParseSMTP reads a mail server's URL: smtp://user:password@host:587 or
// smtps://user:password@host. No error shows any of it: it may hold a password.
func ParseSMTP(text string) (SMTP, error) {
	const form = "write smtp://user:password@host:587 or smtps://user:password@host:465, with special characters of user and password as %XX (@ is %40)"
	u, err := url.Parse(text)
	if err != nil {
		return SMTP{}, errors.New("the mail server's URL cannot be read: " + form)
	}
	s := SMTP{Host: u.Hostname(), Implicit: u.Scheme == "smtps", Port: 587}
	switch {
	case u.Scheme != "smtp" && u.Scheme != "smtps":
		return SMTP{}, errors.New("the mail server's URL must begin with smtp:// or smtps://: " + form)
	case s.Host == "":
		return SMTP{}, errors.New("the mail server's URL names no host: " + form)
	case !isHost(s.Host): // where the @ was forgotten the host has the password in it, and would be shown
		return SMTP{}, errors.New("the mail server's host is neither a name nor an address; is an @ missing before it? " + form)
	case u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return SMTP{}, errors.New("the mail server's URL has something after the port: " + form)
	}
	if s.Implicit {
		s.Port = 465
	}
	if port := u.Port(); port != "" {
		s.Port, err = strconv.Atoi(port)
		if err != nil || s.Port < 1 || s.Port > 65535 {
			return SMTP{}, errors.New("the mail server's port must be a number from 1 to 65535: " + form)
		}
	}
	s.Implicit = s.Implicit || s.Port == 465
	if u.User != nil {
		s.User = u.User.Username()
		s.Password, _ = u.User.Password()
		if s.User == "" || s.Password == "" {
			return SMTP{}, errors.New("the mail server's URL has a user without a password, or a password without a user: " + form)
		}
	}
	return s, nil
}

var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\.?$`)

// isHost says whether a text is a host's name or IP address and nothing more.
func isHost(text string) bool {
	ip, err := netip.ParseAddr(text)
	return err == nil && (ip.Zone() == "" || hostName.MatchString(ip.Zone())) || hostName.MatchString(text)
}

// String names the server without user and password.
func (s SMTP) String() string {
	scheme := "smtp"
	if s.Implicit {
		scheme = "smtps"
	}
	return scheme + "://" + net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
}

// loopback says whether the server is this machine, where nobody listens on the wire.
func (s SMTP) loopback() bool {
	ip := net.ParseIP(s.Host)
	return s.Host == "localhost" || ip != nil && ip.IsLoopback()
}

const (
	idleLimit  = 20 * time.Second // servers close idle connections: 421 on the next letter
	mailLimit  = 50               // letters on one connection
	stepLimit  = 60 * time.Second // for dialing and greeting, and again for one letter
	leaveLimit = 2 * time.Second  // for saying goodbye
)

// Pool sends by SMTP over one connection that it keeps for a while.
type Pool struct {
	server  SMTP
	address string // where it is dialed
	name    string // of this machine in EHLO
	tls     *tls.Config
	now     func() time.Time
	limit   time.Duration
	turn    chan struct{} // holds one token: who has it uses the line

	line *line
}

// NewPool makes a transport for a server. Hello is the host name that this
// machine gives itself, the one of the server's own URL.
func NewPool(server SMTP, hello string) *Pool {
	p := &Pool{server: server, name: hello, now: time.Now, limit: stepLimit, turn: make(chan struct{}, 1)}
	p.address = net.JoinHostPort(server.Host, strconv.Itoa(server.Port))
	// Where nobody can listen a certificate proves nothing: a mail server on this
	// machine is rarely named "localhost" in its own.
	p.tls = &tls.Config{ServerName: server.Host, MinVersion: tls.VersionTLS12, InsecureSkipVerify: server.loopback()}
	p.turn <- struct{}{}
	return p
}

// Close says goodbye to the server. The pool may be used again.
func (p *Pool) Close() error {
	<-p.turn
	p.leave()
	p.turn <- struct{}{}
	return nil
}

// Send sends one message. A connection is dropped after any error, since what
// the server then expects is not known; a kept one that the server has closed
// meanwhile is opened anew, once, as long as the message was not begun.
func (p *Pool) Send(ctx context.Context, e Envelope, message []byte) error {
	for _, address := range []string{e.From, e.To} {
		if err := bare(address); err != nil {
			return &Failure{Stage: StageRecipient, Cause: err}
		}
	}
	select {
	case <-p.turn:
	case <-ctx.Done():
		return failure(StageConnect, ctx.Err())
	}
	defer func() { p.turn <- struct{}{} }()

	if p.line != nil && (p.now().Sub(p.line.used) > idleLimit || p.line.sent >= mailLimit) {
		p.leave()
	}
	kept := p.line != nil
	failed := p.try(ctx, e, message)
	if failed != nil && kept && failed.Stage != StageMessage && (failed.Code == 0 || failed.Code == 421) {
		failed = p.try(ctx, e, message)
	}
	if failed != nil {
		return failed
	}
	return nil
}

// try sends over the kept line or a new one.
func (p *Pool) try(ctx context.Context, e Envelope, message []byte) *Failure {
	if p.line == nil {
		l, err := p.dial(ctx)
		if err != nil {
			return failure(StageConnect, err)
		}
		p.line = l
	}
	if failed := p.line.send(ctx, e, message, p.limit); failed != nil {
		p.line.conn.Close()
		p.line = nil
		return failed
	}
	p.line.sent++
	p.line.used = p.now()
	return nil
}

// leave ends the kept line, if there is one.
func (p *Pool) leave() {
	if p.line == nil {
		return
	}
	p.line.conn.SetDeadline(time.Now().Add(leaveLimit))
	p.line.session.Close()
	p.line.conn.Close()
	p.line = nil
}

// line is one open connection.
type line struct {
	conn    net.Conn
	session session
	sent    int
	used    time.Time
}

// session is what go-mail's connection can do. Its own Send does not say which
// command failed, and that decides whether the address is to blame.
type session interface {
	Mail(from string) error
	Rcpt(to string) error
	Data() (io.WriteCloser, error)
	Close() error
}

func (l *line) send(ctx context.Context, e Envelope, message []byte, limit time.Duration) *Failure {
	l.conn.SetDeadline(time.Now().Add(limit))
	defer context.AfterFunc(ctx, func() { l.conn.Close() })()
	if err := l.session.Mail(e.From); err != nil {
		return failure(StageSender, err)
	}
	if err := l.session.Rcpt(e.To); err != nil {
		return failure(StageRecipient, err)
	}
	w, err := l.session.Data()
	if err != nil {
		// Nothing was written: a server that refuses here refuses the recipient.
		return failure(StageRecipient, err)
	}
	if _, err := w.Write(message); err != nil {
		// Closing the writer would end the message and deliver half of it.
		return failure(StageMessage, err)
	}
	if err := w.Close(); err != nil {
		return failure(StageMessage, err)
	}
	return nil
}

// dial opens a line. go-mail leaves connections open when greeting, EHLO or
// STARTTLS fail, so the connection is kept here and closed.
func (p *Pool) dial(ctx context.Context) (*line, error) {
	dialing.Lock()
	defer dialing.Unlock()
	dialing.ctx, dialing.conn = ctx, nil
	dialing.address = p.address
	dialing.stop = func() bool { return true }
	// Once the line is open it outlives the letter for which it was opened.
	defer func() { dialing.stop(); dialing.ctx, dialing.conn = nil, nil }()

	d := &mail.Dialer{
		Host: p.server.Host, Port: p.server.Port, Username: p.server.User, Password: p.server.Password,
		SSL: p.server.Implicit, TLSConfig: p.tls, StartTLSPolicy: mail.MandatoryStartTLS,
		LocalName: p.name, Timeout: p.limit,
	}
	if p.server.loopback() {
		d.StartTLSPolicy = mail.OpportunisticStartTLS
	}
	sender, err := d.Dial()
	if err != nil {
		if dialing.conn != nil {
			dialing.conn.Close()
		}
		var unsupported mail.StartTLSUnsupportedError
		if errors.As(err, &unsupported) {
			return nil, fmt.Errorf("%s offers no encryption (STARTTLS), and letters with links are not sent without: use its smtps:// port", p.server)
		}
		return nil, err
	}
	s, ok := sender.(session)
	if !ok {
		dialing.conn.Close()
		return nil, fmt.Errorf("the mail library gave a %T without commands", sender)
	}
	return &line{conn: dialing.conn, session: s}, nil
}

// dialing is the one dial that goes on: go-mail's hook is a package variable
// that learns nothing of who dials.
var dialing struct {
	sync.Mutex
	ctx     context.Context
	address string
	conn    net.Conn
	stop    func() bool // ends the watch on ctx
}

func init() {
	// go-mail sets its deadline only after the greeting, so that a silent server
	// would hold the line for ever.
	mail.NetDialTimeout = func(network, _ string, timeout time.Duration) (net.Conn, error) {
		conn, err := (&net.Dialer{Timeout: timeout}).DialContext(dialing.ctx, network, dialing.address)
		if err != nil {
			return nil, err
		}
		conn.SetDeadline(time.Now().Add(timeout))
		dialing.stop = context.AfterFunc(dialing.ctx, func() { conn.Close() })
		dialing.conn = conn
		return conn, nil
	}
}
