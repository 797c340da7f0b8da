package web

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"pizzini/engine"
	"pizzini/engine/game"
)

// To look at the pages: go test ./web -run Pictures -pictures DIR
var picturesDir = flag.String("pictures", "", "write pictures of the pages to this folder")

// chromium is the browser of all tests of this package: each has a profile of its
// own in it.
var chromium struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(code)
}

// browser is a new profile in a browser. Where there is none the test is skipped,
// but not where CI is set: there it fails.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("no browser in short mode")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no chromium: install it")
		}
		t.Skip("no chromium here")
	}
	chromium.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
			chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
			chromedp.Flag("host-resolver-rules", "MAP pizzini.test 127.0.0.1"),
			chromedp.WSURLReadTimeout(time.Minute))
		all, stopAll := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stop := chromedp.NewContext(all)
		chromium.ctx, chromium.stop = ctx, func() { stop(); stopAll() }
		chromium.err = chromedp.Do(ctx)
	})
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	ctx, stop := chromedp.NewContext(chromium.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	// A tab lives as long as the context that it is first used with.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// patient is how long a step in a browser may take on a busy machine.
const patient = 20 * time.Second

// tab is one tab of a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func (b tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patient)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// open goes to an address.
func (b tab) open(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("main")))
}

// press clicks an element and waits for the page that it leads to.
func (b tab) press(selector string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patient)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		b.t.Fatalf("press %s: %v; the page says: %s", selector, err, b.text())
	}
	b.do(chromedp.WaitReady(chromedp.CSS("main")))
}

func (b tab) text() string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patient)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.TextContent(chromedp.CSS("main")))
	if err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(text), " ")
}

func (b tab) has(selector string) bool {
	b.t.Helper()
	nodes, err := chromedp.Run(b.ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		b.t.Fatal(err)
	}
	return len(nodes) > 0
}

// becomes waits until an expression holds, without loading anything.
func (b tab) becomes(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(patient))); err != nil {
		b.t.Fatalf("never came to be: %s: %v; the page says: %s", expression, err, b.text())
	}
}

func (b tab) address() *url.URL {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		b.t.Fatal(err)
	}
	at, err := url.Parse(text)
	if err != nil {
		b.t.Fatal(err)
	}
	return at
}

func (b tab) width(pixels int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(pixels, 900))
}

func (b tab) withoutScript() {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
}

