package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/engine/patronize"
	"pizzini/events"
)

// The players of these tests, by seat. The first is the host.
var players = []struct{ name, address string }{
	{}, {"Rossi, Anna", "anna@example.org"}, {"Bruno", "bruno@example.com"}, {"小林 ひろ", "hiro@example.net"},
}

// invite makes a match as its host does: by the operator's link and the form. It
// gives the match's id.
func invite(t *testing.T, host *reader, s *server) string {
	t.Helper()
	fields := url.Values{"name": {players[1].name}, "address": {players[1].address}, "words": {"quattro gatti"}, "who-1": {"me"}}
	for seat := 2; seat <= 3; seat++ {
		n := strconv.Itoa(seat)
		fields["who-"+n], fields["name-"+n], fields["address-"+n] = []string{"person"}, []string{players[seat].name}, []string{players[seat].address}
	}
	page := host.open(s.operator).submit("Continue as operator", nil).is(http.StatusOK).follow("New match").submit("Make the match", fields).is(http.StatusOK)
	return matchOf(t, page.at.Path)
}

// A whole match by nothing but what the letters hold.
func TestAMatchIsPlayedByLettersAlone(t *testing.T) {
	t.Parallel()
	mail := newPost(t)
	s := start(t, t.TempDir(), "--smtp", mail.url, "--from", "Slow games <pizzini@games.example>")
	p := &byLetter{t: t, server: s, post: mail, random: rand.New(rand.NewPCG(41, 42)), sent: map[string]*letter{}}
	p.match = invite(t, newReader(t, s.at), s)
	for seat := 1; seat <= 3; seat++ {
		p.readers = append(p.readers, newReader(t, s.at))
	}
	turns, results := 0, 0
	for results < 3 {
		switch l := p.next(); {
		case strings.HasPrefix(l.key, p.match+".0."):
			p.reader(1).open(l.button(t, "Go to the host's page")).submit("Open the host's page", nil).is(http.StatusOK).says(players[1].name, "yourself")
		case strings.Contains(l.title(), "invites you"):
			seat := strconv.Itoa(p.seat(l))
			landing := p.reader(p.seat(l)).open(l.button(t, "Look at seat "+seat)).is(http.StatusOK).says(players[1].name + " invites you to Patronize")
			landing.submit("Take seat "+seat, url.Values{"words": {"otto " + seat}}).is(http.StatusOK)
		case p.tellsResult(l):
			p.check(l)
			results++
		case results > 0:
			t.Fatalf("after the end comes the letter %q", l.title())
		default:
			p.discreet(l)
			p.play(l, turns)
			turns++
		}
	}
	if turns < 3*7 {
		t.Errorf("the match ended after %d turns", turns)
	}
	p.causes()
}

// byLetter is a match that is played from letters.
type byLetter struct {
	t       *testing.T
	server  *server
	post    *post
	match   string
	readers []*reader // seat 1 first
	random  *rand.Rand
	read    int // letters read so far
	sent    map[string]*letter
	pages   int // looked through for secrets
}

func (p *byLetter) reader(seat int) *reader { return p.readers[seat-1] }

// seat is at which seat sits who got the letter.
func (p *byLetter) seat(l *letter) int {
	p.t.Helper()
	for seat, who := range players {
		if who.address == l.to && seat > 0 {
			return seat
		}
	}
	p.t.Fatalf("a letter went to %s", l.to)
	return 0
}

// next reads the next letter and checks what all letters of a match have in common.
func (p *byLetter) next() *letter {
	p.t.Helper()
	l := p.post.after(p.t, p.read)
	p.read++
	get := func(name string) string {
		p.t.Helper()
		values := l.header.Values(name)
		if len(values) != 1 {
			p.t.Fatalf("letter %s has %d times %s", l.key, len(values), name)
		}
		return values[0]
	}
	subject, err := l.header.Subject()
	if want := "Patronize, " + players[1].name + "'s match " + p.match[:6]; err != nil || subject != want {
		p.t.Errorf("letter %s has the subject %q, want %q", l.key, subject, want)
	}
	for name, want := range map[string]string{
		"Message-Id": "<letter." + l.key + "@games.example>", "In-Reply-To": "<match." + p.match + "@games.example>",
		"References": "<match." + p.match + "@games.example>", "Auto-Submitted": "auto-generated",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	} {
		if got := get(name); got != want {
			p.t.Errorf("letter %s has %s: %s, want %s", l.key, name, got, want)
		}
	}
	if stop := get("List-Unsubscribe"); !strings.HasPrefix(stop, "<"+site+"/u/") {
		p.t.Errorf("letter %s is stopped by %s", l.key, stop)
	}
	to, err := l.header.AddressList("To")
	if seat := p.seat(l); err != nil || len(to) != 1 || to[0].Name != players[seat].name || to[0].Address != players[seat].address {
		p.t.Errorf("letter %s is addressed to %v, %v", l.key, to, err)
	}
	if other := p.sent[l.key]; other != nil {
		p.t.Fatalf("the letter %s came twice:\n%s\nand\n%s", l.key, other.text, l.text)
	}
	p.sent[l.key] = l
	return l
}

