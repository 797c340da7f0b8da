package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/engine/patronize"
)

// Seat is the name of a seat by itself: "You" or the name.
func (PatronizeEnglish) Seat(seat game.Seat, r Reader) string {
	return english{r}.alone(seat)
}

// FameOfRound is the Fame card of this round, with what became of it.
func (w PatronizeEnglish) FameOfRound(v *patronize.View) (patronize.Fame, string) {
	round := fmt.Sprintf("Round %d of %d", v.Round, v.Rounds)
	switch {
	case v.FameCard != patronize.NoFame:
		return v.FameCard, round + " · " + w.Trump(v.FameCard)
	case !inRounds(v):
		return patronize.NoFame, "All rounds are played"
	case v.Winner != 0:
		fame := v.Seats[v.Winner-1].Fame
		return fame[len(fame)-1], round + " · won"
	}
	return v.LostFame[len(v.LostFame)-1], round + " · lost, nobody played"
}

// Status is how a seat is doing in this round, in a word or two, and whether it
// leads.
func (PatronizeEnglish) Status(v *patronize.View, seat game.Seat) (words string, leads bool) {
	s := v.Seats[seat-1]
	asked := len(v.Active) > 0 && game.Seat(v.Active[0]) == seat
	switch {
	case !inRounds(v):
		return "", false
	case game.Seat(v.Winner) == seat:
		return "won", true
	case v.Leader == int(seat):
		return "wins now", true
	case asked:
		return "chooses now", false
	case s.Action == patronize.Passed.ID() && v.Phase == patronize.Protegee.ID() && slices.Contains(v.Choosers, int(seat)):
		return "takes later", false
	case s.Action == patronize.Passed.ID():
		return "passed", false
	case s.Action == patronize.Waiting.ID() && v.Phase == patronize.Action.ID():
		return "to come", false
	}
	return "", false
}

// inRounds says whether a round is being played, not yet the end of the game.
func inRounds(v *patronize.View) bool {
	switch v.Phase {
	case patronize.Action.ID(), patronize.Achievement.ID(), patronize.Protegee.ID():
		return true
	}
	return false
}

// Standing is how a seat stands when all rounds are played: its points, or what
// it brings to the count, and whether it has won.
func (PatronizeEnglish) Standing(v *patronize.View, seat game.Seat) (words string, first bool) {
	if v.Result != nil {
		return fmt.Sprintf("%d VP", v.Result.Scores[seat-1].Total), v.Result.Ranking[0][0] == int(seat)
	}
	s := v.Seats[seat-1]
	if len(v.Active) > 0 && v.Active[0] == int(seat) {
		return "chooses now", false
	}
	return count(s.Cubes.Total(), "cube", "cubes") + ", " + count(len(s.Protegees), "protegee", "protegees"), false
}

// Empty is written where a seat has no character on the table.
func (PatronizeEnglish) Empty(v *patronize.View, seat game.Seat) string {
	switch s := v.Seats[seat-1]; {
	case s.Action == patronize.Passed.ID():
		return "passed"
	case s.Action == patronize.Played.ID():
		return "taken"
	}
	return ""
}

// Fee stands on a card that can be taken for a cube only.
func (PatronizeEnglish) Fee() string { return "costs a cube" }

// Protected stands on a card with the protection cube on it.
func (PatronizeEnglish) Protected() string { return "protected" }

// Brings is beside the cube of a card where its picture does not say all.
func (PatronizeEnglish) Brings(c patronize.Character) string {
	switch c.Achievement() {
	case patronize.White:
		return "any"
	case patronize.NoColour:
		return "none"
	}
	return ""
}

// Asked is what is asked now.
func (w PatronizeEnglish) Asked(view game.View, r Reader) Asked {
	v, ok := view.(*patronize.View)
	if !ok {
		return Asked{}
	}
	e := english{r}
	if len(v.Active) == 0 {
		return w.ended(v, e)
	}
	seat := game.Seat(v.Active[0])
	mine := seat == r.Viewer
	if !mine {
		return Asked{Title: "Waiting for " + e.name(seat), Text: w.othersTask(v, e, seat)}
	}
	return Asked{Title: "Your turn", Text: w.ownTask(v, e), Mine: true}
}

