package board

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestSVGIsWellFormedAndEscapes(t *testing.T) {
	t.Parallel()
	evil := `"><script>alert(1)</script>&`
	s := Scene{Width: 100, Height: 50}
	s.add(
		Rect{X: 1, Y: 2, W: 3.14159, H: 4, R: 1, Style: Style{Fill: Paper, Stroke: Line, Width: 1.5, Dashed: true}},
		Circle{X: 1, Y: 2, R: 3, Style: Style{Stroke: Ink, Width: 1}},
		symbol(brush, 12, 12, 24, Red),
		Group{Spot: "card:nun", Shapes: []Shape{Text{X: 1, Y: 2, Size: 13, Text: evil, Fill: Ink, Anchor: Middle, Bold: true, Serif: true}}},
		Group{Spot: "card:noble", Shapes: []Shape{Circle{R: 1}}},
	)
	svg := s.SVG(Picture{Alt: evil, Class: "x", Links: map[string]string{"card:nun": "/m?a=1&b=" + evil}})
	var text []string
	elements := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("<%s> has the attribute %s", token.Name.Local, a.Name.Local)
				}
				if a.Name.Local == "aria-label" && a.Value != evil || a.Name.Local == "href" && a.Value != "/m?a=1&b="+evil {
					t.Errorf("%s became %q", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text = append(text, string(token))
		}
	}
	if strings.Join(text, "") != evil {
		t.Errorf("the text became %q", text)
	}
	for name, n := range map[string]int{"svg": 1, "rect": 1, "circle": 2, "path": 1, "text": 1, "a": 1, "script": 0} {
		if elements[name] != n {
			t.Errorf("%d elements <%s>, want %d", elements[name], name, n)
		}
	}
	if !strings.Contains(svg, `width="3.14"`) {
		t.Error("a number is not cut to two places")
	}
}

func TestAnOrnamentIsHiddenFromReaders(t *testing.T) {
	t.Parallel()
	svg := Symbol("art").SVG(Picture{Class: "icon", Wide: 16})
	if !strings.Contains(svg, `aria-hidden="true"`) || strings.Contains(svg, "role=") || !strings.Contains(svg, `width="16" height="16"`) {
		t.Error(svg)
	}
}

func TestTextIsCutToItsPlace(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Anna", "Bartolomeo di Fruosino de' Medici", "小林 ひろ 小林 ひろ 小林", strings.Repeat("W", 60), "💌💌💌💌💌💌💌💌💌💌💌💌", ""} {
		cut := fit(text, 14, 92)
		if width(cut, 14) > 92 {
			t.Errorf("%q became %q, which is %.0f wide", text, cut, width(cut, 14))
		}
		if cut != text && !strings.HasSuffix(cut, "…") {
			t.Errorf("%q was cut to %q without a sign", text, cut)
		}
	}
	if fit("Anna", 14, 92) != "Anna" {
		t.Error("a short name was cut")
	}
}
