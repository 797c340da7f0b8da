package events

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Ref names a sealed part: the number of its event and its index there.
type Ref struct{ N, I int }

// Part is a sealed part of an event as its part line has it.
type Part struct {
	N, I  int
	Salt  string // 64 hex digits
	Value string // as text, {"at":"<JSON Pointer into data>","is":<JSON>}

	line []byte  // as it was read
	says content // what Value says, where the part was read
}

// append writes the part line, without its "\n".
func (p *Part) append(dst []byte) []byte {
	if p.line != nil {
		return append(dst, p.line...)
	}
	dst = append(dst, `{"part":[`...)
	dst = strconv.AppendInt(dst, int64(p.N), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(p.I), 10)
	dst = append(dst, `],"salt":`...)
	dst = appendString(dst, p.Salt)
	dst = append(dst, `,"value":`...)
	return append(appendString(dst, p.Value), '}')
}

// parsePart reads a part line, which belongs to the part from now on. No hash
// covers the line itself, so that it may hold nothing but its three fields.
func parsePart(line []byte) (*Part, error) {
	if len(line) > maxLine {
		return nil, errors.New("the line has more than 1 MiB")
	}
	s, err := newScanner(line)
	if err != nil {
		return nil, err
	}
	p := &Part{line: line}
	var ref []int
	has := 0
	err = s.object(func(key []byte) (err error) {
		switch string(key) {
		case "part":
			has |= 1
			return s.array(func() error {
				number, err := s.integer()
				if len(ref) == 2 {
					err = errors.New("`part` is [n,i]")
				}
				ref = append(ref, number)
				return err
			})
		case "salt":
			has |= 2
			p.Salt, err = s.hex(64)
		case "value":
			has |= 4
			p.Value, err = s.string()
		default:
			err = fmt.Errorf("a part line has no field %.40q", key)
		}
		return err
	})
	if err == nil {
		err = s.end()
	}
	switch {
	case err != nil:
		return nil, err
	case has != 7:
		return nil, errors.New("a part line has `part`, `salt` and `value`")
	case len(ref) != 2 || ref[0] < 1 || ref[1] < 0:
		return nil, errors.New("`part` is [n,i], n from 1 and i from 0")
	}
	p.N, p.I = ref[0], ref[1]
	p.says, err = parseContent(p.Value)
	return p, err
}

// content is what a part's value says: `is` stands at the place `at` of data.
type content struct {
	at string
	is json.RawMessage
}

func (p *Part) content() (content, error) {
	if p.says.is != nil {
		return p.says, nil
	}
	return parseContent(p.Value)
}

// At is the place of the event's data that the part seals, as a JSON Pointer; ""
// where the part's value cannot be read.
func (p *Part) At() string {
	c, err := p.content()
	if err != nil {
		return ""
	}
	return c.at
}

func parseContent(value string) (c content, err error) {
	s, err := newScanner([]byte(value))
	if err != nil {
		return c, fmt.Errorf("a part's value: %w", err)
	}
	has := 0
	err = s.object(func(key []byte) (err error) {
		switch string(key) {
		case "at":
			has |= 1
			c.at, err = s.string()
		case "is":
			has |= 2
			c.is, err = s.raw()
		default:
			err = s.skip()
		}
		return err
	})
	if err == nil {
		err = s.end()
	}
	if err == nil && has != 3 {
		err = errors.New("`at` and `is` are needed")
	}
	if err != nil {
		return c, fmt.Errorf("a part's value: %w", err)
	}
	return c, nil
}

// holds says whether a salt and a value are those that an event committed to.
func (e *Event) holds(i int, salt, value string) error {
	raw, err := hex.DecodeString(salt)
	if err != nil {
		return fmt.Errorf("part [%d,%d]: the salt is not hex", e.N, i)
	}
	if PartCommit(e.Match, e.N, i, raw, value) != e.Parts[i].Commit {
		return fmt.Errorf("part [%d,%d]: salt and value do not give the commitment", e.N, i)
	}
	return nil
}

// Whole is the event's data with every part that is here put in.
func (e *Event) Whole() (json.RawMessage, error) { return e.whole(true) }

// whole leaves the draws out on demand: they are asked for by Drawn alone.
func (e *Event) whole(draws bool) (json.RawMessage, error) {
	root := &place{part: -1}
	for i, p := range e.Sealed {
		if p == nil {
			continue
		}
		c, err := p.content()
		if err != nil {
			return nil, err
		}
		if c.at == drawsPlace && !draws {
			continue
		}
		if err := root.add(c.at, i, c.is); err != nil {
			return nil, fmt.Errorf("part %d: %w", i, err)
		}
	}
	if root.kids == nil {
		return e.Data, nil
	}
	out, err := root.put(make([]byte, 0, 2*len(e.Data)), &scanner{text: e.Data, known: true})
	return out, err
}

// place is a node of the tree of places that an event's parts name. Walking the
// data along this tree takes one pass, however many parts there are.
type place struct {
	part  int // index of the part that lies here, -1 = none
	is    json.RawMessage
	found bool
	kids  map[string]*place
	order []string // of kids
}

