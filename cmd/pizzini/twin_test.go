package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/engine/patronize"
	"pizzini/events"
	"pizzini/events/stream"
)

// hidden says of each kind by how many and with which options it is played in the
// leak test, and how a set-up is derived from the present position of another match
// that a viewer cannot tell from this one: setup is that of the match, whole its
// position, other the other one.
var hidden = map[string]struct {
	players []int
	options []game.Options // for each number of players; none = the usual ones
	deal    func(setup, whole, other []byte) ([]byte, error)
}{
	"patronize": {players: []int{3, 4, 5}, deal: patronizeDeal},
	"der-pate":  {players: []int{3, 2}, options: []game.Options{nil, {"edition": "tw"}}, deal: derPateDeal},
	// All of its set-up is open. What is hidden are moves.
	"die-patin": {players: []int{4}, deal: func(setup, _, _ []byte) ([]byte, error) { return setup, nil }},
}

// patronizeDeal lays what was played back into the hands, and the Fame cards that
// were turned up back on the deck.
func patronizeDeal(setup, whole, other []byte) ([]byte, error) {
	var deal struct {
		Start int                     `json:"start"`
		Fame  []patronize.Fame        `json:"fame"`
		Hands [][]patronize.Character `json:"hands"`
	}
	var now, then patronize.View
	for _, read := range []struct {
		text []byte
		into any
	}{{setup, &deal}, {whole, &now}, {other, &then}} {
		if err := json.Unmarshal(read.text, read.into); err != nil {
			return nil, err
		}
	}
	for seat, hand := range deal.Hands {
		played := slices.DeleteFunc(hand, func(c patronize.Character) bool { return slices.Contains(now.Seats[seat].Hand, c) })
		hand = append(played, then.Seats[seat].Hand...)
		slices.Sort(hand)
		deal.Hands[seat] = hand
	}
	deal.Fame = append(deal.Fame[:len(deal.Fame)-len(now.FameDeck)], then.FameDeck...)
	return json.Marshal(deal)
}

// derPateDeal lays the events that were turned up back on the deck.
func derPateDeal(setup, whole, other []byte) ([]byte, error) {
	var deal struct {
		StartPlayer int      `json:"startPlayer"`
		EventDeck   []string `json:"eventDeck"`
	}
	var now, then struct{ EventDeck []string }
	for _, read := range []struct {
		text []byte
		into any
	}{{setup, &deal}, {whole, &now}, {other, &then}} {
		if err := json.Unmarshal(read.text, read.into); err != nil {
			return nil, err
		}
	}
	deal.EventDeck = append(deal.EventDeck[:len(deal.EventDeck)-len(now.EventDeck)], then.EventDeck...)
	return json.Marshal(deal)
}

// twinOf is the log of another match with the same events, which a viewer cannot
// tell from the given one by what he may know: the deal, the secret moves of others
// and the seed are others. changed says whether more than the seed is.
func twinOf(t *testing.T, m *engine.Match, viewer game.Seat, random *rand.Rand) (slips []stream.Message, changed bool) {
	t.Helper()
	again := func(setup []byte) *rewriter {
		w := &rewriter{match: m, viewer: viewer, setup: setup, seed: seedOf(random), random: random, states: map[int]game.State{}, moves: map[int]string{}, head: events.NoHead}
		if w.play() != nil || w.write() != nil {
			return nil
		}
		return w
	}
	var best *rewriter
	if m.State == nil {
		best = again(nil)
	} else {
		started, err := m.Log[m.Table.Started-1].Decode()
		if err != nil {
			t.Fatal(err)
		}
		setup := started.(*events.Started).Setup
		// There are times at which a viewer knows all but the seed.
		best = again(setup)
		// A deal that does not bear what was taken back since is none that the viewer
		// could believe in. Of those that do the most different one is taken.
		for tries, found := 0, 0; tries < 1000 && found < 10; tries++ {
			other, err := hidden[m.Table.Created.Kind].deal(setup, mustJSON(t, m.State), mustJSON(t, m.State.Shuffled(viewer, random)))
			if err != nil {
				t.Fatal(err)
			}
			if w := again(other); w != nil {
				found++
				if best == nil || w.different > best.different {
					best = w
				}
			}
		}
	}
	if best == nil {
		t.Fatalf("match %s cannot be written again", m.ID)
	}
	return best.slips, best.different > 0
}

