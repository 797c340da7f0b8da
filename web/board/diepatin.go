package board

import (
	"math"
	"slices"
	"strconv"

	"pizzini/engine/diepatin"
	"pizzini/web/words"
)

// The map of Die Patin: the areas in use with their manholes, cut to what is in use.
const (
	cityWidth  = 680 // at most
	cityScale  = .75 // at most: units for one of the board's
	cityMargin = 36  // around the manholes, on the board's own scale
	manholeR   = 12.5
	headHeight = 19
	tileHeight = 15
	figureSize = 19
	stripe     = 4.5 // of a border, on either side
)

// city is a map that is being drawn.
type city struct {
	*diepatin.View
	words  words.DiePatinEnglish
	reader words.Reader
	scale  float64
	left   float64
	top    float64
}

// DiePatin draws the map: areas with their owners, tiles, back rooms and figures,
// the borders of territories, rats at their manholes, loot in its districts.
func DiePatin(v *diepatin.View, w words.DiePatinEnglish, r words.Reader) Scene {
	if len(v.Manholes) == 0 {
		return Scene{Width: cityWidth, Height: 1}
	}
	c := city{View: v, words: w, reader: r}
	first := v.Manholes[0].Manhole.At()
	least, most := first, first
	for _, m := range v.Manholes {
		p := m.Manhole.At()
		least.X, least.Y = min(least.X, p.X), min(least.Y, p.Y)
		most.X, most.Y = max(most.X, p.X), max(most.Y, p.Y)
	}
	wide := float64(most.X - least.X + 2*cityMargin)
	c.scale = min(cityScale, cityWidth/wide)
	c.left, c.top = float64(least.X-cityMargin), float64(least.Y-cityMargin)
	scene := Scene{Width: math.Round(wide * c.scale), Height: math.Round(float64(most.Y-least.Y+2*cityMargin) * c.scale)}
	scene.add(Rect{X: 0, Y: 0, W: scene.Width, H: scene.Height, R: 10, Style: Style{Fill: Table}})
	for _, a := range v.Areas {
		scene.add(Group{Spot: "area:" + a.Area.ID(), Title: w.AreaText(v, a, r), Shapes: c.area(a)})
	}
	for _, a := range v.Areas {
		scene.add(c.tiles(a)...)
	}
	for _, d := range v.Districts {
		scene.add(c.loot(d))
	}
	for _, m := range v.Manholes {
		scene.add(Group{Spot: "manhole:" + m.Manhole.ID(), Title: w.ManholeText(m, r), Shapes: c.manhole(m)})
	}
	return scene
}

// at is where a point of the board lies in the scene.
func (c city) at(p diepatin.Point) Point {
	return Point{(float64(p.X) - c.left) * c.scale, (float64(p.Y) - c.top) * c.scale}
}

func (c city) corners(a diepatin.Area) []Point {
	var corners []Point
	for _, m := range a.Manholes() {
		corners = append(corners, c.at(m.At()))
	}
	return corners
}

// area draws an area's ground, its side of its borders, its name and owner, a back
// room and the figures.
func (c city) area(a diepatin.AreaView) []Shape {
	corners := c.corners(a.Area)
	shapes := district(a.Area.District(), corners)
	shapes = append(shapes, c.borders(a)...)
	if t := c.Turn; t != nil && t.Area == a.Area {
		shapes = append(shapes, Path{Outline: polygon(inset(corners, 7)), Style: Style{Stroke: Ink, Width: 2, Dashed: true}})
	}
	top := c.top0(a)
	shapes = append(shapes, c.head(a, top)...)
	return append(shapes, c.figures(a, top+7+float64(len(a.Tiles))*(tileHeight+2))...)
}

// top0 is the base line of an area's name, so that all it holds stands around its
// middle.
func (c city) top0(a diepatin.AreaView) float64 {
	height := headHeight + float64(len(a.Tiles))*(tileHeight+2)
	if c.figureCount(a) > 0 {
		height += figureSize + 4
	}
	return c.middle(a.Area).Y - height/2 + 13
}

// middle is where what an area holds is drawn: its centre, in two areas a little
// aside, to keep clear of a manhole.
func (c city) middle(a diepatin.Area) Point {
	at := c.at(a.Centre())
	switch a {
	case diepatin.R2:
		at.X, at.Y = at.X+7, at.Y-4
	case diepatin.T2:
		at.X += 4
	}
	return at
}

