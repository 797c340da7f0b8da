package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/projections"
	"pizzini/web/link"
	"pizzini/web/words"
)

// homePage is what the front page shows.
type homePage struct {
	Kinds    []game.Info
	Form     string // number of the demo form; empty = this browser may not start matches
	Operator bool
	Mailbox  bool
	Matches  []homeMatch // for the operator
	Note     string
}

// homeMatch is a match in the operator's list.
type homeMatch struct {
	Game    string
	Players string
	State   string
	Changed time.Time
	Host    string // link to its host's page; empty = the match cannot be read
	Watch   string // address for watchers; empty = nobody may
}

// recent is how many matches the operator's list shows.
const recent = 20

// showHome is the front page. It lists matches for the operator alone.
func (s *server) showHome(w http.ResponseWriter, r *http.Request) error {
	h := homePage{Kinds: kinds(), Operator: s.operator(r), Mailbox: s.Mailbox != nil}
	switch query := r.URL.Query(); {
	case query.Has("left"):
		left := leftNote(query.Get("left"))
		h.Note = left.Title + ". " + left.Text
	case query.Has("erased"):
		h.Note = "You are erased here. Your matches go on without you."
	case query.Has("out"):
		h.Note = "This browser is signed out of that seat. Your link opens it again."
	}
	var err error
	if h.Operator || s.Open {
		h.Form = engine.NewID()
	}
	if h.Operator {
		if h.Matches, err = s.recentMatches(r); err != nil {
			return err
		}
	}
	return s.render(w, r, http.StatusOK, showHomePage(h))
}

func (s *server) recentMatches(r *http.Request) ([]homeMatch, error) {
	rows, err := s.Projections.Matches(r.Context(), projections.Filter{Limit: recent})
	if err != nil {
		return nil, err
	}
	var list []homeMatch
	for _, row := range rows {
		line := homeMatch{Game: row.Kind, State: string(row.Status), Changed: row.Changed}
		if rules, err := engine.Newest(row.Kind); err == nil {
			line.Game = rules.Info().Name
		}
		if row.Watch {
			line.Watch = link.Site("").Match(row.ID)
		}
		m, err := s.Engine.Match(r.Context(), row.ID)
		var refusal *engine.Refusal
		if errors.As(err, &refusal) {
			line.State = strings.TrimSuffix(refusal.What, ".") // one match that cannot be read hides no other
			list = append(list, line)
			continue
		}
		if err != nil {
			return nil, err
		}
		if line.Host, err = s.hostLink(r.Context(), m); err != nil {
			return nil, err
		}
		n, err := s.names(r.Context(), m)
		if err != nil {
			return nil, err
		}
		line.Players, line.State = n.All(), stateOf(m, n)
		list = append(list, line)
	}
	return list, nil
}

// hostLink is the address of the landing of a host's link.
func (s *server) hostLink(ctx context.Context, m *engine.Match) (string, error) {
	number, err := s.hostNumber(ctx, m)
	if err != nil {
		return "", err
	}
	token, err := s.Signer.Token(link.Claim{Purpose: link.Host, Match: m.ID, Number: number})
	return link.Site("").Landing(token), err
}

// stateOf says where a match stands: whose turn it is, or that it is over.
func stateOf(m *engine.Match, n words.Names) string {
	switch m.Status() {
	case engine.Gathering:
		return "waiting for players"
	case engine.Ended:
		return "over"
	case engine.Abandoned:
		return "ended without a result"
	case engine.Stopped:
		return "stands still"
	}
	waiting := make([]string, 0, 1)
	for _, seat := range m.Active() {
		waiting = append(waiting, n.Or(seat))
	}
	return "waiting for " + join(waiting)
}
