package patronize

import (
	"fmt"
	"strings"

	"pizzini/engine/game"
)

// Text draws the view in plain text, lines of at most 78 columns.
func (v *View) Text() string {
	var d game.Lines
	d.Linef("Patronize, round %d of %d, %s", v.Round, v.Rounds, v.asked())
	if v.FameCard != NoFame {
		d.Linef("Fame: %s, %s, %d VP; %d face down", v.FameCard.Name(), trumpText(v.FameCard), v.FameCard.VP(), v.FameDeckCount)
	} else {
		d.Linef("Fame: none on the table; %d face down", v.FameDeckCount)
	}
	d.List("Next Fame cards:", fameNames(v.FameDeck))
	d.List("Lost Fame cards:", fameNames(v.LostFame))
	d.List("Removed:", append(fameNames(v.RemovedFame), names(v.RemovedCharacters)...))
	d.List("Stock:", v.stockText())
	v.drawTable(&d)
	d.List("Cubes to come:", v.pendingText())
	d.List("Choosing:", game.SeatNames(v.Choosers))
	for i := range v.Seats {
		v.Seats[i].draw(&d, v.Phase)
	}
	if v.Result != nil {
		v.drawResult(&d)
	}
	return d.String()
}

// asked says what is asked, and of whom.
func (v *View) asked() string {
	if v.Over {
		return "over"
	}
	what := map[string]string{
		Action.ID():          "plays or passes",
		Achievement.ID():     "chooses the colour of a cube",
		Protegee.ID():        "takes a character or a cube",
		ClownCopies.ID():     "copies with the Clown",
		SculptorDoubles.ID(): "doubles a protegee",
	}[v.Phase]
	return fmt.Sprintf("%s: seat %d %s", v.Phase, v.Active[0], what)
}

func (v *View) stockText() []string {
	var list []string
	for _, colour := range Colours() {
		text := fmt.Sprintf("%s %d", colour.ID(), v.Stock.Of(colour))
		if v.Stock.Of(colour) == 0 && !v.Over {
			switch from, ok := v.CubeFrom(v.Active[0], colour); {
			case !ok:
				text += fmt.Sprintf(" (none left for seat %d)", v.Active[0])
			case from != 0:
				text += fmt.Sprintf(" (seat %d would take from seat %d)", v.Active[0], from)
			}
		}
		list = append(list, text)
	}
	return list
}

func (v *View) drawTable(d *game.Lines) {
	if v.Phase != Action.ID() && v.Phase != Achievement.ID() && v.Phase != Protegee.ID() {
		return
	}
	d.Linef("Table, clockwise from the start seat:")
	for _, n := range v.Order() {
		p := &v.Seats[n-1]
		var parts []string
		switch {
		case p.Table != NoCharacter:
			parts = append(parts, cardText(p.Table))
		case p.Action == Played.ID():
			parts = append(parts, "played; the character is a protegee now")
		case p.Action == Passed.ID():
			parts = append(parts, "passed")
		case p.HandCount == 0:
			parts = append(parts, "will pass by itself")
		default:
			parts = append(parts, "still to come")
		}
		if p.Protected {
			parts = append(parts, "protected")
		}
		if p.Fee && p.Table != NoCharacter && !p.Protected {
			parts = append(parts, "a cube to take")
		}
		if n == v.Winner {
			parts = append(parts, "winner")
		} else if n == v.Leader {
			parts = append(parts, "leads")
		}
		d.List(fmt.Sprintf("  seat %d ", n), parts)
	}
}

func (v *View) pendingText() []string {
	var list []string
	for _, p := range v.Pending {
		colour := p.Colour.ID()
		if p.Colour == White {
			colour = "any colour"
		}
		list = append(list, fmt.Sprintf("seat %d %s (%s)", p.Seat, colour, p.Source.Name()))
	}
	return list
}

func (p *Place) draw(d *game.Lines, phase string) {
	line := fmt.Sprintf("Seat %d: in hand %d", p.Seat, p.HandCount)
	if phase != Over.ID() {
		line += fmt.Sprintf(", rounds to play in %d", p.RoundsLeft)
	}
	if n := p.Stranded(); n > 0 {
		line += fmt.Sprintf(" (%d too many: %d VP)", n, handVP*n)
	}
	if p.Protection {
		line += ", protection cube"
	}
	d.Linef("%s", line)
	var cubes []string
	for _, colour := range Colours() {
		n, have := p.Counts.Of(colour), p.Cubes.Of(colour)
		if n == 0 {
			continue
		}
		text := fmt.Sprintf("%s %d", colour.ID(), have)
		if n > have {
			text += fmt.Sprintf("+%d", n-have)
		}
		cubes = append(cubes, fmt.Sprintf("%s = %d VP", text, PointsOf(n)))
	}
	d.List("  cubes:", cubes)
	d.List("  Fame:", fameNames(p.Fame))
	protegees := names(p.Protegees)
	for i, c := range p.Protegees {
		if c == Clown && p.Copied != NoCharacter {
			protegees[i] += " as " + p.Copied.Name()
		}
		if c == p.Doubled {
			protegees[i] += " (doubled)"
		}
	}
	d.List("  protegees:", protegees)
	var hand []string
	for _, c := range p.Hand {
		hand = append(hand, fmt.Sprintf("%s %d", c.Name(), c.Influence()))
	}
	d.List("  hand:", hand)
}

func (v *View) drawResult(d *game.Lines) {
	d.Linef("%8s %13s %6s %10s %10s %6s %6s", "", "achievements", "Fame", "protegees", "abilities", "hand", "total")
	for _, group := range v.Result.Ranking {
		s := v.Result.Scores[group[0]-1]
		d.Linef("  seat %d %13d %6d %10d %10d %6d %6d", group[0], s.Achievements, s.Fame, s.Protegees, s.Abilities, s.Hand, s.Total)
	}
	won := fmt.Sprintf("Seat %d wins", v.Result.Ranking[0][0])
	switch by := v.TieBreak(); by {
	case "":
	case "start":
		won += " the tie, the first clockwise from the start seat"
	default:
		won += " the tie by " + by
	}
	d.Linef("%s.", won)
}

func cardText(c Character) string {
	var fields []string
	for _, f := range c.Specialities() {
		fields = append(fields, f.Field())
	}
	speciality := strings.Join(fields, " and ")
	if speciality == "" {
		speciality = "no speciality"
	}
	cube := c.Achievement().ID() + " cube"
	switch c.Achievement() {
	case White:
		cube = "any cube"
	case NoColour:
		cube = "no cube"
	}
	return fmt.Sprintf("%s %d, %s, %s", c.Name(), c.Influence(), speciality, cube)
}

func trumpText(f Fame) string {
	if f.Trump() == NoColour {
		return "no trump"
	}
	return "trump " + f.Trump().Field()
}

func fameNames(cards []Fame) []string {
	var list []string
	for _, f := range cards {
		list = append(list, fmt.Sprintf("%s %d", f.Name(), f.VP()))
	}
	return list
}

func names(cards []Character) []string {
	var list []string
	for _, c := range cards {
		list = append(list, c.Name())
	}
	return list
}
