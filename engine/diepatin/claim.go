package diepatin

import "strings"

// invade throws all opposing rats out of a manhole and brings two own ones from
// the supply; what is missing of them may be moved there (R24).
func (r resolution) invade(n int8, m Manhole) {
	owner, removed := r.ratsOf[m], int8(0)
	if owner != 0 && owner != n {
		removed = r.rats[m]
		r.free(m, removed)
	} else {
		owner = 0
	}
	placed := min(2, r.seat(n).rats)
	if placed > 0 {
		r.place(n, m, placed)
	}
	r.tell("invaded", seatArg(n), areaArg(r.turn.area), manholeArg(m), ownerArg(owner), numberArg("removed", removed), numberArg("placed", placed), numberArg("rats", r.rats[m]))
	if placed < 2 && r.ratsElsewhere(n, m) {
		r.turn.step, r.turn.manhole, r.turn.left = StepReinforce, m, 2-placed
		return
	}
	r.claim(n)
}

// ratsElsewhere says whether a seat has rats on another manhole.
func (s *state) ratsElsewhere(n int8, but Manhole) bool {
	for m, owner := range s.ratsOf {
		if owner == n && Manhole(m) != but {
			return true
		}
	}
	return false
}

// power is a seat's power in an area: its rats at the four manholes, its henchmen
// there, and 2 for its boss lady (R25, R27).
func (s *state) power(n int8, a Area) int8 {
	power := s.henchmen[n-1][a]
	for _, m := range areaCards[a].manholes {
		if s.ratsOf[m] == n {
			power += s.rats[m]
		}
	}
	if s.seat(n).bossAt == a {
		power += 2
	}
	return power
}

// rivals is the greatest power of any other seat in an area, and whose it is; no
// seats when nobody else has any.
func (s *state) rivals(n int8, a Area) (power int8, seats []int8) {
	for other := s.next(n); other != n; other = s.next(other) {
		switch p := s.power(other, a); {
		case p > power:
			power, seats = p, []int8{other}
		case p == power && p > 0:
			seats = append(seats, other)
		}
	}
	return power, seats
}

// claim decides the area of the turn for the active seat, and ends the turn. More
// power than every other seat is needed (R28, R29); a failed claim changes
// nothing.
func (r resolution) claim(n int8) {
	area := r.turn.area
	owner, power := r.owners[area], r.power(n, area)
	most, rivals := r.rivals(n, area)
	key := "claimed"
	switch {
	case power == most:
		key = "claim-tied"
	case power < most:
		key = "claim-failed"
	}
	r.tell(key, seatArg(n), areaArg(area), ownerArg(owner), numberArg("power", power), numberArg("most", most), argument{"rivals", seatsText(rivals)})
	if power > most {
		r.owners[area] = n
		if r.backRooms.has(area) { // R32
			r.backRooms.remove(area)
			r.seat(n).trophies[owner-1]++
			r.tell("trophy", seatArg(n), areaArg(area), ownerArg(owner), numberArg("trophies", r.seat(n).trophyCount()))
		}
	}
	r.endTurn()
}

// trophyCount is the number of back rooms that the seat has destroyed.
func (p *place) trophyCount() int {
	count := 0
	for _, n := range p.trophies {
		count += int(n)
	}
	return count
}

// seatsText writes seats as an argument of a fact: "2 4".
func seatsText[N ~int | ~int8](seats []N) string {
	var words []string
	for _, n := range seats {
		words = append(words, numberArg("", n).value)
	}
	return strings.Join(words, " ")
}
