package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
	"pizzini/web/words"
)

// patience is how long a page waits for what was just written.
const patience = 2 * time.Second

// note is a remark at the top of a match's page.
type note struct {
	Title string
	Text  string
	Chose []string // what the reader had chosen, in words
	Warn  bool
}

// matchPage is all that a match's page shows.
type matchPage struct {
	Match    *engine.Match // as it is shown: perhaps at an earlier event
	Role     role
	Base     string // address of the role's page
	Viewer   game.Seat
	Names    words.Names
	Sight    sight     // of the position, or of the one after the tried moves
	Decision *decision // nil = nothing to choose here
	Notes    []note
	Lines    []line // the latest happenings
	Last     int    // the last event of the match as it is now
	Past     bool   // an earlier position
	Seats    []seatLine
	TakeBack int    // the move that can be taken back; 0 = none
	Answered bool   // bots have answered to it
	OwnLink  string // the viewer's own link
	Holds    string // until when the match waits for its players; empty = for ever, or it runs
	Landing  string // the token of a link that is only being looked at; with Draft
	Draft    link.Draft
	together
	Beside beside

	called func(person string) (string, error) // what people are called
}

// seatLine is a seat before the start.
type seatLine struct {
	Seat  game.Seat
	Name  string // empty = nobody sits there
	State string
	You   bool
}

// showMatch is a match's page for whoever looks: what is asked now, the table,
// what may be chosen, and how it came to this.
func (s *server) showMatch(w http.ResponseWriter, r *http.Request, v *visit) error {
	notes := s.catchUp(r, v)
	switch query := r.URL.Query(); {
	case v.role == watcher && query.Has("left"):
		notes = append(notes, leftNote(query.Get("left")))
	case v.role == player && query.Has("passed"):
		notes = append(notes, rightsPassed)
	}
	draft, err := link.ParseDraft(r.URL.RawQuery)
	if err != nil {
		notes = append(notes, note{Title: "Nothing was tried", Text: "The address of this page does not hold a draft that can be read.", Warn: true})
	}
	return s.answerMatch(w, r, http.StatusOK, v, draft, notes)
}

// answerMatch answers with the match's page at its latest event.
func (s *server) answerMatch(w http.ResponseWriter, r *http.Request, status int, v *visit, draft link.Draft, notes []note) error {
	p, err := s.matchPage(r.Context(), v, draft)
	if err != nil {
		return err
	}
	if err := s.gather(r, v, p); err != nil {
		return err
	}
	p.Notes = append(notes, p.Notes...)
	if p.Beside, err = s.beside(r, v, p); err != nil {
		return err
	}
	return s.render(w, r, status, showMatchPage(p))
}

