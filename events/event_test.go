package events

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

const goodLine = `{"v":1,"match":"pizzini2vectors7","n":17,"type":"move.played","at":"2026-11-29T21:40:00.123Z","by":"seat:2",` +
	`"cmd":"0123456789abcdef0123456789abcdef","prev":"92cd19fe2e3ef6cfe221ab3da3c5041d37153c9d9dfb5a4d3c0ab84049e954ba",` +
	`"data":{"seat":2},"parts":[{"to":[2],"commit":"fb15bee7d8dd361a32cc4b7d8ef043a87399c15b4cca5096e12c4c2d0998e43b"}],` +
	`"opens":[{"n":5,"i":3,"salt":"a135fe9f928fe7e7b9b59ddb2aa06f1f61b41281fdc6c10259cdc5f6466bfae9","value":"{\"at\":\"/setup/fame/1\",\"is\":1}"}],` +
	`"state":"b69eb50bc150dc5f27bbef7aae9fe91edefebe78ac9ce6a9cbb285297bdc259b"}`

func TestParseEvent(t *testing.T) {
	t.Parallel()
	e, err := ParseEvent([]byte(goodLine))
	if err != nil {
		t.Fatal(err)
	}
	want := &Event{
		Match: "pizzini2vectors7", N: 17, Type: TypePlayed, At: time.Date(2026, 11, 29, 21, 40, 0, 123e6, time.UTC), By: "seat:2",
		Cmd: "0123456789abcdef0123456789abcdef", Prev: "92cd19fe2e3ef6cfe221ab3da3c5041d37153c9d9dfb5a4d3c0ab84049e954ba",
		Data:   []byte(`{"seat":2}`),
		Parts:  []Commitment{{[]int{2}, "fb15bee7d8dd361a32cc4b7d8ef043a87399c15b4cca5096e12c4c2d0998e43b"}},
		Opens:  []Opening{{5, 3, "a135fe9f928fe7e7b9b59ddb2aa06f1f61b41281fdc6c10259cdc5f6466bfae9", `{"at":"/setup/fame/1","is":1}`}},
		State:  "b69eb50bc150dc5f27bbef7aae9fe91edefebe78ac9ce6a9cbb285297bdc259b",
		Line:   []byte(goodLine),
		Hash:   hexSHA256([]byte(goodLine)),
		Sealed: []*Part{nil},
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("it is read as %+v", e)
	}
	if got := string(AppendLog([]byte("x"), e)); got != "x"+goodLine+"\n" {
		t.Errorf("it is written as %s", got)
	}
}

// TestParseEventTakes gives lines that are unusual and good.
func TestParseEventTakes(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"unknown fields":         {`"v":1,`, `"v":1,"part":[1,0],"head":3,"è":{"deep":[[[1]]],"v":2},`},
		"unknown type":           {`"move.played"`, `"match.enlivened"`},
		"unknown commitment":     {`"to":[2],`, `"to":[2],"of":"x",`},
		"unknown opening":        {`"n":5,`, `"n":5,"of":"x",`},
		"no seats":               {`"to":[2]`, `"to":[]`},
		"several seats":          {`"to":[2]`, `"to":[1,2,5]`},
		"white space":            {`"v":1,`, "  \"v\" :\t1\r\n,"},
		"space around":           {goodLine, " " + goodLine + " \r"},
		"escapes":                {`"seat:2"`, `"\u0073eat:2"`},
		"an escaped key":         {`"by"`, `"\u0062y"`},
		"no parts":               {`"parts":[{"to":[2],"commit":"fb15bee7d8dd361a32cc4b7d8ef043a87399c15b4cca5096e12c4c2d0998e43b"}],`, ``},
		"other fields not known": {`"data":{"seat":2}`, `"data":{"seat":"two","\ud83c\udfb2":9007199254740991}`},
		"the greatest number":    {`"n":17`, `"n":9007199254740991`},
		"by the clock":           {`"seat:2"`, `"clock"`},
		"by a bot":               {`"seat:2"`, `"bot:12"`},
		"depth 32":               {`"seat":2`, `"seat":` + strings.Repeat("[", 30) + strings.Repeat("]", 30)},
		"1 MiB":                  {`"seat":2`, `"seat":"` + strings.Repeat("x", 1<<20-len(goodLine)-1) + `"`},
	} {
		line := strings.Replace(goodLine, change[0], change[1], 1)
		if line == goodLine {
			t.Fatalf("%s: nothing was changed", name)
		}
		e, err := ParseEvent([]byte(line))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if string(e.Line) != line || e.Hash != hexSHA256([]byte(line)) {
			t.Errorf("%s: the line was not kept or hashed as it stands", name)
		}
	}
}

