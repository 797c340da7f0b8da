package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// order is that of the lines that verify prints (Format 1, Export file).
var order = []string{"chain", "numbers", "times", "commands", "events", "parts", "openings", "mix", "draws", "outcomes", "moves", "states", "result", "head", "letter"}

// Verify checks an export in all ways that its viewer can: those of package
// events, which need no rules, and those that fold the match by its rules.
// letter is the head that a letter named, or nil.
func Verify(x *events.Export, letter *events.Head) []events.Check {
	checks := x.Verify(letter)
	byRules := refold(x)
	for _, c := range byRules {
		if i := slices.IndexFunc(checks, func(have events.Check) bool { return have.Name == c.Name }); i >= 0 {
			// What both sides check fails where either finds something.
			if checks[i].Verdict == events.Holds {
				checks[i] = c
			}
			continue
		}
		checks = append(checks, c)
	}
	slices.SortStableFunc(checks, func(a, b events.Check) int {
		return slices.Index(order, a.Name) - slices.Index(order, b.Name)
	})
	return checks
}

// refolding is the state of the checks by rules. A check that has failed or
// cannot go on keeps its first verdict.
type refolding struct {
	checks map[string]events.Check
	match  *Match
}

// ruleChecks are the checks that need rules.
var ruleChecks = []string{"openings", "outcomes", "moves", "states", "result"}

// What the rules know better of two checks without rules: the options and for whom
// deadlines are, and that those are not over when they are given.
const (
	eventsCheck = "events"
	timesCheck  = "times"
)

// allChecks are those that refold answers.
var allChecks = slices.Concat(ruleChecks, []string{eventsCheck, timesCheck})

func refold(x *events.Export) []events.Check {
	r := &refolding{checks: map[string]events.Check{}, match: Fold(nil)}
	for _, name := range allChecks {
		r.checks[name] = events.Check{Name: name, Verdict: events.Holds}
	}
	for _, e := range x.Log {
		if !r.event(e) {
			break
		}
	}
	if m := r.match; !m.Table.Over {
		if m.State != nil && m.Broken == nil {
			if _, over := m.State.Result(); over {
				r.set("result", events.Fails, m.N(), "the game is over there, and the match does not end")
			}
		}
		r.set("result", events.NotYet, m.N(), "the match is not over")
	}
	var checks []events.Check
	for _, name := range allChecks {
		checks = append(checks, r.checks[name])
	}
	return checks
}

func (r *refolding) set(name string, v events.Verdict, n int, why string) {
	if r.checks[name].Verdict == events.Holds {
		r.checks[name] = events.Check{Name: name, Verdict: v, N: n, Why: why}
	}
}

// halt ends the fold: what has not failed so far is not known any further.
func (r *refolding) halt(n int, why string, names ...string) {
	for _, name := range names {
		r.set(name, events.NotYet, n, why)
	}
}

// event checks one event and folds it; false ends the checks by rules.
func (r *refolding) event(e *events.Event) bool {
	m := r.match
	data, err := e.Decode()
	if err != nil {
		r.halt(e.N, "an event cannot be read", ruleChecks...)
		return false
	}
	switch d := data.(type) {
	case *events.Created:
		rules, err := Rules(d.Kind, d.Rules)
		if err != nil {
			r.halt(e.N, err.Error(), ruleChecks...)
			return false
		}
		if resolved, err := rules.Resolve(d.Players, d.Options); err != nil {
			r.set(eventsCheck, events.Fails, e.N, err.Error())
		} else if !maps.Equal(resolved, game.Options(d.Options)) {
			r.set(eventsCheck, events.Fails, e.N, "an option lacks its resolved value")
		}
	case *events.Started:
		if !whole(e, d.Drew) {
			r.halt(e.N, "the set-up is still sealed", ruleChecks...)
			return false
		}
		if m.Table.Created != nil {
			r.setup(e, d)
		}
	case *events.Played:
		if !whole(e, d.Drew) {
			r.halt(e.N, "a move is still sealed", ruleChecks...)
			return false
		}
		if m.State != nil {
			r.move(e, d)
		}
	case *events.Ended:
		if m.State != nil {
			result, over := m.State.Result()
			if !over {
				r.set("result", events.Fails, e.N, "the game is not over there")
			} else if !equal(d.Result, result.JSON) {
				r.set("result", events.Fails, e.N, "the result is not that of the position")
			}
		}
	}
	if m.State != nil && !m.Table.Over && e.Type != events.TypeEnded {
		if _, over := m.State.Result(); over {
			r.set("result", events.Fails, e.N, "the game is over, but the match goes on")
		}
	}
	calls, held := slices.Clone(m.calls), m.Table.Due
	m.extend([]*events.Event{e}, nil)
	if m.Broken != nil {
		why := m.Broken.Error()
		if errors.Is(m.Broken, game.ErrIllegal) {
			r.set("moves", events.Fails, e.N, why)
		}
		r.halt(e.N, why, ruleChecks...)
		return false
	}
	r.state(e)
	r.deadlines(e, data, calls, held)
	return true
}

