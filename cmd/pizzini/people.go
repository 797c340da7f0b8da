package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/web"
	"pizzini/web/link"
)

// pagePeople is the book of persons as the pages ask it.
type pagePeople struct {
	book   *people.Book
	signer link.Signer
}

func (p pagePeople) Keep(ctx context.Context, person string, profile web.Profile) error {
	return p.book.Keep(ctx, person, people.Profile{Name: profile.Name, Address: profile.Address})
}

func (p pagePeople) Profile(ctx context.Context, person string) (web.Profile, error) {
	known, err := p.book.Profile(ctx, person)
	if errors.Is(err, stream.ErrNone) {
		return web.Profile{}, nil
	}
	return web.Profile{Name: known.Name, Address: known.Address}, err
}

func (p pagePeople) LuckyWords(ctx context.Context, person, match string, seat int, text string) (string, error) {
	var known people.Words
	err := p.book.Record(ctx, person, people.WordsOf(match, seat), &known)
	if err == nil && known.Text == text {
		return events.WordsDigest(known.Salt, known.Text), nil
	}
	if err != nil && !errors.Is(err, stream.ErrNone) {
		return "", fmt.Errorf("read the lucky words: %w", err)
	}
	words := people.Words{Text: text, Salt: make([]byte, 32)}
	if _, err := rand.Read(words.Salt); err != nil {
		return "", err
	}
	if err := p.book.Put(ctx, person, people.WordsOf(match, seat), words); err != nil {
		return "", fmt.Errorf("keep the lucky words: %w", err)
	}
	return events.WordsDigest(words.Salt, words.Text), nil
}

func (p pagePeople) Blocked(ctx context.Context, address string) (bool, error) {
	return p.book.IsBlocked(ctx, p.signer.AddressDigest(address))
}

func (p pagePeople) Unsubscribe(ctx context.Context, person, match string) error {
	return p.book.Put(ctx, person, people.UnsubscribedFrom(match), true)
}

func (p pagePeople) NotMe(ctx context.Context, person string) error {
	known, err := p.book.Profile(ctx, person)
	if err != nil || known.Address == "" {
		return err
	}
	return p.book.Block(ctx, p.signer.AddressDigest(known.Address))
}
