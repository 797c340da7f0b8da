package toy

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"pizzini/engine/game"
)

// document is the whole state as JSON, and in a view the same without what the
// viewer may not know.
type document struct {
	Game      string         `json:"game"`
	Edition   string         `json:"edition"`
	Players   int            `json:"players"`
	Round     int            `json:"round"`
	Rounds    int            `json:"rounds"`
	Phase     phase          `json:"phase"`
	Active    []game.Seat    `json:"active"`
	Over      bool           `json:"over"`
	Start     game.Seat      `json:"start"`
	Card      string         `json:"card"`
	Deck      *[]string      `json:"deck,omitempty"` // whole state only
	DeckCount int            `json:"deckCount"`
	Stake     int            `json:"stake"`
	Seats     []seatDocument `json:"seats"`
	Result    *result        `json:"result,omitempty"`
}

type seatDocument struct {
	Seat   game.Seat `json:"seat"`
	Number *int      `json:"number,omitempty"` // own, and all when over
	Points int       `json:"points"`
	Chosen bool      `json:"chosen"`
	Bid    *int      `json:"bid,omitempty"` // 0 = none yet; others' once shown
}

type result struct {
	Ranking [][]game.Seat `json:"ranking"`
	Scores  []score       `json:"scores"`
}

type score struct {
	Points int `json:"points"`
	Number int `json:"number"`
	Total  int `json:"total"`
}

// document writes what a viewer may see.
func (s *state) document(viewer game.Seat) document {
	d := document{
		Game: "toy", Edition: "toy", Players: len(s.seats), Round: s.round, Rounds: s.rounds,
		Phase: s.phase, Active: s.Active(), Over: s.phase == over, Start: s.start,
		Card: s.card, DeckCount: len(s.deck), Stake: s.stake, Result: s.result(),
	}
	if viewer == game.All {
		deck := append([]string{}, s.deck...)
		d.Deck = &deck
	}
	for i, seat := range s.seats {
		line := seatDocument{Seat: game.Seat(i + 1), Points: seat.points, Chosen: seat.bid > 0}
		knows := viewer == line.Seat || viewer == game.All
		if knows || s.phase == over {
			line.Number = &seat.number
		}
		if knows || s.shown() {
			line.Bid = &seat.bid
		}
		d.Seats = append(d.Seats, line)
	}
	return d
}

// MarshalJSON writes the whole state.
func (s *state) MarshalJSON() ([]byte, error) { return json.Marshal(s.document(game.All)) }

// View is what a viewer may see.
func (s *state) View(viewer game.Seat) game.View { return view{s.document(viewer)} }

type view struct{ document }

func (v view) MarshalJSON() ([]byte, error) { return json.Marshal(v.document) }

// Text draws the view.
func (v view) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Toy, round %d of %d, %s: card %s, %d to come, stake %d\n", v.Round, v.Rounds, v.Phase, v.Card, v.DeckCount, v.Stake)
	if v.Deck != nil && len(*v.Deck) > 0 {
		fmt.Fprintf(&b, "deck: %s\n", strings.Join(*v.Deck, " "))
	}
	hidden := func(n *int) string {
		if n == nil {
			return "?"
		}
		return fmt.Sprint(*n)
	}
	for _, seat := range v.Seats {
		mark := " "
		if slices.Contains(v.Active, seat.Seat) {
			mark = "*"
		}
		bid := "-"
		if seat.Chosen {
			bid = hidden(seat.Bid)
		}
		fmt.Fprintf(&b, "%s seat %d: %2d points, number %s, bid %s\n", mark, seat.Seat, seat.Points, hidden(seat.Number), bid)
	}
	if v.Result != nil {
		fmt.Fprintf(&b, "ranking %v\n", v.Result.Ranking)
	}
	return b.String()
}

