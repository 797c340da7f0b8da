package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/chromedp/chromedp"
)

// clockwork is a match's page that shows its event number, and a stream of
// numbers that the test turns on.
type clockwork struct {
	mu      sync.Mutex
	n       int
	changed chan struct{}
}

func (c *clockwork) now() (int, chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n, c.changed
}

func (c *clockwork) turn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	close(c.changed)
	c.changed = make(chan struct{})
}

func (c *clockwork) page(w http.ResponseWriter, r *http.Request) {
	n, _ := c.now()
	shown := strings.TrimPrefix(r.URL.Path, "/m/at/")
	if shown == r.URL.Path {
		shown = fmt.Sprint(n)
	}
	body := templ.Raw(fmt.Sprintf(`<p id="n">%s</p><input id="half" name="half"><input id="ticked" type="checkbox">
		<input type="hidden" id="hidden" value="%s"><details id="more"><summary>more</summary>text</details>
		<input id="slide" type="range" min="1" max="9" value="%s" data-at="/m/at">`, shown, shown, shown))
	secure(w.Header(), true)
	if err := layout(page{Title: "Event " + shown, Events: "/events", N: n}).Render(templ.WithChildren(r.Context(), body), w); err != nil {
		panic(err)
	}
}

func (c *clockwork) events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		n, changed := c.now()
		fmt.Fprintf(w, "data: %d\n\n", n)
		w.(http.Flusher).Flush()
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

func TestALivePageFollowsTheMatch(t *testing.T) {
	t.Parallel()
	c := &clockwork{n: 1, changed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("/m", c.page)
	mux.HandleFunc("/m/at/{n}", c.page)
	mux.HandleFunc("/events", c.events)
	mux.HandleFunc("/static/{hash}/{name...}", serveStatic)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	ctx := browser(t)

	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, steps...); err != nil {
			t.Fatal(err)
		}
	}
	is := func(expression string) {
		t.Helper()
		if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression)); err != nil || !ok {
			t.Errorf("not so: %s (%v)", expression, err)
		}
	}
	becomes := func(expression string) {
		t.Helper()
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(20*time.Second))); err != nil {
			t.Fatalf("never came to be: %s: %v", expression, err)
		}
	}

	do(chromedp.Navigate(server.URL+"/m"), chromedp.WaitVisible("#half"), chromedp.SendKeys("#half", "half a wor"))
	is(`(document.getElementById("ticked").checked = document.getElementById("more").open = true)`)
	is(`(document.getElementById("half").mark = 7) === 7`)

	// Another player moves: the page shows it, and keeps what is being typed.
	c.turn()
	becomes(`document.getElementById("n").textContent === "2"`)
	is(`document.title.startsWith("Event 2")`)
	is(`document.getElementById("hidden").value === "2"`)
	is(`document.getElementById("half").value === "half a wor"`)
	is(`document.activeElement.id === "half" && document.activeElement.mark === 7`)
	is(`document.getElementById("ticked").checked && document.getElementById("more").open`)
	is(`document.getElementById("main").dataset.n === "2"`)
	is(`!location.pathname.includes("/at/")`)

	// The slider goes through the past; one step back is the present again.
	slide := `(() => { const s = document.getElementById("slide"); s.focus(); s.value = %d; return s.dispatchEvent(new Event("input", {bubbles: true})); })()`
	is(fmt.Sprintf(slide, 4))
	becomes(`document.getElementById("n").textContent === "4" && location.pathname === "/m/at/4"`)
	is(fmt.Sprintf(slide, 5))
	becomes(`document.getElementById("n").textContent === "5" && location.pathname === "/m/at/5"`)
	is(`document.activeElement.id === "slide"`)
	is(`(history.back(), true)`)
	becomes(`document.getElementById("n").textContent === "2" && location.pathname === "/m"`)
	c.turn()
	becomes(`document.getElementById("n").textContent === "3"`)
	is(`document.getElementById("half").value === "half a wor"`)
}
