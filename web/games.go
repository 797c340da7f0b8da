package web

import (
	"github.com/a-h/templ"

	"pizzini/engine/game"
	"pizzini/web/words"
)

// gamePages are the parts of pages that differ by game. A new game adds its file
// of components and a line to games.
type gamePages struct {
	Table func(sight) templ.Component // the picture of the table
	Own   func(sight) templ.Component // what the viewer alone has: a hand
	Seats func(sight) templ.Component // what lies before each seat, and the stock
	Score func(sight) templ.Component // the result, once there is one
	Rules func() templ.Component      // the rules page

	AtOnce func(game.Label) bool // moves that one press plays, as a try of them would show nothing; may be nil
}

// sight is a position as a page shows it to a viewer.
type sight struct {
	View   game.View
	Reader words.Reader
	Words  words.Catalogue
	Links  map[string]string // spot on the board → address of the move that touches it
	Asked  *words.Asked      // said in place of what is asked: in the past, after the end
}

// games lists the drawings, by kind.
var games = map[string]gamePages{
	"patronize": {Table: patronizeTable, Own: patronizeOwn, Seats: patronizeSeats, Score: patronizeScore, Rules: patronizeRules},
	"der-pate":  {Table: derPateTable, Own: derPateOwn, Seats: derPateSeats, Score: derPateScore, Rules: derPateRules, AtOnce: derPateThrow},
	"die-patin": {Table: diePatinTable, Own: diePatinOwn, Seats: diePatinSeats, Score: diePatinScore, Rules: diePatinRules},
}
