package words

import (
	"testing"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

func TestOptionsWithoutWordsAreSpelledOut(t *testing.T) {
	t.Parallel()
	if label, help := OptionLabel(nil, "houseRules"); label != "House rules" || help != "" {
		t.Errorf("the label is %q, %q", label, help)
	}
	for value, want := range map[any]string{"open-hands": "Open hands", true: "Yes", false: "No", 3: "3"} {
		if got := OptionValue(nil, "houseRules", value); got != want {
			t.Errorf("%v is shown as %q", value, got)
		}
	}
}

func TestEveryOptionOfDerPateHasItsWords(t *testing.T) {
	t.Parallel()
	for _, o := range (derpate.Rules{}).Info().Options {
		if label, help := (DerPateEnglish{}).Option(o.Key); label == "" || help == "" {
			t.Errorf("%s: %q, %q", o.Key, label, help)
		}
		said := map[string]bool{}
		for _, value := range o.Values {
			text := (DerPateEnglish{}).Value(o.Key, value)
			if text == "" || said[text] {
				t.Errorf("%s %v: %q", o.Key, value, text)
			}
			said[text] = true
		}
	}
}

func TestAHouseRuleIsWhatTheEditionDoesNotSay(t *testing.T) {
	t.Parallel()
	rules := derpate.Rules{}
	for _, c := range []struct {
		given game.Options
		house []string
	}{
		{nil, nil},
		{game.Options{"edition": derpate.TW}, []string{"edition"}},
		{game.Options{"edition": derpate.TW, "visit": "clear", "carEffect": "harass"}, []string{"edition", "visit"}},
		{game.Options{"openMoney": true, "startMoney": 5000}, []string{"openMoney", "startMoney"}},
	} {
		chosen, err := rules.Resolve(3, c.given)
		if err != nil {
			t.Fatal(err)
		}
		var house []string
		for _, o := range Options(DerPateEnglish{}, rules, 3, chosen) {
			if o.House {
				house = append(house, o.Key)
			}
		}
		if len(house) != len(c.house) {
			t.Errorf("%v: house rules %q, want %q", c.given, house, c.house)
			continue
		}
		for i := range house {
			if house[i] != c.house[i] {
				t.Errorf("%v: house rules %q, want %q", c.given, house, c.house)
			}
		}
	}
}
