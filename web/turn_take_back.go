package web

import (
	"net/http"
	"strconv"
)

// takeBackTurn takes the seat's latest choice back. The form names the last move
// that goes: sent twice, it takes one back.
func (s *server) takeBackTurn(w http.ResponseWriter, r *http.Request, v *visit) error {
	last, err := strconv.Atoi(r.PostForm.Get("last"))
	if err != nil || last < 1 {
		return staleForm
	}
	receipt, err := s.Engine.PlayTakeBack(r.Context(), v.match.ID, v.viewer, last)
	if err != nil {
		return s.refuseOnPage(w, r, v, err, 0, nil)
	}
	return redirect(w, r, after(v, receipt))
}
