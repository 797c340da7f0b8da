package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/words"
)

// line is one event of the log in words, or the moves of a seat in a row that are
// told together.
type line struct {
	First   int // the first event
	N       int // the last event
	At      time.Time
	Words   []string
	Dropped bool // taken back since: struck out
}

// tell tells the events of a match above a number, as the reader of its page may know
// them.
func (s *server) tell(ctx context.Context, p *matchPage, after int) ([]line, error) {
	return s.tellStory(ctx, p, p.Match.Story(p.Viewer, after, p.Match.N()))
}

// tellLatest tells the latest events on a match's page.
func (s *server) tellLatest(ctx context.Context, p *matchPage) (err error) {
	if p.Lines, err = s.tell(ctx, p, max(0, p.Match.N()-latest*movesInLine)); err != nil {
		return err
	}
	p.Lines = p.Lines[max(0, len(p.Lines)-latest):]
	return nil
}

// tellStory tells happenings of a match. Whoever has left a seat is still named in
// what he did there; the reader is spoken to as "you" in what he did himself.
func (s *server) tellStory(ctx context.Context, p *matchPage, story []engine.Happening) ([]line, error) {
	m := p.Match
	who := make([]string, m.Players())
	var lines []line
	var n words.Names
	for _, e := range m.Log {
		next := ""
		at := 0
		switch e.Type {
		case events.TypeSeatTaken, events.TypeSeatVacated:
			switch data, err := e.Decode(); d := data.(type) {
			case *events.SeatTaken:
				if err == nil {
					who[d.Seat-1], n = d.Who, nil
				}
			case *events.SeatVacated:
				if err == nil {
					at, next = d.Seat, strings.TrimPrefix(d.Next, "open")
				}
			}
		}
		if len(story) > 0 && story[0].N == e.N {
			if n == nil {
				var err error
				if n, err = words.NamesOf(who, p.called); err != nil {
					return nil, err
				}
			}
			reader := n.Reader(p.Viewer)
			reader.Zone = p.Zone
			if p.Viewer > 0 && who[p.Viewer-1] != m.Table.Seats[p.Viewer-1].Who {
				reader.Viewer = game.Spectator // somebody else sat there
			}
			if d, ok := story[0].Data.(*events.HostChanged); ok {
				story[0].Seat = game.Seat(slices.Index(who, "person:"+d.Host) + 1)
			}
			if d, ok := story[0].Data.(*events.SeatOffered); ok && story[0].Again {
				// Named is for whom the seat is kept, not the bot that plays it meanwhile.
				kept := slices.Clone(who)
				kept[d.Seat-1] = d.To
				named, err := words.NamesOf(kept, p.called)
				if err != nil {
					return nil, err
				}
				reader.Name = named.Of
				if p.Viewer == game.Seat(d.Seat) && m.Table.Seats[d.Seat-1].Who == d.To {
					reader.Viewer = p.Viewer
				}
			}
			together, told := words.Line(story, p.Sight.Words, reader)
			last := story[together-1]
			lines = append(lines, line{First: story[0].N, N: last.N, At: last.At, Dropped: last.Dropped, Words: told})
			story = story[together:]
		}
		if at > 0 {
			who[at-1], n = next, nil
		}
	}
	return lines, nil
}

// showLog is the whole log in words, the latest event last.
func (s *server) showLog(w http.ResponseWriter, r *http.Request, v *visit) error {
	p, err := s.frame(r.Context(), v, v.match, false)
	if err != nil {
		return err
	}
	if p.Lines, err = s.tell(r.Context(), p, 0); err != nil {
		return err
	}
	if v.role == player {
		orders, err := s.People.Orders(r.Context(), v.person(), v.match.ID, int(v.viewer))
		if err != nil {
			return err
		}
		p.playedForYou(orders)
	}
	return s.render(w, r, http.StatusOK, logPage(p))
}
