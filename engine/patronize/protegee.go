package patronize

// protegees begins step 4: protected characters become protegees and their
// protection cubes are gone (R20); then the passers choose, clockwise from the
// start seat of this round (R7).
func (r resolution) protegees() {
	n := r.start
	for range r.players {
		me := r.seat(n)
		if me.protected {
			me.protected = false
			me.protegees.add(me.table)
			r.tell("safe", seatArg(n), cardArg(me.table))
			me.table = NoCharacter
		}
		if me.acted == Passed {
			r.choosers[r.chooserCount] = n
			r.chooserCount++
		}
		n = r.next(n)
	}
	r.nextChoice()
}

// nextChoice asks the next passer; after the last one each character that is
// still on the table becomes a protegee of the seat that played it.
func (r resolution) nextChoice() {
	for r.chooserCount > 0 {
		n := r.choosers[0]
		if len(r.choices(r.seat(n))) > 0 {
			r.phase, r.active = Protegee, n
			return
		}
		r.dropChooser()
	}
	n := r.start
	for range r.players {
		if me := r.seat(n); me.table != NoCharacter {
			me.protegees.add(me.table)
			r.tell("kept", seatArg(n), cardArg(me.table))
			me.table = NoCharacter
		}
		n = r.next(n)
	}
	r.endRound()
}

func (r resolution) dropChooser() {
	copy(r.choosers[:], r.choosers[1:r.chooserCount])
	r.chooserCount--
	r.choosers[r.chooserCount] = 0
}

// choose is a passer's choice: a cube, or a character on the table, which costs a
// cube where the Lawman guards it (R9: returned before the card is taken).
func (r resolution) choose(m move) {
	me := r.seat(r.active)
	if m.verb == cube {
		r.gain(r.active, m.colour, NoCharacter)
	} else {
		player := r.player(m.card)
		if m.verb == takeReturn {
			me.cubes[m.colour]--
			r.stock[m.colour]++
			r.tell("taken-fee", seatArg(r.active), cardArg(m.card), fromArg(player), colourArg(m.colour))
		} else {
			r.tell("taken", seatArg(r.active), cardArg(m.card), fromArg(player))
		}
		r.seat(player).table = NoCharacter
		me.protegees.add(m.card)
	}
	r.dropChooser()
	r.nextChoice()
}
