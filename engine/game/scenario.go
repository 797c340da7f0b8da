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

// Scenario is a scenario file: a set-up, and steps that must hold one after
// another. It was read strictly, so that nothing in it is silently ignored.
type Scenario struct {
	File    string // where it was read from, for messages
	Game    string
	Title   string
	Players int
	Options Options
	Setup   json.RawMessage // empty = everything is drawn
	Refused bool            // the set-up must be refused, and there are no steps
	Seed    uint64          // source of all chance that is not fixed
	steps   []step
}

// step is one step of a scenario. It reports what does not hold to the stage.
type step interface{ run(*stage) }

type (
	moveStep struct {
		seat Seat
		move Move
	}
	refusedStep struct { // the seat may not exist, and the text be no move at all
		seat Seat
		move Move
	}
	chanceStep struct{ outcomes []any }
	expectStep struct{ claims claims }
	viewStep   struct {
		viewer Seat
		claims claims
	}
	legalStep struct {
		seat             Seat
		has, lacks, only []Move
		whole            bool // only was given
		count            int  // -1 = not given
	}
	playStep struct {
		seed  uint64
		round int // stop when it begins; 0 = play until the game is over
	}
)

// claims are what must and what must not stand in a JSON document.
type claims struct {
	expect []claim
	absent []claim
}

type claim struct {
	text string
	at   pointer
	want any
}

// ReadScenario reads a scenario file. An unknown or missing key, a wrong type, a
// key given twice or two kinds in one step is an error that names the file, the
// step (from 1) and the key.
func ReadScenario(file string, data []byte) (*Scenario, error) {
	s := &Scenario{File: file}
	if err := s.read(data); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// badStep is a step that cannot be read.
type badStep struct {
	step int
	err  error
}

func (b badStep) Error() string { return fmt.Sprintf("step %d: %v", b.step, b.err) }
func (b badStep) Unwrap() error { return b.err }

func (s *Scenario) read(data []byte) error {
	if !json.Valid(data) {
		var nothing any
		return fmt.Errorf("this is no JSON: %v", json.Unmarshal(data, &nothing))
	}
	o, err := readObject(data)
	if err != nil {
		return err
	}
	var steps []json.RawMessage
	hasSteps := o.has("steps")
	o.need("game", &s.Game)
	o.take("title", &s.Title)
	o.need("players", &s.Players)
	o.take("options", &s.Options)
	o.takeObject("setup", &s.Setup)
	o.take("setupRefused", &s.Refused)
	o.takeSeed("seed", &s.Seed)
	o.take("steps", &steps)
	if err := o.rest(); err != nil {
		return err
	}
	switch {
	case s.Refused && len(steps) > 0:
		return fmt.Errorf("steps: there are none after a set-up that must be refused")
	case !s.Refused && !hasSteps:
		return fmt.Errorf("steps: this key is missing")
	}
	for i, raw := range steps {
		step, err := readStep(raw)
		if err != nil {
			return badStep{step: i + 1, err: err}
		}
		s.steps = append(s.steps, step)
	}
	return refuseDoubleKeys(json.NewDecoder(bytes.NewReader(data)), "")
}

// stepKinds names the key that makes a step one of a kind. "absent" belongs to
// an expect step and may stand alone.
var stepKinds = []string{"move", "refused", "chance", "expect", "absent", "legal", "view", "play"}

func readStep(raw json.RawMessage) (step, error) {
	if err := refuseDoubleKeys(json.NewDecoder(bytes.NewReader(raw)), ""); err != nil {
		return nil, err
	}
	o, err := readObject(raw)
	if err != nil {
		return nil, err
	}
	var kinds []string
	for _, key := range stepKinds {
		if o.has(key) && !(key == "absent" && o.has("expect")) {
			kinds = append(kinds, key)
		}
	}
	if len(kinds) == 0 {
		return nil, fmt.Errorf("it is of no kind: it needs one of the keys %s", strings.Join(stepKinds, ", "))
	}
	if len(kinds) > 1 {
		return nil, fmt.Errorf("%s: it is of two kinds, and also has %s", kinds[1], kinds[0])
	}
	var made step
	switch kinds[0] {
	case "move":
		s := moveStep{}
		o.need("seat", &s.seat)
		o.needMove("move", &s.move)
		made = s
	case "refused":
		s := refusedStep{}
		o.need("seat", &s.seat)
		o.needMove("refused", &s.move)
		made = s
	case "chance":
		s := chanceStep{}
		o.takeOutcomes("chance", &s.outcomes)
		made = s
	case "expect", "absent":
		s := expectStep{}
		o.takeClaims(&s.claims)
		made = s
	case "legal":
		s := legalStep{}
		inner := o.inner("legal")
		inner.need("seat", &s.seat)
		inner.takeMoves("has", &s.has)
		inner.takeMoves("lacks", &s.lacks)
		s.whole = inner.has("only")
		inner.takeMoves("only", &s.only)
		s.count = -1
		if inner.has("count") {
			inner.take("count", &s.count)
			if s.count < 0 {
				inner.fail("count", "it must be 0 or more")
			}
		}
		o.join(inner)
		made = s
	case "view":
		s := viewStep{}
		inner := o.inner("view")
		inner.need("viewer", &s.viewer)
		inner.takeClaims(&s.claims)
		o.join(inner)
		made = s
	case "play":
		s := playStep{}
		var how, until string
		o.need("play", &how)
		if how != "random" {
			o.fail("play", `it must be "random"`)
		}
		o.takeSeed("seed", &s.seed)
		o.need("until", &until)
		round, isRound := strings.CutPrefix(until, "round ")
		n, err := strconv.Atoi(round)
		switch {
		case until == "over":
		case isRound && err == nil && n > 0 && strconv.Itoa(n) == round:
			s.round = n
		default:
			o.fail("until", `it must be "over" or "round N"`)
		}
		made = s
	}
	return made, o.rest()
}

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
