package diepatin

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"
)

// TestBoardAsData holds the tables to the board as data, testdata/board.json.
func TestBoardAsData(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/board.json")
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		ViewBox   string
		Districts []struct {
			ID         string
			Areas      []Area
			UnusedWith []int
		}
		Areas []struct {
			ID, District string
			Manholes     [4]Manhole
			Adjacent     []Area
			Center       [2]int
			StartWith    []int
		}
		Manholes []struct {
			ID    string
			X, Y  int
			Areas []Area
		}
		UnusedDistricts map[int][]string
		Enterprises     []Enterprise
		Bonuses         []Bonus
		Fill            map[string]string
	}
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	if data.ViewBox != ViewBox || len(data.Districts) != districts || len(data.Areas) != areas || len(data.Manholes) != manholes {
		t.Fatalf("viewBox %q, %d districts, %d areas, %d manholes", data.ViewBox, len(data.Districts), len(data.Areas), len(data.Manholes))
	}
	for i, want := range data.Districts {
		d := District(i)
		got := d.Areas()
		if d.ID() != want.ID || !slices.Equal(got[:], want.Areas) || d.Fill() != data.Fill[want.ID] {
			t.Errorf("district %s has %v and %s", d.ID(), got, d.Fill())
		}
		for players := minSeats; players <= maxSeats; players++ {
			unused := slices.Contains(want.UnusedWith, players)
			if slices.Contains(Districts(players), d) == unused || slices.Contains(data.UnusedDistricts[players], want.ID) != unused {
				t.Errorf("%d players: %s is in use or not", players, d.ID())
			}
		}
	}
	for i, want := range data.Areas {
		a := Area(i + 1)
		if a.ID() != want.ID || a.District().ID() != want.District || a.Manholes() != want.Manholes || a.Centre() != (Point{want.Center[0], want.Center[1]}) {
			t.Errorf("area %s is %+v", want.ID, areaCards[a])
		}
		slices.Sort(want.Adjacent)
		if !slices.Equal(a.Adjacent(), want.Adjacent) {
			t.Errorf("area %s is adjacent to %v, not to %v", want.ID, a.Adjacent(), want.Adjacent)
		}
		for players := minSeats; players <= maxSeats; players++ {
			if a.IsStart(players) != slices.Contains(want.StartWith, players) {
				t.Errorf("%d players: %s is a start area or not", players, want.ID)
			}
		}
	}
	for i, want := range data.Manholes {
		m := Manhole(i + 1)
		slices.Sort(want.Areas)
		if m.ID() != want.ID || m.At() != (Point{want.X, want.Y}) || !slices.Equal(m.Areas(), want.Areas) {
			t.Errorf("manhole %s is at %v, among %v", want.ID, m.At(), m.Areas())
		}
	}
	if !slices.Equal(data.Enterprises, Enterprises()) || !slices.Equal(data.Bonuses, Bonuses()) {
		t.Errorf("enterprises %v, bonuses %v", data.Enterprises, data.Bonuses)
	}
}

// TestBoardsByPlayers is the last table of section 2.
func TestBoardsByPlayers(t *testing.T) {
	t.Parallel()
	for _, want := range []struct{ players, areas, manholes, removed, tiles, loot int }{
		{2, 9, 16, 5, 16, 34},
		{3, 15, 23, 3, 24, 30},
		{4, 18, 27, 1, 32, 28},
		{5, 21, 30, 0, 36, 26},
	} {
		b := boards[want.players]
		var removed enterpriseSet
		for _, e := range Enterprises()[:b.removed] {
			removed.add(e)
		}
		if len(Areas(want.players)) != want.areas || len(Manholes(want.players)) != want.manholes || b.removed != want.removed ||
			len(tilesInPlay(removed)) != want.tiles || lootAtStart(want.players) != want.loot || b.starts.count() != want.players {
			t.Errorf("%d players: %d areas, %d manholes, %+v", want.players, len(Areas(want.players)), len(Manholes(want.players)), b)
		}
		// Start areas share no manhole (R8).
		var seen manholeSet
		for _, a := range b.starts.list() {
			if seen&manholesOf[a] != 0 {
				t.Errorf("%d players: start area %s shares a manhole", want.players, a.ID())
			}
			seen |= manholesOf[a]
		}
	}
}

// TestEdges: each pair of adjacent areas meets in one edge, which both have.
func TestEdges(t *testing.T) {
	t.Parallel()
	for players := minSeats; players <= maxSeats; players++ {
		count := 0
		for _, a := range Areas(players) {
			count += (adjacentTo[a] & boards[players].areas).count()
		}
		edges := Edges(players)
		if 2*len(edges) != count {
			t.Errorf("%d players: %d edges for %d neighbours", players, len(edges), count)
		}
		for _, e := range edges {
			for _, a := range []Area{e.A, e.B} {
				if !manholesOf[a].has(e.From) || !manholesOf[a].has(e.To) || e.From == e.To {
					t.Errorf("%d players: edge %+v is not at %s", players, e, a.ID())
				}
			}
		}
	}
}

// TestIDs: every id is read as it is written, and others are not.
func TestIDs(t *testing.T) {
	t.Parallel()
	for a := O1; a <= T3; a++ {
		sameID(t, a)
	}
	for m := Manhole(1); m <= manholes; m++ {
		sameID(t, m)
	}
	for tile := Tile(1); tile <= tiles; tile++ {
		sameID(t, tile)
		if tile > 1 && (tile-1).ID() >= tile.ID() {
			t.Errorf("%s stands before %s", (tile - 1).ID(), tile.ID())
		}
	}
	for _, e := range Enterprises() {
		sameID(t, e)
	}
	for _, b := range Bonuses() {
		sameID(t, b)
	}
	for _, c := range Cards() {
		sameID(t, c)
	}
	for s := StepArea; s <= StepReinforce; s++ {
		sameID(t, s)
	}
	sameID(t, Henchman)
	sameID(t, BossLady)
	for _, bad := range []string{"", "m0", "m31", "m01", "M1", "m", "1"} {
		var m Manhole
		if m.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is a manhole", bad)
		}
	}
	for _, bad := range []string{"", "bakery", "bakery:", ":loot", "bakery:loot:loot", "Bakery:loot", "bakery:money", "baker:loot"} {
		var tile Tile
		if tile.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is a tile", bad)
		}
	}
}

func sameID[T interface {
	~int8
	ID() string
	MarshalText() ([]byte, error)
}](t *testing.T, id T) {
	t.Helper()
	text, err := json.Marshal(id)
	if err != nil || string(text) != fmt.Sprintf("%q", id.ID()) {
		t.Errorf("%v is written as %s (%v)", id, text, err)
	}
	read := reflect.New(reflect.TypeOf(id))
	if err := json.Unmarshal(text, read.Interface()); err != nil || read.Elem().Interface() != any(id) {
		t.Errorf("%s is read as %v (%v)", text, read.Elem(), err)
	}
}
