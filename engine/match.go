// Package engine turns commands into events and events into matches. It folds a
// match's log with the rules of its game, decides what a command may write, and
// appends it as one slip, all or nothing. It knows games only by the contract of
// engine/game and the event store only by the two small interfaces Copy and
// Truth.
package engine

import (
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
)

// Match is a match folded to its last event or to an earlier one. It is never
// changed after it was returned, so it may be shared.
type Match struct {
	ID     string
	Log    []*events.Event // the events folded, number 1 first
	Table  *events.Table   // seats, life, effective line
	Rules  game.Rules      // nil where this program does not know them
	State  game.State      // nil before the start
	Broken error           // why the fold stopped; State is then the last good position

	version   uint64   // the stream's sequence of the last slip
	halted    bool     // the log cannot be followed at all beyond where it stands
	unread    bool     // a slip could not be read: Log ends before it
	disclosed bool     // the present match is over: nothing is secret any more
	line      []step   // the positions of the effective line, the start first
	calls     perSeat  // a seat's call, while it is active
	own       perSeat  // its own last move or take-back
	links     perSeat  // the last event that changed who may use its link
	timing    timing   // its clock
	marks     []*Match // after every 64th event, for whoever looks back
}

// markEvery is how many events lie between two marks: folding so few takes less time
// than a page does otherwise.
const markEvery = 64

// perSeat has the number of an event for each seat, 0 = none. Place 0 is nobody's.
type perSeat []int

func (b perSeat) of(seat game.Seat) int {
	if seat < 1 || int(seat) >= len(b) {
		return 0
	}
	return b[seat]
}

// step is a position of the effective line.
type step struct {
	n      int // the event that made it
	seat   int // who moved; 0 for the start
	bot    bool
	clock  bool   // the clock moved in the seat's place
	opened bool   // the move drew or showed something
	late   expiry // that the mover's time was up before
	state  game.State
}

// Status is where a match stands in its life.
type Status string

// The stages of a match's life.
const (
	Gathering Status = "gathering" // seats are open
	Playing   Status = "playing"
	Ended     Status = "ended"
	Abandoned Status = "abandoned"
	Stopped   Status = "stopped" // this program cannot fold it further
)

// Fold folds a whole log. It never fails: where it must stop, Broken says why,
// and the last good position stays.
func Fold(log []*events.Event) *Match {
	m := &Match{Table: &events.Table{}, Log: make([]*events.Event, 0, len(log)), line: make([]step, 0, len(log))}
	m.extend(log, nil)
	return m
}

// With is the match with more events folded onto it.
func (m *Match) With(more []*events.Event) *Match {
	if len(more) == 0 {
		return m
	}
	next := m.clone()
	next.extend(more, nil)
	return next
}

// clone is the match on its own: what is folded onto the one does not touch the other.
func (m *Match) clone() *Match {
	c := *m
	c.Table, c.Log, c.line, c.marks = m.Table.Clone(), slices.Clip(m.Log), slices.Clone(m.line), slices.Clip(m.marks)
	c.calls, c.own, c.links = slices.Clone(m.calls), slices.Clone(m.own), slices.Clone(m.links)
	c.timing.expired = slices.Clone(m.timing.expired)
	return &c
}

// At is the match as it stood after event n, 1 ≤ n ≤ N.
func (m *Match) At(n int) (*Match, error) {
	if n < 1 || n > m.N() {
		return nil, refuse(NotFound, "Choose a number from 1 to "+strconv.Itoa(m.N())+".", "This match has no event %d.", n)
	}
	if n == m.N() {
		return m, nil
	}
	past := Fold(nil)
	if mark := n / markEvery; mark > 0 {
		past = m.marks[mark-1]
	}
	past = past.clone()
	past.extend(m.Log[past.N():n], nil)
	past.disclosed = m.disclosed
	return past, nil
}

// written is the last event that a command wrote, 0 = it is not in the log.
func (m *Match) written(command string) int {
	for _, e := range slices.Backward(m.Log) {
		if e.Cmd == command {
			return e.N
		}
	}
	return 0
}

