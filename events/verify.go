package events

import (
	"encoding/hex"
	"fmt"
	"strconv"
)

// Verdict is the answer of one check.
type Verdict int

const (
	Holds  Verdict = iota // nothing contradicts it
	Fails                 // at event N, for a reason
	NotYet                // it needs what is still sealed or is not here
)

// Check is one check of an export and its answer.
type Check struct {
	Name    string
	Verdict Verdict
	N       int // the event at which it fails
	Why     string
}

// String is the line that verify prints.
func (c Check) String() string {
	switch c.Verdict {
	case Holds:
		return c.Name + ": holds"
	case Fails:
		return c.Name + ": fails at event " + strconv.Itoa(c.N) + ": " + c.Why
	}
	return c.Name + ": not yet: " + c.Why
}

// verifier holds what several checks need.
type verifier struct {
	*Export
	sight sight
	data  map[*Event]typed // what could be read of each event's data
	byN   map[int]*Event
}

// Verify makes the checks that need no rules: chain, numbers, times, commands,
// events, parts, openings, mix, draws, head, and letter where the head of one is
// given. Each fails for what it names alone.
func (x *Export) Verify(letter *Head) []Check {
	v := verifier{x, see(x.Viewer, x.Log), map[*Event]typed{}, map[int]*Event{}}
	for _, e := range x.Log {
		if data, err := e.decodeLoosely(); err == nil {
			v.data[e] = data
		}
		if v.byN[e.N] == nil {
			v.byN[e.N] = e
		}
	}
	checks := []Check{v.chain(), v.numbers(), v.times(), v.commands(), v.events(), v.parts(), v.openings(), v.mix(), v.draws(), v.head()}
	for i, c := range checks {
		switch c.Name {
		case "parts", "openings", "mix", "draws":
			if e := v.unclear(); c.Verdict == Holds && e != nil {
				checks[i] = notYet(c.Name, "event %d cannot be read", e.N)
			}
		}
	}
	if letter != nil {
		checks = append(checks, v.letter(*letter))
	}
	return checks
}

// decodeLoosely decodes data with its parts; where the parts are at fault, what
// the line itself says.
func (e *Event) decodeLoosely() (typed, error) {
	whole, err := e.whole(false)
	if err != nil {
		return e.decode(e.Data, true)
	}
	return e.decode(whole, false)
}

// unclear is the first event that cannot be read, nil = none.
func (v verifier) unclear() *Event {
	for _, l := range v.lines {
		if l.bad != nil || v.data[l.event] == nil {
			return l.event
		}
	}
	return nil
}

func holds(name string) Check { return Check{Name: name} }

func fails(name string, n int, why string, args ...any) Check {
	return Check{name, Fails, n, fmt.Sprintf(why, args...)}
}

func notYet(name, why string, args ...any) Check {
	return Check{name, NotYet, 0, fmt.Sprintf(why, args...)}
}

// chain: every event names the hash of the line before it.
func (v verifier) chain() Check {
	prev := NoHead.Hash
	for i, l := range v.lines {
		if l.event.Prev == "" {
			return fails("chain", l.event.N, "the line cannot be read")
		}
		if l.event.Prev != prev && prev != "" {
			if i == 0 {
				return fails("chain", l.event.N, "prev of the first event is 64 zeros")
			}
			return fails("chain", l.event.N, "prev is not the hash of the event before it")
		}
		prev = l.hash
	}
	return holds("chain")
}

// numbers: 1, 2, 3 … without gaps.
func (v verifier) numbers() Check {
	for i, l := range v.lines {
		if l.event.N != i+1 {
			return fails("numbers", l.event.N, "event %d is due here", i+1)
		}
	}
	return holds("numbers")
}

// times: none before the one before it.
func (v verifier) times() Check {
	for i, l := range v.lines {
		if i > 0 && l.event.At.Before(v.lines[i-1].event.At) && l.event.Cmd != "" {
			return fails("times", l.event.N, "%s is before the time of the event before it", FormatTime(l.event.At))
		}
	}
	return holds("times")
}

