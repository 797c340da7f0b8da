package mailer

import (
	"fmt"
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
)

// Key names a letter: whom it is for and the event that causes it, for a seat's
// turn its call. A match never has two letters of one key.
type Key struct {
	Match   string
	Seat    game.Seat // 0 = the host
	N       int       // number of the event
	Refused bool      // not that letter, but the news to the host that it was refused
}

const refusedToken = "refused"

// String is the key as a URL and a message id may have it: "<match>.2.41".
func (k Key) String() string {
	text := k.Match + "." + k.Seat.String() + "." + strconv.Itoa(k.N)
	if k.Refused {
		text += "." + refusedToken
	}
	return text
}

// Subject is the subject of the letter's record in LETTERS.
func (k Key) Subject() string { return "letter." + k.String() }

// ParseKey reads what String writes, and nothing else.
func ParseKey(text string) (Key, error) {
	var k Key
	parts := strings.Split(text, ".")
	if len(parts) == 4 && parts[3] == refusedToken {
		k.Refused = true
		parts = parts[:3]
	}
	if len(parts) == 3 && events.ValidID(parts[0]) {
		seat, errSeat := strconv.Atoi(parts[1])
		n, errN := strconv.Atoi(parts[2])
		if errSeat == nil && errN == nil && seat >= 0 && n > 0 {
			k.Match, k.Seat, k.N = parts[0], game.Seat(seat), n
		}
	}
	if k.Match == "" || k.String() != text {
		return Key{}, fmt.Errorf("there is no letter %q: take its name from the list of letters", text)
	}
	return k, nil
}

// Kind is what a letter is about.
type Kind string

// The causes of letters, and no others.
const (
	YourTurn   Kind = "your-turn"
	HostLink   Kind = "host"
	Invitation Kind = "invitation"
	NewLink    Kind = "link"
	Over       Kind = "over"
	Proposal   Kind = "proposal" // to go back
	Answer     Kind = "answer"   // to a proposal, or that it lapsed
	Clock      Kind = "clock"
	Left       Kind = "left"   // to who left a seat
	Seated     Kind = "seated" // to who took a seat of a match that runs
	Refused    Kind = "refused"
)

// news says whether a letter only tells what a later letter to the same seat would
// tell as well.
func (k Kind) news() bool { return k == Answer || k == Clock }

// title is what a list says that a letter of the kind is about.
func (k Kind) title() string {
	return map[Kind]string{
		YourTurn: "Your turn", HostLink: "The host's link", Invitation: "Invitation", NewLink: "A new link", Over: "The match is over",
		Proposal: "A proposal to go back", Answer: "An answer", Clock: "The clock", Left: "You left", Seated: "A seat taken", Refused: "A letter was refused",
	}[k]
}
