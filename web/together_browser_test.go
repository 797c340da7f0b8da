package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestABrowserProposesAgreesAndGoesBack goes the whole way of a rewind in browsers, by
// keyboard where a form is sent.
func TestABrowserProposesAgreesAndGoesBack(t *testing.T) {
	t.Parallel()
	ctx := browser(t)
	g := gather(t, newHouse(t, nil), clocked("claim"))
	start := g.match(g.id).Table.Started
	g.hurry(start + 4)
	tabs := map[int]tab{1: {t, ctx}}
	for seat := 2; seat <= 3; seat++ {
		other, stop := chromedp.NewContext(ctx)
		t.Cleanup(stop)
		if err := chromedp.Do(other); err != nil {
			t.Fatal(err)
		}
		tabs[seat] = tab{t, other}
	}
	for seat := 1; seat <= 3; seat++ {
		g.enter(tabs[seat], seat)
	}
	anna, bruno, chiara := tabs[1], tabs[2], tabs[3]
	anna.open(fmt.Sprintf("%s%s/at/%d", g.server.URL, g.seatPage(1), start+1))
	anna.picture("together-past")
	anna.press("a[href*='/propose/rewind']")
	anna.picture("together-propose-rewind")
	anna.do(chromedp.SendKeys(chromedp.ID("reason"), "I pressed the wrong card"))
	anna.press("main form[action$='/propose'] button")
	g.settled()
	bruno.open(g.server.URL + g.seatPage(2))
	anna.picture("together-proposed")

	// The others' pages hear of it without being loaded anew.
	chiara.becomes(`!!document.querySelector("#proposal") && document.querySelector("#proposal").textContent.includes("Anna proposes to go back")`)
	bruno.picture("together-asked")
	if text := bruno.text(); !strings.Contains(text, "I pressed the wrong card") {
		t.Errorf("Bruno is not told why: %s", text)
	}
	for _, b := range []tab{bruno, chiara} {
		b.do(chromedp.Focus(chromedp.CSS("form[action$='/answer'] button")))
		if _, err := chromedp.RunResponse(b.ctx, chromedp.KeyEvent("\r")); err != nil {
			t.Fatal(err)
		}
	}
	anna.becomes(`document.querySelector(".story").textContent.includes("The match goes back to event")`)
	if line := g.match(g.id).Table.Line; len(line) != 1 || line[0] != start+1 {
		t.Errorf("the line is %v", line)
	}
	if text := anna.text(); strings.Contains(text, "Still asked") {
		t.Errorf("the proposal is still shown: %s", text)
	}
	anna.picture("together-gone-back")
}

// TestTheTimeThatIsLeftIsCountedDown looks at the countdown, which goes by the server's
// clock, whatever the browser's says, and does nothing at its end.
func TestTheTimeThatIsLeftIsCountedDown(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	g := gather(t, newHouse(t, nil), clocked("note"))
	seat, _, _ := g.turn()
	g.ahead.Add(int64(72*time.Hour - 70*time.Second)) // the server's clock is not the browser's
	g.enter(b, seat)
	b.becomes(`/in (1 min \d+|\d+) s/.test(document.querySelector("time[data-left]").textContent)`)
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`(window.mark = true)`)); err != nil {
		t.Fatal(err)
	}
	before := g.match(g.id).N()
	// As if the deadline were past: the words say so, and the page stays as it is.
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`(document.querySelector("time[data-left]").dateTime = "2020-01-01T00:00:00Z", true)`)); err != nil {
		t.Fatal(err)
	}
	b.becomes(`window.mark && document.querySelector("time[data-left]").textContent === "time is up" && !!document.querySelector("a.choice")`)
	if g.match(g.id).N() != before {
		t.Error("a countdown wrote something")
	}
}

// TestPicturesOfClocksAndAgreementsFitTheScreen draws every state of what players agree
// on, of their time, and of how they come and go.
func TestPicturesOfClocksAndAgreementsFitTheScreen(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	g := gather(t, newHouse(t, nil), clocked("claim"))
	seat, _, _ := g.turn()
	other := seat%3 + 1
	for s := 1; s <= 3; s++ {
		g.enter(b, s)
	}
	page := func(seat int, path string) string { return g.server.URL + g.seatPage(seat) + path }
	look := func(name, address string, opened bool) {
		t.Helper()
		b.open(address)
		if opened {
			if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`(document.querySelectorAll("details").forEach(d => d.open = true), true)`)); err != nil {
				t.Fatal(err)
			}
		}
		b.picture(name)
	}
	look("clock-turn", page(seat, ""), false)
	look("clock-open", page(other, ""), true)
	for _, what := range []string{"pause", "end", "clock"} {
		look("propose-"+what, page(seat, "/propose/"+what), what == "clock")
	}
	g.pass(73*time.Hour, g.id)
	look("clock-expired", page(other, ""), false)
	look("clock-expired-own", page(seat, ""), false)
	g.readers[other].open(g.seatPage(other)).submit("Let a bot play on", nil)
	look("clock-claimed", page(other, ""), false)
	g.readers[other].open(g.seatPage(other)+"/propose/pause").submit("Propose it", nil)
	third := (seat+1)%3 + 1
	look("pause-asked", page(third, ""), false)
	g.readers[third].open(g.seatPage(third)).submit("I agree", nil)
	look("paused", page(other, ""), false)
	look("propose-resume", page(other, "/propose/resume"), false)
	g.readers[other].open(g.seatPage(other)+"/propose/resume").submit("Propose it", nil)
	g.readers[third].open(g.seatPage(third)).submit("I agree", nil)
	b.open(g.host.open(g.readers[1].base + "/m/" + g.id + "/host").shownLink("host-link"))
	b.press("main form[action='/continue'] button")
	look("host-runs", g.server.URL+"/m/"+g.id+"/host", true)
	g.ahead.Add(int64(8 * 24 * time.Hour))
	look("host-silent", g.server.URL+"/m/"+g.id+"/host", false)
	for _, a := range g.host.open("/m/" + g.id + "/host").links() {
		if strings.Contains(a, "/remove?") || strings.Contains(a, "/pass?") {
			name, _, _ := strings.Cut(a[strings.LastIndex(a, "/")+1:], "?")
			look("host-"+name, g.server.URL+a, false)
		}
	}
	for m := g.match(g.id); !m.Table.Over; m = g.match(g.id) {
		if !botToMove(m) {
			g.hurry(m.N() + 1)
		} else if err := g.copy.Wait(t.Context(), g.id, m.N()+1); err != nil {
			t.Fatal(err)
		}
	}
	look("over-again", page(other, ""), false)
	g.readers[other].open(g.seatPage(other)).submit("Play again with the same players", nil)
	look("over-made", page(third, ""), false)
}
