package web

import (
	"bytes"
	"errors"
	"math"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/a-h/templ"

	"pizzini/web/link"
)

// handler serves a request or says why not; the reason becomes a page.
type handler func(http.ResponseWriter, *http.Request) error

// maxForm bounds the body of a POST: no form of ours comes near it.
const maxForm = 64 << 10

// page serves a handler's errors as pages.
func (s *server) page(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			r.Body = http.MaxBytesReader(w, r.Body, maxForm)
			if err := r.ParseForm(); err != nil {
				s.fail(w, r, formUnread(err))
				return
			}
		}
		if err := h(w, r); err != nil {
			s.fail(w, r, err)
		}
	})
}

// around puts what every request needs around the routes: security headers, the
// request log, and the refusal of forms that another site sends.
func (s *server) around(mux *http.ServeMux) http.Handler {
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, crossOrigin)
	}))
	next := guard.Handler(s.routed(mux))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := s.Now()
		// The path alone: a query holds tries, and some paths hold tokens.
		_, route := mux.Handler(r)
		path := link.LoggedPath(route, r.URL.Path)
		secure(w.Header(), path == r.URL.Path)
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.Log.Error("a page failed", "panic", p, "stack", string(debug.Stack()))
				if !seen.wrote {
					s.fail(seen, r, errors.New("panic"))
				}
			}
			s.Log.Info("request", "method", r.Method, "path", path, "status", seen.status,
				"ms", milliseconds(s.Now().Sub(began)))
		}()
		next.ServeHTTP(seen, r)
	})
}

// milliseconds is a time for the log, to a tenth of a millisecond.
func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 10 }

// routed serves a request by its route, and answers what no route takes with a page.
func (s *server) routed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, route := mux.Handler(r)
		if route != "" {
			mux.ServeHTTP(w, r)
			return
		}
		bare := &bareAnswer{header: http.Header{}}
		h.ServeHTTP(bare, r)
		switch bare.status {
		case http.StatusMethodNotAllowed:
			w.Header()["Allow"] = bare.header["Allow"]
			s.fail(w, r, wrongMethod)
		case http.StatusNotFound:
			s.fail(w, r, nothingHere)
		default: // to the same address, written as it should be
			w.Header()["Location"] = bare.header["Location"]
			w.WriteHeader(bare.status)
		}
	})
}

// bareAnswer is what net/http says by itself, without its text.
type bareAnswer struct {
	header http.Header
	status int
}

func (b *bareAnswer) Header() http.Header            { return b.header }
func (b *bareAnswer) WriteHeader(status int)         { b.status = status }
func (b *bareAnswer) Write(text []byte) (int, error) { return len(text), nil }

// policy is what a page may load: its own files, and nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secure sets the headers of every answer. The pages hold what only one viewer
// may see, so nobody keeps, frames or lists them, and they load nothing of others.
// plain says that the address may stand in a log; one that may hold a token is told
// nobody as a Referer, not even this server. ("no-referrer" would make the Origin
// of forms null.)
func secure(h http.Header, plain bool) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "same-origin")
	if !plain {
		h.Set("Referrer-Policy", "strict-origin")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	h.Set("Cache-Control", "private, no-store")
}

// statusWriter notes the status for the log.
type statusWriter struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (w *statusWriter) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	w.wrote = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// render writes a page, into a buffer first, so that what fails half-way is an
// error page and not half a page.
func (s *server) render(w http.ResponseWriter, r *http.Request, status int, c templ.Component) error {
	var b bytes.Buffer
	if err := c.Render(r.Context(), &b); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch status {
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "20")
	}
	w.WriteHeader(status)
	_, err := b.WriteTo(w)
	if err != nil {
		return nil // the reader has gone
	}
	return nil
}

// redirect sends the browser on to a clean address after a form.
func redirect(w http.ResponseWriter, r *http.Request, address string) error {
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}
