package diepatin

import (
	"fmt"
	"strconv"
)

// object writes a JSON object whose keys are ids or names of fields, in the order
// in which they are put. Ids and keys need no escaping.
type object struct{ bytes []byte }

// key begins a value; what is appended to bytes after it is the value.
func (o *object) key(key string) {
	if len(o.bytes) == 0 {
		o.bytes = append(o.bytes, '{')
	} else if o.bytes[len(o.bytes)-1] != '{' {
		o.bytes = append(o.bytes, ',')
	}
	o.bytes = append(o.bytes, '"')
	o.bytes = append(o.bytes, key...)
	o.bytes = append(o.bytes, `":`...)
}

func (o *object) number(key string, n int) {
	o.key(key)
	o.bytes = strconv.AppendInt(o.bytes, int64(n), 10)
}

func (o *object) bool(key string, is bool) {
	o.key(key)
	o.bytes = strconv.AppendBool(o.bytes, is)
}

func (o *object) word(key, id string) {
	o.key(key)
	o.bytes = appendWord(o.bytes, id)
}

func (o *object) numbers(key string, list []int) {
	o.key(key)
	o.bytes = appendNumbers(o.bytes, list)
}

// begin begins an object as a value; end ends the innermost one.
func (o *object) begin(key string) {
	o.key(key)
	o.bytes = append(o.bytes, '{')
}

func (o *object) end() {
	if len(o.bytes) == 0 {
		o.bytes = append(o.bytes, '{')
	}
	o.bytes = append(o.bytes, '}')
}

// words writes an array of ids.
func words[T interface{ ID() string }](o *object, key string, list []T) {
	o.key(key)
	o.bytes = append(o.bytes, '[')
	for i, item := range list {
		if i > 0 {
			o.bytes = append(o.bytes, ',')
		}
		o.bytes = appendWord(o.bytes, item.ID())
	}
	o.bytes = append(o.bytes, ']')
}

func appendWord(text []byte, id string) []byte {
	text = append(text, '"')
	text = append(text, id...)
	return append(text, '"')
}

func appendNumbers(text []byte, list []int) []byte {
	text = append(text, '[')
	for i, n := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return append(text, ']')
}

// readID finds an id in a list whose place 0 stands for none.
func readID[T ~int8](into *T, ids []string, text []byte, what string) error {
	for i, id := range ids {
		if i > 0 && id == string(text) {
			*into = T(i)
			return nil
		}
	}
	return fmt.Errorf("there is no %s %q", what, text)
}
