package web

import (
	"context"
	"fmt"
	"net/http"
	"testing"
)

// slow is a node's copy that says for which event a page waits.
type slow struct {
	Projections
	asked chan int
}

func (c slow) Wait(ctx context.Context, match string, n int) error {
	select {
	case c.asked <- n:
	default:
	}
	return c.Projections.Wait(ctx, match, n)
}

// A draft is of a decision that this node may not have heard of yet: the page waits
// for it and does not say that the position has changed.
func TestADraftWaitsForItsDecision(t *testing.T) {
	t.Parallel()
	asked := make(chan int, 1)
	g := gather(t, newHouse(t, func(c *Config) { c.Projections = slow{c.Projections, asked} }), nil)
	m := g.match(g.id)
	mover := m.Active()[0]
	next, decision := int(mover)%3+1, m.N()+1
	page := g.readers[mover].open(g.seatPage(int(mover)))
	shown := make(chan *sheet, 1)
	for len(asked) > 0 {
		<-asked
	}
	go func() { shown <- g.readers[next].open(fmt.Sprintf("%s?d=%d&try=pass", g.seatPage(next), decision)) }()
	select {
	case n := <-asked:
		if n != decision {
			t.Errorf("the page waits for event %d, the draft is of decision %d", n, decision)
		}
	case early := <-shown:
		t.Fatalf("the page does not wait: %s", early.text())
	}
	g.readers[mover].open(page.choices()[0]).submit("Play it", nil).is(http.StatusOK)
	(<-shown).is(http.StatusOK).says("You chose:")
}

// Where this node does not learn of a move in time, its page says that it is safe.
func TestAPageThatIsBehindSaysSo(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, _ := g.turn()
	n := g.match(g.id).N()
	r.open(fmt.Sprintf("%s?n=%d", g.seatPage(seat), n+1)).is(http.StatusOK).says("This page is catching up", "Your move is safe", "Your turn")
	r.open(fmt.Sprintf("%s?n=%d", g.seatPage(seat), n)).is(http.StatusOK).silent("catching up")
	r.open(fmt.Sprintf("%s?n=%d", g.seatPage(seat), n+1000000)).is(http.StatusOK).silent("catching up")
}
