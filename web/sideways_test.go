package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A map that is wider than the screen says so, and stays where it was moved to while
// a turn is chosen.
func TestAWideMapStaysWhereItWasMovedTo(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	h := newHouse(t, nil)
	link, err := OperatorLink(h.signer, h.config.Site, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.width(390)
	b.open(link)
	b.press("main form button")
	b.press("form[action='/demo']:has(input[value='die-patin']) button")
	for !b.has("a.choice") {
		b.open(b.address().String())
	}
	const shown = `getComputedStyle(document.querySelector(".sideways")).display === `
	b.becomes(shown + `"block"`)
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`(document.querySelector(".city .scroll").scrollLeft = 120)`)); err != nil {
		t.Fatal(err)
	}
	b.press("a.choice")
	b.becomes(`document.querySelector(".city .scroll").scrollLeft === 120`)
	b.width(1280)
	b.becomes(shown + `"none"`)
}
