package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/mailer"
	"pizzini/web"
	"pizzini/web/link"
)

// scanned is an installation with letters of every cause that there is so far, in
// which nothing happens any more.
type scanned struct {
	*installation
	matches []string
	letters []string // whole, as they go out: those that are due as the matches stand
	earlier []string // all that were ever due, as they went out then
	quiet   map[stream.Stream]uint64
	heads   map[string]events.Head
}

// newScanned makes three matches: one that gathers, one that is played, with new
// links, a player who left and one who came later, and one that is over.
func newScanned(t *testing.T) *scanned {
	t.Helper()
	secret := [32]byte{9}
	s := &scanned{installation: install(t, nil, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC), rand.NewChaCha8(secret)), heads: map[string]events.Head{}}
	ctx, e := t.Context(), s.node.engine
	person := map[string]string{}
	for _, name := range []string{"Anna", "Bruno", "Carla", "Dario"} {
		person[name] = s.node.signer.FormID("person", name)
		if err := s.node.book.Keep(ctx, person[name], people.Profile{Name: name, Address: strings.ToLower(name) + "@example.org"}); err != nil {
			t.Fatal(err)
		}
	}
	written := map[mailer.Key]bool{}
	must := func(r engine.Receipt, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s.now = s.now.Add(time.Minute)
		s.write(r.Match)
		for _, d := range s.due(r.Match) {
			if !written[d.Key] {
				written[d.Key] = true
				s.earlier = append(s.earlier, s.letter(d))
			}
		}
	}
	create := func(name string, third engine.Invited) string {
		id := s.node.signer.FormID("match", name)
		s.matches = append(s.matches, id)
		must(e.Create(ctx, engine.Creation{ID: id, Kind: "patronize", Watch: true, Host: person["Anna"],
			Seats: []engine.Invitation{{Who: engine.Himself}, {Who: engine.Person(person["Bruno"])}, {Who: third}}}))
		return id
	}
	seat := func(id string, n game.Seat) engine.SeatCommand {
		return engine.SeatCommand{Match: id, Seat: n, Answers: s.match(id).LinkNumber(n)}
	}
	create("gathering", engine.Anybody)
	for _, name := range []string{"played", "over"} {
		id := create(name, engine.Person(person["Carla"]))
		must(e.Take(ctx, seat(id, 2), person["Bruno"], ""))
		must(e.Take(ctx, seat(id, 3), person["Carla"], ""))
		for range 4 {
			m := s.match(id)
			active := m.Active()[0]
			must(e.Play(ctx, engine.Turn{Match: id, Seat: active, Decision: m.Decision(active), Moves: m.Legal(active)[:1]}))
		}
		waiting := s.match(id).Active()[0]%3 + 1
		other := waiting%3 + 1
		if name == "over" {
			must(e.Abandon(ctx, id))
			must(e.Link(ctx, seat(id, waiting), false))
			continue
		}
		must(e.Link(ctx, seat(id, waiting), true))
		must(e.Resign(ctx, seat(id, other)))
		must(e.Offer(ctx, seat(id, other), engine.Person(person["Dario"])))
		must(e.Take(ctx, seat(id, other), person["Dario"], ""))
	}
	kinds := map[mailer.Kind]bool{}
	for _, id := range s.matches {
		due := s.due(id)
		due = append(due, mailer.Due{Key: mailer.Key{Match: id, Seat: 2, N: 2, Refused: true}, Kind: mailer.Refused, Person: person["Anna"]})
		for _, d := range due {
			kinds[d.Kind] = true
			s.letters = append(s.letters, s.letter(d))
		}
		s.heads[id] = s.match(id).Head()
	}
	for _, kind := range []mailer.Kind{mailer.YourTurn, mailer.HostLink, mailer.Invitation, mailer.NewLink, mailer.Over, mailer.Left, mailer.Seated, mailer.Refused} {
		if !kinds[kind] {
			t.Errorf("no letter %q is due", kind)
		}
	}
	s.quiet = s.last()
	return s
}

