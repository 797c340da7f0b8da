package patronize

import (
	"errors"
	"fmt"
	"slices"
)

// fit checks that round, phase, Fame card, winner, actions, table, copied and
// doubled of a given position fit each other, and works out who is active, what
// is pending and who still chooses.
func (s *state) fit(v *View) error {
	for i := range v.Seats {
		me := &s.seats[i]
		if me.protected && (me.table == NoCharacter || me.protection) {
			return fmt.Errorf("seats/%d: a protection cube lies where there can be none", i)
		}
		if me.table != NoCharacter && me.acted != Played {
			return fmt.Errorf("seats/%d: a character is on the table, and the seat played none", i)
		}
		if s.phase < ClownCopies && (me.copied != NoCharacter || me.doubled != NoCharacter) {
			return fmt.Errorf("seats/%d: copied, doubled: the end of the game has not begun", i)
		}
	}
	if (s.fameCard != NoFame) != (s.phase == Action) {
		return errors.New("fameCard: one lies open as long as seats act, and no longer")
	}
	var err error
	switch s.phase {
	case Action:
		err = s.fitAction()
	case Achievement:
		err = s.fitAchievement(len(v.Pending))
	case Protegee:
		err = s.fitProtegee(len(v.Choosers))
	default:
		err = s.fitEnd()
	}
	if err != nil {
		return fmt.Errorf("phase %s: %w", s.phase.ID(), err)
	}
	if s.active != 0 && len(s.Legal(s.Active()[0])) == 0 {
		return fmt.Errorf("phase %s: seat %d must choose and has no legal move", s.phase.ID(), s.active)
	}
	return nil
}

// fitAction: seats act clockwise from the start seat, and the first one that
// waits has a hand (R2).
func (s *state) fitAction() error {
	if s.winner != 0 {
		return errors.New("winner: nobody has won yet")
	}
	n := s.start
	for range s.players {
		me := s.seat(n)
		switch {
		case me.acted == Played && me.table == NoCharacter:
			return fmt.Errorf("seat %d played, and nothing is on the table", n)
		case me.acted == Waiting && s.active == 0:
			s.active = n
		case me.acted != Waiting && s.active != 0:
			return fmt.Errorf("action: seat %d acted before seat %d", n, s.active)
		}
		n = s.next(n)
	}
	switch {
	case s.active == 0:
		return errors.New("action: all seats have acted")
	case s.seat(s.active).hand == 0:
		return fmt.Errorf("seat %d has an empty hand and must have passed by itself", s.active)
	}
	return nil
}

// fitAchievement: the pending cubes are the last ones of the round's list.
func (s *state) fitAchievement(pending int) error {
	for n := uint8(1); n <= s.players; n++ {
		me := s.seat(n)
		if me.acted == Waiting || me.acted == Played && me.table == NoCharacter {
			return fmt.Errorf("seat %d has neither passed nor a character on the table", n)
		}
	}
	table := s.tableCards()
	if !s.wins(table) {
		return fmt.Errorf("winner: it cannot be %d", s.winner)
	}
	list, count := s.cubesOfRound()
	if pending < 1 || pending > int(count) {
		return fmt.Errorf("pending: %d cubes; the round has %d", pending, count)
	}
	copy(s.pending[:], list[int(count)-pending:count])
	s.pendingCount = uint8(pending)
	if s.pending[0].source.Achievement() != White {
		return errors.New("pending: the first one is not white")
	}
	s.active = s.pending[0].seat
	return nil
}

// wins says whether the winner is the one of this table, by the Fame card that
// he took last.
func (s *state) wins(table [maxSeats]Character) bool {
	if s.winner == 0 {
		return trick(table[:], NoColour) == 0
	}
	won := s.seat(s.winner).fame.all()
	return len(won) > 0 && trick(table[:], won[len(won)-1].Trump()) == s.winner
}

