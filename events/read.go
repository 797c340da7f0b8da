package events

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Bounds of what is read from a stranger's file. A match of ten thousand events
// has some 8 MiB.
const (
	maxExport     = 32 << 20 // bytes
	maxUnreadable = 100      // lines that stand for events and are none
)

// Export is an export file as it was read, with what Verify must know of its
// lines.
type Export struct {
	Match  string
	Viewer Viewer
	Log    []*Event // the events that could be read, with the parts that stand after them
	Head   Head     // of the last line; zero where that is missing

	lines      []line
	partFault  *Check
	headFault  string
	unreadable int
	newest     *Part // the part line read last
}

// A line is one that stands for an event.
type line struct {
	event *Event // its envelope alone where bad says why it is no event
	hash  string // "" where the line is too long to be one
	bad   error
}

// ReadExport reads an export file. What is wrong in it is left to Verify to say:
// the error is for a file that is no export at all, is too large, or cannot be
// read.
func ReadExport(r io.Reader) (*Export, error) {
	from := &lineReader{r: bufio.NewReaderSize(r, 1<<16)}
	first, err := from.next()
	if err != nil && err != io.EOF {
		return nil, err
	}
	x := &Export{}
	if err := x.header(first); err != nil {
		return nil, fmt.Errorf("this is no export of a match: %w", err)
	}
	if !from.whole {
		x.headFault = "the file is cut after its first line"
	}
	closed := false
	for {
		text, err := from.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		switch {
		case closed:
			x.headFault = "lines follow the last line"
			continue
		case !from.whole:
			x.headFault = "the file ends within a line"
		}
		switch kindOf(text) {
		case "part":
			x.part(text)
		case "head":
			closed = true
			x.head(text)
		default:
			if !from.whole && CheckJSON(text) != nil {
				break // the cut says it all
			}
			x.event(text)
		}
		if x.unreadable > maxUnreadable {
			return nil, fmt.Errorf("this is no export of a match: more than %d of its lines are no events", maxUnreadable)
		}
	}
	if !closed && x.headFault == "" {
		x.headFault = "the last line, with head and hash, is missing"
	}
	return x, nil
}

// header reads the first line.
func (x *Export) header(text []byte) error {
	s, err := newScanner(text)
	if err != nil {
		return err
	}
	var mark, viewer string
	version := 0
	err = s.object(func(key []byte) (err error) {
		switch string(key) {
		case "pizzini":
			mark, err = s.string()
		case "v":
			version, err = s.integer()
		case "match":
			x.Match, err = s.string()
		case "viewer":
			viewer, err = s.string()
		default:
			err = s.skip()
		}
		return err
	})
	if err == nil {
		err = s.end()
	}
	switch {
	case err != nil:
		return err
	case mark != "export":
		return errors.New(`its first line does not say "pizzini":"export"`)
	case version != 1:
		return fmt.Errorf("it has format %d: it needs a newer pizzini", version)
	case !ValidID(x.Match):
		return errors.New("its first line names no match")
	}
	x.Viewer, err = ParseViewer(viewer)
	return err
}

// kindOf says what a line stands for: "event", "part" or "head".
func kindOf(text []byte) string {
	if bytes.HasPrefix(text, []byte(`{"v":`)) {
		return "event"
	}
	part, head, other := false, false, false
	s, err := newScanner(text)
	if err == nil {
		err = s.object(func(key []byte) error {
			switch string(key) {
			case "part":
				part = true
			case "head":
				head = true
			case "type", "data":
				other = true
			}
			return s.skip()
		})
	}
	if err != nil {
		part, head = bytes.HasPrefix(text, []byte(`{"part"`)), bytes.HasPrefix(text, []byte(`{"head"`))
	}
	switch {
	case part && !other:
		return "part"
	case head && !other:
		return "head"
	}
	return "event"
}

