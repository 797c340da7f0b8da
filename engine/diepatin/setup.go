package diepatin

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pizzini/engine/game"
)

// Rules is Die Patin at rules version 1.
type Rules struct{}

const (
	kind    = "die-patin"
	edition = "zoch-2023"
)

// Info describes the game. There is no chance after the set-up.
func (Rules) Info() game.Info {
	return game.Info{
		Kind:       kind,
		Name:       "Die Patin",
		Version:    1,
		MinPlayers: minSeats,
		MaxPlayers: maxSeats,
		Options:    []game.Option{{Key: "edition", Values: []any{edition}, Default: edition}},
	}
}

// Resolve checks players and options.
func (Rules) Resolve(players int, given game.Options) (game.Options, error) {
	if err := checkPlayers(players); err != nil {
		return nil, err
	}
	return game.OneEdition(kind, edition, given)
}

func checkPlayers(players int) error { return game.CheckPlayers(kind, players, minSeats, maxSeats) }

// deal is the outcome of a set-up, in the scenario form. A part that is nil is
// not fixed.
type deal struct {
	StartSeat *int         `json:"startSeat"`
	Removed   []Enterprise `json:"removed"`
	Tiles     tilesByArea  `json:"tiles"`

	derived bool // the removed enterprises were not given, but follow from the tiles
}

// tilesByArea says which tiles lie where.
type tilesByArea map[Area][]Tile

// Start sets a match up: the start seat (R5), the enterprises that are removed
// (R4) and the tiles (R1 to R3), each as Config.Setup fixes it or else drawn
// (Format 1, Draws of each game).
func (Rules) Start(config game.Config, chance *game.Chance) (game.State, game.Setup, error) {
	s, d, err := begin(config.Players, config.Setup)
	if err != nil {
		return nil, game.Setup{}, err
	}
	if s != nil {
		return s, s.givenSetup(), nil
	}
	if d.StartSeat == nil {
		start := int(chance.Draw(uint64(config.Players))) + 1
		d.StartSeat = &start
	}
	if d.Removed == nil {
		d.Removed = drawRemoved(config.Players, chance)
	}
	if d.Tiles == nil {
		d.Tiles = drawTiles(config.Players, setOf(d.Removed), chance)
	}
	if err := chance.Err(); err != nil {
		return nil, game.Setup{}, err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, game.Setup{}, err
	}
	return d.state(config.Players), game.Setup{JSON: text}, nil
}

// drawRemoved chooses the enterprises that are not in play.
func drawRemoved(players int, chance *game.Chance) []Enterprise {
	removed := []Enterprise{}
	if count := boards[players].removed; count > 0 {
		all := Enterprises()
		chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		removed = all[:count]
		slices.Sort(removed)
	}
	return removed
}

// drawTiles lays the tiles out, anew until no area has an enterprise twice (R3).
func drawTiles(players int, removed enterpriseSet, chance *game.Chance) tilesByArea {
	b := &boards[players]
	for chance.Err() == nil {
		deck := tilesInPlay(removed)
		chance.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		others := (b.areas &^ b.starts).list()
		chance.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		var two areaSet
		for _, a := range others[:len(deck)-b.areas.count()] {
			two.add(a)
		}
		laid, fits := tilesByArea{}, true
		for _, a := range b.areas.list() {
			count := 1
			if two.has(a) {
				count = 2
			}
			p := pairOf(deck[:count]...)
			deck = deck[count:]
			laid[a] = p.list()
			fits = fits && !p.twice()
		}
		if fits {
			return laid
		}
	}
	return nil
}

// Restore makes the first position of a whole set-up, or of {"state": …}.
func (Rules) Restore(config game.Config, setup game.Setup) (game.State, error) {
	s, d, err := begin(config.Players, setup.JSON)
	if err != nil {
		return nil, err
	}
	if s != nil {
		return s, nil
	}
	if d.StartSeat == nil || d.Removed == nil || d.Tiles == nil || d.derived {
		return nil, errors.New(`set-up of die-patin: it is not whole; it needs "startSeat", "removed" and "tiles"`)
	}
	return d.state(config.Players), nil
}

// begin reads what is fixed of a set-up: a whole position, or a deal with what is
// given of it.
func begin(players int, setup json.RawMessage) (s *state, d deal, err error) {
	if err := checkPlayers(players); err != nil {
		return nil, d, err
	}
	position := func(text json.RawMessage) (err error) {
		s, err = restore(players, text)
		return err
	}
	if err := game.ReadSetup(kind, setup, position, d.read); err != nil {
		return nil, d, err
	}
	if err := d.check(players); err != nil {
		return nil, d, fmt.Errorf("set-up of die-patin: %w", err)
	}
	return s, d, nil
}

