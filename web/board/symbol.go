package board

// The symbols are drawn in a box of 24 by 24. Each field of Patronize has one, so
// that a colour never speaks alone.
var (
	cross   = outline("M 10 2.5 L 14 2.5 L 14 8 L 19.5 8 L 19.5 12 L 14 12 L 14 21.5 L 10 21.5 L 10 12 L 4.5 12 L 4.5 8 L 10 8 Z")
	brush   = outline("M 19.2 2.6 L 21.4 4.8 L 13.2 14.4 L 9.6 10.8 Z M 8.4 12 L 12 15.6 C 11.6 19.4 8.4 21.6 2.8 21.4 C 4.6 20 4.4 18.2 4.8 16.2 C 5.2 14 6.6 12.4 8.4 12 Z")
	flask   = outline("M 8.5 2.5 L 15.5 2.5 L 15.5 5 L 14.3 5 L 14.3 10 L 20 18.6 C 21 20.2 20.2 21.5 18.4 21.5 L 5.6 21.5 C 3.8 21.5 3 20.2 4 18.6 L 9.7 10 L 9.7 5 L 8.5 5 Z")
	compass = outline("M 12 1.5 L 14.6 9.4 L 22.5 12 L 14.6 14.6 L 12 22.5 L 9.4 14.6 L 1.5 12 L 9.4 9.4 Z")
	shield  = outline("M 12 2 L 20.5 5 L 20.5 11 C 20.5 16.4 17 20.2 12 22.5 C 7 20.2 3.5 16.4 3.5 11 L 3.5 5 Z")
	crown   = outline("M 3.5 19.5 L 1.5 7 L 7.5 11 L 12 4 L 16.5 11 L 22.5 7 L 20.5 19.5 Z")
	laurel  = outline("M 12 2 L 14.9 8.3 L 21.8 9.1 L 16.7 13.8 L 18.1 20.6 L 12 17.2 L 5.9 20.6 L 7.3 13.8 L 2.2 9.1 L 9.1 8.3 Z")
)

// symbols are the drawings that an icon may ask for by name.
var symbols = map[string]Outline{
	"religion": cross, "art": brush, "science": flask, "exploration": compass,
	"shield": shield, "crown": crown, "laurel": laurel,
}

// symbol is a symbol of the given size around a middle point.
func symbol(o Outline, x, y, size float64, paint Paint) Shape {
	return Path{Outline: o.at(x-size/2, y-size/2, size/24), Style: Style{Fill: paint}}
}

// Symbol is a small drawing of its own, in the colour of the text around it:
// religion, art, science, exploration, shield, crown or laurel; any is
// four quarters in the four colours. A name that is none of these is an empty
// drawing.
func Symbol(name string) Scene {
	if name == "any" {
		return Scene{Width: 24, Height: 24, Shapes: quarters(0, 0, 24)}
	}
	return Scene{Width: 24, Height: 24, Shapes: []Shape{
		Path{Outline: symbols[name], Style: Style{Fill: Current}},
	}}
}

// quarters is a cube of any colour.
func quarters(x, y, size float64) []Shape {
	shapes := make([]Shape, 0, 4)
	side := size/2 - size/44
	for i, paint := range []Paint{Yellow, Red, Green, Blue} {
		shapes = append(shapes, Rect{
			X: x + float64(i%2)*(size-side), Y: y + float64(i/2)*(size-side), W: side, H: side, R: size / 11,
			Style: Style{Fill: paint},
		})
	}
	return shapes
}
