package words

import (
	"regexp"
	"strings"
	"unicode"

	"pizzini/engine/game"
)

// Names are the names of a match's seats, seat 1 first: of people as they typed
// them, of bots by number. An open seat has none.
type Names []string

// Of is the name of a seat; empty = it has none.
func (n Names) Of(seat game.Seat) string {
	if seat < 1 || int(seat) > len(n) {
		return ""
	}
	return n[seat-1]
}

// Or is the name of a seat, or its number where it has none.
func (n Names) Or(seat game.Seat) string {
	if name := n.Of(seat); name != "" {
		return name
	}
	return "seat " + seat.String()
}

// All lists every seat's name.
func (n Names) All() string {
	all := make([]string, len(n))
	for i := range n {
		all[i] = n.Or(game.Seat(i + 1))
	}
	return list(all, "and")
}

// Reader is a viewer to whom words are spoken.
func (n Names) Reader(viewer game.Seat) Reader { return Reader{Viewer: viewer, Name: n.Of} }

// FormerPlayer stands for a person who was erased.
const FormerPlayer = "a former player"

// Begin is a name of NamesOf at the beginning of a sentence: as its owner typed it, and
// with a capital where it is our own word for who was erased.
func Begin(name string) string {
	if name == FormerPlayer || strings.HasPrefix(name, FormerPlayer+" (") {
		return capital(name)
	}
	return name
}

// NamesOf names those who sit at the seats, as events name them ("bot",
// "person:ID"), by what people are called. Seats of the same name are told apart by
// their numbers.
func NamesOf(who []string, called func(person string) (string, error)) (Names, error) {
	names := make(Names, len(who))
	count := map[string]int{}
	for i, id := range who {
		person, isPerson := strings.CutPrefix(id, "person:")
		switch {
		case isPerson:
			name, err := called(person)
			if err != nil {
				return nil, err
			}
			if name == "" {
				name = FormerPlayer
			}
			names[i] = name
			count[folded(name)]++
		case id == "bot":
			names[i] = "Bot " + game.Seat(i+1).String()
		}
	}
	for i, name := range names {
		switch {
		case who[i] == "" || who[i] == "bot":
		case count[folded(name)] > 1:
			names[i] = numbered(name, game.Seat(i+1))
		case name != FormerPlayer:
			names[i] = Person(name, game.Seat(i+1))
		}
	}
	return names, nil
}

// Person is what a person at a seat is called: as he is, and with the number of the
// seat where one might take him for the reader, a bot, or somebody else's seat.
func Person(name string, seat game.Seat) string {
	if taken.MatchString(folded(name)) {
		return numbered(name, seat)
	}
	return name
}

// Host is what the host of a match is called, who may sit at no seat.
func Host(name string) string {
	if taken.MatchString(folded(name)) {
		return "Host “" + name + "”"
	}
	return name
}

// Match is what a match is called beside its game, so that it is told from others of
// the same people: "Anna's match kluxv4". maker is the name of who made it, as Host
// gives it; it may be empty.
func Match(maker, id string) string {
	short := "match " + id[:min(len(id), 6)]
	if maker == "" {
		return short
	}
	return maker + "'s " + short
}

func numbered(name string, seat game.Seat) string { return name + " (" + seat.String() + ")" }

// taken are the names that these words give to readers, bots and seats themselves.
var taken = regexp.MustCompile(`^(you|bot ?\p{N}*|seat ?\p{N}*|a former player|nobody|somebody|open)$|\(\p{N}+\)$`)

// folded is a name as a hasty reader sees it: in small letters, and with one space
// for whatever looks like space.
func folded(name string) string {
	small := strings.Map(func(r rune) rune {
		switch {
		case r == '\u2800' || r == '\u3164' || r == '\u115F' || r == '\u1160' || r == '\uFFA0', unicode.IsSpace(r), !unicode.IsGraphic(r):
			return ' '
		}
		return unicode.ToLower(r)
	}, name)
	return strings.Join(strings.Fields(small), " ")
}
