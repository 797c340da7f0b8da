package diepatin

import "pizzini/engine/game"

// View is a position as one viewer may see it: all of it, but for other seats'
// intrigue cards that were not revealed. What pages and letters work out from it
// stands here too, outside the JSON (which MarshalJSON writes); the map itself is in Areas, Manholes,
// Districts and Edges.
type View struct {
	Viewer     game.Seat     `json:"-"`
	Game       string        `json:"game"`
	Edition    string        `json:"edition"`
	Players    int           `json:"players"`
	Round      int           `json:"round"`
	Phase      string        `json:"phase"`
	Active     []int         `json:"active"`
	Over       bool          `json:"over"`
	StartSeat  int           `json:"startSeat"`
	Removed    []Enterprise  `json:"removed"`
	LootSupply int           `json:"lootSupply"`
	Districts  DistrictViews `json:"districts"`
	Areas      AreaViews     `json:"areas"`
	Manholes   ManholeViews  `json:"manholes"`
	Turn       *Turn         `json:"turn"`
	Seats      []SeatView    `json:"seats"` // seat 1 first
	Result     *Outcome      `json:"result"`

	Claim     *Claim     `json:"-"` // what a claim would give if it were made now; nil where none is under way
	Standings []Standing `json:"-"` // the missions, in the order of the rules
}

// DistrictView is a district in use.
type DistrictView struct {
	District District `json:"-"`
	Loot     int      `json:"loot"`
}

// AreaView is an area in use.
type AreaView struct {
	Area     Area   `json:"-"`
	Owner    int    `json:"owner"` // 0 = nobody's
	Tiles    []Tile `json:"tiles"`
	BackRoom int    `json:"backRoom"` // whose, 0 = none
	Henchmen []int  `json:"henchmen"` // by seat, seat 1 first
	Bosses   []int  `json:"bosses"`   // the seats whose boss lady is here
	Power    []int  `json:"-"`        // by seat, seat 1 first
}

// ManholeView is a manhole in use.
type ManholeView struct {
	Manhole Manhole `json:"-"`
	Seat    int     `json:"seat"` // whose rats, 0 = none
	Rats    int     `json:"rats"`
}

// DistrictViews, AreaViews and ManholeViews are what is in use, in the order of
// the rules. As JSON each is one object with the ids as keys.
type (
	DistrictViews []DistrictView
	AreaViews     []AreaView
	ManholeViews  []ManholeView
)

// Turn is where the seat stands whose turn it is. Its JSON has the keys that
// belong to its step.
type Turn struct {
	Seat    int
	Step    Step
	Figure  Figure
	Area    Area
	Left    int // actions, bribing actions or rats to move that are left
	Spent   int // loot markers, outside
	Bonus   Bonus
	Manhole Manhole // the one that Invasion took
}

// SeatView is what belongs to one seat.
type SeatView struct {
	Seat      int           `json:"-"`
	Henchmen  int           `json:"henchmen"` // in the supply, as the next four
	Boss      bool          `json:"boss"`
	Rats      int           `json:"rats"`
	BackRooms int           `json:"backRooms"`
	Loot      int           `json:"loot"`
	Tiles     []Tile        `json:"tiles"`    // in the order taken
	Trophies  []int         `json:"trophies"` // back rooms of each seat that it destroyed
	Missions  MissionRounds `json:"missions"`
	Intrigue  IntrigueView  `json:"intrigue"`

	Territory [][]Area `json:"-"` // its connected parts
	Outside   []Area   `json:"-"` // its outside areas, as things stand
	Chains    []Chain  `json:"-"` // of tiles, by enterprise
	Score     Score    `json:"-"` // so far
}

// IntrigueView is a seat's intrigue card of this round.
type IntrigueView struct {
	Chosen   bool `json:"chosen"`
	Card     Card `json:"card"` // NoCard where the viewer may not know it
	Revealed bool `json:"revealed"`
}

// MissionRounds holds the round in which a seat scored each mission, by Mission;
// 0 = not yet. As JSON it is an object with those that were scored.
type MissionRounds [missions]int

