package game

// Passer is a State of a game in which a seat can say beforehand that it passes:
// what a programmed move may do for it in this round.
type Passer interface {
	// Passes lists what the seat can still pass in this round, asked or not. It
	// depends on nothing that the seat may not know.
	Passes(Seat) []Pass
}

// Pass is one thing that a seat can pass.
type Pass struct {
	Key   string // names it within the game: "action"
	Round int    // the round that it is for, as in the state's JSON
	Asked bool   // this is what the seat is asked now
	Move  Move   // what passes, while the seat is asked; "" = it cannot be passed, as there is a choice to make
}

// Passes lists what a seat can still pass in this round; nothing in a game that has
// no passing.
func Passes(s State, seat Seat) []Pass {
	if p, ok := s.(Passer); ok {
		return p.Passes(seat)
	}
	return nil
}
