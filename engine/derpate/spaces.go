package derpate

// act is what a space does (section 6). Where it asks for something that is
// possible, the turn goes to the step choose.
func (r resolution) act(space Space, face Face) {
	number := int8(face)
	switch space {
	case Protection, Smuggling, Bookmaker, LoanShark, Gambling:
		r.business(number)
	case Press:
		r.advance(r.active, Reputation, 1)
		r.advance(r.active, Influence, 1)
		if r.event() == Headlines {
			r.paid(r.active, headlinesPay, Headlines.ID())
		}
	case ReputationSpace:
		r.advance(r.active, Reputation, number)
	case InfluenceSpace:
		r.advance(r.active, Influence, number)
	case Odds:
		r.paid(r.active, thousand*int(number), Odds.ID())
	case Visit:
		r.visit(number)
	case Gathering:
		r.gather(int(number))
	case Raid:
		if r.raid(number, false) == 0 {
			r.nothing(Raid)
		}
	case FriendSpace:
		r.buyFriends(number)
	case Attorney:
		r.attorney()
	case Takeover, Consigliere, Informer, Banker:
		r.choose(space)
	}
}

// choose asks for the options of a space, if there is one.
func (r resolution) choose(space Space) {
	r.turn.choice = space
	var m moveSet
	if r.choices(&m); m.empty() {
		r.turn.choice = NoSpace
		r.nothing(space)
		return
	}
	r.turn.step = StepChoose
}

// nothing tells that a space does nothing (R2).
func (r resolution) nothing(space Space) {
	r.tell("nothing", seatArg(r.active), textArg("space", space.ID()))
}

// business is row 1: businesses with a number pay, 1 moves Influence and 2
// Reputation. The steps of one seat are one advance (R12). Protection by the car
// does not touch income; a harassed business pays nothing, and its steps count.
func (r resolution) business(number int8) {
	anybody := false
	for i, n := int8(0), r.active; i < r.players; i, n = i+1, r.next(n) {
		if r.flags.OwnIncome && n != r.active {
			continue
		}
		count, paying := int8(0), 0
		for b := range Business(businesses) {
			if numbers[b] != number || r.owner[b] != Owner(n) {
				continue
			}
			count++
			if r.flags.Harass && b == r.car {
				r.tell("harassed", seatArg(n), businessArg(b))
				continue
			}
			paying++
		}
		r.paid(n, thousand*int(number)*paying, Space(number).ID())
		steps := count
		if r.flags.OneStep { // R13
			steps = 0
			if n == r.active {
				steps = 1
			}
		}
		switch Space(number) {
		case Protection:
			r.advance(n, Influence, steps)
		case Smuggling:
			r.advance(n, Reputation, steps)
		default:
			steps = 0
		}
		anybody = anybody || count+steps > 0
	}
	if !anybody {
		r.nothing(Space(number))
	}
}

// visit drives the car and clears the business where it stops, or asks whether
// to enter it (R17, R18). Protection plays no part.
func (r resolution) visit(steps int8) {
	r.drive(int(steps))
	if !r.flags.VisitMoveIn && r.rivalAt(r.car) {
		r.driveOut(r.car)
		return
	}
	r.choose(Visit)
}

// driveOut sends the figure at a visited business home, or with rough-ride to the
// Hudson.
func (r resolution) driveOut(b Business) {
	if r.event() == RoughRide {
		r.remove(b, "sunk")
	} else {
		r.remove(b, "sent-home")
	}
}

// remove takes the figure off a business: a player's goes to the Hudson ("sunk"),
// to prison ("jailed") or to its supply ("sent-home"), a neutral one out of the
// game (R19).
func (r resolution) remove(b Business, where string) {
	owner := r.owner[b]
	r.owner[b] = Nobody
	if owner == Neutral {
		r.tell("neutral-gone", businessArg(b))
		return
	}
	family := r.seat(int8(owner))
	switch where {
	case "sunk":
		family.hudson++
	case "jailed":
		family.prison++
	default:
		family.supply++
	}
	r.tell(where, ownerArg("seat", owner), businessArg(b))
}

// occupy enters a business by Visit or with the Consigliere: a rival there is
// driven out, a blood debt is settled, or void when it is one's own.
func (r resolution) occupy(b Business) {
	if r.owner[b] != Nobody {
		r.driveOut(b)
	}
	r.enter(b)
	r.tell("occupied", seatArg(r.active), businessArg(b))
	if debt := r.bloodDebt[b]; debt != Nobody {
		r.bloodDebt[b] = Nobody
		if debt != Owner(r.active) {
			r.giveDebt(r.active, debt)
		}
	}
}

