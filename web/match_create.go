package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/link"
)

// newForm is the form for a new match, with what was typed and what is wrong
// with it.
type newForm struct {
	Info     game.Info
	Token    string // the host's link of the match that the form makes
	Stranger bool   // may have open seats and bots only: nothing that sends a letter
	Name     string
	Address  string
	Words    string
	Watch    bool
	Seats    []newSeat
	Options  map[string]string
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

// newMatch shows the form for a new match. Its token is the host's link of the
// match-to-be, so that nobody can send a form with another match's id.
func (s *server) newMatch(w http.ResponseWriter, r *http.Request) error {
	stranger, err := s.mayStart(r)
	if err != nil {
		return err
	}
	info, err := kindOf(r)
	if err != nil {
		return err
	}
	f := newForm{Info: info, Stranger: stranger, Options: map[string]string{}}
	if f.Token, err = s.Signer.Token(link.Claim{Purpose: link.Host, Match: engine.NewID(), Number: hostNumber}); err != nil {
		return err
	}
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
	claim, err := s.Signer.Parse(r.PostForm.Get("token"), link.Host)
	if err != nil {
		return staleForm
	}
	f := readNewForm(r, info, stranger)
	creation, profiles, err := s.check(r, &f, claim.Match)
	if err != nil {
		return err
	}
	if len(f.Errors) > 0 {
		return s.render(w, r, http.StatusUnprocessableEntity, newMatchPage(f))
	}
	return s.create(w, r, stranger, creation, profiles, f.Words, host.path(claim.Match, 0))
}

// create keeps the people of a new match, makes it, and signs the browser in as
// its host and at the host's own seats.
func (s *server) create(w http.ResponseWriter, r *http.Request, stranger bool, c engine.Creation, profiles map[string]Profile, luckyWords, next string) error {
	if stranger && !s.strangers.Allow() {
		return tooMany
	}
	for person, profile := range profiles {
		if err := s.People.Keep(r.Context(), person, profile); err != nil {
			return err
		}
	}
	for i, seat := range c.Seats {
		if seat.Who == engine.Himself && luckyWords != "" {
			digest, err := s.People.LuckyWords(r.Context(), c.Host, c.ID, i+1, luckyWords)
			if err != nil {
				return err
			}
			c.Seats[i].Words = digest
		}
	}
	receipt, err := s.Engine.Create(r.Context(), c)
	if err != nil {
		return err
	}
	m, err := s.Engine.Match(r.Context(), c.ID)
	if err != nil {
		return err
	}
	if err := s.openHost(w, c.ID); err != nil {
		return err
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if m.Person(seat) == c.Host {
			if err := s.openSeat(w, m, seat); err != nil {
				return err
			}
		}
	}
	return redirect(w, r, next+"?n="+strconv.Itoa(receipt.N))
}

func readNewForm(r *http.Request, info game.Info, stranger bool) newForm {
	get := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	f := newForm{
		Info: info, Token: r.PostForm.Get("token"), Stranger: stranger, Name: get("name"), Address: get("address"), Words: get("words"),
		Watch: r.PostForm.Get("watch") != "", Options: map[string]string{}, Errors: map[string]string{},
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
			if value, ok := optionValue(o, chosen); ok {
				c.Options[o.Key] = value
			} else {
				f.Errors["option-"+o.Key] = "Choose one of the values offered."
			}
		}
	}
	return c, profiles, nil
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
