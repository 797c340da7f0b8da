package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// startSlip is a slip of three events with parts, as lines: seat.taken,
// match.started with six parts, move.played with one.
func startSlip(t *testing.T) *forgery {
	t.Helper()
	s := newScript(t)
	s.gather("")
	payload, _, err := s.write("host", Entry{Data: &SeatLinked{Seat: 1, Link: 1}}, s.started(),
		Entry{Data: &Played{Seat: 1, Move: "hide"}, Seal: []Place{{At: "/move", To: []int{1}}}})
	if err != nil {
		t.Fatal(err)
	}
	return forge(t, string(payload))
}

// anew chains the events of a slip that does not begin a match.
func (f *forgery) anew() *forgery {
	prev := ""
	for i, line := range f.lines {
		if strings.HasPrefix(line, `{"v":1,`) {
			if prev != "" {
				f.lines[i] = prevField.ReplaceAllLiteralString(line, `"prev":"`+prev+`"`)
			}
			prev = hexSHA256([]byte(f.lines[i]))
		}
	}
	return f
}

func TestParseSlipRefuses(t *testing.T) {
	t.Parallel()
	if _, err := ParseSlip([]byte(startSlip(t).anew().file())); err != nil {
		t.Fatal(err)
	}
	// Lines: 0 event 7, 1 event 8, 2–7 its parts, 8 event 9, 9 its part.
	for name, do := range map[string]func(f *forgery){
		"nothing":                 func(f *forgery) { f.lines = []string{""} },
		"a blank line":            func(f *forgery) { f.insert(1, "") },
		"a blank line at the end": func(f *forgery) { f.insert(len(f.lines), "") },
		"only parts":              func(f *forgery) { f.lines = f.lines[2:4] },
		"a part missing":          func(f *forgery) { f.remove(4) },
		"the last part missing":   func(f *forgery) { f.remove(9) },
		"a part's event missing":  func(f *forgery) { f.remove(8) },
		"parts swapped":           func(f *forgery) { f.lines[2], f.lines[3] = f.lines[3], f.lines[2] },
		"a part twice":            func(f *forgery) { f.insert(9, f.lines[9]) },
		"a surplus part":          func(f *forgery) { f.insert(1, strings.Replace(f.lines[9], "[9,0]", "[7,0]", 1)) },
		"a part of another event": func(f *forgery) { f.replace(9, "[9,0]", "[8,0]") },
		"a part's salt":           func(f *forgery) { f.replace(9, `"salt":"`, `"salt":"00`).replace(9, `","value"`, `"],"value"`) },
		"a part's value":          func(f *forgery) { f.replace(9, "hide", "tell") },
		"a part's value, no JSON": func(f *forgery) { f.replace(9, `{\"at\"`, `\"at\"`) },
		"a part's value, 1.0":     func(f *forgery) { f.replace(9, `\"hide\"`, `1.0`).commit() },
		"a part's value, key twice": func(f *forgery) {
			f.replace(9, `\"is\":`, `\"is\":1,\"is\":`).commit().anew()
		},
		"a part's value, no place": func(f *forgery) { f.replace(9, `\"at\":\"/move\",`, ``).commit().anew() },
		"a part's value, no is":    func(f *forgery) { f.replace(9, `\"is\"`, `\"was\"`).commit().anew() },
		"a part in capitals":       func(f *forgery) { f.lines[9] = strings.ToUpper(f.lines[9]) },
		"a part with one number":   func(f *forgery) { f.replace(9, "[9,0]", "[9]") },
		"a part with three":        func(f *forgery) { f.replace(9, "[9,0]", "[9,0,0]") },
		"a part line twice a key":  func(f *forgery) { f.replace(9, `"salt"`, `"part":[9,0],"salt"`) },
		"a part line with more":    func(f *forgery) { f.replace(9, `"salt"`, `"x":0,"salt"`) },
		"a part line without salt": func(f *forgery) { f.replace(9, `"salt"`, `"salz"`) },
		"a part line and more":     func(f *forgery) { f.lines[9] += " 1" },
		"a place at the root":      func(f *forgery) { f.replace(9, "/move", "").commit().anew() },
		"a place without slash":    func(f *forgery) { f.replace(9, "/move", "move").commit().anew() },
		"a place with a bad ~":     func(f *forgery) { f.replace(9, "/move", "/move~2").commit().anew() },
		"a place with an end ~":    func(f *forgery) { f.replace(9, "/move", "/move~").commit().anew() },
		"a place that is taken":    func(f *forgery) { f.replace(9, "/move", "/seat").commit().anew() },
		"a place in no object":     func(f *forgery) { f.replace(9, "/move", "/bag/1").commit().anew() },
		"a place in a number":      func(f *forgery) { f.replace(9, "/move", "/seat/1").commit().anew() },
		"a place far down":         func(f *forgery) { f.replace(9, "/move", strings.Repeat("/move", 40)).commit().anew() },
		"a place with leading 0":   func(f *forgery) { f.replace(3, "/hands/1", "/hands/01").commit().anew() },
		"a place after the array":  func(f *forgery) { f.replace(3, "/hands/1", "/hands/3").commit().anew() },
		"a place -":                func(f *forgery) { f.replace(3, "/hands/1", "/hands/-").commit().anew() },
		"a place twice":            func(f *forgery) { f.replace(3, "/hands/1", "/hands/0").commit().anew() },
		"a place in a place":       func(f *forgery) { f.replace(3, "/hands/1", "/hands/0/0").commit().anew() },
		"the whole set-up":         func(f *forgery) { f.replace(3, "/setup/hands/1", "/setup").commit().anew() },
		"the mix sealed":           func(f *forgery) { f.replace(3, "/setup/hands/1", "/mix").commit().anew() },
		"another match":            func(f *forgery) { f.replace(8, `"match":"`, `"match":"a`).replace(8, `","n"`, `x","n"`).anew() },
		"another command":          func(f *forgery) { f.replace(8, `"cmd":"0000`, `"cmd":"0001`).anew() },
		"another by":               func(f *forgery) { f.replace(8, `"by":"host"`, `"by":"clock"`).anew() },
		"a gap":                    func(f *forgery) { f.replace(8, `"n":9`, `"n":10`).replace(9, "[9,0]", "[10,0]").commit().anew() },
		"a broken chain":           func(f *forgery) { f.replace(8, `"prev":"`, `"prev":"`).replace(1, `"seat`, `"seat`) },
		"a time before":            func(f *forgery) { f.replace(8, `"at":"2026`, `"at":"2025`).anew() },
		"no newline at the end":    nil,
		"CR before LF":             nil,
	} {
		t.Run(name, func(t *testing.T) {
			f := startSlip(t)
			var text string
			switch name {
			case "no newline at the end":
				text = strings.TrimSuffix(f.file(), "\n")
			case "CR before LF":
				text = strings.ReplaceAll(f.file(), "\n", "\r\n")
			case "a broken chain":
				text = strings.Replace(f.file(), `"start":1`, `"start":2`, 1)
			default:
				before := f.file()
				if do(f); f.file() == before {
					t.Fatal("nothing was changed")
				}
				text = f.file()
			}
			if _, err := ParseSlip([]byte(text)); err == nil {
				t.Error("it is not refused")
			}
		})
	}
}

