package mailer

import (
	"fmt"
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
)

// Key names a letter: whom it is for and the event that causes it, for a seat's
// turn its call. A letter that concerns a person and no single match has his id, its
// kind and a number that counts. There are never two letters of one key.
type Key struct {
	Match   string
	Seat    game.Seat // 0 = the host
	N       int       // number of the event, or of the personal letter
	Refused bool      // not that letter, but the news to the host that it was refused
	Person  string    // of a personal letter, which has no match and no seat
	What    Kind      // of a personal letter
}

const (
	refusedToken = "refused"
	personToken  = "p-"
)

// String is the key as a URL and a message id may have it: "<match>.2.41", or
// "p-<person>.remind.3".
func (k Key) String() string {
	if k.Person != "" {
		return personToken + k.Person + "." + string(k.What) + "." + strconv.Itoa(k.N)
	}
	text := k.Match + "." + k.Seat.String() + "." + strconv.Itoa(k.N)
	if k.Refused {
		text += "." + refusedToken
	}
	return text
}

// thread names the conversation to which a mail program puts the letter.
func (k Key) thread() string {
	if k.Person != "" {
		return string(k.What) + "." + personToken + k.Person
	}
	return "match." + k.Match
}

// Subject is the subject of the letter's record in LETTERS.
func (k Key) Subject() string { return "letter." + k.String() }

// ParseKey reads what String writes, and nothing else.
func ParseKey(text string) (Key, error) {
	k, ok := parseKey(text)
	if !ok || k.String() != text {
		return Key{}, fmt.Errorf("there is no letter %q: take its name from the list of letters", text)
	}
	return k, nil
}

func parseKey(text string) (k Key, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) == 4 && parts[3] == refusedToken {
		k.Refused = true
		parts = parts[:3]
	}
	if len(parts) != 3 {
		return k, false
	}
	var err error
	if k.N, err = strconv.Atoi(parts[2]); err != nil || k.N < 1 {
		return k, false
	}
	if person, ok := strings.CutPrefix(parts[0], personToken); ok {
		k.Person, k.What = person, Kind(parts[1])
		return k, events.ValidID(person) && personal[k.What]
	}
	seat, err := strconv.Atoi(parts[1])
	k.Match, k.Seat = parts[0], game.Seat(seat)
	return k, err == nil && seat >= 0 && events.ValidID(k.Match)
}
