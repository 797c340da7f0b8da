package main

import (
	"context"

	"pizzini/engine/clock"
	"pizzini/events/people"
)

// What the players of a match are told of each other, as the pages ask the book of
// persons.

func (p pagePeople) Hours(ctx context.Context, person string) (clock.Person, error) {
	known, err := p.book.Calendar(ctx, person)
	return clockPerson(known), refused(err)
}

func (p pagePeople) Reason(ctx context.Context, person, match string, seat int) (people.Reason, error) {
	why, err := p.book.Reason(ctx, person, match, seat)
	return why, refused(err)
}

func (p pagePeople) SetReason(ctx context.Context, person, match string, seat int, why people.Reason) error {
	return p.settled(ctx, p.book.SetReason(ctx, person, match, seat, why))
}
