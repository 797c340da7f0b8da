package people

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"pizzini/events/stream"
)

// Said is something that a person said at a match's table.
type Said struct {
	Person string
	K      int // his first, second, … in this match
	At     time.Time
	Text   string
}

// line is how it is kept. Taken back it has no text: its number is not given again.
type line struct {
	At   time.Time `json:"at"`
	Text string    `json:"text,omitempty"`
}

// Say keeps what the person says at a match's table, cleaned, and tells its number.
func (b *Book) Say(ctx context.Context, id, match, text string, at time.Time) (k int, err error) {
	if err := validMatch(match); err != nil {
		return 0, err
	}
	if text, err = CleanText(text); err != nil {
		return 0, err
	}
	key, err := b.key(ctx, id)
	if err != nil {
		return 0, err
	}
	lines, err := numbered[line](ctx, b, id, talkOf(match))
	if err != nil {
		return 0, err
	}
	for k = slices.Max(append(slices.Collect(maps.Keys(lines)), 0)) + 1; ; k++ {
		_, err := b.putOver(ctx, key, id, talkOf(match)+strconv.Itoa(k), line{At: at.UTC(), Text: text}, new(uint64))
		if !errors.Is(err, stream.ErrConflict) { // else he speaks elsewhere at the same time
			return k, err
		}
	}
}

// Talk is what these persons have said at a match's table, in the order of time.
func (b *Book) Talk(ctx context.Context, persons []string, match string) ([]Said, error) {
	if err := validMatch(match); err != nil {
		return nil, err
	}
	var all []Said
	for _, id := range persons {
		lines, err := numbered[line](ctx, b, id, talkOf(match))
		if err != nil {
			return nil, err
		}
		for k, l := range lines {
			if l.Text != "" {
				all = append(all, Said{id, k, l.At, l.Text})
			}
		}
	}
	slices.SortFunc(all, func(a, b Said) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Person, b.Person), cmp.Compare(a.K, b.K))
	})
	return all, nil
}

// Unsay takes back what the person has said.
func (b *Book) Unsay(ctx context.Context, id, match string, k int) error {
	if err := validMatch(match); err != nil {
		return err
	}
	return changeOwn(ctx, b, id, talkOf(match)+strconv.Itoa(k), line{}, func(l *line) error {
		if l.At.IsZero() {
			return errors.New("there is nothing of that number to take back")
		}
		l.Text = ""
		return nil
	})
}

func talkOf(match string) string { return "talk-" + match + "-" }
