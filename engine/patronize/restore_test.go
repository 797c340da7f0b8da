package patronize

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

func restoreText(players int, state string) (game.State, error) {
	return Rules{}.Restore(game.Config{Players: players}, game.Setup{JSON: json.RawMessage(`{"state":` + state + `}`)})
}

// TestEveryPositionRestores plays many random matches: each position is restored
// to itself and has the same future, and a move is legal exactly when it stands
// in the list.
func TestEveryPositionRestores(t *testing.T) {
	t.Parallel()
	phases := map[Phase]int{}
	for players := minSeats; players <= maxSeats; players++ {
		for seed := range uint64(60) {
			var before game.State // the restored twin of the position before
			simulation := game.Simulation{Rules: Rules{}, Config: game.Config{Players: players}, Chance: game.Random(seed), Choose: eager(game.Random(seed+1), seed)}
			err := simulation.Play(func(r game.Record) error {
				s := r.State.(*state)
				phases[s.phase]++
				text, err := s.MarshalJSON()
				if err != nil {
					return err
				}
				if before != nil {
					after, err := before.Apply(r.Seat, r.Move, game.Recorded(nil))
					if err != nil {
						return fmt.Errorf("move %d: the restored position refuses %q: %v", r.N, r.Move, err)
					}
					if other, _ := after.MarshalJSON(); string(other) != string(text) {
						return fmt.Errorf("move %d, %q: the restored position becomes\n%s\ninstead of\n%s", r.N, r.Move, other, text)
					}
				}
				restored, err := restoreText(players, string(text))
				if err != nil {
					return fmt.Errorf("move %d: %v\n%s", r.N, err, text)
				}
				twin := *restored.(*state)
				twin.origin = s.origin
				if twin != *s {
					return fmt.Errorf("move %d: the position is restored as another one:\n%+v\n%+v", r.N, twin, *s)
				}
				before = restored
				return listed(s)
			})
			if err != nil {
				t.Fatalf("%d players, seed %d: %v", players, seed, err)
			}
		}
	}
	for phase := Action; phase <= Over; phase++ {
		if phases[phase] == 0 {
			t.Errorf("no position of the phase %s was seen", phase.ID())
		}
	}
}

// eager makes every third match one in which seats rather play than pass, as
// otherwise few games come to the Clown and the Sculptor with empty hands.
func eager(choose func(uint64) uint64, seed uint64) func(uint64) uint64 {
	return func(m uint64) uint64 {
		i := choose(m)
		if i == 0 && m > 1 && seed%3 == 0 {
			return choose(m)
		}
		return i
	}
}

// listed says where the legal list and what Apply accepts differ.
func listed(s *state) error {
	for _, seat := range s.Active() {
		legal := s.Legal(seat)
		for text := range parsed {
			_, err := s.Apply(seat, text, game.Recorded(nil))
			if (err == nil) != slices.Contains(legal, text) {
				return fmt.Errorf("seat %d, %q: listed %v, applied: %v", seat, text, slices.Contains(legal, text), err)
			}
		}
	}
	return nil
}

// given is the position of a scenario's set-up after some moves, as JSON.
func given(t *testing.T, file string, moves ...game.Move) (int, string) {
	t.Helper()
	config, s := gametest.Position(t, Rules{}, file, moves...)
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return config.Players, string(text)
}

