// Package board draws positions. A game's view becomes a Scene, a list of plain
// shapes with named paints, and a writer turns the scene into a picture: SVG for
// a page. Text in a scene is plain text; the writers escape it.
package board

// Scene is a drawing: its size in units (about one CSS pixel on a phone) and its
// shapes, the lowest first.
type Scene struct {
	Width, Height float64
	Shapes        []Shape
}

// Shape is one of Rect, Circle, Path, Text and Group.
type Shape interface{ shape() }

// Paint is a named colour. A style sheet may give the name another colour (dark
// mode); Colour holds wherever there is none.
type Paint struct{ Name, Colour string }

// Style says how a shape is painted. A zero Paint means that its part is not
// painted at all.
type Style struct {
	Fill   Paint
	Stroke Paint
	Width  float64 // of the stroke
	Dashed bool
}

// Rect is a rectangle with round corners of radius R.
type Rect struct {
	X, Y, W, H, R float64
	Style
}

// Circle is a circle around X, Y.
type Circle struct {
	X, Y, R float64
	Style
}

// Path is an outline of lines and curves, filled by the nonzero rule.
type Path struct {
	Outline Outline
	Style
}

// Anchor says which point of a text's line lies at its X.
type Anchor int

// The anchors of a text.
const (
	Start Anchor = iota
	Middle
	End
)

// Text is one line of text with its base line at Y.
type Text struct {
	X, Y   float64
	Size   float64
	Text   string
	Fill   Paint
	Anchor Anchor
	Bold   bool
	Serif  bool
}

// Group holds the shapes of one place of the board, such as "card:nun". A
// writer may make it a link to the move that touches the place, and show its title
// to whoever points at it.
type Group struct {
	Spot   string
	Title  string // what the place holds, in words; may be empty
	Shapes []Shape
}

func (Rect) shape()   {}
func (Circle) shape() {}
func (Path) shape()   {}
func (Text) shape()   {}
func (Group) shape()  {}

// add puts shapes on top of the scene.
func (s *Scene) add(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }
