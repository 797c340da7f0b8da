package web

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The whole way in a browser: the letter, the list, a seat, a vacation, and out again.
func TestABrowserGoesThroughItsOwnPage(t *testing.T) {
	t.Parallel()
	for _, script := range []bool{true, false} {
		t.Run(fmt.Sprintf("script=%v", script), func(t *testing.T) {
			t.Parallel()
			b := tab{t, browser(t)}
			if !script {
				b.withoutScript()
			}
			h := newHouse(t, nil)
			g := gather(t, h, nil)
			b.open(h.server.URL + "/me")
			b.do(chromedp.SetValue(chromedp.ID("address"), "bruno@example.org"))
			b.press("main form button")
			if text := b.text(); !strings.Contains(text, "Look into your mail") {
				t.Fatalf("the page says: %s", text)
			}
			b.open(h.post.next(t, "bruno@example.org"))
			if b.has(".tabs") {
				t.Error("a look at the link signs in")
			}
			b.press("main form button")
			if at := b.address(); at.Path != "/me" || !strings.Contains(b.text(), "With Anna and Chiara") {
				t.Fatalf("signed in, the browser is at %s: %s", at, b.text())
			}
			b.press("form[action='/me/go'] button")
			if at := b.address(); at.Path != g.seatPage(2) {
				t.Errorf("the way to the seat leads to %s", at)
			}
			b.press(fmt.Sprintf("a[href='%s/me']", g.seatPage(2)))
			b.press(".tabs a[href='/me/settings']")
			if script {
				b.becomes(`document.querySelector("select[data-zone] + button") !== null || Intl.DateTimeFormat().resolvedOptions().timeZone === document.getElementById("zone").value`)
			}
			b.do(chromedp.SetValue(chromedp.ID("zone"), "Europe/Rome"))
			b.press("main form button:not([type=button])")
			b.press(".tabs a[href='/me/away']")
			if text := b.text(); !strings.Contains(text, "Europe/Rome") || !strings.Contains(text, "30 days left") {
				t.Errorf("the vacation page says: %s", text)
			}
			b.press(".tabs a[href='/me/devices']")
			b.press("a[href='/me/devices/all']")
			seat, stop := chromedp.NewContext(b.ctx)
			defer stop()
			if err := chromedp.Do(seat); err != nil {
				t.Fatal(err)
			}
			open := tab{t, seat}
			if script {
				open.open(h.server.URL + g.seatPage(2))
				open.becomes(`document.querySelector("main").textContent.includes("at seat 2")`)
			}
			b.press("main form button")
			if script { // the page that stood open shows nothing any more
				open.becomes(`document.querySelector("main").textContent.includes("Nothing to see here")`)
			}
			b.open(h.server.URL + g.seatPage(2))
			if text := b.text(); !strings.Contains(text, "Nothing to see here") {
				t.Errorf("signed out everywhere, the seat shows: %s", text)
			}
		})
	}
}

// TestPicturesOfOnesOwnPagesFitTheScreen draws them on a phone and on a desk, in light
// and dark, and fails where one is wider than its screen.
func TestPicturesOfOnesOwnPagesFitTheScreen(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	h := newHouse(t, nil)
	gather(t, h, nil)
	over := gather(t, h, nil)
	over.hurry(1000)
	h.operator().open("/new/patronize").submit("Make the match", url.Values{"name": {strings.Repeat("W", maxName)}, "clock": {"decision"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"open"}}).is(http.StatusOK)
	picture := func(name string) {
		t.Helper()
		for _, width := range []int64{390, 1280} {
			b.width(width)
			wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
			if err != nil {
				t.Fatal(err)
			}
			if wide > width {
				t.Errorf("%s is %d pixels wide on a screen of %d", name, wide, width)
			}
			for _, scheme := range []string{"light", "dark"} {
				if *picturesDir == "" {
					continue
				}
				if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
				}}); err != nil {
					t.Fatal(err)
				}
				png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(*picturesDir, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), png, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	b.open(h.server.URL + "/me/sign-in?sent=1")
	picture("me-sign-in")
	h.reader().open("/me/sign-in").submit("Send me the letter", url.Values{"address": {"bruno@example.org"}})
	b.open(h.post.next(t, "bruno@example.org"))
	picture("me-landing")
	b.press("main form button")
	picture("me")
	from := h.now().AddDate(0, 1, 0).Format("2006-01-02")
	b.open(h.server.URL + "/me/away")
	b.do(chromedp.SetValue(chromedp.ID("from"), from), chromedp.SetValue(chromedp.ID("to"), from))
	b.press("main form button")
	picture("me-away")
	for _, path := range []string{"settings", "address", "devices", "data", "erase", "match/" + over.id} {
		b.open(h.server.URL + "/me/" + path)
		picture("me-" + strings.SplitN(path, "/", 2)[0])
	}
}

// No page of another shows an address, and none of one's own gives one to a log.
func TestNoAddressLeavesItsOwnersPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, url.Values{"address": {"anna@example.org"}})
	anna, bruno := h.reader(), h.reader()
	h.signIn(anna, "anna@example.org")
	h.signIn(bruno, "bruno@example.org")
	for _, path := range []string{"/me", "/me/settings", "/me/away", "/me/address", "/me/devices", "/me/data", "/me/export", "/me/erase", "/me/match/" + g.id} {
		anna.open(path).is(http.StatusOK).silent("bruno@")
		page := bruno.open(path).is(http.StatusOK).silent("anna@")
		if got := page.header.Get("Referrer-Policy"); got != "same-origin" || page.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s has the Referrer-Policy %q", path, got)
		}
		h.reader().open(path).says("Send me the letter").silent("bruno@", "anna@")
	}
	for _, seat := range []string{g.seatPage(1), g.seatPage(1) + "/me", g.seatPage(1) + "/log"} {
		g.readers[1].open(seat).silent("bruno@", "anna@")
	}
	if said := h.log.String(); strings.Contains(said, "@example") || strings.Contains(said, "Bruno") || !strings.Contains(said, "path=/me/away") {
		t.Errorf("the log says %s", said)
	}
}
