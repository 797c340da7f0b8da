package derpate

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pizzini/engine/game"
)

const sevenCards = `["vendetta","good-neighbour","crackdown","bail-or-river","casino-raid","donation","rough-ride"]`

// TestSealed: each card that does not lie open after the set-up, to nobody.
func TestSealed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		setup string
		first int
	}{
		{`{}`, 0},
		{`{"eventDeck":` + sevenCards + `}`, 0},
		{`{"car":"east-1"}`, 0},
		{`{"districts":["east","italy"]}`, 0},
		{`{"car":"east-1","districts":["east","italy"]}`, 1},
		{`{"car":"east-1","districts":["east","italy"],"position":{"round":6}}`, 6},
		{`{"car":"east-1","districts":["east","italy"],"position":{"round":7}}`, 7},
	} {
		_, setup, err := Rules{}.Start(game.Config{Players: 2, Setup: json.RawMessage(test.setup)}, game.Drawing(game.Random(1)))
		if err != nil {
			t.Fatal(err)
		}
		var want []game.Sealed
		for i := test.first; i < rounds; i++ {
			want = append(want, game.Sealed{At: fmt.Sprintf("/setup/eventDeck/%d", i)})
		}
		if !reflect.DeepEqual(setup.Sealed, want) {
			t.Errorf("%s: sealed %v", test.setup, setup.Sealed)
		}
	}
}

// TestPartialSetup: what is fixed is not drawn, what is not is; the set-up that
// comes out is whole.
func TestPartialSetup(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		setup string
		draws int
	}{
		{``, 9},
		{`{}`, 9},
		{`{"startPlayer":2}`, 9},
		{`{"eventDeck":` + sevenCards + `}`, 0},
		{`{"districts":["lower","east","italy"]}`, 9},
		{`{"car":"italy-2","eventDeck":` + sevenCards + `}`, 0},
		{`{"car":"italy-2","districts":["lower","east","italy"],"position":{"seats":[null,{"money":3000}]}}`, 9},
	} {
		draws := 0
		source := game.Random(5)
		tape := game.Drawing(func(m uint64) uint64 { draws++; return source(m) })
		config := game.Config{Players: 3, Options: game.Options{"startPlayer": 3}, Setup: json.RawMessage(test.setup)}
		s, setup, err := Rules{}.Start(config, tape)
		if err != nil {
			t.Errorf("%s: %v", test.setup, err)
			continue
		}
		if draws != test.draws {
			t.Errorf("%s: %d draws, not %d", test.setup, draws, test.draws)
		}
		config.Options = nil // the set-up's start player comes before the option
		config.Setup = setup.JSON
		again, _, err := Rules{}.Start(config, game.Drawing(nil))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: %s sets up something else (%v)", test.setup, setup.JSON, err)
		}
		if restored, err := (Rules{}).Restore(config, setup); err != nil || !reflect.DeepEqual(restored, s) {
			t.Errorf("%s: %s restores something else (%v)", test.setup, setup.JSON, err)
		}
	}
}

// TestDeckIsUniform counts where the cards come to lie.
func TestDeckIsUniform(t *testing.T) {
	t.Parallel()
	const deals = 5000
	source := game.Random(9)
	var at [events + 1][rounds]int
	for range deals {
		s, _, err := Rules{}.Start(game.Config{Players: 2}, game.Drawing(source))
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range s.(*state).deck {
			at[e][i]++
		}
	}
	for _, e := range EventCards() {
		for i, count := range at[e] {
			if d := float64(count) - deals/10; d*d > 25*deals/10 { // five standard deviations
				t.Errorf("%s lies at %d in %d of %d decks", e.ID(), i, count, deals)
			}
		}
	}
}

