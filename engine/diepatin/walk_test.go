package diepatin

import (
	"strings"
	"testing"

	"pizzini/engine/game"
)

// purposeful chooses a move: rather one that seldom comes up at random, such as a
// back room, than the others.
func purposeful(moves []game.Move, choose func(uint64) uint64) game.Move {
	m := moves[choose(uint64(len(moves)))]
	for range 3 {
		other := moves[choose(uint64(len(moves)))]
		if weight(other) > weight(m) {
			m = other
		}
	}
	return m
}

func weight(m game.Move) int {
	word, _, _ := strings.Cut(string(m), " ")
	return map[string]int{"backroom": 5, "loot": 2, "rat": 2, "move": 2, "remove": 1, "henchman": 1}[word]
}

// walk plays a match, at random or with a purpose, and looks at every position.
func walk(t *testing.T, players int, seed uint64, look func(n int, s *state, before *state, seat game.Seat, m game.Move) error) {
	t.Helper()
	choose := game.Random(seed)
	g, _, err := Rules{}.Start(game.Config{Players: players}, game.Drawing(choose))
	if err != nil {
		t.Fatal(err)
	}
	s := g.(*state)
	if seed%4 == 3 {
		// Few rats, so that supplies run empty.
		s = scarce(s)
	}
	walkFrom(t, s, choose, seed, look)
}

// walkFrom plays on from a position.
func walkFrom(t *testing.T, s *state, choose func(uint64) uint64, seed uint64, look func(n int, s *state, before *state, seat game.Seat, m game.Move) error) {
	t.Helper()
	players := s.players
	var before *state
	var seat game.Seat
	var m game.Move
	for n := 0; ; n++ {
		if err := look(n, s, before, seat, m); err != nil {
			t.Fatalf("%d players, seed %d, move %d, seat %d %q: %v", players, seed, n, seat, m, err)
		}
		active := s.Active()
		if len(active) == 0 {
			return
		}
		seat = active[choose(uint64(len(active)))]
		moves := s.Legal(seat)
		m = moves[choose(uint64(len(moves)))]
		if seed%2 == 1 {
			m = purposeful(moves, choose)
		}
		next, err := game.Play(s, seat, m, game.Recorded(nil))
		if err != nil {
			t.Fatalf("%d players, seed %d, move %d, seat %d %q: %v", players, seed, n, seat, m, err)
		}
		before, s = s, next.(*state)
	}
}

// scarce plays the start, and then lays all but one rat of each supply onto the
// seat's fullest manhole.
func scarce(s *state) *state {
	for s.phase == Start {
		seat := s.Active()[0]
		next, err := s.Apply(seat, s.Legal(seat)[0], game.Recorded(nil))
		if err != nil {
			panic(err)
		}
		s = next.(*state)
	}
	for m, n := range s.ratsOf {
		if s.rats[m] == 3 {
			s.place(n, Manhole(m), s.seat(n).rats-1)
		}
	}
	return s
}
