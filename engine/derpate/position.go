package derpate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// position is a made-up position for tests (section 12): the round that begins
// now, who controls what, and what lies before the seats. What is not given is as
// the set-up has it.
type position struct {
	round int8
	owner map[Business]Owner
	seats []map[string]json.RawMessage // nil for a seat that is as set up
}

// read takes the keys of a position.
func (p *position) read(text json.RawMessage) error {
	keys, err := object(text)
	if err != nil {
		return err
	}
	p.round = 1
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		switch value := keys[key]; key {
		case "round":
			err = number(value, &p.round, 1, rounds)
		case "businesses":
			err = p.readBusinesses(value)
		case "seats":
			err = p.readSeats(value)
		default:
			err = fmt.Errorf("this key is unknown; there are round, businesses, seats")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

func (p *position) readBusinesses(text json.RawMessage) error {
	keys, err := object(text)
	if err != nil {
		return err
	}
	p.owner = map[Business]Owner{}
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		var b Business
		if err := read(&b, "business", businessIDs[:], []byte(id)); err != nil {
			return err
		}
		var owner Owner
		if err := json.Unmarshal(keys[id], &owner); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		p.owner[b] = owner
	}
	return nil
}

func (p *position) readSeats(text json.RawMessage) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil || list == nil {
		return fmt.Errorf("it must be an array")
	}
	for i, seat := range list {
		var keys map[string]json.RawMessage
		if string(bytes.TrimSpace(seat)) != "null" {
			var err error
			if keys, err = object(seat); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		p.seats = append(p.seats, keys)
	}
	return nil
}

// apply makes the position on a table that is set up, up to the beginning of its
// round. Cards before it count as revealed. Supplies follow from what is used.
func (p *position) apply(s *state) error {
	s.round = p.round - 1
	for b, owner := range p.owner {
		if owner > Owner(s.players) {
			return fmt.Errorf("businesses: %s: there is no seat %d", b.ID(), owner)
		}
		s.owner[b] = owner
	}
	if len(p.seats) > int(s.players) {
		return fmt.Errorf("seats: %d for %d players", len(p.seats), s.players)
	}
	for i, keys := range p.seats {
		n := int8(i + 1)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if err := s.put(n, key, keys[key]); err != nil {
				return fmt.Errorf("seats/%d/%s: %w", i, key, err)
			}
		}
	}
	for n := int8(1); n <= s.players; n++ {
		me := s.seat(n)
		me.supply = figures - s.businesses(n) - me.prison - me.hudson
		if err := s.conserved(n); err != nil {
			return fmt.Errorf("seats/%d: %w", n-1, err)
		}
	}
	if s.friendsLeft() < 0 {
		return fmt.Errorf("seats: they have more than the %d Friends", allFriends)
	}
	return nil
}

// put lays one thing before a seat.
func (s *state) put(n int8, key string, value json.RawMessage) error {
	me := s.seat(n)
	switch key {
	case "money":
		if err := whole(value, &me.money); err != nil {
			return err
		}
		return checkMoney(me.money)
	case "prison":
		return number(value, &me.prison, 0, figures)
	case "hudson":
		return number(value, &me.hudson, 0, figures)
	case "friends":
		return number(value, &me.friends, 0, allFriends)
	case "tiles":
		var list []*Tile
		if err := json.Unmarshal(value, &list); err != nil || list == nil {
			return fmt.Errorf("it must be an array of tiles: %s", value)
		}
		for _, t := range list {
			if t == nil || me.tiles.has(*t) {
				return fmt.Errorf("each must be a tile and stand there once: %s", value)
			}
			me.tiles.add(*t)
		}
		return nil
	case "owes":
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil || len(list) != int(s.players)+1 {
			return fmt.Errorf("it must be an array of %d: the bank, seat 1, seat 2 …", s.players+1)
		}
		for to, count := range list {
			if err := number(count, &me.owes[to], 0, debtMarkers); err != nil {
				return fmt.Errorf("%d: %w", to, err)
			}
		}
		return nil
	}
	for _, t := range Tracks() {
		if t.ID() == key {
			return number(value, &me.track[t], 0, trackEnds[t])
		}
	}
	return fmt.Errorf("this key is unknown")
}

// conserved says what cannot be before a seat (section 11, what is always true).
func (s *state) conserved(n int8) error {
	me := s.seat(n)
	if me.supply < 0 || s.businesses(n)+me.supply+me.prison+me.hudson != figures {
		return fmt.Errorf("there are not %d figures on businesses, in the supply, in prison and in the Hudson", figures)
	}
	if me.debtSupply() < 0 {
		return fmt.Errorf("owes: there are only %d markers", debtMarkers)
	}
	if me.owes[n] != 0 {
		return fmt.Errorf("owes: nobody owes himself")
	}
	for _, t := range me.tiles.list() {
		if me.track[t.Track()] < int8(t.Space()) {
			return fmt.Errorf("tiles: %s lies on space %d of %s, which was not reached", t.ID(), t.Space(), t.Track().ID())
		}
	}
	return nil
}

func object(text json.RawMessage) (map[string]json.RawMessage, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil || keys == nil {
		return nil, fmt.Errorf("it must be an object")
	}
	return keys, nil
}

func whole(text json.RawMessage, value *int) error {
	if err := json.Unmarshal(text, value); err != nil || string(bytes.TrimSpace(text)) == "null" {
		return fmt.Errorf("%s is no whole number that fits", text)
	}
	return nil
}

// number reads a number in a range.
func number(text json.RawMessage, value *int8, least, most int8) error {
	var n int
	if err := whole(text, &n); err != nil {
		return err
	}
	if n < int(least) || n > int(most) {
		return fmt.Errorf("%d is none of %d to %d", n, least, most)
	}
	*value = int8(n)
	return nil
}
