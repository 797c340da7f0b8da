package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// chromium is the browser of all tests of this package. It finds the servers'
// name, which is not localhost: on plain http a browser trusts only that.
var chromium struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// browser is a new profile in a browser. Where there is none the test is skipped,
// but not where CI is set: there it fails.
func browser(t *testing.T, script bool) tab {
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
			chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("host-resolver-rules", "MAP pizzini.test 127.0.0.1"),
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
	if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context that it is first asked with
		t.Fatal(err)
	}
	b := tab{t, ctx}
	if !script {
		if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// tab is one tab of a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func (b tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
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
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		b.t.Fatalf("press %s: %v; the page says: %s", selector, err, b.text())
	}
	b.do(chromedp.WaitReady(chromedp.CSS("main")))
}

// fill writes into the field that has an id.
func (b tab) fill(id, text string) {
	b.t.Helper()
	b.do(chromedp.SetValue(chromedp.ID(id), text))
}

// answerOf is what the browser answers.
func answerOf[T any](b tab, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	answer, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer
}

func (b tab) text() string {
	b.t.Helper()
	return strings.Join(strings.Fields(answerOf(b, chromedp.TextContent(chromedp.CSS("body")))), " ")
}

func (b tab) says(want string) {
	b.t.Helper()
	if text := b.text(); !strings.Contains(text, want) {
		b.t.Fatalf("the page does not say %q; it says: %s", want, text)
	}
}

func (b tab) has(selector string) bool {
	b.t.Helper()
	return len(answerOf(b, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))) > 0
}

// becomes waits until an expression holds, without loading anything.
func (b tab) becomes(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		b.t.Fatalf("never came to be: %s: %v; the page says: %s", expression, err, b.text())
	}
}

func (b tab) path() string {
	b.t.Helper()
	_, path, _ := strings.Cut(strings.TrimPrefix(answerOf(b, chromedp.Location()), "http://"), "/")
	return "/" + path
}

// Two people in two browsers, under a plain http name that no browser trusts: from
// the operator's link to the first moves, which each sees of the other.
func TestTwoBrowsersPlayUnderAPlainName(t *testing.T) {
	t.Parallel()
	for _, script := range []bool{true, false} {
		t.Run(fmt.Sprintf("script=%v", script), func(t *testing.T) {
			t.Parallel()
			anna, bruno := browser(t, script), browser(t, script)
			free, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			_, port, err := net.SplitHostPort(free.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			free.Close()
			base := site + ":" + port
			s := start(t, t.TempDir(), "--listen", free.Addr().String(), "--url", base)
			if !strings.HasPrefix(s.operator, base+"/l/") {
				t.Fatalf("the operator's link is %s", s.operator)
			}

			anna.open(s.operator)
			anna.press("main form button")
			if script {
				anna.becomes("!window.isSecureContext") // or this test shows nothing
			}
			anna.press("a.button[href='/new/patronize']")
			anna.fill("name", "Anna")
			anna.fill("who-2", "person")
			anna.fill("name-2", "Bruno")
			anna.fill("address-2", "bruno@example.org")
			anna.fill("who-3", "bot")
			anna.press("main form button")
			anna.says("the host’s page")
			id := matchOf(t, anna.path())
			invitation := answerOf(anna, chromedp.Value(chromedp.ID("link-2")))
			// Who only looks at an invitation changes nothing, and is nobody.
			before := truth(t, s.dir, id)
			bruno.open(invitation)
			bruno.says("Anna invites you to Patronize")
			if now := truth(t, s.dir, id); now.N() != before.N() {
				t.Errorf("a look at the invitation wrote event %d", now.N())
			}
			bruno.press("main form button")
			if !strings.HasPrefix(bruno.path(), seatPage(id, 2)) {
				t.Fatalf("the seat was taken, and the browser is at %s", bruno.path())
			}
			anna.press("a[href='" + seatPage(id, 1) + "']")
			anna.says("You are Anna, at seat 1 of 3")

			for moves, late := 0, time.Now().Add(time.Minute); moves < 4; {
				if time.Now().After(late) {
					t.Fatalf("nobody is asked: %s", anna.text())
				}
				for i, mover := range []tab{anna, bruno} {
					waiting := []tab{bruno, anna}[i]
					mover.open(base + seatPage(id, i+1))
					if !mover.has("a.choice") {
						continue // the bot or the other is asked
					}
					waiting.open(base + seatPage(id, 2-i))
					if script {
						waiting.becomes(`(window.mark = true)`)
					}
					mover.press("a.choice")
					mover.says("Nothing is played yet")
					mover.press(".commit form button")
					moves++
					n := truth(t, s.dir, id).N()
					if !script {
						waiting.open(base + seatPage(id, 2-i))
						continue
					}
					waiting.becomes(fmt.Sprintf(`window.mark && Number(document.getElementById("main").dataset.n) >= %d`, n))
				}
			}
			if m := truth(t, s.dir, id); m.Broken != nil || m.N() < 8 {
				t.Errorf("the match has %d events: %v", m.N(), m.Broken)
			}
		})
	}
}
