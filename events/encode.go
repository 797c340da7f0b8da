package events

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// encode writes whole data as JSON, its fields in the order of the table.
func encode(data typed) ([]byte, error) {
	o := &object{dst: []byte{'{'}}
	data.write(o)
	return append(o.dst, '}'), o.err
}

func (d *Created) write(o *object) {
	o.text("kind", d.Kind)
	o.number("rules", d.Rules)
	o.number("players", d.Players)
	o.options(d.Options)
	o.clock(d.Clock)
	o.truth("watch", d.Watch)
	o.text("host", d.Host)
	o.text("seed", d.Seed)
	if len(d.Words) > 0 {
		o.bySeat("words", d.Words)
	}
}

func (d *SeatOffered) write(o *object) {
	o.number("seat", d.Seat)
	o.text("to", d.To)
}

func (d *SeatTaken) write(o *object) {
	o.number("seat", d.Seat)
	o.text("who", d.Who)
	o.text("words", d.Words)
	o.due(d.Due, d.Bank)
}

func (d *SeatLinked) write(o *object) {
	o.number("seat", d.Seat)
	o.number("link", d.Link)
}

func (d *SeatVacated) write(o *object) {
	o.number("seat", d.Seat)
	o.text("next", d.Next)
	o.due(d.Due, d.Bank)
}

func (d *Started) write(o *object) {
	o.text("mix", d.Mix)
	o.raw("setup", d.Setup)
	o.drew(d.Drew)
	o.due(d.Due, d.Bank)
}

func (d *Played) write(o *object) {
	o.number("seat", d.Seat)
	o.text("move", d.Move)
	if len(d.Chance) > 0 {
		o.key("chance")
		o.dst = append(o.dst, '[')
		for i, outcome := range d.Chance {
			if i > 0 {
				o.dst = append(o.dst, ',')
			}
			o.scalar("chance", outcome, false)
		}
		o.dst = append(o.dst, ']')
	}
	o.drew(d.Drew)
	o.due(d.Due, d.Bank)
}

func (d *Rewound) write(o *object) {
	o.number("to", d.To)
	o.due(d.Due, d.Bank)
}

func (d *RewindProposed) write(o *object) {
	o.number("seat", d.Seat)
	o.number("to", d.To)
}

func (d *RewindAnswered) write(o *object) {
	o.number("seat", d.Seat)
	o.truth("agree", d.Agree)
}

func (d *RewindLapsed) write(*object) {}

func (d *ClockChanged) write(o *object) {
	o.clock(d.Clock)
	if d.Seat != 0 || d.Why != "" {
		o.number("seat", d.Seat)
		o.text("why", d.Why)
	}
	o.due(d.Due, d.Bank)
}

func (d *ClockExpired) write(o *object) {
	o.number("seat", d.Seat)
	o.text("policy", d.Policy)
	o.due(d.Due, d.Bank)
}

func (d *Paused) write(o *object) {
	if d.Until != "" {
		o.text("until", d.Until)
	}
	o.due(nil, d.Bank)
}

func (d *Resumed) write(o *object) { o.due(d.Due, d.Bank) }

func (d *Ended) write(o *object) { o.raw("result", d.Result) }

func (d *Abandoned) write(o *object) { o.text("why", d.Why) }

func (d *ConsentProposed) write(o *object) {
	o.number("seat", d.Seat)
	o.text("what", d.What)
	if d.What == WhatClock {
		o.clock(d.Clock)
	}
	if d.Until != "" {
		o.text("until", d.Until)
	}
}

func (d *ConsentAnswered) write(o *object) {
	o.number("seat", d.Seat)
	o.truth("agree", d.Agree)
}

func (d *ConsentLapsed) write(*object) {}

func (d *HostChanged) write(o *object) { o.text("host", d.Host) }

func (o *object) clock(clock []byte) {
	if clock == nil {
		clock = []byte("null")
	}
	o.raw("clock", clock)
}

func (o *object) drew(d *Drew) {
	if d != nil {
		o.key("drew")
		o.dst = fmt.Appendf(o.dst, `{"first":%d,"part":%d}`, d.First, d.Part)
	}
}

// due writes the deadlines and banks; nil is absent, which is something else than
// none.
func (o *object) due(due map[string]string, bank map[string]int) {
	if due != nil {
		o.bySeat("due", due)
	}
	if bank != nil {
		bySeat(o, "bank", bank, o.number)
	}
}

func (o *object) bySeat(name string, m map[string]string) { bySeat(o, name, m, o.text) }

// bySeat writes an object whose keys are seats, by number.
func bySeat[V any](o *object, name string, m map[string]V, write func(key string, value V)) {
	o.key(name)
	o.dst = append(o.dst, '{')
	o.many = false
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		i, _ := strconv.Atoi(a)
		j, _ := strconv.Atoi(b)
		return i - j
	})
	for _, key := range keys {
		write(key, m[key])
	}
	o.dst = append(o.dst, '}')
	o.many = true
}

func (o *object) options(m map[string]any) {
	o.key("options")
	o.dst = append(o.dst, '{')
	o.many = false
	for _, key := range slices.Sorted(maps.Keys(m)) {
		o.key(key)
		o.scalar(key, m[key], true)
	}
	o.dst = append(o.dst, '}')
	o.many = true
}

func (o *object) scalar(name string, value any, truth bool) {
	switch v := value.(type) {
	case string:
		o.dst = appendString(o.dst, v)
		return
	case int:
		o.dst = strconv.AppendInt(o.dst, int64(v), 10)
		return
	case bool:
		if truth {
			o.dst = strconv.AppendBool(o.dst, v)
			return
		}
	}
	if o.err == nil {
		o.err = fmt.Errorf("%s: %T is not written in a log", name, value)
	}
}

// An object is JSON being written.
type object struct {
	dst  []byte
	err  error
	many bool // it has a field
}

func (o *object) key(name string) {
	if o.many {
		o.dst = append(o.dst, ',')
	}
	o.many = true
	o.dst = append(appendString(o.dst, name), ':')
}

func (o *object) text(name, text string) {
	o.key(name)
	o.dst = appendString(o.dst, text)
}

func (o *object) number(name string, n int) {
	o.key(name)
	o.dst = strconv.AppendInt(o.dst, int64(n), 10)
}

func (o *object) truth(name string, b bool) {
	o.key(name)
	o.dst = strconv.AppendBool(o.dst, b)
}

func (o *object) raw(name string, text json.RawMessage) {
	o.key(name)
	out, err := compact(text)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("%s: %w", name, err)
	}
	o.dst = append(o.dst, out...)
}
