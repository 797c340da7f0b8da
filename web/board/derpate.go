package board

import (
	"strconv"

	"pizzini/engine/derpate"
	"pizzini/web/words"
)

// familyPaint and onFamily are the colours of the seats, seat 1 first. Each seat
// has its number and a shape too, so that a colour never speaks alone.
var (
	familyPaint = [...]Paint{Green, Blue, Yellow, Violet}
	onFamily    = [...]Paint{OnColour, OnColour, OnYellow, OnColour}
)

// The outlines of the seats' familyShapes in a box of 24 by 24, seat 1 first.
var familyShapes = [...]Outline{
	outline("M 12 1 C 18 1 23 6 23 12 C 23 18 18 23 12 23 C 6 23 1 18 1 12 C 1 6 6 1 12 1 Z"),
	outline("M 4 2 L 20 2 C 21 2 22 3 22 4 L 22 20 C 22 21 21 22 20 22 L 4 22 C 3 22 2 21 2 20 L 2 4 C 2 3 3 2 4 2 Z"),
	outline("M 12 -0.5 L 24.5 12 L 12 24.5 L -0.5 12 Z"),
	outline("M 6.5 1 L 17.5 1 L 23.5 12 L 17.5 23 L 6.5 23 L 0.5 12 Z"),
}

// familyMark is a seat's mark around a middle point.
func familyMark(seat int, x, y, size float64) []Shape {
	if seat < 1 || seat > len(familyShapes) {
		return nil
	}
	return []Shape{
		symbol(familyShapes[seat-1], x, y, size, familyPaint[seat-1]),
		Text{X: x, Y: y + size*.22, Size: size * .62, Text: strconv.Itoa(seat), Fill: onFamily[seat-1], Anchor: Middle, Bold: true},
	}
}

// FamilyMark is a seat's mark by itself.
func FamilyMark(seat int) Scene {
	return Scene{Width: 24, Height: 24, Shapes: familyMark(seat, 12, 12, 22)}
}

// The street: a ring of twelve places, four on each side; a district is three of
// them, which turn at the corners.
const (
	stopWide  = 93
	stopHigh  = 84
	stripHigh = 20 // above and below the ring: the districts' names
	ringTop   = stripHigh + 2
)

// cells are the places of the ring by column and row, clockwise in street order.
var cells = [...][2]int{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}}

// districtPaint tints what is not a seat's: the districts in turn.
var districtPaint = [...]Paint{Table, Paper, Table, Paper}

// DerPateStreet draws the street: each business with its number, what it pays and
// who has it; the car and what it does; the prison and the Hudson in the middle.
func DerPateStreet(v *derpate.View, w words.DerPateEnglish, r words.Reader) Scene {
	scene := Scene{Width: tableWidth, Height: ringTop + 4*stopHigh + stripHigh + 4}
	for _, d := range derpate.Districts() {
		scene.add(Group{Spot: "district:" + d.ID(), Shapes: districtGround(v, w, d)})
	}
	for _, b := range derpate.Businesses() {
		scene.add(Group{Spot: "business:" + b.ID(), Shapes: stop(v.Street[b], w, r)})
	}
	scene.add(middle(v, w)...)
	return scene
}

// corner is the upper left corner of a business's place.
func corner(b derpate.Business) (x, y float64) {
	return float64(cells[b][0]) * stopWide, ringTop + float64(cells[b][1])*stopHigh
}

// districtGround draws the ground of a district and its name.
func districtGround(v *derpate.View, w words.DerPateEnglish, d derpate.District) []Shape {
	stops := d.Businesses()
	x0, y0 := corner(stops[0])
	x1, y1 := corner(stops[2])
	left, top := min(x0, x1), min(y0, y1)
	wide, high := max(x0, x1)-left+stopWide, max(y0, y1)-top+stopHigh
	edge := Style{Fill: districtPaint[d], Stroke: Line, Width: 1.5}
	protected := v.Street[stops[0]].Protected
	ink := Faint
	if protected {
		edge = Style{Fill: Tint, Stroke: Strong, Width: 3}
		ink = Strong
	}
	shapes := []Shape{Rect{X: left + 2, Y: top + 2, W: wide - 4, H: high - 4, R: 8, Style: edge}}
	// The name stands outside the ring, where its first place is.
	y := float64(ringTop) - 5
	if d >= derpate.Italy {
		y = ringTop + 4*stopHigh + 15
	}
	name := w.District(d)
	if wide > high {
		name = d.Name()
	}
	text := Text{X: left + 5, Y: y, Size: 12, Text: name, Fill: ink, Bold: protected}
	if d == derpate.East || d == derpate.Italy {
		text.X, text.Anchor = left+wide-5, End
	}
	room := wide - 10
	if protected {
		room -= 16
		at := text.X + 7
		text.X += 17
		if text.Anchor == End {
			at -= 14
			text.X -= 34
		}
		shapes = append(shapes, symbol(shield, at, y-4, 13, Strong))
	}
	text.Size = narrow(name, text.Size, room, protected)
	return append(shapes, text)
}

