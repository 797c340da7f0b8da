package people

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

const kindAway = "away"

// maxAway is how many times of being away are kept, the last ones.
const maxAway = 100

// Away is a time in which the person is away: both days and all between them, in his
// zone, written as "2026-12-20".
type Away struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Away lists when the person is and was away, ascending.
func (b *Book) Away(ctx context.Context, id string) ([]Away, error) {
	return chosen(ctx, b, id, kindAway, []Away(nil))
}

// SetAway replaces when the person, and all who are the same human, are away. Times that
// touch become one.
func (b *Book) SetAway(ctx context.Context, id string, list []Away) error {
	return b.ChangeAway(ctx, id, func([]Away) ([]Away, error) { return list, nil })
}

// ChangeAway changes when the person, and all who are the same human, are away, from
// what it is now. do gets a list and returns another; its error ends it.
func (b *Book) ChangeAway(ctx context.Context, id string, do func([]Away) ([]Away, error)) error {
	return changeShared(ctx, b, id, kindAway, nil, func(is *[]Away) error {
		list, err := do(*is)
		if err != nil {
			return err
		}
		*is, err = tidy(list)
		return err
	})
}

// DaysLeft is how many of the days that a person may be away in a year are left by a
// list; fewer than 0 = he takes more than he may.
func DaysLeft(list []Away, year, allowance int) int {
	list, err := tidy(list) // what overlaps counts once
	if err != nil {
		return allowance
	}
	begin, end := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC)
	for _, a := range list {
		from, to := date(a.From), date(a.To)
		if from.Before(begin) {
			from = begin
		}
		if to.After(end) {
			to = end
		}
		if !to.Before(from) {
			allowance -= 1 + int(to.Sub(from).Hours()/24)
		}
	}
	return allowance
}

// tidy checks and orders times and joins those that touch.
func tidy(list []Away) ([]Away, error) {
	list = slices.Clone(list)
	for _, a := range list {
		if err := a.check(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b Away) int { return cmp.Compare(a.From, b.From) })
	var tidied []Away
	for _, a := range list {
		last := len(tidied) - 1
		if last >= 0 && !date(a.From).After(date(tidied[last].To).AddDate(0, 0, 1)) {
			tidied[last].To = max(tidied[last].To, a.To)
			continue
		}
		tidied = append(tidied, a)
	}
	return tidied[max(0, len(tidied)-maxAway):], nil
}

func (a Away) check() error {
	from, to := date(a.From), date(a.To)
	switch {
	case from.IsZero() || to.IsZero():
		return errors.New("the first or the last day away is no date: write it like 2026-12-20")
	case to.Before(from):
		return errors.New("the last day away is before the first one")
	case to.Sub(from) > 366*24*time.Hour:
		return errors.New("the time away is longer than a year: make it shorter")
	}
	return nil
}

// date reads a day; it is zero where there is none.
func date(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil || d.Year() < 2000 {
		return time.Time{}
	}
	return d
}

// span is from the first moment of the first day to that of the day after the last.
func (a Away) span(place *time.Location) Span {
	return Span{begin(date(a.From), place), begin(date(a.To).AddDate(0, 0, 1), place)}
}

// begin is the first moment of a day. Where summer time begins at midnight that is
// one o'clock.
func begin(d time.Time, place *time.Location) time.Time {
	t := time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, place)
	for t.Day() != d.Day() {
		t = t.Add(15 * time.Minute)
	}
	for earlier := t.Add(-15 * time.Minute); earlier.Day() == d.Day(); earlier = t.Add(-15 * time.Minute) {
		t = earlier
	}
	return t.UTC()
}
