package patronize

import (
	"encoding/json"
	"math/rand/v2"

	"pizzini/engine/game"
)

// View is a position as one viewer may see it. What he may not know is nil. What
// pages and letters work out from it stands here too, outside the JSON.
type View struct {
	Leader                 int         `json:"-"` // who would win the trick now, or has won it; 0 for nobody
	Viewer                 game.Seat   `json:"-"`
	Game                   string      `json:"game"`
	Edition                string      `json:"edition"`
	Players                int         `json:"players"`
	Round                  int         `json:"round"`
	Rounds                 int         `json:"rounds"`
	Phase                  string      `json:"phase"`
	Active                 []int       `json:"active"`
	Over                   bool        `json:"over"`
	Start                  int         `json:"start"`
	Winner                 int         `json:"winner"` // of this round; 0 before step 3 has found him
	FameCard               Fame        `json:"fameCard"`
	FameDeck               []Fame      `json:"fameDeck,omitzero"`
	FameDeckCount          int         `json:"fameDeckCount"`
	LostFame               []Fame      `json:"lostFame"`
	RemovedFame            []Fame      `json:"removedFame,omitzero"`
	RemovedFameCount       int         `json:"removedFameCount"`
	RemovedCharacters      []Character `json:"removedCharacters,omitzero"`
	RemovedCharactersCount int         `json:"removedCharactersCount"`
	Stock                  Cubes       `json:"stock"`
	Pending                []Pending   `json:"pending"`
	Choosers               []int       `json:"choosers"`
	Seats                  []Place     `json:"seats"` // seat 1 first
	Result                 *Outcome    `json:"result,omitzero"`
}

// Pending is a cube of step 3 that was not gained yet.
type Pending struct {
	Seat   int       `json:"seat"`
	Colour Colour    `json:"colour"`
	Source Character `json:"source"`
}

// Place is what lies before one seat.
type Place struct {
	Seat       int         `json:"seat"`
	Hand       []Character `json:"hand,omitzero"`
	HandCount  int         `json:"handCount"`
	Protection bool        `json:"protection"`
	Action     string      `json:"action"`
	Table      Character   `json:"table"`
	Protected  bool        `json:"protected"`
	Cubes      Cubes       `json:"cubes"`
	Fame       []Fame      `json:"fame"`
	Protegees  []Character `json:"protegees"`
	Copied     Character   `json:"copied"`
	Doubled    Character   `json:"doubled"`

	Counts     Cubes `json:"-"` // cubes with the virtual ones, which score
	Fee        bool  `json:"-"` // who takes the character on its table returns a cube (R8)
	RoundsLeft int   `json:"-"` // rounds in which it can still play a character
	cubesFrom  [colours]int8
}

// nowhere is where a cube comes from that is nowhere to be had.
const nowhere = -1

// Stranded is the number of characters in hand that cannot be played any more.
func (p *Place) Stranded() int { return max(0, p.HandCount-p.RoundsLeft) }

// CubeFrom says where a seat would gain a cube of a colour from: 0 is the stock,
// otherwise the seat that would lose it; false when there is none (R6).
func (v *View) CubeFrom(seat int, colour Colour) (from int, ok bool) {
	if colour >= White {
		return 0, false
	}
	from = int(v.Seats[seat-1].cubesFrom[colour])
	return from, from != nowhere
}

// Order lists the seats clockwise from the start seat.
func (v *View) Order() []int {
	var order []int
	for i := range v.Players {
		order = append(order, (v.Start-1+i)%v.Players+1)
	}
	return order
}

// TieBreak says what decided between the first two seats when their totals are
// the same: "fame", "protegees", "achievements" or "start"; otherwise "".
func (v *View) TieBreak() string {
	if v.Result == nil {
		return ""
	}
	first := v.Result.Scores[v.Result.Ranking[0][0]-1]
	second := v.Result.Scores[v.Result.Ranking[1][0]-1]
	switch {
	case first.Total != second.Total:
		return ""
	case first.Fame != second.Fame:
		return "fame"
	case first.Protegees != second.Protegees:
		return "protegees"
	case first.Achievements != second.Achievements:
		return "achievements"
	}
	return "start"
}

// MarshalJSON writes the view in the form of the game's page.
func (v *View) MarshalJSON() ([]byte, error) {
	type plain View // without this method
	return json.Marshal((*plain)(v))
}

