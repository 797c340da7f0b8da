package main

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/derpate"
	"pizzini/engine/diepatin"
	"pizzini/engine/game"
	"pizzini/engine/patronize"
)

// sought counts what was looked for, since a search that looks for nothing finds
// nothing.
type sought struct {
	texts    int // looked through
	secrets  int // of a game, in all of them
	together int // times that several chose at once
	apart    int // times that one of them was late
}

// soughtEnough holds that the match had secrets and that they were looked for.
func (p *byLetter) soughtEnough() {
	p.t.Helper()
	p.t.Logf("%d turns, %d letters, sought %+v", p.turns, p.read, p.sought)
	if p.sought.texts < 60 || p.sought.secrets < 15 {
		p.t.Errorf("%d secrets were looked for in %d texts", p.sought.secrets, p.sought.texts)
	}
	if p.kind == "die-patin" && (p.sought.together < 3 || p.sought.apart == 0) {
		p.t.Errorf("several chose at once %d times, and one of them was late %d times", p.sought.together, p.sought.apart)
	}
}

// discreet looks for secrets in a letter that has just come and in the pages of
// who got it, of another player, and of the host.
func (p *byLetter) discreet(m *engine.Match, l *letter) {
	p.t.Helper()
	if want := fmt.Sprintf("%d:%s", m.N(), m.Head().Hash); l.head() != want {
		p.t.Errorf("the letter names the head %s, the log has %s", l.head(), want)
	}
	seat := p.seat(l)
	h := p.hidden(m, game.Seat(seat))
	h.in("the letter "+l.key, l.text)
	h.in("the letter "+l.key+" as HTML", l.html)
	h.in("the raw letter "+l.key, strings.ReplaceAll(string(l.raw), "=\r\n", "")) // in lines as they were before they were cut
	if p.turns%p.every > 0 {
		return
	}
	h.in("what the link of the letter "+l.key+" opens", newReader(p.t, p.server.at).open(l.button(p.t, "Go to your seat")).is(http.StatusOK).body)
	for _, viewer := range []int{0, seat, seat%p.seats + 1} {
		p.pages(m, game.Seat(viewer))
	}
}

// pages looks for secrets in the pages of a player, or of the host.
func (p *byLetter) pages(m *engine.Match, viewer game.Seat) {
	p.t.Helper()
	from, base := p.reader(1), "/m/"+p.match+"/host"
	if viewer > 0 {
		from, base = p.reader(int(viewer)), seatPage(p.match, int(viewer))
	}
	page := from.open(base)
	if page.status != http.StatusOK {
		return // who has had no turn yet has followed no link to the seat
	}
	h := p.hidden(m, viewer)
	h.in(base, page.body)
	if asked := m.Call(viewer) > 0; !asked && (len(page.choices()) > 0 || len(page.secretChoices()) > 0 || strings.Contains(page.body, "try=")) {
		p.t.Errorf("viewer %d is asked for nothing and can choose: %s", viewer, page.text())
	}
	if in := "chosen, not shown yet"; p.kind == "die-patin" && viewer > 0 && strings.Count(page.text(), in) != h.unseen {
		p.t.Errorf("viewer %d reads %d times %q, and %d cards are so: %s", viewer, strings.Count(page.text(), in), in, h.unseen, page.text())
	}
	for _, more := range []string{"/log", "/at/" + strconv.Itoa(m.N()-1)} {
		h.in(base+more, from.open(base+more).is(http.StatusOK).body)
	}
	export := from.open(base + "/export").is(http.StatusOK).body
	h.in(base+"/export", export)
	x := readExport(p.t, export)
	for i, e := range m.Log {
		line, err := json.Marshal(x.Log[i])
		if err != nil {
			p.t.Fatal(err)
		}
		for k, part := range e.Sealed {
			if at := part.At(); !mayHave(m, e, k, viewer) && at != "/draws" && strings.Contains(string(line), string(part.Value)) {
				p.t.Errorf("the export for viewer %d has %s of event %d: %s", viewer, at, e.N, line)
			}
		}
	}
}

// veil is what one viewer may not know.
type veil struct {
	*byLetter
	viewer game.Seat
	bytes  []string       // seeds and salts
	cards  *regexp.Regexp // names and ids of cards, in lower case; nil = none is hidden
	words  []string       // the same
	others func(text string) (secret string)
	count  int // secrets of the game
	unseen int // chosen cards of others
}

func (p *byLetter) hidden(m *engine.Match, viewer game.Seat) *veil {
	p.t.Helper()
	h := &veil{byLetter: p, viewer: viewer, others: func(string) string { return "" }}
	h.bytes, _ = secrets(p.t, m, viewer)
	// What is secret is read off the whole position, not off what a view leaves out.
	switch v := m.State.View(game.All).(type) {
	case *patronize.View:
		h.words = append(h.words, idsAndNames(v.FameDeck)...)
		h.words = append(h.words, idsAndNames(v.RemovedFame)...)
		h.words = append(h.words, idsAndNames(v.RemovedCharacters)...)
		for i, seat := range v.Seats {
			if game.Seat(i+1) != viewer {
				h.words = append(h.words, idsAndNames(seat.Hand)...)
			}
		}
	case *derpate.View:
		h.words = append(h.words, idsAndNames(slices.DeleteFunc(derpate.EventCards(), func(e derpate.Event) bool { return slices.Contains(v.EventsSeen, e) }))...)
		h.money(m, v)
	case *diepatin.View:
		h.intrigue(m, v)
	}
	h.count += len(h.words)
	if len(h.words) > 0 {
		h.cards = regexp.MustCompile(`\b(` + strings.Join(h.words, "|") + `)\b`)
	}
	return h
}

