package main

import (
	"context"
	"time"

	"pizzini/events/people"
)

// What people keep beside their matches, as the pages ask the book of persons.

func (p pagePeople) Say(ctx context.Context, person, match, text string, at time.Time) (int, error) {
	k, err := p.book.Say(ctx, person, match, text, at)
	return k, refused(err)
}

func (p pagePeople) Talk(ctx context.Context, persons []string, match string) ([]people.Said, error) {
	said, err := p.book.Talk(ctx, persons, match)
	return said, refused(err)
}

func (p pagePeople) Unsay(ctx context.Context, person, match string, k int) error {
	return refused(p.book.Unsay(ctx, person, match, k))
}

func (p pagePeople) Notes(ctx context.Context, person, match string) ([]people.Note, error) {
	notes, err := p.book.Notes(ctx, person, match)
	return notes, refused(err)
}

func (p pagePeople) SetNote(ctx context.Context, person, match string, n int, text string) error {
	return refused(p.book.SetNote(ctx, person, match, n, text))
}

func (p pagePeople) Orders(ctx context.Context, person, match string, seat int) (people.Orders, error) {
	all, err := p.book.Orders(ctx, person, match, seat)
	return all, refused(err)
}

func (p pagePeople) ChangeOrders(ctx context.Context, person, match string, seat int, do func(*people.Orders) error) error {
	return refused(p.book.ChangeOrders(ctx, person, match, seat, do))
}

func (p pagePeople) Extras(ctx context.Context, host, match string) (people.Extras, error) {
	extras, err := p.book.Extras(ctx, host, match)
	return extras, refused(err)
}

func (p pagePeople) ChangeExtras(ctx context.Context, host, match string, do func(*people.Extras) error) error {
	return refused(p.book.ChangeExtras(ctx, host, match, do))
}
