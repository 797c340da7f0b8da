package web

import (
	"errors"
	"net/http"
	"strings"

	"pizzini/engine"
	"pizzini/events"
)

// maxWords bounds lucky words, in characters.
const maxWords = 200

// maxAddress bounds a mail address (RFC 5321), in bytes.
const maxAddress = 254

// sentence makes an error's text a sentence of a page.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

var errBlocked = errors.New("whoever has this address wants no letters from here: make an open seat and pass its link on yourself")

// unblocked refuses an address whose owner wants no letters from here.
func (s *server) unblocked(r *http.Request, address string) error {
	blocked, err := s.People.Blocked(r.Context(), address)
	if err != nil {
		return err
	}
	if blocked {
		return errBlocked
	}
	return nil
}

// formNumber says whether a text is a number that this program gives forms.
func formNumber(text string) bool { return events.ValidID(text) }

// offeredTo is to whom an event offers a seat.
func offeredTo(h engine.Happening, seat int) string {
	if d, ok := h.Data.(*events.SeatOffered); ok && d.Seat == seat {
		return d.To
	}
	return ""
}
