package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events/people"
)

// awayPage is somebody's vacation: what is set, and the form for more.
type awayPage struct {
	*mine
	Spans     []awaySpan
	Allowance int // days a year; 0 = this installation has no vacation
	Left      []yearLeft
	From, To  string // as typed
	Form      string // number of the form
	Today     string // in his zone
	Error     string
	Saved     bool
}

// awaySpan is a vacation that has not passed.
type awaySpan struct {
	people.Away
	Runs  bool   // it has begun
	Error string // why it was not changed
	Typed string // its end as typed
}

// yearLeft is how many days of vacation a year has left.
type yearLeft struct{ Year, Days int }

// showAway is somebody's vacation.
func (s *server) showAway(w http.ResponseWriter, r *http.Request, m *mine) error {
	p, err := s.awayPage(r.Context(), m)
	if err != nil {
		return err
	}
	p.Saved = r.URL.Query().Has("saved")
	return s.render(w, r, http.StatusOK, showAwayPage(p))
}

func (s *server) awayPage(ctx context.Context, m *mine) (awayPage, error) {
	list, err := s.People.Away(ctx, m.Person)
	if err != nil {
		return awayPage{}, err
	}
	p := awayPage{mine: m, Allowance: s.VacationDays, Form: engine.NewID(), Today: s.today(m)}
	for _, a := range list {
		if a.To >= p.Today {
			p.Spans = append(p.Spans, awaySpan{Away: a, Runs: a.From <= p.Today, Typed: a.To})
		}
	}
	year, _ := strconv.Atoi(p.Today[:4])
	for _, y := range []int{year, year + 1} {
		p.Left = append(p.Left, yearLeft{y, people.DaysLeft(list, y, s.VacationDays)})
	}
	return p, nil
}

// today is the day that somebody's calendar shows: "2026-12-20".
func (s *server) today(m *mine) string {
	zone, ok := clock.Location(m.Settings.Zone)
	if !ok {
		zone = time.UTC
	}
	return s.Now().In(zone).Format(time.DateOnly)
}

// setAway adds a vacation.
func (s *server) setAway(w http.ResponseWriter, r *http.Request, m *mine) error {
	from, to := strings.TrimSpace(r.PostForm.Get("from")), strings.TrimSpace(r.PostForm.Get("to"))
	before, err := s.People.Away(r.Context(), m.Person)
	if err != nil {
		return err
	}
	after := before
	if !slices.Contains(before, people.Away{From: from, To: to}) { // the form sent twice sets one
		after = append(slices.Clone(before), people.Away{From: from, To: to})
	}
	wrong := s.newAway(m, before, from, to)
	if len(after) == len(before) {
		wrong = nil
	}
	if wrong == nil {
		wrong = s.changeAway(r, m, before, after)
	}
	var text *awayError
	if errors.As(wrong, &text) {
		p, err := s.awayPage(r.Context(), m)
		if err != nil {
			return err
		}
		p.From, p.To, p.Error = from, to, text.text
		return s.render(w, r, http.StatusUnprocessableEntity, showAwayPage(p))
	}
	if wrong != nil {
		return wrong
	}
	return redirect(w, r, "/me/away?saved=1")
}

// awayError is what is wrong with a vacation, for who typed it.
type awayError struct{ text string }

func (e *awayError) Error() string { return e.text }

func wrongAway(format string, args ...any) error { return &awayError{fmt.Sprintf(format, args...)} }

// longestAhead is how far ahead, in years, a vacation may be set.
const longestAhead = 1

// newAway says what is wrong with a vacation that is to be added.
func (s *server) newAway(m *mine, list []people.Away, from, to string) error {
	begin, err := time.Parse(time.DateOnly, from)
	end, also := time.Parse(time.DateOnly, to)
	today := s.today(m)
	now, _ := time.Parse(time.DateOnly, today)
	switch {
	case err != nil || also != nil:
		return wrongAway("Give both days, like 2026-12-20.")
	case to < from:
		return wrongAway("The last day comes before the first: change one of them.")
	case from < today:
		return wrongAway("A vacation begins today at the earliest: time that has run cannot be given back.")
	case begin.After(now.AddDate(longestAhead, 0, 0)) || end.After(now.AddDate(longestAhead, 0, 0)):
		return wrongAway("A vacation can be set for a year ahead: choose earlier days.")
	}
	for _, a := range list {
		if from <= a.To && a.From <= to {
			return wrongAway("It overlaps the vacation from %s to %s: choose other days, or change that one.", dayWords(a.From), dayWords(a.To))
		}
	}
	return nil
}

