package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/web/words"
)

// talkBox is the table talk as a reader has it.
type talkBox struct {
	Lines    []talkLine
	Speaks   bool   // he sits at the table
	Number   int    // his next line's: a form that is sent twice says it once
	Watched  bool   // who watches may read it
	Erased   bool   // somebody who spoke here may have been erased
	Revision string // by which a live page knows that it has changed
	Unsaid   string // what he wanted to say and could not
	Trouble  string // why
}

// talkLine is one thing said.
type talkLine struct {
	Who  string
	When string
	Text string
	K    int // of the reader's own, which he can take back
	Mine bool
}

// hears says from when on a visitor hears what is said at the table: those who sit
// there all of it, those who watch what was said since the host lets them.
func (s *server) hears(ctx context.Context, v *visit) (since time.Time, ok bool, err error) {
	switch v.role {
	case player:
		return time.Time{}, true, nil
	case watcher:
		extras, err := s.extras(ctx, v.match)
		return extras.Since, err == nil && extras.WatchersTalk, err
	}
	return time.Time{}, false, nil
}

// heard is what a visitor hears, and who may have said it; ok is false where he hears
// nothing.
func (s *server) heard(ctx context.Context, v *visit) (said []people.Said, speakers []speaker, ok bool, err error) {
	since, ok, err := s.hears(ctx, v)
	if err != nil || !ok {
		return nil, nil, false, err
	}
	if speakers, err = s.speakers(ctx, v.match); err != nil {
		return nil, nil, false, err
	}
	ids := make([]string, len(speakers))
	for i, sp := range speakers {
		ids[i] = sp.person
	}
	said, err = s.People.Talk(ctx, ids, v.match.ID)
	said = slices.DeleteFunc(said, func(line people.Said) bool { return line.At.Before(since) })
	return said, speakers, err == nil, err
}

// revisionOf tells one state of the talk from another, and nothing of what it is.
func revisionOf(said []people.Said) string {
	last := int64(0)
	if len(said) > 0 {
		last = said[len(said)-1].At.UnixMilli()
	}
	return strconv.Itoa(len(said)) + "-" + strconv.FormatInt(last, 36)
}

// talkRevision is the revision of what a visitor hears; empty = he hears nothing.
func (s *server) talkRevision(ctx context.Context, v *visit) (string, error) {
	said, _, ok, err := s.heard(ctx, v)
	if err != nil || !ok {
		return "", err
	}
	return revisionOf(said), nil
}

// talkBox gathers what a visitor hears; nil = nothing.
func (s *server) talkBox(ctx context.Context, v *visit, p *matchPage) (*talkBox, error) {
	said, speakers, ok, err := s.heard(ctx, v)
	if err != nil || !ok {
		return nil, err
	}
	box := &talkBox{Speaks: v.role == player, Watched: v.role == watcher, Number: nextLine(said, v.person()), Revision: revisionOf(said)}
	if v.role == player && watchable(v.match) {
		extras, err := s.extras(ctx, v.match)
		if err != nil {
			return nil, err
		}
		box.Watched = extras.WatchersTalk
	}
	box.Erased = slices.ContainsFunc(speakers, func(sp speaker) bool { return sp.erased })
	for _, line := range said {
		mine := v.role == player && line.Person == v.person()
		i := slices.IndexFunc(speakers, func(sp speaker) bool { return sp.person == line.Person })
		box.Lines = append(box.Lines, talkLine{
			Who: speakers[i].name, When: words.Moment(line.At, s.Now(), p.Zone), Text: line.Text, K: line.K, Mine: mine,
		})
	}
	return box, nil
}

// speaker is somebody who sits or has sat at the table.
type speaker struct {
	person string
	name   string
	erased bool
}

// speakers are all who have ever sat at a match's table.
func (s *server) speakers(ctx context.Context, m *engine.Match) ([]speaker, error) {
	n, err := s.names(ctx, m)
	if err != nil {
		return nil, err
	}
	var list []speaker
	for _, e := range m.Log {
		if e.Type != events.TypeSeatTaken {
			continue
		}
		data, err := e.Decode()
		d, ok := data.(*events.SeatTaken)
		if err != nil || !ok {
			continue // who cannot be read has nothing to say
		}
		person, ok := strings.CutPrefix(d.Who, "person:")
		if !ok || slices.ContainsFunc(list, func(sp speaker) bool { return sp.person == person }) {
			continue
		}
		seat := game.Seat(d.Seat)
		profile, err := s.People.Profile(ctx, person)
		if err != nil {
			return nil, err
		}
		sp := speaker{person: person, erased: profile.Name == ""}
		switch at := seatOf(m, person); {
		case sp.erased:
			sp.name = words.FormerPlayer
		case at > 0:
			sp.name = n.Or(at)
		default:
			sp.name = words.Person(profile.Name, seat) + ", who has left,"
		}
		list = append(list, sp)
	}
	return list, nil
}

