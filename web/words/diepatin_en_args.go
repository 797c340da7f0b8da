package words

import (
	"strconv"
	"strings"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// patin are the arguments of a fact or a label of Die Patin, read as what they
// are. An id that is not known stays none.
type patin struct{ arguments }

func (a patin) number(key string) int {
	n, _ := strconv.Atoi(a.arguments[key])
	return n
}

func (a patin) area() (area diepatin.Area) {
	_ = area.UnmarshalText([]byte(a.arguments["area"]))
	return area
}

func (a patin) card() (c diepatin.Card) {
	_ = c.UnmarshalText([]byte(a.arguments["card"]))
	return c
}

func (a patin) enterprise() (e diepatin.Enterprise) {
	_ = e.UnmarshalText([]byte(a.arguments["enterprise"]))
	return e
}

func (a patin) bonus() (b diepatin.Bonus) {
	_ = b.UnmarshalText([]byte(a.arguments["bonus"]))
	return b
}

func (a patin) mission() diepatin.Mission {
	for _, m := range diepatin.AllMissions() {
		if m.ID() == a.arguments["mission"] {
			return m
		}
	}
	return diepatin.MostAreas
}

// manhole is a manhole as the board names it: "m10".
func (a patin) manhole(key string) string { return a.arguments[key] }

// seats are seats with spaces between them.
func (a patin) seats(key string) []game.Seat {
	var seats []game.Seat
	for word := range strings.FieldsSeq(a.arguments[key]) {
		if n, err := strconv.Atoi(word); err == nil {
			seats = append(seats, game.Seat(n))
		}
	}
	return seats
}
