package mailer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/web/link"
)

// How many letters of a kind a person may ask for in a day: whoever knows an address
// could fill its mailbox else.
var asksADay = map[Kind]int{SignIn: 3, Confirm: 5}

// SignIn sends a person the link that opens his own page. The links of earlier
// letters are dead then. After three in 24 hours to one address it is refused.
func (o *Office) SignIn(ctx context.Context, person string) error {
	if why, err := o.unreachable(ctx, person, ""); err != nil {
		return err
	} else if why != "" {
		return unsendable(why)
	}
	if err := o.mayAsk(ctx, person, SignIn, link.SignInCounter); err != nil {
		return err
	}
	n, err := o.Composer.People.Renew(ctx, person, link.SignInCounter)
	if err != nil {
		return err
	}
	return o.ask(ctx, person, SignIn, n)
}

// Confirm sends a letter to an address that a person gave, with the link by which its
// owner confirms it. It keeps the address as people.Asked; what was asked for
// earlier is dead then.
func (o *Office) Confirm(ctx context.Context, person, address string) error {
	address, err := people.CleanAddress(address)
	if err != nil {
		return err
	}
	if why, err := o.unreachable(ctx, person, address); err != nil {
		return err
	} else if why != "" {
		return unsendable(why)
	}
	if err := o.mayAsk(ctx, person, Confirm, link.ConfirmCounter); err != nil {
		return err
	}
	n, err := o.Composer.People.Renew(ctx, person, link.ConfirmCounter)
	if err != nil {
		return err
	}
	if err := o.Composer.People.Put(ctx, person, people.Asked, address); err != nil {
		return err
	}
	return o.ask(ctx, person, Confirm, n)
}

// Moved tells the address that a person had that another one takes its place, so that
// nobody takes his games over unseen. One that wants no letters or takes none hears
// nothing.
func (o *Office) Moved(ctx context.Context, person, old string) error {
	if why, err := o.unreachable(ctx, person, old); why != "" || err != nil {
		return err
	}
	n, err := o.Composer.People.Renew(ctx, person, string(Moved))
	if err != nil {
		return err
	}
	if err := o.Composer.People.Put(ctx, person, kindMoved, old); err != nil {
		return err
	}
	return o.ask(ctx, person, Moved, n)
}

// kindMoved is the kind of the record in PEOPLE that holds the address that a person
// had before.
const kindMoved = "moved"

// ask claims a letter that somebody waits for at his mailbox: it goes out at once.
func (o *Office) ask(ctx context.Context, person string, kind Kind, n int) error {
	now := o.Now()
	seq, err := o.write(ctx, Key{Person: person, What: kind, N: n}, Record{Kind: kind, Person: person, State: Claimed, At: now, Since: now, Next: now}, 0)
	if err == nil {
		o.ring(seq, 0)
	}
	return err
}

// mayAsk refuses a letter where so many of its kind were asked for within a day, by
// any of those that have the person's address. The latest ones of each are enough to
// know: their numbers count.
func (o *Office) mayAsk(ctx context.Context, person string, kind Kind, counter string) error {
	same, err := o.same(ctx, person)
	if err != nil {
		return err
	}
	most, asked := asksADay[kind], 0
	for _, id := range same {
		last, err := o.Composer.People.Counter(ctx, id, counter)
		if err != nil {
			return err
		}
		for n := last; n > max(0, last-most); n-- {
			r, ok, err := o.record(ctx, Key{Person: id, What: kind, N: n})
			if err != nil {
				return err
			}
			if ok && o.Now().Sub(r.Since) < 24*time.Hour {
				asked++
			}
		}
	}
	if asked >= most {
		return &engine.Refusal{Code: engine.Invalid, What: fmt.Sprintf("%d letters of this kind were asked for within a day.", most), Mend: "Look for the latest one, also among unwanted mail, or wait until tomorrow."}
	}
	return nil
}

// record is the record of a letter in the event store; ok is false where it was
// never claimed.
func (o *Office) record(ctx context.Context, key Key) (r Record, ok bool, err error) {
	m, err := o.Store.LastOn(ctx, stream.Letters, key.Subject())
	if errors.Is(err, stream.ErrNone) {
		return Record{}, false, nil
	}
	if err != nil {
		return Record{}, false, err
	}
	r, err = decodeRecord(m.Data)
	return r, err == nil, err
}

// unsendable refuses a letter that could not be sent.
func unsendable(why string) error {
	mend := map[string]string{
		codeErased: "Take a seat anew to play on.", codeNoAddress: "Give an address first.",
		codeBlocked: "Its owner wants no letters from here: use another address.", codeRefused: "Use another address, or ask who runs this server.",
	}[why]
	return &engine.Refusal{Code: engine.Invalid, What: "No letter can be sent: " + reasons[why] + ".", Mend: mend}
}

// prepareAsked composes a letter that a person has asked for, unless he asked again.
func (o *Office) prepareAsked(ctx context.Context, key Key, r Record, counter string) (draft, error) {
	d := draft{record: r}
	last, err := o.Composer.People.Counter(ctx, key.Person, counter)
	if err != nil {
		return d, err
	}
	address, err := o.Composer.addressOf(ctx, key)
	if err != nil {
		return d, err
	}
	if last > key.N || key.What != SignIn && address == "" {
		d.why = codeMovedOn
		return d, nil
	}
	if d.why, err = o.unreachable(ctx, r.Person, address); d.why != "" || err != nil {
		return d, err
	}
	d.letter, d.failed = o.Composer.ComposePersonal(ctx, key, r, nil)
	return d, nil
}
