package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/link"
	"pizzini/web/words"
)

// invitation is the page on which a seat is taken up.
type invitation struct {
	Token   string
	Match   *engine.Match
	Seat    game.Seat
	Form    string // number of the form: it makes the person's id
	Name    string
	Address string
	Words   string
	Letters bool // an address is asked for
	Host    string
	Game    string
	Runs    bool   // the match has started: the seat is taken as it stands
	Back    bool   // it is the reader's own, which a bot plays meanwhile
	Holds   string // until when the match waits for its players; empty = for ever, or it runs
	NotMe   string // address of the page for whom the invitation is not meant; empty = it came by no letter
	Errors  map[string]string
}

// showInvitation shows an invitation with its form.
func (s *server) showInvitation(w http.ResponseWriter, r *http.Request, status int, i invitation) error {
	offered := i.Match.Table.Seats[i.Seat-1].Offered
	hostProfile, err := s.People.Profile(r.Context(), i.Match.Host())
	if err != nil {
		return err
	}
	i.Host = words.Host(hostProfile.Name)
	i.Runs, i.Back = i.Match.Table.Started > 0, i.Match.Kept(i.Seat) != ""
	i.Holds = s.holds(i.Match, i.Match.Zone(""))
	i.Game = (&matchPage{Match: i.Match}).game()
	if person, ok := strings.CutPrefix(offered, "person:"); ok {
		profile, err := s.People.Profile(r.Context(), person)
		if err != nil {
			return err
		}
		if i.Name == "" && i.Errors == nil {
			i.Name = profile.Name
		}
		if profile.Address != "" {
			token, err := s.Signer.Token(link.Claim{Purpose: link.NotMe, Person: person, Address: s.Signer.AddressDigest(profile.Address)})
			if err != nil {
				return err
			}
			i.NotMe = "/not-me/" + token
		}
	} else {
		// Whoever may start matches here has vouched for the link; where strangers
		// may, nobody has, and an address that somebody types may be anybody's.
		i.Letters = !s.Open
	}
	if i.Form == "" {
		i.Form = engine.NewID()
	}
	return s.render(w, r, status, invitationPage(i))
}

// holds says until when a match that gathers waits for its players; empty = for ever,
// or it does not gather any more.
func (s *server) holds(m *engine.Match, zone string) string {
	until := m.GivenUp(s.InvitationDays)
	if until.IsZero() {
		return ""
	}
	return words.Moment(until, s.Now(), zone)
}

// takeInvitation seats whoever follows an invitation, and signs the browser in.
func (s *server) takeInvitation(w http.ResponseWriter, r *http.Request) error {
	token := r.PostForm.Get("token")
	claim, err := s.Signer.Parse(token, link.Invitation, link.InvitationLetter)
	if err != nil {
		return deadLink
	}
	m, err := s.Engine.Match(r.Context(), claim.Match)
	if err != nil {
		return err
	}
	seat := game.Seat(claim.Seat)
	i := invitation{Token: token, Match: m, Seat: seat, Form: r.PostForm.Get("form"), Name: r.PostForm.Get("name"),
		Address: strings.TrimSpace(r.PostForm.Get("address")), Words: strings.TrimSpace(r.PostForm.Get("words")), Errors: map[string]string{}}
	offer := offerOf(m, claim)
	if offer == "" {
		return deadLink
	}
	// By the form's number the form sent twice is told from another form of whoever
	// follows the same link.
	if !formNumber(i.Form) {
		return staleForm
	}
	person, named := strings.CutPrefix(offer, "person:")
	profile := Profile{Name: i.Name}
	if named {
		known, err := s.People.Profile(r.Context(), person)
		if err != nil {
			return err
		}
		profile.Address = known.Address
	} else {
		// The number makes the person of an open seat, too: another who follows the
		// same link is another, and so is whoever takes the seat by another offer. What
		// somebody has become by one is no form's to change.
		person = s.Signer.FormID("seat", m.ID, seat.String(), strconv.Itoa(claim.Number), i.Form)
		if !s.Open {
			profile.Address = i.Address
		}
	}
	if profile.Name, err = people.CleanName(i.Name); err != nil {
		i.Errors["name"] = sentence(err)
	}
	if profile.Address != "" && !named {
		if profile.Address, err = people.CleanAddress(profile.Address); err != nil {
			i.Errors["address"] = sentence(err)
		} else if err := s.unblocked(r, profile.Address); errors.Is(err, errBlocked) {
			i.Errors["address"] = sentence(err)
		} else if err != nil {
			return err
		}
	}
	if len([]rune(i.Words)) > maxWords {
		i.Errors["words"] = "At most " + strconv.Itoa(maxWords) + " characters."
	}
	if len(i.Errors) > 0 {
		if !invitationHolds(m, claim) {
			return deadLink
		}
		return s.showInvitation(w, r, http.StatusUnprocessableEntity, i)
	}
	proven := named && claim.Purpose == link.InvitationLetter
	if !proven {
		if proven, err = s.signedInBy(r, profile.Address); err != nil {
			return err
		}
	}
	receipt, err := s.takeOnce(r.Context(), claim, taking{person, profile, proven, i.Words, i.Form})
	var refusal *engine.Refusal
	if errors.As(err, &refusal) && (refusal.Code == engine.Stale || refusal.Code == engine.Taken) {
		return s.usedUp(r.Context(), claim)
	}
	if err != nil {
		return err
	}
	if m, err = s.Engine.Match(r.Context(), m.ID); err != nil {
		return err
	}
	// The same offer can be taken once. Sent twice, it lets in only who took it,
	// and only while nothing has happened at the seat since.
	if m.Person(seat) != person || receipt.N > m.N() || m.Log[m.LinkNumber(seat)-1].Cmd != m.Log[receipt.N-1].Cmd {
		return s.usedUp(r.Context(), claim)
	}
	if err := s.openSeat(w, m, seat); err != nil {
		return err
	}
	return redirect(w, r, player.path(m.ID, seat)+"?n="+strconv.Itoa(receipt.N))
}

