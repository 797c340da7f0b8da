package mailer

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Block is a piece of a letter. A letter is described once, as blocks, and written
// twice, as HTML (letter.templ) and as text.
type Block interface {
	text(*plain)
}

type (
	// Heading begins a part of the letter.
	Heading string
	// Para is a paragraph.
	Para string
	// List is a list of lines.
	List []Item
	// Button is a link that stands alone.
	Button struct{ Label, URL string }
	// Table is a table with a heading for each column. Columns of numbers stand to
	// the right.
	Table struct {
		Head []string
		Rows [][]string
	}
	// Board is a drawing in plain text, lines of at most 78 columns.
	Board string
)

// Item is a line of a list: what it is, what more is to be said, and where it leads.
type Item struct {
	Text string
	Note string
	URL  string // empty = nowhere
}

// columns is the width of a letter's text.
const columns = 76

// plain writes a letter as text.
type plain struct{ strings.Builder }

func (p *plain) gap() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

// wrap writes words in lines, the first after one prefix and the rest after another.
func (p *plain) wrap(first, rest, text string) {
	line := first
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			p.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	if !empty {
		p.WriteString(line + "\n")
	}
}

func (h Heading) text(p *plain) {
	p.gap()
	p.wrap("", "", string(h))
	p.WriteString(strings.Repeat("-", min(columns, utf8.RuneCountInString(string(h)))) + "\n")
}

func (t Para) text(p *plain) {
	p.gap()
	p.wrap("", "", string(t))
}

func (l List) text(p *plain) {
	p.gap()
	for _, item := range l {
		p.wrap("- ", "  ", item.Text)
		if item.Note != "" {
			p.wrap("  ", "  ", item.Note)
		}
		if item.URL != "" {
			p.WriteString("  " + item.URL + "\n")
		}
	}
}

func (b Button) text(p *plain) {
	p.gap()
	p.wrap("", "", b.Label+":")
	p.WriteString(b.URL + "\n")
}

func (t Table) text(p *plain) {
	p.gap()
	widths := make([]int, len(t.Head))
	rows := append([][]string{t.Head}, t.Rows...)
	for _, row := range rows {
		for i := range widths {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.right(i) {
				cell = pad + cell
			} else {
				cell += pad
			}
			line.WriteString(cell)
		}
		p.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// right says whether a column holds numbers alone.
func (t Table) right(column int) bool {
	for _, row := range t.Rows {
		if _, err := strconv.Atoi(strings.ReplaceAll(row[column], "−", "-")); err != nil && row[column] != "" {
			return false
		}
	}
	return true
}

// align is the side of a column in HTML.
func (t Table) align(column int) string {
	if t.right(column) {
		return "right"
	}
	return "left"
}

// narrow is the table without its last columns, as far as a line has no room for
// them.
func (t Table) narrow() Table {
	width, keep := 0, 0
	for i, head := range t.Head {
		widest := utf8.RuneCountInString(head)
		for _, row := range t.Rows {
			widest = max(widest, utf8.RuneCountInString(row[i]))
		}
		if width += widest + 2; width-2 > columns {
			break
		}
		keep++
	}
	short := Table{Head: t.Head[:keep]}
	for _, row := range t.Rows {
		short.Rows = append(short.Rows, row[:keep])
	}
	return short
}

func (b Board) text(p *plain) {
	p.gap()
	for _, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n") {
		p.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
