package derpate

import (
	"math/rand/v2"

	"pizzini/engine/game"
)

// View is a position as one viewer may see it. What he may not know is nil. What
// pages and letters work out from it stands here too, outside the JSON.
type View struct {
	Viewer      game.Seat  `json:"-"`
	Flags       Flags      `json:"-"`
	Players     int        `json:"-"`
	Rounds      int        `json:"-"`
	Game        string     `json:"game"`
	Edition     string     `json:"edition"`
	OpenMoney   bool       `json:"openMoney"`
	Round       int        `json:"round"` // 0 in the set-up
	Phase       Phase      `json:"phase"`
	Active      []int      `json:"active"`
	Over        bool       `json:"over"`
	Result      *Outcome   `json:"result,omitzero"`
	StartPlayer int        `json:"startPlayer"`
	Car         Business   `json:"car"`
	Street      Street     `json:"businesses"`
	EventTrack  EventTrack `json:"eventTrack"`
	KOTrack     Track      `json:"koTrack"` // NoTrack until it is settled
	Event       Event      `json:"event"`   // this round's card
	EventsSeen  []Event    `json:"eventsSeen"`
	EventDeck   []Event    `json:"eventDeck,omitzero"`
	EventsLeft  int        `json:"eventsLeft"`
	EventQueue  []int      `json:"eventQueue"`
	FriendsLeft int        `json:"friendsLeft"`
	Turn        *Turn      `json:"turn"`
	Seats       []Family   `json:"seats"` // seat 1 first
}

// EventTrack holds the places of the event markers, 0 to 4; 4 is the K.O. space.
type EventTrack struct {
	Gray int `json:"gray"`
	Red  int `json:"red"`
}

// Street is the ring of the twelve businesses, clockwise.
type Street [businesses]Stop

// Stop is a business and the car space in front of it.
type Stop struct {
	Business  Business `json:"-"`
	Car       bool     `json:"-"` // the car stands here
	Protected bool     `json:"-"` // the car protects its district now
	Harassed  bool     `json:"-"` // the car keeps it from paying now
	Owner     Owner    `json:"owner"`
	BloodDebt Owner    `json:"bloodDebt"` // whom the next one who enters owes a marker to
}

// Turn is the turn of the active seat.
type Turn struct {
	Seat       int      `json:"seat"`
	Row        int      `json:"row"`
	Step       Step     `json:"step"`
	Dice       Dice     `json:"dice"`
	Placed     []Placed `json:"placed"`
	FavorsUsed int      `json:"favorsUsed"`
	Choice     Space    `json:"choice"` // the space that asks, in the step choose
}

// Dice holds the faces of the dice that are thrown and not placed.
type Dice struct {
	Black Face `json:"black"`
	White Face `json:"white"`
	Gray  Face `json:"gray"`
	Red   Face `json:"red"`
}

// Of is the face of one die.
func (d Dice) Of(c Colour) Face { return d.list()[c] }

func (d Dice) list() [dice]Face { return [dice]Face{d.Black, d.White, d.Gray, d.Red} }

// Placed is a die on the dice board.
type Placed struct {
	Row   int    `json:"row"`
	Die   Colour `json:"die"`
	Face  Face   `json:"face"`
	Space Space  `json:"space"`
}

// Family is what lies before one seat.
type Family struct {
	Businesses int    `json:"-"` // how many it controls
	Seat       int    `json:"seat"`
	Family     string `json:"family"`
	Money      *int   `json:"money,omitempty"` // in dollars; nil when the viewer may not know
	Reputation int    `json:"reputation"`
	Influence  int    `json:"influence"`
	Income     int    `json:"income"`
	Favors     int    `json:"favors"`
	Supply     int    `json:"supply"`
	Prison     int    `json:"prison"`
	Hudson     int    `json:"hudson"`
	Friends    int    `json:"friends"`
	Tiles      []Tile `json:"tiles"` // held
	DebtSupply int    `json:"debtSupply"`
	Owes       []int  `json:"owes"` // own markers with the bank, seat 1, seat 2 …
}