// taking is who takes a seat, with what he typed.
type taking struct {
	Person  string
	Profile Profile
	Proven  bool // he reads the letters to his address
	Words   string
	Form    string
}

// takeOnce keeps who takes a seat and seats him. It lets one form in at a time, and
// nothing is kept where the invitation is used up.
func (s *server) takeOnce(ctx context.Context, c link.Claim, t taking) (engine.Receipt, error) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	m, err := s.Engine.Match(ctx, c.Match)
	if err != nil {
		return engine.Receipt{}, err
	}
	digest := ""
	if invitationHolds(m, c) {
		err := s.People.Keep(ctx, t.Person, t.Profile)
		if errors.Is(err, people.ErrErased) {
			return engine.Receipt{}, deadLink // who was invited wants to be known no more
		}
		if err != nil {
			return engine.Receipt{}, err
		}
		if t.Proven {
			if err := s.People.Prove(ctx, t.Person); err != nil {
				return engine.Receipt{}, err
			}
		}
		if t.Words != "" {
			if digest, err = s.People.LuckyWords(ctx, t.Person, m.ID, c.Seat, t.Words); err != nil {
				return engine.Receipt{}, err
			}
		}
	}
	return s.Engine.Take(ctx, engine.SeatCommand{Match: m.ID, Seat: game.Seat(c.Seat), Answers: c.Number, Form: t.Form}, t.Person, digest)
}

// usedUp answers a form of an invitation that does not hold any more.
func (s *server) usedUp(ctx context.Context, c link.Claim) error {
	m, err := s.Engine.Match(ctx, c.Match)
	if err != nil {
		return err
	}
	if m.Person(game.Seat(c.Seat)) == "" {
		return deadLink // withdrawn, or replaced by a newer one
	}
	return seatGone
}

// seatGone answers who comes second to an open seat.
var seatGone = &failure{Status: http.StatusConflict, Title: "The seat is taken",
	What: "Somebody has followed this link before you and taken the seat.",
	Mend: "Ask the host of the match for another seat. If it was you: open your seat by the link on its page, or by a letter's."}

// offerOf is to whom the event that an invitation names offered the seat; empty =
// it is no such event.
func offerOf(m *engine.Match, c link.Claim) string {
	if c.Number < 1 || c.Number > m.N() {
		return ""
	}
	for _, h := range m.Story(game.Spectator, c.Number-1, c.Number) {
		return offeredTo(h, c.Seat)
	}
	return ""
}
