package diepatin

import (
	"slices"

	"pizzini/engine/game"
)

// Outcome is the result of a match.
type Outcome struct {
	Ranking [][]int `json:"ranking"` // best first, seats that share a place together
	Scores  []Score `json:"scores"`  // by seat, seat 1 first
}

// Score is what a seat has scored, by parts.
type Score struct {
	Missions int `json:"missions"` // the numbers of the rounds in which it scored
	Chains   int `json:"chains"`   // 1, 3, 6 or 10 for each enterprise
	Symbols  int `json:"symbols"`  // 1 for each tile with a point
	Trophies int `json:"trophies"`
	Total    int `json:"total"`
}

// score is what the seat would have scored if the game were over.
func (p *place) score() Score {
	var s Score
	for _, round := range p.missions {
		s.Missions += int(round)
	}
	for _, e := range Enterprises() {
		s.Chains += ChainPoints(p.chain(e))
	}
	for _, t := range p.tiles[:p.tileCount] {
		if t.Bonus() == PointBonus {
			s.Symbols++
		}
	}
	s.Trophies = p.trophyCount()
	s.Total = s.Missions + s.Chains + s.Symbols + s.Trophies
	return s
}

// outcome counts the scores and ranks the seats: higher total first, then higher
// missions; still equal ones share a place (R48).
func (s *state) outcome() Outcome {
	var o Outcome
	var order []int
	for n := int8(1); n <= s.players; n++ {
		o.Scores = append(o.Scores, s.seat(n).score())
		order = append(order, int(n))
	}
	slices.SortStableFunc(order, func(a, b int) int { return better(o.Scores[a-1], o.Scores[b-1]) })
	for i, n := range order {
		if i > 0 && better(o.Scores[order[i-1]-1], o.Scores[n-1]) == 0 {
			last := &o.Ranking[len(o.Ranking)-1]
			*last = append(*last, n)
			continue
		}
		o.Ranking = append(o.Ranking, []int{n})
	}
	return o
}

// better is negative when the first score ranks before the second.
func better(a, b Score) int {
	if a.Total != b.Total {
		return b.Total - a.Total
	}
	return b.Missions - a.Missions
}

// over ends the game.
func (r resolution) over() {
	r.phase = Over
	if !r.chance.Listening() {
		return
	}
	o := r.outcome()
	first := o.Ranking[0]
	key := "over"
	if len(first) > 1 {
		key = "over-shared"
	}
	r.tell(key, argument{"seats", seatsText(first)}, numberArg("total", o.Scores[first[0]-1].Total))
	place := 1
	for _, group := range o.Ranking {
		for _, n := range group {
			s := o.Scores[n-1]
			r.tell("score", numberArg("place", place), numberArg("seat", n), numberArg("missions", s.Missions), numberArg("chains", s.Chains),
				numberArg("symbols", s.Symbols), numberArg("trophies", s.Trophies), numberArg("total", s.Total))
		}
		place += len(group)
	}
}

// Result is the result once the game is over.
func (s *state) Result() (game.Result, bool) {
	if s.phase != Over {
		return game.Result{}, false
	}
	o := s.outcome()
	text, err := o.MarshalJSON()
	if err != nil {
		panic(err) // numbers always encode
	}
	result := game.Result{JSON: text}
	for _, group := range o.Ranking {
		var seats []game.Seat
		for _, n := range group {
			seats = append(seats, game.Seat(n))
		}
		result.Ranking = append(result.Ranking, seats)
	}
	for _, s := range o.Scores {
		result.Totals = append(result.Totals, s.Total)
	}
	return result, true
}
