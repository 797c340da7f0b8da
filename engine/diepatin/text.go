package diepatin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/game"
)

// Text draws the view in plain text, lines of at most 78 columns.
func (v *View) Text() string {
	var d game.Lines
	d.Linef("Die Patin, round %d of %d, start seat %d", v.Round, rounds, v.StartSeat)
	d.Linef("%s", v.asked())
	loot := []string{fmt.Sprintf("supply %d", v.LootSupply)}
	for _, district := range v.Districts {
		loot = append(loot, fmt.Sprintf("%s %d", district.District.ID(), district.Loot))
	}
	d.List("Loot:", loot)
	d.List("Removed:", enterpriseNamesOf(v.Removed))
	d.Linef("Area, owner, manholes with SEATxRATS, SEAT:POWER; tiles and figures:")
	for i := range v.Areas {
		v.drawArea(&d, &v.Areas[i])
	}
	for i := range v.Seats {
		v.Seats[i].draw(&d)
	}
	d.Linef("Missions, the numbers of the seats:")
	for _, s := range v.Standings {
		s.draw(&d)
	}
	if v.Result != nil {
		v.drawResult(&d)
	}
	return d.String()
}

// asked says what is asked, and of whom.
func (v *View) asked() string {
	switch v.Phase {
	case Over.ID():
		return "The game is over"
	case Intrigue.ID():
		return "Choosing an intrigue card: " + strings.Join(game.SeatNames(v.Active), ", ")
	case Missions.ID():
		return "Choosing a mission: " + strings.Join(game.SeatNames(v.Active), ", ")
	}
	return fmt.Sprintf("Seat %d %s", v.Turn.Seat, v.Turn.task())
}

// task is what the seat must do now.
func (t *Turn) task() string {
	figure := map[Figure]string{Henchman: "a henchman", BossLady: "the boss lady"}[t.Figure]
	switch t.Step {
	case StepArea:
		return "chooses a start area"
	case StepThree, StepTwo, StepOne:
		return fmt.Sprintf("places %s in %s", map[Step]string{StepThree: "3 rats", StepTwo: "2 rats", StepOne: "1 rat"}[t.Step], t.Area.ID())
	case StepFigure:
		return "places a figure"
	case StepInside:
		return fmt.Sprintf("acts in %s with %s, actions left: %d", t.Area.ID(), figure, t.Left)
	case StepBonus:
		return fmt.Sprintf("takes the bonus %s in %s with %s, actions left: %d", t.Bonus.ID(), t.Area.ID(), figure, t.Left)
	case StepOutside:
		return fmt.Sprintf("bribes in %s with %s, loot spent: %d", t.Area.ID(), figure, t.Spent)
	case StepBribe:
		return fmt.Sprintf("bribes in %s with %s, rats left: %d", t.Area.ID(), figure, t.Left)
	case StepInvade:
		return fmt.Sprintf("invades %s with %s", t.Area.ID(), figure)
	}
	return fmt.Sprintf("moves rats to %s in %s, rats missing: %d", t.Manhole.ID(), t.Area.ID(), t.Left)
}

// drawArea writes an area on two lines: what rats and figures make of it, and what
// lies and stands there.
func (v *View) drawArea(d *game.Lines, a *AreaView) {
	line := "  " + a.Area.ID() + "  " + ownerText(a.Owner)
	for _, m := range a.Area.Manholes() {
		line += "  " + pad(m.ID(), -3) + " " + pad(v.Manhole(m).text(), 4)
	}
	line += " "
	items := tileNames(a.Tiles)
	if a.BackRoom != 0 {
		items = append(items, "back room")
	}
	for i, n := range a.Power {
		if n == 0 {
			continue
		}
		line += " " + strconv.Itoa(i+1) + ":" + strconv.Itoa(n)
		if figures := a.figures(i + 1); len(figures) > 0 {
			items = append(items, "seat "+strconv.Itoa(i+1)+" "+strings.Join(figures, " and "))
		}
	}
	d.Linef("%s", strings.TrimRight(line, " "))
	if len(items) == 0 { // so that each area always has two lines
		items = append(items, "no tile")
	}
	d.List("         ", items)
}

