package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"pizzini/events"
	"pizzini/events/stream"
)

// change changes a person's record as the event store has it now, and again when
// another change came first: two changes at one time do not undo each other. start
// is what the record is where there is none, as JSON makes it out of what is kept.
// It returns what was written and its sequence; an error of do ends it.
func change[T any](ctx context.Context, b *Book, key []byte, id, kind string, start T, do func(*T) error) (is T, seq uint64, err error) {
	for {
		is, seq, err = present(ctx, b, key, id, kind, start)
		if err == nil {
			err = do(&is)
		}
		if err != nil {
			return is, 0, err
		}
		seq, err = b.putOver(ctx, key, id, kind, is, &seq)
		if !errors.Is(err, stream.ErrConflict) {
			return is, seq, err
		}
	}
}

// present reads a record from the event store; a copy may be behind.
func present[T any](ctx context.Context, b *Book, key []byte, id, kind string, start T) (is T, seq uint64, err error) {
	is = start
	m, err := b.store.LastOn(ctx, stream.People, recordSubject(id, kind))
	if errors.Is(err, stream.ErrNone) {
		return is, 0, nil
	}
	if err == nil {
		err = read(key, m, &is)
	}
	return is, m.Seq, err
}

// changeOwn is change for a record that is the person's alone.
func changeOwn[T any](ctx context.Context, b *Book, id, kind string, start T, do func(*T) error) error {
	if !validKind(kind) {
		return fmt.Errorf("a record of a person cannot be of kind %q", kind)
	}
	key, err := b.key(ctx, id)
	if err != nil {
		return err
	}
	_, _, err = change(ctx, b, key, id, kind, start, do)
	return err
}

// known reads a record; where there is none, and of who is erased or never was, it
// is start. So it is where the copy has none and the event store does not answer: most
// people have set nothing, and their pages are shown all the same.
func known[T any](ctx context.Context, b *Book, id, kind string, start T) (T, error) {
	is := start
	err := b.Record(ctx, id, kind, &is)
	return orStart(b, is, start, err)
}

// chosen is known for what a person may choose or write and most have not: that there
// is none is taken from the copy, as is what it has. A page asks for a dozen of them.
func chosen[T any](ctx context.Context, b *Book, id, kind string, start T) (T, error) {
	is := start
	err := b.record(ctx, id, kind, &is, func(ctx context.Context, st stream.Stream, subject string) (stream.Message, error) {
		return b.near().LastOn(ctx, st, subject)
	})
	return orStart(b, is, start, err)
}

func orStart[T any](b *Book, is, start T, err error) (T, error) {
	away := b.cache != nil && (errors.Is(err, stream.ErrAway) || errors.Is(err, stream.ErrClosed))
	if errors.Is(err, stream.ErrNone) || errors.Is(err, ErrErased) || away {
		return start, nil
	}
	return is, err
}

// numbered reads the person's records of the kinds that begin with prefix and end
// with a number, by that number. Of who is erased or never was there are none.
func numbered[T any](ctx context.Context, b *Book, id, prefix string) (map[int]T, error) {
	key, err := b.key(ctx, id)
	if errors.Is(err, stream.ErrNone) || errors.Is(err, ErrErased) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	messages, err := b.near().ListOn(ctx, stream.People, recordSubject(id, prefix))
	if err != nil {
		return nil, err
	}
	found := map[int]T{}
	for _, m := range messages {
		n, err := strconv.Atoi(strings.TrimPrefix(m.Subject, recordSubject(id, prefix)))
		if err != nil {
			continue
		}
		var v T
		if err := read(key, m, &v); err != nil {
			return nil, err
		}
		found[n] = v
	}
	return found, nil
}

// Everything is all that is kept of the person: his records, decrypted, as JSON.
func (b *Book) Everything(ctx context.Context, id string) (json.RawMessage, error) {
	key, err := b.key(ctx, id)
	if err != nil {
		return nil, err
	}
	messages, err := b.near().ListOn(ctx, stream.People, recordSubject(id, ""))
	if err != nil {
		return nil, err
	}
	type record struct {
		Kept string          `json:"kept"` // when
		Is   json.RawMessage `json:"is"`
	}
	all := map[string]record{}
	for _, m := range messages {
		r := record{Kept: events.FormatTime(m.At)}
		if err := read(key, m, &r.Is); err != nil {
			return nil, err
		}
		all[strings.TrimPrefix(m.Subject, recordSubject(id, ""))] = r
	}
	return json.MarshalIndent(map[string]any{"person": id, "records": all}, "", "  ")
}
