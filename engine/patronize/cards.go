package patronize

import "fmt"

// Colour is the colour of a cube and of its field. White and NoColour stand on
// cards only.
type Colour int8

// The colours in the order in which they are always listed.
const (
	Yellow   Colour = iota // religion
	Red                    // art
	Green                  // science
	Blue                   // exploration
	White                  // any one colour, chosen when the cube is gained
	NoColour               // no achievement, no trump
)

// Colours lists the four colours that have cubes.
func Colours() []Colour { return []Colour{Yellow, Red, Green, Blue} }

const (
	colours       = 4
	cubesOfColour = 8 // achievement cubes of each colour
)

var colourIDs = [...]string{"yellow", "red", "green", "blue", "white", ""}

var fields = [...]string{"religion", "art", "science", "exploration", "", ""}

// ID is the colour as it stands in moves and in JSON; "" for NoColour.
func (c Colour) ID() string { return colourIDs[c] }

// Field is the field that has this colour: "religion"; "" for White and NoColour.
func (c Colour) Field() string { return fields[c] }

// MarshalText writes the id.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.ID()), nil }

// UnmarshalText reads an id.
func (c *Colour) UnmarshalText(text []byte) error {
	for i, id := range colourIDs {
		if id == string(text) {
			*c = Colour(i)
			return nil
		}
	}
	return fmt.Errorf("there is no colour %q", text)
}

// Character is one of the 17 characters, by influence; 0 is no character. (A
// signed byte, as encoding/json would read a text as a list of unsigned ones.)
type Character int8

// The characters in the order of their influence.
const (
	NoCharacter Character = iota
	Student
	Clown
	Navigator
	Nun
	LiteraryMan
	Painter
	Sculptor
	Geographer
	Missionary
	Noble
	Diplomat
	SpiceTrader
	Merchant
	Theologian
	Lawman
	Architect
	Banker
)

const characters = 17

type characterCard struct {
	id, name     string
	specialities []Colour
	achievement  Colour
	vp           int
}

// characterCards is the page's table; a card's place is its influence.
var characterCards = [characters + 1]characterCard{
	Student:     {"student", "Student", nil, NoColour, 8},
	Clown:       {"clown", "Clown", []Colour{Red}, White, 1},
	Navigator:   {"navigator", "Navigator", []Colour{Blue}, Blue, 4},
	Nun:         {"nun", "Nun", []Colour{Yellow}, Yellow, 4},
	LiteraryMan: {"literary-man", "Literary Man", []Colour{Green}, Green, 4},
	Painter:     {"painter", "Painter", []Colour{Red}, Red, 4},
	Sculptor:    {"sculptor", "Sculptor", []Colour{Red}, Red, 4},
	Geographer:  {"geographer", "Geographer", []Colour{Green, Blue}, Green, 5},
	Missionary:  {"missionary", "Missionary", []Colour{Yellow, Blue}, Blue, 5},
	Noble:       {"noble", "Noble", nil, White, 1},
	Diplomat:    {"diplomat", "Diplomat", nil, White, 2},
	SpiceTrader: {"spice-trader", "Spice Trader", []Colour{Blue}, Blue, 4},
	Merchant:    {"merchant", "Merchant", nil, White, 1},
	Theologian:  {"theologian", "Theologian", []Colour{Yellow, Green}, Yellow, 4},
	Lawman:      {"lawman", "Lawman", []Colour{Yellow}, Yellow, 3},
	Architect:   {"architect", "Architect", []Colour{Red, Green}, Red, 3},
	Banker:      {"banker", "Banker", nil, Green, 2},
}

// Characters lists the 17 characters by influence.
func Characters() []Character {
	all := make([]Character, 0, characters)
	for c := Student; c <= Banker; c++ {
		all = append(all, c)
	}
	return all
}

// ID is the character as it stands in moves and in JSON; "" for none.
func (c Character) ID() string { return characterCards[c].id }

// Name is the character's name for people.
func (c Character) Name() string { return characterCards[c].name }

// Influence is the number that decides a trick.
func (c Character) Influence() int { return int(c) }

// Specialities lists the fields for whose trump the character counts, as colours.
func (c Character) Specialities() []Colour { return characterCards[c].specialities }

// Achievement is the cube that the character generates.
func (c Character) Achievement() Colour {
	if c == NoCharacter {
		return NoColour
	}
	return characterCards[c].achievement
}

// VP is what the character is worth as a protegee.
func (c Character) VP() int { return characterCards[c].vp }

// Ability is what the character does.
func (c Character) Ability() Ability { return abilities[c] }

// VirtualCube is the colour that the character counts as one cube of at the end
// of the game; NoColour for most.
func (c Character) VirtualCube() Colour {
	switch c {
	case Nun:
		return Yellow
	case Painter:
		return Red
	case LiteraryMan:
		return Green
	case Navigator:
		return Blue
	}
	return NoColour
}

