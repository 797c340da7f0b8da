package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine/game"
)

// party is three people who play on a server that comes and goes. Seat 1 has the
// operator's browser.
type party struct {
	t       *testing.T
	dir     string
	server  *server
	readers [4]*reader // by seat
	random  *rand.Rand
	matches []string
}

func newParty(t *testing.T) *party {
	p := &party{t: t, dir: t.TempDir(), random: rand.New(rand.NewPCG(7, 8))}
	for seat := 1; seat <= 3; seat++ {
		p.readers[seat] = newReader(t, func() string { return p.server.address })
	}
	return p
}

func (p *party) start(more ...string) {
	p.t.Helper()
	p.server = start(p.t, p.dir, more...)
}

func (p *party) stop() {
	p.t.Helper()
	if err := p.server.stop(); err != nil {
		p.t.Fatal(err)
	}
}

// run runs a command on the party's folder, which must go well.
func (p *party) run(args ...string) string {
	p.t.Helper()
	status, out, stderr := command(append(args, "--data", p.dir)...)
	if status != 0 {
		p.t.Fatalf("%q: status %d\n%s%s", args, status, out, stderr)
	}
	return out
}

// gather makes a match; without the third player it does not begin. Bruno is
// invited or follows an open link as Chiara does.
func (p *party) gather(bruno string, whole bool) string {
	p.t.Helper()
	host := p.readers[1]
	home := host.open("/")
	if _, _, ok := home.form("Sign out as operator"); !ok {
		home = host.open(p.server.operator).submit("Continue as operator", nil)
	}
	page := home.follow("New match").submit("Make the match", url.Values{
		"name": {players[1].name}, "address": {players[1].address}, "words": {"quattro gatti"}, "watch": {"yes"},
		"who-1": {"me"}, "who-2": {bruno}, "name-2": {players[2].name}, "address-2": {players[2].address}, "who-3": {"open"},
	}).is(http.StatusOK)
	id := matchOf(p.t, page.at.Path)
	p.readers[2].open(page.shownLink("link-2")).submit("Take seat 2", url.Values{"name": {players[2].name}}).is(http.StatusOK)
	if whole {
		p.readers[3].open(page.shownLink("link-3")).submit("Take seat 3", url.Values{"name": {players[3].name}}).is(http.StatusOK)
	}
	p.matches = append(p.matches, id)
	return id
}

// play plays random moves until the match is over or has had so many.
func (p *party) play(id string, moves int) {
	p.t.Helper()
	for moves > 0 {
		asked := false
		for seat := 1; seat <= 3; seat++ {
			page := p.readers[seat].open(seatPage(id, seat)).is(http.StatusOK)
			for choices := page.choices(); len(choices) > 0 && moves > 0; choices = page.choices() {
				page = p.readers[seat].open(choices[p.random.IntN(len(choices))]).submit("Play it", nil).is(http.StatusOK)
				asked = true
				moves--
			}
		}
		if !asked {
			return
		}
	}
}

// settled waits until the letters of what is asked now are in the mailbox, and
// nothing waits there.
func (p *party) settled() {
	p.t.Helper()
	var due []string
	for _, id := range p.matches {
		m := truth(p.t, p.dir, id)
		for _, seat := range m.Active() {
			due = append(due, fmt.Sprintf("%s.%d.%d", id, seat, m.Call(seat)))
		}
		for seat := 1; seat <= 3 && m.Table.Over; seat++ {
			due = append(due, fmt.Sprintf("%s.%d.%d", id, seat, m.Table.Ended))
		}
		if m.Table.Started == 0 {
			due = append(due, id+".0.1")
		}
	}
	var page *sheet
	for late := time.Now().Add(30 * time.Second); time.Now().Before(late); {
		page = p.readers[1].open("/mailbox").is(http.StatusOK)
		there := func(key string) bool { return strings.Contains(page.body, "/mailbox/"+key+`"`) }
		if !strings.Contains(page.text(), "UTC, waiting") && !slices.ContainsFunc(due, func(key string) bool { return !there(key) }) {
			return
		}
	}
	missing := slices.DeleteFunc(due, func(key string) bool { return strings.Contains(page.body, "/mailbox/"+key+`"`) })
	p.t.Fatalf("the letters %q are due and missing, %d wait", missing, strings.Count(page.text(), "UTC, waiting"))
}

// pages are all that the party can look at, by address.
func (p *party) pages() map[string]string {
	p.t.Helper()
	all := map[string]string{}
	look := func(seat int, address string) *sheet {
		p.t.Helper()
		page := p.readers[seat].open(address).is(http.StatusOK)
		// A form for a new match has a new number each time.
		all[strconv.Itoa(seat)+" "+address] = regexp.MustCompile(`name="(token|form)" value="[^"]*"`).ReplaceAllString(page.body, "")
		return page
	}
	look(1, "/")
	for _, a := range elements(look(1, "/mailbox").root, "a") {
		if href := value(a, "href"); strings.HasPrefix(href, "/mailbox/") {
			look(1, href)
			look(1, href+"/html")
		}
	}
	for _, id := range p.matches {
		m := truth(p.t, p.dir, id)
		bases := map[string]int{"/m/" + id: 3, "/m/" + id + "/host": 1}
		for seat := 1; seat <= 3; seat++ {
			if m.Person(game.Seat(seat)) != "" {
				bases[seatPage(id, seat)] = seat
			}
		}
		for base, seat := range bases {
			for _, more := range []string{"", "/log", "/audit", "/export"} {
				look(seat, base+more)
			}
			for n := max(1, m.Table.Started); n < m.N(); n += 7 {
				look(seat, base+"/at/"+strconv.Itoa(n))
			}
		}
	}
	return all
}

// same compares what the party saw with what it sees now, byte for byte.
func (p *party) same(before map[string]string) {
	p.t.Helper()
	now := p.pages()
	for address, body := range before {
		if now[address] != body {
			at := 0
			for at < min(len(body), len(now[address])) && body[at] == now[address][at] {
				at++
			}
			around := func(text string) string { return text[max(0, min(at, len(text))-80):min(len(text), at+120)] }
			p.t.Fatalf("%s was\n…%s…\nand is\n…%s…", address, around(body), around(now[address]))
		}
	}
	if len(now) != len(before) || len(now) < 80 {
		p.t.Errorf("%d pages were seen before, %d now", len(before), len(now))
	}
}

// files are the files of a folder, each with a digest.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// step does something to the folder of the stopped server, starts it, compares all
// pages, and stops it.
func (p *party) step(name string, do func(), before map[string]string) {
	p.t.Helper()
	do()
	p.start()
	p.same(before)
	p.stop()
	if p.t.Failed() {
		p.t.Fatalf("after: %s", name)
	}
}
