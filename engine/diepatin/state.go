package diepatin

import (
	"math/rand/v2"
	"strconv"

	"pizzini/engine/game"
)

const (
	minSeats      = 2
	maxSeats      = 5
	rounds        = 5
	henchmenEach  = 3
	ratsEach      = 30
	backRoomsEach = 10
)

// Phase says what kind of decision is next.
type Phase int8

// The phases in the order of the rules.
const (
	Start Phase = iota
	Intrigue
	Turns
	Missions
	Over
)

var phaseIDs = [...]string{"start", "intrigue", "turns", "missions", "over"}

// ID is the phase as it stands in JSON.
func (p Phase) ID() string { return phaseIDs[p] }

// Step says what the seat whose turn it is must do next; 0 when it is nobody's
// turn.
type Step int8

// The steps of the phases start and turns in the order of the rules.
const (
	NoStep Step = iota
	StepArea
	StepThree
	StepTwo
	StepOne
	StepFigure
	StepInside
	StepBonus
	StepOutside
	StepBribe
	StepInvade
	StepReinforce
)

var stepIDs = [...]string{"", "area", "three", "two", "one", "figure", "inside", "bonus", "outside", "bribe", "invade", "reinforce"}

// ID is the step as it stands in JSON.
func (s Step) ID() string { return stepIDs[s] }

// MarshalText writes the id.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.ID()), nil }

// UnmarshalText reads an id.
func (s *Step) UnmarshalText(text []byte) error { return readID(s, stepIDs[:], text, "step") }

// Figure is what was put into the area of a turn; 0 is none yet.
type Figure int8

// The two kinds of figures.
const (
	NoFigure Figure = iota
	Henchman
	BossLady
)

var figureIDs = [...]string{"", "henchman", "boss"}

// ID is the figure as it stands in JSON.
func (f Figure) ID() string { return figureIDs[f] }

// MarshalText writes the id.
func (f Figure) MarshalText() ([]byte, error) { return []byte(f.ID()), nil }

// UnmarshalText reads an id.
func (f *Figure) UnmarshalText(text []byte) error { return readID(f, figureIDs[:], text, "figure") }

// Card is an intrigue card; 0 is none.
type Card int8

// The three intrigue cards.
const (
	NoCard Card = iota
	Administration
	Bribe
	Invasion
)

const cards = 3

var cardIDs = [cards + 1]string{"", "administration", "bribe", "invasion"}

var cardNames = [cards + 1]string{"", "Administration", "Bribe", "Invasion"}

// ID is the card as it stands in moves and in JSON; "" for none.
func (c Card) ID() string { return cardIDs[c] }

// Name is the card's name for people.
func (c Card) Name() string { return cardNames[c] }

// MarshalText writes the id.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.ID()), nil }

// UnmarshalText reads an id.
func (c *Card) UnmarshalText(text []byte) error { return readID(c, cardIDs[:], text, "intrigue card") }

// Cards lists the three intrigue cards.
func Cards() []Card { return []Card{Administration, Bribe, Invasion} }

// Mission is one of the five missions.
type Mission int8

// The missions in the order of the rules.
const (
	MostAreas     Mission = iota
	MostCrowd             // the manhole with the most rats
	MostSpread            // the most manholes with own rats
	MostBackRooms         // on the board
	MostLoot
)

const missions = 5

var missionIDs = [missions]string{"areas", "crowd", "spread", "back-rooms", "loot"}

// ID is the mission as it stands in moves and in JSON.
func (m Mission) ID() string { return missionIDs[m] }

// AllMissions lists the five missions.
func AllMissions() []Mission {
	return []Mission{MostAreas, MostCrowd, MostSpread, MostBackRooms, MostLoot}
}

// turn is where the seat stands whose turn it is.
type turn struct {
	seat    int8
	step    Step
	figure  Figure
	area    Area
	left    int8 // actions, bribing actions or rats to move that are left
	spent   int8 // loot markers, outside
	bonus   Bonus
	manhole Manhole // of Invasion
}

// place is what belongs to one seat, but for what lies on the board.
type place struct {
	henchmen  int8 // in the supply, as are all that follow
	boss      bool
	rats      int8
	backRooms int8
	loot      int8
	bossAt    Area // where the boss lady is; 0 when not on the board
	tileCount int8
	tiles     [backRoomsEach]Tile // in the order taken
	trophies  [maxSeats]int8      // destroyed back rooms of each seat
	missions  [missions]int8      // the round in which it scored each; 0 = not yet
	card      Card                // 0 until it is chosen
	revealed  bool
	given     bool // the card stands in a set-up that is a whole position
}

