package mailer

import (
	"encoding/json"
	"fmt"
	"time"

	"pizzini/engine/game"
)

// State is what became of a letter.
type State string

// The states of a letter. A claimed one waits for its next try.
const (
	Claimed       State = "claimed"
	Sent          State = "sent"
	Dropped       State = "dropped"
	RefusedLetter State = "refused"
)

// Record is a letter's record in LETTERS: all that is kept of it.
type Record struct {
	Kind   Kind      `json:"kind"`
	Person string    `json:"person"` // id of whom it is for
	State  State     `json:"state"`
	Code   string    `json:"code,omitempty"`  // why it was dropped or refused, or the last try's failure; never the server's text
	Cause  string    `json:"cause,omitempty"` // in the letter about a refused one: its code
	At     time.Time `json:"at"`              // when it came into this state
	Since  time.Time `json:"since"`           // when it was claimed
	Next   time.Time `json:"next,omitzero"`   // when it is tried next
	Tries  int       `json:"tries,omitempty"`
	N      int       `json:"n,omitempty"`     // the match's last event when it was composed
	Local  bool      `json:"local,omitempty"` // kept in the local mailbox, not sent

	Written time.Time `json:"written,omitzero"`  // when it was composed: it says how far deadlines are
	Unread  time.Time `json:"unread,omitzero"`   // table talk from then on is in it
	Waiting []Waiting `json:"waiting,omitempty"` // in a personal letter: the decisions that it names, or the tables whose talk it brings
}

// Waiting is a decision of which a personal letter tells that it waits.
type Waiting struct {
	Match   string    `json:"match"`
	Seat    game.Seat `json:"seat"`
	Call    int       `json:"call,omitempty"`    // the event that asked for it
	From    int       `json:"from,omitempty"`    // the event from which on its time runs
	Percent int       `json:"percent,omitempty"` // of which the reader is reminded: so much of the time is gone
	N       int       `json:"n,omitempty"`       // the match's last event when the letter was composed
	Unread  time.Time `json:"unread,omitzero"`   // table talk from then on is in it
}

// Why a letter was dropped.
const (
	codeMovedOn      = "moved-on" // the match does not ask for it any more
	codeTold         = "told"     // another letter tells it
	codeErased       = "erased"
	codeNoAddress    = "no-address"
	codeUnsubscribed = "unsubscribed"
	codeBlocked      = "blocked"
	codeRefused      = "refused-address" // the address refused an earlier letter
	codeGivenUp      = "given-up"        // two weeks of tries
	codeNotWanted    = "not-wanted"      // the person's settings say so
)

func (r Record) encode() ([]byte, error) { return json.Marshal(r) }

// written is when the letter was composed; of one that was not yet, its last news.
func (r Record) written() time.Time {
	if r.Written.IsZero() {
		return r.At
	}
	return r.Written
}

func decodeRecord(data []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return Record{}, fmt.Errorf("the letter's record cannot be read: %w", err)
	}
	return r, nil
}

// becomes is the record in another state.
func (r Record) becomes(state State, code string, now time.Time) Record {
	r.State, r.Code, r.At, r.Next = state, code, now, time.Time{}
	return r
}

// backoff is how long a letter waits after a number of tries: a minute, doubled
// each time, at most six hours.
func backoff(tries int) time.Duration {
	wait := time.Minute
	for range min(tries-1, 10) {
		wait *= 2
	}
	return min(wait, 6*time.Hour)
}
