package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// heartbeat is how often a quiet stream of events shows that it is alive, and
// looks whether its reader may still listen.
const heartbeat = 20 * time.Second

// streamEvents tells a live page the number of the match's last event whenever
// there is a new one, and whoever hears the table talk that it has changed, and
// nothing else: the page then asks for itself, and gets what its viewer may see. A
// reader whose session was revoked is cut off.
func (s *server) streamEvents(w http.ResponseWriter, r *http.Request, v *visit) error {
	numbers, cancel := s.Projections.Subscribe(v.match.ID)
	defer cancel()
	told, deaf := s.Projections.SubscribeTalk(v.match.ID)
	defer deaf()
	control := http.NewResponseController(w)
	// The server's time limits do not hold for an answer that never ends.
	if err := errors.Join(control.SetWriteDeadline(time.Time{}), control.SetReadDeadline(time.Time{})); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	revoked := s.revoked.heard()
	last := v.match.N()
	if now, err := s.visit(r, v.role); err == nil {
		last = now.match.N() // what came before the subscription stood
	}
	_, err := fmt.Fprintf(w, "retry: 3000\ndata: %d\n\n", last)
	if err != nil || control.Flush() != nil {
		return nil
	}
	shown := r.URL.Query()
	revision, err := s.talkRevision(r.Context(), v)
	if err != nil {
		return nil
	}
	if shown.Has("talk") { // what the page shows may be older
		revision = shown.Get("talk")
	}
	if s.tellTalk(w, r, v.role, &revision) != nil || control.Flush() != nil {
		return nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		text := ": still here\n\n"
		select {
		case <-r.Context().Done():
			return nil
		case n, ok := <-numbers:
			if !ok {
				return nil
			}
			text = fmt.Sprintf("data: %d\n\n", n)
		case <-told:
			text = "" // what there is to tell, the talk itself says
		case <-revoked:
		case <-beat.C:
		}
		revoked = s.revoked.heard() // before the look, which would else miss what comes after it
		if _, err := s.visit(r, v.role); err != nil {
			return nil
		}
		if text == "" {
			err = s.tellTalk(w, r, v.role, &revision)
		} else {
			_, err = fmt.Fprint(w, text)
		}
		if err != nil || control.Flush() != nil {
			return nil
		}
	}
}

// tellTalk tells a stream's reader that the table talk is another than the one of a
// revision, and nothing of what it is. Whoever does not hear it any more is told
// once, so that his page drops it.
func (s *server) tellTalk(w http.ResponseWriter, r *http.Request, as role, revision *string) error {
	v, err := s.visit(r, as)
	if err != nil {
		return err
	}
	now, err := s.talkRevision(r.Context(), v)
	if err != nil || now == *revision {
		return err
	}
	*revision = now
	_, err = fmt.Fprintf(w, "event: talk\ndata: %s\n\n", cmp.Or(now, "none"))
	return err
}
