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

var dueField, bankField = field{"due", option}, field{"bank", option}

var forms = map[string]form{
	TypeCreated: {func() typed { return new(Created) }, []field{{"kind", always}, {"rules", always}, {"players", always},
		{"options", always}, {"clock", always}, {"watch", always}, {"host", always}, {"seed", sealed}, {"words", option}}, false},
	TypeSeatOffered: {func() typed { return new(SeatOffered) }, []field{{"seat", always}, {"to", always}}, false},
	TypeSeatTaken:   {func() typed { return new(SeatTaken) }, []field{{"seat", always}, {"who", always}, {"words", always}, dueField, bankField}, false},
	TypeSeatLinked:  {func() typed { return new(SeatLinked) }, []field{{"seat", always}, {"link", always}}, false},
	TypeSeatVacated: {func() typed { return new(SeatVacated) }, []field{{"seat", always}, {"next", always}, dueField, bankField}, false},
	TypeStarted: {func() typed { return new(Started) }, []field{{"mix", always}, {"setup", always}, {"drew", option},
		dueField, bankField}, true},
	TypePlayed: {func() typed { return new(Played) }, []field{{"seat", always}, {"move", sealed}, {"chance", spare},
		{"drew", option}, dueField, bankField}, true},
	TypeRewound:        {func() typed { return new(Rewound) }, []field{{"to", always}, dueField, bankField}, true},
	TypeRewindProposed: {func() typed { return new(RewindProposed) }, []field{{"seat", always}, {"to", always}}, false},
	TypeRewindAnswered: {func() typed { return new(RewindAnswered) }, []field{{"seat", always}, {"agree", always}}, false},
	TypeRewindLapsed:   {func() typed { return new(RewindLapsed) }, nil, false},
	TypeClockChanged:   {func() typed { return new(ClockChanged) }, []field{{"clock", always}, {"seat", option}, {"why", option}, dueField, bankField}, false},
	TypeClockExpired:   {func() typed { return new(ClockExpired) }, []field{{"seat", always}, {"policy", always}, dueField, bankField}, false},
	TypePaused:         {func() typed { return new(Paused) }, []field{{"until", option}, bankField}, false},
	TypeResumed:        {func() typed { return new(Resumed) }, []field{dueField, bankField}, false},
	TypeEnded:          {func() typed { return new(Ended) }, []field{{"result", always}}, true},
	TypeAbandoned:      {func() typed { return new(Abandoned) }, []field{{"why", always}}, false},
	TypeConsentProposed: {func() typed { return new(ConsentProposed) }, []field{{"seat", always}, {"what", always}, {"clock", option},
		{"until", option}}, false},
	TypeConsentAnswered: {func() typed { return new(ConsentAnswered) }, []field{{"seat", always}, {"agree", always}}, false},
	TypeConsentLapsed:   {func() typed { return new(ConsentLapsed) }, nil, false},
	TypeHostChanged:     {func() typed { return new(HostChanged) }, []field{{"host", always}}, false},
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
	case *ConsentProposed:
		return TypeConsentProposed
	case *ConsentAnswered:
		return TypeConsentAnswered
	case *ConsentLapsed:
		return TypeConsentLapsed
	case *HostChanged:
		return TypeHostChanged
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
	if d, ok := data.(*ConsentProposed); ok {
		if err := d.fits(has&(1<<2) != 0, has&(1<<3) != 0); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Type, err)
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
