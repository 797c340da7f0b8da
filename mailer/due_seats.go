package mailer

import (
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
)

// maxResends is how often a host may have an invitation sent again.
const maxResends = 3

// invitations adds one letter for each offer that is open: of several seats that
// one command offers to a person only the first, since the letter names them all,
// and none beyond the resends that a host has.
func (d *asking) invitations() {
	offers := map[string]int{} // person → slips that offered
	slips := map[string]bool{} // person and slip
	first := map[int]bool{}    // events that make a letter
	expired := ""              // the slip in which somebody's time was up
	for _, e := range d.match.Log {
		if e.Type == events.TypeClockExpired {
			expired = e.Cmd
		}
		o := offered(e)
		if o == nil || e.Cmd == expired { // who lost his seat is told by its own letter how to come back
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

// seats adds what seats ask for: new links, who came later, who left or was left
// behind by the clock.
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
	var expired *events.Event // of the slip
	for _, e := range d.match.Log {
		if expired != nil && expired.Cmd != e.Cmd {
			expired = nil
		}
		switch e.Type {
		case events.TypeClockExpired:
			expired = e
		case events.TypeSeatTaken, events.TypeSeatVacated:
		default:
			continue
		}
		switch data, _ := e.Decode(); s := data.(type) {
		case *events.SeatTaken:
			who[s.Seat] = strings.TrimPrefix(s.Who, "person:")
		case *events.SeatVacated:
			left := who[s.Seat]
			delete(who, s.Seat)
			if left == "bot" || left == d.match.Person(game.Seat(s.Seat)) {
				continue
			}
			if expired != nil && expiredSeat(expired) == s.Seat {
				if d.match.Table.Over && d.match.Kept(game.Seat(s.Seat)) == left {
					continue // how it ended tells him that as well
				}
				d.add(Expired, game.Seat(s.Seat), expired.N, left)
			} else {
				d.add(Left, game.Seat(s.Seat), e.N, left)
			}
		}
	}
}

// expiredSeat is the seat whose time was up.
func expiredSeat(e *events.Event) int {
	data, _ := e.Decode()
	if expired, ok := data.(*events.ClockExpired); ok {
		return expired.Seat
	}
	return 0
}
