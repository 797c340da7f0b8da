package patronize

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pizzini/engine/game"
)

// Rules is Patronize at rules version 1.
type Rules struct{}

// Info describes the game.
func (Rules) Info() game.Info {
	return game.Info{
		Kind:       "patronize",
		Name:       "Patronize",
		Version:    1,
		MinPlayers: minSeats,
		MaxPlayers: maxSeats,
		Options:    []game.Option{{Key: "edition", Values: []any{edition}, Default: edition}},
	}
}

const edition = "reconstructed"

// Resolve checks players and options.
func (Rules) Resolve(players int, given game.Options) (game.Options, error) {
	if err := checkPlayers(players); err != nil {
		return nil, err
	}
	return game.OneEdition("patronize", edition, given)
}

func checkPlayers(players int) error {
	return game.CheckPlayers("patronize", players, minSeats, maxSeats)
}

// deal is the outcome of a set-up, in the scenario form. A part that is nil is
// not fixed.
type deal struct {
	Start *int          `json:"start"`
	Fame  []Fame        `json:"fame"`
	Hands [][]Character `json:"hands"`
}

// Start sets a match up: the start seat (R1), the Fame cards and the hands, each
// as Config.Setup fixes it or else drawn (Format 1, Draws of each game).
func (Rules) Start(config game.Config, chance *game.Chance) (game.State, game.Setup, error) {
	s, d, err := begin(config.Players, config.Setup)
	if err != nil {
		return nil, game.Setup{}, err
	}
	if s != nil {
		return s, s.givenSetup(), nil
	}
	variant := variants[config.Players]
	if d.Start == nil {
		start := int(chance.Draw(uint64(config.Players))) + 1
		d.Start = &start
	}
	if d.Fame == nil {
		cards := FameCards()
		chance.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		d.Fame = cards[:variant.rounds]
	}
	if d.Hands == nil {
		cards := Characters()
		chance.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		for n := range config.Players {
			d.Hands = append(d.Hands, cards[n*variant.hand:(n+1)*variant.hand])
		}
	}
	if err := chance.Err(); err != nil {
		return nil, game.Setup{}, err
	}
	return d.state(), d.setup(), nil
}

// Restore makes the first position of a whole set-up, or of {"state": …}.
func (Rules) Restore(config game.Config, setup game.Setup) (game.State, error) {
	s, d, err := begin(config.Players, setup.JSON)
	if err != nil {
		return nil, err
	}
	if s != nil {
		return s, nil
	}
	if d.Start == nil || d.Fame == nil || d.Hands == nil {
		return nil, fmt.Errorf(`set-up of patronize: it is not whole; it needs "start", "fame" and "hands"`)
	}
	return d.state(), nil
}

// begin reads what is fixed of a set-up: a whole position, or a deal with what
// is given of it.
func begin(players int, setup json.RawMessage) (s *state, d deal, err error) {
	if err := checkPlayers(players); err != nil {
		return nil, d, err
	}
	position := func(text json.RawMessage) (err error) {
		s, err = restore(players, text)
		return err
	}
	if err := game.ReadSetup("patronize", setup, position, d.read); err != nil {
		return nil, d, err
	}
	if err := d.check(players); err != nil {
		return nil, d, fmt.Errorf("set-up of patronize: %w", err)
	}
	return s, d, nil
}

// read takes one key of a set-up.
func (d *deal) read(key string, value json.RawMessage) error {
	switch key {
	case "start":
		return json.Unmarshal(value, &d.Start)
	case "fame":
		return json.Unmarshal(value, &d.Fame)
	case "hands":
		return json.Unmarshal(value, &d.Hands)
	}
	return errors.New("this key is unknown; there are start, fame, hands, and state alone")
}

