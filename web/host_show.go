package web

import (
	"net/http"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/projections"
	"pizzini/web/link"
	"pizzini/web/words"
)

// hostPage is what the host of a match sees and can do.
type hostPage struct {
	matchPage
	Own     string // the host's own link
	Number  int    // of that link
	Rows    []hostSeat
	Started bool
	Over    bool
	Watch   watchingBox
	Copy    string         // address of the form for a new match like this one
	Known   []acquaintance // whom the host can invite by name
	Letters bool           // whom he can invite by address
	Typed   typed
}

// hostSeat is a seat with what the host can do about it.
type hostSeat struct {
	Seat    game.Seat
	Name    string // empty = nobody sits there
	State   string
	Letter  string // what became of the latest letter to it, and what to do
	Answers int    // names the seat's state in forms
	Link    string // to be passed on by the host; empty = it goes by letter, or is the player's alone
	LinkFor string // what the link does
	Page    string // the host's own seat
	Resend  string // to whom an invitation can go again
	Left    int    // how many times
	Person  bool   // somebody sits there: a new link can be made
	Open    bool   // can be opened to anybody
	Bot     bool   // can be given to a bot
	Invite  bool   // can be offered to a person
	Remove  bool   // its player is silent, and can be taken from it
	Pass    bool   // its player can become the host
}

// resends is how many times a host may send an invitation again.
const resends = 3

// showHost is the host's page: who sits where, the links to pass on, and what the
// host may do.
func (s *server) showHost(w http.ResponseWriter, r *http.Request, v *visit) error {
	return s.answerHost(w, r, http.StatusOK, v, s.catchUp(r, v))
}

func (s *server) answerHost(w http.ResponseWriter, r *http.Request, status int, v *visit, notes []note, said ...typed) error {
	frame, err := s.frame(r.Context(), v, v.match, false)
	if err != nil {
		return err
	}
	m := v.match
	p := &hostPage{matchPage: *frame, Started: m.Table.Started > 0, Over: m.Table.Over, Number: v.number}
	p.Notes = append(notes, p.Notes...)
	token, err := s.Signer.Token(link.Claim{Purpose: link.Host, Match: m.ID, Number: v.number})
	if err != nil {
		return err
	}
	p.Own = s.Site.Landing(token)
	if p.Watch, err = s.watchingBox(r.Context(), v); err != nil {
		return err
	}
	p.Copy, p.Letters = s.copyFor(r, m), s.mayInvite(r)
	for _, t := range said {
		p.Typed = t
	}
	if !p.Over {
		if p.Known, err = s.acquaintances(r.Context(), m); err != nil {
			return err
		}
	}
	letters, err := s.Projections.Letters(r.Context(), projections.LetterFilter{Match: m.ID})
	if err != nil {
		return err
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		row, err := s.hostSeat(r, m, seat, frame.Names, letters)
		if err != nil {
			return err
		}
		p.Rows = append(p.Rows, row)
	}
	return s.render(w, r, status, showHostPage(p))
}

// hostSeat is one seat on the host's page. A link that lets somebody play is shown
// to the host only where it cannot reach its player by letter; of a seat that
// somebody has taken, only after the host made a new one, which the log says.
func (s *server) hostSeat(r *http.Request, m *engine.Match, seat game.Seat, n words.Names, letters []projections.Letter) (hostSeat, error) {
	at := m.Table.Seats[seat-1]
	row := hostSeat{Seat: seat, Name: n.Of(seat), Answers: m.LinkNumber(seat), Person: m.Person(seat) != ""}
	free := !row.Person && !m.Table.Over
	claim := link.Claim{Purpose: link.Invitation, Match: m.ID, Seat: int(seat), Number: row.Answers}
	show := false
	switch {
	case m.Bot(seat) && at.Offered == "":
		row.State = "A bot plays here."
	case row.Person:
		row.State = "Has taken the seat."
		row.Pass = !m.Table.Over && m.Person(seat) != m.Host()
		his, err := s.People.Hours(r.Context(), m.Person(seat))
		if err != nil {
			return row, err
		}
		row.Remove = m.MayRemove(seat, s.Now(), his)
		if m.Person(seat) == m.Host() {
			row.State = "That is you."
			row.Page = player.path(m.ID, seat)
		}
		profile, post, err := s.post(r, letters, seat, m.Person(seat))
		if err != nil {
			return row, err
		}
		row.Letter = post.Told
		if post.Lost && row.Page == "" && !m.Table.Over {
			row.Letter += " Make a new link and pass it on yourself."
		}
		claim.Purpose = link.Seat
		show = m.Log[row.Answers-1].Type == events.TypeSeatLinked && m.Log[row.Answers-1].By == "host" && (profile.Address == "" || s.Mailbox != nil || post.Lost)
		row.LinkFor = "The new link of this seat, for its player alone"
	case at.Offered == string(engine.Anybody):
		row.State = "Open: whoever follows the link can take it."
		row.LinkFor = "Pass this link on to whoever shall sit here"
		show = true
	case strings.HasPrefix(at.Offered, "person:"):
		profile, post, err := s.post(r, letters, seat, strings.TrimPrefix(at.Offered, "person:"))
		if err != nil {
			return row, err
		}
		if profile == (Profile{}) {
			row.State = "Whoever was invited here is erased. Open the seat, or invite somebody else."
			break
		}
		row.State = "Invited: " + invitedName(profile, seat) + "."
		row.Letter = post.Told
		row.LinkFor = "No letters leave this server: pass this link on yourself"
		if post.Lost {
			row.LinkFor = "No letter brings this link: pass it on yourself"
			if free {
				row.Letter += " Pass the link on yourself, or let a bot play."
			}
		} else {
			row.Resend = at.Offered
			row.Left = max(0, resends+1-offers(m, seat, at.Offered))
		}
		show = s.Mailbox != nil || profile.Address == "" || post.Lost
	default:
		row.State = "Nobody is invited yet."
	}
	row.Open = free && at.Offered != string(engine.Anybody)
	row.Bot = free && !m.Bot(seat)
	row.Invite = free
	if show && !(m.Table.Over && claim.Purpose == link.Invitation) {
		token, err := s.Signer.Token(claim)
		if err != nil {
			return row, err
		}
		row.Link = s.Site.Landing(token)
	}
	return row, nil
}

