package diepatin

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// TestNothingIsSealed: a set-up is open; of a given position the cards that were
// not revealed are sealed, each to its seat.
func TestNothingIsSealed(t *testing.T) {
	t.Parallel()
	for players := minSeats; players <= maxSeats; players++ {
		_, setup, err := Rules{}.Start(game.Config{Players: players}, game.Drawing(game.Random(1)))
		if err != nil || setup.Sealed != nil {
			t.Errorf("%d players: sealed %v (%v)", players, setup.Sealed, err)
		}
	}
	players, text := given(t, "r19-boss-lady-without-an-area.json", "henchman p1", "done", "boss t1")
	position := json.RawMessage(`{"state":` + text + `}`)
	s, setup, err := Rules{}.Start(game.Config{Players: players, Setup: position}, game.Drawing(nil))
	if err != nil {
		t.Fatal(err)
	}
	want := []game.Sealed{{At: "/setup/state/seats/0/intrigue/card", To: []game.Seat{1}}}
	if !reflect.DeepEqual(setup.Sealed, want) || game.Difference(setup.JSON, position) != nil {
		t.Errorf("sealed %v of %s", setup.Sealed, setup.JSON)
	}
	for _, m := range []game.Move{"done", "pass"} {
		tape := game.Recorded(nil)
		if s, err = game.Play(s, s.Active()[0], m, tape); err != nil {
			t.Fatal(err)
		}
		if opened := m == "pass"; opened != slices.Equal(tape.Reveals(), []string{want[0].At}) || opened != tape.Opened() {
			t.Errorf("%q opens %v", m, tape.Reveals())
		}
	}
}

const tilesOfTwo = `{"r1":["casino:loot","hat-shop:point"],"r2":["claw-studio:remove","fish-market:point"],"r3":["casino:point","claw-studio:loot"],"p1":["claw-studio:point","fish-market:remove"],"p2":["hat-shop:loot"],"p3":["claw-studio:rat","hat-shop:remove"],"t1":["fish-market:loot"],"t2":["casino:remove","hat-shop:rat"],"t3":["casino:rat","fish-market:rat"]}`

const removedOfTwo = `["bakery","barber","laundry","pizzeria","tailor"]`

// TestPartialSetup: what is fixed is not drawn, what is not is.
func TestPartialSetup(t *testing.T) {
	t.Parallel()
	const tileDraws = 15 + 6 // for each deal, until one fits
	for _, test := range []struct {
		setup string
		draws int // but for the tiles
		deals bool
	}{
		{``, 1 + 8, true},
		{`{}`, 1 + 8, true},
		{`{"startSeat":2}`, 8, true},
		{`{"removed":` + removedOfTwo + `}`, 1, true},
		{`{"startSeat":1,"removed":` + removedOfTwo + `}`, 0, true},
		{`{"tiles":` + tilesOfTwo + `}`, 1, false},
		{`{"tiles":` + tilesOfTwo + `,"removed":` + removedOfTwo + `}`, 1, false},
		{`{"tiles":` + tilesOfTwo + `,"startSeat":2}`, 0, false},
	} {
		draws := 0
		source := game.Random(5)
		tape := game.Drawing(func(m uint64) uint64 { draws++; return source(m) })
		s, setup, err := Rules{}.Start(game.Config{Players: 2, Setup: json.RawMessage(test.setup)}, tape)
		if err != nil {
			t.Errorf("%s: %v", test.setup, err)
			continue
		}
		if deals := (draws - test.draws) / tileDraws; draws != test.draws+deals*tileDraws || test.deals != (deals > 0) {
			t.Errorf("%s: %d draws", test.setup, draws)
		}
		again, _, err := Rules{}.Start(game.Config{Players: 2, Setup: setup.JSON}, game.Drawing(nil))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: %s sets up something else (%v)", test.setup, setup.JSON, err)
		}
	}
}

// TestSetupIsBroughtIntoOrder: given lists are written ascending.
func TestSetupIsBroughtIntoOrder(t *testing.T) {
	t.Parallel()
	given := strings.Replace(tilesOfTwo, `"casino:loot","hat-shop:point"`, `"hat-shop:point","casino:loot"`, 1)
	given = `{"tiles":` + given + `,"removed":["tailor","barber","bakery","laundry","pizzeria"],"startSeat":1}`
	_, setup, err := Rules{}.Start(game.Config{Players: 2, Setup: json.RawMessage(given)}, game.Drawing(nil))
	if want := `{"startSeat":1,"removed":` + removedOfTwo + `,"tiles":` + tilesOfTwo + `}`; err != nil || string(setup.JSON) != want {
		t.Errorf("%s (%v)", setup.JSON, err)
	}
}

