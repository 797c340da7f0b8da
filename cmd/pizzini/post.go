package main

import (
	"context"
	"fmt"
	"net/url"

	"pizzini/engine/game"
	"pizzini/mailer"
	"pizzini/web"
)

// postOffice decides and sends the letters of a node.
type postOffice struct {
	*mailer.Office
	box mailer.Mailbox
}

// postOffice sets the mailer up: by SMTP where a server is given, else with a local
// mailbox.
func (n *node) postOffice(c serveCmd) (*postOffice, error) {
	composer := &mailer.Composer{People: n.book, Signer: n.signer, Site: n.site, FromAddress: "pizzini@localhost", InvitationDays: n.settings.InvitationDays}
	config := mailer.Config{
		Store: n.store, Copy: n.copy, Matches: n.engine, Composer: composer, Delay: c.LetterDelay, Now: n.now, Log: n.log,
	}
	if c.SMTP != "" {
		server, err := mailer.ParseSMTP(c.SMTP)
		if err != nil {
			return nil, wrong("--smtp: %v", err)
		}
		if composer.FromName, composer.FromAddress, err = mailer.ParseSender(c.From); err != nil {
			return nil, wrong("--from: %v", err)
		}
		site, err := url.Parse(string(n.site))
		if err != nil {
			return nil, fmt.Errorf("--url: %w", err)
		}
		config.Transport = mailer.NewPool(server, site.Hostname())
	}
	office := mailer.New(config)
	n.copy.Records(office.Hear)
	return &postOffice{office, mailer.Mailbox{Copy: n.copy, Matches: n.engine, Composer: composer}}, nil
}

// mailbox shows the letters where none is sent; nil where they are.
func (p *postOffice) mailbox() web.Mailbox {
	if p.Transport != nil {
		return nil
	}
	return pageMailbox{&p.box}
}

// pageMailbox is the local mailbox as the pages ask it.
type pageMailbox struct{ box *mailer.Mailbox }

func (b pageMailbox) Letters(ctx context.Context, limit int) ([]web.Letter, error) {
	entries, err := b.box.Letters(ctx, limit)
	if err != nil {
		return nil, refused(err)
	}
	letters := make([]web.Letter, len(entries))
	for i, e := range entries {
		letters[i] = web.Letter(e)
	}
	return letters, nil
}

func (b pageMailbox) Letter(ctx context.Context, key string) (web.Letter, bool, error) {
	entry, ok, err := b.box.Letter(ctx, key)
	return web.Letter(entry), ok, refused(err)
}

// pageOffice sends the letters that follow from what a person does on his own page.
type pageOffice struct{ office *mailer.Office }

func (o pageOffice) SignIn(ctx context.Context, person string) error {
	return refused(o.office.SignIn(ctx, person))
}

func (o pageOffice) Confirm(ctx context.Context, person, address string) error {
	return refused(o.office.Confirm(ctx, person, address))
}

func (o pageOffice) Moved(ctx context.Context, person, old string) error {
	return refused(o.office.Moved(ctx, person, old))
}

func (o pageOffice) Withdrawn(ctx context.Context, match string, seat game.Seat, n int) error {
	return refused(o.office.Withdrawn(ctx, match, seat, n))
}