func (w PatronizeEnglish) ownTask(v *patronize.View, e english) string {
	switch v.Phase {
	case patronize.Action.ID():
		text := "Play a character for " + w.Fame(v.FameCard) + " (" + w.Trump(v.FameCard) + "), or pass and take something later."
		if n := v.Seats[e.Viewer-1].Stranded(); n > 0 {
			text += fmt.Sprintf(" You hold more characters than there are rounds left: at least %s will stay in your hand and cost 10 VP each.", count(n, "card", "cards"))
		}
		return text
	case patronize.Achievement.ID():
		p := v.Pending[0]
		return fmt.Sprintf("Choose the colour of the cube that %s brings you.", w.Character(p.Source))
	case patronize.Protegee.ID():
		if !canTake(v, e.Viewer) {
			return "There is no character that you can take: gain a cube of the colour you choose."
		}
		return "You passed: take a character from the table as your protegee, or gain a cube."
	case patronize.ClownCopies.ID():
		return "Your Clown copies the ability of one protegee of " + e.name(rightNeighbour(v, e.Viewer)) + ", on your right. Choose which."
	case patronize.SculptorDoubles.ID():
		return "Choose one of your protegees: the VP printed on it count twice."
	}
	return ""
}

func (w PatronizeEnglish) othersTask(v *patronize.View, e english, seat game.Seat) string {
	name := e.alone(seat)
	switch v.Phase {
	case patronize.Action.ID():
		return name + " plays a character or passes."
	case patronize.Achievement.ID():
		return name + " chooses the colour of a cube from " + w.Character(v.Pending[0].Source) + "."
	case patronize.Protegee.ID():
		return name + " passed, and now takes a character or a cube."
	case patronize.ClownCopies.ID():
		return name + " chooses what the Clown copies."
	case patronize.SculptorDoubles.ID():
		return name + " chooses which protegee counts twice."
	}
	return ""
}

func (w PatronizeEnglish) ended(v *patronize.View, e english) Asked {
	if v.Result == nil {
		return Asked{Title: "The match has ended"}
	}
	winner := game.Seat(v.Result.Ranking[0][0])
	return Asked{
		Title: e.does(winner, "have won", "has won"),
		Text:  fmt.Sprintf("With %d VP.", v.Result.Scores[winner-1].Total) + w.Tie(v),
	}
}

// Tie says which tie-breaker decided the first place; empty where none had to.
func (PatronizeEnglish) Tie(v *patronize.View) string {
	switch v.TieBreak() {
	case "fame":
		return " The tie was broken by more VP from Fame."
	case "protegees":
		return " The tie was broken by more VP from protegees."
	case "achievements":
		return " The tie was broken by more VP from achievements."
	case "start":
		return " The tie was broken by who sits first clockwise from the last start player."
	}
	return ""
}

// canTake says whether a passer may take any character from the table.
func canTake(v *patronize.View, taker game.Seat) bool {
	for _, s := range v.Seats {
		if s.Table != patronize.NoCharacter && (!s.Fee || v.Seats[taker-1].Cubes.Total() > 0) {
			return true
		}
	}
	return false
}

func rightNeighbour(v *patronize.View, seat game.Seat) game.Seat {
	if seat == 1 {
		return game.Seat(len(v.Seats))
	}
	return seat - 1
}

// Pending tells who gains what next in step 3: "then Anna: green, then you: any colour".
func (w PatronizeEnglish) Pending(v *patronize.View, r Reader) string {
	e := english{r}
	var parts []string
	for i, p := range v.Pending {
		gain := ": " + w.Colour(p.Colour) + " (" + p.Source.Name() + ")"
		if i == 0 {
			parts = append(parts, e.alone(game.Seat(p.Seat))+gain)
			continue
		}
		parts = append(parts, "then "+e.name(game.Seat(p.Seat))+gain)
	}
	return strings.Join(parts, ", ")
}