func (c city) figureCount(a diepatin.AreaView) int {
	count := len(a.Bosses)
	for _, n := range a.Henchmen {
		count += n
	}
	return count
}

// head is an area's name, between its owner's mark and its back room.
func (c city) head(a diepatin.AreaView, y float64) []Shape {
	x := c.middle(a.Area).X
	wide := 36.0
	if a.Owner > 0 {
		wide = 66
	}
	shapes := []Shape{Rect{X: x - wide/2, Y: y - 13.2, W: wide, H: 17, R: 8.5, Style: Style{Fill: Paper}}}
	if a.Owner > 0 {
		shapes = append(shapes,
			mark(a.Owner, x-22, y-4.6, 5.6, Style{Fill: seatPaint(a.Owner)}))
	}
	shapes = append(shapes, Text{X: x, Y: y, Size: 14, Text: c.words.Area(a.Area), Fill: Ink, Anchor: Middle, Bold: true})
	if a.BackRoom > 0 {
		shapes = append(shapes, symbol(doorShape, x+22, y-5, 14, seatPaint(a.BackRoom)))
	}
	return shapes
}

// tiles draws the tiles of an area: the bonus and the enterprise.
func (c city) tiles(a diepatin.AreaView) []Shape {
	x, y := c.middle(a.Area).X, c.top0(a)+6
	var shapes []Shape
	for _, t := range a.Tiles {
		name := t.Enterprise().Name()
		wide := width(name, 10) + 25
		shapes = append(shapes, Group{Spot: "tile:" + t.ID(), Title: c.words.Tile(t), Shapes: append([]Shape{
			Rect{X: x - wide/2, Y: y, W: wide, H: tileHeight, R: 3, Style: Style{Fill: Paper, Stroke: Faint, Width: .8}},
			Text{X: x - wide/2 + 19, Y: y + 11, Size: 10.2, Text: name, Fill: Ink},
		}, bonusSymbol(t.Bonus().ID(), x-wide/2+10, y+tileHeight/2, 12, Ink, coinEdge)...)})
		y += tileHeight + 2
	}
	return shapes
}

// figures draws who stands in an area, closer together the more they are.
func (c city) figures(a diepatin.AreaView, y float64) []Shape {
	n := c.figureCount(a)
	if n == 0 {
		return nil
	}
	apart := min(figureSize-3, 88/float64(n))
	x := c.middle(a.Area).X - apart*float64(n-1)/2
	var shapes []Shape
	for seat := 1; seat <= c.Players; seat++ {
		draw := func(shape Outline, size float64) {
			shapes = append(shapes,
				Path{Outline: shape.at(x-size/2, y+figureSize+3-size, size/24), Style: Style{Fill: seatPaint(seat), Stroke: Paper, Width: 1}},
				mark(seat, x, y+figureSize-3, 3, Style{Fill: onSeat}))
			x += apart
		}
		if slices.Contains(a.Bosses, seat) {
			draw(bossShape, figureSize+3)
		}
		for range a.Henchmen[seat-1] {
			draw(henchmanShape, figureSize)
		}
	}
	return shapes
}

// borders is an area's side of the borders around it, in its owner's colour; the
// line between is dark.
func (c city) borders(a diepatin.AreaView) []Shape {
	if a.Owner == 0 {
		return nil
	}
	var side Outline
	corners := c.corners(a.Area)
	around := a.Area.Manholes()
	for i, m := range around {
		next := around[(i+1)%4]
		if !c.bordered(a, m, next) {
			continue
		}
		p, q := corners[i], corners[(i+1)%4]
		long := math.Hypot(q.X-p.X, q.Y-p.Y)
		// Clockwise as drawn, y downwards: the inside lies to the right.
		in := Point{-(q.Y - p.Y) / long * stripe / 2, (q.X - p.X) / long * stripe / 2}
		side = append(side, Segment{'M', []Point{{p.X + in.X, p.Y + in.Y}}}, Segment{'L', []Point{{q.X + in.X, q.Y + in.Y}}})
	}
	if side == nil {
		return nil
	}
	return []Shape{Path{Outline: side, Style: Style{Stroke: seatPaint(a.Owner), Width: stripe}}}
}

