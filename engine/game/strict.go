package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object that is being read: what was taken is gone from it,
// and the first thing that does not fit is kept.
type object struct {
	fields map[string]json.RawMessage
	err    error
}

func readObject(raw json.RawMessage) (*object, error) {
	o := &object{}
	if err := into(raw, &o.fields); err != nil {
		return nil, fmt.Errorf("it must be an object, not %s", show(raw))
	}
	return o, nil
}

// into decodes a value that is not null: encoding/json would let null stand for
// anything.
func into(raw json.RawMessage, target any) error {
	if string(bytes.TrimSpace(raw)) == "null" {
		return fmt.Errorf("it may not be null")
	}
	return json.Unmarshal(raw, target)
}

func (o *object) has(key string) bool {
	_, ok := o.fields[key]
	return ok
}

func (o *object) fail(key, why string) {
	if o.err == nil {
		o.err = fmt.Errorf("%s: %s", key, why)
	}
}

// take reads a key into target, which stays as it is when the key is absent.
func (o *object) take(key string, target any) {
	raw, ok := o.fields[key]
	if !ok {
		return
	}
	delete(o.fields, key)
	if err := into(raw, target); err != nil {
		o.fail(key, fmt.Sprintf("%s is of the wrong type here (%v)", show(raw), err))
	}
}

func (o *object) need(key string, target any) {
	if !o.has(key) {
		o.fail(key, "this key is missing")
	}
	o.take(key, target)
}

func (o *object) takeObject(key string, target *json.RawMessage) {
	if raw, ok := o.fields[key]; ok {
		var fields map[string]json.RawMessage
		o.take(key, &fields)
		*target = raw
	}
}

// takeSeed reads a seed, any whole number of 64 bits.
func (o *object) takeSeed(key string, target *uint64) {
	raw := o.fields[key]
	if strings.HasPrefix(string(raw), "-") {
		var signed int64
		o.take(key, &signed)
		*target = uint64(signed)
		return
	}
	o.take(key, target)
}

func (o *object) needMove(key string, target *Move) {
	var text string
	o.need(key, &text)
	*target = Parse(text)
}

func (o *object) takeMoves(key string, target *[]Move) {
	var texts []*string
	o.take(key, &texts)
	for _, text := range texts {
		if text == nil {
			o.fail(key, "a move may not be null")
			return
		}
		*target = append(*target, Parse(*text))
	}
}

func (o *object) takeOutcomes(key string, target *[]any) {
	var raws []json.RawMessage
	o.take(key, &raws)
	for _, raw := range raws {
		outcome, err := plainValue(raw)
		if _, isBool := outcome.(bool); isBool || err != nil {
			o.fail(key, fmt.Sprintf("%s is no outcome: an outcome is a whole number or a string", show(raw)))
			return
		}
		*target = append(*target, outcome)
	}
}

func (o *object) takeClaims(target *claims) {
	var expect map[string]json.RawMessage
	var absent []*string
	o.take("expect", &expect)
	o.take("absent", &absent)
	for _, text := range slices.Sorted(maps.Keys(expect)) {
		at, err := parsePointer(text)
		if err != nil {
			o.fail("expect", err.Error())
			return
		}
		want, _ := decode(expect[text])
		target.expect = append(target.expect, claim{text: text, at: at, want: want})
	}
	for _, text := range absent {
		if text == nil {
			o.fail("absent", "a pointer may not be null")
			return
		}
		at, err := parsePointer(*text)
		if err != nil {
			o.fail("absent", err.Error())
			return
		}
		target.absent = append(target.absent, claim{text: *text, at: at})
	}
}

// inner opens the object under a key; join takes over what did not fit in it.
func (o *object) inner(key string) *object {
	inner := &object{}
	o.need(key, &inner.fields)
	return inner
}

func (o *object) join(inner *object) {
	if err := inner.rest(); err != nil && o.err == nil {
		o.err = err
	}
}

// rest is the first thing that did not fit; keys that nobody took are unknown.
func (o *object) rest() error {
	for _, key := range slices.Sorted(maps.Keys(o.fields)) {
		o.fail(key, "this key is unknown here")
	}
	return o.err
}

// UnmarshalJSON reads options: strings, bools and whole numbers.
func (options *Options) UnmarshalJSON(text []byte) error {
	var raws map[string]json.RawMessage
	if err := into(text, &raws); err != nil {
		return err
	}
	read := Options{}
	for _, key := range slices.Sorted(maps.Keys(raws)) {
		value, err := plainValue(raws[key])
		if err != nil {
			return fmt.Errorf("option %s: %w", key, err)
		}
		read[key] = value
	}
	*options = read
	return nil
}

// plainValue reads a string, a bool or a whole number.
func plainValue(raw json.RawMessage) (any, error) {
	value, err := decode(raw)
	if err != nil {
		return nil, err
	}
	switch value := value.(type) {
	case string, bool:
		return value, nil
	case json.Number:
		if n, err := strconv.Atoi(value.String()); err == nil {
			return n, nil
		}
	}
	return nil, fmt.Errorf("%s is no string, bool or whole number", show(value))
}

// refuseDoubleKeys walks through a valid JSON text: of a key given twice one
// value would be silently ignored.
func refuseDoubleKeys(decoder *json.Decoder, at string) error {
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		seen := map[string]bool{}
		for decoder.More() {
			token, err := decoder.Token()
			if err != nil {
				return err
			}
			key := token.(string)
			if seen[key] {
				return fmt.Errorf("%s/%s: this key is given twice", at, key)
			}
			seen[key] = true
			if err := refuseDoubleKeys(decoder, at+"/"+key); err != nil {
				return err
			}
		}
		_, err = decoder.Token()
	case json.Delim('['):
		for i := 0; decoder.More(); i++ {
			if err := refuseDoubleKeys(decoder, at+"/"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		_, err = decoder.Token()
	}
	return err
}