// narrow is the greatest size at which a text fits.
func narrow(text string, size, wide float64, bold bool) float64 {
	is := width(text, size)
	if bold {
		is *= 1.08
	}
	if is > wide {
		return size * wide / is
	}
	return size
}

// stop draws a business.
func stop(s derpate.Stop, w words.DerPateEnglish, r words.Reader) []Shape {
	x, y := corner(s.Business)
	shapes := []Shape{Rect{X: x + 6, Y: y + 6, W: stopWide - 12, H: stopHigh - 12, R: 6, Style: Style{Fill: Paper, Stroke: Line, Width: 1}}}
	pay := w.Dollars(s.Business.Pay())
	ink := Ink
	if s.Harassed {
		pay, ink = w.Dollars(0), Faint
	}
	shapes = append(shapes,
		Text{X: x + 13, Y: y + 30, Size: 22, Text: strconv.Itoa(s.Business.Number()), Fill: Ink, Bold: true, Serif: true},
		Text{X: x + stopWide - 12, Y: y + 23, Size: 12.5, Text: pay, Fill: ink, Anchor: End})
	name := w.ShortSpace(s.Business.Kind())
	shapes = append(shapes, Text{X: x + 12, Y: y + 46, Size: narrow(name, 12, stopWide-24, false), Text: name, Fill: Ink})
	left := x + 12
	switch s.Owner {
	case derpate.Nobody:
		shapes = append(shapes, Text{X: left, Y: y + 66, Size: 12, Text: w.Owner(s.Owner, r), Fill: Faint})
	case derpate.Neutral:
		shapes = append(shapes,
			Circle{X: left + 8, Y: y + 61.5, R: 7.5, Style: Style{Fill: Table, Stroke: Faint, Width: 1.5}},
			Text{X: left + 20, Y: y + 66, Size: 12, Text: w.Owner(s.Owner, r), Fill: Faint})
	default:
		shapes = append(shapes, familyMark(int(s.Owner), left+9, y+61, 19)...)
		room := float64(stopWide - 24 - 22)
		if s.Car {
			room -= 26
		}
		shapes = append(shapes, Text{X: left + 22, Y: y + 65.5, Size: 12, Text: fit(w.Owner(s.Owner, r), 12.5, room), Fill: Ink})
	}
	if s.BloodDebt != derpate.Nobody {
		shapes = append(shapes, blood(int(s.BloodDebt), x+stopWide-24, y+61)...)
	}
	if s.Car {
		at := x + stopWide - 24
		if s.BloodDebt != derpate.Nobody {
			at -= 26
		}
		shapes = append(shapes,
			Rect{X: x + 4.5, Y: y + 4.5, W: stopWide - 9, H: stopHigh - 9, R: 7, Style: Style{Stroke: Ink, Width: 3}},
			symbol(limousine, at, y+60, 27, Ink))
		if s.Harassed {
			shapes = append(shapes, Rect{X: x + stopWide - 12 - width(pay, 12.5), Y: y + 18, W: width(pay, 12.5), H: 1.5, Style: Style{Fill: Faint}})
		}
	}
	return shapes
}

// blood is a blood debt: a drop, with the mark of whom the next one owes.
func blood(seat int, x, y float64) []Shape {
	shapes := []Shape{symbol(drop, x-9, y, 17, Red)}
	if seat == 0 {
		return append(shapes, Text{X: x + 5, Y: y + 5, Size: 12, Text: "$", Fill: Ink, Anchor: Middle, Bold: true})
	}
	return append(shapes, familyMark(seat, x+6, y, 15)...)
}

// middle draws the prison and the Hudson inside the ring.
func middle(v *derpate.View, w words.DerPateEnglish) []Shape {
	const left, wide, high = stopWide + 8, 2*stopWide - 16, stopHigh - 12
	prison := func(f *derpate.Family) int { return f.Prison }
	hudson := func(f *derpate.Family) int { return f.Hudson }
	top := float64(ringTop + stopHigh + 8)
	shapes := lying(v, "Prison", bars, prison, left, top, wide, high, Style{Stroke: Line, Width: 1.5})
	return append(shapes, lying(v, "Hudson", waves, hudson, left, top+high+8, wide, high, Style{Fill: Water, Stroke: Line, Width: 1.5})...)
}

