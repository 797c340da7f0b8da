package events

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A forgery is an export in lines that somebody changes. He knows the format: he
// can make commitments, chain and head anew after his change.
type forgery struct {
	t     testing.TB
	lines []string
}

func forge(t testing.TB, file string) *forgery {
	return &forgery{t, strings.Split(strings.TrimSuffix(file, "\n"), "\n")}
}

func (f *forgery) file() string { return strings.Join(f.lines, "\n") + "\n" }

// event is the index of the line of event n.
func (f *forgery) event(n int) int {
	f.t.Helper()
	i := slices.IndexFunc(f.lines, func(line string) bool {
		return strings.HasPrefix(line, `{"v":1,`) && strings.Contains(line, fmt.Sprintf(`"n":%d,`, n))
	})
	if i < 0 {
		f.t.Fatalf("there is no event %d", n)
	}
	return i
}

// part is the index of the line of a part.
func (f *forgery) part(n, i int) int {
	f.t.Helper()
	at := slices.IndexFunc(f.lines, func(line string) bool { return strings.HasPrefix(line, fmt.Sprintf(`{"part":[%d,%d]`, n, i)) })
	if at < 0 {
		f.t.Fatalf("there is no part [%d,%d]", n, i)
	}
	return at
}

// replace changes a line, which must have the old text.
func (f *forgery) replace(at int, old, new string) *forgery {
	f.t.Helper()
	if !strings.Contains(f.lines[at], old) {
		f.t.Fatalf("%s has no %s", f.lines[at], old)
	}
	f.lines[at] = strings.Replace(f.lines[at], old, new, 1)
	return f
}

func (f *forgery) inEvent(n int, old, new string) *forgery { return f.replace(f.event(n), old, new) }

func (f *forgery) inPart(n, i int, old, new string) *forgery {
	return f.replace(f.part(n, i), old, new)
}

func (f *forgery) remove(at int) *forgery {
	f.lines = slices.Delete(f.lines, at, at+1)
	return f
}

func (f *forgery) insert(at int, line string) *forgery {
	f.lines = slices.Insert(f.lines, at, line)
	return f
}

var (
	commitField = regexp.MustCompile(`"commit":"[0-9a-f]*"`)
	prevField   = regexp.MustCompile(`"prev":"[0-9a-f]*"`)
	numberField = regexp.MustCompile(`"n":\d+,`)
)

// commit makes the commitments of the parts that are in the file anew.
func (f *forgery) commit() *forgery {
	f.t.Helper()
	for i, line := range f.lines {
		if !strings.HasPrefix(line, `{"v":1,`) {
			continue
		}
		var e struct{ Match string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			f.t.Fatal(err)
		}
		commits := map[int]string{}
		for _, text := range f.lines[i+1:] {
			if !strings.HasPrefix(text, `{"part"`) {
				break
			}
			var p struct {
				Part        [2]int
				Salt, Value string
			}
			if err := json.Unmarshal([]byte(text), &p); err != nil {
				f.t.Fatal(err)
			}
			commits[p.Part[1]] = PartCommit(e.Match, p.Part[0], p.Part[1], unhex(f.t, p.Salt), p.Value)
		}
		index := -1
		f.lines[i] = commitField.ReplaceAllStringFunc(line, func(old string) string {
			if index++; commits[index] != "" {
				return `"commit":"` + commits[index] + `"`
			}
			return old
		})
	}
	return f
}

// chain makes every prev and the last line anew.
func (f *forgery) chain() *forgery {
	prev, n := NoHead.Hash, 0
	for i, line := range f.lines {
		if strings.HasPrefix(line, `{"v":1,`) {
			f.lines[i] = prevField.ReplaceAllLiteralString(line, `"prev":"`+prev+`"`)
			prev = hexSHA256([]byte(f.lines[i]))
			n++
		}
	}
	f.lines[len(f.lines)-1] = fmt.Sprintf(`{"head":%d,"hash":"%s"}`, n, prev)
	return f
}

