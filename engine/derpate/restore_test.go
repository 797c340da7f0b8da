package derpate

import (
	"encoding/json"
	"fmt"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

// given is a position to which moves lead from a set-up.
type given struct {
	name    string
	players int
	options game.Options
	setup   string
	faces   string
	moves   []game.Move
	refused map[string]gametest.Changes
}

const (
	deckAfter = `","vendetta","good-neighbour","crackdown","casino-raid","donation","rough-ride"]`
	greenEast = `,"car":"lower-5","districts":["greenwich","east"]`
)

func with(card, seats string) string {
	deck := []string{card}
	for _, e := range EventCards() {
		if e.ID() != card && len(deck) < rounds {
			deck = append(deck, e.ID())
		}
	}
	text, _ := json.Marshal(deck)
	return fmt.Sprintf(`{"eventDeck":%s%s,"position":{"seats":[%s]}}`, text, greenEast, seats)
}

func TestRefusedPositions(t *testing.T) {
	t.Parallel()
	const all = `{"reputation":12,"influence":12,"tiles":["wedding","senator"],"income":1,"favors":2,"friends":2,"hudson":1,"prison":1,"owes":[1,0,1]}`
	for _, position := range []given{
		{
			name: "the step place of row 2", players: 2, setup: with("headlines", all+`,{"friends":1}`), faces: "1 2 3 4 1 2 hand", moves: []game.Move{"roll", "place red 4", "roll"},
			refused: map[string]gametest.Changes{
				"no game":                   {"game", "-"},
				"another game":              {"game", `"patronize"`},
				"another edition":           {"edition", `"tw"`},
				"open money":                {"openMoney", "true"},
				"round 0":                   {"round", "0"},
				"round 2":                   {"round", "2"},
				"round 8":                   {"round", "8"},
				"round -1":                  {"round", "-1"},
				"unknown phase":             {"phase", `"night"`},
				"phase null":                {"phase", `null`},
				"phase event":               {"phase", `"event"`},
				"phase event without turn":  {"phase", `"event"`, "turn", "null", "eventQueue", "[1,2]"},
				"phase over":                {"phase", `"over"`},
				"phase setup":               {"phase", `"setup-district"`, "turn", "null"},
				"another seat active":       {"active", "[2]"},
				"nobody active":             {"active", "[]"},
				"two active":                {"active", "[1,2]"},
				"active null":               {"active", "null"},
				"active 257":                {"active", "[257]"},
				"over":                      {"over", "true"},
				"a result":                  {"result", `{"ranking":[],"scores":[],"dropped":[],"everybodyLost":false}`},
				"result null":               {"result", "null"},
				"start player 0":            {"startPlayer", "0"},
				"start player 3":            {"startPlayer", "3"},
				"no car":                    {"car", "null"},
				"the car absent":            {"car", "-"},
				"the car nowhere":           {"car", `"east-9"`},
				"a business absent":         {"businesses/east-1", "-"},
				"a business more":           {"businesses/east-9", `{"owner":0,"bloodDebt":null}`},
				"a business of nothing":     {"businesses/east-1", `{}`},
				"an owner of nowhere":       {"businesses/east-1/owner", "3"},
				"another owner":             {"businesses/east-1/owner", "1"},
				"an owner less":             {"businesses/east-1/owner", "null"},
				"a blood debt":              {"businesses/italy-2/bloodDebt", "0"},
				"a blood debt of an empty":  {"businesses/italy-2/owner", "null", "businesses/italy-2/bloodDebt", "0"},
				"markers":                   {"eventTrack/red", "2"},
				"a K.O. track":              {"koTrack", `"influence"`},
				"another card":              {"event", `"vendetta"`},
				"no card":                   {"event", "null"},
				"no cards seen":             {"eventsSeen", "[]"},
				"two cards seen":            {"eventsSeen", `["headlines","vendetta"]`},
				"a card twice":              {"eventDeck/0", `"headlines"`},
				"a card unknown":            {"eventDeck/0", `"wedding"`},
				"a card null":               {"eventDeck/0", `null`},
				"a deck of five":            {"eventDeck", `["vendetta","good-neighbour","crackdown","bail-or-river","casino-raid"]`, "eventsLeft", "5"},
				"the deck absent":           {"eventDeck", "-"},
				"events left":               {"eventsLeft", "5"},
				"a queue":                   {"eventQueue", "[1]"},
				"friends left":              {"friendsLeft", "9"},
				"a Friend more":             {"seats/0/friends", "3"},
				"fourteen Friends":          {"seats/0/friends", "13", "friendsLeft", "-1"},
				"no turn":                   {"turn", "null"},
				"another's turn":            {"turn/seat", "2"},
				"row 1":                     {"turn/row", "1"},
				"row 5":                     {"turn/row", "5"},
				"step roll":                 {"turn/step", `"roll"`},
				"step event":                {"turn/step", `"event"`},
				"step choose":               {"turn/step", `"choose"`},
				"step end":                  {"turn/step", `"end"`},
				"step unknown":              {"turn/step", `"sleep"`},
				"a die that was placed":     {"turn/dice/red", "4"},
				"a die too few":             {"turn/dice/black", "null"},
				"a face of 6":               {"turn/dice/black", "6"},
				"a face of 0":               {"turn/dice/black", "0"},
				"a face unknown":            {"turn/dice/black", `"foot"`},
				"a die more":                {"turn/dice/blue", "null"},
				"nothing placed":            {"turn/placed", "[]"},
				"placed elsewhere":          {"turn/placed/0/space", `"gambling"`},
				"placed in row 2":           {"turn/placed/0/row", "2"},
				"another die placed":        {"turn/placed/0/die", `"black"`},
				"no die placed":             {"turn/placed/0/die", `""`},
				"another face placed":       {"turn/placed/0/face", "3"},
				"no face placed":            {"turn/placed/0/face", "null"},
				"placed null":               {"turn/placed", "null"},
				"favours":                   {"turn/favorsUsed", "3"},
				"favours -1":                {"turn/favorsUsed", "-1"},
				"a choice":                  {"turn/choice", `"visit"`},
				"another seat number":       {"seats/0/seat", "2"},
				"another family":            {"seats/0/family", `"barzini"`},
				"one seat":                  {"seats", `[{"seat":1}]`},
				"no money":                  {"seats/0/money", "-"},
				"money null":                {"seats/0/money", "null"},
				"odd money":                 {"seats/0/money", "1500"},
				"negative money":            {"seats/0/money", "-1000"},
				"too much money":            {"seats/0/money", "9007199254740000"},
				"reputation 13":             {"seats/1/reputation", "13"},
				"income -1":                 {"seats/1/income", "-1"},
				"favors 260":                {"seats/1/favors", "260"},
				"supply":                    {"seats/1/supply", "5"},
				"prison":                    {"seats/1/prison", "1"},
				"a figure in prison":        {"seats/1/prison", "7", "seats/1/supply", "-3"},
				"a tile not reached":        {"seats/1/tiles", `["cop"]`},
				"a tile twice":              {"seats/0/tiles", `["wedding","wedding"]`},
				"tiles in another order":    {"seats/0/tiles", `["senator","wedding"]`},
				"tiles null":                {"seats/0/tiles", "null"},
				"a tile null":               {"seats/0/tiles", "[null]"},
				"debt supply":               {"seats/0/debtSupply", "4"},
				"owes himself":              {"seats/0/owes", "[1,1,1]", "seats/0/debtSupply", "2"},
				"owes six":                  {"seats/0/owes", "[3,0,3]", "seats/0/debtSupply", "-1"},
				"owes short":                {"seats/0/owes", "[1,0]"},
				"owes long":                 {"seats/0/owes", "[1,0,1,0]"},
				"owes very long":            {"seats/0/owes", "[1,0,1,0,0,0,0]"},
				"unknown key":               {"secret", "1"},
				"unknown key of seat":       {"seats/0/secret", "1"},
				"unknown key of turn":       {"turn/secret", "1"},
				"key in capitals":           {"round", "-", "Round", "1"},
				"a Senator that was unused": {"turn/row", "3", "turn/placed", `[{"row":1,"die":"red","face":4,"space":"loan-shark"},{"row":2,"die":"black","face":1,"space":"odds"}]`, "turn/dice", `{"black":null,"white":2,"gray":"hand","red":null}`},
			},
		},
		{
			name: "favours without a favour", players: 2, setup: with("headlines", ``),
			refused: map[string]gametest.Changes{"favours": {"turn/favorsUsed", "1"}, "row 4": {"turn/row", "4"}},
		},
		{
			name: "a Senator was used", players: 2, setup: with("rough-ride", `{"influence":12,"tiles":["senator"]}`), faces: "1 2 3 4 1 2 3", moves: []game.Move{"roll", "place red 4", "roll", "place gray 3 as white"},
			refused: map[string]gametest.Changes{
				"it is held":        {"seats/0/tiles", `["senator"]`},
				"it was not won":    {"seats/0/influence", "11"},
				"no such space":     {"turn/placed/1/space", `"raid"`},
				"press of a number": {"turn/placed/1/space", `"press"`},
				"no space":          {"turn/placed/1/space", `null`},
				"the die twice":     {"turn/placed/1/die", `"red"`},
			},
		},
		{
			name: "setup-car", players: 3, setup: `{"startPlayer":2,"eventDeck":["headlines` + deckAfter + `}`,
			refused: map[string]gametest.Changes{
				"the car stands":      {"car", `"east-1"`},
				"a district is taken": {"businesses/east-1/owner", "1", "businesses/east-2/owner", "1", "businesses/east-5/owner", "1", "seats/0/supply", "4"},
				"a business is taken": {"businesses/east-1/owner", "1", "seats/0/supply", "6"},
				"another places it":   {"active", "[3]"},
				"a step was made":     {"seats/0/income", "1"},
				"a tile":              {"seats/0/reputation", "4", "seats/0/tiles", `["wedding"]`},
				"a Friend":            {"seats/0/friends", "1", "friendsLeft", "12"},
				"a debt":              {"seats/0/owes", "[1,0,0,0]", "seats/0/debtSupply", "4"},
				"a prisoner":          {"seats/0/prison", "1", "seats/0/supply", "6"},
				"a round":             {"round", "1", "eventsSeen", `["headlines"]`, "event", `"headlines"`, "eventDeck", `["vendetta","good-neighbour","crackdown","casino-raid","donation","rough-ride"]`, "eventsLeft", "6", "eventTrack/red", "1"},
			},
		},
		{
			name: "setup-car with districts", players: 3, setup: `{"startPlayer":2,"eventDeck":["headlines` + deckAfter + `,"districts":["italy","east","lower"]}`,
			refused: map[string]gametest.Changes{
				"two districts": {"businesses/lower-1/owner", "1", "businesses/lower-2/owner", "1", "businesses/lower-5/owner", "1", "seats/0/supply", "1", "seats/2/supply", "7"},
				"one is free":   {"businesses/greenwich-1/owner", "null", "businesses/greenwich-3/owner", "null", "businesses/greenwich-4/owner", "null"},
				"mixed":         {"businesses/greenwich-1/owner", "3", "businesses/lower-1/owner", "0"},
			},
		},
		{
			name: "setup-district", players: 3, setup: `{"startPlayer":2,"eventDeck":["headlines` + deckAfter + `}`, moves: []game.Move{"car lower-1", "district italy"},
			refused: map[string]gametest.Changes{
				"it is another's choice": {"active", "[2]"},
				"it is his choice again": {"active", "[1]"},
				"another has it":         {"businesses/italy-4/owner", "3", "businesses/italy-2/owner", "3", "businesses/italy-3/owner", "3", "seats/2/supply", "4", "seats/0/supply", "7"},
				"neutral":                {"businesses/east-1/owner", "0", "businesses/east-2/owner", "0", "businesses/east-5/owner", "0"},
				"setup-car":              {"phase", `"setup-car"`, "car", "null"},
				"no car":                 {"car", "null"},
			},
		},
		{
			name: "the start player of four", players: 4, setup: `{"startPlayer":2,"eventDeck":["headlines` + deckAfter + `}`, moves: []game.Move{"car lower-1", "district italy", "district east"},
			refused: map[string]gametest.Changes{
				"does not choose": {"businesses/lower-1/owner", "3", "businesses/lower-2/owner", "3", "businesses/lower-5/owner", "3", "seats/2/supply", "4", "active", "[2]"},
			},
		},
		{
			name: "bail-or-river", players: 3, setup: `{"startPlayer":3,"eventDeck":["bail-or-river` + deckAfter[:len(deckAfter)-1] + `],"car":"lower-5","districts":["greenwich","east","italy"],"position":{"seats":[{"prison":1},{"prison":2},{"prison":1}]}}`,
			moves: []game.Move{"ransom 0"},
			refused: map[string]gametest.Changes{
				"a prisoner of who was asked": {"seats/2/prison", "1", "seats/2/hudson", "0"},
				"who has none":                {"seats/0/prison", "0", "seats/0/supply", "4"},
				"asked before":                {"active", "[2]", "eventQueue", "[2]"},
				"the queue":                   {"eventQueue", "[1]"},
				"the queue of all":            {"eventQueue", "[3,1,2]"},
				"an empty queue":              {"eventQueue", "[]"},
				"another card":                {"event", `"headlines"`, "eventsSeen", `["headlines"]`, "eventDeck", `["bail-or-river","vendetta","good-neighbour","crackdown","casino-raid","donation"]`, "eventTrack", `{"gray":0,"red":1}`},
				"a turn":                      {"turn", `{"seat":1,"row":1,"step":"roll","dice":{"black":null,"white":null,"gray":null,"red":null},"placed":[],"favorsUsed":0,"choice":null}`},
			},
		},
		{
			name: "donation", players: 2, setup: with("donation", ``),
			refused: map[string]gametest.Changes{"who is at the end": {"seats/0/favors", "4"}},
		},
		{
			name: "crackdown", players: 2, setup: with("crackdown", ``),
			refused: map[string]gametest.Changes{"not the start player": {"active", "[2]", "eventQueue", "[2]"}, "both": {"eventQueue", "[1,2]"}},
		},
		{
			name: "vendetta at once", players: 2, options: game.Options{"ownTurnEvents": false}, setup: with("vendetta", ``),
			refused: map[string]gametest.Changes{
				"nothing to decide": {"seats/0/owes", "[5,0,0]", "seats/0/debtSupply", "0"},
				"in a turn":         {"phase", `"turn"`, "eventQueue", "[]", "turn", `{"seat":1,"row":1,"step":"event","dice":{"black":null,"white":null,"gray":null,"red":null},"placed":[],"favorsUsed":0,"choice":null}`},
			},
		},
		{
			name: "vendetta in the own turn", players: 2, setup: with("vendetta", `{"reputation":4,"tiles":["wedding"]}`),
			refused: map[string]gametest.Changes{
				"nothing to do": {"seats/0/owes", "[5,0,0]", "seats/0/debtSupply", "0", "seats/0/tiles", "[]", "seats/0/reputation", "0"},
				"row 2":         {"turn/row", "2", "turn/placed", `[{"row":1,"die":"red","face":4,"space":"loan-shark"}]`},
				"at once":       {"phase", `"event"`, "turn", "null", "eventQueue", "[1,2]"},
			},
		},
		{
			name: "the step choose of row 3", players: 2, setup: with("rough-ride", ``), faces: "1 1 1 3 1 1 1 1 1", moves: []game.Move{"roll", "place red 3", "roll", "place white 1", "roll", "place black 1"},
			refused: map[string]gametest.Changes{
				"another choice":    {"turn/choice", `"visit"`},
				"no choice":         {"turn/choice", "null"},
				"a choice of row 4": {"turn/choice", `"banker"`},
				"the last die":      {"turn/dice/gray", "null"},
				"another die":       {"turn/dice/red", "1"},
				"nothing to choose": {"seats/0/supply", "0", "seats/0/hudson", "4"},
				"step place":        {"turn/step", `"place"`, "turn/choice", "null"},
			},
		},
		{
			name: "the step end", players: 2, setup: with("rough-ride", `{"reputation":8,"tiles":["grandchild"]}`), faces: "1 1 1 3 1 1 1 1 1", moves: []game.Move{"roll", "place red 3", "roll", "place white 1", "roll", "place gray 1", "place black 1", "pass"},
			refused: map[string]gametest.Changes{
				"nothing is left": {"seats/0/tiles", "[]"},
				"a choice":        {"turn/choice", `"informer"`},
				"a die":           {"turn/dice/black", "1"},
				"row 3":           {"turn/row", "3"},
			},
		},
		{
			name: "a blood debt", players: 2, options: game.Options{"edition": "tw"}, setup: with("vendetta", ``), moves: []game.Move{"kill east-1"},
			refused: map[string]gametest.Changes{
				"on an owned business": {"businesses/east-1/owner", "0"},
				"of nobody there":      {"businesses/east-1/bloodDebt", "3"},
				"of -1":                {"businesses/east-1/bloodDebt", "-1"},
				"as a text":            {"businesses/east-1/bloodDebt", `"2"`},
			},
		},
		{
			name: "over", players: 2, setup: `{"eventDeck":["vendetta","good-neighbour","crackdown","casino-raid","headlines","donation","rough-ride"],"car":"lower-5","districts":["greenwich","east"],"position":{"round":7,"seats":[{"reputation":12},{}]}}`,
			faces: "1 1 1 3 1 1 1 1 1 1 1 1 3 1 1 1 1 1",
			moves: []game.Move{"roll", "place red 3", "roll", "place white 1", "roll", "place black 1", "pass", "place gray 1", "roll", "place red 3", "roll", "place white 1", "roll", "place black 1", "pass", "place gray 1"},
			refused: map[string]gametest.Changes{
				"not over":        {"over", "false"},
				"somebody active": {"active", "[1]"},
				"no result":       {"result", "-"},
				"another ranking": {"result/ranking", "[[2]]"},
				"another total":   {"result/scores/0/total", "1000"},
				"nobody dropped":  {"result/dropped", "[]"},
				"everybody lost":  {"result/everybodyLost", "true"},
				"other money":     {"seats/0/money", "1000"},
				"round 6":         {"round", "6", "eventsSeen", `["vendetta","good-neighbour","crackdown","casino-raid","headlines","donation"]`, "eventDeck", `["rough-ride"]`, "eventsLeft", "1", "event", `"donation"`},
				"a turn":          {"turn", `{"seat":1,"row":1,"step":"roll","dice":{"black":null,"white":null,"gray":null,"red":null},"placed":[],"favorsUsed":0,"choice":null}`},
			},
		},
	} {
		t.Run(position.name, func(t *testing.T) {
			t.Parallel()
			options, err := Rules{}.Resolve(position.players, position.options)
			if err != nil {
				t.Fatal(err)
			}
			config := game.Config{Players: position.players, Options: options, Setup: json.RawMessage(position.setup)}
			s, _, err := Rules{}.Start(config, game.Drawing(nil))
			if err != nil {
				t.Fatal(err)
			}
			s = (&board{t: t, s: s}).play(position.faces, position.moves...).s
			gametest.RefusedPositions(t, Rules{}, config, s, position.refused)
		})
	}
}
