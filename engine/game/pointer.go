package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pointer is a JSON Pointer (RFC 6901), split into its reference tokens.
type pointer []string

func parsePointer(text string) (pointer, error) {
	if text == "" {
		return nil, nil
	}
	if text[0] != '/' {
		return nil, fmt.Errorf("%q is no JSON Pointer: it must begin with a slash", text)
	}
	tokens := strings.Split(text[1:], "/")
	for i, token := range tokens {
		for j := 0; j < len(token); j++ {
			if token[j] == '~' && (j+1 == len(token) || token[j+1] != '0' && token[j+1] != '1') {
				return nil, fmt.Errorf("%q is no JSON Pointer: ~ must be followed by 0 or 1", text)
			}
		}
		// First ~1, then ~0: "~01" means "~1" (RFC 6901, section 4).
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}

// in finds the value that the pointer names in a decoded document.
func (p pointer) in(document any) (any, bool) {
	for _, token := range p {
		switch container := document.(type) {
		case map[string]any:
			value, ok := container[token]
			if !ok {
				return nil, false
			}
			document = value
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || strconv.Itoa(i) != token || i < 0 || i >= len(container) {
				return nil, false
			}
			document = container[i]
		default:
			return nil, false
		}
	}
	return document, true
}

// decode reads a JSON text into maps, slices, strings, bools, nil and json.Number.
func decode(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}

// same compares two decoded values: numbers as numbers, arrays in order, objects
// exactly.
func same(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(string(a), string(b))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			other, ok := b[key]
			if !ok || !same(value, other) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case json.Number, []any, map[string]any:
		return false
	}
	return a == b
}

// sameNumber compares whole numbers digit by digit, so that none is too great,
// and others (1.0, 1e0) by value.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	whole := !strings.ContainsAny(a, ".eE") && !strings.ContainsAny(b, ".eE")
	return errX == nil && errY == nil && x == y && (!whole || x == 0)
}

// show writes a decoded value on one line, short enough for a message.
func show(value any) string {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	const limit = 400
	text := strings.TrimSuffix(line.String(), "\n")
	if len(text) > limit {
		return text[:limit] + "…"
	}
	return text
}
