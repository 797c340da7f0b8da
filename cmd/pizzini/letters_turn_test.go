package main

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// mostProposed is how many choices a letter lists; the page has them all.
const mostProposed = 40

// ask has those play who are asked, a command each: whoever is asked by a new call
// begins with its letter, which no other one comes before or beside.
func (p *byLetter) ask(m *engine.Match) {
	p.t.Helper()
	pages := map[game.Seat]*sheet{}
	letters := map[game.Seat]*letter{}
	for _, seat := range m.Active() {
		if p.sent[fmt.Sprintf("%s.%d.%d", p.match, seat, m.Call(seat))] != nil {
			// The letter asked for what was played from it, too.
			pages[seat] = p.reader(int(seat)).open(seatPage(p.match, int(seat))).is(http.StatusOK)
			continue
		}
		letters[seat] = p.await(int(seat), m.Call(seat))
	}
	if letters, _ := p.post.all(); len(letters) != p.read {
		p.t.Errorf("at event %d %d letters are here, %d are asked for", m.N(), len(letters), p.read)
	}
	for _, seat := range m.Active() {
		if l := letters[seat]; l != nil {
			p.discreet(m, l)
			pages[seat] = p.arrive(m, l)
			p.turns++
		}
	}
	if len(pages) > 1 {
		p.together(m, pages)
		return
	}
	for seat, page := range pages {
		action, fields, ok := p.draft(page)
		if !ok {
			p.t.Fatalf("seat %d is asked and can play nothing: %s", seat, page.text())
		}
		next, err := page.r.arrive(page.r.ask(http.MethodPost, action, fields))
		if err != nil {
			p.t.Fatal(err)
		}
		if next.is(http.StatusOK).at.Path != seatPage(p.match, int(seat)) {
			p.t.Fatalf("after %q seat %d is at %s", fields["move"], seat, next.at)
		}
	}
}

// arrive follows a letter that asks for a turn to the player's page: by its button,
// or by a link that tries a move.
func (p *byLetter) arrive(m *engine.Match, l *letter) *sheet {
	p.t.Helper()
	seat, tries := p.seat(l), l.tries()
	legal := m.Legal(game.Seat(seat))
	secret := m.State.Secret(game.Seat(seat), legal[0])
	switch {
	case secret && (len(tries) > 0 || !strings.Contains(strings.Join(strings.Fields(l.text), " "), "nobody else may see it yet")):
		p.t.Errorf("the letter %s does not ask for a secret choice:\n%s", l.key, l.text)
	case !secret && len(tries) != min(len(legal), mostProposed):
		p.t.Errorf("the letter %s proposes %d moves of %d:\n%s", l.key, len(tries), len(legal), l.text)
	}
	to := l.button(p.t, "Go to your seat")
	tried := !secret && p.turns%3 != 0
	if tried {
		to = tries[p.random.IntN(len(tries))]
	}
	landing := p.reader(seat).open(to).is(http.StatusOK).says("This is " + players[seat].name + "’s seat")
	page := landing.submit("Continue as", nil).is(http.StatusOK)
	if page.at.Path != seatPage(p.match, seat) {
		p.t.Fatalf("the letter of seat %d leads to %s", seat, page.at)
	}
	choices := len(page.choices())
	if _, _, throws := page.form("Throw"); throws {
		choices++
	}
	switch {
	case tried:
		_, fields, ok := page.form("Play")
		if !ok || len(fields["move"]) != 1 {
			p.t.Errorf("after a try the page offers to play %q: %s", fields["move"], page.text())
		}
	case secret:
		choices = len(page.secretChoices())
		fallthrough
	default:
		if choices != len(legal) {
			p.t.Errorf("the page offers %d moves of %d", choices, len(legal))
		}
	}
	return page
}

