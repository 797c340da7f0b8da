package web

import (
	"context"
	"net/http"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
)

// A session is a signed cookie and nothing else: purpose, match, seat and the
// number by which it is revoked. Each seat's cookie has the path of its page, so
// that one browser may hold several seats and each tab is one of them.
const (
	seatCookie     = "seat"
	hostCookie     = "host"
	operatorCookie = "operator"
)

// OperatorLink is the address to print when the server starts: it lets whoever
// runs it start matches and read the local mailbox. number is Config.OperatorNumber.
func OperatorLink(signer link.Signer, site link.Site, number int) (string, error) {
	token, err := signer.Token(link.Claim{Purpose: link.Operator, Number: number})
	return site.Landing(token), err
}

// openSession gives the browser a cookie for a claim, valid for a year.
func (s *server) openSession(w http.ResponseWriter, name, path string, c link.Claim) error {
	token, err := s.Signer.Token(c)
	if err != nil {
		return err
	}
	s.setCookie(w, name, path, token, 365*24*60*60)
	return nil
}

func (s *server) closeSession(w http.ResponseWriter, name, path string) {
	s.setCookie(w, name, path, "", -1)
}

func (s *server) setCookie(w http.ResponseWriter, name, path, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Site.Secure(),
	})
}

// openSeat signs the browser in at a seat as it stands in the match.
func (s *server) openSeat(w http.ResponseWriter, m *engine.Match, seat game.Seat) error {
	return s.openSession(w, seatCookie, player.path(m.ID, seat),
		link.Claim{Purpose: link.SeatSession, Match: m.ID, Seat: int(seat), Number: m.LinkNumber(seat)})
}

// openHost signs the browser in as a match's host; number is of his links.
func (s *server) openHost(w http.ResponseWriter, match string, number int) error {
	return s.openSession(w, hostCookie, host.path(match, 0), link.Claim{Purpose: link.HostSession, Match: match, Number: number})
}

// hostNumber is the number that links and sessions of a match's host carry now.
func (s *server) hostNumber(ctx context.Context, m *engine.Match) (int, error) {
	if m.Table.Created == nil {
		return 0, nothingHere
	}
	counter, err := s.People.LinkNumber(ctx, m.Host(), link.HostCounter(m.ID))
	return link.HostNumber(m.HostSince(), counter), err
}

// hostHolds says whether a host's link or session with this number still holds. One
// above what this node knows comes of a renewal that its copy has not heard of yet.
func (s *server) hostHolds(ctx context.Context, m *engine.Match, c link.Claim) (bool, error) {
	number, err := s.hostNumber(ctx, m)
	return err == nil && c.Number >= number, err
}

// session finds a cookie that holds a claim of a purpose which the caller accepts.
func (s *server) session(r *http.Request, name string, purpose link.Purpose, accept func(link.Claim) bool) (link.Claim, bool) {
	for _, c := range r.CookiesNamed(name) {
		if claim, err := s.Signer.Parse(c.Value, purpose); err == nil && accept(claim) {
			return claim, true
		}
	}
	return link.Claim{}, false
}

// operator says whether the browser belongs to whoever runs the server.
func (s *server) operator(r *http.Request) bool {
	_, ok := s.session(r, operatorCookie, link.OperatorSession, func(c link.Claim) bool { return c.Number == s.OperatorNumber })
	return ok
}

// signOutOperator ends the operator's session in this browser.
func (s *server) signOutOperator(w http.ResponseWriter, r *http.Request) error {
	s.closeSession(w, operatorCookie, "/")
	return redirect(w, r, link.Site("").Home())
}

// seatHolds says whether a seat's link or session with this number still holds:
// somebody sits there and nothing has replaced it.
func seatHolds(m *engine.Match, c link.Claim) bool {
	seat := game.Seat(c.Seat)
	return m.Person(seat) != "" && m.LinkNumber(seat) == c.Number
}
