package board

// The paints, with their colours where no style sheet gives others. They are the
// light scheme of the pages.
var (
	Current  = Paint{"current", "currentColor"}
	Paper    = Paint{"paper", "#fffdf8"}     // a card's face
	Table    = Paint{"table", "#f3efe6"}     // what the cards lie on
	Ink      = Paint{"ink", "#2a2722"}       // what is read first
	Faint    = Paint{"faint", "#6a645a"}     // what is read second
	Line     = Paint{"line", "#d8d0c0"}      // borders
	Strong   = Paint{"strong", "#26476b"}    // whoever leads, whatever is asked
	OnStrong = Paint{"on-strong", "#ffffff"} // on Strong
	Yellow   = Paint{"yellow", "#e3b23c"}
	Red      = Paint{"red", "#b23a2e"}
	Green    = Paint{"green", "#3f7d4c"}
	Blue     = Paint{"blue", "#2f66a8"}
	OnYellow = Paint{"on-yellow", "#33270a"} // the symbol on a yellow cube
	OnColour = Paint{"on-colour", "#ffffff"} // the symbol on the other cubes
	Violet   = Paint{"violet", "#7d4b91"}
	Tint     = Paint{"tint", "#e7eef6"}  // ground of whatever matters now
	Water    = Paint{"water", "#dfeaf0"} // a river
	DieBlack = Paint{"die-black", "#2b2823"}
	DieWhite = Paint{"die-white", "#fffefa"}
	DieGray  = Paint{"die-gray", "#a49c8f"}
	DieRed   = Paint{"die-red", "#b23a2e"}
	DieEdge  = Paint{"die-edge", "#6a645a"} // the edge of every die

	OnDieBlack = Paint{"on-die-black", "#fffefa"}
	OnDieWhite = Paint{"on-die-white", "#2b2823"}
	OnDieGray  = Paint{"on-die-gray", "#1d1a16"}
	OnDieRed   = Paint{"on-die-red", "#ffffff"}

	None = Paint{} // not painted at all
)
