package words

import (
	"fmt"

	"pizzini/engine/patronize"
)

// PatronizeEnglish is Patronize in English.
type PatronizeEnglish struct{}

// Colour is a cube's colour: "red".
func (PatronizeEnglish) Colour(c patronize.Colour) string {
	return [...]string{"yellow", "red", "green", "blue", "any colour", "none"}[c]
}

// Field is the field that has the colour: "art".
func (PatronizeEnglish) Field(c patronize.Colour) string {
	return [...]string{"religion", "art", "science", "exploration", "", ""}[c]
}

// Cube is one cube with its article: "a red cube", "a cube of any colour".
func (w PatronizeEnglish) Cube(c patronize.Colour) string {
	switch c {
	case patronize.White:
		return "a cube of any colour"
	case patronize.NoColour:
		return "no cube"
	}
	return "a " + w.Colour(c) + " cube"
}

// Character is a character in a sentence: "the Painter".
func (PatronizeEnglish) Character(c patronize.Character) string { return "the " + c.Name() }

// Fame is a Fame card in a sentence: "the Age of Art".
func (PatronizeEnglish) Fame(f patronize.Fame) string { return "the " + f.Name() }

// Trump is what a Fame card asks for: "trump: art".
func (w PatronizeEnglish) Trump(f patronize.Fame) string {
	if f.Trump() == patronize.NoColour {
		return "no trump"
	}
	return "trump: " + w.Field(f.Trump())
}

// Specialities lists a character's fields: "art and science", "no speciality".
func (w PatronizeEnglish) Specialities(c patronize.Character) string {
	var fields []string
	for _, s := range c.Specialities() {
		fields = append(fields, w.Field(s))
	}
	if fields == nil {
		return "no speciality"
	}
	return list(fields, "and")
}

// Ability is the text of a character's card.
func (w PatronizeEnglish) Ability(c patronize.Character) string {
	switch c.Ability() {
	case patronize.DoublesNeighbour:
		return "In the round he is played, you take your neighbour's achievement twice. He has no achievement of his own, and as a protegee he does nothing more."
	case patronize.Copies:
		return "At the end he copies one ability of a protegee of your right neighbour, for you. He cannot copy the Student or the Lawman."
	case patronize.VirtualCube:
		return "At the end counts as one more " + w.Colour(c.VirtualCube()) + " cube of yours, wherever cubes count."
	case patronize.DoublesProtegee:
		return "At the end you choose one of your protegees: the VP printed on that card count twice."
	case patronize.Majority:
		return fmt.Sprintf("At the end 5 VP if nobody has more %s cubes than you. A tie is enough.", w.Colour(c.Majority()))
	case patronize.DoublesFame:
		return "At the end your lowest Fame card counts twice."
	case patronize.CubesOfRight:
		return "At the end 1 VP for each cube of your right neighbour."
	case patronize.AllColours:
		return "At the end 7 VP if you have at least one cube of each colour."
	case patronize.CubesOfOwn:
		return "At the end 1 VP for each of your cubes."
	case patronize.Fee:
		return "In every later round, whoever takes a character that you played must first return one of their cubes to the stock."
	case patronize.ManyProtegees:
		return "At the end 3 VP if you have four or more protegees; he counts as one."
	}
	return ""
}

// Gift is a character's ability in a few words, to stand after a number of VP:
// "counts as a red cube".
func (w PatronizeEnglish) Gift(c patronize.Character) string {
	switch c.Ability() {
	case patronize.DoublesNeighbour:
		return "nothing more"
	case patronize.Copies:
		return "copies an ability at the end"
	case patronize.VirtualCube:
		return "counts as " + w.Cube(c.VirtualCube())
	case patronize.DoublesProtegee:
		return "doubles the VP of one protegee at the end"
	case patronize.Majority:
		return "5 VP for most " + w.Colour(c.Majority())
	case patronize.DoublesFame:
		return "doubles the lowest Fame card"
	case patronize.CubesOfRight:
		return "1 VP for each cube of the right neighbour"
	case patronize.AllColours:
		return "7 VP for all four colours"
	case patronize.CubesOfOwn:
		return "1 VP for each own cube"
	case patronize.Fee:
		return "his patron's later characters cost a cube to take"
	case patronize.ManyProtegees:
		return "3 VP with four or more protegees"
	}
	return ""
}

// Achievement is what a character brings when he is played: "a red cube".
func (w PatronizeEnglish) Achievement(c patronize.Character) string { return w.Cube(c.Achievement()) }
