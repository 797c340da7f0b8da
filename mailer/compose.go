package mailer

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	Settings(ctx context.Context, person string) (people.Settings, error)
	Record(ctx context.Context, person, kind string, v any) error
	Put(ctx context.Context, person, kind string, v any) error
	Noted(ctx context.Context, person, kind string) (bool, error)
	IsBlocked(ctx context.Context, digest string) (bool, error)
	Counter(ctx context.Context, person, name string) (int, error)
}

// Composer writes letters. The same key, record and match give the same letter, as
// long as nobody in it changes a name, is erased or renews the link of a host.
type Composer struct {
	People      People
	Signer      link.Signer
	Site        link.Site
	FromName    string // may be empty
	FromAddress string
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

	unsubscribe string // URL
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
	case Proposal, Answer, Clock:
		err = w.tell()
	case Refused:
		err = w.refused(r.Cause)
	default:
		err = fmt.Errorf("no letter is of the kind %q: a newer pizzini wrote its record", r.Kind)
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
	match     *engine.Match
	person    string
	names     words.Names
	host      string // the host's name; may be empty
	game      string // the game's name
	catalogue words.Catalogue
	reader    words.Reader

	hostNumber int // of the host's link, in a letter that has it
}

func (c *Composer) writer(ctx context.Context, key Key, r Record, m *engine.Match) (*writer, error) {
	names, err := c.names(ctx, m)
	if err != nil {
		return nil, err
	}
	profile, err := c.profile(ctx, r.Person)
	if err != nil {
		return nil, err
	}
	host, err := c.profile(ctx, m.Table.Created.Host)
	if err != nil {
		return nil, err
	}
	w := &writer{Composer: c, match: m, person: r.Person, names: names, host: words.Host(host.Name), game: m.Table.Created.Kind, reader: names.Reader(key.Seat)}
	if m.Rules != nil {
		w.game = m.Rules.Info().Name
	}
	if r.Kind == HostLink || r.Kind == Refused {
		if w.hostNumber, err = c.People.Counter(ctx, m.Table.Created.Host, link.HostCounter(m.ID)); err != nil {
			return nil, err
		}
	}
	settings, err := c.People.Settings(ctx, r.Person)
	if err != nil {
		return nil, err
	}
	w.catalogue, _ = words.For(m.Table.Created.Kind, settings.Language)
	w.Letter = Letter{Key: key, Kind: r.Kind, At: r.At, Name: profile.Name, Address: profile.Address, Subject: w.subject(), Head: m.Head()}
	return w, nil
}

