package web

import (
	"context"
	"errors"
	"net/http"

	"pizzini/engine"
)

// failure is a request that was not carried out, as its page tells it.
type failure struct {
	Status int
	Title  string // what happened, a few words
	What   string // what happened, a sentence or two
	Mend   string // what to do now
	Next   string // address to go on at; empty = the front page
	Button string // words of the link to Next
}

func (f *failure) Error() string { return f.Title + ": " + f.What }

// The failures that do not come from the engine.
var (
	// nothingHere is the one answer for a match that is not there and for one that
	// this browser may not see: the two must not be told apart.
	nothingHere = &failure{Status: http.StatusNotFound, Title: "Nothing to see here",
		What: "There is no such page, or this browser may not look at it.",
		Mend: "If it is a match of yours, open it by the link in any of its letters, or ask its host for a new link."}
	deadLink = &failure{Status: http.StatusNotFound, Title: "This link does not work any more",
		What: "It was replaced by a newer one, it was taken up already, or a piece of it was lost on the way.",
		Mend: "Use the link of the latest letter, and copy the whole of it. If that does not help, ask the host of the match for a new link."}
	operatorOnly = &failure{Status: http.StatusForbidden, Title: "Only for whoever runs this server",
		What: "Letters and new matches are in the hands of whoever runs this installation.",
		Mend: "If that is you: open the operator's link that the program prints when it starts."}
	crossOrigin = &failure{Status: http.StatusForbidden, Title: "This form came from another site",
		What: "Your browser says that another page sent it, so nothing was done.",
		Mend: "Open the page here and send the form from there."}
	wrongMethod = &failure{Status: http.StatusMethodNotAllowed, Title: "This address works differently",
		What: "A page was asked for where only a form can be sent, or the other way round, so nothing was done.",
		Mend: "Open the page that you came from, and go on from there."}
	tooMany = &failure{Status: http.StatusTooManyRequests, Title: "Too many new matches at once",
		What: "This server starts only a few matches a minute for visitors.",
		Mend: "Wait a minute and send the form again."}
	staleForm = &failure{Status: http.StatusBadRequest, Title: "This form is incomplete",
		What: "Something that the form always sends is missing, so nothing was done.",
		Mend: "Go back, load the page again, and send the form from there."}
)

// formUnread is a POST whose body cannot be read.
func formUnread(err error) error {
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		return &failure{Status: http.StatusRequestEntityTooLarge, Title: "That is too long", What: "The form holds more text than fits, so nothing was done.", Mend: "Go back and shorten what you wrote."}
	}
	return staleForm
}

// statuses maps the codes of the engine's refusals to HTTP, once.
var statuses = map[engine.Code]struct {
	status int
	title  string
}{
	engine.NotFound:    {http.StatusNotFound, "Nothing to see here"},
	engine.Invalid:     {http.StatusUnprocessableEntity, "This cannot be done"},
	engine.Stale:       {http.StatusConflict, "Something has changed since"},
	engine.NotYourTurn: {http.StatusConflict, "It is not your turn"},
	engine.Paused:      {http.StatusConflict, "The match is paused"},
	engine.Illegal:     {http.StatusUnprocessableEntity, "This cannot be chosen"},
	engine.Opens:       {http.StatusUnprocessableEntity, "One thing after the other"},
	engine.Over:        {http.StatusConflict, "The match is over"},
	engine.Taken:       {http.StatusConflict, "The seat is taken"},
	engine.Away:        {http.StatusServiceUnavailable, "The server is catching its breath"},
	engine.Full:        {http.StatusServiceUnavailable, "The server is full"},
	engine.Unknown:     {http.StatusServiceUnavailable, "Not known yet"},
	engine.Broken:      {http.StatusConflict, "This match cannot go on"},
}

// failed turns any error into what its page says. Whatever has no code is
// internal: its text is for the log alone.
func failed(err error) (f failure, internal bool) {
	var known *failure
	if errors.As(err, &known) {
		return *known, false
	}
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		if s, ok := statuses[refusal.Code]; ok {
			return failure{Status: s.status, Title: s.title, What: refusal.What, Mend: refusal.Mend}, false
		}
	}
	return failure{Status: http.StatusInternalServerError, Title: "Something broke on our side",
		What: "It is not your fault. What was written is safe, but this page cannot be shown now.",
		Mend: "Try again in a moment; if it stays like this, tell whoever runs this server."}, true
}

// fail answers with the page of an error.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	f, internal := failed(err)
	if internal {
		if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
			return // the reader has gone: nobody is left to tell
		}
		s.Log.Error("a page failed", "method", r.Method, "error", err)
	}
	if err := s.render(w, r, f.Status, failurePage(f)); err != nil {
		http.Error(w, f.Title, f.Status)
	}
}

// showNothing answers for every address that is none of ours.
func (s *server) showNothing(http.ResponseWriter, *http.Request) error { return nothingHere }
