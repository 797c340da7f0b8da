package web

import (
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
)

// showSeat is a player's page of a match; where a bot has taken the seat over until
// its player comes back, that player's browser finds the way back there.
func (s *server) showSeat(w http.ResponseWriter, r *http.Request) error {
	err := s.visited(player, s.showMatch)(w, r)
	if err != nothingHere {
		return err
	}
	m, seat, ok := s.wayBack(r)
	if !ok && r.URL.Query().Has("passed") {
		return redirect(w, r, passedPath) // its player has just passed the host's rights on, in a browser without his seat
	}
	if !ok {
		return err
	}
	token, tokenErr := s.Signer.Token(link.Claim{Purpose: link.Invitation, Match: m.ID, Seat: int(seat), Number: m.LinkNumber(seat)})
	if tokenErr != nil {
		return tokenErr
	}
	return s.showInvitation(w, r, http.StatusOK, invitation{Token: token, Match: m, Seat: seat})
}

// wayBack says whether a browser has the session of the player to whom a seat is
// offered again: the one that held when he lost it, and no older one; and not after
// that offer was replaced, as when he signs out everywhere.
func (s *server) wayBack(r *http.Request) (*engine.Match, game.Seat, bool) {
	n, err := strconv.Atoi(r.PathValue("seat"))
	if err != nil {
		return nil, 0, false
	}
	claim, ok := s.session(r, seatCookie, link.SeatSession, func(c link.Claim) bool { return c.Match == r.PathValue("id") && c.Seat == n })
	if !ok {
		return nil, 0, false
	}
	m, err := s.Engine.Match(r.Context(), claim.Match)
	if err != nil || n > m.Players() || m.Table.Over {
		return nil, 0, false
	}
	seat := game.Seat(n)
	left := vacated(m, seat)
	if left == 0 || !seatKept(m, seat) || m.LinkNumber(seat) != left+1 {
		return nil, 0, false // the offer that came with his going was made anew since
	}
	before, err := m.At(left - 1)
	return m, seat, err == nil && before.LinkNumber(seat) == claim.Number
}

// seatKept says whether a bot's seat is offered to the very player who has lost it.
func seatKept(m *engine.Match, seat game.Seat) bool {
	left := vacated(m, seat)
	if left == 0 || !m.Bot(seat) {
		return false
	}
	before, err := m.At(left - 1)
	return err == nil && before.Person(seat) != "" && m.Table.Seats[seat-1].Offered == string(engine.Person(before.Person(seat)))
}

// vacated is the event with which somebody last left a seat; 0 = nobody did.
func vacated(m *engine.Match, seat game.Seat) int {
	for i := m.N() - 1; i >= 0; i-- {
		if m.Log[i].Type != events.TypeSeatVacated {
			continue
		}
		if data, err := m.Log[i].Decode(); err == nil && data.(*events.SeatVacated).Seat == int(seat) {
			return m.Log[i].N
		}
	}
	return 0
}
