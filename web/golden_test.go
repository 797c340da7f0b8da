package web

import (
	"flag"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pizzini/engine"
)

// To rewrite what the pages must be: go test ./web -run Golden -update
var update = flag.Bool("update", false, "write the golden pages anew")

// TestGoldenPages compares pages with what they were when somebody last looked.
func TestGoldenPages(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	operator := h.operator()
	form := operator.open("/new/patronize")
	made := form.submit("Make the match", url.Values{"name": {"Anna <b>Rossi</b>"}, "who-2": {"open"}, "who-3": {"bot"}, "watch": {"yes"}}).is(http.StatusOK)
	id := strings.Split(made.at.Path, "/")[2]
	if err := h.copy.Wait(t.Context(), id, h.match(id).N()); err != nil {
		t.Fatal(err)
	}
	for name, page := range map[string]*sheet{
		"home":       h.reader().open("/"),
		"operator":   operator.open("/"),
		"nothing":    h.reader().open("/m/" + engine.NewID()),
		"new":        form,
		"new-wrong":  form.submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno"}, "who-3": {"none"}}),
		"host":       made,
		"invitation": h.reader().open(made.shownLink("link-2")),
		"gathering":  operator.open("/m/" + id + "/s/1"),
		"resign":     operator.open("/m/" + id + "/s/1/resign"),
	} {
		got := readable(page.root)
		file := filepath.Join("testdata", "golden", name+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: line %s; go test ./web -run Golden -update writes it anew", name, firstDifference(got, string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return strings.Join([]string{"is", a[i], "and was", strings.Join(b[min(i, len(b)):min(i+1, len(b))], "")}, " ")
		}
	}
	return "ends early"
}

// What differs from run to run.
var changing = []struct{ what, with string }{
	{`/static/[a-z2-7]+/`, "/static/HASH/"},
	{`http://127\.0\.0\.1:\d+`, "SITE"},
	{`/l/[A-Za-z0-9_-]+`, "/l/TOKEN"},
	{`^[A-Za-z0-9_-]{30,}$`, "TOKEN"},
	{`\b[a-z2-7]{16}\b`, "ID"},
	{`\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d`, "TIME"},
	{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`, "TIME"},
}

func settled(text string) string {
	for _, c := range changing {
		text = regexp.MustCompile(c.what).ReplaceAllString(text, c.with)
	}
	return text
}

// readable writes a page's tree with an element or a text on each line.
func readable(root *html.Node) string {
	var b strings.Builder
	var write func(n *html.Node, depth int)
	write = func(n *html.Node, depth int) {
		indent := strings.Repeat("  ", depth)
		switch n.Type {
		case html.TextNode:
			if text := strings.Join(strings.Fields(n.Data), " "); text != "" {
				b.WriteString(indent + settled(text) + "\n")
			}
		case html.ElementNode:
			b.WriteString(indent + "<" + n.Data)
			for _, a := range n.Attr {
				b.WriteString(" " + a.Key + `="` + settled(a.Val) + `"`)
			}
			b.WriteString(">\n")
			if n.Data == "svg" {
				return
			}
		}
		for c := range n.ChildNodes() {
			if n.Type == html.DocumentNode {
				write(c, depth)
			} else {
				write(c, depth+1)
			}
		}
	}
	write(root, 0)
	return b.String()
}
