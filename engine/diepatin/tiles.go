package diepatin

import (
	"math/bits"
	"slices"
)

// Enterprise is one of the nine enterprises; 0 is none.
type Enterprise int8

// The enterprises in the order of the rules, which is that of their ids.
const (
	NoEnterprise Enterprise = iota
	Bakery
	Barber
	Casino
	ClawStudio
	FishMarket
	HatShop
	Laundry
	Pizzeria
	Tailor
)

// Bonus is what taking a location tile gives; 0 is none.
type Bonus int8

// The bonuses by their ids.
const (
	NoBonus     Bonus = iota
	LootBonus         // a loot marker of the general supply
	PointBonus        // a point at the end
	RatBonus          // an own rat anywhere in use
	RemoveBonus       // an opposing rat goes
)

// Tile is one of the 36 location tiles, "claw-studio:loot", in the order of these
// texts; 0 is none.
type Tile int8

const (
	enterprises = 9
	bonuses     = 4
	tiles       = enterprises * bonuses
)

var enterpriseIDs = [enterprises + 1]string{"", "bakery", "barber", "casino", "claw-studio", "fish-market", "hat-shop", "laundry", "pizzeria", "tailor"}

var enterpriseNames = [enterprises + 1]string{"", "Bakery", "Barber", "Casino", "Claw Studio", "Fish Market", "Hat Shop", "Laundry", "Pizzeria", "Tailor"}

var bonusIDs = [bonuses + 1]string{"", "loot", "point", "rat", "remove"}

// bonusesDealt is the order in which the tiles of an enterprise lie before they
// are shuffled (Format 1, Draws of each game).
var bonusesDealt = [bonuses]Bonus{RatBonus, RemoveBonus, LootBonus, PointBonus}

// chainPoints is what so many tiles of one enterprise are worth.
var chainPoints = [bonuses + 1]int{0, 1, 3, 6, 10}

// Enterprises lists the nine enterprises.
func Enterprises() []Enterprise {
	var all []Enterprise
	for e := Bakery; e <= Tailor; e++ {
		all = append(all, e)
	}
	return all
}

// Bonuses lists the four bonuses.
func Bonuses() []Bonus { return []Bonus{LootBonus, PointBonus, RatBonus, RemoveBonus} }

// ChainPoints is what a number of tiles of one enterprise is worth, 0 to 4.
func ChainPoints(tiles int) int { return chainPoints[tiles] }

// ID is the enterprise as it stands in moves and in JSON; "" for none.
func (e Enterprise) ID() string { return enterpriseIDs[e] }

// Name is the enterprise's name for people.
func (e Enterprise) Name() string { return enterpriseNames[e] }

// Tile is the enterprise's tile with a bonus.
func (e Enterprise) Tile(b Bonus) Tile { return Tile(e-1)*bonuses + Tile(b) }

// UnmarshalText reads an id.
func (e *Enterprise) UnmarshalText(text []byte) error {
	return readID(e, enterpriseIDs[:], text, "enterprise")
}

// MarshalText writes the id.
func (e Enterprise) MarshalText() ([]byte, error) { return []byte(e.ID()), nil }

// ID is the bonus as it stands in JSON; "" for none.
func (b Bonus) ID() string { return bonusIDs[b] }

// UnmarshalText reads an id.
func (b *Bonus) UnmarshalText(text []byte) error {
	return readID(b, bonusIDs[:], text, "bonus")
}

// MarshalText writes the id.
func (b Bonus) MarshalText() ([]byte, error) { return []byte(b.ID()), nil }

// Enterprise is the enterprise that the tile shows.
func (t Tile) Enterprise() Enterprise {
	if t == 0 {
		return NoEnterprise
	}
	return Enterprise((t-1)/bonuses) + 1
}

// Bonus is what taking the tile gives (R1).
func (t Tile) Bonus() Bonus {
	if t == 0 {
		return NoBonus
	}
	return Bonus((t-1)%bonuses) + 1
}

// ID is the tile as it stands in JSON: "claw-studio:loot"; "" for none.
func (t Tile) ID() string { return tileIDs[t] }

var tileIDs = func() (ids [tiles + 1]string) {
	for t := Tile(1); t <= tiles; t++ {
		ids[t] = t.Enterprise().ID() + ":" + t.Bonus().ID()
	}
	return ids
}()

// UnmarshalText reads an id.
func (t *Tile) UnmarshalText(text []byte) error { return readID(t, tileIDs[:], text, "tile") }

// MarshalText writes the id.
func (t Tile) MarshalText() ([]byte, error) { return []byte(t.ID()), nil }

// enterpriseSet holds enterprises: bit e is enterprise e.
type enterpriseSet uint16

func (s enterpriseSet) has(e Enterprise) bool { return s&(1<<e) != 0 }
func (s *enterpriseSet) add(e Enterprise)     { *s |= 1 << e }
func (s enterpriseSet) count() int            { return bits.OnesCount16(uint16(s)) }

func (s enterpriseSet) list() []Enterprise {
	list := make([]Enterprise, 0, enterprises)
	for e := Bakery; e <= Tailor; e++ {
		if s.has(e) {
			list = append(list, e)
		}
	}
	return list
}

// tilesInPlay lists the tiles of the enterprises that were not removed, in the
// order in which they lie before the shuffle.
func tilesInPlay(removed enterpriseSet) []Tile {
	list := make([]Tile, 0, tiles)
	for e := Bakery; e <= Tailor; e++ {
		if removed.has(e) {
			continue
		}
		for _, b := range bonusesDealt {
			list = append(list, e.Tile(b))
		}
	}
	return list
}

// pair holds the tiles of one area, ascending, the empty places first.
type pair [2]Tile

// list gives the tiles that are there, ascending, never nil.
func (p pair) list() []Tile {
	list := make([]Tile, 0, len(p))
	for _, t := range p {
		if t != 0 {
			list = append(list, t)
		}
	}
	return list
}

// pairOf is a pair of up to two tiles.
func pairOf(list ...Tile) pair {
	var p pair
	copy(p[:], list)
	slices.Sort(p[:])
	return p
}

// of is the tile of an enterprise; 0 when there is none.
func (p pair) of(e Enterprise) Tile {
	for _, t := range p {
		if t != 0 && t.Enterprise() == e {
			return t
		}
	}
	return 0
}

func (p *pair) remove(t Tile) {
	for i := range p {
		if p[i] == t {
			p[i] = 0
		}
	}
	slices.Sort(p[:])
}

// twice says whether both tiles are of one enterprise (R3).
func (p pair) twice() bool { return p[0] != 0 && p[0].Enterprise() == p[1].Enterprise() }
