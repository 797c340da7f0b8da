package diepatin

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// The model is the page's sections 3 to 6 written down once more, as plainly as
// can be, on the state's JSON and the board as data, without any of the game's
// own code. Random matches are played with both.
type model struct {
	Game, Edition string
	Players       int
	Round         int
	Phase         string
	Active        []int
	Over          bool
	StartSeat     int
	Removed       []string
	LootSupply    int
	Districts     map[string]*struct {
		Loot int `json:"loot"`
	}
	Areas    map[string]*modelArea
	Manholes map[string]*modelHole
	Turn     map[string]any
	Seats    []*modelSeat
	Result   any

	around   map[string][]string // area -> manholes
	touching map[string][]string // area -> adjacent areas
	order    []string            // districts
	starts   map[string]bool
}

type modelArea struct {
	Owner    int
	Tiles    []string
	BackRoom int
	Henchmen []int
	Bosses   []int
}

type modelHole struct{ Seat, Rats int }

type modelSeat struct {
	Henchmen        int
	Boss            bool
	Rats, BackRooms int
	Loot            int
	Tiles           []string
	Trophies        []int
	Missions        map[string]int
	Intrigue        map[string]any
}

func newModel(t *testing.T, s *state) *model {
	t.Helper()
	text, err := os.ReadFile("testdata/board.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Districts []struct{ ID string }
		Areas     []struct {
			ID                 string
			Manholes, Adjacent []string
			StartWith          []int
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	p := &model{around: map[string][]string{}, touching: map[string][]string{}, starts: map[string]bool{}}
	state, err := s.MarshalJSON()
	if err == nil {
		err = json.Unmarshal(state, p)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range board.Districts {
		if p.Districts[d.ID] != nil {
			p.order = append(p.order, d.ID)
		}
	}
	for _, a := range board.Areas {
		if p.Areas[a.ID] == nil {
			continue
		}
		p.around[a.ID] = a.Manholes
		for _, b := range a.Adjacent {
			if p.Areas[b] != nil {
				p.touching[a.ID] = append(p.touching[a.ID], b)
			}
		}
		p.starts[a.ID] = slices.Contains(a.StartWith, p.Players)
	}
	return p
}

func (p *model) district(area string) string {
	for _, d := range p.order {
		if strings.HasPrefix(d, area[:1]) {
			return d
		}
	}
	return ""
}

func (p *model) owned(seat int) []string {
	var list []string
	for a, area := range p.Areas {
		if area.Owner == seat {
			list = append(list, a)
		}
	}
	return list
}

func (p *model) outside(seat int) []string {
	found := map[string]bool{}
	for _, a := range p.owned(seat) {
		for _, b := range p.touching[a] {
			owner := p.Areas[b].Owner
			if owner != seat && (owner == 0 || len(p.owned(owner)) > 1) {
				found[b] = true
			}
		}
	}
	var list []string
	for a := range found {
		list = append(list, a)
	}
	return list
}

func (p *model) num(key string) int { n, _ := p.Turn[key].(float64); return int(n) }
func (p *model) str(key string) string {
	s, _ := p.Turn[key].(string)
	return s
}

func (p *model) mine(seat int, m string) bool {
	h := p.Manholes[m]
	return h.Seat == seat || h.Seat == 0
}

// bring lists the ways of bringing a rat to some manholes.
func (p *model) bring(seat int, to []string) []string {
	var list []string
	for _, m := range to {
		if !p.mine(seat, m) {
			continue
		}
		if p.Seats[seat-1].Rats > 0 {
			list = append(list, "rat "+m)
			continue
		}
		for from, h := range p.Manholes {
			if from != m && h.Seat == seat {
				list = append(list, "move "+from+" "+m)
			}
		}
	}
	return list
}

func (p *model) oust(seat int, from []string) []string {
	var list []string
	for _, m := range from {
		if !p.mine(seat, m) {
			list = append(list, "remove "+m)
		}
	}
	return list
}

func (p *model) bribes(seat int) []string {
	around := p.around[p.str("area")]
	return append(p.bring(seat, around), p.oust(seat, around)...)
}

func (p *model) holes() []string {
	var list []string
	for m := range p.Manholes {
		list = append(list, m)
	}
	return list
}

func (p *model) figures(seat int, area string) int {
	n := p.Areas[area].Henchmen[seat-1]
	if slices.Contains(p.Areas[area].Bosses, seat) {
		n++
	}
	return n
}

func (p *model) legal(seat int) []string {
	if !slices.Contains(p.Active, seat) {
		return nil
	}
	me := p.Seats[seat-1]
	switch p.Phase {
	case "intrigue":
		return []string{"intrigue administration", "intrigue bribe", "intrigue invasion"}
	case "missions":
		return append(p.missions(seat), "mission none")
	}
	var list []string
	area := p.str("area")
	switch step := p.str("step"); step {
	case "area":
		for a := range p.Areas {
			if p.starts[a] && p.Areas[a].Owner == 0 {
				list = append(list, "start "+a)
			}
		}
	case "three", "two", "one":
		for _, m := range p.around[area] {
			if p.Manholes[m].Rats == 0 {
				list = append(list, step+" "+m)
			}
		}
	case "figure":
		if me.Henchmen > 0 {
			for _, a := range p.owned(seat) {
				list = append(list, "henchman "+a)
			}
			if me.Loot > 0 {
				for _, a := range p.outside(seat) {
					list = append(list, "henchman "+a)
				}
			}
		}
		if me.Boss {
			where := p.outside(seat)
			if me.Intrigue["card"] == "administration" {
				where = p.owned(seat)
			}
			for _, a := range where {
				list = append(list, "boss "+a)
			}
		}
		if len(list) == 0 {
			list = append(list, "pass")
		}
	case "inside":
		list = append(p.bribes(seat), "done")
		if p.Districts[p.district(area)].Loot > 0 {
			list = append(list, "loot")
		}
		if p.Areas[area].BackRoom == 0 && me.BackRooms > 0 && p.figures(seat, area) >= 2 {
			for _, tile := range p.Areas[area].Tiles {
				list = append(list, "backroom "+strings.Split(tile, ":")[0])
			}
		}
	case "bonus":
		if p.str("bonus") == "rat" {
			list = p.bring(seat, p.holes())
		} else {
			list = p.oust(seat, p.holes())
		}
		list = append(list, "skip")
	case "outside":
		list = p.bribes(seat)
		if p.num("spent") > 0 {
			list = append(list, "claim")
		}
	case "bribe":
		list = p.bribes(seat)
	case "invade":
		for _, m := range p.around[area] {
			list = append(list, "invade "+m)
		}
	case "reinforce":
		to := p.str("manhole")
		for m, h := range p.Manholes {
			if m != to && h.Seat == seat {
				list = append(list, "move "+m+" "+to)
			}
		}
		list = append(list, "claim")
	}
	return list
}

// missions lists the missions that a seat may score.
func (p *model) missions(seat int) []string {
	var list []string
	for _, id := range []string{"areas", "crowd", "spread", "back-rooms", "loot"} {
		if p.Seats[seat-1].Missions[id] != 0 {
			continue
		}
		most := true
		for other := 1; other <= p.Players; other++ {
			most = most && (other == seat || p.number(id, seat) > p.number(id, other))
		}
		if most {
			list = append(list, "mission "+id)
		}
	}
	return list
}

func (p *model) number(id string, seat int) int {
	n := 0
	switch id {
	case "areas":
		n = len(p.owned(seat))
	case "loot":
		n = p.Seats[seat-1].Loot
	case "back-rooms":
		for _, a := range p.Areas {
			if a.BackRoom == seat {
				n++
			}
		}
	default:
		for _, h := range p.Manholes {
			if h.Seat == seat && id == "spread" {
				n++
			}
			if h.Seat == seat && id == "crowd" {
				n = max(n, h.Rats)
			}
		}
	}
	return n
}

// document is the model as the state's JSON, decoded.
func (p *model) document() map[string]any {
	whole := map[string]any{
		"game": p.Game, "edition": p.Edition, "players": p.Players, "round": p.Round, "phase": p.Phase, "active": p.Active, "over": p.Over,
		"startSeat": p.StartSeat, "removed": p.Removed, "lootSupply": p.LootSupply, "districts": p.Districts,
	}
	areas := map[string]any{}
	for id, a := range p.Areas {
		areas[id] = map[string]any{"owner": a.Owner, "tiles": append([]string{}, a.Tiles...), "backRoom": a.BackRoom, "henchmen": a.Henchmen, "bosses": append([]int{}, a.Bosses...)}
	}
	holes := map[string]any{}
	for id, h := range p.Manholes {
		holes[id] = map[string]any{"seat": h.Seat, "rats": h.Rats}
	}
	var seats []any
	for _, s := range p.Seats {
		seats = append(seats, map[string]any{"henchmen": s.Henchmen, "boss": s.Boss, "rats": s.Rats, "backRooms": s.BackRooms, "loot": s.Loot,
			"tiles": append([]string{}, s.Tiles...), "trophies": s.Trophies, "missions": s.Missions, "intrigue": s.Intrigue})
	}
	whole["areas"], whole["manholes"], whole["seats"] = areas, holes, seats
	if p.Turn != nil {
		whole["turn"] = p.Turn
	}
	if p.Result != nil {
		whole["result"] = p.Result
	}
	text, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	return document
}

// TestAgainstTheModel plays matches with the game and with the model: the legal
// lists of all seats and the whole state agree at every move.
func TestAgainstTheModel(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	agrees := func() func(n int, s, before *state, seat game.Seat, m game.Move) error {
		var p *model
		return func(n int, s, before *state, seat game.Seat, m game.Move) error {
			if p == nil {
				p = newModel(t, s)
			} else {
				p.play(int(seat), string(m))
			}
			seen[p.Phase+" "+p.str("step")+" "+p.str("bonus")]++
			text, err := s.MarshalJSON()
			if err != nil {
				return err
			}
			var got map[string]any
			if err := json.Unmarshal(text, &got); err != nil {
				return err
			}
			if want := p.document(); !reflect.DeepEqual(got, want) {
				for key := range want {
					if !reflect.DeepEqual(got[key], want[key]) {
						return fmt.Errorf("%s is %v, by the model %v", key, got[key], want[key])
					}
				}
				return fmt.Errorf("the state has other keys than the model")
			}
			for other := 1; other <= p.Players; other++ {
				want := p.legal(other)
				sort.Strings(want)
				var have []string
				for _, move := range s.Legal(game.Seat(other)) {
					have = append(have, string(move))
				}
				if !slices.Equal(have, want) {
					return fmt.Errorf("seat %d may play %q, by the model %q", other, have, want)
				}
			}
			return nil
		}
	}
	for players := minSeats; players <= maxSeats; players++ {
		for seed := range uint64(4) {
			walk(t, players, seed+100, agrees())
		}
	}
	files, err := filepath.Glob("testdata/scenarios/r[1-4]*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios: ", err)
	}
	for i, file := range files {
		file = filepath.Base(file)
		if i%4 == 0 || strings.HasPrefix(file, "r23") || strings.HasPrefix(file, "r24") || strings.HasPrefix(file, "r36") {
			walkFrom(t, on(t, file).(*state), game.Random(uint64(i)), 1, agrees())
		}
	}
	for _, step := range []string{"turns bonus rat", "turns bonus remove", "turns reinforce ", "turns outside ", "turns bribe ", "missions  ", "over  "} {
		if seen[step] == 0 {
			t.Errorf("%q was never seen", step)
		}
	}
}
