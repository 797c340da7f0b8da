// Package events holds the log of a match as bytes, in Format 1: events, their
// sealed parts, the chain of hashes, draws, exports and their verification. It
// knows seats, links, clocks and the effective line, and no rules of any game.
//
// Beside what Format 1 began with, a log may have, all of it optional:
//
//   - beside any due: bank, an object from seats to whole seconds, what each seat that is
//     not active has left in its bank; an active seat's is in its due
//   - match.paused: until, when the clock resumes the match; and bank, where there is a clock:
//     what each seat has left whose time ran or that has a bank
//   - clock.changed: seat and why (away): that seat's deadline alone moved, the clock is as
//     before
//   - clock.expired: by the clock with the policies note, claim, move, bot and resign; by another
//     seat with claimed and waved, the latter with due
//   - consent.proposed {seat, what, clock, until} by its seat: what is pause (with until), resume,
//     end or clock (with clock, an object or null); consent.answered {seat, agree} by its seat;
//     consent.lapsed {}. At most one proposal is open, of whichever kind: it ends by a no,
//     by the last yes of the seats of other persons, by a lapse, a rewind, the end
//   - host.changed {host}, a person id, by the host, the operator or the clock
//
// None of these types carries a state digest, and nothing of them is sealed.
//
// What it writes can never be mended later, so nothing is left to a JSON
// library's taste: it has its own strict reader and its own writer.
package events

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Event is one event of a log with what its reader has of its sealed parts. It is
// never changed after it was read.
type Event struct {
	Match  string
	N      int
	Type   string
	At     time.Time
	By     string
	Cmd    string
	Prev   string          // hash of event N−1
	Data   json.RawMessage // as in the line: sealed places are free
	Parts  []Commitment
	Opens  []Opening
	State  string  // the state digest, "" where the type has none
	Line   []byte  // the bytes that are hashed
	Hash   string  // hex SHA-256 of Line
	Sealed []*Part // by index, as many as Parts; nil = that part line is not here
}

// Commitment binds an event to a sealed part.
type Commitment struct {
	To     []int // the seats, ascending, that may know it now; none = nobody before the end
	Commit string
}

// Opening makes a sealed part of an earlier event common knowledge.
type Opening struct {
	N, I        int
	Salt, Value string
}

// Head is the number and hash of an event: the head of a log is that of its last.
// Before the first event it has number 0 and 64 zeros.
type Head struct {
	N    int
	Hash string
}

// NoHead is the head of a log that has no event yet.
var NoHead = Head{Hash: strings.Repeat("0", 64)}

// Head is the event's own number and hash.
func (e *Event) Head() Head { return Head{e.N, e.Hash} }

// The fields of an event line that must be there, as bits.
const (
	hasV = 1 << iota
	hasMatch
	hasN
	hasType
	hasAt
	hasBy
	hasCmd
	hasPrev
	hasData
	hasAll = 1<<iota - 1
)

var needed = []string{"v", "match", "n", "type", "at", "by", "cmd", "prev", "data"}

// ParseEvent reads an event line, without its "\n", strictly. Unknown fields are
// kept in Line and hashed; what data must hold by type is asked by Decode.
func ParseEvent(line []byte) (*Event, error) {
	return parseEvent(append([]byte(nil), line...))
}

