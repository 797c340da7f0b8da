package mailer

import (
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
)

// Who had programmed a move that was not carried out is told with his next letter,
// once, and nobody else is. What he answered at the table is not told him again.
func TestALetterTellsWhatWasNotPlayed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.deliver(id)
	h.clock.pass(time.Hour)
	h.says("anna", id, "Hello, Cleo.")
	h.clock.pass(time.Minute)
	h.says("cleo", id, "Hello, Anna.")
	h.clock.pass(time.Minute)
	h.says("anna", id, "Are you well?")
	h.must(h.book.ChangeOrders(t.Context(), h.person["cleo"], id, 3, func(all *people.Orders) error {
		all.Ended = append(all.Ended, people.Order{Kind: string(engine.OrderPass), Key: "round", Round: 1, End: string(engine.OrderRewound), Over: h.clock.time()})
		return nil
	}))
	h.settled()
	const told = "What you had said beforehand was not carried out"
	letters := 0
	for letters < 2 {
		h.clock.pass(time.Hour)
		h.moves(id)
		for range h.deliver(id) {
			all := h.post.all()
			last := all[len(all)-1]
			text := parse(t, last.raw).text
			if !strings.Contains(string(last.raw), "cleo@example.org") {
				if strings.Contains(text, told) {
					t.Errorf("another's letter says:\n%s", text)
				}
				continue
			}
			letters++
			if first := letters == 1; strings.Contains(text, told) != first || strings.Contains(text, "The match went back") != first || strings.Contains(text, "Are you well?") != first {
				t.Errorf("her letter %d says:\n%s", letters, text)
			}
			if strings.Contains(text, "Hello, Cleo.") {
				t.Errorf("she is told what she has answered:\n%s", text)
			}
		}
	}
}
