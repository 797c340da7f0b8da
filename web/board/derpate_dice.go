package board

import (
	"strconv"

	"pizzini/engine/derpate"
	"pizzini/web/words"
)

// The dice board: the dice that lie, and below them four rows of spaces. Row 1 has
// five numbers, the others four colours; Press is the last one of rows 1 to 3.
const (
	spaceLeft = 16
	spaceGap  = 4
	pressWide = (tableWidth - spaceLeft - 5*spaceGap) / 6.0
	spaceHigh = 66
	lyingHigh = 62
)

// The colours of the dice: their face, their edge and what stands on them.
var dicePaints = map[derpate.Colour][3]Paint{
	derpate.Black: {DieBlack, DieEdge, OnDieBlack},
	derpate.White: {DieWhite, DieEdge, OnDieWhite},
	derpate.Gray:  {DieGray, DieEdge, OnDieGray},
	derpate.Red:   {DieRed, DieEdge, OnDieRed},
}

// die draws a die with its upper left corner at x, y.
func die(c derpate.Colour, f derpate.Face, x, y, size float64) []Shape {
	p := dicePaints[c]
	shapes := []Shape{Rect{X: x + 1, Y: y + 1, W: size - 2, H: size - 2, R: size / 6, Style: Style{Fill: p[0], Stroke: p[1], Width: 1.5}}}
	if f == derpate.Hand {
		return append(shapes, symbol(palm, x+size*.52, y+size/2, size*.72, p[2]))
	}
	for _, at := range pipsOf[f] {
		shapes = append(shapes, Circle{X: x + size/2 + at[0]*size*.25, Y: y + size/2 + at[1]*size*.25, R: size * .088, Style: Style{Fill: p[2]}})
	}
	return shapes
}

// pipsOf are the places of the pips of a number around the middle of a die.
var pipsOf = map[derpate.Face][][2]float64{
	1: {{0, 0}},
	2: {{-1, -1}, {1, 1}},
	3: {{-1, -1}, {0, 0}, {1, 1}},
	4: {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	5: {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
}

// Die is a die by itself.
func Die(c derpate.Colour, f derpate.Face) Scene {
	return Scene{Width: 24, Height: 24, Shapes: die(c, f, 0, 0, 24)}
}

// DerPateDice draws the dice board of the active player: the dice as they lie, and
// those that are placed on their spaces.
func DerPateDice(v *derpate.View, w words.DerPateEnglish) Scene {
	board := v.Board()
	top := 0.0
	scene := Scene{Width: tableWidth}
	if v.Turn != nil {
		top = lyingHigh
		scene.add(thrown(v, w)...)
	}
	for i, row := range board {
		y := top + float64(i)*(spaceHigh+spaceGap)
		now := v.Turn != nil && v.Turn.Row == i+1 && v.Turn.Step != derpate.StepEnd
		ink := Faint
		if now {
			ink = Strong
			scene.add(Rect{X: 0, Y: y + 2, W: 3, H: spaceHigh - 4, R: 1.5, Style: Style{Fill: Strong}})
		}
		scene.add(Text{X: 9, Y: y + spaceHigh/2 + 5, Size: 15, Text: strconv.Itoa(i + 1), Fill: ink, Anchor: Middle, Bold: now, Serif: true})
		x := float64(spaceLeft)
		for _, lie := range row {
			wide := pressWide
			if lie.Colour != derpate.NoColour {
				wide = (5*pressWide + spaceGap) / 4
			}
			scene.add(space(lie, w, x, y, wide)...)
			x += wide + spaceGap
		}
	}
	scene.Height = top + 4*(spaceHigh+spaceGap) - spaceGap
	return scene
}

// thrown draws the dice that lie and are not placed, or says that there are none.
func thrown(v *derpate.View, w words.DerPateEnglish) []Shape {
	var shapes []Shape
	x := float64(spaceLeft)
	for _, c := range derpate.Colours() {
		face := v.Turn.Dice.Of(c)
		if face == derpate.NoFace {
			continue
		}
		lies := die(c, face, x, 0, 40)
		lies = append(lies, Text{X: x + 20, Y: 53, Size: 11, Text: w.Colour(c), Fill: Faint, Anchor: Middle})
		shapes = append(shapes, Group{Spot: "die:" + c.ID(), Shapes: lies})
		x += 56
	}
	if shapes == nil {
		text := w.NoDice(v)
		shapes = []Shape{Group{Spot: "dice", Shapes: []Shape{
			Rect{X: spaceLeft, Y: 3, W: tableWidth - spaceLeft, H: 40, R: 8, Style: Style{Fill: Table, Stroke: Line, Width: 1.5, Dashed: true}},
			Text{X: 30, Y: 28, Size: 13, Text: text, Fill: Faint},
		}}}
	}
	return shapes
}

// space draws a space of the dice board, with the die on it.
func space(l derpate.Lie, w words.DerPateEnglish, x, y, wide float64) []Shape {
	edge := Style{Fill: Paper, Stroke: Line, Width: 1.5}
	if l.Die != derpate.NoColour {
		edge = Style{Fill: Tint, Stroke: Strong, Width: 2.5}
	}
	shapes := []Shape{Rect{X: x + 1, Y: y + 1, W: wide - 2, H: spaceHigh - 2, R: 7, Style: edge}}
	name := w.ShortSpace(l.Space)
	shapes = append(shapes, Text{X: x + wide/2, Y: y + 17, Size: narrow(name, 12, wide-5, false), Text: name, Fill: Ink, Anchor: Middle})
	if l.Die != derpate.NoColour {
		return append(shapes, die(l.Die, l.Face, x+wide/2-18, y+24, 36)...)
	}
	switch {
	case l.BoardSpace.Face.IsNumber():
		shapes = append(shapes, Text{X: x + wide/2, Y: y + 50, Size: 24, Text: l.BoardSpace.Face.ID(), Fill: Faint, Anchor: Middle, Bold: true, Serif: true})
	case l.BoardSpace.Face == derpate.Hand:
		shapes = append(shapes, symbol(palm, x+wide/2, y+41, 26, Faint))
	default:
		p := dicePaints[l.Colour]
		shapes = append(shapes,
			Rect{X: x + wide/2 - 9, Y: y + 25, W: 18, H: 18, R: 4, Style: Style{Fill: p[0], Stroke: p[1], Width: 1.5}},
			Text{X: x + wide/2, Y: y + 57, Size: 11, Text: w.Colour(l.Colour), Fill: Faint, Anchor: Middle})
	}
	return shapes
}
