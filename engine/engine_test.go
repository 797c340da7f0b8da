package engine_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/stream"
	"pizzini/projections"
)

// node is an engine on an event store of its own, without a database: it reads
// the store itself.
type node struct {
	*engine.Engine
	t     testing.TB
	truth engine.Truth
}

var key = bytes.Repeat([]byte{7}, 32)

func newNode(t testing.TB) *node {
	t.Helper()
	store, err := stream.Open(t.Context(), stream.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	truth := projections.Truth(store)
	return &node{t: t, truth: truth, Engine: engineOn(truth)}
}

// engineOn is one more node on the same event store.
func engineOn(truth engine.Truth) *engine.Engine {
	return engine.New(engine.Config{Copy: truth, Truth: truth, Key: key, Now: time.Now, Random: rand.Reader})
}

func (n *node) create(kind string, seats ...engine.Invited) *engine.Match {
	n.t.Helper()
	c := engine.Creation{ID: engine.NewID(), Kind: kind, Host: engine.NewID(), Watch: true}
	for _, who := range seats {
		c.Seats = append(c.Seats, engine.Invitation{Who: who})
	}
	if _, err := n.Create(n.t.Context(), c); err != nil {
		n.t.Fatal(err)
	}
	return n.match(c.ID)
}

// started is a match in which persons sit at all seats.
func (n *node) started(kind string, players int) *engine.Match {
	n.t.Helper()
	m := n.create(kind, slices.Repeat([]engine.Invited{engine.Anybody}, players)...)
	for seat := game.Seat(1); int(seat) <= players; seat++ {
		words := events.WordsDigest(bytes.Repeat([]byte{byte(seat)}, 32), fmt.Sprint("words ", seat))
		if _, err := n.Take(n.t.Context(), n.seat(m.ID, seat), engine.NewID(), words); err != nil {
			n.t.Fatal(err)
		}
	}
	return n.match(m.ID)
}

func (n *node) seat(match string, seat game.Seat) engine.SeatCommand {
	return engine.SeatCommand{Match: match, Seat: seat, Answers: n.match(match).LinkNumber(seat)}
}

func (n *node) match(id string) *engine.Match {
	n.t.Helper()
	m, err := n.Match(n.t.Context(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	if m.Broken != nil {
		n.t.Fatal(m.Broken)
	}
	return m
}

func (n *node) play(m *engine.Match, seat game.Seat, moves ...game.Move) *engine.Match {
	n.t.Helper()
	if _, err := n.Play(n.t.Context(), turn(m, seat, moves...)); err != nil {
		n.t.Fatalf("seat %d plays %q: %v", seat, moves, err)
	}
	return n.match(m.ID)
}

func turn(m *engine.Match, seat game.Seat, moves ...game.Move) engine.Turn {
	return engine.Turn{Match: m.ID, Seat: seat, Decision: m.Decision(seat), Moves: moves}
}

func wantCode(t *testing.T, err error, code engine.Code) {
	t.Helper()
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || refusal.Code != code {
		t.Errorf("got %v, want a refusal %q", err, code)
		return
	}
	if refusal.What == "" || refusal.Mend == "" {
		t.Errorf("refusal %q does not say what is wrong and what to do: %+v", code, refusal)
	}
}

// verified checks every viewer's export of a match: nothing may fail.
func verified(t *testing.T, m *engine.Match) {
	t.Helper()
	viewers := []events.Viewer{events.All, 0}
	for seat := 1; seat <= m.Players(); seat++ {
		viewers = append(viewers, events.Viewer(seat))
	}
	for _, v := range viewers {
		var file bytes.Buffer
		if err := events.WriteExport(&file, v, m.Log); err != nil {
			t.Fatal(err)
		}
		x, err := events.ReadExport(&file)
		if err != nil {
			t.Fatal(err)
		}
		head := m.Head()
		for _, check := range engine.Verify(x, &head) {
			if check.Verdict == events.Fails || (check.Verdict == events.NotYet && m.Status() == engine.Ended) {
				t.Errorf("export of %s for %s: %s", m.ID, v, check)
			}
		}
	}
}

func TestMatchOfBotsComesToItsResult(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	for _, kind := range []string{"patronize", "toy"} {
		m := n.create(kind, engine.Bot, engine.Bot, engine.Bot)
		if m.Status() != engine.Playing {
			t.Fatalf("a match with no open seat is %s", m.Status())
		}
		if _, err := n.Bots(t.Context(), m.ID); err != nil {
			t.Fatal(err)
		}
		m = n.match(m.ID)
		if _, over := m.State.Result(); !over || m.Status() != engine.Ended {
			t.Errorf("%s: %s after the bots have played", kind, m.Status())
		}
		verified(t, m)
	}
}

func TestCreateTwiceIsOneMatch(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	c := engine.Creation{ID: engine.NewID(), Kind: "patronize", Host: engine.NewID(),
		Seats: []engine.Invitation{{Who: engine.Himself}, {Who: engine.Bot}, {Who: engine.Anybody}}}
	var wait sync.WaitGroup
	receipts := make([]engine.Receipt, 8)
	for i := range receipts {
		wait.Go(func() {
			var err error
			if receipts[i], err = n.Create(t.Context(), c); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for _, r := range receipts {
		if r.Match != c.ID || r.N != 4 {
			t.Errorf("receipt %+v", r)
		}
	}
	if m := n.match(c.ID); m.N() != 4 || m.Status() != engine.Gathering || m.Person(1) != c.Host || !m.Bot(2) {
		t.Errorf("%d events, %s", m.N(), m.Status())
	}
}

func TestCreateRefusals(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	good := engine.Creation{ID: engine.NewID(), Kind: "patronize", Host: engine.NewID(),
		Seats: []engine.Invitation{{Who: engine.Bot}, {Who: engine.Bot}, {Who: engine.Bot}}}
	for name, bad := range map[string]func(*engine.Creation){
		"no id":          func(c *engine.Creation) { c.ID = "" },
		"id of a path":   func(c *engine.Creation) { c.ID = "../../etc/passwd" },
		"unknown kind":   func(c *engine.Creation) { c.Kind = "chess" },
		"two players":    func(c *engine.Creation) { c.Seats = c.Seats[:2] },
		"six players":    func(c *engine.Creation) { c.Seats = slices.Repeat(c.Seats, 2) },
		"unknown option": func(c *engine.Creation) { c.Options = game.Options{"speed": "fast"} },
		"unknown value":  func(c *engine.Creation) { c.Options = game.Options{"edition": "gold"} },
		"nobody":         func(c *engine.Creation) { c.Seats = slices.Clone(c.Seats); c.Seats[1].Who = "" },
		"a bad person":   func(c *engine.Creation) { c.Seats = slices.Clone(c.Seats); c.Seats[1].Who = "person:x" },
	} {
		c := good
		bad(&c)
		_, err := n.Create(t.Context(), c)
		if t.Run(name, func(t *testing.T) { wantCode(t, err, engine.Invalid) }); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestSeatsAreTakenOnceAndTheLastStarts(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	ctx := t.Context()
	m := n.create("patronize", engine.Anybody, engine.Bot, engine.Anybody)
	first := n.seat(m.ID, 1)
	anna, bob := engine.NewID(), engine.NewID()
	if _, err := n.Take(ctx, first, anna, ""); err != nil {
		t.Fatal(err)
	}
	if r, err := n.Take(ctx, first, anna, ""); err != nil || !r.Repeated {
		t.Errorf("taking the seat twice: %+v, %v", r, err)
	}
	_, err := n.Take(ctx, first, bob, "")
	wantCode(t, err, engine.Stale)
	again := first
	again.Form = engine.NewID()
	_, err = n.Take(ctx, again, anna, "")
	wantCode(t, err, engine.Stale) // the same invitation, in somebody else's hands
	_, err = n.Take(ctx, n.seat(m.ID, 1), bob, "")
	wantCode(t, err, engine.Taken)
	if m := n.match(m.ID); m.Status() != engine.Gathering {
		t.Errorf("with an open seat the match is %s", m.Status())
	}
	if _, err := n.Take(ctx, n.seat(m.ID, 3), bob, ""); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	if m.Status() != engine.Playing || m.Log[m.N()-1].Cmd != m.Log[m.N()-2].Cmd {
		t.Errorf("the last seat does not start the match in its own slip: %s", m.Status())
	}
	verified(t, m)
}

func TestOneOfManySubmitsIsAccepted(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	seat := m.Active()[0]
	legal := m.Legal(seat)
	other := engineOn(n.truth) // a second node on the same store
	var wait sync.WaitGroup
	var mu sync.Mutex
	accepted, repeated := map[game.Move]int{}, 0
	for i := range 100 {
		wait.Go(func() {
			e := []*engine.Engine{n.Engine, other}[i%2]
			move := legal[i%len(legal)]
			r, err := e.Play(t.Context(), turn(m, seat, move))
			mu.Lock()
			defer mu.Unlock()
			var refusal *engine.Refusal
			switch {
			case err == nil && r.Repeated:
				repeated++
				accepted[move] += 0
			case err == nil:
				accepted[move]++
			case errors.As(err, &refusal) && (refusal.Code == engine.Stale || refusal.Code == engine.NotYourTurn):
			default:
				t.Errorf("%q: %v", move, err)
			}
		})
	}
	wait.Wait()
	if len(accepted) != 1 {
		t.Errorf("accepted: %v", accepted)
	}
	for move, count := range accepted {
		if count != 1 {
			t.Errorf("%q was accepted %d times", move, count)
		}
		after := n.match(m.ID)
		if after.N() != m.N()+1 || repeated == 0 {
			t.Errorf("%d events after %d, %d repeated", after.N(), m.N(), repeated)
		}
	}
}

func TestTwoSeatsChooseAtTheSameMoment(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 4)
	if len(m.Active()) != 4 {
		t.Fatalf("active: %v", m.Active())
	}
	other := engineOn(n.truth)
	var wait sync.WaitGroup
	for i, seat := range m.Active() {
		wait.Go(func() {
			e := []*engine.Engine{n.Engine, other}[i%2]
			if r, err := e.Play(t.Context(), turn(m, seat, m.Legal(seat)[i%2])); err != nil || r.Repeated {
				t.Errorf("seat %d: %+v, %v", seat, r, err)
			}
		})
	}
	wait.Wait()
	after := n.match(m.ID)
	if after.N() != m.N()+4 {
		t.Errorf("%d events were kept of 4", after.N()-m.N())
	}
	verified(t, after)
}

func TestSecretMovesStaySecretUntilOpened(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 2)
	m = n.play(m, 1, "bid 2")
	for _, viewer := range []game.Seat{0, 2} {
		h := m.Story(viewer, m.N()-1, m.N())[0]
		if !h.Hidden || h.Move != "" || h.Label != nil {
			t.Errorf("viewer %d sees %+v", viewer, h)
		}
		var file bytes.Buffer
		if err := events.WriteExport(&file, events.Viewer(viewer), m.Log); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(file.String(), "bid 2") {
			t.Errorf("the export for %d shows the secret move", viewer)
		}
	}
	if h := m.Story(1, m.N()-1, m.N())[0]; h.Move != "bid 2" {
		t.Errorf("the seat itself sees %+v", h)
	}
	m = n.play(m, 2, "bid 3")
	starter := m.Active()[0]
	m = n.play(m, starter, "show")
	for _, h := range m.Story(0, m.N()-3, m.N()-1) {
		if h.Hidden || !strings.HasPrefix(string(h.Move), "bid") {
			t.Errorf("after the opening a spectator sees %+v", h)
		}
	}
	if got := len(m.Log[m.N()-1].Opens); got != 2 {
		t.Errorf("the showing opens %d parts", got)
	}
	verified(t, m)
}

// A secret move and the move that opens it may stand in one command.
func TestASecretMoveIsOpenedInItsOwnCommand(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 2)
	var position struct{ Start game.Seat }
	if whole, err := m.State.MarshalJSON(); err != nil || json.Unmarshal(whole, &position) != nil {
		t.Fatalf("the state cannot be read: %s %v", whole, err)
	}
	other := 3 - position.Start
	m = n.play(m, other, "bid 2")
	m = n.play(m, position.Start, "bid 3", "show")
	if opens := m.Log[m.N()-1].Opens; len(opens) != 2 || opens[0].N+opens[1].N != 2*m.N()-3 {
		t.Errorf("the showing, event %d, opens %+v", m.N(), opens)
	}
	for _, h := range m.Story(0, m.N()-3, m.N()-1) {
		if h.Hidden || !strings.HasPrefix(string(h.Move), "bid") {
			t.Errorf("after the opening a spectator sees %+v", h)
		}
	}
	verified(t, m)
}

func TestRefusalsOfTurns(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	ctx := t.Context()
	m := n.started("patronize", 3)
	seat := m.Active()[0]
	other := seat%3 + 1
	play := func(change func(*engine.Turn)) error {
		c := turn(m, seat, m.Legal(seat)[0])
		change(&c)
		_, err := n.Play(ctx, c)
		return err
	}
	wantCode(t, play(func(c *engine.Turn) { c.Match = engine.NewID() }), engine.NotFound)
	wantCode(t, play(func(c *engine.Turn) { c.Match = "not an id" }), engine.NotFound)
	wantCode(t, play(func(c *engine.Turn) { c.Seat = other }), engine.NotYourTurn)
	wantCode(t, play(func(c *engine.Turn) { c.Seat = 9 }), engine.NotYourTurn)
	wantCode(t, play(func(c *engine.Turn) { c.Decision++ }), engine.Stale)
	wantCode(t, play(func(c *engine.Turn) { c.Moves = nil }), engine.Invalid)
	wantCode(t, play(func(c *engine.Turn) { c.Moves = slices.Repeat(c.Moves, 41) }), engine.Invalid)
	wantCode(t, play(func(c *engine.Turn) { c.Moves = []game.Move{"win"} }), engine.Illegal)
	wantCode(t, play(func(c *engine.Turn) { c.Moves = []game.Move{c.Moves[0], c.Moves[0]} }), engine.Illegal)
	if after := n.match(m.ID); after.N() != m.N() {
		t.Errorf("a refused turn wrote %d events", after.N()-m.N())
	}
}

func TestWhatOpensSomethingEndsTheCommand(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 2)
	m = n.play(m, 1, "bid 1")
	m = n.play(m, 2, "bid 1")
	seat := m.Active()[0]
	_, err := n.Play(t.Context(), turn(m, seat, "show", "stake 1"))
	wantCode(t, err, engine.Opens)
	d, err := m.Draft(seat, []game.Move{"show"})
	if err != nil || d.Pending == nil || len(d.Choices) != 0 {
		t.Errorf("a try that opens something: %+v, %v", d, err)
	}
	m = n.play(m, seat, "show")
	m = n.play(m, seat, "stake 1", "roll")
	if last := m.Log[m.N()-1]; last.N == 0 {
		t.Error("nothing was played")
	}
	verified(t, m)
}

func TestTakeBack(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	ctx := t.Context()
	m := n.started("patronize", 3)
	seat := m.Active()[0]
	before, err := m.State.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	was := m.Decision(seat)
	m = n.play(m, seat, "pass")
	last, to, ok := m.TakeBack(seat)
	if !ok || last != m.N() || to != m.Table.Started {
		t.Fatalf("take-back: %d to %d, %v", last, to, ok)
	}
	next := m.Active()[0]
	if _, _, ok := m.TakeBack(next); ok {
		t.Error("a seat may take back another's move")
	}
	r, err := n.PlayTakeBack(ctx, m.ID, seat, last)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := n.PlayTakeBack(ctx, m.ID, seat, last); err != nil || !again.Repeated || again.N != r.N {
		t.Errorf("taking back twice: %+v, %v", again, err)
	}
	m = n.match(m.ID)
	after, err := m.State.MarshalJSON()
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the position differs after the take-back (%v)", err)
	}
	if m.Decision(seat) <= was || m.Decision(next) != 0 {
		t.Errorf("decision %d after %d; the next seat's %d", m.Decision(seat), was, m.Decision(next))
	}
	if _, _, ok := m.TakeBack(seat); ok {
		t.Error("there is something to take back after a take-back of everything")
	}
	// The same choice again is another command, since the decision is another.
	m = n.play(m, seat, "pass")
	m = n.play(m, next, "pass")
	_, err = n.PlayTakeBack(ctx, m.ID, seat, last+2)
	wantCode(t, err, engine.Stale)
	story := m.Story(0, m.Table.Started, m.N())
	if !story[0].Dropped || story[2].Dropped {
		t.Errorf("dropped moves are not told apart: %+v", story)
	}
	verified(t, m)
}

func TestBotsAnswersGoBackWithTheMove(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.create("patronize", engine.Anybody, engine.Bot, engine.Bot)
	if _, err := n.Take(t.Context(), n.seat(m.ID, 1), engine.NewID(), ""); err != nil {
		t.Fatal(err)
	}
	for taken := 0; taken < 3; {
		if _, err := n.Bots(t.Context(), m.ID); err != nil {
			t.Fatal(err)
		}
		m = n.match(m.ID)
		if m.Status() != engine.Playing {
			return
		}
		was := m.State
		m = n.play(m, 1, m.Legal(1)[0])
		if _, err := n.Bots(t.Context(), m.ID); err != nil {
			t.Fatal(err)
		}
		m = n.match(m.ID)
		last, _, ok := m.TakeBack(1)
		if !ok {
			continue
		}
		taken++
		if _, err := n.PlayTakeBack(t.Context(), m.ID, 1, last); err != nil {
			t.Fatal(err)
		}
		m = n.match(m.ID)
		a, _ := was.MarshalJSON()
		b, _ := m.State.MarshalJSON()
		if !bytes.Equal(a, b) {
			t.Errorf("position %s after the take-back, %s before the move", b, a)
		}
		m = n.play(m, 1, m.Legal(1)[0])
	}
	verified(t, n.match(m.ID))
}

func TestResignedSeatIsPlayedByABot(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	ctx := t.Context()
	m := n.started("patronize", 3)
	for seat := game.Seat(1); seat <= 3; seat++ {
		c := n.seat(m.ID, seat)
		if _, err := n.Resign(ctx, c); err != nil {
			t.Fatal(err)
		}
		if r, err := n.Resign(ctx, c); err != nil || !r.Repeated {
			t.Errorf("resigning twice: %+v, %v", r, err)
		}
		_, err := n.Resign(ctx, n.seat(m.ID, seat))
		wantCode(t, err, engine.Taken)
	}
	if _, err := n.Bots(ctx, m.ID); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	if m.Status() != engine.Ended {
		t.Errorf("the match is %s", m.Status())
	}
	_, err := n.Resign(ctx, n.seat(m.ID, 1))
	wantCode(t, err, engine.Over)
	// A link may still be made after the end, to look back.
	if _, err := n.Link(ctx, n.seat(m.ID, 1), true); err != nil {
		t.Fatal(err)
	}
	verified(t, n.match(m.ID))
}

func TestAbandonedMatchHasNoResultAndNoSecrets(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	if _, err := n.Abandon(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	after := n.match(m.ID)
	if after.Status() != engine.Abandoned || len(after.Active()) != 0 {
		t.Errorf("%s, active %v", after.Status(), after.Active())
	}
	past, err := after.At(m.N())
	if err != nil {
		t.Fatal(err)
	}
	view, err := past.View(0).MarshalJSON()
	if err != nil || !strings.Contains(string(view), "fameDeck\"") {
		t.Errorf("a past position of an abandoned match is still secret: %s, %v", view, err)
	}
	_, err = n.Play(t.Context(), turn(m, m.Active()[0], m.Legal(m.Active()[0])[0]))
	wantCode(t, err, engine.Over)
	verified(t, after)
}

func TestNewLinkKillsTheOldOne(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	old := m.LinkNumber(2)
	if _, err := n.Link(context.Background(), n.seat(m.ID, 2), true); err != nil {
		t.Fatal(err)
	}
	m = n.match(m.ID)
	if m.LinkNumber(2) == old || m.LinkNumber(1) == m.LinkNumber(2) || m.Table.Seats[1].Link != 1 {
		t.Errorf("link number %d after %d", m.LinkNumber(2), old)
	}
}

func TestPastPositionsAreThoseOfTheirTime(t *testing.T) {
	t.Parallel()
	m := longMatch(t)
	for i := 1; i <= m.N(); i++ {
		past, err := m.At(i)
		if err != nil {
			t.Fatal(err)
		}
		fresh := engine.Fold(m.Log[:i])
		if past.N() != i || past.Head() != fresh.Head() || past.Status() != fresh.Status() || !reflect.DeepEqual(past.Table, fresh.Table) {
			t.Fatalf("position %d differs from a fold of %d events:\n%+v\n%+v", i, i, past.Table, fresh.Table)
		}
		if !reflect.DeepEqual(past.State, fresh.State) || !reflect.DeepEqual(past.Active(), fresh.Active()) {
			t.Fatalf("position %d has another state than a fold of %d events", i, i)
		}
		for seat := game.Seat(0); seat <= 4; seat++ {
			last, to, ok := past.TakeBack(seat)
			freshLast, freshTo, freshOK := fresh.TakeBack(seat)
			if past.Call(seat) != fresh.Call(seat) || past.Decision(seat) != fresh.Decision(seat) || past.LinkNumber(seat) != fresh.LinkNumber(seat) ||
				last != freshLast || to != freshTo || ok != freshOK {
				t.Fatalf("position %d asks seat %d for something else than a fold of %d events", i, seat, i)
			}
		}
	}
	for _, bad := range []int{0, -1, m.N() + 1} {
		_, err := m.At(bad)
		wantCode(t, err, engine.NotFound)
	}
}

// A story that begins late is told from a position in the middle, and is the end of
// the whole one all the same.
func TestALateStoryIsTheEndOfTheWholeOne(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("patronize", 3)
	choose := game.Random(5)
	for range 25 {
		seat := m.Active()[0]
		legal := m.Legal(seat)
		m = n.play(m, seat, legal[choose(uint64(len(legal)))])
		if last, _, ok := m.TakeBack(seat); ok && choose(3) > 0 {
			if _, err := n.PlayTakeBack(t.Context(), m.ID, seat, last); err != nil {
				t.Fatal(err)
			}
			m = n.match(m.ID)
		}
	}
	if m.N() < 25+10 {
		t.Fatalf("next to nothing was taken back: %d events", m.N())
	}
	for _, viewer := range []game.Seat{game.All, 0, 2} {
		whole := m.Story(viewer, 0, m.N())
		for after := range m.N() {
			if late := m.Story(viewer, after, m.N()); !reflect.DeepEqual(late, whole[after:]) {
				t.Fatalf("viewer %d, after event %d: told is\n%+v\nand it was\n%+v", viewer, after, late, whole[after:])
			}
		}
	}
}

// TestWhatCannotBeReadStopsItsMatchAlone puts what a newer program might write on
// a match's subject.
func TestWhatCannotBeReadStopsItsMatchAlone(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	ctx := t.Context()
	newer := func(m *engine.Match, change func(line string) string) []byte {
		head := m.Head()
		line := fmt.Sprintf(`{"v":1,"match":%q,"n":%d,"type":"match.blessed","at":%q,"by":"operator","cmd":%q,"prev":%q,"data":{}}`,
			m.ID, head.N+1, events.FormatTime(time.Now().Add(time.Hour)), hex.EncodeToString([]byte(m.ID)), head.Hash)
		return []byte(change(line) + "\n")
	}
	for name, change := range map[string]func(string) string{
		"a type of a newer program":    func(l string) string { return l },
		"a version of a newer program": func(l string) string { return strings.Replace(l, `"v":1`, `"v":2`, 1) },
		"no JSON":                      func(string) string { return "hello" },
	} {
		m := n.started("patronize", 3)
		beside := n.started("patronize", 3)
		if _, _, err := n.truth.Append(ctx, m.ID, m.Version(), hex.EncodeToString([]byte(m.ID)), newer(m, change)); err != nil {
			t.Fatal(err)
		}
		stopped, err := engineOn(n.truth).Match(ctx, m.ID)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if stopped.Status() != engine.Stopped || stopped.Broken == nil || stopped.State == nil || stopped.View(0) == nil {
			t.Errorf("%s: the match is %s, %v", name, stopped.Status(), stopped.Broken)
		}
		var file bytes.Buffer
		if err := events.WriteExport(&file, events.All, stopped.Log); err != nil {
			t.Errorf("%s: no export: %v", name, err)
		}
		seat := m.Active()[0]
		_, err = n.Play(ctx, turn(m, seat, m.Legal(seat)[0]))
		wantCode(t, err, engine.Broken)
		n.play(beside, beside.Active()[0], "pass")
	}
}

// TestMatchOfUnknownRulesKeepsItsSeats shows a match that a newer program began:
// its links hold, it can be exported, and its host can end it.
func TestMatchOfUnknownRulesKeepsItsSeats(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	ctx := t.Context()
	id, host, anna := engine.NewID(), engine.NewID(), engine.NewID()
	seed := bytes.Repeat([]byte{5}, 32)
	payload, written, err := events.Slip{
		Match: id, By: "host", Cmd: strings.Repeat("a", 32), At: time.Now(), Prev: events.NoHead, Seed: seed, Random: rand.Reader,
		Entries: []events.Entry{
			{Data: &events.Created{Kind: "patronize", Rules: 99, Players: 3, Options: map[string]any{}, Host: host, Seed: hex.EncodeToString(seed), Words: map[string]string{"1": ""}}},
			{Data: &events.SeatTaken{Seat: 1, Who: "person:" + anna}},
			{Data: &events.SeatOffered{Seat: 2, To: "link"}},
		},
	}.Write()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := n.truth.Append(ctx, id, 0, written[0].Cmd, payload); err != nil {
		t.Fatal(err)
	}
	m, err := n.Match(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if m.Status() != engine.Stopped || m.Person(1) != anna || m.LinkNumber(2) != 3 || !strings.Contains(m.Broken.Error(), "newer pizzini") {
		t.Errorf("%s, seat 1 %q, link number %d: %v", m.Status(), m.Person(1), m.LinkNumber(2), m.Broken)
	}
	_, err = n.Take(ctx, engine.SeatCommand{Match: id, Seat: 2, Answers: 3}, engine.NewID(), "")
	wantCode(t, err, engine.Broken)
	if _, err := n.Abandon(ctx, id); err != nil {
		t.Errorf("a broken match cannot be ended: %v", err)
	}
}

// TestWhyAMatchStoppedTellsNoSecret breaks a fold at a sealed move and at a sealed
// set-up: the reason goes to pages.
func TestWhyAMatchStoppedTellsNoSecret(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	m := n.started("toy", 2)
	sealed := []events.Place{{At: "/move", To: []int{1}}}
	seed, err := hex.DecodeString(m.Table.Created.Seed)
	if err != nil {
		t.Fatal(err)
	}
	_, written, err := events.Slip{
		Match: m.ID, By: "seat:1", Cmd: strings.Repeat("d", 32), At: time.Now().Add(time.Hour), Prev: m.Head(), Seed: seed, Random: rand.Reader,
		Entries: []events.Entry{{Data: &events.Played{Seat: 1, Move: "bid 77"}, Seal: sealed, State: []byte(`{}`)}},
	}.Write()
	if err != nil {
		t.Fatal(err)
	}
	stopped := m.With(written)
	if stopped.Broken == nil || strings.Contains(stopped.Broken.Error(), "77") {
		t.Errorf("the match stopped because %v", stopped.Broken)
	}
	if want := fmt.Sprintf("event %d", m.N()+1); !strings.Contains(stopped.Broken.Error(), want) {
		t.Errorf("the reason does not name %s: %v", want, stopped.Broken)
	}
}
