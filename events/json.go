package events

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// The bounds of every JSON text of a log (Format 1, Slips, events, parts).
const (
	maxDepth   = 32
	maxInteger = 1<<53 - 1
	maxLine    = 1 << 20 // bytes of a line without its "\n"
)

// CheckJSON says whether a text is JSON as a log may have it: UTF-8 without byte
// order mark or lone surrogates, no key twice in an object, at most 32 deep,
// whole numbers within ±(2^53−1).
func CheckJSON(text []byte) error {
	s, err := newScanner(text)
	if err != nil {
		return err
	}
	if err := s.skip(); err != nil {
		return err
	}
	return s.end()
}

// scanner reads one JSON text strictly, value by value. Whoever calls it asks for
// what he expects to stand next; what it gives are pieces of the text itself.
type scanner struct {
	text  []byte
	at    int
	depth int
	known bool // the text was read before: no key stands twice
}

// newScanner makes a scanner of a text that comes from outside.
func newScanner(text []byte) (scanner, error) {
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return scanner{}, errors.New("the text begins with a byte order mark")
	}
	if !utf8.Valid(text) {
		return scanner{}, errors.New("the text is not UTF-8")
	}
	return scanner{text: text}, nil
}

func (s *scanner) fail(what string) error {
	return fmt.Errorf("byte %d: %s", s.at, what)
}

// peek is the first byte of what stands next, 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) end() error {
	if s.peek(); s.at < len(s.text) {
		return s.fail("something follows the value")
	}
	return nil
}

// skip reads any value.
func (s *scanner) skip() error {
	var err error
	switch c := s.peek(); c {
	case '{':
		err = s.object(nil)
	case '[':
		err = s.array(nil)
	case '"':
		_, err = s.bytes()
	case 't':
		err = s.literal("true")
	case 'f':
		err = s.literal("false")
	case 'n':
		err = s.literal("null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		_, err = s.integer()
	default:
		err = s.fail("a value is needed")
	}
	return err
}

// raw reads any value and gives its bytes.
func (s *scanner) raw() ([]byte, error) {
	s.peek()
	from := s.at
	if err := s.skip(); err != nil {
		return nil, err
	}
	return s.text[from:s.at:s.at], nil
}

func (s *scanner) enter() error {
	if s.depth == maxDepth {
		return s.fail("nested more than 32 deep")
	}
	s.depth++
	s.at++
	return nil
}

// object reads an object; field reads the value of each key, nil skips them.
func (s *scanner) object(field func(key []byte) error) error {
	if s.peek() != '{' {
		return s.fail("an object is needed")
	}
	if err := s.enter(); err != nil {
		return err
	}
	var keys keys
	for first := true; ; first = false {
		c := s.peek()
		if c == '}' {
			break
		}
		if !first {
			if c != ',' {
				return s.fail("a comma or the object's end is needed")
			}
			s.at++
			c = s.peek()
		}
		if c != '"' {
			return s.fail("a key is needed")
		}
		key, err := s.bytes()
		if err != nil {
			return err
		}
		if !s.known && !keys.add(key) {
			return s.fail(fmt.Sprintf("the key %.40q stands twice", key))
		}
		if s.peek() != ':' {
			return s.fail("a colon is needed")
		}
		s.at++
		if field == nil {
			err = s.skip()
		} else {
			err = field(key)
		}
		if err != nil {
			return err
		}
	}
	s.at++
	s.depth--
	return nil
}

// keys are those of one object. A few are compared one by one; many get a set, so
// that no text costs quadratic work.
type keys struct {
	few   [12][]byte
	count int
	many  map[string]bool
}

// add notes a key and says whether it is new.
func (k *keys) add(key []byte) bool {
	if k.many == nil {
		for _, other := range k.few[:k.count] {
			if string(other) == string(key) {
				return false
			}
		}
		if k.count < len(k.few) {
			k.few[k.count] = key
			k.count++
			return true
		}
		k.many = make(map[string]bool, 4*len(k.few))
		for _, other := range k.few {
			k.many[string(other)] = true
		}
	}
	if k.many[string(key)] {
		return false
	}
	k.many[string(key)] = true
	return true
}

// array reads an array; item reads each element, nil skips them.
func (s *scanner) array(item func() error) error {
	if s.peek() != '[' {
		return s.fail("an array is needed")
	}
	if err := s.enter(); err != nil {
		return err
	}
	for first := true; ; first = false {
		c := s.peek()
		if c == ']' {
			break
		}
		if !first {
			if c != ',' {
				return s.fail("a comma or the array's end is needed")
			}
			s.at++
			if s.peek() == ']' {
				return s.fail("a value is needed")
			}
		}
		var err error
		if item == nil {
			err = s.skip()
		} else {
			err = item()
		}
		if err != nil {
			return err
		}
	}
	s.at++
	s.depth--
	return nil
}

func (s *scanner) literal(word string) error {
	if !bytes.HasPrefix(s.text[s.at:], []byte(word)) {
		return s.fail("a value is needed")
	}
	s.at += len(word)
	return nil
}

// boolean reads true or false.
func (s *scanner) boolean() (bool, error) {
	switch s.peek() {
	case 't':
		return true, s.literal("true")
	case 'f':
		return false, s.literal("false")
	}
	return false, s.fail("true or false is needed")
}

// integer reads a number: whole, without fraction, exponent or -0, within
// ±(2^53−1).
func (s *scanner) integer() (int, error) {
	c := s.peek()
	from, negative := s.at, c == '-'
	if negative {
		s.at++
	}
	digits, value := s.at, 0
	for s.at < len(s.text) && '0' <= s.text[s.at] && s.text[s.at] <= '9' {
		value = value*10 + int(s.text[s.at]-'0')
		if value > maxInteger {
			return 0, s.fail("the number lies beyond ±(2^53−1)")
		}
		s.at++
	}
	switch {
	case s.at == digits:
		s.at = from
		return 0, s.fail("a whole number is needed")
	case s.text[digits] == '0' && (s.at > digits+1 || negative):
		s.at = from
		return 0, s.fail("a number has no leading zeros and no -0")
	case s.at < len(s.text) && (s.text[s.at] == '.' || s.text[s.at] == 'e' || s.text[s.at] == 'E'):
		return 0, s.fail("a number is written whole, without fraction or exponent")
	case negative:
		value = -value
	}
	return value, nil
}

// string reads a string.
func (s *scanner) string() (string, error) {
	if s.peek() != '"' {
		return "", s.fail("a string is needed")
	}
	b, err := s.bytes()
	return string(b), err
}

// bytes reads a string whose quote stands next. Where it has no escapes it is a
// piece of the text.
func (s *scanner) bytes() ([]byte, error) {
	from := s.at + 1
	for i := from; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			s.at = i + 1
			return s.text[from:i:i], nil
		case c == '\\':
			return s.escaped(from, i)
		case c < ' ':
			s.at = i
			return nil, s.fail("a control character in a string must be escaped")
		}
	}
	return nil, s.fail("the string does not end")
}

