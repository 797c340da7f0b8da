package words

import (
	"fmt"
	"strconv"

	"pizzini/engine/derpate"
)

// DerPateEnglish is Der Pate in English.
type DerPateEnglish struct{}

// Dollars is an amount: "$15,000", "−$2,000".
func (DerPateEnglish) Dollars(amount int) string {
	sign := ""
	if amount < 0 {
		sign, amount = "−", -amount
	}
	digits := strconv.Itoa(amount)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + "$" + digits
}

// District is a district by its short name.
func (DerPateEnglish) District(d derpate.District) string {
	return [...]string{"Greenwich", "East Side", "Little Italy", "Lower Manhattan"}[d]
}

// in is where a district is: "on the East Side".
func (DerPateEnglish) in(d derpate.District) string {
	if d == derpate.East {
		return "on the " + d.Name()
	}
	return "in " + d.Name()
}

// Business is a business with its place: "Smuggling (East Side)". No district has
// a kind of business twice.
func (w DerPateEnglish) Business(b derpate.Business) string {
	if b == derpate.NoBusiness {
		return "a business"
	}
	return b.Name() + " (" + w.District(b.District()) + ")"
}

// Colour is the colour of a die.
func (DerPateEnglish) Colour(c derpate.Colour) string {
	if c == derpate.NoColour {
		return "any colour"
	}
	return c.ID()
}

// Die is a die as it lies: "red 3", "the gray hand".
func (w DerPateEnglish) Die(c derpate.Colour, f derpate.Face) string {
	if f == derpate.Hand {
		return "the " + w.Colour(c) + " hand"
	}
	return w.Colour(c) + " " + f.ID()
}

// Space says what a space of the dice board does, for a match with these flags.
func (w DerPateEnglish) Space(s derpate.Space, f derpate.Flags) string {
	switch s {
	case derpate.Protection, derpate.Smuggling, derpate.Bookmaker, derpate.LoanShark, derpate.Gambling:
		who := "Everybody"
		if f.OwnIncome {
			who = "The player"
		}
		text := fmt.Sprintf("%s is paid %s for each of his businesses of this kind", who, w.Dollars(int(s)*1000))
		track := map[derpate.Space]string{derpate.Protection: "Influence", derpate.Smuggling: "Reputation"}[s]
		switch {
		case track == "":
			return text + "."
		case f.OneStep:
			return text + ". The player also goes 1 step on " + track + "."
		}
		return text + " and goes 1 step on " + track + " for each."
	case derpate.Press:
		return "1 step on Reputation and 1 step on Influence."
	case derpate.ReputationSpace:
		return "As many steps on Reputation as pips."
	case derpate.InfluenceSpace:
		return "As many steps on Influence as pips."
	case derpate.Odds:
		return "$1,000 for each pip."
	case derpate.Visit:
		if f.VisitMoveIn {
			return "The car drives as many spaces as pips. You may move into the business where it stops; whoever is there goes home."
		}
		return "The car drives as many spaces as pips. A rival where it stops goes home; into an empty business you may move."
	case derpate.Gathering:
		if f.HolderPays {
			return "You give back all markers that others have left with you and pay $1,000 for each."
		}
		return "You give back all markers that others have left with you; they pay you $1,000 times the pips for each."
	case derpate.Raid:
		if f.Harass {
			return "All figures on businesses with the number of the die go to prison, your own too."
		}
		return "All figures on unprotected businesses with the number of the die go to prison, your own too."
	case derpate.Takeover:
		text := "You may take a rival’s " + unprotected(f) + "business with the number of the die: his figure goes to the Hudson, he gets one of your markers, and your figure moves in."
		if f.MayKill {
			text += " Or only sink the rival: then whoever moves in next owes him a marker."
		}
		return text
	case derpate.FriendSpace:
		if f.FriendsByPips {
			return "You buy Friends for $1,000 each, as many as pips."
		}
		return "You buy one Friend for $1,000 times the pips."
	case derpate.Consigliere:
		return "You may move into any empty " + unprotected(f) + "business."
	case derpate.Attorney:
		return "All your prisoners come home."
	case derpate.Informer:
		if f.InformNeutral {
			return "You may send the figure of another family on any " + unprotected(f) + "business to prison."
		}
		return "You may send a figure of another player on any " + unprotected(f) + "business to prison."
	case derpate.Banker:
		return "1 step on Income or on Favors."
	}
	return ""
}

