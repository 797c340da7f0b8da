package words

import (
	"fmt"
	"strconv"
	"strings"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// Capital begins a sentence or a row of a table.
func (DiePatinEnglish) Capital(text string) string { return capital(text) }

// Points is a number of points: "1 point".
func (DiePatinEnglish) Points(n int) string { return points(n) }

// Territory is the areas of a seat, the parts of a split one apart.
func (w DiePatinEnglish) Territory(s diepatin.SeatView) string {
	var parts []string
	for _, part := range s.Territory {
		var areas []string
		for _, a := range part {
			areas = append(areas, w.Area(a))
		}
		parts = append(parts, strings.Join(areas, ", "))
	}
	return strings.Join(parts, "; apart from it ")
}

// Scored is the missions that a seat has scored: "most areas (2)".
func (w DiePatinEnglish) Scored(s diepatin.SeatView) string {
	var scored []string
	for round := 1; round <= 5; round++ {
		for _, m := range diepatin.AllMissions() {
			if s.Missions[m] == round {
				scored = append(scored, fmt.Sprintf("%s (%d)", w.Mission(m), round))
			}
		}
	}
	return strings.Join(scored, ", ")
}

// Tiles is a seat's tiles by enterprise: "2 Bakery, Hat Shop".
func (w DiePatinEnglish) Tiles(s diepatin.SeatView) string {
	var tiles []string
	for _, c := range s.Chains {
		if c.Tiles > 1 {
			tiles = append(tiles, strconv.Itoa(c.Tiles)+" "+c.Enterprise.Name())
		} else {
			tiles = append(tiles, c.Enterprise.Name())
		}
	}
	text := strings.Join(tiles, ", ")
	if n := s.Score.Symbols; n > 0 {
		text += "; " + count(n, "point symbol", "point symbols")
	}
	return text
}

// Trophies is the back rooms that a seat has destroyed, by whose they were.
func (w DiePatinEnglish) Trophies(s diepatin.SeatView, r Reader) string {
	var all []string
	for i, n := range s.Trophies {
		if n > 0 {
			all = append(all, strconv.Itoa(n)+" of "+english{r}.name(game.Seat(i+1)))
		}
	}
	return strings.Join(all, ", ")
}

// Parts is how points come about: "missions 3, chains 4".
func (DiePatinEnglish) Parts(s diepatin.Score) string {
	var parts []string
	for _, p := range []struct {
		name   string
		points int
	}{{"missions", s.Missions}, {"chains", s.Chains}, {"point symbols", s.Symbols}, {"trophies", s.Trophies}} {
		if p.points > 0 {
			parts = append(parts, p.name+" "+strconv.Itoa(p.points))
		}
	}
	return strings.Join(parts, ", ")
}

// Manhole is what sits at a manhole, for a table: "m10 Anna 4".
func (DiePatinEnglish) Manhole(m diepatin.ManholeView, r Reader) string {
	if m.Rats == 0 {
		return m.Manhole.ID() + " –"
	}
	return m.Manhole.ID() + " " + english{r}.name(game.Seat(m.Seat)) + " " + strconv.Itoa(m.Rats)
}
