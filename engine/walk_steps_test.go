package engine_test

import (
	"encoding/json"
	"slices"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// step does one thing to the match.
func (w *walk) step() {
	free := func(s game.Seat) bool { return w.match.Person(s) == "" }
	switch evenly(w, "step", walkSteps) {
	case "play":
		w.play()
	case "bot":
		w.bot()
	case "play again":
		w.again()
	case "lose an answer":
		w.shelf.mute = true
		w.play()
		w.shelf.mute = false
	case "take back":
		w.takeBack()
	case "propose":
		w.propose()
	case "go back":
		w.goBack()
	case "agree":
		w.agree()
	case "answer":
		w.answer()
	case "withdraw":
		w.withdraw()
	case "resign":
		w.did(w.any().Resign(w.ctx, w.form(w.human())))
	case "remove":
		w.did(w.any().Remove(w.ctx, w.form(w.human())))
	case "offer":
		w.offer()
	case "take":
		w.take(w.one(w.seats(free)))
	case "seat bot":
		w.did(w.any().SeatBot(w.ctx, w.form(w.one(w.seats(free)))))
	case "link":
		w.did(w.any().Link(w.ctx, w.form(w.one(w.seats(func(game.Seat) bool { return true }))), rapid.Bool().Draw(w.T, "by host")))
	case "pass host":
		w.passHost()
	case "time":
		w.time()
	case "claim or wave":
		w.judge()
	case "reclock":
		w.reclock()
	case "abandon":
		if rapid.Bool().Draw(w.T, "keeps") {
			return
		}
		w.did(w.any().Abandon(w.ctx, w.id))
	}
}

// walkSteps are the steps, each as often as it shall come. The first is what rapid comes to
// when it makes a walk simpler.
var walkSteps = slices.Concat(
	often("play", 30), often("bot", 10), often("agree", 14), often("time", 12), often("go back", 6), often("propose", 6), often("take back", 6),
	often("claim or wave", 5), often("answer", 4), often("take", 4), often("reclock", 4), often("remove", 3), often("resign", 2), often("offer", 2),
	often("withdraw", 2), often("seat bot", 2), often("link", 2), often("pass host", 2), often("play again", 2), often("lose an answer", 2), often("abandon", 1),
)

func often(step string, times int) []string { return slices.Repeat([]string{step}, times) }

// evenly draws one of a list, all alike: what rapid draws by itself is rather one of the
// first.
func evenly[V any](w *walk, label string, of []V) V {
	return rapid.Custom(func(t *rapid.T) V {
		x := rapid.Uint64().Draw(t, label) * 0x9e3779b97f4a7c15
		return of[(x^x>>32)*0xd6e8feb86659fd93>>32%uint64(len(of))]
	}).Draw(w.T, label)
}

// choose draws a legal turn of a seat, of a few moves.
func (w *walk) choose(seat game.Seat) engine.Turn {
	t := engine.Turn{Match: w.id, Seat: seat, Decision: w.match.Decision(seat)}
	legal := w.match.Legal(seat)
	for len(legal) > 0 && len(t.Moves) < 4 {
		t.Moves = append(t.Moves, evenly(w, "move", legal))
		draft, err := w.match.Draft(seat, t.Moves)
		if err != nil || draft.Pending != nil || !rapid.Bool().Draw(w.T, "more") {
			break
		}
		legal = nil
		for _, choice := range draft.Choices {
			legal = append(legal, choice.Move)
		}
	}
	return t
}

func (w *walk) play() {
	humans := slices.DeleteFunc(slices.Clone(w.match.Active()), w.match.Bot)
	if len(humans) == 0 && len(w.match.Active()) > 0 {
		w.bot()
		return
	}
	t := w.choose(w.one(humans))
	w.turns = append(w.turns, t)
	w.did(w.any().Play(w.ctx, t))
}

func (w *walk) bot() {
	seat := w.one(slices.DeleteFunc(slices.Clone(w.match.Active()), func(s game.Seat) bool { return !w.match.Bot(s) }))
	w.did(w.any().PlayBot(w.ctx, w.choose(seat)))
}

// again sends a turn that was sent before.
func (w *walk) again() {
	if len(w.turns) == 0 {
		return
	}
	before := w.match.N()
	r, err := w.any().Play(w.ctx, evenly(w, "turn", w.turns))
	w.did(r, err)
	if err == nil && !r.Repeated && w.match.N() == before {
		w.Fatalf("an old turn has the receipt %+v and writes nothing", r)
	}
}

func (w *walk) takeBack() {
	able := w.seats(func(s game.Seat) bool { _, _, ok := w.match.TakeBack(s); return ok })
	seat := w.one(able)
	last, to, _ := w.match.TakeBack(seat)
	m := w.match
	r, err := w.any().PlayTakeBack(w.ctx, w.id, seat, last)
	w.did(r, err)
	if len(able) > 0 {
		if err != nil {
			w.Fatalf("seat %d cannot take event %d back to %d, as is offered: %v", seat, last, to, err)
		}
		w.atPosition(to)
		w.noTimeChanged(m, seat, to)
	}
}

// noTimeChanged holds that a take-back gave no time and took none, where nothing but
// moves had happened since the first that it dropped; m is the match before it.
func (w *walk) noTimeChanged(m *engine.Match, seat game.Seat, to int) {
	w.Helper()
	first := m.Table.Line[slices.IndexFunc(m.Table.Line, func(n int) bool { return n > to })]
	for _, e := range m.Log[first-1:] {
		if e.Type != events.TypePlayed {
			return
		}
	}
	past, err := m.At(first - 1)
	if err != nil {
		w.Fatal(err)
	}
	settings, clocked := w.match.Clock()
	if !clocked {
		return
	}
	hours := w.people[w.match.Person(seat)]
	had, has := settings.Running(hours, m.Log[first-1].At, past.Due(seat)), settings.Running(hours, w.match.Table.At, w.match.Due(seat))
	if w.match.Call(seat) != past.Call(seat) && (had-has).Abs() > time.Second {
		w.Fatalf("seat %d had %v left when it made the move that it takes back, and has %v", seat, had, has)
	}
	was, _ := past.Expired(seat)
	if is, _ := w.match.Expired(seat); w.match.Call(seat) != past.Call(seat) && is != was {
		w.Fatalf("seat %d takes a move back from before its time was up (event %d, now %d)", seat, was, is)
	}
	for _, other := range w.seats(func(s game.Seat) bool { return s != seat && w.match.Person(s) != "" }) {
		if w.match.Left(other) != past.Left(other) || !w.match.Due(other).Equal(past.Due(other)) {
			w.Fatalf("by the take-back of seat %d, seat %d has until %v or %v, after %v or %v", seat, other, w.match.Due(other), w.match.Left(other), past.Due(other), past.Left(other))
		}
	}
}

func (w *walk) propose() {
	p := engine.Proposing{Match: w.id, Seat: w.human(), After: w.match.N()}
	p.What = evenly(w, "what", []string{events.WhatPause, events.WhatPause, events.WhatPause, events.WhatClock, events.WhatClock, events.WhatClock, events.WhatEnd, "dance"})
	if w.match.Table.Paused {
		p.What = evenly(w, "what while paused", []string{events.WhatResume, events.WhatResume, events.WhatResume, events.WhatClock, events.WhatPause})
	}
	p.Until = w.now.Add(time.Duration(rapid.IntRange(0, 100*24).Draw(w.T, "hours")) * time.Hour)
	p.Clock = json.RawMessage(evenly(w, "another clock", walkClocks))
	w.did(w.any().Propose(w.ctx, p))
}

func (w *walk) goBack() {
	p := engine.Proposing{Match: w.id, Seat: w.human(), After: w.match.N(), What: events.WhatRewind}
	if to := w.match.RewindTo(); len(to) > 0 && evenly(w, "form", walkForms) == "new" {
		p.To = evenly(w, "to", to)
	} else {
		p.To = rapid.IntRange(-1, w.match.N()+1).Draw(w.T, "anywhere")
	}
	w.match.Since(p.To, p.Seat)
	r, err := w.any().Propose(w.ctx, p)
	w.did(r, err)
	if err == nil && w.match.Proposal() == nil {
		w.atPosition(p.To)
	}
}

// agree lets one who is asked say yes, as is offered to him.
func (w *walk) agree() {
	p, asked := w.match.Proposal(), w.match.Asked()
	if len(asked) == 0 {
		evenly(w, "first", []func(){w.propose, w.goBack})()
		return
	}
	r, err := w.any().Answer(w.ctx, w.id, w.one(asked), p.N, true)
	w.did(r, err)
	late := p.What == events.WhatPause && !p.Until.After(w.now)
	switch {
	case err != nil && !late:
		w.Fatalf("the proposal %+v cannot be agreed to: %v", p, err)
	case err == nil && len(asked) == 1 && p.What == events.WhatRewind:
		w.atPosition(p.To)
	}
}

func (w *walk) answer() {
	n := rapid.IntRange(0, w.match.N()).Draw(w.T, "proposal")
	if p := w.match.Proposal(); p != nil {
		n = p.N
	}
	w.did(w.any().Answer(w.ctx, w.id, w.human(), n, rapid.Bool().Draw(w.T, "agrees")))
}

func (w *walk) withdraw() {
	seat, n := w.human(), 1
	if p := w.match.Proposal(); p != nil {
		seat, n = game.Seat(p.Seat), p.N
	}
	w.did(w.any().Withdraw(w.ctx, w.id, seat, n))
}

func (w *walk) offer() {
	to := engine.Anybody
	if rapid.Bool().Draw(w.T, "to a person") {
		to = engine.Person(w.somebody())
	}
	w.did(w.any().Offer(w.ctx, w.form(w.one(w.seats(func(s game.Seat) bool { return w.match.Person(s) == "" }))), to))
}

// somebody is a person who was there before, or a new one.
func (w *walk) somebody() string {
	if rapid.Bool().Draw(w.T, "known") {
		return evenly(w, "person", w.ids)
	}
	return w.person()
}

func (w *walk) take(seat game.Seat) {
	words := evenly(w, "words", []string{"", events.WordsDigest(make([]byte, 32), "avanti")})
	w.did(w.any().Take(w.ctx, w.form(seat), w.somebody(), words))
}

func (w *walk) passHost() {
	from, to := w.match.Host(), evenly(w, "new host", w.ids)
	if evenly(w, "form", walkForms) == "old" {
		from = evenly(w, "old host", w.ids)
	}
	by := evenly(w, "by", []string{"host", "host", "operator", "clock"})
	w.did(w.any().PassHost(w.ctx, w.id, from, to, by))
}

// time passes, and sometimes it is set back; then the clock does what it has to, once.
func (w *walk) time() {
	if wake := w.match.Wake(21); wake.After(w.now) && rapid.Bool().Draw(w.T, "until something is due") {
		w.now = wake
	}
	minutes := rapid.IntRange(-90, evenly(w, "at most", []int{90, 4 * 24 * 60, 9 * 24 * 60})).Draw(w.T, "minutes")
	w.now = w.now.Add(time.Duration(minutes) * time.Minute)
	next, err := w.any().Tick(w.ctx, w.id)
	if err != nil {
		w.Fatalf("the clock fails: %v", err)
	}
	if w.look(); !next.Equal(w.match.Wake(21)) || !next.IsZero() && !next.After(w.now) {
		w.Fatalf("at %v the clock is to look again at %v, and the match has something for it at %v", w.now, next, w.match.Wake(21))
	}
	before := w.match.N()
	again, err := w.any().Tick(w.ctx, w.id)
	if w.look(); err != nil || !again.Equal(next) || w.match.N() != before {
		w.Fatalf("a second tick says %v, %v after %v, and writes events %d to %d", again, err, next, before+1, w.match.N())
	}
}

// judge claims or waves what a player's time left to the others.
func (w *walk) judge() {
	about := w.one(w.seats(func(s game.Seat) bool { _, policy := w.match.Expired(s); return policy == events.PolicyClaim }))
	by := w.one(w.seats(func(s game.Seat) bool { return w.match.Person(s) != "" && s != about }))
	n, _ := w.match.Expired(about)
	do := w.any().Claim
	if rapid.Bool().Draw(w.T, "wave") {
		do = w.any().Wave
	}
	w.did(do(w.ctx, w.id, by, about, n))
}

// reclock gives a player other hours.
func (w *walk) reclock() {
	seat := w.human()
	person := w.match.Person(seat)
	before, after := w.people[person], evenly(w, "other hours", walkPeople)
	if person != "" {
		w.people[person] = after
	}
	w.did(w.any().Reclock(w.ctx, w.id, seat, before, after, w.newID()))
}