// unprotected says which businesses, where the car protects some.
func unprotected(f derpate.Flags) string {
	if f.Harass {
		return ""
	}
	return "unprotected "
}

// EventInShort says what an event card does, whatever the flags.
func (DerPateEnglish) EventInShort(event derpate.Event) string {
	return [...]string{"",
		derpate.Vendetta:      "each player may take over one business with any number",
		derpate.GoodNeighbour: "the player who controls the business at the car gets a Friend",
		derpate.Crackdown:     "the start player throws a die, and all figures on businesses with that number go to prison",
		derpate.BailOrRiver:   "each player may free prisoners for $2,000 each, and the others go to the Hudson",
		derpate.CasinoRaid:    "all figures on Gambling go to prison",
		derpate.Donation:      "each player may pay $2,000 for a step on Favors",
		derpate.RoughRide:     "in this round a figure driven out by a Visit goes to the Hudson, not home",
		derpate.Retreat:       "each player may take one figure home from a business and gets $4,000",
		derpate.Obligation:    "each player gives a marker to his left-hand neighbour",
		derpate.Headlines:     "in this round each die placed on Press brings $2,000 more",
	}[event]
}

// Event says what an event card does, for a match with these flags.
func (w DerPateEnglish) Event(event derpate.Event, f derpate.Flags) string {
	text := w.EventInShort(event)
	switch event {
	case derpate.NoEvent:
		return ""
	case derpate.Vendetta, derpate.Retreat:
		when := "at the start of his own turn "
		if f.EventsAtOnce {
			when = "before the turns, one after the other, "
		}
		text = when + text
	case derpate.Crackdown:
		text += "; a hand catches nobody"
	case derpate.CasinoRaid:
		if !f.Harass {
			text += ", in the protected district too"
		}
	}
	return capital(text) + "."
}

// ShortSpace is a space's name where there is little room.
func (DerPateEnglish) ShortSpace(s derpate.Space) string {
	if s == derpate.Protection {
		return "Protection"
	}
	return s.Name()
}

// TrackSpace is what a space of Income or Favors is worth.
func (w DerPateEnglish) TrackSpace(t derpate.Track, space int) string {
	switch {
	case t == derpate.Income:
		return w.Dollars(derpate.IncomeAt(space))
	case space == 0:
		return "none"
	}
	return w.Favor(derpate.Favor(space))
}

// NoDice says why no dice lie beside the dice board.
func (DerPateEnglish) NoDice(v *derpate.View) string {
	switch {
	case v.Turn.Step == derpate.StepRoll || v.Turn.Step == derpate.StepEvent:
		return fmt.Sprintf("%d dice to be thrown for row %d", 5-v.Turn.Row, v.Turn.Row)
	case v.Turn.Step == derpate.StepEnd || v.Turn.Row == 4:
		return "All dice are placed"
	}
	return fmt.Sprintf("%d dice in hand", 4-len(v.Turn.Placed))
}

// Tile says what an action tile does, and when.
func (DerPateEnglish) Tile(t derpate.Tile) string {
	return [...]string{
		derpate.Wedding:    "Gives you a Friend.",
		derpate.Grandchild: "Throw a die: $1,000 for each pip, nothing for a hand.",
		derpate.Birthday:   "1 step on any of your tracks.",
		derpate.Cop:        "Throw one of the dice again before you place one. Not in row 4.",
		derpate.Judge:      "Throw all the dice again before you place one. Not in row 4.",
		derpate.Senator:    "Place a die as if it had another colour. Not in row 1, and in rows 2 and 3 not with a hand.",
	}[t]
}

// Favor names a favour; FavorText says what it does.
func (DerPateEnglish) Favor(f derpate.Favor) string {
	return [...]string{"", "Rescue", "Debt", "Advance", "Cash"}[f]
}

// FavorText says what a favour does.
func (DerPateEnglish) FavorText(favor derpate.Favor, f derpate.Flags) string {
	switch favor {
	case derpate.FavorHudson:
		return "One of your figures comes home from the Hudson."
	case derpate.FavorDebt:
		return "One of your markers comes back without payment."
	case derpate.FavorAdvance:
		if f.IncomeFavor {
			return "2 steps on Reputation or Income."
		}
		return "2 steps on Reputation or Influence."
	case derpate.FavorCash:
		return "$5,000 from the bank."
	}
	return ""
}