// event takes a line for an event.
func (x *Export) event(text []byte) {
	e, err := parseEvent(text)
	if err == nil {
		x.Log = append(x.Log, e)
		x.lines = append(x.lines, line{e, e.Hash, nil})
		return
	}
	x.unreadable++
	// What is no event of Format 1 still has a hash, and perhaps a place in the
	// chain: only the check that names its fault is to fail.
	var loose struct {
		N         int
		At        string
		Cmd, Prev string
	}
	e = &Event{N: x.last() + 1, Line: text, Hash: hexSHA256(text)}
	if json.Unmarshal(text, &loose) == nil && loose.N > 0 && isHex(loose.Cmd, 32) && isHex(loose.Prev, 64) {
		if at, err := ParseTime(loose.At); err == nil {
			e.N, e.At, e.Cmd, e.Prev = loose.N, at, loose.Cmd, loose.Prev
		}
	}
	if len(text) > maxLine {
		e.Hash = "" // not all of it was kept
	}
	x.lines = append(x.lines, line{e, e.Hash, err})
}

// last is the number of the last event so far.
func (x *Export) last() int {
	if len(x.lines) == 0 {
		return 0
	}
	return x.lines[len(x.lines)-1].event.N
}

// part takes a part line: it must stand right after its event, by index.
func (x *Export) part(text []byte) {
	p, err := parsePart(text)
	if len(x.lines) == 0 {
		x.faultyPart(1, errors.New("a part line stands before the first event"))
		return
	}
	at := x.lines[len(x.lines)-1]
	if at.bad != nil {
		return // nobody can say what the parts of this line are
	}
	e := at.event
	switch {
	case err != nil:
	case p.N != e.N:
		err = fmt.Errorf("part [%d,%d] does not stand after its event", p.N, p.I)
	case p.I >= len(e.Parts):
		err = fmt.Errorf("part [%d,%d]: the event has %d parts", p.N, p.I, len(e.Parts))
	case e.Sealed[p.I] != nil:
		err = fmt.Errorf("part [%d,%d] stands twice", p.N, p.I)
	case x.newest != nil && x.newest.N == e.N && x.newest.I > p.I:
		err = fmt.Errorf("part [%d,%d] stands after a later one", p.N, p.I)
	}
	if err != nil {
		x.faultyPart(e.N, err)
		return
	}
	e.Sealed[p.I] = p
	x.newest = p
}

func (x *Export) faultyPart(n int, err error) {
	if x.partFault == nil {
		x.partFault = &Check{"parts", Fails, n, err.Error()}
	}
}

// head takes the last line.
func (x *Export) head(text []byte) {
	s, err := newScanner(text)
	if err == nil {
		has := 0
		err = s.object(func(key []byte) (err error) {
			switch string(key) {
			case "head":
				has |= 1
				x.Head.N, err = s.integer()
			case "hash":
				has |= 2
				x.Head.Hash, err = s.hex(64)
			default:
				err = s.skip()
			}
			return err
		})
		if err == nil && has != 3 {
			err = errors.New("it has `head` and `hash`")
		}
	}
	if err == nil {
		err = s.end()
	}
	if err != nil {
		x.Head = Head{}
		x.headFault = "the last line: " + err.Error()
	}
}

// lineReader reads lines and keeps within bounds, whatever the file.
type lineReader struct {
	r     *bufio.Reader
	total int
	whole bool // the line last read ended with "\n"
}

// next gives the next line without its "\n". Of a line of more than 1 MiB it
// keeps no more than shows that it is too long.
func (l *lineReader) next() ([]byte, error) {
	var text []byte
	l.whole = false
	for {
		piece, err := l.r.ReadSlice('\n')
		if l.total += len(piece); l.total > maxExport {
			return nil, fmt.Errorf("the file has more than %d MiB: no match is that long", maxExport>>20)
		}
		if err == nil {
			l.whole = true
			piece = piece[:len(piece)-1]
		}
		if room := maxLine + 1 - len(text); len(piece) > room {
			piece = piece[:room]
		}
		text = append(text, piece...)
		switch {
		case err == nil:
			return slices.Clip(text), nil
		case err == io.EOF && len(text) > 0:
			return slices.Clip(text), nil
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}
