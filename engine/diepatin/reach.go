package diepatin

// territory is the set of areas that a seat owns.
func (s *state) territory(n int8) areaSet {
	var own areaSet
	for a, owner := range s.owners {
		if owner == n {
			own.add(Area(a))
		}
	}
	return own
}

// outside is the set of a seat's outside areas: in use, not its own, adjacent to
// any part of its territory (R15 to R17), and not another seat's only area (R18).
func (s *state) outside(n int8) areaSet {
	var own, reach areaSet
	var count [maxSeats + 1]int8
	var last [maxSeats + 1]Area
	for a := O1; a <= T3; a++ {
		owner := s.owners[a]
		count[owner]++
		last[owner] = a
		if owner == n {
			own.add(a)
			reach |= adjacentTo[a]
		}
	}
	reach &= s.board().areas &^ own
	for other := int8(1); other <= s.players; other++ {
		if other != n && count[other] == 1 {
			reach.remove(last[other])
		}
	}
	return reach
}

// henchmanReach is where a henchman may go: outside only with loot to spend.
func (s *state) henchmanReach(n int8) areaSet {
	reach := s.territory(n)
	if s.seat(n).loot > 0 {
		reach |= s.outside(n)
	}
	return reach
}

// bossReach is where the seat's card lets the boss lady go.
func (s *state) bossReach(n int8) areaSet {
	if s.seat(n).card == Administration {
		return s.territory(n)
	}
	return s.outside(n)
}

// mustPass says whether a seat has no other move in the step figure: a henchman
// could always be placed inside (R12, R19).
func (s *state) mustPass(n int8) bool {
	me := s.seat(n)
	return me.henchmen == 0 && me.boss && s.bossReach(n) == 0
}

// parts are the connected parts of a seat's territory, each in the order of the
// rules, the one with the first area first (R16).
func (s *state) parts(n int8) []areaSet {
	var parts []areaSet
	for left := s.territory(n); left != 0; {
		part := left & -left
		for grown := part; ; part = grown {
			for _, a := range part.list() {
				grown |= adjacentTo[a] & left
			}
			if grown == part {
				break
			}
		}
		parts = append(parts, part)
		left &^= part
	}
	return parts
}
