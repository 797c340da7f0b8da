package derpate

// Track is one of the four tracks of a family.
type Track int8

// The tracks.
const (
	Reputation Track = iota
	Influence
	Income
	Favors
	NoTrack Track = -1
)

const tracks = 4

var trackIDs = [tracks]string{"reputation", "influence", "income", "favors"}

var trackNames = [tracks]string{"Reputation", "Influence", "Income", "Favors"}

// Tracks lists the four tracks.
func Tracks() []Track { return []Track{Reputation, Influence, Income, Favors} }

// ID is the track as it stands in moves and in JSON; "" for NoTrack.
func (t Track) ID() string {
	if t == NoTrack {
		return ""
	}
	return trackIDs[t]
}

// Name is the track's name for people.
func (t Track) Name() string {
	if t == NoTrack {
		return ""
	}
	return trackNames[t]
}

// End is the track's last space.
func (t Track) End() int { return int(trackEnds[t]) }

var trackEnds = [tracks]int8{12, 12, 4, 4}

// MarshalJSON writes the id, or null.
func (t Track) MarshalJSON() ([]byte, error) { return quoted(t.ID()), nil }

// UnmarshalJSON reads an id, or null.
func (t *Track) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*t = NoTrack
		return nil
	}
	return readJSON(t, "track", trackIDs[:], text)
}

// IncomeAt is what a space of the Income track is worth, in dollars.
func IncomeAt(space int) int { return thousand * space }

// Tile is an action tile.
type Tile int8

// The tiles in the order in which they are listed.
const (
	Wedding Tile = iota
	Grandchild
	Birthday
	Cop
	Judge
	Senator
)

const tiles = 6

var tileIDs = [tiles]string{"wedding", "grandchild", "birthday", "cop", "judge", "senator"}

var tileNames = [tiles]string{"Wedding", "Grandchild", "Birthday", "Cop", "Judge", "Senator"}

// Tiles lists the six tiles.
func Tiles() []Tile { return []Tile{Wedding, Grandchild, Birthday, Cop, Judge, Senator} }

// ID is the tile as it stands in moves and in JSON.
func (t Tile) ID() string { return tileIDs[t] }

// Name is the tile's name for people.
func (t Tile) Name() string { return tileNames[t] }

// Track is where the tile lies at first.
func (t Tile) Track() Track {
	if t < Cop {
		return Reputation
	}
	return Influence
}

// Space is the space of its track on which the tile lies at first.
func (t Tile) Space() int { return 4 * (int(t)%3 + 1) }

// TileAt is the tile on a space of a track; false where there is none.
func TileAt(track Track, space int) (Tile, bool) {
	for _, t := range Tiles() {
		if t.Track() == track && t.Space() == space {
			return t, true
		}
	}
	return 0, false
}

// MarshalText writes the id.
func (t Tile) MarshalText() ([]byte, error) { return []byte(t.ID()), nil }

// UnmarshalText reads an id.
func (t *Tile) UnmarshalText(text []byte) error { return read(t, "tile", tileIDs[:], text) }

// tileSet holds tiles: bit t is tile t.
type tileSet uint8

func (s tileSet) has(t Tile) bool { return s&(1<<t) != 0 }
func (s *tileSet) add(t Tile)     { *s |= 1 << t }
func (s *tileSet) remove(t Tile)  { *s &^= 1 << t }

func (s tileSet) list() []Tile {
	list := []Tile{}
	for _, t := range Tiles() {
		if s.has(t) {
			list = append(list, t)
		}
	}
	return list
}

// Favor is one of the four favours, by its space on the Favors track.
type Favor int8

// The favours.
const (
	FavorHudson Favor = iota + 1
	FavorDebt
	FavorAdvance
	FavorCash
)

var favorIDs = [...]string{"", "hudson", "debt", "advance", "cash"}

// FavorList lists the four favours by their space.
func FavorList() []Favor { return []Favor{FavorHudson, FavorDebt, FavorAdvance, FavorCash} }

// ID is the favour as it stands in moves.
func (f Favor) ID() string { return favorIDs[f] }

// Space is the space of the Favors track from which on the favour is available.
func (f Favor) Space() int { return int(f) }

// What favours give, and how many there are in a turn.
const (
	favorsATurn  = 2
	advanceSteps = 2
	cashFavor    = 5 * thousand
)
