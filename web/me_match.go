package web

import (
	"net/http"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
)

// matchSettings is what somebody wants otherwise in one match.
type matchSettings struct {
	*mine
	Match  string
	Game   string
	Wanted people.MatchSettings
	Saved  bool
}

// showMatchSettings is the form of what somebody is told about one match.
func (s *server) showMatchSettings(w http.ResponseWriter, r *http.Request, m *mine) error {
	match, persons, err := s.mySeats(r, m)
	if err != nil {
		return err
	}
	f := matchSettings{mine: m, Match: match.ID, Game: gameName(match.Table.Created.Kind), Saved: r.URL.Query().Has("saved")}
	if f.Wanted, err = s.People.MatchSettings(r.Context(), persons[0], match.ID); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, matchSettingsPage(f))
}

// saveMatchSettings keeps what the form says for all his seats in the match.
func (s *server) saveMatchSettings(w http.ResponseWriter, r *http.Request, m *mine) error {
	match, persons, err := s.mySeats(r, m)
	if err != nil {
		return err
	}
	var wanted people.MatchSettings
	if told := r.PostForm.Get("turns"); told != "" {
		turns, digest := turnsOf(told)
		wanted.Turns, wanted.Digest = &turns, &digest
	}
	for name, at := range map[string]**bool{"reminders": &wanted.Reminders, "results": &wanted.Results, "talk": &wanted.Talk} {
		if told := r.PostForm.Get(name); told != "" {
			yes := told == "yes"
			*at = &yes
		}
	}
	for _, person := range persons {
		if err := s.People.SetMatchSettings(r.Context(), person, match.ID, wanted); err != nil {
			return err
		}
	}
	return redirect(w, r, "/me/match/"+match.ID+"?saved=1")
}

// mySeats is the match that a path names, and which of his ids sit there.
func (s *server) mySeats(r *http.Request, m *mine) (*engine.Match, []string, error) {
	match, err := s.myMatch(r, m, r.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	var persons []string
	for seat := game.Seat(1); int(seat) <= match.Players(); seat++ {
		if m.is(match.Person(seat)) {
			persons = append(persons, match.Person(seat))
		}
	}
	if persons == nil {
		return nil, nil, nothingHere
	}
	return match, persons, nil
}

// turns is what the form says about letters when it is his turn; empty = as usual.
func (f matchSettings) turns() string {
	if f.Wanted.Turns == nil && f.Wanted.Digest == nil {
		return ""
	}
	all := f.Settings.In(f.Wanted)
	return turnsText(all.Turns, all.Digest)
}

// yesNo is what a form says about something that is told or not; empty = as usual.
func yesNo(wanted *bool) string {
	switch {
	case wanted == nil:
		return ""
	case *wanted:
		return "yes"
	}
	return "no"
}
