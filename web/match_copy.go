package web

import (
	"fmt"
	"net/http"
	"net/url"

	"pizzini/engine"
	"pizzini/engine/game"
)

// copiedForm is the form for a new match as an address fills it in: how it is played
// and how many play. Who plays is not in it: no name ever stands in an address.
func copiedForm(query url.Values, info game.Info, stranger bool) newForm {
	f := readNewForm(query, info, stranger)
	f.Form, f.Name, f.Address, f.Words = engine.NewID(), "", "", ""
	for i := range f.Seats {
		f.Seats[i].Name, f.Seats[i].Address = "", ""
		if f.Seats[i].Who == "" {
			f.Seats[i].Who = seatNone
		}
		if stranger && f.Seats[i].Who == seatPerson {
			f.Seats[i].Who = seatOpen
		}
	}
	return f
}

// copyAddress is the address of the form for a new match with the set-up of a match
// that is there; empty where this program cannot make one like it.
func copyAddress(m *engine.Match) string {
	created := m.Table.Created
	if created == nil || m.Rules == nil {
		return ""
	}
	query := clockFormOf(m.Clock()).values()
	for key, value := range created.Options {
		query.Set("option-"+key, fmt.Sprint(value))
	}
	if created.Watch {
		query.Set("watch", "yes")
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		who := seatPerson
		switch {
		case m.Person(seat) != "" && m.Person(seat) == m.Host():
			who = seatMyself
		case m.Bot(seat):
			who = seatOfBot
		case m.Person(seat) == "":
			who = seatOpen
		}
		query.Set("who-"+seat.String(), who)
	}
	return "/new/" + created.Kind + "?" + query.Encode()
}

// copyFor is copyAddress where this browser may start matches.
func (s *server) copyFor(r *http.Request, m *engine.Match) string {
	if _, err := s.mayStart(r); err != nil {
		return ""
	}
	return copyAddress(m)
}
