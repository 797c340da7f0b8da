package derpate

import (
	"fmt"
	"strings"
)

const columns = 78

// Text draws the view in plain text, lines of at most 78 columns.
func (v *View) Text() string {
	var d drawing
	d.linef("Der Pate (%s), %s", v.Edition, v.asked())
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
	d.linef("Friends left: %d", v.FriendsLeft)
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

func (v *View) drawEvents(d *drawing) {
	if v.Event != NoEvent {
		d.linef("Event: %s (%s, %d steps)", v.Event.Name(), v.Event.Colour().ID(), v.Event.Steps())
	}
	ko := "not settled"
	if v.KOTrack != NoTrack {
		ko = v.KOTrack.Name()
	}
	d.linef("Event markers: gray %d, red %d; K.O. track: %s; cards to come: %d", v.EventTrack.Gray, v.EventTrack.Red, ko, v.EventsLeft)
	var names []string
	for _, e := range v.EventDeck {
		names = append(names, e.Name())
	}
	d.list("Deck:", names)
	d.list("Asked:", seatNames(v.EventQueue))
}

// drawDistrict writes a district's businesses clockwise.
func (v *View) drawDistrict(d *drawing, district District) {
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
	d.linef("%s", heading)
	d.list(" ", list)
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

func (v *View) drawDice(d *drawing) {
	var lying []string
	for _, c := range Colours() {
		if face := v.Turn.Dice.Of(c); face != NoFace {
			lying = append(lying, c.ID()+" "+face.ID())
		}
	}
	d.list("Dice:", lying)
	var placed []string
	for _, p := range v.Turn.Placed {
		placed = append(placed, fmt.Sprintf("row %d %s %s on %s", p.Row, p.Die.ID(), p.Face.ID(), p.Space.Name()))
	}
	d.list("Placed:", placed)
	if v.Turn.FavorsUsed > 0 {
		d.linef("Favours used: %d of %d", v.Turn.FavorsUsed, favorsATurn)
	}
}

func (v *View) drawFamily(d *drawing, f *Family) {
	money := "money hidden"
	if f.Money != nil {
		money = dollars(*f.Money)
	}
	name := fmt.Sprintf("Seat %d, %s", f.Seat, f.Name())
	if f.Seat == v.StartPlayer {
		name += " (start player)"
	}
	d.linef("%s: %s, Friends %d", name, money, f.Friends)
	var spaces []string
	for _, t := range Tracks() {
		space := fmt.Sprintf("%s %d", t.Name(), f.At(t))
		if t == v.KOTrack && v.DropsOut(f.Seat) {
			space += " (K.O.)"
		}
		spaces = append(spaces, space)
	}
	d.list(" ", spaces)
	d.linef("  figures: businesses %d, supply %d, prison %d, Hudson %d", f.Businesses, f.Supply, f.Prison, f.Hudson)
	var held []string
	for _, t := range f.Tiles {
		held = append(held, t.Name())
	}
	d.list("  tiles:", held)
	markers := []string{fmt.Sprintf("%d in hand", f.DebtSupply)}
	for to, count := range f.Owes {
		if count > 0 {
			markers = append(markers, fmt.Sprintf("%d with %s", count, ownerText(Owner(to), "", "the bank")))
		}
	}
	d.list("  debt markers:", markers)
}

func (v *View) drawResult(d *drawing) {
	row := func(place string, n int) {
		s := v.Result.Scores[n-1]
		d.list(fmt.Sprintf("%s seat %d: %s =", place, n, dollars(s.Total)), []string{
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
		d.linef("Everybody lost: nobody stands on the last space of %s.", v.KOTrack.Name())
		return
	}
	if len(v.Result.Dropped) > 0 {
		d.list("Dropped out:", seatNames(v.Result.Dropped))
	}
	won := fmt.Sprintf("Won: %s", strings.Join(seatNames(v.Result.Ranking[0]), " and "))
	if by := v.TieBreak(0); by != "" {
		won += ", the tie by " + by
	}
	d.linef("%s.", won)
}

func seatNames(seats []int) []string {
	var list []string
	for _, n := range seats {
		list = append(list, fmt.Sprintf("seat %d", n))
	}
	return list
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

// drawing puts lines together.
type drawing struct{ strings.Builder }

func (d *drawing) linef(format string, arguments ...any) {
	fmt.Fprintf(d, format+"\n", arguments...)
}

// list writes items after a heading, and goes on in further lines where they do
// not fit; nothing when there are none.
func (d *drawing) list(heading string, items []string) {
	if len(items) == 0 {
		return
	}
	indent := strings.Repeat(" ", len(heading)-len(strings.TrimLeft(heading, " "))+4)
	line := heading
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if len(line)+1+len(item) > columns {
			d.linef("%s", line)
			line = indent + item
			continue
		}
		line += " " + item
	}
	d.linef("%s", line)
}
