package derpate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"pizzini/engine/game"
)

// deal is a set-up in the scenario form. A part that is nil is not fixed.
type deal struct {
	StartPlayer *int            `json:"startPlayer"`
	EventDeck   []Event         `json:"eventDeck"`
	Car         *Business       `json:"car,omitempty"`
	Districts   []District      `json:"districts,omitempty"`
	Position    json.RawMessage `json:"position,omitempty"`

	position position // what Position says
}

// Start sets a match up. The start player is the set-up's or the option's; the
// event deck is drawn unless it is fixed (Format 1, Draws of each game).
func (Rules) Start(config game.Config, chance *game.Chance) (game.State, game.Setup, error) {
	options, s, d, err := begin(config, config.Setup)
	if err != nil {
		return nil, game.Setup{}, err
	}
	if s != nil {
		return s, s.givenSetup(), nil
	}
	if d.StartPlayer == nil {
		seat := options["startPlayer"].(int)
		d.StartPlayer = &seat
	}
	if d.EventDeck == nil {
		cards := EventCards()
		chance.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		d.EventDeck = cards[:rounds]
		if err := chance.Err(); err != nil {
			return nil, game.Setup{}, err
		}
	}
	s, err = d.state(config.Players, options)
	if err != nil {
		return nil, game.Setup{}, err
	}
	return s, d.setup(s), nil
}

// Restore makes the first position of a whole set-up, or of {"state": …}.
func (Rules) Restore(config game.Config, setup game.Setup) (game.State, error) {
	options, s, d, err := begin(config, setup.JSON)
	switch {
	case err != nil:
		return nil, err
	case s != nil:
		return s, nil
	case d.StartPlayer == nil || d.EventDeck == nil:
		return nil, fmt.Errorf(`set-up of der-pate: it is not whole; it needs "startPlayer" and "eventDeck"`)
	}
	if s, err = d.state(config.Players, options); err != nil {
		return nil, err
	}
	return s, nil
}

// begin reads what is fixed of a set-up: a whole position, or a deal with what
// is given of it.
func begin(config game.Config, setup json.RawMessage) (options game.Options, s *state, d deal, err error) {
	if options, err = (Rules{}).Resolve(config.Players, config.Options); err != nil {
		return nil, nil, d, err
	}
	position := func(text json.RawMessage) (err error) {
		s, err = restore(config.Players, options, text)
		return err
	}
	part := func(key string, value json.RawMessage) error { return d.read(config.Players, key, value) }
	if err := game.ReadSetup(kind, setup, position, part); err != nil {
		return nil, nil, d, err
	}
	if d.Position != nil && (d.Car == nil || d.Districts == nil) {
		return nil, nil, d, fmt.Errorf(`set-up of der-pate: position: it needs "car" and "districts"`)
	}
	return options, s, d, nil
}

// read takes one key of a set-up and says what is impossible in it.
func (d *deal) read(players int, key string, value json.RawMessage) error {
	switch key {
	case "startPlayer":
		if err := json.Unmarshal(value, &d.StartPlayer); err != nil {
			return err
		}
		if *d.StartPlayer < 1 || *d.StartPlayer > players {
			return fmt.Errorf("there is no seat %d among %d", *d.StartPlayer, players)
		}
	case "eventDeck":
		if err := json.Unmarshal(value, &d.EventDeck); err != nil {
			return err
		}
		return checkCards(d.EventDeck, rounds)
	case "car":
		return json.Unmarshal(value, &d.Car)
	case "districts":
		var given []*District
		if err := json.Unmarshal(value, &given); err != nil {
			return err
		}
		if len(given) != players {
			return fmt.Errorf("%d districts for %d players, who have one each", len(given), players)
		}
		for i, district := range given {
			if district == nil || slices.Contains(d.Districts, *district) {
				return fmt.Errorf("%d: there must be a district, and each stands there once", i)
			}
			d.Districts = append(d.Districts, *district)
		}
	case "position":
		d.Position = value
		return d.position.read(value)
	default:
		return fmt.Errorf("this key is unknown; there are startPlayer, eventDeck, car, districts, position, and state alone")
	}
	return nil
}

// checkCards wants a number of different event cards.
func checkCards(cards []Event, count int) error {
	if len(cards) != count {
		return fmt.Errorf("%d cards, not %d", len(cards), count)
	}
	var seen [events + 1]bool
	for _, e := range cards {
		if e == NoEvent || seen[e] {
			return fmt.Errorf("%q is no card or stands there twice", e.ID())
		}
		seen[e] = true
	}
	return nil
}

// state is the position after the set-up: before the first of its moves that is
// left, or in round 1, or where the made-up position says.
func (d *deal) state(players int, options game.Options) (*state, error) {
	s := empty(players, options)
	s.startPlayer = int8(*d.StartPlayer)
	s.active = s.before(s.startPlayer)
	copy(s.deck[:], d.EventDeck)
	money := options["startMoney"].(int)
	for n := int8(1); n <= s.players; n++ {
		s.seat(n).money = money
		s.seat(n).supply = figures
	}
	r := resolution{s, game.Recorded(nil)}
	if d.Car != nil {
		s.car = *d.Car
		s.phase = SetupDistrict
	}
	if d.Districts == nil {
		return s, nil
	}
	for i, district := range d.Districts {
		r.settle(district, Owner(i+1))
	}
	for _, district := range Districts() {
		if s.owner[district.Businesses()[0]] == Nobody {
			r.settle(district, Neutral)
		}
	}
	if d.Car == nil {
		return s, nil
	}
	if d.Position != nil {
		if err := d.position.apply(s); err != nil {
			return nil, fmt.Errorf("set-up of der-pate: position: %w", err)
		}
	}
	r.beginRound()
	return s, nil
}

// empty is an empty table.
func empty(players int, options game.Options) *state {
	s := &state{
		players:   int8(players),
		flags:     flagsOf(options),
		tw:        options["edition"] == TW,
		openMoney: options["openMoney"] == true,
		car:       NoBusiness,
	}
	for b := range s.owner {
		s.owner[b], s.bloodDebt[b] = Nobody, Nobody
	}
	return s
}

// setup writes the deal with its sealed places: each event card that does not lie
// open after the set-up, to nobody, opened by the move that begins its round.
func (d *deal) setup(s *state) game.Setup {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // numbers and ids always encode
	}
	setup := game.Setup{JSON: text}
	for i := int(s.round); i < rounds; i++ {
		setup.Sealed = append(setup.Sealed, game.Sealed{At: "/setup/eventDeck/" + strconv.Itoa(i)})
	}
	return setup
}

// givenSetup writes a given position as the set-up of a match, sealed in the
// same way. Money is not sealed: the table knows it.
func (s *state) givenSetup() game.Setup {
	text, err := json.Marshal(map[string]*state{"state": s})
	if err != nil {
		panic(err) // numbers and ids always encode
	}
	setup := game.Setup{JSON: text}
	for i := range rounds - int(s.round) {
		setup.Sealed = append(setup.Sealed, game.Sealed{At: "/setup/state/eventDeck/" + strconv.Itoa(i)})
	}
	return setup
}

// eventAt is the place in the set-up of this round's event card.
func (s *state) eventAt() string {
	if s.given {
		return "/setup/state/eventDeck/" + strconv.Itoa(int(s.round-s.origin)-1)
	}
	return "/setup/eventDeck/" + strconv.Itoa(int(s.round)-1)
}
