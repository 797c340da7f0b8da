package words

import (
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

// Choice names a move in the imperative.
func (w DerPateEnglish) Choice(l game.Label, r Reader) string {
	t, a := &telling{words: w, english: english{r}}, arguments(l.Args)
	business, from := w.Business(a.business("business")), a.seat("from")
	switch l.Key {
	case "car":
		return "Put the car at " + business
	case "district":
		return "Settle " + w.in(a.district())
	case "roll":
		return "Throw the " + count(a.number("count"), "die", "dice") + " for row " + a["row"]
	case "roll-crackdown":
		return "Throw a die for the Crackdown"
	case "place":
		return "Place " + w.Die(a.die("die"), a.face()) + " on " + a.space().Name()
	case "place-as":
		return "Place " + w.Die(a.die("die"), a.face()) + " as " + a["as"] + " on " + a.space().Name()
	case "occupy":
		if _, rival := l.Args["from"]; rival && l.Args["from"] != "-1" {
			return "Move into " + business + " in place of " + t.victim(from)
		}
		return "Move into " + business
	case "take":
		return "Take over " + business + " from " + t.victim(from)
	case "kill":
		return "Only sink " + t.figure(from) + " at " + business
	case "inform":
		return "Send " + t.figure(from) + " at " + business + " to prison"
	case "banker":
		return "1 step on " + a.track().Name()
	case "pass":
		return "Do not use " + w.asking(a["choice"])
	case "ransom":
		switch n, drowned := a.number("count"), a.number("drowned"); {
		case n == 0:
			return "Free nobody"
		case drowned == 0 && n == 1:
			return "Free your prisoner"
		case drowned == 0:
			return "Free all " + strconv.Itoa(n) + " prisoners"
		default:
			return "Free " + strconv.Itoa(n) + " of " + strconv.Itoa(n+drowned) + " prisoners"
		}
	case "pay":
		return "Pay " + w.Dollars(a.number("amount")) + " for a step on Favors"
	case "withdraw":
		return "Take your figure home from " + business
	case "tile-wedding", "tile-grandchild", "tile-judge":
		return "Use the " + derpateTile(l.Key).Name()
	case "tile-birthday":
		return "Birthday: 1 step on " + a.track().Name()
	case "tile-cop":
		return "Cop: throw " + w.Die(a.die("die"), a.face()) + " again"
	case "favor-hudson":
		return "Bring a figure home from the Hudson"
	case "favor-debt":
		return "Get a marker back from " + t.holder(from)
	case "favor-advance":
		return "2 steps on " + a.track().Name()
	case "favor-cash":
		return "Get $5,000"
	case "end":
		return "End your turn"
	}
	return ""
}

// derpateTile is the tile that a label's key names.
func derpateTile(key string) derpate.Tile {
	return arguments{"tile": strings.TrimPrefix(key, "tile-")}.tile()
}

// Consequence says what a move would do.
func (w DerPateEnglish) Consequence(l game.Label, facts []game.Fact, r Reader) string {
	a := arguments(l.Args)
	t := &telling{words: w, english: english{r}, turn: a.seat("seat")}
	var next string
	for i, f := range facts {
		if f.Key == "turn" || f.Key == "round" {
			if f.Key == "turn" {
				next = "Then it is " + t.whose(arguments(f.Args).seat("seat")) + " turn."
			}
			facts = facts[:i]
			break
		}
	}
	facts = slices.DeleteFunc(slices.Clone(facts), func(f game.Fact) bool { return saidBy(l.Key, f.Key) })
	t.facts(facts)
	t.stop()
	said := t.sentences
	switch l.Key {
	case "car":
		said = append(said, "Next clockwise is "+w.Business(a.business("business").Clockwise(1))+".")
	case "district":
		said = append(said, w.districtInShort(a.district()))
	case "place", "place-as":
		if text := w.asks(a, facts); text != "" {
			said = append(said, text)
		}
		if l.Key == "place-as" {
			said = append(said, "The Senator is used up.")
		}
	case "occupy", "take":
		said = append(said, "It is worth "+w.Dollars(a.business("business").Pay())+" in row 1.")
	case "pass":
		said = append(said, "Nothing happens.")
	case "kill":
		said = append(said, "Whoever moves in next owes "+t.holder(a.seat("from"))+" a marker.")
	case "tile-grandchild":
		said = append(said, "$1,000 for each pip, nothing for a hand.")
	case "tile-cop":
		said = append(said, "The other dice stay as they lie.")
	case "tile-judge":
		said = append(said, "All dice that are not placed are thrown again.")
	case "favor-hudson", "favor-debt", "favor-advance", "favor-cash":
		said = append(said, "Costs a Friend.")
	case "roll":
		if a["row"] == "1" {
			said = append(said, "One of them goes to row 1; the others are thrown again for row 2.")
		} else if a["row"] == "3" {
			said = append(said, "One of them goes to row 3, the other as it lies to row 4.")
		} else {
			said = append(said, "One of them goes to row 2; the others are thrown again for row 3.")
		}
	case "roll-crackdown":
		said = append(said, "All figures on businesses with its number go to prison; a hand catches nobody.")
	}
	if next != "" {
		said = append(said, next)
	}
	return strings.TrimSuffix(strings.Join(said, " "), ".")
}

// saidBy says whether a choice says already what a fact tells.
func saidBy(label, fact string) bool {
	switch label {
	case "place", "place-as":
		return fact == "placed"
	case "tile-wedding", "tile-grandchild", "tile-birthday", "tile-cop", "tile-judge":
		return fact == "tile-used"
	case "favor-hudson", "favor-debt", "favor-advance", "favor-cash":
		return fact == "favor-used"
	case "district":
		return fact == "district" || fact == "district-left" || fact == "district-neutral"
	case "pass":
		return fact == "passed"
	case "car":
		return fact == "car-placed"
	case "occupy":
		return fact == "occupied"
	case "take":
		return fact == "taken"
	case "kill":
		return fact == "killed"
	case "inform":
		return fact == "informed"
	}
	return false
}

// asks says what a space would ask for after a die was placed on it, unless the
// facts say that it does not, and what it does where no fact says anything.
func (w DerPateEnglish) asks(a arguments, facts []game.Fact) string {
	done := false
	for _, f := range facts {
		switch f.Key {
		case "nothing", "sent-home", "sunk", "neutral-gone":
			return ""
		case "car":
		default:
			done = true
		}
	}
	number := a["face"]
	switch a.space() {
	case derpate.Visit:
		return "Then you may move in."
	case derpate.Takeover:
		return "Then you choose a business with number " + number + " to take over, or pass."
	case derpate.Consigliere:
		return "Then you choose an empty business to move into, or pass."
	case derpate.Informer:
		return "Then you choose whom to send to prison, or pass."
	case derpate.Banker:
		return "Then you choose a step on Income or on Favors."
	}
	if done {
		return ""
	}
	switch a.space() {
	case derpate.Protection, derpate.Smuggling, derpate.Bookmaker, derpate.LoanShark, derpate.Gambling:
		return "Nobody is paid."
	}
	return "Nothing happens."
}

// districtInShort lists a district's businesses.
func (w DerPateEnglish) districtInShort(d derpate.District) string {
	var names []string
	for _, b := range d.Businesses() {
		names = append(names, b.Name()+" "+strconv.Itoa(b.Number()))
	}
	return list(names, "and") + "."
}

// Opening says what a move opens.
func (DerPateEnglish) Opening(l game.Label, reveals []string) string {
	for _, place := range reveals {
		if strings.HasPrefix(place, "/setup/eventDeck") {
			return "… then the next event card is turned up"
		}
	}
	switch {
	case l.Key == "roll-crackdown" || l.Key == "tile-grandchild" || l.Key == "tile-cop":
		return "… then the die is thrown"
	case l.Key == "roll" || l.Key == "tile-judge":
		return "… then the dice are thrown"
	case l.Args["space"] == derpate.Gathering.ID():
		return "… then they pay, and it is seen how much"
	}
	return "… then the game ends, and all money is counted"
}

// Rank puts tiles and favours after what the turn is about, and a pass after what it
// declines.
func (DerPateEnglish) Rank(l game.Label) int {
	switch {
	case l.Group == "tile":
		return 2
	case l.Group == "favor":
		return 3
	case l.Key == "pass":
		return 1
	}
	return 0
}

// Group is the heading over moves that belong together.
func (DerPateEnglish) Group(key string) string {
	switch key {
	case "car":
		return "Place the car"
	case "district":
		return "Choose a district"
	case "place":
		return "Place a die"
	case "choose":
		return "Choose"
	case "ransom":
		return "Free prisoners"
	case "withdraw":
		return "Retreat"
	case "tile":
		return "Use a tile"
	case "favor":
		return "Ask a Friend for a favour"
	}
	return ""
}
