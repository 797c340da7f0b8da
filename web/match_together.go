package web

import (
	"context"
	"net/http"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/words"
)

// Acquaintance is what the players of a match are told of each other.
type Acquaintance interface {
	// Hours is when a person's time runs: his zone, his night and his vacations; the
	// zero one where nothing is known.
	Hours(ctx context.Context, person string) (clock.Person, error)
	// Reason is why a person last proposed something at a seat, and the event that
	// proposes it; nothing where he was erased.
	Reason(ctx context.Context, person, match string, seat int) (people.Reason, error)
	// SetReason keeps why a person proposes what an event says.
	SetReason(ctx context.Context, person, match string, seat int, why people.Reason) error
}

// together is what a match's page shows beside the position: of the players' time, of
// what they agree on, and of who comes and goes.
type together struct {
	Zone       string    // in which the reader is told moments; empty = UTC
	Times      *times    // nil = nothing is to be said about time
	Expired    []expiry  // whose time is up, so that the reader can decide about it
	Proposal   *proposal // the open one
	Gone       bool      // the move looked at was taken back since
	Rewindable bool      // one can propose to go back to where the page looks
	Sittings   []sitting // who sat where, where somebody came or went
	Again      *again    // what can follow a match that is over
}

// gather fills in what the page of the match as it is now shows beside the position.
func (s *server) gather(r *http.Request, v *visit, p *matchPage) (err error) {
	ctx := r.Context()
	if p.Times, err = s.times(ctx, p); err != nil {
		return err
	}
	if p.Proposal, err = s.proposal(ctx, p); err != nil {
		return err
	}
	if p.Again, err = s.again(r, p); err != nil {
		return err
	}
	p.Expired = s.expiries(p)
	p.Sittings, err = s.sittings(ctx, v.match)
	return err
}

// reader is to whom the page speaks.
func (p *matchPage) reader() words.Reader {
	reader := p.Names.Reader(p.Viewer)
	reader.Zone = p.Zone
	return reader
}

// enterHost opens the host's page to the player who is the host.
func (s *server) enterHost(w http.ResponseWriter, r *http.Request, v *visit) error {
	if v.person() != v.match.Host() {
		return redirect(w, r, v.base)
	}
	number, err := s.hostNumber(r.Context(), v.match)
	if err != nil {
		return err
	}
	if err := s.openHost(w, v.match.ID, number); err != nil {
		return err
	}
	return redirect(w, r, host.path(v.match.ID, game.Spectator))
}
