package web

import (
	"strings"
	"testing"

	"pizzini/engine/game"
)

// An option whose usual value depends on another one can be left to it; one with a
// default of its own has it chosen.
func TestTheFormOffersHouseRules(t *testing.T) {
	t.Parallel()
	info := game.Info{Kind: "toy", Name: "Toy", MinPlayers: 2, MaxPlayers: 2, Options: []game.Option{
		{Key: "edition", Values: []any{"first", "second"}, Default: "first"},
		{Key: "fixed", Values: []any{1}, Default: 1},
		{Key: "longGame", Values: []any{true, false}},
	}}
	html := show(t, "new-toy", page{Title: "New"}, newMatchPage(newForm{Info: info, Options: map[string]string{}}))
	for _, want := range []string{
		`<legend>Edition</legend>`, `name="option-edition" value="first" checked`, `<details><summary>House rules</summary>`,
		`<label for="option-longGame">Long game</label>`, `<option value="" selected>As chosen above</option>`, `<option value="true">Yes</option>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the form has no %s", want)
		}
	}
	if strings.Contains(html, "option-fixed") {
		t.Error("the form asks for an option that has one value")
	}
	html = show(t, "new-toy-chosen", page{Title: "New"}, newMatchPage(newForm{Info: info,
		Options: map[string]string{"edition": "second", "longGame": "false"}, Errors: map[string]string{"option-longGame": "This does not go with 2 players."}}))
	for _, want := range []string{`value="second" checked`, `<details open><summary>House rules`, `<option value="false" selected>No</option>`, "This does not go with 2 players."} {
		if !strings.Contains(html, want) {
			t.Errorf("the form that comes back has no %s", want)
		}
	}
}
