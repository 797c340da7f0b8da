package words

import (
	"slices"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
)

// What a turn is about comes first, and what ends it or declines it last.
func TestChoicesComeInTheOrderInWhichTheyAreThoughtOf(t *testing.T) {
	t.Parallel()
	label := func(key, group string) game.Label { return game.Label{Key: key, Group: group} }
	for _, c := range []struct {
		words       Catalogue
		given, want []game.Label
	}{
		{DerPateEnglish{}, []game.Label{label("favor-cash", "favor"), label("roll", "roll"), label("tile-wedding", "tile")}, []game.Label{label("roll", "roll"), label("tile-wedding", "tile"), label("favor-cash", "favor")}},
		{DerPateEnglish{}, []game.Label{label("pass", "pass"), label("take", "choose")}, []game.Label{label("take", "choose"), label("pass", "pass")}},
		{DiePatinEnglish{}, []game.Label{label("done", "done"), label("loot", "act"), label("rat", "rat")}, []game.Label{label("loot", "act"), label("rat", "rat"), label("done", "done")}},
		{DiePatinEnglish{}, []game.Label{label("boss", "boss"), label("henchman", "henchman")}, []game.Label{label("henchman", "henchman"), label("boss", "boss")}},
		{DiePatinEnglish{}, []game.Label{label("mission", "mission"), label("mission-none", "mission"), label("mission", "mission")}, []game.Label{label("mission", "mission"), label("mission", "mission"), label("mission-none", "mission")}},
		{PatronizeEnglish{}, []game.Label{label("pass", "pass"), label("play", "play")}, []game.Label{label("pass", "pass"), label("play", "play")}},
	} {
		var choices []engine.Choice
		for _, l := range c.given {
			choices = append(choices, engine.Choice{Label: l})
		}
		var got []string
		for _, choice := range InOrder(choices, c.words) {
			got = append(got, choice.Label.Key)
		}
		var want []string
		for _, l := range c.want {
			want = append(want, l.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%T: %q, want %q", c.words, got, want)
		}
	}
}

func TestPointsThatAreLetGo(t *testing.T) {
	t.Parallel()
	for round, want := range map[string]string{
		"1": "The point of this round is lost; you can still score a mission in a later round",
		"4": "The 4 points of this round are lost; you can still score a mission in a later round",
		"5": "The 5 points of this round are lost",
	} {
		if got := (DiePatinEnglish{}).Consequence(game.Label{Key: "mission-none", Args: map[string]string{"points": round}}, nil, reader(2)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
