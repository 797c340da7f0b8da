package patronize

// copyable lists the protegees of a seat's right neighbour that the Clown can
// copy (R10).
func (s *state) copyable(n uint8) []Character {
	var list []Character
	for _, c := range s.seat(s.rightNeighbour(n)).protegees.all() {
		if c.Copyable() {
			list = append(list, c)
		}
	}
	return list
}

// clown is step 6: the patron of the Clown chooses, if there is anything to copy.
func (r resolution) clown() {
	if n := r.owner(Clown); n != 0 && len(r.copyable(n)) > 0 {
		r.phase, r.active = ClownCopies, n
		return
	}
	r.sculptor()
}

func (r resolution) copyAbility(c Character) {
	r.seat(r.active).copied = c
	r.tell("copied", seatArg(r.active), cardArg(c), fromArg(r.rightNeighbour(r.active)))
	r.sculptor()
}

// sculptor is step 7: each seat that may double a protegee chooses, clockwise
// from the start seat.
func (r resolution) sculptor() {
	n := r.start
	for range r.players {
		if r.doubles(n) && r.seat(n).doubled == NoCharacter {
			r.phase, r.active = SculptorDoubles, n
			return
		}
		n = r.next(n)
	}
	r.over()
}

// doubles says whether a seat has the Sculptor or copied him.
func (s *state) doubles(n uint8) bool {
	me := s.seat(n)
	return me.protegees.has(Sculptor) || me.copied == Sculptor
}

func (r resolution) double(c Character) {
	r.seat(r.active).doubled = c
	r.tell("doubled", seatArg(r.active), cardArg(c))
	r.sculptor()
}

// over is step 8: all is shown, and the scores are counted.
func (r resolution) over() {
	r.phase, r.active = Over, 0
	r.chance.Reveal()
	if r.chance.Listening() {
		o := r.outcome()
		winner := o.Ranking[0][0]
		r.tell("over", numberArg("seat", winner), numberArg("total", o.Scores[winner-1].Total))
	}
}
