package game_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
	"pizzini/engine/gametest/toy"
)

func toyOnly(kind string) (game.Rules, bool) { return toy.Rules{}, kind == "toy" }

// A step that does not hold says where, what was expected and what was found; the
// next steps are tried if the position still means something.
func TestScenarioFailures(t *testing.T) {
	t.Parallel()
	begin := `{"game":"toy","players":2,"setup":{"start":1,"numbers":[4,9],"deck":["moon","rain","sun"]},"steps":[`
	played := begin + `{"seat":1,"move":"bid 3"},{"seat":2,"move":"bid 1"},{"seat":1,"move":"show"},{"seat":1,"move":"stake 1"},`
	for _, c := range []struct {
		data string
		want []string
	}{
		{`{"game":"toy"}`, []string{"f.json: expected a scenario file; found players: this key is missing"}},
		{begin + `{"seat":1}]}`, []string{"f.json: step 1: expected a step of the scenario format; found it is of no kind"}},
		{`{"game":"chess","players":2,"steps":[]}`, []string{`f.json: expected a game that is known; found "chess"`}},
		{`{"game":"toy","players":5,"steps":[]}`, []string{"f.json: expected that the match can be set up; found players: "}},
		{`{"game":"toy","players":2,"options":{"rounds":9},"steps":[]}`, []string{"can be set up; found option rounds"}},
		{`{"game":"toy","players":2,"setup":{"start":3},"steps":[]}`, []string{"can be set up; found setup: start"}},
		{`{"game":"toy","players":2,"setup":{"state":{},"start":1},"steps":[]}`, []string{"can be set up; found setup: "}},
		{`{"game":"toy","players":2,"setup":{"start":3},"setupRefused":true}`, nil},
		{`{"game":"toy","players":5,"setupRefused":true}`, nil},
		{`{"game":"toy","players":2,"setupRefused":true,"steps":[]}`, []string{"f.json: expected that the set-up is refused; found that it was accepted"}},
		{begin + `{"seat":1,"move":"bid 4"},{"expect":{"/round":9}}]}`, []string{`f.json: step 1: expected that seat 1 may play "bid 4"; found the legal moves ["bid 1","bid 2","bid 3"]`}},
		{begin + `{"seat":7,"move":"bid 1"}]}`, []string{"found that seat 7 has no legal move (active: [1,2])"}},
		{begin + `{"seat":1,"refused":"BID  1"},{"expect":{"/round":9}}]}`, []string{`step 1: expected that seat 1 may not play "bid 1"; found that it is legal`}},
		{begin + `{"seat":-1,"refused":"bid 1"},{"seat":1,"refused":"\u0000 é"}]}`, nil},
		{begin + `{"chance":[6]},{"expect":{"/round":9}}]}`, []string{`step 1: expected an outcome out of [1,2,3,4,5,"hand"]; found 6`}},
		{begin + `{"chance":["Hand"]}]}`, []string{`step 1: expected an outcome`}},
		{played + `{"chance":[5,"hand"]},{"seat":1,"move":"roll"},{"expect":{"/seats/0/points":7}}]}`, nil},
		{begin + `{"expect":{"/round":1.0,"/active":[2,1],"/seats/0":{"number":4},"/nothing":null},"absent":["/result","/deck"]}]}`, []string{
			"step 1: expected /active to be [2,1] in the state; found [1,2]",
			"step 1: expected /nothing to be null in the state; found no such place",
			`step 1: expected /seats/0 to be {"number":4} in the state; found {"bid":0,`,
			`step 1: expected no /deck in the state; found ["rain","sun"]`,
		}},
		{begin + `{"legal":{"seat":1,"has":["show"],"lacks":["bid 1"],"only":["bid 1","bid 4"],"count":2}},{"expect":{"/round":2}}]}`, []string{
			`step 1: expected "show" among seat 1's legal moves; found the legal moves`,
			`step 1: expected no "bid 1" among`,
			`step 1: expected exactly the given moves as seat 1's legal moves; found missing ["bid 4"], besides ["bid 2","bid 3"]`,
			`step 1: expected 2 moves as seat 1's legal moves; found 3: `,
			"step 2: expected /round to be 2",
		}},
		{begin + `{"legal":{"seat":1,"only":[" BID 3","bid 2","bid 1","bid 1"]}},{"legal":{"seat":3,"only":[],"count":0}}]}`, nil},
		{begin + `{"view":{"viewer":1,"expect":{"/seats/0/number":4},"absent":["/seats/0/number"]}}]}`, []string{
			"step 1: expected no /seats/0/number in the view of viewer 1; found 4"}},
		{begin + `{"view":{"viewer":3}}]}`, []string{"step 1: expected a viewer out of 0 to 2; found 3"}},
		{begin + `{"view":{"viewer":-1}}]}`, []string{"step 1: expected a viewer out of 0 to 2; found -1"}},
		{begin + `{"play":"random","seed":1,"until":"round 2"},{"expect":{"/round":2,"/phase":"bid","/active":[1,2]}},{"play":"random","seed":1,"until":"round 2"},{"expect":{"/active":[1,2]}},{"play":"random","until":"round 7"},{"expect":{"/over":true}}]}`, nil},
	} {
		var got []string
		for _, failure := range game.RunScenario("f.json", []byte(c.data), toyOnly) {
			got = append(got, failure.String())
		}
		matching := len(got) == len(c.want)
		for i := range got {
			matching = matching && strings.Contains(got[i], c.want[i])
		}
		if !matching {
			t.Errorf("%s\n got %s\nwant %s", c.data, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

// quiet is a game without chance after its set-up.
type quiet struct{ toy.Rules }

func (quiet) Info() game.Info { return game.Info{Kind: "quiet"} }

func TestChanceStepWhereThereIsNone(t *testing.T) {
	t.Parallel()
	for _, chance := range []string{`[5]`, `["hand"]`, `[]`} {
		data := `{"game":"quiet","players":2,"steps":[{"chance":` + chance + `}]}`
		failures := game.RunScenario("f.json", []byte(data), func(string) (game.Rules, bool) { return quiet{}, true })
		if len(failures) != 1 || failures[0].Step != 1 || !strings.Contains(failures[0].Expected, "no chance") {
			t.Errorf("%s: %v", chance, failures)
		}
	}
}

// trace is a whole simulated match as JSON Lines.
func trace(t *testing.T, seed uint64) (lines string, last game.Record) {
	t.Helper()
	rules := toy.Rules{}
	options, err := rules.Resolve(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	config := game.Config{Players: 3, Options: options}
	write := game.Trace(&b, rules.Info(), config)
	simulation := game.Simulation{Rules: rules, Config: config, Chance: game.Random(seed), Choose: game.Random(seed + 1)}
	err = simulation.Play(func(r game.Record) error {
		last = r
		return write(r)
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), last
}

// The same seed gives the same bytes, on every machine.
func TestTrace(t *testing.T) {
	t.Parallel()
	lines, last := trace(t, 7)
	if again, _ := trace(t, 7); again != lines {
		t.Error("the same seed gave another trace")
	}
	if other, _ := trace(t, 8); other == lines {
		t.Error("another seed gave the same trace")
	}
	gametest.Golden(t, "testdata/trace.jsonl", lines)
	if got, want := game.Summary(7, last), "seed 7: 18 moves, ranking 1 > 2 = 3, totals 11 8 8"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A trace can be played again as a scenario: its set-up, moves, chance and states
// are all in the scenario form.
func TestTraceIsAScenario(t *testing.T) {
	t.Parallel()
	lines, _ := trace(t, 9)
	var steps []any
	var first map[string]json.RawMessage
	for line := range strings.Lines(lines) {
		var l struct {
			Seat   int
			Legal  []string
			Move   string
			Chance []any
			State  any
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			if err := json.Unmarshal([]byte(line), &first); err != nil {
				t.Fatal(err)
			}
		} else {
			steps = append(steps, map[string]any{"legal": map[string]any{"seat": l.Seat, "only": l.Legal}})
			if l.Chance != nil {
				steps = append(steps, map[string]any{"chance": l.Chance})
			}
			steps = append(steps, map[string]any{"seat": l.Seat, "move": l.Move})
		}
		steps = append(steps, map[string]any{"expect": map[string]any{"": l.State}})
	}
	scenario, err := json.Marshal(map[string]any{"game": first["game"], "players": first["players"], "options": first["options"], "setup": first["setup"], "steps": steps})
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range game.RunScenario("trace", scenario, toyOnly) {
		t.Error(failure)
	}
}

// FuzzRunScenario tries texts that are nearly scenarios: none may crash the
// runner, and what is refused is said in one line.
func FuzzRunScenario(f *testing.F) {
	files, err := filepath.Glob("../gametest/toy/testdata/scenarios/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no scenarios to begin with", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, failure := range game.RunScenario("f.json", data, toyOnly) {
			if failure.Expected == "" || failure.Found == "" || failure.Step < 0 {
				t.Errorf("%+v", failure)
			}
		}
	})
}
