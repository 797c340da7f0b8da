package web

import (
	"bytes"
	"fmt"
	"net/http"
	"path"
	"time"
)

// serveStatic serves an embedded file under the address that holds its hash, and
// under no other, so that a browser may keep it for ever.
func serveStatic(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if assets[name] != r.URL.Path {
		http.NotFound(w, r)
		return
	}
	data, err := staticFiles.ReadFile("static/" + name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, path.Base(name), time.Time{}, bytes.NewReader(data))
}

func serveFavicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, asset("favicon.svg"), http.StatusFound)
}

// serveRobots keeps pages that are meant for a few people out of every index.
func serveRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "User-agent: *\nDisallow: /\n")
}

// serveAlive says that the process answers.
func serveAlive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "alive")
}

// serveReady says whether commands can be carried out, and why not. Reasons may
// name folders, so they go to the log.
func (s *server) serveReady(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if s.Health != nil {
		if err := s.Health(); err != nil {
			s.Log.Warn("not ready", "reason", err)
			http.Error(w, "not ready: see the log", http.StatusServiceUnavailable)
			return
		}
	}
	if !s.Projections.CaughtUp() {
		http.Error(w, "not ready: catching up with the event store", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
}
