package engine_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// write appends a slip of given entries to a match, as a program that has the
// command would.
func (n *node) write(m *engine.Match, by string, entries ...events.Entry) *engine.Match {
	n.t.Helper()
	command := make([]byte, 16)
	if _, err := rand.Read(command); err != nil {
		n.t.Fatal(err)
	}
	seed, err := hex.DecodeString(m.Table.Created.Seed)
	if err != nil {
		n.t.Fatal(err)
	}
	payload, _, err := events.Slip{
		Match: m.ID, By: by, Cmd: hex.EncodeToString(command), At: m.Table.At, Prev: m.Head(), Seed: seed, Entries: entries, Random: rand.Reader,
	}.Write()
	if err != nil {
		n.t.Fatal(err)
	}
	if _, _, err := n.truth.Append(n.t.Context(), m.ID, m.Version(), hex.EncodeToString(command), payload); err != nil {
		n.t.Fatal(err)
	}
	return n.match(m.ID)
}

// stateAt is the whole position after event n.
func stateAt(t *testing.T, m *engine.Match, n int) json.RawMessage {
	t.Helper()
	past, err := m.At(n)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := past.State.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// TestRewindByConsent folds a proposal, its answers and the rewind: the position,
// the effective line, calls and decision numbers (contract, Words), and that what
// was opened stays open.
func TestRewindByConsent(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	start := m.Table.Started
	first := m.Active()[0]
	second, third := first%3+1, (first+1)%3+1
	// A whole round of passes, and the next Fame card is turned up.
	for _, seat := range []game.Seat{first, second, third} {
		m = n.play(m, seat, "pass")
	}
	for _, seat := range []game.Seat{first, second, third} {
		m = n.play(m, seat, "cube red")
	}
	opening := m.Log[m.N()-1]
	if len(opening.Opens) != 1 {
		t.Fatalf("the last cube of the round opens %d parts", len(opening.Opens))
	}
	if _, _, ok := m.TakeBack(third); ok {
		t.Error("a move that opened something can be taken back")
	}
	afterFirst := start + 1
	m = n.write(m, "seat:"+second.String(), events.Entry{Data: &events.RewindProposed{Seat: int(second), To: afterFirst}})
	m = n.write(m, "seat:"+third.String(), events.Entry{Data: &events.RewindAnswered{Seat: int(third), Agree: true}})
	if m.Decision(first) == 0 {
		t.Error("a proposal takes the turn away")
	}
	m = n.write(m, "seat:"+first.String(),
		events.Entry{Data: &events.RewindAnswered{Seat: int(first), Agree: true}},
		events.Entry{Data: &events.Rewound{To: afterFirst}, State: stateAt(t, m, afterFirst)})
	rewound := m.N()
	whole, err := m.State.MarshalJSON()
	if err != nil || !bytes.Equal(whole, stateAt(t, m, afterFirst)) {
		t.Errorf("the position is not that after event %d (%v)", afterFirst, err)
	}
	if got := m.Active(); len(got) != 1 || got[0] != second {
		t.Errorf("active: %v", got)
	}
	if m.Call(second) != rewound || m.Decision(second) != rewound {
		t.Errorf("call %d and decision %d, want %d: the question is asked again", m.Call(second), m.Decision(second), rewound)
	}
	if len(m.Table.Line) != 1 || m.Table.Line[0] != afterFirst {
		t.Errorf("effective line: %v", m.Table.Line)
	}
	// Played again, the same Fame card is not opened a second time.
	for _, seat := range []game.Seat{second, third} {
		m = n.play(m, seat, "pass")
	}
	for _, seat := range []game.Seat{first, second, third} {
		m = n.play(m, seat, "cube blue")
	}
	if again := m.Log[m.N()-1]; len(again.Opens) != 0 {
		t.Error("what was opened before the rewind is opened once more")
	}
	for _, h := range m.Story(0, start, m.N()) {
		if want := h.N > afterFirst && h.N < rewound; h.Type == events.TypePlayed && h.Dropped != want {
			t.Errorf("event %d: dropped %v", h.N, h.Dropped)
		}
	}
	verified(t, m)
}

// TestCallsOfSimultaneousSeats takes one seat's choice back while others choose:
// nobody else's call or decision changes.
func TestCallsOfSimultaneousSeats(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 3)
	start := m.Table.Started
	for seat := game.Seat(1); seat <= 3; seat++ {
		if m.Call(seat) != start || m.Decision(seat) != start {
			t.Errorf("seat %d: call %d, decision %d", seat, m.Call(seat), m.Decision(seat))
		}
	}
	m = n.play(m, 1, "bid 1")
	if m.Call(1) != 0 || m.Call(2) != start || m.Decision(3) != start {
		t.Errorf("after another's choice: calls %d %d %d", m.Call(1), m.Call(2), m.Call(3))
	}
	last, _, ok := m.TakeBack(1)
	if !ok {
		t.Fatal("an unseen choice cannot be taken back")
	}
	if _, err := n.PlayTakeBack(t.Context(), m.ID, 1, last); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	if m.Call(1) != m.N() || m.Call(2) != start || m.Decision(2) != start {
		t.Errorf("after the take-back: calls %d %d", m.Call(1), m.Call(2))
	}
	// A turn of several moves is one call; its decision number follows its moves.
	for seat := game.Seat(1); seat <= 3; seat++ {
		m = n.play(m, seat, "bid 2")
	}
	starter := m.Active()[0]
	call := m.Call(starter)
	m = n.play(m, starter, "show")
	if m.Call(starter) != call || m.Decision(starter) != m.N() {
		t.Errorf("call %d after %d, decision %d of %d events", m.Call(starter), call, m.Decision(starter), m.N())
	}
	m = n.play(m, starter, "stake 1")
	last, _, ok = m.TakeBack(starter)
	if !ok {
		t.Fatal("the stake cannot be taken back")
	}
	if _, err := n.PlayTakeBack(t.Context(), m.ID, starter, last); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	if m.Call(starter) != call || m.Decision(starter) != m.N() {
		t.Errorf("after its own take-back in the turn: call %d, decision %d", m.Call(starter), m.Decision(starter))
	}
	// A bot that takes the seat over is called anew.
	if _, err := n.Resign(t.Context(), n.seat(m.ID, starter)); err != nil {
		t.Fatal(err)
	}
	if m = n.match(m.ID); m.Call(starter) != m.N() {
		t.Errorf("after the seat changed hands: call %d of %d events", m.Call(starter), m.N())
	}
	verified(t, m)
}

