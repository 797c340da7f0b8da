package web

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
)

// newForm is the form for a new match, with what was typed and what is wrong
// with it.
type newForm struct {
	Info     game.Info
	Form     string // number of the form: it makes the match's id
	Stranger bool   // may have open seats and bots only: nothing that sends a letter
	Name     string
	Address  string
	Words    string
	Watch    bool
	Seats    []newSeat
	Options  map[string]string
	Clock    clockForm
	Errors   map[string]string
}

// newSeat is a row of the form.
type newSeat struct {
	Who     string // one of the values below
	Name    string
	Address string
}

// Who may sit at a seat, as the form says it.
const (
	seatMyself = "me"
	seatPerson = "person"
	seatOfBot  = "bot"
	seatOpen   = "open"
	seatNone   = "none"
)

// mayStart refuses whoever may not start matches; a stranger is somebody who may
// because the server is open.
func (s *server) mayStart(r *http.Request) (stranger bool, err error) {
	if s.operator(r) {
		return false, nil
	}
	if !s.Open {
		return false, operatorOnly
	}
	return true, nil
}

// kindOf finds the game that a path names.
func kindOf(r *http.Request) (game.Info, error) {
	for _, info := range kinds() {
		if info.Kind == r.PathValue("kind") {
			return info, nil
		}
	}
	return game.Info{}, nothingHere
}

// newMatch shows the form for a new match. The match's id is made of the form's
// number, which no link and no page but the form holds: nobody can send a form with
// another match's id, and whoever has the host's link has not the form.
func (s *server) newMatch(w http.ResponseWriter, r *http.Request) error {
	stranger, err := s.mayStart(r)
	if err != nil {
		return err
	}
	info, err := kindOf(r)
	if err != nil {
		return err
	}
	if query := r.URL.Query(); query.Has("who-1") {
		return s.render(w, r, http.StatusOK, newMatchPage(copiedForm(query, info, stranger)))
	}
	f := newForm{Info: info, Form: engine.NewID(), Stranger: stranger, Options: map[string]string{}, Clock: usualClock()}
	for i := range info.MaxPlayers {
		who := seatNone
		switch {
		case i == 0:
			who = seatMyself
		case i < info.MinPlayers && stranger:
			who = seatOpen
		case i < info.MinPlayers:
			who = seatPerson
		}
		f.Seats = append(f.Seats, newSeat{Who: who})
	}
	return s.render(w, r, http.StatusOK, newMatchPage(f))
}

// createMatch makes the match that a form describes. Sent twice it makes one. What
// is wrong is said beside its field, and everything typed is kept.
func (s *server) createMatch(w http.ResponseWriter, r *http.Request) error {
	stranger, err := s.mayStart(r)
	if err != nil {
		return err
	}
	info, err := kindOf(r)
	if err != nil {
		return err
	}
	match, err := s.formsMatch(r)
	if err != nil {
		return err
	}
	f := readNewForm(r.PostForm, info, stranger)
	creation, profiles, err := s.check(r, &f, match)
	if err != nil {
		return err
	}
	if len(f.Errors) > 0 {
		return s.render(w, r, http.StatusUnprocessableEntity, newMatchPage(f))
	}
	return s.create(w, r, request{creation, profiles, f.Words, stranger, false}, host.path(match, 0))
}

// formsMatch is the id of the match that a form makes.
func (s *server) formsMatch(r *http.Request) (string, error) {
	form := r.PostForm.Get("form")
	if !formNumber(form) {
		return "", staleForm
	}
	return s.Signer.FormID("match", form), nil
}

func readNewForm(sent url.Values, info game.Info, stranger bool) newForm {
	get := func(name string) string { return strings.TrimSpace(sent.Get(name)) }
	f := newForm{
		Info: info, Form: sent.Get("form"), Stranger: stranger, Name: get("name"), Address: get("address"), Words: get("words"),
		Watch: sent.Get("watch") != "", Options: map[string]string{}, Clock: readClockForm(sent), Errors: map[string]string{},
	}
	for _, o := range info.Options {
		f.Options[o.Key] = get("option-" + o.Key)
	}
	for i := range info.MaxPlayers {
		n := strconv.Itoa(i + 1)
		f.Seats = append(f.Seats, newSeat{Who: get("who-" + n), Name: get("name-" + n), Address: get("address-" + n)})
	}
	return f
}