// Name is the family's name for people.
func (f *Family) Name() string { return FamilyName(f.Seat) }

// At is the family's space on a track.
func (f *Family) At(t Track) int {
	return [tracks]int{f.Reputation, f.Influence, f.Income, f.Favors}[t]
}

// Holds says whether the family holds a tile.
func (f *Family) Holds(t Tile) bool {
	for _, held := range f.Tiles {
		if held == t {
			return true
		}
	}
	return false
}

// Used says whether the family has used a tile: it is neither held nor still
// before the marker on its track.
func (f *Family) Used(t Tile) bool { return !f.Holds(t) && f.At(t.Track()) >= t.Space() }

// Available says whether the family's Favors marker has reached a favour.
func (f *Family) Available(favor Favor) bool { return f.Favors >= favor.Space() }

// Debt says how many markers of one family lie with another, or with the bank.
type Debt struct {
	From  int // the family whose markers they are
	To    int // who has them; 0 is the bank
	Count int
}

// Debts lists who has whose markers.
func (v *View) Debts() []Debt {
	var list []Debt
	for _, f := range v.Seats {
		for to, count := range f.Owes {
			if count > 0 {
				list = append(list, Debt{f.Seat, to, count})
			}
		}
	}
	return list
}

// DropsOut says whether a seat would drop out now, as far as that is known: it is
// not on the last space of the K.O. track.
func (v *View) DropsOut(seat int) bool {
	return v.KOTrack != NoTrack && v.Seats[seat-1].At(v.KOTrack) < v.KOTrack.End()
}

// Asked says whether the seat is among those whom the event card still asks.
func (v *View) Asked(seat int) bool {
	for _, n := range v.EventQueue {
		if n == seat {
			return true
		}
	}
	return false
}

// Lie is a space of the dice board with the die that lies there.
type Lie struct {
	BoardSpace
	Die  Colour // NoColour when the space is free
	Face Face   // of the die
}

// Board is the dice board as it lies: four rows of spaces.
func (v *View) Board() [rows][]Lie {
	var board [rows][]Lie
	for row := range board {
		for _, space := range Spaces(row + 1) {
			lie := Lie{space, NoColour, NoFace}
			if v.Turn != nil {
				for _, p := range v.Turn.Placed {
					if p.Row == row+1 && p.Space == space.Space {
						lie.Die, lie.Face = p.Die, p.Face
					}
				}
			}
			board[row] = append(board[row], lie)
		}
	}
	return board
}

// TieBreak says what decided between one place of the ranking, from 0, and the
// next one where the totals are the same: "reputation" or "influence", the track
// that is not the K.O. track; "family"; "tracks", the sum of both; otherwise "".
func (v *View) TieBreak(place int) string {
	if v.Result == nil || place < 0 || place+1 >= len(v.Result.Ranking) {
		return ""
	}
	a, b := v.Result.Ranking[place][0]-1, v.Result.Ranking[place+1][0]-1
	if v.Result.Scores[a].Total != v.Result.Scores[b].Total {
		return ""
	}
	if v.Flags.TrackSum {
		return "tracks"
	}
	other := Reputation
	if v.KOTrack == Reputation {
		other = Influence
	}
	if v.Seats[a].At(other) != v.Seats[b].At(other) {
		return other.ID()
	}
	return "family"
}

