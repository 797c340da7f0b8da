package people

import (
	"context"
	"strconv"
)

// Orders are the moves that a person has programmed for a seat of a match.
type Orders struct {
	Single bool       `json:"single,omitempty"` // where there is one legal move only, play it
	Pass   *PassOrder `json:"pass,omitempty"`   // pass for the rest of the round
	Failed string     `json:"failed,omitempty"` // a code: why the last one was not carried out
}

// PassOrder says for which round to pass.
type PassOrder struct {
	Round int `json:"round"`
	Since int `json:"since"` // the match's last event when it was given
}

// Orders are the person's for a seat of a match.
func (b *Book) Orders(ctx context.Context, id, match string, seat int) (Orders, error) {
	return known(ctx, b, id, ordersOf(match, seat), Orders{})
}

// ChangeOrders changes the person's orders for a seat of a match as they are now.
func (b *Book) ChangeOrders(ctx context.Context, id, match string, seat int, do func(*Orders) error) error {
	if err := validMatch(match); err != nil {
		return err
	}
	return changeOwn(ctx, b, id, ordersOf(match, seat), Orders{}, do)
}

func ordersOf(match string, seat int) string { return "orders-" + match + "-" + strconv.Itoa(seat) }

// Extras are what a host has chosen for his match that is not in its log.
type Extras struct {
	WatchersTalk bool `json:"watchersTalk,omitempty"` // who watches may read the talk
}

// Extras are the host's for a match.
func (b *Book) Extras(ctx context.Context, host, match string) (Extras, error) {
	return known(ctx, b, host, extrasOf(match), Extras{})
}

// ChangeExtras changes the host's extras for a match as they are now.
func (b *Book) ChangeExtras(ctx context.Context, host, match string, do func(*Extras) error) error {
	if err := validMatch(match); err != nil {
		return err
	}
	return changeOwn(ctx, b, host, extrasOf(match), Extras{}, do)
}

func extrasOf(match string) string { return "extras-" + match }
