package words

import (
	"strconv"
	"strings"

	"pizzini/engine/derpate"
	"pizzini/engine/game"
)

// Fact is what happened, as a sentence of its own.
func (w DerPateEnglish) Fact(f game.Fact, r Reader) string {
	if f.Key == "raid" { // together with others it says only what came of it
		return "All figures on " + arguments(f.Args).kind() + " are raided."
	}
	return strings.Join(w.Facts([][]game.Fact{{f}}, r), " ")
}

// Facts tells what moves did. A throw, the placement after it and what is chosen
// then are one sentence, and so is all that one seat gets.
func (w DerPateEnglish) Facts(moves [][]game.Fact, r Reader) []string {
	t := &telling{words: w, english: english{r}}
	var turn game.Seat
	for _, facts := range moves {
		if len(facts) > 0 && !t.goesOn(facts) {
			t.paragraph()
		}
		t.facts(facts)
		if n := len(facts); n > 0 && facts[n-1].Key == "turn" {
			turn = arguments(facts[n-1].Args).seat("seat")
		}
	}
	t.paragraph()
	if t.paragraphs == nil && turn != 0 { // a turn was ended, and nothing else
		t.sentence("It is "+t.whose(turn)+" turn", 0)
	}
	t.paragraph()
	return t.paragraphs
}

// goesOn says whether a move's facts belong to the paragraph before: a placement
// to its throw, a choice to the placement that asked for it.
func (t *telling) goesOn(facts []game.Fact) bool {
	for _, f := range facts {
		seat := arguments(f.Args).seat("seat")
		switch f.Key {
		case "sent-home", "sunk", "neutral-gone":
			continue // whoever drives him out comes after it
		case "placed":
			return t.thrown && seat == t.turn
		case "occupied", "taken", "killed", "informed", "passed", "advanced", "paid":
			return !t.thrown && seat == t.turn && seat != 0
		}
		break
	}
	return false
}

// facts tells the facts of one move.
func (t *telling) facts(facts []game.Fact) {
	for len(facts) > 0 {
		facts = facts[t.fact(facts):]
	}
}