// enter puts a figure of the active seat on a business.
func (r resolution) enter(b Business) {
	r.owner[b] = Owner(r.active)
	r.me().supply--
}

// giveDebt gives one of a seat's own markers to another seat or to the bank.
func (r resolution) giveDebt(n int8, to Owner) {
	r.seat(n).owes[to]++
	r.tell("debt-given", seatArg(n), ownerArg("to", to))
}

// takeOver sinks a rival and moves in, giving him a marker; or only sinks him, so
// that whoever enters next owes it.
func (r resolution) takeOver(b Business, killOnly bool) {
	victim := r.owner[b]
	key := "taken"
	if killOnly {
		key = "killed"
	}
	r.tell(key, seatArg(r.active), businessArg(b), ownerArg("from", victim))
	r.remove(b, "sunk")
	if killOnly {
		r.bloodDebt[b] = victim
		return
	}
	r.enter(b)
	r.giveDebt(r.active, victim)
}

func (r resolution) inform(b Business) {
	r.tell("informed", seatArg(r.active), businessArg(b), ownerArg("from", r.owner[b]))
	r.remove(b, "jailed")
}

// raid sends all figures on businesses with a number to prison, one's own too
// (R29), outside the protected district; casino-raid in it, too (R21). It counts
// them.
func (r resolution) raid(number int8, everywhere bool) (count int) {
	r.tell("raid", numberArg("number", number))
	for b := range Business(businesses) {
		if numbers[b] == number && r.owner[b] != Nobody && (everywhere || !r.protected(b)) {
			r.remove(b, "jailed")
			count++
		}
	}
	return count
}

// gather settles the markers that lie with the active seat, owner by owner
// clockwise: each goes back, and its owner pays $1,000 for each pip, or the
// active seat pays him $1,000 (R14). Who must pay more than he has pays what he
// has (R16).
func (r resolution) gather(pips int) {
	owners := false
	for n := r.next(r.active); n != r.active; n = r.next(n) {
		count := r.seat(n).owes[r.active]
		if count == 0 {
			continue
		}
		owners = true
		payer, to, amount := r.gathering(n, pips)
		r.tell("due", seatArg(payer), ownerArg("to", Owner(to)), moneyArg(amount), numberArg("count", count))
	}
	if !owners {
		r.nothing(Gathering)
	}
	if owners && !r.flags.HolderPays && !r.openMoney {
		r.chance.Reveal()
	}
	for n := r.next(r.active); n != r.active; n = r.next(n) {
		count := r.seat(n).owes[r.active]
		if count == 0 {
			continue
		}
		payer, to, amount := r.gathering(n, pips)
		amount = min(amount, r.seat(payer).money)
		r.seat(payer).money -= amount
		r.seat(to).money += amount
		r.seat(n).owes[r.active] = 0
		r.tell("settled", seatArg(payer), ownerArg("to", Owner(to)), moneyArg(amount))
		r.tell("debt-returned", seatArg(n), ownerArg("from", Owner(r.active)), numberArg("count", count))
	}
}

// gathering is who must pay whom how much for an owner's markers.
func (r resolution) gathering(owner int8, pips int) (payer, to int8, amount int) {
	count := int(r.seat(owner).owes[r.active])
	if r.flags.HolderPays {
		return r.active, owner, count * gatheringShare
	}
	return owner, r.active, count * pips * gatheringShare
}

// buyFriends buys one Friend for $1,000 × pips, or as many as pips for $1,000
// each, as far as Friends and money go (R16, R17).
func (r resolution) buyFriends(number int8) {
	left := r.friendsLeft()
	count, price := int8(1), thousand*int(number)
	if r.flags.FriendsByPips {
		count, price = min(number, left), thousand
	}
	if left == 0 {
		r.tell("no-friend-left", seatArg(r.active))
		return
	}
	count = int8(min(int(count), r.me().money/price))
	if count == 0 {
		r.tell("no-money", seatArg(r.active), textArg("for", "friend"))
		return
	}
	r.spent(r.active, int(count)*price, "friend")
	r.befriend(r.active, count, "friend")
}

// attorney brings all own prisoners home (R10).
func (r resolution) attorney() {
	me := r.me()
	if me.prison == 0 {
		r.nothing(Attorney)
		return
	}
	r.tell("freed", seatArg(r.active), numberArg("count", me.prison))
	me.supply += me.prison
	me.prison = 0
}