// shortenAway gives a vacation another, earlier end, or takes away what has not begun
// of it. The day on which it is ended counts: on a day that is given back the clock
// has stood still for nothing, and whoever set one every morning would have no clock.
func (s *server) shortenAway(w http.ResponseWriter, r *http.Request, m *mine) error {
	before, err := s.People.Away(r.Context(), m.Person)
	if err != nil {
		return err
	}
	was := people.Away{From: r.PostForm.Get("from"), To: r.PostForm.Get("was")}
	i := slices.Index(before, was)
	today := s.today(m)
	if i < 0 || was.To < today {
		return redirect(w, r, "/me/away?saved=1") // it was changed already
	}
	after := slices.Clone(before)
	end := strings.TrimSpace(r.PostForm.Get("to"))
	if r.PostForm.Has("remove") {
		end = today
		if was.From > today {
			end = ""
		}
	}
	wrong := error(nil)
	switch _, err := time.Parse(time.DateOnly, end); {
	case end == "" && r.PostForm.Has("remove"):
		after = slices.Delete(after, i, i+1)
	case err != nil:
		wrong = wrongAway("Give its last day, like 2026-12-20.")
	case end > was.To:
		wrong = wrongAway("It can end earlier here, not later: add another vacation after it.")
	case end < was.From || end < today:
		wrong = wrongAway("It cannot end before %s: a day that has begun is used up.", dayWords(max(was.From, today)))
	default:
		after[i].To = end
	}
	if wrong == nil {
		wrong = s.changeAway(r, m, before, after)
	}
	var text *awayError
	if errors.As(wrong, &text) {
		p, err := s.awayPage(r.Context(), m)
		if err != nil {
			return err
		}
		for i := range p.Spans {
			if p.Spans[i].Away == was {
				p.Spans[i].Error, p.Spans[i].Typed = text.text, end
			}
		}
		return s.render(w, r, http.StatusUnprocessableEntity, showAwayPage(p))
	}
	if wrong != nil {
		return wrong
	}
	return redirect(w, r, "/me/away?saved=1")
}

// changeAway gives all ids of somebody another list of vacations and moves the
// deadlines that it touches: first these, so that a form that is sent again after a
// failure finishes what it began and moves none twice.
func (s *server) changeAway(r *http.Request, m *mine, before, after []people.Away) error {
	ctx := r.Context()
	form := r.PostForm.Get("form")
	if !formNumber(form) {
		return staleForm
	}
	year, _ := strconv.Atoi(s.today(m)[:4])
	for _, y := range []int{year, year + 1} {
		if left := people.DaysLeft(after, y, s.VacationDays); left < 0 && left < people.DaysLeft(before, y, s.VacationDays) {
			return wrongAway("%d has %s left: choose fewer days.", y, days(max(0, people.DaysLeft(before, y, s.VacationDays))))
		}
	}
	for _, person := range m.Persons {
		old, err := s.People.Calendar(ctx, person, before)
		if err != nil {
			return err
		}
		fresh, err := s.People.Calendar(ctx, person, after)
		if err != nil {
			return err
		}
		err = s.eachSeat(ctx, &mine{Persons: []string{person}}, func(match *engine.Match, seat game.Seat) error {
			if match.Status() != engine.Playing {
				return nil
			}
			_, err := s.Engine.Reclock(ctx, match.ID, seat, old, fresh, form)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.People.SetAway(ctx, m.Person, after)
}

// days is a number of days in words.
func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return strconv.Itoa(n) + " days"
}

// dayWords is a day as people say it: "Sun 20 Dec 2026".
func dayWords(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.Format("Mon 2 Jan 2006")
}
