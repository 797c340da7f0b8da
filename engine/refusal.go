package engine

import "fmt"

// Code says what kind of refusal it was; the web maps it to a page and a status.
type Code string

// The codes of refusals.
const (
	NotFound    Code = "not-found"     // no such match
	Invalid     Code = "invalid"       // the request makes no sense: a count, an option, a name
	Stale       Code = "stale"         // the position has changed since the form was made
	NotYourTurn Code = "not-your-turn" // the seat has nothing to decide now
	Illegal     Code = "illegal"       // the move is not in the legal list
	Opens       Code = "opens"         // a move that opens something is not the last of its command
	Paused      Code = "paused"        // the match is paused
	Over        Code = "over"          // the match is over or was ended
	Taken       Code = "taken"         // the seat is not open any more
	Away        Code = "away"          // the event store cannot be reached; nothing was written
	Full        Code = "full"          // the disk is full; nothing was written
	Unknown     Code = "unknown"       // it is not known yet whether it was written
	Broken      Code = "broken"        // the match cannot be folded by this program
)

// Refusal is a command that was not carried out: what is wrong and what to do.
type Refusal struct {
	Code Code
	What string // what is wrong, a sentence
	Mend string // what to do about it, a sentence
}

func (r *Refusal) Error() string { return r.What + " " + r.Mend }

func refuse(code Code, mend, what string, args ...any) *Refusal {
	return &Refusal{Code: code, What: fmt.Sprintf(what, args...), Mend: mend}
}
