package events

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTableOfALongMatch(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	table := s.table
	if table.Started != 8 || table.Mix != Mix([]string{annasWords, bertsWords, ""}) || table.Clock == nil || table.Paused || table.Over {
		t.Errorf("its life is %+v", table)
	}
	want := []Seat{
		{Who: anna, Words: annasWords, Since: 2},
		{Who: carl, Words: bertsWords, Link: 1, Since: 24},
		{Who: "bot", Since: 6},
	}
	if !reflect.DeepEqual(table.Seats, want) {
		t.Errorf("its seats are %+v", table.Seats)
	}
	if !slices.Equal(table.Line, []int{9, 10, 11, 12, 18, 26}) {
		t.Errorf("its line is %v", table.Line)
	}
	if table.Draws != 6 || len(table.Opened) != 2 || !table.Opened[Ref{10, 0}] || !table.Opened[Ref{8, 3}] {
		t.Errorf("draws and openings are %d, %v", table.Draws, table.Opened)
	}
	if table.Proposal != nil || !slices.Equal(slices.Sorted(maps.Keys(table.Due)), []int{2}) {
		t.Errorf("proposal and deadlines are %v, %v", table.Proposal, table.Due)
	}
	s.end()
	if !table.Over || table.Ended != 29 || table.Abandoned != "" || len(table.Due) != 0 || table.Seats[0].Link != 1 || table.N != 30 {
		t.Errorf("at the end it is %+v", table)
	}
}

