package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/engine/patronize"
	"pizzini/events"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web"
)

// installation is all of a server but what goes on by itself: no bot moves and no
// letter is written unless the test says so, and its clock stands still.
type installation struct {
	t       *testing.T
	node    *node
	post    *postOffice
	address string // where it listens
	log     *output
	now     time.Time
}

// kept is what an installation is made of: the messages of its streams.
type kept map[stream.Stream][]stream.Message

// install starts an installation that holds these messages. Its seeds and salts
// come from random.
func install(t *testing.T, of kept, now time.Time, random io.Reader) *installation {
	t.Helper()
	i := &installation{t: t, log: &output{}, now: now}
	dir := t.TempDir()
	log := slog.New(slog.NewTextHandler(i.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if len(of) > 0 {
		i.fill(dir, of, log)
	}
	ctx, stop := context.WithCancel(context.Background())
	var err error
	if i.node, err = openNode(ctx, settings{Data: dir, URL: site}, func() time.Time { return i.now }, log); err != nil {
		t.Fatal(err)
	}
	i.node.engine = engine.New(engine.Config{Copy: i.node.copy, Truth: projections.Truth(i.node.store), Key: i.node.signer.Key, Now: i.node.now, Random: random})
	if i.post, err = i.node.postOffice(serveCmd{}); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		if err := i.node.copy.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("the projector ended: %v", err)
		}
	})
	server := httptest.NewUnstartedServer(web.New(web.Config{
		Engine: i.node.engine, Projections: i.node.copy, People: i.node.people, Signer: i.node.signer, Site: i.node.site,
		Log: log, Now: i.node.now, Mailbox: i.post.mailbox(), Health: i.node.health,
	}))
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	server.Start()
	i.address = server.Listener.Addr().String()
	t.Cleanup(func() {
		stop()
		server.CloseClientConnections()
		server.Close()
		running.Wait()
		if err := i.node.close(); err != nil {
			t.Error(err)
		}
	})
	i.settle()
	return i
}

