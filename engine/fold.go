package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
)

// listener hears the facts of the event that is being folded.
type listener func(n int, f game.Fact)

func (m *Match) extend(log []*events.Event, hear listener) {
	for _, e := range log {
		if m.ID == "" {
			m.ID = e.Match
		}
		m.Log = append(m.Log, e)
		if !m.halted {
			m.follow(e, hear)
		}
		if m.N()%markEvery == 0 {
			m.marks = append(m.marks, m.clone())
		}
	}
	m.disclosed = m.Table.Over
}

// follow folds one event. Where it cannot, Broken says why.
func (m *Match) follow(e *events.Event, hear listener) {
	data, err := m.seat(e)
	m.halted = err != nil
	if err == nil && m.Broken == nil {
		err = m.fold(e, data, hear)
	}
	if err != nil && len(e.Parts) > 0 && e.Type != events.TypeCreated {
		// The rules' words could tell what is sealed, and pages show them.
		err = errors.New("what is sealed there does not fit the rules of this program")
	}
	if err != nil && m.Broken == nil {
		m.Broken = fmt.Errorf("match %s, event %d (%s): %w", e.Match, e.N, e.Type, err)
	}
}

// seat folds what needs no rules. It goes on where the rules had to stop, so that
// the links of a match that cannot be played further still show it.
func (m *Match) seat(e *events.Event) (data any, err error) {
	if data, err = m.Table.Fold(e); err == nil {
		m.link(e, data)
	}
	return data, err
}

// link notes what changes who may use a seat's link.
func (m *Match) link(e *events.Event, data any) {
	switch d := data.(type) {
	case *events.Created:
		seats := d.Players + 1
		m.calls, m.own, m.links = make(perSeat, seats), make(perSeat, seats), make(perSeat, seats)
		m.timing.expired = make([]expiry, seats)
	case *events.SeatOffered:
		m.links[d.Seat] = e.N
	case *events.SeatTaken:
		m.links[d.Seat] = e.N
	case *events.SeatLinked:
		m.links[d.Seat] = e.N
	case *events.SeatVacated:
		m.links[d.Seat] = e.N
	}
}

// fold folds an event by the rules.
func (m *Match) fold(e *events.Event, data any, hear listener) (err error) {
	defer func() {
		// A fault of a game's rules stops its match and nothing else.
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the rules failed: %v", fault)
		}
	}()
	switch d := data.(type) {
	case *events.Created:
		if m.Rules, err = Rules(d.Kind, d.Rules); err == nil {
			err = m.timing.set(d.Clock, e.N)
		}
	case *events.Started:
		err = m.start(e, d)
	case *events.Played:
		err = m.play(e, d, hear)
	case *events.Rewound:
		err = m.rewind(e, d)
	case *events.SeatTaken:
		m.reseat(d.Seat, e.N)
	case *events.SeatVacated:
		m.reseat(d.Seat, e.N)
	case *events.ClockChanged:
		if d.Seat == 0 {
			clear(m.timing.expired) // every call has its time anew
			err = m.timing.set(d.Clock, e.N)
		}
	case *events.ClockExpired:
		m.timing.expire(d, e.N, m.calls[d.Seat])
	case *events.Paused:
		m.timing.paused = e.N
	}
	if err != nil {
		return err
	}
	// A pause and the end leave nobody active: their calls end, and with match.resumed
	// they come anew.
	m.call(e.N)
	return nil
}

func (m *Match) config() (game.Config, error) {
	c := m.Table.Created
	options, err := m.Rules.Resolve(c.Players, c.Options)
	return game.Config{Players: c.Players, Options: options}, err
}

func (m *Match) start(e *events.Event, d *events.Started) error {
	config, err := m.config()
	if err != nil {
		return err
	}
	m.State, err = m.Rules.Restore(config, game.Setup{JSON: d.Setup})
	if err == nil {
		m.line = append(m.line, step{n: e.N, opened: true, state: m.State})
	}
	return err
}

func (m *Match) play(e *events.Event, d *events.Played, hear listener) error {
	tape := game.Recorded(d.Chance)
	if hear != nil {
		tape.Listen(func(f game.Fact) { hear(e.N, f) })
	}
	state, err := game.Fold(m.State, game.Seat(d.Seat), game.Move(d.Move), tape)
	if err != nil {
		return err
	}
	m.State = state
	m.own[d.Seat] = e.N
	m.line = append(m.line, step{
		n: e.N, seat: d.Seat, bot: strings.HasPrefix(e.By, "bot:"), clock: e.By == "clock",
		opened: tape.Opened(), late: m.late(game.Seat(d.Seat)), state: state,
	})
	return nil
}

// takeBack is the seat whose take-back a match.rewound is, or 0: a rewind by a
// seat in a slip without an answer (contract, Words).
func (m *Match) takeBack(e *events.Event) int {
	if m.inSlip(e, events.TypeRewindAnswered) {
		return 0
	}
	seat, _ := strconv.Atoi(strings.TrimPrefix(e.By, "seat:"))
	return seat
}

// inSlip says whether an event of a type stands before this one in its slip.
func (m *Match) inSlip(e *events.Event, kind string) bool {
	for i := e.N - 2; i >= 0 && m.Log[i].Cmd == e.Cmd; i-- {
		if m.Log[i].Type == kind {
			return true
		}
	}
	return false
}

func (m *Match) rewind(e *events.Event, d *events.Rewound) error {
	taker := m.takeBack(e)
	keep := 0
	for keep < len(m.line) && m.line[keep].n <= d.To {
		keep++
	}
	if keep == 0 {
		return errors.New("the match is rewound to before its start")
	}
	dropped := map[int]bool{}
	for _, s := range m.line[keep:] {
		if !dropped[s.seat] && s.seat == taker && !m.inSlip(e, events.TypeRewindProposed) {
			switch {
			case s.late.n > 0:
				// Whose time was up takes a move back: it stays up, and is not up anew.
				if s.late.call = m.calls[taker]; s.late.call == 0 {
					s.late.call = e.N
				}
				m.timing.expired[taker] = s.late
			case finished(m.line, d.To, game.Seat(taker)):
				m.timing.expired[taker] = expiry{} // what was up was the time of a later call
			}
		}
		dropped[s.seat] = true
	}
	m.line = m.line[:keep]
	m.State = m.line[keep-1].state
	// A rewind is a new call for the seats whose moves it drops, but not for the
	// one who took his own back (contract, Words: call).
	for seat := range dropped {
		if seat != taker {
			m.calls[seat] = 0
		}
	}
	if taker > 0 {
		m.own[taker] = e.N
	}
	return nil
}

// finished says whether a seat had nothing to choose after some move of a line behind
// event to: its call ended there.
func finished(line []step, to int, seat game.Seat) bool {
	return slices.ContainsFunc(line, func(s step) bool { return s.n > to && !slices.Contains(s.state.Active(), seat) })
}

// reseat makes a new call of a seat that is active while its player changes.
func (m *Match) reseat(seat, n int) {
	if m.calls[seat] > 0 {
		m.calls[seat] = n
	}
}

// call gives every active seat that has none the event as its call.
func (m *Match) call(n int) {
	active := m.Active()
	for seat := range m.calls {
		switch asked := slices.Contains(active, game.Seat(seat)); {
		case !asked:
			m.calls[seat] = 0
		case m.calls[seat] == 0:
			m.calls[seat] = n
		}
	}
}
