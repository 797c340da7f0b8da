package web

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strconv"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// request is a match that a form asks for, with all that was typed into it.
type request struct {
	engine.Creation
	People   map[string]Profile // by person id
	Words    string             // lucky words of the host's own seats
	Stranger bool
	Own      bool // the browser is signed in by the address of the host
}

// create makes the match of a form and signs the browser in as its host and at the
// host's own seats. The same form sent twice is answered as the first time. Of one
// that was altered since nothing is taken over.
func (s *server) create(w http.ResponseWriter, r *http.Request, q request, next string) error {
	var err error
	if q.Own, err = s.signedInBy(r, q.People[q.Host].Address); err != nil {
		return err
	}
	m, err := s.makeOnce(r.Context(), q)
	if err != nil {
		return err
	}
	n := slipEnd(m, 1)
	number, err := s.hostNumber(r.Context(), m)
	if err != nil {
		return err
	}
	if number == 0 && !acted(m, n, "host") {
		if err := s.openHost(w, m.ID, number); err != nil {
			return err
		}
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		// A form that comes again signs in nobody whom something has overtaken.
		if m.Person(seat) != q.Host || m.LinkNumber(seat) > n || acted(m, n, "seat:"+seat.String()) {
			continue
		}
		if err := s.openSeat(w, m, seat); err != nil {
			return err
		}
	}
	return redirect(w, r, next+"?n="+strconv.Itoa(n))
}

// makeOnce keeps the people of a match and makes it, or finds it made by the same
// form. It lets one form in at a time: nothing is kept for a match that is there.
func (s *server) makeOnce(ctx context.Context, q request) (*engine.Match, error) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	m, err := s.Engine.Match(ctx, q.ID)
	var refusal *engine.Refusal
	switch {
	case err == nil:
		same, err := s.asks(ctx, q, m)
		if err == nil && !same {
			err = madeAlready(q.ID)
		}
		return m, err
	case !errors.As(err, &refusal) || refusal.Code != engine.NotFound:
		return nil, err
	case q.Stranger && !s.strangers.Allow():
		return nil, tooMany
	}
	for person, profile := range q.People {
		if err := s.People.Keep(ctx, person, profile); err != nil {
			return nil, err
		}
	}
	if q.Own {
		if err := s.People.Prove(ctx, q.Host); err != nil {
			return nil, err
		}
	}
	for i, seat := range q.Seats {
		if seat.Who == engine.Himself && q.Words != "" {
			if q.Seats[i].Words, err = s.People.LuckyWords(ctx, q.Host, q.ID, i+1, q.Words); err != nil {
				return nil, err
			}
		}
	}
	if _, err := s.Engine.Create(ctx, q.Creation); err != nil {
		return nil, err
	}
	return s.Engine.Match(ctx, q.ID)
}

// madeAlready answers a form that was altered after it had made its match.
func madeAlready(match string) *failure {
	return &failure{Status: http.StatusConflict, Title: "This match has been made already",
		What: "The form made it when it was first sent. What you have changed in it since was not taken over.",
		Mend: "Make changes on the host's page, which its link opens. For another match begin with a new form.",
		Next: host.path(match, 0), Button: "To the host's page"}
}

// asks says whether a form asks for just the match that is there: everything typed
// is what was kept.
func (s *server) asks(ctx context.Context, q request, m *engine.Match) (bool, error) {
	created := m.Table.Created
	if created == nil || m.Rules == nil || created.Kind != q.Kind || created.Host != q.Host || created.Watch != q.Watch || created.Players != len(q.Seats) {
		return false, nil
	}
	if !sameClock(created.Clock, q.Clock) {
		return false, nil
	}
	options, err := m.Rules.Resolve(len(q.Seats), q.Options)
	if err != nil || !maps.Equal(options, game.Options(created.Options)) {
		return false, nil
	}
	for person, typed := range q.People {
		known, err := s.People.Profile(ctx, person)
		if err != nil || known != typed {
			return false, err
		}
	}
	for _, e := range m.Log[:slipEnd(m, 1)] {
		data, err := e.Decode()
		if err != nil {
			return false, nil
		}
		switch d := data.(type) {
		case *events.SeatOffered:
			if string(q.Seats[d.Seat-1].Who) != d.To {
				return false, nil
			}
		case *events.SeatTaken:
			switch q.Seats[d.Seat-1].Who {
			case engine.Bot:
				if d.Who != "bot" {
					return false, nil
				}
			case engine.Himself:
				if d.Who != string(engine.Person(q.Host)) || (d.Words == "") != (q.Words == "") {
					return false, nil
				}
				if same, err := s.People.SameWords(ctx, q.Host, q.ID, d.Seat, q.Words); err != nil || !same {
					return false, err
				}
			default:
				return false, nil
			}
		}
	}
	return true, nil
}

// sameClock says whether two clocks are one, or both are none.
func sameClock(a, b json.RawMessage) bool {
	one, oneWrong := clock.Parse(a)
	other, otherWrong := clock.Parse(b)
	if oneWrong != nil || otherWrong != nil {
		return oneWrong != nil && otherWrong != nil
	}
	return string(one.JSON()) == string(other.JSON())
}

// slipEnd is the last event of the command that wrote event n.
func slipEnd(m *engine.Match, n int) int {
	command := m.Log[n-1].Cmd
	for n < m.N() && m.Log[n].Cmd == command {
		n++
	}
	return n
}

// acted says whether somebody gave a command after an event.
func acted(m *engine.Match, n int, by string) bool {
	for _, e := range m.Log[n:] {
		if e.By == by {
			return true
		}
	}
	return false
}
