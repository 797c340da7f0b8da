package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/mailer"
	"pizzini/web/link"
)

// More positions: go test ./cmd/pizzini -run Leaks -positions 40
var positions = flag.Int("positions", 5, "at how many positions of each match the leak test looks")

// What a viewer gets does not change by a byte when what he may not know is
// replaced: by another deal that bears the same moves, and another seed. Hashes,
// commitments and salts follow from it and are held fixed.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	for players := 3; players <= 5; players++ {
		t.Run(fmt.Sprintf("players=%d", players), func(t *testing.T) {
			t.Parallel()
			s := playSource(t, players, byte(players))
			for _, n := range s.choose() {
				t.Run(fmt.Sprintf("event=%d", n), func(t *testing.T) { s.look(t, n) })
			}
		})
	}
}

// source is a random match that was played to its end, from which any beginning
// of it can be installed.
type source struct {
	kept   kept
	match  *engine.Match // whole
	random *rand.Rand
	moves  []string // all that were legal for somebody
	taken  []int    // the events that took moves back
	opens  []int    // the events after which a move could be chosen that opens something
}

// playSource plays a match of random moves; seat 1 is the host's. On the way moves
// are taken back, a seat gets a new link, and another one's player leaves it to a
// bot. The same seed plays the same match.
func playSource(t *testing.T, seats int, seed byte) *source {
	t.Helper()
	secret := [32]byte{seed}
	i := install(t, kept{stream.Keys: {{Subject: "key.installation.1", Data: secret[:]}}}, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC), rand.NewChaCha8(secret))
	s := &source{random: rand.New(rand.NewPCG(uint64(seed), 0))}
	ctx, e := t.Context(), i.node.engine
	must := func(_ engine.Receipt, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		i.now = i.now.Add(time.Minute)
		i.settle()
	}
	person := make([]string, seats+1)
	for seat := 1; seat <= seats; seat++ {
		person[seat] = i.node.signer.FormID("person", strconv.Itoa(seat))
		name := string(rune('A'+seat-1)) + "da"
		if err := i.node.book.Keep(ctx, person[seat], people.Profile{Name: name, Address: strings.ToLower(name) + "@example.org"}); err != nil {
			t.Fatal(err)
		}
	}
	id := i.node.signer.FormID("match")
	// Nobody may watch the match of four.
	made := engine.Creation{ID: id, Kind: "patronize", Watch: seats != 4, Host: person[1], Seats: []engine.Invitation{{Who: engine.Himself}}}
	for seat := 2; seat <= seats; seat++ {
		made.Seats = append(made.Seats, engine.Invitation{Who: engine.Person(person[seat])})
	}
	must(e.Create(ctx, made))
	for seat := game.Seat(2); int(seat) <= seats; seat++ {
		must(e.Take(ctx, engine.SeatCommand{Match: id, Seat: seat, Answers: i.match(id).LinkNumber(seat)}, person[seat], ""))
	}
	for turn := 0; ; turn++ {
		m := i.match(id)
		if m.Table.Over {
			break
		}
		switch turn {
		case 2 * seats:
			must(e.Link(ctx, engine.SeatCommand{Match: id, Seat: 2, Answers: m.LinkNumber(2)}, true))
		case 6 * seats:
			leaves := game.Seat(seats)
			must(e.Resign(ctx, engine.SeatCommand{Match: id, Seat: leaves, Answers: m.LinkNumber(leaves)}))
		}
		if m = i.match(id); m.Bot(m.Active()[0]) {
			_, err := e.Bots(ctx, id)
			must(engine.Receipt{}, err)
			continue
		}
		seat := m.Active()[0]
		moves := s.choice(t, m, seat)
		must(e.Play(ctx, engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: moves}))
		if last, _, ok := i.match(id).TakeBack(seat); ok && s.random.IntN(4) == 0 {
			must(e.PlayTakeBack(ctx, id, seat, last))
			s.taken = append(s.taken, i.match(id).N())
		}
	}
	s.match, s.kept = i.match(id), i.kept()
	slices.Sort(s.moves)
	s.moves = slices.Compact(s.moves)
	if len(s.taken) < 2 || len(s.opens) < 2 {
		t.Fatalf("of the moves of %d players %d were taken back, %d could open something: choose another seed", seats, len(s.taken), len(s.opens))
	}
	return s
}

