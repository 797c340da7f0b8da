package mailer

import (
	"context"
	"fmt"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/web/link"
	"pizzini/web/words"
)

// People says who persons are. It is *people.Book.
type People interface {
	Profile(ctx context.Context, person string) (people.Profile, error)
	Record(ctx context.Context, person, kind string, v any) error
	Put(ctx context.Context, person, kind string, v any) error
	Noted(ctx context.Context, person, kind string) (bool, error)
	IsBlocked(ctx context.Context, digest string) (bool, error)
	Counter(ctx context.Context, person, name string) (int, error)
	Renew(ctx context.Context, person, name string) (int, error)
	SameAddress(ctx context.Context, person string) ([]string, error)
	Settings(ctx context.Context, person string) (people.Settings, error)
	SettingsIn(ctx context.Context, person, match string) (people.Settings, error)
	Calendar(ctx context.Context, person string) (people.Calendar, error)
	Reason(ctx context.Context, person, match string, seat int) (people.Reason, error)
	Talk(ctx context.Context, persons []string, match string) ([]people.Said, error)
	Orders(ctx context.Context, person, match string, seat int) (people.Orders, error)
}

// Composer writes letters. The same key, record and match give the same letter, as
// long as nobody in it changes a name, is erased or renews the link of a host.
type Composer struct {
	People      People
	Signer      link.Signer
	Site        link.Site
	FromName    string // may be empty
	FromAddress string

	InvitationDays int // after which a match that does not start is given up; 0 = never
}

// Letter is a letter, composed.
type Letter struct {
	Key     Key
	Kind    Kind
	At      time.Time
	Name    string // of whom it is for; may be empty
	Address string // of whom it is for; empty = none is known
	Subject string // the same for all letters of a match
	Title   string // what this letter is about
	Blocks  []Block
	Foot    []Item // who sends this and why, how to stop it
	Head    events.Head

	unsubscribe string            // URL; empty = it is no letter that one ends
	heard       map[string]string // match → the person whom the letter tells its table talk
}

// maxItems is the most lines of a list in a letter: a letter of more than 100 KB
// is cut by some mail programs.
const maxItems = 40

// Compose writes the letter of a key and its record from the match folded to its
// present, or to an earlier event.
func (c *Composer) Compose(ctx context.Context, key Key, r Record, m *engine.Match) (Letter, error) {
	w, err := c.writer(ctx, key, r, m)
	if err != nil {
		return Letter{}, fmt.Errorf("letter %s: %w", key, err)
	}
	switch r.Kind {
	case YourTurn:
		err = w.yourTurn()
	case HostLink:
		err = w.hostLink()
	case Hosted:
		err = w.hosted()
	case NeverStarted:
		err = w.neverStarted()
	case Invitation:
		err = w.invitation()
	case NewLink:
		err = w.newLink()
	case Over:
		err = w.over()
	case Left:
		err = w.left()
	case Seated:
		err = w.seated()
	case Consent:
		err = w.consent()
	case Expired:
		err = w.expired()
	case Answer, Clock, Away, Paused, Resumed, Seats:
		err = w.news()
	case Refused:
		err = w.refused(r.Cause)
	default:
		err = fmt.Errorf("no letter is of the kind %q: a newer pizzini wrote its record", r.Kind)
	}
	if err == nil && r.Kind.table() && m.Person(key.Seat) == r.Person {
		if err = w.struck(ctx, r.Unread); err == nil {
			err = w.said(ctx, "Said at the table", r.Unread)
		}
	}
	if err == nil {
		err = w.foot()
	}
	if err != nil {
		return Letter{}, fmt.Errorf("letter %s: %w", key, err)
	}
	return w.Letter, nil
}

// writer writes one letter.
type writer struct {
	Letter
	*Composer
	person   string
	now      time.Time // when the letter was written: it says how far deadlines are
	own      string    // the reader's time zone; empty = not known
	zone     string    // in which he is told moments: his own, else that of the match
	language string

	// Of a letter that concerns a match:
	match     *engine.Match
	names     words.Names
	sittings  []sitting // before, where somebody has left his seat
	maker     string    // the name of who made the match, by which its letters are called; may be empty
	host      string    // the host's name; may be empty
	game      string    // the game's name
	catalogue words.Catalogue
	reader    words.Reader

	hostNumber int    // of the host's link, in a letter that has it
	reason     string // of the open proposal, as its proposer typed it
}

