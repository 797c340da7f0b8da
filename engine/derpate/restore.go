package derpate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"pizzini/engine/game"
)

// restore reads a whole position, at any decision or at the end, and refuses one
// that is not complete and consistent. What the position implies (markers,
// supplies, the queue, the result) is not read but written anew, and must then
// stand in the given text exactly so.
func restore(players int, options game.Options, text json.RawMessage) (*state, error) {
	var v View
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	s := empty(players, options)
	if err := v.fill(s); err != nil {
		return nil, err
	}
	if err := s.fit(); err != nil {
		return nil, err
	}
	ours, err := s.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if err := game.Difference(text, ours); err != nil {
		return nil, err
	}
	s.given, s.origin = true, s.round
	return s, nil
}

// fill lays out on an empty table what a position says, each thing in its range.
func (v *View) fill(s *state) error {
	if len(v.Seats) != int(s.players) {
		return fmt.Errorf("seats: it has %d, the match %d", len(v.Seats), s.players)
	}
	if v.StartPlayer < 1 || v.StartPlayer > int(s.players) {
		return fmt.Errorf("startPlayer: there is no seat %d", v.StartPlayer)
	}
	if v.Round < 0 || v.Round > rounds {
		return fmt.Errorf("round: %d is none of 0 to %d", v.Round, rounds)
	}
	s.startPlayer, s.round, s.phase, s.car = int8(v.StartPlayer), int8(v.Round), v.Phase, v.Car
	switch {
	case s.phase == Over && len(v.Active) == 0:
	case s.phase != Over && len(v.Active) == 1 && v.Active[0] >= 1 && v.Active[0] <= int(s.players):
		s.active = int8(v.Active[0])
	default:
		return fmt.Errorf("active: %v cannot be in the phase %s", v.Active, s.phase.ID())
	}
	if len(v.EventsSeen) != v.Round {
		return fmt.Errorf("eventsSeen: %d cards in round %d", len(v.EventsSeen), v.Round)
	}
	deck := slices.Concat(v.EventsSeen, v.EventDeck)
	if err := checkCards(deck, rounds); err != nil {
		return fmt.Errorf("eventsSeen, eventDeck: %w", err)
	}
	copy(s.deck[:], deck)
	for b, stop := range v.Street {
		if stop.Owner > Owner(s.players) || stop.BloodDebt > Owner(s.players) {
			return fmt.Errorf("businesses/%s: there is no such seat", Business(b).ID())
		}
		s.owner[b], s.bloodDebt[b] = stop.Owner, stop.BloodDebt
	}
	for i := range v.Seats {
		if err := v.Seats[i].fill(s.seat(int8(i + 1))); err != nil {
			return fmt.Errorf("seats/%d: %w", i, err)
		}
	}
	if (v.Turn != nil) != (s.phase == TurnPhase) {
		return fmt.Errorf("turn: there is one in the phase turn, and only there")
	}
	if v.Turn != nil {
		return v.Turn.fill(&s.turn)
	}
	return nil
}

func (f *Family) fill(me *family) error {
	if f.Money == nil {
		return errors.New("money: it is missing")
	}
	me.money = *f.Money
	if me.money < 0 || me.money%thousand != 0 || me.money > maxMoney+mostEarned {
		return fmt.Errorf("money: %d is no multiple of %d that can be counted", me.money, thousand)
	}
	for _, t := range f.Tiles {
		me.tiles.add(t)
	}
	if len(f.Owes) > maxSeats+1 {
		return fmt.Errorf("owes: it is too long")
	}
	targets := []*int8{&me.track[Reputation], &me.track[Influence], &me.track[Income], &me.track[Favors], &me.supply, &me.prison, &me.hudson, &me.friends}
	values := []int{f.Reputation, f.Influence, f.Income, f.Favors, f.Supply, f.Prison, f.Hudson, f.Friends}
	ends := []int8{trackEnds[Reputation], trackEnds[Influence], trackEnds[Income], trackEnds[Favors], figures, figures, figures, allFriends}
	for i := range f.Owes {
		targets, values, ends = append(targets, &me.owes[i]), append(values, f.Owes[i]), append(ends, debtMarkers)
	}
	for i, value := range values {
		if value < 0 || value > int(ends[i]) {
			return fmt.Errorf("%d is none of 0 to %d", value, ends[i])
		}
		*targets[i] = int8(value)
	}
	return nil
}

func (t *Turn) fill(turn *turn) error {
	if t.Row < 1 || t.Row > rows || len(t.Placed) > rows || t.FavorsUsed < 0 || t.FavorsUsed > favorsATurn {
		return errors.New("turn: row, placed or favorsUsed cannot be")
	}
	turn.row, turn.step, turn.choice = int8(t.Row), t.Step, t.Choice
	turn.dice, turn.favors = t.Dice.list(), int8(t.FavorsUsed)
	for _, p := range t.Placed {
		if p.Die == NoColour || p.Face == NoFace {
			return errors.New("turn/placed: there is no such die")
		}
		turn.placed[turn.count] = placement{p.Die, p.Face, p.Space}
		turn.count++
	}
	return nil
}