// choice is a random turn of one or more moves.
func (s *source) choice(t *testing.T, m *engine.Match, seat game.Seat) []game.Move {
	t.Helper()
	var moves []game.Move
	for {
		d, err := m.Draft(seat, moves)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Choices {
			s.moves = append(s.moves, string(c.Move))
			if c.Opens && len(moves) == 0 {
				s.opens = append(s.opens, m.N())
			}
		}
		if len(d.Choices) == 0 || len(moves) > 0 && s.random.IntN(2) == 0 {
			return moves
		}
		moves = append(moves, d.Choices[s.random.IntN(len(d.Choices))].Move)
	}
}

// choose lists the events at which the test looks, each the last of its command:
// before the start, at it, after a take-back, where a move can be chosen that opens
// something, just before the end, and others.
func (s *source) choose() []int {
	var ends []int
	for k, e := range s.match.Log {
		if k+1 < len(s.match.Log) && s.match.Log[k+1].Cmd != e.Cmd {
			ends = append(ends, e.N)
		}
	}
	started := slices.IndexFunc(ends, func(n int) bool { return n >= s.match.Table.Started })
	chosen := []int{s.opens[s.random.IntN(len(s.opens)/2)], s.taken[s.random.IntN(len(s.taken))], ends[len(ends)-1], ends[started], ends[started-1]}
	if testing.Short() {
		chosen = chosen[:2]
	}
	for want := min(*positions, len(ends)); len(chosen) < want; {
		if n := ends[s.random.IntN(len(ends))]; !slices.Contains(chosen, n) {
			chosen = append(chosen, n)
		}
	}
	slices.Sort(chosen)
	return slices.Compact(chosen)[:min(len(chosen), max(*positions, 1))]
}

// until is what an installation holds that the match has brought to event n.
func (s *source) until(m *engine.Match) kept {
	of := maps.Clone(s.kept)
	slips := map[string]bool{}
	for _, e := range m.Log {
		slips[e.Cmd] = true
	}
	of[stream.Matches] = slices.Clone(of[stream.Matches][:len(slips)])
	return of
}

// look compares, for everybody who may look at the match as it stood after event
// n, the installation with one that has a twin of the match.
func (s *source) look(t *testing.T, n int) {
	m := engine.Fold(s.match.Log[:n:n])
	for viewer := game.Spectator; int(viewer) <= m.Players(); viewer++ {
		if viewer > 0 && m.Person(viewer) == "" {
			continue
		}
		t.Run(fmt.Sprintf("viewer=%d", viewer), func(t *testing.T) {
			p := s.pair(t, m, viewer)
			p.positions()
			p.letters()
			if viewer == game.Spectator {
				p.watchers()
			} else {
				p.player()
			}
			p.events()
			p.catches()
			p.logs()
			if p.compared < 20 {
				t.Errorf("only %d answers were compared", p.compared)
			}
		})
	}
}

// pair is two installations that a viewer cannot tell apart.
type pair struct {
	*testing.T
	source         *source
	viewer         game.Seat
	one, two       *installation
	left, right    *engine.Match
	changed        bool // the deals differ, not the seeds alone
	same           map[string]string
	sealed, hidden []string
	card           *regexp.Regexp // nil = nothing is hidden but bytes
	compared       int
}

func (s *source) pair(t *testing.T, m *engine.Match, viewer game.Seat) *pair {
	t.Helper()
	p := &pair{T: t, source: s, viewer: viewer}
	now := m.Log[m.N()-1].At.Add(time.Minute)
	of := s.until(m)
	p.one = install(t, of, now, rand.NewChaCha8([32]byte{}))
	of[stream.Matches], p.changed = twinOf(t, m, viewer, s.random)
	p.two = install(t, of, now, rand.NewChaCha8([32]byte{1}))
	p.left, p.right = p.one.match(m.ID), p.two.match(m.ID)
	if p.left.Head() != m.Head() || p.right.Head() == m.Head() {
		t.Fatalf("the heads are %v and %v, the match's is %v", p.left.Head(), p.right.Head(), m.Head())
	}
	p.same = likeness(p.left, p.right, viewer)
	p.sealed, p.hidden = secrets(t, p.left, viewer)
	if len(p.hidden) > 0 {
		p.card = regexp.MustCompile(`(?i)\b(` + strings.Join(p.hidden, "|") + `)\b`)
	}
	p.one.write(m.ID)
	p.two.write(m.ID)
	return p
}

