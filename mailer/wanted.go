package mailer

import (
	"context"
	"errors"
	"slices"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// obstacle says why a claimed letter that concerns a match is not to be sent any
// more; "" = it is.
func (o *Office) obstacle(ctx context.Context, key Key, r Record, m *engine.Match, now time.Time) (string, error) {
	d := Due{Key: key, Kind: r.Kind, Person: r.Person}
	asked := r.Kind == Refused && !m.Table.Over && m.Host() == r.Person ||
		slices.ContainsFunc(DueLetters(m, now), func(due Due) bool { return due.Key == key && due.Kind == r.Kind && due.Person == r.Person })
	if !asked {
		return codeMovedOn, nil
	}
	if d.withTurn(m) && m.Call(key.Seat) > key.N {
		if turns, err := o.wants(ctx, YourTurn, r.Person, key.Match); turns || err != nil {
			return codeTold, err
		}
	}
	if why, err := o.unreachable(ctx, r.Person, ""); why != "" || err != nil {
		return why, err
	}
	if no, err := o.unsubscribed(ctx, r.Person, key.Match); no || err != nil {
		return codeUnsubscribed, err
	}
	if wanted, err := o.wants(ctx, r.Kind, r.Person, key.Match); !wanted || err != nil {
		return codeNotWanted, err
	}
	return "", nil
}

// withTurn says whether the letter of a seat's turn tells what this one does: the
// letter is to who sits there and is asked.
func (d Due) withTurn(m *engine.Match) bool {
	return (d.Kind.news() || d.Kind == Consent) && m.Call(d.Key.Seat) > 0 && m.Person(d.Key.Seat) == d.Person
}

// carried says whether another letter of the match to the same reader has told what
// this one would, since it was composed later, or will tell it, since it is still to
// go out: so that a time without letters, or a turn that is claimed already, does
// not make two.
func (o *Office) carried(ctx context.Context, d Due, r Record, m *engine.Match, now time.Time) (told, wait bool, err error) {
	var carriers []Key
	if d.withTurn(m) {
		carriers = append(carriers, Key{Match: d.Key.Match, Seat: d.Key.Seat, N: m.Call(d.Key.Seat)})
	}
	if p := m.Proposal(); p != nil && d.Kind.news() && slices.Contains(m.Asked(), d.Key.Seat) {
		carriers = append(carriers, Key{Match: d.Key.Match, Seat: d.Key.Seat, N: p.N})
	}
	for _, key := range carriers {
		if key == d.Key {
			continue
		}
		message, err := o.Store.LastOn(ctx, stream.Letters, key.Subject())
		if errors.Is(err, stream.ErrNone) {
			continue
		}
		if err != nil {
			return false, false, err
		}
		other, err := decodeRecord(message.Data)
		switch {
		case err != nil || other.Person != d.Person:
		case other.State == Sent && other.N >= d.Key.N:
			return true, false, nil
		case other.State == Claimed && other.Tries == 0 && now.Sub(r.Since) < patient:
			wait = true
		}
	}
	return false, wait, nil
}

// patient is how long a letter waits for another that will tell what it tells.
const patient = 10 * time.Minute

// unsubscribed says whether a person wants no letters at all, or none of a match.
func (o *Office) unsubscribed(ctx context.Context, person, match string) (bool, error) {
	for _, of := range []string{"", match} {
		if no, err := o.Composer.People.Noted(ctx, person, people.UnsubscribedFrom(of)); no || err != nil {
			return true, err
		}
	}
	return false, nil
}

// unreachable says why no letter reaches a person; "" = one does. address is where
// it is to go, empty = to the person's own.
func (o *Office) unreachable(ctx context.Context, person, address string) (string, error) {
	profile, err := o.Composer.profile(ctx, person)
	switch {
	case err != nil:
		return "", err
	case profile.Erased:
		return codeErased, nil
	case address == "":
		address = profile.Address
	}
	if address == "" {
		if o.Transport == nil {
			return "", nil // the local mailbox needs no address
		}
		return codeNoAddress, nil
	}
	digest := o.Composer.Signer.AddressDigest(address)
	if blocked, err := o.Composer.People.IsBlocked(ctx, digest); blocked || err != nil {
		return codeBlocked, err
	}
	var refused refusal
	err = o.Composer.People.Record(ctx, person, people.Refused, &refused)
	if err != nil && !errors.Is(err, stream.ErrNone) {
		return "", err
	}
	if err == nil && refused.Address == digest {
		return codeRefused, nil
	}
	return "", nil
}

// wants says whether a person's settings, those for the match before those for all,
// ask for letters of a kind.
func (o *Office) wants(ctx context.Context, kind Kind, person, match string) (bool, error) {
	s, err := o.Composer.People.SettingsIn(ctx, person, match)
	if err != nil {
		return false, err
	}
	switch kind {
	case YourTurn:
		return s.Turns && !s.Digest, nil
	case Over:
		return s.Results, nil
	case Remind:
		return s.Reminders, nil
	case Talk:
		return s.Talk, nil
	}
	return true, nil
}
