package web

import (
	"strings"
	"sync"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
	"pizzini/web/words"
)

// diePatinSample is the position that the rules page shows: the first round of two
// players, a few turns old.
var diePatinSample = sync.OnceValue(func() sight {
	const setup = `{"startSeat":1,"tiles":{
		"t1":["claw-studio:loot"],"t2":["bakery:point","claw-studio:remove"],"t3":["bakery:remove","pizzeria:rat"],
		"p1":["bakery:loot","claw-studio:rat"],"p2":["hat-shop:point"],"p3":["hat-shop:remove","pizzeria:point"],
		"r1":["claw-studio:point","hat-shop:loot"],"r2":["bakery:rat","pizzeria:remove"],"r3":["hat-shop:rat","pizzeria:loot"]}}`
	const moves = `start t1, three m14, two m10, one m7; start p2, three m20, two m25, one m16;
		intrigue administration; intrigue invasion;
		henchman t1, rat m14, loot; henchman p2, rat m20, loot;
		henchman t1, backroom claw-studio, rat m7; boss p1, invade m17;
		henchman t3, rat m18, claim`
	names := []string{"", "Rosa", "Dante"}
	s := sight{View: &diepatin.View{}, Words: diePatinWords, Reader: words.Reader{Name: func(n game.Seat) string { return names[n] }}}
	state, _, err := diepatin.Rules{}.Start(game.Config{Players: 2, Setup: []byte(setup)}, game.Refusing())
	if err != nil {
		return s
	}
	for move := range strings.FieldsFuncSeq(moves, func(r rune) bool { return r == ';' || r == ',' }) {
		// Nothing is drawn here; what the boss lady shows needs a tape that lets her.
		if state, err = game.Play(state, state.Active()[0], game.Move(strings.TrimSpace(move)), game.Drawing(nil)); err != nil {
			return s
		}
	}
	s.View = state.View(game.Spectator)
	return s
})
