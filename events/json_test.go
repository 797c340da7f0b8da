package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCheckJSON(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	objects := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	manyKeys := func(last string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := range 40 {
			fmt.Fprintf(&b, `"k%d":%d,`, i, i)
		}
		return b.String() + `"` + last + `":0}`
	}
	good := []string{
		`{}`, `[]`, ` [ ] `, "\t{ \"a\"\r\n: 1 , \"b\" : [ 1 , 2 ] }\n", `0`, `-1`, `"x"`, `true`, `false`, `null`,
		`9007199254740991`, `-9007199254740991`, `""`, `"é🎲"`, `"\ud83c\udfb2"`, `"\uD83C\uDFB2"`, `"\u0000"`, "\"\x7f\u2028\"",
		"\"a\ufeffb\"", "\"\ufffd\"", `"\"\\\/\b\f\n\r\t\u00e8"`, deep(32), objects(32), `{"a":1,"A":2}`, `{"":1}`, manyKeys("k40"),
		`[{"a":1},{"a":1}]`, `{"a":{"a":{"a":1}}}`, `[0,10,100]`, `"` + strings.Repeat("x", 100) + `"`,
	}
	for _, text := range good {
		if err := CheckJSON([]byte(text)); err != nil {
			t.Errorf("%.80q: %v", text, err)
		}
	}
	bad := []string{
		``, ` `, `{`, `}`, `[`, `]`, `[1,]`, `[,1]`, `[1 2]`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{a:1}`, `{'a':1}`, `{1:1}`,
		`1.0`, `1.5`, `-0`, `0.0`, `1e3`, `1E3`, `1e-3`, `01`, `-01`, `00`, `+1`, `.5`, `-`, `--1`, `0x10`, `Infinity`, `NaN`,
		`9007199254740992`, `-9007199254740992`, `99999999999999999999999999`, `18446744073709551617`,
		`{"a":1,"a":1}`, `{"a":1,"\u0061":1}`, `{"é":1,"\u00e9":2}`, `{"x":{"a":1,"b":2,"a":3}}`, manyKeys("k0"), manyKeys("k12"), manyKeys("k39"), manyKeys(`\u006b7`),
		`"\ud83c"`, `"\udfb2"`, `"\udfb2\ud83c"`, `"\ud83cx"`, `"\ud83c\u0041"`, `"\ud83c\ud83c"`, `"\ud83c\`, `"\uD800`, `"\u12"`, `"\u12g4"`, `"\x41"`, `"\'"`, `"\`, `"`, `"abc`,
		"\"\xed\xa0\x80\"", "\"\xed\xb0\x80\"", "\"\xff\"", "\"\xc0\xaf\"", "\"\xc3\"", "\"\xf4\x90\x80\x80\"", "\xef\xbb\xbf{}", "\ufeff1",
		"\"a\nb\"", "\"a\tb\"", "\"\x00\"", "\"\\n\x01\"", deep(33), objects(33), strings.Repeat("[", 100000),
		`truex`, `tru`, `True`, `nul`, `{} {}`, `1 2`, `{}x`, `[1]]`, "1\x00", "\v1", "\u00a01", `// 1`, `/**/1`, `{"a":1;"b":2}`, `undefined`,
	}
	for _, text := range bad {
		if CheckJSON([]byte(text)) == nil {
			t.Errorf("%.80q is taken for JSON of a log", text)
		}
		if _, err := Canonical([]byte(text)); err == nil {
			t.Errorf("%.80q has a canonical form", text)
		}
	}
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		` { "b" : [ 1 , { } , [ ] ] , "a" : null } `:     `{"a":null,"b":[1,{},[]]}`,
		`{"b":{"d":1,"c":2},"a":{"f":3,"e":4},"":0}`:     `{"":0,"a":{"e":4,"f":3},"b":{"c":2,"d":1}}`,
		`"\/\b\f\n\r\t\u001F\u007f\u00e8\ud83c\udfb2\""`: "\"/\\u0008\\u000c\\u000a\\u000d\\u0009\\u001f\u007fè🎲\\\"\"",
		"{\"\U0001F3B2\":1,\"\uFFFD\":2,\"\u00e9\":3}":   "{\"\u00e9\":3,\"\uFFFD\":2,\"\U0001F3B2\":1}", // by code point, not by UTF-16
		`{"a\u0000":1,"a":2,"aa":3}`:                     `{"a":2,"a\u0000":1,"aa":3}`,
		`[true,false,null,-10,0]`:                        `[true,false,null,-10,0]`,
	} {
		got, err := Canonical([]byte(text))
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
}

// anyJSON makes values as a log may have them.
func anyJSON(depth int) *rapid.Generator[any] {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-c"\\/\x00-\x1f]{0,4}`))
	leaves := []*rapid.Generator[any]{
		text.AsAny(), rapid.Bool().AsAny(), rapid.IntRange(-maxInteger, maxInteger).AsAny(), rapid.IntRange(-3, 3).AsAny(), rapid.Just[any](nil),
	}
	if depth > 0 {
		leaves = append(leaves, rapid.SliceOfN(anyJSON(depth-1), 0, 4).AsAny(), rapid.MapOfN(text, anyJSON(depth-1), 0, 20).AsAny())
	}
	return rapid.OneOf(leaves...)
}

func TestCanonicalProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := anyJSON(3).Draw(t, "value")
		text, err := json.MarshalIndent(value, " ", "\t")
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := Canonical(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := Canonical(canonical)
		if err != nil || !bytes.Equal(again, canonical) {
			t.Fatalf("%s is not canonical: %s, %v", canonical, again, err)
		}
		compacted, err := compact(text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err = Canonical(compacted); err != nil || !bytes.Equal(again, canonical) {
			t.Fatalf("%s: compact and canonical differ: %s, %v", text, again, err)
		}
		if !reflect.DeepEqual(loose(t, text), loose(t, canonical)) {
			t.Fatalf("%s and %s are not the same value", text, canonical)
		}
	})
}

// loose reads JSON with the standard library.
func loose(t interface{ Fatal(...any) }, text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// FuzzCanonical holds the strict reader against the standard library: what it
// takes, that takes too, with the same value; and the canonical form is stable.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"b":1,"a":[true,null,"x\ud83c\udfb2"]}`, `1.0`, `-0`, `{"a":1,"a":2}`, "\"\xff\"", `[[[[]]]]`, `"\ud800"`, "\xef\xbb\xbf1", `9007199254740992`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		canonical, err := Canonical(text)
		if check := CheckJSON(text); (check == nil) != (err == nil) {
			t.Fatalf("%q: CheckJSON says %v, Canonical says %v", text, check, err)
		}
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is no JSON", text)
		}
		if again, err := Canonical(canonical); err != nil || !bytes.Equal(again, canonical) {
			t.Fatalf("%q is not canonical: %q, %v", canonical, again, err)
		}
		if !reflect.DeepEqual(loose(t, text), loose(t, canonical)) {
			t.Fatalf("%q and %q are not the same value", text, canonical)
		}
	})
}