// TestATakeBackBehindABotsAnswerGivesNoTime takes a move back that a bot has answered,
// so that the seat is asked again already: by its number the call goes on, but its
// time is that of the call before.
func TestATakeBackBehindABotsAnswerGivesNoTime(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	var h *table
	for start := game.Seat(0); start != 1; { // who starts is drawn, and is asked again after the bids
		h = newTable(t, "toy", 1, 1)
		var position struct{ Start game.Seat }
		if whole, err := h.here().State.MarshalJSON(); err != nil || json.Unmarshal(whole, &position) != nil {
			t.Fatalf("the state cannot be read: %s %v", whole, err)
		}
		start = position.Start
	}
	began := h.now
	h.now = h.now.AddDate(0, 0, 2)
	h.play(h.here(), 1, "bid 1")
	if _, err := h.Bots(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	m := h.here()
	if due := m.Due(1); !due.Equal(began.AddDate(0, 0, 5)) {
		t.Fatalf("asked again, seat 1 has until %v", due)
	}
	h.now = h.now.Add(time.Hour)
	last, _, ok := m.TakeBack(1)
	if !ok {
		t.Fatal("the bid cannot be taken back")
	}
	if _, err := h.PlayTakeBack(ctx, h.id, 1, last); err != nil {
		t.Fatal(err)
	}
	m = h.here()
	if due, want := m.Due(1), began.AddDate(0, 0, 3).Add(time.Hour); !due.Equal(want) {
		t.Errorf("after the take-back seat 1 has until %v, not %v: a day is left, as when it bid", due, want)
	}
	// The time of the later call is up, and the move before it is taken back: it is not
	// the earlier call's time that was up.
	h.play(m, 1, "bid 2")
	if _, err := h.Bots(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	h.now = h.now.AddDate(0, 0, 4)
	if _, err := h.Tick(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	if n, _ := h.here().Expired(1); n == 0 {
		t.Fatal("the time of the later call is not up")
	}
	last, _, _ = h.here().TakeBack(1)
	if _, err := h.PlayTakeBack(ctx, h.id, 1, last); err != nil {
		t.Fatal(err)
	}
	if n, _ := h.here().Expired(1); n != 0 {
		t.Errorf("the time of the earlier call was up by event %d", n)
	}
	verified(t, h.here())
}
