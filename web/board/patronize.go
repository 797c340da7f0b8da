package board

import (
	"strconv"

	"pizzini/engine/game"
	"pizzini/engine/patronize"
	"pizzini/web/words"
)

// The table of Patronize: a Fame card on top, and below it a place for each seat,
// clockwise from the start seat, three in a row.
const (
	tableWidth  = 372
	fameHeight  = 84
	placeWidth  = 116
	placeHeight = 186
	placeGap    = 12
	cardTop     = 24  // in a place, below the name
	cardHeight  = 136 // below the card stands how the seat is doing
)

var (
	fieldPaint  = map[patronize.Colour]Paint{patronize.Yellow: Yellow, patronize.Red: Red, patronize.Green: Green, patronize.Blue: Blue}
	fieldSymbol = map[patronize.Colour]Outline{patronize.Yellow: cross, patronize.Red: brush, patronize.Green: flask, patronize.Blue: compass}
)

// Patronize draws the table: the Fame card that is fought for, who has played
// what, who has passed, who is still to come and who would win now.
func Patronize(v *patronize.View, w words.PatronizeEnglish, r words.Reader) Scene {
	if v.Phase == patronize.ClownCopies.ID() || v.Phase == patronize.SculptorDoubles.ID() || v.Over {
		return ending(v, w, r)
	}
	rows := (len(v.Seats) + 2) / 3
	scene := Scene{Width: tableWidth, Height: fameHeight + 16 + float64(rows)*(placeHeight+placeGap) - placeGap}
	scene.add(fame(v, w)...)
	order := v.Order()
	for i, seat := range order {
		row, column := i/3, i%3
		inRow := min(3, len(order)-3*row)
		if len(order) == 4 {
			row, column, inRow = i/2, i%2, 2
		}
		left := (tableWidth - float64(inRow)*placeWidth - float64(inRow-1)*placeGap) / 2
		x := left + float64(column)*(placeWidth+placeGap)
		y := fameHeight + 16 + float64(row)*(placeHeight+placeGap)
		scene.add(place(v, w, r, game.Seat(seat), i+1, x, y)...)
	}
	return scene
}

// The end of the game: a row for each seat, the best first once that is known.
const (
	endTop    = 44
	rowHeight = 50
	barTop    = 24
)

// ending draws who has how much when all rounds are played: the points as bars,
// or, before they are counted, what each seat brings to the count.
func ending(v *patronize.View, w words.PatronizeEnglish, r words.Reader) Scene {
	_, title := w.FameOfRound(v)
	scene := Scene{Width: tableWidth, Height: endTop + float64(len(v.Seats))*rowHeight}
	scene.add(
		Text{X: 0, Y: 22, Size: 18, Text: title, Fill: Ink, Bold: true, Serif: true},
		Rect{X: 0, Y: 34, W: tableWidth, H: 1, Style: Style{Fill: Line}})
	order := v.Order()
	most := 1
	if v.Result != nil {
		order = order[:0]
		for _, group := range v.Result.Ranking {
			for _, seat := range group {
				order = append(order, seat)
				most = max(most, v.Result.Scores[seat-1].Total)
			}
		}
	}
	for i, n := range order {
		seat := game.Seat(n)
		y := endTop + float64(i)*rowHeight
		status, first := w.Standing(v, seat)
		paint, left := Faint, 0.0
		if first {
			paint, left = Strong, 22
			scene.add(symbol(crown, 8, y+11, 16, Strong))
		}
		room := tableWidth - width(status, 15) - 20 - left
		scene.add(
			Text{X: left, Y: y + 16, Size: 15, Text: fit(w.Seat(seat, r), 16.5, room), Fill: Ink, Bold: true},
			Text{X: tableWidth, Y: y + 16, Size: 15, Text: status, Fill: paint, Anchor: End, Bold: first})
		if v.Result == nil {
			continue
		}
		long := tableWidth * float64(max(0, v.Result.Scores[seat-1].Total)) / float64(most)
		scene.add(
			Rect{X: 0, Y: y + barTop, W: tableWidth, H: 9, R: 4.5, Style: Style{Fill: Table}},
			Rect{X: 0, Y: y + barTop, W: long, H: 9, R: 4.5, Style: Style{Fill: paint}})
	}
	return scene
}

// fame draws the Fame card of the round, as won or lost once it is.
func fame(v *patronize.View, w words.PatronizeEnglish) []Shape {
	card, state := w.FameOfRound(v)
	shapes := []Shape{Rect{X: .75, Y: .75, W: tableWidth - 1.5, H: fameHeight - 1.5, R: 10, Style: Style{Fill: Table, Stroke: Line, Width: 1.5}}}
	middle := float64(fameHeight) / 2
	if trump := card.Trump(); trump != patronize.NoColour {
		shapes = append(shapes, fieldMark(trump, 44, middle, 26))
	} else {
		shapes = append(shapes,
			Circle{X: 44, Y: middle, R: 26, Style: Style{Stroke: Faint, Width: 1.5, Dashed: true}},
			symbol(laurel, 44, middle, 26, Faint))
	}
	return append(shapes,
		Text{X: 84, Y: middle - 3, Size: 20, Text: card.Name(), Fill: Ink, Bold: true, Serif: true},
		Text{X: 84, Y: middle + 20, Size: 13, Text: state, Fill: Faint},
		Text{X: tableWidth - 40, Y: middle + 10, Size: 30, Text: strconv.Itoa(card.VP()), Fill: Strong, Anchor: End, Bold: true, Serif: true},
		Text{X: tableWidth - 36, Y: middle + 10, Size: 14, Text: "VP", Fill: Faint})
}