var hashes = regexp.MustCompile(`[0-9a-f]{64}`)

// alike is what the second installation said in the words of the first.
func (p *pair) alike(text string) string {
	return hashes.ReplaceAllStringFunc(text, func(hash string) string {
		if same, ok := p.same[hash]; ok {
			return same
		}
		return hash
	})
}

// differ is the first place at which two answers differ; empty = they do not.
func (p *pair) differ(one, two string) string {
	one, two = plainForms(one), p.alike(plainForms(two))
	if one == two {
		return ""
	}
	at := 0
	for at < min(len(one), len(two)) && one[at] == two[at] {
		at++
	}
	from := max(0, at-60)
	return fmt.Sprintf("…%s…\nand\n…%s…", one[from:min(len(one), at+100)], two[from:min(len(two), at+100)])
}

// A form that makes a person or a match has a number of its own each time.
var formNumber = regexp.MustCompile(`(name="form" value=")[a-z2-7]{16}`)

func plainForms(text string) string { return formNumber.ReplaceAllString(text, "$1") }

// compare says where two texts for the viewer differ, and where one shows a secret.
func (p *pair) compare(what, one, two string) {
	p.Helper()
	p.compared++
	if d := p.differ(one, two); d != "" {
		p.Errorf("%s depends on what viewer %d may not know:\n%s", what, p.viewer, d)
	}
	for _, secret := range p.sealed {
		if strings.Contains(one, secret) {
			p.Errorf("%s holds a seed or a sealed salt: %s", what, secret)
		}
	}
}

// discreet looks for the names of hidden cards.
func (p *pair) discreet(what, text string) {
	p.Helper()
	// One card's text names two others.
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "He cannot copy the Student or the Lawman.", "")
	if p.card == nil {
		return
	}
	if at := p.card.FindStringIndex(text); at != nil {
		p.Errorf("%s shows viewer %d a secret card: …%s…", what, p.viewer, text[max(0, at[0]-100):min(len(text), at[1]+50)])
	}
}

// told is the whole of an answer.
func told(s *sheet) string {
	header := s.header.Clone()
	header.Del("Date")
	var b strings.Builder
	fmt.Fprintln(&b, s.status)
	_ = header.Write(&b)
	return b.String() + s.body
}

// browsers are the viewer's browser on each of the two.
type browsers struct{ one, two *reader }

func (p *pair) browsers() browsers {
	return browsers{newReader(p.T, p.one.at), newReader(p.T, p.two.at)}
}

// ask asks both, and compares.
func (p *pair) ask(b browsers, method, address string, fields url.Values) *sheet {
	p.Helper()
	one, two := p.answers(b, method, address, fields)
	p.compare(method+" "+address+" "+fields.Encode(), told(one), told(two))
	if one.status >= 500 {
		p.Errorf("%s %s: status %d: %s", method, address, one.status, one.text())
	}
	return one
}

func (p *pair) answers(b browsers, method, address string, fields url.Values) (one, two *sheet) {
	p.Helper()
	one, err := b.one.ask(method, address, fields)
	if err != nil {
		p.Fatal(err)
	}
	if two, err = b.two.ask(method, address, fields); err != nil {
		p.Fatal(err)
	}
	return one, two
}

// crawl follows every link from some addresses, two tries deep, and compares each
// answer. Of earlier positions it looks at some: beneath the pages all are compared.
func (p *pair) crawl(b browsers, from ...string) {
	p.Helper()
	seen := map[string]bool{}
	for len(from) > 0 {
		address := from[0]
		from = from[1:]
		if n, err := strconv.Atoi(address[strings.LastIndex(address, "/")+1:]); seen[address] || err == nil && strings.Contains(address, "/at/") && n%5 != p.left.N()%5 {
			continue
		}
		seen[address] = true
		page := p.ask(b, http.MethodGet, address, nil)
		if !strings.Contains(address, "/rules") {
			p.discreet(address, told(page))
		}
		from = append(from, page.links()...)
	}
}

