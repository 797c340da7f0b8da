package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
)

// orders are what a seat's player has programmed.
func (g *group) orders(seat int) people.Orders {
	g.t.Helper()
	all, err := g.config.People.Orders(g.t.Context(), g.match(g.id).Person(game.Seat(seat)), g.id, seat)
	if err != nil {
		g.t.Fatal(err)
	}
	return all
}

// What is said beforehand is listed to who said it, and cancelled by him; nobody
// else's page changes by a byte. A form of an earlier round does nothing.
func TestOrdersAreGivenListedAndCancelled(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	m := g.match(g.id)
	seat := int(m.Active()[0])%3 + 1
	other := seat%3 + 1
	spectator := g.reader()
	look := func() string {
		var all strings.Builder
		for _, page := range []*sheet{g.readers[other].open(g.seatPage(other)), g.host.open("/m/" + g.id + "/host"), spectator.open("/m/" + g.id), spectator.open("/m/" + g.id + "/log"), spectator.open("/m/" + g.id + "/export")} {
			all.WriteString(page.is(http.StatusOK).body)
		}
		return all.String()
	}
	before := look()
	stream := g.readers[other].stream(g.readers[other].open(g.seatPage(other)).live())
	hears(t, stream)
	action, fields := g.readers[seat].open(g.seatPage(seat)).form("Pass for the rest of this round")
	for range 2 { // a double click
		g.readers[seat].post(action, fields).is(http.StatusOK).says("You have said", "Pass for the rest of this round", "Cancel")
	}
	if given := g.orders(seat).Given; len(given) != 1 || given[0].Kind != string(engine.OrderPass) || given[0].Key != "round" || given[0].Round != 1 || given[0].After != m.N() {
		t.Errorf("given are %+v", given)
	}
	g.readers[seat].open(g.seatPage(seat)).submit("For the rest of this round", nil).is(http.StatusOK)
	if look() != before || len(stream) > 0 {
		t.Error("somebody else can tell that a move was programmed")
	}
	page := g.readers[seat].open(g.seatPage(seat))
	for range 2 {
		page = page.submit("Cancel", nil).is(http.StatusOK)
	}
	page.silent("You have said")
	if given := g.orders(seat).Given; len(given) != 0 {
		t.Errorf("after both were cancelled there is %+v", given)
	}
	for _, bad := range []url.Values{
		{"kind": {"pass"}, "key": {"round"}, "round": {"2"}}, {"kind": {"pass"}, "key": {"nothing"}, "round": {"1"}},
		{"kind": {"play"}, "round": {"1"}}, {}, {"kind": {"single"}, "round": {"-1"}},
	} {
		g.readers[seat].post(g.seatPage(seat)+"/order", bad).is(http.StatusConflict).says("Something has changed since")
	}
	if given := g.orders(seat).Given; len(given) != 0 {
		t.Errorf("a form of another round has given %+v", given)
	}
	g.readers[seat].post(g.seatPage(seat)+"/cancel-order", url.Values{}).is(http.StatusOK)
	if look() != before || len(stream) > 0 {
		t.Error("somebody else can tell that a programmed move was cancelled")
	}
}

// Its owner is told, and nobody else, what was played for him and what was not.
func TestTheOwnerIsToldWhatOrdersDid(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	m := g.match(g.id)
	seat := m.Active()[0]
	decision := m.Decision(seat)
	g.play("pass")
	err := g.config.People.ChangeOrders(t.Context(), m.Person(seat), g.id, int(seat), func(all *people.Orders) error {
		all.Played = append(all.Played, decision)
		all.Ended = append(all.Ended, people.Order{Kind: string(engine.OrderSingle), Round: 1, End: string(engine.OrderChoice)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const told, ended = "it was played for you", "There was a choice to make"
	own := g.readers[seat]
	own.open(g.seatPage(int(seat)) + "/log").is(http.StatusOK).says(told)
	page := own.open(g.seatPage(int(seat))).says(told, "What you had said beforehand was not carried out", ended)
	for other := 1; other <= 3; other++ {
		if other != int(seat) {
			g.readers[other].open(g.seatPage(other)).silent(told, ended)
			g.readers[other].open(g.seatPage(other)+"/log").silent(told, ended)
		}
	}
	page.submit("I have read it", nil).is(http.StatusOK).says(told).silent(ended)
}
