package web

import (
	"io"
	"net/http"
	"strings"
)

// shownLetters is how many letters the mailbox lists.
const shownLetters = 200

// mailbox lets the operator look at the letters of a server that sends none.
func (s *server) mailbox(r *http.Request) error {
	switch {
	case !s.operator(r):
		return operatorOnly
	case s.Mailbox == nil:
		return &failure{Status: http.StatusNotFound, Title: "There is no mailbox here", What: "This server sends its letters by SMTP.", Mend: "Look for them where they were sent."}
	}
	return nil
}

// listMailbox lists the latest letters.
func (s *server) listMailbox(w http.ResponseWriter, r *http.Request) error {
	if err := s.mailbox(r); err != nil {
		return err
	}
	letters, err := s.Mailbox.Letters(r.Context(), shownLetters)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, mailboxPage(letters))
}

func (s *server) letter(r *http.Request) (Letter, error) {
	if err := s.mailbox(r); err != nil {
		return Letter{}, err
	}
	l, ok, err := s.Mailbox.Letter(r.Context(), r.PathValue("key"))
	if err == nil && !ok {
		err = nothingHere
	}
	return l, err
}

// showLetter shows one letter: its text, and its HTML in a frame of its own.
func (s *server) showLetter(w http.ResponseWriter, r *http.Request) error {
	l, err := s.letter(r)
	if err != nil {
		return err
	}
	// The letter's HTML may be framed by this page alone.
	w.Header().Set("Content-Security-Policy", policy+"; frame-src 'self'")
	return s.render(w, r, http.StatusOK, letterPage(l))
}

// showLetterHTML is a letter's HTML by itself, for the frame: without scripts,
// forms or anything that it could load from elsewhere. Its links open anew.
func (s *server) showLetterHTML(w http.ResponseWriter, r *http.Request) error {
	l, err := s.letter(r)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Type", "text/html; charset=utf-8")
	// A link of the letter opens beside it: no page of ours lets itself be framed.
	_, _ = io.WriteString(w, strings.Replace(l.HTML, "<head>", `<head><base target="_blank">`, 1)) // a reader that has gone needs no answer
	return nil
}
