package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/stream"
	"pizzini/web/link"
)

// pair is two installations that a viewer cannot tell apart.
type pair struct {
	*testing.T
	source         *source
	viewer         game.Seat
	one, two       *installation
	left, right    *engine.Match
	changed        bool // the deals differ, not the seeds alone
	same           map[string]string
	sealed, hidden []string
	card           *regexp.Regexp // nil = nothing is hidden but bytes
	compared       int
}

func (s *source) pair(t *testing.T, m *engine.Match, viewer game.Seat) *pair {
	t.Helper()
	p := &pair{T: t, source: s, viewer: viewer}
	now := m.Log[m.N()-1].At.Add(time.Minute)
	of := s.until(m)
	p.one = install(t, of, now, rand.NewChaCha8([32]byte{}))
	of[stream.Matches], p.changed = twinOf(t, m, viewer, s.random)
	if p.changed {
		s.twins++
	}
	p.two = install(t, of, now, rand.NewChaCha8([32]byte{1}))
	p.left, p.right = p.one.match(m.ID), p.two.match(m.ID)
	if p.left.Head() != m.Head() || p.right.Head() == m.Head() {
		t.Fatalf("the heads are %v and %v, the match's is %v", p.left.Head(), p.right.Head(), m.Head())
	}
	p.same = likeness(p.left, p.right, viewer)
	p.sealed, p.hidden = secrets(t, p.left, viewer)
	if len(p.hidden) > 0 {
		p.card = regexp.MustCompile(`(?i)\b(` + strings.Join(p.hidden, "|") + `)\b`)
	}
	p.beside()
	p.one.write(m.ID)
	p.two.write(m.ID)
	return p
}

var hashes = regexp.MustCompile(`[0-9a-f]{64}`)

// alike is what the second installation said in the words of the first.
func (p *pair) alike(text string) string {
	return hashes.ReplaceAllStringFunc(text, func(hash string) string {
		if same, ok := p.same[hash]; ok {
			return same
		}
		return hash
	})
}

// differ is the first place at which two answers differ; empty = they do not.
func (p *pair) differ(one, two string) string {
	if one == two {
		return ""
	}
	if one, two = plainForms(one), p.alike(plainForms(two)); one == two {
		return ""
	}
	at := 0
	for at < min(len(one), len(two)) && one[at] == two[at] {
		at++
	}
	from := max(0, at-60)
	return fmt.Sprintf("…%s…\nand\n…%s…", one[from:min(len(one), at+100)], two[from:min(len(two), at+100)])
}

// A form that makes a person or a match has a number of its own each time.
var formNumber = regexp.MustCompile(`(name="form" value=")[a-z2-7]{16}`)

func plainForms(text string) string { return formNumber.ReplaceAllString(text, "$1") }

// compare says where two texts for the viewer differ, and where one shows a secret.
func (p *pair) compare(what, one, two string) {
	p.Helper()
	p.compared++
	if d := p.differ(one, two); d != "" {
		p.Errorf("%s depends on what viewer %d may not know:\n%s", what, p.viewer, d)
	}
	if strings.Contains(two, secretTalk) {
		p.Errorf("%s holds what was said or noted and viewer %d may not know", what, p.viewer)
	}
	for _, secret := range p.sealed {
		if strings.Contains(one, secret) {
			p.Errorf("%s holds a seed or a sealed salt: %s", what, secret)
		}
	}
}

// discreet looks for the names of hidden cards.
func (p *pair) discreet(what, text string) {
	p.Helper()
	text = plain(text)
	lower := strings.ToLower(text)
	if !slices.ContainsFunc(p.hidden, func(name string) bool { return strings.Contains(lower, strings.ToLower(name)) }) {
		return
	}
	if at := p.card.FindStringIndex(text); at != nil {
		p.Errorf("%s shows viewer %d a secret card: …%s…", what, p.viewer, text[max(0, at[0]-100):min(len(text), at[1]+50)])
	}
}

// told is the whole of an answer.
func told(s *sheet) string {
	header := s.header.Clone()
	header.Del("Date")
	var b strings.Builder
	fmt.Fprintln(&b, s.status)
	_ = header.Write(&b)
	return b.String() + s.body
}

