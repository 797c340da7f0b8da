package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"pizzini/events/people"
	"pizzini/web/link"
)

// Beside keeps what people say, note and programme beside their matches: nothing of
// it is in a log, and all of it goes when its person is erased.
type Beside interface {
	// Say keeps what a person says at a match's table, and tells its number.
	Say(ctx context.Context, person, match, text string, at time.Time) (k int, err error)
	// Talk is what these persons have said at a match's table, in the order of time.
	Talk(ctx context.Context, persons []string, match string) ([]people.Said, error)
	// Unsay takes back what a person has said.
	Unsay(ctx context.Context, person, match string, k int) error
	// Notes are a person's own notes in a match, in the order of their positions.
	Notes(ctx context.Context, person, match string) ([]people.Note, error)
	// SetNote replaces a person's note at a position; an empty text takes it away.
	SetNote(ctx context.Context, person, match string, n int, text string) error
	// Orders are what a person has programmed for a seat.
	Orders(ctx context.Context, person, match string, seat int) (people.Orders, error)
	// ChangeOrders changes a person's orders for a seat as they are now.
	ChangeOrders(ctx context.Context, person, match string, seat int, do func(*people.Orders) error) error
	// Extras are what a host has chosen for his match that is not in its log.
	Extras(ctx context.Context, host, match string) (people.Extras, error)
	// ChangeExtras changes a host's extras as they are now.
	ChangeExtras(ctx context.Context, host, match string, do func(*people.Extras) error) error
}

// beside is what a match's page shows beside the match, to those who may see it.
type beside struct {
	Talk   *talkBox   // nil = the reader hears no talk
	Notes  *notesBox  // nil = he has none here
	Orders *ordersBox // nil = there is nothing to programme
	Next   *myMatch   // another match that waits for him; nil = none, or nobody is signed in
	Watch  string     // the link for spectators; empty = nobody may watch
}

// beside gathers it. A link that is only being looked at shows none of it.
func (s *server) beside(r *http.Request, v *visit, p *matchPage) (b beside, err error) {
	ctx := r.Context()
	if watchable(v.match) && v.role != watcher {
		b.Watch = string(s.Site) + watcher.path(v.match.ID, 0)
	}
	if !p.Past {
		if b.Talk, err = s.talkBox(ctx, v, p); err != nil {
			return b, err
		}
		if b.Talk != nil {
			b.Talk.Unsaid = r.PostForm.Get("say") // it is shown again where it was refused
		}
	}
	if v.role != player {
		return b, nil
	}
	if b.Notes, err = s.notesBox(ctx, v, p); err != nil {
		return b, err
	}
	if r.PostForm.Has("note") {
		b.Notes.Text = r.PostForm.Get("note")
	}
	if b.Orders, err = s.ordersBox(ctx, v, p); err != nil {
		return b, err
	}
	if p.Decision == nil && !p.Past {
		b.Next, err = s.nextMatch(r, v)
	}
	return b, err
}

// nextMatch is another match that waits for whoever is signed in at his own page
// with this browser: the most pressing one.
func (s *server) nextMatch(r *http.Request, v *visit) (*myMatch, error) {
	me, err := s.signedIn(r)
	if err != nil || me == nil {
		return nil, err
	}
	list, err := s.myMatches(r.Context(), me)
	if err != nil {
		return nil, err
	}
	for _, match := range list {
		if match.Standing == waitsForMe && (match.ID != v.match.ID || match.Seat != v.viewer) {
			return &match, nil
		}
	}
	return nil, nil
}

// formInt is a number that a form sends; -1 where it sends none.
func formInt(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.PostForm.Get(name))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// refuseBeside answers a form about what lies beside the match with its page, and on
// it what was wrong and what had been typed.
func (s *server) refuseBeside(w http.ResponseWriter, r *http.Request, v *visit, status int, n note) error {
	return s.answerMatch(w, r, status, v, link.Draft{}, []note{n})
}