// seatOf is where a person sits now; 0 = nowhere.
func seatOf(m *engine.Match, person string) game.Seat {
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if m.Person(seat) == person {
			return seat
		}
	}
	return 0
}

// nextLine is the number that a person's next line will have, as far as he can see.
func nextLine(said []people.Said, person string) int {
	next := 1
	for _, line := range said {
		if line.Person == person {
			next = max(next, line.K+1)
		}
	}
	return next
}

// sayLine says something at the table. The form names the number that the line was to
// have: sent twice, it is said once.
func (s *server) sayLine(w http.ResponseWriter, r *http.Request, v *visit) error {
	text, err := people.CleanText(r.PostForm.Get("say"))
	if err != nil {
		return s.refuseBeside(w, r, v, http.StatusUnprocessableEntity, note{Title: "Nothing was said", Text: sentence(err), Warn: true})
	}
	person, number := v.person(), formInt(r, "number")
	s.keeping.Lock()
	defer s.keeping.Unlock()
	said, err := s.People.Talk(r.Context(), []string{person}, v.match.ID)
	if err != nil {
		return err
	}
	twice := slices.ContainsFunc(said, func(line people.Said) bool { return line.K == number && line.Text == text })
	if !twice {
		if tooFast(said, s.Now()) {
			return s.refuseBeside(w, r, v, http.StatusTooManyRequests, note{Title: "Nothing was said", Warn: true,
				Text: "That is a lot at once: wait a minute, then say it again."})
		}
		if _, err := s.People.Say(r.Context(), person, v.match.ID, text, s.Now()); err != nil {
			return err
		}
	}
	return redirect(w, r, v.base+"#talk")
}

// talkRate bounds how many lines somebody says in a minute.
const talkRate = 20

func tooFast(said []people.Said, now time.Time) bool {
	fresh := 0
	for _, line := range said {
		if now.Sub(line.At) < time.Minute {
			fresh++
		}
	}
	return fresh >= talkRate
}

// unsayLine takes back one of the reader's own lines.
func (s *server) unsayLine(w http.ResponseWriter, r *http.Request, v *visit) error {
	k := formInt(r, "k")
	if k < 1 {
		return staleForm
	}
	said, err := s.People.Talk(r.Context(), []string{v.person()}, v.match.ID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(said, func(line people.Said) bool { return line.K == k }) {
		if err := s.People.Unsay(r.Context(), v.person(), v.match.ID, k); err != nil {
			return err
		}
	}
	return redirect(w, r, v.base+"#talk")
}

// extras are what the host of a match has chosen since he is its host.
func (s *server) extras(ctx context.Context, m *engine.Match) (people.Extras, error) {
	extras, err := s.People.Extras(ctx, m.Host(), m.ID)
	return sinceHost(extras, m), err
}

// sinceHost drops what somebody chose when he was the host of a match before: what
// was said under another host is not for those who watch, though he is it again.
func sinceHost(x people.Extras, m *engine.Match) people.Extras {
	if n := m.HostSince(); n > 0 && x.Since.Before(m.Log[n-1].At) {
		return people.Extras{}
	}
	return x
}

// letWatchersRead is the host's choice whether those who watch read the talk from
// now on.
func (s *server) letWatchersRead(w http.ResponseWriter, r *http.Request, v *visit) error {
	let := r.PostForm.Get("talk")
	if let != "yes" && let != "no" {
		return staleForm
	}
	err := s.People.ChangeExtras(r.Context(), v.match.Host(), v.match.ID, func(x *people.Extras) error {
		*x = sinceHost(*x, v.match)
		if is := let == "yes"; is != x.WatchersTalk {
			x.WatchersTalk, x.Since = is, s.Now().UTC()
		}
		return nil
	})
	return s.hosted(w, r, v, engine.Receipt{N: v.match.N()}, err)
}

// watchingBox is what the host's page says of spectators.
type watchingBox struct {
	Link   string // for them; empty = nobody may watch
	Talk   bool   // they read the talk
	Action string
}

// watchingBox is what a match's host has chosen for spectators.
func (s *server) watchingBox(ctx context.Context, v *visit) (watchingBox, error) {
	if !watchable(v.match) {
		return watchingBox{}, nil
	}
	extras, err := s.extras(ctx, v.match)
	return watchingBox{Link: string(s.Site) + watcher.path(v.match.ID, 0), Talk: extras.WatchersTalk, Action: v.base + "/watchers"}, err
}
