package engine_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// table is a match on a node of its own whose time stands still until it is moved.
type table struct {
	*node
	now time.Time
	id  string
}

const threeDays = `{"kind":"decision","time":259200,"policy":"note","zone":"UTC"}`

// newTable starts a match in which persons sit at so many seats, and bots at the others.
func newTable(t *testing.T, kind string, persons, bots int) *table {
	t.Helper()
	h := &table{node: newNode(t), now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	h.Engine = engine.New(engine.Config{Copy: h.truth, Truth: h.truth, Key: key, Now: func() time.Time { return h.now }, Random: rand.Reader})
	c := engine.Creation{ID: engine.NewID(), Kind: kind, Host: engine.NewID(), Clock: json.RawMessage(threeDays)}
	for range persons {
		c.Seats = append(c.Seats, engine.Invitation{Who: engine.Anybody})
	}
	for range bots {
		c.Seats = append(c.Seats, engine.Invitation{Who: engine.Bot})
	}
	if _, err := h.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	h.id = c.ID
	for seat := game.Seat(1); int(seat) <= persons; seat++ {
		if _, err := h.Take(t.Context(), h.seat(h.id, seat), engine.NewID(), ""); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func (h *table) here() *engine.Match { return h.match(h.id) }

// proposing is a proposal of a seat as a form of now makes it.
func (h *table) proposing(seat game.Seat, what string) engine.Proposing {
	m := h.here()
	p := engine.Proposing{Match: h.id, Seat: seat, After: m.N(), What: what}
	switch what {
	case events.WhatRewind:
		p.To = m.Table.Started
	case events.WhatPause:
		p.Until = h.now.AddDate(0, 0, 10)
	case events.WhatClock:
		p.Clock = json.RawMessage(strings.Replace(threeDays, "259200", "86400", 1))
	}
	return p
}

// propose proposes and gives the number of the proposal.
func (h *table) propose(seat game.Seat, what string) int {
	h.t.Helper()
	if _, err := h.Propose(h.t.Context(), h.proposing(seat, what)); err != nil {
		h.t.Fatalf("seat %d proposes %s: %v", seat, what, err)
	}
	p := h.here().Proposal()
	if p == nil {
		h.t.Fatalf("after seat %d proposed %s nothing is open", seat, what)
	}
	return p.N
}

func (h *table) answer(seat game.Seat, n int, agree bool) {
	h.t.Helper()
	if _, err := h.Answer(h.t.Context(), h.id, seat, n, agree); err != nil {
		h.t.Fatalf("seat %d answers %v: %v", seat, agree, err)
	}
}

// agree lets all who are asked agree.
func (h *table) agree(n int) *engine.Match {
	h.t.Helper()
	for _, seat := range h.here().Asked() {
		h.answer(seat, n, true)
	}
	return h.here()
}

// any is a legal turn of a seat that may choose.
func (h *table) any() engine.Turn {
	m := h.here()
	seat := m.Active()[0]
	return turn(m, seat, m.Legal(seat)[0])
}

// types are the types of the events after n.
func types(m *engine.Match, n int) (list []string) {
	for _, e := range m.Log[n:] {
		list = append(list, e.Type)
	}
	return list
}

func TestAProposalIsCarriedOutWithTheLastYes(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 3, 1)
	for _, c := range []struct {
		what, done string
		holds      func(m *engine.Match) bool
	}{
		{events.WhatClock, events.TypeClockChanged, func(m *engine.Match) bool {
			settings, ok := m.Clock()
			return ok && settings.Time == 86400
		}},
		{events.WhatPause, events.TypePaused, func(m *engine.Match) bool {
			until, paused := m.Paused()
			return paused && until.Equal(h.now.AddDate(0, 0, 10)) && m.Active() == nil && m.Call(1)+m.Call(2)+m.Call(3)+m.Call(4) == 0
		}},
		{events.WhatResume, events.TypeResumed, func(m *engine.Match) bool {
			_, paused := m.Paused()
			seat := m.Active()[0]
			return !paused && m.Call(seat) == m.N() && !m.Due(seat).IsZero()
		}},
		{events.WhatEnd, events.TypeAbandoned, func(m *engine.Match) bool {
			return m.Status() == engine.Abandoned && m.Table.Abandoned == "agreed" && m.Disclosed()
		}},
	} {
		n := h.propose(2, c.what)
		m := h.here()
		if p := m.Proposal(); p.N != n || p.Seat != 2 || p.What != c.what {
			t.Errorf("%s: the proposal is %+v", c.what, p)
		}
		if asked := m.Asked(); !slices.Equal(asked, []game.Seat{1, 3}) {
			t.Errorf("%s: asked are %v: not the proposer and not the bot", c.what, asked)
		}
		h.answer(3, n, true)
		if m = h.here(); !slices.Equal(m.Asked(), []game.Seat{1}) || m.Proposal() == nil || m.Log[m.N()-1].Type != events.TypeConsentAnswered {
			t.Errorf("%s: after one yes of two, asked are %v and the log ends with %s", c.what, m.Asked(), m.Log[m.N()-1].Type)
		}
		h.answer(1, n, true)
		m = h.here()
		if m.Proposal() != nil || m.Log[m.N()-1].Type != c.done || m.Log[m.N()-1].Cmd != m.Log[m.N()-2].Cmd || !c.holds(m) {
			t.Errorf("%s: after the last yes the log ends with %v", c.what, types(m, n))
		}
		verified(t, m)
	}
}

func TestOneNoEndsAProposal(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 3, 0)
	ctx := t.Context()
	for _, what := range []string{events.WhatPause, events.WhatEnd, events.WhatClock} {
		n := h.propose(1, what)
		h.answer(3, n, true)
		h.answer(2, n, false)
		m := h.here()
		if m.Proposal() != nil || m.Status() != engine.Playing || m.Table.Paused || len(m.Log) != n+2 {
			t.Errorf("%s: after a no there is %v", what, types(m, n))
		}
		_, err := h.Answer(ctx, h.id, 3, n, false)
		wantCode(t, err, engine.Stale)
	}
	n := h.propose(1, events.WhatEnd)
	if _, err := h.Withdraw(ctx, h.id, 2, n); err == nil {
		t.Error("another seat withdraws it")
	}
	r, err := h.Withdraw(ctx, h.id, 1, n)
	if err != nil || h.here().Proposal() != nil || h.here().Log[r.N-1].Type != events.TypeConsentLapsed {
		t.Errorf("withdrawn: %v, %v", err, types(h.here(), n))
	}
	_, err = h.Answer(ctx, h.id, 2, n, true)
	wantCode(t, err, engine.Stale)
	verified(t, h.here())
}

// TestWhoIsAloneAgreesAtOnce plays with bots: nobody else is asked.
func TestWhoIsAloneAgreesAtOnce(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 1, 2)
	if _, err := h.Bots(t.Context(), h.id); err != nil {
		t.Fatal(err)
	}
	h.play(h.here(), 1, h.here().Legal(1)[0])
	for _, what := range []string{events.WhatRewind, events.WhatPause, events.WhatResume, events.WhatClock, events.WhatEnd} {
		before := h.here().N()
		if _, err := h.Propose(t.Context(), h.proposing(1, what)); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		m := h.here()
		if m.Proposal() != nil || m.N() != before+2 || m.Log[before].Cmd != m.Log[before+1].Cmd {
			t.Errorf("%s: it wrote %v", what, types(m, before))
		}
		verified(t, m)
	}
	if h.here().Table.Abandoned != "agreed" {
		t.Error("the match goes on")
	}
}

