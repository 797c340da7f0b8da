package derpate

// Event is one of the ten event cards, in the page's order; 0 is no card.
type Event int8

// The event cards in the order of the page's table.
const (
	NoEvent Event = iota
	Vendetta
	GoodNeighbour
	Crackdown
	BailOrRiver
	CasinoRaid
	Donation
	RoughRide
	Retreat
	Obligation
	Headlines
)

const (
	events = 10
	rounds = 7 // one card each
	koAt   = 4 // the card of a colour that puts its marker on the K.O. space
)

type eventCard struct {
	id, name string
	colour   Colour
	steps    int
}

var eventCards = [events + 1]eventCard{
	NoEvent:       {"", "", NoColour, 0},
	Vendetta:      {"vendetta", "Vendetta", Gray, 2},
	GoodNeighbour: {"good-neighbour", "Good Neighbour", Gray, 5},
	Crackdown:     {"crackdown", "Crackdown", Gray, 3},
	BailOrRiver:   {"bail-or-river", "Bail or River", Gray, 1},
	CasinoRaid:    {"casino-raid", "Casino Raid", Gray, 4},
	Donation:      {"donation", "Donation", Red, 4},
	RoughRide:     {"rough-ride", "Rough Ride", Red, 1},
	Retreat:       {"retreat", "Retreat", Red, 3},
	Obligation:    {"obligation", "Obligation", Red, 5},
	Headlines:     {"headlines", "Headlines", Red, 2},
}

var eventIDs [events + 1]string

func init() {
	for e := range eventCards {
		eventIDs[e] = eventCards[e].id
	}
}

// What the event cards cost and give.
const (
	ransomPrice    = 2 * thousand
	donationPrice  = 2 * thousand
	retreatPay     = 4 * thousand
	headlinesPay   = 2 * thousand
	casinoNumber   = 5
	businessWorth  = 3 * thousand // at the end
	bailPrice      = 1 * thousand // at the end
	debtWorth      = 2 * thousand // at the end
	trackEndPay    = 1 * thousand
	gatheringShare = 1 * thousand
)

// EventCards lists the ten event cards in the page's order.
func EventCards() []Event {
	all := make([]Event, 0, events)
	for e := Vendetta; e <= Headlines; e++ {
		all = append(all, e)
	}
	return all
}

// ID is the card as it stands in JSON; "" for none.
func (e Event) ID() string { return eventCards[e].id }

// Name is the card's name for people.
func (e Event) Name() string { return eventCards[e].name }

// Colour is the card's colour, Gray or Red; NoColour for no card.
func (e Event) Colour() Colour { return eventCards[e].colour }

// Steps is how far the car moves.
func (e Event) Steps() int { return eventCards[e].steps }

// MarshalJSON writes the id, or null.
func (e Event) MarshalJSON() ([]byte, error) { return quoted(e.ID()), nil }

// UnmarshalJSON reads an id, or null.
func (e *Event) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*e = NoEvent
		return nil
	}
	return readJSON(e, "event card", eventIDs[:], text)
}

// markers are the places of the event markers after some cards, gray and red,
// and the K.O. track once one of them has reached the K.O. space, from when on
// none moves any more (R28).
func markers(seen []Event) (gray, red int8, ko Track) {
	for _, e := range seen {
		marker, track := &gray, Reputation
		if e.Colour() == Red {
			marker, track = &red, Influence
		}
		if *marker++; *marker == koAt {
			return gray, red, track
		}
	}
	return gray, red, NoTrack
}

// familyIDs are the names of the seats, seat 1 first.
var familyIDs = [...]string{"corleone", "barzini", "tattaglia", "stracci"}

var familyNames = [...]string{"Corleone", "Barzini", "Tattaglia", "Stracci"}

// FamilyName is the family of a seat, 1 to 4, for people.
func FamilyName(seat int) string { return familyNames[seat-1] }
