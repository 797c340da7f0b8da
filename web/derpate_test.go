package web

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

// derPateParts are the parts of a page of Der Pate.
var derPateParts = gamePages{Table: derPateTable, Own: derPateOwn, Seats: derPateSeats, Score: derPateScore, Rules: derPateRules}

// derPatePage is a whole match page of a position: what is asked, the table, the
// choices, the result, the purse and the families.
func derPatePage(state game.State, viewer game.Seat) templ.Component {
	s := sight{View: state.View(viewer), Reader: testReader(viewer), Words: derPateWords, Links: map[string]string{}}
	d := decision{Action: "/m/x/s/2/play", Seat: viewer, Number: 41, Unlisted: "You get a letter when it is your turn."}
	for _, move := range state.Legal(viewer) {
		label := state.Describe(viewer, move)
		var facts []game.Fact
		tape := game.Refusing().Listen(func(f game.Fact) { facts = append(facts, f) })
		_, _ = game.Play(state, viewer, move, tape)
		c := choice{Move: move, Words: s.Words.Choice(label, s.Reader), Consequence: s.Words.Consequence(label, facts, s.Reader), Try: "?d=41&try=x"}
		if tape.Opened() {
			c.Consequence += " " + s.Words.Opening(label, tape.Reveals())
		}
		s.Links[label.Spot] = c.Try
		title := s.Words.Group(label.Group)
		if n := len(d.Groups); n == 0 || d.Groups[n-1].Title != title {
			d.Groups = append(d.Groups, choiceGroup{Title: title})
		}
		g := &d.Groups[len(d.Groups)-1]
		g.Choices = append(g.Choices, c)
	}
	return templ.Join(
		templ.Raw(`<div class="desk"><div class="left">`), asked(s), derPateParts.Table(s), templ.Raw(`</div><div class="right">`),
		choices(d), derPateParts.Score(s), derPateParts.Own(s), templ.Raw(`</div><div class="left">`), derPateParts.Seats(s), templ.Raw(`</div></div>`))
}

// derPateMatch plays a random match and gives its positions.
func derPateMatch(t *testing.T, players int, seed uint64, given game.Options) []game.State {
	t.Helper()
	rules := derpate.Rules{}
	options, err := rules.Resolve(players, given)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
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

// derPatePages renders the rules and positions of matches of both editions, as the
// active player and as a spectator sees them.
func derPatePages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"pate-rules": show(t, "pate-rules", page{Title: "Der Pate", Class: "rules"}, derPateRules())}
	for _, edition := range []string{derpate.Kosmos, derpate.TW} {
		for players := 2; players <= 4; players++ {
			states := derPateMatch(t, players, 5, game.Options{"edition": edition})
			for n, state := range states {
				if n > 8 && n%16 != 0 && n < len(states)-2 {
					continue
				}
				viewers := []game.Seat{game.Spectator, 2}
				viewers = append(viewers, state.Active()...)
				for _, viewer := range viewers {
					name := fmt.Sprintf("pate-%s-%d-%03d-%d", edition, players, n, viewer)
					pages[name] = show(t, name, page{Title: "Match", Class: "match"}, derPatePage(state, viewer))
				}
			}
		}
	}
	return pages
}