// browsers are the viewer's browser on each of the two.
type browsers struct{ one, two *reader }

func (p *pair) browsers() browsers {
	return browsers{newReader(p.T, p.one.at), newReader(p.T, p.two.at)}
}

// ask asks both, and compares.
func (p *pair) ask(b browsers, method, address string, fields url.Values) *sheet {
	p.Helper()
	one, two := p.answers(b, method, address, fields)
	p.compare(method+" "+address+" "+fields.Encode(), told(one), told(two))
	if one.status >= 500 {
		p.Errorf("%s %s: status %d: %s", method, address, one.status, one.text())
	}
	return one
}

func (p *pair) answers(b browsers, method, address string, fields url.Values) (one, two *sheet) {
	p.Helper()
	one, err := b.one.ask(method, address, fields)
	if err != nil {
		p.Fatal(err)
	}
	if two, err = b.two.ask(method, address, fields); err != nil {
		p.Fatal(err)
	}
	return one, two
}

// crawl follows the links from some addresses, two tries deep, and compares each
// answer. Of earlier positions and of drafts it looks at some: beneath the pages all
// are compared.
func (p *pair) crawl(b browsers, from ...string) {
	p.Helper()
	seen := map[string]bool{}
	tries := 0
	for len(from) > 0 {
		address := from[0]
		from = from[1:]
		if strings.Contains(address, "try=") && !seen[address] {
			if tries++; tries > 60 {
				continue
			}
		}
		if n, err := strconv.Atoi(address[strings.LastIndex(address, "/")+1:]); seen[address] || err == nil && strings.Contains(address, "/at/") && n%5 != p.left.N()%5 {
			continue
		}
		seen[address] = true
		page := p.ask(b, http.MethodGet, address, nil)
		if !strings.Contains(address, "/rules") {
			p.discreet(address, told(page))
		}
		from = append(from, page.links()...)
	}
}

// links lists the addresses on this site that a page leads to, by links, forms
// that only ask and redirects; drafts only up to two tries.
func (s *sheet) links() []string {
	var list []string
	add := func(address string) {
		address, _, _ = strings.Cut(s.resolve(address), "#")
		if strings.HasPrefix(address, site+"/") && !strings.HasPrefix(address, site+"/static/") && strings.Count(address, "try=") <= 2 {
			list = append(list, address)
		}
	}
	for n := range s.root.Descendants() {
		if href, ok := attr(n, "href"); ok {
			add(href)
		}
		if n.Data == "form" && value(n, "method") != "post" {
			add(value(n, "action"))
		}
	}
	if to := s.header.Get("Location"); to != "" {
		add(to)
	}
	return list
}

// enter signs the viewer's browsers in by a link, and gives its address.
func (p *pair) enter(b browsers, c link.Claim) string {
	p.Helper()
	token, err := p.one.node.signer.Token(c)
	if err != nil {
		p.Fatal(err)
	}
	if in := p.ask(b, http.MethodPost, "/continue", url.Values{"token": {token}}); in.status != http.StatusSeeOther {
		p.Fatalf("status %d: %s", in.status, in.text())
	}
	return p.one.node.site.Landing(token)
}

// everywhere has the browsers show the cookies of a page on all pages, as nobody's
// browser does but whoever wants to see more can.
func (p *pair) everywhere(b browsers, page string) {
	p.Helper()
	for _, r := range []*reader{b.one, b.two} {
		at, err := url.Parse(site + page)
		if err != nil {
			p.Fatal(err)
		}
		cookies := r.client.Jar.Cookies(at)
		if len(cookies) == 0 {
			p.Fatalf("there is no cookie for %s", page)
		}
		for _, c := range cookies {
			c.Path = "/"
			r.client.Jar.SetCookies(at, []*http.Cookie{c})
			r.client.Jar.SetCookies(at, []*http.Cookie{{Name: map[string]string{"seat": "host", "host": "seat"}[c.Name], Value: c.Value, Path: "/"}})
		}
	}
}
