package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/game"
)

// again is what the page of a match that is over offers for the next one.
type again struct {
	Rematch bool   // one can be made, or taken part in
	Made    bool   // somebody has made it
	Seat    string // the reader's own seat in it, where he has taken it already
	Copy    string // address of the form for a new match like this one; empty = not for this browser
}

// again looks what can follow a match that is over.
func (s *server) again(r *http.Request, p *matchPage) (*again, error) {
	m := p.Match
	if !m.Table.Over || m.Table.Started == 0 || m.Rules == nil {
		return nil, nil
	}
	a := &again{Copy: s.copyFor(r, m)}
	if p.Role != player {
		return a, nil
	}
	a.Rematch = m.Table.Ended > 0
	next, err := s.Engine.Match(r.Context(), s.rematchID(m.ID))
	var refusal *engine.Refusal
	switch {
	case errors.As(err, &refusal):
		return a, nil
	case err != nil:
		return nil, err
	}
	a.Made = true
	seat := rotated(m, p.Viewer)
	if next.Person(seat) == s.rematchPerson(next.ID, m.Person(p.Viewer)) {
		a.Seat = player.path(next.ID, seat)
	} else if next.Table.Over || next.Table.Seats[seat-1].Offered == "" {
		a.Rematch = false // the seat is somebody else's by now
	}
	return a, nil
}

// The id of a rematch, and of the people in it, is made from the match before: two
// players who ask for one make one.
func (s *server) rematchID(match string) string { return s.Signer.FormID("rematch", match) }

func (s *server) rematchPerson(rematch, person string) string {
	return s.Signer.FormID("again", rematch, person)
}

// rotated is the place that a seat has in a rematch: everybody moves on by one.
func rotated(m *engine.Match, seat game.Seat) game.Seat {
	return seat%game.Seat(m.Players()) + 1
}

// playAgain makes a match of the same people, or finds it made, and seats the player
// who asks for it there. The others are invited by letter.
func (s *server) playAgain(w http.ResponseWriter, r *http.Request, v *visit) error {
	m := v.match
	if !m.Table.Over || m.Table.Started == 0 || m.Rules == nil {
		return &failure{Status: http.StatusConflict, Title: "The match is not over", What: "A rematch comes after it.", Mend: "Play this one to its end first.", Next: v.base, Button: "To the match"}
	}
	next, err := s.rematch(r, v)
	if err != nil {
		return err
	}
	seat := rotated(m, v.viewer)
	person := s.rematchPerson(next.ID, m.Person(v.viewer))
	if next.Table.Seats[seat-1].Offered == string(engine.Person(person)) && next.Person(seat) == "" && !next.Table.Over {
		receipt, err := s.Engine.Take(r.Context(), engine.SeatCommand{Match: next.ID, Seat: seat, Answers: next.LinkNumber(seat), Form: m.ID}, person, "")
		if err != nil {
			return s.refuseOnPage(w, r, v, err, 0, nil)
		}
		if next, err = s.Engine.Match(r.Context(), next.ID); err != nil || next.N() < receipt.N {
			return err
		}
	}
	// A form that comes again signs in nobody whom something has overtaken.
	if next.Person(seat) != person || next.LinkNumber(seat) != next.Table.Seats[seat-1].Since || acted(next, slipEnd(next, next.LinkNumber(seat)), "seat:"+seat.String()) {
		return &failure{Status: http.StatusConflict, Title: "Your seat in the rematch is taken up already",
			What: "This page cannot open it any more: something has happened there since.", Mend: "Open it by the link in one of its letters, or in the browser that you play it with.", Next: v.base, Button: "To the match that is over"}
	}
	if err := s.openSeat(w, next, seat); err != nil {
		return err
	}
	if next.Host() == person {
		number, err := s.hostNumber(r.Context(), next)
		if err != nil {
			return err
		}
		if number == 0 {
			if err := s.openHost(w, next.ID, number); err != nil {
				return err
			}
		}
	}
	return redirect(w, r, player.path(next.ID, seat)+"?n="+strconv.Itoa(next.LinkNumber(seat)))
}

// rematch is the rematch of a match, made now where nobody has. Whoever asks first
// is its host.
func (s *server) rematch(r *http.Request, v *visit) (*engine.Match, error) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	m := v.match
	id := s.rematchID(m.ID)
	next, err := s.Engine.Match(r.Context(), id)
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || refusal.Code != engine.NotFound {
		return next, err
	}
	if s.Open && !s.operator(r) && !s.strangers.Allow() {
		return nil, tooMany
	}
	created := m.Table.Created
	c := engine.Creation{ID: id, Kind: created.Kind, Options: game.Options(created.Options), Watch: created.Watch,
		Host: s.rematchPerson(id, m.Person(v.viewer)), Seats: make([]engine.Invitation, m.Players())}
	if settings, ok := m.Clock(); ok {
		c.Clock = settings.JSON()
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		who, err := s.invitedAgain(r.Context(), id, m, seat)
		if err != nil {
			return nil, err
		}
		if seat == v.viewer {
			who = engine.Himself
		}
		c.Seats[rotated(m, seat)-1].Who = who
	}
	if _, err := s.Engine.Create(r.Context(), c); err != nil {
		return nil, err
	}
	return s.Engine.Match(r.Context(), id)
}

// invitedAgainAs are the ids under which somebody is invited to rematches in which he
// has not sat down: they hold his name, and without an address nothing else leads to
// them.
func (s *server) invitedAgainAs(ctx context.Context, m *mine) ([]string, error) {
	var ids []string
	err := s.eachSeat(ctx, m, func(match *engine.Match, seat game.Seat) error {
		next, err := s.Engine.Match(ctx, s.rematchID(match.ID))
		var refusal *engine.Refusal
		if errors.As(err, &refusal) {
			return nil
		}
		if err != nil {
			return err
		}
		id := s.rematchPerson(next.ID, match.Person(seat))
		if seatOf(next, id) == 0 {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

// invitedAgain is who shall sit in a rematch for whoever sat at a seat: the same
// person, with a new id; a bot for a bot; and anybody for whom nothing is known of
// any more.
func (s *server) invitedAgain(ctx context.Context, rematch string, m *engine.Match, seat game.Seat) (engine.Invited, error) {
	person := m.Person(seat)
	if person == "" {
		return engine.Bot, nil
	}
	known, err := s.People.Profile(ctx, person)
	if err != nil {
		return "", err
	}
	if known.Name == "" {
		return engine.Anybody, nil
	}
	id := s.rematchPerson(rematch, person)
	if err := s.People.Keep(ctx, id, known); err != nil {
		return "", err
	}
	if proven, err := s.People.Proven(ctx, person); err != nil {
		return "", err
	} else if proven {
		if err := s.People.Prove(ctx, id); err != nil {
			return "", err
		}
	}
	return engine.Person(id), nil
}
