package web

import (
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
	"pizzini/web/words"
)

// showSeat is a player's page of a match; where a bot has taken the seat over until
// its player comes back, that player's browser finds the way back there, or how the
// match ended meanwhile.
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
		return s.seatLost(r, err)
	}
	claim := link.Claim{Purpose: link.Invitation, Match: m.ID, Seat: int(seat), Number: m.LinkNumber(seat)}
	shows, showErr := s.invitationShows(r.Context(), m, claim)
	switch {
	case showErr != nil:
		return showErr
	case !shows:
		return err
	case m.Table.Over:
		return s.showEnd(w, r, m, seat)
	}
	token, tokenErr := s.Signer.Token(claim)
	if tokenErr != nil {
		return tokenErr
	}
	return s.showInvitation(w, r, http.StatusOK, invitation{Token: token, Match: m, Seat: seat})
}

// ending is what somebody finds whose seat a bot kept until the match was over.
type ending struct {
	*matchPage
	Seat game.Seat
	How  string
}

// showEnd shows how a match ended to the player for whom a bot kept a seat. Nothing is
// secret any more.
func (s *server) showEnd(w http.ResponseWriter, r *http.Request, m *engine.Match, seat game.Seat) error {
	v := &visit{match: m, role: watcher, viewer: game.Spectator, base: watcher.path(m.ID, game.Spectator)}
	p, err := s.frame(r.Context(), v, m, false)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, endingPage(ending{p, seat, endOf(m, p.Names)}))
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
	if err != nil || n > m.Players() {
		return nil, 0, false
	}
	seat := game.Seat(n)
	left := vacated(m, seat)
	if left == 0 || m.Kept(seat) == "" || m.LinkNumber(seat) != left+1 {
		return nil, 0, false // the offer that came with his going was made anew since
	}
	before, err := m.At(left - 1)
	return m, seat, err == nil && before.LinkNumber(seat) == claim.Number
}

// seatLost is what a browser is told that had a session at the seat of its address,
// where somebody else sits there since; else it is otherwise.
func (s *server) seatLost(r *http.Request, otherwise error) error {
	n, err := strconv.Atoi(r.PathValue("seat"))
	if err != nil {
		return otherwise
	}
	claim, ok := s.session(r, seatCookie, link.SeatSession, func(c link.Claim) bool { return c.Match == r.PathValue("id") && c.Seat == n })
	if !ok {
		return otherwise
	}
	m, err := s.Engine.Match(r.Context(), claim.Match)
	if err != nil {
		return otherwise
	}
	return s.seatMoved(m, claim, otherwise)
}

// seatMoved tells who has a link or session that once held what became of the seat,
// where he has lost it: only he is told. Where he sits there still, with a newer link,
// it is otherwise.
func (s *server) seatMoved(m *engine.Match, c link.Claim, otherwise error) error {
	seat := game.Seat(c.Seat)
	if c.Number < 1 || c.Number > m.N() || c.Seat > m.Players() {
		return otherwise
	}
	then, err := m.At(c.Number)
	if err != nil || !seatHolds(then, c) || then.Person(seat) == m.Person(seat) {
		return otherwise
	}
	left := vacated(m, seat)
	if left == 0 {
		return otherwise
	}
	who, since := "Nobody sits at", m.Log[left-1].At
	switch {
	case m.Bot(seat):
		who = "A bot plays"
	case m.Person(seat) != "":
		who = "Somebody else has"
		if n := seatedSince(m, seat); n > 0 {
			since = m.Log[n-1].At
		}
	}
	f := &failure{Status: http.StatusNotFound, Title: "This seat is not yours any more",
		What: who + " seat " + seat.String() + ", since " + words.Moment(since, s.Now(), m.Zone("")) + ".",
		Mend: "Ask the host of the match if you want to come back: the links that you had to this seat do not work any more."}
	if m.Table.Over {
		f.Mend = "The match is over."
	}
	if !m.Table.Over && m.Table.Seats[seat-1].Offered == string(engine.Person(then.Person(seat))) {
		f.Mend = "The seat is kept for you: take it back by the link of the latest letter, or from My page."
	}
	return f
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
