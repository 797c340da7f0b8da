package game

import (
	"fmt"
	"strings"
)

// columns is how wide a view's text may be.
const columns = 78

// Lines is the text of a view while it is put together, line by line.
type Lines struct{ strings.Builder }

// Linef adds a line.
func (l *Lines) Linef(format string, arguments ...any) { fmt.Fprintf(l, format+"\n", arguments...) }

// List adds items after a heading, and goes on in further lines where they do not
// fit; nothing when there are none.
func (l *Lines) List(heading string, items []string) {
	if len(items) == 0 {
		return
	}
	indent := strings.Repeat(" ", len(heading)-len(strings.TrimLeft(heading, " "))+4)
	line := heading
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if len(line)+1+len(item) > columns {
			l.Linef("%s", line)
			line = indent + item
			continue
		}
		line += " " + item
	}
	l.Linef("%s", line)
}

// SeatNames writes seats as the text of a view names them.
func SeatNames(seats []int) []string {
	names := make([]string, len(seats))
	for i, n := range seats {
		names[i] = fmt.Sprintf("seat %d", n)
	}
	return names
}