// TestTwiceIsOnce sends each command once more.
func TestTwiceIsOnce(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 3, 0)
	ctx := t.Context()
	pause := h.proposing(1, events.WhatPause)
	twice := func(name string, do func() (engine.Receipt, error)) (n int) {
		t.Helper()
		first, err := do()
		again, twice := do()
		if err != nil || twice != nil || first.Repeated || !again.Repeated || first.N != again.N || first.N != h.here().N() {
			t.Errorf("%s: %+v, %v; again %+v, %v", name, first, err, again, twice)
		}
		return first.N
	}
	n := twice("propose", func() (engine.Receipt, error) { return h.Propose(ctx, pause) })
	twice("answer", func() (engine.Receipt, error) { return h.Answer(ctx, h.id, 2, n, true) })
	_, err := h.Answer(ctx, h.id, 2, n, false)
	wantCode(t, err, engine.Invalid) // he has answered
	twice("withdraw", func() (engine.Receipt, error) { return h.Withdraw(ctx, h.id, 1, n) })
	// The form that made it makes it no second time, a new one does.
	if r, err := h.Propose(ctx, pause); err != nil || !r.Repeated || h.here().Proposal() != nil {
		t.Errorf("an old form: %+v, %v", r, err)
	}
	h.propose(1, events.WhatPause)
}

