package mailer

import (
	"context"
	"errors"
	"time"

	"pizzini/engine"
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
		entry, ok, err := b.entry(ctx, key, r)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, entry)
		}
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
	entry, ok, err := b.entry(ctx, key, r)
	if !ok || err != nil {
		return Entry{}, false, err
	}
	letter, err := b.compose(ctx, key, r)
	if err != nil {
		return Entry{}, false, err
	}
	entry.Title, entry.To = letter.Title, recipient(letter.Name, letter.Address)
	entry.Text = letter.Text()
	entry.HTML, err = letter.HTML()
	return entry, err == nil, err
}

// compose writes a letter as it was.
func (b *Mailbox) compose(ctx context.Context, key Key, r Record) (Letter, error) {
	if key.Person == "" {
		m, err := b.Matches.Match(ctx, key.Match)
		if err == nil {
			m, err = asTold(m, key, r)
		}
		if err != nil {
			return Letter{}, err
		}
		return b.Composer.Compose(ctx, key, r, m)
	}
	matches := map[string]*engine.Match{}
	for _, d := range r.Waiting {
		m, err := b.Matches.Match(ctx, d.Match)
		if err == nil && d.N > 0 {
			m, err = m.At(min(d.N, m.N()))
		}
		if unreadable(err) {
			continue
		}
		if err != nil {
			return Letter{}, err
		}
		matches[d.Match] = m
	}
	return b.Composer.ComposePersonal(ctx, key, r, matches)
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

// entry is a letter without its text; ok is false where its match cannot be read.
func (b *Mailbox) entry(ctx context.Context, key Key, r Record) (entry Entry, ok bool, err error) {
	w, err := b.Composer.personal(ctx, key, r)
	if err != nil {
		return Entry{}, false, err
	}
	w.Subject = subjects[r.Kind]
	if key.Person == "" {
		m, err := b.Matches.Match(ctx, key.Match)
		if unreadable(err) {
			return Entry{}, false, nil
		}
		if err == nil {
			err = w.about(ctx, m, key.Seat)
		}
		if err != nil {
			return Entry{}, false, err
		}
		w.Subject = w.subject()
	}
	return Entry{Key: key.String(), At: r.At, To: recipient(w.Name, w.Address), Subject: w.Subject, Title: r.Kind.title(), State: r.told()}, true, nil
}

func recipient(name, address string) string {
	switch {
	case name != "" && address != "":
		return name + " <" + address + ">"
	case name != "":
		return name
	case address != "":
		return address
	}
	return words.FormerPlayer
}

// reasons says in words why a letter was dropped or refused.
var reasons = map[string]string{
	codeMovedOn: "it is not asked for any more", codeTold: "another letter tells it", codeErased: "the person was erased", codeNoAddress: "no address is known",
	codeUnsubscribed: "the person wants no letters", codeBlocked: "the address is blocked", codeRefused: "the address refused an earlier letter", codeGivenUp: "two weeks of tries",
	codeNotWanted: "the person's settings say so",
}

// told says what became of a letter.
func (r Record) told() string {
	why := reasons[r.Code]
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
