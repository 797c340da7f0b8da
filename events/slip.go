package events

import (
	"bytes"
	"errors"
	"fmt"
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