// parseEvent reads a line that belongs to the event from now on.
func parseEvent(line []byte) (*Event, error) {
	if len(line) > maxLine {
		return nil, errors.New("the line has more than 1 MiB")
	}
	s, err := newScanner(line)
	if err != nil {
		return nil, err
	}
	e := &Event{Line: line}
	has := 0
	err = s.object(func(key []byte) error {
		bit, err := e.field(&s, key)
		if err != nil {
			return fmt.Errorf("field %.40q: %w", key, err)
		}
		has |= bit
		return nil
	})
	if err == nil {
		err = s.end()
	}
	if err == nil && has != hasAll {
		for i, name := range needed {
			if has&(1<<i) == 0 {
				err = fmt.Errorf("the field %q is missing", name)
				break
			}
		}
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(line)
	e.Hash = hex.EncodeToString(sum[:])
	if len(e.Parts) > 0 {
		e.Sealed = make([]*Part, len(e.Parts))
	}
	return e, nil
}

// field reads one field of an event line and tells its bit among the needed.
func (e *Event) field(s *scanner, key []byte) (bit int, err error) {
	switch string(key) {
	case "v":
		v, err := s.integer()
		if err == nil && v != 1 {
			err = fmt.Errorf("this is format %d: it needs a newer pizzini", v)
		}
		return hasV, err
	case "match":
		if e.Match, err = s.string(); err == nil && !ValidID(e.Match) {
			err = errors.New("a match id has 16 characters of a-z2-7")
		}
		return hasMatch, err
	case "n":
		if e.N, err = s.integer(); err == nil && e.N < 1 {
			err = errors.New("events are numbered from 1")
		}
		return hasN, err
	case "type":
		if e.Type, err = s.string(); err == nil && e.Type == "" {
			err = errors.New("it is empty")
		}
		return hasType, err
	case "at":
		var text string
		if text, err = s.string(); err == nil {
			e.At, err = ParseTime(text)
		}
		return hasAt, err
	case "by":
		if e.By, err = s.string(); err == nil {
			_, err = ParseBy(e.By)
		}
		return hasBy, err
	case "cmd":
		e.Cmd, err = s.hex(32)
		return hasCmd, err
	case "prev":
		e.Prev, err = s.hex(64)
		return hasPrev, err
	case "data":
		if s.peek() != '{' {
			return 0, s.fail("an object is needed")
		}
		e.Data, err = s.raw()
		return hasData, err
	case "parts":
		return 0, s.array(func() error {
			c, err := s.commitment()
			e.Parts = append(e.Parts, c)
			return err
		})
	case "opens":
		return 0, s.array(func() error {
			o, err := s.opening()
			e.Opens = append(e.Opens, o)
			return err
		})
	case "state":
		e.State, err = s.hex(64)
		return 0, err
	}
	return 0, s.skip()
}

// hex reads a string of so many lower-case hex digits.
func (s *scanner) hex(digits int) (string, error) {
	text, err := s.string()
	if err == nil && !isHex(text, digits) {
		err = fmt.Errorf("%d lower-case hex digits are needed", digits)
	}
	return text, err
}

// commitment reads {"to":[2],"commit":"…"}.
func (s *scanner) commitment() (c Commitment, err error) {
	has := 0
	err = s.object(func(key []byte) (err error) {
		switch string(key) {
		case "to":
			has |= 1
			return s.array(func() error {
				seat, err := s.integer()
				if err == nil && (seat < 1 || len(c.To) > 0 && seat <= c.To[len(c.To)-1]) {
					err = errors.New("`to` names seats from 1 on, ascending")
				}
				c.To = append(c.To, seat)
				return err
			})
		case "commit":
			has |= 2
			c.Commit, err = s.hex(64)
			return err
		}
		return s.skip()
	})
	if err == nil && has != 3 {
		err = errors.New("a commitment has `to` and `commit`")
	}
	return c, err
}

// opening reads {"n":17,"i":0,"salt":"…","value":"…"}.
func (s *scanner) opening() (o Opening, err error) {
	has := 0
	err = s.object(func(key []byte) (err error) {
		switch string(key) {
		case "n":
			has |= 1
			o.N, err = s.integer()
		case "i":
			has |= 2
			o.I, err = s.integer()
		case "salt":
			has |= 4
			o.Salt, err = s.hex(64)
		case "value":
			has |= 8
			o.Value, err = s.string()
		default:
			err = s.skip()
		}
		return err
	})
	if err == nil && (has != 15 || o.N < 1 || o.I < 0) {
		err = errors.New("an opening has `n` from 1, `i` from 0, `salt` and `value`")
	}
	return o, err
}

// AppendLog appends the event's line and the part lines that are here, each with
// its "\n", as they were read.
func AppendLog(dst []byte, e *Event) []byte {
	dst = append(append(dst, e.Line...), '\n')
	for _, p := range e.Sealed {
		if p != nil {
			dst = append(p.append(dst), '\n')
		}
	}
	return dst
}
