package people

import (
	"context"
	"errors"
	"slices"
	"strings"

	"pizzini/events/stream"
)

// kindProven is the kind that says for which address it was proven that whoever acts
// for the person reads its letters. An address that somebody has only typed may be
// anybody's: nothing that its owner has set may be seen by it.
const kindProven = "proven"

// Proven says whether the person's address, as it is now, was proven to be his.
func (b *Book) Proven(ctx context.Context, id string) (bool, error) {
	address, err := known(ctx, b, id, kindProven, "")
	if err != nil || address == "" {
		return false, err
	}
	p, err := b.Profile(ctx, id)
	if errors.Is(err, stream.ErrNone) {
		return false, nil
	}
	return strings.EqualFold(p.Address, address), err
}

// Prove notes that whoever acts for the person has followed a link that only a letter
// to his address carried. He then has the settings of all who have proven it.
func (b *Book) Prove(ctx context.Context, id string) error {
	if proven, err := b.Proven(ctx, id); err != nil || proven {
		return err
	}
	p, err := b.Profile(ctx, id)
	if err != nil {
		return err
	}
	if p.Erased {
		return ErrErased
	}
	if p.Address == "" {
		return nil
	}
	if err := b.Put(ctx, id, kindProven, p.Address); err != nil {
		return err
	}
	return b.inherit(ctx, id)
}

// ProveAll is Prove for the person and all others with his address: who signs in by a
// letter is the owner of what was typed with it, too.
func (b *Book) ProveAll(ctx context.Context, id string) error {
	all, err := b.SameAddress(ctx, id)
	if err != nil {
		return err
	}
	// His own settings come first: the others have those that are there.
	all = append([]string{id}, slices.DeleteFunc(all, func(other string) bool { return other == id })...)
	for _, one := range all {
		if err := b.Prove(ctx, one); err != nil && (one == id || !errors.Is(err, ErrErased)) {
			return err
		}
	}
	return nil
}

// SameHuman lists the persons who are one human for sure, ascending: those who have
// proven this person's address; himself alone where he has not.
func (b *Book) SameHuman(ctx context.Context, id string) ([]string, error) {
	all, err := b.SameAddress(ctx, id)
	if err != nil {
		return nil, err
	}
	proven, err := b.Proven(ctx, id)
	if err != nil || !proven {
		return []string{id}, err
	}
	var his []string
	for _, other := range all {
		proven, err := b.Proven(ctx, other)
		if err != nil {
			return nil, err
		}
		if proven || other == id {
			his = append(his, other)
		}
	}
	return his, nil
}
