package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/projections"
	"pizzini/web/words"
)

// standing is where a match stands for somebody, in the order in which his page
// tells it.
type standing int

const (
	waitsForMe standing = iota
	invitedMe
	waitsForOthers
	gathers
	hostedByMe   // he hosts it and sits nowhere
	noLongerMine // he sat there, and does not any more
	finished
	standings
)

// myMatch is a match on the page of somebody who sits there, is invited or hosts it.
type myMatch struct {
	ID       string
	Seat     game.Seat // 0 = he is its host alone
	Standing standing
	Game     string
	Name     string // tells it from other matches of the game, as its letters do
	With     string // the others at the table
	State    string // a sentence or two
	Deadline string // in his zone; empty = none
	Changed  time.Time
	Host     bool   // he is the host
	Button   string // to his seat or the invitation; empty = there is none to go to

	due   time.Time
	since time.Time // how long it has waited for him
}

// myMatches lists all matches of somebody: the most pressing first, then as they
// changed last.
func (s *server) myMatches(ctx context.Context, m *mine) ([]myMatch, error) {
	rows, err := s.myRows(ctx, m)
	if err != nil {
		return nil, err
	}
	var list []myMatch
	for _, row := range rows {
		lines, err := s.myLines(ctx, m, row)
		if err != nil {
			return nil, err
		}
		list = append(list, lines...)
	}
	slices.SortFunc(list, func(a, b myMatch) int {
		if c := cmp.Compare(a.Standing, b.Standing); c != 0 {
			return c
		}
		if a.Standing == waitsForMe {
			if a.due.IsZero() != b.due.IsZero() {
				return map[bool]int{true: 1, false: -1}[a.due.IsZero()]
			}
			if c := cmp.Or(a.due.Compare(b.due), a.since.Compare(b.since)); c != 0 {
				return c
			}
		}
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID), cmp.Compare(a.Seat, b.Seat))
	})
	return list, nil
}

// myRows are all matches in which somebody plays, played or is invited, or which he hosts,
// each once.
func (s *server) myRows(ctx context.Context, m *mine) ([]projections.MatchRow, error) {
	var rows []projections.MatchRow
	seen := map[string]bool{}
	for _, person := range m.Persons {
		for _, f := range []projections.Filter{{Person: person}, {Host: person}, {Sat: person}} {
			found, err := s.Projections.Matches(ctx, f)
			if err != nil {
				return nil, err
			}
			for _, row := range found {
				if !seen[row.ID] {
					seen[row.ID] = true
					rows = append(rows, row)
				}
			}
		}
	}
	return rows, nil
}