func mustJSON(t *testing.T, v json.Marshaler) []byte {
	t.Helper()
	text, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func seedOf(random *rand.Rand) []byte {
	sum := sha256.Sum256([]byte(fmt.Sprint(random.Uint64())))
	return sum[:]
}

// rewriter writes a match's events again on another deal, with another seed, other
// draws, and other moves where the viewer may not know them.
type rewriter struct {
	match       *engine.Match
	viewer      game.Seat
	setup, seed []byte
	random      *rand.Rand
	states      map[int]game.State // after each event that makes a position
	moves       map[int]string     // by event
	slips       []stream.Message
	different   int // how many parts of the deal and of moves are
	written     []*events.Event
	head        events.Head
}

// play plays the match on the other deal. An error says that the deal does not bear
// its moves.
func (w *rewriter) play() error {
	options, err := w.match.Rules.Resolve(w.match.Players(), w.match.Table.Created.Options)
	if err != nil {
		return err
	}
	var state game.State
	for _, e := range w.match.Log {
		data, err := e.Decode()
		if err != nil {
			return err
		}
		switch d := data.(type) {
		case *events.Started:
			state, err = w.match.Rules.Restore(game.Config{Players: w.match.Players(), Options: options}, game.Setup{JSON: w.setup})
		case *events.Played:
			move := w.move(state, e, d)
			w.moves[e.N] = string(move)
			state, err = game.Fold(state, game.Seat(d.Seat), move, game.Recorded(d.Chance))
		case *events.Rewound:
			state = w.states[d.To]
		default:
			continue
		}
		if err != nil {
			return err
		}
		w.states[e.N] = state
	}
	return nil
}

// move is what the seat plays in the twin: where the viewer may not know the move,
// any secret one.
func (w *rewriter) move(state game.State, e *events.Event, d *events.Played) game.Move {
	i := slices.IndexFunc(e.Sealed, func(p *events.Part) bool { return p.At() == "/move" })
	if i < 0 || mayHave(w.match, e, i, w.viewer) {
		return game.Move(d.Move)
	}
	seat := game.Seat(d.Seat)
	secret := slices.DeleteFunc(slices.Clone(state.Legal(seat)), func(m game.Move) bool { return !state.Secret(seat, m) })
	if len(secret) == 0 {
		return game.Move(d.Move)
	}
	return secret[w.random.IntN(len(secret))]
}

// write writes the log.
func (w *rewriter) write() error {
	for log := w.match.Log; len(log) > 0; {
		n := 1
		for n < len(log) && log[n].Cmd == log[0].Cmd {
			n++
		}
		slip, err := w.slip(log[:n])
		if err != nil {
			return err
		}
		w.slips = append(w.slips, slip)
		log = log[n:]
	}
	return nil
}

func (w *rewriter) slip(log []*events.Event) (stream.Message, error) {
	s := events.Slip{Match: w.match.ID, By: log[0].By, Cmd: log[0].Cmd, At: log[0].At, Prev: w.head, Seed: w.seed, Part: w.part}
	for _, e := range log {
		entry, err := w.entry(e)
		if err != nil {
			return stream.Message{}, err
		}
		s.Entries = append(s.Entries, entry)
	}
	payload, written, err := s.Write()
	if err != nil {
		return stream.Message{}, err
	}
	for k, e := range written {
		for o := range e.Opens {
			if e.Opens[o].Value != log[k].Opens[o].Value {
				return stream.Message{}, fmt.Errorf("event %d opens something else", e.N)
			}
		}
		for i, part := range e.Sealed {
			if at := part.At(); at != "/seed" && at != "/draws" && part.Value != log[k].Sealed[i].Value {
				w.different++
			}
		}
	}
	w.written = append(w.written, written...)
	w.head = written[len(written)-1].Head()
	return stream.Message{Subject: "match." + w.match.ID, ID: s.Cmd, Data: payload}, nil
}

func (w *rewriter) entry(e *events.Event) (entry events.Entry, err error) {
	if entry.Data, err = e.Decode(); err != nil {
		return entry, err
	}
	switch d := entry.Data.(type) {
	case *events.Created:
		d.Seed = hex.EncodeToString(w.seed)
	case *events.Started:
		if d.Setup = w.setup; d.Drew != nil {
			entry.First = d.Drew.First
		}
	case *events.Played:
		if d.Move = w.moves[e.N]; d.Drew != nil {
			entry.First = d.Drew.First
		}
	}
	for i, part := range e.Sealed {
		if part.At() != "/draws" {
			entry.Seal = append(entry.Seal, events.Place{At: part.At(), To: e.Parts[i].To})
		}
	}
	drawn, err := e.Drawn()
	for _, d := range drawn {
		entry.Draws = append(entry.Draws, events.Drawn{Below: d.Below, Value: d.Below - 1 - d.Value})
	}
	for _, o := range e.Opens {
		entry.Opens = append(entry.Opens, events.Ref{N: o.N, I: o.I})
	}
	if state := w.states[e.N]; state != nil && err == nil {
		entry.State, err = state.MarshalJSON()
	}
	return entry, err
}

func (w *rewriter) part(r events.Ref) *events.Part { return w.written[r.N-1].Sealed[r.I] }

// likeness says of each hash, commitment, digest and permitted salt of a twin what
// stands for it in the original. What the viewer may not have is left as it is.
func likeness(original, twin *engine.Match, viewer game.Seat) map[string]string {
	same := map[string]string{}
	for k, e := range twin.Log {
		o := original.Log[k]
		same[e.Hash], same[e.State] = o.Hash, o.State
		for i := range e.Parts {
			same[e.Parts[i].Commit] = o.Parts[i].Commit
			if mayHave(twin, e, i, viewer) {
				same[e.Sealed[i].Salt] = o.Sealed[i].Salt
			}
		}
	}
	return same
}

// mayHave says whether a viewer may have a sealed part of a match that is not over.
func mayHave(m *engine.Match, e *events.Event, i int, viewer game.Seat) bool {
	return m.Table.Opened[events.Ref{N: e.N, I: i}] || slices.Contains(e.Parts[i].To, int(viewer))
}

// secrets lists what may stand in nothing that a viewer gets: the seed, the salts
// of what is sealed from him, and the cards that the whole position has and neither
// his view nor an open move, perhaps taken back, names.
func secrets(t *testing.T, m *engine.Match, viewer game.Seat) (bytes, cards []string) {
	t.Helper()
	bytes = append(bytes, m.Table.Created.Seed)
	known := map[string]bool{}
	for _, e := range m.Log {
		var line struct{ Move string } // empty where it is sealed
		if err := json.Unmarshal(e.Data, &line); err != nil {
			t.Fatal(err)
		}
		for _, word := range strings.Fields(line.Move) {
			known[word] = true
		}
		for i, part := range e.Sealed {
			if !mayHave(m, e, i, viewer) {
				bytes = append(bytes, part.Salt)
			}
		}
	}
	if m.State == nil {
		return bytes, nil
	}
	maps.Copy(known, texts(t, mustJSON(t, m.State.View(viewer))))
	for _, id := range slices.Sorted(maps.Keys(texts(t, mustJSON(t, m.State)))) {
		if name := cardName(id); !known[id] && name != id {
			cards = append(cards, id, name)
		}
	}
	return bytes, cards
}

// texts lists the strings that are values in a JSON text.
func texts(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case string:
			found[value] = true
		case []any:
			for _, v := range value {
				walk(v)
			}
		case map[string]any:
			for _, v := range value {
				walk(v)
			}
		}
	}
	var whole any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	walk(whole)
	return found
}
