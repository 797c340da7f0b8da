package people

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/events"
	"pizzini/events/stream"
)

// Orders are the moves that a person has programmed for a seat of a match, and what
// became of them. They concern nobody else.
type Orders struct {
	Given  []Order `json:"given,omitempty"`
	Ended  []Order `json:"ended,omitempty"`  // before they did what they were given for; the person is still to be told
	Played []int   `json:"played,omitempty"` // the decisions that were played for him, by their numbers
}

// Order is one programmed move.
type Order struct {
	Kind  string    `json:"kind"`          // as the engine names it
	Key   string    `json:"key,omitempty"` // of a pass: what is passed
	Round int       `json:"round"`         // for which it holds
	After int       `json:"after"`         // the match's last event when it was given
	At    time.Time `json:"at"`            // when it was given
	End   string    `json:"end,omitempty"` // a code: why it does not hold any more
	Over  time.Time `json:"over,omitzero"` // since when
}

// Same says whether two are the same order, given at the same place.
func (o Order) Same(other Order) bool {
	return o.Kind == other.Kind && o.Key == other.Key && o.Round == other.Round && o.After == other.After
}

// Drop takes an order out of those that hold; it says whether it was there.
func (o *Orders) Drop(order Order) bool {
	before := len(o.Given)
	o.Given = slices.DeleteFunc(slices.Clone(o.Given), order.Same)
	return len(o.Given) < before
}

// Holds says whether an order still holds.
func (o *Orders) Holds(order Order) bool { return slices.ContainsFunc(o.Given, order.Same) }

// WasPlayed says whether a decision was played for the person.
func (o *Orders) WasPlayed(decision int) bool { return slices.Contains(o.Played, decision) }

// Forget takes back that a decision was played for him; it says whether it was there.
func (o *Orders) Forget(decision int) bool {
	before := len(o.Played)
	o.Played = slices.DeleteFunc(slices.Clone(o.Played), func(n int) bool { return n == decision })
	return len(o.Played) < before
}

// Orders are the person's for a seat of a match.
func (b *Book) Orders(ctx context.Context, id, match string, seat int) (Orders, error) {
	return chosen(ctx, b, id, ordersOf(match, seat), Orders{})
}

// ErrUnchanged is what do gives back where there is nothing to change: nothing is written.
var ErrUnchanged = errors.New("there is nothing to change")

// ChangeOrders changes the person's orders for a seat of a match as they are now.
func (b *Book) ChangeOrders(ctx context.Context, id, match string, seat int, do func(*Orders) error) error {
	if err := validMatch(match); err != nil {
		return err
	}
	err := changeOwn(ctx, b, id, ordersOf(match, seat), Orders{}, do)
	if errors.Is(err, ErrUnchanged) {
		return nil
	}
	return err
}

// Ordered lists the matches for which anybody has ever given orders, as the copy
// knows them.
func (b *Book) Ordered(ctx context.Context) ([]string, error) {
	messages, err := b.near().ListOn(ctx, stream.People, "person.*.orders-")
	if err != nil {
		return nil, err
	}
	var matches []string
	for _, m := range messages {
		if match, ok := OrdersIn(m.Subject); ok && !slices.Contains(matches, match) {
			matches = append(matches, match)
		}
	}
	return matches, nil
}

// OrdersIn says of which match a record holds orders, by its subject.
func OrdersIn(subject string) (match string, ok bool) { return matchOfKind(subject, "orders-") }

// TalkIn says at which match's table a record was said, by its subject.
func TalkIn(subject string) (match string, ok bool) { return matchOfKind(subject, "talk-") }

// ExtrasIn says of which match a record holds a host's extras, by its subject.
func ExtrasIn(subject string) (match string, ok bool) { return matchOfKind(subject, "extras-") }

// matchOfKind is the match that a kind of record begins with after a word.
func matchOfKind(subject, word string) (match string, ok bool) {
	tokens := strings.Split(subject, ".")
	if len(tokens) != 3 || tokens[0] != "person" {
		return "", false
	}
	rest, ok := strings.CutPrefix(tokens[2], word)
	match, _, _ = strings.Cut(rest, "-")
	return match, ok && events.ValidID(match)
}

func ordersOf(match string, seat int) string { return "orders-" + match + "-" + strconv.Itoa(seat) }

// Extras are what a host has chosen for his match that is not in its log.
type Extras struct {
	WatchersTalk bool      `json:"watchersTalk,omitempty"` // who watches may read the talk
	Since        time.Time `json:"since,omitzero"`         // from then on: what was said before was said to the table alone
}

// Extras are the host's for a match.
func (b *Book) Extras(ctx context.Context, host, match string) (Extras, error) {
	return chosen(ctx, b, host, extrasOf(match), Extras{})
}

// ChangeExtras changes the host's extras for a match as they are now.
func (b *Book) ChangeExtras(ctx context.Context, host, match string, do func(*Extras) error) error {
	if err := validMatch(match); err != nil {
		return err
	}
	return changeOwn(ctx, b, host, extrasOf(match), Extras{}, do)
}

func extrasOf(match string) string { return "extras-" + match }