func (c *Composer) writer(ctx context.Context, key Key, r Record, m *engine.Match) (*writer, error) {
	w, err := c.personal(ctx, key, r)
	if err != nil {
		return nil, err
	}
	if err := w.about(ctx, m, key.Seat); err != nil {
		return nil, err
	}
	switch r.Kind {
	case HostLink, Hosted, Refused:
		counter, err := c.People.Counter(ctx, m.Host(), link.HostCounter(m.ID))
		if err != nil {
			return nil, err
		}
		w.hostNumber = link.HostNumber(m.HostSince(), counter)
	case Consent, YourTurn:
		if w.reason, err = c.reason(ctx, m); err != nil {
			return nil, err
		}
	}
	w.Subject, w.Head = w.subject(), m.Head()
	return w, nil
}

// personal begins a letter to a person.
func (c *Composer) personal(ctx context.Context, key Key, r Record) (*writer, error) {
	profile, err := c.profile(ctx, r.Person)
	if err != nil {
		return nil, err
	}
	settings, err := c.People.Settings(ctx, r.Person)
	if err != nil {
		return nil, err
	}
	w := &writer{Composer: c, person: r.Person, now: r.written(), own: settings.Zone, zone: settings.Zone, language: settings.Language}
	w.Letter = Letter{Key: key, Kind: r.Kind, At: r.At, Name: profile.Name, Address: profile.Address}
	return w, nil
}

// about takes up the match of which the letter tells now, as a seat may know it.
func (w *writer) about(ctx context.Context, m *engine.Match, seat game.Seat) error {
	names, err := w.Composer.names(ctx, m)
	if err != nil {
		return err
	}
	maker, err := w.profile(ctx, m.Table.Created.Host)
	if err != nil {
		return err
	}
	host, err := w.profile(ctx, m.Host())
	if err != nil {
		return err
	}
	if w.sittings, err = w.Composer.sittings(ctx, m); err != nil {
		return err
	}
	w.match, w.names, w.host, w.game, w.reader = m, names, words.Host(host.Name), m.Table.Created.Kind, names.Reader(seat)
	w.zone = m.Zone(w.own)
	w.maker, w.reader.Zone = words.Host(maker.Name), w.zone
	if m.Rules != nil {
		w.game = m.Rules.Info().Name
	}
	w.catalogue, _ = words.For(m.Table.Created.Kind, w.language)
	return nil
}

// subject is the same for every letter of a match, or no mail program would show
// them as one conversation.
func (w *writer) subject() string {
	return w.game + ", " + words.Match(w.maker, w.match.ID)
}

func (w *writer) add(blocks ...Block) { w.Blocks = append(w.Blocks, blocks...) }

// seatLink is the token of the reader's seat: whoever has it may play there.
func (w *writer) seatLink() (string, error) {
	return w.Signer.Token(link.Claim{Purpose: link.Seat, Match: w.match.ID, Seat: int(w.Key.Seat), Number: w.match.LinkNumber(w.Key.Seat)})
}

// button leads to the reader's seat.
func (w *writer) button(label string) error {
	token, err := w.seatLink()
	if err == nil {
		w.add(Button{label, w.Site.Landing(token)})
	}
	return err
}

// foot says who writes and why, how to stop the letters, and the head of the log,
// by which the reader can later show that nothing was cut off.
func (w *writer) foot() error {
	if w.Kind != Confirm && w.Kind != Moved { // who has the address ends nobody else's letters
		if err := w.stops(); err != nil {
			return err
		}
	}
	if w.Address == "" {
		return nil
	}
	notMe, err := w.Signer.Token(link.Claim{Purpose: link.NotMe, Person: w.person, Address: w.Signer.AddressDigest(w.Address)})
	if err == nil {
		w.Foot = append(w.Foot, Item{Text: "This is not for me: never write to this address again", URL: w.Site.NotMe(notMe)})
	}
	return err
}

// stops says how to get no more letters of this kind.
func (w *writer) stops() error {
	all, err := w.Signer.Token(link.Claim{Purpose: link.UnsubscribeAll, Person: w.person})
	if err != nil {
		return err
	}
	w.unsubscribe = w.Site.Unsubscribe(all)
	w.Foot = []Item{{Text: "No letters from here at all", URL: w.unsubscribe}}
	if w.Key.Match != "" {
		match, err := w.Signer.Token(link.Claim{Purpose: link.UnsubscribeMatch, Person: w.person, Match: w.Key.Match})
		if err != nil {
			return err
		}
		w.unsubscribe = w.Site.Unsubscribe(match)
		w.Foot = append([]Item{{Text: "No more letters of this match", URL: w.unsubscribe}}, w.Foot...)
	}
	return nil
}
