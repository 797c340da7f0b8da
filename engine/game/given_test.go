package game

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestReadSetup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		took string // the keys, or "state" for a position
		err  string // "" = accepted
	}{
		{``, ``, ``},
		{" \n", ``, ``},
		{`{}`, ``, ``},
		{`{"b":1,"a":[null]}`, `a b`, ``},
		{`{"state":{}}`, `state`, ``},
		{`{"state":null}`, `state`, ``},
		{`{"state":"bad"}`, `state`, `set-up of chess: state: refused`},
		{`{"state":{},"a":1}`, ``, `set-up of chess: "state" must be its only key`},
		{`{"a":null}`, ``, `set-up of chess: a: it may not be null; leave it out`},
		{`{"a":1,"b": null ,"c":1}`, `a`, `set-up of chess: b: it may not be null; leave it out`},
		{`{"a":"bad","b":1}`, `a`, `set-up of chess: a: refused`},
		{`null`, ``, `set-up of chess: it must be an object`},
		{`[]`, ``, `set-up of chess: it must be an object`},
		{`7`, ``, `set-up of chess: it must be an object`},
		{`{`, ``, `set-up of chess: it must be an object`},
		{`{} {}`, ``, `set-up of chess: it must be an object`},
	} {
		var took []string
		take := func(key string, value json.RawMessage) error {
			took = append(took, key)
			if string(value) == `"bad"` {
				return errors.New("refused")
			}
			return nil
		}
		position := func(value json.RawMessage) error { return take("state", value) }
		said := ""
		if err := ReadSetup("chess", json.RawMessage(c.text), position, take); err != nil {
			said = err.Error()
		}
		if said != c.err || !slices.Equal(took, strings.Fields(c.took)) {
			t.Errorf("%s: took %q and said %q", c.text, took, said)
		}
	}
}

func TestDifference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given, ours string
		err         string // "" = no difference
	}{
		{`{"a":1,"b":[true,null,"x"]}`, `{"a":1,"b":[true,null,"x"]}`, ``},
		{`{ "b": [true, null, "x"], "a": 1 }`, `{"a":1,"b":[true,null,"x"]}`, ``},
		{`{"a":1,"c":2}`, `{"a":1}`, `/c: this key is unknown or does not belong here`},
		{`{"A":1}`, `{"a":1}`, `/A: this key is unknown or does not belong here`},
		{`{}`, `{"a":1}`, `/a: this key is missing`},
		{`{"a":{"b":{}}}`, `{"a":{"b":{"c":null}}}`, `/a/b/c: this key is missing`},
		{`[1]`, `{"a":1}`, `: it must be an object`},
		{`{"a":[1]}`, `{"a":[1,2]}`, `/a: it must be an array of 2`},
		{`{"a":null}`, `{"a":[]}`, `/a: it must be an array of 0`},
		{`{"a":[1,3]}`, `{"a":[1,2]}`, `/a/1: 3 does not fit the rest, which gives 2`},
		{`{"a":1.0}`, `{"a":1}`, `/a: 1.0 does not fit the rest, which gives 1`},
		{`{"a":"1"}`, `{"a":1}`, `/a: 1 does not fit the rest, which gives 1`},
		{`{"a":[]}`, `{"a":1}`, `/a: it must be 1`},
		{`{"a":{}}`, `{"a":null}`, `/a: it must be null`},
		{`{"a":`, `{"a":1}`, `unexpected EOF`},
	} {
		said := ""
		if err := Difference(json.RawMessage(c.given), json.RawMessage(c.ours)); err != nil {
			said = err.Error()
		}
		if said != c.err {
			t.Errorf("%s to %s: %q, want %q", c.given, c.ours, said, c.err)
		}
	}
}
