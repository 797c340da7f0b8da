package diepatin

import (
	"errors"
	"fmt"
)

// complete checks that everything is there once and where it can be (section 3,
// section 7).
func (s *state) complete() error {
	loot := int(s.lootSupply)
	for _, n := range s.loot {
		loot += int(n)
	}
	for n := int8(1); n <= s.players; n++ {
		loot += int(s.seat(n).loot)
		if err := s.completeSeat(n); err != nil {
			return fmt.Errorf("seats/%d: %w", n-1, err)
		}
	}
	if loot != lootMarkers {
		return fmt.Errorf("loot: there are %d markers, not %d", loot, lootMarkers)
	}
	return s.completeTiles()
}

func (s *state) completeSeat(n int8) error {
	me := s.seat(n)
	territory := s.territory(n)
	rats, henchmen, backRooms, lost := int(me.rats), me.henchmen, me.backRooms+int8((territory&s.backRooms).count()), int8(0)
	for m, owner := range s.ratsOf {
		if owner == n {
			rats += int(s.rats[m])
		}
	}
	for _, count := range s.henchmen[n-1] {
		henchmen += count
	}
	for other := int8(1); other <= s.players; other++ {
		lost += s.seat(other).trophies[n-1]
	}
	switch {
	case rats != ratsEach:
		return fmt.Errorf("rats: it has %d, not %d", rats, ratsEach)
	case henchmen != henchmenEach:
		return fmt.Errorf("henchmen: it has %d, not %d", henchmen, henchmenEach)
	case me.boss && me.bossAt != NoArea:
		return errors.New("boss: the boss lady is in the supply and on the board")
	case backRooms+lost != backRoomsEach:
		return fmt.Errorf("backRooms: it has %d, and others %d of them as trophies; together it must be %d", backRooms, lost, backRoomsEach)
	case me.trophies[n-1] != 0:
		return errors.New("trophies: it cannot have destroyed its own back room")
	case me.tileCount != backRoomsEach-me.backRooms:
		return fmt.Errorf("tiles: %d, and %d back rooms have left the supply", me.tileCount, backRoomsEach-me.backRooms)
	case territory == 0:
		return errors.New("it owns no area")
	}
	return s.completeRounds(n)
}

// completeRounds checks a seat's missions and its card.
func (s *state) completeRounds(n int8) error {
	me := s.seat(n)
	var seen [rounds + 1]bool
	for _, round := range me.missions {
		if round != 0 && seen[round] {
			return fmt.Errorf("missions: two were scored in round %d", round)
		}
		seen[round] = true
	}
	switch {
	case s.phase != Intrigue && me.card == NoCard:
		return errors.New("intrigue: a card was chosen by now")
	case me.revealed == me.boss: // the boss lady shows it when she leaves the supply
		return errors.New("intrigue, boss: the card is revealed exactly when the boss lady has left the supply")
	case s.phase == Intrigue && (!me.boss || me.henchmen < henchmenEach):
		return errors.New("henchmen, boss: all figures are in the supply until cards are chosen")
	}
	return nil
}

// completeTiles checks that the tiles in play are there once.
func (s *state) completeTiles() error {
	var seen [tiles + 1]bool
	once := func(t Tile) error {
		if seen[t] {
			return fmt.Errorf("tiles: %s is there twice", t.ID())
		}
		seen[t] = true
		return nil
	}
	count := 0
	for a := range s.tiles {
		for _, t := range s.tiles[a].list() {
			count++
			if err := once(t); err != nil {
				return err
			}
		}
	}
	for n := int8(1); n <= s.players; n++ {
		me := s.seat(n)
		for _, t := range me.tiles[:me.tileCount] {
			count++
			if err := once(t); err != nil {
				return err
			}
		}
	}
	inPlay := tilesInPlay(s.removed)
	for _, t := range inPlay {
		if !seen[t] {
			return fmt.Errorf("tiles: %s is missing", t.ID())
		}
	}
	if count != len(inPlay) {
		return fmt.Errorf("tiles: there are %d, not %d", count, len(inPlay))
	}
	return nil
}