func invitedName(p Profile, seat game.Seat) string {
	if p.Name == "" {
		return words.FormerPlayer
	}
	return words.Person(p.Name, seat)
}

// offers counts how often a seat was offered to somebody.
func offers(m *engine.Match, seat game.Seat, to string) int {
	count := 0
	for _, e := range m.Log {
		if e.Type != events.TypeSeatOffered {
			continue
		}
		if data, err := e.Decode(); err == nil {
			if d, ok := data.(*events.SeatOffered); ok && d.Seat == int(seat) && d.To == to {
				count++
			}
		}
	}
	return count
}

// offerSeat offers a seat by link to anybody, or sends an invitation again.
func (s *server) offerSeat(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	to := engine.Invited(r.PostForm.Get("to"))
	at := v.match.Table.Seats[c.Seat-1]
	switch {
	case to == engine.Anybody:
	case string(to) != at.Offered || at.Offered == "":
		return staleForm
	case offers(v.match, c.Seat, at.Offered) > resends && v.match.LinkNumber(c.Seat) == c.Answers:
		return sentOften(v)
	}
	receipt, err := s.Engine.Offer(r.Context(), c, to)
	return s.hosted(w, r, v, receipt, err)
}

// renewLink makes a new link of a seat for its player, who has lost the old one.
func (s *server) renewLink(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.Link(r.Context(), c, true)
	return s.hosted(w, r, v, receipt, err)
}

// renewHostLink gives the host a new link: the old one and all his other browsers
// are out. The form names the link that it replaces: sent twice, it makes one.
func (s *server) renewHostLink(w http.ResponseWriter, r *http.Request, v *visit) error {
	replaced, err := strconv.Atoi(r.PostForm.Get("number"))
	if err != nil {
		return staleForm
	}
	if replaced != v.number {
		return redirect(w, r, v.base)
	}
	counter, err := s.People.RenewLink(r.Context(), v.match.Host(), link.HostCounter(v.match.ID))
	if err != nil {
		return s.hosted(w, r, v, engine.Receipt{}, err)
	}
	if err := s.openHost(w, v.match.ID, link.HostNumber(v.match.HostSince(), counter)); err != nil {
		return err
	}
	return redirect(w, r, v.base)
}

// seatBot lets a bot play an empty seat.
func (s *server) seatBot(w http.ResponseWriter, r *http.Request, v *visit) error {
	c, err := hostCommand(r, v)
	if err != nil {
		return err
	}
	receipt, err := s.Engine.SeatBot(r.Context(), c)
	return s.hosted(w, r, v, receipt, err)
}

// hosted answers a host's command: with his page, and with what was wrong on it.
func (s *server) hosted(w http.ResponseWriter, r *http.Request, v *visit, receipt engine.Receipt, err error) error {
	if err == nil {
		return redirect(w, r, after(v, receipt))
	}
	f, internal := failed(err)
	if internal {
		return err
	}
	now, readErr := s.visit(r, v.role)
	if readErr != nil {
		return err
	}
	return s.answerHost(w, r, f.Status, now, []note{{Title: f.Title, Text: f.What + " " + f.Mend, Warn: true}})
}

// hostCommand reads which seat a host's form is about.
func hostCommand(r *http.Request, v *visit) (engine.SeatCommand, error) {
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil || seat < 1 || seat > v.match.Players() {
		return engine.SeatCommand{}, staleForm
	}
	return seatCommand(r, v, game.Seat(seat))
}

// askEnd asks before a host ends a match.
func (s *server) askEnd(w http.ResponseWriter, r *http.Request, v *visit) error {
	if v.match.Table.Over {
		return &failure{Status: http.StatusConflict, Title: "The match is over", What: "There is nothing left to end.", Mend: "Its result and its log stay where they are.", Next: v.base, Button: "To the host's page"}
	}
	return s.render(w, r, http.StatusOK, confirmPage(confirmation{
		Title: "End this match for everybody?", Button: "End the match", Action: v.base + "/end", Back: v.base,
		Text: "It ends now, without a result, and everything that was secret can be seen. This cannot be undone.",
	}))
}

// endMatch ends a match without a result.
func (s *server) endMatch(w http.ResponseWriter, r *http.Request, v *visit) error {
	receipt, err := s.Engine.Abandon(r.Context(), v.match.ID)
	return s.hosted(w, r, v, receipt, err)
}
