package web

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"pizzini/engine/game"
	"pizzini/engine/patronize"
	"pizzini/web/words"
)

// To look at the pages: go test ./web -run Shown -pages DIR
var pagesDir = flag.String("pages", "", "write the pages that the tests render to this folder")

var testNames = []string{"", "Anna", "Bartolomeo di Fruosino", "小林 ひろ", "Chiara", "<b>Dino</b>"}

func testReader(viewer game.Seat) words.Reader {
	return words.Reader{Viewer: viewer, Name: func(s game.Seat) string {
		if s < 1 || int(s) >= len(testNames) {
			return ""
		}
		return testNames[s]
	}}
}

func testSight(v game.View, viewer game.Seat) sight {
	w, _ := words.For("patronize", "en")
	return sight{View: v, Reader: testReader(viewer), Words: w}
}

// matchOf plays a random match of Patronize and gives its positions.
func matchOf(t *testing.T, players int, seed uint64) []game.State {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	rules := patronize.Rules{}
	options, err := rules.Resolve(players, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, _, err := rules.Start(game.Config{Players: players, Options: options}, game.Drawing(random.Uint64N))
	if err != nil {
		t.Fatal(err)
	}
	states := []game.State{state}
	for len(state.Active()) > 0 {
		seat := state.Active()[0]
		legal := state.Legal(seat)
		state, err = game.Play(state, seat, legal[random.IntN(len(legal))], game.Drawing(random.Uint64N))
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, state)
	}
	return states
}

// show renders a component in the frame, and writes it where -pages says.
func show(t *testing.T, name string, p page, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := layout(p).Render(templ.WithChildren(context.Background(), c), &b); err != nil {
		t.Fatal(err)
	}
	if *pagesDir != "" {
		here, err := filepath.Abs("static")
		if err != nil {
			t.Fatal(err)
		}
		local := regexp.MustCompile(`/static/[a-z2-7]+/`).ReplaceAllString(b.String(), here+"/")
		if err := os.WriteFile(filepath.Join(*pagesDir, name+".html"), []byte(local), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// shownPages renders the rules and every position of matches of 3, 4 and 5.
func shownPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"rules": show(t, "rules", page{Title: "Patronize"}, patronizeRules())}
	for players := 3; players <= 5; players++ {
		for n, state := range matchOf(t, players, 3) {
			name := fmt.Sprintf("match-%d-%02d", players, n)
			pages[name] = show(t, name, page{Title: "Match", Class: "match"}, allOf(testSight(state.View(2), 2), state))
		}
	}
	return pages
}

func TestShownPagesFitTheSecurityPolicy(t *testing.T) {
	t.Parallel()
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|javascript:|<script[^>]*>[^<]|https?://[^w]`)
	for name, html := range shownPages(t) {
		if found := inline.FindString(html); found != "" {
			t.Errorf("%s: the page has %q", name, found)
		}
		if strings.Contains(html, "<b>Dino</b>") {
			t.Errorf("%s: a name became an element", name)
		}
	}
}

func TestEveryClassOnAPageIsInTheStyleSheet(t *testing.T) {
	t.Parallel()
	sheet, err := staticFiles.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(string(sheet), -1) {
		known[m[1]] = true
	}
	missing := map[string]string{}
	for name, html := range shownPages(t) {
		for _, m := range regexp.MustCompile(` class="([^"]*)"`).FindAllStringSubmatch(html, -1) {
			for _, class := range strings.Fields(m[1]) {
				if !known[class] {
					missing[class] = name
				}
			}
		}
	}
	for class, name := range missing {
		t.Errorf("%s: the class %q is not in style.css", name, class)
	}
}

// What a page must show of Patronize ("On a page and in a mail").
func TestAPositionShowsWhatCounts(t *testing.T) {
	t.Parallel()
	setup := `{"fame":["fame-art","fame-calm","fame-golden","fame-religion","fame-science","fame-exploration"],
		"hands":[["student","navigator","painter","nun"],["noble","banker","sculptor","missionary"],["merchant","lawman","clown","geographer"],["architect","diplomat","literary-man","theologian"]],"start":2}`
	state, _, err := patronize.Rules{}.Start(game.Config{Players: 4, Setup: []byte(setup)}, game.Refusing())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct {
		seat game.Seat
		move game.Move
	}{{2, "play sculptor protect"}, {3, "play merchant"}, {4, "pass"}} {
		if state, err = game.Play(state, m.seat, m.move, game.Refusing()); err != nil {
			t.Fatal(err)
		}
	}
	html := show(t, "position", page{Title: "Match", Class: "match"}, allOf(testSight(state.View(1), 1), state))
	for _, want := range []string{
		"Your turn", "Age of Art", "Round 1 of 6 · trump: art", "wins now", "passed",
		"Sculptor, influence 7, art, brings a red cube, 4 VP, protected, wins now",
		"Merchant, influence 13, no speciality, brings a cube of any colour",
		"Play the Painter, protected", "4 cards in hand, 6 rounds to play in.", "3 cards in hand, 5 rounds to play in.",
		"Protection cube used.", "The stock", "start player",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(html, "Lawman") || strings.Contains(html, "Banker") {
		t.Error("the page names a card of another hand")
	}
}

// allOf is a whole match page of a position.
func allOf(s sight, state game.State) templ.Component {
	seat := s.Reader.Viewer
	d := decision{Action: "/m/x/s/2/play", Seat: seat, Number: 41, Unlisted: "You get a letter when it is your turn."}
	for _, move := range state.Legal(seat) {
		label := state.Describe(seat, move)
		var facts []game.Fact
		tape := game.Refusing().Listen(func(f game.Fact) { facts = append(facts, f) })
		_, _ = game.Play(state, seat, move, tape)
		c := choice{Move: move, Words: s.Words.Choice(label, s.Reader), Consequence: s.Words.Consequence(label, facts, s.Reader), Try: "?d=41&try=x"}
		if tape.Opened() {
			c.Consequence += " " + s.Words.Opening(label, tape.Reveals())
			c.Try = ""
		}
		title := s.Words.Group(label.Group)
		if n := len(d.Groups); n == 0 || d.Groups[n-1].Title != title {
			d.Groups = append(d.Groups, choiceGroup{Title: title})
		}
		g := &d.Groups[len(d.Groups)-1]
		g.Choices = append(g.Choices, c)
	}
	parts := games["patronize"]
	return templ.Join(
		templ.Raw(`<div class="desk"><div class="left">`), asked(s), parts.Table(s), templ.Raw(`</div><div class="right">`),
		choices(d), parts.Score(s), parts.Own(s), templ.Raw(`</div><div class="left">`), parts.Seats(s), templ.Raw(`</div>`))
}
