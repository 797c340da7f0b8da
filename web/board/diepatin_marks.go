package board

import "pizzini/engine/diepatin"

// The paints of Die Patin. A seat has a colour and a shape, a district a colour and
// a hatching, so that no colour speaks alone.
var (
	seatPaints = [...]Paint{
		{"seat-1", "#b5401c"}, {"seat-2", "#1d5c96"}, {"seat-3", "#17714e"}, {"seat-4", "#9c3b78"}, {"seat-5", "#6b5710"},
	}
	onSeat         = Paint{"on-seat", "#ffffff"}
	hatchPaint     = Paint{"hatch", "#ffffff"}
	coinPaint      = Paint{"coin", "#f0c040"}
	coinEdge       = Paint{"coin-edge", "#6b5210"}
	districtPaints = map[diepatin.District]Paint{
		diepatin.Orange:    {"d-orange", "#f1cfa5"},
		diepatin.Gray:      {"d-gray", "#d6d4d1"},
		diepatin.Blue:      {"d-blue", "#bfd4ef"},
		diepatin.Yellow:    {"d-yellow", "#f0e6a0"},
		diepatin.Red:       {"d-red", "#efc0bc"},
		diepatin.Purple:    {"d-purple", "#dac5ea"},
		diepatin.Turquoise: {"d-turquoise", "#b4e0d7"},
	}
)

// hatching is the directions of a district's lines, as normals of unit length.
var hatching = map[diepatin.District][]Point{
	diepatin.Orange:    {{0, 1}, {1, 0}},
	diepatin.Gray:      {},
	diepatin.Blue:      {{.7071, .7071}},
	diepatin.Yellow:    {{1, 0}},
	diepatin.Red:       {{.7071, -.7071}},
	diepatin.Purple:    {{0, 1}},
	diepatin.Turquoise: {{.7071, .7071}, {.7071, -.7071}},
}

// What stands and lies on the board, in a box of 24 by 24.
var (
	henchmanShape = outline("M 12 1 C 15 1 17 3.2 17 6 C 17 7.6 16.3 9 15.2 9.9 C 18.6 11.6 20 16.4 20.2 23 L 3.8 23 C 4 16.4 5.4 11.6 8.8 9.9 C 7.7 9 7 7.6 7 6 C 7 3.2 9 1 12 1 Z")
	bossShape     = outline("M 5.6 7.6 L 4.2 .8 L 8.6 3.4 L 12 0 L 15.4 3.4 L 19.8 .8 L 18.4 7.6 Z M 7 8.6 L 17 8.6 C 17 9.8 16.4 10.8 15.6 11.4 C 20 13 22.4 17.4 22.8 23 L 1.2 23 C 1.6 17.4 4 13 8.4 11.4 C 7.6 10.8 7 9.8 7 8.6 Z")
	doorShape     = outline("M 2.5 22.5 L 2.5 9.5 L 12 1.5 L 21.5 9.5 L 21.5 22.5 L 16 22.5 L 16 12.5 L 8 12.5 L 8 22.5 Z")
	ratShape      = outline("M 1.5 15.5 C 1.5 9.6 6.4 6.4 11.6 6.8 C 12.4 3.4 16.4 3.2 17 6.8 C 20 8 22.4 11.6 23 14.6 C 22.4 16.8 20.4 17 18 17 L 6.4 17 C 3.6 17 3.6 19.4 6.4 19.4 L 14 19.4 L 14 21.6 L 6.2 21.6 C .8 21.6 .4 17.6 1.5 15.5 Z")
	strokeShape   = outline("M 1 20.4 L 20.4 1 L 23 3.6 L 3.6 23 Z")
	squareShape   = outline("M 2.5 2.5 L 21.5 2.5 L 21.5 21.5 L 2.5 21.5 Z")
	triangleShape = outline("M 12 .5 L 23.8 21.8 L .2 21.8 Z")
	diamondShape  = outline("M 12 -.8 L 24.8 12 L 12 24.8 L -.8 12 Z")
	hexagonShape  = outline("M 6 1.6 L 18 1.6 L 24 12 L 18 22.4 L 6 22.4 L 0 12 Z")
)

// seatPaint is the colour of a seat, or of nobody.
func seatPaint(seat int) Paint {
	if seat < 1 || seat > len(seatPaints) {
		return Faint
	}
	return seatPaints[seat-1]
}

// mark is the shape of a seat around a middle point: a circle, a square, a
// triangle, a diamond, a hexagon.
func mark(seat int, x, y, r float64, style Style) Shape {
	shapes := [...]Outline{squareShape, triangleShape, diamondShape, hexagonShape}
	if seat < 2 || seat-2 >= len(shapes) {
		return Circle{X: x, Y: y, R: r, Style: style}
	}
	return Path{Outline: shapes[seat-2].at(x-r, y-r, r/12), Style: style}
}

