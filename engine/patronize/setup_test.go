package patronize

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// TestSealed: hands first, each to its seat; then the Fame cards but the first.
func TestSealed(t *testing.T) {
	t.Parallel()
	_, setup, err := Rules{}.Start(game.Config{Players: 4}, game.Drawing(game.Random(1)))
	if err != nil {
		t.Fatal(err)
	}
	want := []game.Sealed{
		{At: "/setup/hands/0", To: []game.Seat{1}},
		{At: "/setup/hands/1", To: []game.Seat{2}},
		{At: "/setup/hands/2", To: []game.Seat{3}},
		{At: "/setup/hands/3", To: []game.Seat{4}},
		{At: "/setup/fame/1"}, {At: "/setup/fame/2"}, {At: "/setup/fame/3"}, {At: "/setup/fame/4"}, {At: "/setup/fame/5"},
	}
	if !reflect.DeepEqual(setup.Sealed, want) {
		t.Errorf("sealed %v", setup.Sealed)
	}
}

const (
	fameOfThree  = `["fame-calm","fame-golden","fame-rich","fame-religion","fame-art","fame-science","fame-exploration"]`
	handsOfThree = `[["student","painter","noble","banker","nun"],["clown","sculptor","merchant","architect","navigator"],["diplomat","missionary","geographer","spice-trader","literary-man"]]`
)

// TestPartialSetup: what is fixed is not drawn, what is not is.
func TestPartialSetup(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		setup string
		draws int
	}{
		{``, 1 + 6 + 16},
		{`{}`, 1 + 6 + 16},
		{`{"start":2}`, 6 + 16},
		{`{"fame":` + fameOfThree + `}`, 1 + 16},
		{`{"hands":` + handsOfThree + `}`, 1 + 6},
		{`{"hands":` + handsOfThree + `,"start":3,"fame":` + fameOfThree + `}`, 0},
	} {
		draws := 0
		source := game.Random(5)
		tape := game.Drawing(func(m uint64) uint64 { draws++; return source(m) })
		s, setup, err := Rules{}.Start(game.Config{Players: 3, Setup: json.RawMessage(test.setup)}, tape)
		if err != nil {
			t.Errorf("%s: %v", test.setup, err)
			continue
		}
		if draws != test.draws {
			t.Errorf("%s: %d draws, not %d", test.setup, draws, test.draws)
		}
		again, _, err := Rules{}.Start(game.Config{Players: 3, Setup: setup.JSON}, game.Drawing(nil))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: %s sets up something else (%v)", test.setup, setup.JSON, err)
		}
	}
}

// TestDealIsUniform counts where cards come to lie when the other parts are fixed.
func TestDealIsUniform(t *testing.T) {
	t.Parallel()
	const deals = 6000
	source := game.Random(9)
	var hands [3][characters + 1]int
	var first [fames + 1]int
	var starts [4]int
	for range deals {
		for _, setup := range []string{`{"start":1,"fame":` + fameOfThree + `}`, `{"hands":` + handsOfThree + `}`} {
			g, _, err := Rules{}.Start(game.Config{Players: 3, Setup: json.RawMessage(setup)}, game.Drawing(source))
			if err != nil {
				t.Fatal(err)
			}
			s := g.(*state)
			if strings.Contains(setup, "hands") {
				first[s.fameCard]++
				starts[s.start]++
				continue
			}
			for i := range hands {
				for _, c := range s.seats[i].hand.list() {
					hands[i][c]++
				}
			}
		}
	}
	near := func(what string, count int, share float64) {
		t.Helper()
		want := deals * share
		if d := float64(count) - want; d*d > 25*want { // five standard deviations
			t.Errorf("%s: %d of %d, about %.0f were expected", what, count, deals, want)
		}
	}
	for i := range hands {
		for _, c := range Characters() {
			near(fmt.Sprintf("%s in hand %d", c.ID(), i+1), hands[i][c], 5.0/17)
		}
	}
	for _, f := range FameCards() {
		near(f.ID()+" first", first[f], 1.0/7)
	}
	for seat := 1; seat <= 3; seat++ {
		near(fmt.Sprint("start seat ", seat), starts[seat], 1.0/3)
	}
}

