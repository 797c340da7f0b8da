package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
)

// Fact is what happened, as a sentence.
func (w DiePatinEnglish) Fact(f game.Fact, r Reader) string {
	return strings.Join(w.Facts([][]game.Fact{{f}}, r), " ")
}

// Facts tells what moves did: what a seat did in a turn is one sentence, and so is
// how the missions stand.
func (w DiePatinEnglish) Facts(moves [][]game.Fact, r Reader) []string {
	e := english{r}
	facts := slices.Concat(moves...)
	var told, missions []string
	var t turnTale
	for i, f := range facts {
		a := patin{arguments(f.Args)}
		if leads := w.leads(e, f.Key, a); leads != "" {
			missions = append(missions, leads)
			if i+1 == len(facts) || !strings.HasPrefix(facts[i+1].Key, "leads") {
				told = append(told, capital(strings.Join(missions, "; "))+".")
				missions = nil
			}
			continue
		}
		if t.seat != a.seat("seat") || begins(f) {
			told = append(told, t.sentence(e)...)
			t = turnTale{seat: a.seat("seat")}
		}
		if w.add(&t, e, f.Key, a) {
			continue
		}
		told = append(told, t.sentence(e)...)
		t = turnTale{}
		if text := w.sentence(e, f.Key, a); text != "" {
			told = append(told, text)
		}
	}
	return append(told, t.sentence(e)...)
}

// begins says that a fact begins a turn.
func begins(f game.Fact) bool {
	return f.Key == "henchman" || f.Key == "henchman-outside" || f.Key == "boss"
}

// turnTale is what a seat did in a turn, clause by clause.
type turnTale struct {
	seat    game.Seat
	clauses []turnClause
	spent   int // index of the clause about loot, from 1; 0 = none
	loot    int
}

// turnClause is one thing that was done: a verb in both forms and what follows it.
// Rats and loot at several places gather in one.
type turnClause struct {
	you, others string
	rest        string
	counts      []placeCount
	one, many   string // what is counted: "a rat", "rats"
}

type placeCount struct {
	n     int
	place string
}

func (t *turnTale) do(you, others, rest string) {
	t.clauses = append(t.clauses, turnClause{you: you, others: others, rest: rest})
}

// gather adds things at a place to the last clause if it is about the same kind of
// things, else it begins a clause.
func (t *turnTale) gather(you, others string, n int, place, one, many string) {
	if last := len(t.clauses) - 1; last >= 0 && t.clauses[last].counts != nil && t.clauses[last].others == others && t.clauses[last].one == one {
		c := &t.clauses[last]
		for i := range c.counts {
			if c.counts[i].place == place {
				c.counts[i].n += n
				return
			}
		}
		c.counts = append(c.counts, placeCount{n, place})
		return
	}
	t.clauses = append(t.clauses, turnClause{you: you, others: others, one: one, many: many, counts: []placeCount{{n, place}}})
}

// text is the clause after its verb.
func (c turnClause) text() string {
	if c.counts == nil {
		return c.rest
	}
	var parts []string
	for i, p := range c.counts {
		if i == 0 {
			parts = append(parts, things(p.n, c.one, c.many)+" "+p.place)
			continue
		}
		parts = append(parts, few(p.n)+" "+p.place)
	}
	return list(parts, "and")
}

// few is a number of things that were named already; things names them too: "a
// rat", "2 rats".
func few(n int) string {
	if n == 1 {
		return "one"
	}
	return strconv.Itoa(n)
}

func things(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return strconv.Itoa(n) + " " + many
}

func (t *turnTale) sentence(e english) []string {
	if len(t.clauses) == 0 {
		return nil
	}
	var parts []string
	for _, c := range t.clauses {
		text := e.verb(t.seat, c.you, c.others)
		if rest := c.text(); rest != "" {
			text += " " + rest
		}
		parts = append(parts, text)
	}
	joined := list(parts, "and")
	if slices.ContainsFunc(t.clauses, func(c turnClause) bool { return len(c.counts) > 1 }) && len(parts) > 1 {
		// A clause that has an "and" of its own stands apart.
		joined = strings.Join(parts[:len(parts)-1], ", ") + ", and " + parts[len(parts)-1]
	}
	return []string{e.alone(t.seat) + " " + joined + "."}
}

