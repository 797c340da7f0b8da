package patronize

import (
	"pizzini/engine/game"
)

// Describe tells what a move is. Keys and arguments:
//
//	pass                          seat
//	play, play-protect            seat card
//	achievement, achievement-from seat colour card owner [from]  a white cube
//	cube, cube-from               seat colour [from]             a passer's cube
//	take, take-fee                seat card from [colour]        colour: the fee
//	copy                          seat card from
//	double                        seat card
func (s *state) Describe(seat game.Seat, text game.Move) game.Label {
	m, ok := parsed[text]
	if !ok || seat < 1 || seat > game.Seat(s.players) {
		return game.Label{}
	}
	n := uint8(seat)
	l := game.Label{Args: map[string]string{}}
	put := func(arguments ...argument) {
		for _, a := range arguments {
			l.Args[a.key] = a.value
		}
	}
	put(seatArg(n))
	if m.card != NoCharacter {
		put(cardArg(m.card))
		l.Spot = "card:" + m.card.ID()
	}
	switch m.verb {
	case pass:
		l.Key, l.Group = "pass", "pass"
	case play:
		l.Key, l.Group = "play", "play"
	case playProtect:
		l.Key, l.Group = "play-protect", "play"
	case cube:
		l.Key, l.Group, l.Spot = "cube", "cube", "colour:"+m.colour.ID()
		put(colourArg(m.colour))
		if s.phase == Achievement && s.pendingCount > 0 {
			source := s.pending[0].source
			l.Key = "achievement"
			put(cardArg(source), ownerArg(s.player(source)))
		}
		if from, ok := s.cubeFrom(n, m.colour); ok && from != 0 {
			l.Key += "-from"
			put(fromArg(from))
		}
	case take:
		l.Key, l.Group = "take", "take"
		put(fromArg(s.player(m.card)))
	case takeReturn:
		l.Key, l.Group = "take-fee", "take"
		put(fromArg(s.player(m.card)), colourArg(m.colour))
	case copyAbility:
		l.Key, l.Group = "copy", "copy"
		put(fromArg(s.rightNeighbour(n)))
	case double:
		l.Key, l.Group = "double", "double"
	}
	return l
}
