package web

import (
	"errors"
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
)

// playTurn plays the moves that a form names, all or none. The form names the
// seat, the decision and the moves by their texts: a page made for an earlier
// decision is answered with what has changed, never read in another sense.
func (s *server) playTurn(w http.ResponseWriter, r *http.Request, v *visit) error {
	decision, err := strconv.Atoi(r.PostForm.Get("d"))
	if err != nil || r.PostForm.Get("seat") != v.viewer.String() || len(r.PostForm["move"]) > link.MaxTries {
		return staleForm
	}
	var moves []game.Move
	for _, text := range r.PostForm["move"] {
		moves = append(moves, game.Parse(text))
	}
	receipt, err := s.Engine.Play(r.Context(), engine.Turn{Match: v.match.ID, Seat: v.viewer, Decision: decision, Moves: moves})
	if err != nil {
		return s.refuseOnPage(w, r, v, err, decision, moves)
	}
	return redirect(w, r, after(v, receipt))
}

// after is the page of a visit once it has the event that a command wrote.
func after(v *visit, receipt engine.Receipt) string {
	return v.base + "?n=" + strconv.Itoa(receipt.N)
}

// refuseOnPage answers a refused command with the match's page as it is now, so
// that one sees at once what changed and what one had chosen.
func (s *server) refuseOnPage(w http.ResponseWriter, r *http.Request, v *visit, refused error, decision int, chosen []game.Move) error {
	var refusal *engine.Refusal
	if !errors.As(refused, &refusal) {
		return refused
	}
	f, _ := failed(refusal)
	now, err := s.visit(r, v.role)
	if err != nil {
		return refused // the session has ended meanwhile
	}
	n := note{Title: f.Title, Text: f.What + " " + f.Mend, Warn: true}
	if len(chosen) > 0 {
		p, err := s.frame(r.Context(), now, now.match, false)
		if err != nil {
			return err
		}
		n.Chose = p.chose(now.match, decision, chosen)
	}
	return s.answerMatch(w, r, f.Status, now, link.Draft{}, []note{n})
}
