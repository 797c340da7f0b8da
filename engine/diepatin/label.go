package diepatin

import "pizzini/engine/game"

// Describe tells what a move is. Keys and arguments, and in brackets group and
// spot:
//
//	start            seat area                   (start, area:b2)
//	first-rats       seat area manhole rats      (place, manhole:m10)
//	intrigue         seat card                   (intrigue, card:bribe)
//	henchman         seat area                   (henchman, area:b3)
//	henchman-outside seat area owner             (henchman, area:b3)
//	boss             seat area                   (boss, area:b3)
//	boss-outside     seat area owner             (boss, area:b3)
//	pass             seat                        (pass)
//	rat              seat manhole rats step      (rat, manhole:m10)
//	rat-move         seat from manhole rats step (move, manhole:m10)
//	rat-remove       seat manhole owner rats step (remove, manhole:m10)
//	loot             seat area district left     (act, district:blue)
//	backroom         seat area enterprise bonus tiles (backroom, tile:hat-shop:loot)
//	done             seat area left              (done)
//	skip             seat bonus                  (done)
//	invade           seat area manhole owner rats (invade, manhole:m10)
//	claim            seat area owner             (done, area:b3)
//	mission          seat mission points number  (mission, mission:areas)
//	mission-none     seat points                 (mission)
//
// Numbers are those before the move, but the rats of first-rats, points and tiles,
// which are what the move would give. A label says nothing of the card that lets a boss lady go
// where she goes.
func (s *state) Describe(seat game.Seat, text game.Move) game.Label {
	m, ok := parsed[text]
	if !ok || seat < 1 || seat > game.Seat(s.players) {
		return game.Label{}
	}
	n := int8(seat)
	l := label{game.Label{Args: map[string]string{}}}
	l.put(seatArg(n))
	switch m.verb {
	case takeStart:
		l.name("start", "start", "area:"+m.area.ID(), areaArg(m.area))
	case placeThree, placeTwo, placeOne:
		l.name("first-rats", "place", "", areaArg(s.turn.area), numberArg("rats", placeOne-m.verb+1))
	case chooseCard:
		l.name("intrigue", "intrigue", "card:"+m.card.ID(), cardArg(m.card))
	case henchman:
		s.describeFigure(&l, n, "henchman", m.area)
	case boss:
		s.describeFigure(&l, n, "boss", m.area)
	case pass:
		l.name("pass", "pass", "")
	case rat:
		l.name("rat", "rat", "", numberArg("rats", s.rats[m.at]), stepArg(s.turn.step))
	case moveRat:
		l.name("rat-move", "move", "", fromArg(m.from), numberArg("rats", s.rats[m.at]), stepArg(s.turn.step))
	case removeRat:
		l.name("rat-remove", "remove", "", ownerArg(s.ratsOf[m.at]), numberArg("rats", s.rats[m.at]), stepArg(s.turn.step))
	case takeLoot:
		d := s.turn.area.District()
		l.name("loot", "act", "district:"+d.ID(), areaArg(s.turn.area), districtArg(d), numberArg("left", s.loot[d]))
	case backRoom:
		t := s.tiles[s.turn.area].of(m.enterprise)
		l.name("backroom", "backroom", "tile:"+t.ID(), areaArg(s.turn.area), enterpriseArg(m.enterprise), bonusArg(t.Bonus()), numberArg("tiles", s.seat(n).chain(m.enterprise)+1))
	case done:
		l.name("done", "done", "", areaArg(s.turn.area), numberArg("left", s.turn.left))
	case skip:
		l.name("skip", "done", "", bonusArg(s.turn.bonus))
	case invade:
		l.name("invade", "invade", "", areaArg(s.turn.area), ownerArg(s.ratsOf[m.at]), numberArg("rats", s.rats[m.at]))
	case claim:
		l.name("claim", "done", "area:"+s.turn.area.ID(), areaArg(s.turn.area), ownerArg(s.owners[s.turn.area]))
	case scoreOne:
		l.name("mission", "mission", "mission:"+m.mission.ID(), missionArg(m.mission), numberArg("points", s.round), numberArg("number", s.numbers()[m.mission][n-1]))
	case scoreNone:
		l.name("mission-none", "mission", "", numberArg("points", s.round))
	}
	if m.at != 0 {
		l.put(manholeArg(m.at))
		l.Spot = "manhole:" + m.at.ID()
	}
	return l.Label
}

// describeFigure is a figure that goes into an area, its own or outside.
func (s *state) describeFigure(l *label, n int8, key string, a Area) {
	spot := "area:" + a.ID()
	if s.owners[a] == n {
		l.name(key, key, spot, areaArg(a))
		return
	}
	l.name(key+"-outside", key, spot, areaArg(a), ownerArg(s.owners[a]))
}

// label is a label that is being put together.
type label struct{ game.Label }

func (l *label) put(arguments ...argument) {
	for _, a := range arguments {
		l.Args[a.key] = a.value
	}
}

func (l *label) name(key, group, spot string, arguments ...argument) {
	l.Key, l.Group, l.Spot = key, group, spot
	l.put(arguments...)
}
