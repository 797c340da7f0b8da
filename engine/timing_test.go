package engine_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// moment is one line of a timed match: when somebody does what, and what holds after.
// Seats are letters: A starts the first round, B the second. All three bid at once; then
// the starter shows, stakes, and passes or rolls, which is one call; then all bid again.
type moment struct {
	at   string // "27 Nov 18:00", UTC
	does string // see (*timed).do
	// want lists the seats: "A 30 Nov 18:00" is a deadline, "A 30 Nov 18:00!" one of which it was
	// told that it is over, "B (5h)" is what a seat has left whose time does not run, "C" is a
	// seat that is neither asked nor has a bank. Behind a ";" stands what a tick did and says.
	want string
}

// timed is a match on a clock that a test sets.
type timed struct {
	*node
	t       *testing.T
	now     time.Time
	people  map[string]clock.Person // by person id
	id      string
	persons map[rune]string // by letter: who sat there first
}

func newTimed(t *testing.T, inviteDays int) *timed {
	t.Helper()
	return newTimedOn(t, newNode(t), inviteDays)
}

func newTimedOn(t *testing.T, n *node, inviteDays int) *timed {
	t.Helper()
	s := &timed{node: n, t: t, people: map[string]clock.Person{}, persons: map[rune]string{}}
	s.Engine = s.another(inviteDays)
	return s
}

// another is one more node on the same clock.
func (s *timed) another(inviteDays int) *engine.Engine {
	return engine.New(engine.Config{
		Copy: s.truth, Truth: s.truth, Key: key, Now: func() time.Time { return s.now }, Random: rand.Reader, InviteDays: inviteDays,
		Calendar: func(_ context.Context, person string) (clock.Person, error) { return s.people[person], nil },
	})
}

// begin starts a match of three persons, whose calendars are by letter. Who starts is
// drawn: it is begun again until that is seat 1.
func (s *timed) begin(at, settings string, people map[rune]clock.Person) {
	s.t.Helper()
	s.now = s.time(at)
	for _, letter := range "ABC" {
		s.persons[letter] = engine.NewID()
		s.people[s.persons[letter]] = people[letter]
	}
	for {
		c := engine.Creation{ID: engine.NewID(), Kind: "toy", Host: engine.NewID(), Clock: json.RawMessage(settings)}
		c.Seats = slices.Repeat([]engine.Invitation{{Who: engine.Anybody}}, 3)
		if _, err := s.Create(s.t.Context(), c); err != nil {
			s.t.Fatal(err)
		}
		s.id = c.ID
		for _, letter := range "ABC" {
			if _, err := s.Take(s.t.Context(), s.seat(s.id, s.of(letter)), s.persons[letter], ""); err != nil {
				s.t.Fatal(err)
			}
		}
		var position struct{ Start game.Seat }
		whole, err := s.match(s.id).State.MarshalJSON()
		if err != nil || json.Unmarshal(whole, &position) != nil {
			s.t.Fatalf("the state cannot be read: %s %v", whole, err)
		}
		if position.Start == s.of('A') {
			return
		}
	}
}

func (s *timed) of(letter rune) game.Seat { return game.Seat(letter-'A') + 1 }

func (s *timed) letter(seat game.Seat) string { return string(rune('A' + seat - 1)) }

// time reads "27 Nov 18:00"; the test's matches are in 2026 and January 2027.
func (s *timed) time(text string) time.Time {
	s.t.Helper()
	layout := "2 Jan 15:04"
	if strings.Count(text, ":") == 2 {
		layout = "2 Jan 15:04:05"
	}
	at, err := time.Parse(layout, text)
	if err != nil {
		s.t.Fatal(err)
	}
	year := 2026
	if at.Month() < time.June {
		year = 2027
	}
	return at.AddDate(year, 0, 0)
}

