package web

import (
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
)

// confirmation asks before something is done that cannot be undone.
type confirmation struct {
	Title  string
	Text   string
	Action string
	Fields []field
	Button string
	Back   string
}

// field is a hidden field of a form.
type field struct{ Name, Value string }

// askResign asks before a player leaves his seat for good.
func (s *server) askResign(w http.ResponseWriter, r *http.Request, v *visit) error {
	if v.match.Table.Over {
		return &failure{Status: http.StatusConflict, Title: "The match is over", What: "There is no seat left to leave. Your link goes on opening the match, so that you can look back.",
			Mend: "To stop letters, use the link at the foot of any of them.", Next: v.base, Button: "To the match"}
	}
	text := "A bot plays on in your place, and the others are told. Your link does not work any more: only the host can offer the seat to you again."
	if v.match.Status() == engine.Gathering {
		text = "The seat is open again, and the host can offer it to somebody else."
	}
	return s.render(w, r, http.StatusOK, confirmPage(confirmation{
		Title: "Leave seat " + v.viewer.String() + " for good?", Text: text, Button: "Leave the match",
		Action: v.base + "/resign", Fields: []field{{"answers", strconv.Itoa(v.match.LinkNumber(v.viewer))}}, Back: v.base,
	}))
}

// resignSeat leaves the seat. The session dies with it, so what follows is a page
// that says so.
func (s *server) resignSeat(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := seatCommand(r, v, v.viewer)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.Resign(r.Context(), c)
	if err != nil {
		return s.refuseOnPage(w, r, v, err, 0, nil)
	}
	s.closeSession(w, seatCookie, v.base)
	left := leftToBot
	if v.match.Status() == engine.Gathering {
		left = leftOpen
	}
	next := link.Site("").Home() + "?left=" + left
	if watchable(v.match) {
		next = watcher.path(v.match.ID, 0) + "?left=" + left + "&n=" + strconv.Itoa(receipt.N)
	}
	return redirect(w, r, next)
}

// What became of a seat that its player has left, as the address of the next page says.
const (
	leftToBot = "bot"
	leftOpen  = "open"
)

// leftNote tells a player that he has left, and what became of his seat.
func leftNote(left string) note {
	n := note{Title: "You have left the match", Text: "A bot plays your seat. To come back, ask the host to offer it to you again."}
	if left == leftOpen {
		n.Text = "Your seat is open again, for the host to offer to somebody."
	}
	return n
}

// seatCommand reads which state of a seat a form was made for.
func seatCommand(r *http.Request, v *visit, seat game.Seat) (engine.SeatCommand, error) {
	answers, err := strconv.Atoi(r.PostForm.Get("answers"))
	if err != nil {
		return engine.SeatCommand{}, staleForm
	}
	return engine.SeatCommand{Match: v.match.ID, Seat: seat, Answers: answers}, nil
}

// renewOwnLink gives the player a new link: the old one and all other browsers
// that were signed in by it are out.
func (s *server) renewOwnLink(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := seatCommand(r, v, v.viewer)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.Link(r.Context(), c, false)
	if err != nil {
		return s.refuseOnPage(w, r, v, err, 0, nil)
	}
	m, err := s.Engine.Match(r.Context(), v.match.ID)
	if err != nil {
		return err
	}
	// The link must be the one that this command made, or this browser would be let
	// in again by a form that somebody else's newer link has overtaken.
	if m.LinkNumber(v.viewer) == receipt.N {
		if err := s.openSeat(w, m, v.viewer); err != nil {
			return err
		}
	}
	return redirect(w, r, after(v, receipt))
}

// leaveSeat signs this browser out; the seat stays the player's.
func (s *server) leaveSeat(w http.ResponseWriter, r *http.Request, v *visit) error {
	s.closeSession(w, seatCookie, v.base)
	return redirect(w, r, link.Site("").Home()+"?out=1")
}
