package people

import (
	"context"
	"errors"
	"fmt"

	"pizzini/events"
	"pizzini/events/stream"
)

// Keep writes the profile of a person whose id the caller made: of a new person,
// or of one that is there already, so that a form that is sent twice makes one.
func (b *Book) Keep(ctx context.Context, id string, p Profile) error {
	p, err := p.clean()
	if err != nil {
		return err
	}
	key, err := b.made(ctx, id)
	if err != nil {
		return fmt.Errorf("keep a person: %w", err)
	}
	if err := b.put(ctx, key, id, kindProfile, p); err != nil {
		return fmt.Errorf("keep a person: %w", err)
	}
	return nil
}

// made returns the key of an id and makes it where there is none.
func (b *Book) made(ctx context.Context, id string) ([]byte, error) {
	key, err := b.key(ctx, id)
	if !errors.Is(err, stream.ErrNone) || !events.ValidID(id) {
		return key, err
	}
	key = newKey()
	_, err = b.store.Put(ctx, stream.Keys, keySubject(id), key, new(uint64))
	if errors.Is(err, stream.ErrConflict) {
		return b.key(ctx, id)
	}
	return key, err
}

// Block notes that no letter may go to an address again, whoever gives it. digest
// stands for the address: an id that is made with the installation's key, so that
// the note tells nobody whose it is and outlives the person.
func (b *Book) Block(ctx context.Context, digest string) error {
	key, err := b.made(ctx, digest)
	if err != nil {
		return err
	}
	return b.put(ctx, key, digest, Blocked, true)
}

// IsBlocked says whether Block noted the address of a digest.
func (b *Book) IsBlocked(ctx context.Context, digest string) (bool, error) {
	return b.Noted(ctx, digest, Blocked)
}

// Noted says whether a record of the kind is there that says yes.
func (b *Book) Noted(ctx context.Context, id, kind string) (yes bool, err error) {
	err = b.Record(ctx, id, kind, &yes)
	if errors.Is(err, stream.ErrNone) || errors.Is(err, ErrErased) {
		return false, nil
	}
	return yes, err
}

// Counter is a number that a person's links of a name carry; 0 at first. Renew
// makes it one more, so that older links are dead.
func (b *Book) Counter(ctx context.Context, id, name string) (n int, err error) {
	err = b.Record(ctx, id, counterKind(name), &n)
	if errors.Is(err, stream.ErrNone) || errors.Is(err, ErrErased) {
		return 0, nil
	}
	return n, err
}

// Renew makes the counter of a name one more and returns it. It counts on from what
// the event store has: a copy that is behind would give a number twice, and leave a
// link alive that was replaced.
func (b *Book) Renew(ctx context.Context, id, name string) (int, error) {
	key, err := b.made(ctx, id)
	if err != nil {
		return 0, err
	}
	n, _, err := change(ctx, b, key, id, counterKind(name), 0, func(n *int) error {
		*n++
		return nil
	})
	return n, err
}

func counterKind(name string) string { return "link-" + name }
