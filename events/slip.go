package events

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// ParseSlip reads the payload of one slip: event lines, each followed by the part
// lines of its sealed parts. It refuses what is no slip of Format 1: events that
// do not follow one another or differ in `cmd` or `by`, parts that are missing or
// do not give their commitments.
func ParseSlip(payload []byte) ([]*Event, error) {
	payload = bytes.Clone(payload)
	var slip []*Event
	awaited := 0 // index of the part whose line comes next, if one must
	for number := 1; len(payload) > 0; number++ {
		line, rest, found := bytes.Cut(payload, []byte{'\n'})
		if !found {
			return nil, fmt.Errorf("line %d: it does not end", number)
		}
		payload = rest
		line = line[:len(line):len(line)]
		var last *Event
		if len(slip) > 0 {
			last = slip[len(slip)-1]
		}
		if last != nil && awaited < len(last.Parts) {
			p, err := parsePart(line)
			if err == nil && (p.N != last.N || p.I != awaited) {
				err = fmt.Errorf("part [%d,%d] stands where [%d,%d] is due", p.N, p.I, last.N, awaited)
			}
			if err == nil {
				err = last.holds(awaited, p.Salt, p.Value)
			}
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			last.Sealed[awaited] = p
			awaited++
			continue
		}
		e, err := parseEvent(line)
		if err == nil && last != nil {
			err = joins(e, last)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		slip = append(slip, e)
		awaited = 0
	}
	if len(slip) == 0 {
		return nil, errors.New("the slip has no event")
	}
	if last := slip[len(slip)-1]; awaited < len(last.Parts) {
		return nil, fmt.Errorf("part [%d,%d] is missing", last.N, awaited)
	}
	for _, e := range slip {
		if err := e.checkPlaces(); err != nil {
			return nil, err
		}
	}
	return slip, nil
}

// joins asks that an event stands in one slip with the one before it.
func joins(e, before *Event) error {
	switch {
	case e.Match != before.Match:
		return fmt.Errorf("event %d is of another match", e.N)
	case e.N != before.N+1:
		return fmt.Errorf("event %d follows event %d", e.N, before.N)
	case e.Prev != before.Hash:
		return fmt.Errorf("event %d: prev is not the hash of event %d", e.N, before.N)
	case e.At.Before(before.At):
		return fmt.Errorf("event %d: its time is before that of event %d", e.N, before.N)
	case e.Cmd != before.Cmd:
		return fmt.Errorf("event %d: a slip has one cmd", e.N)
	case e.By != before.By:
		return fmt.Errorf("event %d: a slip has one by", e.N)
	}
	return nil
}

// checkPlaces asks that the parts that are here lie at free places that may be
// sealed.
func (e *Event) checkPlaces() error {
	for i, p := range e.Sealed {
		if p == nil {
			continue
		}
		c, err := p.content()
		if err == nil && !maySeal(e.Type, c.at) {
			err = fmt.Errorf("the place %.80q of %s is never sealed", c.at, e.Type)
		}
		if err == nil && (e.Type == TypeCreated && i == 0) != (e.Type == TypeCreated && c.at == seedPlace) {
			err = errors.New("part 0 of match.created is the seed, and no other part")
		}
		if err != nil {
			return fmt.Errorf("part [%d,%d]: %w", e.N, i, err)
		}
	}
	_, err := e.Whole()
	return err
}

// Place is a place of an event's data to seal.
type Place struct {
	At string // JSON Pointer into data
	To []int  // the seats that may know it now, ascending; none = nobody yet
}

// Entry is one event to write.
type Entry struct {
	Data  any     // *Created, *Played …, whole; its type gives the event's
	Seal  []Place // in the order of the parts; the seed of *Created may be left out
	Draws []Drawn // appended as the last part, with data.drew; none = nothing was drawn
	First int     // number of the first of Draws
	Opens []Ref   // parts of earlier events, also of this slip, to open
	State []byte  // the whole state JSON in any spelling, nil = no digest
}

// Slip is what one command writes.
type Slip struct {
	Match, By, Cmd string
	At             time.Time
	Prev           Head // the log's last event; NoHead where there is none
	Seed           []byte
	Entries        []Entry
	Part           func(Ref) *Part // gives parts of earlier events to open
	Random         io.Reader       // for salts; nil = crypto/rand
}

// Write makes the slip's payload. The events that it returns are read back from
// it.
func (s Slip) Write() (payload []byte, written []*Event, err error) {
	prev := s.Prev
	if prev.N == 0 {
		prev = NoHead
	}
	if len(s.Entries) == 0 {
		return nil, nil, errors.New("a slip has at least one event")
	}
	parts := map[Ref]*Part{}
	for i, entry := range s.Entries {
		from := len(payload)
		if payload, err = s.write(payload, prev, entry, parts); err != nil {
			return nil, nil, fmt.Errorf("entry %d of the slip: %w", i+1, err)
		}
		line, _, _ := bytes.Cut(payload[from:], []byte{'\n'})
		prev = Head{prev.N + 1, hexSHA256(line)}
	}
	if written, err = ParseSlip(payload); err != nil {
		return nil, nil, err
	}
	for _, e := range written {
		if _, err := e.Decode(); err != nil {
			return nil, nil, err
		}
		if _, err := e.Drawn(); err != nil {
			return nil, nil, err
		}
		if (e.State != "") != forms[e.Type].state {
			return nil, nil, fmt.Errorf("event %d: a %s with a state digest, or one without that has one", e.N, e.Type)
		}
	}
	return payload, written, nil
}

// write appends one event and its part lines.
func (s Slip) write(dst []byte, prev Head, entry Entry, parts map[Ref]*Part) ([]byte, error) {
	n := prev.N + 1
	data, seal, err := entry.places()
	if err != nil {
		return nil, err
	}
	root := &place{part: -1}
	for i, p := range seal {
		if err := root.add(p.At, i, nil); err != nil {
			return nil, err
		}
	}
	data, err = root.cut(make([]byte, 0, len(data)), &scanner{text: data})
	if err != nil {
		return nil, err
	}
	values := root.values(make([]string, len(seal)), "")
	tos := make([][]int, len(seal))
	for i, p := range seal {
		tos[i] = p.To
	}
	if len(entry.Draws) > 0 {
		values = append(values, `{"at":"`+drawsPlace+`","is":`+string(appendDrawn(nil, entry.Draws))+`}`)
		tos = append(tos, nil)
	}
	o := &object{dst: append(dst, '{')}
	o.number("v", 1)
	o.text("match", s.Match)
	o.number("n", n)
	o.text("type", TypeOf(entry.Data))
	o.text("at", FormatTime(s.At))
	o.text("by", s.By)
	o.text("cmd", s.Cmd)
	o.text("prev", prev.Hash)
	o.key("data")
	o.dst = append(o.dst, data...)
	sealed, err := s.seal(n, values)
	if err != nil {
		return nil, err
	}
	if len(sealed) > 0 {
		o.commitments(s.Match, sealed, tos)
	}
	if len(entry.Opens) > 0 {
		if err := s.open(o, n, entry.Opens, parts); err != nil {
			return nil, err
		}
	}
	if entry.State != nil {
		if len(s.Seed) != 32 {
			return nil, errors.New("the seed has 32 bytes")
		}
		digest, err := StateDigest(s.Seed, s.Match, n, entry.State)
		if err != nil {
			return nil, fmt.Errorf("the state: %w", err)
		}
		o.text("state", digest)
	}
	dst = append(o.dst, '}', '\n')
	for _, p := range sealed {
		parts[Ref{p.N, p.I}] = p
		dst = append(p.append(dst), '\n')
	}
	return dst, nil
}

// places gives the entry's data as JSON, with data.drew, and what to seal of it.
func (entry Entry) places() ([]byte, []Place, error) {
	data, ok := entry.Data.(typed)
	if !ok {
		return nil, nil, fmt.Errorf("%T is no data of an event", entry.Data)
	}
	seal := entry.Seal
	var drew *Drew
	if len(entry.Draws) > 0 {
		drew = &Drew{entry.First, len(seal)}
	}
	switch d := entry.Data.(type) {
	case *Created:
		if len(seal) == 0 || seal[0].At != seedPlace {
			seal = append([]Place{{At: seedPlace}}, seal...)
		}
	case *Started:
		with := *d
		with.Drew = drew
		data = &with
	case *Played:
		with := *d
		with.Drew = drew
		data = &with
	default:
		if drew != nil {
			return nil, nil, fmt.Errorf("%s draws nothing", TypeOf(entry.Data))
		}
	}
	text, err := encode(data)
	return text, seal, err
}

// values collects the parts' values below this place, which lies at a pointer.
func (p *place) values(into []string, at string) []string {
	if p.part >= 0 {
		value := appendString([]byte(`{"at":`), at)
		value = append(append(value, `,"is":`...), p.is...)
		into[p.part] = string(append(value, '}'))
	}
	for _, key := range p.order {
		p.kids[key].values(into, at+"/"+escapePointer(key))
	}
	return into
}

// seal makes the parts of event n with fresh salts.
func (s Slip) seal(n int, values []string) ([]*Part, error) {
	sealed := make([]*Part, len(values))
	random := s.Random
	if random == nil {
		random = rand.Reader
	}
	for i, value := range values {
		var salt [32]byte
		if _, err := io.ReadFull(random, salt[:]); err != nil {
			return nil, fmt.Errorf("no randomness for a salt: %w", err)
		}
		sealed[i] = &Part{N: n, I: i, Salt: hex.EncodeToString(salt[:]), Value: value}
	}
	return sealed, nil
}

func (o *object) commitments(match string, sealed []*Part, tos [][]int) {
	o.key("parts")
	o.dst = append(o.dst, '[')
	for i, p := range sealed {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = append(o.dst, `{"to":[`...)
		for j, seat := range tos[i] {
			if j > 0 {
				o.dst = append(o.dst, ',')
			}
			o.dst = strconv.AppendInt(o.dst, int64(seat), 10)
		}
		salt, _ := hex.DecodeString(p.Salt)
		o.dst = append(o.dst, `],"commit":"`...)
		o.dst = append(o.dst, PartCommit(match, p.N, p.I, salt, p.Value)...)
		o.dst = append(o.dst, `"}`...)
	}
	o.dst = append(o.dst, ']')
}

// open writes the openings.
func (s Slip) open(o *object, n int, refs []Ref, parts map[Ref]*Part) error {
	o.key("opens")
	o.dst = append(o.dst, '[')
	for i, ref := range refs {
		p := parts[ref]
		if p == nil && s.Part != nil {
			p = s.Part(ref)
		}
		if p == nil || ref.N >= n {
			return fmt.Errorf("part [%d,%d] is to be opened and is not here", ref.N, ref.I)
		}
		if c, err := p.content(); err != nil || c.at == seedPlace || c.at == drawsPlace {
			return fmt.Errorf("part [%d,%d] is never opened: %w", ref.N, ref.I, err)
		}
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		open := &object{dst: append(o.dst, '{')}
		open.number("n", ref.N)
		open.number("i", ref.I)
		open.text("salt", p.Salt)
		open.text("value", p.Value)
		o.dst = append(open.dst, '}')
	}
	o.dst = append(o.dst, ']')
	return nil
}