// view shows a position to a viewer: all of it when the game is over (R12).
func (s *state) view(viewer game.Seat) *View {
	whole := viewer == game.All || s.phase == Over
	variant := variants[s.players]
	v := &View{
		Viewer:                 viewer,
		Game:                   Rules{}.Info().Kind,
		Edition:                edition,
		Players:                int(s.players),
		Round:                  int(s.round),
		Rounds:                 variant.rounds,
		Phase:                  s.phase.ID(),
		Active:                 []int{},
		Over:                   s.phase == Over,
		Start:                  int(s.start),
		Winner:                 int(s.winner),
		FameCard:               s.fameCard,
		FameDeckCount:          int(s.deck.count),
		LostFame:               copied(s.lost.all()),
		RemovedFameCount:       variant.removedFame,
		RemovedCharactersCount: variant.removedCharacters,
		Stock:                  cubesOf(s.stock),
		Pending:                []Pending{},
		Choosers:               []int{},
	}
	v.Leader = v.Winner
	if s.phase == Action {
		table := s.tableCards()
		v.Leader = int(trick(table[:], s.fameCard.Trump()))
	}
	if s.active != 0 {
		v.Active = append(v.Active, int(s.active))
	}
	if whole {
		v.FameDeck = copied(s.deck.all())
		v.RemovedFame = []Fame{}
		for f := FameReligion; f <= FameGolden; f++ {
			if s.removedFame&(1<<f) != 0 {
				v.RemovedFame = append(v.RemovedFame, f)
			}
		}
		v.RemovedCharacters = s.removedCharacters.list()
	}
	for _, g := range s.pending[:s.pendingCount] {
		v.Pending = append(v.Pending, Pending{int(g.seat), g.source.Achievement(), g.source})
	}
	for _, n := range s.choosers[:s.chooserCount] {
		v.Choosers = append(v.Choosers, int(n))
	}
	for n := uint8(1); n <= s.players; n++ {
		me := s.seat(n)
		p := Place{
			Seat:       int(n),
			HandCount:  me.hand.count(),
			Protection: me.protection,
			Action:     me.acted.ID(),
			Table:      me.table,
			Protected:  me.protected,
			Cubes:      cubesOf(me.cubes),
			Fame:       copied(me.fame.all()),
			Protegees:  copied(me.protegees.all()),
			Copied:     me.copied,
			Doubled:    me.doubled,
			Counts:     cubesOf(s.counts(n)),
			Fee:        me.protegees.has(Lawman),
		}
		if s.phase < ClownCopies {
			p.RoundsLeft = variant.rounds - int(s.round)
			if me.acted == Waiting {
				p.RoundsLeft++
			}
		}
		for _, colour := range Colours() {
			p.cubesFrom[colour] = nowhere
			if from, ok := s.cubeFrom(n, colour); ok {
				p.cubesFrom[colour] = int8(from)
			}
		}
		if whole || viewer == game.Seat(n) {
			p.Hand = me.hand.list()
		}
		v.Seats = append(v.Seats, p)
	}
	if s.phase == Over {
		o := s.outcome()
		v.Result = &o
	}
	return v
}

// copied is a copy that is never nil.
func copied[T any](list []T) []T { return append([]T{}, list...) }

// Shuffled deals what a viewer does not know anew: other hands and the removed
// characters, the Fame deck and the removed Fame cards.
func (s *state) Shuffled(viewer game.Seat, random *rand.Rand) game.State {
	next := *s
	if viewer == game.All || s.phase == Over {
		return &next
	}
	pool := s.removedCharacters
	for n := uint8(1); n <= s.players; n++ {
		if game.Seat(n) != viewer {
			pool |= s.seat(n).hand
		}
	}
	cards := pool.list()
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	next.removedCharacters = 0
	for n := uint8(1); n <= s.players; n++ {
		if game.Seat(n) == viewer {
			continue
		}
		hand := &next.seat(n).hand
		count := hand.count()
		*hand = 0
		for _, c := range cards[:count] {
			hand.add(c)
		}
		cards = cards[count:]
	}
	for _, c := range cards {
		next.removedCharacters.add(c)
	}

	deck := s.view(game.All)
	unseen := append(deck.FameDeck, deck.RemovedFame...)
	random.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	next.removedFame = 0
	for i, f := range unseen {
		if i < int(next.deck.count) {
			next.deck.cards[i] = f
		} else {
			next.removedFame |= 1 << f
		}
	}
	return &next
}
