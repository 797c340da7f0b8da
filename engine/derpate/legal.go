package derpate

// legal is the set of all that the active seat may do.
func (s *state) legal() (m moveSet) {
	switch s.phase {
	case SetupCar:
		for b := range int8(businesses) {
			m.add(placeCar, b)
		}
	case SetupDistrict:
		for _, d := range Districts() {
			if s.owner[d.Businesses()[0]] == Nobody {
				m.add(takeDistrict, int8(d))
			}
		}
	case EventPhase:
		if s.event() == Crackdown {
			m.add(roll, 0)
			return m
		}
		s.cardOptions(&m)
		if s.event() != BailOrRiver {
			m.add(pass, 0)
		}
	case TurnPhase:
		s.turnMoves(&m)
	}
	return m
}

// cardOptions adds what this round's card offers to the active seat, without the
// pass. Whether there is anything at all never depends on money (section 4).
func (s *state) cardOptions(m *moveSet) {
	me := s.seat(s.active)
	switch s.event() {
	case BailOrRiver:
		m.add(ransom, 0)
		for k := int8(1); k <= me.prison && int(k)*ransomPrice <= me.money; k++ {
			m.add(ransom, k)
		}
	case Donation:
		if me.money >= donationPrice {
			m.add(pay, 0)
		}
	case Vendetta:
		s.takeovers(m, 0)
	case Retreat:
		for b := range Business(businesses) {
			if s.owner[b] == Owner(s.active) && !s.protected(b) {
				m.add(withdraw, int8(b))
			}
		}
	}
}

// asked says whether a card has something to decide for a seat, by what lies
// open (section 4; R24).
func (s *state) asked(n int8) bool {
	switch s.event() {
	case BailOrRiver:
		return s.seat(n).prison > 0
	case Donation:
		return s.seat(n).track[Favors] < trackEnds[Favors]
	}
	seen := *s
	seen.active = n
	var m moveSet
	seen.cardOptions(&m)
	return !m.empty()
}

// turnMoves adds the moves of a turn (section 4, the table of steps).
func (s *state) turnMoves(m *moveSet) {
	switch t := &s.turn; t.step {
	case StepEvent:
		s.cardOptions(m)
		m.add(pass, 0)
	case StepRoll:
		m.add(roll, 0)
	case StepPlace:
		s.placings(m)
	case StepChoose:
		s.choices(m)
		if t.choice != Banker {
			m.add(pass, 0)
		}
		return // no optional moves inside an action (R7)
	case StepEnd:
		m.add(endTurn, 0)
	}
	s.optional(m)
}

// placings adds a placement for each die thrown; with the Senator also as each
// other colour, for numbers in rows 2 and 3 and for any face in row 4 (R5).
func (s *state) placings(m *moveSet) {
	senator := s.seat(s.active).tiles.has(Senator)
	for die, face := range s.turn.dice {
		if face == NoFace {
			continue
		}
		m.add(placeDie, placing(Colour(die), face, Colour(die)))
		if !senator || s.turn.row == 1 || s.turn.row < rows && face == Hand {
			continue
		}
		for as := Black; as <= Red; as++ {
			m.add(placeDie, placing(Colour(die), face, as))
		}
	}
}

// choices adds the options of the space on which a die was just placed.
func (s *state) choices(m *moveSet) {
	switch s.turn.choice {
	case Visit:
		if s.owner[s.car] == Nobody && s.mayEnter(s.car) || s.flags.VisitMoveIn && s.rivalAt(s.car) && s.seat(s.active).supply > 0 {
			m.add(occupy, int8(s.car))
		}
	case Takeover:
		s.takeovers(m, int8(s.turn.last().face))
	case Consigliere:
		for b := range Business(businesses) {
			if s.owner[b] == Nobody && !s.protected(b) && s.mayEnter(b) {
				m.add(occupy, int8(b))
			}
		}
	case Informer:
		for b := range Business(businesses) {
			if s.rivalAt(b) && !s.protected(b) && (s.owner[b] != Neutral || s.flags.InformNeutral) {
				m.add(inform, int8(b))
			}
		}
	case Banker:
		for _, t := range []Track{Income, Favors} {
			if s.seat(s.active).track[t] < trackEnds[t] {
				m.add(banker, int8(t))
			}
		}
	}
}

// rivalAt says whether another family than the active seat's controls a business.
func (s *state) rivalAt(b Business) bool {
	return s.owner[b] != Nobody && s.owner[b] != Owner(s.active)
}

