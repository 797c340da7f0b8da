package events

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// FuzzParseSlip holds that what is taken for a slip is written again as it was,
// and that nothing panics on it.
func FuzzParseSlip(f *testing.F) {
	for _, payload := range sampleSlips(f)[:6] {
		f.Add(payload)
	}
	s := longScript(f)
	f.Add(AppendLog(nil, s.log[9]))
	f.Add(AppendLog(AppendLog(nil, s.log[12]), s.log[13]))
	f.Add(AppendLog(nil, s.log[17]))
	f.Fuzz(func(t *testing.T, payload []byte) {
		slip, err := ParseSlip(payload)
		if err != nil {
			return
		}
		var again []byte
		table := new(Table)
		for _, e := range slip {
			again = AppendLog(again, e)
			whole, err := e.Whole()
			if err != nil {
				t.Fatalf("event %d was parsed and has no whole data: %v", e.N, err)
			}
			if len(e.Parts) == 0 && !bytes.Equal(whole, e.Data) {
				t.Fatalf("without parts, the whole data are %q", whole)
			}
			before := table.N
			if table.Add(e) != nil && table.N != before {
				t.Fatal("a refused event changed the table")
			}
		}
		if !bytes.Equal(again, payload) {
			t.Fatalf("%q is written again as %q", payload, again)
		}
	})
}

// FuzzReadExport holds that no file makes verify panic, and that an export in
// which nothing fails is written again as it was.
func FuzzReadExport(f *testing.F) {
	s := longScript(f)
	for _, v := range viewers {
		f.Add([]byte(s.export(v)))
	}
	for i, c := range forgeries {
		if i%8 == 0 {
			ended := longScript(f)
			ended.end()
			forged := forge(f, ended.export(All))
			c.do(forged, ended)
			f.Add([]byte(forged.file()))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		x, err := ReadExport(bytes.NewReader(file))
		if err != nil {
			return
		}
		for _, c := range x.Verify(&Head{1, NoHead.Hash}) {
			if c.Verdict == Fails && c.Name != "letter" {
				return
			}
		}
		var again bytes.Buffer
		if err := WriteExport(&again, x.Viewer, x.Log); err != nil {
			t.Fatalf("nothing fails, and it cannot be written again: %v", err)
		}
		middle := func(text []byte) string {
			lines := strings.SplitAfter(string(text), "\n")
			return strings.Join(lines[1:len(lines)-2], "")
		}
		if middle(again.Bytes()) != middle(file) {
			t.Fatalf("%q is written again as %q", file, again.Bytes())
		}
	})
}

// hostile are files that ask for more work than their size warrants.
func hostile() map[string]string {
	header := `{"pizzini":"export","v":1,"match":"pizzini2vectors7","viewer":"all"}` + "\n"
	event := func(n int, data, more string) string {
		return fmt.Sprintf(`{"v":1,"match":"pizzini2vectors7","n":%d,"type":"match.started","at":"2026-11-29T21:40:00.123Z","by":"host","cmd":"%032x","prev":"%s","data":%s%s}`,
			n, n, NoHead.Hash, data, more) + "\n"
	}
	repeat := func(count int, text func(i int) string) string {
		var list []string
		for i := range count {
			list = append(list, text(i))
		}
		return strings.Join(list, ",")
	}
	parts := repeat(10000, func(int) string { return `{"to":[],"commit":"` + annasWords + `"}` })
	partLines := func(at func(i int) string) string {
		var b strings.Builder
		for i := range 10000 {
			fmt.Fprintf(&b, `{"part":[1,%d],"salt":"%s","value":"{\"at\":\"%s\",\"is\":0}"}`+"\n", i, annasWords, at(i))
		}
		return b.String()
	}
	lines := func(count int, line string) string { return header + strings.Repeat(line, count) }
	opens := repeat(7000, func(i int) string {
		return fmt.Sprintf(`{"n":1,"i":%d,"salt":"%s","value":"{\"at\":\"/a\",\"is\":0}"}`, i, annasWords)
	})
	return map[string]string{
		"many parts in an array":  header + event(1, `{"a":[`+repeat(10000, func(int) string { return "null" })+`]}`, `,"parts":[`+parts+`]`) + partLines(func(i int) string { return fmt.Sprintf("/a/%d", i) }),
		"many parts in an object": header + event(1, `{"a":{}}`, `,"parts":[`+parts+`]`) + partLines(func(i int) string { return fmt.Sprintf("/a/%d", i) }),
		"deep parts":              header + event(1, `{"a":{}}`, `,"parts":[`+parts+`]`) + partLines(func(i int) string { return strings.Repeat(fmt.Sprintf("/%d", i), 40) }),
		"parts of great depth":    header + event(1, `{"a":{}}`, `,"parts":[`+parts+`]`) + partLines(func(i int) string { return strings.Repeat(fmt.Sprintf("/%d", i), 31) }),
		"many keys":               lines(30, event(1, `{`+repeat(80000, func(i int) string { return fmt.Sprintf(`"%x":0`, i) })+`}`, "")),
		"many keys of one":        lines(30, event(1, `{"options":{`+repeat(80000, func(i int) string { return fmt.Sprintf(`"%x":0`, i) })+`}}`, "")),
		"many brackets":           lines(30, strings.Repeat("[", 1<<20-1)+"\n"),
		"many openings":           lines(30, event(2, `{}`, `,"opens":[`+opens+`]`)),
		"no line at all":          header + strings.Repeat("x", 31<<20),
		"many slashes":            header + event(1, `{}`, `,"parts":[{"to":[],"commit":"`+annasWords+`"}]`) + `{"part":[1,0],"salt":"` + annasWords + `","value":"{\"at\":\"` + strings.Repeat("/", 1<<20-200) + `\",\"is\":0}"}` + "\n",
		"many small events":       lines(60000, event(1, `{}`, "")),
		"many parts nowhere":      lines(60000, `{"part":[1,0],"salt":"`+annasWords+`","value":"{\"at\":\"/a\",\"is\":0}"}`+"\n"),
	}
}

// TestHostileFiles holds that verify's work grows with a file's size and not
// faster. The bound is wide, since it is no benchmark.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("large files")
	}
	for name, file := range hostile() {
		begin := time.Now()
		x, err := ReadExport(strings.NewReader(file))
		if err == nil {
			failed := false
			for _, c := range x.Verify(nil) {
				failed = failed || c.Verdict == Fails
			}
			if !failed {
				t.Errorf("%s: nothing fails", name)
			}
		}
		took := time.Since(begin)
		t.Logf("%s: %d KiB, %v", name, len(file)>>10, took)
		if took > 20*time.Second {
			t.Errorf("%s: it took %v", name, took)
		}
	}
}
