package derpate

// advance moves a seat's marker some steps in one go (section 8). On Reputation
// and Influence every tile that is passed or reached comes to the seat, and steps
// that cannot be made pay: $1,000 when the marker stood on the last space before,
// or $1,000 for each (R11). Nobody declines a step (R10).
func (r resolution) advance(n int8, track Track, steps int8) {
	if steps == 0 {
		return
	}
	family := r.seat(n)
	old, end := family.track[track], trackEnds[track]
	now := min(end, old+steps)
	family.track[track] = now
	if now > old {
		r.tell("advanced", seatArg(n), trackArg(track), numberArg("steps", now-old), numberArg("space", now))
	}
	if track > Influence {
		return
	}
	for t := Wedding; t <= Senator; t++ {
		if space := int8(t.Space()); t.Track() == track && old < space && space <= now {
			family.tiles.add(t)
			r.tell("tile-won", seatArg(n), tileArg(t))
		}
	}
	missing := old + steps - now
	switch {
	case r.flags.PayPerStep:
		r.paid(n, int(missing)*trackEndPay, "track-end")
	case old == end:
		r.paid(n, trackEndPay, "track-end")
	}
}

// paid gives a seat money from the bank.
func (r resolution) paid(n int8, amount int, what string) {
	if amount == 0 {
		return
	}
	r.seat(n).money += amount
	r.tell("paid", seatArg(n), moneyArg(amount), textArg("for", what))
}

// spent takes a seat's money to the bank; it must have it.
func (r resolution) spent(n int8, amount int, what string) {
	if amount == 0 {
		return
	}
	r.seat(n).money -= amount
	r.tell("spent", seatArg(n), moneyArg(amount), textArg("for", what))
}

// befriend gives a seat Friends, as far as there are any (R17).
func (r resolution) befriend(n, count int8, what string) {
	if count = min(count, r.friendsLeft()); count == 0 {
		r.tell("no-friend-left", seatArg(n))
		return
	}
	r.seat(n).friends += count
	r.tell("friends", seatArg(n), numberArg("count", count), textArg("for", what))
}

// option uses a tile (section 8) or a favour (section 9) in one's own turn (R9).
func (r resolution) option(m move) {
	me, n := r.me(), r.active
	switch m.verb {
	case tileWedding:
		r.useTile(Wedding)
		r.befriend(n, 1, Wedding.ID())
	case tileGrandchild:
		r.useTile(Grandchild)
		face := r.draw()
		r.tell("grandchild", seatArg(n), faceArg("face", face))
		if face.IsNumber() {
			r.paid(n, thousand*int(face), Grandchild.ID())
		}
	case tileBirthday:
		r.useTile(Birthday)
		r.advance(n, Track(m.arg), 1)
	case tileCop:
		r.useTile(Cop)
		r.turn.dice[m.arg] = r.draw()
		r.tellDice("rerolled", r.turn.dice[m.arg], m.arg)
	case tileJudge:
		r.useTile(Judge)
		for die := range r.turn.dice {
			if r.turn.dice[die] != NoFace {
				r.turn.dice[die] = r.draw()
			}
		}
		r.tellDice("rerolled", NoFace, -1)
	case favorHudson:
		r.useFavor(FavorHudson)
		me.hudson--
		me.supply++
		r.tell("saved", seatArg(n))
	case favorDebt:
		r.useFavor(FavorDebt)
		me.owes[m.arg]--
		r.tell("debt-returned", seatArg(n), numberArg("from", m.arg), numberArg("count", 1))
	case favorAdvance:
		r.useFavor(FavorAdvance)
		r.advance(n, Track(m.arg), advanceSteps)
	case favorCash:
		r.useFavor(FavorCash)
		r.paid(n, cashFavor, FavorCash.ID())
	}
	if r.turn.step == StepEnd {
		r.mayEnd()
	}
}

func (r resolution) useTile(t Tile) {
	r.me().tiles.remove(t)
	r.tell("tile-used", seatArg(r.active), tileArg(t))
}

// useFavor pays a Friend for a favour.
func (r resolution) useFavor(f Favor) {
	r.me().friends--
	r.turn.favors++
	r.tell("favor-used", seatArg(r.active), textArg("favor", f.ID()))
}
