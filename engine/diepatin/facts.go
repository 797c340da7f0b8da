package diepatin

import (
	"strconv"

	"pizzini/engine/game"
)

// The facts that the game tells, with their arguments, in the order in which a
// turn comes to them. All are for everybody; every fact of a turn names its seat,
// so that the facts of a turn can be put into one sentence.
//
//	start-area       seat area
//	first-rats       seat area manhole rats
//	round            round seat                  a round begins, its start seat
//	card-chosen      seat                        an intrigue card, in secret
//	turns            round seat                  all have chosen; who begins
//	henchman         seat area                   placed in its own territory
//	henchman-outside seat area owner loot        loot: markers it can spend
//	boss             seat area owner card        shows the card
//	passed           seat card                   shows the card
//	rat              seat manhole rats step      rats: there now
//	rat-moved        seat from manhole rats step
//	rat-removed      seat manhole owner rats step
//	loot             seat area district left loot  left: in the district
//	loot-spent       seat spent loot             spent: in this turn
//	back-room        seat area enterprise bonus tiles  tiles: of its chain now
//	bonus-loot       seat loot
//	bonus-nothing    seat bonus                  it was not possible
//	bonus-skipped    seat bonus
//	done             seat area left              left: actions not used
//	invaded          seat area manhole owner removed placed rats
//	claimed, claim-tied, claim-failed
//	                 seat area owner power most rivals  of the others the most
//	trophy           seat area owner trophies    trophies: of the seat now
//	missions         round                       the turns are over
//	leads            mission seat number ahead
//	leads-scored     mission seat number points  it has scored it before
//	leads-nobody     mission number seats        a tie, or nobody has any
//	missions-nobody  round                       nobody can score
//	mission          seat mission number points
//	mission-none     seat points                 the points that are lost
//	filled-up        markers supply              the districts' loot
//	over, over-shared seats total                the winner or winners
//	score            place seat missions chains symbols trophies total
//
// Owner is the seat that an area, a rat or a back room belonged to, 0 for nobody;
// step is where a rat was bribed: inside, outside, bribe, bonus or reinforce;
// seats and rivals are seats with spaces between them.

type argument struct{ key, value string }

func numberArg[N ~int | ~int8](key string, n N) argument {
	return argument{key, strconv.Itoa(int(n))}
}

func seatArg(n int8) argument             { return numberArg("seat", n) }
func ownerArg(n int8) argument            { return numberArg("owner", n) }
func areaArg(a Area) argument             { return argument{"area", a.ID()} }
func districtArg(d District) argument     { return argument{"district", d.ID()} }
func manholeArg(m Manhole) argument       { return argument{"manhole", manholeIDs[m]} }
func fromArg(m Manhole) argument          { return argument{"from", manholeIDs[m]} }
func cardArg(c Card) argument             { return argument{"card", c.ID()} }
func enterpriseArg(e Enterprise) argument { return argument{"enterprise", e.ID()} }
func bonusArg(b Bonus) argument           { return argument{"bonus", b.ID()} }
func missionArg(m Mission) argument       { return argument{"mission", m.ID()} }
func stepArg(s Step) argument             { return argument{"step", s.ID()} }

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
