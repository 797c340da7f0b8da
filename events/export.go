package events

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Viewer is for whom an export is made: a seat, or one of the two below.
type Viewer int

const (
	// All is the viewer who has every part.
	All Viewer = -1
	// Spectator is the viewer who has what everybody may know.
	Spectator Viewer = 0
)

// String writes the viewer as an export names it.
func (v Viewer) String() string {
	switch v {
	case All:
		return "all"
	case Spectator:
		return "spectator"
	}
	return "seat:" + strconv.Itoa(int(v))
}

// ParseViewer reads what String writes.
func ParseViewer(text string) (Viewer, error) {
	switch text {
	case "all":
		return All, nil
	case "spectator":
		return Spectator, nil
	}
	if number, ok := strings.CutPrefix(text, "seat:"); ok {
		if seat, ok := parseSeat(number); ok {
			return Viewer(seat), nil
		}
	}
	return 0, fmt.Errorf("%.40q is no viewer: all, spectator or seat:N", text)
}

// sight is what a viewer may have of a log's parts.
type sight struct {
	viewer Viewer
	over   bool // then everybody may have every part
	opened map[Ref]bool
}

// see works out what a viewer may have of a log. It asks no rules.
func see(v Viewer, log []*Event) sight {
	s := sight{viewer: v, opened: map[Ref]bool{}}
	for _, e := range log {
		if e.Type == TypeEnded || e.Type == TypeAbandoned {
			s.over = true
		}
		for _, o := range e.Opens {
			if o.N < e.N {
				s.opened[Ref{o.N, o.I}] = true
			}
		}
	}
	return s
}

// may says whether the viewer may have part i of an event.
func (s sight) may(e *Event, i int) bool {
	if s.over || s.viewer == All || s.opened[Ref{e.N, i}] {
		return true
	}
	for _, seat := range e.Parts[i].To {
		if s.viewer == Viewer(seat) {
			return true
		}
	}
	return false
}

// WriteExport writes a match's log as an export for a viewer: part lines that he
// may not have are left out. The log must be whole, with every part that he may
// have.
func WriteExport(w io.Writer, v Viewer, log []*Event) error {
	if len(log) == 0 {
		return errors.New("a log without events cannot be exported")
	}
	if v < All || v > MaxPlayers {
		return fmt.Errorf("there is no viewer %d", int(v))
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `{"pizzini":"export","v":1,"match":"%s","viewer":"%s"}`+"\n", log[0].Match, v)
	s := see(v, log)
	var buffer []byte
	for _, e := range log {
		buffer = append(append(buffer[:0], e.Line...), '\n')
		for i, p := range e.Sealed {
			if !s.may(e, i) {
				continue
			}
			if p == nil {
				return fmt.Errorf("part [%d,%d] is not here, and %s may have it", e.N, i, v)
			}
			buffer = append(p.append(buffer), '\n')
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
	}
	last := log[len(log)-1]
	fmt.Fprintf(out, `{"head":%d,"hash":"%s"}`+"\n", last.N, last.Hash)
	return out.Flush()
}