// in looks for secrets in a text for the viewer.
func (h *veil) in(where, text string) {
	h.t.Helper()
	h.sought.texts++
	h.sought.secrets += h.count
	for _, secret := range h.bytes {
		if strings.Contains(text, secret) {
			h.t.Fatalf("%s shows viewer %d a seed or a salt: %s", where, h.viewer, secret)
		}
	}
	text = plain(text)
	lower := strings.ToLower(text)
	if h.cards != nil && slices.ContainsFunc(h.words, func(word string) bool { return strings.Contains(lower, word) }) {
		if at := h.cards.FindStringIndex(lower); at != nil {
			h.t.Fatalf("%s shows viewer %d a secret card: …%s…", where, h.viewer, lower[max(0, at[0]-100):min(len(lower), at[1]+50)])
		}
	}
	if secret := h.others(text); secret != "" {
		at := strings.Index(text, secret)
		h.t.Fatalf("%s shows viewer %d what others have in secret: …%s…", where, h.viewer, text[max(0, at-200):min(len(text), at+100)])
	}
}

// plain is a text in one line, without what names cards whatever is on the table.
func plain(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	// One card's text names two others, and an option is named after two cards.
	for _, always := range []string{"He cannot copy the Student or the Lawman.", "Vendetta and Retreat"} {
		text = strings.ReplaceAll(text, always, "")
	}
	return text
}

// money looks for what others have (Der Pate, Views): for their sums, but for those
// that a text may name as a payment or as the viewer's own.
func (h *veil) money(m *engine.Match, v *derpate.View) {
	told := map[int]bool{m.Table.Created.Options["startMoney"].(int): true}
	facts := func(list []game.Fact) {
		for _, f := range list {
			if amount, err := strconv.Atoi(f.Args["amount"]); err == nil {
				told[amount] = true
			}
		}
	}
	for _, happening := range m.Story(game.All, 0, m.N()) {
		facts(happening.Facts)
	}
	if h.viewer > 0 {
		told[*v.Seats[h.viewer-1].Money] = true
		before, err := m.At(m.N() - 1) // at which one looks back
		if err != nil {
			h.t.Fatal(err)
		}
		if before.State != nil {
			told[*before.State.View(game.All).(*derpate.View).Seats[h.viewer-1].Money] = true
		}
	}
	const most = 15000 // that is paid at once, or in a few payments which a text adds up
	var sums []string
	for _, f := range v.Seats {
		if sum := *f.Money; sum > most && !told[sum] {
			sums = append(sums, strconv.Itoa(sum), fmt.Sprintf("%d,%03d", sum/1000, sum%1000))
		}
	}
	h.count += len(sums)
	if len(sums) == 0 {
		return
	}
	sum := regexp.MustCompile(`\b(` + strings.Join(sums, "|") + `)\b`)
	h.others = func(text string) string {
		if !slices.ContainsFunc(sums, func(sum string) bool { return strings.Contains(text, sum) }) {
			return ""
		}
		return sum.FindString(text)
	}
}

// intrigue looks for the cards that others have chosen and not shown, where no
// other card of the kind may be named (Die Patin, Views).
func (h *veil) intrigue(m *engine.Match, v *diepatin.View) {
	secret, known := map[diepatin.Card]bool{}, map[diepatin.Card]bool{}
	for _, seat := range v.Seats {
		switch c := seat.Intrigue; {
		case c.Revealed || game.Seat(seat.Seat) == h.viewer:
			known[c.Card] = true
		case c.Chosen:
			secret[c.Card] = true
			h.unseen++
		}
	}
	if v.Phase == diepatin.Intrigue.ID() && m.Call(h.viewer) > 0 {
		return // all three are offered
	}
	var names []string
	for card := range secret {
		if !known[card] {
			names = append(names, card.Name())
		}
	}
	h.count += len(names)
	if len(names) == 0 {
		return
	}
	// What was shown in earlier rounds is told, and "Bribe" is what is done, too.
	var told []string
	for _, happening := range m.Story(game.All, 0, m.N()) {
		for _, f := range happening.Facts {
			for _, c := range diepatin.Cards() {
				if f.Args["card"] == c.ID() {
					told = append(told, regexp.QuoteMeta(players[happening.Seat].name)+" shows "+c.Name(), "You show "+c.Name())
				}
			}
		}
	}
	slices.Sort(told)
	told = append(slices.Compact(told), "Bribe (rats|another rat|there)")
	allowed := regexp.MustCompile(strings.Join(told, "|"))
	name := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`)
	h.others = func(text string) string {
		if !name.MatchString(text) {
			return ""
		}
		return name.FindString(allowed.ReplaceAllString(html.UnescapeString(text), ""))
	}
}

// idsAndNames are what cards are called, in lower case.
func idsAndNames[Card interface {
	ID() string
	Name() string
}](cards []Card) []string {
	var list []string
	for _, c := range cards {
		list = append(list, regexp.QuoteMeta(strings.ToLower(c.ID())), regexp.QuoteMeta(strings.ToLower(c.Name())))
	}
	return list
}

// cardName is the name of a card, or the text itself where it is no card's id.
func cardName(card string) string {
	for _, c := range patronize.Characters() {
		if c.ID() == card {
			return c.Name()
		}
	}
	for _, f := range patronize.FameCards() {
		if f.ID() == card {
			return f.Name()
		}
	}
	for _, e := range derpate.EventCards() {
		if e.ID() == card {
			return e.Name()
		}
	}
	return card
}
