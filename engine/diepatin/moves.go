package diepatin

import (
	"fmt"

	"pizzini/engine/game"
)

// verb is the kind of a move; 0 is none.
type verb int8

const (
	noVerb     verb = iota
	takeStart       // start AREA
	placeThree      // three M
	placeTwo        // two M
	placeOne        // one M
	chooseCard      // intrigue CARD
	henchman        // henchman AREA
	boss            // boss AREA
	pass            // pass
	rat             // rat M
	moveRat         // move FROM M
	removeRat       // remove M
	takeLoot        // loot
	backRoom        // backroom ENTERPRISE
	done            // done
	skip            // skip
	invade          // invade M
	claim           // claim
	scoreOne        // mission ID
	scoreNone       // mission none
)

// move is what a move's text says.
type move struct {
	verb       verb
	area       Area
	from, at   Manhole
	card       Card
	enterprise Enterprise
	mission    Mission
}

// text prints a move; the table below is its exact inverse.
func (m move) text() game.Move {
	switch m.verb {
	case takeStart:
		return game.Move("start " + m.area.ID())
	case placeThree:
		return game.Move("three " + m.at.ID())
	case placeTwo:
		return game.Move("two " + m.at.ID())
	case placeOne:
		return game.Move("one " + m.at.ID())
	case chooseCard:
		return game.Move("intrigue " + m.card.ID())
	case henchman:
		return game.Move("henchman " + m.area.ID())
	case boss:
		return game.Move("boss " + m.area.ID())
	case pass:
		return "pass"
	case rat:
		return game.Move("rat " + m.at.ID())
	case moveRat:
		return game.Move("move " + m.from.ID() + " " + m.at.ID())
	case removeRat:
		return game.Move("remove " + m.at.ID())
	case takeLoot:
		return "loot"
	case backRoom:
		return game.Move("backroom " + m.enterprise.ID())
	case done:
		return "done"
	case skip:
		return "skip"
	case invade:
		return game.Move("invade " + m.at.ID())
	case claim:
		return "claim"
	case scoreOne:
		return game.Move("mission " + m.mission.ID())
	case scoreNone:
		return "mission none"
	}
	return ""
}

// All texts are made once: a legal list is then put together without building
// strings, and a text is looked up, not parsed.
var (
	parsed        = map[game.Move]move{}
	plainTexts    [scoreNone + 1]game.Move
	areaTexts     [boss + 1][areas + 1]game.Move
	manholeTexts  [invade + 1][manholes + 1]game.Move
	moveTexts     [manholes + 1][manholes + 1]game.Move
	backRoomTexts [enterprises + 1]game.Move
	missionTexts  [missions]game.Move
	cardTexts     []game.Move // all of them, sorted
)

// missionsByText are the missions in the order of their texts.
var missionsByText = [missions]Mission{MostAreas, MostBackRooms, MostCrowd, MostLoot, MostSpread}

func init() {
	enter := func(m move) game.Move {
		text := m.text()
		parsed[text] = m
		return text
	}
	for _, v := range []verb{pass, takeLoot, done, skip, claim, scoreNone} {
		plainTexts[v] = enter(move{verb: v})
	}
	for a := O1; a <= T3; a++ {
		for _, v := range []verb{takeStart, henchman, boss} {
			areaTexts[v][a] = enter(move{verb: v, area: a})
		}
	}
	for m := Manhole(1); m <= manholes; m++ {
		for _, v := range []verb{placeThree, placeTwo, placeOne, rat, removeRat, invade} {
			manholeTexts[v][m] = enter(move{verb: v, at: m})
		}
		for from := Manhole(1); from <= manholes; from++ {
			if from != m {
				moveTexts[from][m] = enter(move{verb: moveRat, from: from, at: m})
			}
		}
	}
	for _, e := range Enterprises() {
		backRoomTexts[e] = enter(move{verb: backRoom, enterprise: e})
	}
	for _, m := range AllMissions() {
		missionTexts[m] = enter(move{verb: scoreOne, mission: m})
	}
	for _, c := range Cards() {
		cardTexts = append(cardTexts, enter(move{verb: chooseCard, card: c}))
	}
}

// check reads a move and says why a seat may not play it.
func (s *state) check(seat game.Seat, text game.Move) (move, error) {
	refuse := func(why string) (move, error) {
		return move{}, fmt.Errorf("%w: seat %d, %q: %s", game.ErrIllegal, seat, string(text), why)
	}
	if !s.isActive(seat) {
		return refuse(s.whoseTurn())
	}
	m, ok := parsed[text]
	if !ok {
		return refuse("that is no move of Die Patin")
	}
	if why := s.objection(int8(seat), m); why != "" {
		return refuse(why)
	}
	return m, nil
}