func TestRefusalsOfProposals(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 2, 1)
	ctx := t.Context()
	refused := func(code engine.Code, seat game.Seat, what string, change func(p *engine.Proposing)) {
		t.Helper()
		p := h.proposing(seat, what)
		if change != nil {
			change(&p)
		}
		before := h.here().N()
		_, err := h.Propose(ctx, p)
		wantCode(t, err, code)
		if h.here().N() != before {
			t.Errorf("what was refused wrote %v", types(h.here(), before))
		}
	}
	for days, ok := range map[float64]bool{-1: false, 0: false, 0.9: false, 1: true, 90: true, 91: false, 1e4: false} {
		until := h.now.Add(time.Duration(days * 24 * float64(time.Hour)))
		if ok {
			p := h.proposing(1, events.WhatPause)
			p.Until = until
			r, err := h.Propose(ctx, p)
			if err != nil {
				t.Errorf("a pause of %v days: %v", days, err)
			} else if _, err := h.Withdraw(ctx, h.id, 1, r.N); err != nil {
				t.Error(err)
			}
			continue
		}
		refused(engine.Invalid, 1, events.WhatPause, func(p *engine.Proposing) { p.Until = until })
	}
	refused(engine.Invalid, 1, events.WhatPause, func(p *engine.Proposing) { p.Until = time.Time{} })
	for _, clock := range []string{threeDays, `{}`, `[]`, `{"kind":"decision","time":0,"policy":"note","zone":"UTC"}`, `x`, strings.Replace(threeDays, "note", "explode", 1)} {
		refused(engine.Invalid, 1, events.WhatClock, func(p *engine.Proposing) { p.Clock = json.RawMessage(clock) })
	}
	refused(engine.Invalid, 1, "", nil)
	refused(engine.Invalid, 1, "dance", nil)
	refused(engine.Invalid, 3, events.WhatEnd, nil) // a bot's seat
	refused(engine.Invalid, 0, events.WhatEnd, nil)
	refused(engine.Invalid, 4, events.WhatEnd, nil)
	refused(engine.Stale, 1, events.WhatResume, nil)
	refused(engine.Stale, 1, events.WhatRewind, nil) // it is there already
	refused(engine.Stale, 1, events.WhatRewind, func(p *engine.Proposing) { p.To = 1 })
	refused(engine.Stale, 1, events.WhatRewind, func(p *engine.Proposing) { p.To = 1 << 40 })
	for _, after := range []int{-1, 0, 1, 1 << 40} {
		refused(engine.Stale, 1, events.WhatEnd, func(p *engine.Proposing) { p.After = after })
	}
	// A form from before a move is stale, one from before a new link is not.
	early := h.proposing(1, events.WhatEnd)
	if _, err := h.Link(ctx, h.seat(h.id, 2), true); err != nil {
		t.Fatal(err)
	}
	r, err := h.Propose(ctx, early)
	if err != nil {
		t.Fatal(err)
	}
	refused(engine.Stale, 2, events.WhatPause, nil) // one at a time
	if _, err := h.Withdraw(ctx, h.id, 1, r.N); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Bots(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	early = h.proposing(1, events.WhatEnd)
	for range 2 {
		if _, err := h.Play(ctx, h.any()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Bots(ctx, h.id); err != nil {
			t.Fatal(err)
		}
	}
	_, err = h.Propose(ctx, early)
	wantCode(t, err, engine.Stale)
	// While paused one may go on, end it, or agree on another clock, and no more.
	h.agree(h.propose(1, events.WhatPause))
	refused(engine.Paused, 1, events.WhatPause, nil)
	refused(engine.Paused, 1, events.WhatRewind, nil)
	h.agree(h.propose(2, events.WhatClock))
	h.agree(h.propose(2, events.WhatResume))
	h.agree(h.propose(2, events.WhatEnd))
	refused(engine.Over, 1, events.WhatPause, nil)
	_, err = h.Withdraw(ctx, h.id, 2, r.N)
	wantCode(t, err, engine.Over)
	verified(t, h.here())
	gathering := h.create("patronize", engine.Anybody, engine.Anybody, engine.Bot)
	_, err = h.Propose(ctx, engine.Proposing{Match: gathering.ID, Seat: 1, After: gathering.N(), What: events.WhatEnd})
	wantCode(t, err, engine.NotYourTurn)
}

// TestAPauseIsAgreedOnTooLate answers yes after the day until which it was to last.
func TestAPauseIsAgreedOnTooLate(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 3, 0)
	n := h.propose(1, events.WhatPause)
	h.answer(2, n, true)
	h.now = h.now.AddDate(0, 0, 11)
	_, err := h.Answer(t.Context(), h.id, 3, n, true)
	wantCode(t, err, engine.Stale)
	h.answer(3, n, false)
	if h.here().Proposal() != nil {
		t.Error("it can be answered neither way")
	}
}

