package people

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
)

// Note is a person's private note at a position of a match.
type Note struct {
	N    int // the position
	Text string
}

// Notes are the person's notes in a match, in the order of their positions.
func (b *Book) Notes(ctx context.Context, id, match string) ([]Note, error) {
	if err := validMatch(match); err != nil {
		return nil, err
	}
	texts, err := numbered[string](ctx, b, id, noteOf(match))
	if err != nil {
		return nil, err
	}
	var notes []Note
	for _, n := range slices.Sorted(maps.Keys(texts)) {
		if texts[n] != "" {
			notes = append(notes, Note{n, texts[n]})
		}
	}
	return notes, nil
}

// Note is the person's note at a position of a match, "" for none.
func (b *Book) Note(ctx context.Context, id, match string, n int) (string, error) {
	return chosen(ctx, b, id, noteOf(match)+strconv.Itoa(n), "")
}

// SetNote replaces the person's note at a position of a match, cleaned; an empty
// text takes it away.
func (b *Book) SetNote(ctx context.Context, id, match string, n int, text string) error {
	if err := validMatch(match); err != nil {
		return err
	}
	if n < 0 {
		return errors.New("that is no position of a match")
	}
	text, err := CleanText(text)
	if err != nil && !errors.Is(err, errNoText) {
		return err
	}
	return b.Put(ctx, id, noteOf(match)+strconv.Itoa(n), text)
}

func noteOf(match string) string { return "note-" + match + "-" }

// Reason is why a seat proposes something, in the words of who sits there.
type Reason struct {
	N    int    `json:"n"` // the number of the event that proposes it
	Text string `json:"text"`
}

// Reason is the last that the person gave for a seat of a match; empty for none.
func (b *Book) Reason(ctx context.Context, id, match string, seat int) (Reason, error) {
	return chosen(ctx, b, id, reasonOf(match, seat), Reason{})
}

// SetReason replaces the reason that the person gives for a seat of a match, cleaned;
// its text may be empty.
func (b *Book) SetReason(ctx context.Context, id, match string, seat int, r Reason) (err error) {
	if err := validMatch(match); err != nil {
		return err
	}
	if r.Text, err = CleanText(r.Text); err != nil && !errors.Is(err, errNoText) {
		return err
	}
	return b.Put(ctx, id, reasonOf(match, seat), r)
}

func reasonOf(match string, seat int) string { return "reason-" + match + "-" + strconv.Itoa(seat) }