// mayEnter says whether the active seat has what it takes to enter an empty
// business: a figure (R17), and a marker where a blood debt is due to another.
func (s *state) mayEnter(b Business) bool {
	me, debt := s.seat(s.active), s.bloodDebt[b]
	return me.supply > 0 && (debt == Nobody || debt == Owner(s.active) || me.debtSupply() > 0)
}

// takeovers adds the takeovers of businesses with a number, or with any (0). They
// need a marker in hand, and entering needs a figure (R15, R17).
func (s *state) takeovers(m *moveSet, number int8) {
	me := s.seat(s.active)
	if me.debtSupply() == 0 {
		return
	}
	for b := range Business(businesses) {
		if !s.rivalAt(b) || s.protected(b) || number != 0 && numbers[b] != number {
			continue
		}
		if me.supply > 0 {
			m.add(take, int8(b))
		}
		if s.flags.MayKill {
			m.add(kill, int8(b))
		}
	}
}

// optional adds what can be done between actions: tiles (section 8) and favours
// (section 9).
func (s *state) optional(m *moveSet) {
	me := s.seat(s.active)
	if me.tiles != 0 {
		s.tileMoves(m, me)
	}
	if me.friends == 0 || s.turn.favors == favorsATurn {
		return
	}
	favors := me.track[Favors]
	if favors >= int8(FavorHudson) && me.hudson > 0 {
		m.add(favorHudson, 0)
	}
	if favors >= int8(FavorDebt) {
		for to, count := range me.owes {
			if count > 0 {
				m.add(favorDebt, int8(to))
			}
		}
	}
	if favors >= int8(FavorAdvance) {
		m.add(favorAdvance, int8(Reputation))
		if !s.flags.IncomeFavor {
			m.add(favorAdvance, int8(Influence))
		} else if me.track[Income] < trackEnds[Income] {
			m.add(favorAdvance, int8(Income))
		}
	}
	if favors >= int8(FavorCash) {
		m.add(favorCash, 0)
	}
}

func (s *state) tileMoves(m *moveSet, me *family) {
	if me.tiles.has(Wedding) && s.friendsLeft() > 0 {
		m.add(tileWedding, 0)
	}
	if me.tiles.has(Grandchild) {
		m.add(tileGrandchild, 0)
	}
	if me.tiles.has(Birthday) {
		for t := Reputation; t <= Favors; t++ {
			if t < Income || me.track[t] < trackEnds[t] {
				m.add(tileBirthday, int8(t))
			}
		}
	}
	if s.turn.step != StepPlace || s.turn.row == rows { // R6
		return
	}
	if me.tiles.has(Cop) {
		for die, face := range s.turn.dice {
			if face != NoFace {
				m.add(tileCop, int8(die))
			}
		}
	}
	if me.tiles.has(Judge) {
		m.add(tileJudge, 0)
	}
}

// hasOptional says whether the active seat has an optional move.
func (s *state) hasOptional() bool {
	var m moveSet
	s.optional(&m)
	return !m.empty()
}

// objection says why a move is not legal for the active seat.
func (s *state) objection(m move) string {
	if s.phase != TurnPhase {
		if s.event() != NoEvent {
			return "it is not what the event card asks for, or not possible: " + s.event().ID()
		}
		return "it is not possible in the set-up: " + s.phase.ID()
	}
	t, me := &s.turn, s.seat(s.active)
	if m.verb >= tileWedding && m.verb <= favorCash && t.step == StepChoose {
		return "the choice for the space comes first: " + t.choice.ID()
	}
	switch m.verb {
	case roll:
		return "no dice are to be thrown now"
	case placeDie:
		switch {
		case t.step != StepPlace:
			return "no die is to be placed now"
		case t.dice[m.die()] != m.face():
			return "there is no such die to place"
		case !me.tiles.has(Senator):
			return "the die goes by its own colour without a Senator"
		}
		return "the Senator does not serve here"
	case tileWedding, tileGrandchild, tileBirthday, tileCop, tileJudge:
		return "the tile is not held, or has no use now"
	case favorHudson, favorDebt, favorAdvance, favorCash:
		switch {
		case t.favors == favorsATurn:
			return "two favours were used in this turn"
		case me.friends == 0:
			return "a favour costs a Friend"
		}
		return "the favour is not available, or has no use now"
	case endTurn:
		return "the turn cannot end now"
	}
	if t.step == StepChoose {
		return "the space does not allow it: " + t.choice.ID()
	}
	return "it is not the time for that: " + t.step.ID()
}
