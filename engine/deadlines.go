package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// reckoning works out the deadlines and banks that a slip's events say. It is the
// one place that does: folds only read them (Format 1, due), since what is local
// to a person, his night and vacation, is no part of a log.
type reckoning struct {
	match    *Match // before the slip
	ahead    *Match // with the events of the slip so far
	now      time.Time
	calendar func(person string) (clock.Person, error)
}

// before is what an event finds.
type before struct {
	calls  perSeat
	due    map[int]time.Time
	bank   map[int]int
	people []clock.Person // by seat
	line   []step
	paused bool
}

// deadlines fills in `due` and `bank` of what a command writes at a moment.
func (e *Engine) deadlines(ctx context.Context, m *Match, c command, now time.Time, entries []events.Entry) error {
	if m.Broken != nil || !clocked(m, entries) {
		return nil
	}
	known := map[string]clock.Person{}
	r := &reckoning{match: m, ahead: m.clone(), now: now, calendar: func(person string) (clock.Person, error) {
		if p, ok := known[person]; ok {
			return p, nil
		}
		p, err := e.person(ctx, m.ID, person)
		if err == nil {
			known[person] = p
		}
		return p, err
	}}
	for _, entry := range entries {
		event := &events.Event{Match: m.ID, N: r.ahead.N() + 1, Type: events.TypeOf(entry.Data), At: now, By: c.by, Cmd: c.id}
		if err := r.entry(event, entry.Data); err != nil {
			return err
		}
	}
	return nil
}

// person is when somebody who plays a match has time.
func (e *Engine) person(ctx context.Context, match, person string) (clock.Person, error) {
	if person == "" || e.config.Calendar == nil {
		return clock.Person{}, nil
	}
	p, err := e.config.Calendar(ctx, person)
	if err != nil {
		return p, fmt.Errorf("match %s: read when a player has time: %w", match, err)
	}
	return p, nil
}

// clocked says whether there is a clock to reckon with in a slip.
func clocked(m *Match, entries []events.Entry) bool {
	if m.Table.Clock != nil {
		return true
	}
	return slices.ContainsFunc(entries, func(entry events.Entry) bool {
		switch d := entry.Data.(type) {
		case *events.Created:
			return d.Clock != nil
		case *events.ClockChanged:
			return d.Clock != nil
		}
		return false
	})
}

// entry folds one event ahead and fills its deadlines in.
func (r *reckoning) entry(event *events.Event, data any) error {
	m := r.ahead
	was := before{
		calls: slices.Clone(m.calls), due: m.Table.Due, bank: m.Table.Bank, line: slices.Clone(m.line), paused: m.Table.Paused,
		people: make([]clock.Person, m.Players()+1),
	}
	for seat := range was.people {
		var err error
		if was.people[seat], err = r.calendar(m.Person(game.Seat(seat))); err != nil {
			return err
		}
	}
	m.Log = append(m.Log, event)
	m.Table.Foresee(event, data)
	m.link(event, data)
	if err := m.fold(event, data, nil); err != nil {
		return fmt.Errorf("match %s: foresee event %d (%s): %w", event.Match, event.N, event.Type, err)
	}
	settings, ok := m.Clock()
	if !ok || m.Table.Started == 0 || m.Table.Over {
		return nil
	}
	if d, paused := data.(*events.Paused); paused {
		d.Bank = r.stopped(settings, was)
		m.Table.Bank = seats(d.Bank)
		return nil
	}
	due, bank := events.Deadlines(data)
	if due == nil || m.Table.Paused {
		return nil
	}
	if d, expired := data.(*events.ClockExpired); expired && d.Policy != events.PolicyWaved {
		return nil // it changes none
	}
	return r.fill(settings, was, event, data, due, bank)
}

