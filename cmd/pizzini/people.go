package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web"
	"pizzini/web/link"
)

// pagePeople is the book of persons as the pages ask it. What the event store
// cannot do now comes as the refusal that a command would get.
type pagePeople struct {
	book   *people.Book
	signer link.Signer
	store  *stream.Store
	copy   *projections.DB
}

func refused(err error) error { return engine.Stored(projections.Known(err)) }

func (p pagePeople) Keep(ctx context.Context, person string, profile web.Profile) error {
	return refused(p.book.Keep(ctx, person, people.Profile{Name: profile.Name, Address: profile.Address}))
}

func (p pagePeople) Profile(ctx context.Context, person string) (web.Profile, error) {
	known, err := p.book.Profile(ctx, person)
	if errors.Is(err, stream.ErrNone) {
		return web.Profile{}, nil
	}
	return web.Profile{Name: known.Name, Address: known.Address}, refused(err)
}

func (p pagePeople) LuckyWords(ctx context.Context, person, match string, seat int, text string) (string, error) {
	var known people.Words
	err := p.book.Record(ctx, person, people.WordsOf(match, seat), &known)
	if err == nil && known.Text == text {
		return events.WordsDigest(known.Salt, known.Text), nil
	}
	if err != nil && !errors.Is(err, stream.ErrNone) {
		return "", fmt.Errorf("read the lucky words: %w", refused(err))
	}
	words := people.Words{Text: text, Salt: make([]byte, 32)}
	if _, err := rand.Read(words.Salt); err != nil {
		return "", err
	}
	if err := p.book.Put(ctx, person, people.WordsOf(match, seat), words); err != nil {
		return "", fmt.Errorf("keep the lucky words: %w", refused(err))
	}
	return events.WordsDigest(words.Salt, words.Text), nil
}

func (p pagePeople) SameWords(ctx context.Context, person, match string, seat int, text string) (bool, error) {
	var known people.Words
	err := p.book.Record(ctx, person, people.WordsOf(match, seat), &known)
	if errors.Is(err, stream.ErrNone) || errors.Is(err, people.ErrErased) {
		err = nil
	}
	return err == nil && known.Text == text, refused(err)
}

func (p pagePeople) Blocked(ctx context.Context, address string) (bool, error) {
	blocked, err := p.book.IsBlocked(ctx, p.signer.AddressDigest(address))
	return blocked, refused(err)
}

// Unsubscribe stops the letters of a match to a person; with an empty match, all
// letters to his address, whoever invites it.
func (p pagePeople) Unsubscribe(ctx context.Context, person, match string) error {
	if match == "" {
		if err := p.NotMe(ctx, person); err != nil {
			return err
		}
	}
	return refused(p.book.Put(ctx, person, people.UnsubscribedFrom(match), true))
}

// NotMe blocks the person's address for good.
func (p pagePeople) NotMe(ctx context.Context, person string) error {
	known, err := p.book.Profile(ctx, person)
	if err != nil || known.Address == "" {
		return refused(err)
	}
	return refused(p.book.Block(ctx, p.signer.AddressDigest(known.Address)))
}

func (p pagePeople) LinkNumber(ctx context.Context, person, name string) (int, error) {
	n, err := p.book.Counter(ctx, person, name)
	return n, refused(err)
}

func (p pagePeople) RenewLink(ctx context.Context, person, name string) (int, error) {
	n, err := p.book.Renew(ctx, person, name)
	return n, refused(err)
}

// settled waits until this node's copy has what was just written, so that the page
// that follows shows it; not for long, since it is safe already.
func (p pagePeople) settled(ctx context.Context, err error) error {
	if err != nil {
		return refused(err)
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if last, err := p.store.Last(ctx, stream.People); err == nil {
		_ = p.copy.WaitPosition(ctx, stream.People, last)
	}
	return nil
}

func (p pagePeople) At(ctx context.Context, address string) ([]string, error) {
	persons, err := p.book.At(ctx, address)
	return persons, refused(err)
}

func (p pagePeople) SameAddress(ctx context.Context, person string) ([]string, error) {
	persons, err := p.book.SameAddress(ctx, person)
	return persons, refused(err)
}

func (p pagePeople) SameHuman(ctx context.Context, person string) ([]string, error) {
	persons, err := p.book.SameHuman(ctx, person)
	return persons, refused(err)
}

func (p pagePeople) Prove(ctx context.Context, person string) error {
	return refused(p.book.Prove(ctx, person))
}

func (p pagePeople) ProveAll(ctx context.Context, person string) error {
	return p.settled(ctx, p.book.ProveAll(ctx, person))
}

func (p pagePeople) Proven(ctx context.Context, person string) (bool, error) {
	proven, err := p.book.Proven(ctx, person)
	return proven, refused(err)
}

func (p pagePeople) Asked(ctx context.Context, person string) (address string, err error) {
	err = p.book.Record(ctx, person, people.Asked, &address)
	if errors.Is(err, stream.ErrNone) {
		return "", nil
	}
	return address, refused(err)
}

func (p pagePeople) Everything(ctx context.Context, person string) (json.RawMessage, error) {
	all, err := p.book.Everything(ctx, person)
	return all, refused(err)
}

func (p pagePeople) Erase(ctx context.Context, person string) error {
	return p.settled(ctx, p.book.Erase(ctx, person))
}

func (p pagePeople) Settings(ctx context.Context, person string) (people.Settings, error) {
	wanted, err := p.book.Settings(ctx, person)
	return wanted, refused(err)
}

func (p pagePeople) SetSettings(ctx context.Context, person string, wanted people.Settings) error {
	return p.settled(ctx, p.book.SetSettings(ctx, person, wanted))
}

func (p pagePeople) MatchSettings(ctx context.Context, person, match string) (people.MatchSettings, error) {
	wanted, err := p.book.MatchSettings(ctx, person, match)
	return wanted, refused(err)
}

func (p pagePeople) SetMatchSettings(ctx context.Context, person, match string, wanted people.MatchSettings) error {
	return p.settled(ctx, p.book.SetMatchSettings(ctx, person, match, wanted))
}

func (p pagePeople) Calendar(ctx context.Context, person string, away []people.Away) (clock.Person, error) {
	calendar, err := p.book.CalendarWith(ctx, person, away)
	return clockPerson(calendar), refused(err)
}

func (p pagePeople) Away(ctx context.Context, person string) ([]people.Away, error) {
	list, err := p.book.Away(ctx, person)
	return list, refused(err)
}

func (p pagePeople) SetAway(ctx context.Context, person string, list []people.Away) error {
	return p.settled(ctx, p.book.SetAway(ctx, person, list))
}

func (p pagePeople) Devices(ctx context.Context, person string) ([]people.Device, error) {
	devices, err := p.book.Devices(ctx, person)
	return devices, refused(err)
}

func (p pagePeople) SignIn(ctx context.Context, person, label string, at time.Time) (int, error) {
	device, err := p.book.SignIn(ctx, person, label, at)
	return device, p.settled(ctx, err)
}

func (p pagePeople) SignOut(ctx context.Context, person string, device int) error {
	return p.settled(ctx, p.book.SignOut(ctx, person, device))
}

func (p pagePeople) SignOutEverywhere(ctx context.Context, person string) error {
	return p.settled(ctx, p.book.SignOutEverywhere(ctx, person))
}
