package web

import (
	"net/http"

	"pizzini/engine"
	"pizzini/web/link"
)

// startDemo starts a match at once: the visitor at seat 1, bots at the others.
func (s *server) startDemo(w http.ResponseWriter, r *http.Request) error {
	stranger, err := s.mayStart(r)
	if err != nil {
		return err
	}
	claim, err := s.Signer.Parse(r.PostForm.Get("token"), link.Host)
	if err != nil {
		return staleForm
	}
	rules, err := engine.Newest(r.PostForm.Get("kind"))
	if err != nil {
		return staleForm
	}
	c := engine.Creation{ID: claim.Match, Kind: rules.Info().Kind, Watch: false, Host: s.Signer.FormID("host", claim.Match)}
	c.Seats = append(c.Seats, engine.Invitation{Who: engine.Himself})
	for range rules.Info().MinPlayers - 1 {
		c.Seats = append(c.Seats, engine.Invitation{Who: engine.Bot})
	}
	return s.create(w, r, stranger, c, map[string]Profile{c.Host: {Name: "Guest"}}, "", player.path(c.ID, 1))
}
