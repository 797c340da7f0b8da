package diepatin

import "pizzini/engine/game"

// Apply plays a move and everything that follows from it without a choice, up to
// the next decision.
//
// What opens something: the move that shows an intrigue card, that is boss and
// pass, and nothing else. It always does, also where the area alone tells the
// card (an own one means Administration), since the seal must be opened. No move
// draws anything. The last choice of a card begins the turns, which everybody
// could foresee; what a turn does and what missions are worth is worked out from
// what lies open; the end of the game shows nothing new.
func (s *state) Apply(seat game.Seat, text game.Move, chance *game.Chance) (game.State, error) {
	m, err := s.check(seat, text)
	if err != nil {
		return nil, err
	}
	next := *s
	r := resolution{state: &next, chance: chance}
	n := int8(seat)
	switch m.verb {
	case takeStart:
		r.takeStart(n, m.area)
	case placeThree:
		r.placeFirst(n, m.at, 3, StepTwo)
	case placeTwo:
		r.placeFirst(n, m.at, 2, StepOne)
	case placeOne:
		r.placeFirst(n, m.at, 1, StepArea)
	case chooseCard:
		r.chooseCard(n, m.card)
	case henchman:
		r.placeHenchman(n, m.area)
	case boss:
		r.placeBoss(n, m.area)
	case pass:
		r.passTurn(n)
	case rat:
		r.placeRat(n, m.at)
	case moveRat:
		r.moveRat(n, m.from, m.at)
	case removeRat:
		r.removeRat(n, m.at)
	case takeLoot:
		r.takeLoot(n)
	case backRoom:
		r.setUpBackRoom(n, m.enterprise)
	case done:
		r.tell("done", seatArg(n), areaArg(r.turn.area), numberArg("left", r.turn.left))
		r.endTurn()
	case skip:
		r.tell("bonus-skipped", seatArg(n), bonusArg(r.turn.bonus))
		r.endBonus()
	case invade:
		r.invade(n, m.at)
	case claim:
		r.claim(n)
	case scoreOne:
		r.score(n, m.mission)
	case scoreNone:
		r.tell("mission-none", seatArg(n), numberArg("points", r.round))
		r.chosen(n)
	}
	return &next, nil
}

// resolution is a new position while a move is being played out on it.
type resolution struct {
	*state
	chance *game.Chance
}

// takeStart is the first move of a seat in phase start.
func (r resolution) takeStart(n int8, a Area) {
	r.owners[a] = n
	r.tell("start-area", seatArg(n), areaArg(a))
	r.turn.area, r.turn.step = a, StepThree
}

// placeFirst places three, two and one rats; then the next seat begins (R8).
func (r resolution) placeFirst(n int8, m Manhole, rats int8, then Step) {
	r.place(n, m, rats)
	r.tell("first-rats", seatArg(n), areaArg(r.turn.area), manholeArg(m), numberArg("rats", rats))
	if then != StepArea {
		r.turn.step = then
		return
	}
	if next := r.next(n); next != r.startSeat {
		r.turn = turn{seat: next, step: StepArea}
		return
	}
	r.beginRound()
}

// beginRound asks all seats for an intrigue card.
func (r resolution) beginRound() {
	r.round++
	r.turn = turn{}
	r.phase = Intrigue
	r.tell("round", numberArg("round", r.round), seatArg(r.startSeat))
}

// chooseCard is a seat's choice in phase intrigue. Who has chosen is all that the
// others are told (R11).
func (r resolution) chooseCard(n int8, c Card) {
	me := r.seat(n)
	me.card, me.given = c, false
	r.tell("card-chosen", seatArg(n))
	if r.active() != 0 {
		return
	}
	r.phase = Turns
	r.tell("turns", numberArg("round", r.round), seatArg(r.startSeat))
	r.turn = turn{seat: r.startSeat, step: StepFigure}
}

// showCard shows a seat's intrigue card to all. What tells it must be told after
// that.
func (r resolution) showCard(n int8) {
	me := r.seat(n)
	r.chance.Reveal(r.cardAt(n))
	me.boss, me.revealed, me.given = false, true, false
}

// placeHenchman puts a henchman into an own area, for two actions, or outside,
// to bribe rats for loot and claim the area.
func (r resolution) placeHenchman(n int8, a Area) {
	r.seat(n).henchmen--
	r.henchmen[n-1][a]++
	if r.owners[a] == n {
		r.turn = turn{seat: n, step: StepInside, figure: Henchman, area: a, left: 2}
		r.tell("henchman", seatArg(n), areaArg(a))
		return
	}
	r.turn = turn{seat: n, step: StepOutside, figure: Henchman, area: a}
	r.tell("henchman-outside", seatArg(n), areaArg(a), ownerArg(r.owners[a]), numberArg("loot", r.seat(n).loot))
}

// placeBoss puts the boss lady where her card lets her go, and shows the card.
func (r resolution) placeBoss(n int8, a Area) {
	r.showCard(n)
	me := r.seat(n)
	me.bossAt = a
	r.turn = turn{seat: n, figure: BossLady, area: a}
	switch me.card {
	case Administration:
		r.turn.step, r.turn.left = StepInside, 5
	case Bribe:
		r.turn.step, r.turn.left = StepBribe, 4
	case Invasion:
		r.turn.step = StepInvade
	}
	r.tell("boss", seatArg(n), areaArg(a), ownerArg(r.owners[a]), cardArg(me.card))
}

// passTurn is what is left to a boss lady without an area (R19).
func (r resolution) passTurn(n int8) {
	r.showCard(n)
	r.tell("passed", seatArg(n), cardArg(r.seat(n).card))
	r.endTurn()
}

// endTurn gives the turn to the next seat clockwise that has a figure in its
// supply (R47); the seat itself is the last one asked.
func (r resolution) endTurn() {
	n := r.turn.seat
	for range r.players {
		n = r.next(n)
		if r.hasFigure(n) {
			r.turn = turn{seat: n, step: StepFigure}
			return
		}
	}
	r.beginMissions()
}
