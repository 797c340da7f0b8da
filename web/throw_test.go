package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// One press throws the dice and plays what was tried before: a try of a throw would
// show nothing.
func TestAThrowIsOnePress(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	readers := []*reader{1: h.operator(), 2: h.reader()}
	made := readers[1].open("/new/der-pate").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}}).is(http.StatusOK)
	id := strings.Split(made.at.Path, "/")[2]
	readers[2].open(made.shownLink("link-2")).submit("Take seat 2", url.Values{"name": {"Bruno"}}).is(http.StatusOK)
	throws, together := 0, 0
	for range 400 {
		m := h.match(id)
		if len(m.Active()) == 0 || throws >= 2 && together >= 6 {
			break
		}
		seat := m.Active()[0]
		page := readers[seat].open("/m/" + id + "/s/" + seat.String()).is(http.StatusOK)
		moves := m.Legal(seat)
		roll := slices.Contains(moves, "roll")
		links := len(moves)
		if roll {
			links--
		}
		if len(page.choices()) != links {
			t.Fatalf("%d links for the moves %q", len(page.choices()), moves)
		}
		if roll {
			page.says("It is played at once").submit("Throw", nil).is(http.StatusOK)
			throws++
			if now := h.match(id); now.N() <= m.N() {
				t.Fatal("nothing was thrown")
			}
			continue
		}
		tried := readers[seat].open(page.choices()[0]).is(http.StatusOK)
		if !strings.Contains(tried.text(), "with what you chose before") {
			tried.submit("Play", nil).is(http.StatusOK)
			continue
		}
		action, fields := tried.form("Throw")
		if len(fields["move"]) != 2 || fields["move"][1] != "roll" {
			t.Fatalf("the throw plays %q", fields["move"])
		}
		readers[seat].post(action, fields).is(http.StatusOK)
		var played []game.Move
		for _, happening := range h.match(id).Story(seat, m.N(), m.N()+2) {
			played = append(played, happening.Move)
		}
		if len(played) != 2 || string(played[0]) != fields["move"][0] || played[1] != "roll" {
			t.Fatalf("%q was played, not %q", played, fields["move"])
		}
		together++
	}
	if throws < 2 || together < 6 {
		t.Errorf("%d throws and %d with a choice before are too few to show anything", throws, together)
	}
}
