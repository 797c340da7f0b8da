package web

import (
	"errors"
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
)

// visit is a request for a match by somebody who may see it.
type visit struct {
	match  *engine.Match
	role   role
	viewer game.Seat // the player's seat; the spectator for a watcher and the host
	base   string    // the address of the role's page, under which the others lie
	number int       // of the session
}

// person is the id of whoever looks; empty for a watcher.
func (v *visit) person() string {
	switch v.role {
	case player:
		return v.match.Person(v.viewer)
	case host:
		return v.match.Host()
	}
	return ""
}

// visited lets a handler see the match and who is looking. Whoever may not look
// gets the same answer whether the match is there or not.
func (s *server) visited(as role, h func(http.ResponseWriter, *http.Request, *visit) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, err := s.visit(r, as)
		if err != nil {
			return err
		}
		return h(w, r, v)
	}
}

func (s *server) visit(r *http.Request, as role) (*visit, error) {
	id := r.PathValue("id")
	var seat game.Seat
	var claim link.Claim
	ok := true
	// A session is looked at before the match is, so that without one nothing at
	// all depends on the match.
	switch as {
	case player:
		n, err := strconv.Atoi(r.PathValue("seat"))
		if err != nil || strconv.Itoa(n) != r.PathValue("seat") {
			return nil, nothingHere
		}
		seat = game.Seat(n)
		claim, ok = s.session(r, seatCookie, link.SeatSession, func(c link.Claim) bool { return c.Match == id && c.Seat == n })
	case host:
		claim, ok = s.session(r, hostCookie, link.HostSession, func(c link.Claim) bool { return c.Match == id })
	}
	if !ok {
		return nil, nothingHere
	}
	m, err := s.Engine.Match(r.Context(), id)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) && (as == watcher || refusal.Code == engine.NotFound) {
		return nil, nothingHere
	}
	if err != nil {
		return nil, err
	}
	switch as {
	case player:
		ok = seatHolds(m, claim)
	case host:
		if ok, err = s.hostHolds(r.Context(), m, claim); err != nil {
			return nil, err
		}
	default:
		ok = watchable(m)
	}
	if !ok {
		return nil, nothingHere
	}
	return &visit{match: m, role: as, viewer: seat, base: as.path(id, seat), number: claim.Number}, nil
}

// watchable says whether the host lets everybody look on.
func watchable(m *engine.Match) bool { return m.Table.Created != nil && m.Table.Created.Watch }

// backToPage answers a GET of an address that only takes forms.
func (s *server) backToPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	return redirect(w, r, v.base)
}
