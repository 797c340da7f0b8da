package main

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
)

// walkSteps are the steps, each as often as it shall come. The first is what rapid comes
// to when it makes a walk simpler.
var walkSteps = slices.Concat(
	often("play", 30), often("bots", 8), often("time", 16), often("agree", 10), often("propose", 8), often("take back", 5), often("answer", 3),
	often("withdraw", 2), often("claim or wave", 5), often("take", 6), often("offer", 3), often("seat bot", 2), often("resign", 2), often("remove", 2),
	often("link", 2), often("pass host", 2), often("abandon", 1), often("hours", 6), often("wishes", 5), often("programme", 5), often("say", 5),
	often("unsubscribe", 1), often("erase", 1), often("sign in", 1), often("mailer stops", 3), often("letters are lost", 3), often("by the queue", 3),
	often("another match", 1),
)

func often(step string, times int) []string { return slices.Repeat([]string{step}, times) }

// step does one thing, and then what a node does by itself.
func (w *walk) step() {
	w.now = w.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(w.T, "seconds")) * time.Second)
	w.id = evenly(w, "match", w.matches)
	w.look()
	what := evenly(w, "step", walkSteps)
	if rapid.IntRange(0, 120).Draw(w.T, "opened again") == 77 {
		what = "open again"
	}
	w.do(what)
	w.ordered()
	w.post()
}

func (w *walk) do(what string) {
	e := w.node.engine
	free := func(s game.Seat) bool { return w.match.Person(s) == "" }
	switch what {
	case "play":
		w.play()
	case "bots":
		w.bots()
	case "time":
		w.time()
	case "agree":
		w.agree()
	case "propose":
		w.propose()
	case "take back":
		seat := w.one(w.seats(func(s game.Seat) bool { _, _, ok := w.match.TakeBack(s); return ok }))
		last, _, _ := w.match.TakeBack(seat)
		w.did(e.PlayTakeBack(w.ctx, w.id, seat, last))
	case "answer":
		n := rapid.IntRange(0, w.match.N()).Draw(w.T, "proposal")
		if p := w.match.Proposal(); p != nil {
			n = p.N
		}
		w.did(e.Answer(w.ctx, w.id, w.human(), n, rapid.Bool().Draw(w.T, "agrees")))
	case "withdraw":
		seat, n := w.human(), 1
		if p := w.match.Proposal(); p != nil {
			seat, n = game.Seat(p.Seat), p.N
		}
		w.did(e.Withdraw(w.ctx, w.id, seat, n))
	case "claim or wave":
		w.judge()
	case "take":
		w.take(w.one(w.seats(free)))
	case "offer":
		to := engine.Anybody
		if rapid.Bool().Draw(w.T, "to a person") {
			to = engine.Person(w.somebody().id)
		}
		w.did(e.Offer(w.ctx, w.form(w.one(w.seats(free))), to))
	case "seat bot":
		w.did(e.SeatBot(w.ctx, w.form(w.one(w.seats(free)))))
	case "resign":
		w.did(e.Resign(w.ctx, w.form(w.human())))
	case "remove":
		w.did(e.Remove(w.ctx, w.form(w.human())))
	case "link":
		w.did(e.Link(w.ctx, w.form(w.one(w.seats(func(game.Seat) bool { return true }))), rapid.Bool().Draw(w.T, "by host")))
	case "pass host":
		w.did(e.PassHost(w.ctx, w.id, w.match.Host(), w.somebody().id, evenly(w, "by", []string{"host", "operator", "clock"})))
	case "abandon":
		if rapid.Bool().Draw(w.T, "ends it") {
			w.did(e.Abandon(w.ctx, w.id))
		}
	case "hours":
		w.changeHours()
	case "wishes":
		w.changeWishes()
	case "programme":
		w.programme()
	case "say":
		w.say()
	case "unsubscribe":
		w.unsubscribe()
	case "erase":
		w.erase(w.somebody(), rapid.Bool().Draw(w.T, "leaves first"))
	case "sign in":
		err := w.office.SignIn(w.ctx, w.somebody().id)
		if refusal := (*engine.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
			w.Fatal(err)
		}
	case "mailer stops":
		w.stopsFor = rapid.IntRange(1, 12).Draw(w.T, "steps without a mailer")
	case "letters are lost":
		w.loss, w.lossFor = evenly(w, "loss", []int{421, 421, 0, 450, 550}), rapid.IntRange(1, 4).Draw(w.T, "steps without a mail server")
	case "by the queue":
		w.byQueue()
	case "another match":
		if len(w.matches) < 3 {
			w.create()
		}
	case "open again":
		w.must(w.stop())
		w.open()
		w.opened()
	}
	w.settle()
}