// escaped reads on at the first backslash of a string.
func (s *scanner) escaped(from, i int) ([]byte, error) {
	out := append(make([]byte, 0, i-from+32), s.text[from:i]...)
	for i < len(s.text) {
		c := s.text[i]
		switch {
		case c == '"':
			s.at = i + 1
			return out, nil
		case c < ' ':
			s.at = i
			return nil, s.fail("a control character in a string must be escaped")
		case c != '\\':
			out = append(out, c)
			i++
		default:
			s.at = i
			r, size := s.escape(s.text[i:])
			if size == 0 {
				return nil, s.fail("this escape is none, or half of a surrogate pair")
			}
			out = utf8.AppendRune(out, r)
			i += size
		}
	}
	s.at = from - 1
	return nil, s.fail("the string does not end")
}

// escape reads one escape; its size is 0 where it is none or a lone surrogate.
func (s *scanner) escape(text []byte) (r rune, size int) {
	if len(text) < 2 {
		return 0, 0
	}
	switch text[1] {
	case '"', '\\', '/':
		return rune(text[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		high, ok := hexRune(text)
		if !ok || 0xDC00 <= high && high <= 0xDFFF {
			return 0, 0
		}
		if high < 0xD800 || 0xDFFF < high {
			return high, 6
		}
		low, ok := hexRune(text[6:])
		if !ok || low < 0xDC00 || 0xDFFF < low {
			return 0, 0
		}
		return (high-0xD800)<<10 + low - 0xDC00 + 0x10000, 12
	}
	return 0, 0
}

// hexRune reads \uXXXX.
func hexRune(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range text[2:6] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 + rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 + rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			r = r<<4 + rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
