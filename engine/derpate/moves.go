package derpate

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"pizzini/engine/game"
)

// verb is the kind of a move.
type verb int8

const (
	placeCar       verb = iota // car B
	takeDistrict               // district D
	roll                       // roll
	placeDie                   // place DIE FACE, place DIE FACE as COLOUR
	occupy                     // occupy B
	take                       // take B
	kill                       // kill B
	inform                     // inform B
	banker                     // banker TRACK
	ransom                     // ransom K
	pay                        // pay
	withdraw                   // withdraw B
	pass                       // pass
	tileWedding                // tile wedding
	tileGrandchild             // tile grandchild
	tileBirthday               // tile birthday TRACK
	tileCop                    // tile cop DIE
	tileJudge                  // tile judge
	favorHudson                // favor hudson
	favorDebt                  // favor debt SEAT, favor debt bank
	favorAdvance               // favor advance TRACK
	favorCash                  // favor cash
	endTurn                    // end
	verbs
)

// move is what a move's text says. The argument is a Business, a District, a
// Track, a Colour, a seat or a number, as the verb has it; for placeDie it is a
// placing.
type move struct {
	verb verb
	arg  int8
}

// placing is the argument of placeDie: die, face, and as what colour the die
// counts, which is its own unless the Senator is used.
func placing(die Colour, face Face, as Colour) int8 {
	return (int8(die)*int8(Hand)+int8(face)-1)*dice + int8(as)
}

func (m move) die() Colour { return Colour(m.arg / dice / int8(Hand)) }
func (m move) face() Face  { return Face(m.arg/dice%int8(Hand)) + 1 }
func (m move) as() Colour  { return Colour(m.arg % dice) }

const placings = dice * int8(Hand) * dice

// text prints a move; parsed is its exact inverse.
func (m move) text() game.Move {
	words := ""
	switch m.verb {
	case placeCar:
		words = "car " + Business(m.arg).ID()
	case takeDistrict:
		words = "district " + District(m.arg).ID()
	case roll:
		words = "roll"
	case placeDie:
		words = "place " + m.die().ID() + " " + m.face().ID()
		if m.as() != m.die() {
			words += " as " + m.as().ID()
		}
	case occupy:
		words = "occupy " + Business(m.arg).ID()
	case take:
		words = "take " + Business(m.arg).ID()
	case kill:
		words = "kill " + Business(m.arg).ID()
	case inform:
		words = "inform " + Business(m.arg).ID()
	case banker:
		words = "banker " + Track(m.arg).ID()
	case ransom:
		words = "ransom " + strconv.Itoa(int(m.arg))
	case pay:
		words = "pay"
	case withdraw:
		words = "withdraw " + Business(m.arg).ID()
	case pass:
		words = "pass"
	case tileWedding:
		words = "tile wedding"
	case tileGrandchild:
		words = "tile grandchild"
	case tileBirthday:
		words = "tile birthday " + Track(m.arg).ID()
	case tileCop:
		words = "tile cop " + Colour(m.arg).ID()
	case tileJudge:
		words = "tile judge"
	case favorHudson:
		words = "favor hudson"
	case favorDebt:
		words = "favor debt " + strconv.Itoa(int(m.arg))
		if m.arg == 0 {
			words = "favor debt bank"
		}
	case favorAdvance:
		words = "favor advance " + Track(m.arg).ID()
	case favorCash:
		words = "favor cash"
	case endTurn:
		words = "end"
	}
	return game.Move(words)
}

// arguments says from which argument on and how many a verb has; 0 and 1 for
// those that have none.
func arguments(v verb) (first, count int8) {
	switch v {
	case placeCar, occupy, take, kill, inform, withdraw:
		return 0, businesses
	case takeDistrict:
		return 0, districts
	case placeDie:
		return 0, placings
	case banker:
		return int8(Income), 2
	case ransom:
		return 0, figures + 1
	case tileBirthday:
		return 0, tracks
	case tileCop:
		return 0, dice
	case favorDebt:
		return 0, maxSeats + 1
	case favorAdvance:
		return 0, int8(Income) + 1
	}
	return 0, 1
}

// All texts are made once. Moves are numbered in the order of their texts, so
// that a set of moves gives a sorted list without sorting.
var (
	moves  []move
	texts  []game.Move
	ids    [verbs][placings]uint8
	parsed = map[game.Move]move{}
)

func init() {
	for v := range verbs {
		first, count := arguments(v)
		for arg := first; arg < first+count; arg++ {
			m := move{v, arg}
			parsed[m.text()] = m
			texts = append(texts, m.text())
		}
	}
	slices.Sort(texts)
	for id, text := range texts {
		m := parsed[text]
		moves = append(moves, m)
		ids[m.verb][m.arg] = uint8(id)
	}
	if len(texts) > 64*len(moveSet{}) {
		panic("der-pate has more moves than a set can hold")
	}
}

// moveSet is a set of moves: bit i is the move whose text is the i-th.
type moveSet [4]uint64

func (s *moveSet) add(v verb, arg int8) {
	id := ids[v][arg]
	s[id/64] |= 1 << (id % 64)
}

func (s *moveSet) has(m move) bool {
	id := ids[m.verb][m.arg]
	return s[id/64]&(1<<(id%64)) != 0
}

func (s *moveSet) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// list gives the texts, sorted.
func (s *moveSet) list() []game.Move {
	count := 0
	for _, word := range s {
		count += bits.OnesCount64(word)
	}
	list := make([]game.Move, 0, count)
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, texts[64*i+bits.TrailingZeros64(word)])
		}
	}
	return list
}

// Legal lists every legal move of a seat, sorted by text.
func (s *state) Legal(seat game.Seat) []game.Move {
	if s.active == 0 || seat != game.Seat(s.active) {
		return nil
	}
	legal := s.legal()
	return legal.list()
}

// check reads a move and says why a seat may not play it.
func (s *state) check(seat game.Seat, text game.Move) (move, error) {
	m, known := parsed[text]
	why := ""
	switch legal := s.legal(); {
	case s.active == 0:
		why = "the game is over"
	case seat != game.Seat(s.active):
		why = fmt.Sprintf("it is seat %d's turn", s.active)
	case !known:
		why = "that is no move of Der Pate"
	case !legal.has(m):
		why = s.objection(m)
	default:
		return m, nil
	}
	return move{}, fmt.Errorf("%w: seat %d, %q: %s", game.ErrIllegal, seat, string(text), why)
}
