package board

import (
	"encoding/xml"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
	"pizzini/web/words"
)

// pateViews plays random matches of both editions and hands out some positions as
// a spectator sees them.
func pateViews(t *testing.T, each func(*derpate.View)) {
	t.Helper()
	rules := derpate.Rules{}
	for seed := range uint64(8) {
		players := 2 + int(seed%3)
		edition := derpate.Kosmos
		takeover := "enter"
		if seed > 3 {
			edition, takeover = derpate.TW, "kill-or-enter"
		}
		options, err := rules.Resolve(players, game.Options{"edition": edition, "takeover": takeover})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 3))
		state, _, err := rules.Start(game.Config{Players: players, Options: options}, game.Drawing(random.Uint64N))
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			if n < 6 || n%5 == 0 || len(state.Active()) == 0 {
				each(state.View(game.Spectator).(*derpate.View))
			}
			if len(state.Active()) == 0 {
				break
			}
			seat := state.Active()[0]
			legal := state.Legal(seat)
			if state, err = game.Play(state, seat, legal[random.IntN(len(legal))], game.Drawing(random.Uint64N)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// texts are the texts of shapes, with those in groups.
func texts(shapes []Shape) []Text {
	var all []Text
	for _, s := range shapes {
		switch s := s.(type) {
		case Text:
			all = append(all, s)
		case Group:
			all = append(all, texts(s.Shapes)...)
		}
	}
	return all
}

// said is how many texts of a scene are the text.
func said(s Scene, text string) int {
	n := 0
	for _, is := range texts(s.Shapes) {
		if is.Text == text {
			n++
		}
	}
	return n
}

func TestDrawingsOfDerPateStayInTheirFrames(t *testing.T) {
	t.Parallel()
	w := words.DerPateEnglish{}
	reader := words.Reader{Name: func(s game.Seat) string {
		return []string{"", "Anna", "Bartolomeo di Fruosino", "小林 ひろ", "Wilhelmina"}[s]
	}}
	ids := regexp.MustCompile(`[a-z]-\d|loan-shark|NaN`)
	pateViews(t, func(v *derpate.View) {
		for name, s := range map[string]Scene{"street": DerPateStreet(v, w, reader), "dice": DerPateDice(v, w), "tracks": DerPateTracks(v, w)} {
			if s.Width != tableWidth || s.Height < 100 {
				t.Fatalf("%s is %v by %v", name, s.Width, s.Height)
			}
			for _, text := range texts(s.Shapes) {
				wide := width(text.Text, text.Size)
				left := text.X - map[Anchor]float64{Start: 0, Middle: wide / 2, End: wide}[text.Anchor]
				if left < -8 || left+wide > s.Width+8 || text.Y > s.Height+1 || text.Y < 0 || text.Size < 7 {
					t.Errorf("%s: %q of size %.1f goes from %.0f to %.0f, down to %.0f of %.0f", name, text.Text, text.Size, left, left+wide, text.Y, s.Height)
				}
				if ids.MatchString(text.Text) {
					t.Errorf("%s: an id is written: %q", name, text.Text)
				}
			}
			svg := s.SVG(Picture{Alt: "x"})
			for d := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if strings.Contains(svg, "NaN") {
				t.Errorf("%s has a number that is none", name)
			}
		}
	})
}

// Everything that lies open on the table is in a picture.
func TestDrawingsOfDerPateShowWhatLiesOpen(t *testing.T) {
	t.Parallel()
	w := words.DerPateEnglish{}
	var ko, blood, protected, harassed, hands bool
	pateViews(t, func(v *derpate.View) {
		street := DerPateStreet(v, w, words.Reader{})
		empty := 0
		for _, stop := range v.Street {
			if stop.Owner == derpate.Nobody {
				empty++
			}
			blood = blood || stop.BloodDebt != derpate.Nobody
			protected = protected || stop.Protected
			harassed = harassed || stop.Harassed
		}
		if got := said(street, "empty"); got != empty {
			t.Errorf("%d of %d empty businesses are drawn", got, empty)
		}
		for i := range v.Seats {
			if n := v.Seats[i].Prison; n > 1 && said(street, "×"+string(rune('0'+n))) == 0 {
				t.Errorf("%d prisoners are not drawn", n)
			}
		}
		dice := DerPateDice(v, w)
		if v.Turn != nil {
			lying := 0
			for _, s := range dice.Shapes {
				if g, ok := s.(Group); ok && strings.HasPrefix(g.Spot, "die:") {
					lying++
				}
			}
			thrown := 0
			for _, c := range derpate.Colours() {
				face := v.Turn.Dice.Of(c)
				if face != derpate.NoFace {
					thrown++
				}
				hands = hands || face == derpate.Hand
			}
			if lying != thrown {
				t.Errorf("%d dice are drawn, %d lie", lying, thrown)
			}
		}
		if got := said(DerPateTracks(v, w), "K.O. track"); (got == 1) != (v.KOTrack != derpate.NoTrack) {
			t.Errorf("K.O. track %q: it is marked %d times", v.KOTrack.ID(), got)
		}
		ko = ko || v.KOTrack != derpate.NoTrack
	})
	if !ko || !blood || !protected || !harassed || !hands {
		t.Errorf("the matches never had: K.O. track %v, blood debt %v, protection %v, harassment %v, hands %v", ko, blood, protected, harassed, hands)
	}
}
