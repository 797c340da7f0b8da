package derpate

import (
	"errors"
	"fmt"
)

// fit checks that a given position is one to which a match can come, as far as
// the position itself can tell.
func (s *state) fit() error {
	if s.friendsLeft() < 0 {
		return fmt.Errorf("friends: the seats have more than %d", allFriends)
	}
	for n := int8(1); n <= s.players; n++ {
		if err := s.conserved(n); err != nil {
			return fmt.Errorf("seats/%d: %w", n-1, err)
		}
	}
	for b := range Business(businesses) {
		if s.bloodDebt[b] != Nobody && (s.owner[b] != Nobody || !s.flags.MayKill || s.round == 0) {
			return fmt.Errorf("businesses/%s: there can be no blood debt", b.ID())
		}
	}
	if (s.phase == SetupCar) != (s.car == NoBusiness) {
		return errors.New("car: it stands on the street from its placing on")
	}
	if (s.phase <= SetupDistrict) != (s.round == 0) {
		return fmt.Errorf("round: it cannot be %d in the phase %s", s.round, s.phase.ID())
	}
	var err error
	switch s.phase {
	case SetupCar, SetupDistrict:
		err = s.fitSetup()
	case EventPhase:
		err = s.fitEvent()
	case TurnPhase:
		err = s.fitTurn()
	case Over:
		if s.round != rounds {
			err = errors.New("round: it is not the last one")
		}
	}
	if err != nil {
		return fmt.Errorf("phase %s: %w", s.phase.ID(), err)
	}
	return nil
}

// fitSetup: nothing was used yet, and districts were taken counter-clockwise. In
// setup-car all may have one already, as a scenario can give them.
func (s *state) fitSetup() error {
	for n := int8(1); n <= s.players; n++ {
		me := s.seat(n)
		if me.track != [tracks]int8{} || me.tiles != 0 || me.prison+me.hudson+me.friends != 0 || me.debtSupply() != debtMarkers {
			return fmt.Errorf("seat %d has used something before the first round", n)
		}
	}
	var taken [maxSeats + 1]int // districts by owner
	free := districts
	for _, d := range Districts() {
		owner := s.owner[d.Businesses()[0]]
		for _, b := range d.Businesses() {
			if s.owner[b] != owner {
				return fmt.Errorf("businesses: %s is not one family's", d.ID())
			}
		}
		if owner != Nobody {
			taken[owner]++
			free--
		}
	}
	chooser, chosen := s.before(s.startPlayer), 0
	if s.phase == SetupDistrict {
		for ; taken[chooser] == 1 && chooser != s.startPlayer; chosen++ {
			chooser = s.before(chooser)
		}
	}
	given := s.phase == SetupCar && free == 0
	for n := int8(1); given && n <= s.players; n++ {
		given = taken[n] == 1
	}
	switch {
	case !given && free != districts-chosen:
		return errors.New("businesses: the districts are not those of the seats that have chosen")
	case s.active != chooser || chooser == s.startPlayer && s.players == districts:
		return fmt.Errorf("active: it is not seat %d that chooses", s.active)
	}
	return nil
}

// fitEvent: this round's card asks, and the active seat is one whom it asks.
func (s *state) fitEvent() error {
	switch e := s.event(); {
	case e == Crackdown:
		if s.active != s.startPlayer {
			return errors.New("active: the start player rolls")
		}
		return nil
	case e == BailOrRiver:
		for n := s.startPlayer; n != s.active; n = s.next(n) {
			if s.seat(n).prison > 0 {
				return fmt.Errorf("seat %d has prisoners, and its turn to ransom them is over", n)
			}
		}
	case e != Donation && (e != Vendetta && e != Retreat || !s.flags.EventsAtOnce):
		return fmt.Errorf("event: %s asks for nothing now", e.ID())
	}
	if !s.asked(s.active) {
		return fmt.Errorf("active: seat %d has nothing to decide", s.active)
	}
	return nil
}

// fitTurn: the dice placed and those that lie fit row and step.
func (s *state) fitTurn() error {
	t := &s.turn
	done := t.row - 1 // rows with a die
	if t.step == StepChoose || t.step == StepEnd {
		done = t.row
	}
	if t.count != done {
		return fmt.Errorf("turn/placed: %d dice in row %d, step %s", t.count, t.row, t.step.ID())
	}
	if err := s.fitPlaced(); err != nil {
		return fmt.Errorf("turn/placed: %w", err)
	}
	lying := t.step == StepPlace || t.row == 3 && t.step == StepChoose
	for die, face := range t.dice {
		if (face != NoFace) != (lying && !t.has(Colour(die))) {
			return fmt.Errorf("turn/dice: %s cannot be so in row %d, step %s", Colour(die).ID(), t.row, t.step.ID())
		}
	}
	if t.favors > 0 && s.seat(s.active).track[Favors] == 0 {
		return errors.New("turn/favorsUsed: the seat has no favour")
	}
	if (t.step == StepChoose) != (t.choice != NoSpace) {
		return errors.New("turn/choice: a space asks in the step choose, and only there")
	}
	switch t.step {
	case StepEvent:
		return s.fitStepEvent()
	case StepRoll:
		if t.row == rows {
			return errors.New("turn/step: nothing is thrown in row 4")
		}
	case StepChoose:
		var m moveSet
		if s.choices(&m); t.choice != t.last().space || m.empty() {
			return fmt.Errorf("turn/choice: %s does not ask", t.choice.ID())
		}
	case StepEnd:
		if t.row != rows || !s.hasOptional() {
			return errors.New("turn/step: the turn has not come to its end, or has ended by itself")
		}
	}
	return nil
}

// fitPlaced: each die lies once, where it can; as another colour once, if the
// Senator was used.
func (s *state) fitPlaced() error {
	var seen [dice]bool
	senators := 0
	for i, p := range s.turn.placed[:s.turn.count] {
		row := i + 1
		if seen[p.die] {
			return fmt.Errorf("the %s die lies there twice", p.die.ID())
		}
		seen[p.die] = true
		if p.space == SpaceFor(row, p.die, p.face) {
			continue
		}
		senators++
		fits := false
		for as := Black; as <= Red; as++ {
			fits = fits || p.space == SpaceFor(row, as, p.face)
		}
		if !fits {
			return fmt.Errorf("%s %s does not go to %q", p.die.ID(), p.face.ID(), p.space.ID())
		}
	}
	me := s.seat(s.active)
	if senators > 1 || senators == 1 && (me.tiles.has(Senator) || me.track[Influence] < int8(Senator.Space())) {
		return errors.New("the seat has not used a Senator for that")
	}
	return nil
}

// fitStepEvent: the card waits for each own turn, and something could be done
// when the turn began.
func (s *state) fitStepEvent() error {
	if e := s.event(); s.flags.EventsAtOnce || e != Vendetta && e != Retreat {
		return fmt.Errorf("turn/step: %s is no card for one's own turn", e.ID())
	}
	if s.turn.row != 1 {
		return errors.New("turn/row: the card comes before the first row")
	}
	me := s.seat(s.active)
	used := s.turn.favors > 0
	for t := Wedding; t <= Birthday; t++ {
		used = used || me.track[Reputation] >= int8(t.Space()) && !me.tiles.has(t)
	}
	if !used && !s.hasCardOption() && !s.hasOptional() {
		return errors.New("turn/step: nothing can be done before the first roll")
	}
	return nil
}
