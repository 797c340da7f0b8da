package patronize

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"pizzini/engine/game"
)

// restore reads a whole position, at any decision or at the end, and refuses one
// that is not complete and consistent. What the position implies (counts,
// orders, who is active, the result) is not read but written anew, and must then
// stand in the given text exactly so.
func restore(players int, text json.RawMessage) (*state, error) {
	var v View
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	s, err := v.state(players)
	if err == nil {
		err = s.fit(&v)
	}
	if err != nil {
		return nil, err
	}
	ours, err := s.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if err := game.Difference(text, ours); err != nil {
		return nil, err
	}
	s.origin = s.round
	return s, nil
}

// state puts the position together and checks that every card and every cube is
// there once.
func (v *View) state(players int) (*state, error) {
	if v.Players != players || len(v.Seats) != players {
		return nil, fmt.Errorf("players: it has %d and %d seats, the match %d", v.Players, len(v.Seats), players)
	}
	variant := variants[players]
	if v.Round < 1 || v.Round > variant.rounds {
		return nil, fmt.Errorf("round: %d is none of 1 to %d", v.Round, variant.rounds)
	}
	if v.Start < 1 || v.Start > players || v.Winner < 0 || v.Winner > players {
		return nil, errors.New("start, winner: there is no such seat")
	}
	phase := slices.Index(phaseIDs[:], v.Phase)
	if phase < 0 {
		return nil, fmt.Errorf("phase: %q is not known", v.Phase)
	}
	s := &state{
		players: uint8(players),
		round:   uint8(v.Round),
		phase:   Phase(phase),
		start:   uint8(v.Start),
		winner:  uint8(v.Winner),
	}
	var err error
	if s.stock, err = v.Stock.counts(); err != nil {
		return nil, fmt.Errorf("stock: %w", err)
	}
	for i := range v.Seats {
		if err := v.Seats[i].fill(&s.seats[i], variant); err != nil {
			return nil, fmt.Errorf("seats/%d: %w", i, err)
		}
	}
	for _, colour := range Colours() {
		sum := int(s.stock[colour])
		for i := range players {
			sum += int(s.seats[i].cubes[colour])
		}
		if sum != cubesOfColour {
			return nil, fmt.Errorf("cubes: there are %d %s ones, not %d", sum, colour.ID(), cubesOfColour)
		}
	}
	if err := v.fillFame(s, variant); err != nil {
		return nil, err
	}
	return s, v.fillCharacters(s, variant)
}

func (c Cubes) counts() (counts [colours]uint8, err error) {
	for i, n := range c.list() {
		if n < 0 || n > cubesOfColour {
			return counts, fmt.Errorf("%d cubes of a colour", n)
		}
		counts[i] = uint8(n)
	}
	return counts, nil
}

// fill reads what lies before a seat, but for the cards that can be there twice.
func (p *Place) fill(me *place, variant variant) error {
	acted := slices.Index(actedIDs[:], p.Action)
	if acted < 0 {
		return fmt.Errorf("action: %q is not known", p.Action)
	}
	if len(p.Hand) > variant.hand {
		return fmt.Errorf("hand: %d characters, and only %d were dealt", len(p.Hand), variant.hand)
	}
	cubes, err := p.Cubes.counts()
	if err != nil {
		return fmt.Errorf("cubes: %w", err)
	}
	*me = place{
		protection: p.Protection,
		protected:  p.Protected,
		acted:      Acted(acted),
		table:      p.Table,
		cubes:      cubes,
		copied:     p.Copied,
		doubled:    p.Doubled,
	}
	return nil
}

// fillFame lays the Fame cards where they are, each once.
func (v *View) fillFame(s *state, variant variant) error {
	var seen [fames + 1]bool
	count := 0
	var twice error
	once := func(f Fame) bool {
		if f == NoFame || seen[f] {
			twice = fmt.Errorf("Fame cards: %q is no card or is there twice", f.ID())
			return false
		}
		seen[f] = true
		count++
		return true
	}
	lay := func(l *fameList, cards []Fame) {
		for _, f := range cards {
			if once(f) {
				l.add(f)
			}
		}
	}
	lay(&s.deck, v.FameDeck)
	lay(&s.lost, v.LostFame)
	for i := range v.Seats {
		lay(&s.seats[i].fame, v.Seats[i].Fame)
	}
	for _, f := range v.RemovedFame {
		if once(f) {
			s.removedFame |= 1 << f
		}
	}
	if v.FameCard != NoFame && once(v.FameCard) {
		s.fameCard = v.FameCard
	}
	switch {
	case twice != nil:
		return twice
	case count != fames:
		return fmt.Errorf("Fame cards: there are %d, not %d", count, fames)
	case len(v.RemovedFame) != variant.removedFame:
		return fmt.Errorf("removedFame: %d cards, not %d", len(v.RemovedFame), variant.removedFame)
	case len(v.FameDeck) != variant.rounds-v.Round:
		return fmt.Errorf("fameDeck: %d cards; after round %d of %d there are %d", len(v.FameDeck), v.Round, variant.rounds, variant.rounds-v.Round)
	}
	return nil
}

// fillCharacters lays the characters where they are, each once.
func (v *View) fillCharacters(s *state, variant variant) error {
	var seen characterSet
	var twice error
	once := func(c Character) bool {
		if c == NoCharacter || seen.has(c) {
			twice = fmt.Errorf("characters: %q is none or is there twice", c.ID())
			return false
		}
		seen.add(c)
		return true
	}
	for i := range v.Seats {
		me := &s.seats[i]
		for _, c := range v.Seats[i].Hand {
			if once(c) {
				me.hand.add(c)
			}
		}
		for _, c := range v.Seats[i].Protegees {
			if once(c) {
				me.protegees.add(c)
			}
		}
		if me.table != NoCharacter {
			once(me.table)
		}
	}
	for _, c := range v.RemovedCharacters {
		if once(c) {
			s.removedCharacters.add(c)
		}
	}
	switch {
	case twice != nil:
		return twice
	case seen.count() != characters:
		return fmt.Errorf("characters: there are %d, not %d", seen.count(), characters)
	case len(v.RemovedCharacters) != variant.removedCharacters:
		return fmt.Errorf("removedCharacters: %d, not %d", len(v.RemovedCharacters), variant.removedCharacters)
	}
	return nil
}
