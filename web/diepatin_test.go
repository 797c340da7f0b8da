package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// diePatinSight is a position of Die Patin as a seat sees it.
func diePatinSight(v game.View, viewer game.Seat) sight {
	return sight{View: v, Reader: testReader(viewer), Words: diePatinWords}
}

// diePatinMatch plays a match at random, with a liking for back rooms, figures
// together and claims, and gives its positions.
func diePatinMatch(t *testing.T, players int, seed uint64) []game.State {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 5))
	state, _, err := diepatin.Rules{}.Start(game.Config{Players: players}, game.Drawing(random.Uint64N))
	if err != nil {
		t.Fatal(err)
	}
	states := []game.State{state}
	for len(state.Active()) > 0 {
		seat := state.Active()[0]
		legal := state.Legal(seat)
		move := legal[random.IntN(len(legal))]
		v := state.View(game.All).(*diepatin.View)
		for range 3 {
			word, id, _ := strings.Cut(string(move), " ")
			var a diepatin.Area
			together := word == "henchman" && a.UnmarshalText([]byte(id)) == nil && (v.Area(a).Henchmen[seat-1] > 0 || v.Area(a).Owner != int(seat))
			if word == "backroom" || together {
				break
			}
			move = legal[random.IntN(len(legal))]
		}
		if state, err = game.Play(state, seat, move, game.Drawing(random.Uint64N)); err != nil {
			t.Fatal(err)
		}
		states = append(states, state)
	}
	return states
}

// diePatinPage is a whole match page of a position.
func diePatinPage(s sight, state game.State) templ.Component {
	seat := s.Reader.Viewer
	d := decision{Action: "/m/x/s/2/play", Seat: seat, Number: 41, Unlisted: "You get a letter when it is your turn."}
	s.Links = map[string]string{}
	for _, move := range state.Legal(seat) {
		label := state.Describe(seat, move)
		var facts []game.Fact
		tape := game.Refusing().Listen(func(f game.Fact) { facts = append(facts, f) })
		_, _ = game.Play(state, seat, move, tape)
		c := choice{Move: move, Words: s.Words.Choice(label, s.Reader), Consequence: s.Words.Consequence(label, facts, s.Reader), Try: "?d=41&try=x"}
		if state.Secret(seat, move) {
			c.Try = ""
		} else {
			s.Links[label.Spot] = c.Try
		}
		if tape.Opened() {
			c.Consequence += " " + s.Words.Opening(label, tape.Reveals())
		}
		title := s.Words.Group(label.Group)
		if n := len(d.Groups); n == 0 || d.Groups[n-1].Title != title {
			d.Groups = append(d.Groups, choiceGroup{Title: title})
		}
		g := &d.Groups[len(d.Groups)-1]
		g.Choices = append(g.Choices, c)
	}
	return templ.Join(
		templ.Raw(`<div class="desk"><div class="left">`), asked(s), diePatinTable(s), templ.Raw(`</div><div class="right">`),
		choices(d), diePatinScore(s), diePatinOwn(s), templ.Raw(`</div><div class="left">`), diePatinSeats(s), templ.Raw(`</div></div>`))
}

// diePatinShown renders the rules and positions of matches of every number of
// players: each of the first round, then some.
func diePatinShown(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"diepatin-rules": show(t, "diepatin-rules", page{Title: "Die Patin"}, diePatinRules())}
	for players := 2; players <= 5; players++ {
		states := diePatinMatch(t, players, 4)
		for n, state := range states {
			if n > 40 && n%9 > 0 && n < len(states)-3 {
				continue
			}
			viewer := game.Seat(2)
			if n%3 == 0 && len(state.Active()) > 0 {
				viewer = state.Active()[0]
			}
			name := fmt.Sprintf("diepatin-%d-%03d", players, n)
			pages[name] = show(t, name, page{Title: "Match", Class: "match"}, diePatinPage(diePatinSight(state.View(viewer), viewer), state))
		}
	}
	return pages
}