// deadlines checks of `due` and `bank` what a log can show: that they are for exactly
// the seats that are active and for those that are not, and that none was over when it
// was given. When it is, a player's own calendar says, which is in no log. calls and
// held are those before the event.
func (r *refolding) deadlines(e *events.Event, data any, calls perSeat, held map[int]time.Time) {
	due, bank := events.Deadlines(data)
	if due == nil || *due == nil {
		return
	}
	m := r.match
	settings, _ := m.Clock()
	if *bank != nil && settings.Kind != clock.KindBank {
		r.set(eventsCheck, events.Fails, e.N, "banks, though the clock has none")
	}
	active := m.Active()
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		asked := slices.Contains(active, seat)
		at, has := m.Table.Due[int(seat)]
		if has != asked {
			r.set(eventsCheck, events.Fails, e.N, fmt.Sprintf("due: seat %d is asked: %v, and has a deadline: %v", seat, asked, has))
		}
		if _, has := m.Table.Bank[int(seat)]; *bank != nil && has == asked {
			r.set(eventsCheck, events.Fails, e.N, fmt.Sprintf("bank: seat %d is asked: %v, and has a bank: %v", seat, asked, has))
		}
		// A call that goes on keeps its deadline, also one that is over.
		kept := calls.of(seat) == m.Call(seat) && at.Equal(held[int(seat)])
		if has && at.Before(e.At) && !kept {
			r.set(timesCheck, events.Fails, e.N, fmt.Sprintf("the deadline of seat %d was over when it was given", seat))
		}
	}
}

// whole says whether all sealed parts that the rules need are here: all but those
// of the draws, which no rule needs.
func whole(e *events.Event, drew *events.Drew) bool {
	for i, p := range e.Sealed {
		if p == nil && (drew == nil || i != drew.Part) {
			return false
		}
	}
	return true
}

// setup compares the set-up with what its draws give.
func (r *refolding) setup(e *events.Event, d *events.Started) {
	drawn, err := e.Drawn()
	if err != nil || drawn == nil {
		r.set("outcomes", events.NotYet, e.N, "the draws are still sealed")
		return
	}
	config, err := r.match.config()
	if err != nil {
		return
	}
	source, surplus := replay(drawn)
	tape := game.Drawing(source)
	_, setup, err := r.match.Rules.Start(config, tape)
	switch {
	case err != nil:
		r.set("outcomes", events.Fails, e.N, err.Error())
	case surplus() != "":
		r.set("outcomes", events.Fails, e.N, surplus())
	case !equal(setup.JSON, d.Setup):
		r.set("outcomes", events.Fails, e.N, "the set-up is not what the draws give")
	case !sealedAs(e, setup.Sealed):
		r.set("outcomes", events.Fails, e.N, "other places of the set-up are sealed, or to other seats, than the rules say")
	}
}

// sealedAs says whether an event's parts, but for its draws, are sealed as the
// rules have it.
func sealedAs(e *events.Event, places []game.Sealed) bool {
	for i, s := range places {
		if i >= len(e.Parts) || e.Sealed[i] == nil || e.Sealed[i].At() != s.At || !slices.Equal(e.Parts[i].To, numbers(s.To)) {
			return false
		}
	}
	return len(e.Parts) == len(places)+1
}

