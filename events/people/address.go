package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pizzini/events/stream"
)

// One human has an id for each invitation that he took: they belong together by the
// mail address, once it was proven. What he sets for himself, not for a match, holds
// for all of them.
// It is written to each of them, so that reading is quick: settings and days away are
// read with every move, and changed a few times a year.
var shared = []string{kindSettings, kindAway}

// At lists the persons with a mail address, ascending. There is no index of
// addresses: it looks through all profiles.
func (b *Book) At(ctx context.Context, address string) ([]string, error) {
	if address == "" {
		return nil, nil
	}
	near := b.near()
	profiles, err := near.ListOn(ctx, stream.People, recordSubject("*", kindProfile))
	if err != nil {
		return nil, fmt.Errorf("look for the persons of an address: %w", err)
	}
	keys, err := near.ListOn(ctx, stream.Keys, keySubject(""))
	if err != nil {
		return nil, fmt.Errorf("look for the persons of an address: %w", err)
	}
	keyOf := map[string][]byte{}
	for _, m := range keys {
		keyOf[m.Subject] = m.Data
	}
	var found []string
	for _, m := range profiles {
		id := strings.TrimSuffix(strings.TrimPrefix(m.Subject, "person."), "."+kindProfile)
		key := keyOf[keySubject(id)]
		b.mu.Lock()
		gone := key == nil || b.erased[id]
		b.mu.Unlock()
		if gone || m.Subject != recordSubject(id, kindProfile) {
			continue
		}
		var p Profile
		if err := read(key, m, &p); err != nil {
			return nil, err
		}
		if strings.EqualFold(p.Address, address) {
			found = append(found, id)
		}
	}
	slices.Sort(found)
	return found, nil
}

// SameAddress lists the persons with this person's address, ascending: himself
// alone where he has none.
func (b *Book) SameAddress(ctx context.Context, id string) ([]string, error) {
	p, err := b.Profile(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.Erased {
		return nil, ErrErased
	}
	found, err := b.At(ctx, p.Address)
	if i, ok := slices.BinarySearch(found, id); err == nil && !ok { // the copy may not know him yet
		found = slices.Insert(found, i, id)
	}
	return found, err
}

// changeShared changes a record that all persons of one human have. The first of
// them says what it is; the others get what he has, until that stands still.
func changeShared[T any](ctx context.Context, b *Book, id, kind string, start T, do func(*T) error) error {
	all, err := b.SameHuman(ctx, id)
	if err != nil {
		return err
	}
	first := all[0]
	key, err := b.key(ctx, first)
	if err != nil {
		return err
	}
	is, seq, err := change(ctx, b, key, first, kind, start, do)
	for err == nil {
		for _, other := range all[1:] {
			err := b.Put(ctx, other, kind, is)
			if err != nil && !errors.Is(err, ErrErased) {
				return err
			}
		}
		before := seq
		if is, seq, err = present(ctx, b, key, first, kind, start); seq == before {
			break
		}
	}
	return err
}

// inherit gives a person who has proven his address the settings that others have who
// proved it, where he has none.
func (b *Book) inherit(ctx context.Context, id string) error {
	all, err := b.SameHuman(ctx, id)
	if err != nil {
		return err
	}
	for _, kind := range shared {
		for _, other := range all {
			if other == id {
				continue
			}
			var is any
			err := b.Record(ctx, other, kind, &is)
			if errors.Is(err, stream.ErrNone) || errors.Is(err, ErrErased) {
				continue
			}
			if err != nil {
				return err
			}
			key, err := b.key(ctx, id)
			if err != nil {
				return err
			}
			if _, err := b.putOver(ctx, key, id, kind, is, new(uint64)); err != nil && !errors.Is(err, stream.ErrConflict) {
				return err
			}
			break
		}
	}
	return nil
}
