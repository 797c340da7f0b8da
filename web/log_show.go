package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/words"
)

// line is one event of the log in words, or the moves of a seat in a row that are
// told together.
type line struct {
	N       int // the last event
	At      time.Time
	Words   []string
	Dropped bool // taken back since: struck out
}

// tell tells the events of a match above a number, as the viewer may know them.
// Whoever has left a seat is still named in what he did there.
func (s *server) tell(ctx context.Context, m *engine.Match, viewer game.Seat, after int, c words.Catalogue) ([]line, error) {
	who := make([]string, m.Players())
	story := m.Story(viewer, after, m.N())
	var lines []line
	var n words.Names
	for _, e := range m.Log {
		next := ""
		at := 0
		if e.Type == events.TypeSeatTaken || e.Type == events.TypeSeatVacated {
			switch data, err := e.Decode(); d := data.(type) {
			case *events.SeatTaken:
				if err == nil {
					who[d.Seat-1], n = d.Who, nil
				}
			case *events.SeatVacated:
				if err == nil {
					at, next = d.Seat, strings.TrimPrefix(d.Next, "open")
				}
			}
		}
		if len(story) > 0 && story[0].N == e.N {
			if n == nil {
				var err error
				if n, err = s.namesOf(ctx, who); err != nil {
					return nil, err
				}
			}
			together, told := words.Line(story, c, n.Reader(viewer))
			last := story[together-1]
			lines = append(lines, line{N: last.N, At: last.At, Dropped: last.Dropped, Words: told})
			story = story[together:]
		}
		if at > 0 {
			who[at-1], n = next, nil
		}
	}
	return lines, nil
}

// showLog is the whole log in words, the latest event last.
func (s *server) showLog(w http.ResponseWriter, r *http.Request, v *visit) error {
	p, err := s.frame(r.Context(), v, v.match, false)
	if err != nil {
		return err
	}
	if p.Lines, err = s.tell(r.Context(), v.match, v.viewer, 0, p.Sight.Words); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, logPage(p))
}