// demo plays a whole match against bots, from the operator's link to the result.
func demo(t *testing.T, b tab, h *house) {
	link, err := OperatorLink(h.signer, h.config.Site, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.open(link)
	b.press("main form button")
	b.press("form[action='/demo'] button")
	id := strings.Split(b.address().Path, "/")[2]
	for turn := 0; !h.match(id).Table.Over; turn++ {
		if turn > 60 {
			t.Fatalf("the match does not end: %s", b.text())
		}
		before := h.match(id)
		if !b.has("a.choice") {
			// The bots have not answered yet when the page was made.
			b.open(b.address().String())
			continue
		}
		b.press("li:last-child > a.choice")
		if h.match(id).N() != before.N() {
			t.Fatal("trying a move wrote something")
		}
		b.press(".commit form button")
	}
	b.open(h.server.URL + "/m/" + id + "/s/1")
	if text := b.text(); !strings.Contains(text, "The result") {
		t.Errorf("the page does not show the result: %s", text)
	}
}

func TestABrowserPlaysAMatch(t *testing.T) {
	t.Parallel()
	for _, script := range []bool{true, false} {
		t.Run(fmt.Sprintf("script=%v", script), func(t *testing.T) {
			t.Parallel()
			b := tab{t, browser(t)}
			if !script {
				b.withoutScript()
			}
			demo(t, b, newHouse(t, nil))
		})
	}
}

func TestATabSeesAnothersMoveWithoutLoading(t *testing.T) {
	t.Parallel()
	ctx := browser(t)
	g := gather(t, newHouse(t, nil), nil)
	mover := int(g.match(g.id).Active()[0])
	watching := mover%3 + 1
	// Two seats in one browser, each in its tab.
	first, second := tab{t, ctx}, tab{t, nil}
	g.enter(first, mover)
	other, stop := chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(other); err != nil {
		t.Fatal(err)
	}
	second.ctx = other
	g.enter(second, watching)
	second.becomes(`document.querySelector(".asked h2").textContent.startsWith("Waiting for")`)
	if _, err := chromedp.Run(second.ctx, chromedp.Evaluate[bool](`(window.mark = true)`)); err != nil {
		t.Fatal(err)
	}
	first.press("a.choice")
	first.press(".commit form button")
	n := g.match(g.id).N()
	second.becomes(fmt.Sprintf(`document.getElementById("main").dataset.n === "%d" && window.mark`, n))
	if text := second.text(); !strings.Contains(text, fmt.Sprintf("at seat %d of 3", watching)) {
		t.Errorf("the second tab is not seat %d any more: %s", watching, text)
	}

	// The slider goes back through the match, and the browser's history forward again.
	start := g.match(g.id).Table.Started
	slide := fmt.Sprintf(`(() => { const s = window.slider = document.getElementById("at"); s.value = %d; return s.dispatchEvent(new Event("input", {bubbles: true})); })()`, start)
	if _, err := chromedp.Run(second.ctx, chromedp.Evaluate[bool](slide)); err != nil {
		t.Fatal(err)
	}
	second.becomes(fmt.Sprintf(`location.pathname.endsWith("/at/%d") && document.querySelector(".asked h2").textContent === "After event %d of %d" && window.mark && document.getElementById("at") === window.slider`, start, start, n))
	if _, err := chromedp.Run(second.ctx, chromedp.Evaluate[bool](`(history.back(), true)`)); err != nil {
		t.Fatal(err)
	}
	second.becomes(`!location.pathname.includes("/at/") && !document.querySelector(".asked h2").textContent.startsWith("After") && window.mark`)
}

// enter opens a seat by its link.
func (g *group) enter(b tab, seat int) {
	g.t.Helper()
	b.open(g.readers[seat].open(g.seatPage(seat)).shownLink("own-link"))
	b.press("main form[action='/continue'] button")
}

// hurry plays the match on, past the pages, until an event or its end.
func (g *group) hurry(until int) {
	g.t.Helper()
	for m := g.match(g.id); m.N() < until && !m.Table.Over; m = g.match(g.id) {
		seat := m.Active()[0]
		legal := m.Legal(seat)
		move := legal[(m.N()*7)%len(legal)]
		if _, err := g.engine.Play(g.t.Context(), engine.Turn{Match: g.id, Seat: seat, Decision: m.Decision(seat), Moves: []game.Move{move}}); err != nil {
			g.t.Fatal(err)
		}
	}
}

// fits checks that a page is no wider than a phone's screen.
func (b tab) fits(name string) {
	b.t.Helper()
	const width = 390
	b.width(width)
	wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
	if err != nil {
		b.t.Fatal(err)
	}
	if wide > width {
		b.t.Errorf("%s is %d pixels wide on a screen of %d", name, wide, width)
	}
}

func TestLongNamesFitAPhone(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	g := &group{house: newHouse(t, nil)}
	long := func(letter string) string { return strings.Repeat(letter, maxName) }
	operator := g.operator()
	made := operator.open("/new/patronize").submit("Make the match", url.Values{"name": {long("W")}, "who-2": {"person"}, "name-2": {long("M")}, "address-2": {strings.Repeat("m", 60) + "@example.org"}, "who-3": {"open"}})
	g.id = strings.Split(made.at.Path, "/")[2]
	host, invited, open := made.shownLink("host-link"), made.shownLink("link-2"), made.shownLink("link-3")
	b.open(host)
	b.press("main form[action='/continue'] button")
	b.fits("the host's page, gathering")
	b.open(invited)
	b.fits("the invitation")
	b.press("main form button")
	b.fits("the gathering")
	g.readers[3] = g.reader()
	g.readers[3].open(open).submit("Take seat 3", url.Values{"name": {long("Ä")}}).is(http.StatusOK)
	g.readers[1] = operator
	for seat := 1; seat <= 3; seat++ {
		if seat == 2 {
			continue // entered above
		}
		b.open(g.readers[seat].open(g.seatPage(seat)).shownLink("own-link"))
		b.fits("the landing of a link")
		b.press("main form[action='/continue'] button")
	}
	for range 40 {
		m := g.match(g.id)
		if m.Table.Over {
			break
		}
		seat := int(m.Active()[0])
		b.open(g.server.URL + g.seatPage(seat))
		if m.N()%4 == 0 {
			b.fits("a turn")
			b.open(g.server.URL + g.seatPage(seat%3+1))
			b.fits("waiting")
			b.open(g.server.URL + g.seatPage(seat))
			b.press("a.choice")
			b.fits("a choice tried")
			b.press(".commit form button")
			b.fits("after a move")
		}
		g.hurry(g.match(g.id).N() + 1)
	}
	g.hurry(1000)
	for name, path := range map[string]string{
		"the end": "", "the log": "/log", "the audit": "/audit", "the past": fmt.Sprintf("/at/%d", g.match(g.id).N()/2), "leaving": "/resign",
	} {
		b.open(g.server.URL + g.seatPage(2) + path)
		b.fits(name)
	}
	b.open(g.server.URL + "/m/" + g.id + "/host")
	b.fits("the host's page")
	link, err := OperatorLink(g.signer, g.config.Site, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.open(link)
	b.press("main form[action='/continue'] button")
	b.fits("the operator's list")
	if cut, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`[...document.querySelectorAll("main *")].some(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible" && !e.classList.contains("vh"))`)); err != nil || cut {
		t.Errorf("the operator's list is cut at the side, %v", err)
	}
	if high, err := chromedp.Run(b.ctx, chromedp.Evaluate[float64](`Math.max(...[...document.querySelectorAll("main time")].map(e => e.getClientRects().length))`)); err != nil || high != 1 {
		t.Errorf("a date takes %v lines, %v", high, err)
	}
}

