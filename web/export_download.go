package web

import (
	"bytes"
	"net/http"
	"strconv"

	"pizzini/engine/game"
	"pizzini/events"
)

// downloadExport gives the match's log as a file that proves itself, with what
// this viewer may know of its secrets: all of them once the match is over.
func (s *server) downloadExport(w http.ResponseWriter, r *http.Request, v *visit) error {
	viewer := events.Viewer(v.viewer)
	if v.match.Disclosed() {
		viewer = events.All
	}
	var b bytes.Buffer
	if err := events.WriteExport(&b, viewer, v.match.Log); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+exportName(v.match.ID, viewer)+`"`)
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	_, _ = b.WriteTo(w) // a reader that has gone needs no answer
	return nil
}

// exportName is the file name of an export: "ID-seat2.jsonl".
func exportName(match string, viewer events.Viewer) string {
	switch {
	case viewer == events.All:
		return match + "-all.jsonl"
	case viewer == events.Spectator:
		return match + "-spectator.jsonl"
	}
	return match + "-seat" + game.Seat(viewer).String() + ".jsonl"
}
