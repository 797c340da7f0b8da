package patronize

// trick finds the seat that wins a trick, given the character before each seat,
// seat 1 first: the highest influence among those with the trump's speciality
// (R21), or else of all. It is 0 when nobody played.
func trick(table []Character, trump Colour) uint8 {
	var best, bestTrump uint8
	for i, c := range table {
		if c == NoCharacter {
			continue
		}
		n := uint8(i + 1)
		if best == 0 || c > table[best-1] {
			best = n
		}
		if trump != NoColour && c.has(trump) && (bestTrump == 0 || c > table[bestTrump-1]) {
			bestTrump = n
		}
	}
	if bestTrump != 0 {
		return bestTrump
	}
	return best
}

// tableCards lists the character before each seat.
func (s *state) tableCards() (table [maxSeats]Character) {
	for i := range table {
		table[i] = s.seats[i].table
	}
	return table
}

// achievements begins step 3: who wins takes the Fame card, and the cubes of all
// who played are gained in order.
func (r resolution) achievements() {
	table := r.tableCards()
	r.winner = trick(table[:], r.fameCard.Trump())
	if r.winner == 0 { // R18
		r.lost.add(r.fameCard)
		r.tell("fame-lost", fameArg(r.fameCard))
		r.fameCard = NoFame
		r.protegees()
		return
	}
	r.seat(r.winner).fame.add(r.fameCard)
	r.tell("fame-won", seatArg(r.winner), cardArg(table[r.winner-1]), fameArg(r.fameCard))
	r.fameCard = NoFame
	r.pending, r.pendingCount = r.cubesOfRound()
	r.tellWithout(table[:])
	r.gainPending()
}

// cubesOfRound lists the cubes of step 3 in order (R3): the winner's own one,
// then for every other seat that played, clockwise from him, its own and its
// neighbour's; twice the neighbour's for the Student, who has none of his own.
func (s *state) cubesOfRound() (list [maxPending]gain, count uint8) {
	add := func(seat uint8, source Character) {
		if source.Achievement() != NoColour {
			list[count] = gain{seat, source}
			count++
		}
	}
	add(s.winner, s.seat(s.winner).table)
	for n := s.next(s.winner); n != s.winner; n = s.next(n) {
		own := s.seat(n).table
		if own == NoCharacter {
			continue
		}
		neighbour := s.seat(s.nextPlayed(n)).table
		add(n, own)
		add(n, neighbour)
		if own == Student {
			add(n, neighbour)
		}
	}
	return list, count
}

// nextPlayed is the next seat clockwise that has a character on the table.
func (s *state) nextPlayed(n uint8) uint8 {
	for n = s.next(n); s.seat(n).table == NoCharacter; {
		n = s.next(n)
	}
	return n
}

// tellWithout tells who gets no cube because the Student has none to give.
func (r resolution) tellWithout(table []Character) {
	student := r.player(Student)
	if student == 0 {
		return
	}
	if student == r.winner {
		r.tell("no-achievement", seatArg(student), cardArg(Student), ownerArg(student))
	}
	for n := r.next(r.winner); n != r.winner; n = r.next(n) {
		if n != student && table[n-1] != NoCharacter && r.nextPlayed(n) == student {
			r.tell("no-achievement", seatArg(n), cardArg(Student), ownerArg(student))
		}
	}
}

// gainPending lets the cubes be gained until one is white: its seat is asked (R4).
func (r resolution) gainPending() {
	for r.pendingCount > 0 {
		g := r.pending[0]
		colour := g.source.Achievement()
		if colour == White && r.lacksColour(g.seat) {
			r.phase, r.active = Achievement, g.seat
			return
		}
		r.gain(g.seat, colour, g.source)
		r.dropPending()
	}
	r.protegees()
}

// lacksColour says whether there is a colour of which a seat has not all cubes.
func (s *state) lacksColour(n uint8) bool {
	for _, have := range s.seat(n).cubes {
		if have < cubesOfColour {
			return true
		}
	}
	return false
}

// gainWhite is the answer to a white cube.
func (r resolution) gainWhite(colour Colour) {
	r.gain(r.active, colour, r.pending[0].source)
	r.dropPending()
	r.gainPending()
}

func (r resolution) dropPending() {
	copy(r.pending[:], r.pending[1:r.pendingCount])
	r.pendingCount--
	r.pending[r.pendingCount] = gain{}
}

// gain gives a seat a cube: from the stock, or else from the first seat clockwise
// that has one, or else none (R6). The source is the character that generates
// it; none in step 4.
func (r resolution) gain(n uint8, colour Colour, source Character) {
	from, ok := r.cubeFrom(n, colour)
	switch {
	case !ok:
		r.tellGain("cube-nothing", "achievement-nothing", n, 0, colour, source)
		return
	case from == 0:
		r.stock[colour]--
		r.tellGain("cube", "achievement", n, 0, colour, source)
	default:
		r.seat(from).cubes[colour]--
		r.tellGain("cube-from", "achievement-from", n, from, colour, source)
	}
	r.seat(n).cubes[colour]++
}

// cubeFrom says where a cube for a seat would come from: 0 is the stock.
func (s *state) cubeFrom(n uint8, colour Colour) (from uint8, ok bool) {
	if colour >= White {
		return 0, false
	}
	if s.stock[colour] > 0 {
		return 0, true
	}
	for from = s.next(n); from != n; from = s.next(from) {
		if s.seat(from).cubes[colour] > 0 {
			return from, true
		}
	}
	return 0, false
}
