package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// showData is where somebody gets what is stored about him, or has it erased.
func (s *server) showData(w http.ResponseWriter, r *http.Request, m *mine) error {
	return s.render(w, r, http.StatusOK, showDataPage(m))
}

// stored is all that is stored about somebody, as one file. A match's export is text:
// saved under its name it is a file that "pizzini verify" checks.
type stored struct {
	Persons map[string]json.RawMessage `json:"persons"` // by person id
	Matches []storedMatch              `json:"matches"`
}

// storedMatch is a match of his, as its viewer may know it.
type storedMatch struct {
	Match  string    `json:"match"`
	Seat   game.Seat `json:"seat"`
	File   string    `json:"file"`
	Export string    `json:"export"`
}

// downloadStored gives all that is stored about somebody: what is known of each of
// his ids, and the log of each match at which he sits.
func (s *server) downloadStored(w http.ResponseWriter, r *http.Request, m *mine) error {
	all := stored{Persons: map[string]json.RawMessage{}, Matches: []storedMatch{}}
	for _, person := range m.Persons {
		records, err := s.People.Everything(r.Context(), person)
		if err != nil {
			return err
		}
		all.Persons[person] = records
	}
	err := s.eachSeat(r.Context(), m, func(match *engine.Match, seat game.Seat) error {
		viewer := events.Viewer(seat)
		if match.Disclosed() {
			viewer = events.All
		}
		var b bytes.Buffer
		if err := events.WriteExport(&b, viewer, match.Log); err != nil {
			return err
		}
		all.Matches = append(all.Matches, storedMatch{match.ID, seat, exportName(match.ID, viewer), b.String()})
		return nil
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="pizzini-my-data.json"`)
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	_ = out.Encode(all) // a reader that has gone needs no answer
	return nil
}

// askErase says plainly what stays and what goes when somebody is erased.
func (s *server) askErase(w http.ResponseWriter, r *http.Request, m *mine) error {
	return s.render(w, r, http.StatusOK, askErasePage(m))
}

// askEraseAgain asks once more.
func (s *server) askEraseAgain(w http.ResponseWriter, r *http.Request, _ *mine) error {
	return s.render(w, r, http.StatusOK, confirmPage(confirmation{
		Title: "Erase you, for good?", Button: "Erase me now", Action: "/me/erase", Back: "/me/data",
		Text: "This is the last question. Nobody, not even whoever runs this server, can bring back what is erased.",
	}))
}

// erase forgets somebody: his matches go on without him, then all his ids are erased.
// Done half, it is finished by the same form.
func (s *server) erase(w http.ResponseWriter, r *http.Request, m *mine) error {
	var err error
	// His address is erased wherever it stands, also where somebody only typed it.
	if m.Persons, err = s.People.SameAddress(r.Context(), m.Person); err != nil {
		return err
	}
	err = s.eachSeat(r.Context(), m, func(match *engine.Match, seat game.Seat) error {
		if match.Table.Over {
			return nil
		}
		_, err := s.Engine.Resign(r.Context(), engine.SeatCommand{Match: match.ID, Seat: seat, Answers: match.LinkNumber(seat)})
		return unlessSettled(err)
	})
	if err != nil {
		return err
	}
	err = s.eachMatch(r.Context(), m, func(match *engine.Match) error {
		heir := heirOf(match, m)
		if match.Table.Over || !m.is(match.Host()) || heir == "" {
			return nil
		}
		_, err := s.Engine.PassHost(r.Context(), match.ID, match.Host(), heir, "host")
		return unlessSettled(err)
	})
	if err != nil {
		return err
	}
	invited, err := s.invitedAgainAs(r.Context(), m)
	if err != nil {
		return err
	}
	all := *m
	all.Persons = append(invited, m.Persons...)
	if err := s.withdraw(r.Context(), &all); err != nil {
		return err
	}
	for _, person := range all.Persons {
		if err := s.People.Erase(r.Context(), person); err != nil {
			return err
		}
	}
	s.revoked.tell()
	s.closeSession(w, personCookie, "/")
	return redirect(w, r, "/?erased=1")
}

// withdraw opens the seats that are offered to somebody who is erased to whoever has
// their link, so that nobody waits for him, and tells the hosts, who alone can pass the
// links on. The letter is claimed first: a seat that is open already needs none.
func (s *server) withdraw(ctx context.Context, m *mine) error {
	return s.eachOffer(ctx, m, func(match *engine.Match, seat game.Seat) error {
		number := match.LinkNumber(seat)
		if !m.is(match.Host()) {
			if err := s.Office.Withdrawn(ctx, match.ID, seat, number); err != nil {
				return err
			}
		}
		_, err := s.Engine.Offer(ctx, engine.SeatCommand{Match: match.ID, Seat: seat, Answers: number}, engine.Anybody)
		return unlessSettled(err)
	})
}

// unlessSettled is the error of a command, but for a refusal that says that there is
// nothing left to do: the seat is another's already, or the match can take nothing.
func unlessSettled(err error) error {
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		switch refusal.Code {
		case engine.Stale, engine.Taken, engine.Over, engine.Broken, engine.Invalid:
			return nil
		}
	}
	return err
}

// heirOf is who becomes host when somebody is erased: the human who has sat at the
// table longest; empty = no other sits there.
func heirOf(match *engine.Match, m *mine) string {
	heir, since := "", 0
	for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
		person := match.Person(seat)
		if person == "" || m.is(person) {
			continue
		}
		if n := seatedSince(match, seat); heir == "" || n < since {
			heir, since = person, n
		}
	}
	return heir
}

// seatedSince is the event with which whoever sits at a seat took it.
func seatedSince(match *engine.Match, seat game.Seat) int {
	since := 0
	for _, e := range match.Log {
		if e.Type != events.TypeSeatTaken {
			continue
		}
		if data, err := e.Decode(); err == nil {
			if d, ok := data.(*events.SeatTaken); ok && d.Seat == int(seat) {
				since = e.N
			}
		}
	}
	return since
}