// catchUp waits for the event that the address names, after a form was sent or as
// the decision of a draft, and for the bots' answers to it; not for long.
func (s *server) catchUp(r *http.Request, v *visit) []note {
	query := r.URL.Query()
	written, _ := strconv.Atoi(query.Get("n"))
	asked, _ := strconv.Atoi(query.Get("d"))
	n := max(written, asked)
	if n < 1 || n > v.match.N()+maxBotMoves {
		return nil // no form of ours has sent the browser here
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	for v.match.N() < n || v.match.N() < n+maxBotMoves && botToMove(v.match) {
		if s.Projections.Wait(ctx, v.match.ID, max(n, v.match.N()+1)) != nil {
			break
		}
		m, err := s.Engine.Match(ctx, v.match.ID)
		if err != nil || m.N() <= v.match.N() {
			break
		}
		v.match = m
	}
	if v.match.N() < written {
		return []note{{Title: "This page is catching up", Text: "Your move is safe. Load the page again in a moment to see it."}}
	}
	return nil
}

// maxBotMoves bounds how many answers of bots a page waits for.
const maxBotMoves = 200

// botToMove says whether only bots are asked now.
func botToMove(m *engine.Match) bool {
	for _, seat := range m.Active() {
		if !m.Bot(seat) {
			return false
		}
	}
	return len(m.Active()) > 0
}

// matchPage gathers what the page shows of the match as it is now.
func (s *server) matchPage(ctx context.Context, v *visit, draft link.Draft) (*matchPage, error) {
	p, err := s.frame(ctx, v, v.match, false)
	if err == nil {
		err = s.tellLatest(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	if v.role == player {
		token, err := s.Signer.Token(link.Claim{Purpose: link.Seat, Match: v.match.ID, Seat: int(v.viewer), Number: v.match.LinkNumber(v.viewer)})
		if err != nil {
			return nil, err
		}
		p.OwnLink = s.Site.Landing(token)
		if last, _, ok := v.match.TakeBack(v.viewer); ok {
			p.TakeBack = last
			p.Answered = slices.ContainsFunc(v.match.Log[last:], func(e *events.Event) bool { return e.Type == events.TypePlayed })
		}
		p.decide(v, draft)
	}
	return p, nil
}

// frame is a page of the match at some event, without anything to choose; past
// says that the page looks back at it.
func (s *server) frame(ctx context.Context, v *visit, m *engine.Match, past bool) (*matchPage, error) {
	called := s.called(ctx)
	n, err := words.NamesOf(sitters(m), called)
	if err != nil {
		return nil, err
	}
	p := &matchPage{called: called, Match: m, Role: v.role, Base: v.base, Viewer: v.viewer, Names: n, Last: v.match.N(), Past: past}
	p.Zone = s.zone(ctx, m, v.person())
	p.Holds = s.holds(m, p.Zone)
	catalogue, _ := words.For(p.kind(), "en")
	p.Sight = sight{View: m.View(v.viewer), Reader: p.reader(), Words: catalogue}
	p.sayInstead()
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		line := seatLine{Seat: seat, Name: n.Of(seat), You: seat == v.viewer}
		switch {
		case line.Name != "":
		case m.Table.Seats[seat-1].Offered == string(engine.Anybody):
			line.State = "open: whoever follows its link"
		case m.Table.Seats[seat-1].Offered != "":
			line.State = "invited, has not answered yet"
		default:
			line.State = "empty"
		}
		p.Seats = append(p.Seats, line)
	}
	return p, nil
}

// latest is how many lines of the log the match's page has, and movesInLine how
// many moves may well be told in one.
const (
	latest      = 12
	movesInLine = 5
)

func (p *matchPage) kind() string {
	if p.Match.Table.Created == nil {
		return ""
	}
	return p.Match.Table.Created.Kind
}

// game is the game's name.
func (p *matchPage) game() string {
	if p.Match.Rules != nil {
		return p.Match.Rules.Info().Name
	}
	return p.kind()
}

// title is what the browser's tab says: whose turn it is comes first.
func (p *matchPage) title() string {
	if p.Decision != nil {
		return "Your turn · " + p.game()
	}
	return p.game()
}

// frameOf is the layout around the match's pages: a live one names where its
// event numbers come from.
func (p *matchPage) frameOf() page {
	f := page{Title: p.title(), Class: "match"}
	if !p.Past && p.Landing == "" && (!p.Match.Table.Over || p.Beside.Talk != nil) {
		f.Events, f.N = p.Base+"/events", p.Last
		if p.Beside.Talk != nil {
			f.Talk = p.Beside.Talk.Revision
			f.Events += "?talk=" + f.Talk
		}
	}
	if p.Role == player && p.Landing == "" {
		f.Mine = p.Base + "/me"
	}
	return f
}

// drawn says whether the game has drawings and words for the position; else it
// is shown as plain text.
func (p *matchPage) drawn() bool {
	_, ok := games[p.kind()]
	return ok && p.Sight.Words != nil && p.Sight.View != nil
}

// sayInstead says where the match stands where nobody is asked for anything.
func (p *matchPage) sayInstead() {
	switch {
	case p.Past:
		p.Sight.Asked = &words.Asked{Title: fmt.Sprintf("After event %d of %d", p.Match.N(), p.Last), Text: "You are looking back; nothing can be chosen here."}
	case p.Match.Table.Paused && !p.Match.Table.Over:
		p.Sight.Asked = &words.Asked{Title: "The match is paused", Text: "Nobody can choose anything, and nobody’s time runs, until it goes on."}
	case p.Match.Status() == engine.Abandoned:
		p.Sight.Asked = &words.Asked{Title: "The match was ended", Text: "It has no result. Everything that was secret can be seen now."}
	case p.Match.Status() == engine.Stopped:
		p.Sight.Asked = &words.Asked{Title: "The match stands still", Text: "This is its last good position."}
		p.Notes = append(p.Notes, note{Title: "This match cannot go on here", Warn: true,
			Text: "Nothing is lost, and its export works. Whoever runs this server finds the reason here: " + p.Match.Broken.Error() + "."})
	}
}

// optionsOf are the options of a match in words.
func optionsOf(m *engine.Match) []words.Option {
	if m.Rules == nil || m.Table.Created == nil {
		return nil
	}
	catalogue, _ := words.For(m.Table.Created.Kind, "en")
	return words.Options(catalogue, m.Rules, m.Players(), game.Options(m.Table.Created.Options))
}

// decided is the decision, an empty one where there is nothing to choose.
func (p *matchPage) decided() decision {
	if p.Decision == nil {
		return decision{}
	}
	return *p.Decision
}

// first is the event at which looking back begins: the start, or the first one.
func (p *matchPage) first() int { return max(1, p.Match.Table.Started) }

// at is the address of the match after an event.
func (p *matchPage) at(n int) string { return p.Base + "/at/" + strconv.Itoa(n) }

// present is the address of the match as it is now.
func (p *matchPage) present() string {
	if p.Role == host {
		return p.at(p.Last)
	}
	return p.Base
}