func TestPagesOfDerPateFitTheSecurityPolicyAndTheStyleSheet(t *testing.T) {
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
	for name, html := range derPatePages(t) {
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

// What a page must show of Der Pate, and whose money it must not.
func TestAPositionOfDerPateShowsWhatCounts(t *testing.T) {
	t.Parallel()
	rules := derpate.Rules{}
	options, err := rules.Resolve(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	setup := `{"eventDeck":["casino-raid","vendetta","good-neighbour","crackdown","donation","retreat","headlines"],"car":"greenwich-3","districts":["greenwich","east","italy"],
		"position":{"round":4,"businesses":{"east-2":1,"italy-2":0},"seats":[
			{"money":21000,"reputation":9,"favors":2,"friends":2,"tiles":["grandchild"],"owes":[0,0,1,0]},
			{"money":33000,"influence":4,"prison":1,"tiles":["cop"],"owes":[1,1,0,0]},
			{"money":47000,"hudson":2}]}}`
	state, _, err := rules.Start(game.Config{Players: 3, Options: options, Setup: []byte(setup)}, game.Drawing(func(uint64) uint64 { return 0 }))
	if err != nil {
		t.Fatal(err)
	}
	for _, chance := range [][]any{{3}, {2, 4, 2, "hand"}} {
		if state, err = game.Play(state, 1, "roll", game.Scripted(chance, nil)); err != nil {
			t.Fatal(err)
		}
	}
	html := show(t, "pate-position", page{Title: "Match", Class: "match"}, derPatePage(state, 1))
	for _, want := range []string{
		"Your turn", "Place one of the dice in row 1.", "Crackdown", "Round 4 of 7",
		"Reputation is the K.O. track", "3 steps short on the K.O. track", "12 steps short",
		"Place gray 2 on Smuggling", "You get $2,000 and 1 step on Reputation (to 10)", "Place the red hand on Press", "Grandchild",
		"The car stands at", "and protects all of", "$21,000", "11 Friends are left in the supply.",
		"The bank holds one marker of Bartolomeo di Fruosino.", "You hold one marker of Bartolomeo di Fruosino.", "Bartolomeo di Fruosino holds one marker of yours.",
		"4 at hand, 1 with Bartolomeo di Fruosino", "Rescue", "One of your markers comes back without payment.", "used: Wedding",
		"not placed: black 2, white 4, gray 2 and the red hand", "start player", "chooses now",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, secret := range []string{"33,000", "47,000", "Donation", "Headlines"} {
		if strings.Contains(html, secret) {
			t.Errorf("the page tells %q", secret)
		}
	}
	html = show(t, "pate-watched", page{Title: "Match", Class: "match"}, derPatePage(state, game.Spectator))
	if strings.Contains(html, "21,000") || strings.Contains(html, "purse") {
		t.Error("a spectator sees a purse")
	}
}

// The accounting has every part and every family, and says who is out.
func TestTheAccountingOfDerPate(t *testing.T) {
	t.Parallel()
	for _, players := range []int{2, 4} {
		states := derPateMatch(t, players, 5, nil)
		state := states[len(states)-1]
		v := state.View(game.Spectator).(*derpate.View)
		html := show(t, fmt.Sprintf("pate-over-%d", players), page{Title: "Match", Class: "match"}, derPatePage(state, game.Spectator))
		for _, score := range v.Result.Scores {
			for _, amount := range []int{score.Cash, score.Businesses, score.Bail, score.DebtsPaid, score.DebtsReceived, score.Total} {
				if !strings.Contains(html, ">"+derPateWords.Dollars(amount)+"<") {
					t.Errorf("%d players: %s is not in the accounting", players, derPateWords.Dollars(amount))
				}
			}
		}
		if got := strings.Count(html, ">out<"); got != len(v.Result.Dropped) {
			t.Errorf("%d players: %d are out, %d should be", players, got, len(v.Result.Dropped))
		}
	}
}

func TestTheRulesOfDerPateCompareTheEditions(t *testing.T) {
	t.Parallel()
	html := show(t, "pate-rules-2", page{Title: "Der Pate"}, derPateRules())
	for _, o := range (derpate.Rules{}).Info().Options {
		if kosmos := derpate.Usual(derpate.Kosmos, o.Key); kosmos != nil {
			label, _ := derPateWords.Option(o.Key)
			for _, want := range []string{label, derPateWords.Value(o.Key, kosmos), derPateWords.Value(o.Key, derpate.Usual(derpate.TW, o.Key))} {
				if !strings.Contains(html, templ.EscapeString(want)) {
					t.Errorf("%s: the rules do not say %q", o.Key, want)
				}
			}
		}
	}
}
