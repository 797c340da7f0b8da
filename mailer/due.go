package mailer

import (
	"slices"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// tooOld is the age of an event after which nothing but an open decision or
// invitation makes a letter; also how long a letter is tried.
const tooOld = 14 * 24 * time.Hour

// maxResends is how often a host may have an invitation sent again.
const maxResends = 3

// Due is a letter that a match asks for as it stands.
type Due struct {
	Key    Key
	Kind   Kind
	Person string    // whom it is for: a person id
	At     time.Time // when its event was written
}

// DueLetters lists the letters that a match asks for as it stands, the more
// important ones first. It follows from the match alone: what was claimed or sent already
// is not known here. Decisions and invitations that are not open any more ask for
// nothing, so that after a time without letters there is no flood.
func DueLetters(m *engine.Match, now time.Time) []Due {
	if m.Broken != nil || m.N() == 0 {
		return nil
	}
	d := &asking{match: m, now: now}
	if m.Table.Over {
		for _, seat := range d.humans() {
			d.add(Over, seat, m.Table.Ended, m.Person(seat))
		}
	} else {
		d.add(HostLink, 0, 1, m.Table.Created.Host)
		d.invitations()
		for _, seat := range d.humans() {
			if n := m.Call(seat); n > 0 {
				d.addOpen(YourTurn, seat, n, m.Person(seat))
			}
		}
		d.proposal()
		d.news()
	}
	d.seats()
	return d.due
}

// asking collects what a match asks for.
type asking struct {
	match *engine.Match
	now   time.Time
	due   []Due
}

// addOpen adds a letter however old its event is: what it asks for is still open.
func (d *asking) addOpen(kind Kind, seat game.Seat, n int, person string) {
	if person == "" {
		return
	}
	d.due = append(d.due, Due{Key: Key{Match: d.match.ID, Seat: seat, N: n}, Kind: kind, Person: person, At: d.match.Log[n-1].At})
}

func (d *asking) add(kind Kind, seat game.Seat, n int, person string) {
	if n > 0 && d.now.Sub(d.match.Log[n-1].At) < tooOld {
		d.addOpen(kind, seat, n, person)
	}
}

// humans lists the seats at which persons sit.
func (d *asking) humans() []game.Seat {
	var seats []game.Seat
	for seat := game.Seat(1); int(seat) <= d.match.Players(); seat++ {
		if d.match.Person(seat) != "" {
			seats = append(seats, seat)
		}
	}
	return seats
}

// invitations adds one letter for each offer that is open: of several seats that
// one command offers to a person only the first, since the letter names them all,
// and none beyond the resends that a host has.
func (d *asking) invitations() {
	offers := map[string]int{} // person → slips that offered
	slips := map[string]bool{} // person and slip
	first := map[int]bool{}    // events that make a letter
	for _, e := range d.match.Log {
		o := offered(e)
		if o == nil {
			continue
		}
		person, slip := o.To, o.To+e.Cmd
		if slips[slip] {
			continue
		}
		slips[slip] = true
		if offers[person]++; offers[person] <= 1+maxResends {
			first[e.N] = true
		}
	}
	for i, s := range d.match.Table.Seats {
		seat := game.Seat(i + 1)
		n := d.match.LinkNumber(seat)
		if person, ok := invited(s); ok && first[n] {
			d.addOpen(Invitation, seat, n, person)
		}
	}
}

// offered is an event's offer of a seat to a person, or nil.
func offered(e *events.Event) *events.SeatOffered {
	if e.Type != events.TypeSeatOffered {
		return nil
	}
	data, err := e.Decode()
	if err != nil {
		return nil
	}
	if o := data.(*events.SeatOffered); strings.HasPrefix(o.To, "person:") {
		return o
	}
	return nil
}

// invited is the person to whom a seat is offered that nobody holds.
func invited(s events.Seat) (person string, ok bool) {
	if strings.HasPrefix(s.Who, "person:") {
		return "", false
	}
	return strings.CutPrefix(s.Offered, "person:")
}

// seats adds what seats ask for: new links, who came later, who left.
func (d *asking) seats() {
	for _, seat := range d.humans() {
		s := d.match.Table.Seats[seat-1]
		if n := d.match.LinkNumber(seat); n > 0 && d.match.Log[n-1].Type == events.TypeSeatLinked {
			d.add(NewLink, seat, n, d.match.Person(seat))
		}
		if !d.match.Table.Over && d.match.Table.Started > 0 && s.Since > d.match.Table.Started && d.match.Call(seat) != s.Since {
			d.add(Seated, seat, s.Since, d.match.Person(seat))
		}
	}
	who := map[int]string{}
	for _, e := range d.match.Log {
		if e.Type != events.TypeSeatTaken && e.Type != events.TypeSeatVacated {
			continue
		}
		switch data, _ := e.Decode(); s := data.(type) {
		case *events.SeatTaken:
			who[s.Seat] = strings.TrimPrefix(s.Who, "person:")
		case *events.SeatVacated:
			seat := game.Seat(s.Seat)
			if left := who[s.Seat]; left != "bot" && left != d.match.Person(seat) {
				d.add(Left, seat, e.N, left)
			}
			delete(who, s.Seat)
		}
	}
}

// proposal asks each seat that has not answered the open proposal to go back.
func (d *asking) proposal() {
	p := d.match.Table.Proposal
	if p == nil {
		return
	}
	for _, seat := range d.humans() {
		if int(seat) != p.Seat && !slices.Contains(p.Agreed, int(seat)) {
			d.add(Proposal, seat, p.N, d.match.Person(seat))
		}
	}
}

// news adds how the last proposal of each seat ended, and the last change of the clock.
func (d *asking) news() {
	var clock, proposer int
	ended := map[int]int{} // seat → event that ended its last proposal
	for i, e := range d.match.Log {
		switch e.Type {
		case events.TypeClockChanged:
			clock = e.N
		case events.TypeRewindProposed, events.TypeRewindAnswered:
			switch data, _ := e.Decode(); p := data.(type) {
			case *events.RewindProposed:
				proposer = p.Seat
				delete(ended, proposer)
			case *events.RewindAnswered:
				last := i+1 < len(d.match.Log) && d.match.Log[i+1].Type == events.TypeRewound && d.match.Log[i+1].Cmd == e.Cmd
				if !p.Agree || last {
					ended[proposer] = e.N
				}
			}
		case events.TypeRewindLapsed:
			ended[proposer] = e.N
		}
	}
	for _, seat := range d.humans() {
		d.add(Answer, seat, ended[int(seat)], d.match.Person(seat))
		d.add(Clock, seat, clock, d.match.Person(seat))
	}
}
