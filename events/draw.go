package events

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strconv"
)

// drawsPlace and seedPlace are where the two parts lie that stay sealed to
// everybody until the match is over.
const (
	drawsPlace = "/draws"
	seedPlace  = "/seed"
)

// maxBelow is the greatest m of a draw below m.
const maxBelow = 1 << 32

// Drawn is one draw: a value below a bound.
type Drawn struct{ Below, Value uint64 }

// Draws gives a match's draws, which follow from its seed and mix alone.
type Draws struct {
	mac   hash.Hash
	head  []byte // F("pizzini/1/draw") F(match) F(M)
	first int
	taken []Drawn
}

// NewDraws makes the draws of a match from number next on; mix is M in hex.
func NewDraws(seed []byte, match, mix string, next int) *Draws {
	raw, _ := hex.DecodeString(mix)
	head := frame(nil, "pizzini/1/draw")
	head = frame(head, match)
	return &Draws{mac: hmac.New(sha256.New, seed), head: frame(head, raw), first: next}
}

// Below is the next draw below m, 1 ≤ m ≤ 2^32.
func (d *Draws) Below(m uint64) uint64 {
	value := d.at(d.first+len(d.taken), m)
	d.taken = append(d.taken, Drawn{m, value})
	return value
}

// at is draw number n below m.
func (d *Draws) at(n int, m uint64) uint64 {
	if m < 1 || m > maxBelow {
		panic(fmt.Sprintf("a draw below %d: 1 ≤ m ≤ 2^32", m))
	}
	number := frame(d.head[:len(d.head):len(d.head)], strconv.Itoa(n))
	// 2^64 mod m; words from 2^64 − surplus on are passed over.
	surplus := (1<<64-1)%m + 1
	if surplus == m {
		surplus = 0
	}
	var block [sha256.Size]byte
	for b := 0; ; b++ {
		d.mac.Reset()
		d.mac.Write(frame(number[:len(number):len(number)], strconv.Itoa(b)))
		sum := d.mac.Sum(block[:0])
		for i := 0; i < len(sum); i += 8 {
			w := binary.BigEndian.Uint64(sum[i:])
			if surplus == 0 || w < -surplus {
				return w % m
			}
		}
	}
}

// First is the number of the first draw of these.
func (d *Draws) First() int { return d.first }

// Taken lists the draws so far.
func (d *Draws) Taken() []Drawn { return d.taken }

// Drawn lists what the event drew; none where it drew nothing or the draws are
// still sealed.
func (e *Event) Drawn() ([]Drawn, error) {
	i := e.drawsPart()
	if i < 0 {
		return nil, nil
	}
	c, err := e.Sealed[i].content()
	if err != nil {
		return nil, fmt.Errorf("part [%d,%d]: %w", e.N, i, err)
	}
	drawn, err := parseDrawn(c.is)
	if err != nil {
		return nil, fmt.Errorf("part [%d,%d]: %w", e.N, i, err)
	}
	return drawn, nil
}

// drawsPart is the index of the part that lists draws, -1 where none is here.
func (e *Event) drawsPart() int {
	for i, p := range e.Sealed {
		if p != nil && p.At() == drawsPlace {
			return i
		}
	}
	return -1
}

// parseDrawn reads [[m,value],…].
func parseDrawn(text []byte) ([]Drawn, error) {
	var drawn []Drawn
	s := scanner{text: text, known: true}
	err := s.array(func() error {
		var pair [2]int
		count := 0
		err := s.array(func() error {
			number, err := s.integer()
			if count == len(pair) {
				return errors.New("a draw is [m,value]")
			}
			pair[count] = number
			count++
			return err
		})
		if err == nil && (count != len(pair) || pair[0] < 1 || pair[0] > maxBelow || pair[1] < 0 || pair[1] >= pair[0]) {
			err = errors.New("a draw is [m,value], 1 ≤ m ≤ 2^32, 0 ≤ value < m")
		}
		if err == nil {
			drawn = append(drawn, Drawn{uint64(pair[0]), uint64(pair[1])})
		}
		return err
	})
	if err == nil && len(drawn) == 0 {
		err = errors.New("the list of draws is empty")
	}
	return drawn, err
}

// appendDrawn writes [[m,value],…].
func appendDrawn(dst []byte, drawn []Drawn) []byte {
	dst = append(dst, '[')
	for i, d := range drawn {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = strconv.AppendUint(dst, d.Below, 10)
		dst = append(dst, ',')
		dst = strconv.AppendUint(dst, d.Value, 10)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}