// subject is the same for every letter of a match, or no mail program would show
// them as one conversation.
func (w *writer) subject() string {
	who := ""
	if w.host != "" {
		who = w.host + "'s "
	}
	return w.game + ", " + who + "match " + w.match.ID[:6]
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

func (w *writer) yourTurn() error {
	seat := w.Key.Seat
	w.Title = "Your turn"
	if w.catalogue != nil {
		asked := w.catalogue.Asked(w.match.View(seat), w.reader)
		w.Title = asked.Title
		if asked.Text != "" {
			w.add(Para(asked.Text))
		}
	}
	if err := w.button("Go to your seat"); err != nil {
		return err
	}
	w.story()
	w.add(Heading("The table"), w.seats(), Board(w.match.View(seat).Text()))
	if w.catalogue != nil {
		if hand := w.catalogue.Hand(w.match.View(seat), w.reader); len(hand.Rows) > 0 {
			w.add(Heading(hand.Caption), Table{hand.Head, hand.Rows}.narrow())
		}
	}
	return w.choices()
}

// seats says who sits where: a drawing in plain text knows numbers only.
func (w *writer) seats() Para {
	var seats []string
	for i, name := range w.names {
		switch {
		case game.Seat(i+1) == w.Key.Seat:
			name = "you"
		case name == "":
			name = "open"
		}
		seats = append(seats, fmt.Sprintf("seat %d: %s", i+1, name))
	}
	return Para("S" + strings.Join(seats, ", ")[1:] + ".")
}

// story tells what happened since the reader last moved.
func (w *writer) story() {
	seat := w.Key.Seat
	since := 0
	for _, e := range slices.Backward(w.match.Log) {
		if e.Type != events.TypePlayed {
			continue
		}
		if data, err := e.Decode(); err == nil && game.Seat(data.(*events.Played).Seat) == seat {
			since = e.N
			break
		}
	}
	var story []engine.Happening
	for _, h := range w.match.Story(seat, since, w.match.N()) {
		switch h.Type {
		case events.TypeCreated, events.TypeSeatOffered, events.TypeSeatLinked:
			continue
		case events.TypeSeatTaken:
			if w.match.Table.Started == 0 || h.N < w.match.Table.Started {
				continue
			}
		}
		story = append(story, h)
	}
	var told List
	for len(story) > 0 {
		n, sentences := words.Line(story, w.catalogue, w.reader)
		for _, sentence := range sentences {
			if story[0].Dropped {
				sentence += " (taken back)"
			}
			told = append(told, Item{Text: sentence})
		}
		story = story[n:]
	}
	if len(told) == 0 {
		return
	}
	if more := len(told) - maxItems; more > 0 {
		told = append(List{{Text: fmt.Sprintf("%d things more, earlier: the log of the match has them all.", more)}}, told[more:]...)
	}
	title := "Since your last move"
	if since == 0 {
		title = "Until now"
	}
	w.add(Heading(title), told)
}

// choices lists the legal moves, each with what it would do and a link that tries
// it on the page. A secret one is named and never linked: links lie in mailboxes,
// histories and logs.
func (w *writer) choices() error {
	seat := w.Key.Seat
	draft, err := w.match.Draft(seat, nil)
	if err != nil {
		return err
	}
	token, err := w.seatLink()
	if err != nil {
		return err
	}
	w.propose(draft, token)
	return nil
}

// propose lists the choices of a draft.
func (w *writer) propose(draft *engine.Draft, token string) {
	w.add(Heading("What you can do"))
	if slices.ContainsFunc(draft.Choices, func(c engine.Choice) bool { return !c.Secret }) {
		w.add(Para("A link shows the board as it would be then. Nothing is played before you press the button there."))
	}
	if slices.ContainsFunc(draft.Choices, func(c engine.Choice) bool { return c.Secret }) {
		w.add(Para("What is chosen in secret is chosen on the page: nobody else may see it yet."))
	}
	var groups []string // in the order of their first choice
	lists := map[string]List{}
	for i, choice := range words.InOrder(draft.Choices, w.catalogue) {
		if i == maxItems {
			w.add(Para(fmt.Sprintf("%d more choices are on the page.", len(draft.Choices)-maxItems)))
			break
		}
		group := choice.Label.Group
		if lists[group] == nil {
			groups = append(groups, group)
		}
		lists[group] = append(lists[group], w.item(choice, draft, token))
	}
	for _, group := range groups {
		if w.catalogue != nil {
			if title := w.catalogue.Group(group); title != "" {
				w.add(Para(title + ":"))
			}
		}
		w.add(lists[group])
	}
}

// item is a choice with its consequence and the link that tries it.
func (w *writer) item(choice engine.Choice, draft *engine.Draft, token string) Item {
	item := Item{Text: string(choice.Move)}
	if w.catalogue != nil {
		item.Text = w.catalogue.Choice(choice.Label, w.reader)
		item.Note = w.catalogue.Consequence(choice.Label, choice.Facts, w.reader)
		if choice.Opens {
			item.Note = strings.TrimSpace(item.Note + " " + w.catalogue.Opening(choice.Label, choice.Reveals))
		}
	}
	if choice.Secret {
		return item
	}
	item.URL = w.Site.LandingDraft(token, link.Draft{Decision: w.match.Decision(draft.Seat), Moves: []game.Move{choice.Move}})
	return item
}

// foot says who writes and why, how to stop the letters, and the head of the log,
// by which the reader can later show that nothing was cut off.
func (w *writer) foot() error {
	all, err := w.Signer.Token(link.Claim{Purpose: link.UnsubscribeAll, Person: w.person})
	if err != nil {
		return err
	}
	match, err := w.Signer.Token(link.Claim{Purpose: link.UnsubscribeMatch, Person: w.person, Match: w.match.ID})
	if err != nil {
		return err
	}
	w.unsubscribe = w.Site.Unsubscribe(match)
	w.Foot = []Item{
		{Text: "No more letters of this match", URL: w.unsubscribe},
		{Text: "No letters from here at all", URL: w.Site.Unsubscribe(all)},
	}
	if w.Address != "" {
		notMe, err := w.Signer.Token(link.Claim{Purpose: link.NotMe, Person: w.person, Address: w.Signer.AddressDigest(w.Address)})
		if err != nil {
			return err
		}
		w.Foot = append(w.Foot, Item{Text: "This is not for me: never write to this address again", URL: w.Site.NotMe(notMe)})
	}
	return nil
}