// Car says what the car does where it stands.
func (w DerPateEnglish) Car(v *derpate.View) string {
	switch {
	case v.Car == derpate.NoBusiness:
		return "The car is not on the street yet."
	case v.Flags.Harass:
		return "The car stands at " + w.Business(v.Car) + ", which pays nothing now."
	}
	return "The car stands at " + w.Business(v.Car) + " and protects all of " + w.District(v.Car.District()) + "."
}

// options are the words of an option: what it is called, what it decides, and its
// values.
var derPateOptions = map[string]struct {
	label, help string
	values      map[string]string
}{
	"edition": {"Edition", "Which rules hold where the two sources differ. The rules page compares them.", map[string]string{
		derpate.Kosmos: "Kosmos: the rulebook", derpate.TW: "TW: the Chinese summary"}},
	"openMoney": {"Money", "Whether everybody sees how much everybody has. Payments are always seen.", map[string]string{
		"false": "secret until the end", "true": "open"}},
	"startPlayer": {"Start player", "Who has the first turn of every round. His right-hand neighbour places the car.", nil},
	"startMoney":  {"Money at the start", "What each family begins with.", nil},
	"carEffect": {"The car", "What the car does where it stands.", map[string]string{
		"protect": "protects its whole district", "harass": "keeps the one business at it from paying"}},
	"rowOneIncome": {"Income in row 1", "Who is paid when a number is placed in row 1.", map[string]string{
		"all": "everybody with that business", "own": "only the player who placed it"}},
	"rowOneSteps": {"Steps in row 1", "What Protection Money and Smuggling give besides money.", map[string]string{
		"per-business": "whoever is paid, 1 step for each business", "one": "the player who placed it, 1 step in any case"}},
	"visit": {"Visit", "What happens where the car stops.", map[string]string{
		"clear": "a rival goes home; one may move in where it was empty", "occupy": "one may move in, in place of a rival too"}},
	"gathering": {"Gathering", "Who pays when markers are given back.", map[string]string{
		"owner-pays-pips": "their owners, $1,000 × pips for each", "holder-pays-1000": "the player himself, $1,000 for each"}},
	"takeover": {"Takeover", "Whether a rival may also be sunk without moving in.", map[string]string{
		"enter": "no: sink him and move in", "kill-or-enter": "yes: whoever moves in next owes the marker"}},
	"friendsBought": {"Buying Friends", "What the space Friend sells.", map[string]string{
		"one": "one Friend for $1,000 × pips", "pips": "as many as pips for $1,000 each"}},
	"trackEndPay": {"End of a track", "What Reputation and Influence pay for steps that cannot be made.", map[string]string{
		"once": "$1,000 if the marker stood on 12 already", "per-step": "$1,000 for each such step"}},
	"informerNeutral": {"Informer", "Whom the Informer can send to prison.", map[string]string{
		"false": "players' figures only", "true": "neutral figures too"}},
	"favorTracks": {"Favour “Advance”", "On which tracks the favour gives its two steps.", map[string]string{
		"reputation-influence": "Reputation or Influence", "reputation-income": "Reputation or Income"}},
	"ownTurnEvents": {"Vendetta and Retreat", "When these two event cards are carried out.", map[string]string{
		"true": "at the start of each player's own turn", "false": "by all at once, before the turns"}},
	"tieBreak": {"Ties at the end", "What decides between equal sums.", map[string]string{
		"other-track-then-family": "the track that is not the K.O. track, then the family's figures", "track-sum": "Reputation and Influence together"}},
}

// Option names an option and says what it decides.
func (DerPateEnglish) Option(key string) (label, help string) {
	o := derPateOptions[key]
	return o.label, o.help
}

// Value names a value of an option.
func (w DerPateEnglish) Value(key string, value any) string {
	switch key {
	case "startMoney":
		if amount, ok := value.(int); ok {
			return w.Dollars(amount)
		}
	case "startPlayer":
		return "seat " + fmt.Sprint(value)
	}
	return derPateOptions[key].values[fmt.Sprint(value)]
}
