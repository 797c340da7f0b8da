package events

import (
	"bytes"
	"slices"
	"strconv"
)

// Canonical reads a JSON text strictly and writes it in the canonical form that
// state digests hash (Format 1, Hash inputs).
func Canonical(text []byte) ([]byte, error) { return rewrite(text, true) }

// compact reads a JSON text strictly and writes it without white space, its keys
// in the order in which they stand.
func compact(text []byte) ([]byte, error) { return rewrite(text, false) }

func rewrite(text []byte, sorted bool) ([]byte, error) {
	s, err := newScanner(text)
	if err != nil {
		return nil, err
	}
	out, err := s.rewrite(make([]byte, 0, len(text)), sorted)
	if err != nil {
		return nil, err
	}
	return out, s.end()
}

// rewrite reads any value and appends it without white space and with as few
// escapes as there may be, its keys as they stand or sorted by code point.
func (s *scanner) rewrite(dst []byte, sorted bool) ([]byte, error) {
	switch s.peek() {
	case '{':
		return s.rewriteObject(dst, sorted)
	case '[':
		dst = append(dst, '[')
		first := true
		err := s.array(func() (err error) {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst, err = s.rewrite(dst, sorted)
			return err
		})
		return append(dst, ']'), err
	case '"':
		b, err := s.bytes()
		return appendString(dst, b), err
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		n, err := s.integer()
		return strconv.AppendInt(dst, int64(n), 10), err
	}
	b, err := s.raw()
	return append(dst, b...), err
}

func (s *scanner) rewriteObject(dst []byte, sorted bool) ([]byte, error) {
	type member struct {
		key      []byte
		from, to int // where it stands in dst, without comma
	}
	var few [16]member
	members := few[:0]
	start := len(dst)
	dst = append(dst, '{')
	err := s.object(func(key []byte) (err error) {
		if len(members) > 0 {
			dst = append(dst, ',')
		}
		m := member{key: key, from: len(dst)}
		dst = append(appendString(dst, key), ':')
		dst, err = s.rewrite(dst, sorted)
		m.to = len(dst)
		members = append(members, m)
		return err
	})
	if err != nil {
		return dst, err
	}
	// The order of UTF-8 bytes is the order of code points.
	byKey := func(a, b member) int { return bytes.Compare(a.key, b.key) }
	if sorted && !slices.IsSortedFunc(members, byKey) {
		slices.SortFunc(members, byKey)
		was := bytes.Clone(dst[start:])
		dst = append(dst[:start], '{')
		for i, m := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, was[m.from-start:m.to-start]...)
		}
	}
	return append(dst, '}'), nil
}

// appendString writes a string with only ", \ and U+0000–U+001F escaped.
func appendString[T string | []byte](dst []byte, text T) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	plain := 0 // where the bytes begin that stand as they are
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[plain:i]...)
		plain = i + 1
		if c < ' ' {
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		} else {
			dst = append(dst, '\\', c)
		}
	}
	return append(append(dst, text[plain:]...), '"')
}
