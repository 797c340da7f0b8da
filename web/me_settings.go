package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"pizzini/engine/clock"
	"pizzini/events/people"
)

// settingsForm is what somebody has set about himself, as its form shows it.
type settingsForm struct {
	*mine
	Name   string
	Wanted people.Settings
	Night  [2]string // from and to on his clock, "22:00"; both empty = none
	Errors map[string]string
	Saved  bool
}

// languages are those in which the pages and letters are written.
var languages = []struct{ Code, Name string }{{"en", "English"}}

// showSettings is the form of what somebody has set about himself.
func (s *server) showSettings(w http.ResponseWriter, r *http.Request, m *mine) error {
	f := settingsForm{mine: m, Name: m.Profile.Name, Wanted: m.Settings, Saved: r.URL.Query().Has("saved")}
	if f.Wanted.NightFrom != f.Wanted.NightTo {
		f.Night = [2]string{minuteText(f.Wanted.NightFrom), minuteText(f.Wanted.NightTo)}
	}
	return s.render(w, r, http.StatusOK, settingsPage(f))
}

// saveSettings keeps what the form says. What is wrong is said beside its field, and everything typed is kept.
func (s *server) saveSettings(w http.ResponseWriter, r *http.Request, m *mine) error {
	f := readSettings(r, m)
	name, err := people.CleanName(f.Name)
	if err != nil {
		f.Errors["name"] = sentence(err)
	}
	if len(f.Errors) > 0 {
		return s.render(w, r, http.StatusUnprocessableEntity, settingsPage(f))
	}
	if name != m.Profile.Name { // seats may go by different names: untouched, they stay
		for _, person := range m.Persons {
			profile, err := s.People.Profile(r.Context(), person)
			if err != nil {
				return err
			}
			profile.Name = name
			if err := s.People.Keep(r.Context(), person, profile); err != nil {
				return err
			}
		}
	}
	if err := s.People.SetSettings(r.Context(), m.Person, f.Wanted); err != nil {
		return err
	}
	return redirect(w, r, "/me/settings?saved=1")
}

func readSettings(r *http.Request, m *mine) settingsForm {
	get := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	f := settingsForm{mine: m, Name: get("name"), Wanted: m.Settings, Night: [2]string{get("night-from"), get("night-to")}, Errors: map[string]string{}}
	for _, l := range languages {
		if get("language") == l.Code {
			f.Wanted.Language = l.Code
		}
	}
	if f.Wanted.Zone = get("zone"); f.Wanted.Zone != "" && !knownZone(f.Wanted.Zone) && f.Wanted.Zone != m.Settings.Zone {
		f.Errors["zone"] = "Choose one of the time zones offered."
	}
	f.Wanted.NightFrom, f.Wanted.NightTo = 0, 0
	if f.Night != [2]string{} {
		from, ok := minuteOf(f.Night[0])
		to, also := minuteOf(f.Night[1])
		switch {
		case !ok || !also:
			f.Errors["night"] = "Write both as hours and minutes, like 22:00 and 07:30, or leave both empty."
		case !clock.ValidNight(from, to):
			f.Errors["night"] = "A night has at most " + strconv.Itoa(clock.MaxNight/60) + " hours."
		default:
			f.Wanted.NightFrom, f.Wanted.NightTo = from, to
		}
	}
	f.Wanted.Turns, f.Wanted.Digest = turnsOf(get("turns"))
	hour, err := strconv.Atoi(get("digest-hour"))
	if err != nil || hour < 0 || hour > 23 {
		f.Errors["digest-hour"] = "Choose one of the hours offered."
		hour = m.Settings.DigestHour
	}
	f.Wanted.DigestHour = hour
	f.Wanted.Reminders, f.Wanted.Results, f.Wanted.Talk = get("reminders") != "", get("results") != "", get("talk") != ""
	return f
}

// How somebody is told that it is his turn, as forms say it.
const (
	eachTurn  = "each"
	onceADay  = "digest"
	neverTold = "never"
)

func turnsOf(text string) (turns, digest bool) { return text == eachTurn, text == onceADay }

func turnsText(turns, digest bool) string {
	switch {
	case digest:
		return onceADay
	case turns:
		return eachTurn
	}
	return neverTold
}

// minuteOf reads a time of day: minutes after midnight.
func minuteOf(text string) (minute int, ok bool) {
	at, err := time.Parse("15:04", text)
	return at.Hour()*60 + at.Minute(), err == nil
}

// minuteText is the inverse of minuteOf.
func minuteText(minute int) string {
	return time.Date(0, 1, 1, 0, minute, 0, 0, time.UTC).Format("15:04")
}