// commands: one slip has one command, and no other slip has it.
func (v verifier) commands() Check {
	seen := map[string]bool{}
	last := ""
	for _, l := range v.lines {
		cmd := l.event.Cmd
		if cmd != "" && cmd != last && seen[cmd] {
			return fails("commands", l.event.N, "command %s has an earlier slip", cmd)
		}
		seen[cmd], last = true, cmd
	}
	return holds("commands")
}

// events: fields, order, seats and `by`.
func (v verifier) events() Check {
	t := new(Table)
	n := 1
	for _, l := range v.lines {
		e := l.event
		n = e.N
		if l.bad != nil {
			return fails("events", n, "%s", l.bad)
		}
		if e.Match != v.Match {
			return fails("events", n, "it is of match %s", e.Match)
		}
		data := v.data[e]
		if data == nil {
			_, err := e.decodeLoosely()
			return fails("events", n, "%s", err)
		}
		if err := t.check(e, data); err != nil {
			return fails("events", n, "%s: %s", e.Type, err)
		}
		t.apply(e, data)
	}
	if len(v.lines) == 0 {
		return fails("events", n, "there is none")
	}
	if len(t.slip.filling) > 0 {
		return fails("events", n, "%s", errUnfilled)
	}
	return holds("events")
}

// parts: those that the viewer may have are here and no others, right after their
// event, by index, at free places, and give their commitments.
func (v verifier) parts() Check {
	fault := v.partFault
	if len(v.Log) > 0 {
		if c, ok := v.data[v.Log[0]].(*Created); ok && int(v.Viewer) > c.Players {
			return fails("parts", v.Log[0].N, "the export is for %s of %d", v.Viewer, c.Players)
		}
	}
	for _, e := range v.Log {
		if fault != nil && fault.N <= e.N {
			return *fault
		}
		for i, p := range e.Sealed {
			may := v.sight.may(e, i)
			switch {
			case p == nil && may:
				return fails("parts", e.N, "part [%d,%d] is missing", e.N, i)
			case p != nil && !may:
				return fails("parts", e.N, "part [%d,%d] is still sealed to %s", e.N, i, v.Viewer)
			case p != nil:
				if err := e.holds(i, p.Salt, p.Value); err != nil {
					return fails("parts", e.N, "%s", err)
				}
			}
		}
		if err := e.checkPlaces(); err != nil {
			return fails("parts", e.N, "%s", err)
		}
	}
	if fault != nil {
		return *fault
	}
	return holds("parts")
}

// openings: parts of earlier events, once each, never the seed or draws, with the
// salt and value that were committed to.
func (v verifier) openings() Check {
	opened := map[Ref]bool{}
	for _, e := range v.Log {
		for _, o := range e.Opens {
			of := v.byN[o.N]
			if of == nil && o.N < e.N && v.unclear() != nil {
				continue
			}
			ref := fmt.Sprintf("part [%d,%d]", o.N, o.I)
			c, err := parseContent(o.Value)
			switch {
			case err != nil:
				return fails("openings", e.N, "%s: %s", ref, err)
			case of == nil || o.N >= e.N || o.I >= len(of.Parts):
				return fails("openings", e.N, "%s is no part of an earlier event", ref)
			case of.Type == TypeCreated && o.I == 0:
				return fails("openings", e.N, "%s is the seed, which is never opened", ref)
			case c.at == drawsPlace || drewOf(v.data[of]) != nil && drewOf(v.data[of]).Part == o.I:
				return fails("openings", e.N, "%s lists draws, which are never opened", ref)
			case opened[Ref{o.N, o.I}]:
				return fails("openings", e.N, "%s was opened before", ref)
			}
			if err := of.holds(o.I, o.Salt, o.Value); err != nil {
				return fails("openings", e.N, "%s", err)
			}
			opened[Ref{o.N, o.I}] = true
		}
	}
	return holds("openings")
}

