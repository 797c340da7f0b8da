// Package toy is a small game for tests. It has each of the three kinds of
// secrets that games of this house have:
//
//   - a sealed set-up: a number for each seat, which it alone knows until the
//     end, and a deck whose next card nobody knows;
//   - chance within a move: a die with the faces 1 to 5 and "hand";
//   - a secret move, chosen by all seats at the same time and opened together by
//     a later move.
//
// A round: its card is turned up. All seats bid at once, `bid 1` to `bid 3`, in
// secret (phase "bid"). Then the starter acts: `show` opens all bids, `stake 1`
// or `stake 2` fixes the stake, and `roll` throws the die, or `pass` leaves it.
// After a face each highest bidder wins face × stake + the card's value; after
// "hand" or `pass` nobody wins anything. The next seat clockwise starts the next
// round. After the last one the seats' numbers are added.
package toy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"pizzini/engine/game"
)

// Rules is the toy game; it holds no state.
type Rules struct{}

// cards are the whole deck; a card's value is its place in this list.
var cards = []string{"rain", "star", "moon", "sun"}

// faces are the outcomes of the die.
var faces = []any{1, 2, 3, 4, 5, "hand"}

const (
	highestNumber = 9
	highestBid    = 3
	highestStake  = 2
)

// Info describes the game.
func (Rules) Info() game.Info {
	return game.Info{
		Kind: "toy", Name: "Toy", Version: 1, MinPlayers: 2, MaxPlayers: 4,
		Options:  []game.Option{{Key: "rounds", Values: []any{3, 2}, Default: 3}},
		Outcomes: faces,
	}
}

// Resolve checks the number of players and gives the option its value.
func (r Rules) Resolve(players int, given game.Options) (game.Options, error) {
	if info := r.Info(); players < info.MinPlayers || players > info.MaxPlayers {
		return nil, fmt.Errorf("players: the game is for %d to %d, not %d", info.MinPlayers, info.MaxPlayers, players)
	}
	options := game.Options{"rounds": 3}
	for key, value := range given {
		if key != "rounds" {
			return nil, fmt.Errorf("option %s: there is no such option", key)
		}
		if value != 2 && value != 3 {
			return nil, fmt.Errorf("option rounds: it is 2 or 3, not %v", value)
		}
		options[key] = value
	}
	return options, nil
}

// setup is the scenario form of the set-up. Each key may be absent and is drawn.
type setup struct {
	Start   int      `json:"start"`
	Numbers []int    `json:"numbers"` // seat 1 first
	Deck    []string `json:"deck"`    // a card for each round, first round first
}

// Start draws what the scenario leaves open: the start seat, the numbers from
// seat 1 on, a shuffle of the deck.
func (r Rules) Start(config game.Config, chance *game.Chance) (game.State, game.Setup, error) {
	s := setup{}
	given, err := readSetup(config.Setup, &s)
	if err != nil {
		return nil, game.Setup{}, err
	}
	if !given["start"] {
		s.Start = int(chance.Draw(uint64(config.Players))) + 1
	}
	if !given["numbers"] {
		for range config.Players {
			s.Numbers = append(s.Numbers, int(chance.Draw(highestNumber))+1)
		}
	}
	if !given["deck"] {
		deck := slices.Clone(cards)
		chance.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		s.Deck = deck[:config.Options["rounds"].(int)]
	}
	state, err := begin(config, s)
	if err != nil {
		return nil, game.Setup{}, err
	}
	made, err := sealed(s)
	return state, made, err
}

// Restore makes the first position of a whole set-up, or a given position.
func (r Rules) Restore(config game.Config, made game.Setup) (game.State, error) {
	var position struct {
		State json.RawMessage `json:"state"`
	}
	if err := strictly(made.JSON, &position); err == nil && position.State != nil {
		return restore(config, position.State)
	}
	s := setup{}
	given, err := readSetup(made.JSON, &s)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"start", "numbers", "deck"} {
		if !given[key] {
			return nil, fmt.Errorf("setup: %s is missing", key)
		}
	}
	return begin(config, s)
}

// readSetup reads what is given of a set-up and says which keys are.
func readSetup(text json.RawMessage, s *setup) (given map[string]bool, err error) {
	given = map[string]bool{}
	if len(text) == 0 {
		return given, nil
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	for key, value := range keys {
		if value == nil {
			return nil, fmt.Errorf("setup: %s may not be null", key)
		}
		given[key] = true
	}
	if err := strictly(text, s); err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	return given, nil
}

// strictly decodes JSON and refuses keys that the target has not.
func strictly(text []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(target)
}

// begin is the first position of a whole set-up, once it was checked.
func begin(config game.Config, s setup) (game.State, error) {
	rounds := config.Options["rounds"].(int)
	switch {
	case s.Start < 1 || s.Start > config.Players:
		return nil, fmt.Errorf("setup: start is a seat, not %d", s.Start)
	case len(s.Numbers) != config.Players:
		return nil, fmt.Errorf("setup: numbers has one for each of %d seats, not %d", config.Players, len(s.Numbers))
	case len(s.Deck) != rounds:
		return nil, fmt.Errorf("setup: deck has a card for each of %d rounds, not %d", rounds, len(s.Deck))
	}
	for _, n := range s.Numbers {
		if n < 1 || n > highestNumber {
			return nil, fmt.Errorf("setup: a number is 1 to %d, not %d", highestNumber, n)
		}
	}
	for i, card := range s.Deck {
		if !slices.Contains(cards, card) || slices.Contains(s.Deck[:i], card) {
			return nil, fmt.Errorf("setup: deck has %q, which is no card or there twice", card)
		}
	}
	first := &state{
		round: 1, rounds: rounds, phase: bidding, start: game.Seat(s.Start),
		card: s.Deck[0], deck: slices.Clone(s.Deck[1:]),
	}
	for _, n := range s.Numbers {
		first.seats = append(first.seats, seat{number: n})
	}
	return first, nil
}

// sealed writes a whole set-up: each number is for its seat, each card but the
// first for nobody until its round begins.
func sealed(s setup) (game.Setup, error) {
	text, err := json.Marshal(s)
	made := game.Setup{JSON: text}
	for i := range s.Numbers {
		made.Sealed = append(made.Sealed, game.Sealed{At: fmt.Sprintf("/setup/numbers/%d", i), To: []game.Seat{game.Seat(i + 1)}})
	}
	for i := range s.Deck[1:] {
		made.Sealed = append(made.Sealed, game.Sealed{At: fmt.Sprintf("/setup/deck/%d", i+1)})
	}
	return made, err
}
