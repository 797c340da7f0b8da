package web

import (
	"net/http"
	"testing"
)

// Who has finished his move goes on to the next match that waits for him with one
// press, where this browser is signed in at his page; else there is no such button,
// nor where nothing waits.
func TestTheNextMatchThatWaits(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	one, two := gather(t, h, nil), gather(t, h, nil)
	const button = "Next match that waits for you"
	for _, g := range []*group{one, two} {
		for g.match(g.id).Active()[0] != 2 {
			g.play("pass")
		}
	}
	bruno := one.readers[2]
	two.readers[2].open(two.seatPage(2)).says("Your turn")
	one.play("pass")
	bruno.open(one.seatPage(2)).silent(button)
	h.signIn(bruno, "bruno@example.org")
	page := bruno.open(one.seatPage(2)).is(http.StatusOK).says(button, "Another match waits for you")
	at := page.submit(button, nil).is(http.StatusOK).says("Your turn")
	if at.at.Path != two.seatPage(2) {
		t.Errorf("the next match is at %s", at.at)
	}
	at.silent(button)
	two.play("pass")
	bruno.open(two.seatPage(2)).silent(button)
}
