package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// script writes the log of a match slip by slip, as an engine would.
type script struct {
	t      testing.TB
	match  string
	seed   []byte
	table  *Table
	log    []*Event
	at     time.Time
	random *rand.ChaCha8
}

const (
	host = "hosthosthosthost"
	anna = "person:annaannaannaanna"
	bert = "person:bertbertbertbert"
	carl = "person:carlcarlcarlcarl"
)

var (
	annasWords = WordsDigest(make([]byte, 32), "anna")
	bertsWords = WordsDigest(make([]byte, 32), "bert")
)

func newScript(t testing.TB) *script {
	t.Helper()
	var key [32]byte
	copy(key[:], t.Name())
	s := &script{t: t, table: new(Table), at: time.Date(2026, 11, 29, 21, 40, 0, 123e6, time.UTC), random: rand.NewChaCha8(key)}
	s.seed = make([]byte, 32)
	s.random.Read(s.seed)
	match, err := NewID(s.random)
	if err != nil {
		t.Fatal(err)
	}
	s.match = match
	return s
}

// write makes a slip after the last event; it does not add it to the log.
func (s *script) write(by string, entries ...Entry) ([]byte, []*Event, error) {
	s.at = s.at.Add(1500 * time.Millisecond)
	for i, e := range entries {
		if e.State == nil && forms[TypeOf(e.Data)].state {
			entries[i].State = fmt.Appendf(nil, `{"over":false,"at":%d}`, len(s.log)+i)
		}
	}
	return Slip{
		Match: s.match, By: by, Cmd: fmt.Sprintf("%032x", s.random.Uint64()), At: s.at,
		Prev: Head{s.table.N, s.table.Hash}, Seed: s.seed, Entries: entries, Random: s.random,
		Part: func(r Ref) *Part { return s.log[r.N-1].Sealed[r.I] },
	}.Write()
}

// slip writes a slip and adds it to the log.
func (s *script) slip(by string, entries ...Entry) []*Event {
	s.t.Helper()
	payload, written, err := s.write(by, entries...)
	if err != nil {
		s.t.Fatal(err)
	}
	again, err := ParseSlip(payload)
	if err != nil || !reflect.DeepEqual(again, written) {
		s.t.Fatalf("what was written is not read back: %v", err)
	}
	for _, e := range written {
		if err := s.table.Add(e); err != nil {
			s.t.Fatal(err)
		}
		s.log = append(s.log, e)
	}
	return written
}

// refuses asks that a slip, or the table after it, refuses, for a reason that has
// the words, and that the table stays as it was.
func (s *script) refuses(words, by string, entries ...Entry) {
	s.t.Helper()
	_, written, err := s.write(by, entries...)
	if err == nil {
		table := s.table.Clone()
		for _, e := range written {
			before := table.Clone()
			if err = table.Add(e); err != nil {
				if !reflect.DeepEqual(table, before) {
					s.t.Errorf("a refused event changed the table: %v", err)
				}
				break
			}
		}
	}
	if err == nil {
		s.t.Errorf("by %s, %+v is not refused (%s)", by, entries[len(entries)-1].Data, words)
	} else if !strings.Contains(err.Error(), words) {
		s.t.Errorf("by %s, %+v is refused for another reason than %q: %v", by, entries[len(entries)-1].Data, words, err)
	}
}

// draw makes the next draws below the bounds.
func (s *script) draw(mix string, bounds ...uint64) *Draws {
	d := NewDraws(s.seed, s.match, mix, s.table.Draws+1)
	for _, m := range bounds {
		d.Below(m)
	}
	return d
}

func (s *script) due(seats ...int) map[string]string {
	if s.table.Clock == nil || s.table.Paused {
		return nil
	}
	due := map[string]string{}
	for _, seat := range seats {
		due[fmt.Sprint(seat)] = FormatTime(s.at.Add(48 * time.Hour))
	}
	return due
}

func created(s *script, clock string, words map[string]string) Entry {
	c := &Created{Kind: "patronize", Rules: 1, Players: 3, Options: map[string]any{"edition": "first", "strict": true, "rounds": 7},
		Watch: true, Host: host, Seed: fmt.Sprintf("%x", s.seed), Words: words}
	if clock != "" {
		c.Clock = json.RawMessage(clock)
	}
	return Entry{Data: c}
}

// gather creates a match and fills its three seats: Anna, Bert, a bot.
func (s *script) gather(clock string) {
	s.t.Helper()
	s.slip("host", created(s, clock, map[string]string{"1": annasWords}),
		Entry{Data: &SeatTaken{Seat: 1, Who: anna, Words: annasWords}},
		Entry{Data: &SeatOffered{Seat: 2, To: bert}},
		Entry{Data: &SeatOffered{Seat: 3, To: "link"}})
	s.slip("seat:2", Entry{Data: &SeatTaken{Seat: 2, Who: bert, Words: bertsWords}})
	s.slip("host", Entry{Data: &SeatTaken{Seat: 3, Who: "bot", Words: ""}})
}

