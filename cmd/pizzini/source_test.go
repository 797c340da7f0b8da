package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// source is a random match that was played to its end, from which any beginning
// of it can be installed.
type source struct {
	kept   kept
	match  *engine.Match // whole
	random *rand.Rand
	moves  []string // all that were legal for somebody
	taken  []int    // the events that took moves back
	twins  int      // that were compared with it and differ in more than the seed
	opens  []int    // the events after which a move could be chosen that opens something
}

// playSource plays a match of random moves; seat 1 is the host's. On the way moves
// are taken back, a seat gets a new link, and another one's player leaves it to a
// bot. The same seed plays the same match.
func playSource(t *testing.T, kind string, seats int, options game.Options, seed byte) *source {
	t.Helper()
	secret := [32]byte{seed}
	i := install(t, kept{stream.Keys: {{Subject: "key.installation.1", Data: secret[:]}}}, time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC), rand.NewChaCha8(secret))
	s := &source{random: rand.New(rand.NewPCG(uint64(seed), 0))}
	ctx, e := t.Context(), i.node.engine
	must := func(_ engine.Receipt, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		i.now = i.now.Add(time.Minute)
		i.settle()
	}
	person := make([]string, seats+1)
	for seat := 1; seat <= seats; seat++ {
		person[seat] = i.node.signer.FormID("person", strconv.Itoa(seat))
		name := string(rune('A'+seat-1)) + "da"
		if err := i.node.book.Keep(ctx, person[seat], people.Profile{Name: name, Address: strings.ToLower(name) + "@example.org"}); err != nil {
			t.Fatal(err)
		}
	}
	id := i.node.signer.FormID("match")
	// Nobody may watch the match of four.
	made := engine.Creation{ID: id, Kind: kind, Options: options, Watch: seats != 4, Host: person[1], Seats: []engine.Invitation{{Who: engine.Himself}}}
	for seat := 2; seat <= seats; seat++ {
		made.Seats = append(made.Seats, engine.Invitation{Who: engine.Person(person[seat])})
	}
	must(e.Create(ctx, made))
	for seat := game.Seat(2); int(seat) <= seats; seat++ {
		must(e.Take(ctx, engine.SeatCommand{Match: id, Seat: seat, Answers: i.match(id).LinkNumber(seat)}, person[seat], ""))
	}
	for turn := 0; ; turn++ {
		m := i.match(id)
		if m.Table.Over {
			break
		}
		switch turn {
		case 2 * seats:
			must(e.Link(ctx, engine.SeatCommand{Match: id, Seat: 2, Answers: m.LinkNumber(2)}, true))
		case 6 * seats:
			leaves := game.Seat(seats)
			must(e.Resign(ctx, engine.SeatCommand{Match: id, Seat: leaves, Answers: m.LinkNumber(leaves)}))
		}
		if m = i.match(id); m.Bot(m.Active()[0]) {
			_, err := e.Bots(ctx, id)
			must(engine.Receipt{}, err)
			continue
		}
		seat := m.Active()[0]
		moves := s.choice(t, m, seat)
		must(e.Play(ctx, engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: moves}))
		if last, _, ok := i.match(id).TakeBack(seat); ok && s.random.IntN(4) == 0 {
			must(e.PlayTakeBack(ctx, id, seat, last))
			s.taken = append(s.taken, i.match(id).N())
		}
	}
	s.match, s.kept = i.match(id), i.kept()
	slices.Sort(s.moves)
	s.moves = slices.Compact(s.moves)
	if len(s.taken) < 2 || len(s.opens) < 2 {
		t.Fatalf("of the moves of %d players %d were taken back, %d could open something: choose another seed", seats, len(s.taken), len(s.opens))
	}
	return s
}

// choice is a random turn of one or more moves.
func (s *source) choice(t *testing.T, m *engine.Match, seat game.Seat) []game.Move {
	t.Helper()
	var moves []game.Move
	for {
		d, err := m.Draft(seat, moves)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Choices {
			s.moves = append(s.moves, string(c.Move))
			if c.Opens && len(moves) == 0 {
				s.opens = append(s.opens, m.N())
			}
		}
		if len(d.Choices) == 0 || len(moves) > 0 && s.random.IntN(2) == 0 {
			return moves
		}
		c := d.Choices[s.random.IntN(len(d.Choices))]
		if moves = append(moves, c.Move); c.Secret {
			return moves // it is never tried, so that nothing can be chosen after it
		}
	}
}

// choose lists the events at which the test looks, each the last of its command:
// where a move can be chosen that opens something, after a take-back, just before
// the end, at the start, before it, and others.
func (s *source) choose() []int {
	var ends []int
	for k, e := range s.match.Log {
		if k+1 < len(s.match.Log) && s.match.Log[k+1].Cmd != e.Cmd {
			ends = append(ends, e.N)
		}
	}
	want := max(2, min(*positions, *positions*100/s.match.N()))
	if testing.Short() {
		want = 2
	}
	started := slices.IndexFunc(ends, func(n int) bool { return n >= s.match.Table.Started })
	chosen := []int{s.opens[s.random.IntN(len(s.opens)/2)], s.taken[s.random.IntN(len(s.taken))], ends[len(ends)-1], ends[started], ends[started-1]}
	for want = min(want, len(ends)); len(chosen) < want; {
		if n := ends[s.random.IntN(len(ends))]; !slices.Contains(chosen, n) {
			chosen = append(chosen, n)
		}
	}
	chosen = chosen[:want]
	slices.Sort(chosen)
	return slices.Compact(chosen)
}

// until is what an installation holds that the match has brought to event n.
func (s *source) until(m *engine.Match) kept {
	of := maps.Clone(s.kept)
	slips := map[string]bool{}
	for _, e := range m.Log {
		slips[e.Cmd] = true
	}
	of[stream.Matches] = slices.Clone(of[stream.Matches][:len(slips)])
	return of
}