func TestTableClone(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	before := s.table.Clone()
	kept := before.Clone()
	other := s.table.Clone()
	s.end()
	if !reflect.DeepEqual(before, kept) || !reflect.DeepEqual(before, other) {
		t.Error("what was added to a table touches its clones")
	}
	for _, e := range s.log[before.N:] {
		if err := other.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(other, s.table) {
		t.Errorf("the clone goes on as\n%+v, not\n%+v", other, s.table)
	}
}

func TestProposals(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather("")
	s.slip("seat:1", s.started())
	s.slip("seat:1", s.play(1, "pass"))
	propose := func() { s.slip("seat:1", Entry{Data: &RewindProposed{Seat: 1, To: s.table.Started}}) }
	propose()
	s.slip("seat:2", Entry{Data: &RewindAnswered{Seat: 2, Agree: true}})
	if p := s.table.Proposal; p == nil || p.Seat != 1 || p.To != s.table.Started || p.N != s.table.N-1 || !slices.Equal(p.Agreed, []int{2}) {
		t.Errorf("the proposal is %+v", p)
	}
	s.slip("seat:2", Entry{Data: &RewindAnswered{Seat: 2, Agree: false}})
	if s.table.Proposal != nil {
		t.Error("a refused proposal stays")
	}
	propose()
	s.slip("seat:2", Entry{Data: &RewindLapsed{}})
	if s.table.Proposal != nil {
		t.Error("a lapsed proposal stays")
	}
	propose()
	s.slip("seat:2", Entry{Data: &Rewound{To: s.table.Started}})
	if s.table.Proposal != nil || len(s.table.Line) != 0 {
		t.Error("after the rewind there is a proposal or a move")
	}
}

// TestTableRefusesBeforeTheStart tries what Format 1 forbids while seats fill.
func TestTableRefusesBeforeTheStart(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	taken := func(seat int, who, words string) Entry {
		return Entry{Data: &SeatTaken{Seat: seat, Who: who, Words: words}}
	}

	s.refuses("first event", "host", Entry{Data: &Abandoned{Why: "host"}})
	s.refuses("first event", "host", created(s, "", nil), created(s, "", nil))
	s.refuses("nobody sits there", "seat:1", created(s, "", nil))
	s.refuses("nobody sits there", "bot:1", created(s, "", nil))
	s.refuses("for seat 4 of 3", "host", created(s, "", map[string]string{"4": ""}))
	s.refuses("does not give these words", "host", created(s, "", map[string]string{"1": annasWords}), taken(1, anna, bertsWords))
	s.refuses("does not give these words", "host", created(s, "", map[string]string{"1": annasWords}), taken(2, anna, annasWords))
	s.refuses("does not give these words", "host", created(s, "", nil), taken(2, anna, ""))
	wide := created(s, "", nil)
	wide.Seal = []Place{{At: "/seed", To: []int{1}}}
	s.refuses("sealed to nobody", "host", wide)
	wide.Seal = []Place{{At: "/seed"}, {At: "/watch"}}
	s.refuses("never sealed", "host", wide)

	s.slip("host", created(s, "", map[string]string{"1": ""}), taken(1, "bot", ""), Entry{Data: &SeatOffered{Seat: 2, To: bert}})
	s.refuses("first event", "host", created(s, "", nil))
	s.refuses("there is no seat 4", "host", taken(4, anna, ""))
	s.refuses("there is no seat 4", "host", Entry{Data: &SeatOffered{Seat: 4, To: "link"}})
	s.refuses("there is no seat 4", "host", Entry{Data: &SeatLinked{Seat: 4, Link: 1}})
	s.refuses("there is no seat 4", "host", Entry{Data: &SeatVacated{Seat: 4, Next: "open"}})
	s.refuses("0 is less than 1", "host", taken(0, anna, ""))
	s.refuses("brings no words", "host", taken(2, "bot", annasWords))
	s.refuses("there are 3 seats", "seat:4", taken(2, bert, ""))
	s.refuses("no such one sits", "seat:3", taken(2, bert, ""))
	s.refuses("no such one sits", "bot:2", taken(2, bert, ""))
	s.refuses("no such one sits", "seat:2", taken(2, "bot", ""))
	s.refuses("no such one sits", "seat:1", Entry{Data: &SeatLinked{Seat: 1, Link: 1}})
	s.refuses("follows link 0", "host", Entry{Data: &SeatLinked{Seat: 1, Link: 2}})
	s.refuses("is open already", "host", Entry{Data: &SeatVacated{Seat: 2, Next: "bot"}})
	s.refuses("not filled", "host", s.started())
	s.refuses("has not started", "bot:1", s.play(1, "pass"))
	s.refuses("has not started", "host", Entry{Data: &Rewound{To: 1}})
	s.refuses("has not started", "bot:1", Entry{Data: &RewindLapsed{}})
	s.refuses("the move that ends the game", "host", Entry{Data: &Ended{Result: json.RawMessage("{}")}})
	for _, who := range []string{"", "person:", "person:annaannaannaann", "person:annaannaannaanna1", "Person:annaannaannaanna", "link", "host"} {
		s.refuses("person:<id> or bot", "host", taken(2, who, ""))
	}
	s.refuses("digest", "seat:2", taken(2, bert, "sempre avanti"))
	s.refuses("bot or open", "host", Entry{Data: &SeatVacated{Seat: 1, Next: "closed"}})
	s.refuses("is needed", "host", Entry{Data: &SeatOffered{Seat: 2, To: "anna@example.org"}})
	s.refuses("is needed", "host", Entry{Data: &Abandoned{Why: "bored"}})

	s.slip("seat:2", taken(2, bert, bertsWords))
	s.refuses("is a person's", "host", taken(2, carl, ""))
	s.refuses("is a person's", "host", Entry{Data: &SeatOffered{Seat: 2, To: "link"}})
	s.slip("seat:2", Entry{Data: &SeatVacated{Seat: 2, Next: "open"}})
	s.refuses("no such one sits", "seat:2", Entry{Data: &SeatLinked{Seat: 2, Link: 1}})
	s.slip("seat:2", taken(2, carl, ""))
	s.slip("seat:1", taken(1, anna, "")) // from a bot
	s.slip("host", taken(3, "bot", ""))
	other := s.started()
	other.Data.(*Started).Mix = Mix(make([]string, 3))
	s.refuses("the mix is not that", "host", other)
}

// TestWordsStay holds that the last digest of a seat stays in the mix when the
// seat is vacated or taken without words, and that words after the start add
// nothing.
func TestWordsStay(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather("")
	s.slip("seat:2", Entry{Data: &SeatVacated{Seat: 2, Next: "open"}})
	s.slip("seat:2", Entry{Data: &SeatTaken{Seat: 2, Who: carl}})
	mix := Mix([]string{annasWords, bertsWords, ""})
	forgotten := s.started()
	forgotten.Data.(*Started).Mix = Mix([]string{annasWords, "", ""})
	s.refuses("mix", "host", forgotten)
	s.slip("host", s.started())
	if s.table.Mix != mix {
		t.Errorf("the mix is %s, not %s", s.table.Mix, mix)
	}
	s.slip("host", Entry{Data: &SeatTaken{Seat: 3, Who: anna, Words: annasWords}})
	if s.table.Seats[2].Words != "" {
		t.Error("words that came after the start were kept")
	}
}

// TestTableRefusesInPlay tries what Format 1 forbids between start and end.
func TestTableRefusesInPlay(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather("")
	later := s.started()
	later.First = 2
	s.refuses("first draw is number 1, not 2", "host", later)
	seen := s.started()
	seen.Data.(*Started).Due = map[string]string{"1": FormatTime(s.at)}
	s.refuses("no deadlines without a clock", "host", seen)
	s.slip("host", s.started())
	start := s.table.Started

	s.refuses("has started already", "host", s.started())
	s.refuses("there is no seat 4", "clock", s.play(4, "pass"))
	s.refuses("for seat 2 to do", "seat:1", s.play(2, "pass"))
	s.refuses("for seat 3 to do", "seat:1", s.play(3, "pass"))
	s.refuses("for seat 1 to do", "host", s.play(1, "pass"))
	s.refuses("for seat 1 to do", "operator", s.play(1, "pass"))
	s.refuses("no such one sits", "bot:1", s.play(1, "pass"))
	s.refuses("no such one sits", "seat:3", s.play(3, "pass"))
	s.refuses("for seat 1 to do", "seat:2", Entry{Data: &RewindProposed{Seat: 1, To: start}})
	s.refuses("for seat 1 to do", "clock", Entry{Data: &RewindProposed{Seat: 1, To: start}})
	s.refuses("for seat 1 to do", "host", Entry{Data: &RewindAnswered{Seat: 1}})
	s.refuses("for seat 3 to do", "bot:3", Entry{Data: &RewindAnswered{Seat: 3}})
	s.refuses("not on the effective line", "seat:1", Entry{Data: &RewindProposed{Seat: 1, To: start - 1}})
	s.refuses("not on the effective line", "seat:1", Entry{Data: &Rewound{To: start + 1}})
	s.refuses("it is empty", "seat:1", s.play(1, ""))
	s.refuses("for seat 1 to do", "seat:1", Entry{Data: &SeatVacated{Seat: 1, Next: "bot"}}, s.play(1, "pass"))
	s.refuses("due", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass", Due: map[string]string{}}})
	s.refuses("never sealed", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}, Seal: []Place{{At: "/seat"}}})
	s.refuses("nothing at its place", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}, Seal: []Place{{At: "/chance"}}})
	s.refuses("sealed to seat 4 of 3", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}, Seal: []Place{{"/move", []int{4}}}})
	s.refuses("ascending", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}, Seal: []Place{{"/move", []int{2, 1}}}})
	s.refuses("not written", "seat:1", Entry{Data: &Played{Seat: 1, Move: "roll", Chance: []any{true}}})
	s.refuses("first draw", "seat:1", Entry{Data: &Played{Seat: 1, Move: "roll", Chance: []any{1}}, First: 3, Draws: []Drawn{{6, 1}}})
	s.refuses("0 ≤ value < m", "seat:1", Entry{Data: &Played{Seat: 1, Move: "roll", Chance: []any{1}}, First: 4, Draws: []Drawn{{6, 6}}})
	s.refuses("draws nothing", "seat:1", Entry{Data: &Rewound{To: start}, First: 4, Draws: []Drawn{{6, 5}}})

	s.slip("seat:1", s.play(1, "one"))
	s.slip("seat:1", s.play(1, "two"), s.play(1, "three"))
	n := s.table.N
	s.slip("seat:1", Entry{Data: &Rewound{To: n - 1}})
	s.refuses("not on the effective line", "seat:1", Entry{Data: &Rewound{To: n}})
	s.slip("seat:1", Entry{Data: &Rewound{To: n - 2}})
	s.refuses("not on the effective line", "seat:1", Entry{Data: &Rewound{To: n - 1}})
	s.slip("clock", s.play(1, "four"))
	s.slip("bot:3", s.play(3, "five"))
	if want := []int{n - 2, n + 3, n + 4}; !slices.Equal(s.table.Line, want) {
		t.Errorf("the line is %v, not %v", s.table.Line, want)
	}
	s.refuses("the move that ends the game", "seat:1", s.play(1, "pass"), Entry{Data: &Rewound{To: start}}, Entry{Data: &Ended{Result: json.RawMessage("{}")}})
	s.refuses("the move that ends the game", "seat:1", Entry{Data: &Ended{Result: json.RawMessage("{}")}})
	s.refuses("an object is needed", "seat:1", s.play(1, "pass"), Entry{Data: &Ended{Result: json.RawMessage("[]")}})
	s.slip("seat:1", s.play(1, "last"), Entry{Data: &Ended{Result: json.RawMessage("{}")}})
	s.refuses("after the end", "seat:1", s.play(1, "pass"))
	s.refuses("after the end", "seat:1", Entry{Data: &Rewound{To: start}})
	s.refuses("after the end", "host", Entry{Data: &Abandoned{Why: "host"}})
	s.refuses("after the end", "seat:1", Entry{Data: &SeatVacated{Seat: 1, Next: "bot"}})
	s.slip("seat:1", Entry{Data: &SeatLinked{Seat: 1, Link: 1}})
}

