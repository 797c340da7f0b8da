package mailer

import (
	"slices"

	"pizzini/engine/game"
	"pizzini/events"
)

// news adds what a player is told that asks nothing of him: of all that happened
// the last alone, since a letter tells the whole story since he last moved. So after
// a time without letters there is one.
func (d *asking) news() {
	n := news{asking: d, last: map[game.Seat]item{}}
	for i := range d.match.Log {
		n.read(i)
	}
	for _, seat := range d.humans() {
		if last, ok := n.last[seat]; ok {
			d.add(last.kind, seat, last.n, d.match.Person(seat))
		}
	}
}

// news reads a log for what is news to whom.
type news struct {
	*asking
	last     map[game.Seat]item // what each seat heard last
	proposer int                // the seat of the open proposal; 0 = none
}

// item is an event that is news.
type item struct {
	kind Kind
	n    int
}

// read notes for whom an event is news.
func (n *news) read(i int) {
	e := n.match.Log[i]
	switch e.Type {
	case events.TypePlayed, events.TypeCreated, events.TypeStarted, events.TypeSeatOffered, events.TypeSeatLinked:
		return // most of a log, and no news
	}
	data, err := e.Decode()
	if err != nil {
		return
	}
	switch s := data.(type) {
	case *events.RewindProposed:
		n.proposed(s.Seat)
	case *events.ConsentProposed:
		n.proposed(s.Seat)
	case *events.RewindAnswered:
		n.answered(i, s.Agree)
	case *events.ConsentAnswered:
		n.answered(i, s.Agree)
	case *events.RewindLapsed, *events.ConsentLapsed:
		n.ended(e)
	case *events.ClockExpired:
		n.tell(Expired, e)
	case *events.ClockChanged:
		if s.Seat > 0 {
			n.tell(Away, e, s.Seat)
		} else {
			n.tell(Clock, e)
		}
	case *events.Paused:
		n.tell(Paused, e)
	case *events.Resumed:
		n.tell(Resumed, e)
	case *events.SeatVacated:
		n.seated(e)
	case *events.SeatTaken:
		n.seated(e, s.Seat)
	}
}

// tell makes an event news to all players but some, and but him who did it: he
// knows. What ends a proposal in its slip its proposer hears as the answer.
func (n *news) tell(kind Kind, e *events.Event, but ...int) {
	by, _ := events.ParseBy(e.By)
	for _, seat := range n.humans() {
		answer := n.last[seat]
		if answer.kind == Answer && n.match.Log[answer.n-1].Cmd == e.Cmd {
			continue
		}
		if int(seat) != by.Seat && !slices.Contains(but, int(seat)) {
			n.last[seat] = item{kind, e.N}
		}
	}
}

// seated tells who sits where since the match runs; what follows from a time that
// was up is told with that.
func (n *news) seated(e *events.Event, but ...int) {
	if started := n.match.Table.Started; started == 0 || e.N < started {
		return
	}
	for _, before := range slices.Backward(n.match.Log[:e.N-1]) {
		if before.Cmd != e.Cmd {
			break
		}
		if before.Type == events.TypeClockExpired {
			return
		}
	}
	n.tell(Seats, e, but...)
}

func (n *news) proposed(seat int) {
	n.proposer = seat
	if n.last[game.Seat(seat)].kind == Answer {
		delete(n.last, game.Seat(seat)) // to an earlier proposal of his
	}
}

// answered ends a proposal by a no, or by the last yes, which carries it out in the
// same slip.
func (n *news) answered(i int, agree bool) {
	e := n.match.Log[i]
	done := false
	if i+1 < len(n.match.Log) && n.match.Log[i+1].Cmd == e.Cmd {
		switch n.match.Log[i+1].Type {
		case events.TypeRewound, events.TypePaused, events.TypeResumed, events.TypeClockChanged:
			done = true
		}
	}
	if !agree || done {
		n.ended(e)
	}
}

// ended tells the proposer how his proposal ended, unless he ended it himself.
func (n *news) ended(e *events.Event) {
	by, _ := events.ParseBy(e.By)
	if n.proposer > 0 && by.Seat != n.proposer {
		n.last[game.Seat(n.proposer)] = item{Answer, e.N}
	}
	n.proposer = 0
}