func TestRefusedPositions(t *testing.T) {
	t.Parallel()
	for _, position := range []struct {
		name    string
		file    string
		moves   []game.Move
		refused map[string]gametest.Changes
	}{
		{
			name: "action", file: "01-a-round.json", moves: []game.Move{"play banker protect", "play literary-man"},
			refused: map[string]gametest.Changes{
				"no game":                  {"game", "-"},
				"another game":             {"game", `"der-pate"`},
				"another edition":          {"edition", `"printed"`},
				"other players":            {"players", "4"},
				"a seat less":              {"players", "2", "seats", "[]"},
				"round 0":                  {"round", "0"},
				"another round":            {"round", "2"},
				"round 8":                  {"round", "8"},
				"other rounds":             {"rounds", "6"},
				"unknown phase":            {"phase", `"bidding"`},
				"phase achievement":        {"phase", `"achievement"`},
				"phase protegee":           {"phase", `"protegee"`},
				"phase clown":              {"phase", `"clown"`},
				"phase over":               {"phase", `"over"`, "active", "[]", "over", "true"},
				"another seat active":      {"active", "[1]"},
				"nobody active":            {"active", "[]"},
				"two active":               {"active", "[2,3]"},
				"active null":              {"active", "null"},
				"over":                     {"over", "true"},
				"over as number":           {"over", "0"},
				"another start":            {"start", "1"},
				"start 0":                  {"start", "0"},
				"start 4":                  {"start", "4"},
				"a winner too early":       {"winner", "1"},
				"winner -1":                {"winner", "-1"},
				"no Fame card":             {"fameCard", `""`},
				"unknown Fame card":        {"fameCard", `"fame-dark"`},
				"Fame card twice":          {"fameCard", `"fame-golden"`},
				"Fame deck short":          {"fameDeck", `["fame-calm"]`},
				"Fame deck absent":         {"fameDeck", "-"},
				"Fame deck is text":        {"fameDeck", `"BQIBBgQH"`},
				"Fame deck count":          {"fameDeckCount", "5"},
				"removed Fame in 3":        {"removedFame", `["fame-golden"]`, "fameDeck/5", `""`},
				"lost Fame too":            {"lostFame", `["fame-calm"]`},
				"removed Fame count":       {"removedFameCount", "1"},
				"removed order":            {"removedCharacters", `["theologian","spice-trader"]`},
				"removed count":            {"removedCharactersCount", "1"},
				"removed one":              {"removedCharacters", `["spice-trader"]`},
				"removed other":            {"removedCharacters", `["spice-trader","nun"]`},
				"stock short":              {"stock/yellow", "7"},
				"stock over":               {"stock/yellow", "9", "seats/0/cubes/yellow", "-1"},
				"stock huge":               {"stock/yellow", "264"},
				"stock without a colour":   {"stock/blue", "-"},
				"stock with white":         {"stock/white", "0"},
				"pending too early":        {"pending", `[{"seat":1,"colour":"white","source":"noble"}]`},
				"pending null":             {"pending", "null"},
				"choosers too early":       {"choosers", "[2]"},
				"a seat with another name": {"seats/0/seat", "2"},
				"hand unordered":           {"seats/0/hand", `["nun","student","painter","noble"]`},
				"hand count":               {"seats/0/handCount", "5"},
				"hand absent":              {"seats/0/hand", "-"},
				"hand as text":             {"seats/0/hand", `"AQQGCg=="`},
				"a card twice in a hand":   {"seats/0/hand", `["student","student","painter","noble"]`},
				"a card in two hands":      {"seats/0/hand/0", `"clown"`},
				"a card lost":              {"seats/0/hand", `["nun","painter","noble"]`, "seats/0/handCount", "3"},
				"a hand of six": {"seats/0/hand", `["nun","painter","noble"]`, "seats/0/handCount", "3",
					"seats/1/hand", `["student","clown","navigator","merchant","lawman","architect"]`, "seats/1/handCount", "6"},
				"unknown character":          {"seats/0/hand/0", `"teacher"`},
				"no character":               {"seats/0/hand/0", `""`},
				"protected without the cube": {"seats/2/protection", "true"},
				"protected without a card":   {"seats/1/protected", "true", "seats/1/protection", "false"},
				"waiting with a card":        {"seats/0/action", `"waiting"`},
				"passed with a card":         {"seats/0/action", `"passed"`},
				"played without a card":      {"seats/1/action", `"played"`},
				"unknown action":             {"seats/1/action", `"slept"`},
				"action absent":              {"seats/1/action", "-"},
				"order of actions": {"seats/1/action", `"passed"`, "seats/0/action", `"waiting"`, "seats/0/table", `""`, "seats/0/protegees", `["literary-man"]`,
					"active", "[1]"},
				"all acted":           {"seats/1/action", `"passed"`},
				"all acted, active":   {"seats/1/action", `"passed"`, "active", "[]"},
				"the card in hand":    {"seats/0/table", `"nun"`},
				"table unknown":       {"seats/0/table", `"teacher"`},
				"table null":          {"seats/0/table", "null"},
				"copied too early":    {"seats/0/copied", `"nun"`},
				"doubled too early":   {"seats/0/doubled", `"nun"`},
				"result too early":    {"result", `{"ranking":[],"scores":[],"details":[]}`},
				"result null":         {"result", "null"},
				"unknown key":         {"secret", "1"},
				"unknown key of seat": {"seats/0/secret", "1"},
				"key in capitals":     {"winner", "-", "Winner", "0"},
				"cubes negative":      {"seats/0/cubes/red", "-1", "stock/red", "9"},
				"fame of nobody":      {"seats/0/fame", `["fame-calm","fame-calm"]`},
				"empty hand, asked": {"seats/1/hand", "[]", "seats/1/handCount", "0",
					"seats/1/protegees", `["clown","navigator","merchant","lawman","architect"]`},
			},
		},
		{
			name: "achievement", file: "r04-white-cubes.json", moves: []game.Move{"play noble", "play banker", "play merchant", "cube blue"},
			refused: map[string]gametest.Changes{
				"another winner":      {"winner", "3"},
				"no winner":           {"winner", "0"},
				"nothing pending":     {"pending", "[]"},
				"one left out":        {"pending/1", `{"seat":1,"colour":"green","source":"banker"}`},
				"other order":         {"pending", `[{"seat":1,"colour":"white","source":"noble"},{"seat":3,"colour":"white","source":"noble"},{"seat":1,"colour":"green","source":"banker"}]`},
				"not white first":     {"pending", `[{"seat":1,"colour":"green","source":"banker"}]`, "active", "[1]"},
				"another colour":      {"pending/0/colour", `"red"`},
				"another source":      {"pending/0/source", `"merchant"`},
				"another seat":        {"pending/0/seat", "2"},
				"too many":            {"pending", `[{"seat":2,"colour":"green","source":"banker"},{"seat":3,"colour":"white","source":"merchant"},{"seat":3,"colour":"white","source":"noble"},{"seat":1,"colour":"white","source":"noble"},{"seat":1,"colour":"green","source":"banker"},{"seat":1,"colour":"green","source":"banker"}]`},
				"another active":      {"active", "[1]"},
				"choosers":            {"choosers", "[1]"},
				"one waits":           {"seats/0/action", `"waiting"`},
				"one passed":          {"seats/0/action", `"passed"`},
				"the card won is out": {"fameCard", `"fame-calm"`, "seats/1/fame", "[]"},
				"nobody has the card": {"lostFame", `["fame-calm"]`, "seats/1/fame", "[]"},
				"another has it":      {"seats/0/fame", `["fame-calm"]`, "seats/1/fame", "[]"},
				"a card is gone":      {"seats/0/table", `""`, "seats/0/protegees", `["noble"]`},
				"copied":              {"seats/0/copied", `"banker"`},
			},
		},
		{
			name: "protegee", file: "07-a-given-position.json",
			refused: map[string]gametest.Changes{
				"another winner":          {"winner", "3"},
				"a passer has won":        {"winner", "1"},
				"no winner":               {"winner", "0"},
				"choosers turned round":   {"choosers", "[1,4]"},
				"choosers empty":          {"choosers", "[]"},
				"one who played chooses":  {"choosers", "[3]", "active", "[3]"},
				"an earlier one chooses":  {"choosers", "[4]"},
				"three choose":            {"choosers", "[4,4,1]"},
				"another active":          {"active", "[1]"},
				"pending":                 {"pending", `[{"seat":4,"colour":"white","source":"noble"}]`},
				"a card is gone":          {"seats/2/table", `""`, "seats/2/protegees", `["lawman","geographer"]`, "seats/2/protection", "true"},
				"a card was taken":        {"seats/2/table", `""`, "seats/3/protegees", `["geographer"]`, "seats/2/protection", "true"},
				"still protected":         {"seats/2/protected", "true"},
				"one waits":               {"seats/0/action", `"waiting"`},
				"a passer has a card":     {"seats/0/table", `"clown"`, "seats/0/hand", `["painter","noble"]`, "seats/0/handCount", "2"},
				"the Fame card lies open": {"fameCard", `"fame-golden"`, "seats/1/fame", "[]"},
				"round":                   {"round", "3"},
				"the deck is longer":      {"fameDeck", `["fame-rich","fame-art","fame-religion","fame-science","fame-exploration"]`, "fameDeckCount", "5", "removedFame", "[]"},
				"removed Fame is another": {"removedFame", `["fame-art"]`},
				"wins by the wrong card":  {"seats/1/fame", `["fame-science"]`, "fameDeck/2", `"fame-golden"`},
			},
		},
		{
			name: "everyone passed", file: "r18-everyone-passes.json", moves: []game.Move{"pass", "pass", "pass", "cube red"},
			refused: map[string]gametest.Changes{
				"a winner":       {"winner", "2"},
				"no card lost":   {"lostFame", "[]", "seats/0/fame", `["fame-calm"]`},
				"choosers":       {"choosers", "[3]"},
				"the first one":  {"choosers", "[2,3,1]", "active", "[3]"},
				"one has played": {"seats/1/action", `"played"`},
			},
		},
		{
			name: "clown", file: "r16-clown-then-sculptors.json",
			refused: map[string]gametest.Changes{
				"copied already":     {"seats/1/copied", `"painter"`},
				"another copies":     {"active", "[3]"},
				"phase sculptor":     {"phase", `"sculptor"`, "active", "[1]"},
				"doubled already":    {"seats/0/doubled", `"painter"`},
				"nothing to copy":    {"seats/0/protegees", `["student","lawman"]`, "seats/2/protegees", `["noble","nun","architect","sculptor","painter","diplomat"]`},
				"a winner":           {"winner", "1"},
				"one has acted":      {"seats/0/action", `"passed"`},
				"a card on table":    {"seats/3/table", `"merchant"`, "seats/3/hand", "[]", "seats/3/handCount", "0"},
				"round":              {"round", "5", "fameDeck", `["fame-exploration"]`, "fameDeckCount", "1", "removedFame", `["fame-golden"]`, "seats/2/fame", "[]"},
				"the clown in hand":  {"seats/1/protegees", `["banker"]`, "seats/1/hand", `["clown"]`, "seats/1/handCount", "1"},
				"a Fame card":        {"fameCard", `"fame-golden"`, "seats/2/fame", "[]"},
				"choosers":           {"choosers", "[2]"},
				"nobody has a Clown": {"removedCharacters", `["clown"]`, "seats/1/protegees", `["banker","spice-trader"]`},
			},
		},
		{
			name: "sculptor", file: "r16-clown-then-sculptors.json", moves: []game.Move{"copy sculptor", "double painter"},
			refused: map[string]gametest.Changes{
				"phase clown":               {"phase", `"clown"`},
				"phase over":                {"phase", `"over"`, "active", "[]", "over", "true"},
				"another active":            {"active", "[1]"},
				"the first has not doubled": {"seats/0/doubled", `""`},
				"all have doubled":          {"seats/1/doubled", `"clown"`},
				"doubled another's":         {"seats/0/doubled", `"noble"`},
				"doubled without right":     {"seats/2/doubled", `"noble"`},
				"the second one first":      {"seats/0/doubled", `""`, "seats/1/doubled", `"clown"`, "active", "[1]"},
				"nothing copied":            {"seats/1/copied", `""`},
				"copied not of the right":   {"seats/1/copied", `"noble"`},
				"copied the Student":        {"seats/1/copied", `"student"`},
				"copied by another":         {"seats/2/copied", `"banker"`},
			},
		},
		{
			name: "over", file: "r16-clown-then-sculptors.json", moves: []game.Move{"copy sculptor", "double painter", "double banker"},
			refused: map[string]gametest.Changes{
				"not over":          {"over", "false"},
				"somebody active":   {"active", "[2]"},
				"no result":         {"result", "-"},
				"another ranking":   {"result/ranking", `[[1],[2],[3],[4]]`},
				"another total":     {"result/scores/0/total", "1000"},
				"another detail":    {"result/details/0/counts/red", "5"},
				"an ability more":   {"result/details/0/abilities", `{"banker":3}`},
				"nobody doubled":    {"seats/0/doubled", `""`},
				"not copied":        {"seats/1/copied", `""`},
				"another doubled":   {"seats/1/doubled", `"clown"`},
				"phase sculptor":    {"phase", `"sculptor"`, "active", "[2]", "over", "false", "result", "-"},
				"a winner":          {"winner", "2"},
				"the deck is there": {"fameDeck", `["fame-exploration"]`, "fameDeckCount", "1", "removedFame", "[]"},
			},
		},
	} {
		t.Run(position.name, func(t *testing.T) {
			t.Parallel()
			config, s := gametest.Position(t, Rules{}, position.file, position.moves...)
			gametest.RefusedPositions(t, Rules{}, config, s, position.refused)
		})
	}
}

