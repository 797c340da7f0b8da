package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ErrUnknownType marks an event of a type that this pizzini does not know: it was
// written by a newer one.
var ErrUnknownType = errors.New("an event type that this pizzini does not know")

// A typed is the data of one type of event.
type typed interface {
	read(s *scanner, field string) error // the value of one of its fields
	write(o *object)                     // the fields in the order of the table
}

// A field of data, and how it may be there.
type field struct {
	name string
	how  int
}

const (
	always = iota // it must stand in the line
	sealed        // it must be there, in the line or in a part
	spare         // it may be absent, also because it is sealed
	option        // it may be absent, and is never sealed
)

// A form is what the table of types says of one type.
type form struct {
	new    func() typed
	fields []field
	state  bool // carries a state digest
}

var dueField = field{"due", option}

var forms = map[string]form{
	TypeCreated: {func() typed { return new(Created) }, []field{{"kind", always}, {"rules", always}, {"players", always},
		{"options", always}, {"clock", always}, {"watch", always}, {"host", always}, {"seed", sealed}, {"words", option}}, false},
	TypeSeatOffered: {func() typed { return new(SeatOffered) }, []field{{"seat", always}, {"to", always}}, false},
	TypeSeatTaken:   {func() typed { return new(SeatTaken) }, []field{{"seat", always}, {"who", always}, {"words", always}, dueField}, false},
	TypeSeatLinked:  {func() typed { return new(SeatLinked) }, []field{{"seat", always}, {"link", always}}, false},
	TypeSeatVacated: {func() typed { return new(SeatVacated) }, []field{{"seat", always}, {"next", always}, dueField}, false},
	TypeStarted: {func() typed { return new(Started) }, []field{{"mix", always}, {"setup", always}, {"drew", option},
		dueField}, true},
	TypePlayed: {func() typed { return new(Played) }, []field{{"seat", always}, {"move", sealed}, {"chance", spare},
		{"drew", option}, dueField}, true},
	TypeRewound:        {func() typed { return new(Rewound) }, []field{{"to", always}, dueField}, true},
	TypeRewindProposed: {func() typed { return new(RewindProposed) }, []field{{"seat", always}, {"to", always}}, false},
	TypeRewindAnswered: {func() typed { return new(RewindAnswered) }, []field{{"seat", always}, {"agree", always}}, false},
	TypeRewindLapsed:   {func() typed { return new(RewindLapsed) }, nil, false},
	TypeClockChanged:   {func() typed { return new(ClockChanged) }, []field{{"clock", always}, dueField}, false},
	TypeClockExpired:   {func() typed { return new(ClockExpired) }, []field{{"seat", always}, {"policy", always}, dueField}, false},
	TypePaused:         {func() typed { return new(Paused) }, nil, false},
	TypeResumed:        {func() typed { return new(Resumed) }, []field{dueField}, false},
	TypeEnded:          {func() typed { return new(Ended) }, []field{{"result", always}}, true},
	TypeAbandoned:      {func() typed { return new(Abandoned) }, []field{{"why", always}}, false},
}

// TypeOf is the type of event that data belongs to, "" where it is no data.
func TypeOf(data any) string {
	switch data.(type) {
	case *Created:
		return TypeCreated
	case *SeatOffered:
		return TypeSeatOffered
	case *SeatTaken:
		return TypeSeatTaken
	case *SeatLinked:
		return TypeSeatLinked
	case *SeatVacated:
		return TypeSeatVacated
	case *Started:
		return TypeStarted
	case *Played:
		return TypePlayed
	case *Rewound:
		return TypeRewound
	case *RewindProposed:
		return TypeRewindProposed
	case *RewindAnswered:
		return TypeRewindAnswered
	case *RewindLapsed:
		return TypeRewindLapsed
	case *ClockChanged:
		return TypeClockChanged
	case *ClockExpired:
		return TypeClockExpired
	case *Paused:
		return TypePaused
	case *Resumed:
		return TypeResumed
	case *Ended:
		return TypeEnded
	case *Abandoned:
		return TypeAbandoned
	}
	return ""
}

// Decode is the event's data as *Created, *Played and so on, with the parts that
// are here. What is sealed and not here stays zero; what is missing or malformed
// is an error, an unknown type is ErrUnknownType.
func (e *Event) Decode() (any, error) {
	whole, err := e.whole(false)
	if err != nil {
		return nil, err
	}
	data, err := e.decode(whole, false)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", e.N, err)
	}
	return data, nil
}

