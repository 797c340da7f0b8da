package patronize

import (
	"fmt"
	"slices"

	"pizzini/engine/game"
)

// verb is the kind of a move.
type verb uint8

const (
	pass        verb = iota
	play             // play C
	playProtect      // play C protect
	cube             // cube COLOUR
	take             // take C
	takeReturn       // take C return COLOUR
	copyAbility      // copy C
	double           // double C
)

// move is what a move's text says.
type move struct {
	verb   verb
	card   Character
	colour Colour
}

// text prints a move; the table below is its exact inverse.
func (m move) text() game.Move {
	c := m.card.ID()
	switch m.verb {
	case play:
		return game.Move("play " + c)
	case playProtect:
		return game.Move("play " + c + " protect")
	case cube:
		return game.Move("cube " + m.colour.ID())
	case take:
		return game.Move("take " + c)
	case takeReturn:
		return game.Move("take " + c + " return " + m.colour.ID())
	case copyAbility:
		return game.Move("copy " + c)
	case double:
		return game.Move("double " + c)
	}
	return "pass"
}

// All texts are made once: a legal list is then put together without building
// strings, and a text is looked up, not parsed.
var (
	texts  [double + 1][characters + 1][colours]game.Move
	parsed = map[game.Move]move{}

	// The orders in which lists are put together, so that they come out sorted.
	charactersByID []Character
	coloursByID    []Colour
)

func init() {
	charactersByID = Characters()
	slices.SortFunc(charactersByID, func(a, b Character) int { return compare(a.ID(), b.ID()) })
	coloursByID = Colours()
	slices.SortFunc(coloursByID, func(a, b Colour) int { return compare(a.ID(), b.ID()) })
	enter := func(m move) {
		text := m.text()
		texts[m.verb][m.card][m.colour] = text
		parsed[text] = m
	}
	enter(move{verb: pass})
	for _, colour := range Colours() {
		enter(move{verb: cube, colour: colour})
	}
	for _, c := range Characters() {
		for _, v := range []verb{play, playProtect, take, copyAbility, double} {
			enter(move{verb: v, card: c})
		}
		for _, colour := range Colours() {
			enter(move{verb: takeReturn, card: c, colour: colour})
		}
	}
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Legal lists every legal move of a seat, sorted by text.
func (s *state) Legal(seat game.Seat) []game.Move {
	if s.active == 0 || seat != game.Seat(s.active) {
		return nil
	}
	me := s.seat(s.active)
	switch s.phase {
	case Action:
		return s.actions(me)
	case Achievement:
		return appendCubes(make([]game.Move, 0, colours), me)
	case Protegee:
		return s.choices(me)
	case ClownCopies:
		return cards(copyAbility, s.copyable(s.active))
	case SculptorDoubles:
		return cards(double, me.protegees.all())
	}
	return nil
}

func (s *state) actions(me *place) []game.Move {
	n := 1 + me.hand.count()
	if me.protection {
		n += me.hand.count()
	}
	moves := append(make([]game.Move, 0, n), texts[pass][NoCharacter][0])
	for _, c := range charactersByID {
		if !me.hand.has(c) {
			continue
		}
		moves = append(moves, texts[play][c][0])
		if me.protection {
			moves = append(moves, texts[playProtect][c][0])
		}
	}
	return moves
}

// appendCubes appends a cube of each colour of which the seat has not all (R6).
func appendCubes(moves []game.Move, me *place) []game.Move {
	for _, colour := range coloursByID {
		if me.cubes[colour] < cubesOfColour {
			moves = append(moves, texts[cube][NoCharacter][colour])
		}
	}
	return moves
}

func (s *state) choices(me *place) []game.Move {
	moves := appendCubes(make([]game.Move, 0, 12), me)
	var table characterSet
	for n := uint8(1); n <= s.players; n++ {
		if c := s.seat(n).table; c != NoCharacter {
			table.add(c)
		}
	}
	for _, c := range charactersByID {
		if !table.has(c) {
			continue
		}
		if !s.costsFee(c) {
			moves = append(moves, texts[take][c][0])
			continue
		}
		for _, colour := range coloursByID {
			if me.cubes[colour] > 0 {
				moves = append(moves, texts[takeReturn][c][colour])
			}
		}
	}
	return moves
}

// costsFee says whether a character on the table costs a cube to take: the seat
// that played it has the Lawman among its protegees (R8).
func (s *state) costsFee(c Character) bool {
	player := s.player(c)
	return player != 0 && s.seat(player).protegees.has(Lawman)
}

// cards lists one move for each of some characters.
func cards(v verb, of []Character) []game.Move {
	moves := make([]game.Move, 0, len(of))
	for _, c := range charactersByID {
		if slices.Contains(of, c) {
			moves = append(moves, texts[v][c][0])
		}
	}
	return moves
}

// check reads a move and says why a seat may not play it.
func (s *state) check(seat game.Seat, text game.Move) (move, error) {
	if s.active == 0 || seat != game.Seat(s.active) {
		return move{}, fmt.Errorf("%w: seat %d, %q: %s", game.ErrIllegal, seat, string(text), s.whoseTurn())
	}
	m, ok := parsed[text]
	if !ok {
		return move{}, fmt.Errorf("%w: seat %d, %q is no move of Patronize", game.ErrIllegal, seat, string(text))
	}
	if why := s.objection(m); why != "" {
		return move{}, fmt.Errorf("%w: seat %d, %q: %s", game.ErrIllegal, seat, string(text), why)
	}
	return m, nil
}

func (s *state) whoseTurn() string {
	if s.active == 0 {
		return "the game is over"
	}
	return fmt.Sprintf("it is seat %d's turn", s.active)
}

// phasesOf says in which phases a kind of move can be legal.
var phasesOf = [double + 1][]Phase{
	pass:        {Action},
	play:        {Action},
	playProtect: {Action},
	cube:        {Achievement, Protegee},
	take:        {Protegee},
	takeReturn:  {Protegee},
	copyAbility: {ClownCopies},
	double:      {SculptorDoubles},
}

// objection says why the active seat may not play a move; "" when it may.
func (s *state) objection(m move) string {
	me := s.seat(s.active)
	if !slices.Contains(phasesOf[m.verb], s.phase) {
		return "it is not the phase for that: " + s.phase.ID()
	}
	switch m.verb {
	case play, playProtect:
		if !me.hand.has(m.card) {
			return "the character is not in the seat's hand"
		}
		if m.verb == playProtect && !me.protection {
			return "the seat has no protection cube left"
		}
	case cube:
		if me.cubes[m.colour] >= cubesOfColour {
			return "the seat has all cubes of that colour"
		}
	case take, takeReturn:
		if s.player(m.card) == 0 {
			return "the character is not on the table"
		}
		if s.costsFee(m.card) != (m.verb == takeReturn) {
			if m.verb == take {
				return "the Lawman guards it: a cube must be returned"
			}
			return "no Lawman guards it: nothing is returned"
		}
		if m.verb == takeReturn && me.cubes[m.colour] == 0 {
			return "the seat has no cube of that colour to return"
		}
	case copyAbility:
		if !slices.Contains(s.copyable(s.active), m.card) {
			return "the Clown copies a protegee of the right neighbour, not the Student or the Lawman"
		}
	case double:
		if !me.protegees.has(m.card) {
			return "it is no protegee of this seat"
		}
	}
	return ""
}
