package derpate

import "pizzini/engine/game"

// Describe tells what a move is. Keys and arguments; a group is a key without
// what follows its hyphen, unless another is named:
//
//	car         seat business                      spot business:B
//	district    seat district                      spot district:D
//	roll        seat row count                     spot dice
//	roll-crackdown seat
//	place       seat die face row space            spot die:DIE
//	place-as    seat die face row space as         with the Senator
//	occupy      seat business from [debt]          group choose; from: -1 empty, 0 neutral, a seat
//	take, kill  seat business from                 group choose; spot business:B
//	inform      seat business from                 group choose
//	banker      seat track space                   group choose; spot track:TRACK
//	pass        seat choice                        choice: a space or an event card
//	ransom      seat count amount drowned          the prisoners who are not freed
//	pay         seat amount                        the donation
//	withdraw    seat business amount
//	tile-wedding, tile-grandchild, tile-judge  seat  spot tile:TILE
//	tile-birthday  seat track
//	tile-cop    seat die face                      the face it shows
//	favor-hudson, favor-cash  seat                 spot favor:FAVOR
//	favor-debt  seat from                          0 = the bank
//	favor-advance  seat track
//	end         seat
//
// debt is the family (0 = the bank) to which entering the business costs a
// marker.
func (s *state) Describe(seat game.Seat, text game.Move) game.Label {
	m, ok := parsed[text]
	if !ok || seat < 1 || seat > game.Seat(s.players) {
		return game.Label{}
	}
	n := int8(seat)
	key, group, spot := labels[m.verb].key, labels[m.verb].group, labels[m.verb].spot
	arguments := []argument{seatArg(n)}
	put := func(more ...argument) { arguments = append(arguments, more...) }
	switch m.verb {
	case placeCar, occupy, take, kill, inform, withdraw:
		b := Business(m.arg)
		spot = "business:" + b.ID()
		put(businessArg(b))
		switch m.verb {
		case withdraw:
			put(moneyArg(retreatPay))
		case occupy, take, kill, inform:
			put(ownerArg("from", s.owner[b]))
			if debt := s.bloodDebt[b]; m.verb == occupy && debt != Nobody && debt != Owner(n) {
				put(ownerArg("debt", debt))
			}
		}
	case takeDistrict:
		spot = "district:" + District(m.arg).ID()
		put(districtArg(District(m.arg)))
	case roll:
		if s.phase == EventPhase {
			key = "roll-crackdown"
			break
		}
		put(numberArg("row", s.turn.row), numberArg("count", dice-s.turn.count))
	case placeDie:
		spot = "die:" + m.die().ID()
		put(colourAs("die", m.die()), faceArg("face", m.face()), numberArg("row", s.turn.row))
		if row := int(s.turn.row); row > 0 {
			put(textArg("space", SpaceFor(row, m.as(), m.face()).ID()))
		}
		if m.as() != m.die() {
			key = "place-as"
			put(colourAs("as", m.as()))
		}
	case banker, tileBirthday, favorAdvance:
		t := Track(m.arg)
		put(trackArg(t))
		if m.verb == banker {
			spot = "track:" + t.ID()
			put(numberArg("space", s.seat(n).track[t]+1))
		}
	case pass:
		if s.turn.choice != NoSpace {
			put(textArg("choice", s.turn.choice.ID()))
		} else {
			put(textArg("choice", s.event().ID()))
		}
	case ransom:
		put(numberArg("count", m.arg), moneyArg(int(m.arg)*ransomPrice), numberArg("drowned", s.seat(n).prison-m.arg))
	case pay:
		put(moneyArg(donationPrice))
	case tileCop:
		put(colourAs("die", Colour(m.arg)), faceArg("face", s.turn.dice[m.arg]))
	case favorDebt:
		put(numberArg("from", m.arg))
	}
	return game.Label{Key: key, Args: argumentMap(arguments), Group: group, Spot: spot}
}

// labels are the key, group and spot of a move without regard to its argument.
var labels = [verbs]struct{ key, group, spot string }{
	placeCar:       {"car", "car", ""},
	takeDistrict:   {"district", "district", ""},
	roll:           {"roll", "roll", "dice"},
	placeDie:       {"place", "place", ""},
	occupy:         {"occupy", "choose", ""},
	take:           {"take", "choose", ""},
	kill:           {"kill", "choose", ""},
	inform:         {"inform", "choose", ""},
	banker:         {"banker", "choose", ""},
	ransom:         {"ransom", "ransom", ""},
	pay:            {"pay", "pay", ""},
	withdraw:       {"withdraw", "withdraw", ""},
	pass:           {"pass", "pass", ""},
	tileWedding:    {"tile-wedding", "tile", "tile:wedding"},
	tileGrandchild: {"tile-grandchild", "tile", "tile:grandchild"},
	tileBirthday:   {"tile-birthday", "tile", "tile:birthday"},
	tileCop:        {"tile-cop", "tile", "tile:cop"},
	tileJudge:      {"tile-judge", "tile", "tile:judge"},
	favorHudson:    {"favor-hudson", "favor", "favor:hudson"},
	favorDebt:      {"favor-debt", "favor", "favor:debt"},
	favorAdvance:   {"favor-advance", "favor", "favor:advance"},
	favorCash:      {"favor-cash", "favor", "favor:cash"},
	endTurn:        {"end", "end", ""},
}
