package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/web/link"
)

// signIn is the page on which somebody asks for a letter that signs him in.
type signIn struct {
	Address string
	Error   string
	Sent    bool
	Out     bool
	Local   bool // no letters leave this server
}

// askSignIn shows the form of an address.
func (s *server) askSignIn(w http.ResponseWriter, r *http.Request) error {
	if m, err := s.signedIn(r); err != nil || m != nil {
		if err != nil {
			return err
		}
		return redirect(w, r, "/me")
	}
	query := r.URL.Query()
	return s.render(w, r, http.StatusOK, signInPage(signIn{Sent: query.Has("sent"), Out: query.Has("out"), Local: s.Mailbox != nil}))
}

// sendSignIn sends a letter that signs in whoever reads it, where the address is
// known. The answer tells nobody whether it is, by its words or by its time: the
// letter is looked after when it has been given.
func (s *server) sendSignIn(w http.ResponseWriter, r *http.Request) error {
	typed := strings.TrimSpace(r.PostForm.Get("address"))
	address, err := people.CleanAddress(typed)
	if err != nil {
		return s.render(w, r, http.StatusUnprocessableEntity, signInPage(signIn{Address: typed, Error: sentence(err), Local: s.Mailbox != nil}))
	}
	if !s.asking.Allow() {
		return tooManyLetters
	}
	ctx := context.WithoutCancel(r.Context())
	go func() {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		var refusal *engine.Refusal // none is told: he has had enough letters, or wants none
		if err := s.letIn(ctx, address); err != nil && !errors.As(err, &refusal) {
			s.Log.Error("no letter to sign in", "error", err)
		}
	}()
	return redirect(w, r, "/me/sign-in?sent=1")
}

var tooManyLetters = &failure{Status: http.StatusTooManyRequests, Title: "Too many letters at once",
	What: "This server sends only a few letters a minute to those who want to sign in.",
	Mend: "Wait a minute and send the form again.", Next: "/me/sign-in", Button: "Back"}

// letIn sends the letter that signs the owner of an address in, if he is known.
func (s *server) letIn(ctx context.Context, address string) error {
	persons, err := s.People.At(ctx, address)
	if err != nil || len(persons) == 0 {
		return err
	}
	person, err := s.lead(ctx, persons)
	if err != nil {
		return err
	}
	return s.Office.SignIn(ctx, person)
}

// personHolds says whether a link that signs in or confirms an address still does:
// it is of the newest such letter, nobody has signed out everywhere since, and what
// signs in was sent to the address that the person has. A number above what this node knows comes of a letter that its copy has not heard of.
func (s *server) personHolds(ctx context.Context, c link.Claim) (bool, error) {
	profile, err := s.People.Profile(ctx, c.Person)
	if err != nil || profile == (Profile{}) {
		return false, err // an erased person has no counter any more
	}
	name, his := link.SignInCounter, s.Signer.AddressDigest(profile.Address) == c.Address
	switch {
	case c.Purpose == link.ConfirmAddress && his:
		return true, nil // it is done
	case c.Purpose == link.ConfirmAddress:
		name = link.ConfirmCounter
	case !his:
		return false, nil // it was sent to another address
	}
	number, err := s.People.LinkNumber(ctx, c.Person, name)
	return c.Number >= number, err
}

// signOutOwn ends this browser's session at the person's own page.
func (s *server) signOutOwn(w http.ResponseWriter, r *http.Request, m *mine) error {
	if err := s.People.SignOut(r.Context(), m.Person, m.Device); err != nil {
		return err
	}
	s.closeSession(w, personCookie, "/")
	return redirect(w, r, "/me/sign-in?out=1")
}

// askOwnPage stands between a seat and its player's own page: the seat's link may
// have been passed on, so that a player with an address gets a letter there.
func (s *server) askOwnPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	person := v.match.Person(v.viewer)
	if m, err := s.signedIn(r); err != nil || m.is(person) {
		if err != nil {
			return err
		}
		return redirect(w, r, "/me")
	}
	profile, err := s.People.Profile(r.Context(), person)
	if err != nil {
		return err
	}
	p := ownPage{Action: v.base + "/me", Back: v.base, Letter: profile.Address != "", Sent: r.URL.Query().Has("sent"), Local: s.Mailbox != nil}
	return s.render(w, r, http.StatusOK, askOwnPageOf(p))
}

// ownPage is the page between a seat and its player's own page.
type ownPage struct {
	Action, Back string
	Letter       bool // it takes a letter to get there
	Sent         bool
	Local        bool
}

// openOwnPage sends a seat's player the letter that signs him in or, where he has
// given no address, signs him in at a page that has nothing but what is this id's.
func (s *server) openOwnPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	person := v.match.Person(v.viewer)
	profile, err := s.People.Profile(r.Context(), person)
	if err != nil {
		return err
	}
	if profile.Address != "" {
		if !s.asking.Allow() {
			return tooManyLetters
		}
		if err := s.letIn(r.Context(), profile.Address); err != nil {
			return err
		}
		return redirect(w, r, v.base+"/me?sent=1")
	}
	if err := s.openOwn(w, r, person, s.Signer.AddressDigest("")); err != nil {
		return err
	}
	return redirect(w, r, "/me")
}
