package web

import (
	"testing"

	"github.com/chromedp/chromedp"

	"pizzini/web/link"
)

// TestADoubleClickSendsOneForm presses buttons twice before an answer comes.
func TestADoubleClickSendsOneForm(t *testing.T) {
	t.Parallel()
	b := tab{t, browser(t)}
	g := gather(t, newHouse(t, nil), nil)
	b.open(g.config.Site.Landing(g.token(link.Claim{Purpose: link.Host, Match: g.id})))
	b.press("main form[action='/continue'] button")
	// The page itself stays, so that what the clicks do can be asked.
	sent, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`(() => {
		const stopped = [];
		addEventListener("submit", (event) => { stopped.push(event.defaultPrevented); event.preventDefault(); });
		const own = document.querySelector("form[action$='/renew'] button"), other = document.querySelector("form[action$='/link'] button");
		for (const button of [own, own, other, other, own]) button.click();
		return stopped.join();
	})()`))
	if err != nil || sent != "false,true,false,true,false" {
		t.Errorf("of the clicks are stopped: %q, %v", sent, err)
	}
}
