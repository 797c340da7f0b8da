package mailer

import (
	"context"
	"errors"
	"time"

	"pizzini/events/stream"
	"pizzini/web/link"
)

// draft is a letter that is to be sent, or why it is not.
type draft struct {
	record Record // with what it tells
	why    string // why it is dropped; "" = it is not
	wait   bool   // for another letter to the reader that will tell it
	letter Letter
	failed error // why it cannot be composed
}

// prepare composes a letter that concerns a match, where the match asks for it still.
func (o *Office) prepare(ctx context.Context, key Key, r Record, now time.Time) (draft, error) {
	m, err := o.present(ctx, key.Match)
	if unreadable(err) || errors.Is(err, stream.ErrNone) {
		return draft{record: r, why: codeMovedOn}, nil
	}
	if err != nil {
		return draft{}, err
	}
	why, err := o.obstacle(ctx, key, r, m, now)
	if why != "" || err != nil {
		return draft{record: r, why: why}, err
	}
	told, wait, err := o.carried(ctx, Due{Key: key, Kind: r.Kind, Person: r.Person}, r, m, now)
	switch {
	case err != nil:
		return draft{}, err
	case told:
		return draft{record: r, why: codeTold}, nil
	case wait:
		return draft{record: r, wait: true}, nil
	}
	r.N = m.N()
	if r.Unread, err = o.Composer.heard(ctx, r.Person, key.Match); err != nil {
		return draft{}, err
	}
	letter, failed := o.Composer.Compose(ctx, key, r, m)
	return draft{record: r, letter: letter, failed: failed}, nil
}

// preparePersonal composes a letter that concerns a person, whatever his matches are,
// where it is wanted still.
func (o *Office) preparePersonal(ctx context.Context, key Key, r Record, now time.Time) (draft, error) {
	switch key.What {
	case Remind:
		return o.prepareReminder(ctx, key, r, now)
	case Digest:
		return o.prepareDigest(ctx, key, r)
	case Talk:
		return o.prepareTalk(ctx, key, r)
	case SignIn:
		return o.prepareAsked(ctx, key, r, link.SignInCounter)
	case Moved:
		return o.prepareAsked(ctx, key, r, string(Moved))
	}
	return o.prepareAsked(ctx, key, r, link.ConfirmCounter)
}
