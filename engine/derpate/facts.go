package derpate

import (
	"strconv"

	"pizzini/engine/game"
)

// The facts that the game tells, with their arguments. All are for everybody,
// and amounts are in dollars:
//
//	car-placed        seat business                  set-up
//	district          seat district                  chosen
//	district-left     seat district                  the last one, without a move
//	district-neutral  district
//	round             round                          then the income
//	event             event round                    the card turned up
//	event-marker      colour space
//	ko-track          track colour                   the K.O. track is settled
//	car               from business steps            the car has driven
//	turn              seat round                     a seat's turn begins
//	crackdown         seat face
//	rolled            seat row [black white gray red]   the dice thrown, with their faces
//	rerolled          seat row [black white gray red]   those thrown again
//	placed            seat die face row space [as]   as: the colour, with the Senator
//	passed            seat choice                    choice: a space or an event card
//	nothing           seat space                     the space does nothing
//	harassed          seat business                  row 1: it pays nothing, as the car stands there
//	paid              seat amount for                by the bank; for: below
//	spent             seat amount for                to the bank; for: friend, ransom, donation
//	due               seat to amount count           Gathering: who must pay whom, for how many markers
//	settled           seat to amount                 what was paid
//	advanced          seat track steps space
//	tile-won          seat tile
//	tile-used         seat tile
//	favor-used        seat favor
//	grandchild        seat face
//	friends           seat count for                 for: friend, wedding, good-neighbour
//	no-friend-left    seat
//	no-money          seat for                       no money for the Friend
//	nobody-there      business                       good-neighbour: no player's business
//	raid              number                         all figures on these businesses
//	jailed            seat business                  the seat's figure goes to prison
//	sunk, sent-home   seat business                  to the Hudson, to its supply
//	neutral-gone      business                       a neutral figure leaves the game
//	occupied          seat business
//	taken, killed     seat business from             from: the victim, 0 = neutral
//	informed          seat business from
//	withdrew          seat business
//	debt-given        seat to                        to: a seat, 0 = the bank
//	debt-returned     seat from count
//	freed             seat count                     prisoners come home
//	drowned           seat count                     prisoners go to the Hudson
//	saved             seat                           a figure comes home from the Hudson
//	dropped           seat track                     not on the last space of the K.O. track
//	won               seat total                     for each of the first
//	everybody-lost
//
// paid is for: income, a kind of business (protection, smuggling, bookmaker,
// loan-shark, gambling), odds, headlines, retreat, track-end, grandchild, cash.

type argument struct {
	key, text string
	number    int
	isNumber  bool // then the text is not used
}

func (a argument) value() string {
	if a.isNumber {
		return strconv.Itoa(a.number)
	}
	return a.text
}

func numberArg[N ~int | ~int8](key string, n N) argument {
	return argument{key: key, number: int(n), isNumber: true}
}

func textArg(key, text string) argument      { return argument{key: key, text: text} }
func seatArg(n int8) argument                { return numberArg("seat", n) }
func ownerArg(key string, o Owner) argument  { return numberArg(key, o) }
func moneyArg(amount int) argument           { return numberArg("amount", amount) }
func businessArg(b Business) argument        { return textArg("business", b.ID()) }
func districtArg(d District) argument        { return textArg("district", d.ID()) }
func eventArg(e Event) argument              { return textArg("event", e.ID()) }
func trackArg(t Track) argument              { return textArg("track", t.ID()) }
func tileArg(t Tile) argument                { return textArg("tile", t.ID()) }
func faceArg(key string, f Face) argument    { return textArg(key, f.ID()) }
func colourArg(c Colour) argument            { return colourAs("colour", c) }
func colourAs(key string, c Colour) argument { return textArg(key, c.ID()) }

// tell makes a fact only when somebody listens.
func (r resolution) tell(key string, arguments ...argument) {
	if r.chance.Listening() {
		r.chance.Tell(game.Fact{Key: key, Args: argumentMap(arguments)})
	}
}

func argumentMap(arguments []argument) map[string]string {
	args := make(map[string]string, len(arguments))
	for _, a := range arguments {
		args[a.key] = a.value()
	}
	return args
}

// tellDice tells the faces of the dice that were thrown: of one die, or of all
// that lie unplaced (-1).
func (r resolution) tellDice(key string, face Face, die int8) {
	if !r.chance.Listening() {
		return
	}
	arguments := []argument{seatArg(r.active), numberArg("row", r.turn.row)}
	if die >= 0 {
		arguments = append(arguments, faceArg(Colour(die).ID(), face))
	} else {
		for c, f := range r.turn.dice {
			if f != NoFace {
				arguments = append(arguments, faceArg(Colour(c).ID(), f))
			}
		}
	}
	r.tell(key, arguments...)
}
