package board

import (
	"html"
	"strconv"
	"strings"
)

// Picture says how a scene stands on a page.
type Picture struct {
	Alt   string            // the position in words; empty = an ornament, which a reader skips
	Class string            // of the svg element
	Wide  float64           // shown width without a style sheet; 0 = the scene's own
	Links map[string]string // spot → address: groups that are links
}

// SVG writes the scene as an svg element. It has presentation attributes and
// classes only, so that a strict content security policy lets it pass: f-NAME
// and s-NAME for the paints of fill and stroke, serif and bold for text.
func (s Scene) SVG(p Picture) string {
	w := &svgWriter{links: p.Links}
	wide := p.Wide
	if wide == 0 {
		wide = s.Width
	}
	w.open("svg",
		"xmlns", "http://www.w3.org/2000/svg",
		"class", p.Class,
		"viewBox", "0 0 "+coord(s.Width)+" "+coord(s.Height),
		"width", coord(wide), "height", coord(wide*s.Height/s.Width))
	if p.Alt == "" {
		w.attr("aria-hidden", "true")
	} else {
		w.attr("role", "img")
		w.attr("aria-label", p.Alt)
	}
	w.attr("font-family", "system-ui, sans-serif")
	w.text.WriteString(">")
	w.shapes(s.Shapes)
	w.text.WriteString("</svg>")
	return w.text.String()
}

type svgWriter struct {
	text  strings.Builder
	links map[string]string
}

func (w *svgWriter) open(element string, attrs ...string) {
	w.text.WriteString("<" + element)
	for i := 0; i < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			w.attr(attrs[i], attrs[i+1])
		}
	}
}

func (w *svgWriter) attr(name, value string) {
	w.text.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
}

func (w *svgWriter) style(s Style, more ...string) {
	class := more
	fill := "none"
	if s.Fill.Name != "" {
		class = append(class, "f-"+s.Fill.Name)
		fill = s.Fill.Colour
	}
	if s.Stroke.Name != "" {
		class = append(class, "s-"+s.Stroke.Name)
	}
	if len(class) > 0 {
		w.attr("class", strings.Join(class, " "))
	}
	w.attr("fill", fill)
	if s.Stroke.Name != "" {
		w.attr("stroke", s.Stroke.Colour)
		w.attr("stroke-width", coord(s.Width))
		if s.Dashed {
			w.attr("stroke-dasharray", "4 4")
		}
	}
}

func (w *svgWriter) shapes(shapes []Shape) {
	for _, shape := range shapes {
		switch s := shape.(type) {
		case Rect:
			w.open("rect", "x", coord(s.X), "y", coord(s.Y), "width", coord(s.W), "height", coord(s.H))
			if s.R > 0 {
				w.attr("rx", coord(s.R))
			}
			w.style(s.Style)
			w.text.WriteString("/>")
		case Circle:
			w.open("circle", "cx", coord(s.X), "cy", coord(s.Y), "r", coord(s.R))
			w.style(s.Style)
			w.text.WriteString("/>")
		case Path:
			w.open("path", "d", s.Outline.svg())
			w.style(s.Style)
			w.text.WriteString("/>")
		case Text:
			w.line(s)
		case Group:
			w.group(s)
		}
	}
}

func (w *svgWriter) line(s Text) {
	w.open("text", "x", coord(s.X), "y", coord(s.Y), "font-size", coord(s.Size),
		"text-anchor", [...]string{"", "middle", "end"}[s.Anchor])
	var class []string
	if s.Bold {
		w.attr("font-weight", "700")
	}
	if s.Serif {
		w.attr("font-family", "Palatino, Georgia, serif")
		class = append(class, "serif")
	}
	w.style(Style{Fill: s.Fill}, class...)
	w.text.WriteString(">" + html.EscapeString(s.Text) + "</text>")
}

// group writes a place of the board. As a link it is out of the tab order and
// hidden from a screen reader: the same move stands in the list of choices.
func (w *svgWriter) group(s Group) {
	link := w.links[s.Spot]
	element := "a"
	switch {
	case link != "":
		w.open("a", "href", link, "class", "spot", "tabindex", "-1")
	case s.Title != "":
		element = "g"
		w.open("g")
	default:
		w.shapes(s.Shapes)
		return
	}
	w.text.WriteString(">")
	if s.Title != "" {
		w.text.WriteString("<title>" + html.EscapeString(s.Title) + "</title>")
	}
	w.shapes(s.Shapes)
	w.text.WriteString("</" + element + ">")
}

func (o Outline) svg() string {
	var b strings.Builder
	for _, seg := range o {
		b.WriteByte(seg.Op)
		for i, p := range seg.Points {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(coord(p.X) + " " + coord(p.Y))
		}
	}
	return b.String()
}

// coord is a number with at most two places, as short as it can be.
func coord(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