// Majority is the colour of which the character rewards the most cubes;
// NoColour for most.
func (c Character) Majority() Colour {
	switch c {
	case Theologian:
		return Yellow
	case Architect:
		return Red
	case Geographer:
		return Green
	case Missionary:
		return Blue
	}
	return NoColour
}

// Copyable says whether the Clown can copy the character (R10).
func (c Character) Copyable() bool {
	return c != NoCharacter && c != Student && c != Lawman && c != Clown
}

// MarshalText writes the id.
func (c Character) MarshalText() ([]byte, error) { return []byte(c.ID()), nil }

// UnmarshalText reads an id; "" is no character.
func (c *Character) UnmarshalText(text []byte) error {
	for i := range characterCards {
		if characterCards[i].id == string(text) {
			*c = Character(i)
			return nil
		}
	}
	return fmt.Errorf("there is no character %q", text)
}

func (c Character) has(field Colour) bool {
	for _, f := range characterCards[c].specialities {
		if f == field {
			return true
		}
	}
	return false
}

// Ability names what a character does, for the words of pages and letters.
type Ability string

// The abilities.
const (
	DoublesNeighbour Ability = "doubles-neighbour" // Student, in the round he is played
	Copies           Ability = "copies"            // Clown, at the end
	VirtualCube      Ability = "virtual-cube"      // Painter, Literary Man, Navigator, Nun
	DoublesProtegee  Ability = "doubles-protegee"  // Sculptor, at the end
	Majority         Ability = "majority"          // Geographer, Missionary, Theologian, Architect
	DoublesFame      Ability = "doubles-fame"      // Noble
	CubesOfRight     Ability = "cubes-of-right"    // Diplomat
	AllColours       Ability = "all-colours"       // Spice Trader
	CubesOfOwn       Ability = "cubes-of-own"      // Merchant
	Fee              Ability = "fee"               // Lawman
	ManyProtegees    Ability = "many-protegees"    // Banker
)

var abilities = [characters + 1]Ability{
	Student:     DoublesNeighbour,
	Clown:       Copies,
	Navigator:   VirtualCube,
	Nun:         VirtualCube,
	LiteraryMan: VirtualCube,
	Painter:     VirtualCube,
	Sculptor:    DoublesProtegee,
	Geographer:  Majority,
	Missionary:  Majority,
	Noble:       DoublesFame,
	Diplomat:    CubesOfRight,
	SpiceTrader: AllColours,
	Merchant:    CubesOfOwn,
	Theologian:  Majority,
	Lawman:      Fee,
	Architect:   Majority,
	Banker:      ManyProtegees,
}

// Fame is one of the seven Fame cards, in the page's order; 0 is no card.
type Fame int8

// The Fame cards in the order of the page's table.
const (
	NoFame Fame = iota
	FameReligion
	FameArt
	FameScience
	FameExploration
	FameCalm
	FameRich
	FameGolden
)

const fames = 7

type fameCard struct {
	id, name string
	trump    Colour
	vp       int
}

var fameCards = [fames + 1]fameCard{
	NoFame:          {"", "", NoColour, 0},
	FameReligion:    {"fame-religion", "Age of Faith", Yellow, 7},
	FameArt:         {"fame-art", "Age of Art", Red, 7},
	FameScience:     {"fame-science", "Age of Science", Green, 7},
	FameExploration: {"fame-exploration", "Age of Exploration", Blue, 7},
	FameCalm:        {"fame-calm", "Calm Age", NoColour, 5},
	FameRich:        {"fame-rich", "Rich Age", NoColour, 6},
	FameGolden:      {"fame-golden", "Golden Age", NoColour, 9},
}

// FameCards lists the seven Fame cards in the page's order.
func FameCards() []Fame {
	all := make([]Fame, 0, fames)
	for f := FameReligion; f <= FameGolden; f++ {
		all = append(all, f)
	}
	return all
}

// ID is the card as it stands in JSON; "" for none.
func (f Fame) ID() string { return fameCards[f].id }

// Name is the card's name for people.
func (f Fame) Name() string { return fameCards[f].name }

// Trump is the field that decides the trick, as its colour; NoColour for none.
func (f Fame) Trump() Colour { return fameCards[f].trump }

// VP is what the card is worth.
func (f Fame) VP() int { return fameCards[f].vp }

// MarshalText writes the id.
func (f Fame) MarshalText() ([]byte, error) { return []byte(f.ID()), nil }

// UnmarshalText reads an id; "" is no card.
func (f *Fame) UnmarshalText(text []byte) error {
	for i := range fameCards {
		if fameCards[i].id == string(text) {
			*f = Fame(i)
			return nil
		}
	}
	return fmt.Errorf("there is no Fame card %q", text)
}