// links lists the addresses on this site that a page leads to, by links, forms
// that only ask and redirects; drafts only up to two tries.
func (s *sheet) links() []string {
	var list []string
	add := func(address string) {
		address, _, _ = strings.Cut(s.resolve(address), "#")
		if strings.HasPrefix(address, site+"/") && !strings.HasPrefix(address, site+"/static/") && strings.Count(address, "try=") <= 2 {
			list = append(list, address)
		}
	}
	for n := range s.root.Descendants() {
		if href, ok := attr(n, "href"); ok {
			add(href)
		}
		if n.Data == "form" && value(n, "method") != "post" {
			add(value(n, "action"))
		}
	}
	if to := s.header.Get("Location"); to != "" {
		add(to)
	}
	return list
}

// enter signs the viewer's browsers in by a link, and gives its address.
func (p *pair) enter(b browsers, c link.Claim) string {
	p.Helper()
	token, err := p.one.node.signer.Token(c)
	if err != nil {
		p.Fatal(err)
	}
	if in := p.ask(b, http.MethodPost, "/continue", url.Values{"token": {token}}); in.status != http.StatusSeeOther {
		p.Fatalf("status %d: %s", in.status, in.text())
	}
	return p.one.node.site.Landing(token)
}

// positions compares, beneath the pages, what the viewer sees of all positions until
// now, the story, and what he could choose; and what he sees after each move that
// anybody could make in both matches and that opens nothing.
func (p *pair) positions() {
	view := func(s game.State) string {
		v := s.View(p.viewer)
		return string(mustJSON(p.T, v)) + "\n" + v.Text()
	}
	for n := 1; n <= p.left.N(); n++ {
		left, err := p.left.At(n)
		if err != nil {
			p.Fatal(err)
		}
		right, err := p.right.At(n)
		if err != nil {
			p.Fatal(err)
		}
		if left.State != nil {
			p.compare(fmt.Sprintf("the view after event %d", n), view(left.State), view(right.State))
		}
	}
	p.compare("the story", p.json(p.left.Story(p.viewer, 0, p.left.N())), p.json(p.right.Story(p.viewer, 0, p.right.N())))
	p.drafts(nil)
	for _, seat := range p.left.Active() {
		for _, move := range p.left.State.Legal(seat) {
			if !slices.Contains(p.right.State.Legal(seat), move) {
				if seat == p.viewer {
					p.Errorf("viewer %d can play %s in one match only", seat, move)
				}
				continue
			}
			tape, other := game.Refusing(), game.Refusing()
			left, err := game.Play(p.left.State, seat, move, tape)
			right, otherErr := game.Play(p.right.State, seat, move, other)
			if tape.Opened() != other.Opened() || !slices.Equal(tape.Reveals(), other.Reveals()) || errors.Is(err, game.ErrOpens) != errors.Is(otherErr, game.ErrOpens) {
				p.Errorf("what seat %d's %s opens depends on what viewer %d may not know", seat, move, p.viewer)
			}
			if err == nil && otherErr == nil {
				p.compare("the view after "+string(move), view(left), view(right))
			}
		}
	}
}

// drafts compares what the viewer can choose after some tries, and after further ones.
func (p *pair) drafts(tries []game.Move) {
	if p.left.Call(p.viewer) == 0 || len(tries) > 2 {
		return
	}
	left, err := p.left.Draft(p.viewer, tries)
	if err != nil {
		p.Fatal(err)
	}
	right, err := p.right.Draft(p.viewer, tries)
	if err != nil {
		p.Fatal(err)
	}
	p.compare(fmt.Sprintf("the choices after %q", tries), p.json(left.Choices)+p.json(left.Facts)+p.json(left.Pending), p.json(right.Choices)+p.json(right.Facts)+p.json(right.Pending))
	for _, c := range left.Choices {
		p.drafts(append(tries[:len(tries):len(tries)], c.Move))
	}
}