// check turns the form into a creation and the people of it, and writes what is
// wrong into the form. Person ids come from the form, so that it makes the same
// people each time it is sent.
func (s *server) check(r *http.Request, f *newForm, match string) (engine.Creation, map[string]Profile, error) {
	c := engine.Creation{ID: match, Kind: f.Info.Kind, Options: game.Options{}, Watch: f.Watch, Host: s.Signer.FormID("host", match)}
	profiles := map[string]Profile{}
	person := func(id, field, address, name, typed string) error {
		clean, err := people.CleanName(name)
		if err != nil {
			f.Errors["name"+field] = sentence(err)
		}
		at := ""
		if typed != "" && !f.Stranger {
			if at, err = people.CleanAddress(typed); err != nil {
				f.Errors[address] = sentence(err)
			} else if err := s.unblocked(r, at); errors.Is(err, errBlocked) {
				f.Errors[address] = sentence(err)
			} else if err != nil {
				return err
			}
		}
		profiles[id] = Profile{Name: clean, Address: at}
		return nil
	}
	if err := person(c.Host, "", "address", f.Name, f.Address); err != nil {
		return c, nil, err
	}
	for i, seat := range f.Seats {
		n := strconv.Itoa(i + 1)
		switch {
		case seat.Who == seatNone || seat.Who == "":
			continue
		case seat.Who == seatMyself:
			c.Seats = append(c.Seats, engine.Invitation{Who: engine.Himself})
		case seat.Who == seatOfBot:
			c.Seats = append(c.Seats, engine.Invitation{Who: engine.Bot})
		case seat.Who == seatOpen:
			c.Seats = append(c.Seats, engine.Invitation{Who: engine.Anybody})
		case seat.Who == seatPerson && !f.Stranger:
			id := s.Signer.FormID("invited", match, n)
			if err := person(id, "-"+n, "address-"+n, seat.Name, seat.Address); err != nil {
				return c, nil, err
			}
			if seat.Address == "" && f.Errors["address-"+n] == "" {
				f.Errors["address-"+n] = "Write the address to which the invitation goes, or make the seat open and pass its link on yourself."
			}
			c.Seats = append(c.Seats, engine.Invitation{Who: engine.Person(id)})
		default:
			f.Errors["who-"+n] = "Choose who sits here."
		}
	}
	if n := len(c.Seats); n < f.Info.MinPlayers || n > f.Info.MaxPlayers {
		f.Errors["seats"] = fmt.Sprintf("%s is for %d to %d players, and this makes %d.", f.Info.Name, f.Info.MinPlayers, f.Info.MaxPlayers, n)
	}
	if len([]rune(f.Words)) > maxWords {
		f.Errors["words"] = fmt.Sprintf("At most %d characters.", maxWords)
	}
	for _, o := range f.Info.Options {
		if chosen := f.Options[o.Key]; chosen != "" {
			if value, ok := optionValue(o, chosen); !ok {
				f.Errors["option-"+o.Key] = "Choose one of the values offered."
			} else if f.Errors["seats"] == "" && !fits(f.Info.Kind, len(c.Seats), o.Key, value) {
				f.Errors["option-"+o.Key] = fmt.Sprintf("This does not go with %d players.", len(c.Seats))
			} else {
				c.Options[o.Key] = value
			}
		}
	}
	c.Clock = f.Clock.settings()
	maps.Copy(f.Errors, f.Clock.Errors)
	return c, profiles, nil
}

// fits says whether an option's value goes with a number of players.
func fits(kind string, players int, key string, value any) bool {
	rules, err := engine.Newest(kind)
	if err != nil {
		return false
	}
	_, err = rules.Resolve(players, game.Options{key: value})
	return err == nil
}

// optionValue is the value of an option that a form's text stands for.
func optionValue(o game.Option, text string) (any, bool) {
	for _, v := range o.Values {
		if fmt.Sprint(v) == text {
			return v, true
		}
	}
	return nil, false
}