// ordered lets what is programmed be played.
func (w *walk) ordered() {
	for _, id := range w.matches {
		_, err := w.orders.look(w.ctx, id)
		w.must(err)
		w.settle()
	}
}

// play plays a turn of a few moves; where only bots are asked, they play.
func (w *walk) play() {
	active := w.match.Active()
	humans := slices.DeleteFunc(slices.Clone(active), w.match.Bot)
	if len(humans) == 0 && len(active) > 0 {
		w.bots()
		return
	}
	seat := w.one(humans)
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
	w.did(w.node.engine.Play(w.ctx, t))
}

func (w *walk) bots() {
	_, err := w.node.engine.Bots(w.ctx, w.id)
	w.must(err)
	w.look()
}

// time passes in all matches, from one moment to the next at which the clock has to do
// something, but at most so long.
func (w *walk) time() {
	const day = 24 * time.Hour
	passes := evenly(w, "passes", []time.Duration{time.Minute, 40 * time.Minute, 5 * time.Hour, 14 * time.Hour, day, 2 * day, 3 * day, 4 * day, 8 * day, 16 * day, 30 * day})
	until := w.now.Add(passes)
	for stops := 0; w.now.Before(until); stops++ {
		at := until
		for _, id := range w.matches {
			m, err := w.node.engine.Match(w.ctx, id)
			w.must(err)
			if wake := m.Wake(21); wake.After(w.now) && wake.Before(at) && stops < 8 {
				at = wake
			}
		}
		// The letters of what happened go out before, and reminders on the way.
		for _, share := range []time.Duration{2, 1} {
			w.now = w.now.Add(at.Sub(w.now) / share)
			w.post()
		}
		w.tick()
	}
}

// tick does what the clock has to do by now, once.
func (w *walk) tick() {
	for _, id := range w.matches {
		next, err := w.node.engine.Tick(w.ctx, id)
		w.must(err)
		w.settle()
		m, err := w.node.engine.Match(w.ctx, id)
		w.must(err)
		if !next.Equal(m.Wake(21)) || !next.IsZero() && !next.After(w.now) {
			w.Fatalf("at %v the clock is to look again at %v, and match %s has something for it at %v", w.now, next, id, m.Wake(21))
		}
	}
	w.look()
}

func (w *walk) propose() {
	p := engine.Proposing{Match: w.id, Seat: w.human(), After: w.match.N()}
	p.What = evenly(w, "what", []string{events.WhatPause, events.WhatPause, events.WhatRewind, events.WhatRewind, events.WhatClock, events.WhatClock, events.WhatEnd})
	if w.match.Table.Paused {
		p.What = evenly(w, "what while paused", []string{events.WhatResume, events.WhatResume, events.WhatClock, events.WhatRewind})
	}
	p.Until = w.now.Add(time.Duration(rapid.IntRange(20, 40*24).Draw(w.T, "hours")) * time.Hour)
	if chosen := evenly(w, "another clock", walkClocks); chosen != "" {
		p.Clock = json.RawMessage(chosen)
	}
	if to := w.match.RewindTo(); len(to) > 0 {
		p.To = evenly(w, "to", to)
	}
	r, err := w.node.engine.Propose(w.ctx, p)
	w.did(r, err)
	if person := w.match.Person(p.Seat); err == nil && w.match.Proposal() != nil && !w.known(person).erased {
		w.must(w.node.book.SetReason(w.ctx, person, w.id, int(p.Seat), people.Reason{N: r.N, Text: private + " why"}))
	}
}