func TestParseEventRefuses(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"no object":             {goodLine, `[]`},
		"nothing":               {goodLine, ``},
		"a byte order mark":     {`{"v"`, "\ufeff{\"v\""},
		"something after":       {goodLine, goodLine + "{}"},
		"a second line":         {goodLine, goodLine + "\n" + goodLine},
		"not UTF-8":             {`"seat":2`, "\"seat\":\"\xff\""},
		"lone surrogate":        {`"seat":2`, `"seat":"\ud800"`},
		"raw surrogate":         {`"seat":2`, "\"seat\":\"\xed\xa0\x80\""},
		"a key twice":           {`"v":1,`, `"v":1,"v":1,`},
		"a key twice, escaped":  {`"v":1,`, `"v":1,"\u0076":1,`},
		"a key twice in data":   {`"seat":2`, `"seat":2,"seat":2`},
		"a key twice, unknown":  {`"seat":2`, `"x":{"a":1,"a":1}`},
		"an unknown key twice":  {`"v":1,`, `"v":1,"x":1,"x":1,`},
		"a fraction":            {`"n":17`, `"n":17.0`},
		"a fraction in data":    {`"seat":2`, `"seat":2.0`},
		"an exponent":           {`"seat":2`, `"seat":2e0`},
		"minus zero":            {`"seat":2`, `"seat":-0`},
		"a big number":          {`"seat":2`, `"seat":9007199254740992`},
		"a small number":        {`"seat":2`, `"seat":-9007199254740992`},
		"depth 33":              {`"seat":2`, `"seat":` + strings.Repeat("[", 31) + strings.Repeat("]", 31)},
		"more than 1 MiB":       {`"seat":2`, `"seat":"` + strings.Repeat("x", 1<<20-len(goodLine)) + `"`},
		"a control character":   {`"seat":2`, "\"seat\":\"\x1f\""},
		"a comment":             {`{"v"`, `/**/{"v"`},
		"another format":        {`"v":1`, `"v":2`},
		"format 0":              {`"v":1`, `"v":0`},
		"a format as text":      {`"v":1`, `"v":"1"`},
		"a short match":         {`pizzini2vectors7`, `pizzini2vectors`},
		"a match in capitals":   {`pizzini2vectors7`, `Pizzini2vectors7`},
		"a match with a 1":      {`pizzini2vectors7`, `pizzini2vectors1`},
		"event 0":               {`"n":17`, `"n":0`},
		"event -1":              {`"n":17`, `"n":-1`},
		"a number as text":      {`"n":17`, `"n":"17"`},
		"an empty type":         {`"move.played"`, `""`},
		"no type":               {`"move.played"`, `null`},
		"seconds only":          {`00.123Z`, `00Z`},
		"microseconds":          {`00.123Z`, `00.123456Z`},
		"another zone":          {`00.123Z`, `00.123+00:00`},
		"no zone":               {`00.123Z`, `00.123`},
		"29 February 2026":      {`2026-11-29`, `2026-02-29`},
		"month 0":               {`2026-11-29`, `2026-00-29`},
		"hour 24":               {`T21:40`, `T24:00`},
		"a leap second":         {`40:00.123`, `40:60.123`},
		"a space for T":         {`T21`, ` 21`},
		"by nobody":             {`"seat:2"`, `""`},
		"by seat 0":             {`"seat:2"`, `"seat:0"`},
		"by seat 02":            {`"seat:2"`, `"seat:02"`},
		"by seats":              {`"seat:2"`, `"seat:2,3"`},
		"by a person":           {`"seat:2"`, `"person:annaannaannaanna"`},
		"by a capital":          {`"seat:2"`, `"Seat:2"`},
		"by the clock's seat":   {`"seat:2"`, `"clock:2"`},
		"a short command":       {`0123456789abcdef0123456789abcdef`, `0123456789abcdef0123456789abcde`},
		"a command in capitals": {`0123456789abcdef0123456789abcdef`, `0123456789ABCDEF0123456789ABCDEF`},
		"a long prev":           {`954ba"`, `954ba0"`},
		"a prev in capitals":    {`92cd19`, `92CD19`},
		"data null":             {`"data":{"seat":2}`, `"data":null`},
		"data an array":         {`"data":{"seat":2}`, `"data":[]`},
		"parts null":            {`"parts":[`, `"parts":null,"was":[`},
		"parts an object":       {`"parts":[`, `"parts":{},"was":[`},
		"a part null":           {`"parts":[`, `"parts":[null,`},
		"no to":                 {`"to":[2],`, ``},
		"to null":               {`"to":[2]`, `"to":null`},
		"to seat 0":             {`"to":[2]`, `"to":[0]`},
		"to twice":              {`"to":[2]`, `"to":[2,2]`},
		"to descending":         {`"to":[2]`, `"to":[2,1]`},
		"to as text":            {`"to":[2]`, `"to":["2"]`},
		"no commit":             {`,"commit":"fb15bee7d8dd361a32cc4b7d8ef043a87399c15b4cca5096e12c4c2d0998e43b"`, ``},
		"a short commit":        {`8e43b"`, `8e43"`},
		"opens null":            {`"opens":[`, `"opens":null,"was":[`},
		"opens event 0":         {`"n":5`, `"n":0`},
		"opens part -1":         {`"i":3`, `"i":-1`},
		"opens without n":       {`"n":5,`, ``},
		"opens without i":       {`"i":3,`, ``},
		"opens without salt":    {`"salt":"a135fe9f928fe7e7b9b59ddb2aa06f1f61b41281fdc6c10259cdc5f6466bfae9",`, ``},
		"opens a short salt":    {`bfae9"`, `bfae"`},
		"opens without value":   {`,"value":"{\"at\":\"/setup/fame/1\",\"is\":1}"`, ``},
		"opens another value":   {`"value":"{\"at\":\"/setup/fame/1\",\"is\":1}"`, `"value":{}`},
		"a state in capitals":   {`"b69eb5`, `"B69eb5`},
		"a state null":          {`"state":"b69eb50bc150dc5f27bbef7aae9fe91edefebe78ac9ce6a9cbb285297bdc259b"`, `"state":null`},
		"an empty state":        {`b69eb50bc150dc5f27bbef7aae9fe91edefebe78ac9ce6a9cbb285297bdc259b`, ``},
	} {
		line := strings.Replace(goodLine, change[0], change[1], 1)
		if line == goodLine {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := ParseEvent([]byte(line)); err == nil {
			t.Errorf("%s: it is not refused", name)
		}
	}
	for _, name := range needed {
		line := strings.Replace(goodLine, `"`+name+`":`, `"`+name+`s":`, 1)
		if _, err := ParseEvent([]byte(line)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

// TestParseEventKeepsItsOwnBytes changes what was given to it afterwards.
func TestParseEventKeepsItsOwnBytes(t *testing.T) {
	t.Parallel()
	given := []byte(goodLine)
	e, err := ParseEvent(given)
	if err != nil {
		t.Fatal(err)
	}
	for i := range given {
		given[i] = 'x'
	}
	if string(e.Line) != goodLine || string(e.Data) != `{"seat":2}` {
		t.Error("the event shares the bytes of its reader")
	}
	s := newScript(t)
	payload, _, err := s.write("host", created(s, "", nil))
	if err != nil {
		t.Fatal(err)
	}
	kept := bytes.Clone(payload)
	slip, err := ParseSlip(payload)
	if err != nil {
		t.Fatal(err)
	}
	clear(payload)
	if !bytes.Equal(AppendLog(nil, slip[0]), kept) {
		t.Error("the slip shares the bytes of its reader")
	}
}

func TestDecodeUnknownType(t *testing.T) {
	t.Parallel()
	e, err := ParseEvent([]byte(strings.Replace(goodLine, "move.played", "match.enlivened", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Decode(); !errors.Is(err, ErrUnknownType) {
		t.Errorf("decoded: %v", err)
	}
	if whole, err := e.Whole(); err != nil || string(whole) != `{"seat":2}` {
		t.Errorf("its data are %s, %v", whole, err)
	}
}

// TestDecode reads one line of each type, for ever: a type never changes.
func TestDecode(t *testing.T) {
	t.Parallel()
	hex64, due := strings.Repeat("ab", 32), map[string]string{"2": "2026-11-29T21:40:00.123Z"}
	const dueText = `"due":{"2":"2026-11-29T21:40:00.123Z"}`
	for _, c := range []struct {
		kind, data string
		want       any
	}{
		{"match.created", `{"kind":"der-pate","rules":1,"players":2,"options":{"a":"x","b":true,"c":-3},"clock":{"d":1},"watch":true,"host":"hosthosthosthost","words":{"1":"","2":"` + hex64 + `"}}`,
			&Created{Kind: "der-pate", Rules: 1, Players: 2, Options: map[string]any{"a": "x", "b": true, "c": -3}, Clock: []byte(`{"d":1}`), Watch: true, Host: host, Words: map[string]string{"1": "", "2": hex64}}},
		{"match.created", `{"kind":"x","rules":2,"players":1,"options":{},"clock":null,"watch":false,"host":"hosthosthosthost"}`,
			&Created{Kind: "x", Rules: 2, Players: 1, Options: map[string]any{}, Host: host}},
		{"seat.offered", `{"seat":2,"to":"person:annaannaannaanna"}`, &SeatOffered{2, anna}},
		{"seat.offered", `{"seat":2,"to":"link"}`, &SeatOffered{2, "link"}},
		{"seat.offered", `{"seat":2,"to":"bot"}`, &SeatOffered{2, "bot"}},
		{"seat.taken", `{"seat":2,"who":"bot","words":"",` + dueText + `}`, &SeatTaken{2, "bot", "", due, nil}},
		{"seat.linked", `{"seat":2,"link":3}`, &SeatLinked{2, 3}},
		{"seat.vacated", `{"seat":2,"next":"open","due":{}}`, &SeatVacated{2, "open", map[string]string{}, nil}},
		{"match.started", `{"mix":"` + hex64 + `","setup":{"start":1},"drew":{"first":1,"part":0,"x":1},` + dueText + `}`,
			&Started{hex64, []byte(`{"start":1}`), &Drew{1, 0}, due, nil}},
		{"move.played", `{"seat":2,"move":"roll","chance":[3,"hand"],"drew":{"first":7,"part":1},` + dueText + `}`,
			&Played{2, "roll", []any{3, "hand"}, &Drew{7, 1}, due, nil}},
		{"move.played", `{"seat":2}`, &Played{Seat: 2}}, // the move is sealed
		{"match.rewound", `{"to":5,` + dueText + `}`, &Rewound{5, due, nil}},
		{"rewind.proposed", `{"seat":2,"to":5}`, &RewindProposed{2, 5}},
		{"rewind.answered", `{"seat":2,"agree":true}`, &RewindAnswered{2, true}},
		{"rewind.lapsed", `{}`, &RewindLapsed{}},
		{"clock.changed", `{"clock":null}`, &ClockChanged{}},
		{"clock.changed", `{"clock":{"d":1},` + dueText + `}`, &ClockChanged{Clock: []byte(`{"d":1}`), Due: due}},
		{"clock.expired", `{"seat":2,"policy":"bot",` + dueText + `}`, &ClockExpired{2, "bot", due, nil}},
		{"match.paused", `{}`, &Paused{}},
		{"match.paused", `{"until":"2026-11-29T21:40:00.123Z"}`, &Paused{Until: due["2"]}},
		{"match.paused", `{"until":"2026-11-29T21:40:00.123Z","bank":{"1":0,"2":7}}`, &Paused{due["2"], map[string]int{"1": 0, "2": 7}}},
		{"match.resumed", `{` + dueText + `}`, &Resumed{due, nil}},
		{"match.resumed", `{` + dueText + `,"bank":{"1":0,"3":432000}}`, &Resumed{due, map[string]int{"1": 0, "3": 432000}}},
		{"clock.changed", `{"clock":{"d":1},"seat":2,"why":"away",` + dueText + `,"bank":{"1":7}}`, &ClockChanged{[]byte(`{"d":1}`), 2, "away", due, map[string]int{"1": 7}}},
		{"consent.proposed", `{"seat":2,"what":"pause","until":"2026-11-29T21:40:00.123Z"}`, &ConsentProposed{Seat: 2, What: WhatPause, Until: due["2"]}},
		{"consent.proposed", `{"seat":2,"what":"resume"}`, &ConsentProposed{Seat: 2, What: WhatResume}},
		{"consent.proposed", `{"seat":2,"what":"end"}`, &ConsentProposed{Seat: 2, What: WhatEnd}},
		{"consent.proposed", `{"seat":2,"what":"clock","clock":null}`, &ConsentProposed{Seat: 2, What: WhatClock}},
		{"consent.proposed", `{"seat":2,"what":"clock","clock":{"d":1}}`, &ConsentProposed{Seat: 2, What: WhatClock, Clock: []byte(`{"d":1}`)}},
		{"consent.answered", `{"seat":2,"agree":true}`, &ConsentAnswered{2, true}},
		{"consent.lapsed", `{}`, &ConsentLapsed{}},
		{"host.changed", `{"host":"hosthosthosthost"}`, &HostChanged{host}},
		{"match.ended", `{"result":{"ranking":[]}}`, &Ended{[]byte(`{"ranking":[]}`)}},
		{"match.abandoned", `{"why":"never-started"}`, &Abandoned{"never-started"}},
	} {
		line := strings.Replace(goodLine, `"move.played"`, `"`+c.kind+`"`, 1)
		e, err := ParseEvent([]byte(strings.Replace(line, `{"seat":2}`, c.data, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Decode()
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s is %+v, %v", c.kind, c.data, got, err)
		}
		if TypeOf(c.want) != c.kind {
			t.Errorf("the type of %T is %s", c.want, TypeOf(c.want))
		}
	}
}

// TestDecodeRefuses takes each needed field away and gives each field a wrong
// value.
func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	hex64 := strings.Repeat("ab", 32)
	decode := func(kind, data string) error {
		line := strings.Replace(goodLine, `"move.played"`, `"`+kind+`"`, 1)
		e, err := ParseEvent([]byte(strings.Replace(line, `{"seat":2}`, data, 1)))
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		e.Parts, e.Sealed = nil, nil // nothing is sealed
		_, err = e.Decode()
		return err
	}
	good := map[string]map[string]string{
		"match.created": {"kind": `"x"`, "rules": `1`, "players": `3`, "options": `{"a":1}`, "clock": `null`, "watch": `true`, "host": `"hosthosthosthost"`, "seed": `"` + hex64 + `"`},
		"seat.offered":  {"seat": `1`, "to": `"link"`}, "seat.taken": {"seat": `1`, "who": `"bot"`, "words": `""`}, "seat.linked": {"seat": `1`, "link": `1`},
		"seat.vacated": {"seat": `1`, "next": `"bot"`}, "match.started": {"mix": `"` + hex64 + `"`, "setup": `{}`}, "move.played": {"seat": `1`, "move": `"pass"`},
		"match.rewound": {"to": `5`}, "rewind.proposed": {"seat": `1`, "to": `5`}, "rewind.answered": {"seat": `1`, "agree": `false`},
		"clock.changed": {"clock": `{}`}, "clock.expired": {"seat": `1`, "policy": `"warn"`}, "match.ended": {"result": `{}`}, "match.abandoned": {"why": `"host"`},
		"match.resumed": {}, "match.paused": {}, "consent.answered": {"seat": `1`, "agree": `true`}, "consent.lapsed": {}, "host.changed": {"host": `"hosthosthosthost"`},
		"consent.proposed": {"seat": `1`, "what": `"clock"`, "clock": `{}`},
	}
	wrong := map[string][]string{
		"seat": {`0`, `-1`, `"1"`, `null`, `[1]`}, "to": {`0`, `null`, `"anna"`, `"person:x"`, `true`}, "kind": {`""`, `1`, `null`}, "rules": {`0`, `"1"`},
		"players": {`0`, `101`, `"3"`, `9007199254740991`}, "options": {`null`, `[]`, `{"a":null}`, `{"a":[]}`, `{"a":{}}`}, "clock": {`false`, `[]`, `"x"`, `0`},
		"watch": {`null`, `1`, `"true"`}, "host": {`"anna"`, `null`, `"person:hosthosthosthost"`}, "seed": {`""`, `"` + hex64[1:] + `"`, `null`},
		"words": {`null`, `"x"`, `["x"]`}, "who": {`"anna"`, `""`, `1`}, "link": {`0`, `"1"`}, "next": {`"closed"`, `""`, `1`}, "mix": {`""`, `"x"`, `null`},
		"setup": {`null`, `[]`, `"x"`}, "move": {`""`, `1`, `null`, `[]`}, "agree": {`null`, `"yes"`, `1`}, "policy": {`""`, `1`}, "result": {`null`, `[]`, `"x"`},
		"why": {`""`, `"bored"`, `1`}, "what": {`""`, `"rewind"`, `1`, `"pause"`, `"end"`, `"resume"`}, "until": {`""`, `null`, `1`, `"2026-11-29"`},
		"bank": {`null`, `[]`, `{"0":1}`, `{"1":-1}`, `{"1":"1"}`, `{"1":null}`},
		"due":  {`null`, `[]`, `{"0":"2026-11-29T21:40:00.123Z"}`, `{"1":"2026-11-29T21:40:00Z"}`, `{"1":null}`, `{"1":1}`}, "chance": {`null`, `[]`, `{}`, `[true]`, `[null]`, `[[1]]`, `3`},
		"drew": {`null`, `{}`, `{"first":1}`, `{"part":0}`, `{"first":0,"part":0}`, `{"first":1,"part":-1}`, `[1,0]`},
	}
	for kind, fields := range good {
		build := func(without, name, value string) string {
			var list []string
			for n, v := range fields {
				if n != without && n != name {
					list = append(list, `"`+n+`":`+v)
				}
			}
			if name != "" {
				list = append(list, `"`+name+`":`+value)
			}
			return "{" + strings.Join(list, ",") + "}"
		}
		if err := decode(kind, build("", "", "")); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		for _, f := range forms[kind].fields {
			if _, must := fields[f.name]; must {
				if decode(kind, build(f.name, "", "")) == nil {
					t.Errorf("%s without %s is not refused", kind, f.name)
				}
			}
			if len(wrong[f.name]) == 0 {
				t.Fatalf("no wrong value for %s", f.name)
			}
			for _, value := range wrong[f.name] {
				if f.name == "words" && kind == "match.created" && value == `["x"]` {
					value = `{}`
				}
				if decode(kind, build("", f.name, value)) == nil {
					t.Errorf("%s with %s %s is not refused", kind, f.name, value)
				}
			}
		}
	}
}

func TestIDs(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00": "aaaaaaaaaaaaaaaa", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff": "7777777777777777"} {
		got, err := NewID(strings.NewReader(in))
		if err != nil || got != want || !ValidID(got) {
			t.Errorf("the id of %x is %s, %v", in, got, err)
		}
	}
	if _, err := NewID(strings.NewReader("short")); err == nil {
		t.Error("an id is made from too little")
	}
	for _, id := range []string{"", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaA", "aaaaaaaaaaaaaaa1", "aaaaaaaaaaaaaaa8", "aaaaaaaaaaaaaaa=", "aaaaaaaaaaaaaa\u00e8", "aaaaaaaaaaaaaaa\n"} {
		if ValidID(id) {
			t.Errorf("%q is taken for an id", id)
		}
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	rome := time.FixedZone("Rome", 7200)
	if got := FormatTime(time.Date(2026, 1, 1, 0, 30, 0, 999_999_999, rome)); got != "2025-12-31T22:30:00.999Z" {
		t.Errorf("written as %s", got)
	}
	for _, text := range []string{"2026-11-29T21:40:00.123Z", "2024-02-29T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"} {
		got, err := ParseTime(text)
		if err != nil || FormatTime(got) != text {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
}

func mustTime(text string) time.Time {
	t, err := ParseTime(text)
	if err != nil {
		panic(err)
	}
	return t
}

func TestBy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]By{"host": {"host", 0}, "clock": {"clock", 0}, "operator": {"operator", 0}, "seat:1": {"seat", 1}, "bot:23": {"bot", 23}} {
		by, err := ParseBy(text)
		if err != nil || by != want || by.String() != text {
			t.Errorf("%s is read as %v, %v", text, by, err)
		}
	}
}

func TestCheckString(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]Check{
		"chain: holds":                   {Name: "chain"},
		"draws: fails at event 41: why":  {"draws", Fails, 41, "why"},
		"moves: not yet: it is not over": {"moves", NotYet, 0, "it is not over"},
	} {
		if c.String() != want {
			t.Errorf("%q is printed, not %q", c.String(), want)
		}
	}
}

func TestPartAt(t *testing.T) {
	t.Parallel()
	if at := (&Part{Value: `{"at":"/setup/fame/1","is":1}`}).At(); at != "/setup/fame/1" {
		t.Errorf("its place is %q", at)
	}
	if at := (&Part{Value: `{"at":1}`}).At(); at != "" {
		t.Errorf("the place of a part that cannot be read is %q", at)
	}
}