func TestTableRefusesOpenings(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather("")
	s.slip("host", s.started())
	start := s.table.Started
	open := func(refs ...Ref) Entry { return Entry{Data: &Played{Seat: 1, Move: "pass"}, Opens: refs} }
	s.refuses("never opened", "seat:1", open(Ref{1, 0}))
	s.refuses("never opened", "seat:1", open(Ref{start, 5}))
	s.refuses("once more", "seat:1", open(Ref{start, 3}, Ref{start, 3}))
	own := Entry{Data: &Played{Seat: 1, Move: "pass"}, Seal: []Place{{At: "/move"}}, Opens: []Ref{{s.table.N + 1, 0}}}
	if _, _, err := (Slip{Match: s.match, By: "seat:1", Cmd: annasWords[:32], At: s.at, Prev: Head{s.table.N, s.table.Hash}, Entries: []Entry{own}}).Write(); err == nil {
		t.Error("an event opens its own part")
	}
	s.slip("seat:1", open(Ref{start, 3}))
	s.slip("seat:1", Entry{Data: &Rewound{To: start}})
	s.refuses("once more", "seat:1", open(Ref{start, 3})) // also after a rewind
	// A part may be opened in the slip that seals it.
	n := s.table.N + 1
	s.slip("seat:1", Entry{Data: &Played{Seat: 1, Move: "hide"}, Seal: []Place{{At: "/move", To: []int{1}}}}, open(Ref{n, 0}))
}