// add puts a fact of a turn into its sentence; false when it is none.
func (w DiePatinEnglish) add(t *turnTale, e english, key string, a patin) bool {
	area, at := w.Area(a.area()), "at "+a.manhole("manhole")
	if a.arguments["step"] == diepatin.StepBonus.ID() {
		at += " (bonus)"
	}
	switch key {
	case "start-area":
		t.do("take", "takes", area+" to start from")
	case "first-rats", "rat":
		n := 1
		if key == "first-rats" {
			n = a.number("rats")
		}
		t.gather("put", "puts", n, at, "a rat", "rats")
	case "rat-moved":
		t.gather("move", "moves", 1, "from "+a.manhole("from")+" to "+a.manhole("manhole"), "a rat", "rats")
	case "rat-removed":
		whose := e.whose(a.seat("owner"))
		t.gather("remove", "removes", 1, at, "one of "+rats(e, a.seat("owner")), "of "+whose+" rats")
	case "card-chosen":
		t.do("have", "has", "chosen an intrigue card")
	case "henchman":
		t.do("place", "places", "a henchman in "+area)
	case "henchman-outside":
		t.do("send", "sends", "a henchman into "+area+w.ownedBy(e, a))
	case "boss":
		t.do("show", "shows", a.card().Name())
		if a.card() == diepatin.Administration {
			t.do("place", "places", "the boss lady in "+area)
		} else {
			t.do("send", "sends", "the boss lady into "+area+w.ownedBy(e, a))
		}
	case "passed":
		t.do("show", "shows", a.card().Name())
		t.do("pass,", "passes,", "as the boss lady can go nowhere")
	case "loot":
		t.gather("take", "takes", 1, "from "+w.District(a.area().District()), "a loot marker", "loot markers")
	case "loot-spent":
		if t.spent == 0 {
			t.do("spend", "spends", "")
			// It stands before what it was spent for.
			last := len(t.clauses) - 1
			at := max(0, last-1)
			t.clauses = slices.Insert(t.clauses[:last], at, t.clauses[last])
			t.spent = at + 1
		}
		t.loot++
		t.clauses[t.spent-1].rest = things(t.loot, "a loot marker", "loot markers")
	case "back-room":
		t.do("set up", "sets up", "a back room in "+area+" with the "+w.nthTile(a))
	case "bonus-loot":
		t.do("gain", "gains", "a loot marker for it")
	case "bonus-nothing":
		t.do("find", "finds", "nothing to gain from its bonus")
	case "bonus-skipped":
		t.do("skip", "skips", "the bonus")
	case "done":
		t.do("stop", "stops", "there")
	case "invaded":
		w.invaded(t, e, a)
	case "claimed":
		from := ""
		if owner := a.seat("owner"); owner > 0 {
			from = " from " + e.name(owner)
		}
		t.do("take", "takes", "over "+area+from+" ("+w.against(e, a)+")")
	case "claim-tied", "claim-failed":
		t.do("fail", "fails", "to take over "+area+" ("+w.against(e, a)+")")
	case "trophy":
		t.do("win", "wins", e.whose(a.seat("owner"))+" back room as a trophy")
	default:
		return false
	}
	return true
}

// rats are the rats of a seat: "your rats", "Anna's rats".
func rats(e english, seat game.Seat) string { return e.whose(seat) + " rats" }

// ownedBy tells whose an area is that somebody enters: " (Anna's)".
func (DiePatinEnglish) ownedBy(e english, a patin) string {
	switch owner := a.seat("owner"); {
	case owner == 0:
		return " (nobody's)"
	case e.mine(owner):
		return " (yours)"
	default:
		return " (" + e.whose(owner) + ")"
	}
}

// against compares the powers of a claim: "5 against Anna's 4".
func (DiePatinEnglish) against(e english, a patin) string {
	power := "power " + a.arguments["power"]
	rivals := a.seats("rivals")
	if len(rivals) == 0 {
		return power + " against none"
	}
	var owners []string
	for _, seat := range rivals {
		owners = append(owners, e.whose(seat))
	}
	return power + " against " + list(owners, "and") + " " + a.arguments["most"]
}

