package clock

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// Parse reads settings strictly: a key that does not exist, stands twice or
// belongs to the other kind of clock, and every silly value, is refused with an
// *Error. Days and percentages may come in any order.
func Parse(raw json.RawMessage) (Settings, error) {
	fields, err := fieldsOf(raw)
	if err != nil {
		return Settings{}, err
	}
	s := Settings{Zone: "UTC"}
	places := map[string]any{
		"kind": &s.Kind, "time": &s.Time, "bank": &s.Bank, "add": &s.Add, "cap": &s.Cap, "weekdays": &s.Weekdays,
		"dates": &s.Dates, "zone": &s.Zone, "policy": &s.Policy, "grace": &s.Grace, "remind": &s.Remind,
	}
	for _, f := range fields {
		place, ok := places[f.key]
		if !ok {
			return Settings{}, refuse("Leave it out.", "A clock has no %.40q, or has it once only.", f.key)
		}
		delete(places, f.key)
		if bytes.Equal(f.value, []byte("null")) || json.Unmarshal(f.value, place) != nil {
			return Settings{}, refuse("Write whole numbers, texts and lists of them.", "The clock's %s cannot be read.", f.key)
		}
	}
	for _, key := range foreign(s.Kind) {
		if places[key] == nil {
			return Settings{}, refuse("Leave it out, or choose the other kind.", "A clock of the kind %.40q has no %s.", s.Kind, key)
		}
	}
	s.Weekdays = ordered(s.Weekdays, func(a, b string) int {
		return slices.Index(weekdays, a) - slices.Index(weekdays, b)
	})
	s.Dates = ordered(s.Dates, func(a, b string) int { return bytes.Compare([]byte(a), []byte(b)) })
	s.Remind = ordered(s.Remind, func(a, b int) int { return a - b })
	if err := s.check(); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// foreign names the keys that belong to the other kind.
func foreign(kind string) []string {
	switch kind {
	case KindDecision:
		return []string{"bank", "add", "cap"}
	case KindBank:
		return []string{"time"}
	}
	return nil
}

// ordered sorts a list and drops what stands in it twice; nil for none.
func ordered[T comparable](list []T, compare func(a, b T) int) []T {
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, compare)
	return slices.Compact(list)
}

type field struct {
	key   string
	value json.RawMessage
}

// fieldsOf reads one JSON object's fields, in their order and with their letters
// as they are: encoding/json would take "TIME" for "time" and the last of two.
func fieldsOf(raw json.RawMessage) ([]field, error) {
	unreadable := refuse("Write one JSON object, or choose the clock in the form.", "The clock cannot be read.")
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return nil, unreadable
	}
	var fields []field
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, unreadable
		}
		name, ok := key.(string)
		f := field{key: name}
		if !ok || decoder.Decode(&f.value) != nil {
			return nil, unreadable
		}
		fields = append(fields, f)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, unreadable
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, unreadable
	}
	return fields, nil
}
