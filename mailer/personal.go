package mailer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/web/link"
	"pizzini/web/words"
)

// ComposePersonal writes a letter that concerns a person, whatever his matches are.
// matches are those that its record names, by id, folded to its present or to an
// earlier event.
func (c *Composer) ComposePersonal(ctx context.Context, key Key, r Record, matches map[string]*engine.Match) (Letter, error) {
	w, err := c.personal(ctx, key, r)
	if err == nil {
		w.Subject = subjects[r.Kind]
		switch r.Kind {
		case Remind:
			err = w.remind(ctx, r, matches)
		case Digest:
			err = w.digest(ctx, r, matches)
		case Talk:
			err = w.talk(ctx, r, matches)
		case SignIn:
			err = w.signIn()
		case Confirm:
			err = w.confirm(ctx)
		case Moved:
			err = w.moved(ctx)
		default:
			err = fmt.Errorf("no letter is of the kind %q: a newer pizzini wrote its record", r.Kind)
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

// subjects are the same for all personal letters of a kind, so that a mail program
// shows them as one conversation.
var subjects = map[Kind]string{
	Remind: "Games that wait for you", Digest: "Your games today", Talk: "Table talk", SignIn: "Your link to sign in", Confirm: "Is this your address?", Moved: "Another address",
}

// remind lists what waits for the reader, soonest first.
func (w *writer) remind(ctx context.Context, r Record, matches map[string]*engine.Match) error {
	soon := slices.IndexFunc(r.Waiting, func(d Waiting) bool { return d.Percent > 0 })
	w.Title = "Your time runs"
	if soon >= 0 {
		w.Title = gone(r.Waiting[soon].Percent)
	}
	order := ""
	if len(r.Waiting) > 1 {
		order = ", what is most urgent first"
	}
	w.add(Para(waits(len(r.Waiting)) + order + ". A link leads to your seat; nothing is played before you press a button there."))
	return w.list(ctx, r.Waiting, matches)
}

// digest lists what waits for the reader, once a day.
func (w *writer) digest(ctx context.Context, r Record, matches map[string]*engine.Match) error {
	w.Title = waits(len(r.Waiting))
	w.add(Para("This letter comes once a day, while something waits for you."))
	if err := w.list(ctx, r.Waiting, matches); err != nil {
		return err
	}
	for _, d := range r.Waiting {
		if m := matches[d.Match]; m != nil {
			if err := w.about(ctx, m, d.Seat); err != nil {
				return err
			}
			if err := w.struck(ctx, d.Unread); err != nil {
				return err
			}
			if err := w.said(ctx, "Said at the table: "+w.subject(), d.Unread); err != nil {
				return err
			}
		}
	}
	return nil
}

func waits(n int) string {
	if n == 1 {
		return "One game waits for you"
	}
	return strconv.Itoa(n) + " games wait for you"
}

// gone says how much of a time is over.
func gone(percent int) string {
	switch percent {
	case 50:
		return "Half of your time is gone"
	case 90:
		return "Nine tenths of your time are gone"
	}
	return strconv.Itoa(percent) + " percent of your time are gone"
}

// list names decisions that wait, each with its deadline and the way there.
func (w *writer) list(ctx context.Context, waiting []Waiting, matches map[string]*engine.Match) error {
	var list List
	for _, d := range waiting {
		m := matches[d.Match]
		if m == nil {
			continue
		}
		if err := w.about(ctx, m, d.Seat); err != nil {
			return err
		}
		token, err := w.Signer.Token(link.Claim{Purpose: link.Seat, Match: m.ID, Seat: int(d.Seat), Number: m.LinkNumber(d.Seat)})
		if err != nil {
			return err
		}
		item := Item{Text: w.subject(), URL: w.Site.Landing(token)}
		if w.catalogue != nil {
			item.Note = w.catalogue.Asked(m.View(d.Seat), w.reader).Text + " "
		}
		if due := m.Due(d.Seat); !due.IsZero() && !due.After(w.now) {
			item.Note += "Your time was up on " + words.Moment(due, w.now, w.zone) + "."
		} else if !due.IsZero() {
			item.Note += "Time until " + words.Deadline(due, w.now, w.zone) + "."
		} else {
			item.Note += "Since " + words.Moment(m.Log[d.Call-1].At, w.now, w.zone) + "."
		}
		if d.Percent > 0 {
			item.Note += " " + gone(d.Percent) + "."
		}
		list = append(list, item)
	}
	w.add(list)
	return nil
}

// signIn brings the link to the reader's own page.
func (w *writer) signIn() error {
	w.Title = "Your link to sign in"
	token, err := w.Signer.Token(link.Claim{Purpose: link.SignIn, Person: w.person, Address: w.Signer.AddressDigest(w.Address), Number: w.Key.N})
	if err != nil {
		return err
	}
	w.add(Para("Somebody asked for a link to the page of all your games: you, or somebody who typed your address. It works until another one is asked for. Nothing happens before you press the button there."),
		Button{"Go to your page", w.Site.Landing(token)}, Para("If it was not you, do nothing. Give this link to nobody: whoever has it sees your games."))
	return nil
}

// confirm asks whether the address to which it goes is the person's.
func (w *writer) confirm(ctx context.Context) error {
	w.Title = "Is this your address?"
	if here, err := w.there(ctx, link.ConfirmCounter); !here || err != nil {
		return err
	}
	token, err := w.Signer.Token(link.Claim{Purpose: link.ConfirmAddress, Person: w.person, Address: w.Signer.AddressDigest(w.Address), Number: w.Key.N})
	if err != nil {
		return err
	}
	who := "A player"
	if w.Name != "" {
		who = w.Name
	}
	w.add(Para(who+" wants to get the letters of the games here at this address. Nothing happens before you press the button there."), Button{"Confirm this address", w.Site.Landing(token)},
		Para("If it was not you, do nothing: no more letters come."))
	return nil
}

// moved tells the address that a person had that he has another one.
func (w *writer) moved(ctx context.Context) error {
	w.Title = "Your letters go to another address now"
	if here, err := w.there(ctx, string(Moved)); !here || err != nil {
		return err
	}
	w.add(Para("Another address was confirmed for the games that you play here, so that no more letters come to this one, and the links that signed you in do not work any more."),
		Para("If it was not you, ask the hosts of your matches for new links to your seats, or whoever runs this server."), Button{"Go to the front page", w.Site.Home()})
	return nil
}

// there addresses a letter that goes to another address than the person's; false
// where a later one took its place, so that the address is not known any more.
func (w *writer) there(ctx context.Context, counter string) (bool, error) {
	last, err := w.People.Counter(ctx, w.person, counter)
	if err == nil && last == w.Key.N {
		w.Address, err = w.addressOf(ctx, w.Key)
	} else {
		w.Address = ""
	}
	if err == nil && w.Address == "" {
		w.add(Para("This letter holds no more: another one took its place."))
	}
	return w.Address != "", err
}

// addressOf is where a letter goes that does not go to the person's own address;
// empty where it is not known.
func (c *Composer) addressOf(ctx context.Context, key Key) (address string, err error) {
	kind, ok := map[Kind]string{Confirm: people.Asked, Moved: kindMoved}[key.What]
	if !ok {
		return "", nil
	}
	err = c.People.Record(ctx, key.Person, kind, &address)
	if errors.Is(err, stream.ErrNone) || errors.Is(err, people.ErrErased) {
		return "", nil
	}
	return address, err
}