// nthTile names a tile that is taken: "2nd Hat Shop".
func (w DiePatinEnglish) nthTile(a patin) string {
	return ordinal(a.number("tiles")) + " " + a.enterprise().Name()
}

func ordinal(n int) string {
	switch n {
	case 1:
		return "1st"
	case 2:
		return "2nd"
	case 3:
		return "3rd"
	}
	return strconv.Itoa(n) + "th"
}

func (DiePatinEnglish) invaded(t *turnTale, e english, a patin) {
	at := a.manhole("manhole")
	if n := a.number("removed"); n > 0 {
		t.do("throw", "throws", fmt.Sprintf("%s out of %s", things(n, "one of "+rats(e, a.seat("owner")), "of "+rats(e, a.seat("owner"))), at))
	}
	if n := a.number("placed"); n > 0 {
		t.do("bring", "brings", things(n, "a rat", "rats")+" to "+at)
	} else {
		t.do("have", "has", "no rat to bring to "+at)
	}
}

// leads is how a mission stands when the turns are over; "" for any other fact.
func (w DiePatinEnglish) leads(e english, key string, a patin) string {
	seat, number := a.seat("seat"), a.arguments["number"]
	switch key {
	case "leads":
		return w.Mission(a.mission()) + ": " + e.name(seat) + " with " + number
	case "leads-scored":
		return w.Mission(a.mission()) + ": " + e.name(seat) + " with " + number + ", scored before"
	case "leads-nobody":
		if seats := a.seats("seats"); len(seats) > 0 {
			return w.Mission(a.mission()) + ": nobody alone, as " + w.named(e, seats) + " have " + number + " each"
		}
		return w.Mission(a.mission()) + ": nobody, as all have none"
	}
	return ""
}

// sentence is a fact that is no part of a turn.
func (w DiePatinEnglish) sentence(e english, key string, a patin) string {
	seat := a.seat("seat")
	text := ""
	switch key {
	case "round":
		text = fmt.Sprintf("Round %s begins: everybody chooses an intrigue card, and %s %s the first turn.", a.arguments["round"], e.name(seat), e.verb(seat, "have", "has"))
	case "turns":
		text = "All cards are chosen: " + e.name(seat) + " " + e.verb(seat, "begin", "begins") + "."
	case "missions":
		text = "The turns of round " + a.arguments["round"] + " are over."
	case "missions-nobody":
		text = "Nobody can score a mission in this round."
	case "mission":
		text = fmt.Sprintf("%s %s: %s, with %s.", e.does(seat, "score", "scores"), points(a.number("points")), w.Mission(a.mission()), a.arguments["number"])
	case "mission-none":
		text = e.does(seat, "score", "scores") + " no mission in this round."
	case "filled-up":
		text = "All figures go home."
		if n := a.number("markers"); n > 0 {
			text = fmt.Sprintf("All figures go home, and %s out in the districts; the supply has %s left.", things(n, "a loot marker is laid", "loot markers are laid"), a.arguments["supply"])
		}
	case "over":
		seats := a.seats("seats")
		text = "The game is over: " + w.named(e, seats) + " " + e.verb(firstOf(seats), "win", "wins") + " with " + points(a.number("total")) + "."
	case "over-shared":
		text = "The game is over: " + w.named(e, a.seats("seats")) + " share the first place with " + points(a.number("total")) + "."
	case "score":
		text = fmt.Sprintf("%s: %s with %s (missions %s, chains %s, point symbols %s, trophies %s).", capital(ordinal(a.number("place"))), e.name(seat),
			points(a.number("total")), a.arguments["missions"], a.arguments["chains"], a.arguments["symbols"], a.arguments["trophies"])
	}
	return text
}

// named lists seats: "Anna, you and Bo".
func (DiePatinEnglish) named(e english, seats []game.Seat) string {
	var names []string
	for _, seat := range seats {
		names = append(names, e.name(seat))
	}
	return list(names, "and")
}

func firstOf(seats []game.Seat) game.Seat {
	if len(seats) == 0 {
		return 0
	}
	return seats[0]
}

func points(n int) string { return count(n, "point", "points") }
