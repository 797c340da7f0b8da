package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/link"
)

// devicesPage is where somebody is signed in.
type devicesPage struct {
	*mine
	Devices []ownDevice // the latest first
	Out     bool        // another device was signed out
}

// ownDevice is a browser that one of somebody's ids signed in.
type ownDevice struct {
	people.Device
	Person string
}

// showDevices lists the browsers that are signed in at somebody's own page, by
// whichever of his ids: each of them opens it.
func (s *server) showDevices(w http.ResponseWriter, r *http.Request, m *mine) error {
	var devices []ownDevice
	for _, person := range m.Persons {
		list, err := s.People.Devices(r.Context(), person)
		if err != nil {
			return err
		}
		for _, d := range list {
			devices = append(devices, ownDevice{d, person})
		}
	}
	slices.SortStableFunc(devices, func(a, b ownDevice) int { return b.Since.Compare(a.Since) })
	return s.render(w, r, http.StatusOK, showDevicesPage(devicesPage{mine: m, Devices: devices, Out: r.URL.Query().Has("out")}))
}

// signOutDevice ends the session of one of his browsers.
func (s *server) signOutDevice(w http.ResponseWriter, r *http.Request, m *mine) error {
	device, err := strconv.Atoi(r.PostForm.Get("device"))
	if err != nil {
		return staleForm
	}
	person := r.PostForm.Get("person")
	if !m.is(person) {
		return staleForm
	}
	if person == m.Person && device == m.Device {
		return s.signOutOwn(w, r, m)
	}
	if err := s.People.SignOut(r.Context(), person, device); err != nil {
		return err
	}
	return redirect(w, r, "/me/devices?out=1")
}

// askSignOutEverywhere asks before all links and sessions die.
func (s *server) askSignOutEverywhere(w http.ResponseWriter, r *http.Request, m *mine) error {
	text := "Every browser is signed out: of your page, of all your seats and of the host’s pages, this one too. The links in your older letters do not work any more; letters with new ones come to your address."
	if m.Profile.Address == "" {
		text = "Every browser but this one is signed out: of your page and of your seat. The link that you had does not work any more; your seat shows the new one."
	}
	return s.render(w, r, http.StatusOK, confirmPage(confirmation{
		Title: "Sign out everywhere?", Text: text, Button: "Sign out everywhere", Action: "/me/devices/all", Back: "/me/devices",
	}))
}

// signOutEverywhere ends all sessions of somebody and makes the links that he had
// dead: those to his page, to his seats and to the matches that he hosts. Pages that
// listen to a match hear of it at once.
func (s *server) signOutEverywhere(w http.ResponseWriter, r *http.Request, m *mine) error {
	if err := s.shutOut(r, m.Persons); err != nil {
		return err
	}
	err := s.eachSeat(r.Context(), m, func(match *engine.Match, seat game.Seat) error {
		_, err := s.Engine.Link(r.Context(), engine.SeatCommand{Match: match.ID, Seat: seat, Answers: match.LinkNumber(seat)}, false)
		var refusal *engine.Refusal
		if errors.As(err, &refusal) && (refusal.Code == engine.Stale || refusal.Code == engine.Broken) {
			return nil // the link is another already, or the match takes none
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := s.offerAnew(r.Context(), m); err != nil {
		return err
	}
	err = s.eachMatch(r.Context(), m, func(match *engine.Match) error {
		if !m.is(match.Host()) {
			return nil
		}
		_, err := s.People.RenewLink(r.Context(), match.Host(), link.HostCounter(match.ID))
		return err
	})
	if err != nil {
		return err
	}
	s.revoked.tell()
	if m.Profile.Address == "" {
		return s.stayHere(w, r, m)
	}
	s.closeSession(w, personCookie, "/")
	return redirect(w, r, "/me/sign-in?out=1")
}

// offerAnew makes the invitations that somebody has dead, and lets letters bring him
// new ones: those of seats that a bot keeps for him open to the browsers too with which
// he played there.
func (s *server) offerAnew(ctx context.Context, m *mine) error {
	return s.eachOffer(ctx, m, func(match *engine.Match, seat game.Seat) error {
		_, err := s.Engine.Offer(ctx, engine.SeatCommand{Match: match.ID, Seat: seat, Answers: match.LinkNumber(seat)}, engine.Person(offeredPerson(match, seat)))
		return unlessSettled(err)
	})
}

// stayHere lets this browser stay signed in when all others are out: no letter brings
// new links to somebody who has given no address.
func (s *server) stayHere(w http.ResponseWriter, r *http.Request, m *mine) error {
	err := s.eachSeat(r.Context(), m, func(match *engine.Match, seat game.Seat) error { return s.openSeat(w, match, seat) })
	if err != nil {
		return err
	}
	if err := s.openOwn(w, r, m.Person, s.Signer.AddressDigest(m.Profile.Address)); err != nil {
		return err
	}
	return redirect(w, r, "/me/devices?out=1")
}

// shutOut ends the sessions of some persons at their own page, and makes the links
// that signed them in or confirm an address dead.
func (s *server) shutOut(r *http.Request, persons []string) error {
	for _, person := range persons {
		for _, name := range []string{link.SignInCounter, link.ConfirmCounter} {
			if _, err := s.People.RenewLink(r.Context(), person, name); err != nil {
				return err
			}
		}
		if err := s.People.SignOutEverywhere(r.Context(), person); err != nil {
			return err
		}
	}
	return nil
}
