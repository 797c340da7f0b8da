package words

import (
	"fmt"
	"strings"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

// Seat is the name of a seat by itself: "You" or the name.
func (DerPateEnglish) Seat(seat game.Seat, r Reader) string { return english{r}.alone(seat) }

// Owner is who controls a business: "you", a name, "neutral", "empty".
func (DerPateEnglish) Owner(o derpate.Owner, r Reader) string {
	switch o {
	case derpate.Nobody:
		return "empty"
	case derpate.Neutral:
		return "neutral"
	}
	return english{r}.name(game.Seat(o))
}

// Holder is who has a marker or gets one: a seat, or the bank.
func (DerPateEnglish) Holder(to int, r Reader) string {
	if to == 0 {
		return "the bank"
	}
	return english{r}.name(game.Seat(to))
}

// Asked is what is asked now.
func (w DerPateEnglish) Asked(view game.View, r Reader) Asked {
	v, ok := view.(*derpate.View)
	if !ok {
		return Asked{}
	}
	e := english{r}
	if len(v.Active) == 0 {
		return w.ended(v, e)
	}
	seat := game.Seat(v.Active[0])
	if seat != r.Viewer {
		return Asked{Title: "Waiting for " + e.name(seat), Text: e.alone(seat) + " " + w.task(v, false) + "."}
	}
	return Asked{Title: "Your turn", Text: capital(w.task(v, true)) + ".", Mine: true}
}

// task is what the active seat does, as an order or as a report.
func (w DerPateEnglish) task(v *derpate.View, mine bool) string {
	say := func(order, report string) string {
		if mine {
			return order
		}
		return report
	}
	switch v.Phase {
	case derpate.SetupCar:
		return say("put the car on the street. It may stand anywhere", "puts the car on the street")
	case derpate.SetupDistrict:
		return say("choose the district in which you settle: its three businesses are yours", "chooses a district")
	case derpate.EventPhase:
		return w.eventTask(v, say)
	}
	t := v.Turn
	row := fmt.Sprintf("row %d", t.Row)
	switch t.Step {
	case derpate.StepEvent:
		if v.Event == derpate.Retreat {
			return say("take a figure home for $4,000, or pass; then you throw the dice", "may take a figure home before throwing the dice")
		}
		return say("take over a business with any number, or pass; then you throw the dice", "may take over a business before throwing the dice")
	case derpate.StepRoll:
		return say("throw the dice for "+row, "throws the dice for "+row)
	case derpate.StepPlace:
		if t.Row == 4 {
			return say("place your last die in row 4, whatever it shows", "places the last die in row 4")
		}
		return say("place one of the dice in "+row, "places a die in "+row)
	case derpate.StepChoose:
		return say(w.choosing(t.Choice, true), w.choosing(t.Choice, false))
	}
	return say("your dice are placed. Use a tile or a favour, or end your turn", "has placed all dice and may still use a tile or a favour")
}

func (w DerPateEnglish) eventTask(v *derpate.View, say func(order, report string) string) string {
	switch v.Event {
	case derpate.Crackdown:
		return say("throw a die for the Crackdown", "throws a die for the Crackdown")
	case derpate.BailOrRiver:
		return say("free prisoners for $2,000 each; those who stay go to the Hudson", "may free prisoners for $2,000 each")
	case derpate.Donation:
		return say("pay $2,000 for a step on Favors, or pass", "may pay $2,000 for a step on Favors")
	case derpate.Retreat:
		return say("take a figure home for $4,000, or pass", "may take a figure home for $4,000")
	}
	return say("take over a business with any number, or pass", "may take over a business with any number")
}

func (DerPateEnglish) choosing(s derpate.Space, mine bool) string {
	switch s {
	case derpate.Visit:
		if mine {
			return "move into the business where the car stands, or pass"
		}
		return "may move into the business where the car stands"
	case derpate.Takeover:
		if mine {
			return "choose the business that you take over, or pass"
		}
		return "may take over a business"
	case derpate.Consigliere:
		if mine {
			return "choose an empty business to move into, or pass"
		}
		return "may move into an empty business"
	case derpate.Informer:
		if mine {
			return "choose whom you send to prison, or pass"
		}
		return "may send somebody to prison"
	}
	if mine {
		return "choose a step on Income or on Favors"
	}
	return "chooses a step on Income or on Favors"
}

func (w DerPateEnglish) ended(v *derpate.View, e english) Asked {
	if v.Result == nil {
		return Asked{Title: "The match has ended"}
	}
	if v.Result.EverybodyLost {
		return Asked{Title: "Everybody has lost", Text: "Nobody stands on space 12 of " + v.KOTrack.Name() + ", the K.O. track."}
	}
	first := v.Result.Ranking[0]
	total := w.Dollars(v.Result.Scores[first[0]-1].Total)
	if len(first) > 1 {
		var names []string
		for _, n := range first {
			names = append(names, e.name(game.Seat(n)))
		}
		return Asked{Title: capital(list(names, "and")) + " share the first place", Text: "With " + total + " each."}
	}
	winner := game.Seat(first[0])
	return Asked{Title: e.does(winner, "have won", "has won"), Text: "With " + total + "." + w.Tie(v)}
}

// Tie says which tie-breaker decided the first place; empty where none had to.
func (DerPateEnglish) Tie(v *derpate.View) string {
	switch by := v.TieBreak(0); by {
	case "":
		return ""
	case "tracks":
		return " The tie was broken by Reputation and Influence together."
	case "family":
		return " The tie was broken by more figures that are not in the Hudson."
	default:
		return " The tie was broken by " + arguments{"track": by}.track().Name() + ", the track that is not the K.O. track."
	}
}

// Hand is the reader's purse, which he alone sees, with what else he can use.
func (w DerPateEnglish) Hand(view game.View, r Reader) Grid {
	grid := Grid{Caption: "Your purse", Head: []string{"Money", "Income each round", "Tiles", "Markers at hand"}}
	v, ok := view.(*derpate.View)
	if !ok || v.Over || r.Viewer < 1 || int(r.Viewer) > len(v.Seats) || v.Seats[r.Viewer-1].Money == nil {
		return grid
	}
	f := v.Seats[r.Viewer-1]
	tiles := "none"
	if names := tileNames(f.Tiles); names != nil {
		tiles = strings.Join(names, ", ")
	}
	grid.Rows = [][]string{{w.Dollars(*f.Money), w.Dollars(derpate.IncomeAt(f.Income)), tiles, fmt.Sprint(f.DebtSupply)}}
	return grid
}

func tileNames(tiles []derpate.Tile) []string {
	var names []string
	for _, t := range tiles {
		names = append(names, t.Name())
	}
	return names
}

// Round says where the game is: "Round 3 of 7 · Casino Raid".
func (DerPateEnglish) Round(v *derpate.View) string {
	switch {
	case v.Over:
		return "All rounds are played"
	case v.Round == 0:
		return "Before the first round"
	}
	return fmt.Sprintf("Round %d of %d", v.Round, v.Rounds)
}

// Position is the whole table in words.
func (w DerPateEnglish) Position(view game.View, r Reader) string {
	v, ok := view.(*derpate.View)
	if !ok {
		return ""
	}
	parts := []string{w.Round(v) + "."}
	if v.Event != derpate.NoEvent {
		parts = append(parts, "Event: "+v.Event.Name()+".")
	}
	parts = append(parts, w.Street(v, r))
	if v.Turn != nil {
		parts = append(parts, w.Dice(v, r))
	}
	return strings.Join(append(parts, w.Tracks(v, r)), " ")
}

// Street is the street in words: who has which business, where the car is, and
// who lies in prison and in the Hudson.
func (w DerPateEnglish) Street(v *derpate.View, r Reader) string {
	parts := []string{w.Car(v)}
	for _, d := range derpate.Districts() {
		var list []string
		for _, b := range d.Businesses() {
			stop := v.Street[b]
			text := fmt.Sprintf("%s %d %s", b.Name(), b.Number(), w.Owner(stop.Owner, r))
			if stop.BloodDebt != derpate.Nobody {
				text += " (blood debt to " + w.Holder(int(stop.BloodDebt), r) + ")"
			}
			list = append(list, text)
		}
		parts = append(parts, w.District(d)+": "+strings.Join(list, ", ")+".")
	}
	for _, place := range []struct {
		name  string
		count func(*derpate.Family) int
	}{
		{"In prison", func(f *derpate.Family) int { return f.Prison }},
		{"In the Hudson", func(f *derpate.Family) int { return f.Hudson }},
	} {
		var lying []string
		for i := range v.Seats {
			if n := place.count(&v.Seats[i]); n > 0 {
				lying = append(lying, fmt.Sprintf("%d of %s", n, english{r}.name(game.Seat(i+1))))
			}
		}
		if lying == nil {
			lying = []string{"nobody"}
		}
		parts = append(parts, place.name+": "+list(lying, "and")+".")
	}
	return strings.Join(parts, " ")
}

// Dice is the dice board in words.
func (w DerPateEnglish) Dice(v *derpate.View, r Reader) string {
	if v.Turn == nil {
		return ""
	}
	var parts []string
	for _, p := range v.Turn.Placed {
		parts = append(parts, fmt.Sprintf("row %d: %s on %s", p.Row, w.Die(p.Die, p.Face), p.Space.Name()))
	}
	var lying []string
	for _, c := range derpate.Colours() {
		if face := v.Turn.Dice.Of(c); face != derpate.NoFace {
			lying = append(lying, w.Die(c, face))
		}
	}
	if lying != nil {
		parts = append(parts, "not placed: "+list(lying, "and"))
	}
	if parts == nil {
		parts = []string{"nothing thrown yet"}
	}
	return english{r}.owner(game.Seat(v.Turn.Seat)) + " dice: " + strings.Join(parts, "; ") + "."
}

// Tracks is the tracks in words.
func (w DerPateEnglish) Tracks(v *derpate.View, r Reader) string {
	var parts []string
	for i := range v.Seats {
		f := &v.Seats[i]
		text := fmt.Sprintf("%s: Reputation %d, Influence %d, Income %d, Favors %d", english{r}.alone(game.Seat(f.Seat)), f.Reputation, f.Influence, f.Income, f.Favors)
		if names := tileNames(f.Tiles); names != nil {
			text += ", holds " + list(names, "and")
		}
		parts = append(parts, text+".")
	}
	return strings.Join(append(parts, w.KO(v)), " ")
}

// KO says how the event markers stand, or which track was settled as the K.O.
// track and what that means.
func (DerPateEnglish) KO(v *derpate.View) string {
	if v.KOTrack == derpate.NoTrack {
		return fmt.Sprintf("Event markers: gray %d of 4 (Reputation), red %d of 4 (Influence).", v.EventTrack.Gray, v.EventTrack.Red)
	}
	return v.KOTrack.Name() + " is the K.O. track: whoever is not on its space 12 at the end drops out."
}