func TestPagesOfDiePatinFitTheSecurityPolicyAndTheStyleSheet(t *testing.T) {
	t.Parallel()
	sheet, err := staticFiles.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(string(sheet), -1) {
		known[m[1]] = true
	}
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|javascript:|<script[^>]*>[^<]|https?://[^w]`)
	classes := regexp.MustCompile(` class="([^"]*)"`)
	missing := map[string]string{}
	for name, html := range diePatinShown(t) {
		if found := inline.FindString(html); found != "" {
			t.Errorf("%s: the page has %q", name, found)
		}
		if strings.Contains(html, "<b>Dino</b>") {
			t.Errorf("%s: a name became an element", name)
		}
		for _, m := range classes.FindAllStringSubmatch(html, -1) {
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

// A page of a seat, or of a spectator, shows no intrigue card of another seat before
// it was revealed: with any other card in its place the page is the same.
func TestNoPageOfDiePatinTellsACard(t *testing.T) {
	t.Parallel()
	for players := 2; players <= 5; players++ {
		random := rand.New(rand.NewPCG(uint64(players), 8))
		hidden := 0
		for n, state := range diePatinMatch(t, players, 6) {
			v := state.View(game.All).(*diepatin.View)
			if n%5 > 0 && v.Phase != diepatin.Intrigue.ID() {
				continue
			}
			for viewer := game.Spectator; int(viewer) <= players; viewer++ {
				for _, seat := range v.Seats {
					if seat.Intrigue.Chosen && !seat.Intrigue.Revealed && game.Seat(seat.Seat) != viewer {
						hidden++
					}
				}
				page := render(t, diePatinPage(diePatinSight(state.View(viewer), viewer), state))
				twin := state.Shuffled(viewer, random)
				if other := render(t, diePatinPage(diePatinSight(twin.View(viewer), viewer), twin)); page != other {
					t.Fatalf("%d players, position %d, viewer %d: the page depends on a hidden card", players, n, viewer)
				}
			}
		}
		if hidden == 0 {
			t.Fatal("no card was hidden: the test says nothing")
		}
	}
}

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What a page must show of Die Patin, before a claim and when it is over.
func TestAPositionOfDiePatinShowsWhatCounts(t *testing.T) {
	t.Parallel()
	v := diePatinView(diePatinSample())
	if v.Round != 1 {
		t.Fatal("the example of the rules page cannot be played")
	}
	rules := render(t, diePatinRules())
	for _, want := range []string{"Administration", "most manholes", "m17", "1, 2, 3 or 4 tiles", "yours"} {
		if !strings.Contains(strings.ToLower(rules), strings.ToLower(want)) {
			t.Errorf("the rules do not say %q", want)
		}
	}
	states := diePatinMatch(t, 3, 4)
	claimed, secret := false, false
	for n, state := range states {
		now := state.View(game.All).(*diepatin.View)
		if len(now.Active) == 0 {
			continue
		}
		seat := game.Seat(now.Active[0])
		page := ""
		if now.Claim != nil && !claimed || now.Phase == diepatin.Intrigue.ID() && !secret {
			page = render(t, diePatinPage(diePatinSight(state.View(seat), seat), state))
		}
		if now.Claim != nil && !claimed {
			claimed = true
			for _, want := range []string{"Power in " + diePatinWords.Area(now.Claim.Area), "Claimed as it stands", "Figures", "The map as a table", "The chains", "The missions", "So far"} {
				if !strings.Contains(page, want) {
					t.Errorf("position %d: the page does not say %q", n, want)
				}
			}
		}
		if now.Phase == diepatin.Intrigue.ID() && !secret {
			secret = true
			if strings.Count(page, `<input type="radio" name="move" value="intrigue `) != 3 || strings.Contains(page, "try=intrigue") {
				t.Errorf("position %d: the cards are not the values of a form", n)
			}
		}
	}
	if !claimed || !secret {
		t.Fatal("the match had no claim or no card")
	}
	last := states[len(states)-1]
	over := render(t, diePatinPage(diePatinSight(last.View(2), 2), last))
	for _, want := range []string{"The result", "Missions", "Chains", "Symbols", "Trophies", "Total", "winner"} {
		if !strings.Contains(over, want) {
			t.Errorf("the end does not say %q", want)
		}
	}
}
