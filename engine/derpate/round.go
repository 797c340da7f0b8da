package derpate

// placeCar is the set-up's first decision (section 3, step 3).
func (r resolution) placeCar(b Business) {
	r.car = b
	r.tell("car-placed", seatArg(r.active), businessArg(b))
	if r.settled() {
		r.beginRound() // the districts were given
		return
	}
	r.phase = SetupDistrict
}

// settled says whether the set-up has given a district to every seat.
func (s *state) settled() bool {
	for n := int8(1); n <= s.players; n++ {
		if s.businesses(n) == 0 {
			return false
		}
	}
	return true
}

// takeDistrict gives a district to the active seat; the others follow
// counter-clockwise, the start player last. If one district is left for him it is
// given without a move (R33); what nobody took is held by neutral families.
func (r resolution) takeDistrict(d District) {
	r.settle(d, Owner(r.active))
	r.tell("district", seatArg(r.active), districtArg(d))
	if r.active != r.startPlayer {
		r.active = r.before(r.active)
		if r.active != r.startPlayer || r.players < districts {
			return
		}
	}
	for _, d := range Districts() {
		if r.owner[d.Businesses()[0]] != Nobody {
			continue
		}
		if r.players == districts {
			r.settle(d, Owner(r.startPlayer))
			r.tell("district-left", seatArg(r.startPlayer), districtArg(d))
			continue
		}
		r.settle(d, Neutral)
		r.tell("district-neutral", districtArg(d))
	}
	r.beginRound()
}

// settle puts a family's figures on the three businesses of a district.
func (r resolution) settle(d District, owner Owner) {
	for _, b := range d.Businesses() {
		r.owner[b] = owner
		if owner != Neutral {
			r.seat(int8(owner)).supply--
		}
	}
}

// beginRound is the start of a round (section 4): income, then the event card:
// its marker, the car, its text (R27).
func (r resolution) beginRound() {
	r.turn = turn{}
	r.phase, r.active = EventPhase, 0
	r.round++
	r.tell("round", numberArg("round", r.round))
	for i, n := int8(0), r.startPlayer; i < r.players; i, n = i+1, r.next(n) {
		r.paid(n, IncomeAt(int(r.seat(n).track[Income])), "income")
	}
	r.chance.Reveal(r.eventAt())
	r.tell("event", eventArg(r.event()), numberArg("round", r.round))
	r.tellMarker()
	r.drive(r.event().Steps())
	r.carryOut()
}

// tellMarker tells how the card moved the marker of its colour, unless it had
// stopped for good (R28).
func (r resolution) tellMarker() {
	before := r.seen()[:r.round-1]
	if _, _, ko := markers(before); ko != NoTrack {
		return
	}
	gray, red, ko := markers(r.seen())
	space := gray
	if r.event().Colour() == Red {
		space = red
	}
	r.tell("event-marker", colourArg(r.event().Colour()), numberArg("space", space))
	if ko != NoTrack {
		r.tell("ko-track", trackArg(ko), colourArg(r.event().Colour()))
	}
}

// drive moves the car clockwise.
func (r resolution) drive(steps int) {
	from := r.car
	r.car = from.Clockwise(steps)
	r.tell("car", textArg("from", from.ID()), businessArg(r.car), numberArg("steps", steps))
}

// carryOut does what the event card says, or begins to ask.
func (r resolution) carryOut() {
	switch r.event() {
	case GoodNeighbour:
		if owner := r.owner[r.car]; owner > Neutral {
			r.befriend(int8(owner), 1, GoodNeighbour.ID())
		} else {
			r.tell("nobody-there", businessArg(r.car))
		}
	case Crackdown:
		r.active = r.startPlayer
		return
	case CasinoRaid:
		r.raid(casinoNumber, true)
	case Obligation:
		r.oblige()
	case BailOrRiver, Donation:
		r.ask(r.startPlayer)
		return
	case Vendetta, Retreat:
		if r.flags.EventsAtOnce { // R22
			r.ask(r.startPlayer)
			return
		}
	}
	r.turns()
}

// ask puts the card's question to a seat or to the first one after it who has
// something to decide; when there is none the turns begin.
func (r resolution) ask(n int8) {
	for ; ; n = r.next(n) {
		if r.asked(n) {
			r.active = n
			return
		}
		if r.next(n) == r.startPlayer {
			r.turns()
			return
		}
	}
}

// crackdown is the start player's roll: all figures on businesses with that
// number go to prison; a hand raids nobody (R25).
func (r resolution) crackdown() {
	face := r.draw()
	r.tell("crackdown", seatArg(r.active), faceArg("face", face))
	if face.IsNumber() {
		r.raid(int8(face), false)
	}
	r.turns()
}

// oblige gives one marker of each family to the next seat clockwise, all at once
// (R23).
func (r resolution) oblige() {
	for i, n := int8(0), r.startPlayer; i < r.players; i, n = i+1, r.next(n) {
		if r.seat(n).debtSupply() > 0 {
			r.giveDebt(n, Owner(r.next(n)))
		}
	}
}

// ransom frees some of the seat's prisoners; the others go to the Hudson.
func (r resolution) ransom(k int8) {
	me := r.me()
	r.spent(r.active, int(k)*ransomPrice, "ransom")
	drowned := me.prison - k
	me.supply += k
	me.hudson += drowned
	me.prison = 0
	if k > 0 {
		r.tell("freed", seatArg(r.active), numberArg("count", k))
	}
	if drowned > 0 {
		r.tell("drowned", seatArg(r.active), numberArg("count", drowned))
	}
}

func (r resolution) donate() {
	r.spent(r.active, donationPrice, "donation")
	r.advance(r.active, Favors, 1)
}

// withdraw takes a figure home, for money.
func (r resolution) withdraw(b Business) {
	r.owner[b] = Nobody
	r.me().supply++
	r.tell("withdrew", seatArg(r.active), businessArg(b))
	r.paid(r.active, retreatPay, Retreat.ID())
}
