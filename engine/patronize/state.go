package patronize

import (
	"encoding/json"
	"math/bits"

	"pizzini/engine/game"
)

const (
	minSeats   = 3
	maxSeats   = 5
	maxPending = 2*maxSeats - 1 // the winner's cube and two for every other seat
)

// Phase says what kind of decision is next.
type Phase uint8

// The phases in the order of the rules.
const (
	Action          Phase = iota // step 2: play a character or pass
	Achievement                  // step 3: which colour a white cube takes
	Protegee                     // step 4: a passer takes a character or a cube
	ClownCopies                  // step 6: what the Clown copies
	SculptorDoubles              // step 7: what the Sculptor doubles
	Over                         // step 8
)

var phaseIDs = [...]string{"action", "achievement", "protegee", "clown", "sculptor", "over"}

// ID is the phase as it stands in JSON.
func (p Phase) ID() string { return phaseIDs[p] }

// Acted is what a seat did in this round.
type Acted uint8

// What a seat can have done in a round.
const (
	Waiting Acted = iota
	Played
	Passed
)

var actedIDs = [...]string{"waiting", "played", "passed"}

// ID is the word that stands in JSON.
func (a Acted) ID() string { return actedIDs[a] }

// place is what lies before one seat.
type place struct {
	hand       characterSet
	protection bool // still has its protection cube
	protected  bool // the cube lies on the character on the table
	acted      Acted
	table      Character
	cubes      [colours]uint8
	fame       fameList
	protegees  characterList
	copied     Character // what the Clown copied
	doubled    Character // what this seat doubled
}

// gain is an achievement cube of step 3 that was not gained yet.
type gain struct {
	seat   uint8
	source Character
}

// state is a whole position. It is a plain value: whoever changes one has
// copied it before.
type state struct {
	players           uint8
	round             uint8 // from 1; stays at the last one during the end of the game
	phase             Phase
	active            uint8 // the seat that must choose; 0 when over
	start             uint8 // start seat of this round; after the last one: of the next
	winner            uint8 // this round's winner once step 3 has found him
	fameCard          Fame
	deck              fameList // next card first
	lost              fameList
	removedFame       uint8 // a set: bit f is card f
	removedCharacters characterSet
	stock             [colours]uint8
	pending           [maxPending]gain
	pendingCount      uint8
	choosers          [maxSeats]uint8
	chooserCount      uint8
	origin            uint8 // the round that a given position began in; 0 after a deal
	seats             [maxSeats]place
}

// variant is what depends on the number of players.
type variant struct {
	hand              int // characters dealt to each seat
	removedCharacters int
	removedFame       int
	rounds            int
}

// variants is the page's table of the set-up.
var variants = [maxSeats + 1]variant{
	3: {5, 2, 0, 7},
	4: {4, 1, 1, 6},
	5: {3, 2, 2, 5},
}

func (s *state) rounds() uint8 { return uint8(variants[s.players].rounds) }

// seat is the place of a seat, counted from 1.
func (s *state) seat(n uint8) *place { return &s.seats[n-1] }

// next is the seat after one, clockwise; the right neighbour is the seat before.
func (s *state) next(n uint8) uint8 {
	if n == s.players {
		return 1
	}
	return n + 1
}

func (s *state) rightNeighbour(n uint8) uint8 {
	if n == 1 {
		return s.players
	}
	return n - 1
}

// owner is the seat that has a character among its protegees; 0 for none.
func (s *state) owner(c Character) uint8 {
	for n := uint8(1); n <= s.players; n++ {
		if s.seat(n).protegees.has(c) {
			return n
		}
	}
	return 0
}

// player is the seat that has a character on the table; 0 for none.
func (s *state) player(c Character) uint8 {
	for n := uint8(1); n <= s.players; n++ {
		if s.seat(n).table == c {
			return n
		}
	}
	return 0
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
func (s *state) MarshalJSON() ([]byte, error) { return json.Marshal(s.view(game.All)) }

// characterSet holds cards whose order does not count: bit c is character c.
type characterSet uint32

func (s characterSet) has(c Character) bool { return s&(1<<c) != 0 }
func (s *characterSet) add(c Character)     { *s |= 1 << c }
func (s *characterSet) remove(c Character)  { *s &^= 1 << c }
func (s characterSet) count() int           { return bits.OnesCount32(uint32(s)) }

// list gives the characters by influence.
func (s characterSet) list() []Character {
	list := make([]Character, 0, characters)
	for ; s != 0; s &= s - 1 {
		list = append(list, Character(bits.TrailingZeros32(uint32(s))))
	}
	return list
}

// characterList holds characters in the order in which they came.
type characterList struct {
	count uint8
	cards [characters]Character
}

func (l *characterList) add(c Character) {
	l.cards[l.count] = c
	l.count++
}

func (l *characterList) all() []Character { return l.cards[:l.count] }

// last is the character that came last; the list must have one.
func (l *characterList) last() Character { return l.cards[l.count-1] }

func (l *characterList) has(c Character) bool {
	for _, card := range l.all() {
		if card == c {
			return true
		}
	}
	return false
}

// fameList holds Fame cards in order.
type fameList struct {
	count uint8
	cards [fames]Fame
}

func (l *fameList) add(f Fame) {
	l.cards[l.count] = f
	l.count++
}

func (l *fameList) all() []Fame { return l.cards[:l.count] }

// takeFirst takes the first card off.
func (l *fameList) takeFirst() Fame {
	first := l.cards[0]
	copy(l.cards[:], l.cards[1:l.count])
	l.count--
	l.cards[l.count] = NoFame
	return first
}