func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	whole := `{"startPlayer":2,"eventDeck":` + sevenCards + `,"car":"east-1","districts":["greenwich","east"],"position":{"round":2,` +
		`"businesses":{"italy-2":0,"lower-1":1},"seats":[{"money":3000,"reputation":8,"influence":4,"income":1,"favors":2,"prison":1,"hudson":1,"friends":2,"tiles":["wedding","cop"],"owes":[1,0,2]},null]}}`
	replace := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in %s", old, whole)
		}
		return strings.Replace(whole, old, new, 1)
	}
	config := game.Config{Players: 2, Setup: json.RawMessage(whole)}
	if _, _, err := (Rules{}).Start(config, game.Drawing(nil)); err != nil {
		t.Fatal(err)
	}
	for name, setup := range map[string]string{
		"start 0":               replace(`"startPlayer":2`, `"startPlayer":0`),
		"start 3":               replace(`"startPlayer":2`, `"startPlayer":3`),
		"start 258":             replace(`"startPlayer":2`, `"startPlayer":258`),
		"start as text":         replace(`"startPlayer":2`, `"startPlayer":"2"`),
		"start null":            replace(`"startPlayer":2`, `"startPlayer":null`),
		"unknown key":           replace(`"startPlayer"`, `"start"`),
		"key in capitals":       replace(`"startPlayer"`, `"StartPlayer"`),
		"card unknown":          replace(`"vendetta"`, `"wedding"`),
		"card empty":            replace(`"vendetta"`, `""`),
		"card null":             replace(`"vendetta"`, `null`),
		"card twice":            replace(`"vendetta"`, `"donation"`),
		"card number":           replace(`"vendetta"`, `1`),
		"six cards":             replace(`"vendetta",`, ``),
		"eight cards":           replace(`"vendetta"`, `"vendetta","retreat"`),
		"deck null":             replace(sevenCards, `null`),
		"deck as text":          replace(sevenCards, `"AQIDBAUGBw=="`),
		"car unknown":           replace(`"east-1"`, `"east-3"`),
		"car null":              replace(`"car":"east-1"`, `"car":null`),
		"car absent":            replace(`"car":"east-1",`, ``),
		"car a number":          replace(`"car":"east-1"`, `"car":5`),
		"district unknown":      replace(`"greenwich",`, `"harlem",`),
		"district null":         replace(`"greenwich",`, `null,`),
		"district twice":        replace(`"greenwich",`, `"east",`),
		"one district":          replace(`"greenwich",`, ``),
		"three districts":       replace(`"greenwich",`, `"greenwich","italy",`),
		"districts absent":      replace(`"districts":["greenwich","east"],`, ``),
		"round 0":               replace(`"round":2`, `"round":0`),
		"round 8":               replace(`"round":2`, `"round":8`),
		"round null":            replace(`"round":2`, `"round":null`),
		"round 1.5":             replace(`"round":2`, `"round":1.5`),
		"position unknown key":  replace(`"round":2`, `"turn":2`),
		"position null":         `{"car":"east-1","districts":["greenwich","east"],"position":null}`,
		"position a list":       `{"car":"east-1","districts":["greenwich","east"],"position":[]}`,
		"business unknown":      replace(`"italy-2":0`, `"italy-5":0`),
		"owner 3":               replace(`"italy-2":0`, `"italy-2":3`),
		"owner -1":              replace(`"italy-2":0`, `"italy-2":-1`),
		"owner as text":         replace(`"italy-2":0`, `"italy-2":"0"`),
		"owner huge":            replace(`"italy-2":0`, `"italy-2":256`),
		"businesses null":       replace(`{"italy-2":0,"lower-1":1}`, `null`),
		"money negative":        replace(`"money":3000`, `"money":-1000`),
		"money odd":             replace(`"money":3000`, `"money":3001`),
		"money null":            replace(`"money":3000`, `"money":null`),
		"money huge":            replace(`"money":3000`, `"money":9007199254740000`),
		"money huger":           replace(`"money":3000`, `"money":90071992547409920000000`),
		"reputation 13":         replace(`"reputation":8`, `"reputation":13`),
		"tile not reached":      replace(`"reputation":8`, `"reputation":3`),
		"income 5":              replace(`"income":1`, `"income":5`),
		"income -1":             replace(`"income":1`, `"income":-1`),
		"favors 5":              replace(`"favors":2`, `"favors":5`),
		"prison too many":       replace(`"prison":1`, `"prison":3`),
		"hudson 256":            replace(`"hudson":1`, `"hudson":256`),
		"friends 14":            replace(`"friends":2`, `"friends":14`),
		"tile twice":            replace(`"cop"]`, `"wedding"]`),
		"tile unknown":          replace(`"cop"]`, `"uncle"]`),
		"tile null":             replace(`"cop"]`, `null]`),
		"tiles null":            replace(`["wedding","cop"]`, `null`),
		"tiles as text":         replace(`["wedding","cop"]`, `"wedding"`),
		"owes short":            replace(`[1,0,2]`, `[1,0]`),
		"owes long":             replace(`[1,0,2]`, `[1,0,2,0]`),
		"owes himself":          replace(`[1,0,2]`, `[1,1,2]`),
		"owes six":              replace(`[1,0,2]`, `[3,0,3]`),
		"owes -1":               replace(`[1,0,2]`, `[1,0,-1]`),
		"owes null":             replace(`[1,0,2]`, `null`),
		"seat unknown key":      replace(`"friends":2`, `"supply":2`),
		"seats null":            replace(`"seats":[`, `"seats":null,"x":[`),
		"a seat is a number":    replace(`,null]`, `,7]`),
		"three seats":           replace(`,null]`, `,null,null]`),
		"not an object":         `[]`,
		"null":                  `null`,
		"a number":              `7`,
		"broken":                `{`,
		"state and more":        replace(`"startPlayer":2`, `"state":{},"startPlayer":2`),
		"state empty":           `{"state":{}}`,
		"state null":            `{"state":null}`,
		"state not an object":   `{"state":[1]}`,
		"position without both": `{"position":{"round":2}}`,
	} {
		config := game.Config{Players: 2, Setup: json.RawMessage(setup)}
		if _, _, err := (Rules{}).Start(config, game.Drawing(game.Random(1))); err == nil {
			t.Errorf("%s: Start accepts %s", name, setup)
		} else if !strings.HasPrefix(err.Error(), "set-up of der-pate: ") {
			t.Errorf("%s: the error does not say where: %v", name, err)
		}
		if _, err := (Rules{}).Restore(config, game.Setup{JSON: json.RawMessage(setup)}); err == nil {
			t.Errorf("%s: Restore accepts %s", name, setup)
		}
	}
	for _, partial := range []string{``, `{}`, `{"startPlayer":1}`, `{"eventDeck":` + sevenCards + `}`} {
		if _, err := (Rules{}).Restore(game.Config{Players: 3}, game.Setup{JSON: json.RawMessage(partial)}); err == nil {
			t.Errorf("Restore accepts %s, which is not whole", partial)
		}
	}
	for _, players := range []int{-1, 0, 1, 5, 258} {
		if _, _, err := (Rules{}).Start(game.Config{Players: players}, game.Drawing(game.Random(1))); err == nil {
			t.Errorf("Start accepts %d players", players)
		}
	}
	if _, _, err := (Rules{}).Start(game.Config{Players: 3}, game.Refusing()); err == nil {
		t.Error("Start draws from a tape that refuses")
	}
}

