package engine_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/events"
)

// forger writes a finished match anew, slip by slip, with something changed: all
// that can be recomputed downstream (commitments, digests of the true positions,
// chain, head) is. So only the rules, the seed or a letter can tell.
type forger struct {
	t   *testing.T
	log []*events.Event
}

func simulated(t *testing.T, kind string, players int) forger {
	t.Helper()
	var file bytes.Buffer
	if err := (engine.Simulated{Kind: kind, Players: players, Seed: 11}).Export(&file, nil); err != nil {
		t.Fatal(err)
	}
	x, err := events.ReadExport(&file)
	if err != nil {
		t.Fatal(err)
	}
	return forger{t, x.Log}
}

// entry is an event as it would be written.
func (f forger) entry(e *events.Event) events.Entry {
	f.t.Helper()
	data, err := e.Decode()
	if err != nil {
		f.t.Fatal(err)
	}
	entry := events.Entry{Data: data}
	drawn, err := e.Drawn()
	if err != nil {
		f.t.Fatal(err)
	}
	entry.Draws = drawn
	for i, p := range e.Sealed {
		if p.At() != "/draws" {
			entry.Seal = append(entry.Seal, events.Place{At: p.At(), To: e.Parts[i].To})
		}
	}
	switch d := data.(type) {
	case *events.Started:
		entry.First = d.Drew.First
	case *events.Played:
		if d.Drew != nil {
			entry.First = d.Drew.First
		}
	}
	for _, o := range e.Opens {
		entry.Opens = append(entry.Opens, events.Ref{N: o.N, I: o.I})
	}
	if e.State != "" {
		past, err := engine.Fold(f.log).At(e.N)
		if err != nil {
			f.t.Fatal(err)
		}
		if entry.State, err = past.State.MarshalJSON(); err != nil {
			f.t.Fatal(err)
		}
	}
	return entry
}

// write gives the forged export; change sees every entry before it is written and
// may drop it.
func (f forger) write(change func(n int, entry *events.Entry) (keep bool)) *events.Export {
	f.t.Helper()
	created, err := f.log[0].Decode()
	if err != nil {
		f.t.Fatal(err)
	}
	seed, err := hex.DecodeString(created.(*events.Created).Seed)
	if err != nil {
		f.t.Fatal(err)
	}
	var forged []*events.Event
	for from := 0; from < len(f.log); {
		to := from
		for to < len(f.log) && f.log[to].Cmd == f.log[from].Cmd {
			to++
		}
		var entries []events.Entry
		for _, e := range f.log[from:to] {
			if entry := f.entry(e); change(e.N, &entry) {
				entries = append(entries, entry)
			}
		}
		head := events.NoHead
		if len(forged) > 0 {
			head = forged[len(forged)-1].Head()
		}
		first := f.log[from]
		if len(entries) > 0 {
			_, written, err := events.Slip{
				Match: first.Match, By: first.By, Cmd: first.Cmd, At: first.At, Prev: head, Seed: seed, Entries: entries,
				Random: rand.NewChaCha8([32]byte{1}),
				Part: func(r events.Ref) *events.Part {
					if r.N > len(forged) || r.I >= len(forged[r.N-1].Sealed) {
						return nil
					}
					return forged[r.N-1].Sealed[r.I]
				},
			}.Write()
			if err != nil {
				f.t.Fatal(err)
			}
			forged = append(forged, written...)
		}
		from = to
	}
	var file bytes.Buffer
	if err := events.WriteExport(&file, events.All, forged); err != nil {
		f.t.Fatal(err)
	}
	x, err := events.ReadExport(&file)
	if err != nil {
		f.t.Fatal(err)
	}
	return x
}

// first finds the first event of which the predicate holds.
func (f forger) first(holds func(e *events.Event, data any) bool) int {
	f.t.Helper()
	for _, e := range f.log {
		data, err := e.Decode()
		if err != nil {
			f.t.Fatal(err)
		}
		if holds(e, data) {
			return e.N
		}
	}
	f.t.Fatal("no such event")
	return 0
}

