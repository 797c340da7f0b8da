package patronize

import (
	"strconv"

	"pizzini/engine/game"
)

// The facts that the game tells, with their arguments. All are for everybody:
//
//	played, played-protected      seat card
//	passed, passed-empty          seat            passed-empty: by itself (R2)
//	fame-won                      seat card fame  the winner of the trick
//	fame-lost                     fame            nobody played
//	no-achievement                seat card owner the Student has no cube to give
//	achievement                   seat colour card owner       a cube of step 3
//	achievement-from              seat colour card owner from  … another seat's
//	achievement-nothing           seat colour card owner       … there is none
//	cube, cube-from, cube-nothing seat colour [from]           a passer's cube
//	safe                          seat card       protected, now a protegee
//	taken, taken-fee              seat card from [colour]      colour: the fee
//	kept                          seat card       not taken, now a protegee
//	start                         seat            the start seat changes
//	round                         round fame      a round begins
//	copied                        seat card from
//	doubled                       seat card
//	over                          seat total      the winner
//
// In the achievement facts card is the character that generates the cube and
// owner the seat that played it: the gaining seat itself or its neighbour.

type argument struct{ key, value string }

func numberArg[N ~int | ~uint8](key string, n N) argument {
	return argument{key, strconv.Itoa(int(n))}
}

func seatArg(n uint8) argument     { return numberArg("seat", n) }
func fromArg(n uint8) argument     { return numberArg("from", n) }
func ownerArg(n uint8) argument    { return numberArg("owner", n) }
func cardArg(c Character) argument { return argument{"card", c.ID()} }
func fameArg(f Fame) argument      { return argument{"fame", f.ID()} }
func colourArg(c Colour) argument  { return argument{"colour", c.ID()} }

// tell makes a fact only when somebody listens.
func (r resolution) tell(key string, arguments ...argument) {
	if !r.chance.Listening() {
		return
	}
	args := make(map[string]string, len(arguments))
	for _, a := range arguments {
		args[a.key] = a.value
	}
	r.chance.Tell(game.Fact{Key: key, Args: args})
}

// tellGain tells how a cube was gained: in step 4 without a source.
func (r resolution) tellGain(chosen, generated string, n, from uint8, colour Colour, source Character) {
	if !r.chance.Listening() {
		return
	}
	key, arguments := chosen, []argument{seatArg(n), colourArg(colour)}
	if source != NoCharacter {
		key = generated
		arguments = append(arguments, cardArg(source), ownerArg(r.player(source)))
	}
	if from != 0 {
		arguments = append(arguments, fromArg(from))
	}
	r.tell(key, arguments...)
}