// agree lets one who is asked say yes.
func (w *walk) agree() {
	asked := w.match.Asked()
	if len(asked) == 0 {
		w.propose()
		return
	}
	w.did(w.node.engine.Answer(w.ctx, w.id, w.one(asked), w.match.Proposal().N, true))
}

// judge claims or waves what a player's time left to the others.
func (w *walk) judge() {
	about := w.one(w.seats(func(s game.Seat) bool { _, policy := w.match.Expired(s); return policy == events.PolicyClaim }))
	by := w.one(w.seats(func(s game.Seat) bool { return w.match.Person(s) != "" && s != about }))
	n, _ := w.match.Expired(about)
	do := w.node.engine.Claim
	if rapid.Bool().Draw(w.T, "wave") {
		do = w.node.engine.Wave
	}
	w.did(do(w.ctx, w.id, by, about, n))
}

func (w *walk) take(seat game.Seat) {
	p := w.somebody()
	words, err := w.node.people.LuckyWords(w.ctx, p.id, w.id, int(seat), evenly(w, "words", []string{"", private + " avanti"}))
	w.must(err)
	w.did(w.node.engine.Take(w.ctx, w.form(seat), p.id, words))
}

// changeHours gives a person a vacation, or ends it, or another zone and night; then
// his running deadlines move.
func (w *walk) changeHours() {
	p := w.somebody()
	ids, err := w.node.book.SameAddress(w.ctx, p.id)
	w.must(err)
	before := map[string]clock.Person{}
	for _, id := range ids {
		before[id] = w.hours(id)
	}
	if rapid.Bool().Draw(w.T, "vacation") {
		var list []people.Away
		if evenly(w, "away", []bool{true, true, false}) {
			from := w.now.AddDate(0, 0, rapid.IntRange(-3, 5).Draw(w.T, "from"))
			list = []people.Away{{From: from.Format(time.DateOnly), To: from.AddDate(0, 0, rapid.IntRange(0, 20).Draw(w.T, "days")).Format(time.DateOnly)}}
		}
		w.must(w.node.book.SetAway(w.ctx, p.id, list))
	} else {
		w.must(w.node.book.ChangeSettings(w.ctx, p.id, func(s *people.Settings) error {
			s.Zone = evenly(w, "zone", []string{"", "Europe/Rome", "America/New_York", "Asia/Tokyo"})
			s.NightFrom, s.NightTo = 0, 60*rapid.IntRange(0, 9).Draw(w.T, "night")
			return nil
		}))
	}
	for _, id := range ids {
		for _, w.id = range w.matches {
			w.look()
			for _, seat := range w.seats(func(s game.Seat) bool { return w.match.Person(s) == id }) {
				w.did(w.node.engine.Reclock(w.ctx, w.id, seat, before[id], w.hours(id), w.newID()))
			}
		}
	}
}

// changeWishes changes what a person is told by letter, of all his matches or of one.
func (w *walk) changeWishes() {
	p := w.somebody()
	yes := func(what string) bool { return rapid.Bool().Draw(w.T, what) }
	if yes("in one match") {
		turns, reminders, results := yes("turns"), yes("reminders"), yes("results")
		w.must(w.node.book.SetMatchSettings(w.ctx, p.id, w.id, people.MatchSettings{Turns: &turns, Reminders: &reminders, Results: &results}))
		return
	}
	w.must(w.node.book.ChangeSettings(w.ctx, p.id, func(s *people.Settings) error {
		s.Turns, s.Digest, s.Reminders, s.Results, s.Talk = yes("turns"), yes("digest"), yes("reminders"), yes("results"), yes("talk")
		s.DigestHour = rapid.IntRange(0, 23).Draw(w.T, "hour")
		return nil
	}))
}

