package derpate

import "pizzini/engine/game"

const (
	figures     = 7  // of a family
	debtMarkers = 5  // of a family
	allFriends  = 13 // in the common supply
)

// Phase says where the game is.
type Phase int8

// The phases.
const (
	SetupCar      Phase = iota // the car is placed
	SetupDistrict              // districts are chosen
	EventPhase                 // an event card asks one seat after the other
	TurnPhase                  // a seat's turn
	Over
)

var phaseIDs = [...]string{"setup-car", "setup-district", "event", "turn", "over"}

// ID is the phase as it stands in JSON.
func (p Phase) ID() string { return phaseIDs[p] }

// MarshalText writes the id.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.ID()), nil }

// UnmarshalText reads an id.
func (p *Phase) UnmarshalText(text []byte) error { return read(p, "phase", phaseIDs[:], text) }

// Step says where a turn is.
type Step int8

// The steps of a turn.
const (
	StepEvent  Step = iota // vendetta or retreat at the start of one's own turn
	StepRoll               // the dice of the row are to be thrown
	StepPlace              // a die is to be placed
	StepChoose             // the space asks for something
	StepEnd                // something optional can still be done
)

var stepIDs = [...]string{"event", "roll", "place", "choose", "end"}

// ID is the step as it stands in JSON.
func (s Step) ID() string { return stepIDs[s] }

// MarshalText writes the id.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.ID()), nil }

// UnmarshalText reads an id.
func (s *Step) UnmarshalText(text []byte) error { return read(s, "step", stepIDs[:], text) }

// state is a whole position. It is a plain value: whoever changes one has copied
// it before. The event markers, the K.O. track, the event queue and all supplies
// but those of figures follow from it and are not stored.
type state struct {
	seats       [maxSeats]family
	owner       [businesses]Owner
	bloodDebt   [businesses]Owner // whom the next one who enters owes a marker to
	deck        [rounds]Event     // the whole deck: the first cards, as many as rounds, are revealed
	turn        turn              // zero outside TurnPhase
	flags       Flags
	tw          bool // the edition
	openMoney   bool
	given       bool // it began as a given position …
	origin      int8 // … in this round
	players     int8
	startPlayer int8
	round       int8 // 0 in the set-up
	phase       Phase
	active      int8 // the seat that must choose; 0 when over
	car         Business
}

// family is what lies before one seat.
type family struct {
	money   int // in dollars
	track   [tracks]int8
	tiles   tileSet // held
	supply  int8
	prison  int8
	hudson  int8
	friends int8
	owes    [maxSeats + 1]int8 // own markers with the bank (0) and with each seat
}

// turn is the turn of the active seat.
type turn struct {
	row    int8
	step   Step
	dice   [dice]Face // thrown and not placed
	placed [rows]placement
	count  int8 // of placed
	favors int8 // used
	choice Space
}

// placement is a die on a space; its row is its place in the list, from 1.
type placement struct {
	die   Colour
	face  Face
	space Space
}

// last is the die that was placed last; there must be one.
func (t *turn) last() placement { return t.placed[t.count-1] }

// seat is the family of a seat, counted from 1.
func (s *state) seat(n int8) *family { return &s.seats[n-1] }

// next is the seat after one, clockwise.
func (s *state) next(n int8) int8 {
	if n == s.players {
		return 1
	}
	return n + 1
}

// before is the seat before one: its right neighbour.
func (s *state) before(n int8) int8 {
	if n == 1 {
		return s.players
	}
	return n - 1
}

// seen are the event cards revealed so far, this round's last.
func (s *state) seen() []Event { return s.deck[:s.round] }

// event is this round's card; NoEvent in the set-up.
func (s *state) event() Event {
	if s.round == 0 {
		return NoEvent
	}
	return s.deck[s.round-1]
}

// friendsLeft is the number of Friends in the supply.
func (s *state) friendsLeft() int8 {
	left := int8(allFriends)
	for n := int8(1); n <= s.players; n++ {
		left -= s.seat(n).friends
	}
	return left
}

// debtSupply is the number of own markers that a family has at hand.
func (f *family) debtSupply() int8 {
	left := int8(debtMarkers)
	for _, n := range f.owes {
		left -= n
	}
	return left
}

// businesses counts what a seat controls.
func (s *state) businesses(n int8) int8 {
	count := int8(0)
	for _, owner := range s.owner {
		if owner == Owner(n) {
			count++
		}
	}
	return count
}

// protected says whether a business lies in the district that the car protects
// (section 7).
func (s *state) protected(b Business) bool {
	return !s.flags.Harass && s.car.District() == b.District()
}

// Active lists the seat that must choose.
func (s *state) Active() []game.Seat {
	if s.active == 0 {
		return nil
	}
	return []game.Seat{game.Seat(s.active)}
}

// Secret is false for every move: all choices are made openly.
func (s *state) Secret(game.Seat, game.Move) bool { return false }

// View is what a viewer may see.
func (s *state) View(viewer game.Seat) game.View { return s.view(viewer) }

// MarshalJSON writes the whole state.
func (s *state) MarshalJSON() ([]byte, error) { return s.view(game.All).MarshalJSON() }
