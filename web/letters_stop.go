package web

import (
	"fmt"
	"net/http"

	"pizzini/web/link"
)

// stop is the page on which somebody ends letters.
type stop struct {
	Title  string
	Text   string
	Button string // empty = it is done
	Action string
}

// askUnsubscribe shows what an unsubscribe link would do. Scanners follow it.
func (s *server) askUnsubscribe(w http.ResponseWriter, r *http.Request) error {
	claim, err := s.Signer.Parse(r.PathValue("token"), link.UnsubscribeMatch, link.UnsubscribeAll)
	if err != nil {
		return deadLink
	}
	p := stop{Title: "No more letters?", Text: "Letters about this match stop. The match goes on: its page still tells when it is your turn.", Button: "Stop these letters", Action: r.URL.Path}
	if claim.Purpose == link.UnsubscribeAll {
		p.Text = "All letters from this server to you stop. Your matches go on: their pages still tell when it is your turn."
	}
	return s.render(w, r, http.StatusOK, stopPage(p))
}

// unsubscribe stops letters. Mail programs send it by themselves when their reader
// presses their button (RFC 8058): it needs no cookie and never redirects.
func (s *server) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	claim, err := s.Signer.Parse(r.PathValue("token"), link.UnsubscribeMatch, link.UnsubscribeAll)
	if err != nil {
		return deadLink
	}
	if err := s.People.Unsubscribe(r.Context(), claim.Person, claim.Match); err != nil {
		return fmt.Errorf("unsubscribe: %w", err)
	}
	return s.render(w, r, http.StatusOK, stopPage(stop{Title: "Done", Text: "No more of these letters come to you. Your seat stays yours."}))
}

// askNotMe shows what it means to say that letters reach somebody else.
func (s *server) askNotMe(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.stranger(r); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, stopPage(stop{Title: "This is not for you?", Button: "This is not me", Action: r.URL.Path,
		Text: "Somebody gave your address to this server. Say so, and it never writes to you again, whoever asks for it."}))
}

// notMe blocks the address of whoever reads letters that are meant for another.
func (s *server) notMe(w http.ResponseWriter, r *http.Request) error {
	claim, err := s.stranger(r)
	if err != nil {
		return err
	}
	if err := s.People.NotMe(r.Context(), claim.Person); err != nil {
		return fmt.Errorf("not me: %w", err)
	}
	return s.render(w, r, http.StatusOK, stopPage(stop{Title: "Thank you", Text: "This server does not write to your address any more."}))
}

// stranger reads a token of "not me", which dies with the address that it is for.
func (s *server) stranger(r *http.Request) (link.Claim, error) {
	claim, err := s.Signer.Parse(r.PathValue("token"), link.NotMe)
	if err != nil {
		return claim, deadLink
	}
	profile, err := s.People.Profile(r.Context(), claim.Person)
	if err != nil {
		return claim, err
	}
	if profile.Address == "" || s.Signer.AddressDigest(profile.Address) != claim.Address {
		return claim, deadLink
	}
	return claim, nil
}
