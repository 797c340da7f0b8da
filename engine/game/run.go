package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Failure is something that a scenario says and that does not hold.
type Failure struct {
	File     string
	Step     int // from 1; 0 = the file itself or its set-up
	Expected string
	Found    string
}

// String is the failure on one line.
func (f Failure) String() string {
	where := ""
	if f.Step > 0 {
		where = fmt.Sprintf("step %d: ", f.Step)
	}
	return plain(fmt.Sprintf("%s: %sexpected %s; found %s", f.File, where, f.Expected, f.Found))
}

// plain is a text that does nothing to a terminal: what a file quotes may hold line
// breaks and control characters.
func plain(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}

// RunScenario reads and runs a scenario file; rules gives the rules of a game
// kind. No failure means that all of it holds.
func RunScenario(file string, data []byte, rules func(kind string) (Rules, bool)) []Failure {
	s, err := ReadScenario(file, data)
	if err != nil {
		failure := Failure{File: file, Expected: "a scenario file", Found: strings.TrimPrefix(err.Error(), file+": ")}
		if bad := (badStep{}); errors.As(err, &bad) {
			failure.Step, failure.Expected, failure.Found = bad.step, "a step of the scenario format", bad.err.Error()
		}
		return []Failure{failure}
	}
	r, ok := rules(s.Game)
	if !ok {
		return []Failure{{File: file, Expected: "a game that is known", Found: fmt.Sprintf("%q", s.Game)}}
	}
	return s.Run(r)
}

// Run plays the scenario. It goes on after a step that only looked at the
// position, and ends at one that could not be played.
func (s *Scenario) Run(rules Rules) []Failure {
	g := &stage{scenario: s, rules: rules, source: Random(s.Seed)}
	state, err := g.start()
	switch {
	case s.Refused && err == nil:
		g.fail("that the set-up is refused", "that it was accepted")
	case !s.Refused && err != nil:
		g.fail("that the match can be set up", err.Error())
	}
	if s.Refused || err != nil {
		return g.failures
	}
	g.state = state
	for i, step := range s.steps {
		g.at = i + 1
		if step.run(g); g.stopped {
			break
		}
	}
	return g.failures
}

// Random is a source of chance and of choices that is the same on every machine:
// numbers below m out of a PCG generator (math/rand/v2) with this seed, each
// number alike (as Format 1 has it, a word at the end of the range is left out).
func Random(seed uint64) func(m uint64) uint64 {
	words := rand.NewPCG(seed, 0)
	return func(m uint64) uint64 {
		for {
			// 2^64 mod m words are too many; the first of them is -(2^64 mod m).
			if word, surplus := words.Uint64(), -m%m; surplus == 0 || word < -surplus {
				return word % m
			}
		}
	}
}

// stage is a scenario while it runs.
type stage struct {
	scenario *Scenario
	rules    Rules
	source   func(m uint64) uint64
	state    State
	script   []any // outcomes for the next draws
	at       int
	stopped  bool
	failures []Failure
}

func (g *stage) fail(expected, found string) {
	g.failures = append(g.failures, Failure{File: g.scenario.File, Step: g.at, Expected: expected, Found: found})
}

// stop is a failure after which the rest of the scenario means nothing.
func (g *stage) stop(expected, found string) {
	g.fail(expected, found)
	g.stopped = true
}

func (g *stage) start() (State, error) {
	options, err := g.rules.Resolve(g.scenario.Players, g.scenario.Options)
	if err != nil {
		return nil, err
	}
	config := Config{Players: g.scenario.Players, Options: options, Setup: g.scenario.Setup}
	var keys map[string]json.RawMessage
	if len(config.Setup) > 0 {
		if err := json.Unmarshal(config.Setup, &keys); err != nil {
			return nil, err
		}
	}
	if _, ok := keys["state"]; ok {
		return g.rules.Restore(config, Setup{JSON: config.Setup})
	}
	tape := Drawing(g.source)
	state, _, err := g.rules.Start(config, tape)
	if err == nil {
		err = tape.Err()
	}
	return state, err
}

// play plays a move, with the script's outcomes first.
func (g *stage) play(seat Seat, m Move) error {
	tape := Scripted(g.script, g.source)
	next, err := Play(g.state, seat, m, tape)
	if err != nil {
		return err
	}
	g.state, g.script = next, tape.Rest()
	return nil
}

func (s moveStep) run(g *stage) {
	if err := g.play(s.seat, s.move); err != nil {
		found := err.Error()
		if errors.Is(err, ErrIllegal) {
			found = g.legal(s.seat)
		}
		g.stop(fmt.Sprintf("that seat %d may play %q", s.seat, string(s.move)), found)
	}
}

func (s refusedStep) run(g *stage) {
	expected := fmt.Sprintf("that seat %d may not play %q", s.seat, string(s.move))
	before, err := json.Marshal(g.state)
	if err != nil {
		g.stop("a position that can be written", err.Error())
		return
	}
	_, err = Play(g.state, s.seat, s.move, Scripted(g.script, g.source))
	if err == nil {
		g.stop(expected, "that it is legal")
		return
	}
	if !errors.Is(err, ErrIllegal) {
		g.stop(expected, err.Error())
		return
	}
	if after, err := json.Marshal(g.state); err != nil || !bytes.Equal(before, after) {
		g.stop("that a refused move leaves the position as it was", "that it changed")
	}
}

