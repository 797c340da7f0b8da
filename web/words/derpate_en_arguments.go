package words

import (
	"strconv"
	"strings"

	"pizzini/engine/derpate"
)

// What an unknown argument is read as is the first of its kind, or none.

func (a arguments) number(key string) int {
	n, _ := strconv.Atoi(a[key])
	return n
}

func (a arguments) business(key string) derpate.Business {
	for _, b := range derpate.Businesses() {
		if b.ID() == a[key] {
			return b
		}
	}
	return derpate.NoBusiness
}

func (a arguments) district() (d derpate.District) {
	_ = d.UnmarshalText([]byte(a["district"]))
	return d
}

func (a arguments) event() derpate.Event {
	for _, e := range derpate.EventCards() {
		if e.ID() == a["event"] {
			return e
		}
	}
	return derpate.NoEvent
}

func (a arguments) track() derpate.Track {
	for _, t := range derpate.Tracks() {
		if t.ID() == a["track"] {
			return t
		}
	}
	return derpate.NoTrack
}

func (a arguments) tile() (t derpate.Tile) {
	_ = t.UnmarshalText([]byte(a["tile"]))
	return t
}

func (a arguments) die(key string) derpate.Colour {
	c := derpate.NoColour
	_ = c.UnmarshalText([]byte(a[key]))
	return c
}

func (a arguments) face() derpate.Face { return faceOf(a["face"]) }

func faceOf(id string) derpate.Face {
	for f := derpate.NoFace; f <= derpate.Hand; f++ {
		if f.ID() == id {
			return f
		}
	}
	return derpate.NoFace
}

func (a arguments) space() derpate.Space {
	for s := derpate.NoSpace; s <= derpate.Banker; s++ {
		if s.ID() == a["space"] {
			return s
		}
	}
	return derpate.NoSpace
}

// kind is the kind of business with a number: "Loan Shark".
func (a arguments) kind() string {
	for _, b := range derpate.Businesses() {
		if b.Number() == a.number("number") {
			return b.Name()
		}
	}
	return ""
}

// dice are the dice of a throw: "black 5, white hand".
func (a arguments) dice() string {
	var lying []string
	for _, c := range derpate.Colours() {
		if face := a[c.ID()]; face != "" {
			lying = append(lying, c.ID()+" "+face)
		}
	}
	return strings.Join(lying, ", ")
}

// paidFor says what a payment is for where the sentence does not say it already.
func (DerPateEnglish) paidFor(what string) string {
	switch what {
	case "income":
		return " of income"
	case "headlines":
		return " for the Headlines"
	case "track-end":
		return " at the end of the track"
	}
	return ""
}

// asking is what asks for a choice: a space, or an event card.
func (DerPateEnglish) asking(choice string) string {
	if s := (arguments{"space": choice}).space(); s != derpate.NoSpace {
		return "the " + s.Name()
	}
	if choice == derpate.Donation.ID() {
		return "the Donation"
	}
	return arguments{"event": choice}.event().Name()
}

// nothing says why a space does nothing for a seat, as two verbs.
func (DerPateEnglish) nothing(space string) (you, others string) {
	switch (arguments{"space": space}).space() {
	case derpate.Visit:
		return "cannot do anything there", "cannot do anything there"
	case derpate.Gathering:
		return "hold no markers of others", "holds no markers of others"
	case derpate.Raid:
		return "catch nobody", "catches nobody"
	case derpate.Takeover:
		return "cannot take over anything", "cannot take over anything"
	case derpate.Consigliere:
		return "cannot move in anywhere", "cannot move in anywhere"
	case derpate.Attorney:
		return "have nobody in prison", "has nobody in prison"
	case derpate.Informer:
		return "cannot inform on anybody", "cannot inform on anybody"
	case derpate.Banker:
		return "are at the end of Income and Favors", "is at the end of Income and Favors"
	}
	return "get nothing", "gets nothing"
}
