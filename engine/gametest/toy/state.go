package toy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"pizzini/engine/game"
)

// phase is where in a round the game is.
type phase string

const (
	bidding phase = "bid"   // all seats that have not bid are active
	showing phase = "show"  // the starter, here and in the next two
	staking phase = "stake" // after the bids were opened
	rolling phase = "roll"
	over    phase = "over"
)

// state is a whole position. It is copied before it is changed.
type state struct {
	round, rounds int
	phase         phase
	start         game.Seat // starter of this round
	card          string    // of this round
	deck          []string  // next card first
	stake         int       // 0 until it is fixed
	seats         []seat    // seat 1 first
}

type seat struct {
	number int // secret until the end
	points int
	bid    int // of this round; 0 = none yet; secret until it is shown
}

func (s *state) clone() *state {
	c := *s
	c.seats = slices.Clone(s.seats)
	return &c
}

// Active lists the seats that must choose now.
func (s *state) Active() []game.Seat {
	active := []game.Seat{}
	switch s.phase {
	case over:
	case bidding:
		for i := range s.seats {
			if s.seats[i].bid == 0 {
				active = append(active, game.Seat(i+1))
			}
		}
	default:
		active = append(active, s.start)
	}
	return active
}

// Legal lists a seat's legal moves.
func (s *state) Legal(who game.Seat) []game.Move {
	if !slices.Contains(s.Active(), who) {
		return nil
	}
	switch s.phase {
	case bidding:
		return choices("bid", highestBid)
	case showing:
		return []game.Move{"show"}
	case staking:
		return choices("stake", highestStake)
	default:
		return []game.Move{"pass", "roll"}
	}
}

// choices are the moves "word 1" to "word highest".
func choices(word string, highest int) []game.Move {
	var moves []game.Move
	for i := 1; i <= highest; i++ {
		moves = append(moves, game.Move(fmt.Sprintf("%s %d", word, i)))
	}
	return moves
}

// Secret holds for bids: they are opened together by `show`.
func (s *state) Secret(_ game.Seat, m game.Move) bool { return strings.HasPrefix(string(m), "bid ") }

// Describe tells what a legal move is.
func (s *state) Describe(_ game.Seat, m game.Move) game.Label {
	word, number, numbered := strings.Cut(string(m), " ")
	if !numbered {
		return game.Label{Key: word}
	}
	return game.Label{Key: word, Args: map[string]string{"number": number}, Group: word}
}

// Apply plays a move.
func (s *state) Apply(who game.Seat, m game.Move, chance *game.Chance) (game.State, error) {
	if !slices.Contains(s.Legal(who), m) {
		return nil, fmt.Errorf("%w: seat %d, %q", game.ErrIllegal, who, string(m))
	}
	next := s.clone()
	switch word, text, _ := strings.Cut(string(m), " "); word {
	case "bid":
		number := int(text[0] - '0')
		next.seats[who-1].bid = number
		chance.Tell(game.Fact{Key: "chosen", Args: map[string]string{"seat": fmt.Sprint(who)}})
		chance.Tell(game.Fact{Key: "bid", Args: map[string]string{"number": text}, To: []game.Seat{who}})
		if len(next.Active()) == 0 {
			next.phase = showing
		}
	case "show":
		for i := range next.seats {
			chance.Reveal(fmt.Sprintf("seat:%d", i+1))
		}
		next.phase = staking
	case "stake":
		next.stake = int(text[0] - '0')
		next.phase = rolling
		chance.Tell(game.Fact{Key: "stake", Args: map[string]string{"number": text}})
	case "pass":
		next.endRound(chance)
	case "roll":
		next.roll(chance)
		next.endRound(chance)
	}
	return next, nil
}

// roll throws the die and pays the highest bidders.
func (s *state) roll(chance *game.Chance) {
	face, isNumber := faces[chance.Pick(faces)].(int)
	if !isNumber {
		chance.Tell(game.Fact{Key: "hand"})
		return
	}
	chance.Tell(game.Fact{Key: "rolled", Args: map[string]string{"number": fmt.Sprint(face)}})
	highest := 0
	for _, seat := range s.seats {
		highest = max(highest, seat.bid)
	}
	for i := range s.seats {
		if s.seats[i].bid == highest {
			s.seats[i].points += face*s.stake + slices.Index(cards, s.card)
		}
	}
}

// endRound begins the next round, whose card is opened, or ends the game, which
// opens the numbers.
func (s *state) endRound(chance *game.Chance) {
	s.stake = 0
	for i := range s.seats {
		s.seats[i].bid = 0
	}
	if s.round == s.rounds {
		s.phase = over
		chance.Reveal()
		return
	}
	chance.Reveal(fmt.Sprintf("/setup/deck/%d", s.round))
	s.round++
	s.phase = bidding
	s.start = s.start%game.Seat(len(s.seats)) + 1
	s.card, s.deck = s.deck[0], s.deck[1:]
}

// Shuffled gives others' numbers and hidden bids, and the cards that were not
// turned up, at random.
func (s *state) Shuffled(viewer game.Seat, random *rand.Rand) game.State {
	twin := s.clone()
	if viewer == game.All || s.phase == over {
		return twin
	}
	for i := range twin.seats {
		if game.Seat(i+1) == viewer {
			continue
		}
		twin.seats[i].number = 1 + random.IntN(highestNumber)
		if twin.seats[i].bid > 0 && !s.shown() {
			twin.seats[i].bid = 1 + random.IntN(highestBid)
		}
	}
	// Cards of past rounds are not in the position: any card but this round's
	// may come next.
	var hidden []string
	for _, card := range cards {
		if card != s.card {
			hidden = append(hidden, card)
		}
	}
	random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	twin.deck = hidden[:len(s.deck)]
	return twin
}

// shown says whether this round's bids are open.
func (s *state) shown() bool { return s.phase != bidding && s.phase != showing }

// Passes says that the starter can leave the die of this round.
func (s *state) Passes(who game.Seat) []game.Pass {
	if s.phase == over || who != s.start {
		return nil
	}
	p := game.Pass{Key: "die", Round: s.round}
	if s.phase == rolling {
		p.Asked, p.Move = true, "pass"
	}
	return []game.Pass{p}
}