// place draws one seat: its name, its card if it has played one, and how it is
// doing.
func place(v *patronize.View, w words.PatronizeEnglish, r words.Reader, seat game.Seat, order int, x, y float64) []Shape {
	s := v.Seats[seat-1]
	status, strong := w.Status(v, seat)
	number := strconv.Itoa(order)
	shapes := []Shape{
		Circle{X: x + 9, Y: y + 9, R: 9, Style: Style{Fill: Table, Stroke: Line, Width: 1}},
		Text{X: x + 9, Y: y + 13.2, Size: 12, Text: number, Fill: Faint, Anchor: Middle},
		Text{X: x + 24, Y: y + 14, Size: 14, Text: fit(w.Seat(seat, r), 15.4, placeWidth-24), Fill: Ink, Bold: true},
	}
	edge := Style{Fill: Paper, Stroke: Line, Width: 1.5}
	if strong {
		edge.Stroke, edge.Width = Strong, 3
	}
	frame := Rect{X: x + 1.5, Y: y + cardTop + 1.5, W: placeWidth - 3, H: cardHeight - 3, R: 9, Style: edge}
	if s.Table == patronize.NoCharacter {
		frame.Fill, frame.Dashed = None, true
		shapes = append(shapes, frame)
		if lines := w.Empty(v, seat); lines != "" {
			shapes = append(shapes, Text{X: x + placeWidth/2, Y: y + cardTop + cardHeight/2 + 5, Size: 15, Text: lines, Fill: Faint, Anchor: Middle, Serif: true})
		}
	} else {
		card := append([]Shape{frame}, character(s.Table, w, x, y+cardTop)...)
		switch {
		case s.Protected:
			card = append(card, pill(w.Protected(), Strong, OnStrong, x, y)...)
		case s.Fee:
			card = append(card, pill(w.Fee(), Ink, Paper, x, y)...)
		}
		shapes = append(shapes, Group{Spot: "card:" + s.Table.ID(), Shapes: card})
	}
	if status == w.Empty(v, seat) {
		return shapes // it stands in the empty place already
	}
	paint := Faint
	if strong {
		paint = Strong
		shapes = append(shapes, symbol(crown, x+placeWidth/2-width(status, 13)/2-13, y+cardTop+cardHeight+15.5, 15, Strong))
	}
	return append(shapes, Text{X: x + placeWidth/2, Y: y + cardTop + cardHeight + 20, Size: 13, Text: status, Fill: paint, Anchor: Middle, Bold: strong})
}

// pill is a remark on the lower edge of the card of the place at x, y.
func pill(text string, fill, ink Paint, x, y float64) []Shape {
	wide := width(text, 12) + 14
	return []Shape{
		Rect{X: x + (placeWidth-wide)/2, Y: y + cardTop + cardHeight - 12, W: wide, H: 19, R: 9.5, Style: Style{Fill: fill}},
		Text{X: x + placeWidth/2, Y: y + cardTop + cardHeight + 1.5, Size: 12, Text: text, Fill: ink, Anchor: Middle},
	}
}

// character draws the face of a card with its upper left corner at x, y.
func character(c patronize.Character, w words.PatronizeEnglish, x, y float64) []Shape {
	shapes := []Shape{Text{X: x + 13, Y: y + 38, Size: 30, Text: strconv.Itoa(c.Influence()), Fill: Ink, Bold: true, Serif: true}}
	for i, s := range c.Specialities() {
		shapes = append(shapes, fieldMark(s, x+placeWidth-22-float64(i)*23, y+27, 10.5))
	}
	shapes = append(shapes,
		Text{X: x + 13, Y: y + 74, Size: sized(c.Name(), 15, placeWidth-26), Text: c.Name(), Fill: Ink, Bold: true, Serif: true},
		Rect{X: x + 13, Y: y + 84, W: placeWidth - 26, H: 1, Style: Style{Fill: Line}})
	shapes = append(shapes, cube(c.Achievement(), x+13, y+95, 22)...)
	return append(shapes,
		Text{X: x + 41, Y: y + 111, Size: 13, Text: w.Brings(c), Fill: Faint},
		Text{X: x + placeWidth - 13, Y: y + 111, Size: 14, Text: strconv.Itoa(c.VP()) + " VP", Fill: Ink, Anchor: End})
}

// fieldMark is a field: round, where a cube is square.
func fieldMark(c patronize.Colour, x, y, r float64) Shape {
	return Group{Shapes: []Shape{
		Circle{X: x, Y: y, R: r, Style: Style{Fill: fieldPaint[c]}},
		symbol(fieldSymbol[c], x, y, r*1.3, on(c)),
	}}
}

// cube draws an achievement cube: white as four quarters, none as a gap.
func cube(c patronize.Colour, x, y, size float64) []Shape {
	switch c {
	case patronize.White:
		return quarters(x, y, size)
	case patronize.NoColour:
		return []Shape{Rect{X: x + .5, Y: y + .5, W: size - 1, H: size - 1, R: 3, Style: Style{Stroke: Faint, Width: 1, Dashed: true}}}
	}
	return []Shape{
		Rect{X: x, Y: y, W: size, H: size, R: 3, Style: Style{Fill: fieldPaint[c]}},
		symbol(fieldSymbol[c], x+size/2, y+size/2, size*.72, on(c)),
	}
}

func on(c patronize.Colour) Paint {
	if c == patronize.Yellow {
		return OnYellow
	}
	return OnColour
}