// programme gives or cancels a programmed move.
func (w *walk) programme() {
	seat := w.human()
	person := w.match.Person(seat)
	if person == "" || w.known(person).erased {
		return
	}
	w.must(w.node.book.ChangeOrders(w.ctx, person, w.id, int(seat), func(all *people.Orders) error {
		if len(all.Given) > 0 && rapid.Bool().Draw(w.T, "cancel") {
			all.Drop(evenly(w, "order", all.Given))
			return nil
		}
		o := people.Order{Kind: string(engine.OrderSingle), Round: w.match.Round(), After: w.match.N(), At: w.now}
		if passes := w.match.Passes(seat); len(passes) > 0 {
			o.Kind, o.Key = string(engine.OrderPass), evenly(w, "pass", passes).Key
		}
		all.Given = append(all.Given, o)
		return nil
	}))
}

func (w *walk) say() {
	person := w.match.Person(w.human())
	if person == "" || w.known(person).erased {
		return
	}
	k, err := w.node.book.Say(w.ctx, person, w.id, private+" talk", w.now)
	w.must(err)
	w.settle()
	if w.stopsFor == 0 {
		w.must(w.office.Talked(w.ctx, w.id, person))
	}
	w.must(w.node.book.SetNote(w.ctx, person, w.id, w.match.N(), private+" note"))
	if rapid.Bool().Draw(w.T, "takes it back") {
		w.must(w.node.book.Unsay(w.ctx, person, w.id, k))
	}
}

// unsubscribe ends the letters of a match to a person, or all to his address.
func (w *walk) unsubscribe() {
	p, match := w.somebody(), evenly(w, "from", []string{"", w.id})
	w.must(w.node.people.Unsubscribe(w.ctx, p.id, match))
	p.unsubscribed[match] = true
	if match == "" && p.address != "" {
		w.blocked[p.address] = true
	}
}

// erase erases a person, who leaves his seats first or does not come to it.
func (w *walk) erase(p *walker, leaves bool) {
	if leaves {
		for _, w.id = range w.matches {
			w.look()
			for _, seat := range w.seats(func(s game.Seat) bool { return w.match.Person(s) == p.id }) {
				w.did(w.node.engine.Resign(w.ctx, engine.SeatCommand{Match: w.id, Seat: seat, Answers: w.match.LinkNumber(seat)}))
			}
		}
	}
	w.must(w.node.book.Erase(w.ctx, p.id))
	p.erased = true
	w.settle()
}

// seats lists those of which something holds.
func (w *walk) seats(holds func(game.Seat) bool) (list []game.Seat) {
	for seat := game.Seat(1); int(seat) <= w.match.Players(); seat++ {
		if holds(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// one is one of some seats, where there is one, else any number.
func (w *walk) one(of []game.Seat) game.Seat {
	if len(of) == 0 {
		return game.Seat(rapid.IntRange(0, w.match.Players()+1).Draw(w.T, "any seat"))
	}
	return evenly(w, "seat", of)
}

// human is a seat of a person.
func (w *walk) human() game.Seat {
	return w.one(w.seats(func(s game.Seat) bool { return w.match.Person(s) != "" }))
}

// form is a form about a seat, now and then an old one.
func (w *walk) form(seat game.Seat) engine.SeatCommand {
	c := engine.SeatCommand{Match: w.id, Seat: seat, Answers: w.match.LinkNumber(seat)}
	if evenly(w, "form", walkForms) == "old" {
		c.Answers = rapid.IntRange(0, w.match.N()).Draw(w.T, "answers")
	}
	return c
}