// do carries out what a line says:
//
//	A bid 1            a move, or several after commas
//	A takes back       his latest moves
//	A resigns          and the bot plays on
//	A comes            the first one, back to his seat
//	D takes A          another person comes to a seat
//	all go back to 12  agreed, to event 12 of the match, 0 = its start
//	all pause until 5 Dec 12:00, all resume, all change to {…}
//	A is away 28 Nov 30 Nov, A is back
//	A sleeps from 23 to 7
//	B claims A, B waves A
//	tick
func (s *timed) do(what string) (outcome string) {
	s.t.Helper()
	ctx, m := s.t.Context(), s.match(s.id)
	who, verb, _ := strings.Cut(what, " ")
	seat := s.of(rune(who[0]))
	var err error
	switch verb, rest, _ := strings.Cut(verb, " "); {
	case what == "tick":
		return s.tick(s.Engine)
	case verb == "takes" && rest == "back":
		last, _, ok := m.TakeBack(seat)
		if !ok {
			return "refused: nothing to take back"
		}
		_, err = s.PlayTakeBack(ctx, s.id, seat, last)
	case verb == "takes":
		_, err = s.Take(ctx, s.node.seat(s.id, s.of(rune(rest[0]))), engine.NewID(), "")
	case verb == "comes":
		_, err = s.Take(ctx, s.node.seat(s.id, seat), s.persons[rune(who[0])], "")
	case verb == "resigns":
		_, err = s.Resign(ctx, s.node.seat(s.id, seat))
	case verb == "claims" || verb == "waves":
		about := s.of(rune(rest[0]))
		n, _ := m.Expired(about)
		decide := s.Claim
		if verb == "waves" {
			decide = s.Wave
		}
		_, err = decide(ctx, s.id, seat, about, n)
	case verb == "is" && m.Person(seat) == "":
		return "nobody is away"
	case verb == "is":
		before := s.people[m.Person(seat)]
		after := before
		after.Away = nil
		if from, to, ok := strings.Cut(strings.TrimPrefix(rest, "away "), " to "); ok {
			after.Away = []clock.Span{{From: s.time(from + " 00:00"), To: s.time(to+" 00:00").AddDate(0, 0, 1)}}
		}
		s.people[m.Person(seat)] = after
		var receipt engine.Receipt
		if receipt, err = s.Reclock(ctx, s.id, seat, before, after, rest); err == nil && receipt.N == 0 {
			return "nothing moves"
		}
	case verb == "sleeps":
		var from, to int // hours; the same ones = he has no night
		if _, err := fmt.Sscanf(rest, "from %d to %d", &from, &to); err != nil {
			s.t.Fatalf("%q: %v", what, err)
		}
		p := s.people[m.Person(seat)]
		p.NightFrom, p.NightTo = from*60, to*60
		s.people[m.Person(seat)] = p
	case who == "all":
		err = s.agree(m, verb, rest)
	default:
		var moves []game.Move
		for move := range strings.SplitSeq(strings.TrimPrefix(what, who+" "), ", ") {
			moves = append(moves, game.Move(move))
		}
		_, err = s.Play(ctx, turn(m, seat, moves...))
	}
	if refusal := (*engine.Refusal)(nil); errors.As(err, &refusal) {
		return "refused: " + string(refusal.Code)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", what, err)
	}
	return ""
}

// agree writes what all have agreed to.
func (s *timed) agree(m *engine.Match, verb, rest string) error {
	s.t.Helper()
	by := "operator"
	var entries []events.Entry
	switch verb {
	case "go":
		to, err := strconv.Atoi(strings.TrimPrefix(rest, "back to "))
		if err != nil {
			s.t.Fatal(err)
		}
		to += m.Table.Started
		if _, err := s.Write(s.t.Context(), s.id, "seat:"+s.of('A').String(), events.Entry{Data: &events.RewindProposed{Seat: int(s.of('A')), To: to}}); err != nil {
			return err
		}
		by = "seat:" + s.of('B').String()
		entries = []events.Entry{{Data: &events.RewindAnswered{Seat: int(s.of('B')), Agree: true}}, {Data: &events.Rewound{To: to}, State: s.stateAt(m, to)}}
	case "pause":
		entries = []events.Entry{{Data: &events.Paused{Until: events.FormatTime(s.time(strings.TrimPrefix(rest, "until ")))}}}
	case "resume":
		entries = []events.Entry{{Data: &events.Resumed{}}}
	case "change":
		text := strings.TrimPrefix(rest, "to ")
		if text == "null" {
			entries = []events.Entry{{Data: &events.ClockChanged{}}}
			break
		}
		settings, err := clock.Parse(json.RawMessage(text))
		if err != nil {
			s.t.Fatal(err)
		}
		entries = []events.Entry{{Data: &events.ClockChanged{Clock: settings.JSON()}}}
	}
	_, err := s.Write(s.t.Context(), s.id, by, entries...)
	return err
}

// stateAt is the whole position after event n.
func (s *timed) stateAt(m *engine.Match, n int) []byte {
	s.t.Helper()
	past, err := m.At(n)
	if err != nil {
		s.t.Fatal(err)
	}
	whole, err := past.State.MarshalJSON()
	if err != nil {
		s.t.Fatal(err)
	}
	return whole
}