// Hand is the reader's hand with what stands on the cards.
func (w PatronizeEnglish) Hand(view game.View, r Reader) Grid {
	grid := Grid{Caption: "Your hand", Head: []string{"Influence", "Character", "Fields", "Brings", "VP", "As a protegee"}}
	v, ok := view.(*patronize.View)
	if !ok || v.Over || r.Viewer < 1 || int(r.Viewer) > len(v.Seats) {
		return grid
	}
	for _, c := range v.Seats[r.Viewer-1].Hand {
		grid.Rows = append(grid.Rows, []string{
			strconv.Itoa(c.Influence()), c.Name(), w.Specialities(c), w.Cube(c.Achievement()), strconv.Itoa(c.VP()), w.Gift(c),
		})
	}
	return grid
}

// Position is the whole table in words.
func (w PatronizeEnglish) Position(view game.View, r Reader) string {
	v, ok := view.(*patronize.View)
	if !ok {
		return ""
	}
	e := english{r}
	var b strings.Builder
	card, state := w.FameOfRound(v)
	if card == patronize.NoFame {
		b.WriteString(state + ".")
	} else {
		fmt.Fprintf(&b, "%s: %s, %d VP.", strings.ReplaceAll(state, " ·", ","), card.Name(), card.VP())
	}
	for _, n := range v.Order() {
		seat, s := game.Seat(n), v.Seats[n-1]
		if !inRounds(v) {
			standing, first := w.Standing(v, seat)
			if first {
				standing += ", the winner"
			}
			b.WriteString(" " + e.alone(seat) + ": " + standing + ".")
			continue
		}
		status, _ := w.Status(v, seat)
		b.WriteString(" " + e.alone(seat) + ": ")
		if s.Table == patronize.NoCharacter {
			b.WriteString(orElse(w.Empty(v, seat), status))
			if status != "" && status != w.Empty(v, seat) && w.Empty(v, seat) != "" {
				b.WriteString(", " + status)
			}
			b.WriteString(".")
			continue
		}
		fmt.Fprintf(&b, "%s, influence %d, %s, brings %s, %d VP", s.Table.Name(), s.Table.Influence(), w.Specialities(s.Table), w.Cube(s.Table.Achievement()), s.Table.VP())
		if s.Protected {
			b.WriteString(", protected")
		} else if s.Fee {
			b.WriteString(", costs a cube to take")
		}
		if status != "" {
			b.WriteString(", " + status)
		}
		b.WriteString(".")
	}
	return b.String()
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// EmptyStock says where a cube of a colour comes from that the stock has not.
func (w PatronizeEnglish) EmptyStock(v *patronize.View, c patronize.Colour, r Reader) string {
	e := english{r}
	gaining, whom := r.Viewer, "you"
	if r.Viewer < 1 || int(r.Viewer) > len(v.Seats) {
		if len(v.Active) == 0 {
			return "The stock has no " + w.Colour(c) + " cube."
		}
		gaining = game.Seat(v.Active[0])
		whom = e.name(gaining)
	}
	lender, ok := v.CubeFrom(int(gaining), c)
	if !ok {
		return "The stock has no " + w.Colour(c) + " cube, and nobody else has one for " + whom + " to take."
	}
	return "The stock has no " + w.Colour(c) + " cube: one for " + whom + " would be taken from " + e.name(game.Seat(lender)) + "."
}

// Detail says how a seat's points for cubes and abilities come about.
func (w PatronizeEnglish) Detail(d patronize.Detail) string {
	var parts []string
	for _, c := range patronize.Colours() {
		if n := d.Counts.Of(c); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s for %d VP", n, w.Colour(c), d.Colours.Of(c)))
		}
	}
	for _, c := range patronize.Characters() {
		if vp, ok := d.Abilities[c.ID()]; ok {
			parts = append(parts, fmt.Sprintf("%s %d VP", c.Name(), vp))
		}
	}
	if parts == nil {
		return "neither cubes nor abilities."
	}
	return list(parts, "and") + "."
}
