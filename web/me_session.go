package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"pizzini/events/people"
	"pizzini/web/link"
	"pizzini/web/words"
)

// personCookie is the session of a person's own page. It holds for the whole site,
// so that a match's page knows too whether its player is signed in.
const personCookie = "person"

// mine is somebody who is signed in at his own page. He has a person id for every
// invitation that he took up: those with one address are one human, once a letter to
// it has proven them.
type mine struct {
	Person   string   // the id that signed in
	Persons  []string // all ids that are his for sure, Person among them
	Device   int      // of this session
	Profile  Profile
	Settings people.Settings
	Now      time.Time
}

// moment is a time on his clock, in words.
func (m *mine) moment(at time.Time) string { return words.Moment(at, m.Now, m.Settings.Zone) }

// is says whether a person id is one of his.
func (m *mine) is(person string) bool { return m != nil && slices.Contains(m.Persons, person) }

// signedIn is who is signed in at his own page with this browser; nil = nobody. A
// seat's session signs nobody in here: its link may have been passed on.
func (s *server) signedIn(r *http.Request) (*mine, error) {
	claim, ok := s.session(r, personCookie, link.PersonSession, func(link.Claim) bool { return true })
	if !ok {
		return nil, nil
	}
	ctx := r.Context()
	devices, err := s.People.Devices(ctx, claim.Person)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(devices, func(d people.Device) bool { return d.ID == claim.Number }) {
		return nil, nil
	}
	m := &mine{Person: claim.Person, Device: claim.Number, Now: s.Now()}
	if m.Profile, err = s.People.Profile(ctx, m.Person); err != nil {
		return nil, err
	}
	if s.Signer.AddressDigest(m.Profile.Address) != claim.Address {
		return nil, nil // he signed in by another address
	}
	if m.Persons, err = s.People.SameHuman(ctx, m.Person); err != nil {
		return nil, err
	}
	if m.Settings, err = s.People.Settings(ctx, m.Person); err != nil {
		return nil, err
	}
	return m, nil
}

// own lets a handler see who is signed in. Whoever is not is sent to where one
// signs in; a form that he sent is not carried out.
func (s *server) own(h func(http.ResponseWriter, *http.Request, *mine) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		m, err := s.signedIn(r)
		if err != nil {
			return err
		}
		if m == nil && r.Method == http.MethodPost {
			return signedOut
		}
		if m == nil {
			return redirect(w, r, "/me/sign-in")
		}
		return h(w, r, m)
	}
}

// signedOut answers a form of a page whose session has ended.
var signedOut = &failure{Status: http.StatusForbidden, Title: "You are signed out",
	What: "This browser is not signed in at your page any more, so nothing was done.",
	Mend: "Sign in again, and send the form from there.", Next: "/me/sign-in", Button: "Sign in"}

// signedInBy says whether the browser is signed in by a letter to an address.
func (s *server) signedInBy(r *http.Request, address string) (bool, error) {
	m, err := s.signedIn(r)
	return m != nil && address != "" && strings.EqualFold(m.Profile.Address, address), err
}

// openOwn signs the browser in at a person's own page. digest is of the address by
// which he does; of the empty one where he has none.
func (s *server) openOwn(w http.ResponseWriter, r *http.Request, person, digest string) error {
	device, err := s.People.SignIn(r.Context(), person, deviceLabel(r.UserAgent()), s.Now())
	if err != nil {
		return err
	}
	return s.openSession(w, personCookie, "/", link.Claim{Purpose: link.PersonSession, Person: person, Address: digest, Number: device})
}

// lead is the one of a human's person ids that letters to sign in are made for: the
// one that had such a letter before, so that each letter makes older ones dead.
func (s *server) lead(ctx context.Context, persons []string) (string, error) {
	for _, person := range persons {
		n, err := s.People.LinkNumber(ctx, person, link.SignInCounter)
		if err != nil || n > 0 {
			return person, err
		}
	}
	return persons[0], nil
}
