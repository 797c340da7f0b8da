package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// The players of these tests, by seat. The first is the host.
var players = []struct{ name, address string }{
	{}, {"Rossi, Anna", "anna@example.org"}, {"Bruno", "bruno@example.com"}, {"小林 ひろ", "hiro@example.net"},
	{"Zoë", "zoe@example.org"}, {"O'Hara", "ohara@example.com"},
}

// sitting is a match as its host asks for it.
type sitting struct {
	kind    string
	seats   int
	options url.Values // fields of the form
	turns   int        // it has at least so many
	every   int        // at each so manieth letter all pages are looked through
}

// invite makes a match of Patronize for three as its host does: by the operator's
// link and the form. It gives the match's id.
func invite(t *testing.T, host *reader, s *server) string {
	t.Helper()
	return inviteTo(t, host, s, sitting{kind: "patronize", seats: 3})
}

// inviteTo makes a match as its host does, who has seat 1 and invites the others.
func inviteTo(t *testing.T, host *reader, s *server, at sitting) string {
	t.Helper()
	fields := url.Values{"name": {players[1].name}, "address": {players[1].address}, "words": {"quattro gatti"}, "who-1": {"me"}}
	for seat := 2; seat <= at.seats; seat++ {
		n := strconv.Itoa(seat)
		fields["who-"+n], fields["name-"+n], fields["address-"+n] = []string{"person"}, []string{players[seat].name}, []string{players[seat].address}
	}
	maps.Copy(fields, at.options)
	host.open(s.operator).submit("Continue as operator", nil).is(http.StatusOK)
	page := host.open("/new/"+at.kind).submit("Make the match", fields).is(http.StatusOK)
	return matchOf(t, page.at.Path)
}

// Whole matches by nothing but what the letters hold.
func TestAMatchIsPlayedByLettersAlone(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]sitting{
		"patronize":       {kind: "patronize", seats: 3, turns: 3 * 7, every: 1},
		"der-pate kosmos": {kind: "der-pate", seats: 3, turns: 3 * 7, every: 2, options: url.Values{"option-edition": {"kosmos"}}},
		"der-pate tw":     {kind: "der-pate", seats: 3, turns: 3 * 7, every: 2, options: url.Values{"option-edition": {"tw"}}},
		"die-patin":       {kind: "die-patin", seats: 5, turns: 5 * 4 * 5, every: 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mail := newPost(t)
			s := start(t, t.TempDir(), "--smtp", mail.url, "--from", "Slow games <pizzini@games.example>")
			rules, err := engine.Newest(at.kind)
			if err != nil {
				t.Fatal(err)
			}
			p := &byLetter{sitting: at, t: t, game: rules.Info().Name, server: s, post: mail, random: rand.New(rand.NewPCG(41, 42)), sent: map[string]*letter{}}
			p.match = inviteTo(t, newReader(t, s.at), s, at)
			for range at.seats {
				p.readers = append(p.readers, newReader(t, s.at))
			}
			p.gather()
			for m := p.now(); !m.Table.Over; m = p.now() {
				p.ask(m)
			}
			for seat := 1; seat <= at.seats; seat++ {
				p.check(p.await(seat, p.now().Table.Ended))
			}
			if p.turns < at.turns {
				t.Errorf("the match ended after %d turns", p.turns)
			}
			p.causes()
			p.soughtEnough()
		})
	}
}

// byLetter is a match that is played from letters.
type byLetter struct {
	sitting
	t       *testing.T
	game    string // its name
	server  *server
	post    *post
	match   string
	readers []*reader // seat 1 first
	random  *rand.Rand
	read    int // letters read so far
	sent    map[string]*letter
	turns   int    // that a letter asked for and that were played
	sought  sought // how much was looked through for secrets
}

func (p *byLetter) reader(seat int) *reader { return p.readers[seat-1] }

// now is the match as the server has it. It is not verified each time.
func (p *byLetter) now() *engine.Match {
	p.t.Helper()
	_, out, stderr := command("export", p.match, "--all", "--data", p.server.dir)
	x, err := events.ReadExport(strings.NewReader(out))
	if err != nil {
		p.t.Fatalf("export: %v\n%s", err, stderr)
	}
	m := engine.Fold(x.Log)
	if m.Broken != nil {
		p.t.Fatal(m.Broken)
	}
	return m
}

// seat is at which seat sits who got the letter.
func (p *byLetter) seat(l *letter) int {
	p.t.Helper()
	for seat, who := range players[:p.seats+1] {
		if who.address == l.to && seat > 0 {
			return seat
		}
	}
	p.t.Fatalf("a letter went to %s", l.to)
	return 0
}

// gather brings all players to the table: each by the invitation, the host by
// the letter with his link.
func (p *byLetter) gather() {
	p.t.Helper()
	for came := 0; came < p.seats; came++ {
		l := p.next()
		if l.key == p.match+".0.1" {
			p.reader(1).open(l.button(p.t, "Go to the host's page")).submit("Open the host's page", nil).is(http.StatusOK).says(players[1].name, "yourself")
			continue
		}
		seat := strconv.Itoa(p.seat(l))
		landing := p.reader(p.seat(l)).open(l.button(p.t, "Look at seat "+seat)).is(http.StatusOK).says(players[1].name + " invites you to " + p.game)
		landing.submit("Take seat "+seat, url.Values{"words": {"otto " + seat}}).is(http.StatusOK)
	}
}

// await gives the letter to a seat that an event causes, once it is here.
func (p *byLetter) await(seat, n int) *letter {
	p.t.Helper()
	key := fmt.Sprintf("%s.%d.%d", p.match, seat, n)
	for p.sent[key] == nil {
		p.next()
	}
	return p.sent[key]
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
	if want := p.game + ", " + players[1].name + "'s match " + p.match[:6]; err != nil || subject != want {
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

// causes compares the letters that came with those that the log asks for: no
// other, and none missing.
func (p *byLetter) causes() {
	p.t.Helper()
	want := asked(p.t, p.now())
	got := map[string]int{}
	for key, l := range p.sent {
		got[key] = p.seat(l)
	}
	if !maps.Equal(got, want) {
		p.t.Errorf("these letters came: %v\nthese are asked for: %v", got, want)
	}
	if letters, _ := p.post.all(); len(letters) != len(p.sent) {
		p.t.Errorf("%d letters arrived, %d were read", len(letters), len(p.sent))
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
	for seat := game.Seat(1); m.Table.Over && int(seat) <= m.Players(); seat++ {
		to(seat, m.Table.Ended)
	}
	return list
}

// without is a list of seats but for one.
func without(seats []game.Seat, seat game.Seat) []game.Seat {
	return slices.DeleteFunc(slices.Clone(seats), func(s game.Seat) bool { return s == seat })
}
