package diepatin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pizzini/engine/game"
)

// restore reads a whole position and refuses one that is not complete and
// consistent: what section 3 of the page lists, and what play needs of the turn.
// Whether a match could have come there is not asked (R47 knows positions set up
// by hand), but for phase start, which is played again. What the position implies
// (orders, who is active, the result) is not read but written anew, and must then
// stand in the given text exactly so.
func restore(players int, text json.RawMessage) (*state, error) {
	if err := missing("", decode(text), schemas[players]); err != nil {
		return nil, err
	}
	var v View
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	s, err := v.state(players)
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
	for n := int8(1); n <= s.players; n++ {
		me := s.seat(n)
		me.given = me.card != NoCard && !me.revealed
	}
	return s, nil
}

// schemas are positions before anything has happened, by the number of players:
// their keys are in every position.
var schemas [maxSeats + 1]any

func init() {
	start := 1
	for players := minSeats; players <= maxSeats; players++ {
		text, err := (&deal{StartSeat: &start}).state(players).MarshalJSON()
		if err != nil {
			panic(err) // numbers and ids always encode
		}
		schemas[players] = decode(text)
	}
}

// reader takes numbers out of a position and keeps the first thing that is wrong.
type reader struct{ err error }

func (r *reader) failf(format string, arguments ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, arguments...)
	}
}

func (r *reader) number(n, least, most int, format string, arguments ...any) int8 {
	if n < least || n > most {
		r.failf("%s: %d is none of %d to %d", fmt.Sprintf(format, arguments...), n, least, most)
		return 0
	}
	return int8(n)
}

// state puts the position together.
func (v *View) state(players int) (*state, error) {
	if v.Players != players || len(v.Seats) != players {
		return nil, fmt.Errorf("players: it has %d and %d seats, the match %d", v.Players, len(v.Seats), players)
	}
	phase := slices.Index(phaseIDs[:], v.Phase)
	if phase < 0 {
		return nil, fmt.Errorf("phase: %q is not known", v.Phase)
	}
	if Phase(phase) == Start {
		return v.replay(players)
	}
	r := &reader{}
	s := &state{
		players:    int8(players),
		phase:      Phase(phase),
		round:      r.number(v.Round, 1, rounds, "round"),
		startSeat:  r.number(v.StartSeat, 1, players, "startSeat"),
		lootSupply: r.number(v.LootSupply, 0, lootMarkers, "lootSupply"),
		removed:    setOf(v.Removed),
	}
	if s.phase == Over && s.round != rounds {
		r.failf("phase, round: the game ends with round %d", rounds)
	}
	if s.removed.has(NoEnterprise) || s.removed.count() != s.board().removed {
		r.failf("removed: with %d players %d enterprises are removed", players, s.board().removed)
	}
	for _, d := range v.Districts {
		s.loot[d.District] = r.number(d.Loot, 0, lootFull, "districts/%s/loot", d.District.ID())
	}
	for i := range v.Areas {
		v.Areas[i].fill(r, s)
	}
	for _, m := range v.Manholes {
		s.ratsOf[m.Manhole] = r.number(m.Seat, 0, players, "manholes/%s/seat", m.Manhole.ID())
		s.rats[m.Manhole] = r.number(m.Rats, 0, ratsEach, "manholes/%s/rats", m.Manhole.ID())
		if (m.Seat == 0) != (m.Rats == 0) {
			r.failf("manholes/%s: rats are somebody's, and nobody has none", m.Manhole.ID())
		}
	}
	for i := range v.Seats {
		v.Seats[i].fill(r, s, int8(i+1))
	}
	if r.err != nil {
		return nil, r.err
	}
	if err := s.complete(); err != nil {
		return nil, err
	}
	return s, v.fit(s)
}

// fill reads what lies and stands in an area.
func (a *AreaView) fill(r *reader, s *state) {
	at := "areas/" + a.Area.ID()
	owner := r.number(a.Owner, 0, int(s.players), "%s/owner", at)
	s.owners[a.Area] = owner
	if a.BackRoom != 0 {
		if a.BackRoom != a.Owner {
			r.failf("%s/backRoom: a back room belongs to the area's owner", at)
		}
		s.backRooms.add(a.Area)
	}
	if len(a.Tiles) > len(pair{}) {
		r.failf("%s/tiles: %d tiles; there are never more than two", at, len(a.Tiles))
		return
	}
	s.tiles[a.Area] = pairOf(a.Tiles...)
	if s.tiles[a.Area].twice() {
		r.failf("%s/tiles: two tiles of the same enterprise", at)
	}
	if len(a.Henchmen) != int(s.players) {
		r.failf("%s/henchmen: %d numbers for %d seats", at, len(a.Henchmen), s.players)
		return
	}
	for i, n := range a.Henchmen {
		s.henchmen[i][a.Area] = r.number(n, 0, henchmenEach, "%s/henchmen/%d", at, i)
	}
	for _, n := range a.Bosses {
		if n = int(r.number(n, 1, int(s.players), "%s/bosses", at)); n == 0 {
			continue
		}
		if me := s.seat(int8(n)); me.bossAt != NoArea {
			r.failf("%s/bosses: seat %d's boss lady is on the board twice", at, n)
		} else {
			me.bossAt = a.Area
		}
	}
}

