package board

import (
	"fmt"
	"strconv"
	"strings"
)

// Outline is a list of segments with absolute coordinates.
type Outline []Segment

// Segment is one step of an outline: M (begin), L (line), C (cubic curve with
// two control points) or Z (close).
type Segment struct {
	Op     byte
	Points []Point
}

// Point is a place in a scene.
type Point struct{ X, Y float64 }

// points says how many points each kind of segment has.
var points = map[byte]int{'M': 1, 'L': 1, 'C': 3, 'Z': 0}

// outline reads the drawings in this package: words of SVG's path language,
// absolute M, L, C and Z, everything separated by spaces. A word that it does
// not know is a mistake in this package.
func outline(text string) Outline {
	var out Outline
	words := strings.Fields(text)
	for len(words) > 0 {
		op := words[0][0]
		n, known := points[op]
		if !known || len(words[0]) != 1 || len(words) < 1+2*n {
			panic(fmt.Sprintf("board: outline %q stops at %q", text, words[0]))
		}
		seg := Segment{Op: op}
		for i := range n {
			seg.Points = append(seg.Points, Point{number(words[1+2*i]), number(words[2+2*i])})
		}
		out = append(out, seg)
		words = words[1+2*n:]
	}
	return out
}

func number(word string) float64 {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil {
		panic(fmt.Sprintf("board: outline has %q in place of a number", word))
	}
	return v
}

// at is the outline scaled and then moved, so that its own 0, 0 lies at x, y.
func (o Outline) at(x, y, scale float64) Outline {
	moved := make(Outline, len(o))
	for i, seg := range o {
		moved[i] = Segment{Op: seg.Op, Points: make([]Point, len(seg.Points))}
		for j, p := range seg.Points {
			moved[i].Points[j] = Point{x + p.X*scale, y + p.Y*scale}
		}
	}
	return moved
}