// decode reads data in which the parts that are here are put in, or, loosely,
// data as the line has it.
func (e *Event) decode(whole json.RawMessage, loosely bool) (typed, error) {
	f, ok := forms[e.Type]
	if !ok {
		return nil, fmt.Errorf("%.40q: %w", e.Type, ErrUnknownType)
	}
	data := f.new()
	s := scanner{text: whole, known: true, depth: -maxDepth} // a part may nest as deep again
	has := 0
	err := s.object(func(key []byte) error {
		for i := range f.fields {
			if f.fields[i].name == string(key) {
				has |= 1 << i
				if err := data.read(&s, f.fields[i].name); err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
				return nil
			}
		}
		return s.skip()
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Type, err)
	}
	for i, field := range f.fields {
		if has&(1<<i) == 0 && (field.how == always || field.how == sealed && !loosely && !e.hides(drewOf(data))) {
			return nil, fmt.Errorf("%s: %s is missing", e.Type, field.name)
		}
	}
	return data, nil
}

// hides says whether a part of the event is not here that could hold a field. The
// one with the draws holds none.
func (e *Event) hides(drew *Drew) bool {
	for i, p := range e.Sealed {
		if p == nil && (drew == nil || drew.Part != i) {
			return true
		}
	}
	return false
}

func (d *Created) read(s *scanner, field string) (err error) {
	switch field {
	case "kind":
		d.Kind, err = s.text1()
	case "rules":
		d.Rules, err = s.number(1)
	case "players":
		if d.Players, err = s.number(1); err == nil && d.Players > MaxPlayers {
			err = fmt.Errorf("more than %d", MaxPlayers)
		}
	case "options":
		d.Options, err = s.options()
	case "clock":
		d.Clock, err = s.clock()
	case "watch":
		d.Watch, err = s.boolean()
	case "host":
		if d.Host, err = s.string(); err == nil && !ValidID(d.Host) {
			err = errors.New("a person's id is needed")
		}
	case "seed":
		d.Seed, err = s.hex(64)
	case "words":
		if d.Words, err = s.bySeat(validWords); err == nil && len(d.Words) == 0 {
			err = errors.New("they are absent where the host fills no seat at once")
		}
	}
	return err
}

func (d *SeatOffered) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "to":
		if d.To, err = s.string(); err == nil && d.To != "link" && d.To != "bot" && !isPerson(d.To) {
			err = errors.New("person:<id>, link or bot is needed")
		}
	}
	return err
}

func (d *SeatTaken) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "who":
		if d.Who, err = s.string(); err == nil && d.Who != "bot" && !isPerson(d.Who) {
			err = errors.New("person:<id> or bot is needed")
		}
	case "words":
		if d.Words, err = s.string(); err == nil {
			err = validWords(d.Words)
		}
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *SeatLinked) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "link":
		d.Link, err = s.number(1)
	}
	return err
}

func (d *SeatVacated) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "next":
		if d.Next, err = s.string(); err == nil && d.Next != "bot" && d.Next != "open" {
			err = errors.New("bot or open is needed")
		}
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *Started) read(s *scanner, field string) (err error) {
	switch field {
	case "mix":
		d.Mix, err = s.hex(64)
	case "setup":
		d.Setup, err = s.rawObject()
	case "drew":
		d.Drew, err = s.drew()
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *Played) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "move":
		d.Move, err = s.text1()
	case "chance":
		d.Chance, err = s.chance()
	case "drew":
		d.Drew, err = s.drew()
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *Rewound) read(s *scanner, field string) (err error) {
	switch field {
	case "to":
		d.To, err = s.number(1)
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *RewindProposed) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "to":
		d.To, err = s.number(1)
	}
	return err
}

func (d *RewindAnswered) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "agree":
		d.Agree, err = s.boolean()
	}
	return err
}

func (d *RewindLapsed) read(*scanner, string) error { return nil }

func (d *ClockChanged) read(s *scanner, field string) (err error) {
	switch field {
	case "clock":
		d.Clock, err = s.clock()
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *ClockExpired) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "policy":
		d.Policy, err = s.text1()
	case "due":
		d.Due, err = s.due()
	}
	return err
}

func (d *Paused) read(*scanner, string) error { return nil }