// fact tells the first of a move's facts, with those after it that say the same,
// and gives their number.
func (t *telling) fact(facts []game.Fact) int {
	f, a := facts[0], arguments(facts[0].Args)
	seat, from := a.seat("seat"), a.seat("from")
	next := game.Fact{}
	if len(facts) > 1 {
		next = facts[1]
	}
	w := t.words
	business := w.Business(a.business("business"))
	switch f.Key {
	case "car-placed":
		t.sentence(t.english.does(seat, "put", "puts")+" the car at "+business, 0)
	case "district":
		t.sentence(t.english.does(seat, "settle", "settles")+" "+w.in(a.district()), 0)
	case "district-left":
		t.sentence("The last district, "+a.district().Name()+", goes to "+t.name(seat), 0)
	case "district-neutral":
		t.sentence("A neutral family holds "+a.district().Name(), 0)
	case "round":
		t.paragraph()
		t.sentence("Round "+a["round"]+" begins", 0)
	case "event":
		event := a.event()
		t.sentence("The event is "+event.Name()+": "+w.EventInShort(event), 0)
		t.stop()
	case "event-marker":
		t.sentence("The "+a["colour"]+" event marker moves to "+a["space"], 0)
		if next.Key != "ko-track" {
			t.stop()
		} else {
			t.head = "The " + a["colour"] + " event marker is on the K.O. space"
		}
	case "ko-track":
		if t.head == "" {
			t.sentence("The K.O. track is settled", 0)
		}
		t.plain("whoever is not on space 12 of " + a.track().Name() + " at the end drops out")
		t.stop()
	case "car":
		steps, _ := strconv.Atoi(a["steps"])
		t.plain("the car drives " + count(steps, "space", "spaces") + " to " + business)
		if t.turn == 0 {
			t.stop()
		}
	case "turn": // what follows says whose it is
		t.paragraph()
	case "crackdown":
		thrown := "a " + a.face().ID() + " for the Crackdown"
		if a.face() == derpate.Hand {
			thrown += ", which catches nobody"
		}
		t.sentence(t.english.does(seat, "throw ", "throws ")+thrown, seat)
	case "rolled":
		t.sentence(t.english.does(seat, "throw ", "throws ")+a.dice(), seat)
		t.turn, t.thrown = seat, true
	case "rerolled":
		t.does(seat, "throw again:", "throws again:", a.dice(), "")
		t.stop()
		t.turn, t.thrown = seat, true
	case "placed":
		t.placed(seat, a)
	case "passed":
		if seat == t.turn {
			t.does(seat, "pass", "passes", "", "")
		} else {
			t.does(seat, "do not use", "does not use", w.asking(a["choice"]), "")
		}
	case "nothing":
		you, others := w.nothing(a["space"])
		t.does(seat, you, others, "", "")
	case "harassed":
		t.plain(business + " pays nothing, as the car stands there")
	case "paid":
		t.gets(seat, w.Dollars(a.number("amount"))+w.paidFor(a["for"]))
	case "spent":
		t.does(seat, "pay", "pays", w.Dollars(a.number("amount")), "")
	case "due":
		t.due(facts, a)
	case "settled":
		t.settled(seat, a)
	case "advanced":
		t.gets(seat, count(a.number("steps"), "step", "steps")+" on "+a.track().Name()+" (to "+a["space"]+")")
	case "tile-won":
		t.gets(seat, "the tile "+a.tile().Name())
	case "tile-used":
		t.paragraph()
		t.sentence(t.english.does(seat, "use", "uses")+" the tile "+a.tile().Name(), seat)
	case "favor-used":
		t.paragraph()
		t.sentence(t.english.does(seat, "call", "calls")+" in a Friend’s favour", seat)
	case "grandchild":
		thrown := "a " + a.face().ID()
		if a.face() == derpate.Hand {
			thrown += ", which is worth nothing"
		}
		t.does(seat, "throw", "throws", thrown, "")
	case "friends":
		t.gets(seat, count(a.number("count"), "Friend", "Friends"))
	case "no-friend-left":
		t.does(seat, "get no Friend, as none is left", "gets no Friend, as none is left", "", "")
	case "no-money":
		t.plain("there is no money for the Friend")
	case "nobody-there":
		t.plain("no player has " + business + ", so nobody gets a Friend")
	case "raid":
		if next.Key != "jailed" && next.Key != "neutral-gone" && next.Key != "nothing" {
			t.plain("nobody is caught")
		}
	case "jailed":
		t.does(seat, "lose", "loses", "the figure at "+business, " to prison")
	case "sunk":
		t.does(seat, "lose", "loses", "the figure at "+business, " to the Hudson")
	case "sent-home":
		t.does(seat, "go home from", "goes home from", business, "")
	case "neutral-gone":
		t.neutralGone(business)
	case "occupied":
		t.does(seat, "move into", "moves into", business, "")
	case "taken":
		return t.taken(facts, seat, from, business)
	case "killed":
		t.does(seat, "sink", "sinks", t.figure(from)+" at "+business+", which stays empty", "")
		return min(2, len(facts))
	case "informed":
		t.does(seat, "send", "sends", t.figure(from)+" at "+business, " to prison")
		return min(2, len(facts))
	case "withdrew":
		t.does(seat, "leave", "leaves", business, "")
	case "debt-given":
		t.does(seat, "give", "gives", t.holder(a.seat("to"))+" a marker", "")
	case "debt-returned":
		back := "a marker"
		if n := a.number("count"); n > 1 {
			back = strconv.Itoa(n) + " markers"
		}
		t.gets(seat, back+" back from "+t.holder(from))
	case "freed":
		t.gets(seat, count(a.number("count"), "figure", "figures")+" out of prison")
	case "drowned":
		t.does(seat, "lose", "loses", count(a.number("count"), "prisoner", "prisoners"), " to the Hudson")
	case "saved":
		t.gets(seat, "a figure back from the Hudson")
	case "dropped":
		t.sentence(t.english.does(seat, "drop out: you are", "drops out:")+" not on space 12 of "+a.track().Name(), 0)
	case "won":
		t.sentence("The game is over: "+t.name(seat)+" "+t.verb(seat, "win", "wins")+" with "+w.Dollars(a.number("total")), 0)
	case "everybody-lost":
		t.sentence("The game is over, and everybody has lost", 0)
	}
	return 1
}

