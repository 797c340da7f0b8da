package diepatin

import "pizzini/engine/game"

// Legal lists every legal move of a seat, sorted by text. Each list is put
// together in the order of its texts, so that nothing has to be sorted. Where the
// boss lady may go tells the card: a seat's list is for that seat alone.
func (s *state) Legal(seat game.Seat) []game.Move {
	if !s.isActive(seat) {
		return nil
	}
	n := int8(seat)
	switch s.phase {
	case Intrigue:
		return cardTexts[:len(cardTexts):len(cardTexts)] // R9, R10
	case Missions:
		return s.missionMoves(n)
	}
	switch s.turn.step {
	case StepArea:
		return s.startMoves()
	case StepThree:
		return s.emptyManholes(placeThree)
	case StepTwo:
		return s.emptyManholes(placeTwo)
	case StepOne:
		return s.emptyManholes(placeOne)
	case StepFigure:
		return s.figureMoves(n)
	case StepInside:
		return s.insideMoves(n)
	case StepBonus:
		return s.bonusMoves(n)
	case StepOutside:
		moves := s.room(n, aroundByText[s.turn.area][:], 1)
		if s.turn.spent > 0 {
			moves = append(moves, plainTexts[claim])
		}
		return s.appendBribes(moves, n)
	case StepBribe:
		return s.appendBribes(s.room(n, aroundByText[s.turn.area][:], 0), n)
	case StepInvade:
		moves := make([]game.Move, 0, 4)
		for _, m := range aroundByText[s.turn.area] {
			moves = append(moves, manholeTexts[invade][m])
		}
		return moves
	case StepReinforce:
		targets := []Manhole{s.turn.manhole}
		moves := append(s.room(n, targets, 1), plainTexts[claim])
		return s.appendPlacings(moves, n, targets)
	}
	return nil
}

func (s *state) startMoves() []game.Move {
	moves := make([]game.Move, 0, maxSeats)
	starts := s.board().starts
	for _, a := range areasByText {
		if starts.has(a) && s.owners[a] == 0 {
			moves = append(moves, areaTexts[takeStart][a])
		}
	}
	return moves
}

func (s *state) emptyManholes(v verb) []game.Move {
	moves := make([]game.Move, 0, 4)
	for _, m := range aroundByText[s.turn.area] {
		if s.rats[m] == 0 {
			moves = append(moves, manholeTexts[v][m])
		}
	}
	return moves
}

// figureMoves are the choices of the step figure.
func (s *state) figureMoves(n int8) []game.Move {
	me := s.seat(n)
	var henchmen, ladies areaSet
	if me.henchmen > 0 {
		henchmen = s.henchmanReach(n)
	}
	if me.boss {
		ladies = s.bossReach(n)
	}
	moves := make([]game.Move, 0, 1+henchmen.count()+ladies.count())
	for _, a := range areasByText {
		if ladies.has(a) {
			moves = append(moves, areaTexts[boss][a])
		}
	}
	for _, a := range areasByText {
		if henchmen.has(a) {
			moves = append(moves, areaTexts[henchman][a])
		}
	}
	if len(moves) == 0 {
		moves = append(moves, plainTexts[pass]) // R19
	}
	return moves
}

func (s *state) insideMoves(n int8) []game.Move {
	area := s.turn.area
	moves := s.room(n, aroundByText[area][:], 4)
	if s.noBackRoom(n, area) == "" {
		for _, t := range s.tiles[area] {
			if t != 0 {
				moves = append(moves, backRoomTexts[t.Enterprise()])
			}
		}
	}
	moves = append(moves, plainTexts[done]) // R12
	if s.loot[area.District()] > 0 {
		moves = append(moves, plainTexts[takeLoot])
	}
	return s.appendBribes(moves, n)
}

// bonusMoves are the choices of the step bonus (R36, R37).
func (s *state) bonusMoves(n int8) []game.Move {
	var moves []game.Move
	if s.turn.bonus == RemoveBonus {
		moves = s.appendRemovals(make([]game.Move, 0, manholes+1), n, manholesByText)
	} else {
		moves = s.appendPlacings(s.room(n, manholesByText, 1), n, manholesByText)
	}
	return append(moves, plainTexts[skip])
}

// room is an empty list for some moves and as many rats as may be placed, moved
// or removed at the targets.
func (s *state) room(n int8, targets []Manhole, others int) []game.Move {
	each := 1
	if s.seat(n).rats == 0 {
		for _, owner := range s.ratsOf {
			if owner == n {
				each++
			}
		}
	}
	return make([]game.Move, 0, others+each*len(targets))
}

// appendBribes appends the ways of bribing a rat in the area of the turn.
func (s *state) appendBribes(moves []game.Move, n int8) []game.Move {
	targets := aroundByText[s.turn.area][:]
	return s.appendRemovals(s.appendPlacings(moves, n, targets), n, targets)
}

// appendPlacings appends the ways of bringing a rat to one of the targets: from
// the supply or, where that is empty, from any other manhole (R22, R23).
func (s *state) appendPlacings(moves []game.Move, n int8, targets []Manhole) []game.Move {
	inUse := s.board().manholes
	if s.seat(n).rats > 0 {
		for _, m := range targets {
			if inUse.has(m) && s.placeable(n, m) {
				moves = append(moves, manholeTexts[rat][m])
			}
		}
		return moves
	}
	for _, from := range manholesByText {
		if s.ratsOf[from] != n {
			continue
		}
		for _, m := range targets {
			if m != from && inUse.has(m) && s.placeable(n, m) {
				moves = append(moves, moveTexts[from][m])
			}
		}
	}
	return moves
}

// appendRemovals appends the removal of an opposing rat from each target.
func (s *state) appendRemovals(moves []game.Move, n int8, targets []Manhole) []game.Move {
	for _, m := range targets {
		if !s.placeable(n, m) {
			moves = append(moves, manholeTexts[removeRat][m])
		}
	}
	return moves
}

func (s *state) missionMoves(n int8) []game.Move {
	moves := make([]game.Move, 0, missions+1)
	numbers := s.numbers()
	for _, m := range missionsByText {
		if m == MostSpread {
			moves = append(moves, plainTexts[scoreNone]) // R41; "none" stands before "spread"
		}
		if s.qualifies(n, m, numbers) {
			moves = append(moves, missionTexts[m])
		}
	}
	return moves
}
