package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
)

// openLink shows what a link opens, with a button that makes use of it. Mail
// scanners follow links, so that nothing happens before the button: no session,
// no change.
func (s *server) openLink(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	claim, m, err := s.followed(r, token, link.Seat, link.Invitation, link.InvitationLetter, link.Host, link.Operator, link.SignIn, link.ConfirmAddress)
	if err != nil {
		return err
	}
	switch claim.Purpose {
	case link.Invitation, link.InvitationLetter:
		if m.Table.Over {
			return s.showEnd(w, r, m, game.Seat(claim.Seat))
		}
		return s.showInvitation(w, r, http.StatusOK, invitation{Token: token, Match: m, Seat: game.Seat(claim.Seat)})
	case link.Host:
		return s.render(w, r, http.StatusOK, landingPage(landing{Token: token, Title: "You are the host of this match",
			Text: "The host sees who sits where, invites people, replaces a silent player, makes new links, can pass these rights on, and can end the match.", Button: "Open the host's page"}))
	case link.Operator:
		return s.render(w, r, http.StatusOK, landingPage(landing{Token: token, Title: "You run this server",
			Text: "With the operator's link this browser may start matches that send letters, and read the local mailbox.", Button: "Continue as operator"}))
	case link.SignIn:
		return s.render(w, r, http.StatusOK, landingPage(landing{Token: token, Title: "Your own page",
			Text: "It shows all your matches, and lets you set when and how you are told. This browser then stays signed in until you sign it out.", Button: "Sign in"}))
	case link.ConfirmAddress:
		return s.render(w, r, http.StatusOK, landingPage(landing{Token: token, Title: "Is this your new address?",
			Text: "Somebody who plays here asked that letters go to the address to which this letter came. If that was you, say so; if not, leave this page, and nothing happens.", Button: "Use this address"}))
	}
	v := &visit{match: m, role: player, viewer: game.Seat(claim.Seat), base: player.path(m.ID, game.Seat(claim.Seat))}
	p, err := s.frame(r.Context(), v, m, false)
	if err == nil {
		err = s.tellLatest(r.Context(), p)
	}
	if err != nil {
		return err
	}
	draft, err := link.ParseDraft(r.URL.RawQuery)
	if err != nil {
		draft = link.Draft{}
	}
	p.Landing, p.Draft = token, draft
	if len(draft.Moves) > 0 {
		p.Notes = append(p.Notes, note{Title: "Nothing is played yet", Text: "Continue first, then play what the letter proposes.", Chose: p.chose(m, draft.Decision, draft.Moves)})
	}
	return s.render(w, r, http.StatusOK, showMatchPage(p))
}

// continueLink signs the browser in with a link's token and goes on to a page
// whose address holds none.
func (s *server) continueLink(w http.ResponseWriter, r *http.Request) error {
	claim, m, err := s.followed(r, r.PostForm.Get("token"), link.Seat, link.Host, link.Operator, link.SignIn, link.ConfirmAddress)
	if err != nil {
		return err
	}
	switch claim.Purpose {
	case link.Operator:
		if err := s.openSession(w, operatorCookie, "/", link.Claim{Purpose: link.OperatorSession, Number: s.OperatorNumber}); err != nil {
			return err
		}
		return redirect(w, r, link.Site("").Home())
	case link.SignIn:
		if err := s.People.ProveAll(r.Context(), claim.Person); err != nil {
			return err
		}
		if err := s.openOwn(w, r, claim.Person, claim.Address); err != nil {
			return err
		}
		return redirect(w, r, "/me")
	case link.ConfirmAddress:
		return s.confirmAddress(w, r, claim)
	case link.Host:
		if err := s.openHost(w, m.ID, claim.Number); err != nil {
			return err
		}
		return redirect(w, r, host.path(m.ID, 0))
	}
	if err := s.openSeat(w, m, game.Seat(claim.Seat)); err != nil {
		return err
	}
	draft, err := link.ParseDraft(r.PostForm.Encode())
	if err != nil {
		draft = link.Draft{}
	}
	to := link.Site("").SeatDraft(m.ID, game.Seat(claim.Seat), draft)
	if len(draft.Moves) > 0 {
		to = string(toChoices(to))
	}
	return redirect(w, r, to)
}

// followed reads a token and finds the match that it is for; where the token does
// not hold any more the answer is the one for a token that never did.
func (s *server) followed(r *http.Request, token string, purposes ...link.Purpose) (link.Claim, *engine.Match, error) {
	claim, err := s.Signer.Parse(token, purposes...)
	if err != nil {
		return claim, nil, deadLink
	}
	if claim.Purpose == link.Operator {
		if claim.Number != s.OperatorNumber {
			return claim, nil, deadLink
		}
		return claim, nil, nil
	}
	if claim.Purpose == link.SignIn || claim.Purpose == link.ConfirmAddress {
		holds, err := s.personHolds(r.Context(), claim)
		if err == nil && !holds {
			err = deadLink
		}
		return claim, nil, err
	}
	m, err := s.Engine.Match(r.Context(), claim.Match)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) && refusal.Code == engine.NotFound {
		return claim, nil, deadLink
	}
	if err != nil {
		return claim, nil, err
	}
	holds := false
	switch claim.Purpose {
	case link.Seat:
		holds = seatHolds(m, claim)
	case link.Invitation, link.InvitationLetter:
		if holds, err = s.invitationShows(r.Context(), m, claim); err != nil {
			return claim, nil, err
		}
	case link.Host:
		if holds, err = s.hostHolds(r.Context(), m, claim); err != nil {
			return claim, nil, err
		}
	}
	if !holds && claim.Purpose == link.Seat {
		return claim, nil, s.seatMoved(m, claim, deadLink)
	}
	if !holds {
		return claim, nil, deadLink
	}
	return claim, m, nil
}

// invitationHolds says whether an invitation can still be taken up: the seat is
// offered, and by the same offer.
func invitationHolds(m *engine.Match, c link.Claim) bool {
	seat := game.Seat(c.Seat)
	return c.Seat <= m.Players() && m.Person(seat) == "" && m.Table.Seats[seat-1].Offered != "" && !m.Table.Over && m.LinkNumber(seat) == c.Number
}

// invitationShows says whether an invitation opens a page: it can be taken up, or the
// seat was kept until the match ended. Of whom it names something is known still.
func (s *server) invitationShows(ctx context.Context, m *engine.Match, c link.Claim) (bool, error) {
	seat := game.Seat(c.Seat)
	kept := m.Table.Over && m.LinkNumber(seat) == c.Number && m.Kept(seat) != ""
	if !kept && !invitationHolds(m, c) {
		return false, nil
	}
	person, named := strings.CutPrefix(m.Table.Seats[seat-1].Offered, "person:")
	if !named {
		return true, nil
	}
	profile, err := s.People.Profile(ctx, person)
	return profile != (Profile{}), err
}