// result counts the scores once the game is over. Equal totals share a place.
func (s *state) result() *result {
	if s.phase != over {
		return nil
	}
	r := &result{}
	bySeat := map[int][]game.Seat{}
	var totals []int
	for i, seat := range s.seats {
		total := seat.points + seat.number
		r.Scores = append(r.Scores, score{Points: seat.points, Number: seat.number, Total: total})
		if bySeat[total] == nil {
			totals = append(totals, total)
		}
		bySeat[total] = append(bySeat[total], game.Seat(i+1))
	}
	slices.SortFunc(totals, func(a, b int) int { return b - a })
	for _, total := range totals {
		r.Ranking = append(r.Ranking, bySeat[total])
	}
	return r
}

// Result is the result once the game is over.
func (s *state) Result() (game.Result, bool) {
	r := s.result()
	if r == nil {
		return game.Result{}, false
	}
	text, _ := json.Marshal(r) // ints and arrays only: it cannot fail
	made := game.Result{Ranking: r.Ranking, JSON: text}
	for _, score := range r.Scores {
		made.Totals = append(made.Totals, score.Total)
	}
	return made, true
}

// restore reads a whole state. It is accepted if it is exactly what the position
// that it describes would write.
func restore(config game.Config, text json.RawMessage) (game.State, error) {
	var d document
	if err := strictly(text, &d); err != nil {
		return nil, fmt.Errorf("setup: state: %w", err)
	}
	if d.Deck == nil {
		return nil, fmt.Errorf("setup: state: deck is missing")
	}
	s := &state{
		round: d.Round, rounds: d.Rounds, phase: d.Phase, start: d.Start,
		card: d.Card, deck: *d.Deck, stake: d.Stake,
	}
	for _, line := range d.Seats {
		if line.Number == nil || line.Bid == nil {
			return nil, fmt.Errorf("setup: state: a seat's number or bid is missing")
		}
		s.seats = append(s.seats, seat{number: *line.Number, points: line.Points, bid: *line.Bid})
	}
	if err := s.check(config); err != nil {
		return nil, fmt.Errorf("setup: state: %w", err)
	}
	var given, made any
	again, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(again, &made)
	}
	if err == nil {
		err = json.Unmarshal(text, &given)
	}
	if err == nil && !reflect.DeepEqual(given, made) {
		err = fmt.Errorf("its keys do not fit each other; it would be %s", again)
	}
	if err != nil {
		return nil, fmt.Errorf("setup: state: %w", err)
	}
	return s, nil
}

// check looks at what the position's own JSON does not show to be wrong.
func (s *state) check(config game.Config) error {
	if len(s.seats) != config.Players || s.rounds != config.Options["rounds"] {
		return fmt.Errorf("players or rounds are not the match's")
	}
	if s.round < 1 || s.round > s.rounds || s.start < 1 || int(s.start) > len(s.seats) {
		return fmt.Errorf("there is no such round or starter")
	}
	if !slices.Contains([]phase{bidding, showing, staking, rolling, over}, s.phase) || s.phase == over && s.round != s.rounds {
		return fmt.Errorf("phase %q does not fit", s.phase)
	}
	known := append([]string{s.card}, s.deck...)
	for i, card := range known {
		if !slices.Contains(cards, card) || slices.Contains(known[:i], card) {
			return fmt.Errorf("%q is no card or there twice", card)
		}
	}
	if len(s.deck) != s.rounds-s.round {
		return fmt.Errorf("there is not one card for each round to come")
	}
	if s.stake < 0 || s.stake > highestStake || (s.stake > 0) != (s.phase == rolling) {
		return fmt.Errorf("stake does not fit")
	}
	missing := 0
	for _, seat := range s.seats {
		if seat.number < 1 || seat.number > highestNumber || seat.points < 0 || seat.bid < 0 || seat.bid > highestBid {
			return fmt.Errorf("there is no such number, points or bid")
		}
		if seat.bid == 0 {
			missing++
		}
	}
	switch s.phase {
	case bidding:
		if missing == 0 {
			return fmt.Errorf("all have bid, so nobody can")
		}
	case over:
		if missing != len(s.seats) {
			return fmt.Errorf("there are no bids when the game is over")
		}
	default:
		if missing > 0 {
			return fmt.Errorf("a bid is missing")
		}
	}
	return nil
}
