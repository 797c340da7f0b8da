package diepatin

// placeRat brings a rat from the supply.
func (r resolution) placeRat(n int8, m Manhole) {
	r.place(n, m, 1)
	r.tell("rat", seatArg(n), manholeArg(m), numberArg("rats", r.rats[m]), stepArg(r.turn.step))
	r.acted(n)
}

// moveRat brings a rat from another manhole, as the supply is empty (R23).
func (r resolution) moveRat(n int8, from, to Manhole) {
	r.free(from, 1)
	r.place(n, to, 1)
	r.tell("rat-moved", seatArg(n), fromArg(from), manholeArg(to), numberArg("rats", r.rats[to]), stepArg(r.turn.step))
	r.acted(n)
}

// removeRat sends an opposing rat back to its owner's supply (R26).
func (r resolution) removeRat(n int8, m Manhole) {
	owner := r.ratsOf[m]
	r.free(m, 1)
	r.tell("rat-removed", seatArg(n), manholeArg(m), ownerArg(owner), numberArg("rats", r.rats[m]), stepArg(r.turn.step))
	r.acted(n)
}

// takeLoot takes a marker of the area's district.
func (r resolution) takeLoot(n int8) {
	district := r.turn.area.District()
	r.loot[district]--
	r.seat(n).loot++
	r.tell("loot", seatArg(n), areaArg(r.turn.area), districtArg(district), numberArg("left", r.loot[district]), numberArg("loot", r.seat(n).loot))
	r.acted(n)
}

// acted follows on an action, a bribed rat or a rat of a bonus, by the step in
// which it was done.
func (r resolution) acted(n int8) {
	switch r.turn.step {
	case StepBonus:
		r.endBonus()
	case StepOutside:
		me := r.seat(n)
		me.loot--
		r.lootSupply++
		r.turn.spent++
		r.tell("loot-spent", seatArg(n), numberArg("spent", r.turn.spent), numberArg("loot", me.loot))
		if me.loot == 0 {
			r.claim(n)
		}
	case StepInside:
		r.turn.left--
		if r.turn.left == 0 {
			r.endTurn()
		}
	case StepBribe:
		r.turn.left--
		if r.turn.left == 0 {
			r.claim(n)
		}
	case StepReinforce:
		r.turn.left--
		if r.turn.left == 0 || !r.ratsElsewhere(n, r.turn.manhole) {
			r.claim(n)
		}
	}
}

// noBackRoom says why a seat cannot set up a back room in an own area, whatever
// the tiles there; "" when it can (R33 to R35).
func (s *state) noBackRoom(n int8, a Area) string {
	switch {
	case s.backRooms.has(a):
		return "the area has a back room"
	case s.seat(n).backRooms == 0:
		return "no back room is left in the supply"
	case s.figuresIn(n, a) < 2:
		return "two own figures must stand in the area"
	}
	return ""
}

// setUpBackRoom sets up a back room, takes the tile and gives its bonus at once
// (R36). The action is used before the bonus is taken.
func (r resolution) setUpBackRoom(n int8, e Enterprise) {
	me, area := r.seat(n), r.turn.area
	t := r.tiles[area].of(e)
	r.tiles[area].remove(t)
	r.backRooms.add(area)
	me.backRooms--
	me.tiles[me.tileCount] = t
	me.tileCount++
	r.tell("back-room", seatArg(n), areaArg(area), enterpriseArg(e), bonusArg(t.Bonus()), numberArg("tiles", me.chain(e)))
	switch b := t.Bonus(); b {
	case LootBonus:
		if r.lootSupply == 0 { // R38
			r.tell("bonus-nothing", seatArg(n), bonusArg(b))
			break
		}
		r.lootSupply--
		me.loot++
		r.tell("bonus-loot", seatArg(n), numberArg("loot", me.loot))
	case RatBonus, RemoveBonus:
		if r.bonusPossible(n, b) {
			r.turn.left--
			r.turn.step, r.turn.bonus = StepBonus, b
			return
		}
		r.tell("bonus-nothing", seatArg(n), bonusArg(b))
	}
	r.acted(n)
}

// endBonus goes on inside, or ends the turn when no action is left.
func (r resolution) endBonus() {
	r.turn.step, r.turn.bonus = StepInside, NoBonus
	if r.turn.left == 0 {
		r.endTurn()
	}
}

// bonusPossible says whether a rat or remove bonus can do anything (R36).
func (s *state) bonusPossible(n int8, b Bonus) bool {
	own, free, opposing := 0, 0, 0
	for _, m := range manholesByText {
		switch {
		case !s.board().manholes.has(m):
		case s.ratsOf[m] == n:
			own++
		case s.ratsOf[m] == 0:
			free++
		default:
			opposing++
		}
	}
	switch {
	case b == RemoveBonus:
		return opposing > 0
	case s.seat(n).rats > 0:
		return own+free > 0
	}
	// All own rats are on the board: one can move when there is a second place.
	return own+free > 1
}

// chain is the number of the seat's tiles of one enterprise.
func (p *place) chain(e Enterprise) int {
	count := 0
	for _, t := range p.tiles[:p.tileCount] {
		if t.Enterprise() == e {
			count++
		}
	}
	return count
}
