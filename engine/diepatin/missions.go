package diepatin

// numbers are what each seat has for each mission.
type numbers [missions][maxSeats]int8

// numbers counts for the missions: areas owned, rats at the fullest manhole,
// manholes with own rats, back rooms on the board (R43), loot in the supply.
func (s *state) numbers() numbers {
	var count numbers
	for a, owner := range s.owners {
		if owner != 0 {
			count[MostAreas][owner-1]++
			if s.backRooms.has(Area(a)) {
				count[MostBackRooms][owner-1]++
			}
		}
	}
	for m, owner := range s.ratsOf {
		if owner != 0 {
			count[MostSpread][owner-1]++
			count[MostCrowd][owner-1] = max(count[MostCrowd][owner-1], s.rats[m])
		}
	}
	for i := range s.players {
		count[MostLoot][i] = s.seats[i].loot
	}
	return count
}

// leader is the seat that alone has the most of a mission, 0 when there is none
// (R40): then the first number is shared. Second is the next lower number.
func (c *numbers) leader(m Mission) (seat, first, second int8) {
	for i, number := range c[m] {
		switch {
		case number > first:
			seat, first, second = int8(i+1), number, first
		case number > second:
			second = number
		}
	}
	if first == second {
		return 0, first, second
	}
	return seat, first, second
}

// qualifies says whether a seat may score a mission now: it alone has the most,
// and has not scored this mission (R42), nor in this round.
func (s *state) qualifies(n int8, m Mission, count numbers) bool {
	for _, round := range s.seat(n).missions {
		if round == s.round {
			return false
		}
	}
	leader, _, _ := count.leader(m)
	return leader == n && s.seat(n).missions[m] == 0
}

// qualifying is the set of seats that may score any mission: bit n is seat n.
func (s *state) qualifying() uint8 {
	var set uint8
	count := s.numbers()
	for m := range Mission(missions) {
		if leader, _, _ := count.leader(m); leader != 0 && s.qualifies(leader, m, count) {
			set |= 1 << leader
		}
	}
	return set
}

// beginMissions ends the turns of a round: the seats that qualify for a mission
// choose, all at once and openly (R44).
func (r resolution) beginMissions() {
	r.turn = turn{}
	r.phase = Missions
	r.choosing = r.qualifying()
	r.tellMissions()
	if r.choosing == 0 {
		r.endMissions()
	}
}

// tellMissions tells who has the most of what, when the turns are over.
func (r resolution) tellMissions() {
	if !r.chance.Listening() {
		return
	}
	r.tell("missions", numberArg("round", r.round))
	count := r.numbers()
	for m := range Mission(missions) {
		leader, first, second := count.leader(m)
		switch {
		case leader != 0 && r.seat(leader).missions[m] != 0:
			r.tell("leads-scored", missionArg(m), seatArg(leader), numberArg("number", first), numberArg("points", r.seat(leader).missions[m]))
		case leader != 0:
			r.tell("leads", missionArg(m), seatArg(leader), numberArg("number", first), numberArg("ahead", first-second))
		default:
			var seats []int8
			for n := int8(1); n <= r.players && first > 0; n++ {
				if count[m][n-1] == first {
					seats = append(seats, n)
				}
			}
			r.tell("leads-nobody", missionArg(m), numberArg("number", first), argument{"seats", seatsText(seats)})
		}
	}
	if r.choosing == 0 {
		r.tell("missions-nobody", numberArg("round", r.round))
	}
}

// score books a mission at the number of the round.
func (r resolution) score(n int8, m Mission) {
	r.seat(n).missions[m] = r.round
	if r.chance.Listening() {
		r.tell("mission", seatArg(n), missionArg(m), numberArg("points", r.round), numberArg("number", r.numbers()[m][n-1]))
	}
	r.chosen(n)
}

// chosen takes a seat out of those that choose. No choice changes another seat's
// list.
func (r resolution) chosen(n int8) {
	r.choosing &^= 1 << n
	if r.choosing == 0 {
		r.endMissions()
	}
}

// endMissions ends the round: figures go home, the districts are filled up, the
// start seat moves on (R45). After round 5 the game is over (R46).
func (r resolution) endMissions() {
	if r.round == rounds {
		r.over()
		return
	}
	for n := int8(1); n <= r.players; n++ {
		me := r.seat(n)
		me.henchmen, me.boss, me.bossAt = henchmenEach, true, NoArea
		me.card, me.revealed, me.given = NoCard, false, false
		r.henchmen[n-1] = [areas + 1]int8{}
	}
	r.fillUp()
	r.startSeat = r.next(r.startSeat)
	r.beginRound()
}

// fillUp brings the districts to two markers: first one to each that has none,
// then the second, as long as the supply lasts (R38).
func (r resolution) fillUp() {
	filled := int8(0)
	for level := range int8(lootFull) {
		for d := r.board().firstDistrict; d <= Turquoise; d++ {
			if r.loot[d] == level && r.lootSupply > 0 {
				r.loot[d]++
				r.lootSupply--
				filled++
			}
		}
	}
	r.tell("filled-up", numberArg("markers", filled), numberArg("supply", r.lootSupply))
}