// links lists the addresses in letters; of those that try a move at most so many of
// each letter.
func links(letters []string, tries int) []string {
	var list []string
	for _, l := range letters {
		tried := map[string]bool{}
		for _, address := range regexp.MustCompile(regexp.QuoteMeta(site)+`/[^\s"'<>]*`).FindAllString(l, -1) {
			address = strings.ReplaceAll(address, "&amp;", "&")
			if strings.Contains(address, "&try=") {
				if len(tried) == tries {
					continue
				}
				tried[address] = true
			}
			list = append(list, address)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// unchanged says whether the streams and matches are as they were.
func (s *scanned) unchanged(after string) {
	s.t.Helper()
	if now := s.last(); !maps.Equal(now, s.quiet) {
		s.t.Fatalf("%s has written something: the streams end at %v, ended at %v", after, now, s.quiet)
	}
	for id, head := range s.heads {
		if now := s.match(id).Head(); now != head {
			s.t.Fatalf("%s has changed match %s", after, id)
		}
	}
}

// scan asks for all that can be reached from some addresses by GET and HEAD: links,
// links that are shown to be copied, and what forms would be sent to.
func (s *scanned) scan(r *reader, from []string) (answers map[string]int) {
	s.t.Helper()
	answers = map[string]int{}
	for len(from) > 0 {
		address := from[0]
		from = from[1:]
		if answers[address] > 0 {
			continue
		}
		for _, method := range []string{http.MethodHead, http.MethodGet} {
			answer, err := r.ask(method, address, nil)
			if err != nil {
				s.t.Fatal(err)
			}
			for _, c := range answer.header.Values("Set-Cookie") {
				s.t.Errorf("%s %s sets a cookie: %s", method, address, c)
			}
			if answer.status >= 500 {
				s.t.Errorf("%s %s: status %d", method, address, answer.status)
			}
			if before, ok := answers[address]; ok && before != answer.status {
				s.t.Errorf("%s: HEAD has status %d, GET %d", address, before, answer.status)
			}
			answers[address] = answer.status
			from = append(from, answer.links()...)
			from = append(from, answer.actions()...)
		}
		s.unchanged("a look at " + address)
	}
	return answers
}

// actions lists what a page names beside its links: where its forms are sent to,
// and addresses that it shows.
func (s *sheet) actions() []string {
	var list []string
	for n := range s.root.Descendants() {
		action := value(n, "action")
		if _, ok := attr(n, "readonly"); ok {
			action = value(n, "value")
		}
		if address := s.resolve(action); action != "" && strings.HasPrefix(address, site+"/") {
			list = append(list, address)
		}
	}
	return list
}

// Mail scanners follow every link of a letter, and what they find there.
func TestAScannerChangesNothing(t *testing.T) {
	t.Parallel()
	s := newScanned(t)
	links := links(s.letters, math.MaxInt)
	if len(links) < 30 {
		t.Fatalf("the letters have only these links: %q", links)
	}
	all := map[string]int{}
	for address, status := range s.scan(newReader(t, s.at), append(links, site+"/")) {
		all[address] = status
	}
	for _, address := range links {
		// An invitation that was taken up is a dead link.
		if all[address] != http.StatusOK {
			t.Errorf("the letter's link %s has status %d", address, all[address])
		}
	}
	for _, session := range s.sessions(t) {
		found := s.scan(session.reader, append(links, session.from...))
		for _, address := range session.from {
			if found[address] != http.StatusOK {
				t.Errorf("%s has status %d with a session", address, found[address])
			}
		}
		maps.Copy(all, found)
	}
	for _, path := range []string{"/l/", "/u/", "/not-me/", "/mailbox/", "/host", "/at/", "/log", "/audit", "/export", "/resign", "/end", "/play", "/take-back", "/continue", "/take", "/demo", "/new/patronize", "&try="} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(address string) bool { return strings.Contains(address, path) }) {
			t.Errorf("no address with %q was reached", path)
		}
	}
	t.Logf("%d addresses", len(all))
}

// signedIn is a browser with sessions, and the pages that they open.
type signedIn struct {
	reader *reader
	from   []string
}

// sessions are those of every seat, of the host of each match, and of the operator.
func (s *scanned) sessions(t *testing.T) []signedIn {
	t.Helper()
	operator, err := web.OperatorLink(s.node.signer, s.node.site, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t, s.at)
	r.open(operator).submit("Continue as operator", nil).is(http.StatusOK)
	list := []signedIn{{r, []string{site + "/", site + "/mailbox", site + "/new/patronize"}}}
	for _, id := range s.matches {
		m := s.match(id)
		// One browser may have all seats of a match: each has a page of its own.
		browser := signedIn{reader: newReader(t, s.at)}
		in := func(c link.Claim, page, button string) {
			t.Helper()
			token, err := s.node.signer.Token(c)
			if err != nil {
				t.Fatal(err)
			}
			browser.reader.open(s.node.site.Landing(token)).submit(button, nil).is(http.StatusOK)
			browser.from = append(browser.from, site+page)
		}
		in(link.Claim{Purpose: link.Host, Match: id}, "/m/"+id+"/host", "Open the host")
		for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
			if m.Person(seat) != "" {
				in(link.Claim{Purpose: link.Seat, Match: id, Seat: int(seat), Number: m.LinkNumber(seat)}, seatPage(id, int(seat)), "Continue as")
			}
		}
		list = append(list, browser)
	}
	s.unchanged("signing in")
	return list
}