// TestGivenPositionIsSealed: what is secret in a given position is sealed where
// it stands, and opened from there.
func TestGivenPositionIsSealed(t *testing.T) {
	t.Parallel()
	players, text := given(t, "07-a-given-position.json")
	config := game.Config{Players: players, Setup: json.RawMessage(`{"state":` + text + `}`)}
	s, setup, err := Rules{}.Start(config, game.Drawing(nil))
	if err != nil {
		t.Fatal(err)
	}
	if string(setup.JSON) != string(config.Setup) {
		t.Errorf("the set-up is %s", setup.JSON)
	}
	want := []game.Sealed{
		{At: "/setup/state/seats/0/hand", To: []game.Seat{1}},
		{At: "/setup/state/seats/1/hand", To: []game.Seat{2}},
		{At: "/setup/state/seats/2/hand", To: []game.Seat{3}},
		{At: "/setup/state/seats/3/hand", To: []game.Seat{4}},
		{At: "/setup/state/fameDeck/0"}, {At: "/setup/state/fameDeck/1"}, {At: "/setup/state/fameDeck/2"}, {At: "/setup/state/fameDeck/3"},
		{At: "/setup/state/removedFame"}, {At: "/setup/state/removedCharacters"},
	}
	if !reflect.DeepEqual(setup.Sealed, want) {
		t.Errorf("sealed %v", setup.Sealed)
	}
	var reveals []string
	for len(s.Active()) > 0 {
		tape := game.Recorded(nil)
		seat := s.Active()[0]
		if s, err = game.Play(s, seat, s.Legal(seat)[0], tape); err != nil {
			t.Fatal(err)
		}
		reveals = append(reveals, tape.Reveals()...)
	}
	if got := strings.Join(reveals, " "); got != "/setup/state/fameDeck/0 /setup/state/fameDeck/1 /setup/state/fameDeck/2 /setup/state/fameDeck/3" {
		t.Errorf("opened %s", got)
	}
	players, text = given(t, "r16-clown-then-sculptors.json", "copy sculptor", "double painter", "double banker")
	if _, setup, err := (Rules{}).Start(game.Config{Players: players, Setup: json.RawMessage(`{"state":` + text + `}`)}, game.Drawing(nil)); err != nil || setup.Sealed != nil {
		t.Errorf("a position that is over is sealed at %v (%v)", setup.Sealed, err)
	}
}
