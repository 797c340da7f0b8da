package engine

import (
	"encoding/hex"
	"fmt"

	"pizzini/engine/game"
	"pizzini/events"
)

// startEntry sets the match up with the last seat: it deals from the seed and
// the lucky words of all seats. entries are those that precede it in its slip.
func startEntry(m *Match, created *events.Created, entries []events.Entry) (events.Entry, error) {
	rules, err := Rules(created.Kind, created.Rules)
	if err != nil {
		return events.Entry{}, refuse(Broken, "Ask whoever runs this installation.", "%v.", err)
	}
	// The last digest given for each seat before the start counts, even if the
	// seat was left again (Format 1, mix).
	words := make([]string, created.Players)
	for i, s := range m.Table.Seats {
		words[i] = s.Words
	}
	for _, entry := range entries {
		if d, ok := entry.Data.(*events.SeatTaken); ok && d.Words != "" {
			words[d.Seat-1] = d.Words
		}
	}
	mix := events.Mix(words)
	draws := events.NewDraws(seed(m, entries), m.ID, mix, 1)
	tape := game.Drawing(draws.Below)
	config := game.Config{Players: created.Players, Options: game.Options(created.Options)}
	state, setup, err := rules.Start(config, tape)
	if err == nil {
		err = tape.Err()
	}
	if err != nil {
		return events.Entry{}, fmt.Errorf("match %s: set up: %w", m.ID, err)
	}
	entry := events.Entry{Data: &events.Started{Mix: mix, Setup: setup.JSON}, Draws: draws.Taken(), First: draws.First()}
	for _, s := range setup.Sealed {
		entry.Seal = append(entry.Seal, events.Place{At: s.At, To: numbers(s.To)})
	}
	entry.State, err = state.MarshalJSON()
	return entry, err
}

// seed is the match's seed, from its log or from the entries that create it.
func seed(m *Match, entries []events.Entry) []byte {
	created := m.Table.Created
	if created == nil {
		for _, entry := range entries {
			if d, ok := entry.Data.(*events.Created); ok {
				created = d
			}
		}
	}
	if created == nil {
		return nil
	}
	raw, err := hex.DecodeString(created.Seed)
	if err != nil || len(raw) != 32 {
		return nil
	}
	return raw
}

func numbers(seats []game.Seat) []int {
	list := make([]int, len(seats))
	for i, s := range seats {
		list[i] = int(s)
	}
	return list
}