// TestDealIsUniform counts which enterprises are removed, who starts, and which
// areas have two tiles.
func TestDealIsUniform(t *testing.T) {
	t.Parallel()
	const deals = 4000
	source := game.Random(9)
	var removed [enterprises + 1]int
	var starts [maxSeats + 1]int
	var two [areas + 1]int
	for range deals {
		g, _, err := Rules{}.Start(game.Config{Players: 3}, game.Drawing(source))
		if err != nil {
			t.Fatal(err)
		}
		s := g.(*state)
		for _, e := range s.removed.list() {
			removed[e]++
		}
		starts[s.startSeat]++
		for _, a := range Areas(3) {
			if len(s.tiles[a].list()) == 2 {
				two[a]++
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
	for _, e := range Enterprises() {
		near(e.ID()+" removed", removed[e], 3.0/9)
	}
	for seat := 1; seat <= 3; seat++ {
		near(fmt.Sprint("start seat ", seat), starts[seat], 1.0/3)
	}
	for _, a := range Areas(3) {
		share := 9.0 / 12 // 24 tiles in 15 areas, never two in a start area
		if a.IsStart(3) {
			share = 0
		}
		near("two tiles in "+a.ID(), two[a], share)
	}
}

func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	whole := `{"startSeat":2,"removed":` + removedOfTwo + `,"tiles":` + tilesOfTwo + `}`
	replace := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in %s", old, whole)
		}
		return strings.Replace(whole, old, new, 1)
	}
	if _, _, err := (Rules{}).Start(game.Config{Players: 2, Setup: json.RawMessage(whole)}, game.Drawing(nil)); err != nil {
		t.Fatal(err)
	}
	for name, setup := range map[string]string{
		"start 0":             replace(`"startSeat":2`, `"startSeat":0`),
		"start 3":             replace(`"startSeat":2`, `"startSeat":3`),
		"start 1.5":           replace(`"startSeat":2`, `"startSeat":1.5`),
		"start as text":       replace(`"startSeat":2`, `"startSeat":"2"`),
		"start null":          replace(`"startSeat":2`, `"startSeat":null`),
		"start huge":          replace(`"startSeat":2`, `"startSeat":258`),
		"unknown key":         replace(`"startSeat"`, `"start"`),
		"key in capitals":     replace(`"startSeat"`, `"startseat"`),
		"removed too few":     replace(`"bakery",`, ``),
		"removed too many":    replace(`"bakery"`, `"bakery","casino"`),
		"removed twice":       replace(`"bakery"`, `"barber"`),
		"removed unknown":     replace(`"bakery"`, `"bank"`),
		"removed null":        replace(removedOfTwo, `null`),
		"removed of null":     replace(`"bakery"`, `null`),
		"removed is text":     replace(removedOfTwo, `"AQIDBAU="`),
		"removed in play":     replace(`"bakery"`, `"casino"`),
		"tiles null":          replace(tilesOfTwo, `null`),
		"tiles a list":        replace(tilesOfTwo, `[]`),
		"tiles empty":         replace(tilesOfTwo, `{}`),
		"area missing":        replace(`"p2":["hat-shop:loot"],`, ``),
		"area not in use":     replace(`"p2"`, `"o1"`),
		"area unknown":        replace(`"p2"`, `"p4"`),
		"area without a tile": replace(`"p2":["hat-shop:loot"]`, `"p2":[]`),
		"area null":           replace(`"p2":["hat-shop:loot"]`, `"p2":null`),
		"area is text":        replace(`"p2":["hat-shop:loot"]`, `"p2":"hat-shop:loot"`),
		"tile null":           replace(`"p2":["hat-shop:loot"]`, `"p2":[null]`),
		"tile unknown":        replace(`"hat-shop:loot"`, `"hat-shop:money"`),
		"tile twice":          replace(`"hat-shop:loot"`, `"casino:loot"`),
		"tile of a removed":   replace(`"hat-shop:loot"`, `"bakery:loot"`),
		"three tiles":         replace(`"casino:loot","hat-shop:point"`, `"casino:loot","fish-market:loot","hat-shop:point"`),
		"two in a start area": replace(`"p2":["hat-shop:loot"]`, `"p2":["fish-market:loot","hat-shop:loot"]`),
		"double enterprise":   replace(`"casino:loot","hat-shop:point"`, `"hat-shop:point","hat-shop:remove"`),
		"not an object":       `[]`,
		"null":                `null`,
		"a number":            `7`,
		"broken":              `{`,
		"state and more":      replace(`"startSeat":2`, `"state":{},"startSeat":2`),
		"state empty":         `{"state":{}}`,
		"state null":          `{"state":null}`,
		"state not an object": `{"state":[1]}`,
	} {
		config := game.Config{Players: 2, Setup: json.RawMessage(setup)}
		if _, _, err := (Rules{}).Start(config, game.Drawing(game.Random(1))); err == nil {
			t.Errorf("%s: Start accepts %s", name, setup)
		}
		if _, err := (Rules{}).Restore(config, game.Setup{JSON: json.RawMessage(setup)}); err == nil {
			t.Errorf("%s: Restore accepts %s", name, setup)
		}
	}
	for _, partial := range []string{``, `{}`, `{"startSeat":1}`, `{"startSeat":1,"tiles":` + tilesOfTwo + `}`, `{"startSeat":1,"removed":` + removedOfTwo + `}`} {
		if _, err := (Rules{}).Restore(game.Config{Players: 2}, game.Setup{JSON: json.RawMessage(partial)}); err == nil {
			t.Errorf("Restore accepts %s, which is not whole", partial)
		}
	}
	for _, players := range []int{-1, 0, 1, 6, 258} {
		if _, _, err := (Rules{}).Start(game.Config{Players: players}, game.Drawing(game.Random(1))); err == nil {
			t.Errorf("Start accepts %d players", players)
		}
	}
	if _, _, err := (Rules{}).Start(game.Config{Players: 3}, game.Refusing()); err == nil {
		t.Error("Start draws from a tape that refuses")
	}
}