// eachMatch goes through somebody's matches; one that cannot be read is left out.
func (s *server) eachMatch(ctx context.Context, m *mine, do func(*engine.Match) error) error {
	rows, err := s.myRows(ctx, m)
	if err != nil {
		return err
	}
	for _, row := range rows {
		match, err := s.Engine.Match(ctx, row.ID)
		var refusal *engine.Refusal
		if errors.As(err, &refusal) {
			continue
		}
		if err == nil {
			err = do(match)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachSeat goes through the seats at which somebody sits.
func (s *server) eachSeat(ctx context.Context, m *mine, do func(*engine.Match, game.Seat) error) error {
	return s.eachMatch(ctx, m, func(match *engine.Match) error {
		for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
			if m.is(match.Person(seat)) {
				if err := do(match, seat); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// eachOffer goes through the seats that are offered to somebody by name.
func (s *server) eachOffer(ctx context.Context, m *mine, do func(*engine.Match, game.Seat) error) error {
	return s.eachMatch(ctx, m, func(match *engine.Match) error {
		for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
			if m.is(offeredPerson(match, seat)) {
				if err := do(match, seat); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// myLines are the lines of one match: one for each seat that is his or offered to him.
func (s *server) myLines(ctx context.Context, m *mine, row projections.MatchRow) ([]myMatch, error) {
	line := myMatch{ID: row.ID, Game: gameName(row.Kind), Name: words.Match("", row.ID), Changed: row.Changed}
	match, err := s.Engine.Match(ctx, row.ID)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		line.State, line.Standing = refusal.What, waitsForOthers // one match that cannot be read hides no other
		return []myMatch{line}, nil
	}
	if err != nil {
		return nil, err
	}
	n, err := s.names(ctx, match)
	if err != nil {
		return nil, err
	}
	if created := match.Table.Created; created != nil {
		maker, err := s.People.Profile(ctx, created.Host)
		if err != nil {
			return nil, err
		}
		line.Name = words.Match(words.Host(maker.Name), match.ID)
	}
	line.Host = m.is(match.Host())
	line.With = s.others(match, n, m)
	var lines []myMatch
	for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
		switch {
		case m.is(match.Person(seat)):
			lines = append(lines, s.seatedLine(line, match, n, seat, m))
		case m.is(offeredPerson(match, seat)):
			invited := line
			invited.Seat, invited.Standing, invited.Button = seat, invitedMe, "Look at the invitation"
			invited.State = "You are invited to seat " + seat.String() + "."
			if match.Bot(seat) {
				invited.State = "A bot plays seat " + seat.String() + " until you take it."
			}
			lines = append(lines, invited)
		case match.Table.Over && m.is(match.Kept(seat)):
			ended := line
			ended.Seat, ended.Standing, ended.Button = seat, finished, "Look at it"
			ended.State = endOf(match, n) + " A bot played seat " + seat.String() + " to the end."
			lines = append(lines, ended)
		}
	}
	if len(lines) == 0 && line.Host {
		line.Standing = hostedByMe
		if match.Table.Over {
			line.Standing = finished
		}
		line.State = capital(stateOf(match, n)) + "."
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		// Who sits there now is not his to know any more.
		line.Standing, line.With, line.State = noLongerMine, "", "You sat there, and do not any more."
		if match.Table.Over {
			line.Standing, line.State = finished, "You sat there, but not to the end. The match is over."
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// seatedLine is the line of a match at whose seat he sits.
func (s *server) seatedLine(line myMatch, match *engine.Match, n words.Names, seat game.Seat, m *mine) myMatch {
	zone := match.Zone(m.Settings.Zone)
	line.Seat, line.Button, line.Standing = seat, "Look at it", waitsForOthers
	line.State = capital(stateOf(match, n)) + "."
	if until, paused := match.Paused(); paused {
		line.State = "Paused until " + words.Moment(until, m.Now, zone) + "."
	}
	switch match.Status() {
	case engine.Gathering:
		line.Standing = gathers
	case engine.Ended:
		line.Standing, line.State = finished, resultOf(match, n, seat)
	case engine.Abandoned:
		line.Standing = finished
	case engine.Playing:
		if slices.Contains(match.Active(), seat) {
			line.Standing, line.State, line.Button = waitsForMe, "It is your turn.", "Play"
			line.due, line.since = match.Due(seat), match.Log[match.Call(seat)-1].At
			if !line.due.IsZero() {
				line.Deadline = "Until " + words.Deadline(line.due, m.Now, zone)
				if !line.due.After(m.Now) {
					line.Deadline = "Your time was up on " + words.Moment(line.due, m.Now, zone)
				}
			}
		}
		if slices.Contains(match.Asked(), seat) {
			line.State = "You are asked whether you agree."
			if line.Standing == waitsForMe {
				line.State = "It is your turn, and you are asked whether you agree to a proposal."
			}
			line.Standing, line.Button = waitsForMe, "Answer"
		}
	}
	return line
}

// others names who else is at the table.
func (s *server) others(match *engine.Match, n words.Names, m *mine) string {
	var names []string
	for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
		if name := n.Of(seat); name != "" && !m.is(match.Person(seat)) {
			names = append(names, name)
		}
	}
	return join(names)
}

// resultOf says how a match ended for a seat.
func resultOf(match *engine.Match, n words.Names, seat game.Seat) string {
	if match.State == nil {
		return "Over."
	}
	result, ok := match.State.Result()
	if !ok || len(result.Ranking) == 0 {
		return "Over."
	}
	first := result.Ranking[0]
	var winners []string
	for _, s := range first {
		if s != seat {
			winners = append(winners, n.Or(s))
		}
	}
	switch {
	case !slices.Contains(first, seat):
		return join(winners) + " won."
	case len(winners) == 0:
		return "You won."
	}
	return "You and " + join(winners) + " won together."
}

// endOf says how a match ended for who has no seat in it.
func endOf(match *engine.Match, n words.Names) string {
	if match.Status() == engine.Ended {
		return resultOf(match, n, game.Spectator)
	}
	return capital(stateOf(match, n)) + "."
}

// gameName is what a kind of game is called.
func gameName(kind string) string {
	if rules, err := engine.Newest(kind); err == nil {
		return rules.Info().Name
	}
	return kind
}

// offeredPerson is to whom an open seat is offered; empty = to nobody by name.
func offeredPerson(match *engine.Match, seat game.Seat) string {
	if match.Person(seat) != "" || match.Table.Over {
		return ""
	}
	person, ok := strings.CutPrefix(match.Table.Seats[seat-1].Offered, "person:")
	if !ok {
		return ""
	}
	return person
}

// myMatch finds a match in which somebody plays or is invited, or which he hosts.
// Any other is told from one that is not there by nothing.
func (s *server) myMatch(r *http.Request, m *mine, id string) (*engine.Match, error) {
	match, err := s.Engine.Match(r.Context(), id)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		return nil, nothingHere
	}
	if err != nil {
		return nil, err
	}
	his := m.is(match.Host())
	for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
		his = his || m.is(match.Person(seat)) || m.is(offeredPerson(match, seat)) || m.is(match.Kept(seat))
	}
	if !his {
		return nil, nothingHere
	}
	return match, nil
}

// capital makes the first letter of a text a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
