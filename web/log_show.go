package web

import (
	"net/http"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/words"
)

// line is one event of the log in words.
type line struct {
	N       int
	At      time.Time
	Words   []string
	Dropped bool // taken back since: struck out
}

// tell turns a story into lines, for the viewer.
func tell(story []engine.Happening, c words.Catalogue, n names, viewer game.Seat) []line {
	var lines []line
	for _, h := range story {
		lines = append(lines, line{N: h.N, At: h.At, Dropped: h.Dropped, Words: words.Happening(h, c, n.reader(viewer))})
	}
	return lines
}

// showLog is the whole log in words, the latest event last.
func (s *server) showLog(w http.ResponseWriter, r *http.Request, v *visit) error {
	p, err := s.frame(r.Context(), v, v.match, false)
	if err != nil {
		return err
	}
	p.Lines = tell(v.match.Story(v.viewer, 0, v.match.N()), p.Sight.Words, p.Names, v.viewer)
	return s.render(w, r, http.StatusOK, logPage(p))
}
