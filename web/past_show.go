package web

import (
	"net/http"
	"slices"
	"strconv"

	"pizzini/events"
)

// showPast is the match as it stood after an event: what the viewer might know
// then, and all of it once the match is over.
func (s *server) showPast(w http.ResponseWriter, r *http.Request, v *visit) error {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || strconv.Itoa(n) != r.PathValue("n") {
		return nothingHere
	}
	then, err := v.match.At(n)
	if err != nil {
		return err
	}
	p, err := s.frame(r.Context(), v, then, true)
	if err == nil {
		err = s.tellLatest(r.Context(), p)
	}
	if err != nil {
		return err
	}
	if n == v.match.N() {
		if err := s.gather(r, v, p); err != nil {
			return err
		}
	}
	p.Gone = v.match.Log[n-1].Type == events.TypePlayed && !slices.Contains(v.match.Table.Line, n)
	p.Rewindable = v.role == player && mayPropose(v.match, events.WhatRewind) && slices.Contains(v.match.RewindTo(), n)
	if p.Beside, err = s.beside(r, v, p); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, showMatchPage(p))
}

// seekPast takes the slider of a browser without script to its event.
func (s *server) seekPast(w http.ResponseWriter, r *http.Request, v *visit) error {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		n = v.match.N()
	}
	n = min(max(n, 1), v.match.N())
	return redirect(w, r, v.base+"/at/"+strconv.Itoa(n))
}