func (s chanceStep) run(g *stage) {
	possible := g.rules.Info().Outcomes
	for _, outcome := range s.outcomes {
		if !slices.Contains(possible, outcome) {
			expected := "an outcome out of " + show(possible)
			if len(possible) == 0 {
				expected = "no chance step, as this game has no chance after its set-up"
			}
			g.stop(expected, show(outcome))
			return
		}
	}
	if len(possible) == 0 {
		g.stop("no chance step, as this game has no chance after its set-up", "an empty one")
		return
	}
	g.script = append(slices.Clip(g.script), s.outcomes...)
}

func (s expectStep) run(g *stage) { g.check("the state", g.state, s.claims) }

func (s viewStep) run(g *stage) {
	if s.viewer < 0 || int(s.viewer) > g.scenario.Players {
		g.stop(fmt.Sprintf("a viewer out of 0 to %d", g.scenario.Players), fmt.Sprint(s.viewer))
		return
	}
	g.check(fmt.Sprintf("the view of viewer %d", s.viewer), g.state.View(s.viewer), s.claims)
}

func (g *stage) check(name string, what json.Marshaler, c claims) {
	text, err := json.Marshal(what)
	if err != nil {
		g.stop(name+" as JSON", err.Error())
		return
	}
	document, err := decode(text)
	if err != nil {
		g.stop(name+" as JSON", err.Error())
		return
	}
	for _, claim := range c.expect {
		switch found, ok := claim.at.in(document); {
		case !ok:
			g.fail(fmt.Sprintf("%s to be %s in %s", claim.text, show(claim.want), name), "no such place")
		case !same(found, claim.want):
			g.fail(fmt.Sprintf("%s to be %s in %s", claim.text, show(claim.want), name), show(found))
		}
	}
	for _, claim := range c.absent {
		if found, ok := claim.at.in(document); ok {
			g.fail(fmt.Sprintf("no %s in %s", claim.text, name), show(found))
		}
	}
}

func (s legalStep) run(g *stage) {
	moves := g.state.Legal(s.seat)
	whose := fmt.Sprintf("seat %d's legal moves", s.seat)
	for _, m := range s.has {
		if !slices.Contains(moves, m) {
			g.fail(fmt.Sprintf("%q among %s", string(m), whose), g.legal(s.seat))
		}
	}
	for _, m := range s.lacks {
		if slices.Contains(moves, m) {
			g.fail(fmt.Sprintf("no %q among %s", string(m), whose), g.legal(s.seat))
		}
	}
	if s.whole {
		missing, surplus := lacking(moves, s.only), lacking(s.only, moves)
		if len(missing)+len(surplus) > 0 {
			g.fail(fmt.Sprintf("exactly the given moves as %s", whose), fmt.Sprintf("missing %s, besides %s", show(missing), show(surplus)))
		}
	}
	if s.count >= 0 && len(moves) != s.count {
		g.fail(fmt.Sprintf("%d moves as %s", s.count, whose), fmt.Sprintf("%d: %s", len(moves), g.legal(s.seat)))
	}
}

// lacking lists the wanted moves that are not among the given ones.
func lacking(given, wanted []Move) []Move {
	lacking := []Move{}
	for _, m := range wanted {
		if !slices.Contains(given, m) {
			lacking = append(lacking, m)
		}
	}
	return lacking
}

// legal says what a seat may play.
func (g *stage) legal(seat Seat) string {
	moves := g.state.Legal(seat)
	if len(moves) == 0 {
		return fmt.Sprintf("that seat %d has no legal move (active: %s)", seat, show(g.state.Active()))
	}
	return "the legal moves " + show(moves)
}

// tooLong is the number of moves after which a match that was played at random
// is taken for one that never ends.
const tooLong = 100_000

func (s playStep) run(g *stage) {
	choose := Random(s.seed)
	for range tooLong {
		active := g.state.Active()
		if len(active) == 0 || s.round > 0 && Round(g.state) >= s.round {
			return
		}
		seat, legal, at, err := choice(g.state, choose)
		if err == nil {
			err = g.play(seat, legal[at])
		}
		if err != nil {
			g.stop("that random legal moves can be played", err.Error())
			return
		}
	}
	g.stop("that the match comes to an end", fmt.Sprintf("none after %d random moves", tooLong))
}

// choice is one of the legal moves of an active seat, at its place in the list: each
// seat and each of its moves alike.
func choice(s State, choose func(m uint64) uint64) (seat Seat, legal []Move, at uint64, err error) {
	active := s.Active()
	seat = active[choose(uint64(len(active)))]
	legal = s.Legal(seat)
	if len(legal) == 0 {
		return seat, nil, 0, fmt.Errorf("seat %d must choose and has no legal move", seat)
	}
	return seat, legal, choose(uint64(len(legal))), nil
}

// Round reads the round of a position, a common key of every state.
func Round(s State) int {
	var common struct {
		Round int `json:"round"`
	}
	text, err := json.Marshal(s)
	if err != nil || json.Unmarshal(text, &common) != nil {
		return 0
	}
	return common.Round
}