// fill reads what belongs to a seat.
func (p *SeatView) fill(r *reader, s *state, n int8) {
	at := fmt.Sprintf("seats/%d", n-1)
	me := s.seat(n)
	me.henchmen = r.number(p.Henchmen, 0, henchmenEach, "%s/henchmen", at)
	me.boss = p.Boss
	me.rats = r.number(p.Rats, 0, ratsEach, "%s/rats", at)
	me.backRooms = r.number(p.BackRooms, 0, backRoomsEach, "%s/backRooms", at)
	me.loot = r.number(p.Loot, 0, lootMarkers, "%s/loot", at)
	me.card, me.revealed = p.Intrigue.Card, p.Intrigue.Revealed
	me.tileCount = r.number(len(p.Tiles), 0, backRoomsEach, "%s/tiles", at)
	if len(p.Trophies) != int(s.players) {
		r.failf("%s/trophies: %d numbers for %d seats", at, len(p.Trophies), s.players)
	}
	if r.err != nil {
		return
	}
	copy(me.tiles[:], p.Tiles)
	for i, count := range p.Trophies {
		me.trophies[i] = r.number(count, 0, backRoomsEach, "%s/trophies/%d", at, i)
	}
	for m, round := range p.Missions {
		me.missions[m] = r.number(round, 0, int(s.round), "%s/missions/%s", at, Mission(m).ID())
	}
}

// replay plays phase start again as the position has it: everything in it follows
// from the deal and from who owns what with how many rats where.
func (v *View) replay(players int) (*state, error) {
	d := deal{StartSeat: &v.StartSeat, Removed: v.Removed, Tiles: tilesByArea{}}
	for _, a := range v.Areas {
		d.Tiles[a.Area] = a.Tiles
	}
	if d.Removed == nil {
		return nil, errors.New("removed: it must be an array")
	}
	if err := d.check(players); err != nil {
		return nil, err
	}
	if v.Turn == nil {
		return nil, errors.New("turn: this key is missing")
	}
	s := d.state(players)
	for s.turn.seat != int8(v.Turn.Seat) || s.turn.step != v.Turn.Step {
		text, ok := v.startMove(&s.turn)
		if !ok {
			return nil, fmt.Errorf("phase start: what seat %d did in the step %s cannot be seen", s.turn.seat, s.turn.step.ID())
		}
		next, err := s.Apply(game.Seat(s.turn.seat), text, game.Recorded(nil))
		if err != nil {
			return nil, fmt.Errorf("phase start: %w", err)
		}
		if s = next.(*state); s.phase != Start {
			return nil, errors.New("turn: that is no turn of phase start")
		}
	}
	return s, nil
}

// startMove is the move of phase start that the position shows.
func (v *View) startMove(t *turn) (game.Move, bool) {
	if t.step == StepArea {
		for _, a := range v.Areas {
			if a.Owner == int(t.seat) {
				return areaTexts[takeStart][a.Area], true
			}
		}
		return "", false
	}
	verb := placeThree + verb(t.step-StepThree)
	for _, m := range v.Manholes {
		if manholesOf[t.area].has(m.Manhole) && m.Rats == int(placeOne-verb)+1 {
			return manholeTexts[verb][m.Manhole], true
		}
	}
	return "", false
}

// UnmarshalJSON reads a seat's missions.
func (r *MissionRounds) UnmarshalJSON(text []byte) error {
	var read map[string]int
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*r = MissionRounds{}
	for m, id := range missionIDs {
		r[m] = read[id]
	}
	return nil
}

// UnmarshalJSON reads the districts of a position.
func (d *DistrictViews) UnmarshalJSON(text []byte) error {
	var read map[string]DistrictView
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*d = nil
	for district := Orange; district <= Turquoise; district++ {
		if view, ok := read[district.ID()]; ok {
			view.District = district
			*d = append(*d, view)
		}
	}
	return nil
}

// UnmarshalJSON reads the areas of a position.
func (a *AreaViews) UnmarshalJSON(text []byte) error {
	var read map[Area]AreaView
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*a = nil
	for _, area := range slices.Sorted(maps.Keys(read)) {
		view := read[area]
		view.Area = area
		*a = append(*a, view)
	}
	return nil
}

// UnmarshalJSON reads the manholes of a position.
func (m *ManholeViews) UnmarshalJSON(text []byte) error {
	var read map[Manhole]ManholeView
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*m = nil
	for _, manhole := range slices.Sorted(maps.Keys(read)) {
		view := read[manhole]
		view.Manhole = manhole
		*m = append(*m, view)
	}
	return nil
}

// decode reads a JSON text that was read before, with its numbers as written.
func decode(text []byte) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

// missing names the first key that every position has and this one has not.
func missing(at string, given, schema any) error {
	switch schema := schema.(type) {
	case map[string]any:
		object, ok := given.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: it must be an object", at)
		}
		for _, key := range slices.Sorted(maps.Keys(schema)) {
			value, ok := object[key]
			if !ok && at+"/"+key != "/turn" { // only phases start and turns have it
				return fmt.Errorf("%s/%s: this key is missing", at, key)
			}
			if err := missing(at+"/"+key, value, schema[key]); ok && err != nil {
				return err
			}
		}
	case []any:
		array, _ := given.([]any)
		for i := range min(len(array), len(schema)) {
			if err := missing(fmt.Sprintf("%s/%d", at, i), array[i], schema[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
