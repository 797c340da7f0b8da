package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// Position is the whole board in words.
func (w DiePatinEnglish) Position(view game.View, r Reader) string {
	v, ok := view.(*diepatin.View)
	if !ok {
		return ""
	}
	var b strings.Builder
	b.WriteString(w.Map(v, r))
	for _, s := range v.Seats {
		b.WriteString(" " + english{r}.alone(game.Seat(s.Seat)) + ": " + w.Supply(s) + ".")
	}
	for _, d := range v.Districts {
		b.WriteString(" " + w.Loot(d))
	}
	for _, a := range v.Areas {
		b.WriteString(" " + w.AreaText(v, a, r))
	}
	for _, m := range v.Manholes {
		if m.Rats > 0 {
			b.WriteString(" " + w.ManholeText(m, r))
		}
	}
	return b.String()
}

// Map is what the map shows in short: whose which areas are.
func (w DiePatinEnglish) Map(v *diepatin.View, r Reader) string {
	e := english{r}
	var b strings.Builder
	fmt.Fprintf(&b, "The city %s", roundOf(v))
	for _, s := range v.Seats {
		var own []string
		for _, part := range s.Territory {
			for _, a := range part {
				own = append(own, w.Area(a))
			}
		}
		if own != nil {
			seat := game.Seat(s.Seat)
			fmt.Fprintf(&b, " %s %s.", e.does(seat, "own", "owns"), list(own, "and"))
		}
	}
	return b.String()
}

func roundOf(v *diepatin.View) string {
	switch {
	case v.Round == 0:
		return "before the first round."
	case v.Over:
		return "at the end."
	}
	return fmt.Sprintf("in round %d of 5.", v.Round)
}

// Supply is what a seat has before it, but for tiles: "2 henchmen and the boss
// lady, 24 rats, 10 back rooms, 1 loot marker".
func (DiePatinEnglish) Supply(s diepatin.SeatView) string {
	figures := count(s.Henchmen, "henchman", "henchmen")
	switch {
	case s.Boss && s.Henchmen == 0:
		figures = "the boss lady"
	case s.Boss:
		figures += " and the boss lady"
	case s.Henchmen == 0:
		figures = "no figure"
	}
	return figures + ", " + count(s.Rats, "rat", "rats") + ", " + count(s.BackRooms, "back room", "back rooms") + ", " + count(s.Loot, "loot marker", "loot markers")
}

// AreaText is all that an area holds, as a sentence.
func (w DiePatinEnglish) AreaText(v *diepatin.View, a diepatin.AreaView, r Reader) string {
	parts := []string{w.Holder(a, r)}
	if tiles := w.TilesOf(a); tiles != "" {
		parts = append(parts, tiles)
	}
	if figures := w.Figures(v, a, r); figures != "" {
		parts = append(parts, figures)
	}
	if power := w.Powers(a, r); power != "" {
		parts = append(parts, "power "+power)
	}
	return w.Area(a.Area) + ": " + strings.Join(parts, ", ") + "."
}

// Holder is whose an area is, and whether there is a back room.
func (w DiePatinEnglish) Holder(a diepatin.AreaView, r Reader) string {
	if a.BackRoom > 0 {
		return w.Owner(a.Owner, r) + " with a back room"
	}
	return w.Owner(a.Owner, r)
}

// TilesOf is the tiles that lie in an area.
func (w DiePatinEnglish) TilesOf(a diepatin.AreaView) string {
	var tiles []string
	for _, t := range a.Tiles {
		tiles = append(tiles, w.Tile(t))
	}
	return strings.Join(tiles, ", ")
}

// Owner is whose an area is: "Anna's", "nobody's".
func (DiePatinEnglish) Owner(owner int, r Reader) string {
	if owner == 0 {
		return "nobody's"
	}
	e := english{r}
	if e.mine(game.Seat(owner)) {
		return "yours"
	}
	return e.whose(game.Seat(owner))
}

// Figures are the figures in an area: "2 henchmen of Anna".
func (DiePatinEnglish) Figures(v *diepatin.View, a diepatin.AreaView, r Reader) string {
	e := english{r}
	var all []string
	for n := 1; n <= v.Players; n++ {
		var own []string
		if h := a.Henchmen[n-1]; h > 0 {
			own = append(own, things(h, "henchman", "henchmen"))
		}
		if slices.Contains(a.Bosses, n) {
			own = append(own, "boss lady")
		}
		if own != nil {
			all = append(all, e.whose(game.Seat(n))+" "+list(own, "and"))
		}
	}
	return strings.Join(all, ", ")
}

// Powers are the powers in an area, of those that have any: "Anna 4, Bo 2".
func (DiePatinEnglish) Powers(a diepatin.AreaView, r Reader) string {
	var all []string
	for i, power := range a.Power {
		if power > 0 {
			all = append(all, english{r}.name(game.Seat(i+1))+" "+strconv.Itoa(power))
		}
	}
	return strings.Join(all, ", ")
}

// ManholeText is what sits at a manhole: "m10: 4 rats of Anna."
func (DiePatinEnglish) ManholeText(m diepatin.ManholeView, r Reader) string {
	if m.Rats == 0 {
		return m.Manhole.ID() + ": no rats."
	}
	return m.Manhole.ID() + ": " + strconv.Itoa(m.Rats) + " of " + rats(english{r}, game.Seat(m.Seat)) + "."
}

// ClaimNow says how a claim would end if it were made as things stand.
func (w DiePatinEnglish) ClaimNow(c diepatin.Claim, r Reader) string {
	e, seat := english{r}, game.Seat(c.Seat)
	area := w.Area(c.Area)
	rivals := "nobody else has any power there"
	if len(c.Rivals) > 0 {
		var owners []string
		for _, n := range c.Rivals {
			owners = append(owners, e.whose(game.Seat(n)))
		}
		rivals = "power " + strconv.Itoa(c.Power) + " against " + list(owners, "and") + " " + strconv.Itoa(c.Most)
	}
	if !c.Wins() {
		return fmt.Sprintf("Claimed as it stands, %s would not change hands: %s. %s %s more.", area, rivals, e.does(seat, "need", "needs"), strconv.Itoa(c.Missing()))
	}
	text := fmt.Sprintf("Claimed as it stands, %s would become %s: %s.", area, w.Owner(c.Seat, r), rivals)
	if c.Trophy {
		text += " " + capital(e.whose(game.Seat(c.Owner))) + " back room there would be a trophy."
	}
	return text
}

// Standing is how a mission stands: "Anna leads by 2", "Anna and Bo share the most".
func (w DiePatinEnglish) Standing(s diepatin.Standing, r Reader) string {
	e := english{r}
	switch leader := game.Seat(s.Leader); {
	case leader > 0 && s.Scored[leader-1] > 0:
		return e.does(leader, "lead", "leads") + " by " + strconv.Itoa(s.Ahead) + ", but " + e.verb(leader, "have", "has") + " scored it"
	case leader > 0:
		return e.does(leader, "lead", "leads") + " by " + strconv.Itoa(s.Ahead)
	case len(s.Tied) > 0:
		return capital(w.named(e, seatsOf(s.Tied))) + " are tied"
	}
	return "nobody has any"
}

// Loot is what lies in a district: "Blue: 2 loot markers."
func (w DiePatinEnglish) Loot(d diepatin.DistrictView) string {
	return w.District(d.District) + ": " + count(d.Loot, "loot marker", "loot markers") + "."
}