// fit reads who must choose and where the turn stands, and checks that it can be
// so.
func (v *View) fit(s *state) error {
	switch s.phase {
	case Intrigue:
		if s.active() == 0 {
			return errors.New("phase intrigue: all cards are chosen")
		}
	case Missions:
		return v.fitMissions(s)
	case Turns:
		if v.Turn == nil {
			return errors.New("turn: this key is missing")
		}
		r := &reader{}
		s.turn = turn{
			seat:    r.number(v.Turn.Seat, 1, int(s.players), "seat"),
			step:    v.Turn.Step,
			figure:  v.Turn.Figure,
			area:    v.Turn.Area,
			left:    r.number(v.Turn.Left, 0, 5, "left"),
			spent:   r.number(v.Turn.Spent, 0, lootMarkers, "spent"),
			bonus:   v.Turn.Bonus,
			manhole: v.Turn.Manhole,
		}
		s.turn = s.turn.only()
		if r.err == nil {
			r.err = s.fitTurn()
		}
		if r.err != nil {
			return fmt.Errorf("turn: %w", r.err)
		}
	}
	return nil
}

// only keeps what belongs to the step, so that anything else in a given position
// is found to be too much.
func (t turn) only() turn {
	kept := turn{seat: t.seat, step: t.step, figure: t.figure, area: t.area}
	switch t.step {
	case StepInside, StepBribe:
		kept.left = t.left
	case StepBonus:
		kept.left, kept.bonus = t.left, t.bonus
	case StepOutside:
		kept.spent = t.spent
	case StepReinforce:
		kept.left, kept.manhole = t.left, t.manhole
	case StepFigure:
		kept.figure, kept.area = NoFigure, NoArea
	}
	return kept
}

// fitMissions: who still chooses is among those that qualify; nobody can tell
// from anything else who has declined.
func (v *View) fitMissions(s *state) error {
	for _, n := range v.Active {
		if n < 1 || n > int(s.players) {
			return fmt.Errorf("active: there is no seat %d", n)
		}
		s.choosing |= 1 << n
	}
	if s.choosing == 0 {
		return errors.New("active: nobody chooses a mission any more")
	}
	if others := s.choosing &^ s.qualifying(); others != 0 {
		return errors.New("active: a seat chooses a mission and can score none")
	}
	return nil
}

// fitTurn: the figure stands in the area, the step is one of its steps, and
// something is left to be done in it.
func (s *state) fitTurn() error {
	t, n := &s.turn, s.turn.seat
	if t.step == StepFigure {
		if !s.hasFigure(n) {
			return errors.New("no figure is in the seat's supply")
		}
		return nil
	}
	if t.step < StepFigure {
		return fmt.Errorf("step: %q is none of phase turns", t.step.ID())
	}
	me := s.seat(n)
	switch {
	case !s.board().areas.has(t.area):
		return errors.New("area: it is not in use")
	case t.figure == NoFigure:
		return errors.New("figure: none was placed")
	case t.figure == Henchman && s.henchmen[n-1][t.area] == 0, t.figure == BossLady && me.bossAt != t.area:
		return errors.New("figure: it does not stand in the area")
	}
	card, most := me.card, int8(5)
	if t.figure == Henchman {
		card, most = NoCard, 2
	}
	fits := true
	switch t.step {
	case StepInside:
		fits = s.owners[t.area] == n && t.left >= 1 && t.left <= most && (card == NoCard || card == Administration)
	case StepBonus:
		fits = s.owners[t.area] == n && t.left < most && (card == NoCard || card == Administration) && s.fitBonus(n)
	case StepOutside:
		fits = s.outside(n).has(t.area) && card == NoCard && me.loot > 0 && t.spent <= s.lootSupply
	case StepBribe:
		fits = s.outside(n).has(t.area) && card == Bribe && t.left >= 1 && t.left <= 4
	case StepInvade:
		fits = s.outside(n).has(t.area) && card == Invasion
	case StepReinforce:
		fits = s.outside(n).has(t.area) && card == Invasion && s.fitReinforce(n)
	}
	if !fits {
		return fmt.Errorf("the step %s cannot be so", t.step.ID())
	}
	return nil
}

// fitBonus: the back room was just set up there, and the bonus can do something.
func (s *state) fitBonus(n int8) bool {
	me, t := s.seat(n), &s.turn
	return s.backRooms.has(t.area) && s.figuresIn(n, t.area) >= 2 && me.tileCount > 0 &&
		me.tiles[me.tileCount-1].Bonus() == t.bonus && (t.bonus == RatBonus || t.bonus == RemoveBonus) && s.bonusPossible(n, t.bonus)
}

// fitReinforce: the supply was not enough, and rats are there to be moved.
func (s *state) fitReinforce(n int8) bool {
	t := &s.turn
	there := t.left >= 1 && t.left <= 2 && manholesOf[t.area].has(t.manhole) && s.placeable(n, t.manhole)
	return there && s.seat(n).rats == 0 && s.ratsElsewhere(n, t.manhole) && (t.left == 2 || s.rats[t.manhole] > 0)
}