// state is a whole position. It is a plain value: whoever changes one has copied
// it before.
type state struct {
	players    int8
	round      int8 // 0 in phase start, then 1 to 5
	phase      Phase
	startSeat  int8
	choosing   uint8 // in phase missions: bit n is seat n, which has not chosen yet
	lootSupply int8
	turn       turn // all zero in the other phases
	removed    enterpriseSet
	backRooms  areaSet         // a back room is always its area's owner's (R32)
	loot       [districts]int8 // in each district
	owners     [areas + 1]int8 // 0 = nobody's
	tiles      [areas + 1]pair // that lie there
	henchmen   [maxSeats][areas + 1]int8
	rats       [manholes + 1]int8
	ratsOf     [manholes + 1]int8 // whose they are; 0 exactly when there are none
	seats      [maxSeats]place
}

func (s *state) board() *board { return &boards[s.players] }

// seat is the place of a seat, counted from 1.
func (s *state) seat(n int8) *place { return &s.seats[n-1] }

// next is the seat after one, clockwise.
func (s *state) next(n int8) int8 {
	if n == s.players {
		return 1
	}
	return n + 1
}

// figuresIn is the number of a seat's figures in an area, the boss lady as one.
func (s *state) figuresIn(n int8, a Area) int8 {
	count := s.henchmen[n-1][a]
	if s.seat(n).bossAt == a {
		count++
	}
	return count
}

// hasFigure says whether a figure is in the seat's supply.
func (s *state) hasFigure(n int8) bool {
	me := s.seat(n)
	return me.henchmen > 0 || me.boss
}

// place puts own rats on a manhole.
func (s *state) place(n int8, m Manhole, rats int8) {
	s.seat(n).rats -= rats
	s.rats[m] += rats
	s.ratsOf[m] = n
}

// free returns rats from a manhole to their owner's supply (R26).
func (s *state) free(m Manhole, rats int8) {
	s.seat(s.ratsOf[m]).rats += rats
	s.rats[m] -= rats
	if s.rats[m] == 0 {
		s.ratsOf[m] = 0
	}
}

// placeable says whether a seat may place a rat there: own rats or none (R22).
func (s *state) placeable(n int8, m Manhole) bool { return s.ratsOf[m] == 0 || s.ratsOf[m] == n }

// active is the set of seats that must choose now: bit n is seat n.
func (s *state) active() uint8 {
	switch s.phase {
	case Start, Turns:
		return 1 << s.turn.seat
	case Intrigue:
		var set uint8
		for n := int8(1); n <= s.players; n++ {
			if s.seat(n).card == NoCard {
				set |= 1 << n
			}
		}
		return set
	case Missions:
		return s.choosing
	}
	return 0
}

// Active lists the seats that must choose now.
func (s *state) Active() []game.Seat {
	set := s.active()
	if set == 0 {
		return nil
	}
	list := make([]game.Seat, 0, s.players)
	for n := int8(1); n <= s.players; n++ {
		if set&(1<<n) != 0 {
			list = append(list, game.Seat(n))
		}
	}
	return list
}

// isActive says whether a seat must choose now; any number may be asked of.
func (s *state) isActive(seat game.Seat) bool {
	return seat >= 1 && seat <= game.Seat(s.players) && s.active()&(1<<seat) != 0
}

// Secret says that the choice of an intrigue card is secret for now (R11).
// Everything else is done openly.
func (s *state) Secret(seat game.Seat, text game.Move) bool {
	return s.phase == Intrigue && s.isActive(seat) && parsed[text].verb == chooseCard
}

// View is what a viewer may see.
func (s *state) View(viewer game.Seat) game.View { return s.view(viewer) }

// MarshalJSON writes the whole state.
func (s *state) MarshalJSON() ([]byte, error) { return s.view(game.All).MarshalJSON() }

// Shuffled gives the other seats whose card was not revealed any other card: what
// is legal for them is all that depends on it until the boss lady is placed.
func (s *state) Shuffled(viewer game.Seat, random *rand.Rand) game.State {
	next := *s
	if viewer == game.All {
		return &next
	}
	for n := int8(1); n <= s.players; n++ {
		me := next.seat(n)
		if game.Seat(n) != viewer && me.card != NoCard && !me.revealed {
			me.card = Card(random.IntN(cards)) + Administration
		}
	}
	return &next
}

// cardAt is what Reveal names when a seat's card is shown: its secret move, or
// its place in a set-up that was a whole position.
func (s *state) cardAt(n int8) string {
	if s.seat(n).given {
		return "/setup/state" + cardPath(n)
	}
	return "seat:" + strconv.Itoa(int(n))
}

// cardPath is where a seat's card stands in the state.
func cardPath(n int8) string { return "/seats/" + strconv.Itoa(int(n)-1) + "/intrigue/card" }
