package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"pizzini/mailer"
	"pizzini/web"
	"pizzini/web/link"
)

// settings say which installation a command works on.
type settings struct {
	Data string `default:"pizzini-data" type:"path" env:"PIZZINI_DATA" help:"Data folder: the event store and the database."`
	Nats string `placeholder:"URL" env:"PIZZINI_NATS" help:"Use this NATS JetStream server or cluster in place of the embedded one (nats://host:4222)."`
	URL  string `placeholder:"URL" env:"PIZZINI_URL" help:"Where people reach this server: https://games.example. Links in letters begin with it. Without it links begin with the address that is listened on."`

	InvitationDays int `kong:"-"` // as serveCmd has it
}

type serveCmd struct {
	settings
	Listen      string        `default:"127.0.0.1:8080" env:"PIZZINI_LISTEN" help:"Address to listen on."`
	Open        bool          `env:"PIZZINI_OPEN" help:"Let strangers start matches, with open seats and bots only."`
	SMTP        string        `placeholder:"URL" env:"PIZZINI_SMTP" help:"Send letters by this server: smtp://user:password@host:587 or smtps://user:password@host. Demands --url and --from. Without it a mailbox page shows the letters."`
	From        string        `placeholder:"ADDRESS" env:"PIZZINI_FROM" help:"Sender of the letters: \"Games <games@example.org>\"."`
	NewOperator bool          `name:"new-operator-link" help:"Make a new operator's link: older ones, and whoever is signed in by one, are out."`
	Vacation    int           `name:"vacation-days" default:"30" env:"PIZZINI_VACATION_DAYS" help:"How many days a year a player may be away while his clocks stand still; 0 = none."`
	Invitations int           `name:"invitation-days" default:"21" env:"PIZZINI_INVITATION_DAYS" help:"After how many days without a newcomer or a new invitation a match that has not begun is given up; 0 = never."`
	LetterDelay time.Duration `default:"30s" env:"PIZZINI_LETTER_DELAY" help:"How long a letter waits after what it tells, so that a move taken back at once sends none."`
}

// Run serves until the process is told to stop.
func (c serveCmd) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.serve(ctx, s)
}

func (c serveCmd) serve(ctx context.Context, s streams) error {
	if c.SMTP != "" && (c.URL == "" || c.From == "") {
		return wrong("--smtp sends letters, so it demands --url (where their links lead) and --from (who sends them)")
	}
	if c.LetterDelay < 0 {
		return wrong("--letter-delay %s: it is how long a letter waits, 0s or more", c.LetterDelay)
	}
	if c.Vacation < 0 || c.Vacation > 366 {
		return wrong("--vacation-days %d: it is a number of days in a year, 0 to 366", c.Vacation)
	}
	if c.Invitations < 0 || c.Invitations > 3660 {
		return wrong("--invitation-days %d: it is a number of days, 0 to 3660", c.Invitations)
	}
	c.InvitationDays = c.Invitations
	if c.From != "" {
		if _, _, err := mailer.ParseSender(c.From); err != nil {
			return wrong("--from: %v", err)
		}
	}
	log := slog.New(slog.NewTextHandler(s.err, nil))
	listener, err := net.Listen("tcp", c.Listen)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("listen on %s: another program listens there: stop it, or give another address with --listen", c.Listen)
	case err != nil:
		return fmt.Errorf("listen on %s: %w; write the address as --listen 127.0.0.1:8080", c.Listen, err)
	}
	defer listener.Close()
	if c.URL == "" {
		c.URL = "http://" + reachable(listener.Addr())
	}
	n, err := openNode(ctx, c.settings, s.now, log)
	if err != nil {
		return err
	}
	err = c.host(ctx, s, n, listener)
	return errors.Join(err, n.close())
}

// host runs everything on an open node until ctx ends.
func (c serveCmd) host(ctx context.Context, s streams, n *node, listener net.Listener) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	post, err := n.postOffice(c)
	if err != nil {
		return err
	}
	number, err := n.operatorNumber(ctx, c.NewOperator)
	if err != nil {
		return err
	}
	operator, err := web.OperatorLink(n.signer, n.site, number)
	if err != nil {
		return err
	}
	pages := web.New(web.Config{
		Engine: n.engine, Projections: n.copy, People: n.people, Signer: n.signer, Site: n.site, Log: n.log, Now: n.now,
		Mailbox: post.mailbox(), Office: pageOffice{post.Office}, VacationDays: c.Vacation, InvitationDays: c.InvitationDays, Open: c.Open, OperatorNumber: number, Health: n.health,
	})
	handler, forget, err := leaveControl(c.Data, listener.Addr(), n, pages)
	if err != nil {
		return err
	}
	defer forget()
	tasks := n.run(ctx, stop, post.Run)
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 60 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    slog.NewLogLogger(n.log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			stop(fmt.Errorf("serve: %w", err))
		}
	}()
	fmt.Fprintf(s.out, "listening on %s\noperator link %s\n", n.site, operator)
	<-ctx.Done()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	err = server.Shutdown(closing)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close() // streams of events never end by themselves
	}
	tasks.Wait()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = errors.Join(cause, err)
	}
	return err
}

// operatorNumber is the number that the operator's links carry.
func (n *node) operatorNumber(ctx context.Context, renew bool) (int, error) {
	nobody := n.signer.AddressDigest("operator") // an id like a person's, of this installation
	if renew {
		return n.book.Renew(ctx, nobody, "operator")
	}
	return n.book.Counter(ctx, nobody, "operator")
}

// existing refuses a data folder that holds no installation: a mistyped name is
// not taken for an empty one.
func (s settings) existing() error {
	if s.Nats != "" {
		return nil
	}
	for _, part := range []string{"nats", "copy"} {
		if _, err := os.Stat(filepath.Join(s.Data, part)); err == nil {
			return nil
		}
	}
	return wrong("there is no installation in %s: name its data folder with --data", s.Data)
}

// reachable is an address of this machine at which a listener answers.
func reachable(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// site is the address with which links begin.
func (s settings) site() (link.Site, error) {
	if s.URL == "" {
		s.URL = "http://127.0.0.1:8080"
	}
	site, err := link.ParseSite(s.URL)
	if err != nil {
		return "", wrong("--url: %v", err)
	}
	return site, nil
}