// play plays the turn that a letter asks for: by one of its links that try a move,
// or by its button and a choice on the page.
func (p *byLetter) play(l *letter, turn int) {
	p.t.Helper()
	seat := p.seat(l)
	tries := l.tries()
	if len(tries) == 0 {
		p.t.Fatalf("the letter %q to seat %d proposes no move:\n%s", l.title(), seat, l.text)
	}
	to := l.button(p.t, "Go to your seat")
	tried := turn%3 != 0
	if tried {
		to = tries[p.random.IntN(len(tries))]
	}
	landing := p.reader(seat).open(to).is(http.StatusOK).says("This is " + players[seat].name + "’s seat")
	page := landing.submit("Continue as", nil).is(http.StatusOK)
	if page.at.Path != seatPage(p.match, seat) {
		p.t.Fatalf("the letter of seat %d leads to %s", seat, page.at)
	}
	if tried {
		page = page.says("You chose:", "Nothing is played yet").submit("Play it", nil).is(http.StatusOK)
	}
	// What a letter does not list comes while the seat is still asked: on the page.
	for choices := page.choices(); len(choices) > 0; choices = page.choices() {
		if !tried && len(choices) != len(tries) {
			p.t.Errorf("the letter proposes %d moves, the page %d", len(tries), len(choices))
		}
		tried = true
		page = p.reader(seat).open(choices[p.random.IntN(len(choices))]).is(http.StatusOK).submit("Play it", nil).is(http.StatusOK)
	}
}

// tellsResult says whether a letter is caused by the end of the match.
func (p *byLetter) tellsResult(l *letter) bool {
	p.t.Helper()
	m := truth(p.t, p.server.dir, p.match)
	return m.Table.Over && strings.HasSuffix(l.key, "."+strconv.Itoa(m.Table.Ended))
}

// discreet looks for secret cards in a letter and in the pages of who got it, of
// another player, and of the host.
func (p *byLetter) discreet(l *letter) {
	p.t.Helper()
	m := truth(p.t, p.server.dir, p.match)
	if want := fmt.Sprintf("%d:%s", m.Head().N, m.Head().Hash); l.head() != want {
		p.t.Errorf("the letter names the head %s, the log has %s", l.head(), want)
	}
	whole, err := m.State.MarshalJSON()
	if err != nil {
		p.t.Fatal(err)
	}
	var state struct {
		FameDeck, RemovedFame, RemovedCharacters []string
		Seats                                    []struct{ Hand []string }
	}
	if err := json.Unmarshal(whole, &state); err != nil {
		p.t.Fatal(err)
	}
	hidden := func(viewer int, where, text string) {
		p.t.Helper()
		secret := slices.Concat(state.FameDeck, state.RemovedFame, state.RemovedCharacters)
		for i, seat := range state.Seats {
			if i+1 != viewer {
				secret = append(secret, seat.Hand...)
			}
		}
		if len(secret) == 0 {
			p.t.Fatal("nothing is secret")
		}
		// One card's text names two others.
		text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "He cannot copy the Student or the Lawman.", "")
		lower := strings.ToLower(text)
		for _, card := range secret {
			for _, name := range []string{card, strings.ToLower(cardName(card))} {
				if !strings.Contains(lower, name) {
					continue // the usual case, without a slow search
				}
				if found := regexp.MustCompile(`\b` + name + `\b`).FindStringIndex(lower); found != nil {
					p.t.Fatalf("%s shows viewer %d the secret card %s: …%s…", where, viewer, card, lower[max(0, found[0]-100):min(len(lower), found[1]+50)])
				}
			}
		}
		p.pages++
	}
	seat := p.seat(l)
	hidden(seat, "the letter "+l.key, l.text)
	hidden(seat, "the letter "+l.key+" as HTML", l.html)
	hidden(seat, "the raw letter "+l.key, string(l.raw))
	hidden(seat, "what the link of the letter "+l.key+" opens", newReader(p.t, p.server.at).open(l.button(p.t, "Go to your seat")).is(http.StatusOK).body)
	for _, viewer := range []int{0, seat, seat%3 + 1} {
		from, base := p.reader(1), "/m/"+p.match+"/host"
		if viewer > 0 {
			from, base = p.reader(viewer), seatPage(p.match, viewer)
		}
		page := from.open(base)
		if page.status != http.StatusOK {
			continue // who has had no turn yet has followed no link to the seat
		}
		hidden(viewer, base, page.body)
		for _, more := range []string{"/log", "/export", "/at/" + strconv.Itoa(m.N()-1)} {
			hidden(viewer, base+more, from.open(base+more).is(http.StatusOK).body)
		}
	}
}

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
	return card
}

