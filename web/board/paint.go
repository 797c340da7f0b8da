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
	None     = Paint{}                       // not painted at all
)