func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	whole := `{"start":2,"fame":` + fameOfThree + `,"hands":` + handsOfThree + `}`
	replace := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in %s", old, whole)
		}
		return strings.Replace(whole, old, new, 1)
	}
	if _, _, err := (Rules{}).Start(game.Config{Players: 3, Setup: json.RawMessage(whole)}, game.Drawing(nil)); err != nil {
		t.Fatal(err)
	}
	for name, setup := range map[string]string{
		"start 0":            replace(`"start":2`, `"start":0`),
		"start 4":            replace(`"start":2`, `"start":4`),
		"start -1":           replace(`"start":2`, `"start":-1`),
		"start 1.5":          replace(`"start":2`, `"start":1.5`),
		"start as text":      replace(`"start":2`, `"start":"2"`),
		"start null":         replace(`"start":2`, `"start":null`),
		"start huge":         replace(`"start":2`, `"start":258`),
		"unknown key":        replace(`"start"`, `"begin"`),
		"key in capitals":    replace(`"start"`, `"Start"`),
		"fame too few":       replace(`"fame-calm",`, ``),
		"fame too many":      replace(`"fame-calm"`, `"fame-calm","fame-calm"`),
		"fame twice":         replace(`"fame-calm"`, `"fame-golden"`),
		"fame unknown":       replace(`"fame-calm"`, `"fame-stormy"`),
		"fame empty":         replace(`"fame-calm"`, `""`),
		"fame null":          replace(fameOfThree, `null`),
		"fame of null":       replace(`"fame-calm"`, `null`),
		"fame of number":     replace(`"fame-calm"`, `5`),
		"fame is text":       replace(fameOfThree, `"AQIDBAUGBw=="`),
		"hand too small":     replace(`"student",`, ``),
		"hand too big":       replace(`"student"`, `"student","theologian"`),
		"character twice":    replace(`"student"`, `"clown"`),
		"character in one":   replace(`"student"`, `"painter"`),
		"character unknown":  replace(`"student"`, `"teacher"`),
		"character empty":    replace(`"student"`, `""`),
		"hand null":          replace(`["student","painter","noble","banker","nun"]`, `null`),
		"hand is text":       replace(`["student","painter","noble","banker","nun"]`, `"AQIDBAU="`),
		"too few hands":      replace(`["student","painter","noble","banker","nun"],`, ``),
		"hands null":         replace(handsOfThree, `null`),
		"not an object":      `[]`,
		"null":               `null`,
		"a number":           `7`,
		"broken":             `{`,
		"state and more":     replace(`"start":2`, `"state":{},"start":2`),
		"state empty":        `{"state":{}}`,
		"state null":         `{"state":null}`,
		"state not a object": `{"state":[1]}`,
	} {
		config := game.Config{Players: 3, Setup: json.RawMessage(setup)}
		if _, _, err := (Rules{}).Start(config, game.Drawing(game.Random(1))); err == nil {
			t.Errorf("%s: Start accepts %s", name, setup)
		}
		if _, err := (Rules{}).Restore(config, game.Setup{JSON: json.RawMessage(setup)}); err == nil {
			t.Errorf("%s: Restore accepts %s", name, setup)
		}
	}
	for _, partial := range []string{``, `{}`, `{"start":1}`, `{"start":1,"fame":` + fameOfThree + `}`, `{"start":1,"fame":` + fameOfThree + `,"hands":[null,null,null]}`} {
		if _, err := (Rules{}).Restore(game.Config{Players: 3}, game.Setup{JSON: json.RawMessage(partial)}); err == nil {
			t.Errorf("Restore accepts %s, which is not whole", partial)
		}
	}
	for _, players := range []int{-1, 0, 2, 6, 259} {
		if _, _, err := (Rules{}).Start(game.Config{Players: players}, game.Drawing(game.Random(1))); err == nil {
			t.Errorf("Start accepts %d players", players)
		}
	}
	if _, _, err := (Rules{}).Start(game.Config{Players: 3}, game.Refusing()); err == nil {
		t.Error("Start draws from a tape that refuses")
	}
}
