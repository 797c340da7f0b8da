package diepatin

import (
	"fmt"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

func TestRefusedPositions(t *testing.T) {
	t.Parallel()
	for _, position := range []struct {
		name    string
		file    string
		moves   []game.Move
		refused map[string]gametest.Changes
	}{
		{
			name: "inside", file: "worked-example-state.json",
			refused: map[string]gametest.Changes{
				"no game":                   {"game", "-"},
				"another game":              {"game", `"patronize"`},
				"another edition":           {"edition", `"zoch-2024"`},
				"unknown key":               {"more", `1`},
				"key in capitals":           {"Round", `1`},
				"players":                   {"players", `3`},
				"round 0":                   {"round", `0`},
				"round 6":                   {"round", `6`},
				"round 1.5":                 {"round", `1.5`},
				"phase unknown":             {"phase", `"end"`},
				"phase start":               {"phase", `"start"`},
				"phase intrigue":            {"phase", `"intrigue"`},
				"phase missions":            {"phase", `"missions"`},
				"phase over":                {"phase", `"over"`},
				"active another":            {"active", `[2]`},
				"active none":               {"active", `[]`},
				"over":                      {"over", `true`},
				"result":                    {"result", `{"ranking":[],"scores":[]}`},
				"start seat 0":              {"startSeat", `0`},
				"start seat 3":              {"startSeat", `3`},
				"removed one less":          {"removed", `["barber","laundry","pizzeria","tailor"]`},
				"removed not ascending":     {"removed", `["barber","bakery","laundry","pizzeria","tailor"]`},
				"removed of null":           {"removed", `[null,"bakery","laundry","pizzeria","tailor"]`},
				"removed in play":           {"removed", `["barber","casino","laundry","pizzeria","tailor"]`},
				"supply one more":           {"lootSupply", `35`},
				"supply negative":           {"lootSupply", `-1`},
				"district missing":          {"districts/red", `-`},
				"district not in use":       {"districts/blue", `{"loot":0}`},
				"district unknown":          {"districts/black", `{"loot":0}`},
				"district null":             {"districts/red", `null`},
				"district of three":         {"districts/red/loot", `3`, "lootSupply", `33`},
				"area missing":              {"areas/r1", `-`},
				"area not in use":           {"areas/o1", `{"owner":0,"tiles":[],"backRoom":0,"henchmen":[0,0],"bosses":[]}`},
				"area unknown":              {"areas/r4", `{"owner":0,"tiles":[],"backRoom":0,"henchmen":[0,0],"bosses":[]}`},
				"owner 3":                   {"areas/r1/owner", `3`},
				"owner -1":                  {"areas/r1/owner", `-1`},
				"owner of text":             {"areas/r1/owner", `"1"`},
				"no area for seat 2":        {"areas/t1/owner", `0`},
				"area of the turn is lost":  {"areas/p2/owner", `0`, "areas/p1/owner", `1`},
				"back room of nobody":       {"areas/r1/backRoom", `1`},
				"back room not counted":     {"areas/p2/backRoom", `1`},
				"back room, tile stays":     {"areas/p2/backRoom", `1`, "seats/0/backRooms", `9`, "seats/0/tiles", `["hat-shop:loot"]`},
				"henchmen of three":         {"areas/p2/henchmen", `[1,0,0]`},
				"henchmen of one":           {"areas/p2/henchmen", `[1]`},
				"henchman more":             {"areas/p2/henchmen", `[2,0]`},
				"henchman elsewhere":        {"areas/p2/henchmen", `[0,0]`, "areas/p1/henchmen", `[1,0]`},
				"henchmen negative":         {"areas/p2/henchmen", `[-1,0]`, "areas/p1/henchmen", `[2,0]`},
				"boss lady twice":           {"areas/p2/bosses", `[2]`},
				"boss ladies unsorted":      {"areas/p2/bosses", `[2,1]`, "seats/0/boss", `false`, "seats/1/boss", `false`, "seats/0/intrigue/revealed", `true`, "seats/1/intrigue/revealed", `true`},
				"boss lady in two areas":    {"areas/p2/bosses", `[2]`, "areas/p1/bosses", `[2]`, "seats/1/boss", `false`, "seats/1/intrigue/revealed", `true`},
				"boss lady of seat 3":       {"areas/p2/bosses", `[3]`},
				"boss lady of seat 0":       {"areas/p2/bosses", `[0]`},
				"boss lady, card hidden":    {"areas/p2/bosses", `[1]`, "seats/0/boss", `false`},
				"boss lady, card shown":     {"seats/0/intrigue/revealed", `true`},
				"boss lady nowhere":         {"seats/0/boss", `false`},
				"tile unknown":              {"areas/p1/tiles", `["x"]`},
				"tile null":                 {"areas/p2/tiles", `[null]`},
				"tile lost":                 {"areas/p2/tiles", `[]`},
				"manhole missing":           {"manholes/m28", `-`},
				"manhole not in use":        {"manholes/m1", `{"seat":0,"rats":0}`},
				"manhole unknown":           {"manholes/m31", `{"seat":0,"rats":0}`},
				"rats of nobody":            {"manholes/m28", `{"seat":0,"rats":1}`},
				"nobody's seat":             {"manholes/m28", `{"seat":1,"rats":0}`},
				"rats of seat 3":            {"manholes/m28", `{"seat":3,"rats":1}`},
				"rats negative":             {"manholes/m28", `{"seat":1,"rats":-1}`, "seats/0/rats", `25`},
				"31 rats":                   {"seats/0/rats", `25`},
				"rats too many for a byte":  {"seats/0/rats", `280`},
				"turn missing":              {"turn", `-`},
				"turn null":                 {"turn", `null`},
				"turn empty":                {"turn", `{}`},
				"turn of seat 0":            {"turn/seat", `0`, "active", `[0]`},
				"turn of seat 3":            {"turn/seat", `3`, "active", `[3]`},
				"turn of the other":         {"turn/seat", `2`, "active", `[2]`},
				"step unknown":              {"turn/step", `"outsides"`},
				"step empty":                {"turn/step", `""`},
				"step of the start":         {"turn/step", `"three"`},
				"step figure, and more":     {"turn/step", `"figure"`},
				"step outside":              {"turn", `{"seat":1,"step":"outside","figure":"henchman","area":"p2","spent":0}`},
				"step bribe":                {"turn", `{"seat":1,"step":"bribe","figure":"boss","area":"p2","left":4}`},
				"step bonus":                {"turn", `{"seat":1,"step":"bonus","figure":"henchman","area":"p2","left":1,"bonus":"rat"}`},
				"no figure":                 {"turn/figure", `-`},
				"figure unknown":            {"turn/figure", `"rat"`},
				"figure not there":          {"turn/figure", `"boss"`},
				"no area of the turn":       {"turn/area", `-`},
				"area of the turn not used": {"turn/area", `"o1"`},
				"another area of the turn":  {"turn/area", `"t1"`},
				"nothing left":              {"turn/left", `0`},
				"three left":                {"turn/left", `3`},
				"left missing":              {"turn/left", `-`},
				"spent inside":              {"turn/spent", `0`},
				"bonus inside":              {"turn/bonus", `"rat"`},
				"manhole inside":            {"turn/manhole", `"m20"`},
				"seat missing":              {"seats", `[]`},
				"seats null":                {"seats", `null`},
				"a seat null":               {"seats/0", `null`},
				"henchmen in the supply":    {"seats/0/henchmen", `3`},
				"henchmen 4":                {"seats/1/henchmen", `4`},
				"boss lady as a number":     {"seats/0/boss", `1`},
				"back rooms 11":             {"seats/0/backRooms", `11`},
				"back rooms 9":              {"seats/0/backRooms", `9`},
				"loot one more":             {"seats/0/loot", `2`},
				"loot negative":             {"seats/0/loot", `-1`, "lootSupply", `36`},
				"loot too much for a byte":  {"seats/0/loot", `257`},
				"seat tiles null":           {"seats/0/tiles", `null`},
				"seat tile too much":        {"seats/0/tiles", `["casino:rat"]`},
				"trophies of one":           {"seats/0/trophies", `[0]`},
				"trophy never lost":         {"seats/0/trophies", `[0,1]`},
				"trophy of its own":         {"seats/0/trophies", `[1,0]`, "seats/0/backRooms", `9`},
				"missions null":             {"seats/0/missions", `null`},
				"mission unknown":           {"seats/0/missions", `{"rats":1}`},
				"mission 0":                 {"seats/0/missions", `{"areas":0}`},
				"mission negative":          {"seats/0/missions", `{"areas":-1}`},
				"mission above the round":   {"seats/0/missions", `{"areas":2}`},
				"mission number twice":      {"seats/0/missions", `{"areas":1,"loot":1}`},
				"intrigue null":             {"seats/0/intrigue", `null`},
				"card not chosen":           {"seats/0/intrigue", `{"chosen":false,"revealed":false}`},
				"card chosen and absent":    {"seats/0/intrigue/card", `-`},
				"card not chosen but there": {"seats/0/intrigue/chosen", `false`},
				"card unknown":              {"seats/0/intrigue/card", `"murder"`},
				"card empty":                {"seats/0/intrigue/card", `""`},
				"card null":                 {"seats/0/intrigue/card", `null`},
			},
		},
		{
			name: "bonus", file: "bonus-remove.json", moves: []game.Move{"henchman b1", "backroom casino"},
			refused: map[string]gametest.Changes{
				"another bonus":     {"turn/bonus", `"rat"`},
				"bonus of loot":     {"turn/bonus", `"loot"`},
				"no bonus":          {"turn/bonus", `-`},
				"two left":          {"turn/left", `2`},
				"left negative":     {"turn/left", `-1`},
				"nothing to remove": {"manholes/m11", `{"seat":0,"rats":0}`, "manholes/m23", `{"seat":0,"rats":0}`, "seats/1/rats", `30`, "seats/2/rats", `30`},
				"a figure less":     {"areas/b1/henchmen", `[1,0,0]`, "areas/b2/henchmen", `[1,0,0]`},
			},
		},
		{
			name: "outside", file: "r14-loot-is-spent-one-by-one.json", moves: []game.Move{"henchman t1", "rat m14"},
			refused: map[string]gametest.Changes{
				"no loot to spend":   {"seats/0/loot", `0`, "lootSupply", `30`},
				"spent negative":     {"turn/spent", `-1`},
				"spent too much":     {"turn/spent", `29`},
				"left outside":       {"turn/left", `1`},
				"inside":             {"turn", `{"seat":1,"step":"inside","figure":"henchman","area":"t1","left":1}`},
				"not adjacent":       {"turn/area", `"y2"`, "areas/t1/henchmen", `[0,0,0]`, "areas/y2/henchmen", `[1,0,0]`},
				"a seat's only area": {"areas/t1/owner", `3`, "areas/p3/owner", `0`},
				"own area":           {"areas/t1/owner", `1`},
			},
		},
		{
			name: "bribe", file: "r13-bribe-and-invasion-are-whole.json", moves: []game.Move{"boss y1"},
			refused: map[string]gametest.Changes{
				"five left":       {"turn/left", `5`},
				"nothing left":    {"turn/left", `0`},
				"another card":    {"seats/0/intrigue/card", `"invasion"`},
				"administration":  {"seats/0/intrigue/card", `"administration"`},
				"by a henchman":   {"turn/figure", `"henchman"`, "areas/y1/henchmen", `[1,0,0]`, "seats/0/henchmen", `2`},
				"invade":          {"turn", `{"seat":1,"step":"invade","figure":"boss","area":"y1"}`},
				"inside":          {"turn", `{"seat":1,"step":"inside","figure":"boss","area":"y1","left":4}`},
				"outside":         {"turn", `{"seat":1,"step":"outside","figure":"boss","area":"y1","spent":0}`},
				"not revealed":    {"seats/0/intrigue/revealed", `false`},
				"not chosen":      {"seats/0/intrigue", `{"chosen":false,"revealed":true}`},
				"boss at home":    {"seats/0/boss", `true`},
				"another's place": {"areas/y1/bosses", `[2]`, "seats/1/boss", `false`, "seats/1/intrigue/revealed", `true`},
			},
		},
		{
			name: "reinforce", file: "r24-one-rat-in-the-supply.json", moves: []game.Move{"boss y2", "invade m11"},
			refused: map[string]gametest.Changes{
				"two left with a rat there": {"turn/left", `3`},
				"nothing left":              {"turn/left", `0`},
				"another area's manhole":    {"turn/manhole", `"m7"`},
				"opposing rats there":       {"turn/manhole", `"m12"`, "manholes/m12", `{"seat":2,"rats":1}`, "seats/1/rats", `29`},
				"no manhole":                {"turn/manhole", `-`},
				"rats in the supply":        {"seats/0/rats", `1`, "manholes/m4/rats", `19`},
				"no rat was placed":         {"manholes/m11", `{"seat":0,"rats":0}`, "manholes/m4/rats", `21`},
				"no rats elsewhere":         {"manholes/m11/rats", `30`, "manholes/m4", `{"seat":0,"rats":0}`, "manholes/m7", `{"seat":0,"rats":0}`},
			},
		},
		{
			name: "figure", file: "r12-done-at-once.json",
			refused: map[string]gametest.Changes{
				"no figure in the supply": {"seats/0/henchmen", `0`, "areas/b2/henchmen", `[3,0,0]`, "seats/0/boss", `false`, "areas/b2/bosses", `[1]`, "seats/0/intrigue/revealed", `true`},
				"figure too early":        {"turn/figure", `"henchman"`},
				"area too early":          {"turn/area", `"b2"`},
				"result too early":        {"result", `null`},
			},
		},
		{
			name: "intrigue", file: "r11-no-second-thoughts.json", moves: []game.Move{"intrigue invasion"},
			refused: map[string]gametest.Changes{
				"all have chosen":      {"seats/1/intrigue", `{"chosen":true,"card":"bribe","revealed":false}`, "active", `[]`},
				"who has chosen asked": {"active", `[1,2]`},
				"nobody asked":         {"active", `[]`},
				"a turn":               {"turn", `{"seat":1,"step":"figure"}`},
				"a henchman outside":   {"seats/0/henchmen", `2`, "areas/p2/henchmen", `[1,0]`},
				"a boss lady placed":   {"seats/0/boss", `false`, "areas/p2/bosses", `[1]`, "seats/0/intrigue/revealed", `true`},
				"revealed":             {"seats/0/intrigue/revealed", `true`},
			},
		},
		{
			name: "missions", file: "r44-all-at-once.json", moves: []game.Move{"henchman b2", "done"},
			refused: map[string]gametest.Changes{
				"nobody":                {"active", `[]`},
				"unsorted":              {"active", `[2,1]`},
				"twice":                 {"active", `[1,1]`},
				"seat 4":                {"active", `[4]`},
				"seat 0":                {"active", `[0]`},
				"seat 70":               {"active", `[70]`},
				"who cannot score":      {"seats/2/missions", `{"loot":2}`},
				"who has scored":        {"seats/2/missions", `{"spread":4}`},
				"a turn":                {"turn", `{"seat":1,"step":"figure"}`},
				"over":                  {"phase", `"over"`, "over", `true`, "active", `[]`},
				"mission of next round": {"seats/0/missions", `{"spread":5}`},
			},
		},
		{
			name: "over", file: "r46-after-round-5.json", moves: []game.Move{"henchman b2", "done", "mission crowd"},
			refused: map[string]gametest.Changes{
				"not over":          {"over", `false`},
				"round 4":           {"round", `4`, "seats/0/missions", `{"crowd":4}`},
				"somebody active":   {"active", `[1]`},
				"no result":         {"result", `-`},
				"another ranking":   {"result/ranking", `[[1],[2],[3]]`},
				"another score":     {"result/scores/0/total", `6`},
				"a part is missing": {"result/scores/0/symbols", `-`},
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

// TestRefusedStarts: phase start is played again, so that nothing can be there
// that was not placed.
func TestRefusedStarts(t *testing.T) {
	t.Parallel()
	for _, position := range []struct {
		moves   []game.Move
		refused map[string]gametest.Changes
	}{
		{nil, map[string]gametest.Changes{
			"round 1":         {"round", `1`},
			"loot is taken":   {"lootSupply", `27`, "seats/0/loot", `1`},
			"a rat is there":  {"manholes/m1", `{"seat":1,"rats":1}`, "seats/0/rats", `29`},
			"a figure":        {"areas/b2/henchmen", `[1,0,0,0]`, "seats/0/henchmen", `2`},
			"a card":          {"seats/0/intrigue", `{"chosen":true,"card":"bribe","revealed":false}`},
			"another turn":    {"turn/seat", `2`, "active", `[2]`},
			"no turn":         {"turn", `-`},
			"a later step":    {"turn/step", `"figure"`},
			"a tile is taken": {"areas/b2/tiles", `[]`, "seats/0/tiles", `["laundry:rat"]`, "seats/0/backRooms", `9`},
			"owned":           {"areas/g2/owner", `1`},
		}},
		{[]game.Move{"start p3", "three m17"}, map[string]gametest.Changes{
			"no start area":     {"areas/p3/owner", `0`, "areas/p2/owner", `1`},
			"two areas":         {"areas/g2/owner", `1`},
			"four rats":         {"manholes/m17/rats", `4`, "seats/0/rats", `26`},
			"another area":      {"turn/area", `"g2"`},
			"not the supply":    {"seats/0/rats", `30`},
			"another's rats":    {"manholes/m17/seat", `2`, "seats/0/rats", `30`, "seats/1/rats", `27`},
			"outside the area":  {"manholes/m17", `{"seat":0,"rats":0}`, "manholes/m1", `{"seat":1,"rats":3}`},
			"a step too early":  {"turn/step", `"three"`},
			"a step too late":   {"turn/step", `"one"`},
			"a step further":    {"turn/step", `"area"`, "turn/area", `-`},
			"area without need": {"turn/figure", `"henchman"`},
		}},
		{[]game.Move{"start p3", "three m17", "two m20", "one m25", "start g2", "three m16", "two m15", "one m8", "start y3", "three m18", "two m11", "one m12", "start b2", "three m10", "two m3"}, map[string]gametest.Changes{
			"the end of the start": {"turn/seat", `1`, "active", `[1]`},
			"removed missing":      {"removed", `null`},
			"removed more":         {"removed", `["bakery","tailor"]`},
		}},
	} {
		t.Run(fmt.Sprintf("after %d moves", len(position.moves)), func(t *testing.T) {
			t.Parallel()
			config, s := gametest.Position(t, Rules{}, "01-start-4p.json", position.moves...)
			gametest.RefusedPositions(t, Rules{}, config, s, position.refused)
		})
	}
}

// TestPositionsByHand: what a match cannot come to, but is consistent, is
// accepted (R47).
func TestPositionsByHand(t *testing.T) {
	t.Parallel()
	players, text := given(t, "r44-all-at-once.json", "henchman b2", "done")
	for name, what := range map[string]gametest.Changes{
		"one has declined":             {"active", `[1,3]`},
		"figures left in the missions": {"areas/b2/henchmen", `[0,0,0]`, "seats/0/henchmen", `3`},
		"others have had fewer turns":  {"phase", `"turns"`, "active", `[1]`, "turn", `{"seat":1,"step":"figure"}`, "areas/b2/henchmen", `[0,0,0]`, "seats/0/henchmen", `3`},
		"scored in this round":         {"seats/2/missions", `{"areas":4}`, "active", `[1,2]`},
	} {
		if _, err := restoreText(players, what.To(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
