package board

import (
	"strings"
	"unicode"
)

// width is about how wide a line of text is at a size. The writers set their own
// fonts, so it is generous.
func width(text string, size float64) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		case r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x1f000 || r >= 0xff00 && r <= 0xff60):
			w += 1.02
		case strings.ContainsRune("mwMW@%<>=+~—…", r):
			w += .92
		case strings.ContainsRune("iljtfrI.,:;'|!()[] ", r):
			w += .36
		case unicode.IsUpper(r) || unicode.IsDigit(r):
			w += .68
		default:
			w += .56
		}
	}
	return w * size
}

// fit cuts a text that would be wider than it may be, with an ellipsis.
func fit(text string, size, wide float64) string {
	if width(text, size) <= wide {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && width(string(runes)+"…", size) > wide {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

// boldSerif is how much wider than width says bold letters with serifs are.
const boldSerif = 1.25

// sized is the greatest size, up to one, at which a bold text with serifs is no
// wider than it may be.
func sized(text string, size, wide float64) float64 {
	if w := width(text, size) * boldSerif; w > wide {
		return size * wide / w
	}
	return size
}
