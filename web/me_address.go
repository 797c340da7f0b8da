package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"pizzini/events/people"
	"pizzini/web/link"
)

// addressForm is where somebody gives another address.
type addressForm struct {
	*mine
	Typed   string
	Error   string
	Closed  bool // strangers play here: whoever was not invited by letter gives none
	Sent    bool // a letter is on its way to the new address
	Changed bool
	Local   bool
}

// showAddress is the form of another address.
func (s *server) showAddress(w http.ResponseWriter, r *http.Request, m *mine) error {
	return s.render(w, r, http.StatusOK, addressPage(s.addressForm(r, m)))
}

func (s *server) addressForm(r *http.Request, m *mine) addressForm {
	query := r.URL.Query()
	f := addressForm{mine: m, Sent: query.Has("sent"), Changed: query.Has("changed"), Local: s.Mailbox != nil}
	f.Closed = s.Open && m.Profile.Address == ""
	return f
}

// askAddress asks at a new address whether it shall be his.
func (s *server) askAddress(w http.ResponseWriter, r *http.Request, m *mine) error {
	f := s.addressForm(r, m)
	f.Typed = strings.TrimSpace(r.PostForm.Get("address"))
	address, err := people.CleanAddress(f.Typed)
	if err == nil && address == m.Profile.Address {
		err = errors.New("this is the address that you have")
	}
	if err == nil {
		err = s.unblocked(r, address)
		if err != nil && !errors.Is(err, errBlocked) {
			return err
		}
		if err != nil {
			err = errors.New("whoever has this address wants no letters from here")
		}
	}
	if f.Closed || err != nil {
		if err != nil {
			f.Error = sentence(err)
		}
		return s.render(w, r, http.StatusUnprocessableEntity, addressPage(f))
	}
	if !s.asking.Allow() {
		return tooManyLetters
	}
	if err := s.Office.Confirm(r.Context(), m.Person, address); err != nil {
		return err
	}
	return redirect(w, r, "/me/address?sent=1")
}

// confirmAddress gives somebody the address to which the letter came whose link this
// is: all his ids at once, since they are one human by their address. Whoever was
// signed in by the old address is out, and the old address gets a word.
func (s *server) confirmAddress(w http.ResponseWriter, r *http.Request, c link.Claim) error {
	ctx := r.Context()
	profile, err := s.People.Profile(ctx, c.Person)
	if err != nil {
		return err
	}
	if s.Signer.AddressDigest(profile.Address) == c.Address {
		return redirect(w, r, "/me") // sent twice
	}
	address, err := s.People.Asked(ctx, c.Person)
	if err != nil {
		return err
	}
	if s.Signer.AddressDigest(address) != c.Address {
		return deadLink
	}
	persons, err := s.People.SameHuman(ctx, c.Person)
	if err != nil {
		return err
	}
	if profile.Address != "" {
		if err := s.Office.Moved(ctx, c.Person, profile.Address); err != nil {
			return err
		}
	}
	// The one that the link names comes last: what a failure leaves half done is
	// finished by the same link.
	persons = append(slices.DeleteFunc(persons, func(p string) bool { return p == c.Person }), c.Person)
	for _, person := range persons {
		profile, err := s.People.Profile(ctx, person)
		if err != nil {
			return err
		}
		profile.Address = address
		if err := s.People.Keep(ctx, person, profile); err != nil {
			return err
		}
	}
	if err := s.People.ProveAll(ctx, c.Person); err != nil {
		return err
	}
	if err := s.shutOut(r, persons); err != nil {
		return err
	}
	if err := s.openOwn(w, r, c.Person, c.Address); err != nil {
		return err
	}
	return redirect(w, r, "/me/address?changed=1")
}