// TestAPausedMatchAsksNobodyAnything tries what a pause refuses.
func TestAPausedMatchAsksNobodyAnything(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 2, 1)
	ctx := t.Context()
	m := h.here()
	for m.Bot(m.Active()[0]) {
		if _, err := h.Bots(ctx, h.id); err != nil {
			t.Fatal(err)
		}
		m = h.here()
	}
	first := m.Active()[0]
	played := h.any()
	if _, err := h.Play(ctx, played); err != nil {
		t.Fatal(err)
	}
	m = h.here()
	last, _, ok := m.TakeBack(first)
	if !ok {
		t.Fatal("nothing can be taken back")
	}
	h.agree(h.propose(first, events.WhatPause))
	m = h.here()
	before := m.N()
	for seat := game.Seat(1); seat <= 3; seat++ {
		if m.Call(seat) != 0 || m.Decision(seat) != 0 || m.Legal(seat) != nil || !m.Due(seat).IsZero() {
			t.Errorf("seat %d is asked: call %d, decision %d", seat, m.Call(seat), m.Decision(seat))
		}
		_, err := h.Play(ctx, engine.Turn{Match: h.id, Seat: seat, Decision: m.Decision(seat), Moves: []game.Move{"pass"}})
		wantCode(t, err, engine.Paused)
	}
	if _, _, ok := m.TakeBack(first); ok || m.RewindTo() != nil {
		t.Error("a paused match offers to go back")
	}
	_, err := h.PlayTakeBack(ctx, h.id, first, last)
	wantCode(t, err, engine.Paused)
	if moves, err := h.Bots(ctx, h.id); err != nil || moves != 0 {
		t.Errorf("the bots play %d moves, %v", moves, err)
	}
	if h.here().N() != before {
		t.Errorf("it wrote %v", types(h.here(), before))
	}
	// Seats change hands all the same.
	if _, err := h.Resign(ctx, h.seat(h.id, first)); err != nil {
		t.Fatal(err)
	}
	if m = h.here(); !m.Table.Paused || len(m.Active()) != 0 {
		t.Error("a resignation ends the pause")
	}
	// Who is left ends the pause alone.
	if _, err := h.Propose(ctx, h.proposing(3-first, events.WhatResume)); err != nil {
		t.Fatal(err)
	}
	m = h.here()
	for _, seat := range m.Active() {
		if m.Call(seat) != m.N() {
			t.Errorf("seat %d has call %d of %d events after the pause", seat, m.Call(seat), m.N())
		}
	}
	verified(t, m)
}

