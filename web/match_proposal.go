package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/web/words"
)

// proposal is the open proposal of a match as its page shows it.
type proposal struct {
	N      int      // its event: what an answer answers
	Title  string   // who proposes what
	Says   []string // more about it, such as how the clock would run
	Reason string   // only for those who play
	Mine   bool
	Asks   bool     // the reader is asked
	Agreed []string // who has agreed
	Asked  []string // who is still asked
	To     string   // address of the position to go back to; empty = it is no rewind
	undone
}

// undone is what going back to an event would do: the moves that it drops, and what
// was drawn or shown since, which stays known.
type undone struct {
	Dropped []line
	Shown   []line
}

// proposal is the open proposal; nil where there is none.
func (s *server) proposal(ctx context.Context, p *matchPage) (*proposal, error) {
	m := p.Match
	open := m.Proposal()
	if open == nil {
		return nil, nil
	}
	told := words.Happening(m.Story(p.Viewer, open.N-1, open.N)[0], p.Sight.Words, p.reader())
	out := &proposal{N: open.N, Title: told[0], Says: told[1:], Mine: p.Role == player && game.Seat(open.Seat) == p.Viewer}
	for _, seat := range m.Asked() {
		out.Asked = append(out.Asked, p.Names.Or(seat))
		out.Asks = out.Asks || p.Role == player && seat == p.Viewer
	}
	for _, seat := range open.Agreed {
		out.Agreed = append(out.Agreed, p.Names.Or(game.Seat(seat)))
	}
	if p.Role == player {
		why, err := s.People.Reason(ctx, m.Person(game.Seat(open.Seat)), m.ID, open.Seat)
		if err == nil && why.N == open.N { // without it the proposal can be answered all the same
			out.Reason = why.Text
		}
	}
	if open.What == events.WhatRewind {
		out.To = p.at(open.To)
		var err error
		if out.undone, err = s.undone(ctx, p, open.To); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// undone gathers what going back to an event would drop, and what was drawn or shown
// since.
func (s *server) undone(ctx context.Context, p *matchPage, to int) (undone, error) {
	var u undone
	var dropped []engine.Happening
	for _, h := range p.Match.Story(p.Viewer, to, p.Match.N()) {
		if h.Type == events.TypePlayed && !h.Dropped {
			dropped = append(dropped, h)
		}
	}
	var err error
	if u.Dropped, err = s.tellStory(ctx, p, dropped); err != nil {
		return u, err
	}
	u.Shown, err = s.tellStory(ctx, p, p.Match.Since(to, p.Viewer))
	return u, err
}

// otherPlayers are the seats of people beside one: those who must agree.
func otherPlayers(m *engine.Match, but game.Seat) []game.Seat {
	var others []game.Seat
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if seat != but && m.Person(seat) != "" {
			others = append(others, seat)
		}
	}
	return others
}

// asking is the page on which a player proposes something to the others.
type asking struct {
	matchPage
	What   string
	After  int
	Alone  bool
	Reason string
	Until  string // a date
	Least  string // the first date that may be chosen, and the last
	Most   string
	Clock  clockForm
	To     int // the event to go back to
	undone
	Wrong string
}

// The days of a pause.
const (
	leastPause = 1
	mostPause  = 90
)

// askProposal shows the form for a proposal.
func (s *server) askProposal(w http.ResponseWriter, r *http.Request, v *visit) error {
	what := r.PathValue("what")
	a := &asking{What: what, After: v.match.N(), Clock: clockFormOf(v.match.Clock())}
	if what == events.WhatRewind {
		a.To, _ = strconv.Atoi(r.URL.Query().Get("to"))
	}
	if !mayPropose(v.match, what) || what == events.WhatRewind && !slices.Contains(v.match.RewindTo(), a.To) {
		return redirect(w, r, v.base)
	}
	return s.answerAsking(w, r, http.StatusOK, v, a)
}

func (s *server) answerAsking(w http.ResponseWriter, r *http.Request, status int, v *visit, a *asking) error {
	p, err := s.frame(r.Context(), v, v.match, false)
	if err != nil {
		return err
	}
	a.matchPage, a.Alone = *p, len(otherPlayers(v.match, v.viewer)) == 0
	today := s.Now().In(place(p.Zone))
	date := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) }
	a.Least, a.Most = date(leastPause+1), date(mostPause)
	if a.Until == "" {
		a.Until = date(7)
	}
	if a.What == events.WhatRewind {
		if a.undone, err = s.undone(r.Context(), p, a.To); err != nil {
			return err
		}
	}
	return s.render(w, r, status, askingPage(a))
}