// read takes one key of a set-up.
func (d *deal) read(key string, value json.RawMessage) error {
	switch key {
	case "startSeat":
		return json.Unmarshal(value, &d.StartSeat)
	case "removed":
		return json.Unmarshal(value, &d.Removed)
	case "tiles":
		return json.Unmarshal(value, &d.Tiles)
	}
	return errors.New("this key is unknown; there are startSeat, removed, tiles, and state alone")
}

// check says what is impossible in the given parts, and brings them into their
// order. Tiles without removed enterprises say by themselves which are missing.
func (d *deal) check(players int) error {
	if d.StartSeat != nil && (*d.StartSeat < 1 || *d.StartSeat > players) {
		return fmt.Errorf("startSeat: there is no seat %d among %d", *d.StartSeat, players)
	}
	if d.Removed != nil {
		if want := boards[players].removed; len(d.Removed) != want {
			return fmt.Errorf("removed: %d enterprises; with %d players it is %d", len(d.Removed), players, want)
		}
		slices.Sort(d.Removed)
		for i, e := range d.Removed {
			if e == NoEnterprise || i > 0 && d.Removed[i-1] == e {
				return fmt.Errorf("removed: %q is no enterprise or stands there twice", e.ID())
			}
		}
	}
	if d.Tiles == nil {
		return nil
	}
	return d.checkTiles(players)
}

// checkTiles holds given tiles to step 2 of the set-up.
func (d *deal) checkTiles(players int) error {
	b := &boards[players]
	var seen [tiles + 1]bool
	var inPlay enterpriseSet
	for _, a := range slices.Sorted(maps.Keys(d.Tiles)) {
		list := d.Tiles[a]
		slices.Sort(list)
		switch {
		case !b.areas.has(a):
			return fmt.Errorf("tiles/%s: the area is not in use with %d players", a.ID(), players)
		case len(list) != 1 && (len(list) != 2 || b.starts.has(a)):
			return fmt.Errorf("tiles/%s: %d tiles; a start area has one, another area one or two", a.ID(), len(list))
		case pairOf(list...).twice():
			return fmt.Errorf("tiles/%s: two tiles of the same enterprise", a.ID())
		}
		for _, t := range list {
			if t == 0 || seen[t] {
				return fmt.Errorf("tiles/%s: %q is no tile or lies there twice", a.ID(), t.ID())
			}
			seen[t] = true
			inPlay.add(t.Enterprise())
		}
	}
	for _, a := range b.areas.list() {
		if _, ok := d.Tiles[a]; !ok {
			return fmt.Errorf("tiles: nothing is said of %s", a.ID())
		}
	}
	if d.Removed == nil {
		d.Removed, d.derived = []Enterprise{}, true
		for _, e := range Enterprises() {
			if !inPlay.has(e) {
				d.Removed = append(d.Removed, e)
			}
		}
		if want := b.removed; len(d.Removed) != want {
			return fmt.Errorf("tiles: %d enterprises are without a tile; with %d players it is %d", len(d.Removed), players, want)
		}
	}
	for _, t := range tilesInPlay(setOf(d.Removed)) {
		if !seen[t] {
			return fmt.Errorf("tiles: %s is missing", t.ID())
		}
		seen[t] = false
	}
	if i := slices.Index(seen[:], true); i >= 0 {
		return fmt.Errorf("tiles: %s is of a removed enterprise", Tile(i).ID())
	}
	return nil
}

func setOf(list []Enterprise) enterpriseSet {
	var set enterpriseSet
	for _, e := range list {
		set.add(e)
	}
	return set
}

// state is the position in which the start seat chooses its start area.
func (d *deal) state(players int) *state {
	s := &state{
		players:    int8(players),
		startSeat:  int8(*d.StartSeat),
		removed:    setOf(d.Removed),
		lootSupply: int8(lootAtStart(players)),
		turn:       turn{seat: int8(*d.StartSeat), step: StepArea},
	}
	for _, district := range Districts(players) {
		s.loot[district] = lootFull
	}
	for a, list := range d.Tiles {
		s.tiles[a] = pairOf(list...)
	}
	for n := int8(1); n <= s.players; n++ {
		*s.seat(n) = place{henchmen: henchmenEach, boss: true, rats: ratsEach, backRooms: backRoomsEach}
	}
	return s
}

// givenSetup writes a given position as the set-up of a match: a card that was
// not revealed is sealed to its seat, as its move would have been. Nothing else
// of a set-up is sealed.
func (s *state) givenSetup() game.Setup {
	text, err := json.Marshal(map[string]*state{"state": s})
	if err != nil {
		panic(err) // numbers and ids always encode
	}
	setup := game.Setup{JSON: text}
	for n := int8(1); n <= s.players; n++ {
		if s.seat(n).given {
			setup.Sealed = append(setup.Sealed, game.Sealed{At: s.cardAt(n), To: []game.Seat{game.Seat(n)}})
		}
	}
	return setup
}