// bordered says whether a border lies on the edge of an owned area between two
// manholes: another area is beyond it, and it has another owner.
func (c city) bordered(a diepatin.AreaView, m, next diepatin.Manhole) bool {
	for _, e := range c.Borders() {
		if (e.A == a.Area || e.B == a.Area) && (e.From == m && e.To == next || e.From == next && e.To == m) {
			return true
		}
	}
	return false
}

// inset is a convex outline some way inside another.
func inset(corners []Point, by float64) []Point {
	var middle Point
	for _, p := range corners {
		middle.X += p.X / float64(len(corners))
		middle.Y += p.Y / float64(len(corners))
	}
	var in []Point
	for _, p := range corners {
		long := math.Hypot(middle.X-p.X, middle.Y-p.Y)
		t := by * 1.4 / long
		in = append(in, Point{p.X + (middle.X-p.X)*t, p.Y + (middle.Y-p.Y)*t})
	}
	return in
}

// loot is the markers of a district, on a line between two of its areas.
func (c city) loot(d diepatin.DistrictView) Shape {
	at := c.lootAt(d.District)
	shapes := []Shape{Rect{X: at.X - 19, Y: at.Y - 10.5, W: 38, H: 21, R: 10.5, Style: Style{Fill: Paper, Stroke: Faint, Width: .8}}}
	for i := range 2 {
		x := at.X - 8.5 + 17*float64(i)
		if i < d.Loot {
			shapes = append(shapes, coin(x, at.Y, 7.2, coinPaint, coinEdge)...)
		} else {
			shapes = append(shapes, Circle{X: x, Y: at.Y, R: 6.7, Style: Style{Stroke: Faint, Width: 1, Dashed: true}})
		}
	}
	return Group{Spot: "district:" + d.District.ID(), Title: c.words.Loot(d), Shapes: shapes}
}

// lootAt is the middle of a line between two areas of the district, the one with the
// most room: farthest from what areas hold around their middles.
func (c city) lootAt(d diepatin.District) Point {
	var best Point
	most := 0.0
	for _, e := range diepatin.Edges(c.Players) {
		if e.A.District() != d || e.B.District() != d {
			continue
		}
		p, q := c.at(e.From.At()), c.at(e.To.At())
		middle := Point{(p.X + q.X) / 2, (p.Y + q.Y) / 2}
		room := math.Inf(1)
		for _, a := range c.Areas {
			centre := c.middle(a.Area)
			room = min(room, math.Hypot((centre.X-middle.X)/1.7, centre.Y-middle.Y))
		}
		if room > most {
			best, most = middle, room
		}
	}
	return best
}

// manhole is the rats there as a number on the mark of their owner, and the
// manhole's name.
func (c city) manhole(m diepatin.ManholeView) []Shape {
	at := c.at(m.Manhole.At())
	name := m.Manhole.ID()
	if m.Rats == 0 {
		return []Shape{
			Circle{X: at.X, Y: at.Y, R: manholeR, Style: Style{Fill: Paper, Stroke: Faint, Width: 1.5}},
			Text{X: at.X, Y: at.Y + 3.4, Size: 9.5, Text: name, Fill: Faint, Anchor: Middle},
		}
	}
	base := at.Y + 5.2
	if m.Seat == 3 { // a triangle has its room low
		base += 1.6
	}
	wide := width(name, 9) + 7
	return []Shape{
		Circle{X: at.X, Y: at.Y, R: manholeR + 2.5, Style: Style{Fill: Paper}},
		mark(m.Seat, at.X, at.Y, manholeR+.8, Style{Fill: seatPaint(m.Seat), Stroke: Paper, Width: 1.8}),
		Text{X: at.X, Y: base, Size: 14.5, Text: strconv.Itoa(m.Rats), Fill: onSeat, Anchor: Middle, Bold: true},
		Rect{X: at.X - wide/2, Y: at.Y + 14.5, W: wide, H: 11.5, R: 5.7, Style: Style{Fill: Paper}},
		Text{X: at.X, Y: at.Y + 23.4, Size: 9, Text: name, Fill: Faint, Anchor: Middle},
	}
}
