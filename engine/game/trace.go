package game

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Simulation is one whole match of uniformly random legal moves.
type Simulation struct {
	Rules  Rules
	Config Config                // its options resolved
	Chance func(m uint64) uint64 // source of chance: a number below m
	Choose func(m uint64) uint64 // which of several active seats moves, and what it plays
}

// Record is one accepted move of a simulation with all that a log, a trace or a
// picture of it needs. The record with N = 0 is the set-up.
type Record struct {
	N        int
	Setup    Setup    // of the set-up only
	Seat     Seat     // whose move it was
	Legal    []Move   // the seat's whole list before the move
	Move     Move     // what it played
	Secret   bool     // only its seat may know the text for now
	Outcomes []any    // what chance gave, in scenario form
	Draws    []Draw   // what was asked of the source of chance
	Reveals  []string // what the move opened (Chance.Reveal)
	State    State    // the position after it
}

// Draw is one number that a source of chance gave.
type Draw struct {
	Below, Value uint64 // Value < Below
}

// Play plays the match and hands each record to each, the set-up first. It ends
// when the match is over, or at the first error.
func (s Simulation) Play(each func(Record) error) error {
	var draws []Draw
	source := func(m uint64) uint64 {
		value := s.Chance(m)
		draws = append(draws, Draw{Below: m, Value: value})
		return value
	}
	tape := Drawing(source)
	state, setup, err := s.Rules.Start(s.Config, tape)
	if err == nil {
		err = tape.Err()
	}
	if err != nil {
		return err
	}
	if err := each(Record{Setup: setup, Draws: draws, Reveals: tape.Reveals(), State: state}); err != nil {
		return err
	}
	for n := 1; len(state.Active()) > 0; n++ {
		if n > tooLong {
			return fmt.Errorf("the match is not over after %d random moves", tooLong)
		}
		seat, legal, at, err := choice(state, s.Choose)
		if err != nil {
			return fmt.Errorf("move %d: %w", n, err)
		}
		m := legal[at]
		draws = nil
		tape := Drawing(source)
		next, err := Fold(state, seat, m, tape) // legal, since it stands in the list
		if err != nil {
			return fmt.Errorf("move %d: %w", n, err)
		}
		record := Record{
			N: n, Seat: seat, Legal: legal, Move: m, Secret: state.Secret(seat, m),
			Outcomes: tape.Outcomes(), Draws: draws, Reveals: tape.Reveals(), State: next,
		}
		if err := each(record); err != nil {
			return err
		}
		state = next
	}
	return nil
}

// Trace writes the records of a simulation as JSON Lines, in the form of the
// contract: first the match and its set-up, then a line for each move.
func Trace(w io.Writer, info Info, config Config) func(Record) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	return func(r Record) error {
		if r.N == 0 {
			return lines.Encode(struct {
				Game    string          `json:"game"`
				Players int             `json:"players"`
				Options Options         `json:"options"`
				Setup   json.RawMessage `json:"setup"`
				State   State           `json:"state"`
			}{info.Kind, config.Players, config.Options, r.Setup.JSON, r.State})
		}
		return lines.Encode(struct {
			N      int    `json:"n"`
			Seat   Seat   `json:"seat"`
			Legal  []Move `json:"legal"`
			Move   Move   `json:"move"`
			Chance []any  `json:"chance,omitempty"`
			State  State  `json:"state"`
		}{r.N, r.Seat, r.Legal, r.Move, r.Outcomes, r.State})
	}
}

// Summary is a simulation on one line, after its last record.
func Summary(seed uint64, last Record) string {
	line := fmt.Sprintf("seed %d: %d moves", seed, last.N)
	result, over := last.State.Result()
	if !over {
		return line + ", not over"
	}
	var places []string
	for _, group := range result.Ranking {
		var seats []string
		for _, seat := range group {
			seats = append(seats, fmt.Sprint(int(seat)))
		}
		places = append(places, strings.Join(seats, " = "))
	}
	ranking := "nobody won"
	if len(places) > 0 {
		ranking = "ranking " + strings.Join(places, " > ")
	}
	return fmt.Sprintf("%s, %s, totals %s", line, ranking, strings.Trim(fmt.Sprint(result.Totals), "[]"))
}
