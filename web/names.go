package web

import (
	"context"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/words"
)

// names are the names of a match's seats, seat 1 first: of people as they typed
// them, of bots by number. An open seat has none.
type names []string

// of is the name of a seat; empty = it has none.
func (n names) of(seat game.Seat) string {
	if seat < 1 || int(seat) > len(n) {
		return ""
	}
	return n[seat-1]
}

// or is the name of a seat, or its number where it has none.
func (n names) or(seat game.Seat) string {
	if name := n.of(seat); name != "" {
		return name
	}
	return "seat " + seat.String()
}

// reader is a viewer to whom words are spoken.
func (n names) reader(viewer game.Seat) words.Reader { return words.Reader{Viewer: viewer, Name: n.of} }

// formerPlayer stands for a person who was erased.
const formerPlayer = "a former player"

// names looks up who sits where now.
func (s *server) names(ctx context.Context, m *engine.Match) (names, error) {
	who := make([]string, m.Players())
	for i, seat := range m.Table.Seats {
		who[i] = seat.Who
	}
	return s.namesOf(ctx, who)
}

// namesOf names those who sit at the seats, as events name them. Two seats of the
// same name are told apart by their numbers.
func (s *server) namesOf(ctx context.Context, who []string) (names, error) {
	list := make(names, len(who))
	count := map[string]int{}
	for i, id := range who {
		person, isPerson := strings.CutPrefix(id, "person:")
		switch {
		case isPerson:
			profile, err := s.People.Profile(ctx, person)
			if err != nil {
				return nil, err
			}
			if list[i] = profile.Name; list[i] == "" {
				list[i] = formerPlayer
			}
		case id == "bot":
			list[i] = "Bot " + strconv.Itoa(i+1)
		}
		count[list[i]]++
	}
	for i, name := range list {
		if name != "" && count[name] > 1 {
			list[i] = name + " (" + strconv.Itoa(i+1) + ")"
		}
	}
	return list, nil
}

// maxName bounds a name, in characters.
const maxName = 60

// all lists every seat's name.
func (n names) all() string {
	list := make([]string, len(n))
	for i := range n {
		list[i] = n.or(game.Seat(i + 1))
	}
	return join(list)
}

// join lists things: "a", "a and b", "a, b and c".
func join(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