// mix: M follows from the last words that were given for each seat before the
// match starts.
func (v verifier) mix() Check {
	var words []string
	give := func(seat int, digest string) {
		if digest != "" && seat <= len(words) {
			words[seat-1] = digest
		}
	}
	for _, e := range v.Log {
		switch d := v.data[e].(type) {
		case *Created:
			words = make([]string, d.Players)
			for seat, digest := range d.Words {
				n, _ := parseSeat(seat)
				give(n, digest)
			}
		case *SeatTaken:
			give(d.Seat, d.Words)
		case *Started:
			if words == nil {
				return notYet("mix", "match.created cannot be read")
			}
			if d.Mix != Mix(words) {
				return fails("mix", e.N, "the mix is not that of the words given for the seats")
			}
			return holds("mix")
		}
	}
	return holds("mix")
}

// draws: the parts that list them follow one another, and seed and mix give just
// these values.
func (v verifier) draws() Check {
	seed := v.seed()
	mix, next, exact := "", 1, true
	for _, e := range v.Log {
		data := v.data[e]
		if started, ok := data.(*Started); ok {
			mix = started.Mix
		}
		drew := drewOf(data)
		for i, p := range e.Sealed {
			if p == nil {
				continue
			}
			c, err := p.content()
			if lists := drew != nil && i == drew.Part; err == nil && lists != (c.at == drawsPlace) {
				return fails("draws", e.N, "part [%d,%d] lies at %.80q and `drew` says otherwise", e.N, i, c.at)
			}
		}
		if drew == nil {
			continue
		}
		if drew.First < next || exact && drew.First != next {
			return fails("draws", e.N, "its first draw is number %d, not %d", next, drew.First)
		}
		if drew.Part >= len(e.Sealed) || e.Sealed[drew.Part] == nil {
			next, exact = drew.First+1, false
			continue
		}
		drawn, err := e.Drawn()
		if err != nil {
			return fails("draws", e.N, "%s", err)
		}
		if seed != nil && mix != "" {
			draws := NewDraws(seed, v.Match, mix, drew.First)
			for i, d := range drawn {
				if value := draws.at(drew.First+i, d.Below); value != d.Value {
					return fails("draws", e.N, "draw %d below %d is %d, not %d", drew.First+i, d.Below, value, d.Value)
				}
			}
		}
		next, exact = drew.First+len(drawn), true
	}
	switch {
	case seed == nil && !v.sight.over:
		return notYet("draws", "the seed is sealed until the match is over")
	case seed == nil:
		return notYet("draws", "the part with the seed is missing")
	case !exact:
		return notYet("draws", "a part with draws is missing")
	}
	return holds("draws")
}

// seed is the seed, nil where its part is not here.
func (v verifier) seed() []byte {
	for _, e := range v.Log {
		if c, ok := v.data[e].(*Created); ok && c.Seed != "" {
			seed, _ := hex.DecodeString(c.Seed)
			return seed
		}
	}
	return nil
}

// head: the last line names the last event.
func (v verifier) head() Check {
	n, hash := v.last(), NoHead.Hash
	if len(v.lines) > 0 {
		hash = v.lines[len(v.lines)-1].hash
	}
	switch {
	case v.headFault != "":
		return fails("head", n, "%s", v.headFault)
	case v.Head.N != n:
		return fails("head", n, "the last line names event %d", v.Head.N)
	case v.Head.Hash != hash:
		return fails("head", n, "the last line has another hash than the last event")
	}
	return holds("head")
}

// letter: the log has the event whose number and hash a letter told.
func (v verifier) letter(h Head) Check {
	if h.N < 1 || h.N > len(v.lines) {
		return fails("letter", h.N, "the log ends at event %d", v.last())
	}
	if v.lines[h.N-1].hash != h.Hash {
		return fails("letter", h.N, "the letter has another hash for this event")
	}
	return holds("letter")
}
