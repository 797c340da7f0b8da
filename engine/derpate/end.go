package derpate

import (
	"encoding/json"
	"slices"

	"pizzini/engine/game"
)

// Outcome is the result of a match.
type Outcome struct {
	Ranking       [][]int `json:"ranking"` // best first, ties together, without those that dropped out
	Scores        []Score `json:"scores"`  // by seat, seat 1 first, also of those that dropped out
	Dropped       []int   `json:"dropped"` // ascending
	EverybodyLost bool    `json:"everybodyLost"`
}

// Score is the final accounting of a seat, in dollars.
type Score struct {
	Cash          int `json:"cash"`
	Income        int `json:"income"`
	Businesses    int `json:"businesses"`
	Bail          int `json:"bail"`
	DebtsPaid     int `json:"debtsPaid"`
	DebtsReceived int `json:"debtsReceived"`
	Total         int `json:"total"`
}

// over ends the game after round 7 (section 10).
func (r resolution) over() {
	r.turn = turn{}
	r.phase, r.active = Over, 0
	if !r.openMoney {
		r.chance.Reveal() // R32
	}
	if !r.chance.Listening() {
		return
	}
	_, _, ko := markers(r.seen())
	o := r.outcome()
	for _, n := range o.Dropped {
		r.tell("dropped", numberArg("seat", n), trackArg(ko))
	}
	if o.EverybodyLost {
		r.tell("everybody-lost")
		return
	}
	for _, n := range o.Ranking[0] {
		r.tell("won", numberArg("seat", n), numberArg("total", o.Scores[n-1].Total))
	}
}

// score is the accounting of a seat; nothing on the table changes by it. Debts
// count with families that dropped out, too (R30).
func (s *state) score(n int8) Score {
	me := s.seat(n)
	score := Score{
		Cash:       me.money,
		Income:     IncomeAt(int(me.track[Income])),
		Businesses: businessWorth * int(s.businesses(n)),
		Bail:       -bailPrice * int(me.prison),
		DebtsPaid:  -debtWorth * int(debtMarkers-me.debtSupply()),
	}
	for other := int8(1); other <= s.players; other++ {
		score.DebtsReceived += debtWorth * int(s.seat(other).owes[n])
	}
	score.Total = score.Cash + score.Income + score.Businesses + score.Bail + score.DebtsPaid + score.DebtsReceived
	return score
}

// outcome is the accounting of all, the drop-outs and the ranking.
func (s *state) outcome() Outcome {
	o := Outcome{Ranking: [][]int{}, Dropped: []int{}}
	_, _, ko := markers(s.seen())
	var survivors []int
	for n := int8(1); n <= s.players; n++ {
		o.Scores = append(o.Scores, s.score(n))
		if int(s.seat(n).track[ko]) < ko.End() {
			o.Dropped = append(o.Dropped, int(n))
		} else {
			survivors = append(survivors, int(n))
		}
	}
	o.EverybodyLost = len(survivors) == 0
	rank := func(a, b int) int {
		x, y := s.standing(a, o.Scores[a-1].Total, ko), s.standing(b, o.Scores[b-1].Total, ko)
		return slices.Compare(y[:], x[:])
	}
	slices.SortStableFunc(survivors, rank)
	for i, n := range survivors {
		if i > 0 && rank(survivors[i-1], n) == 0 {
			last := len(o.Ranking) - 1
			o.Ranking[last] = append(o.Ranking[last], n)
			continue
		}
		o.Ranking = append(o.Ranking, []int{n})
	}
	return o
}

// standing is what decides a seat's place, first things first: the total, then
// the track that is not the K.O. track and the figures that are not in the
// Hudson (R31), or the sum of both tracks.
func (s *state) standing(n, total int, ko Track) [3]int {
	me := s.seat(int8(n))
	if s.flags.TrackSum {
		return [3]int{total, int(me.track[Reputation] + me.track[Influence])}
	}
	other := Reputation
	if ko == Reputation {
		other = Influence
	}
	return [3]int{total, int(me.track[other]), int(figures - me.hudson)}
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
	result := game.Result{JSON: text, Ranking: [][]game.Seat{}}
	for _, group := range o.Ranking {
		var seats []game.Seat
		for _, n := range group {
			seats = append(seats, game.Seat(n))
		}
		result.Ranking = append(result.Ranking, seats)
	}
	for _, score := range o.Scores {
		result.Totals = append(result.Totals, score.Total)
	}
	return result, true
}
