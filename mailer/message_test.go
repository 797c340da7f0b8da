package mailer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/emersion/go-message/mail"
	"golang.org/x/net/html"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/link"
)

// parsed is a message as a mail program reads it.
type parsed struct {
	header mail.Header
	text   string
	html   string
}

func parse(t *testing.T, raw []byte) parsed {
	t.Helper()
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	p := parsed{header: r.Header}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			t.Fatal(err)
		}
		kind, _, err := part.Header.(*mail.InlineHeader).ContentType()
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case "text/plain":
			p.text += strings.ReplaceAll(string(body), "\r\n", "\n")
		case "text/html":
			p.html += string(body)
		default:
			t.Errorf("a part of type %s", kind)
		}
	}
	return p
}

// hostile are names as people type them, and how a header may show them.
var hostile = []string{
	"Rossi, Anna", `Anna "the Banker" Rossi`, "a@b", `back\slash\`, `\À`, "(comment)", "a;b:c", "<anna@evil.example>", "=?utf-8?q?x?=", ".", "a  b",
	"Ann\r\nBcc: victim@example.org", "Ann\nBcc: victim@example.org", "Ann\u2028Bcc: x", "Ann\u2029x", "\u202eannA", "an\u2066na\u2069", "zero\u200bwidth", "\u0085next", "\x00nul",
	"张伟", "山田 太郎", "김민준", "Ñandú Ö. Ångström", "🂡🂡🂡 and 👩‍👩‍👧‍👦", "Аnna", strings.Repeat("long ", 40), strings.Repeat("長", 80), strings.Repeat("🂡", 80), "Rossi, 太郎 (x)",
}

func TestHostileNamesArriveAsNamesOrNotAtAll(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	m := h.match(id)
	r := Record{Kind: HostLink, Person: m.Table.Created.Host, State: Claimed, At: h.clock.time()}
	key := Key{Match: id, Seat: 0, N: 1}
	letter, err := h.composer.Compose(t.Context(), key, r, m)
	h.must(err)
	for _, name := range hostile {
		letter.Name = name
		letter.Subject = "Patronize, " + name + "'s match abcdef"
		letter.Blocks = []Block{Para(name), List{{Text: name, Note: name}}, Board(name), Table{Head: []string{"", name}, Rows: [][]string{{name, "1"}}}, Button{name, "https://games.example/l/x"}}
		raw, err := h.composer.Message(letter, h.clock.time())
		h.must(err)
		h.must(h.office.Transport.Send(t.Context(), Envelope{From: h.composer.FromAddress, To: letter.Address}, raw))
		all := h.post.all()
		got := parse(t, all[len(all)-1].raw)
		if fields := len(slices.Collect(headerKeys(got.header))); fields != 13 {
			t.Errorf("%q: %d header fields: %v", name, fields, slices.Collect(headerKeys(got.header)))
		}
		to, err := got.header.AddressList("To")
		if err != nil || len(to) != 1 || to[0].Address != "anna@example.org" {
			t.Errorf("%q: To is %v, %v", name, to, err)
			continue
		}
		clean, err := people.CleanName(name)
		if to[0].Name != clean && to[0].Name != "" || err == nil && to[0].Name == "" {
			t.Errorf("%q arrived as %q, want %q", name, to[0].Name, clean)
		}
		subject, err := got.header.Subject()
		if err != nil || !strings.HasPrefix(subject, "Patronize, ") || !strings.HasSuffix(subject, "'s match abcdef") || strings.ContainsFunc(subject, unicode.IsControl) {
			t.Errorf("%q: subject %q, %v", name, subject, err)
		}
		for line := range bytes.Lines(all[len(all)-1].raw) {
			if len(line) > 1000 {
				t.Errorf("%q: a line of %d bytes", name, len(line))
			}
		}
		if strings.Contains(got.html, "<anna@evil") {
			t.Errorf("%q stands in the HTML as it was typed", name)
		}
	}
}

func headerKeys(h mail.Header) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for fields := h.Fields(); fields.Next(); {
			if !yield(fields.Key()) {
				return
			}
		}
	}
}

func TestAnAddressThatIsNotASCIIArrives(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.must(h.book.SetProfile(t.Context(), h.person["anna"], people.Profile{Name: "Jörg", Address: "jörg@bücher.example"}))
	h.deliver(id)
	all := h.post.all()
	i := slices.IndexFunc(all, func(r received) bool { return r.to == "jörg@bücher.example" })
	if i < 0 || !bytes.Contains(all[i].raw, []byte("<jörg@bücher.example>")) {
		t.Fatalf("it did not arrive as it is: %+v", all)
	}
}

func TestHeadersOfALetter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.deliver(id)
	h.move(id, rand.New(rand.NewPCG(15, 16)))
	h.deliver(id)
	signer := link.Signer{Key: installation}
	ids := map[string]bool{}
	first := parse(t, h.post.all()[0].raw)
	for _, letter := range h.post.all() {
		p := parse(t, letter.raw)
		get := func(name string) string {
			t.Helper()
			if n := len(p.header.Values(name)); n != 1 {
				t.Errorf("%d %s", n, name)
			}
			return p.header.Get(name)
		}
		if letter.from != h.composer.FromAddress {
			t.Errorf("envelope from %s", letter.from)
		}
		if get("Subject") != first.header.Get("Subject") || get("References") != first.header.Get("References") || get("In-Reply-To") != get("References") {
			t.Errorf("another thread: %s, %s", get("Subject"), get("References"))
		}
		for name, want := range map[string]string{
			"From": `"Slow games" <pizzini@games.example>`, "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All",
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "MIME-Version": "1.0",
		} {
			if got := get(name); got != want {
				t.Errorf("%s: %s", name, got)
			}
		}
		if date, err := p.header.Date(); err != nil || date.Sub(h.clock.time()).Abs() > time.Hour {
			t.Errorf("Date: %v, %v", date, err)
		}
		messageID := get("Message-ID")
		if !regexp.MustCompile(`^<letter\.[a-z2-7]{16}\.\d+\.\d+@games\.example>$`).MatchString(messageID) || ids[messageID] {
			t.Errorf("Message-ID %s", messageID)
		}
		ids[messageID] = true
		url := strings.TrimSuffix(strings.TrimPrefix(get("List-Unsubscribe"), "<https://games.example/u/"), ">")
		if c, err := signer.Parse(url, link.UnsubscribeMatch); err != nil || c.Match != id {
			t.Errorf("List-Unsubscribe %s: %+v, %v", get("List-Unsubscribe"), c, err)
		}
		if strings.Contains(string(letter.raw), "\n.\n") || bytes.Contains(bytes.ReplaceAll(letter.raw, []byte("\r\n"), nil), []byte("\n")) {
			t.Error("bare line ends")
		}
	}
	if len(ids) < 3 {
		t.Errorf("%d letters", len(ids))
	}
}

// Each link of each letter opens what it says, and nothing more; a letter shows
// nothing that its reader may not know.
func TestWhatLettersSay(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	random := rand.New(rand.NewPCG(17, 18))
	seen := map[Kind]bool{}
	for {
		h.deliver(id)
		m := h.match(id)
		for key, r := range h.records() {
			if r.State != Sent || r.N != m.N() {
				continue
			}
			seen[r.Kind] = true
			letter, err := h.composer.Compose(t.Context(), key, r, m)
			h.must(err)
			page, err := letter.HTML()
			h.must(err)
			checkHTML(t, page)
			checkLinks(t, m, key, letter.Text(), page)
			if r.Kind == YourTurn {
				checkTurn(t, m, key, letter, page)
			}
			if !strings.Contains(letter.Text(), m.Head().Hash) || !strings.Contains(page, m.Head().Hash) {
				t.Errorf("%s lacks the head", key)
			}
		}
		if m.Status() != engine.Playing {
			break
		}
		h.move(id, random)
	}
	for _, kind := range []Kind{HostLink, YourTurn, Over} {
		if !seen[kind] {
			t.Errorf("no letter %s was looked at", kind)
		}
	}
	m := h.match(id)
	for key, r := range h.records() {
		if r.Kind != Over {
			continue
		}
		letter, err := h.composer.Compose(t.Context(), key, r, m)
		h.must(err)
		i := slices.IndexFunc(letter.Blocks, func(b Block) bool { _, ok := b.(Table); return ok })
		if i < 0 {
			t.Fatalf("no table of points:\n%s", letter.Text())
		}
		table := letter.Blocks[i].(Table)
		last := table.Rows[len(table.Rows)-1]
		result, _ := m.State.Result()
		best := result.Ranking[0][0]
		if len(table.Head) != 4 || table.Head[1] != h.who(m.Person(best)) || table.Rows[0][1] != "1" {
			t.Errorf("%s stands first, want seat %d: %+v", table.Head[1], best, table)
		}
		if last[0] != "Total" || last[1] != itoa(result.Totals[best-1]) {
			t.Errorf("the totals: %q, want %v", last, result.Totals)
		}
		if !strings.Contains(letter.Text(), "Total") {
			t.Errorf("the text lacks the points:\n%s", letter.Text())
		}
	}
}

func checkTurn(t *testing.T, m *engine.Match, key Key, letter Letter, page string) {
	t.Helper()
	text := letter.Text()
	draft, err := m.Draft(key.Seat, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, choice := range draft.Choices {
		query := "?d=" + itoa(m.Decision(key.Seat)) + "&try=" + strings.ReplaceAll(string(choice.Move), " ", "+")
		if !strings.Contains(text, query+"\n") {
			t.Errorf("%s: the text has no link for %q", key, choice.Move)
		}
		if !strings.Contains(page, strings.ReplaceAll(query, "&", "&amp;")+`"`) {
			t.Errorf("%s: the HTML has no link for %q", key, choice.Move)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(m.View(key.Seat).Text()), "\n") {
		if !strings.Contains(text, strings.TrimRight(line, " ")) {
			t.Errorf("%s: the board lacks %q", key, line)
		}
	}
	// Another position that the reader cannot tell from this one gives the same letter
	// board: so nothing hidden is in it.
	other := m.State.Shuffled(key.Seat, rand.New(rand.NewPCG(1, 1)))
	if other.View(key.Seat).Text() != m.View(key.Seat).Text() {
		t.Errorf("%s: the board shows what is hidden", key)
	}
	for _, line := range strings.Split(text, "\n") {
		if len([]rune(line)) > 78 && !strings.Contains(line, "https://") && !strings.Contains(line, m.Head().Hash) {
			t.Errorf("%s: a line of %d columns: %s", key, len([]rune(line)), line)
		}
	}
}

