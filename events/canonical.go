package events

import (
	"bytes"
	"fmt"
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
	s.known = sorted // twins are next to each other after sorting
	r := rewriter{scanner: s, dst: make([]byte, 0, len(text)), sorted: sorted}
	if err := r.value(); err != nil {
		return nil, err
	}
	return r.dst, r.end()
}

// rewriter writes what it reads without white space and with as few escapes as
// there may be, keys as they stand or sorted by code point.
type rewriter struct {
	scanner
	dst     []byte
	sorted  bool
	members []member // of the objects that it is in, the innermost object's last
	spare   []byte   // an object as it stood, while its members are put in order
}

// member is a member of an object: its key, and where it stands in dst.
type member struct {
	key      []byte
	from, to int
}

func (r *rewriter) value() error {
	switch r.peek() {
	case '{':
		return r.braces()
	case '[':
		r.dst = append(r.dst, '[')
		first := true
		err := r.array(func() error {
			if !first {
				r.dst = append(r.dst, ',')
			}
			first = false
			return r.value()
		})
		r.dst = append(r.dst, ']')
		return err
	case '"':
		b, err := r.bytes()
		r.dst = appendString(r.dst, b)
		return err
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		n, err := r.integer()
		r.dst = strconv.AppendInt(r.dst, int64(n), 10)
		return err
	}
	b, err := r.raw()
	r.dst = append(r.dst, b...)
	return err
}

func (r *rewriter) braces() error {
	start, outer := len(r.dst), len(r.members)
	r.dst = append(r.dst, '{')
	err := r.object(func(key []byte) error {
		if len(r.members) > outer {
			r.dst = append(r.dst, ',')
		}
		from := len(r.dst)
		r.dst = append(appendString(r.dst, key), ':')
		// Kept before the value is read: the members of the value come and go after it.
		r.members = append(r.members, member{key: key, from: from})
		at := len(r.members) - 1
		err := r.value()
		r.members[at].to = len(r.dst)
		return err
	})
	if err == nil && r.sorted {
		err = r.order(r.members[outer:], start)
	}
	r.members = r.members[:outer]
	r.dst = append(r.dst, '}')
	return err
}

// order sorts the members of an object that begins at start of dst. The order of
// UTF-8 bytes is the order of code points.
func (r *rewriter) order(members []member, start int) error {
	byKey := func(a, b member) int { return bytes.Compare(a.key, b.key) }
	if !slices.IsSortedFunc(members, byKey) {
		slices.SortFunc(members, byKey)
		r.spare = append(r.spare[:0], r.dst[start:]...)
		r.dst = append(r.dst[:start], '{')
		for i, m := range members {
			if i > 0 {
				r.dst = append(r.dst, ',')
			}
			r.dst = append(r.dst, r.spare[m.from-start:m.to-start]...)
		}
	}
	for i := 1; i < len(members); i++ {
		if bytes.Equal(members[i-1].key, members[i].key) {
			return r.fail(fmt.Sprintf("the key %.40q stands twice", members[i].key))
		}
	}
	return nil
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