// TestWhatLetsAProposalLapse does to the match what there is to do while a proposal is
// open: it lapses in the same slip, before it, and with a move that opens its own
// slip's secrets too.
func TestWhatLetsAProposalLapse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do    func(ctx context.Context, h *table) (engine.Receipt, error)
		stays bool
	}{
		"a move": {do: func(ctx context.Context, h *table) (engine.Receipt, error) { return h.Play(ctx, h.any()) }},
		"one's own move": {do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			m := h.here()
			return h.Play(ctx, turn(m, 2, m.Legal(2)[0]))
		}},
		"a take-back": {do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			last, _, _ := h.here().TakeBack(1)
			return h.PlayTakeBack(ctx, h.id, 1, last)
		}},
		"a resignation":  {do: func(ctx context.Context, h *table) (engine.Receipt, error) { return h.Resign(ctx, h.seat(h.id, 3)) }},
		"the proposer's": {do: func(ctx context.Context, h *table) (engine.Receipt, error) { return h.Resign(ctx, h.seat(h.id, 2)) }},
		"an offer": {do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			return h.Offer(ctx, h.seat(h.id, 4), engine.Anybody)
		}},
		"a newcomer": {do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			return h.Take(ctx, h.seat(h.id, 4), engine.NewID(), "")
		}},
		"the host's end": {do: func(ctx context.Context, h *table) (engine.Receipt, error) { return h.Abandon(ctx, h.id) }},
		"another host": {do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			return h.PassHost(ctx, h.id, h.here().Host(), h.here().Person(1), "host")
		}},
		"the clock": {do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			h.now = h.now.AddDate(0, 0, 4)
			_, err := h.Tick(ctx, h.id)
			return engine.Receipt{N: h.here().N()}, err
		}},
		"a link": {stays: true, do: func(ctx context.Context, h *table) (engine.Receipt, error) { return h.Link(ctx, h.seat(h.id, 3), true) }},
		"one's own link": {stays: true, do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			return h.Link(ctx, h.seat(h.id, 2), false)
		}},
		"a second answer": {stays: true, do: func(ctx context.Context, h *table) (engine.Receipt, error) {
			return h.Answer(ctx, h.id, 3, h.here().Proposal().N, true)
		}},
	} {
		for _, what := range []string{events.WhatRewind, events.WhatPause} {
			t.Run(name+"/"+what, func(t *testing.T) {
				t.Parallel()
				h := newTable(t, "toy", 3, 1)
				h.play(h.here(), 1, "bid 1")
				n := h.propose(2, what)
				if _, err := c.do(t.Context(), h); err != nil {
					t.Fatal(err)
				}
				m := h.here()
				if c.stays {
					if m.Proposal() == nil || m.Proposal().N != n {
						t.Errorf("it does not stand after %v", types(m, n))
					}
					return
				}
				want := events.TypeConsentLapsed
				if what == events.WhatRewind {
					want = events.TypeRewindLapsed
				}
				lapse := n
				if name == "a newcomer" {
					lapse++ // it is by him, so he sits first
				}
				if m.Proposal() != nil || m.Log[lapse].Type != want || m.N() < n+2 || m.Log[n].Cmd != m.Log[n+1].Cmd || m.Log[n].By != m.Log[n+1].By {
					t.Errorf("it is followed by %v", types(m, n))
				}
				verified(t, m)
			})
		}
	}
}

// TestALapseMovesWhatItsSlipOpens opens a secret move of its own slip behind a lapse.
func TestALapseMovesWhatItsSlipOpens(t *testing.T) {
	t.Parallel()
	h := newTable(t, "toy", 2, 0)
	var position struct{ Start game.Seat }
	if whole, err := h.here().State.MarshalJSON(); err != nil || json.Unmarshal(whole, &position) != nil {
		t.Fatalf("the state cannot be read: %s %v", whole, err)
	}
	h.play(h.here(), 3-position.Start, "bid 2")
	n := h.propose(position.Start, events.WhatPause)
	m := h.play(h.here(), position.Start, "bid 3", "show")
	if got := types(m, n); !slices.Equal(got, []string{events.TypeConsentLapsed, events.TypePlayed, events.TypePlayed}) {
		t.Errorf("the log goes on with %v", got)
	}
	if opens := m.Log[m.N()-1].Opens; len(opens) != 2 || opens[0].N+opens[1].N != (n-1)+(n+2) {
		t.Errorf("event %d opens %+v", m.N(), opens)
	}
	verified(t, m)
}

// TestRewindProposed goes back by consent, through the engine's own commands.
func TestRewindProposed(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 3, 0)
	ctx := t.Context()
	m := h.here()
	start := m.Table.Started
	first := m.Active()[0]
	second, third := first%3+1, (first+1)%3+1
	for _, move := range []game.Move{"pass", "cube red"} {
		for _, seat := range []game.Seat{first, second, third} {
			m = h.play(m, seat, move)
		}
	}
	opening := m.N() // it turns up the next Fame card
	m = h.play(m, m.Active()[0], "pass")
	to := m.RewindTo()
	if len(to) != 7 || to[0] != start || to[6] != opening || !slices.IsSorted(to) {
		t.Errorf("one may go back to %v, the present position is of event %d", to, m.N())
	}
	for viewer := game.Seat(0); viewer <= 3; viewer++ {
		since := m.Since(start+1, viewer)
		if len(since) != 1 || since[0].N != opening || !since[0].Opened || len(since[0].Facts) == 0 {
			t.Errorf("viewer %d is told that since then was shown: %+v", viewer, since)
		}
		if later := m.Since(opening, viewer); len(later) != 0 {
			t.Errorf("since the opening nothing was shown, but %+v", later)
		}
	}
	p := h.proposing(second, events.WhatRewind)
	p.To = start + 1
	r, err := h.Propose(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if o := h.here().Proposal(); o.To != start+1 || o.What != events.WhatRewind || o.N != r.N {
		t.Errorf("the proposal is %+v", o)
	}
	m = h.agree(r.N)
	if got := types(m, r.N); !slices.Equal(got, []string{events.TypeRewindAnswered, events.TypeRewindAnswered, events.TypeRewound}) {
		t.Errorf("the log goes on with %v", got)
	}
	whole, err := m.State.MarshalJSON()
	if err != nil || !bytes.Equal(whole, stateAt(t, m, start+1)) {
		t.Errorf("the position is not that after event %d (%v)", start+1, err)
	}
	if m.Call(second) != m.N() || m.Decision(second) != m.N() || m.Due(second).IsZero() || len(m.Table.Due) != 1 {
		t.Errorf("call %d of %d events, due %v", m.Call(second), m.N(), m.Table.Due)
	}
	// The move before which all agreed to stand is not taken back alone: more was seen.
	if _, _, ok := m.TakeBack(first); ok {
		t.Error("a move from before an agreed rewind can be taken back")
	}
	for _, h := range m.Story(0, start+1, r.N) {
		if h.Type == events.TypePlayed && !h.Dropped {
			t.Errorf("event %d is not struck out", h.N)
		}
	}
	m = h.play(m, second, "pass")
	if _, _, ok := m.TakeBack(second); !ok {
		t.Error("a new move cannot be taken back")
	}
	verified(t, m)
}

