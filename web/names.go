package web

import (
	"context"
	"strings"

	"pizzini/engine"
	"pizzini/web/words"
)

// names looks up who sits where now.
func (s *server) names(ctx context.Context, m *engine.Match) (words.Names, error) {
	return words.NamesOf(sitters(m), s.called(ctx))
}

// sitters are those who sit at the seats now, as events name them.
func sitters(m *engine.Match) []string {
	who := make([]string, m.Players())
	for i, seat := range m.Table.Seats {
		who[i] = seat.Who
	}
	return who
}

// namesOf names those who sit at the seats, as events name them.
func (s *server) namesOf(ctx context.Context, who []string) (words.Names, error) {
	return words.NamesOf(who, s.called(ctx))
}

// called looks up what people are called, each of them once.
func (s *server) called(ctx context.Context) func(person string) (string, error) {
	known := map[string]string{}
	return func(person string) (string, error) {
		if name, ok := known[person]; ok {
			return name, nil
		}
		profile, err := s.People.Profile(ctx, person)
		if err == nil {
			known[person] = profile.Name
		}
		return profile.Name, err
	}
}

// maxName bounds a name, in characters.
const maxName = 60

// join lists things: "a", "a and b", "a, b and c".
func join(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
