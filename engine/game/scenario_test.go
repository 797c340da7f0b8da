package game

import (
	"slices"
	"strings"
	"testing"
)

// A scenario that is not exactly in the contract's form is an error that names
// the file, the step and the key.
func TestReadScenarioRefuses(t *testing.T) {
	t.Parallel()
	step := func(s string) string { return `{"game":"toy","players":2,"steps":[{"seat":1,"move":"a"},` + s + `]}` }
	for _, c := range []struct{ data, says string }{
		{`{`, "no JSON"},
		{`[]`, "must be an object"},
		{`null`, "must be an object"},
		{`{"players":2,"steps":[]}`, "game: this key is missing"},
		{`{"game":"toy","steps":[]}`, "players: this key is missing"},
		{`{"game":"toy","players":2}`, "steps: this key is missing"},
		{`{"game":"toy","players":"2","steps":[]}`, "players: "},
		{`{"game":"toy","players":2.5,"steps":[]}`, "players: "},
		{`{"game":"toy","players":null,"steps":[]}`, "players: null"},
		{`{"Game":"toy","game":"toy","players":2,"steps":[]}`, "Game: this key is unknown"},
		{`{"game":"toy","game":"toy","players":2,"steps":[]}`, "/game: this key is given twice"},
		{`{"game":"toy","players":2,"setup":{"a":{"b":1,"b":2}},"steps":[]}`, "/setup/a/b: this key is given twice"},
		{`{"game":"toy","players":2,"setup":[],"steps":[]}`, "setup: "},
		{`{"game":"toy","players":2,"options":{"edition":null},"steps":[]}`, "edition"},
		{`{"game":"toy","players":2,"options":{"coins":1.5},"steps":[]}`, "coins"},
		{`{"game":"toy","players":2,"seed":"7","steps":[]}`, "seed: "},
		{`{"game":"toy","players":2,"setupRefused":1,"steps":[]}`, "setupRefused: "},
		{`{"game":"toy","players":2,"setupRefused":true,"steps":[{"seat":1,"move":"a"}]}`, "steps: there are none"},
		{`{"game":"toy","players":2,"steps":{}}`, "steps: "},
		{step(`7`), "step 2: it must be an object"},
		{step(`{}`), "step 2: it is of no kind"},
		{step(`{"seat":1}`), "step 2: it is of no kind"},
		{step(`{"seat":1,"move":"a","refused":"b"}`), "step 2: refused: it is of two kinds"},
		{step(`{"expect":{},"legal":{"seat":1}}`), "step 2: legal: it is of two kinds"},
		{step(`{"seat":1,"move":"a","note":"x"}`), "step 2: note: this key is unknown"},
		{step(`{"seat":1,"seat":2,"move":"a"}`), "step 2: /seat: this key is given twice"},
		{step(`{"move":"a"}`), "step 2: seat: this key is missing"},
		{step(`{"seat":"1","move":"a"}`), "step 2: seat: "},
		{step(`{"seat":1,"move":7}`), "step 2: move: "},
		{step(`{"seat":1,"move":null}`), "step 2: move: "},
		{step(`{"chance":5}`), "step 2: chance: "},
		{step(`{"chance":[true]}`), "step 2: chance: true is no outcome"},
		{step(`{"chance":[1.5]}`), "step 2: chance: 1.5 is no outcome"},
		{step(`{"chance":[null]}`), "step 2: chance: null is no outcome"},
		{step(`{"expect":[]}`), "step 2: expect: "},
		{step(`{"expect":{"over":true}}`), `step 2: expect: "over" is no JSON Pointer`},
		{step(`{"expect":{"/a~2":true}}`), `step 2: expect: "/a~2" is no JSON Pointer`},
		{step(`{"expect":{},"absent":"/result"}`), "step 2: absent: "},
		{step(`{"absent":[null]}`), "step 2: absent: "},
		{step(`{"legal":{"has":["a"]}}`), "step 2: seat: this key is missing"},
		{step(`{"legal":{"seat":1,"hass":["a"]}}`), "step 2: hass: this key is unknown"},
		{step(`{"legal":{"seat":1,"has":"a"}}`), "step 2: has: "},
		{step(`{"legal":{"seat":1,"count":-1}}`), "step 2: count: "},
		{step(`{"view":{"expect":{}}}`), "step 2: viewer: this key is missing"},
		{step(`{"view":{"viewer":1,"legal":{}}}`), "step 2: legal: this key is unknown"},
		{step(`{"play":"well","until":"over"}`), "step 2: play: "},
		{step(`{"play":"random","seed":1}`), "step 2: until: this key is missing"},
		{step(`{"play":"random","seed":1,"until":"round two"}`), "step 2: until: "},
		{step(`{"play":"random","seed":1,"until":"round 0"}`), "step 2: until: "},
	} {
		_, err := ReadScenario("a.json", []byte(c.data))
		if err == nil || !strings.HasPrefix(err.Error(), "a.json: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s\n got %v\nwant … %s …", c.data, err, c.says)
		}
	}
}

func TestPointers(t *testing.T) {
	t.Parallel()
	document, err := decode([]byte(`{"a":[{"b":1},2],"":3,"x/y":4,"m~n":5,"~1":6}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ at, want string }{
		{"/a/0/b", "1"}, {"/a/1", "2"}, {"/", "3"}, {"/x~1y", "4"}, {"/m~0n", "5"}, {"/~01", "6"},
		{"/a/2", ""}, {"/a/-", ""}, {"/a/01", ""}, {"/a/+1", ""}, {"/a/-1", ""}, {"/b", ""}, {"/a/1/c", ""},
	} {
		p, err := parsePointer(c.at)
		if err != nil {
			t.Fatal(err)
		}
		found, ok := p.in(document)
		if ok != (c.want != "") || ok && show(found) != c.want {
			t.Errorf("%s: %v %v, want %q", c.at, found, ok, c.want)
		}
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"1", "1e0", true}, {"0", "-0", true}, {"1", `"1"`, false}, {"1", "2", false},
		{"9007199254740993", "9007199254740992", false}, {"null", "false", false}, {"null", "null", true},
		{"[1,2]", "[1.0,2]", true}, {"[1,2]", "[2,1]", false}, {"[1]", "[1,2]", false}, {"[]", "{}", false},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true}, {`{"a":1}`, `{"a":1,"b":2}`, false}, {`{"a":null}`, `{"b":null}`, false},
		{"1e400", "1e400", true}, {"1e400", "2e400", false},
	} {
		a, errA := decode([]byte(c.a))
		b, errB := decode([]byte(c.b))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if same(a, b) != c.same || same(b, a) != c.same {
			t.Errorf("%s and %s: want %v", c.a, c.b, c.same)
		}
	}
}

// Random gives the same numbers on every machine, and each one alike.
func TestRandom(t *testing.T) {
	t.Parallel()
	draw := Random(7)
	var got []uint64
	for range 8 {
		got = append(got, draw(6))
	}
	if want := []uint64{4, 2, 3, 5, 0, 5, 5, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	counts := map[uint64]int{}
	for range 6000 {
		counts[draw(6)]++
	}
	for face := range uint64(6) {
		if counts[face] < 850 || counts[face] > 1150 {
			t.Errorf("%d came %d times in 6000", face, counts[face])
		}
	}
}