// SeatMark is a seat's mark as a small drawing of its own.
func SeatMark(seat int) Scene {
	return Scene{Width: 28, Height: 28, Shapes: []Shape{mark(seat, 14, 14, 11, Style{Fill: seatPaint(seat)})}}
}

// DistrictMark is a district's colour and hatching as a small drawing of its own.
func DistrictMark(d diepatin.District) Scene {
	square := []Point{{1, 1}, {27, 1}, {27, 27}, {1, 27}}
	s := Scene{Width: 28, Height: 28}
	s.add(district(d, square)...)
	return s
}

// DiePatinSymbol is a small drawing of something on the board, in the colour of the
// text around it: henchman, boss, back-room, rat, or the bonus of a tile: loot,
// point, rat, remove.
func DiePatinSymbol(name string) Scene {
	s := Scene{Width: 24, Height: 24}
	switch name {
	case "henchman":
		s.add(Path{Outline: henchmanShape, Style: Style{Fill: Current}})
	case "boss":
		s.add(Path{Outline: bossShape, Style: Style{Fill: Current}})
	case "back-room":
		s.add(Path{Outline: doorShape, Style: Style{Fill: Current}})
	default:
		s.add(bonusSymbol(name, 12, 12, 24, Current, Current)...)
	}
	return s
}

// bonusSymbol is what a tile gives: a coin, a star, a rat, or a rat struck out.
func bonusSymbol(id string, x, y, size float64, ink, edge Paint) []Shape {
	switch id {
	case diepatin.LootBonus.ID():
		return coin(x, y, size*.42, ink, edge)
	case diepatin.PointBonus.ID():
		return []Shape{symbol(laurel, x, y, size, ink)}
	case diepatin.RemoveBonus.ID():
		return []Shape{symbol(ratShape, x, y, size, ink), Path{Outline: strokeShape.at(x-size/2, y-size/2, size/24), Style: Style{Fill: ink, Stroke: Paper, Width: size / 14}}}
	}
	return []Shape{symbol(ratShape, x, y, size, ink)}
}

// coin is a loot marker.
func coin(x, y, r float64, fill, edge Paint) []Shape {
	if fill == Current {
		return []Shape{Circle{X: x, Y: y, R: r, Style: Style{Stroke: Current, Width: r / 4}}, Circle{X: x, Y: y, R: r / 2, Style: Style{Fill: Current}}}
	}
	return []Shape{Circle{X: x, Y: y, R: r, Style: Style{Fill: coinPaint, Stroke: edge, Width: 1.2}}, Circle{X: x, Y: y, R: r * .5, Style: Style{Stroke: edge, Width: 1}}}
}

// district is an area's ground: the colour and the lines of its district.
func district(d diepatin.District, corners []Point) []Shape {
	var lines Outline
	for _, normal := range hatching[d] {
		lines = append(lines, hatch(corners, normal, 9)...)
	}
	shapes := []Shape{Path{Outline: polygon(corners), Style: Style{Fill: districtPaints[d], Stroke: Faint, Width: 1}}}
	if lines != nil {
		shapes = append(shapes, Path{Outline: lines, Style: Style{Stroke: hatchPaint, Width: 1.4}})
	}
	return shapes
}

func polygon(corners []Point) Outline {
	var out Outline
	for i, p := range corners {
		op := byte('L')
		if i == 0 {
			op = 'M'
		}
		out = append(out, Segment{op, []Point{p}})
	}
	return append(out, Segment{Op: 'Z'})
}

// hatch is the parallel lines at a distance from each other inside a convex
// outline. They lie where they would lie in the whole plane, so that neighbouring
// areas of a district are hatched through.
func hatch(corners []Point, normal Point, apart float64) Outline {
	along := func(p Point) float64 { return p.X*normal.X + p.Y*normal.Y }
	least, most := along(corners[0]), along(corners[0])
	for _, p := range corners {
		least, most = min(least, along(p)), max(most, along(p))
	}
	var out Outline
	for n := int(least/apart) - 1; float64(n)*apart < most; n++ {
		at := float64(n)*apart + apart/2
		var ends []Point
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			a, b := along(p)-at, along(q)-at
			if a < 0 != (b < 0) {
				t := a / (a - b)
				ends = append(ends, Point{p.X + (q.X-p.X)*t, p.Y + (q.Y-p.Y)*t})
			}
		}
		if len(ends) == 2 {
			out = append(out, Segment{'M', ends[:1]}, Segment{'L', ends[1:]})
		}
	}
	return out
}