// fill works out the deadline of each active seat and the bank of each other.
func (r *reckoning) fill(settings clock.Settings, was before, event *events.Event, data any, due *map[string]string, bank *map[string]int) error {
	m := r.ahead
	given := *due // by Reclock, for the one seat that it moves
	*due, *bank = map[string]string{}, nil
	if settings.Kind == clock.KindBank {
		*bank = map[string]int{}
	}
	moments := map[int]time.Time{}
	active := m.Active()
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		name := seat.String()
		if !slices.Contains(active, seat) {
			if *bank != nil {
				(*bank)[name] = wholeSeconds(r.rest(settings, was, event, data, seat))
			}
			continue
		}
		at, goesOn := was.due[int(seat)]
		goesOn = goesOn && was.calls.of(seat) == m.Call(seat) && !renewed(data, seat) && !r.returns(was, event, data, seat)
		moved, err := events.ParseTime(given[name])
		switch {
		case err == nil:
			at = moved
		case !goesOn:
			person, err := r.calendar(m.Person(seat))
			if err != nil {
				return err
			}
			at = settings.Deadline(person, r.now, r.budget(settings, was, event, data, seat))
		}
		moments[int(seat)] = at
		(*due)[name] = events.FormatTime(at)
	}
	m.Table.Due, m.Table.Bank = moments, seats(*bank)
	return nil
}

// renewed says whether an event gives a seat its time anew though its call goes on.
func renewed(data any, seat game.Seat) bool {
	switch d := data.(type) {
	case *events.ClockChanged:
		return d.Seat == 0
	case *events.ClockExpired:
		return d.Policy == events.PolicyWaved && d.Seat == int(seat)
	}
	return false
}

// returns says whether a take-back brings a seat's earlier call back: it has what that had
// left, though by its number it is the later one (contract, Words: call).
func (r *reckoning) returns(was before, event *events.Event, data any, seat game.Seat) bool {
	d, ok := data.(*events.Rewound)
	return ok && finished(was.line, d.To, seat) && r.past(event, d, was) != nil
}

// left is what a seat had before the event: of its running time, or in its bank.
func (r *reckoning) left(settings clock.Settings, was before, seat game.Seat) time.Duration {
	if due, ok := was.due[int(seat)]; ok {
		return min(settings.Running(was.people[seat], r.now, due), r.most(settings, was, seat))
	}
	if bank, ok := was.bank[int(seat)]; ok {
		return time.Duration(bank) * time.Second
	}
	return settings.First()
}

// most is what a seat can have left of the call that runs: what the call began with,
// or was given anew.
// The hours by which its deadline was reckoned may be others by now: what was a night
// then would count as time that is left.
func (r *reckoning) most(settings clock.Settings, was before, seat game.Seat) time.Duration {
	call := was.calls.of(seat)
	if settings.Kind != clock.KindBank || call <= max(r.ahead.Table.Started, r.ahead.timing.since) {
		return settings.Anew(settings.First())
	}
	if past, err := r.match.At(call - 1); err == nil {
		if bank, ok := past.Table.Bank[int(seat)]; ok {
			return settings.Anew(time.Duration(bank) * time.Second)
		}
	}
	return settings.Anew(max(settings.First(), time.Duration(settings.Cap)*time.Second))
}

// budget is the time of an active seat's call that begins with the event, or that
// has its time anew.
func (r *reckoning) budget(settings clock.Settings, was before, event *events.Event, data any, seat game.Seat) time.Duration {
	left := r.left(settings, was, seat)
	switch d := data.(type) {
	case *events.Started:
		return settings.First()
	case *events.ClockChanged:
		return settings.First()
	case *events.ClockExpired:
		return settings.Anew(left)
	case *events.SeatTaken, *events.SeatVacated:
		return settings.Anew(left) // a newcomer's call is new (contract, Words)
	case *events.Resumed:
		return r.resumed(settings, was, seat)
	case *events.Rewound:
		if then, ok := r.takenBack(settings, was, event, d, seat); ok {
			return then
		}
		return settings.Anew(left)
	}
	if settings.Kind == clock.KindDecision {
		return settings.First()
	}
	return left // with the increment of its last call
}

