package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pizzini/engine"
)

const thought = "Chiara holds the Nun, I think"

// A note stands at its position, is changed and erased there, and is shown to its
// owner alone, on no page, in no log and no export of anybody else.
func TestNotesAreTheirOwnersAlone(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	n := g.match(g.id).N()
	g.readers[2].open(g.seatPage(2)).submit("Keep the note", url.Values{"note": {thought}}).is(http.StatusOK).says(thought, fmt.Sprintf("after event %d", n))
	past := fmt.Sprintf("%s/at/%d", g.seatPage(2), n-1)
	g.readers[2].open(past).submit("Keep the note", url.Values{"note": {"an earlier one"}}).is(http.StatusOK).says("an earlier one", thought)
	g.play("pass")
	page := g.readers[2].open(g.seatPage(2)).says(thought, "an earlier one", fmt.Sprintf("After event %d", n))
	page.follow(fmt.Sprintf("After event %d", n)).is(http.StatusOK).submit("Keep the note", url.Values{"note": {"or the Noble"}}).says("or the Noble").silent(thought)
	g.readers[2].open(past).submit("Erase it", nil).is(http.StatusOK).silent("an earlier one")
	g.readers[2].post(g.seatPage(2)+"/note", url.Values{"n": {fmt.Sprint(n + 50)}, "note": {"of the future"}}).is(http.StatusBadRequest)
	g.readers[2].open(g.seatPage(2)).submit("Keep the note", url.Values{"note": {strings.Repeat("x", 2500)}}).is(http.StatusUnprocessableEntity).says("The note was not kept")
	spectator := g.reader()
	for _, path := range []string{"", "/log", "/audit", "/export", fmt.Sprintf("/at/%d", n), fmt.Sprintf("/at/%d", n-1)} {
		for _, other := range []*sheet{g.readers[1].open(g.seatPage(1) + path), g.readers[3].open(g.seatPage(3) + path), g.host.open("/m/" + g.id + "/host" + path), spectator.open("/m/" + g.id + path)} {
			other.is(http.StatusOK).silent("Noble, I", "or the Noble", thought, "an earlier one")
		}
	}
	all, err := g.config.People.(bookPeople).Book.Everything(t.Context(), g.match(g.id).Person(2))
	if err != nil || !strings.Contains(string(all), "or the Noble") || strings.Contains(string(all), "an earlier one") {
		t.Errorf("the owner's export: %s %v", all, err)
	}
}

// A note follows its owner, not the seat: whoever takes the seat after him sees none,
// and cannot reach it by asking for it; nor what he had programmed.
func TestNotesDoNotPassWithTheSeat(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	n := g.match(g.id).N()
	g.readers[2].open(g.seatPage(2)).submit("Keep the note", url.Values{"note": {thought}})
	g.readers[2].open(g.seatPage(2)).submit("For the rest of this round", nil).says("You have said")
	g.readers[2].open(g.seatPage(2)).follow("Leave the match").submit("Leave the match", nil).is(http.StatusOK)
	if _, err := g.engine.Offer(t.Context(), engine.SeatCommand{Match: g.id, Seat: 2, Answers: g.match(g.id).LinkNumber(2)}, engine.Anybody); err != nil {
		t.Fatal(err)
	}
	successor := g.reader()
	successor.open(g.host.open("/m/"+g.id+"/host").shownLink("link-2")).submit("Take seat 2", url.Values{"name": {"Dora"}}).is(http.StatusOK).says("You are Dora").silent(thought)
	for _, path := range []string{"", fmt.Sprintf("/at/%d", n), "/log"} {
		successor.open(g.seatPage(2)+path).is(http.StatusOK).silent(thought, "You have said", "was not carried out")
	}
	successor.post(g.seatPage(2)+"/note", url.Values{"n": {fmt.Sprint(n)}, "note": {"mine"}}).says("mine").silent(thought)
}
