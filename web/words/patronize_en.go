package words

import (
	"fmt"
	"slices"
	"strings"

	"pizzini/engine/game"
	"pizzini/engine/patronize"
)

// FromStart lists the seats clockwise from the start seat.
func FromStart(v *patronize.View) []game.Seat {
	n := len(v.Seats)
	seats := make([]game.Seat, n)
	for i := range seats {
		seats[i] = game.Seat((v.Start-1+i)%n + 1)
	}
	return seats
}

// Leading is the seat that would win the Fame card with what lies on the table;
// 0 with nothing there.
func Leading(v *patronize.View) game.Seat {
	best, trumps := game.Seat(0), false
	for _, s := range v.Seats {
		if s.Table == patronize.NoCharacter {
			continue
		}
		trump := false
		for _, field := range s.Table.Specialities() {
			trump = trump || field == v.FameCard.Trump()
		}
		if best == 0 || trump && !trumps || trump == trumps && s.Table.Influence() > v.Seats[best-1].Table.Influence() {
			best, trumps = game.Seat(s.Seat), trump
		}
	}
	return best
}

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
	case v.Winner == 0 && s.Table != patronize.NoCharacter && Leading(v) == seat:
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
		if n := w.Excess(v, e.Viewer); n > 0 {
			text += fmt.Sprintf(" You hold more characters than there are rounds left: at least %s will stay in your hand and cost 10 VP each.", count(n, "card", "cards"))
		}
		return text
	case patronize.Achievement.ID():
		p := v.Pending[0]
		return fmt.Sprintf("Choose the colour of the cube that %s brings you.", w.Character(p.Source))
	case patronize.Protegee.ID():
		if len(takeable(v, e.Viewer)) == 0 {
			return "There is no character that you can take: gain a cube of the colour you choose."
		}
		return "You passed: take a character from the table as your protegee, or gain a cube."
	case patronize.ClownCopies.ID():
		return "Your Clown copies the ability of one protegee of " + e.name(rightOf(v, e.Viewer)) + ", on your right. Choose which."
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
	if v.Result == nil || len(v.Result.Ranking) < 2 {
		return ""
	}
	a, b := v.Result.Scores[v.Result.Ranking[0][0]-1], v.Result.Scores[v.Result.Ranking[1][0]-1]
	switch {
	case a.Total != b.Total:
		return ""
	case a.Fame != b.Fame:
		return " The tie was broken by more VP from Fame."
	case a.Protegees != b.Protegees:
		return " The tie was broken by more VP from protegees."
	case a.Achievements != b.Achievements:
		return " The tie was broken by more VP from achievements."
	}
	return " The tie was broken by who sits first clockwise from the last start player."
}

// Excess is how many characters a seat will hold at the end even if it plays in
// every round that is left.
func (PatronizeEnglish) Excess(v *patronize.View, seat game.Seat) int {
	s := v.Seats[seat-1]
	return max(0, s.HandCount-RoundsLeft(v, seat))
}

// RoundsLeft is in how many rounds a seat can still play a character.
func RoundsLeft(v *patronize.View, seat game.Seat) int {
	if !inRounds(v) {
		return 0
	}
	left := v.Rounds - v.Round
	if v.Seats[seat-1].Action == patronize.Waiting.ID() {
		left++
	}
	return left
}

func rightOf(v *patronize.View, seat game.Seat) game.Seat {
	if seat == 1 {
		return game.Seat(len(v.Seats))
	}
	return seat - 1
}

// Guarded says whether a seat's character can be taken for a cube only, because
// its player has the Lawman.
func Guarded(v *patronize.View, seat game.Seat) bool {
	return slices.Contains(v.Seats[seat-1].Protegees, patronize.Lawman)
}

func takeable(v *patronize.View, taker game.Seat) []patronize.Character {
	var cards []patronize.Character
	for _, s := range v.Seats {
		if s.Table != patronize.NoCharacter && (!Guarded(v, game.Seat(s.Seat)) || v.Seats[taker-1].Cubes.Total() > 0) {
			cards = append(cards, s.Table)
		}
	}
	return cards
}

// Lender is the seat from which a cube of a colour would come that the stock has
// not: the first clockwise after the gaining one that has it; 0 for nobody.
func Lender(v *patronize.View, gaining game.Seat, c patronize.Colour) game.Seat {
	n := len(v.Seats)
	for i := 1; i < n; i++ {
		s := v.Seats[(int(gaining)-1+i)%n]
		if s.Cubes.Of(c) > 0 {
			return game.Seat(s.Seat)
		}
	}
	return 0
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
	for _, seat := range FromStart(v) {
		s := v.Seats[seat-1]
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
		} else if Guarded(v, seat) {
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
	lender := Lender(v, gaining, c)
	if lender == 0 {
		return "The stock has no " + w.Colour(c) + " cube, and nobody else has one for " + whom + " to take."
	}
	return "The stock has no " + w.Colour(c) + " cube: one for " + whom + " would be taken from " + e.name(lender) + "."
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
