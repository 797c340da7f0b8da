package derpate

import (
	"fmt"
	"strings"

	"pizzini/engine/game"
)

// Text draws the view in plain text, lines of at most 78 columns.
func (v *View) Text() string {
	var d game.Lines
	d.Linef("Der Pate (%s), %s", v.Edition, v.asked())
	v.drawEvents(&d)
	for _, district := range Districts() {
		v.drawDistrict(&d, district)
	}
	if v.Turn != nil {
		v.drawDice(&d)
	}
	for i := range v.Seats {
		v.drawFamily(&d, &v.Seats[i])
	}
	d.Linef("Friends left: %d", v.FriendsLeft)
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
	who := fmt.Sprintf("seat %d", v.Active[0])
	switch v.Phase {
	case SetupCar:
		return "set-up: " + who + " places the car"
	case SetupDistrict:
		return "set-up: " + who + " chooses a district"
	case EventPhase:
		return fmt.Sprintf("round %d of %d, event: %s is asked", v.Round, v.Rounds, who)
	}
	what := map[Step]string{
		StepEvent:  v.Event.Name() + " comes first",
		StepRoll:   "rolls",
		StepPlace:  "places a die",
		StepChoose: "chooses for " + v.Turn.Choice.Name(),
		StepEnd:    "may do more or end",
	}[v.Turn.Step]
	return fmt.Sprintf("round %d of %d, row %d: %s %s", v.Round, v.Rounds, v.Turn.Row, who, what)
}

func (v *View) drawEvents(d *game.Lines) {
	if v.Event != NoEvent {
		d.Linef("Event: %s (%s, %d steps)", v.Event.Name(), v.Event.Colour().ID(), v.Event.Steps())
	}
	ko := "not settled"
	if v.KOTrack != NoTrack {
		ko = v.KOTrack.Name()
	}
	d.Linef("Event markers: gray %d, red %d; K.O. track: %s; cards to come: %d", v.EventTrack.Gray, v.EventTrack.Red, ko, v.EventsLeft)
	var names []string
	for _, e := range v.EventDeck {
		names = append(names, e.Name())
	}
	d.List("Deck:", names)
	d.List("Asked:", game.SeatNames(v.EventQueue))
}

// drawDistrict writes a district's businesses clockwise.
func (v *View) drawDistrict(d *game.Lines, district District) {
	heading := district.Name()
	if v.Street[district.Businesses()[0]].Protected {
		heading += " (protected)"
	}
	var list []string
	for _, b := range district.Businesses() {
		stop := v.Street[b]
		text := fmt.Sprintf("%s %d %s", b.Name(), b.Number(), ownerText(stop.Owner, "empty", "neutral"))
		if stop.BloodDebt != Nobody {
			text += " (a marker for " + ownerText(stop.BloodDebt, "", "the bank") + ")"
		}
		if stop.Car {
			text = "[car] " + text
		}
		if stop.Harassed {
			text += " (pays nothing)"
		}
		list = append(list, text)
	}
	d.Linef("%s", heading)
	d.List(" ", list)
}

func ownerText(o Owner, nobody, neutral string) string {
	switch o {
	case Nobody:
		return nobody
	case Neutral:
		return neutral
	}
	return fmt.Sprintf("seat %d", o)
}

func (v *View) drawDice(d *game.Lines) {
	var lying []string
	for _, c := range Colours() {
		if face := v.Turn.Dice.Of(c); face != NoFace {
			lying = append(lying, c.ID()+" "+face.ID())
		}
	}
	d.List("Dice:", lying)
	var placed []string
	for _, p := range v.Turn.Placed {
		placed = append(placed, fmt.Sprintf("row %d %s %s on %s", p.Row, p.Die.ID(), p.Face.ID(), p.Space.Name()))
	}
	d.List("Placed:", placed)
	if v.Turn.FavorsUsed > 0 {
		d.Linef("Favours used: %d of %d", v.Turn.FavorsUsed, favorsATurn)
	}
}

func (v *View) drawFamily(d *game.Lines, f *Family) {
	money := "money hidden"
	if f.Money != nil {
		money = dollars(*f.Money)
	}
	name := fmt.Sprintf("Seat %d, %s", f.Seat, f.Name())
	if f.Seat == v.StartPlayer {
		name += " (start player)"
	}
	d.Linef("%s: %s, Friends %d", name, money, f.Friends)
	var spaces []string
	for _, t := range Tracks() {
		space := fmt.Sprintf("%s %d", t.Name(), f.At(t))
		if t == v.KOTrack && v.DropsOut(f.Seat) {
			space += " (K.O.)"
		}
		spaces = append(spaces, space)
	}
	d.List(" ", spaces)
	d.Linef("  figures: businesses %d, supply %d, prison %d, Hudson %d", f.Businesses, f.Supply, f.Prison, f.Hudson)
	var held []string
	for _, t := range f.Tiles {
		held = append(held, t.Name())
	}
	d.List("  tiles:", held)
	markers := []string{fmt.Sprintf("%d in hand", f.DebtSupply)}
	for to, count := range f.Owes {
		if count > 0 {
			markers = append(markers, fmt.Sprintf("%d with %s", count, ownerText(Owner(to), "", "the bank")))
		}
	}
	d.List("  debt markers:", markers)
}

func (v *View) drawResult(d *game.Lines) {
	row := func(place string, n int) {
		s := v.Result.Scores[n-1]
		d.List(fmt.Sprintf("%s seat %d: %s =", place, n, dollars(s.Total)), []string{
			"cash " + dollars(s.Cash), "Income " + dollars(s.Income), "businesses " + dollars(s.Businesses),
			"bail " + dollars(s.Bail), "debts paid " + dollars(s.DebtsPaid), "received " + dollars(s.DebtsReceived),
		})
	}
	for i, group := range v.Result.Ranking {
		for _, n := range group {
			row(fmt.Sprintf("%d. ", i+1), n)
		}
	}
	for _, n := range v.Result.Dropped {
		row("out", n)
	}
	if v.Result.EverybodyLost {
		d.Linef("Everybody lost: nobody stands on the last space of %s.", v.KOTrack.Name())
		return
	}
	if len(v.Result.Dropped) > 0 {
		d.List("Dropped out:", game.SeatNames(v.Result.Dropped))
	}
	won := fmt.Sprintf("Won: %s", strings.Join(game.SeatNames(v.Result.Ranking[0]), " and "))
	if by := v.TieBreak(0); by != "" {
		won += ", the tie by " + by
	}
	d.Linef("%s.", won)
}

// dollars writes an amount: "$15,000", "-$2,000".
func dollars(amount int) string {
	sign, digits := "", fmt.Sprint(amount)
	if amount < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + "$" + digits
}