// tick says what a tick wrote, and when the next one is.
func (s *timed) tick(e *engine.Engine) string {
	s.t.Helper()
	before := s.match(s.id).N()
	next, err := e.Tick(s.t.Context(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	m := s.match(s.id)
	var said []string
	for _, event := range m.Log[before:] {
		if event.By != "clock" {
			s.t.Errorf("event %d of a tick is by %s", event.N, event.By)
		}
		data, err := event.Decode()
		if err != nil {
			s.t.Fatal(err)
		}
		switch d := data.(type) {
		case *events.ClockExpired:
			said = append(said, s.letter(game.Seat(d.Seat))+" late: "+d.Policy)
		case *events.SeatVacated:
			said = append(said, s.letter(game.Seat(d.Seat))+" left to the "+d.Next)
		case *events.SeatOffered:
			said = append(said, s.letter(game.Seat(d.Seat))+" may come back")
		case *events.Played:
			word, _, _ := strings.Cut(d.Move, " ")
			said = append(said, s.letter(game.Seat(d.Seat))+" moved: "+word)
		case *events.Abandoned:
			said = append(said, "abandoned: "+d.Why)
		case *events.Resumed:
			said = append(said, "resumed")
		case *events.Ended:
			said = append(said, "ended")
		default:
			said = append(said, event.Type)
		}
	}
	if !next.Equal(m.Wake(0)) && m.Status() != engine.Gathering {
		s.t.Errorf("the next tick is %v, and the match wakes %v", next, m.Wake(0))
	}
	if next.IsZero() {
		return strings.Join(append(said, "no more"), ", ")
	}
	return strings.Join(append(said, "next "+brief(next)), ", ")
}

func brief(at time.Time) string {
	if at.Second() != 0 {
		return at.Format("2 Jan 15:04:05")
	}
	return at.Format("2 Jan 15:04")
}

// standing is how each seat stands.
func (s *timed) standing() string {
	s.t.Helper()
	m := s.match(s.id)
	var list []string
	for _, letter := range "ABC" {
		seat := s.of(letter)
		text := string(letter)
		if m.Bot(seat) {
			text += "bot"
		}
		if n, _ := m.Expired(seat); !m.Due(seat).IsZero() {
			text += " " + brief(m.Due(seat))
			if n > 0 {
				text += "!"
			}
		} else if _, ok := m.Table.Bank[int(seat)]; ok {
			left := strings.Replace(m.Left(seat).String()+")", "m0s)", "m)", 1)
			text += " (" + strings.Replace(left, "h0m)", "h)", 1)
		}
		list = append(list, text)
	}
	if until, paused := m.Paused(); paused {
		list = append(list, "paused until "+brief(until))
	}
	if status := m.Status(); status != engine.Playing {
		list = append(list, string(status))
	}
	return strings.Join(list, ", ")
}

// run plays a script and compares what each line says.
func (s *timed) run(settings string, people map[rune]clock.Person, script []moment) {
	s.t.Helper()
	for i, line := range script {
		outcome := ""
		if i == 0 {
			s.begin(line.at, settings, people)
		} else {
			s.now = s.time(line.at)
			outcome = s.do(line.does)
		}
		got := s.standing()
		if outcome != "" {
			got += "; " + outcome
		}
		if got != line.want {
			s.t.Errorf("%s, %s:\n got  %s\n want %s", line.at, line.does, got, line.want)
		}
		s.sound()
	}
	verified(s.t, s.match(s.id))
}

// sound holds what is true of every match with a clock: exactly the active seats have
// deadlines, nothing is negative, and a fold of the whole log says the same.
func (s *timed) sound() {
	s.t.Helper()
	m := s.match(s.id)
	active := m.Active()
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		_, clocked := m.Clock()
		if has := !m.Due(seat).IsZero(); has != (clocked && slices.Contains(active, seat)) {
			s.t.Errorf("seat %d, active: %v, has a deadline: %v", seat, slices.Contains(active, seat), has)
		}
		if m.Left(seat) < 0 {
			s.t.Errorf("seat %d has %v left", seat, m.Left(seat))
		}
	}
	again := engine.Fold(m.Log)
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		n, policy := m.Expired(seat)
		k, other := again.Expired(seat)
		if n != k || policy != other || !m.Due(seat).Equal(again.Due(seat)) || m.Left(seat) != again.Left(seat) || m.Call(seat) != again.Call(seat) {
			s.t.Errorf("seat %d folds to another clock", seat)
		}
	}
	if !m.Wake(0).Equal(again.Wake(0)) {
		s.t.Errorf("it wakes %v, folded again %v", m.Wake(0), again.Wake(0))
	}
}
