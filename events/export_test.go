package events

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var viewers = []Viewer{All, Spectator, 1, 2, 3}

func TestViewer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Viewer{"all": All, "spectator": Spectator, "seat:1": 1, "seat:12": 12} {
		v, err := ParseViewer(text)
		if err != nil || v != want || v.String() != text {
			t.Errorf("%q is read as %v, %v", text, v, err)
		}
	}
	for _, text := range []string{"", "All", "seat:", "seat:0", "seat:01", "seat:-1", "seat:x", "seat: 1", "seat", "0", "bot:1", "seat:99999999999999999999"} {
		if v, err := ParseViewer(text); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}

// verdicts reads an export and verifies it; the answers that are not "holds" come
// back as verify prints them.
func verdicts(t testing.TB, file string, letter *Head) []string {
	t.Helper()
	x, err := ReadExport(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var others []string
	for _, c := range x.Verify(letter) {
		if c.Verdict != Holds {
			others = append(others, c.String())
		}
	}
	return others
}

// partsIn lists the parts whose lines an export has.
func partsIn(file string) []string {
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^\{"part":\[(\d+,\d+)\]`).FindAllStringSubmatch(file, -1) {
		found = append(found, m[1])
	}
	return found
}

func TestExportsOfAnUnfinishedMatch(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	// [8,3] and [10,0] were opened; [8,4] is for seats 1 and 3; [18,0] for seat 1.
	for v, want := range map[Viewer][]string{
		All:       {"1,0", "8,0", "8,1", "8,2", "8,3", "8,4", "8,5", "10,0", "14,0", "18,0", "18,1"},
		Spectator: {"8,3", "10,0"},
		1:         {"8,0", "8,3", "8,4", "10,0", "18,0"},
		2:         {"8,1", "8,3", "10,0"},
		3:         {"8,2", "8,3", "8,4", "10,0"},
	} {
		file := s.export(v)
		if got := partsIn(file); !slices.Equal(got, want) {
			t.Errorf("%s has the parts %v, not %v", v, got, want)
		}
		notYet := []string{"draws: not yet: the seed is sealed until the match is over"}
		if v == All {
			notYet = nil
		}
		if got := verdicts(t, file, &Head{12, s.log[11].Hash}); !slices.Equal(got, notYet) {
			t.Errorf("%s: %q", v, got)
		}
		if v != All && strings.Contains(file, fmt.Sprintf("%x", s.seed)) {
			t.Errorf("%s is told the seed", v)
		}
	}
}

func TestExportsOfAFinishedMatch(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	s.end()
	_, all, _ := strings.Cut(s.export(All), "\n")
	for _, v := range viewers {
		first, rest, _ := strings.Cut(s.export(v), "\n")
		if want := fmt.Sprintf(`{"pizzini":"export","v":1,"match":"%s","viewer":"%s"}`, s.match, v); first != want || rest != all {
			t.Errorf("%s: after the end everybody has everything", v)
		}
		if got := verdicts(t, first+"\n"+rest, &Head{30, s.log[29].Hash}); got != nil {
			t.Errorf("%s: %q", v, got)
		}
	}
}

func TestExportOfAnAbandonedMatch(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.slip("host", created(s, "", nil))
	s.slip("clock", Entry{Data: &Abandoned{Why: "never-started"}})
	for _, v := range viewers {
		file := s.export(v)
		if got := partsIn(file); !slices.Equal(got, []string{"1,0"}) {
			t.Errorf("%s has the parts %v", v, got)
		}
		if got := verdicts(t, file, nil); got != nil {
			t.Errorf("%s: %q", v, got)
		}
	}
}

func TestReadExportGivesTheLog(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	x, err := ReadExport(strings.NewReader(s.export(2)))
	if err != nil {
		t.Fatal(err)
	}
	if x.Match != s.match || x.Viewer != 2 || x.Head != s.log[len(s.log)-1].Head() || len(x.Log) != len(s.log) {
		t.Fatalf("the export is of %s for %s, head %v, %d events", x.Match, x.Viewer, x.Head, len(x.Log))
	}
	table := new(Table)
	for i, e := range x.Log {
		if !bytes.Equal(e.Line, s.log[i].Line) {
			t.Errorf("event %d has another line", e.N)
		}
		if err := table.Add(e); err != nil {
			t.Error(err)
		}
	}
	if table.N != s.table.N || !slices.Equal(table.Line, s.table.Line) {
		t.Errorf("what seat 2 has folds to %+v", table)
	}
	mine, err := x.Log[9].Decode()
	if err != nil || mine.(*Played).Move != "intrigue noble" {
		t.Errorf("seat 2 reads its own move as %+v, %v", mine, err)
	}
	foreign, err := x.Log[17].Decode()
	if err != nil || foreign.(*Played).Chance != nil || foreign.(*Played).Move != "toss" {
		t.Errorf("seat 2 reads what is sealed to seat 1 as %+v, %v", foreign, err)
	}
	if drawn, err := x.Log[17].Drawn(); drawn != nil || err != nil {
		t.Errorf("seat 2 reads draws %v, %v", drawn, err)
	}
	var again bytes.Buffer
	if err := WriteExport(&again, 2, x.Log); err != nil || again.String() != s.export(2) {
		t.Errorf("what was read is written otherwise: %v", err)
	}
	if err := WriteExport(&again, 1, x.Log); err == nil {
		t.Error("an export for seat 1 is made from what seat 2 has")
	}
	if err := WriteExport(&again, All, nil); err == nil {
		t.Error("an export of nothing is made")
	}
}

func TestReadExportRefuses(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	file := s.export(All)
	first, rest, _ := strings.Cut(file, "\n")
	for name, text := range map[string]string{
		"nothing":          "",
		"a log":            rest,
		"no JSON":          "pizzini\n" + rest,
		"another mark":     strings.Replace(first, `"export"`, `"import"`, 1) + "\n" + rest,
		"a newer format":   strings.Replace(first, `"v":1`, `"v":2`, 1) + "\n" + rest,
		"no match":         strings.Replace(first, s.match, "x", 1) + "\n" + rest,
		"no viewer":        strings.Replace(first, `"all"`, `"nobody"`, 1) + "\n" + rest,
		"a byte order":     "\ufeff" + file,
		"a key twice":      strings.Replace(first, `"v":1`, `"v":1,"v":1`, 1) + "\n" + rest,
		"a fraction":       strings.Replace(first, `"v":1`, `"v":1.0`, 1) + "\n" + rest,
		"only blank lines": first + strings.Repeat("\n", 200),
		"too long":         first + "\n" + strings.Repeat(strings.Repeat(" ", 1<<20)+"\n", 40),
	} {
		if _, err := ReadExport(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read as an export", name)
		}
	}
}