// TestOptions: a flag overrides what the edition says, and nothing else.
func TestOptions(t *testing.T) {
	t.Parallel()
	kosmos, err := Rules{}.Resolve(4, nil)
	if err != nil {
		t.Fatal(err)
	}
	tw, err := Rules{}.Resolve(4, game.Options{"edition": TW})
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range (Rules{}).Info().Options {
		if (option.Default == nil) != (kosmos[option.Key] != tw[option.Key]) && option.Key != "edition" {
			t.Errorf("%s: default %v, editions %v and %v", option.Key, option.Default, kosmos[option.Key], tw[option.Key])
		}
		for _, value := range option.Values {
			mixed, err := Rules{}.Resolve(4, game.Options{"edition": TW, option.Key: value})
			if err != nil {
				t.Fatal(err)
			}
			for key := range tw {
				want := tw[key]
				if key == option.Key {
					want = value
				}
				if option.Key != "edition" && mixed[key] != want {
					t.Errorf("%s=%v: %s is %v", option.Key, value, key, mixed[key])
				}
			}
		}
	}
	if flagsOf(kosmos) != (Flags{}) || flagsOf(tw) != (Flags{true, true, true, true, true, true, true, true, true, true, true, true}) {
		t.Errorf("flags %+v, %+v", flagsOf(kosmos), flagsOf(tw))
	}
	for _, bad := range []game.Options{
		{"startMoney": 500}, {"startMoney": -1000}, {"startMoney": "15000"}, {"startMoney": maxMoney + thousand}, {"startPlayer": 0}, {"startPlayer": 5},
		{"openMoney": "true"}, {"openMoney": 1}, {"informerNeutral": "true"}, {"edition": "de"}, {"edition": nil}, {"visit": true}, {"Edition": Kosmos},
	} {
		if resolved, err := (Rules{}).Resolve(4, bad); err == nil {
			t.Errorf("%v was accepted as %v", bad, resolved)
		}
	}
	for _, good := range []game.Options{{"startMoney": 0}, {"startMoney": 1_234_567_000}, {"startMoney": maxMoney}} {
		if _, err := (Rules{}).Resolve(4, good); err != nil {
			t.Error(err)
		}
	}
}
