package words

import (
	"fmt"
	"unicode"

	"pizzini/engine/game"
)

// OptionWords is a catalogue with words for the options of its game.
type OptionWords interface {
	// Option names an option and says in one line what it decides.
	Option(key string) (label, help string)
	// Value names a value of an option.
	Value(key string, value any) string
}

// Option is an option of a match in words.
type Option struct {
	Key   string
	Label string // "The car"
	Help  string // what it decides, in one line; may be empty
	Value string // "protects its district"
	House bool   // it is not as it usually is, or as another option has it
	Own   bool   // it has a default of its own; without one it follows another option
}

// OptionLabel names an option and says in one line what it decides. Without words
// for it the key is spelled out: "houseRules" is "House rules".
func OptionLabel(c Catalogue, key string) (label, help string) {
	if w, ok := c.(OptionWords); ok {
		if label, help = w.Option(key); label != "" {
			return label, help
		}
	}
	return spelled(key), ""
}

// OptionValue names a value of an option.
func OptionValue(c Catalogue, key string, value any) string {
	if w, ok := c.(OptionWords); ok {
		if text := w.Value(key, value); text != "" {
			return text
		}
	}
	switch value {
	case true:
		return "Yes"
	case false:
		return "No"
	}
	return spelled(fmt.Sprint(value))
}

// Options tells how a match is played: the options between whose values there was
// a choice, in their order.
func Options(c Catalogue, rules game.Rules, players int, chosen game.Options) []Option {
	own := game.Options{}
	for _, o := range rules.Info().Options {
		if value, ok := chosen[o.Key]; ok && o.Default != nil {
			own[o.Key] = value
		}
	}
	usual, err := rules.Resolve(players, own)
	if err != nil {
		return nil // an older match: its rules say what they take
	}
	var list []Option
	for _, o := range rules.Info().Options {
		value, ok := chosen[o.Key]
		if !ok || len(o.Values) < 2 {
			continue
		}
		expected := o.Default
		if expected == nil {
			expected = usual[o.Key]
		}
		told := Option{Key: o.Key, Value: OptionValue(c, o.Key, value), House: value != expected, Own: o.Default != nil}
		told.Label, told.Help = OptionLabel(c, o.Key)
		list = append(list, told)
	}
	return list
}

// spelled makes words of a key or an id: "houseRules" and "house-rules" are
// "House rules".
func spelled(key string) string {
	var words []rune
	for i, r := range key {
		switch {
		case i == 0:
			words = append(words, unicode.ToUpper(r))
		case unicode.IsUpper(r):
			words = append(words, ' ', unicode.ToLower(r))
		case r == '-':
			words = append(words, ' ')
		default:
			words = append(words, r)
		}
	}
	return string(words)
}
