package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/projections"
)

// acquaintance is somebody with whom the host of a match has played here before: he
// is shown by name, and his address stays unseen.
type acquaintance struct {
	Person  string
	Name    string
	address string
}

// Bounds of a host's list: how many matches are looked at, and how many people shown.
const (
	hostsMatches  = 50
	acquaintances = 40
)

// acquaintances lists whom a host has played with and can invite by letter, by name;
// not those who sit in this match already.
func (s *server) acquaintances(ctx context.Context, m *engine.Match) ([]acquaintance, error) {
	own := []string{m.Host()}
	if s.vouched(m) {
		all, err := s.People.SameAddress(ctx, m.Host())
		switch {
		case err == nil:
			own = all
		case !errors.Is(err, people.ErrErased):
			return nil, err
		}
	}
	var list []acquaintance
	seen := map[string]bool{"": true} // addresses
	meet := func(person string, add bool) error {
		known, err := s.People.Profile(ctx, person)
		address := strings.ToLower(known.Address)
		if err != nil || seen[address] {
			return err
		}
		seen[address] = true
		if !add || known.Name == "" || len(list) == acquaintances {
			return nil
		}
		blocked, err := s.People.Blocked(ctx, known.Address)
		if err == nil && !blocked {
			list = append(list, acquaintance{person, known.Name, known.Address})
		}
		return err
	}
	for _, id := range own {
		if err := meet(id, false); err != nil {
			return nil, err
		}
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if err := meet(m.Person(seat), false); err != nil {
			return nil, err
		}
	}
	for _, id := range own {
		for _, f := range []projections.Filter{{Host: id, Limit: hostsMatches}, {Person: id, Limit: hostsMatches}} {
			rows, err := s.Projections.Matches(ctx, f)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				seats, err := s.Projections.Seats(ctx, row.ID)
				if err != nil {
					return nil, err
				}
				for _, seat := range seats {
					person, sits := strings.CutPrefix(seat.Who, "person:")
					if !sits {
						continue
					}
					if err := meet(person, true); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b acquaintance) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list, nil
}

// vouched says whether the address of a match's host is surely his own, so that he is
// shown whom its owner knows: it was typed by whoever may start matches here, or
// confirmed since. What a player types at an open seat may be anybody's address, and
// it goes with him into a rematch.
func (s *server) vouched(m *engine.Match) bool {
	return m.HostSince() == 0 && m.Host() == s.Signer.FormID("host", m.ID)
}

// inviteKnown invites somebody whom the host has played with.
func (s *server) inviteKnown(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	list, err := s.acquaintances(r.Context(), v.match)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(a acquaintance) bool { return a.Person == r.PostForm.Get("person") })
	if i < 0 {
		return staleForm
	}
	return s.invite(w, r, v, c, Profile{Name: list[i].Name, Address: list[i].address})
}

// typed is what a host typed into the form of a seat, and what is wrong with it.
type typed struct {
	Seat          game.Seat
	Name, Address string
	Errors        map[string]string
}

// inviteAddress invites somebody by name and address.
func (s *server) inviteAddress(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	if !s.mayInvite(r) {
		return operatorOnly
	}
	t := typed{c.Seat, strings.TrimSpace(r.PostForm.Get("name")), strings.TrimSpace(r.PostForm.Get("address")), map[string]string{}}
	var p Profile
	if p.Name, err = people.CleanName(t.Name); err != nil {
		t.Errors["name"] = sentence(err)
	}
	if p.Address, err = people.CleanAddress(t.Address); err != nil {
		t.Errors["address"] = sentence(err)
	} else if err := s.unblocked(r, p.Address); errors.Is(err, errBlocked) {
		t.Errors["address"] = sentence(err)
	} else if err != nil {
		return err
	}
	if len(t.Errors) > 0 {
		return s.answerHost(w, r, http.StatusUnprocessableEntity, v, []note{{Title: "Nobody was invited yet", Text: "Look at the fields that are marked below.", Warn: true}}, t)
	}
	return s.invite(w, r, v, c, p)
}

// mayInvite says whether letters may go to addresses that this browser's host types:
// not where strangers start matches, for an address may be anybody's.
func (s *server) mayInvite(r *http.Request) bool { return !s.Open || s.operator(r) }

// invite offers a seat to somebody by letter. In one match an address belongs to one
// person, whom its host can write to so and so often.
func (s *server) invite(w http.ResponseWriter, r *http.Request, v *visit, c engine.SeatCommand, p Profile) error {
	person, err := s.invitedBefore(r.Context(), v.match, p.Address)
	if err != nil {
		return err
	}
	fresh := v.match.LinkNumber(c.Seat) == c.Answers
	if person == "" {
		if person, err = s.newcomer(r.Context(), v.match, p, fresh); err != nil {
			return s.hosted(w, r, v, engine.Receipt{}, err)
		}
	}
	to := engine.Person(person)
	if invitations(v.match, to) > resends && fresh {
		return sentOften(v)
	}
	receipt, err := s.Engine.Offer(r.Context(), c, to)
	return s.hosted(w, r, v, receipt, err)
}

// newcomer is the person id of an address in a match to which it was not invited before,
// and keeps what is known of him where asked. What was erased stays erased: whoever is
// invited by that address later is another.
func (s *server) newcomer(ctx context.Context, m *engine.Match, p Profile, keep bool) (string, error) {
	for again := 0; ; again++ {
		id := s.addressID(m, p.Address, again)
		if !keep {
			return id, nil
		}
		if err := s.People.Keep(ctx, id, p); !errors.Is(err, people.ErrErased) {
			return id, err
		}
	}
}

// addressID is the person id of whoever is invited to a match by an address, after so
// many with it were erased.
func (s *server) addressID(m *engine.Match, address string, erased int) string {
	parts := []string{"address", m.ID, strings.ToLower(address)}
	if erased > 0 {
		parts = append(parts, strconv.Itoa(erased))
	}
	return s.Signer.FormID(parts...)
}

// byAddress says whether a person was invited to a match by an address.
func (s *server) byAddress(m *engine.Match, address, person string) bool {
	for erased := range m.N() { // each was offered a seat before
		if s.addressID(m, address, erased) == person {
			return true
		}
	}
	return false
}

// invitedBefore is the person with an address who was invited to a match, or sat in
// it; empty = nobody. Who has sat there with an address that he only typed is not the
// one whom a letter to it invites.
func (s *server) invitedBefore(ctx context.Context, m *engine.Match, address string) (string, error) {
	asked, seated := map[string]bool{}, map[string]bool{}
	for _, h := range m.Log {
		if data, err := h.Decode(); err == nil {
			if d, ok := data.(*events.SeatTaken); ok {
				seated[strings.TrimPrefix(d.Who, "person:")] = true
			}
		}
	}
	for _, h := range m.Log {
		data, err := h.Decode()
		if err != nil {
			continue
		}
		to := ""
		switch d := data.(type) {
		case *events.SeatOffered:
			to = d.To
		case *events.SeatTaken:
			to = d.Who
		}
		person, ok := strings.CutPrefix(to, "person:")
		if !ok || asked[person] {
			continue
		}
		asked[person] = true
		known, err := s.People.Profile(ctx, person)
		if err != nil {
			return "", err
		}
		if !strings.EqualFold(known.Address, address) {
			continue
		}
		if seated[person] && !s.byAddress(m, address, person) {
			proven, err := s.People.Proven(ctx, person)
			if err != nil {
				return "", err
			}
			if !proven {
				continue
			}
		}
		return person, nil
	}
	return "", nil
}

// invitations counts how often seats of a match were offered to somebody.
func invitations(m *engine.Match, to engine.Invited) int {
	count := 0
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		count += offers(m, seat, string(to))
	}
	return count
}

