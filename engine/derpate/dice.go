package derpate

import (
	"encoding/json"
	"fmt"
)

// Colour is the colour of a die, of an event card and of a coloured space.
type Colour int8

// The colours in the order in which several dice are thrown.
const (
	Black Colour = iota
	White
	Gray
	Red
	NoColour // a space for any colour
)

const dice = 4

var colourIDs = [...]string{"black", "white", "gray", "red", ""}

// Colours lists the four colours of the dice in their order.
func Colours() []Colour { return []Colour{Black, White, Gray, Red} }

// ID is the colour as it stands in moves and in JSON; "" for NoColour.
func (c Colour) ID() string { return colourIDs[c] }

// MarshalText writes the id.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.ID()), nil }

// UnmarshalText reads an id.
func (c *Colour) UnmarshalText(text []byte) error { return read(c, "colour", colourIDs[:], text) }

// Face is what a die shows: 1 to 5, the puppet hand, or nothing.
type Face int8

const (
	// NoFace is a die that was not thrown or is already placed.
	NoFace Face = 0
	// Hand is the puppet hand.
	Hand Face = 6
)

const pips = 5 // the highest number

var faceIDs = [...]string{"", "1", "2", "3", "4", "5", "hand"}

// faces are the outcomes of a throw in the order in which they are drawn.
var faces = []any{1, 2, 3, 4, 5, "hand"}

// ID is the face as it stands in moves: "3", "hand"; "" for none.
func (f Face) ID() string { return faceIDs[f] }

// IsNumber says whether the face is a number.
func (f Face) IsNumber() bool { return f >= 1 && f <= pips }

// MarshalJSON writes a number, "hand" or null.
func (f Face) MarshalJSON() ([]byte, error) {
	if f == Hand {
		return quoted(f.ID()), nil
	}
	if f == NoFace {
		return []byte("null"), nil
	}
	return []byte(f.ID()), nil
}

// UnmarshalJSON reads a number, "hand" or null.
func (f *Face) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = NoFace
		return nil
	}
	var number int8
	if json.Unmarshal(text, &number) == nil && Face(number).IsNumber() {
		*f = Face(number)
		return nil
	}
	var word string
	if json.Unmarshal(text, &word) == nil && word == Hand.ID() {
		*f = Hand
		return nil
	}
	return fmt.Errorf("%s is no face of a die", text)
}

// Space is a space of the dice board. The first five are the kinds of business.
type Space int8

// The spaces, row by row.
const (
	NoSpace Space = iota
	Protection
	Smuggling
	Bookmaker
	LoanShark
	Gambling
	Press
	ReputationSpace
	InfluenceSpace
	Visit
	Odds
	Gathering
	Raid
	Takeover
	FriendSpace
	Consigliere
	Attorney
	Informer
	Banker
)

var spaceIDs = [...]string{"", "protection", "smuggling", "bookmaker", "loan-shark", "gambling", "press",
	"reputation", "influence", "visit", "odds", "gathering", "raid", "takeover", "friend",
	"consigliere", "attorney", "informer", "banker"}

var spaceNames = [...]string{"", "Protection Money", "Smuggling", "Bookmaker", "Loan Shark", "Gambling", "Press",
	"Reputation", "Influence", "Visit", "Odds", "Gathering", "Raid", "Takeover", "Friend",
	"Consigliere", "Attorney", "Informer", "Banker"}

// ID is the space as it stands in JSON; "" for NoSpace.
func (s Space) ID() string { return spaceIDs[s] }

// Name is the space's name for people.
func (s Space) Name() string { return spaceNames[s] }

// MarshalJSON writes the id, or null.
func (s Space) MarshalJSON() ([]byte, error) { return quoted(s.ID()), nil }

// UnmarshalJSON reads an id, or null.
func (s *Space) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*s = NoSpace
		return nil
	}
	return readJSON(s, "space", spaceIDs[:], text)
}

// rows is the number of rows of the dice board, and of placements in a turn.
const rows = 4

// coloured are the spaces of rows 2 to 4 by the colour of the die.
var coloured = [rows + 1][dice]Space{
	2: {Black: Visit, White: Odds, Gray: ReputationSpace, Red: InfluenceSpace},
	3: {Black: Takeover, White: FriendSpace, Gray: Gathering, Red: Raid},
	4: {Black: Informer, White: Banker, Gray: Consigliere, Red: Attorney},
}

// SpaceFor is the space to which a die of a colour goes in a row with a face: by
// the number in row 1 (R4), by the colour in the others; a hand goes to Press,
// and in row 4 by its colour (R3).
func SpaceFor(row int, colour Colour, face Face) Space {
	switch {
	case face == Hand && row < rows:
		return Press
	case row == 1:
		return Space(face)
	}
	return coloured[row][colour]
}

// BoardSpace is a space of the dice board as it is printed.
type BoardSpace struct {
	Space  Space
	Colour Colour // of the dice that go there; NoColour for any
	Face   Face   // that goes there; NoFace for any number, and in row 4 for any face
}

// Spaces lists the spaces of a row, 1 to 4, in their printed order.
func Spaces(row int) []BoardSpace {
	var list []BoardSpace
	switch row {
	case 1:
		for f := Face(1); f <= pips; f++ {
			list = append(list, BoardSpace{Space(f), NoColour, f})
		}
	case 2, 3, 4:
		for _, c := range []Colour{Gray, Red, Black, White} {
			list = append(list, BoardSpace{coloured[row][c], c, NoFace})
		}
	}
	if row >= 1 && row < rows {
		list = append(list, BoardSpace{Press, NoColour, Hand})
	}
	return list
}