// lying draws a place where figures lie.
func lying(v *derpate.View, name string, sign Outline, count func(*derpate.Family) int, x, y, wide, high float64, edge Style) []Shape {
	shapes := []Shape{
		Rect{X: x, Y: y, W: wide, H: high, R: 8, Style: edge},
		symbol(sign, x+18, y+17, 18, Faint),
		Text{X: x + 32, Y: y + 22, Size: 14, Text: name, Fill: Ink, Bold: true, Serif: true},
	}
	at := x + 20
	for i := range v.Seats {
		n := count(&v.Seats[i])
		if n == 0 {
			continue
		}
		shapes = append(shapes, familyMark(v.Seats[i].Seat, at, y+high-20, 18)...)
		shapes = append(shapes, Text{X: at + 11, Y: y + high - 15, Size: 13, Text: "×" + strconv.Itoa(n), Fill: Ink})
		at += 41
	}
	if at == x+20 {
		shapes = append(shapes, Text{X: x + 12, Y: y + high - 15, Size: 12, Text: "nobody", Fill: Faint})
	}
	return shapes
}

// The symbols of Der Pate, in a box of 24 by 24.
var (
	limousine = outline("M 1 15.5 L 1 12.2 C 1 11.2 1.8 10.5 2.8 10.4 L 6 10 L 8.4 6.6 C 8.8 6 9.3 5.8 10 5.8 L 16.4 5.8 C 17.1 5.8 17.7 6.1 18.1 6.7 L 20.2 10 L 21.9 10.4 C 22.6 10.6 23 11.1 23 11.9 L 23 15.5 C 23 16 22.6 16.4 22.1 16.4 L 20.9 16.4 C 20.7 14.9 19.5 13.9 18.1 13.9 C 16.7 13.9 15.5 14.9 15.3 16.4 L 8.7 16.4 C 8.5 14.9 7.3 13.9 5.9 13.9 C 4.5 13.9 3.3 14.9 3.1 16.4 L 1.9 16.4 C 1.4 16.4 1 16 1 15.5 Z M 5.9 14.9 C 6.9 14.9 7.7 15.7 7.7 16.7 C 7.7 17.7 6.9 18.5 5.9 18.5 C 4.9 18.5 4.1 17.7 4.1 16.7 C 4.1 15.7 4.9 14.9 5.9 14.9 Z M 18.1 14.9 C 19.1 14.9 19.9 15.7 19.9 16.7 C 19.9 17.7 19.1 18.5 18.1 18.5 C 17.1 18.5 16.3 17.7 16.3 16.7 C 16.3 15.7 17.1 14.9 18.1 14.9 Z")
	drop      = outline("M 12 1.5 C 14.5 6 18.5 10.2 18.5 15 C 18.5 18.9 15.6 22 12 22 C 8.4 22 5.5 18.9 5.5 15 C 5.5 10.2 9.5 6 12 1.5 Z")
	bars      = outline("M 2 3 L 22 3 L 22 5 L 2 5 Z M 2 19 L 22 19 L 22 21 L 2 21 Z M 4 5 L 6 5 L 6 19 L 4 19 Z M 8.7 5 L 10.7 5 L 10.7 19 L 8.7 19 Z M 13.3 5 L 15.3 5 L 15.3 19 L 13.3 19 Z M 18 5 L 20 5 L 20 19 L 18 19 Z")
	waves     = outline("M 1 8 C 3.5 4.5 6 4.5 8.5 8 C 11 11.5 13.5 11.5 16 8 C 18.2 5 20.6 4.5 23 7 L 23 10 C 20.6 7.5 18.4 8 16.2 11 C 13.6 14.5 11 14.5 8.4 11 C 6 7.8 3.6 7.8 1 11 Z M 1 15 C 3.5 11.5 6 11.5 8.5 15 C 11 18.5 13.5 18.5 16 15 C 18.2 12 20.6 11.5 23 14 L 23 17 C 20.6 14.5 18.4 15 16.2 18 C 13.6 21.5 11 21.5 8.4 18 C 6 14.8 3.6 14.8 1 18 Z")
	palm      = outline("M 7 22 L 7 16.5 L 3.6 12.4 C 2.9 11.5 4.2 10.4 5.1 11.2 L 7 13 L 7 4.6 C 7 3.2 9 3.2 9 4.6 L 9 10.5 L 10 10.5 L 10 3 C 10 1.6 12 1.6 12 3 L 12 10.5 L 13 10.5 L 13 3.6 C 13 2.2 15 2.2 15 3.6 L 15 11 L 16 11 L 16 5.6 C 16 4.2 18 4.2 18 5.6 L 18 16 C 18 18.5 17 19.5 16.5 22 Z")
)