// number makes the numbers of the events anew; they must have no parts or
// references behind the change.
func (f *forgery) number() *forgery {
	n := 0
	for i, line := range f.lines {
		if strings.HasPrefix(line, `{"v":1,`) {
			n++
			at := numberField.FindStringIndex(line)
			f.lines[i] = line[:at[0]] + fmt.Sprintf(`"n":%d,`, n) + line[at[1]:]
		}
	}
	return f
}

// forgeries are what somebody could do to the finished long match, and all of the
// checks that must find it.
var forgeries = []struct {
	name  string
	do    func(f *forgery, s *script)
	found []string // beginnings of the lines that do not hold
}{
	{"nothing", func(f *forgery, s *script) {}, nil},
	{"nothing, made anew", func(f *forgery, s *script) { f.commit().chain().number() }, nil},
	{"an unknown field of a line", func(f *forgery, s *script) { f.inEvent(9, `,"state":`, `,"new":[{"è":null}],"state":`).chain() }, nil},
	{"an unknown field of data", func(f *forgery, s *script) { f.inEvent(9, `"seat":1,`, `"seat":1,"new":"kept",`).chain() }, nil},
	{"another order of fields and white space", func(f *forgery, s *script) {
		f.inEvent(9, `{"v":1,"match":"`+s.match+`",`, ` { "v":1,"match" : "`+s.match+`" , `).replace(f.event(10)-1, "{", "{")
		f.lines[f.event(10)-1] = strings.Replace(f.lines[f.event(10)-1], ` { "v":1,`, `{"v":1, `, 1)
		f.chain()
	}, nil},

	{"a move, nothing made anew", func(f *forgery, s *script) { f.inEvent(9, "play nun", "play nan") }, []string{"chain: fails at event 10:"}},
	{"the last event", func(f *forgery, s *script) { f.inEvent(30, `"link":1`, `"link":1 `) }, []string{"head: fails at event 30:"}},
	{"prev of the first event", func(f *forgery, s *script) { f.inEvent(1, `"prev":"0`, `"prev":"1`) }, []string{"chain: fails at event 1:"}},
	{"an unknown field, nothing made anew", func(f *forgery, s *script) { f.inEvent(9, `,"state":`, `,"new":1,"state":`) }, []string{"chain: fails at event 10:"}},
	{"an event removed", func(f *forgery, s *script) { f.remove(f.event(11)) }, []string{"chain: fails at event 12:", "numbers: fails at event 12:"}},
	{"an event removed, chained anew", func(f *forgery, s *script) { f.remove(f.event(11)).chain() }, []string{"numbers: fails at event 12:", "head: fails at event 30:"}},
	{"an event twice", func(f *forgery, s *script) { f.insert(f.event(9), f.lines[f.event(9)]) }, []string{"chain: fails at event 9:", "numbers: fails at event 9:"}},
	{"two events swapped", func(f *forgery, s *script) {
		i := f.event(11)
		f.lines[i], f.lines[i+1] = f.lines[i+1], f.lines[i]
	}, []string{"chain: fails at event 12:", "numbers: fails at event 12:", "times: fails at event 11:", "events: fails at event 15:"}},
	{"a number", func(f *forgery, s *script) { f.inEvent(30, `"n":30,`, `"n":31,`).chain() }, []string{"numbers: fails at event 31:", "head: fails at event 31:"}},
	{"a time", func(f *forgery, s *script) {
		f.inEvent(9, `"at":"2026-11-29T21:40:0`, `"at":"2026-11-29T21:39:5`).chain()
	}, []string{"times: fails at event 9:"}},
	{"the command of another slip", func(f *forgery, s *script) { f.inEvent(11, s.log[10].Cmd, s.log[8].Cmd).chain() }, []string{"commands: fails at event 11:"}},
	{"one command in two slips that touch", func(f *forgery, s *script) { f.inEvent(10, s.log[9].Cmd, s.log[8].Cmd).chain() }, []string{"events: fails at event 10:"}},
	{"a slip cut in two", func(f *forgery, s *script) { f.inEvent(29, s.log[28].Cmd, strings.Repeat("f", 32)).chain() }, []string{"events: fails at event 29:"}},

	{"a key twice", func(f *forgery, s *script) { f.inEvent(9, `"seat":1,`, `"seat":1,"seat":1,`).chain() },
		[]string{"events: fails at event 9:", "parts: not yet:", "openings: not yet:", "mix: not yet:", "draws: not yet:"}},
	{"a fraction", func(f *forgery, s *script) { f.inEvent(9, `"seat":1,`, `"seat":1.0,`).chain() },
		[]string{"events: fails at event 9:", "parts: not yet:", "openings: not yet:", "mix: not yet:", "draws: not yet:"}},
	{"no JSON at all", func(f *forgery, s *script) { f.lines[f.event(9)] = `{"v":1,` },
		[]string{"chain: fails at event 9:", "events: fails at event 9:", "parts: not yet:", "openings: not yet:", "mix: not yet:", "draws: not yet:"}},
	{"an unknown type", func(f *forgery, s *script) { f.inEvent(7, "seat.linked", "seat.polished").chain() },
		[]string{"events: fails at event 7:", "parts: not yet:", "openings: not yet:", "mix: not yet:", "draws: not yet:"}},
	{"another match", func(f *forgery, s *script) { f.inEvent(9, s.match, "aaaaaaaaaaaaaaaa").chain() }, []string{"events: fails at event 9:"}},
	{"the match in the first line", func(f *forgery, s *script) { f.replace(0, s.match, "aaaaaaaaaaaaaaaa") },
		[]string{"events: fails at event 1:", "draws: fails at event 8:"}},
	{"who moved", func(f *forgery, s *script) { f.inEvent(11, `"by":"bot:3"`, `"by":"seat:2"`).chain() }, []string{"events: fails at event 11:"}},
	{"whose move it is", func(f *forgery, s *script) { f.inEvent(9, `"seat":1`, `"seat":2`).chain() }, []string{"events: fails at event 9:"}},
	{"a state digest removed", func(f *forgery, s *script) { f.inEvent(9, `,"state":"`+s.log[8].State+`"`, "").chain() }, []string{"events: fails at event 9:"}},
	{"a state digest where none is", func(f *forgery, s *script) {
		f.lines[f.event(7)] = strings.TrimSuffix(f.lines[f.event(7)], "}") + `,"state":"` + annasWords + `"}`
		f.chain()
	}, []string{"events: fails at event 7:"}},
	{"a move after the end", func(f *forgery, s *script) {
		i := f.event(9)
		line := strings.Replace(f.lines[i], s.log[8].Cmd, strings.Repeat("e", 32), 1)
		line = strings.Replace(line, `"n":9,`, `"n":31,`, 1)
		line = strings.Replace(line, FormatTime(s.log[8].At), FormatTime(s.log[29].At), 1)
		f.insert(len(f.lines)-1, line).chain()
	}, []string{"events: fails at event 31:"}},

	{"words in match.created", func(f *forgery, s *script) { f.inEvent(1, annasWords, bertsWords).chain() }, []string{"events: fails at event 2:"}},
	{"words in seat.taken", func(f *forgery, s *script) { f.inEvent(2, annasWords, bertsWords).chain() }, []string{"events: fails at event 2:", "mix: fails at event 8:"}},
	{"words in both", func(f *forgery, s *script) {
		f.inEvent(1, annasWords, bertsWords).inEvent(2, annasWords, bertsWords).chain()
	}, []string{"mix: fails at event 8:"}},
	{"words of a later seat", func(f *forgery, s *script) { f.inEvent(5, bertsWords, annasWords).chain() }, []string{"mix: fails at event 8:"}},
	{"words taken away", func(f *forgery, s *script) { f.inEvent(5, bertsWords, "").chain() }, []string{"mix: fails at event 8:"}},
	{"words and mix", func(f *forgery, s *script) {
		f.inEvent(5, bertsWords, annasWords).inEvent(8, s.table.Mix, Mix([]string{annasWords, annasWords, ""})).chain()
	}, []string{"draws: fails at event 8:"}},
	{"the mix", func(f *forgery, s *script) { f.inEvent(8, s.table.Mix, Mix(nil)).chain() }, []string{"mix: fails at event 8:", "draws: fails at event 8:"}},
	{"the seed", func(f *forgery, s *script) { f.inPart(1, 0, fmt.Sprintf("%x", s.seed), annasWords).commit().chain() }, []string{"draws: fails at event 8:"}},
	{"no seed", func(f *forgery, s *script) { f.inPart(1, 0, fmt.Sprintf("%x", s.seed), "none").commit().chain() },
		[]string{"events: fails at event 1:", "parts: not yet:", "openings: not yet:", "mix: not yet:", "draws: not yet:"}},

	{"a draw", func(f *forgery, s *script) { f.inPart(14, 0, drawPair(s, 14, 0), otherPair(s, 14, 0)).commit().chain() }, []string{"draws: fails at event 14:"}},
	{"a draw's bound", func(f *forgery, s *script) { f.inPart(14, 0, "[[6,", "[[600000007,").commit().chain() }, []string{"draws: fails at event 14:"}},
	{"a draw left out", func(f *forgery, s *script) { f.inPart(14, 0, drawPair(s, 14, 0)+",", "").commit().chain() }, []string{"draws: fails at event 14:"}},
	{"the last of an event's draws left out", func(f *forgery, s *script) { f.inPart(14, 0, ","+drawPair(s, 14, 1), "").commit().chain() }, []string{"draws: fails at event 18:"}},
	{"a draw that is none", func(f *forgery, s *script) { f.inPart(14, 0, drawPair(s, 14, 0), "[6]").commit().chain() }, []string{"draws: fails at event 14:"}},
	{"no draws", func(f *forgery, s *script) {
		f.inPart(14, 0, drawPair(s, 14, 0)+","+drawPair(s, 14, 1), "").commit().chain()
	}, []string{"draws: fails at event 14:"}},
	{"the number of the first draw", func(f *forgery, s *script) { f.inEvent(14, `"first":4`, `"first":5`).chain() }, []string{"draws: fails at event 14:"}},
	{"drew removed", func(f *forgery, s *script) { f.inEvent(14, `"drew":{"first":4,"part":0},`, "").chain() }, []string{"draws: fails at event 14:"}},
	{"drew names another part", func(f *forgery, s *script) { f.inEvent(18, `"part":1`, `"part":0`).chain() },
		[]string{"events: fails at event 18:", "draws: fails at event 18:"}},
	{"drew names no part", func(f *forgery, s *script) { f.inEvent(14, `"part":0`, `"part":7`).chain() },
		[]string{"events: fails at event 14:", "draws: fails at event 14:"}},
	{"draws sealed to a seat", func(f *forgery, s *script) { f.inEvent(14, `"to":[]`, `"to":[1]`).chain() }, []string{"events: fails at event 14:"}},
	{"draws lie elsewhere", func(f *forgery, s *script) { f.inPart(14, 0, "/draws", "/drawn").commit().chain() }, []string{"draws: fails at event 14:"}},

	{"a part's value", func(f *forgery, s *script) { f.inPart(8, 0, "nun", "nan") }, []string{"parts: fails at event 8:"}},
	{"a part's salt", func(f *forgery, s *script) { f.inPart(8, 0, s.log[7].Sealed[0].Salt, annasWords) }, []string{"parts: fails at event 8:"}},
	{"a part removed", func(f *forgery, s *script) { f.remove(f.part(8, 1)) }, []string{"parts: fails at event 8:"}},
	{"the part with the seed removed", func(f *forgery, s *script) { f.remove(f.part(1, 0)) }, []string{"parts: fails at event 1:", "draws: not yet:"}},
	{"a part with draws removed", func(f *forgery, s *script) { f.remove(f.part(18, 1)) }, []string{"parts: fails at event 18:", "draws: not yet:"}},
	{"two parts swapped", func(f *forgery, s *script) {
		i := f.part(8, 1)
		f.lines[i], f.lines[i+1] = f.lines[i+1], f.lines[i]
	}, []string{"parts: fails at event 8:"}},
	{"a part twice", func(f *forgery, s *script) { f.insert(f.part(8, 1), f.lines[f.part(8, 1)]) }, []string{"parts: fails at event 8:"}},
	{"a part after another event", func(f *forgery, s *script) {
		line := f.lines[f.part(10, 0)]
		f.remove(f.part(10, 0)).insert(f.event(12), line)
	}, []string{"parts: fails at event 10:"}},
	{"a part that nobody committed to", func(f *forgery, s *script) {
		f.insert(f.event(12), strings.Replace(f.lines[f.part(10, 0)], "[10,0]", "[11,0]", 1))
	}, []string{"parts: fails at event 11:"}},
	{"a part before the first event", func(f *forgery, s *script) { f.insert(1, f.lines[f.part(10, 0)]) }, []string{"parts: fails at event 1:"}},
	{"a part line with another field", func(f *forgery, s *script) { f.inPart(8, 0, `"salt":`, `"note":"x","salt":`) }, []string{"parts: fails at event 8:"}},
	{"a part line that is cut", func(f *forgery, s *script) { f.inPart(8, 0, `"}`, ``) }, []string{"parts: fails at event 8:"}},
	{"two parts name one place", func(f *forgery, s *script) { f.inPart(8, 1, "/setup/hands/1", "/setup/hands/0").commit().chain() }, []string{"parts: fails at event 8:"}},
	{"a place is not null", func(f *forgery, s *script) { f.inPart(8, 4, "/setup/fame/2", "/setup/fame/0").commit().chain() }, []string{"parts: fails at event 8:"}},
	{"a place is not absent", func(f *forgery, s *script) { f.inPart(8, 4, "/setup/fame/2", "/setup/start").commit().chain() }, []string{"parts: fails at event 8:"}},
	{"a place beyond the array", func(f *forgery, s *script) { f.inPart(8, 4, "/setup/fame/2", "/setup/fame/3").commit().chain() }, []string{"parts: fails at event 8:"}},
	{"a place that may not be sealed", func(f *forgery, s *script) {
		f.inPart(18, 0, `{\"at\":\"/chance\",\"is\":[1]}`, `{\"at\":\"/seat\",\"is\":1}`).inEvent(18, `"seat":1,`, "").commit().chain()
	}, []string{"parts: fails at event 18:"}},
	{"a move neither open nor sealed", func(f *forgery, s *script) { f.inEvent(9, `"move":"play nun",`, ``).chain() },
		[]string{"events: fails at event 9:", "parts: not yet:", "openings: not yet:", "mix: not yet:", "draws: not yet:"}},

	{"an opened value", func(f *forgery, s *script) { f.inEvent(12, "intrigue noble", "intrigue clown").chain() }, []string{"openings: fails at event 12:"}},
	{"an opening's salt", func(f *forgery, s *script) { f.inEvent(12, s.log[9].Sealed[0].Salt, annasWords).chain() }, []string{"openings: fails at event 12:"}},
	{"an opening twice", func(f *forgery, s *script) { f.inEvent(12, `"opens":[`, `"opens":[`+opening(s, 10, 0)+",").chain() }, []string{"openings: fails at event 12:"}},
	{"an opening again", func(f *forgery, s *script) {
		f.inEvent(26, `,"state":`, `,"opens":[`+opening(s, 10, 0)+`],"state":`).chain()
	}, []string{"openings: fails at event 26:"}},
	{"an opening of the seed", func(f *forgery, s *script) {
		f.inEvent(26, `,"state":`, `,"opens":[`+opening(s, 1, 0)+`],"state":`).chain()
	}, []string{"openings: fails at event 26:"}},
	{"an opening of draws", func(f *forgery, s *script) {
		f.inEvent(26, `,"state":`, `,"opens":[`+opening(s, 8, 5)+`],"state":`).chain()
	}, []string{"openings: fails at event 26:"}},
	{"an opening of a later part", func(f *forgery, s *script) {
		f.inEvent(9, `,"state":`, `,"opens":[`+opening(s, 18, 0)+`],"state":`).chain()
	}, []string{"openings: fails at event 9:"}},
	{"an opening of no part", func(f *forgery, s *script) { f.inEvent(12, `{"n":10,"i":0`, `{"n":10,"i":1`).chain() }, []string{"openings: fails at event 12:"}},
	{"an opening of no event", func(f *forgery, s *script) { f.inEvent(12, `{"n":10,"i":0`, `{"n":99,"i":0`).chain() }, []string{"openings: fails at event 12:"}},

	{"the head's number", func(f *forgery, s *script) { f.replace(len(f.lines)-1, `"head":30`, `"head":29`) }, []string{"head: fails at event 30:"}},
	{"the head's hash", func(f *forgery, s *script) { f.replace(len(f.lines)-1, s.log[29].Hash, annasWords) }, []string{"head: fails at event 30:"}},
	{"the head malformed", func(f *forgery, s *script) { f.replace(len(f.lines)-1, `"hash"`, `"hush"`) }, []string{"head: fails at event 30:"}},
	{"no last line", func(f *forgery, s *script) { f.remove(len(f.lines) - 1) }, []string{"head: fails at event 30:"}},
	{"a line after the last", func(f *forgery, s *script) { f.insert(len(f.lines), f.lines[f.event(30)]) }, []string{"head: fails at event 30:"}},
	{"two last lines", func(f *forgery, s *script) { f.insert(len(f.lines), f.lines[len(f.lines)-1]) }, []string{"head: fails at event 30:"}},
}