func TestTableRefusesDeadlines(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather(`{"days":3}`)
	early := Entry{Data: &SeatTaken{Seat: 3, Who: carl, Due: map[string]string{}}}
	s.refuses("before the start", "seat:3", early)
	bare := s.started()
	bare.Data.(*Started).Due = nil
	s.refuses("due is missing", "host", bare)
	s.slip("host", s.started())
	s.refuses("due is missing", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}})
	s.refuses("no seat 4", "seat:1", s.play(1, "pass", 4))
	for _, text := range []string{"", "tomorrow", "2026-11-29T21:40:00Z", "2026-11-29 21:40:00.123Z", "2026-02-30T00:00:00.000Z", "2026-11-29T24:00:00.000Z", "2026-11-29T21:40:60.000Z", "2026-13-01T00:00:00.000Z", "2026-11-29T21:40:00.123+"} {
		s.refuses("no time", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass", Due: map[string]string{"1": text}}})
	}
	for _, seat := range []string{"", "0", "01", "-1", "a", "1 "} {
		s.refuses("no seat", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass", Due: map[string]string{seat: FormatTime(s.at)}}})
	}
	s.slip("clock", Entry{Data: &ClockExpired{Seat: 1, Policy: "warn"}}) // due only if it changes any
	s.slip("host", Entry{Data: &Paused{}})
	if s.table.Due != nil {
		t.Error("deadlines run while paused")
	}
	s.refuses("while paused", "seat:1", Entry{Data: &Played{Seat: 1, Move: "pass", Due: map[string]string{}}})
	s.slip("seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}})
	s.refuses("due is missing", "host", Entry{Data: &Resumed{}})
	s.slip("host", Entry{Data: &Resumed{Due: map[string]string{"2": FormatTime(s.at)}}})
	if len(s.table.Due) != 1 || FormatTime(s.table.Due[2]) == "" {
		t.Errorf("after the pause the deadlines are %v", s.table.Due)
	}
	s.refuses("without a clock", "host", Entry{Data: &ClockChanged{Due: map[string]string{}}})
	s.slip("host", Entry{Data: &ClockChanged{}})
	if s.table.Due != nil || s.table.Clock != nil {
		t.Error("a clock runs that was taken away")
	}
	s.slip("seat:1", Entry{Data: &Played{Seat: 1, Move: "pass"}})
}

// TestTableAsksForTheChain tries a next event that does not follow.
func TestTableAsksForTheChain(t *testing.T) {
	t.Parallel()
	s := longScript(t)
	fold := func(upTo int) *Table {
		table := new(Table)
		for _, e := range s.log[:upTo] {
			if err := table.Add(e); err != nil {
				t.Fatal(err)
			}
		}
		return table
	}
	for name, change := range map[string]func(*Event){
		"number": func(e *Event) { e.N++ },
		"match":  func(e *Event) { e.Match = "aaaaaaaaaaaaaaaa" },
		"chain":  func(e *Event) { e.Prev = NoHead.Hash },
		"time":   func(e *Event) { e.At = s.log[0].At.Add(-1) },
		"type":   func(e *Event) { e.Type = "match.enlivened" },
		"by":     func(e *Event) { e.By = "seat:9" },
	} {
		for _, n := range []int{6, 9, len(s.log) - 1} {
			e := *s.log[n]
			change(&e)
			if fold(n).Add(&e) == nil {
				t.Errorf("event %d with another %s is not refused", e.N, name)
			}
		}
	}
	if fold(3).Add(s.log[4]) == nil {
		t.Error("a gap is not refused")
	}
}

// TestOneSlipForAll creates, fills and starts a match in one slip, as a match of
// bots alone does.
func TestOneSlipForAll(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	words := map[string]string{"1": annasWords, "2": "", "3": bertsWords}
	entries := []Entry{created(s, `{"days":1}`, words)}
	for i := range 3 {
		entries = append(entries, Entry{Data: &SeatTaken{Seat: i + 1, Who: "bot", Words: words[fmt.Sprint(i+1)]}})
	}
	mix := Mix([]string{annasWords, "", bertsWords})
	d := NewDraws(s.seed, s.match, mix, 1)
	d.Below(3)
	start := Entry{Data: &Started{Mix: mix, Setup: json.RawMessage(`{"start":1}`), Due: map[string]string{"1": FormatTime(s.at)}}, First: 1, Draws: d.Taken()}
	s.refuses("seat 3 is not filled", "host", slices.Concat(entries[:3], []Entry{start})...)
	s.refuses("seat 1 is not filled", "host", append([]Entry{created(s, `{"days":1}`, nil)}, start)...)
	s.slip("host", append(entries, start)...)
	if s.table.Started != 5 || s.table.Draws != 1 || len(s.table.Due) != 1 {
		t.Errorf("the table is %+v", s.table)
	}
	for _, v := range viewers {
		for _, line := range verdicts(t, s.export(v), nil) {
			if line != "draws: not yet: the seed is sealed until the match is over" {
				t.Errorf("%s: %s", v, line)
			}
		}
	}
}

// TestWordsThatNobodyTakes holds that a slip that gives words for a seat and does
// not fill it is found when the next slip comes, and by verify at once.
func TestWordsThatNobodyTakes(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.slip("host", created(s, "", map[string]string{"1": annasWords, "2": ""}), Entry{Data: &SeatTaken{Seat: 1, Who: anna, Words: annasWords}})
	s.refuses("not taken in its slip", "seat:2", Entry{Data: &SeatTaken{Seat: 2, Who: bert}})
	s.refuses("not taken in its slip", "host", Entry{Data: &Abandoned{Why: "host"}})
	got := verdicts(t, s.export(All), nil)
	if len(got) != 1 || !strings.HasPrefix(got[0], "events: fails at event 2: match.created gives words") {
		t.Errorf("verify says %q", got)
	}
}

// TestDrewNamesItsPart holds that a table refuses draws that `drew` does not name,
// and the other way round.
func TestDrewNamesItsPart(t *testing.T) {
	t.Parallel()
	s := newScript(t)
	s.gather("")
	s.slip("host", s.started())
	d := s.draw(s.table.Mix, 6)
	payload, _, err := s.write("seat:1", Entry{Data: &Played{Seat: 1, Move: "roll", Chance: []any{1}}, Seal: []Place{{At: "/move"}}, First: d.First(), Draws: d.Taken()})
	if err != nil {
		t.Fatal(err)
	}
	const drew = `"drew":{"first":4,"part":1}`
	for name, change := range map[string]string{"other part": `"drew":{"first":4,"part":0}`, "no drew": `"other":0`, "no part": `"drew":{"first":4,"part":2}`, "another number": `"drew":{"first":5,"part":1}`} {
		slip, err := ParseSlip([]byte(forge(t, string(payload)).replace(0, drew, change).file()))
		if err != nil {
			t.Fatal(err)
		}
		if s.table.Clone().Add(slip[0]) == nil {
			t.Errorf("%s: it is not refused", name)
		}
	}
	// Who lacks the draws counts as far as he can.
	hidden := s.table.Clone()
	slip, err := ParseSlip(payload)
	if err != nil {
		t.Fatal(err)
	}
	slip[0].Sealed[1] = nil
	if err := hidden.Add(slip[0]); err != nil || hidden.Draws != 4 {
		t.Errorf("with sealed draws the table counts %d, %v", hidden.Draws, err)
	}
}