func (s *state) whoseTurn() string {
	switch s.phase {
	case Over:
		return "the game is over"
	case Start, Turns:
		return fmt.Sprintf("it is seat %d's turn", s.turn.seat)
	}
	return "it does not have to choose now"
}

// objection says why an active seat may not play a move; "" when it may. The
// legal list and this are held to each other by a test.
func (s *state) objection(n int8, m move) string {
	switch s.phase {
	case Intrigue:
		if m.verb != chooseCard {
			return "an intrigue card is chosen now"
		}
		return ""
	case Missions:
		return s.objectionToMission(n, m)
	}
	if !m.verb.fits(s.turn.step) {
		return "it is not the step for that: " + s.turn.step.ID()
	}
	t := &s.turn
	switch m.verb {
	case takeStart:
		if !s.board().starts.has(m.area) || s.owners[m.area] != 0 {
			return "that is no free start area"
		}
	case placeThree, placeTwo, placeOne:
		if !manholesOf[t.area].has(m.at) || s.rats[m.at] > 0 {
			return "that is no empty manhole of the start area"
		}
	case henchman:
		if s.seat(n).henchmen == 0 {
			return "no henchman is left in the supply"
		}
		if !s.henchmanReach(n).has(m.area) {
			return "a henchman cannot go there"
		}
	case boss:
		if !s.seat(n).boss {
			return "the boss lady is not in the supply"
		}
		if !s.bossReach(n).has(m.area) {
			return "with this card the boss lady cannot go there"
		}
	case pass:
		if !s.mustPass(n) {
			return "a seat passes only when it can do nothing else"
		}
	case rat, moveRat, removeRat:
		return s.objectionToRat(n, m)
	case takeLoot:
		if s.loot[t.area.District()] == 0 {
			return "the district has no loot marker"
		}
	case backRoom:
		if why := s.noBackRoom(n, t.area); why != "" {
			return why
		}
		if s.tiles[t.area].of(m.enterprise) == 0 {
			return "no tile of that enterprise lies in the area"
		}
	case invade:
		if !manholesOf[t.area].has(m.at) {
			return "the manhole does not belong to the area"
		}
	case claim:
		if t.step == StepOutside && t.spent == 0 {
			return "at least one loot marker must be spent first"
		}
	}
	return ""
}

// objectionToRat says why a rat may not be placed, moved or removed in this step.
func (s *state) objectionToRat(n int8, m move) string {
	t := &s.turn
	switch t.step {
	case StepBonus:
		if (t.bonus == RemoveBonus) != (m.verb == removeRat) {
			return "the bonus is another one"
		}
		if !s.board().manholes.has(m.at) {
			return "the manhole is not in use"
		}
	case StepReinforce:
		if m.at != t.manhole {
			return "rats move to the invaded manhole now"
		}
	default:
		if !manholesOf[t.area].has(m.at) {
			return "the manhole does not belong to the area"
		}
	}
	if m.verb == removeRat {
		if s.placeable(n, m.at) {
			return "no opposing rat is there"
		}
		return ""
	}
	switch {
	case !s.placeable(n, m.at):
		return "opposing rats are there"
	case (m.verb == rat) != (s.seat(n).rats > 0):
		return "rats come from the supply, and from other manholes only when it is empty"
	case m.verb == moveRat && s.ratsOf[m.from] != n:
		return "no own rat is there to be moved"
	}
	return ""
}

// objectionToMission says why a mission may not be chosen.
func (s *state) objectionToMission(n int8, m move) string {
	switch m.verb {
	case scoreNone:
		return ""
	case scoreOne:
		if s.qualifies(n, m.mission, s.numbers()) {
			return ""
		}
		return "the seat does not have the most, or has scored this mission before"
	}
	return "missions are chosen now"
}

// stepsOf says in which steps a kind of move can be legal.
var stepsOf = [scoreNone + 1][]Step{
	takeStart:  {StepArea},
	placeThree: {StepThree},
	placeTwo:   {StepTwo},
	placeOne:   {StepOne},
	henchman:   {StepFigure},
	boss:       {StepFigure},
	pass:       {StepFigure},
	rat:        {StepInside, StepBonus, StepOutside, StepBribe},
	moveRat:    {StepInside, StepBonus, StepOutside, StepBribe, StepReinforce},
	removeRat:  {StepInside, StepBonus, StepOutside, StepBribe},
	takeLoot:   {StepInside},
	backRoom:   {StepInside},
	done:       {StepInside},
	skip:       {StepBonus},
	invade:     {StepInvade},
	claim:      {StepOutside, StepReinforce},
}

func (v verb) fits(step Step) bool {
	for _, s := range stepsOf[v] {
		if s == step {
			return true
		}
	}
	return false
}
