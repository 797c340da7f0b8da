package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// DiePatinEnglish tells Die Patin in English.
type DiePatinEnglish struct{}

// Seat is the name of a seat by itself: "You" or the name.
func (DiePatinEnglish) Seat(seat game.Seat, r Reader) string { return english{r}.alone(seat) }

// Area is an area as the map names it: "B3".
func (DiePatinEnglish) Area(a diepatin.Area) string { return strings.ToUpper(a.ID()) }

// District is a district: "Blue".
func (DiePatinEnglish) District(d diepatin.District) string { return d.Name() }

// Mission is what a mission asks for: "most areas".
func (DiePatinEnglish) Mission(m diepatin.Mission) string {
	switch m {
	case diepatin.MostAreas:
		return "most areas"
	case diepatin.MostCrowd:
		return "fullest manhole"
	case diepatin.MostSpread:
		return "most manholes"
	case diepatin.MostBackRooms:
		return "most back rooms"
	}
	return "most loot"
}

// MissionText says what is compared for a mission.
func (DiePatinEnglish) MissionText(m diepatin.Mission) string {
	switch m {
	case diepatin.MostAreas:
		return "the areas that you own"
	case diepatin.MostCrowd:
		return "the rats at your fullest manhole"
	case diepatin.MostSpread:
		return "the manholes with your rats"
	case diepatin.MostBackRooms:
		return "your back rooms on the board"
	}
	return "the loot markers that you hold"
}

// Bonus is what a tile's bonus gives, in a few words.
func (DiePatinEnglish) Bonus(b diepatin.Bonus) string {
	switch b {
	case diepatin.LootBonus:
		return "a loot marker"
	case diepatin.PointBonus:
		return "a point at the end"
	case diepatin.RatBonus:
		return "a rat anywhere"
	case diepatin.RemoveBonus:
		return "one rat of others goes"
	}
	return ""
}

// Tile is a tile in a text: "Hat Shop (a loot marker)".
func (w DiePatinEnglish) Tile(t diepatin.Tile) string {
	return t.Enterprise().Name() + " (" + w.Bonus(t.Bonus()) + ")"
}

// CardText says where an intrigue card sends the boss lady and what she does there.
func (DiePatinEnglish) CardText(c diepatin.Card) string {
	switch c {
	case diepatin.Administration:
		return "into an area of your own, for up to five actions"
	case diepatin.Bribe:
		return "into an area next to your territory: bribe four rats there, then claim it"
	case diepatin.Invasion:
		return "into an area next to your territory: empty one of its manholes of opposing rats, bring two of yours, then claim it"
	}
	return ""
}

// CardState is how a seat's intrigue card of this round stands, as the viewer may
// know it.
func (DiePatinEnglish) CardState(c diepatin.IntrigueView) string {
	switch {
	case c.Revealed:
		return c.Card.Name()
	case c.Card != diepatin.NoCard:
		return c.Card.Name() + ", not shown yet"
	case c.Chosen:
		return "chosen, not shown yet"
	}
	return "not chosen yet"
}

// Asked is what is asked now.
func (w DiePatinEnglish) Asked(view game.View, r Reader) Asked {
	v, ok := view.(*diepatin.View)
	if !ok {
		return Asked{}
	}
	e := english{r}
	if len(v.Active) == 0 {
		return w.ended(v, e)
	}
	if !slices.Contains(v.Active, int(r.Viewer)) {
		return Asked{Title: "Waiting for " + w.named(e, seatsOf(v.Active)), Text: w.othersTask(v, e)}
	}
	return Asked{Title: "Your turn", Text: w.ownTask(v, e), Mine: true}
}

func seatsOf(numbers []int) []game.Seat {
	var seats []game.Seat
	for _, n := range numbers {
		seats = append(seats, game.Seat(n))
	}
	return seats
}