// draft tries some moves on a page, one after the other, and gives the form that
// plays them.
func (p *byLetter) draft(page *sheet) (action string, fields url.Values, ok bool) {
	p.t.Helper()
	for range 1 + p.random.IntN(4) {
		choices := page.choices()
		if len(choices) == 0 {
			break
		}
		page = page.r.open(choices[p.random.IntN(len(choices))]).is(http.StatusOK)
	}
	if secret := page.secretChoices(); len(secret) > 0 {
		action, fields, ok = page.form("Choose it")
		fields.Add("move", secret[p.random.IntN(len(secret))])
		return action, fields, ok
	}
	// A throw is a button beside the links that try a move.
	to, thrown, throws := page.form("Throw")
	if action, fields, ok = page.form("Play"); throws && (!ok || p.random.IntN(2) == 0) {
		return to, thrown, true
	}
	return action, fields, ok
}

// together has all who are asked at once send their choices at the same moment;
// of three or more one is now and then a little later. Each choice is kept, and
// only the last one brings the match on.
func (p *byLetter) together(before *engine.Match, pages map[game.Seat]*sheet) {
	p.t.Helper()
	seats := slices.Clone(before.Active())
	p.random.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	if len(seats) > 2 && 2*p.sought.apart <= p.sought.together {
		seats = seats[1:]
	}
	sent := map[game.Seat]string{}
	answers := make([]*sheet, len(seats))
	ready := make(chan struct{})
	var sending sync.WaitGroup
	for i, seat := range seats {
		action, fields, ok := p.draft(pages[seat])
		if !ok || len(fields["move"]) != 1 {
			p.t.Fatalf("seat %d is asked and can play %q", seat, fields["move"])
		}
		sent[seat] = fields.Get("move")
		sending.Go(func() {
			<-ready
			var err error
			if answers[i], err = p.reader(int(seat)).ask(http.MethodPost, action, fields); err != nil {
				p.t.Error(err)
			}
		})
	}
	close(ready)
	sending.Wait()
	if p.t.Failed() {
		p.t.FailNow()
	}
	for i, answer := range answers {
		answer.is(http.StatusSeeOther)
		p.reader(int(seats[i])).open(seatPage(p.match, int(seats[i]))).is(http.StatusOK)
	}
	after := p.now()
	left := before.Active()
	slips := map[string]bool{}
	for _, e := range after.Log[before.N():] {
		if e.Type == events.TypeEnded {
			continue
		}
		data, err := e.Decode()
		if err != nil {
			p.t.Fatal(err)
		}
		d := data.(*events.Played)
		seat := game.Seat(d.Seat)
		if d.Move != sent[seat] {
			p.t.Errorf("seat %d sent %q, and %q is played", seat, sent[seat], d.Move)
		}
		delete(sent, seat)
		slips[e.Cmd] = true
		left = without(left, seat)
		then, err := after.At(e.N)
		if err != nil {
			p.t.Fatal(err)
		}
		if len(left) > 0 && !slices.Equal(then.Active(), left) {
			p.t.Errorf("after the choice of seat %d at event %d %v are asked, not %v", seat, e.N, then.Active(), left)
		}
	}
	if len(sent) > 0 || len(slips) != len(seats) {
		p.t.Errorf("of %d choices at once %d were kept; not these: %v", len(seats), len(slips), sent)
	}
	p.sought.together++
	if len(left) == 0 {
		return
	}
	p.sought.apart++
	if letters, _ := p.post.all(); len(letters) != p.read {
		p.t.Errorf("seat %d still has to choose, and a letter came: %s", left[0], letters[len(letters)-1].text)
	}
	for viewer := game.Spectator; int(viewer) <= p.seats; viewer++ {
		p.pages(after, viewer)
	}
}

// secretChoices lists the moves of a page that are chosen in a form alone.
func (s *sheet) secretChoices() []string {
	var list []string
	for _, n := range elements(s.root, "input") {
		if value(n, "type") == "radio" && value(n, "name") == "move" {
			list = append(list, value(n, "value"))
		}
	}
	return list
}
