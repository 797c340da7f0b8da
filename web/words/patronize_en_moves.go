package words

import (
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/engine/patronize"
)

// arguments are the arguments of a fact or a label, read as what they are.
type arguments map[string]string

func (a arguments) seat(key string) game.Seat {
	n, err := strconv.Atoi(a[key])
	if err != nil {
		return 0
	}
	return game.Seat(n)
}

func (a arguments) card() (c patronize.Character) {
	_ = c.UnmarshalText([]byte(a["card"])) // an unknown card stays none
	return c
}

func (a arguments) fame() (f patronize.Fame) {
	_ = f.UnmarshalText([]byte(a["fame"]))
	return f
}

func (a arguments) colour() patronize.Colour {
	c := patronize.NoColour
	_ = c.UnmarshalText([]byte(a["colour"]))
	return c
}

// Fact is what happened, as a sentence.
func (w PatronizeEnglish) Fact(f game.Fact, r Reader) string {
	e, a := english{r}, arguments(f.Args)
	seat, from := a.seat("seat"), a.seat("from")
	card, cube := w.Character(a.card()), w.Cube(a.colour())
	switch f.Key {
	case "played":
		return e.does(seat, "play ", "plays ") + card + "."
	case "played-protected":
		return e.does(seat, "play ", "plays ") + card + ", protected."
	case "passed":
		return e.does(seat, "pass.", "passes.")
	case "passed-empty":
		return e.does(seat, "have", "has") + " no characters left and " + e.verb(seat, "pass", "passes") + "."
	case "fame-won":
		return e.does(seat, "win ", "wins ") + w.Fame(a.fame()) + " (" + strconv.Itoa(a.fame().VP()) + " VP) with " + card + "."
	case "fame-lost":
		return "Nobody played: " + w.Fame(a.fame()) + " is lost."
	case "no-achievement":
		return e.does(seat, "gain", "gains") + " nothing" + w.source(e, a) + ", who brings no cube."
	case "achievement":
		return e.does(seat, "gain ", "gains ") + cube + w.source(e, a) + "."
	case "achievement-from":
		return e.does(seat, "gain ", "gains ") + cube + w.source(e, a) + "; the stock is out of it, so it comes from " + e.name(from) + "."
	case "achievement-nothing":
		return e.does(seat, "gain", "gains") + " nothing" + w.source(e, a) + ": there is no other " + w.Colour(a.colour()) + " cube."
	case "cube":
		return e.does(seat, "gain ", "gains ") + cube + "."
	case "cube-from":
		return e.does(seat, "take ", "takes ") + cube + " from " + e.name(from) + "; the stock is out of it."
	case "cube-nothing":
		return e.does(seat, "gain", "gains") + " nothing: there is no other " + w.Colour(a.colour()) + " cube."
	case "safe":
		return capital(card) + ", protected, becomes " + e.whose(seat) + " protegee."
	case "kept":
		return capital(card) + " stays and becomes " + e.whose(seat) + " protegee."
	case "taken":
		return e.does(seat, "take ", "takes ") + card + " from " + e.name(from) + "."
	case "taken-fee":
		return e.does(seat, "return ", "returns ") + cube + " and " + e.verb(seat, "take ", "takes ") + card + " from " + e.name(from) + "."
	case "start":
		return e.does(seat, "become", "becomes") + " the start player."
	case "round":
		fame := a.fame()
		return "Round " + a["round"] + " begins with " + w.Fame(fame) + ": " + strconv.Itoa(fame.VP()) + " VP, " + w.Trump(fame) + "."
	case "copied":
		return e.owner(seat) + " Clown copies " + e.whose(from) + " " + a.card().Name() + "."
	case "doubled":
		return e.does(seat, "double ", "doubles ") + card + ": " + strconv.Itoa(a.card().VP()) + " VP more."
	case "over":
		return "The game is over: " + e.name(seat) + " " + e.verb(seat, "win", "wins") + " with " + a["total"] + " VP."
	}
	return ""
}

// source tells which character a cube of step 3 comes from: the seat's own one,
// or its neighbour's.
func (w PatronizeEnglish) source(e english, a arguments) string {
	seat, owner := a.seat("seat"), a.seat("owner")
	if seat != owner {
		return " from " + e.whose(owner) + " " + a.card().Name()
	}
	return " from " + w.Character(a.card())
}

// Choice names a move in the imperative.
func (w PatronizeEnglish) Choice(l game.Label, r Reader) string {
	e, a := english{r}, arguments(l.Args)
	card, cube, from := w.Character(a.card()), w.Cube(a.colour()), e.name(a.seat("from"))
	switch l.Key {
	case "pass":
		return "Pass"
	case "play":
		return "Play " + card
	case "play-protect":
		return "Play " + card + ", protected"
	case "achievement", "cube":
		return "Gain " + cube
	case "achievement-from", "cube-from":
		return "Take " + cube + " from " + from
	case "take":
		return "Take " + card + " from " + from
	case "take-fee":
		return "Return " + cube + ", take " + card + " from " + from
	case "copy":
		return "Copy " + card
	case "double":
		return "Double " + card
	}
	return ""
}

// Consequence says what a move would do.
func (w PatronizeEnglish) Consequence(l game.Label, facts []game.Fact, r Reader) string {
	a := arguments(l.Args)
	card := a.card()
	vp := strconv.Itoa(card.VP()) + " VP"
	var parts []string
	switch l.Key {
	case "pass":
		parts = append(parts, "later in this round you take a character or a cube")
	case "play":
		parts = append(parts, w.Printed(card)+", "+vp)
	case "play-protect":
		parts = append(parts, "nobody can take it; your protection cube is used up")
	case "achievement-from", "cube-from":
		parts = append(parts, "the stock is out of it")
	case "take", "take-fee":
		parts = append(parts, vp+" and "+w.Gift(card))
	case "copy":
		parts = append(parts, w.Gift(card))
	case "double":
		parts = append(parts, vp+" more")
	}
	// The first fact is the move itself. Of what follows from it, the reader is
	// told what decides the trick and what concerns himself.
	e := english{r}
	for _, f := range facts[min(1, len(facts)):] {
		switch {
		case f.Key == "fame-won":
			won := arguments(f.Args)
			parts = append(parts, e.does(won.seat("seat"), "win ", "wins ")+w.Fame(won.fame()))
		case f.Key == "fame-lost" || concerns(f, r.Viewer):
			parts = append(parts, strings.TrimSuffix(w.Fact(f, r), "."))
		}
	}
	return strings.Join(parts, ". ")
}

// Printed is what counts of a card when it is played: "influence 6, art, brings a
// red cube".
func (w PatronizeEnglish) Printed(c patronize.Character) string {
	return "influence " + strconv.Itoa(c.Influence()) + ", " + w.Specialities(c) + ", brings " + w.Cube(c.Achievement())
}

func concerns(f game.Fact, viewer game.Seat) bool {
	a := arguments(f.Args)
	return viewer > 0 && (a.seat("seat") == viewer || a.seat("from") == viewer)
}

// Opening says what a move opens.
func (PatronizeEnglish) Opening(_ game.Label, reveals []string) string {
	for _, place := range reveals {
		if strings.Contains(place, "/fame") {
			return "… then the next Fame card is turned up"
		}
	}
	return "… then the game ends and all cards are shown"
}

// Group is the heading over moves that belong together.
func (PatronizeEnglish) Group(key string) string {
	switch key {
	case "play":
		return "Play a character"
	case "take":
		return "Take a character"
	case "cube":
		return "Gain a cube"
	case "copy":
		return "Copy an ability"
	case "double":
		return "Double a protegee"
	}
	return ""
}
