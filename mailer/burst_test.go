package mailer

import (
	"math/rand/v2"
	"testing"
	"time"

	"pizzini/engine"
)

// Many moves within seconds, each of which the office hears of, end where all are
// asked at once: each reader gets one letter, for what is asked now, and none for what
// was asked meanwhile.
func TestABurstOfManyEventsBecomesOneLetterForEachReader(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	c := engine.Creation{ID: engine.NewID(), Kind: "die-patin", Host: h.somebody("anna"), Watch: true,
		Seats: []engine.Invitation{{Who: engine.Himself}, {Who: engine.Person(h.somebody("ben"))}, {Who: engine.Person(h.somebody("cleo"))}}}
	_, err := h.engine.Create(t.Context(), c)
	h.must(err)
	same(t, h.deliver(c.ID), "host anna", "invitation ben", "invitation cleo")
	h.take(c.ID, 2, "ben")
	h.take(c.ID, 3, "cleo")

	random := rand.New(rand.NewPCG(15, 16))
	moves := 0
	for ; moves < 60 || len(h.match(c.ID).Active()) < 3; moves++ {
		if h.match(c.ID).Status() != engine.Playing {
			t.Fatalf("the match is over after %d moves, and never asked all", moves)
		}
		h.move(c.ID, random)
		h.must(h.office.Decide(t.Context(), c.ID))
		h.clock.pass(100 * time.Millisecond)
	}
	claimed := len(h.records())
	same(t, h.deliver(c.ID), "your-turn anna", "your-turn ben", "your-turn cleo")
	same(t, h.deliver(c.ID))
	dropped := 0
	for key, r := range h.records() {
		if r.State == Dropped && r.Code == codeMovedOn {
			dropped++
		} else if r.State != Sent {
			t.Errorf("%s: %+v", key, r)
		}
	}
	if claimed < 30 || dropped != claimed-3-3 { // but the three at first and the three at last
		t.Errorf("%d moves: %d letters were claimed, %d of them dropped", moves, claimed, dropped)
	}
}