// Chain is a seat's tiles of one enterprise and what they are worth.
type Chain struct {
	Enterprise Enterprise
	Tiles      int
	Points     int
}

// Standing is how the seats stand in a mission.
type Standing struct {
	Mission Mission
	Numbers []int // by seat, seat 1 first
	Scored  []int // the round in which each seat scored it, 0 = not yet
	First   int   // the greatest number
	Leader  int   // who alone has it; 0 for nobody
	Ahead   int   // by how much the leader leads
	Tied    []int // the seats that share the first number, when it is not 0
	CanGain int   // the leader, if it may score this mission in this round; 0 for nobody
}

// Claim is what a claim of an area would give a seat.
type Claim struct {
	Seat   int
	Area   Area
	Owner  int   // whose the area is, 0 = nobody's
	Power  int   // of the seat
	Most   int   // of any other seat
	Rivals []int // the seats that have it, clockwise; none when it is 0
	Trophy bool  // a back room would be destroyed
}

// Wins says whether the claim would succeed.
func (c Claim) Wins() bool { return c.Power > c.Most }

// Missing is how much power is missing for it to succeed.
func (c Claim) Missing() int { return max(0, c.Most+1-c.Power) }

// District is a district in use; nil for one that is not.
func (v *View) District(d District) *DistrictView {
	for i := range v.Districts {
		if v.Districts[i].District == d {
			return &v.Districts[i]
		}
	}
	return nil
}

// Area is an area in use; nil for one that is not.
func (v *View) Area(a Area) *AreaView {
	for i := range v.Areas {
		if v.Areas[i].Area == a {
			return &v.Areas[i]
		}
	}
	return nil
}

// Manhole is a manhole in use; nil for one that is not.
func (v *View) Manhole(m Manhole) *ManholeView {
	for i := range v.Manholes {
		if v.Manholes[i].Manhole == m {
			return &v.Manholes[i]
		}
	}
	return nil
}

// ClaimOf is what a claim of an area in use would give a seat as things stand.
func (v *View) ClaimOf(seat int, a Area) Claim {
	area := v.Area(a)
	c := Claim{Seat: seat, Area: a, Owner: area.Owner, Power: area.Power[seat-1], Trophy: area.BackRoom != 0 && area.Owner != seat}
	for i := 1; i < v.Players; i++ {
		other := (seat-1+i)%v.Players + 1
		switch power := area.Power[other-1]; {
		case power > c.Most:
			c.Most, c.Rivals = power, []int{other}
		case power == c.Most && power > 0:
			c.Rivals = append(c.Rivals, other)
		}
	}
	return c
}

// Borders lists the edges on which a border is drawn: between an area of a
// territory and one that is nobody's or another seat's.
func (v *View) Borders() []Edge {
	var list []Edge
	for _, e := range Edges(v.Players) {
		if v.Area(e.A).Owner != v.Area(e.B).Owner {
			list = append(list, e)
		}
	}
	return list
}

// Order lists the seats clockwise from the start seat.
func (v *View) Order() []int {
	var order []int
	for i := range v.Players {
		order = append(order, (v.StartSeat-1+i)%v.Players+1)
	}
	return order
}

// TieBreak says what decided between the first two seats when their totals are
// the same: "missions", or "shared" when nothing did; otherwise "".
func (v *View) TieBreak() string {
	switch {
	case v.Result == nil:
		return ""
	case len(v.Result.Ranking[0]) > 1:
		return "shared"
	case v.Result.Scores[v.Result.Ranking[0][0]-1].Total == v.Result.Scores[v.Result.Ranking[1][0]-1].Total:
		return "missions"
	}
	return ""
}

