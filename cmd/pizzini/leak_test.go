package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/mailer"
	"pizzini/web/link"
)

// More positions: go test ./cmd/pizzini -run Leaks -positions 40
var positions = flag.Int("positions", 5, "at how many positions of a match of a hundred events the leak test looks; of a longer one at fewer")

// What a viewer gets does not change by a byte when what he may not know is
// replaced: by another deal that bears the same moves, another seed, and other notes,
// programmed moves and talk of others. Hashes,
// commitments and salts follow from it and are held fixed.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	for _, rules := range engine.Kinds() {
		kind := rules.Info().Kind
		counts := hidden[kind].players
		if counts == nil {
			t.Errorf("nothing tests the secrets of %s: say in hidden how it is dealt", kind)
		}
		for i, players := range counts {
			var options game.Options
			if of := hidden[kind].options; of != nil {
				options = of[i]
			}
			t.Run(fmt.Sprintf("%s/players=%d", kind, players), func(t *testing.T) {
				t.Parallel()
				s := playSource(t, kind, players, options, byte(players))
				for _, n := range s.choose() {
					t.Run(fmt.Sprintf("event=%d", n), func(t *testing.T) { s.look(t, n) })
				}
				if s.twins == 0 {
					t.Error("no twin differed in more than the seed, so that no leak would be seen")
				}
			})
		}
	}
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
	for k, c := range left.Choices {
		if !c.Secret && (len(tries) == 0 || k < 3) {
			p.drafts(append(tries[:len(tries):len(tries)], c.Move))
		}
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
		if len(legal) == 0 {
			continue
		}
		first := legal[i%len(legal)]
		if _, err := p.left.Draft(p.viewer, []game.Move{first, game.Move(move)}); err != nil && !p.left.State.Secret(p.viewer, first) {
			refused(decision, string(first), move)
		}
	}
	for _, move := range legal[:min(12, len(legal))] {
		refused(decision-1, string(move))
		if _, err := p.left.Draft(p.viewer, []game.Move{move, move}); err != nil {
			refused(decision, string(move), string(move))
		}
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
		if i == p.two {
			p.private() // which makes nobody's page look again
		}
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