// TestPartsArePutIn puts parts at places of every kind.
func TestPartsArePutIn(t *testing.T) {
	t.Parallel()
	line := strings.Replace(goodLine, `"move.played"`, `"match.enlivened"`, 1)
	line = strings.Replace(line, `{"seat":2}`, `{"a":[null,{"~/è":{}},null],"b":{},"":{"":[[null]]}}`, 1)
	line = strings.Replace(line, `"parts":[`, `"parts":[`+strings.Repeat(`{"to":[],"commit":"`+annasWords+`"},`, 5), 1)
	e, err := ParseEvent([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	for i, value := range []string{
		`{"at":"/a/0","is":{"x":[1]}}`, `{"at":"/a/1/~0~1è/1","is":null}`, `{"at":"/b/","is":"empty"}`, `{"at":"//","is":1}`, `{"at":"/c","is":[ ]}`, `{"at":"/a/2","is":-1,"new":1}`,
	} {
		if i == 3 {
			value = `{"at":"///0/0","is":1}`
		}
		e.Sealed[i] = &Part{N: 17, I: i, Salt: annasWords, Value: value}
	}
	whole, err := e.Whole()
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"a":[{"x":[1]},{"~/è":{"1":null}},-1],"b":{"":"empty"},"":{"":[[1]]},"c":[ ]}`; string(whole) != want {
		t.Errorf("whole, the data are\n%s, not\n%s", whole, want)
	}
	e.Sealed[0] = nil
	if whole, _ = e.Whole(); !strings.HasPrefix(string(whole), `{"a":[null,`) {
		t.Errorf("without a part, the data are %s", whole)
	}
}

func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	good := func() (*script, Slip) {
		s := newScript(t)
		s.gather("")
		return s, Slip{Match: s.match, By: "host", Cmd: strings.Repeat("0", 32), At: s.at, Prev: Head{s.table.N, s.table.Hash}, Seed: s.seed,
			Entries: []Entry{s.started()}, Random: s.random}
	}
	_, slip := good()
	slip.Entries[0].State = []byte("{}")
	if _, _, err := slip.Write(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Slip){
		"no entries":      func(s *Slip) { s.Entries = nil },
		"no data":         func(s *Slip) { s.Entries[0].Data = nil },
		"data by value":   func(s *Slip) { s.Entries[0].Data = Started{} },
		"no state":        func(s *Slip) { s.Entries[0].State = nil },
		"a state of none": func(s *Slip) { s.Entries = append(s.Entries, Entry{Data: &Paused{}, State: []byte("{}")}) },
		"a bad state":     func(s *Slip) { s.Entries[0].State = []byte("{1.0}") },
		"another seed": func(s *Slip) {
			s.Entries = []Entry{{Data: &Created{Kind: "x", Rules: 1, Players: 2, Host: host, Seed: annasWords}}}
		},
		"no seed":          func(s *Slip) { s.Seed = nil },
		"a match":          func(s *Slip) { s.Match = "x" },
		"a by":             func(s *Slip) { s.By = "anna" },
		"a command":        func(s *Slip) { s.Cmd = "x" },
		"a prev":           func(s *Slip) { s.Prev.Hash = "x" },
		"a year":           func(s *Slip) { s.At = s.At.AddDate(9000, 0, 0) },
		"bad set-up":       func(s *Slip) { s.Entries[0].Data.(*Started).Setup = json.RawMessage(`{"a":1,"a":2}`) },
		"no set-up":        func(s *Slip) { s.Entries[0].Data.(*Started).Setup = nil },
		"a bad mix":        func(s *Slip) { s.Entries[0].Data.(*Started).Mix = "" },
		"a place twice":    func(s *Slip) { s.Entries[0].Seal[1] = s.Entries[0].Seal[0] },
		"a place in one":   func(s *Slip) { s.Entries[0].Seal[1].At = "/setup/hands/0/0" },
		"no such place":    func(s *Slip) { s.Entries[0].Seal[1].At = "/setup/hands/7" },
		"a place unmarked": func(s *Slip) { s.Entries[0].Seal[1].At = "/mix" },
		"seats descending": func(s *Slip) { s.Entries[0].Seal[1].To = []int{2, 1} },
		"an unknown part":  func(s *Slip) { s.Entries[0].Opens = []Ref{{1, 1}}; s.Part = func(Ref) *Part { return nil } },
		"no way to parts":  func(s *Slip) { s.Entries[0].Opens = []Ref{{1, 1}} },
		"a draw too big":   func(s *Slip) { s.Entries[0].Draws[0] = Drawn{1<<32 + 1, 0} },
		"no randomness":    func(s *Slip) { s.Random = strings.NewReader("short") },
		"not UTF-8": func(s *Slip) {
			s.Entries = []Entry{{Data: &Played{Seat: 1, Move: "\xff"}, State: []byte("{}")}}
		},
		"too long": func(s *Slip) {
			s.Entries = []Entry{{Data: &Played{Seat: 1, Move: strings.Repeat("x", 1<<20)}, State: []byte("{}")}}
		},
	} {
		_, slip := good()
		slip.Entries[0].State = []byte("{}")
		spoil(&slip)
		payload, written, err := slip.Write()
		if err == nil || payload != nil || written != nil {
			t.Errorf("%s: it is written", name)
		}
	}
}

// TestWriteLeavesDataAlone holds that writing changes nothing of what it is given.
func TestWriteLeavesDataAlone(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather("")
	entry, again := s.started(), s.started()
	s.slip("host", entry)
	entry.State = nil
	if !reflect.DeepEqual(entry, again) {
		t.Error("writing changed the entry")
	}
}

// TestRoundTrip writes slips of any data and reads them back.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-c"\\/~\x00-\x1f]{0,4}`))
	seat := rapid.IntRange(1, MaxPlayers)
	due := rapid.Custom(func(t *rapid.T) map[string]string {
		if rapid.Bool().Draw(t, "none") {
			return nil
		}
		due := map[string]string{}
		for _, n := range rapid.SliceOfN(seat, 0, 4).Draw(t, "due") {
			due[fmt.Sprint(n)] = FormatTime(newScriptTime)
		}
		return due
	})
	bank := rapid.Custom(func(t *rapid.T) map[string]int {
		if rapid.Bool().Draw(t, "none") {
			return nil
		}
		bank := map[string]int{}
		for _, n := range rapid.SliceOfN(seat, 0, 4).Draw(t, "bank") {
			bank[fmt.Sprint(n)] = rapid.IntRange(0, maxInteger).Draw(t, "seconds")
		}
		return bank
	})
	rapid.Check(t, func(t *rapid.T) {
		name := func(label string) string { return text.Filter(func(s string) bool { return s != "" }).Draw(t, label) }
		setup, err := json.Marshal(rapid.MapOfN(text, anyJSON(2), 1, 5).Draw(t, "setup"))
		if err != nil {
			t.Fatal(err)
		}
		played := &Played{Seat: seat.Draw(t, "seat"), Move: name("move"), Due: due.Draw(t, "due")}
		for _, outcome := range rapid.SliceOfN(rapid.IntRange(0, 1), 0, 3).Draw(t, "chance") {
			played.Chance = append(played.Chance, []any{outcome, name("outcome")}[outcome])
		}
		options := map[string]any{name("key"): name("value"), "truth": rapid.Bool().Draw(t, "truth"), "number": rapid.IntRange(-maxInteger, maxInteger).Draw(t, "number")}
		move := Entry{Data: played, State: setup}
		if rapid.Bool().Draw(t, "sealed") {
			move.Seal = []Place{{At: "/move", To: []int{seat.Draw(t, "to")}}}
		}
		if len(played.Chance) > 0 {
			move.First, move.Draws = rapid.IntRange(1, maxInteger).Draw(t, "first"), []Drawn{{maxBelow, maxBelow - 1}, {1, 0}}
		}
		start := Entry{Data: &Started{Mix: annasWords, Setup: setup, Due: due.Draw(t, "due")}, State: []byte("[]")}
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(setup, &keys); err != nil {
			t.Fatal(err)
		}
		for key := range keys {
			start.Seal = append(start.Seal, Place{At: "/setup/" + escapePointer(key)})
		}
		entries := []Entry{
			{Data: &Created{Kind: name("kind"), Rules: 1, Players: 3, Options: options, Host: host, Seed: bertsWords, Words: map[string]string{"1": "", "2": annasWords}}},
			start, move,
			{Data: &ClockChanged{Clock: setup, Due: due.Draw(t, "due")}},
			{Data: &ClockChanged{Clock: setup, Seat: seat.Draw(t, "seat"), Why: WhyAway, Due: due.Draw(t, "due"), Bank: bank.Draw(t, "bank")}},
			{Data: &ClockExpired{Seat: seat.Draw(t, "seat"), Policy: name("policy"), Due: due.Draw(t, "due"), Bank: bank.Draw(t, "bank")}},
			{Data: &Paused{Until: rapid.SampledFrom([]string{"", FormatTime(newScriptTime)}).Draw(t, "until"), Bank: bank.Draw(t, "bank")}},
			{Data: &Resumed{Due: due.Draw(t, "due"), Bank: bank.Draw(t, "bank")}},
			{Data: &ConsentProposed{Seat: seat.Draw(t, "seat"), What: WhatPause, Until: FormatTime(newScriptTime)}},
			{Data: &ConsentProposed{Seat: seat.Draw(t, "seat"), What: WhatClock, Clock: rapid.SampledFrom([]json.RawMessage{nil, setup}).Draw(t, "clock")}},
			{Data: &ConsentAnswered{Seat: seat.Draw(t, "seat"), Agree: rapid.Bool().Draw(t, "agree")}},
			{Data: &ConsentLapsed{}},
			{Data: &HostChanged{Host: host}},
			{Data: &Ended{Result: setup}, State: setup},
		}
		if len(move.Seal) > 0 {
			entries = append(entries, Entry{Data: &Rewound{To: 2}, State: setup, Opens: []Ref{{3, 0}}})
		}
		slip := Slip{Match: "pizzini2vectors7", By: "host", Cmd: annasWords[:32], At: newScriptTime, Seed: unhex(t, bertsWords), Entries: entries,
			Random: io.LimitReader(endless{}, 1<<20)}
		payload, written, err := slip.Write()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseSlip(payload)
		if err != nil || !reflect.DeepEqual(again, written) || len(written) != len(entries) {
			t.Fatalf("%s\nis not read back: %v", payload, err)
		}
		var log []byte
		for i, e := range written {
			log = AppendLog(log, e)
			got, err := e.Decode()
			if err != nil {
				t.Fatal(err)
			}
			if err := equalData(got, entries[i].Data); err != nil {
				t.Fatalf("%s\nentry %d: %v", e.Line, i, err)
			}
			drawn, err := e.Drawn()
			if err != nil || !slices.Equal(drawn, entries[i].Draws) {
				t.Fatalf("entry %d drew %v, %v", i, drawn, err)
			}
			if drew := drewOf(got); len(drawn) > 0 && (drew == nil || drew.First != entries[i].First || drew.Part != len(e.Parts)-1) {
				t.Fatalf("entry %d: drew is %v", i, drew)
			}
		}
		if !bytes.Equal(log, payload) {
			t.Fatal("written again, the slip has other bytes")
		}
	})
}

// equalData compares data but for drew, which the writer adds, and for the order
// in which sealed fields come back.
func equalData(got, want any) error {
	a, b := got, want
	switch d := got.(type) {
	case *Played:
		with := *d
		with.Drew = nil
		a = &with
	case *Started:
		with, other := *d, *want.(*Started)
		with.Setup, _ = Canonical(d.Setup)
		other.Setup, _ = Canonical(other.Setup)
		a, b = &with, &other
	case *ClockChanged:
		other := *want.(*ClockChanged)
		other.Clock, _ = compact(other.Clock)
		b = &other
	case *ConsentProposed:
		other := *want.(*ConsentProposed)
		if other.Clock != nil {
			other.Clock, _ = compact(other.Clock)
		}
		b = &other
	case *Ended:
		other := *want.(*Ended)
		other.Result, _ = compact(other.Result)
		b = &other
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Errorf("%+v is read back as %+v", b, a)
	}
	return nil
}

var newScriptTime = mustTime("2026-11-29T21:40:00.123Z")

// endless is a source of the same salt for ever.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i)
	}
	return len(p), nil
}