// move checks legality, the outcomes of chance and what the move opens.
func (r *refolding) move(e *events.Event, d *events.Played) {
	m := r.match
	seat, move := game.Seat(d.Seat), game.Move(d.Move)
	if !slices.Contains(m.Legal(seat), move) {
		r.set("moves", events.Fails, e.N, fmt.Sprintf("%q is not legal for seat %d there", d.Move, d.Seat))
		return
	}
	if secret := m.State.Secret(seat, move); secret != (movePart(e) >= 0) {
		r.set("moves", events.Fails, e.N, "a move is sealed that is open by the rules, or the other way round")
	}
	tape := game.Recorded(d.Chance)
	drawn, err := e.Drawn()
	switch {
	case err != nil || (drawn == nil && d.Drew != nil):
		r.set("outcomes", events.NotYet, e.N, "the draws are still sealed")
	default:
		source, surplus := replay(drawn)
		tape = game.Drawing(source)
		_, err := m.State.Apply(seat, move, tape)
		if err == nil {
			err = tape.Err()
		}
		if err != nil {
			r.set("outcomes", events.Fails, e.N, err.Error())
			return
		}
		if surplus() != "" {
			r.set("outcomes", events.Fails, e.N, surplus())
		} else if !slices.Equal(tape.Outcomes(), d.Chance) {
			r.set("outcomes", events.Fails, e.N, fmt.Sprintf("the draws give %v, and %v is recorded", tape.Outcomes(), d.Chance))
		}
	}
	if tape.Outcomes() == nil && len(d.Chance) > 0 {
		return
	}
	expected, err := m.opens(tape.Reveals(), nil)
	if err != nil {
		r.set("openings", events.NotYet, e.N, err.Error())
		return
	}
	var opened []events.Ref
	for _, o := range e.Opens {
		opened = append(opened, events.Ref{N: o.N, I: o.I})
	}
	byPlace := func(a, b events.Ref) int { return (a.N-b.N)*1000 + a.I - b.I }
	slices.SortFunc(expected, byPlace)
	slices.SortFunc(opened, byPlace)
	if !slices.Equal(expected, opened) {
		r.set("openings", events.Fails, e.N, "the move opens "+parts(expected)+" by the rules, and the event "+parts(opened))
	}
}

// parts names sealed parts for people.
func parts(refs []events.Ref) string {
	if len(refs) == 0 {
		return "nothing"
	}
	var names []string
	for _, r := range refs {
		names = append(names, fmt.Sprintf("part %d of event %d", r.I, r.N))
	}
	return strings.Join(names, ", ")
}

// state compares an event's state digest with the position.
func (r *refolding) state(e *events.Event) {
	m := r.match
	if m.State == nil || e.State == "" {
		return
	}
	key := seed(m, nil)
	if key == nil {
		r.set("states", events.NotYet, e.N, "the seed is still sealed")
		return
	}
	whole, err := m.State.MarshalJSON()
	if err == nil {
		var digest string
		if digest, err = events.StateDigest(key, m.ID, e.N, whole); err == nil && digest != e.State {
			r.set("states", events.Fails, e.N, "the state digest is not that of the position")
		}
	}
	if err != nil {
		r.set("states", events.Fails, e.N, err.Error())
	}
}

// replay is a source that gives the draws of a log; surplus says afterwards what
// did not fit.
func replay(drawn []events.Drawn) (source func(m uint64) uint64, surplus func() string) {
	next, wrong := 0, ""
	source = func(m uint64) uint64 {
		if next >= len(drawn) {
			if wrong == "" {
				wrong = "a draw is missing"
			}
			return 0
		}
		d := drawn[next]
		next++
		if d.Below != m || d.Value >= m {
			if wrong == "" {
				wrong = fmt.Sprintf("draw %d of the event is below %d, and the rules draw below %d", next, d.Below, m)
			}
			return 0
		}
		return d.Value
	}
	return source, func() string {
		if wrong == "" && next < len(drawn) {
			return fmt.Sprintf("%d draws are left over", len(drawn)-next)
		}
		return wrong
	}
}

// equal compares two JSON texts by value.
func equal(a, b json.RawMessage) bool {
	x, err := events.Canonical(a)
	if err != nil {
		return false
	}
	y, err := events.Canonical(b)
	return err == nil && bytes.Equal(x, y)
}