func itoa(n int) string { return game.Seat(n).String() }

var anyLink = regexp.MustCompile(`https://games\.example(/[a-z-]+/)([A-Za-z0-9_-]+)`)

func checkLinks(t *testing.T, m *engine.Match, key Key, text, page string) {
	t.Helper()
	signer := link.Signer{Key: installation}
	in := func(s string) []string {
		found := anyLink.FindAllString(s, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	if !slices.Equal(in(text), in(page)) {
		t.Errorf("%s: text and HTML have other links: %q, %q", key, in(text), in(page))
	}
	for _, found := range anyLink.FindAllStringSubmatch(text, -1) {
		purposes := map[string][]link.Purpose{
			"/l/": {link.Seat, link.Host, link.InvitationLetter}, "/u/": {link.UnsubscribeAll, link.UnsubscribeMatch}, "/not-me/": {link.NotMe},
		}[found[1]]
		c, err := signer.Parse(found[2], purposes...)
		if err != nil {
			t.Errorf("%s: the link %s does not hold", key, found[0])
			continue
		}
		if c.Match != "" && c.Match != m.ID {
			t.Errorf("%s: a link to another match", key)
		}
		if c.Purpose == link.Seat && (c.Number != m.LinkNumber(game.Seat(c.Seat)) || key.Seat != 0 && c.Seat != int(key.Seat)) {
			t.Errorf("%s: a link to seat %d, number %d", key, c.Seat, c.Number)
		}
		if c.Purpose == link.Host && key.Seat != 0 {
			t.Errorf("%s: a seat got the host's link", key)
		}
	}
}

// checkHTML reads a letter as an HTML parser does: nothing moves to another place,
// nothing is hidden or loaded, and it is small enough.
func checkHTML(t *testing.T, page string) {
	t.Helper()
	if len(page) > 60<<10 {
		t.Errorf("the HTML has %d bytes", len(page))
	}
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	cells := map[string]bool{"td": true, "th": true}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode {
			switch n.Data {
			case "img", "script", "link", "form", "svg", "iframe", "object", "input":
				t.Errorf("<%s> in a letter", n.Data)
			case "pre", "p", "h1", "h2", "a":
				inside := false
				for up := n.Parent; up != nil; up = up.Parent {
					inside = inside || cells[up.Data]
				}
				if !inside {
					t.Errorf("<%s> stands in no cell", n.Data)
				}
				if strings.TrimSpace(textOf(n)) == "" {
					t.Errorf("an empty <%s>", n.Data)
				}
			}
			for _, a := range n.Attr {
				if a.Key == "href" && !strings.HasPrefix(a.Val, "https://games.example/") {
					t.Errorf("a link to %s", a.Val)
				}
				if a.Key == "style" && regexp.MustCompile(`font-size:0|display:none|visibility|url\(`).MatchString(a.Val) {
					t.Errorf("style %s", a.Val)
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
}

func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(textOf(c))
	}
	return b.String()
}

// A secret choice is named, never linked: a link lies in mailboxes and histories.
func TestASecretChoiceIsNotLinked(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	m := h.match(id)
	seat := m.Active()[0]
	w, err := h.composer.writer(t.Context(), Key{Match: id, Seat: seat, N: m.Call(seat)}, Record{Kind: YourTurn, Person: m.Person(seat)}, m)
	h.must(err)
	w.catalogue = nil
	w.propose(&engine.Draft{Seat: seat, Choices: []engine.Choice{{Move: "intrigue raid", Secret: true}, {Move: "pass"}}}, "TOKEN")
	var p plain
	for _, b := range w.Blocks {
		b.text(&p)
	}
	if text := p.String(); strings.Count(text, "nobody else may see it yet.") != 1 || !strings.Contains(text, "intrigue raid") || strings.Contains(text, "try=intrigue") || !strings.Contains(text, "try=pass") {
		t.Errorf("it says:\n%s", text)
	}
}

func TestALongListAndStoryStaySmall(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	m := h.match(id)
	seat := m.Active()[0]
	w, err := h.composer.writer(t.Context(), Key{Match: id, Seat: seat, N: m.Call(seat)}, Record{Kind: YourTurn, Person: m.Person(seat)}, m)
	h.must(err)
	w.catalogue = nil
	draft := &engine.Draft{Seat: seat}
	for i := range 500 {
		draft.Choices = append(draft.Choices, engine.Choice{Move: game.Move("place " + strings.Repeat("x", 40) + " " + itoa(i))})
	}
	w.Title = "Your turn"
	h.must(w.button("Go to your seat"))
	w.propose(draft, strings.Repeat("T", 50))
	h.must(w.foot())
	page, err := w.HTML()
	h.must(err)
	checkHTML(t, page)
	if !strings.Contains(page, "460 more choices") {
		t.Error("it does not say how many more there are")
	}
}

// The same key, record and match give the same letter: the mailbox shows what was sent.
func TestALetterIsComposedAnewAsItWas(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	random := rand.New(rand.NewPCG(19, 20))
	for range 5 {
		h.deliver(id)
		h.move(id, random)
	}
	h.match(id)
	h.caughtUp()
	box := &Mailbox{Copy: h.copy, Matches: h.engine, Composer: h.composer}
	compared := 0
	for _, sent := range h.post.all() {
		p := parse(t, sent.raw)
		name := strings.TrimSuffix(strings.TrimPrefix(p.header.Get("Message-ID"), "<letter."), "@games.example>")
		entry, ok, err := box.Letter(t.Context(), name)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", name, ok, err)
		}
		if entry.Text != p.text {
			t.Errorf("%s was sent as\n%s\nand is shown as\n%s", name, p.text, entry.Text)
		}
		if strings.TrimSpace(entry.HTML) != strings.TrimSpace(strings.ReplaceAll(p.html, "\r\n", "\n")) {
			t.Errorf("%s has another HTML", name)
		}
		compared++
	}
	if compared < 5 {
		t.Errorf("%d letters compared", compared)
	}
}

func TestLettersHoldTheHostsLinkAsItIsNow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := h.match(h.play())
	host := m.Table.Created.Host
	for renewed := range 2 {
		for _, kind := range []Kind{HostLink, Refused} {
			letter, err := h.composer.Compose(t.Context(), Key{Match: m.ID, Seat: 1, N: 1}, Record{Kind: kind, Person: host, State: Claimed, At: h.clock.time()}, m)
			h.must(err)
			token := regexp.MustCompile(`/l/(\S+)`).FindStringSubmatch(letter.Text())
			if token == nil {
				t.Fatalf("a letter of the kind %q has no link: %s", kind, letter.Text())
			}
			claim, err := h.composer.Signer.Parse(token[1], link.Host)
			if err != nil || claim.Number != renewed {
				t.Errorf("after %d renewals a letter of the kind %q has the link %+v, %v", renewed, kind, claim, err)
			}
		}
		_, err := h.book.Renew(t.Context(), host, link.HostCounter(m.ID))
		h.must(err)
	}
}

func TestALetterTellsItsReaderFromAPersonCalledYou(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	m := h.match(id)
	h.must(h.book.SetProfile(t.Context(), h.person["anna"], people.Profile{Name: "You", Address: "anna@example.org"}))
	h.must(h.book.SetProfile(t.Context(), h.person["ben"], people.Profile{Name: "bot 3", Address: "ben@example.org"}))
	// The copy hears of it in its time: the letter is composed from the store.
	composer := *h.composer
	composer.People = people.New(h.store, nil)
	seat := m.Active()[0]
	letter, err := composer.Compose(t.Context(), Key{Match: id, Seat: seat, N: m.Call(seat)}, Record{Kind: YourTurn, Person: m.Person(seat)}, m)
	h.must(err)
	text := letter.Text()
	for name, at := range map[string]game.Seat{"You (1)": 1, "bot 3 (2)": 2, "cleo": 3} {
		want := fmt.Sprintf("eat %d: %s", at, name)
		if at == seat {
			want = fmt.Sprintf("eat %d: you", at)
		}
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the letter does not say %q: %s", want, text)
		}
	}
	if !strings.Contains(letter.Subject, "Host “You”'s match") {
		t.Errorf("the subject is %q", letter.Subject)
	}
}
