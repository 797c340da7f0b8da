package mailer

import (
	"slices"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// tooOld is the age of an event after which nothing but an open decision or
// invitation makes a letter; also how long a letter is tried.
const tooOld = 14 * 24 * time.Hour

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
		d.over()
	} else {
		d.host()
		d.invitations()
		for _, seat := range d.humans() {
			if n := m.Call(seat); n > 0 {
				d.addOpen(YourTurn, seat, n, m.Person(seat))
			}
		}
		d.asked()
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

// over tells each player that the match is over, those too for whom a bot kept a seat,
// and the host that it never started.
func (d *asking) over() {
	never := d.match.Table.Abandoned == "never-started"
	if never {
		d.add(NeverStarted, 0, d.match.Table.Ended, d.match.Host())
	}
	for _, seat := range d.humans() {
		if person := d.match.Person(seat); !never || person != d.match.Host() {
			d.add(Over, seat, d.match.Table.Ended, person)
		}
	}
	for seat := game.Seat(1); int(seat) <= d.match.Players(); seat++ {
		d.add(Over, seat, d.match.Table.Ended, d.match.Kept(seat))
	}
}

// host gives the host his link: the first one, and who became it later.
func (d *asking) host() {
	if d.match.Host() == d.match.Table.Created.Host {
		d.add(HostLink, 0, 1, d.match.Host())
	}
	for _, e := range slices.Backward(d.match.Log) {
		if e.Type == events.TypeHostChanged {
			d.add(Hosted, 0, e.N, d.match.Host())
			return
		}
	}
}

// asked asks each seat whose answer to the open proposal is missing.
func (d *asking) asked() {
	for _, seat := range d.match.Asked() {
		d.addOpen(Consent, seat, d.match.Proposal().N, d.match.Person(seat))
	}
}
