package web

import (
	"net/http"

	"pizzini/engine"
)

// startDemo starts a match at once: the visitor at seat 1, bots at the others.
func (s *server) startDemo(w http.ResponseWriter, r *http.Request) error {
	stranger, err := s.mayStart(r)
	if err != nil {
		return err
	}
	match, err := s.formsMatch(r)
	if err != nil {
		return err
	}
	rules, err := engine.Newest(r.PostForm.Get("kind"))
	if err != nil {
		return staleForm
	}
	c := engine.Creation{ID: match, Kind: rules.Info().Kind, Watch: false, Host: s.Signer.FormID("host", match)}
	c.Seats = append(c.Seats, engine.Invitation{Who: engine.Himself})
	for range rules.Info().MinPlayers - 1 {
		c.Seats = append(c.Seats, engine.Invitation{Who: engine.Bot})
	}
	return s.create(w, r, request{c, map[string]Profile{c.Host: {Name: "Guest"}}, "", stranger, false}, player.path(c.ID, 1))
}