// picture draws a page on a phone and on a desk, in light and dark, where a folder for
// pictures is named, and fails where it is wider than its screen.
func (b tab) picture(name string) {
	b.t.Helper()
	for _, width := range []int64{390, 1280} {
		b.width(width)
		wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
		if err != nil {
			b.t.Fatal(err)
		}
		if wide > width {
			b.t.Errorf("%s is %d pixels wide on a screen of %d", name, wide, width)
		}
		for _, scheme := range []string{"light", "dark"} {
			if *picturesDir == "" {
				continue
			}
			if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
			}}); err != nil {
				b.t.Fatal(err)
			}
			png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
			if err != nil {
				b.t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*picturesDir, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), png, 0o644); err != nil {
				b.t.Fatal(err)
			}
		}
	}
}

// TestPicturesOfThePagesFitTheScreen draws the pages on a phone and on a desk, in light and dark, and
// fails where one is wider than its screen.
func TestPicturesOfThePagesFitTheScreen(t *testing.T) {
	t.Parallel()
	ctx := browser(t)
	h := newHouse(t, nil)
	h.config.Mailbox.(*box).letters = []Letter{{Key: "a.1.2", At: time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC), To: "bruno@example.org", Subject: "Patronize: it is your turn", State: "sent",
		Text: "It is your turn.\n\nhttp://127.0.0.1/l/abc\n", HTML: "<!DOCTYPE html><p>It is your turn.</p>"}}
	g := gather(t, h, nil)
	b := tab{t, ctx}
	operator, err := OperatorLink(h.signer, h.config.Site, 0)
	if err != nil {
		t.Fatal(err)
	}
	pages := []struct{ name, address string }{{"operator", operator}}
	picture := b.picture
	seat := int(g.match(g.id).Active()[0])
	waiting := seat%3 + 1
	base := h.server.URL + g.seatPage(seat)
	b.open(g.readers[seat].open(g.seatPage(seat)).shownLink("own-link"))
	picture("landing")
	b.press("main form[action='/continue'] button")
	picture("turn")
	b.press("a.choice")
	picture("tried")
	b.press(".commit form button")
	picture("moved")
	b.open(base + "/resign")
	picture("resign")
	b.open(base + "/log")
	picture("log")
	b.open(base + "/audit")
	picture("audit")
	b.open(fmt.Sprintf("%s/at/%d", base, g.match(g.id).N()-1))
	picture("past")
	g.enter(b, waiting)
	picture("waiting")
	for _, until := range []int{18, 1000} {
		g.hurry(until)
		for turns := 0; turns < 3; turns++ { // the third seat is perhaps the one that chooses
			b.open(h.server.URL + g.seatPage(waiting))
			if until < 1000 && !b.has("a.choice") {
				g.hurry(g.match(g.id).N() + 1)
			}
		}
		picture(map[int]string{18: "middle", 1000: "over"}[until])
	}
	for _, p := range append(pages, []struct{ name, address string }{
		{"stranger", h.server.URL + "/"}, {"nothing", h.server.URL + "/m/aaaaaaaaaaaaaaaa"}, {"rules-list", h.server.URL + "/rules"},
	}...) {
		b.open(p.address)
		picture(p.name)
	}
	b.open(operator)
	b.press("main form[action='/continue'] button")
	picture("home")
	b.open(h.server.URL + "/mailbox")
	picture("mailbox")
	b.open(h.server.URL + "/mailbox/a.1.2")
	picture("letter")
	b.open(h.server.URL + "/new/patronize")
	picture("new")
	b.do(chromedp.SetValue(chromedp.ID("name"), "Dora"))
	b.press("main form button")
	picture("new-wrong")
	for _, choice := range []string{"who-2", "who-3"} {
		b.do(chromedp.SetValue(chromedp.ID(choice), "open"))
	}
	b.press("main form button")
	picture("host")
	links, err := chromedp.Run(ctx, chromedp.Value(chromedp.ID("link-2")))
	if err != nil {
		t.Fatal(err)
	}
	b.open(links)
	picture("invitation")
	b.do(chromedp.SetValue(chromedp.ID("name"), "Emil"))
	b.press("main form button")
	picture("gathering")
}
