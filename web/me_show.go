package web

import (
	"net/http"
	"strconv"

	"pizzini/engine/game"
	"pizzini/web/link"
)

// myPage is what somebody's own page shows.
type myPage struct {
	*mine
	Groups []myGroup
	Older  int // finished matches that are not shown
}

// myGroup are the matches that stand alike for him.
type myGroup struct {
	ID, Title string
	Matches   []myMatch
}

// finishedShown is how many finished matches the page shows before it is asked for all.
const finishedShown = 10

// showMine is somebody's own page: all his matches, those that wait for him first.
func (s *server) showMine(w http.ResponseWriter, r *http.Request, m *mine) error {
	list, err := s.myMatches(r.Context(), m)
	if err != nil {
		return err
	}
	p := myPage{mine: m}
	titles := [standings]myGroup{
		waitsForMe: {ID: "mine", Title: "Waiting for you"}, invitedMe: {ID: "invited", Title: "Invitations"},
		waitsForOthers: {ID: "others", Title: "Waiting for others"}, gathers: {ID: "gathering", Title: "Not begun yet"},
		hostedByMe: {ID: "hosted", Title: "Hosted by you"}, noLongerMine: {ID: "former", Title: "No longer yours"}, finished: {ID: "finished", Title: "Finished"},
	}
	for standing, group := range titles {
		for _, match := range list {
			switch {
			case int(match.Standing) != standing:
			case match.Standing == finished && len(group.Matches) == finishedShown && !r.URL.Query().Has("all"):
				p.Older++
			default:
				group.Matches = append(group.Matches, match)
			}
		}
		if len(group.Matches) > 0 || standing == int(waitsForMe) {
			p.Groups = append(p.Groups, group)
		}
	}
	return s.render(w, r, http.StatusOK, showMyPage(p))
}

// goTo signs the browser in at a seat of somebody's, or as the host of his match,
// and goes on there.
func (s *server) goTo(w http.ResponseWriter, r *http.Request, m *mine) error {
	match, err := s.myMatch(r, m, r.PostForm.Get("match"))
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil || number < 0 || number > match.Players() {
		return staleForm
	}
	seat := game.Seat(number)
	switch {
	case seat == 0 && m.is(match.Host()):
		number, err := s.hostNumber(r.Context(), match)
		if err != nil {
			return err
		}
		if err := s.openHost(w, match.ID, number); err != nil {
			return err
		}
		return redirect(w, r, host.path(match.ID, 0))
	case seat > 0 && m.is(match.Person(seat)):
		if err := s.openSeat(w, match, seat); err != nil {
			return err
		}
		return redirect(w, r, player.path(match.ID, seat))
	case seat > 0 && (m.is(offeredPerson(match, seat)) || m.is(match.Kept(seat))):
		claim := link.Claim{Purpose: link.Invitation, Match: match.ID, Seat: number, Number: match.LinkNumber(seat)}
		token, err := s.Signer.Token(claim)
		if err != nil {
			return err
		}
		return redirect(w, r, link.Site("").Landing(token))
	}
	return nothingHere
}