// fitProtegee: the choosers are the last ones of the passers, and what is no
// longer on the table was protected or taken.
func (s *state) fitProtegee(choosers int) error {
	var passers, gone []uint8
	n := s.start
	for range s.players {
		me := s.seat(n)
		switch {
		case me.acted == Waiting:
			return fmt.Errorf("action: seat %d has not acted", n)
		case me.protected:
			return fmt.Errorf("seat %d: a protected character is a protegee by now", n)
		case me.acted == Passed:
			passers = append(passers, n)
		case me.table == NoCharacter:
			gone = append(gone, n)
		}
		n = s.next(n)
	}
	if choosers < 1 || choosers > len(passers) {
		return fmt.Errorf("choosers: %d, and %d passed", choosers, len(passers))
	}
	done := passers[:len(passers)-choosers]
	copy(s.choosers[:], passers[len(done):])
	s.chooserCount = uint8(choosers)
	s.active = s.choosers[0]
	if len(passers) == int(s.players) && s.lost.count == 0 {
		return errors.New("lostFame: nobody played, and no card was lost")
	}
	if !s.explained(s.tableCards(), gone, done) {
		return fmt.Errorf("winner, table: seat %d cannot have won with what was played", s.winner)
	}
	return nil
}

// explained says whether there is a way in which the seats whose character is
// gone from the table can have lost it, such that the winner is the right one:
// as a protegee of their own by protection, or taken by a passer who is done.
func (s *state) explained(table [maxSeats]Character, gone, done []uint8) bool {
	if len(gone) == 0 {
		return s.wins(table)
	}
	n, rest := gone[0], gone[1:]
	if me := s.seat(n); !me.protection && me.protegees.count > 0 {
		table[n-1] = me.protegees.last()
		if s.explained(table, rest, done) {
			return true
		}
	}
	for i, taker := range done {
		if protegees := &s.seat(taker).protegees; protegees.count > 0 {
			table[n-1] = protegees.last()
			if s.explained(table, rest, slices.Concat(done[:i], done[i+1:])) {
				return true
			}
		}
	}
	return false
}

// fitEnd: the last round has ended, the Clown has copied if he could, and the
// seats that may double have done so in order.
func (s *state) fitEnd() error {
	if s.round != s.rounds() {
		return errors.New("round: it is not the last one")
	}
	if s.winner != 0 {
		return errors.New("winner: no round has one any more")
	}
	clown := s.owner(Clown)
	if clown != 0 && len(s.copyable(clown)) == 0 {
		clown = 0
	}
	for n := uint8(1); n <= s.players; n++ {
		me := s.seat(n)
		switch {
		case me.acted != Waiting:
			return fmt.Errorf("seat %d: no round is under way", n)
		case me.copied != NoCharacter && (n != clown || !slices.Contains(s.copyable(n), me.copied)):
			return fmt.Errorf("copied: seat %d cannot have copied %q", n, me.copied.ID())
		case me.doubled != NoCharacter && (!s.doubles(n) || !me.protegees.has(me.doubled)):
			return fmt.Errorf("doubled: seat %d cannot have doubled %q", n, me.doubled.ID())
		}
	}
	hasCopied := clown != 0 && s.seat(clown).copied != NoCharacter
	if s.phase == ClownCopies {
		if clown == 0 || hasCopied {
			return errors.New("copied: there is nothing to copy any more")
		}
		s.active = clown
	} else if clown != 0 && !hasCopied {
		return fmt.Errorf("copied: seat %d must have copied something", clown)
	}
	next := uint8(0) // the first seat that has yet to double
	n := s.start
	for range s.players {
		if s.doubles(n) {
			hasDoubled := s.seat(n).doubled != NoCharacter
			if hasDoubled && (next != 0 || s.phase == ClownCopies) {
				return fmt.Errorf("doubled: seat %d has doubled too early", n)
			}
			if !hasDoubled && next == 0 {
				next = n
			}
		}
		n = s.next(n)
	}
	switch {
	case s.phase == SculptorDoubles && next == 0:
		return errors.New("doubled: all have doubled")
	case s.phase == SculptorDoubles:
		s.active = next
	case s.phase == Over && next != 0:
		return fmt.Errorf("doubled: seat %d must have doubled something", next)
	}
	return nil
}