// figures are a seat's figures in the area.
func (a *AreaView) figures(seat int) []string {
	var figures []string
	if n := a.Henchmen[seat-1]; n > 0 {
		figures = append(figures, "henchmen "+strconv.Itoa(n))
	}
	if slices.Contains(a.Bosses, seat) {
		figures = append(figures, "boss lady")
	}
	return figures
}

func (m *ManholeView) text() string {
	if m.Rats == 0 {
		return "-"
	}
	return strconv.Itoa(m.Seat) + "x" + strconv.Itoa(m.Rats)
}

// pad fills a short ASCII text up with spaces: after it, or before it where the
// width is negative.
func pad(text string, width int) string {
	const spaces = "          "
	if missing := width - len(text); missing > 0 {
		return text + spaces[:missing]
	}
	if missing := -width - len(text); missing > 0 {
		return spaces[:missing] + text
	}
	return text
}

func ownerText(seat int) string {
	if seat == 0 {
		return "-"
	}
	return strconv.Itoa(seat)
}

func (s *SeatView) draw(d *game.Lines) {
	items := []string{fmt.Sprintf("henchmen %d", s.Henchmen)}
	if s.Boss {
		items = append(items, "boss lady")
	}
	items = append(items, fmt.Sprintf("rats %d", s.Rats), fmt.Sprintf("back rooms %d", s.BackRooms), fmt.Sprintf("loot %d", s.Loot))
	switch {
	case s.Intrigue.Card != NoCard && s.Intrigue.Revealed:
		items = append(items, s.Intrigue.Card.Name())
	case s.Intrigue.Card != NoCard:
		items = append(items, s.Intrigue.Card.Name()+" in secret")
	case s.Intrigue.Chosen:
		items = append(items, "a card in secret")
	}
	d.List(fmt.Sprintf("Seat %d:", s.Seat), items)
	var parts []string
	for _, part := range s.Territory {
		var ids []string
		for _, a := range part {
			ids = append(ids, a.ID())
		}
		parts = append(parts, strings.Join(ids, " "))
	}
	if len(parts) == 0 {
		parts = append(parts, "none yet")
	}
	d.List("  territory:", parts)
	d.List("  tiles:", tileNames(s.Tiles))
	var trophies []string
	for i, n := range s.Trophies {
		if n > 0 {
			trophies = append(trophies, fmt.Sprintf("%d of seat %d", n, i+1))
		}
	}
	d.List("  trophies:", trophies)
	if c := s.Score; c.Total > 0 {
		d.Linef("  so far: %d = missions %d + chains %d + symbols %d + trophies %d", c.Total, c.Missions, c.Chains, c.Symbols, c.Trophies)
	}
}

func (s *Standing) draw(d *game.Lines) {
	line := "  " + pad(s.Mission.ID(), 10)
	for i, n := range s.Numbers {
		number := strconv.Itoa(n)
		if s.Scored[i] > 0 {
			number += "(" + strconv.Itoa(s.Scored[i]) + ")"
		}
		line += " " + pad(number, -6)
	}
	if s.Leader != 0 {
		line += "  seat " + strconv.Itoa(s.Leader) + " by " + strconv.Itoa(s.Ahead)
	} else if len(s.Tied) > 0 {
		line += "  tied"
	}
	d.Linef("%s", line)
}

func (v *View) drawResult(d *game.Lines) {
	d.Linef("%8s %8s %8s %8s %8s %8s", "", "missions", "chains", "symbols", "trophies", "total")
	for _, group := range v.Result.Ranking {
		for _, n := range group {
			s := v.Result.Scores[n-1]
			d.Linef("  seat %d %8d %8d %8d %8d %8d", n, s.Missions, s.Chains, s.Symbols, s.Trophies, s.Total)
		}
	}
	first := strings.Join(game.SeatNames(v.Result.Ranking[0]), ", ")
	switch v.TieBreak() {
	case "shared":
		d.Linef("A draw: %s.", first)
	case "missions":
		d.Linef("The tie is won by missions: %s.", first)
	default:
		d.Linef("Won by %s.", first)
	}
}

func tileNames(list []Tile) []string {
	var names []string
	for _, t := range list {
		names = append(names, t.ID())
	}
	return names
}

func enterpriseNamesOf(list []Enterprise) []string {
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
