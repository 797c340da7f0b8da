package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"pizzini/events/people"
)

// notesBox are the private notes of who sits at a seat, and the one at the position
// that is shown. Nobody else ever sees them: whoever takes the seat after him has
// his own.
type notesBox struct {
	At   int    // the position
	Text string // the note there
	All  []people.Note
}

// notesBox gathers the notes of the visit's player.
func (s *server) notesBox(ctx context.Context, v *visit, p *matchPage) (*notesBox, error) {
	notes, err := s.People.Notes(ctx, v.person(), v.match.ID)
	if err != nil {
		return nil, err
	}
	box := &notesBox{At: p.Match.N(), All: notes}
	for _, note := range notes {
		if note.N == box.At {
			box.Text = note.Text
		}
	}
	return box, nil
}

// keepNote keeps the note at a position, or takes it away.
func (s *server) keepNote(w http.ResponseWriter, r *http.Request, v *visit) error {
	n := formInt(r, "n")
	if n < 1 || n > v.match.N() {
		return staleForm
	}
	text := strings.TrimSpace(r.PostForm.Get("note"))
	if r.PostForm.Has("erase") {
		text = ""
	}
	if text != "" {
		if _, err := people.CleanText(text); err != nil {
			return s.refuseBeside(w, r, v, http.StatusUnprocessableEntity, note{Title: "The note was not kept", Text: sentence(err), Warn: true})
		}
	}
	if err := s.People.SetNote(r.Context(), v.person(), v.match.ID, n, text); err != nil {
		return err
	}
	if r.PostForm.Get("from") == "past" || n != v.match.N() {
		return redirect(w, r, v.base+"/at/"+strconv.Itoa(n)+"#notes")
	}
	return redirect(w, r, v.base+"#notes")
}