func (d *Resumed) read(s *scanner, _ string) (err error) {
	d.Due, err = s.due()
	return err
}

func (d *Ended) read(s *scanner, _ string) (err error) {
	d.Result, err = s.rawObject()
	return err
}

func (d *Abandoned) read(s *scanner, _ string) (err error) {
	if d.Why, err = s.string(); err == nil {
		switch d.Why {
		case "host", "agreed", "clock", "never-started", "operator", "broken":
		default:
			err = errors.New("host, agreed, clock, never-started, operator or broken is needed")
		}
	}
	return err
}

// text1 reads a string that is not empty.
func (s *scanner) text1() (string, error) {
	text, err := s.string()
	if err == nil && text == "" {
		err = errors.New("it is empty")
	}
	return text, err
}

// number reads a whole number that is not below least.
func (s *scanner) number(least int) (int, error) {
	n, err := s.integer()
	if err == nil && n < least {
		err = fmt.Errorf("%d is less than %d", n, least)
	}
	return n, err
}

func (s *scanner) rawObject() (json.RawMessage, error) {
	if s.peek() != '{' {
		return nil, s.fail("an object is needed")
	}
	return s.raw()
}

// clock reads an object, or null as nil.
func (s *scanner) clock() (json.RawMessage, error) {
	if s.peek() == 'n' {
		return nil, s.literal("null")
	}
	return s.rawObject()
}

// bySeat reads an object whose keys are seats.
func (s *scanner) bySeat(valid func(string) error) (map[string]string, error) {
	m := map[string]string{}
	err := s.object(func(key []byte) error {
		if _, ok := parseSeat(string(key)); !ok {
			return fmt.Errorf("%.40q is no seat", key)
		}
		text, err := s.string()
		if err == nil {
			err = valid(text)
		}
		m[string(key)] = text
		return err
	})
	return m, err
}

func (s *scanner) due() (map[string]string, error) {
	return s.bySeat(func(text string) error {
		_, err := ParseTime(text)
		return err
	})
}

func (s *scanner) drew() (*Drew, error) {
	d := &Drew{First: -1, Part: -1}
	err := s.object(func(key []byte) (err error) {
		switch string(key) {
		case "first":
			d.First, err = s.number(1)
		case "part":
			d.Part, err = s.number(0)
		default:
			err = s.skip()
		}
		return err
	})
	if err == nil && (d.First < 0 || d.Part < 0) {
		err = errors.New("first and part are needed")
	}
	return d, err
}

// scalar reads a string, a whole number or, where it may, a truth value.
func (s *scanner) scalar(truth bool) (any, error) {
	switch c := s.peek(); {
	case c == '"':
		return s.string()
	case truth && (c == 't' || c == 'f'):
		return s.boolean()
	case c == '-' || '0' <= c && c <= '9':
		return s.integer()
	}
	return nil, s.fail("a string or a whole number is needed")
}

func (s *scanner) options() (map[string]any, error) {
	m := map[string]any{}
	err := s.object(func(key []byte) (err error) {
		m[string(key)], err = s.scalar(true)
		return err
	})
	return m, err
}

func (s *scanner) chance() ([]any, error) {
	var list []any
	err := s.array(func() error {
		outcome, err := s.scalar(false)
		list = append(list, outcome)
		return err
	})
	if err == nil && len(list) == 0 {
		err = errors.New("it is absent where there is none")
	}
	return list, err
}

func isPerson(text string) bool {
	return len(text) == len("person:")+16 && text[:len("person:")] == "person:" && ValidID(text[len("person:"):])
}

func validWords(text string) error {
	if text != "" && !isHex(text, 64) {
		return errors.New("a digest of 64 lower-case hex digits, or nothing, is needed")
	}
	return nil
}

// maySeal says whether a part of an event of this type may lie at a place: only
// where the table of types has a °, or in a field that it does not name.
func maySeal(eventType, at string) bool {
	f, ok := forms[eventType]
	if !ok {
		return true
	}
	if eventType == TypeStarted && strings.HasPrefix(at, "/setup/") {
		return true
	}
	for _, field := range f.fields {
		own := at == "/"+field.name
		if own && (field.how == sealed || field.how == spare) {
			return true
		}
		if own || strings.HasPrefix(at, "/"+field.name+"/") {
			return false
		}
	}
	return at != drawsPlace || eventType == TypeStarted || eventType == TypePlayed
}