// view shows a position to a viewer.
func (s *state) view(viewer game.Seat) *View {
	v := &View{
		Viewer:     viewer,
		Game:       kind,
		Edition:    edition,
		Players:    int(s.players),
		Round:      int(s.round),
		Phase:      s.phase.ID(),
		Active:     []int{},
		Over:       s.phase == Over,
		StartSeat:  int(s.startSeat),
		Removed:    s.removed.list(),
		LootSupply: int(s.lootSupply),
	}
	for _, seat := range s.Active() {
		v.Active = append(v.Active, int(seat))
	}
	for _, d := range Districts(v.Players) {
		v.Districts = append(v.Districts, DistrictView{d, int(s.loot[d])})
	}
	for _, a := range Areas(v.Players) {
		v.Areas = append(v.Areas, s.viewArea(a))
	}
	for _, m := range Manholes(v.Players) {
		v.Manholes = append(v.Manholes, ManholeView{m, int(s.ratsOf[m]), int(s.rats[m])})
	}
	if t := s.turn; t.step != NoStep {
		v.Turn = &Turn{int(t.seat), t.step, t.figure, t.area, int(t.left), int(t.spent), t.bonus, t.manhole}
		switch t.step {
		case StepOutside, StepBribe, StepInvade, StepReinforce:
			c := v.ClaimOf(v.Turn.Seat, t.area)
			v.Claim = &c
		}
	}
	for n := int8(1); n <= s.players; n++ {
		v.Seats = append(v.Seats, s.viewSeat(n, viewer))
	}
	v.Standings = s.standings()
	if s.phase == Over {
		o := s.outcome()
		v.Result = &o
	}
	return v
}

func (s *state) viewArea(a Area) AreaView {
	area := AreaView{Area: a, Owner: int(s.owners[a]), Tiles: s.tiles[a].list(), Bosses: []int{}}
	if s.backRooms.has(a) {
		area.BackRoom = area.Owner
	}
	for n := int8(1); n <= s.players; n++ {
		area.Henchmen = append(area.Henchmen, int(s.henchmen[n-1][a]))
		area.Power = append(area.Power, int(s.power(n, a)))
		if s.seat(n).bossAt == a {
			area.Bosses = append(area.Bosses, int(n))
		}
	}
	return area
}

func (s *state) viewSeat(n int8, viewer game.Seat) SeatView {
	me := s.seat(n)
	seat := SeatView{
		Seat:      int(n),
		Henchmen:  int(me.henchmen),
		Boss:      me.boss,
		Rats:      int(me.rats),
		BackRooms: int(me.backRooms),
		Loot:      int(me.loot),
		Tiles:     append([]Tile{}, me.tiles[:me.tileCount]...),
		Intrigue:  IntrigueView{Chosen: me.card != NoCard, Revealed: me.revealed},
		Outside:   s.outside(n).list(),
		Score:     me.score(),
	}
	if me.revealed || viewer == game.All || viewer == game.Seat(n) {
		seat.Intrigue.Card = me.card
	}
	for i := range s.players {
		seat.Trophies = append(seat.Trophies, int(me.trophies[i]))
	}
	for m, round := range me.missions {
		seat.Missions[m] = int(round)
	}
	for _, part := range s.parts(n) {
		seat.Territory = append(seat.Territory, part.list())
	}
	for _, e := range Enterprises() {
		if count := me.chain(e); count > 0 {
			seat.Chains = append(seat.Chains, Chain{e, count, ChainPoints(count)})
		}
	}
	return seat
}

// standings says how the seats stand in each mission.
func (s *state) standings() []Standing {
	count := s.numbers()
	var list []Standing
	for _, m := range AllMissions() {
		leader, first, second := count.leader(m)
		standing := Standing{Mission: m, First: int(first), Leader: int(leader)}
		if leader != 0 {
			standing.Ahead = int(first - second)
			if s.phase != Over && s.qualifies(leader, m, count) {
				standing.CanGain = int(leader)
			}
		}
		for n := int8(1); n <= s.players; n++ {
			number := count[m][n-1]
			standing.Numbers = append(standing.Numbers, int(number))
			standing.Scored = append(standing.Scored, int(s.seat(n).missions[m]))
			if leader == 0 && first > 0 && number == first {
				standing.Tied = append(standing.Tied, int(n))
			}
		}
		list = append(list, standing)
	}
	return list
}
