package mailer

import (
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
)

// A match that ends while bots keep seats is over for those players too: each hears of
// it by one letter, and of nothing that he could take back.
func TestWhoseSeatABotKeepsIsToldThatTheMatchIsOver(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.timed = days(3, "bot")
	id := h.play()
	h.deliver(id)
	late := []string{}
	for m := h.match(id); !m.Table.Over; m = h.match(id) {
		seat := m.Active()[0]
		if m.Bot(seat) {
			_, err := h.engine.Bots(t.Context(), id)
			h.must(err)
			continue
		}
		late = append(late, h.name(id, seat))
		h.tick(id, 73*time.Hour)
		if len(late) == 1 {
			h.deliver(id)
		}
	}
	if len(late) != 3 {
		t.Fatalf("%v were late", late)
	}
	same(t, h.deliver(id), "over "+late[0], "over "+late[1], "over "+late[2])
	same(t, h.deliver(id))
	m := h.match(id)
	for seat := game.Seat(1); seat <= 3; seat++ {
		person := m.Kept(seat)
		if person == "" {
			continue
		}
		letter, err := h.composer.Compose(t.Context(), Key{Match: id, Seat: seat, N: m.Table.Ended}, Record{Kind: Over, Person: person, At: h.clock.time()}, m)
		h.must(err)
		if text := strings.Join(strings.Fields(letter.Text()), " "); !strings.Contains(text, "it cannot be taken back any more") || !strings.Contains(text, "Look at the end") {
			t.Errorf("the letter to seat %d:\n%s", seat, letter.Text())
		}
	}
}

func TestAHostHearsOnceThatWhoWasInvitedIsErased(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.invite("anna", "host", "ben", "link")
	h.deliver(id)
	n := h.match(id).LinkNumber(2)
	for range 2 {
		h.must(h.office.Withdrawn(t.Context(), id, 2, n))
	}
	_, err := h.engine.Offer(t.Context(), h.seat(id, 2), engine.Anybody)
	h.must(err)
	h.must(h.book.Erase(t.Context(), h.person["ben"]))
	same(t, h.deliver(id), "refused anna")
	same(t, h.deliver(id))
	letter, err := h.composer.Compose(t.Context(), Key{Match: id, Seat: 2, N: n, Refused: true}, h.records()[Key{Match: id, Seat: 2, N: n, Refused: true}], h.match(id))
	h.must(err)
	if text := letter.Text(); !strings.Contains(letter.Title, "Nobody is invited to seat 2 any more") || !strings.Contains(text, "Go to the host's page") || strings.Contains(text, "refused") {
		t.Errorf("%s:\n%s", letter.Title, text)
	}
}
