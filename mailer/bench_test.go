package mailer

import (
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
)

// BenchmarkLetter composes the letter of a turn in a match of 300 moves, as text and
// as HTML.
func BenchmarkLetter(b *testing.B) {
	h := newHouse(b)
	id := h.play()
	m := h.match(id)
	for again, moves := 0, 0; moves < 300; again++ {
		seat := m.Active()[0]
		legal := m.Legal(seat)
		_, err := h.engine.Play(b.Context(), engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: []game.Move{legal[again%len(legal)]}})
		h.must(err)
		moves++
		m = h.match(id)
		if last, _, ok := m.TakeBack(seat); ok && again%25 != 24 {
			_, err := h.engine.PlayTakeBack(b.Context(), id, seat, last)
			h.must(err)
			m = h.match(id)
		}
	}
	seat := m.Active()[0]
	key := Key{Match: id, Seat: seat, N: m.Call(seat)}
	r := Record{Kind: YourTurn, Person: m.Person(seat), State: Claimed, At: m.Log[m.N()-1].At}
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		letter, err := h.composer.Compose(b.Context(), key, r, m)
		h.must(err)
		page, err := letter.HTML()
		h.must(err)
		size = len(letter.Text()) + len(page)
	}
	b.ReportMetric(float64(size)/1024, "KiB")
}
