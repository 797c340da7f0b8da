package diepatin

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

func view(t *testing.T, s game.State, viewer game.Seat) *View {
	t.Helper()
	v, ok := s.View(viewer).(*View)
	if !ok {
		t.Fatalf("the view is a %T", s.View(viewer))
	}
	return v
}

// TestViewHides: a card is for its seat alone until the boss lady is placed.
func TestViewHides(t *testing.T) {
	t.Parallel()
	s := on(t, "r11-no-second-thoughts.json", "intrigue bribe", "intrigue invasion", "boss p1")
	for viewer := game.All; viewer <= 2; viewer++ {
		v := view(t, s, viewer)
		if v.Seats[0].Intrigue != (IntrigueView{Chosen: true, Card: Bribe, Revealed: true}) {
			t.Errorf("viewer %d sees of seat 1 %+v", viewer, v.Seats[0].Intrigue)
		}
		want := IntrigueView{Chosen: true}
		if viewer == game.All || viewer == 2 {
			want.Card = Invasion
		}
		if v.Seats[1].Intrigue != want {
			t.Errorf("viewer %d sees of seat 2 %+v", viewer, v.Seats[1].Intrigue)
		}
		if strings.Contains(v.Text(), "Invasion") != (want.Card == Invasion) || !strings.Contains(v.Text(), "Bribe") {
			t.Errorf("viewer %d's drawing tells too much or too little:\n%s", viewer, v.Text())
		}
	}
}

// TestShuffled gives others' hidden cards any value and leaves all else.
func TestShuffled(t *testing.T) {
	t.Parallel()
	s := on(t, "r11-no-second-thoughts.json", "intrigue bribe", "intrigue invasion").(*state)
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[Card]bool{}
	for range 50 {
		twin := s.Shuffled(1, random).(*state)
		seen[twin.seats[1].card] = true
		twin.seats[1].card = Invasion
		if *twin != *s {
			t.Fatal("another thing than the card has changed")
		}
	}
	if len(seen) != cards {
		t.Errorf("seat 2's cards are %v", seen)
	}
	if twin := s.Shuffled(game.All, random).(*state); *twin != *s {
		t.Error("who sees everything gets another position")
	}
}

