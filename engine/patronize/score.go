package patronize

import (
	"encoding/json"
	"slices"

	"pizzini/engine/game"
)

// Outcome is the result of a match.
type Outcome struct {
	Ranking [][]int  `json:"ranking"` // best first; every group has one seat
	Scores  []Score  `json:"scores"`  // by seat, seat 1 first
	Details []Detail `json:"details"`
}

// Score is what a seat has scored, by parts.
type Score struct {
	Achievements int `json:"achievements"`
	Fame         int `json:"fame"`
	Protegees    int `json:"protegees"`
	Abilities    int `json:"abilities"`
	Hand         int `json:"hand"`
	Total        int `json:"total"`
}

// Detail says how the parts of a score come about.
type Detail struct {
	Counts    Cubes          `json:"counts"`    // cubes with the virtual ones
	Colours   Cubes          `json:"colours"`   // their VP
	Abilities map[string]int `json:"abilities"` // VP by character id
}

// Cubes is a number for each colour.
type Cubes struct {
	Yellow int `json:"yellow"`
	Red    int `json:"red"`
	Green  int `json:"green"`
	Blue   int `json:"blue"`
}

// Of is the number of one colour; 0 for White and NoColour.
func (c Cubes) Of(colour Colour) int {
	if colour < White {
		return c.list()[colour]
	}
	return 0
}

// Total is the sum of the four.
func (c Cubes) Total() int { return c.Yellow + c.Red + c.Green + c.Blue }

func (c Cubes) list() [colours]int { return [colours]int{c.Yellow, c.Red, c.Green, c.Blue} }

func cubesOf[N ~int | ~uint8](n [colours]N) Cubes {
	return Cubes{int(n[Yellow]), int(n[Red]), int(n[Green]), int(n[Blue])}
}

// PointsOf is what a number of cubes of one colour is worth: 2, 5, 10, 15, 20
// and 5 more for each more.
func PointsOf(cubes int) int {
	switch {
	case cubes <= 0:
		return 0
	case cubes == 1:
		return 2
	}
	return 5 * (cubes - 1)
}

const (
	majorityVP   = 5
	allColoursVP = 7
	bankerVP     = 3
	bankerNeeds  = 4
	handVP       = -10
)

// counts are a seat's cubes with the virtual ones, its Clown's too.
func (s *state) counts(n uint8) [colours]int {
	me := s.seat(n)
	var counts [colours]int
	for i, have := range me.cubes {
		counts[i] = int(have)
	}
	for _, c := range append(slices.Clip(me.protegees.all()), me.copied) {
		if v := c.VirtualCube(); v < White {
			counts[v]++
		}
	}
	return counts
}

// outcome counts the scores: cubes first, with the virtual ones, as everything
// else counts them (R16, R17).
func (s *state) outcome() Outcome {
	var counts [maxSeats][colours]int
	for n := uint8(1); n <= s.players; n++ {
		counts[n-1] = s.counts(n)
	}
	var o Outcome
	for n := uint8(1); n <= s.players; n++ {
		score, detail := s.score(n, counts[:s.players])
		o.Scores = append(o.Scores, score)
		o.Details = append(o.Details, detail)
	}
	for _, n := range s.ranking(o.Scores) {
		o.Ranking = append(o.Ranking, []int{n})
	}
	return o
}

// score counts one seat, given the counts of all.
func (s *state) score(n uint8, counts [][colours]int) (Score, Detail) {
	me, own := s.seat(n), counts[n-1]
	detail := Detail{Abilities: map[string]int{}, Counts: cubesOf(own)}
	var points [colours]int
	for i := range own {
		points[i] = PointsOf(own[i])
	}
	detail.Colours = cubesOf(points)

	score := Score{Achievements: detail.Colours.Total(), Hand: handVP * me.hand.count()}
	for _, f := range me.fame.all() {
		score.Fame += f.VP()
	}
	if me.protegees.has(Noble) || me.copied == Noble {
		score.Fame += lowest(me.fame.all())
	}
	for _, c := range me.protegees.all() {
		score.Protegees += c.VP()
		if vp, ok := s.abilityVP(c, n, counts); ok {
			detail.Abilities[c.ID()] = vp
			score.Abilities += vp
		}
	}
	score.Protegees += me.doubled.VP()
	if vp, ok := s.abilityVP(me.copied, n, counts); ok {
		detail.Abilities[Clown.ID()] = vp
		score.Abilities += vp
	}
	score.Total = score.Achievements + score.Fame + score.Protegees + score.Abilities + score.Hand
	return score, detail
}

func lowest(cards []Fame) int {
	if len(cards) == 0 {
		return 0
	}
	vp := cards[0].VP()
	for _, f := range cards {
		vp = min(vp, f.VP())
	}
	return vp
}

// abilityVP is what an ability that is booked under abilities (R15) earns for a
// seat; false for a character whose ability is not.
func (s *state) abilityVP(c Character, n uint8, counts [][colours]int) (int, bool) {
	own := counts[n-1]
	switch c {
	case Geographer, Architect, Missionary, Theologian:
		colour := c.Majority()
		for _, other := range counts {
			if other[colour] > own[colour] {
				return 0, true
			}
		}
		if own[colour] == 0 { // R13
			return 0, true
		}
		return majorityVP, true
	case SpiceTrader:
		if slices.Min(own[:]) > 0 {
			return allColoursVP, true
		}
		return 0, true
	case Merchant:
		return cubesOf(own).Total(), true
	case Diplomat:
		return cubesOf(counts[s.rightNeighbour(n)-1]).Total(), true
	case Banker:
		if s.seat(n).protegees.count >= bankerNeeds {
			return bankerVP, true
		}
		return 0, true
	}
	return 0, false
}

// ranking orders the seats: most VP; ties by fame, protegees, achievements, and
// then clockwise from the start seat (R14).
func (s *state) ranking(scores []Score) []int {
	order := make([]int, 0, s.players)
	n := s.start
	for range s.players {
		order = append(order, int(n))
		n = s.next(n)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := scores[a-1], scores[b-1]
		for _, d := range []int{y.Total - x.Total, y.Fame - x.Fame, y.Protegees - x.Protegees, y.Achievements - x.Achievements} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
	return order
}

// Result is the result, once the game is over.
func (s *state) Result() (game.Result, bool) {
	if s.phase != Over {
		return game.Result{}, false
	}
	o := s.outcome()
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // numbers always encode
	}
	result := game.Result{JSON: text}
	for _, group := range o.Ranking {
		result.Ranking = append(result.Ranking, []game.Seat{game.Seat(group[0])})
	}
	for _, score := range o.Scores {
		result.Totals = append(result.Totals, score.Total)
	}
	return result, true
}
