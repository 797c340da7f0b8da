package web

import (
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/web/words"
)

// expiry is a seat whose time is up, so that the other players decide what comes of
// it.
type expiry struct {
	Seat  game.Seat
	N     int // its event: what a form about it answers
	Name  string
	Since string
}

// expiries lists the seats about which a player can decide now.
func (s *server) expiries(p *matchPage) []expiry {
	m := p.Match
	if p.Role != player || m.Status() != engine.Playing {
		return nil
	}
	var list []expiry
	for _, seat := range m.Active() {
		if n, policy := m.Expired(seat); n > 0 && policy == clock.PolicyClaim && seat != p.Viewer && m.Person(seat) != "" {
			list = append(list, expiry{seat, n, p.Names.Or(seat), words.Moment(m.Due(seat), s.Now(), p.Zone)})
		}
	}
	return list
}

// claimSeat gives the seat of a player whose time is up to a bot.
func (s *server) claimSeat(w http.ResponseWriter, r *http.Request, v *visit) error {
	about, n, err := expiredSeat(r, v)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.Claim(r.Context(), v.match.ID, v.viewer, about, n)
	return s.didOnPage(w, r, v, receipt, err)
}

// waveSeat gives a player whose time is up the time once more.
func (s *server) waveSeat(w http.ResponseWriter, r *http.Request, v *visit) error {
	about, n, err := expiredSeat(r, v)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.Wave(r.Context(), v.match.ID, v.viewer, about, n)
	return s.didOnPage(w, r, v, receipt, err)
}

// expiredSeat reads which expiry a form answers.
func expiredSeat(r *http.Request, v *visit) (about game.Seat, n int, err error) {
	seat, err := strconv.Atoi(r.PostForm.Get("about"))
	if err == nil {
		n, err = strconv.Atoi(r.PostForm.Get("n"))
	}
	if err != nil || seat < 1 || seat > v.match.Players() {
		return 0, 0, staleForm
	}
	return game.Seat(seat), n, nil
}