// add notes that part i lies at a JSON Pointer (RFC 6901).
func (p *place) add(at string, i int, is json.RawMessage) error {
	if !strings.HasPrefix(at, "/") {
		return fmt.Errorf("the place %.80q is no JSON Pointer to something in data", at)
	}
	keys := strings.SplitN(at[1:], "/", maxDepth+1)
	if len(keys) > maxDepth {
		return errors.New("the place lies deeper than data can be")
	}
	for _, key := range keys {
		if strings.Contains(key, "~") {
			plain := strings.ReplaceAll(strings.ReplaceAll(key, "~1", ""), "~0", "")
			if strings.Contains(plain, "~") {
				return fmt.Errorf("the place %.80q is no JSON Pointer", at)
			}
			key = strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
		}
		kid := p.kids[key]
		if kid == nil {
			kid = &place{part: -1}
			if p.kids == nil {
				p.kids = map[string]*place{}
			}
			p.kids[key] = kid
			p.order = append(p.order, key)
		}
		p = kid
	}
	if p.part >= 0 {
		return fmt.Errorf("parts %d and %d name one place, %.80q", p.part, i, at)
	}
	p.part, p.is = i, is
	return nil
}

// put copies the value that stands next and puts the parts in. A place must be an
// absent key of an object, or a null element of an array, that are in the line.
func (p *place) put(dst []byte, s *scanner) ([]byte, error) {
	if len(p.kids) == 0 {
		raw, err := s.raw()
		return append(dst, raw...), err
	}
	var err error
	count := 0
	switch s.peek() {
	case '{':
		dst = append(dst, '{')
		err = s.object(func(key []byte) (err error) {
			dst = append(appendString(comma(dst, &count), key), ':')
			kid := p.kids[string(key)]
			switch {
			case kid == nil:
				var raw []byte
				raw, err = s.raw()
				dst = append(dst, raw...)
			case kid.part >= 0:
				err = fmt.Errorf("part %d: its place %.40q is not free in the line", kid.part, key)
			default:
				kid.found = true
				dst, err = kid.put(dst, s)
			}
			return err
		})
		for _, key := range p.order {
			if kid := p.kids[key]; err == nil && kid.part >= 0 && len(kid.kids) == 0 {
				kid.found = true
				dst = append(appendString(comma(dst, &count), key), ':')
				dst = append(dst, kid.is...)
			}
		}
		dst = append(dst, '}')
	case '[':
		dst = append(dst, '[')
		err = s.array(func() (err error) {
			kid := p.kids[strconv.Itoa(count)]
			dst = comma(dst, &count)
			switch {
			case kid == nil:
				var raw []byte
				raw, err = s.raw()
				dst = append(dst, raw...)
			case kid.part >= 0 && (len(kid.kids) > 0 || s.peek() != 'n'):
				err = fmt.Errorf("part %d: its place is not null in the line", kid.part)
			case kid.part >= 0:
				kid.found = true
				err = s.skip()
				dst = append(dst, kid.is...)
			default:
				kid.found = true
				dst, err = kid.put(dst, s)
			}
			return err
		})
		dst = append(dst, ']')
	}
	for _, key := range p.order {
		if err == nil && !p.kids[key].found {
			err = fmt.Errorf("part %d: the line has nothing that holds its place", p.kids[key].any())
		}
	}
	return dst, err
}

// cut copies the value that stands next, leaves the places free, and keeps what
// stood there. It is the inverse of put.
func (p *place) cut(dst []byte, s *scanner) ([]byte, error) {
	if len(p.kids) == 0 {
		raw, err := s.raw()
		return append(dst, raw...), err
	}
	var err error
	count := 0
	switch s.peek() {
	case '{':
		dst = append(dst, '{')
		err = s.object(func(key []byte) (err error) {
			kid := p.kids[string(key)]
			if kid != nil {
				kid.found = true
				if kid.part >= 0 {
					kid.is, err = s.raw()
					return err
				}
			} else {
				kid = &place{part: -1}
			}
			dst = append(appendString(comma(dst, &count), key), ':')
			dst, err = kid.cut(dst, s)
			return err
		})
		dst = append(dst, '}')
	case '[':
		dst = append(dst, '[')
		err = s.array(func() (err error) {
			kid := p.kids[strconv.Itoa(count)]
			dst = comma(dst, &count)
			if kid != nil {
				kid.found = true
				if kid.part >= 0 {
					kid.is, err = s.raw()
					dst = append(dst, "null"...)
					return err
				}
			} else {
				kid = &place{part: -1}
			}
			dst, err = kid.cut(dst, s)
			return err
		})
		dst = append(dst, ']')
	}
	for _, key := range p.order {
		if err == nil && !p.kids[key].found {
			err = fmt.Errorf("part %d: there is nothing at its place", p.kids[key].any())
		}
	}
	return dst, err
}

// any is the index of some part at this place or below it.
func (p *place) any() int {
	for p.part < 0 {
		p = p.kids[p.order[0]]
	}
	return p.part
}

// comma appends the comma before every member but the first, and counts.
func comma(dst []byte, count *int) []byte {
	if *count++; *count > 1 {
		dst = append(dst, ',')
	}
	return dst
}

// escapePointer writes a key as a step of a JSON Pointer.
func escapePointer(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
