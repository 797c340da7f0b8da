package derpate

// turns begins the seats' turns, the start player first.
func (r resolution) turns() {
	r.phase = TurnPhase
	r.beginTurn(r.startPlayer)
}

// beginTurn begins a seat's turn: with vendetta or retreat, where the card's or
// an optional move is possible, else with the first roll.
func (r resolution) beginTurn(n int8) {
	r.active = n
	r.turn = turn{row: 1, step: StepRoll}
	r.tell("turn", seatArg(n), numberArg("round", r.round))
	if r.flags.EventsAtOnce || r.event() != Vendetta && r.event() != Retreat {
		return
	}
	r.turn.step = StepEvent
	if !r.hasCardOption() && !r.hasOptional() {
		r.turn.step = StepRoll
	}
}

// hasCardOption says whether this round's card offers the active seat something.
func (s *state) hasCardOption() bool {
	var m moveSet
	s.cardOptions(&m)
	return !m.empty()
}

// draw throws one die.
func (r resolution) draw() Face { return Face(r.chance.Pick(faces)) + 1 }

// roll throws all unplaced dice, in the order of the colours.
func (r resolution) roll() {
	for die := range Colours() {
		if !r.turn.has(Colour(die)) {
			r.turn.dice[die] = r.draw()
		}
	}
	r.turn.step = StepPlace
	r.tellDice("rolled", NoFace, -1)
}

// has says whether a die was placed.
func (t *turn) has(die Colour) bool {
	for _, p := range t.placed[:t.count] {
		if p.die == die {
			return true
		}
	}
	return false
}

// place lays a die on its space, and the space acts. In rows 1 and 2 the other
// dice are taken up again, after row 3 the last one stays as it lies.
func (r resolution) place(m move) {
	t := &r.turn
	space := SpaceFor(int(t.row), m.as(), m.face())
	arguments := []argument{seatArg(r.active), colourAs("die", m.die()), faceArg("face", m.face()), numberArg("row", t.row), textArg("space", space.ID())}
	if m.as() != m.die() {
		r.me().tiles.remove(Senator)
		arguments = append(arguments, colourAs("as", m.as()))
	}
	r.tell("placed", arguments...)
	t.placed[t.count] = placement{m.die(), m.face(), space}
	t.count++
	if t.row < 3 {
		t.dice = [dice]Face{}
	} else {
		t.dice[m.die()] = NoFace
	}
	r.act(space, m.face())
	if t.choice == NoSpace {
		r.nextRow()
	}
}

// nextRow goes on to the next row, or to the end of the turn.
func (r resolution) nextRow() {
	t := &r.turn
	if t.row == rows {
		r.mayEnd()
		return
	}
	t.row++
	t.step = StepRoll
	if t.row == rows {
		t.step = StepPlace // the last die as it lies
	}
}

// mayEnd ends the turn by itself when nothing optional is left (R8).
func (r resolution) mayEnd() {
	r.turn.step = StepEnd
	if !r.hasOptional() {
		r.endTurn()
	}
}

func (r resolution) endTurn() {
	if n := r.next(r.active); n != r.startPlayer {
		r.beginTurn(n)
		return
	}
	if r.round < rounds {
		r.beginRound()
		return
	}
	r.over()
}