// TestThreeRewindsADay holds the limit, for each seat on its own.
func TestThreeRewindsADay(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 2, 1)
	ctx := t.Context()
	if _, err := h.Bots(ctx, h.id); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Play(ctx, h.any()); err != nil {
		t.Fatal(err)
	}
	began := h.now
	for range engine.MaxRewinds {
		h.answer(2, h.propose(1, events.WhatRewind), false)
		h.now = h.now.Add(time.Hour)
	}
	_, err := h.Propose(ctx, h.proposing(1, events.WhatRewind))
	wantCode(t, err, engine.Invalid)
	h.answer(1, h.propose(2, events.WhatRewind), false) // the other has his own three
	h.answer(2, h.propose(1, events.WhatPause), false)  // and other proposals are counted apart
	h.now = began.Add(24*time.Hour - time.Second)
	_, err = h.Propose(ctx, h.proposing(1, events.WhatRewind))
	wantCode(t, err, engine.Invalid)
	h.now = began.Add(24 * time.Hour)
	h.answer(2, h.propose(1, events.WhatRewind), false)
}

// Each proposal is a letter to everybody else: made and withdrawn without end it would
// fill their mailboxes.
func TestTenOtherProposalsADay(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 2, 1)
	began := h.now
	for i := range engine.MaxOthers {
		what := []string{events.WhatEnd, events.WhatPause}[i%2]
		if _, err := h.Withdraw(t.Context(), h.id, 1, h.propose(1, what)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := h.Propose(t.Context(), h.proposing(1, events.WhatEnd))
	wantCode(t, err, engine.Invalid)
	h.answer(1, h.propose(2, events.WhatEnd), false) // the other has his own
	h.now = began.Add(24 * time.Hour)
	h.answer(2, h.propose(1, events.WhatEnd), false)
}

// TestStoryOfConsents tells of each event what it is about.
func TestStoryOfConsents(t *testing.T) {
	t.Parallel()
	h := newTable(t, "patronize", 2, 1)
	n := h.propose(1, events.WhatPause)
	h.answer(2, n, true)
	h.now = h.now.AddDate(0, 0, 11)
	if _, err := h.Tick(t.Context(), h.id); err != nil {
		t.Fatal(err)
	}
	end := h.propose(2, events.WhatEnd)
	if _, err := h.Withdraw(t.Context(), h.id, 2, end); err != nil {
		t.Fatal(err)
	}
	m := h.here()
	var got []string
	for _, h := range m.Story(0, n-1, m.N()) {
		about := "nothing"
		if h.Proposal != nil {
			about = fmt.Sprintf("%s of %d", h.Proposal.What, h.Proposal.N)
		}
		got = append(got, fmt.Sprintf("%s by seat %d about %s, agreed %v", h.Type, h.Seat, about, h.Agreed))
	}
	want := []string{
		"consent.proposed by seat 1 about nothing, agreed false",
		fmt.Sprintf("consent.answered by seat 2 about pause of %d, agreed false", n),
		fmt.Sprintf("match.paused by seat 2 about pause of %d, agreed true", n),
		"match.resumed by seat 0 about nothing, agreed false",
		"consent.proposed by seat 2 about nothing, agreed false",
		fmt.Sprintf("consent.lapsed by seat 2 about end of %d, agreed false", end),
	}
	if !slices.Equal(got, want) {
		t.Errorf("the story is\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