// check compares the result in a letter with the page that its link opens, with
// the export that is downloaded there, and with what the export folds to.
func (p *byLetter) check(l *letter) {
	p.t.Helper()
	seat := p.seat(l)
	page := p.reader(seat).open(l.button(p.t, "Look back at the match")).submit("Continue as", nil).is(http.StatusOK).says("The match is over")
	file := page.follow("Download its log").is(http.StatusOK)
	x := readExport(p.t, file.body)
	if x.Viewer != events.All {
		p.t.Errorf("after the end seat %d gets the export of viewer %v", seat, x.Viewer)
	}
	path := filepath.Join(p.t.TempDir(), "match.jsonl")
	if err := os.WriteFile(path, []byte(file.body), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if status, out, stderr := command("verify", path, "--head", l.head()); status != 0 || !strings.Contains(out, "letter: holds") {
		p.t.Errorf("verify: status %d\n%s%s", status, out, stderr)
	}
	m := engine.Fold(x.Log)
	result, over := m.State.Result()
	if !over {
		p.t.Fatal("the export folds to a match that is not over")
	}
	ended, err := x.Log[len(x.Log)-1].Decode()
	if err != nil {
		p.t.Fatal(err)
	}
	if said, err := events.Canonical(ended.(*events.Ended).Result); err != nil || string(said) != string(mustCanonical(p.t, result.JSON)) {
		p.t.Errorf("the log says the result %s, the fold %s", said, result.JSON)
	}
	// Best first: the totals by name, wherever they are written.
	var want []string
	for _, tied := range result.Ranking {
		for _, at := range tied {
			want = append(want, fmt.Sprintf("%s %d", players[at].name, result.Totals[at-1]))
		}
	}
	var onPage []string
	rows := page.table("Total")
	for _, row := range rows[1:] {
		name := strings.TrimSpace(strings.TrimSuffix(row[0], "winner"))
		if name == "You" {
			name = players[seat].name
		}
		onPage = append(onPage, name+" "+row[len(row)-1])
	}
	if !slices.Equal(onPage, want) {
		p.t.Errorf("the page of seat %d says %q, the log %q", seat, onPage, want)
	}
	if got := l.totals(p.t); !slices.Equal(got, want) {
		p.t.Errorf("the letter to seat %d says %q, the log %q", seat, got, want)
	}
}

// totals are the names of the letter's table of points, each with its total.
func (l *letter) totals(t *testing.T) []string {
	t.Helper()
	lines := strings.Split(l.text, "\n")
	place := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Place ") })
	total := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Total ") })
	if place < 1 || total < 0 {
		t.Fatalf("the letter has no table of points:\n%s", l.text)
	}
	// Names may hold spaces; columns are two spaces apart.
	names := regexp.MustCompile(`\s{2,}`).Split(strings.TrimSpace(lines[place-1]), -1)
	var list []string
	for i, points := range strings.Fields(lines[total])[1:] {
		list = append(list, names[i]+" "+points)
	}
	return list
}

func mustCanonical(t *testing.T, text []byte) []byte {
	t.Helper()
	canonical, err := events.Canonical(text)
	if err != nil {
		t.Fatal(err)
	}
	return canonical
}

// causes compares the letters that came with those that the log asks for: no
// other, and none missing.
func (p *byLetter) causes() {
	p.t.Helper()
	want := asked(p.t, truth(p.t, p.server.dir, p.match))
	got := map[string]int{}
	for key, l := range p.sent {
		got[key] = p.seat(l)
	}
	if !maps.Equal(got, want) {
		p.t.Errorf("these letters came: %v\nthese are asked for: %v", got, want)
	}
	if letters, _ := p.post.all(); len(letters) != len(p.sent) || p.pages < 10*3*7 {
		p.t.Errorf("%d letters arrived, %d were read; %d pages were looked through", len(letters), len(p.sent), p.pages)
	}
}

// asked lists the letters that a match has asked for until now, by key, with the
// seat of whom each is for. The host sits at seat 1.
func asked(t *testing.T, m *engine.Match) map[string]int {
	t.Helper()
	list := map[string]int{m.ID + ".0.1": 1}
	to := func(seat game.Seat, n int) { list[fmt.Sprintf("%s.%d.%d", m.ID, seat, n)] = int(seat) }
	for _, e := range m.Log {
		if data, err := e.Decode(); err != nil {
			t.Fatal(err)
		} else if o, ok := data.(*events.SeatOffered); ok {
			to(game.Seat(o.Seat), e.N)
		}
	}
	for n := m.Table.Started; n > 0 && n <= m.N(); n++ {
		then, err := m.At(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range then.Active() {
			to(seat, then.Call(seat))
		}
	}
	for seat := game.Seat(1); m.Table.Over && seat <= 3; seat++ {
		to(seat, m.Table.Ended)
	}
	return list
}
