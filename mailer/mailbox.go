package mailer

import (
	"context"
	"errors"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web/words"
)

// Entry is a letter of the mailbox. In a list Text and HTML are empty.
type Entry struct {
	Key     string // what ParseKey reads
	At      time.Time
	To      string
	Subject string
	Title   string // what it is about: "Your turn"
	State   string // "sent", "kept here, not sent", "waiting", "dropped: …"
	Text    string
	HTML    string
}

// Mailbox shows the letters of this installation from their records: each is
// composed anew whenever it is read.
type Mailbox struct {
	Copy     Copy
	Matches  Matches
	Composer *Composer
}

// Letters lists the latest letters, the newest first.
func (b *Mailbox) Letters(ctx context.Context, limit int) ([]Entry, error) {
	found, err := b.Copy.Letters(ctx, projections.LetterFilter{Limit: limit})
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, l := range found {
		key, errKey := ParseKey(l.Subject[len("letter."):])
		r, errRecord := decodeRecord(l.Data)
		if errKey != nil || errRecord != nil {
			continue
		}
		m, err := b.Matches.Match(ctx, key.Match)
		if unreadable(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		entry, err := b.Composer.entry(ctx, key, r, m)
		if err != nil {
			return nil, err
		}
		list = append(list, entry)
	}
	return list, nil
}

// Letter composes one letter anew, as it was when it was sent; a waiting one as
// its event asks for it.
func (b *Mailbox) Letter(ctx context.Context, name string) (Entry, bool, error) {
	key, err := ParseKey(name)
	if err != nil {
		return Entry{}, false, nil
	}
	message, err := b.Copy.LastOn(ctx, stream.Letters, key.Subject())
	if errors.Is(err, stream.ErrNone) {
		return Entry{}, false, nil
	}
	if err != nil {
		return Entry{}, false, err
	}
	r, err := decodeRecord(message.Data)
	if err != nil {
		return Entry{}, false, err
	}
	m, err := b.Matches.Match(ctx, key.Match)
	if err != nil {
		return Entry{}, false, err
	}
	if m, err = asTold(m, key, r); err != nil {
		return Entry{}, false, err
	}
	entry, err := b.Composer.entry(ctx, key, r, m)
	if err != nil {
		return Entry{}, false, err
	}
	letter, err := b.Composer.Compose(ctx, key, r, m)
	if err != nil {
		return Entry{}, false, err
	}
	entry.Title = letter.Title
	entry.Text = letter.Text()
	entry.HTML, err = letter.HTML()
	return entry, err == nil, err
}

// asTold is the match as the letter tells it.
func asTold(m *engine.Match, key Key, r Record) (*engine.Match, error) {
	n := r.N
	if n == 0 {
		// The whole slip of its event: a letter tells of nothing half done.
		for n = key.N; n < m.N() && m.Log[n].Cmd == m.Log[key.N-1].Cmd; {
			n++
		}
	}
	return m.At(min(n, m.N()))
}

func (c *Composer) entry(ctx context.Context, key Key, r Record, m *engine.Match) (Entry, error) {
	w, err := c.writer(ctx, key, r, m)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Key: key.String(), At: r.At, To: recipient(people.Profile{Name: w.Name, Address: w.Address}), Subject: w.Subject, Title: r.Kind.title(), State: r.told()}, nil
}

func recipient(p people.Profile) string {
	switch {
	case p.Name != "" && p.Address != "":
		return p.Name + " <" + p.Address + ">"
	case p.Name != "":
		return p.Name
	case p.Address != "":
		return p.Address
	}
	return words.FormerPlayer
}

// told says what became of a letter.
func (r Record) told() string {
	why := map[string]string{
		codeMovedOn: "the match has moved on", codeTold: "another letter tells it", codeErased: "the person was erased", codeNoAddress: "no address is known",
		codeUnsubscribed: "the person wants no letters", codeBlocked: "the address is blocked", codeRefused: "the address refused an earlier letter", codeGivenUp: "two weeks of tries",
	}[r.Code]
	if why == "" && r.Code != "" {
		why = "code " + r.Code
	}
	state := string(r.State)
	switch {
	case r.State == Claimed:
		state = "waiting"
	case r.State == Sent && r.Local:
		state = "kept here, not sent"
	}
	if why != "" {
		return state + ": " + why
	}
	return state
}