func (i *installation) fill(dir string, of kept, log *slog.Logger) {
	i.t.Helper()
	store, err := stream.Open(i.t.Context(), stream.Config{Dir: dir, Log: log})
	if err != nil {
		i.t.Fatal(err)
	}
	for st, messages := range of {
		err := store.Restore(i.t.Context(), st, func(yield func(stream.Message, error) bool) {
			for _, m := range messages {
				if !yield(m, nil) {
					return
				}
			}
		})
		if err != nil {
			i.t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		i.t.Fatal(err)
	}
}

func (i *installation) at() string { return i.address }

// lasting are the streams in which every change leaves a message.
var lasting = []stream.Stream{stream.Matches, stream.People, stream.Keys, stream.Letters}

// last is the last sequence of each stream.
func (i *installation) last() map[stream.Stream]uint64 {
	i.t.Helper()
	at := map[stream.Stream]uint64{}
	for _, st := range lasting {
		seq, err := i.node.store.Last(i.t.Context(), st)
		if err != nil {
			i.t.Fatal(err)
		}
		at[st] = seq
	}
	return at
}

// settle waits until this node's copy has all that the streams have.
func (i *installation) settle() {
	i.t.Helper()
	ctx, cancel := context.WithTimeout(i.t.Context(), 30*time.Second)
	defer cancel()
	for st, seq := range i.last() {
		if err := i.node.copy.WaitPosition(ctx, st, seq); err != nil {
			i.t.Fatal(err)
		}
	}
}

// kept is all that the installation holds, but for letters.
func (i *installation) kept() kept {
	i.t.Helper()
	of := kept{}
	for st, last := range i.last() {
		for seq := uint64(1); seq <= last && st != stream.Letters; seq++ {
			if m, err := i.node.store.At(i.t.Context(), st, seq); err == nil {
				of[st] = append(of[st], m)
			} else if st == stream.Matches {
				i.t.Fatal(err)
			}
		}
	}
	return of
}

// match is the match as the installation has it now.
func (i *installation) match(id string) *engine.Match {
	i.t.Helper()
	i.settle()
	m, err := i.node.engine.Match(i.t.Context(), id)
	if err == nil {
		err = m.Broken
	}
	if err != nil {
		i.t.Fatal(err)
	}
	return m
}

// write lets the mailer decide, and write what is due.
func (i *installation) write(id string) {
	i.t.Helper()
	if err := i.post.Decide(i.t.Context(), id); err != nil {
		i.t.Fatal(err)
	}
	i.settle()
	for _, d := range i.due(id) {
		if err := i.post.Try(i.t.Context(), d.Key); err != nil {
			i.t.Fatal(err)
		}
	}
	i.settle()
}

// deals derive a set-up from the present position of another match that a viewer
// cannot tell from this one: one for each kind that has something to hide in its
// set-up. setup is that of the match, whole its position, other the other one.
var deals = map[string]func(setup, whole, other []byte) ([]byte, error){"patronize": patronizeDeal}

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

// twinOf is the log of another match with the same events, which a viewer cannot
// tell from the given one by what he may know: the deal and the seed are others.
// changed says whether the deal is.
func twinOf(t *testing.T, m *engine.Match, viewer game.Seat, random *rand.Rand) (slips []stream.Message, changed bool) {
	t.Helper()
	if m.State == nil {
		slips, err := rewrite(m, nil, seedOf(random))
		if err != nil {
			t.Fatal(err)
		}
		return slips, false
	}
	started, err := m.Log[m.Table.Started-1].Decode()
	if err != nil {
		t.Fatal(err)
	}
	setup := started.(*events.Started).Setup
	whole := mustJSON(t, m.State)
	deal := deals[m.Table.Created.Kind]
	if deal == nil {
		t.Fatalf("add to deals how a match of %s is dealt: nothing tests its secrets", m.Table.Created.Kind)
	}
	// A deal that does not bear what was taken back since is none that the viewer
	// could believe in: then the next one is tried.
	for range 1000 {
		other, err := deal(setup, whole, mustJSON(t, m.State.Shuffled(viewer, random)))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(other, setup) {
			continue
		}
		if slips, err = rewrite(m, other, seedOf(random)); err == nil {
			return slips, true
		}
	}
	// Late in a match a viewer may know all that was dealt.
	slips, err = rewrite(m, setup, seedOf(random))
	if err != nil {
		t.Fatal(err)
	}
	return slips, false
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

// rewrite writes a match's events again on another deal, with another seed and
// other draws. An error says that the deal does not bear the moves.
func rewrite(m *engine.Match, setup, seed []byte) ([]stream.Message, error) {
	w := &rewriter{match: m, setup: setup, seed: seed, states: map[int]game.State{}, head: events.NoHead}
	if setup != nil {
		if err := w.play(); err != nil {
			return nil, err
		}
	}
	var slips []stream.Message
	for log := m.Log; len(log) > 0; {
		n := 1
		for n < len(log) && log[n].Cmd == log[0].Cmd {
			n++
		}
		slip, err := w.slip(log[:n])
		if err != nil {
			return nil, err
		}
		slips = append(slips, slip)
		log = log[n:]
	}
	return slips, nil
}

// rewriter writes a match again.
type rewriter struct {
	match       *engine.Match
	setup, seed []byte
	states      map[int]game.State // after each event that makes a position
	written     []*events.Event
	head        events.Head
}

// play plays the match's moves on the other deal.
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
			state, err = game.Fold(state, game.Seat(d.Seat), game.Move(d.Move), game.Recorded(d.Chance))
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
		if d.Drew != nil {
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
// of what is sealed from him, and the names that the whole position has and neither
// his view nor a move, perhaps taken back, that he knows of.
func secrets(t *testing.T, m *engine.Match, viewer game.Seat) (bytes, names []string) {
	t.Helper()
	bytes = append(bytes, m.Table.Created.Seed)
	known := map[string]bool{}
	for _, h := range m.Story(viewer, 0, m.N()) {
		for _, word := range strings.Fields(string(h.Move)) {
			known[word] = true
		}
	}
	for _, e := range m.Log {
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
		if !known[id] {
			names = append(names, id)
			if name := cardName(id); name != id {
				names = append(names, name)
			}
		}
	}
	return bytes, names
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