// A scanner that runs scripts opens every link of every letter that the matches ever
// asked for, at the end: some at a time, in tabs of a browser of its own, and waits until
// the network is idle. Of the moves that a letter proposes two are enough.
func TestAScannerWithScriptChangesNothing(t *testing.T) {
	t.Parallel()
	ctx := scriptedBrowser(t)
	s := newScanned(t)
	tabs := []*idle{newIdle(t, ctx)}
	for len(tabs) < 6 {
		tab, stop := chromedp.NewContext(ctx)
		t.Cleanup(stop)
		if err := chromedp.Do(tab); err != nil {
			t.Fatal(err)
		}
		tabs = append(tabs, newIdle(t, tab))
	}
	links := links(append(s.letters, s.earlier...), 2)
	if len(links) < 40 {
		t.Errorf("%d letters have only %d links", len(s.letters)+len(s.earlier), len(links))
	}
	for some := range slices.Chunk(links, len(tabs)) {
		var opening sync.WaitGroup
		failed := make([]error, len(some))
		for i, address := range some {
			opening.Go(func() { failed[i] = tabs[i].open(strings.Replace(address, site, "http://"+s.address, 1)) })
		}
		opening.Wait()
		if err := errors.Join(failed...); err != nil {
			t.Fatal(err)
		}
		s.unchanged("a browser at " + strings.Join(some, " or "))
	}
	if ran, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`typeof Idiomorph === "object"`)); err != nil || !ran {
		t.Errorf("no script ran in the browser (%v)", err)
	}
	got, err := chromedp.Call(ctx, network.GetCookies, network.GetCookiesParams{URLs: []string{"http://" + s.address + "/", "http://" + s.address + "/m/" + s.matches[1] + "/host"}})
	if err != nil || len(got.Cookies) > 0 {
		t.Errorf("the browser has cookies: %+v (%v)", got, err)
	}
}

// scriptedBrowser is a headless browser; without one the test is skipped, but not
// where CI is set.
func scriptedBrowser(t *testing.T) context.Context {
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
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(time.Minute))
	all, stopAll := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(all)
	t.Cleanup(func() { stop(); stopAll() })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// idle knows when a tab's network is idle.
type idle struct {
	ctx     context.Context
	mu      sync.Mutex
	loader  string // of the page that is there
	done    string // the loader whose page has become idle
	changed chan struct{}
}

func newIdle(t *testing.T, ctx context.Context) *idle {
	t.Helper()
	i := &idle{ctx: ctx, changed: make(chan struct{}, 1)}
	err := chromedp.Listen(ctx, func(event any) {
		e, ok := event.(*page.EventLifecycleEvent)
		if !ok {
			return
		}
		i.mu.Lock()
		switch e.Name {
		case "init":
			i.loader = string(e.LoaderID)
		case "networkIdle":
			i.done = string(e.LoaderID)
		}
		i.mu.Unlock()
		select {
		case i.changed <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// open goes to an address and waits until nothing is loaded any more.
func (i *idle) open(address string) error {
	ctx, cancel := context.WithTimeout(i.ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	for {
		i.mu.Lock()
		idle := i.loader != "" && i.done == i.loader
		i.mu.Unlock()
		if idle {
			return nil
		}
		select {
		case <-i.changed:
		case <-ctx.Done():
			return fmt.Errorf("the page %s never becomes idle", address)
		}
	}
}