// check says what is impossible in the given parts.
func (d *deal) check(players int) error {
	variant := variants[players]
	if d.Start != nil && (*d.Start < 1 || *d.Start > players) {
		return fmt.Errorf("start: there is no seat %d among %d", *d.Start, players)
	}
	if d.Fame != nil {
		if len(d.Fame) != variant.rounds {
			return fmt.Errorf("fame: %d cards; %d players play %d rounds, one card each", len(d.Fame), players, variant.rounds)
		}
		var seen [fames + 1]bool
		for _, f := range d.Fame {
			if f == NoFame || seen[f] {
				return fmt.Errorf("fame: %q is no card or stands there twice", f.ID())
			}
			seen[f] = true
		}
	}
	if d.Hands != nil {
		if len(d.Hands) != players {
			return fmt.Errorf("hands: %d hands for %d players", len(d.Hands), players)
		}
		var seen characterSet
		for i, hand := range d.Hands {
			if len(hand) != variant.hand {
				return fmt.Errorf("hands/%d: %d characters; %d players have %d each", i, len(hand), players, variant.hand)
			}
			for _, c := range hand {
				if c == NoCharacter || seen.has(c) {
					return fmt.Errorf("hands/%d: %q is no character or is dealt twice", i, c.ID())
				}
				seen.add(c)
			}
		}
	}
	return nil
}

// state is the position in which round 1 has begun.
func (d *deal) state() *state {
	s := &state{players: uint8(len(d.Hands)), round: 1, start: uint8(*d.Start)}
	for f := FameReligion; f <= FameGolden; f++ {
		s.removedFame |= 1 << f
	}
	for _, f := range d.Fame {
		s.deck.add(f)
		s.removedFame &^= 1 << f
	}
	s.fameCard = s.deck.takeFirst()
	for _, c := range Characters() {
		s.removedCharacters.add(c)
	}
	for i, hand := range d.Hands {
		s.seats[i].protection = true
		for _, c := range hand {
			s.seats[i].hand.add(c)
			s.removedCharacters.remove(c)
		}
	}
	for _, colour := range Colours() {
		s.stock[colour] = cubesOfColour
	}
	s.active = s.start // nobody's hand is empty yet
	return s
}

// setup writes the deal with its sealed places: each hand to its seat, each Fame
// card but the first to nobody, opened by the move that begins its round.
func (d *deal) setup() game.Setup {
	for _, hand := range d.Hands {
		slices.Sort(hand)
	}
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // numbers and ids always encode
	}
	setup := game.Setup{JSON: text}
	for i := range d.Hands {
		setup.Sealed = append(setup.Sealed, game.Sealed{At: "/setup/hands/" + strconv.Itoa(i), To: []game.Seat{game.Seat(i + 1)}})
	}
	for i := 1; i < len(d.Fame); i++ {
		setup.Sealed = append(setup.Sealed, game.Sealed{At: "/setup/fame/" + strconv.Itoa(i)})
	}
	return setup
}

// givenSetup writes a given position as the set-up of a match, sealed in the
// same way. When it is over nothing of it is secret.
func (s *state) givenSetup() game.Setup {
	text, err := json.Marshal(map[string]*state{"state": s})
	if err != nil {
		panic(err) // numbers and ids always encode
	}
	setup := game.Setup{JSON: text}
	if s.phase == Over {
		return setup
	}
	for i := range int(s.players) {
		at := fmt.Sprintf("/setup/state/seats/%d/hand", i)
		setup.Sealed = append(setup.Sealed, game.Sealed{At: at, To: []game.Seat{game.Seat(i + 1)}})
	}
	for i := range int(s.deck.count) {
		setup.Sealed = append(setup.Sealed, game.Sealed{At: "/setup/state/fameDeck/" + strconv.Itoa(i)})
	}
	for _, key := range []string{"removedFame", "removedCharacters"} {
		setup.Sealed = append(setup.Sealed, game.Sealed{At: "/setup/state/" + key})
	}
	return setup
}

// fameCardAt is the place in the set-up of the Fame card of this round.
func (s *state) fameCardAt() string {
	if s.origin == 0 {
		return "/setup/fame/" + strconv.Itoa(int(s.round)-1)
	}
	return "/setup/state/fameDeck/" + strconv.Itoa(int(s.round-s.origin)-1)
}