// N is the number of the last event.
func (m *Match) N() int { return len(m.Log) }

// Head is the number and hash of the last event.
func (m *Match) Head() events.Head {
	if len(m.Log) == 0 {
		return events.NoHead
	}
	return m.Log[len(m.Log)-1].Head()
}

// Version is the stream's sequence of the match's last slip.
func (m *Match) Version() uint64 { return m.version }

// Status is where the match stands.
func (m *Match) Status() Status {
	switch {
	case m.Broken != nil:
		return Stopped
	case m.Table.Abandoned != "":
		return Abandoned
	case m.Table.Over:
		return Ended
	case m.Table.Started == 0:
		return Gathering
	}
	return Playing
}

// Active lists the seats that must choose now, ascending: none before the start,
// after the end, while paused, and where the fold has stopped.
func (m *Match) Active() []game.Seat {
	if m.State == nil || m.Table.Over || m.Table.Paused || m.Broken != nil {
		return nil
	}
	return m.State.Active()
}

// Call is the number of the event that asked a seat for what it must choose now;
// 0 for a seat that is not active.
func (m *Match) Call(seat game.Seat) int { return m.calls.of(seat) }

// Decision is the decision number of a seat: the later of its call and its own
// last move or take-back; 0 for a seat that is not active.
func (m *Match) Decision(seat game.Seat) int {
	call := m.calls.of(seat)
	if call == 0 {
		return 0
	}
	return max(call, m.own.of(seat))
}

// Disclosed says that the match is over, at present, so that nothing of it is
// secret any more.
func (m *Match) Disclosed() bool { return m.disclosed }

// View is what a viewer may see, everything once the match is over; nil before
// the start.
func (m *Match) View(viewer game.Seat) game.View {
	if m.State == nil {
		return nil
	}
	if m.disclosed {
		viewer = game.All
	}
	return m.State.View(viewer)
}

// Legal lists the legal moves of a seat.
func (m *Match) Legal(seat game.Seat) []game.Move {
	if !slices.Contains(m.Active(), seat) {
		return nil
	}
	return m.State.Legal(seat)
}

// Players is the number of seats.
func (m *Match) Players() int { return len(m.Table.Seats) }

// Person is the id of the person who sits at a seat; empty for a bot, an open
// seat and a seat that does not exist.
func (m *Match) Person(seat game.Seat) string {
	id, _ := strings.CutPrefix(m.who(seat), "person:")
	if id == "bot" {
		return ""
	}
	return id
}

// Bot says whether a bot sits at the seat.
func (m *Match) Bot(seat game.Seat) bool { return m.who(seat) == "bot" }

// Kept is for whom a bot plays a seat until he takes it back: the person who lost it,
// and to whom it is offered again; empty = it is kept for nobody. What was kept at the
// end of a match stays so.
func (m *Match) Kept(seat game.Seat) string {
	if !m.Bot(seat) {
		return ""
	}
	sat, left := "", ""
	for _, e := range m.Log {
		if e.Type != events.TypeSeatTaken && e.Type != events.TypeSeatVacated {
			continue
		}
		switch data, _ := e.Decode(); d := data.(type) {
		case *events.SeatTaken:
			if d.Seat == int(seat) {
				sat = d.Who
			}
		case *events.SeatVacated:
			if d.Seat == int(seat) {
				sat, left = "", sat
			}
		}
	}
	person, was := strings.CutPrefix(left, "person:")
	if !was || m.Table.Seats[seat-1].Offered != left {
		return ""
	}
	return person
}

func (m *Match) who(seat game.Seat) string {
	if seat < 1 || int(seat) > len(m.Table.Seats) {
		return ""
	}
	return m.Table.Seats[seat-1].Who
}

// LinkNumber is what a seat's link carries, so that links die with what they
// were made for: the number of the last event that offered the seat, seated
// somebody there, vacated it or made a new link.
func (m *Match) LinkNumber(seat game.Seat) int { return m.links.of(seat) }
