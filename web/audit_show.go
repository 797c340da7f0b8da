package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
)

// auditPage is what a match's log is made of, without what is secret in it.
type auditPage struct {
	matchPage
	Head   events.Head
	Rows   []auditRow
	File   string // name of the export
	Whole  bool   // nothing is sealed for this viewer any more
	Hidden int    // parts that this viewer cannot see yet
}

// auditRow is one event of the log.
type auditRow struct {
	N     int
	At    time.Time
	Type  string
	By    string
	Hash  string
	Parts []string // of each sealed part, who may know it
	Opens []string // which earlier parts it opens
	Gone  bool     // a move that was taken back since: struck out
}

// showAudit lists every event with its hash, and which of its parts are sealed or
// opened; never what stands in them.
func (s *server) showAudit(w http.ResponseWriter, r *http.Request, v *visit) error {
	frame, err := s.frame(r.Context(), v, v.match, false)
	if err != nil {
		return err
	}
	viewer := events.Viewer(v.viewer)
	if v.match.Disclosed() {
		viewer = events.All
	}
	p := &auditPage{matchPage: *frame, Head: v.match.Head(), File: exportName(v.match.ID, viewer)}
	for _, e := range v.match.Log {
		row := auditRow{N: e.N, At: e.At, Type: e.Type, By: auditBy(e.By), Hash: e.Hash}
		row.Gone = e.Type == events.TypePlayed && !slices.Contains(v.match.Table.Line, e.N)
		for i, part := range e.Parts {
			words, known := partState(part.To, viewer, v.match.Table.Opened[events.Ref{N: e.N, I: i}])
			if !known {
				p.Hidden++
			}
			row.Parts = append(row.Parts, words)
		}
		for _, o := range e.Opens {
			row.Opens = append(row.Opens, "event "+strconv.Itoa(o.N)+", part "+strconv.Itoa(o.I))
		}
		p.Rows = append(p.Rows, row)
	}
	return s.render(w, r, http.StatusOK, showAuditPage(p))
}

// auditBy is who gave an event's command.
func auditBy(by string) string { return strings.Replace(by, ":", " ", 1) }

// partState says who may know a sealed part, and whether the viewer does.
func partState(to []int, viewer events.Viewer, opened bool) (words string, known bool) {
	switch {
	case viewer == events.All:
		return "opened at the end", true
	case opened:
		return "opened since", true
	case len(to) == 0:
		return "sealed for everybody", false
	}
	var seats []string
	for _, seat := range to {
		known = known || seat == int(viewer)
		seats = append(seats, "seat "+game.Seat(seat).String())
	}
	if known && len(to) == 1 {
		return "for you alone", true
	}
	return "for " + join(seats) + " alone", known
}