func TestForgeriesThatOnlyTheRulesFind(t *testing.T) {
	t.Parallel()
	cards, toy := simulated(t, "patronize", 3), simulated(t, "toy", 3)
	for _, f := range []forger{cards, toy} {
		for _, c := range engine.Verify(f.write(func(int, *events.Entry) bool { return true }), nil) {
			if c.Verdict != events.Holds {
				t.Fatalf("a log written again as it was: %s", c)
			}
		}
	}
	played := func(prefix string) func(*events.Event, any) bool {
		return func(_ *events.Event, data any) bool {
			d, ok := data.(*events.Played)
			return ok && strings.HasPrefix(d.Move, prefix)
		}
	}
	opens := func(e *events.Event, _ any) bool { return len(e.Opens) > 0 }
	at := func(n int, change func(*events.Entry)) func(int, *events.Entry) bool {
		return func(i int, entry *events.Entry) bool {
			if i == n {
				change(entry)
			}
			return true
		}
	}
	last := len(cards.log)
	rolled := toy.first(func(_ *events.Event, data any) bool {
		d, ok := data.(*events.Played)
		return ok && d.Chance != nil
	})
	for name, forgery := range map[string]struct {
		of     forger
		change func(int, *events.Entry) bool
		check  string // the one that must fail first
	}{
		"a move that is not legal": {cards, at(cards.first(played("play")), func(e *events.Entry) {
			e.Data.(*events.Played).Move = "take nun"
		}), "moves"},
		"a move that is none": {cards, at(cards.first(played("play")), func(e *events.Entry) {
			e.Data.(*events.Played).Move = "win"
		}), "moves"},
		"another seat's move": {toy, at(toy.first(played("stake")), func(e *events.Entry) {
			e.Data.(*events.Played).Move = "roll"
		}), "moves"},
		"a position that never was": {cards, at(cards.first(played("play")), func(e *events.Entry) {
			e.State = bytes.Replace(e.State, []byte(`"round":1`), []byte(`"round":2`), 1)
		}), "states"},
		"a better total": {cards, at(last, func(e *events.Entry) {
			d := e.Data.(*events.Ended)
			d.Result = bytes.Replace(d.Result, []byte(`"total":`), []byte(`"total":1`), 1)
		}), "result"},
		"another winner": {cards, at(last, func(e *events.Entry) {
			var result map[string]any
			if err := json.Unmarshal(e.Data.(*events.Ended).Result, &result); err != nil {
				t.Fatal(err)
			}
			ranking := result["ranking"].([]any)
			slices.Reverse(ranking)
			e.Data.(*events.Ended).Result, _ = json.Marshal(result)
		}), "result"},
		"a match that goes on after its end": {cards, func(n int, _ *events.Entry) bool { return n != last }, "result"},
		"another face of the die": {toy, at(rolled, func(e *events.Entry) {
			d := e.Data.(*events.Played)
			if d.Chance = []any{1}; slices.Equal(toy.entry(toy.log[rolled-1]).Data.(*events.Played).Chance, d.Chance) {
				d.Chance = []any{2}
			}
		}), "outcomes"},
		"another draw and its face": {toy, at(rolled, func(e *events.Entry) {
			faces := []any{1, 2, 3, 4, 5, "hand"}
			e.Draws[0].Value = (e.Draws[0].Value + 1) % 6
			e.Data.(*events.Played).Chance = []any{faces[e.Draws[0].Value]}
		}), "draws"},
		"hands changed for one another": {cards, at(cards.first(func(e *events.Event, _ any) bool { return e.Type == events.TypeStarted }), func(e *events.Entry) {
			d := e.Data.(*events.Started)
			var setup map[string]json.RawMessage
			var hands []json.RawMessage
			if err := json.Unmarshal(d.Setup, &setup); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(setup["hands"], &hands); err != nil {
				t.Fatal(err)
			}
			hands[0], hands[1] = hands[1], hands[0]
			setup["hands"], _ = json.Marshal(hands)
			d.Setup, _ = json.Marshal(setup)
		}), "outcomes"},
		"a hand sealed to another seat": {cards, at(cards.first(func(e *events.Event, _ any) bool { return e.Type == events.TypeStarted }), func(e *events.Entry) {
			e.Seal[0].To, e.Seal[1].To = e.Seal[1].To, e.Seal[0].To
		}), "outcomes"},
		"a card that is not opened": {cards, at(cards.first(opens), func(e *events.Entry) { e.Opens = nil }), "openings"},
		"a hand that is opened": {cards, at(cards.first(opens), func(e *events.Entry) {
			e.Opens = append(e.Opens, events.Ref{N: cards.first(func(e *events.Event, _ any) bool { return e.Type == events.TypeStarted }), I: 0})
		}), "openings"},
		"a secret move in the open": {toy, func(n int, e *events.Entry) bool {
			bid := toy.first(played("bid"))
			if n == bid {
				e.Seal = nil
			}
			e.Opens = slices.DeleteFunc(e.Opens, func(r events.Ref) bool { return r.N == bid })
			return true
		}, "moves"},
		"options left out": {cards, at(1, func(e *events.Entry) { e.Data.(*events.Created).Options = map[string]any{} }), "events"},
		"an option that is none": {cards, at(1, func(e *events.Entry) {
			e.Data.(*events.Created).Options = map[string]any{"edition": "reconstructed", "speed": "fast"}
		}), "events"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if fault := recover(); fault != nil {
					t.Fatal(fault)
				}
			}()
			forgery.of.t = t
			var failed []string
			for _, c := range engine.Verify(forgery.of.write(forgery.change), nil) {
				if c.Verdict == events.Fails {
					failed = append(failed, c.Name)
				}
			}
			if !slices.Contains(failed, forgery.check) {
				t.Errorf("%q does not fail, but %q", forgery.check, failed)
			}
		})
	}
}