// TestBossLabelsTellNoCard: the label is the same for each card that leads there.
func TestBossLabelsTellNoCard(t *testing.T) {
	t.Parallel()
	s := *on(t, "r13-bribe-and-invasion-are-whole.json").(*state)
	var labels []game.Label
	for _, c := range Cards() {
		s.seats[0].card = c
		labels = append(labels, s.Describe(1, "boss y1"))
	}
	if !reflect.DeepEqual(labels[0], labels[1]) || !reflect.DeepEqual(labels[1], labels[2]) {
		t.Errorf("%+v", labels)
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	v := view(t, on(t, "03-claim-with-trophy.json", "henchman t2", "rat m10"), game.Spectator)
	want := Claim{Seat: 1, Area: T2, Owner: 2, Power: 4, Most: 2, Rivals: []int{2}, Trophy: true}
	if v.Claim == nil || !reflect.DeepEqual(*v.Claim, want) || !v.Claim.Wins() || v.Claim.Missing() != 0 {
		t.Errorf("the claim is %+v", v.Claim)
	}
	v = view(t, on(t, "04-claim-fails.json", "henchman t2"), game.Spectator)
	if v.Claim == nil || v.Claim.Wins() || v.Claim.Missing() == 0 || v.Claim.Power+v.Claim.Missing() != v.Claim.Most+1 {
		t.Errorf("the claim is %+v", v.Claim)
	}
	v = view(t, on(t, "r27-power.json"), 3)
	if v.Claim != nil {
		t.Errorf("nobody claims, and the claim is %+v", v.Claim)
	}
	for _, test := range []struct {
		seat        int
		power, most int
		rivals      []int
	}{
		{1, 2, 5, []int{2}},
		{2, 5, 2, []int{1}},
		{3, 1, 5, []int{2}},
	} {
		if c := v.ClaimOf(test.seat, T1); c.Power != test.power || c.Most != test.most || !slices.Equal(c.Rivals, test.rivals) || c.Owner != 2 || c.Trophy {
			t.Errorf("seat %d would claim %+v", test.seat, c)
		}
	}
	if c := v.ClaimOf(1, R3); c.Most != 0 || c.Rivals != nil || c.Wins() || c.Missing() != 1 {
		t.Errorf("an empty area would be claimed with %+v", c)
	}
	v = view(t, on(t, "r28-above-owner-and-third-seat.json"), 0)
	if got := v.Area(T1).Power; !slices.Equal(got, []int{3, 1, 4}) {
		t.Errorf("power %v", got)
	}
}

// TestBorders: an edge between different owners, also between one and nobody.
func TestBorders(t *testing.T) {
	t.Parallel()
	borders := func(file string) string {
		var list []string
		for _, e := range view(t, on(t, file), 0).Borders() {
			list = append(list, fmt.Sprintf("%s-%s:%s-%s", e.A.ID(), e.B.ID(), e.From.ID(), e.To.ID()))
		}
		return strings.Join(list, " ")
	}
	// Seat 1 has p2, seat 2 has t1.
	if got := borders("worked-example-state.json"); got != "p1-p2:m16-m20 p2-p3:m20-m25 t1-t2:m10-m14 t1-t3:m11-m14" {
		t.Errorf("borders %s", got)
	}
	// Seat 1 has all but t1: no border between its own areas.
	if got := borders("r19-boss-lady-without-an-area.json"); got != "t1-t2:m10-m14 t1-t3:m11-m14" {
		t.Errorf("borders %s", got)
	}
	if n := len(view(t, on(t, "r06-more-than-15-borders.json"), 0).Borders()); n <= 15 {
		t.Errorf("only %d borders", n)
	}
}

func TestStandings(t *testing.T) {
	t.Parallel()
	v := view(t, on(t, "r42-once-per-seat.json", "henchman b2", "done"), 0)
	want := []Standing{
		{Mission: MostAreas, Numbers: []int{3, 2, 1}, Scored: []int{1, 0, 0}, First: 3, Leader: 1, Ahead: 1},
		{Mission: MostCrowd, Numbers: []int{3, 5, 0}, Scored: []int{0, 0, 0}, First: 5, Leader: 2, Ahead: 2, CanGain: 2},
		{Mission: MostSpread, Numbers: []int{2, 2, 0}, Scored: []int{0, 0, 0}, First: 2, Tied: []int{1, 2}},
		{Mission: MostBackRooms, Numbers: []int{0, 0, 0}, Scored: []int{0, 0, 0}},
		{Mission: MostLoot, Numbers: []int{2, 1, 0}, Scored: []int{0, 0, 0}, First: 2, Leader: 1, Ahead: 1, CanGain: 1},
	}
	if !reflect.DeepEqual(v.Standings, want) {
		t.Errorf("standings\n%+v\nwant\n%+v", v.Standings, want)
	}
}

func TestSeatViews(t *testing.T) {
	t.Parallel()
	v := view(t, on(t, "worked-example-score.json", "henchman b2", "done"), 2)
	s := v.Seats[0]
	if want := (Score{Missions: 6, Chains: 9, Symbols: 2, Trophies: 3, Total: 20}); s.Score != want {
		t.Errorf("so far %+v", s.Score)
	}
	if want := []Chain{{ClawStudio, 2, 3}, {HatShop, 3, 6}}; !slices.Equal(s.Chains, want) {
		t.Errorf("chains %+v", s.Chains)
	}
	if s.Missions[MostSpread] != 2 || s.Missions[MostCrowd] != 0 {
		t.Errorf("missions %+v", s.Missions)
	}
	s = view(t, on(t, "r16-split-territory.json"), 2).Seats[0]
	if want := [][]Area{{B2}, {R2}}; !reflect.DeepEqual(s.Territory, want) {
		t.Errorf("territory %v", s.Territory)
	}
	if want := []Area{B1, Y1, Y3, R1, R3, T1}; !slices.Equal(s.Outside, want) {
		t.Errorf("outside %v", s.Outside)
	}
	if v.Area(O1) != nil || v.Manhole(30) != nil || v.District(Orange) != nil {
		t.Error("what is not in use is in the view")
	}
	if v.Area(Y3).Henchmen[1] != 3 || v.Manhole(7).Rats != 5 || v.District(Blue).Loot != 2 {
		t.Error("the view finds the wrong things")
	}
	if order := view(t, on(t, "07-missions-and-next-round.json"), 0).Order(); !slices.Equal(order, []int{2, 3, 1}) {
		t.Errorf("the order from the start seat is %v", order)
	}
}

// TestDescribe gives each kind of move its key, arguments, group and spot.
func TestDescribe(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file  string
		moves []game.Move
		move  game.Move
		want  string // key, group, spot, arguments
	}{
		{"01-start-4p.json", nil, "start b2", "start start area:b2 area=b2 seat=1"},
		{"01-start-4p.json", []game.Move{"start b2"}, "three m10", "first-rats place manhole:m10 area=b2 manhole=m10 rats=3 seat=1"},
		{"01-start-4p.json", []game.Move{"start b2", "three m10", "two m7"}, "one m1", "first-rats place manhole:m1 area=b2 manhole=m1 rats=1 seat=1"},
		{"r11-no-second-thoughts.json", nil, "intrigue bribe", "intrigue intrigue card:bribe card=bribe seat=1"},
		{"r13-bribe-and-invasion-are-whole.json", nil, "henchman b2", "henchman henchman area:b2 area=b2 seat=1"},
		{"r13-bribe-and-invasion-are-whole.json", nil, "henchman y1", "henchman-outside henchman area:y1 area=y1 owner=2 seat=1"},
		{"r13-bribe-and-invasion-are-whole.json", nil, "boss b1", "boss-outside boss area:b1 area=b1 owner=0 seat=1"},
		{"r12-done-at-once.json", nil, "boss b2", "boss boss area:b2 area=b2 seat=1"},
		{"r19-boss-lady-without-an-area.json", []game.Move{"henchman p1", "done", "boss t1", "done"}, "pass", "pass pass  seat=1"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, "rat m7", "rat rat manhole:m7 manhole=m7 rats=3 seat=1 step=inside"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, "remove m3", "rat-remove remove manhole:m3 manhole=m3 owner=2 rats=2 seat=1 step=inside"},
		{"r23-empty-supply-inside.json", []game.Move{"henchman b2", "rat m1"}, "move m26 m10", "rat-move move manhole:m10 from=m26 manhole=m10 rats=0 seat=1 step=inside"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, "loot", "loot act district:blue area=b2 district=blue left=2 seat=1"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, "done", "done done  area=b2 left=2 seat=1"},
		{"bonus-remove.json", []game.Move{"henchman b1"}, "backroom casino", "backroom backroom tile:casino:remove area=b1 bonus=remove enterprise=casino seat=1 tiles=1"},
		{"bonus-remove.json", []game.Move{"henchman b1", "backroom casino"}, "skip", "skip done  bonus=remove seat=1"},
		{"06-invasion.json", []game.Move{"boss y2"}, "invade m11", "invade invade manhole:m11 area=y2 manhole=m11 owner=2 rats=5 seat=1"},
		{"r14-loot-is-spent-one-by-one.json", []game.Move{"henchman t1", "rat m14"}, "claim", "claim done area:t1 area=t1 owner=0 seat=1"},
		{"r44-all-at-once.json", []game.Move{"henchman b2", "done"}, "mission crowd", "mission mission mission:crowd mission=crowd number=5 points=4 seat=1"},
		{"r44-all-at-once.json", []game.Move{"henchman b2", "done"}, "mission none", "mission-none mission  points=4 seat=1"},
	} {
		s := on(t, test.file, test.moves...)
		seat := s.Active()[0]
		if !slices.Contains(s.Legal(seat), test.move) {
			t.Errorf("%q is not legal in %s", test.move, test.file)
		}
		l := s.Describe(seat, test.move)
		got := l.Key + " " + l.Group + " " + l.Spot
		for _, key := range slices.Sorted(maps.Keys(l.Args)) {
			got += " " + key + "=" + l.Args[key]
		}
		if got != test.want {
			t.Errorf("%q: %s; want %s", test.move, got, test.want)
		}
	}
	s := on(t, "r12-done-at-once.json")
	if l := s.Describe(1, "no move"); l.Key != "" {
		t.Errorf("no move is %+v", l)
	}
	if l := s.Describe(9, "pass"); l.Key != "" {
		t.Errorf("nobody's move is %+v", l)
	}
}

// TestTexts: printing and reading a move are each other's inverse.
func TestTexts(t *testing.T) {
	t.Parallel()
	if want := 3*21 + 6*30 + 30*29 + 3 + 9 + 5 + 6; len(parsed) != want {
		t.Errorf("%d moves, not %d", len(parsed), want)
	}
	for text, m := range parsed {
		if m.text() != text || game.Parse(string(text)) != text {
			t.Errorf("%q is printed as %q", text, m.text())
		}
	}
}

// TestEmptyLists are written as lists, not as null.
func TestEmptyLists(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"r04-none-removed-with-five.json", "03-claim-with-trophy.json", "r48-shared-place.json"} {
		text, err := on(t, file).MarshalJSON()
		if err != nil || strings.Contains(string(text), "null") {
			t.Errorf("%s: %s (%v)", file, text, err)
		}
	}
}
