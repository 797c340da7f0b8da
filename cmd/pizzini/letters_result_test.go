package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// check compares the result in a letter with the page that its link opens, with
// the export that is downloaded there, and with what the export folds to.
func (p *byLetter) check(l *letter) {
	p.t.Helper()
	seat := p.seat(l)
	page := p.reader(seat).open(l.button(p.t, "Look back at the match")).submit("Continue as", nil).says("Look back")
	if page.at.Path != seatPage(p.match, seat) || len(page.choices()) > 0 {
		p.t.Errorf("the result of seat %d is at %s", seat, page.at)
	}
	file := page.follow("Download its log")
	x := readExport(p.t, file.body)
	if x.Viewer != events.All {
		p.t.Errorf("after the end seat %d gets the export of viewer %v", seat, x.Viewer)
	}
	path := filepath.Join(p.t.TempDir(), "match.jsonl")
	if err := os.WriteFile(path, []byte(file.body), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if status, out, stderr := command("verify", path, "--head", l.head()); status != 0 || !strings.Contains(out, "letter: holds") {
		p.t.Errorf("verify: status %d\n%s%s", status, out, stderr)
	}
	m := engine.Fold(x.Log)
	result, over := m.State.Result()
	if !over {
		p.t.Fatal("the export folds to a match that is not over")
	}
	ended, err := x.Log[len(x.Log)-1].Decode()
	if err != nil {
		p.t.Fatal(err)
	}
	if said, err := events.Canonical(ended.(*events.Ended).Result); err != nil || string(said) != string(mustCanonical(p.t, result.JSON)) {
		p.t.Errorf("the log says the result %s, the fold %s", said, result.JSON)
	}
	// Best first, then who dropped out: the totals by name, wherever they are written.
	var want []string
	out := []game.Seat{1, 2, 3, 4, 5}[:p.seats]
	for _, tied := range result.Ranking {
		for _, at := range tied {
			want = append(want, fmt.Sprintf("%s %d", players[at].name, result.Totals[at-1]))
			out = without(out, at)
		}
	}
	for _, at := range out {
		want = append(want, fmt.Sprintf("%s %d", players[at].name, result.Totals[at-1]))
	}
	if got := page.totals(players[seat].name); !slices.Equal(got, want) {
		p.t.Errorf("the page of seat %d says %q, the log %q", seat, got, want)
	}
	if got := l.totals(p.t); !slices.Equal(got, want) {
		p.t.Errorf("the letter to seat %d says %q, the log %q", seat, got, want)
	}
}

// totals are the names of the page's table of points, each with its total. The
// players are its rows or its columns.
func (s *sheet) totals(you string) []string {
	s.r.t.Helper()
	var list []string
	add := func(name, total string) {
		if name = strings.TrimSpace(strings.TrimSuffix(regexp.MustCompile(`^\d ?`).ReplaceAllString(name, ""), "winner")); name == "You" {
			name = you
		}
		list = append(list, name+" "+strings.NewReplacer("$", "", ",", "", "−", "-").Replace(total))
	}
	for _, rows := range s.tables() {
		if k := slices.Index(rows[0], "Total"); k >= 0 {
			for _, row := range rows[1:] {
				add(row[0], row[k])
			}
			return list
		}
		for _, row := range rows {
			if row[0] == "Total" {
				for i, total := range row[1:] {
					add(rows[0][i+1], total)
				}
				return list
			}
		}
	}
	s.r.t.Fatalf("%s has no table of points: %s", s.at.Path, s.text())
	return nil
}

// totals are the names of the letter's table of points, each with its total.
func (l *letter) totals(t *testing.T) []string {
	t.Helper()
	lines := strings.Split(l.text, "\n")
	place := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Place ") })
	total := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Total ") })
	if place < 1 || total < 0 {
		t.Fatalf("the letter has no table of points:\n%s", l.text)
	}
	// Names may hold spaces; columns are two spaces apart.
	names := regexp.MustCompile(`\s{2,}`).Split(strings.TrimSpace(lines[place-1]), -1)
	var list []string
	for i, points := range strings.Fields(lines[total])[1:] {
		list = append(list, names[i]+" "+points)
	}
	return list
}

func mustCanonical(t *testing.T, text []byte) []byte {
	t.Helper()
	canonical, err := events.Canonical(text)
	if err != nil {
		t.Fatal(err)
	}
	return canonical
}