// mayPropose says whether something can be proposed in a match as it is now.
func mayPropose(m *engine.Match, what string) bool {
	if m.Status() != engine.Playing || m.Proposal() != nil {
		return false
	}
	_, paused := m.Paused()
	switch what {
	case events.WhatPause, events.WhatRewind:
		return !paused
	case events.WhatResume:
		return paused
	case events.WhatEnd, events.WhatClock:
		return true
	}
	return false
}

// propose makes a proposal. The form names the last event that its page showed: sent
// twice it proposes once.
func (s *server) propose(w http.ResponseWriter, r *http.Request, v *visit) error {
	seen, err := strconv.Atoi(r.PostForm.Get("after"))
	if err != nil {
		return staleForm
	}
	q := engine.Proposing{Match: v.match.ID, Seat: v.viewer, After: seen, What: r.PostForm.Get("what")}
	reason := strings.TrimSpace(r.PostForm.Get("reason"))
	if len([]rune(reason)) > maxReason {
		return &failure{Status: http.StatusUnprocessableEntity, Title: "That is too long", What: "The reason has more than " + strconv.Itoa(maxReason) + " characters, so nothing was proposed.", Mend: "Go back and shorten it.", Next: v.base, Button: "To the match"}
	}
	again := &asking{What: q.What, After: seen, Reason: reason, Until: r.PostForm.Get("until"), Clock: readClockForm(r.PostForm)}
	switch q.What {
	case events.WhatRewind:
		if q.To, err = strconv.Atoi(r.PostForm.Get("to")); err != nil {
			return staleForm
		}
		again.To = q.To
	case events.WhatPause:
		zone := s.zone(r.Context(), v.match, v.person())
		if q.Until, err = time.ParseInLocation(time.DateOnly, again.Until, place(zone)); err != nil {
			again.Wrong = "Choose the day on which the match goes on, written like 2026-12-25."
			return s.answerAsking(w, r, http.StatusUnprocessableEntity, v, again)
		}
		q.Until = q.Until.UTC()
	case events.WhatClock:
		q.Clock = again.Clock.settings()
		if len(again.Clock.Errors) > 0 {
			return s.answerAsking(w, r, http.StatusUnprocessableEntity, v, again)
		}
	case events.WhatResume, events.WhatEnd:
	default:
		return staleForm
	}
	receipt, err := s.Engine.Propose(r.Context(), q)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) && refusal.Code == engine.Invalid && mayPropose(v.match, q.What) {
		again.Wrong = refusal.What + " " + refusal.Mend
		return s.answerAsking(w, r, http.StatusUnprocessableEntity, v, again)
	}
	if err != nil {
		return s.refuseOnPage(w, r, v, err, 0, nil)
	}
	if reason != "" {
		if err := s.keepReason(r.Context(), v, receipt, reason); err != nil {
			return err
		}
	}
	return redirect(w, r, after(v, receipt))
}

// keepReason keeps why somebody proposes something. The same form sent again, with
// another reason in it, changes nothing.
func (s *server) keepReason(ctx context.Context, v *visit, receipt engine.Receipt, reason string) error {
	person := v.match.Person(v.viewer)
	if known, err := s.People.Reason(ctx, person, v.match.ID, int(v.viewer)); err != nil || known.N == receipt.N {
		return err
	}
	return s.People.SetReason(ctx, person, v.match.ID, int(v.viewer), people.Reason{N: receipt.N, Text: reason})
}

// answerProposal agrees to a proposal or does not. The form names the proposal.
func (s *server) answerProposal(w http.ResponseWriter, r *http.Request, v *visit) error {
	n, err := strconv.Atoi(r.PostForm.Get("n"))
	agree := r.PostForm.Get("agree")
	if err != nil || agree != "yes" && agree != "no" {
		return staleForm
	}
	receipt, err := s.Engine.Answer(r.Context(), v.match.ID, v.viewer, n, agree == "yes")
	return s.didOnPage(w, r, v, receipt, err)
}

// withdrawProposal takes one's own proposal back.
func (s *server) withdrawProposal(w http.ResponseWriter, r *http.Request, v *visit) error {
	n, err := strconv.Atoi(r.PostForm.Get("n"))
	if err != nil {
		return staleForm
	}
	receipt, err := s.Engine.Withdraw(r.Context(), v.match.ID, v.viewer, n)
	return s.didOnPage(w, r, v, receipt, err)
}

// didOnPage answers a player's command: with the match's page, and with what was
// wrong on it.
func (s *server) didOnPage(w http.ResponseWriter, r *http.Request, v *visit, receipt engine.Receipt, err error) error {
	if err != nil {
		return s.refuseOnPage(w, r, v, err, 0, nil)
	}
	return redirect(w, r, after(v, receipt))
}
