package words

import (
	"fmt"
	"strconv"
	"strings"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// Choice names a move in the imperative.
func (w DiePatinEnglish) Choice(l game.Label, r Reader) string {
	e, a := english{r}, patin{arguments(l.Args)}
	area, at := w.Area(a.area()), a.manhole("manhole")
	switch l.Key {
	case "start":
		return "Take " + area
	case "first-rats":
		return "Put " + things(a.number("rats"), "a rat", "rats") + " at " + at
	case "intrigue":
		return a.card().Name()
	case "henchman":
		return "Henchman into " + area + ", your own"
	case "henchman-outside":
		return "Henchman into " + area + ", " + w.whoseArea(e, a)
	case "boss":
		return "Boss lady into " + area + ", your own"
	case "boss-outside":
		return "Boss lady into " + area + ", " + w.whoseArea(e, a)
	case "pass":
		return "Pass"
	case "rat":
		return "Put a rat at " + at
	case "rat-move":
		return "Move a rat from " + a.manhole("from") + " to " + at
	case "rat-remove":
		return "Remove one of " + rats(e, a.seat("owner")) + " at " + at
	case "loot":
		return "Take loot from " + w.District(a.area().District())
	case "backroom":
		return "Set up a back room: " + a.enterprise().Name()
	case "done":
		return "Stop here"
	case "skip":
		return "Skip the bonus"
	case "invade":
		return "Invade " + at
	case "claim":
		return "Claim " + area + " now"
	case "mission":
		return "Score " + w.Mission(a.mission())
	case "mission-none":
		return "Score none"
	}
	return ""
}

// whoseArea tells whose an area outside is: "Anna's", "nobody's".
func (DiePatinEnglish) whoseArea(e english, a patin) string {
	if owner := a.seat("owner"); owner > 0 {
		return e.whose(owner)
	}
	return "nobody's"
}

// Consequence says what a move would do: what the move itself says of it, then how
// a claim that it leads to ends.
func (w DiePatinEnglish) Consequence(l game.Label, facts []game.Fact, r Reader) string {
	e, a := english{r}, patin{arguments(l.Args)}
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, capital(fmt.Sprintf(format, args...))) }
	switch l.Key {
	case "start":
		say("%s district", w.District(a.area().District()))
	case "rat", "rat-move":
		if n := a.number("rats"); n > 0 {
			say("you have %d there now", n)
		} else {
			say("it is free now")
		}
	case "intrigue":
		say("%s", w.CardText(a.card()))
	case "henchman":
		say("for two actions there")
	case "boss":
		say("for up to five actions there")
	case "boss-outside":
		say("as your card says, then you claim it")
	case "pass":
		say("there is no area for your boss lady")
	case "rat-remove":
		if n := a.number("rats") - 1; n > 0 {
			say("%d %s there", n, stay(n))
		} else {
			say("it is free then")
		}
	case "loot":
		say("%s", leftThere(a.number("left")-1))
	case "backroom":
		say("your %s: %s for the chain", ordinal(a.number("tiles")), points(diepatin.ChainPoints(a.number("tiles"))))
		say("bonus: %s", w.Bonus(a.bonus()))
	case "done":
		say("%s not used", count(a.number("left"), "action is", "actions are"))
	case "skip":
		say("nothing comes of the tile's bonus")
	case "mission":
		say("%s; you have %s", points(a.number("points")), a.arguments["number"])
	case "mission-none":
		n := a.number("points")
		lost := "the point of this round is lost"
		if n > 1 {
			lost = "the " + points(n) + " of this round are lost"
		}
		if n < 5 {
			lost += "; you can still score a mission in a later round"
		}
		say("%s", lost)
	}
	for _, f := range facts {
		a := patin{arguments(f.Args)}
		switch f.Key {
		case "henchman-outside":
			say("bribe there for loot, of which you have %s, then claim it", a.arguments["loot"])
		case "invaded":
			if n := a.number("removed"); n > 0 {
				say("%s go", things(n, "one of "+rats(e, a.seat("owner")), "of "+rats(e, a.seat("owner"))))
			}
			say("%s of your rats come", number(a.number("placed")))
		case "claimed":
			say("%s becomes yours, %s", w.Area(a.area()), w.against(e, a))
		case "claim-tied", "claim-failed":
			say("the claim of %s fails, %s", w.Area(a.area()), w.against(e, a))
		case "trophy":
			say("%s back room is your trophy", e.whose(a.seat("owner")))
		case "missions":
			say("it ends the turns of this round")
		}
	}
	return strings.Join(parts, ". ")
}

// number writes a small number as a word.
func number(n int) string {
	return map[int]string{0: "none", 1: "one", 2: "two"}[n]
}

func stay(n int) string {
	if n == 1 {
		return "stays"
	}
	return "stay"
}

func leftThere(n int) string {
	if n <= 0 {
		return "it is the last one there"
	}
	return strconv.Itoa(n) + " left there then"
}

// Opening says what a move opens: only an intrigue card ever is.
func (DiePatinEnglish) Opening(move game.Label, _ []string) string {
	if move.Key == "pass" {
		return "… then everybody sees your intrigue card"
	}
	return "… then everybody sees your intrigue card, and you go on"
}

// Rank puts a henchman before the boss lady, and what ends a turn after all that can
// be done in it.
func (DiePatinEnglish) Rank(l game.Label) int {
	switch {
	case l.Group == "done" || l.Key == "mission-none":
		return 2
	case l.Group == "boss":
		return 1
	}
	return 0
}

// Group is the heading over moves that belong together.
func (DiePatinEnglish) Group(key string) string {
	switch key {
	case "start":
		return "Take a start area"
	case "place":
		return "Place your first rats"
	case "intrigue":
		return "Choose an intrigue card, in secret"
	case "henchman":
		return "Place a henchman"
	case "boss":
		return "Place the boss lady"
	case "rat":
		return "Put a rat"
	case "move":
		return "Move a rat"
	case "remove":
		return "Remove a rat"
	case "act":
		return "Take loot"
	case "backroom":
		return "Set up a back room"
	case "invade":
		return "Invade a manhole"
	case "done":
		return "End it"
	case "mission":
		return "Score a mission"
	}
	return ""
}