func (w DiePatinEnglish) ownTask(v *diepatin.View, e english) string {
	switch v.Phase {
	case diepatin.Intrigue.ID():
		return fmt.Sprintf("Round %d of 5. Choose an intrigue card for your boss lady. Nobody sees it before you place her.", v.Round)
	case diepatin.Missions.ID():
		return fmt.Sprintf("You alone have the most of something: score one mission for %s, or none.", points(v.Round))
	}
	t := v.Turn
	area := w.Area(t.Area)
	switch t.Step {
	case diepatin.StepArea:
		return "Take a start area: it is the first of your territory."
	case diepatin.StepThree:
		return "Put three rats at a manhole of " + area + "; two and one at others follow, and one stays empty."
	case diepatin.StepTwo:
		return "Put two rats at another manhole of " + area + "."
	case diepatin.StepOne:
		return "Put one rat at another manhole of " + area + "; the last one stays empty."
	case diepatin.StepFigure:
		return w.figureTask(v, v.Seats[t.Seat-1])
	case diepatin.StepInside:
		return capital(count(t.Left, "action", "actions")) + " left in " + area + ": bribe rats, take loot, set up a back room, or stop."
	case diepatin.StepBonus:
		if t.Bonus == diepatin.RemoveBonus {
			return "The bonus of your tile: remove one rat of others, anywhere."
		}
		return "The bonus of your tile: put one of your rats at any manhole that is free or yours."
	case diepatin.StepOutside:
		if t.Spent == 0 {
			return "Bribe rats in " + area + " for a loot marker each, at least one; then the area is claimed."
		}
		return "Bribe another rat in " + area + " for a loot marker, or claim the area now."
	case diepatin.StepBribe:
		return "Bribe rats in " + area + ": " + strconv.Itoa(t.Left) + " more. Then the area is claimed."
	case diepatin.StepInvade:
		return "Invade a manhole of " + area + ": opposing rats there go, two of yours come. Then the area is claimed."
	}
	return "Your supply of rats is empty: move " + count(t.Left, "rat", "rats") + " from elsewhere to " + t.Manhole.ID() + ", or claim " + area + " without."
}

// figureTask says which figures may be placed and what each could do.
func (w DiePatinEnglish) figureTask(v *diepatin.View, s diepatin.SeatView) string {
	var could []string
	if s.Henchmen > 0 {
		text := "a henchman in your territory for two actions"
		if s.Loot > 0 && len(s.Outside) > 0 {
			text += ", or next to it to bribe for loot and claim the area"
		}
		could = append(could, text)
	}
	if s.Boss {
		could = append(could, "the boss lady, with "+s.Intrigue.Card.Name()+", "+w.CardText(s.Intrigue.Card))
	}
	return fmt.Sprintf("Round %d of 5. Place ", v.Round) + strings.Join(could, "; or ") + "."
}

func (w DiePatinEnglish) othersTask(v *diepatin.View, e english) string {
	switch v.Phase {
	case diepatin.Intrigue.ID():
		if v.Seats[max(e.Viewer, 1)-1].Intrigue.Chosen && e.Viewer > 0 {
			return fmt.Sprintf("Round %d of 5. You have chosen your intrigue card; others still choose.", v.Round)
		}
		return fmt.Sprintf("Round %d of 5. Intrigue cards are chosen in secret.", v.Round)
	case diepatin.Missions.ID():
		return fmt.Sprintf("The turns of round %d are over; missions are scored.", v.Round)
	}
	name, area := e.alone(game.Seat(v.Turn.Seat)), w.Area(v.Turn.Area)
	switch v.Turn.Step {
	case diepatin.StepArea:
		return name + " takes a start area."
	case diepatin.StepThree, diepatin.StepTwo, diepatin.StepOne:
		return name + " places the first rats in " + area + "."
	case diepatin.StepFigure:
		return fmt.Sprintf("Round %d of 5. %s places a figure.", v.Round, name)
	case diepatin.StepInside:
		return name + " acts in " + area + ", with " + count(v.Turn.Left, "action", "actions") + " left."
	case diepatin.StepBonus:
		return name + " takes the bonus of a tile."
	}
	return name + " bribes and invades in " + area + " to claim it."
}

func (w DiePatinEnglish) ended(v *diepatin.View, e english) Asked {
	if v.Result == nil {
		return Asked{Title: "The match has ended"}
	}
	first := seatsOf(v.Result.Ranking[0])
	total := v.Result.Scores[first[0]-1].Total
	if len(first) > 1 {
		return Asked{Title: capital(w.named(e, first)) + " share the first place", Text: "With " + points(total) + " each, and as many from missions."}
	}
	return Asked{Title: e.does(first[0], "have won", "has won"), Text: "With " + points(total) + "." + w.Tie(v)}
}

// Tie says which tie-breaker decided the first place; empty where none had to.
func (DiePatinEnglish) Tie(v *diepatin.View) string {
	switch v.TieBreak() {
	case "missions":
		return " The tie was broken by more points from missions."
	case "shared":
		return " The first place is shared: nothing tells the tied apart."
	}
	return ""
}

// Hand is the reader's intrigue card while the others do not know it.
func (w DiePatinEnglish) Hand(view game.View, r Reader) Grid {
	grid := Grid{Caption: "Your intrigue card", Head: []string{"Card", "Sends your boss lady"}}
	v, ok := view.(*diepatin.View)
	if !ok || v.Over || r.Viewer < 1 || int(r.Viewer) > len(v.Seats) {
		return grid
	}
	if c := v.Seats[r.Viewer-1].Intrigue; c.Card != diepatin.NoCard && !c.Revealed {
		grid.Rows = append(grid.Rows, []string{c.Card.Name(), w.CardText(c.Card)})
	}
	return grid
}
