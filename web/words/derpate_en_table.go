package words

import (
	"fmt"
	"strconv"
	"strings"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

// DiceOf is the heading over the dice board: whose dice they are, and which row
// it is.
func (DerPateEnglish) DiceOf(v *derpate.View, r Reader) string {
	whose := english{r}.owner(game.Seat(v.Turn.Seat)) + " dice"
	if v.Turn.Step == derpate.StepEnd {
		return whose
	}
	return fmt.Sprintf("%s: row %d of 4", whose, v.Turn.Row)
}

// Spaces is a number of spaces of the street.
func (DerPateEnglish) Spaces(n int) string { return count(n, "space", "spaces") }

// FavorsHead is the heading over the favours that a family can ask for.
func (DerPateEnglish) FavorsHead(v *derpate.View, f *derpate.Family) string {
	text := "Your favours, one Friend each"
	if f.Friends == 0 {
		return text + ": you have no Friend"
	}
	if v.Turn != nil && v.Turn.Seat == f.Seat && v.Turn.FavorsUsed > 0 {
		return fmt.Sprintf("%s: %d of 2 used in this turn", text, v.Turn.FavorsUsed)
	}
	return text + ", two a turn"
}

// Debt says who owes whom: "Anna has 2 of Bo's markers".
func (DerPateEnglish) Debt(d derpate.Debt, r Reader) string {
	e := english{r}
	markers := "one marker of "
	if d.Count > 1 {
		markers = strconv.Itoa(d.Count) + " markers of "
	}
	of := e.typedOrSeat(game.Seat(d.From))
	if e.mine(game.Seat(d.From)) {
		of = "yours"
	}
	if d.To == 0 {
		return "The bank holds " + markers + of + "."
	}
	return e.does(game.Seat(d.To), "hold ", "holds ") + markers + of + "."
}

// typedOrSeat is a seat's name in the middle of a sentence, whoever reads it.
func (e english) typedOrSeat(seat game.Seat) string {
	if name := e.typed(seat); name != "" {
		return name
	}
	return fmt.Sprintf("seat %d", seat)
}

// FriendsLeft is what the common supply has of Friends.
func (DerPateEnglish) FriendsLeft(v *derpate.View) string {
	if v.FriendsLeft == 0 {
		return "No Friends are left in the supply."
	}
	return count(v.FriendsLeft, "Friend is", "Friends are") + " left in the supply."
}

// Short says how far a family is from the last space of the K.O. track.
func (DerPateEnglish) Short(v *derpate.View, f *derpate.Family) string {
	n := v.KOTrack.End() - f.At(v.KOTrack)
	return count(n, "step", "steps") + " short on the K.O. track."
}

// Used lists the tiles that a family has used.
func (DerPateEnglish) Used(f *derpate.Family) string {
	var used []string
	for _, t := range derpate.Tiles() {
		if f.Used(t) {
			used = append(used, t.Name())
		}
	}
	if used == nil {
		return ""
	}
	return "(used: " + strings.Join(used, ", ") + ")"
}

// Markers says where a family's debt markers lie.
func (w DerPateEnglish) Markers(f *derpate.Family, r Reader) string {
	parts := []string{strconv.Itoa(f.DebtSupply) + " at hand"}
	for to, n := range f.Owes {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" with "+w.Holder(to, r))
		}
	}
	return strings.Join(parts, ", ")
}

// Place is a column of the final accounting.
type Place struct {
	Seat  int
	Text  string // "1", "out"
	First bool
}

// Places are the seats in the order of their places, those that dropped out last.
func (DerPateEnglish) Places(v *derpate.View) []Place {
	var places []Place
	at := 1
	for i, group := range v.Result.Ranking {
		for _, seat := range group {
			places = append(places, Place{seat, strconv.Itoa(at), i == 0})
		}
		at += len(group)
	}
	for _, seat := range v.Result.Dropped {
		places = append(places, Place{seat, "out", false})
	}
	return places
}

// Account is a row of the final accounting, in the order of the places.
type Account struct {
	Name    string
	Amounts []int
	Total   bool
}

// Accounting is the final accounting by part.
func (w DerPateEnglish) Accounting(v *derpate.View) []Account {
	rows := []struct {
		name string
		of   func(derpate.Score) int
	}{
		{"Cash", func(s derpate.Score) int { return s.Cash }},
		{"Income, once more", func(s derpate.Score) int { return s.Income }},
		{"Businesses, $3,000 each", func(s derpate.Score) int { return s.Businesses }},
		{"Bail, $1,000 a prisoner", func(s derpate.Score) int { return s.Bail }},
		{"Own markers out, $2,000 each", func(s derpate.Score) int { return s.DebtsPaid }},
		{"Others’ markers, $2,000 each", func(s derpate.Score) int { return s.DebtsReceived }},
		{"Total", func(s derpate.Score) int { return s.Total }},
	}
	var accounts []Account
	for i, row := range rows {
		account := Account{Name: row.name, Total: i == len(rows)-1}
		for _, place := range w.Places(v) {
			account.Amounts = append(account.Amounts, row.of(v.Result.Scores[place.Seat-1]))
		}
		accounts = append(accounts, account)
	}
	return accounts
}

// RowHead is the heading over the spaces of a row of the dice board.
func (DerPateEnglish) RowHead(row int) string {
	return [...]string{"", "Row 1: business", "Row 2: standing and ways", "Row 3: with and against the others", "Row 4: helpers"}[row]
}

// AllSpaces lists the four rows of the dice board, for whoever does not see it.
func (w DerPateEnglish) AllSpaces() string {
	var rows []string
	for row := 1; row <= 4; row++ {
		var names []string
		for _, s := range derpate.Spaces(row) {
			name := s.Space.Name()
			switch {
			case s.Colour != derpate.NoColour:
				name += " for " + w.Colour(s.Colour)
			case s.Face.IsNumber():
				name += " for " + s.Face.ID()
			default:
				name += " for a hand"
			}
			names = append(names, name)
		}
		rows = append(rows, fmt.Sprintf("row %d: %s", row, strings.Join(names, ", ")))
	}
	return strings.Join(rows, "; ") + "."
}