// drawPair is draw i of event n as its part has it.
func drawPair(s *script, n, i int) string {
	drawn, _ := s.log[n-1].Drawn()
	return fmt.Sprintf("[%d,%d]", drawn[i].Below, drawn[i].Value)
}

// otherPair is the same draw with another value.
func otherPair(s *script, n, i int) string {
	drawn, _ := s.log[n-1].Drawn()
	return fmt.Sprintf("[%d,%d]", drawn[i].Below, (drawn[i].Value+1)%drawn[i].Below)
}

func opening(s *script, n, i int) string {
	p := s.log[n-1].Sealed[i]
	value, _ := json.Marshal(p.Value)
	return fmt.Sprintf(`{"n":%d,"i":%d,"salt":"%s","value":%s}`, n, i, p.Salt, value)
}

func TestForgeries(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	s.end()
	file := s.export(All)
	for _, c := range forgeries {
		t.Run(c.name, func(t *testing.T) {
			f := forge(t, file)
			c.do(f, s)
			if c.found != nil && f.file() == file {
				t.Fatal("nothing was changed")
			}
			got := verdicts(t, f.file(), nil)
			fits := len(got) == len(c.found)
			for i := range c.found {
				fits = fits && strings.HasPrefix(got[i], c.found[i])
			}
			if !fits {
				t.Errorf("found is\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(c.found, "\n"))
			}
		})
	}
}

// TestForgedViewers tries part lines that a viewer may not have, or lacks.
func TestForgedViewers(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	const seed = "draws: not yet:"
	for name, c := range map[string]struct {
		from, to Viewer
		found    []string
	}{
		"a seat's export for a spectator": {1, Spectator, []string{"parts: fails at event 8:", seed}},
		"a spectator's for a seat":        {Spectator, 1, []string{"parts: fails at event 8:", seed}},
		"one seat's for another":          {2, 3, []string{"parts: fails at event 8:", seed}},
		"all for a seat":                  {All, 1, []string{"parts: fails at event 1:"}},
		"a seat's for all":                {1, All, []string{"parts: fails at event 1:", seed}},
		"for a seat that is none":         {Spectator, 4, []string{"parts: fails at event 1:", seed}},
	} {
		got := verdicts(t, strings.Replace(s.export(c.from), c.from.String(), c.to.String(), 1), nil)
		fits := len(got) == len(c.found)
		for i := range c.found {
			fits = fits && strings.HasPrefix(got[i], c.found[i])
		}
		if !fits {
			t.Errorf("%s: found is %q, not %q", name, got, c.found)
		}
	}
	// An end that is only claimed makes every part due.
	f := forge(t, s.export(1))
	last := f.lines[f.event(7)]
	last = strings.Replace(last, `"type":"seat.linked"`, `"type":"match.abandoned"`, 1)
	last = strings.Replace(last, `"data":{"seat":2,"link":1}`, `"data":{"why":"host"}`, 1)
	last = strings.Replace(last, s.log[6].Cmd, strings.Repeat("a", 32), 1)
	last = strings.Replace(last, FormatTime(s.log[6].At), FormatTime(s.at), 1)
	last = strings.Replace(last, `"n":7,`, fmt.Sprintf(`"n":%d,`, len(s.log)+1), 1)
	got := verdicts(t, f.insert(len(f.lines)-1, last).chain().file(), nil)
	if len(got) != 2 || !strings.HasPrefix(got[0], "parts: fails at event 1:") || !strings.HasPrefix(got[1], seed) {
		t.Errorf("found is %q", got)
	}
}

// TestCutFiles cuts an export anywhere: head fails, and with a letter a clean cut
// with a new head is found too.
func TestCutFiles(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	s.end()
	file := s.export(All)
	start := strings.Index(file, "\n") + 1
	for cut := start; cut < len(file); cut += 97 {
		got := verdicts(t, file[:cut], nil)
		if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "head: fails") }) {
			t.Fatalf("cut after %d bytes, found is %q", cut, got)
		}
	}
	if got := verdicts(t, strings.TrimSuffix(file, "\n"), nil); len(got) != 1 || got[0] != "head: fails at event 30: the file ends within a line" {
		t.Errorf("without the last newline, found is %q", got)
	}
	f := forge(t, file).remove(len(strings.Split(file, "\n")) - 3) // event 30
	if got := verdicts(t, f.chain().file(), nil); got != nil {
		t.Errorf("a clean cut without a letter: %q", got)
	}
	for _, h := range []Head{{30, s.log[29].Hash}, {29, s.log[29].Hash}, {0, NoHead.Hash}, {-1, ""}} {
		got := verdicts(t, f.file(), &h)
		if len(got) != 1 || !strings.HasPrefix(got[0], fmt.Sprintf("letter: fails at event %d:", h.N)) {
			t.Errorf("a clean cut and the letter's head %v: %q", h, got)
		}
	}
}

// TestEveryByteCounts changes many bytes of a finished export, one at a time, and takes
// away or doubles each line: no change goes unfound.
func TestEveryByteCounts(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	s.end()
	file := s.export(All)
	finds := func(text string) bool {
		x, err := ReadExport(strings.NewReader(text))
		return err != nil || slices.ContainsFunc(x.Verify(nil), func(c Check) bool { return c.Verdict == Fails })
	}
	for i := 0; i < len(file); i += 11 {
		for _, flip := range []byte{1, 0x20} {
			changed := []byte(file)
			changed[i] ^= flip
			if !finds(string(changed)) {
				t.Fatalf("byte %d, %q for %q, is not found in %q", i, changed[i], file[i], file[max(0, i-40):min(len(file), i+40)])
			}
		}
	}
	lines := strings.SplitAfter(file, "\n")
	for i := range lines[:len(lines)-1] {
		if !finds(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")) {
			t.Errorf("without line %d nothing is found", i+1)
		}
		if !finds(strings.Join(slices.Insert(slices.Clone(lines), i, lines[i]), "")) {
			t.Errorf("with line %d twice nothing is found", i+1)
		}
	}
}
