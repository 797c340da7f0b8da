package game

import (
	"bytes"
	"encoding/json"
	"fmt"
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