// placed is the head of a placement, after the throw that led to it.
func (t *telling) placed(seat game.Seat, a arguments) {
	what := t.words.Die(a.die("die"), a.face())
	where := " on " + a.space().Name()
	if as := a["as"]; as != "" {
		where = " as " + as + where + " with the Senator"
	}
	if t.thrown && t.head != "" && t.clauses == nil {
		t.head += "; " + t.verb(seat, "place ", "places ") + what + where
	} else {
		t.sentence(t.english.does(seat, "place ", "places ")+what+where, seat)
	}
	t.turn, t.thrown = seat, false
}

// due keeps what somebody must pay until it is told what he paid; what is only to
// be paid is told now.
func (t *telling) due(facts []game.Fact, a arguments) {
	for _, f := range facts[1:] {
		if f.Key == "settled" && f.Args["seat"] == a["seat"] && f.Args["to"] == a["to"] {
			if t.owed == nil {
				t.owed = map[string]string{}
			}
			t.owed[a["seat"]+" "+a["to"]] = a["amount"]
			return
		}
	}
	t.does(a.seat("seat"), "must pay", "must pay", t.name(a.seat("to"))+" "+t.words.Dollars(a.number("amount"))+" for "+count(a.number("count"), "marker", "markers"), ", as far as the money goes")
}

func (t *telling) settled(seat game.Seat, a arguments) {
	amount := t.words.Dollars(a.number("amount"))
	if due := t.owed[a["seat"]+" "+a["to"]]; due != "" && due != a["amount"] {
		n, _ := strconv.Atoi(due)
		amount += " of the " + t.words.Dollars(n) + " due"
	}
	if a["amount"] == "0" {
		amount = strings.Replace(amount, "$0", "nothing", 1)
	}
	t.does(seat, "pay", "pays", t.name(a.seat("to"))+" "+amount, "")
}

// neutralGone adds a business to those that neutral families have just left.
func (t *telling) neutralGone(business string) {
	const gone = "a neutral family leaves "
	if n := len(t.clauses); n > 0 {
		last := &t.clauses[n-1]
		if last.seat == 0 && strings.HasPrefix(last.objects[0], gone) {
			last.objects = append(last.objects, business)
			return
		}
	}
	t.plain(gone + business)
}

// victim is from whom a business is taken.
func (t *telling) victim(from game.Seat) string {
	if from == 0 {
		return "a neutral family"
	}
	return t.name(from)
}

// taken tells a takeover with the marker that it costs and the figure that it
// sinks.
func (t *telling) taken(facts []game.Fact, seat, from game.Seat, business string) int {
	t.does(seat, "take over", "takes over", business+" from "+t.victim(from), "")
	told := 1
	for _, f := range facts[1:] {
		switch f.Key {
		case "sunk", "neutral-gone":
			told++
			continue
		case "debt-given":
			t.fact([]game.Fact{f})
			told++
		}
		break
	}
	if from != 0 && told > 1 {
		t.plain(t.whose(from) + " figure goes to the Hudson")
	}
	return told
}

// figure is somebody's figure: "Anna's figure".
func (t *telling) figure(of game.Seat) string {
	if of == 0 {
		return "a neutral figure"
	}
	return t.whose(of) + " figure"
}

// holder is who has a marker: a seat, or the bank.
func (t *telling) holder(seat game.Seat) string {
	if seat == 0 {
		return "the bank"
	}
	return t.name(seat)
}