// rest is what a seat that is not active has in its bank after the event.
func (r *reckoning) rest(settings clock.Settings, was before, event *events.Event, data any, seat game.Seat) time.Duration {
	left := r.left(settings, was, seat)
	switch d := data.(type) {
	case *events.Started:
		return settings.First()
	case *events.ClockChanged:
		if d.Seat == 0 {
			return settings.First()
		}
	case *events.SeatTaken:
		if d.Seat == int(seat) && r.ahead.Person(seat) != "" {
			return settings.Anew(left)
		}
	case *events.Resumed:
		if r.ahead.timing.since > r.ahead.timing.paused {
			return settings.First()
		}
	case *events.Rewound:
		if past := r.past(event, d, was); past != nil {
			if bank, ok := past.Table.Bank[int(seat)]; ok {
				return time.Duration(bank) * time.Second
			}
		}
	case *events.Played:
		if _, ran := was.due[int(seat)]; ran && d.Seat == int(seat) {
			return settings.After(left)
		}
	}
	return left
}

// past is the match before the moves that a take-back drops; nil where an event is no
// take-back, or the clock has become another since. A take-back gives no time and
// takes none: its seat has what it had when it moved, and the banks of the others
// are what they were.
func (r *reckoning) past(event *events.Event, d *events.Rewound, was before) *Match {
	m := r.ahead
	if m.takeBack(event) == 0 || m.inSlip(event, events.TypeRewindProposed) {
		return nil
	}
	for _, s := range was.line {
		if s.n <= d.To {
			continue
		}
		if s.n < m.timing.since || s.n > r.match.N() {
			return nil
		}
		past, err := r.match.At(s.n - 1)
		if err != nil {
			return nil
		}
		return past
	}
	return nil
}

// takenBack is what a seat had left when it made the move that a take-back drops; a
// seat whose move it does not drop, at the first one.
func (r *reckoning) takenBack(settings clock.Settings, was before, event *events.Event, d *events.Rewound, seat game.Seat) (time.Duration, bool) {
	past := r.past(event, d, was)
	if past == nil {
		return 0, false
	}
	due, ok := past.Table.Due[int(seat)]
	if !ok {
		return 0, false
	}
	moved := past.N() + 1
	for _, s := range was.line {
		if s.n > d.To && s.seat == int(seat) {
			moved = s.n
			break
		}
	}
	return settings.Running(was.people[seat], r.match.Log[moved-1].At, due), true
}

// stopped is what each seat has left when the match is paused: of its running time,
// or in its bank.
func (r *reckoning) stopped(settings clock.Settings, was before) map[string]int {
	bank := map[string]int{}
	for seat := game.Seat(1); int(seat) <= r.ahead.Players(); seat++ {
		_, runs := was.due[int(seat)]
		_, has := was.bank[int(seat)]
		if runs || has {
			bank[seat.String()] = wholeSeconds(r.left(settings, was, seat))
		}
	}
	return bank
}

// resumed is the time of a call after a pause: what was left then, unless somebody
// else sits there now or the clock is another.
func (r *reckoning) resumed(settings clock.Settings, was before, seat game.Seat) time.Duration {
	m := r.ahead
	left := r.left(settings, was, seat)
	switch {
	case m.timing.since > m.timing.paused:
		return settings.First()
	case m.Table.Seats[seat-1].Since > m.timing.paused:
		return settings.Anew(left)
	}
	return left
}

// wholeSeconds rounds up, so that nobody loses what is left of a second.
func wholeSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// seats has the seats of banks by number.
func seats(bank map[string]int) map[int]int {
	if bank == nil {
		return nil
	}
	byNumber := make(map[int]int, len(bank))
	for name, seconds := range maps.All(bank) {
		if n, err := strconv.Atoi(name); err == nil {
			byNumber[n] = seconds
		}
	}
	return byNumber
}