// started is match.started with hands for each seat, a deck for nobody, and draws.
func (s *script) started() Entry {
	mix := s.table.mix()
	d := s.draw(mix, 3, 7, 6)
	return Entry{
		Data:  &Started{Mix: mix, Setup: json.RawMessage(`{"start":1,"fame":["calm","art","rich"],"hands":[["nun"],["noble","clown"],[]]}`), Due: s.due(1)},
		Seal:  []Place{{"/setup/hands/0", []int{1}}, {"/setup/hands/1", []int{2}}, {"/setup/hands/2", []int{3}}, {"/setup/fame/1", nil}, {"/setup/fame/2", []int{1, 3}}},
		First: d.First(), Draws: d.Taken(),
	}
}

// play is an open move; next lists who is active then.
func (s *script) play(seat int, move string, next ...int) Entry {
	return Entry{Data: &Played{Seat: seat, Move: move, Due: s.due(next...)}}
}

// longScript plays a match with everything in it that Format 1 has, up to its
// last move.
func longScript(t testing.TB) *script {
	t.Helper()
	s := newScript(t)
	s.gather(`{"kind":"days","days":3}`)
	s.slip("host", Entry{Data: &SeatLinked{Seat: 2, Link: 1}})
	s.slip("seat:2", s.started())
	start := s.table.Started
	s.slip("seat:1", s.play(1, "play nun", 2))
	secret := s.slip("seat:2", Entry{Data: &Played{Seat: 2, Move: "intrigue noble", Due: s.due(3)}, Seal: []Place{{"/move", []int{2}}}})[0].N
	s.slip("bot:3", s.play(3, "pass", 2))
	opened := s.slip("seat:2", Entry{Data: &Played{Seat: 2, Move: "pass", Due: s.due(1)}, Opens: []Ref{{secret, 0}, {start, 3}}})[0].N
	d := s.draw(s.table.Mix, 6, 6)
	s.slip("seat:1", s.play(1, "roll", 1), Entry{Data: &Played{Seat: 1, Move: "roll dice", Chance: []any{3, "hand"}, Due: s.due(1)}, First: d.First(), Draws: d.Taken()})
	s.slip("seat:1", Entry{Data: &RewindProposed{Seat: 1, To: opened}})
	s.slip("seat:2", Entry{Data: &RewindAnswered{Seat: 2, Agree: true}}, Entry{Data: &Rewound{To: opened, Due: s.due(1)}})
	d = s.draw(s.table.Mix, 2)
	s.slip("seat:1", Entry{Data: &Played{Seat: 1, Move: "toss", Chance: []any{1}, Due: s.due(2, 3)}, Seal: []Place{{"/chance", []int{1}}}, First: d.First(), Draws: d.Taken()})
	s.slip("operator", Entry{Data: &Paused{}})
	s.slip("operator", Entry{Data: &Resumed{Due: map[string]string{"2": FormatTime(s.at), "3": FormatTime(s.at)}}})
	s.slip("clock", Entry{Data: &ClockExpired{Seat: 2, Policy: "bot-plays"}}, Entry{Data: &SeatVacated{Seat: 2, Next: "bot", Due: s.due(2, 3)}})
	s.slip("host", Entry{Data: &ClockChanged{Clock: json.RawMessage(`{"kind":"days","days":7}`), Due: s.due(2, 3)}})
	s.slip("seat:2", Entry{Data: &SeatTaken{Seat: 2, Who: carl, Words: bertsWords, Due: s.due(2, 3)}})
	s.slip("seat:2", Entry{Data: &RewindProposed{Seat: 2, To: start}})
	s.slip("bot:3", s.play(3, "pass", 2), Entry{Data: &RewindLapsed{}})
	return s
}

// end plays the last move.
func (s *script) end() {
	s.t.Helper()
	s.slip("seat:2", Entry{Data: &Played{Seat: 2, Move: "pass", Due: map[string]string{}}},
		Entry{Data: &Ended{Result: json.RawMessage(`{"ranking":[[1],[2,3]]}`)}})
	s.slip("host", Entry{Data: &SeatLinked{Seat: 1, Link: 1}})
}

// export is the log as an export for a viewer.
func (s *script) export(v Viewer) string {
	s.t.Helper()
	var file bytes.Buffer
	if err := WriteExport(&file, v, s.log); err != nil {
		s.t.Fatal(err)
	}
	return file.String()
}