func (p *pair) json(v any) string {
	p.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

// due lists the letters that a match asks for.
func (i *installation) due(id string) []mailer.Due { return mailer.DueLetters(i.match(id), i.now) }

// letter is a letter that is due, as it goes out: its headers, text and HTML.
func (i *installation) letter(d mailer.Due) string {
	i.t.Helper()
	l, err := i.post.Composer.Compose(i.t.Context(), d.Key, mailer.Record{Kind: d.Kind, Person: d.Person, At: i.now}, i.match(d.Key.Match))
	if err != nil {
		i.t.Fatal(err)
	}
	raw, err := i.post.Composer.Message(l, i.now)
	if err != nil {
		i.t.Fatal(err)
	}
	html, err := l.HTML()
	if err != nil {
		i.t.Fatal(err)
	}
	// The headers come in any order, and a boundary is new each time.
	header, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	lines := strings.Split(boundary.ReplaceAllString(header, ""), "\r\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n\n" + l.Text() + html
}

var boundary = regexp.MustCompile(`boundary=\S+`)

// letters compares the letters to the viewer; a spectator stands for the host.
func (p *pair) letters() {
	one, two := p.one.due(p.left.ID), p.two.due(p.left.ID)
	if !slices.EqualFunc(one, two, func(a, b mailer.Due) bool { return a.Key == b.Key && a.Kind == b.Kind && a.Person == b.Person }) {
		p.Fatalf("other letters are due: %v and %v", one, two)
	}
	for _, d := range one {
		if d.Key.Seat != p.viewer {
			continue
		}
		text := p.one.letter(d)
		p.compare("the letter "+d.Key.String(), text, p.two.letter(d))
		p.discreet("the letter "+d.Key.String(), text)
	}
}

// player compares all pages of a player, and the answers to what he may not do.
func (p *pair) player() {
	base := seatPage(p.left.ID, int(p.viewer))
	b := p.browsers()
	own := p.enter(b, link.Claim{Purpose: link.Seat, Match: p.left.ID, Seat: int(p.viewer), Number: p.left.LinkNumber(p.viewer)})
	p.crawl(b, base, own)
	p.refusals(b, base)
	p.everywhere(b, base)
	p.ask(b, http.MethodGet, "/m/"+p.left.ID+"/host", nil)
	for seat := 0; seat <= p.left.Players()+1; seat++ {
		if seat != int(p.viewer) {
			for _, path := range []string{"", "/log", "/audit", "/export", "/at/1"} {
				if page := p.ask(b, http.MethodGet, seatPage(p.left.ID, seat)+path, nil); page.status != http.StatusNotFound {
					p.Errorf("seat %d gets status %d at the page of seat %d", p.viewer, page.status, seat)
				}
			}
			p.ask(b, http.MethodPost, seatPage(p.left.ID, seat)+"/play", p.turn(seat, p.left.Decision(game.Seat(seat)), p.source.moves[0]))
		}
	}
}

// everywhere has the browsers show the cookies of a page on all pages, as nobody's
// browser does but whoever wants to see more can.
func (p *pair) everywhere(b browsers, page string) {
	p.Helper()
	for _, r := range []*reader{b.one, b.two} {
		at, err := url.Parse(site + page)
		if err != nil {
			p.Fatal(err)
		}
		cookies := r.client.Jar.Cookies(at)
		if len(cookies) == 0 {
			p.Fatalf("there is no cookie for %s", page)
		}
		for _, c := range cookies {
			c.Path = "/"
			r.client.Jar.SetCookies(at, []*http.Cookie{c})
			r.client.Jar.SetCookies(at, []*http.Cookie{{Name: map[string]string{"seat": "host", "host": "seat"}[c.Name], Value: c.Value, Path: "/"}})
		}
	}
}

// turn is a form that plays moves.
func (p *pair) turn(seat, decision int, moves ...string) url.Values {
	return url.Values{"seat": {strconv.Itoa(seat)}, "d": {strconv.Itoa(decision)}, "move": moves}
}

// refusals compares the answers to drafts and forms that are refused: moves that
// others might make, that are not legal now or not any more, several of which one
// is not legal, and forms that are stale, incomplete or another's.
func (p *pair) refusals(b browsers, base string) {
	seat, decision := int(p.viewer), p.left.Decision(p.viewer)
	legal := p.left.Legal(p.viewer)
	refused := func(d int, moves ...string) {
		p.Helper()
		query := url.Values{"d": {strconv.Itoa(d)}, "try": moves}
		p.ask(b, http.MethodGet, base+"?"+query.Encode(), nil)
		if answer := p.ask(b, http.MethodPost, base+"/play", p.turn(seat, d, moves...)); answer.status < 400 {
			p.Errorf("seat %d played %q for decision %d: status %d", seat, moves, d, answer.status)
		}
	}
	illegal := slices.DeleteFunc(slices.Clone(p.source.moves), func(m string) bool { return slices.Contains(legal, game.Move(m)) })
	p.source.random.Shuffle(len(illegal), func(i, j int) { illegal[i], illegal[j] = illegal[j], illegal[i] })
	for i, move := range append(illegal[:min(8, len(illegal))], "", "no such move") {
		refused(decision, move)
		if len(legal) > 0 {
			first := legal[i%len(legal)]
			if _, err := p.left.Draft(p.viewer, []game.Move{first, game.Move(move)}); err != nil {
				refused(decision, string(first), move)
			}
		}
	}
	for _, move := range legal {
		refused(decision-1, string(move))
		refused(decision, string(move), string(move))
	}
	p.ask(b, http.MethodPost, base+"/play", p.turn(seat%p.left.Players()+1, decision, p.source.moves...))
	for _, form := range []string{"/play", "/take-back", "/resign", "/link"} {
		p.ask(b, http.MethodPost, base+form, nil)
		p.ask(b, http.MethodPost, base+form, url.Values{"last": {"1"}, "answers": {"1000"}})
	}
	if got := p.one.match(p.left.ID).Head(); got != p.left.Head() {
		p.Fatalf("what was refused has changed the match: %v", got)
	}
}

// watchers compares what strangers, spectators and the host get.
func (p *pair) watchers() {
	match := "/m/" + p.left.ID
	stranger := p.browsers()
	p.crawl(stranger, "/", match, match+"/host", match+"/log", match+"/audit", match+"/export", match+"/at/"+strconv.Itoa(p.left.N()), "/rules", "/l/no-token", "/new/patronize")
	for seat := 1; seat <= p.left.Players(); seat++ {
		base := seatPage(p.left.ID, seat)
		for _, path := range []string{"", "/log", "/export", "/events", "/resign"} {
			p.ask(stranger, http.MethodGet, base+path, nil)
		}
		p.ask(stranger, http.MethodPost, base+"/play", p.turn(seat, p.left.Decision(game.Seat(seat)), p.source.moves...))
	}
	if p.left.Table.Created.Watch {
		if page := p.ask(stranger, http.MethodGet, match, nil); page.status != http.StatusOK {
			p.Errorf("whoever may watch gets status %d", page.status)
		}
	} else {
		for _, path := range []string{"", "/log", "/at/1", "/events", "/s/1", "/host"} {
			unknown, err := stranger.one.ask(http.MethodGet, "/m/"+strings.Repeat("a", 16)+path, nil)
			if err != nil {
				p.Fatal(err)
			}
			if page := p.ask(stranger, http.MethodGet, match+path, nil); told(page) != told(unknown) {
				p.Errorf("a stranger can tell that the match is there by %s:\n%s", path, p.differ(told(page), told(unknown)))
			}
		}
	}
	host := p.browsers()
	p.enter(host, link.Claim{Purpose: link.Host, Match: p.left.ID})
	p.crawl(host, match+"/host")
	for _, form := range []string{"/offer", "/link", "/bot"} {
		p.ask(host, http.MethodPost, match+"/host"+form, url.Values{"seat": {"1"}, "answers": {"1000"}, "to": {"link"}})
	}
	p.everywhere(host, match+"/host")
	for seat := 1; seat <= p.left.Players(); seat++ {
		if page := p.ask(host, http.MethodGet, seatPage(p.left.ID, seat), nil); page.status != http.StatusNotFound {
			p.Errorf("the host gets status %d at the page of seat %d", page.status, seat)
		}
	}
}

// events compares the streams of a live page, before and after a new event. The
// two matches are not twins of the original afterwards.
func (p *pair) events() {
	base := "/m/" + p.left.ID
	b := p.browsers()
	switch {
	case p.viewer > 0:
		base = seatPage(p.left.ID, int(p.viewer))
		p.enter(b, link.Claim{Purpose: link.Seat, Match: p.left.ID, Seat: int(p.viewer), Number: p.left.LinkNumber(p.viewer)})
	case !p.left.Table.Created.Watch:
		base += "/host"
		p.enter(b, link.Claim{Purpose: link.Host, Match: p.left.ID})
	}
	var heard []string
	for k, r := range []*reader{b.one, b.two} {
		i := []*installation{p.one, p.two}[k]
		answer, err := r.client.Get(site + base + "/events")
		if err != nil {
			p.Fatal(err)
		}
		defer answer.Body.Close()
		lines := bufio.NewReader(answer.Body)
		text := ""
		until := func(last string) {
			p.Helper()
			for !strings.HasSuffix(text, last) {
				line, err := lines.ReadString('\n')
				if err != nil {
					p.Fatalf("the stream ends after %q: %v", text, err)
				}
				text += line
			}
		}
		until(fmt.Sprintf("data: %d\n\n", p.left.N()))
		other := p.viewer%game.Seat(p.left.Players()) + 1
		command := engine.SeatCommand{Match: p.left.ID, Seat: other, Answers: p.left.LinkNumber(other)}
		if _, err := i.node.engine.Link(p.Context(), command, true); err != nil {
			p.Fatal(err)
		}
		until(fmt.Sprintf("data: %d\n\n", p.left.N()+1))
		heard = append(heard, text)
	}
	p.compare("the stream of events", heard[0], heard[1])
}

// catches is the test of the test: for a player who holds other cards in the twin
// his page, his log to take along and his letter are seen to differ.
func (p *pair) catches() {
	if !p.changed {
		return
	}
	for seat := game.Seat(1); int(seat) <= p.left.Players(); seat++ {
		if p.left.Person(seat) == "" || bytes.Equal(mustJSON(p.T, p.left.State.View(seat)), mustJSON(p.T, p.right.State.View(seat))) {
			continue
		}
		if seat == p.viewer {
			p.Fatal("the twin is none")
		}
		base := seatPage(p.left.ID, int(seat))
		b := p.browsers()
		now := p.one.match(p.left.ID) // a link may be newer
		p.enter(b, link.Claim{Purpose: link.Seat, Match: p.left.ID, Seat: int(seat), Number: now.LinkNumber(seat)})
		for _, path := range []string{"", "/export", "/at/" + strconv.Itoa(p.left.N())} {
			one, two := p.answers(b, http.MethodGet, base+path, nil)
			if one.status != http.StatusOK || p.differ(told(one), told(two)) == "" {
				p.Errorf("seat %d holds other cards in the twin, and %s does not show it (status %d)", seat, path, one.status)
			}
		}
		for _, d := range p.one.due(p.left.ID) {
			if d.Kind == mailer.YourTurn && d.Key.Seat == seat && p.differ(p.one.letter(d), p.two.letter(d)) == "" {
				p.Errorf("seat %d holds other cards in the twin, and its letter does not show it", seat)
			}
		}
		return
	}
}

// logs looks for secrets in what the two have logged: no seed, salt or card, no
// draft, no token.
func (p *pair) logs() {
	secret := slices.Concat(p.sealed, []string{"try=", "token", "/l/A", "panic", "a page failed"})
	for _, e := range p.left.Log {
		for _, part := range e.Sealed {
			secret = append(secret, part.Salt)
		}
	}
	for _, i := range []*installation{p.one, p.two} {
		text := i.log.String()
		for _, s := range secret {
			if strings.Contains(text, s) {
				p.Errorf("the server's log holds %q:\n%s", s, text)
			}
		}
		p.discreet("the server's log", text)
		if !strings.Contains(text, "path="+seatPage(p.left.ID, 1)) {
			p.Errorf("requests are not logged:\n%s", text)
		}
	}
}
