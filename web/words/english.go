package words

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pizzini/engine/game"
)

// english builds sentences about seats for one reader.
type english struct{ Reader }

// typed is a seat's name as it was typed, set apart where its letters run from
// right to left; "" where there is none.
func (e english) typed(seat game.Seat) string {
	if e.Name == nil {
		return ""
	}
	name := e.Name(seat)
	if strings.ContainsFunc(name, runsLeft) {
		return "\u2068" + name + "\u2069" // first strong isolate … pop
	}
	return name
}

// runsLeft says that a character may turn the direction of the text around it.
func runsLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam) ||
		unicode.Is(unicode.Bidi_Control, r)
}

// name is a seat in the middle of a sentence: "you", the name, or "seat 2".
func (e english) name(seat game.Seat) string {
	if e.mine(seat) {
		return "you"
	}
	if name := e.typed(seat); name != "" {
		return name
	}
	return fmt.Sprintf("seat %d", seat)
}

// alone is a seat that begins a sentence or stands by itself: "You", the name.
func (e english) alone(seat game.Seat) string {
	if e.mine(seat) {
		return "You"
	}
	if name := e.typed(seat); name != "" {
		return Begin(name)
	}
	return fmt.Sprintf("Seat %d", seat)
}

// does is a seat with its verb at the beginning of a sentence: "You gain", "Anna
// gains".
func (e english) does(seat game.Seat, you, others string) string {
	return e.alone(seat) + " " + e.verb(seat, you, others)
}

// verb is a verb's form for a seat.
func (e english) verb(seat game.Seat, you, others string) string {
	if e.mine(seat) {
		return you
	}
	return others
}

// whose is a seat as an owner: "your", "Anna's".
func (e english) whose(seat game.Seat) string {
	if e.mine(seat) {
		return "your"
	}
	return e.name(seat) + "'s"
}

// owner is whose at the beginning of a sentence.
func (e english) owner(seat game.Seat) string {
	if e.mine(seat) {
		return "Your"
	}
	return e.alone(seat) + "'s"
}

func (e english) mine(seat game.Seat) bool { return seat == e.Viewer && seat > 0 }

// capital begins a sentence.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// list joins things: "a", "a and b", "a, b and c".
func list(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + last + " " + items[len(items)-1]
}

// count is a number of things: "1 cube", "3 cubes".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
