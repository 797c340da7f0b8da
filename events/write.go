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
	Prev           Head   // the log's last event; NoHead where there is none
	Seed           []byte // of the match, for state digests
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
	if c, ok := entry.Data.(*Created); ok && s.Seed != nil && c.Seed != hex.EncodeToString(s.Seed) {
		return nil, errors.New("the seed of match.created is another than the slip's")
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