// view shows a position to a viewer. All money is open when the game is over
// (R32); the deck is seen by All alone.
func (s *state) view(viewer game.Seat) *View {
	v := &View{
		Viewer:      viewer,
		Flags:       s.flags,
		Players:     int(s.players),
		Rounds:      rounds,
		Game:        kind,
		Edition:     Kosmos,
		OpenMoney:   s.openMoney,
		Round:       int(s.round),
		Phase:       s.phase,
		Active:      []int{},
		Over:        s.phase == Over,
		StartPlayer: int(s.startPlayer),
		Car:         s.car,
		Event:       s.event(),
		EventsSeen:  append([]Event{}, s.seen()...),
		EventsLeft:  int(rounds - s.round),
		EventQueue:  s.queue(),
		FriendsLeft: int(s.friendsLeft()),
		Turn:        s.viewTurn(),
		Seats:       make([]Family, s.players),
	}
	if s.tw {
		v.Edition = TW
	}
	if s.active != 0 {
		v.Active = append(v.Active, int(s.active))
	}
	if viewer == game.All {
		v.EventDeck = append([]Event{}, s.deck[s.round:]...)
	}
	gray, red, ko := markers(s.seen())
	v.EventTrack, v.KOTrack = EventTrack{int(gray), int(red)}, ko
	for b := range Business(businesses) {
		here := s.car == b
		v.Street[b] = Stop{
			Business:  b,
			Car:       here,
			Protected: s.car != NoBusiness && s.protected(b),
			Harassed:  here && s.flags.Harass,
			Owner:     s.owner[b],
			BloodDebt: s.bloodDebt[b],
		}
	}
	for n := int8(1); n <= s.players; n++ {
		open := s.openMoney || s.phase == Over || viewer == game.All || viewer == game.Seat(n)
		v.Seats[n-1] = s.viewFamily(n, open)
	}
	if s.phase == Over {
		o := s.outcome()
		v.Result = &o
	}
	return v
}

// queue lists the seats that an event card still asks, in order: the active one
// and those after it, before it is the start player's turn again. Crackdown asks
// the start player alone.
func (s *state) queue() []int {
	list := []int{}
	if s.phase != EventPhase {
		return list
	}
	for n := s.active; ; n = s.next(n) {
		list = append(list, int(n))
		if s.event() == Crackdown || s.next(n) == s.startPlayer {
			return list
		}
	}
}

func (s *state) viewTurn() *Turn {
	if s.phase != TurnPhase {
		return nil
	}
	t := &s.turn
	turn := &Turn{
		Seat:       int(s.active),
		Row:        int(t.row),
		Step:       t.step,
		Dice:       Dice{t.dice[Black], t.dice[White], t.dice[Gray], t.dice[Red]},
		Placed:     []Placed{},
		FavorsUsed: int(t.favors),
		Choice:     t.choice,
	}
	for i, p := range t.placed[:t.count] {
		turn.Placed = append(turn.Placed, Placed{i + 1, p.die, p.face, p.space})
	}
	return turn
}

func (s *state) viewFamily(n int8, openMoney bool) Family {
	me := s.seat(n)
	f := Family{
		Businesses: int(s.businesses(n)),
		Seat:       int(n),
		Family:     familyIDs[n-1],
		Reputation: int(me.track[Reputation]),
		Influence:  int(me.track[Influence]),
		Income:     int(me.track[Income]),
		Favors:     int(me.track[Favors]),
		Supply:     int(me.supply),
		Prison:     int(me.prison),
		Hudson:     int(me.hudson),
		Friends:    int(me.friends),
		Tiles:      me.tiles.list(),
		DebtSupply: int(me.debtSupply()),
		Owes:       make([]int, s.players+1),
	}
	if openMoney {
		money := me.money
		f.Money = &money
	}
	for i := range f.Owes {
		f.Owes[i] = int(me.owes[i])
	}
	return f
}

// Shuffled deals the cards that a viewer has not seen anew: the deck and the
// three that are out. Money stays: it is a courtesy secret, and the table has
// seen every payment.
func (s *state) Shuffled(viewer game.Seat, random *rand.Rand) game.State {
	next := *s
	if viewer == game.All {
		return &next
	}
	var seen [events + 1]bool
	for _, e := range s.seen() {
		seen[e] = true
	}
	var unseen []Event
	for _, e := range EventCards() {
		if !seen[e] {
			unseen = append(unseen, e)
		}
	}
	random.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	copy(next.deck[s.round:], unseen)
	return &next
}