func sentOften(v *visit) error {
	return &failure{Status: http.StatusConflict, Title: "Sent often enough", What: "This invitation was sent again three times already.",
		Mend: "Open the seat to anybody and pass its link on yourself, or let a bot play.", Next: v.base, Button: "Back to the host's page"}
}

// askRemove asks before a host takes a silent player from his seat.
func (s *server) askRemove(w http.ResponseWriter, r *http.Request, v *visit) error {
	seat, name, err := s.asked(r, v)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, confirmPage(confirmation{
		Title: "Take " + name + " from seat " + seat.String() + "?", Button: "Let a bot play on", Action: v.base + "/remove", Back: v.base,
		Fields: seatFields(v.match, seat),
		Text: "The rule: a host may do so when the player’s time is up, or when the player was asked seven days ago or more, not counting days of vacation, and has not chosen since. " +
			"A bot plays on, everybody is told, and you can offer the seat to somebody else. The old link does not work any more.",
	}))
}

// removeSeat takes a silent player from his seat.
func (s *server) removeSeat(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.Remove(r.Context(), c)
	return s.hosted(w, r, v, receipt, err)
}

// askPass asks before a host passes his rights on.
func (s *server) askPass(w http.ResponseWriter, r *http.Request, v *visit) error {
	seat, name, err := s.asked(r, v)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, confirmPage(confirmation{
		Title: "Make " + name + " the host?", Button: "Pass the host’s rights on", Action: v.base + "/pass", Back: v.base, Fields: seatFields(v.match, seat),
		Text: "Then " + name + " sends invitations, replaces players and may end the match, and you do not any more. Your seat, if you have one, stays yours.",
	}))
}

// passHost makes a player the host. The host's link and sessions die with it.
func (s *server) passHost(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	to := v.match.Person(c.Seat)
	if to == "" || v.match.LinkNumber(c.Seat) != c.Answers {
		return s.hosted(w, r, v, engine.Receipt{}, &engine.Refusal{Code: engine.Stale, What: "Something has happened at this seat since the page was made.", Mend: "Look at the seats as they are now."})
	}
	if _, err := s.Engine.PassHost(r.Context(), v.match.ID, v.match.Host(), to, "host"); err != nil {
		return s.hosted(w, r, v, engine.Receipt{}, err)
	}
	s.closeSession(w, hostCookie, v.base)
	for seat := game.Seat(1); int(seat) <= v.match.Players(); seat++ {
		if v.match.Person(seat) == v.match.Host() {
			return redirect(w, r, player.path(v.match.ID, seat)+"?passed=1")
		}
	}
	return redirect(w, r, passedPath)
}

// passedPath is where a host's browser goes that has passed his rights on and shows no
// seat of his.
const passedPath = "/passed"

// rightsPassed tells whoever was the host that he is it no more.
var rightsPassed = note{Title: "You have passed the host’s rights on", Text: "Your seat, if you have one, stays yours."}

// showPassed says that the host's rights are passed on. It knows no match, so that it
// tells nobody anything.
func (s *server) showPassed(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, passedPage())
}

// asked is the seat that the address of a question names, and who sits there.
func (s *server) asked(r *http.Request, v *visit) (game.Seat, string, error) {
	seat := game.Seat(wholeNumber(r.URL.Query().Get("seat")))
	if v.match.Person(seat) == "" {
		return 0, "", staleForm
	}
	n, err := s.names(r.Context(), v.match)
	return seat, n.Or(seat), err
}

func seatFields(m *engine.Match, seat game.Seat) []field {
	return []field{{"seat", seat.String()}, {"answers", strconv.Itoa(m.LinkNumber(seat))}}
}
