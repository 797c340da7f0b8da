package derpate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// board is a match on which a test plays.
type board struct {
	t     *testing.T
	s     game.State
	facts []string // of the last move
}

// begin2 begins a match of two in round 1 with Headlines: the car stands at
// greenwich-3, seat 1 has Greenwich, seat 2 the East Side.
func begin2(t *testing.T, options game.Options, seats string) *board {
	t.Helper()
	setup := `{"eventDeck":["headlines","vendetta","good-neighbour","crackdown","casino-raid","donation","rough-ride"],"car":"lower-5","districts":["greenwich","east"],"position":{"seats":[` + seats + `]}}`
	s, _, err := Rules{}.Start(game.Config{Players: 2, Options: options, Setup: json.RawMessage(setup)}, game.Drawing(nil))
	if err != nil {
		t.Fatal(err)
	}
	return &board{t: t, s: s}
}

// play plays moves of whoever is active, with the faces that are thrown.
func (b *board) play(faces string, moves ...game.Move) *board {
	b.t.Helper()
	var outcomes []any
	for face := range strings.FieldsSeq(faces) {
		if n, err := strconv.Atoi(face); err == nil {
			outcomes = append(outcomes, n)
		} else {
			outcomes = append(outcomes, face)
		}
	}
	for _, m := range moves {
		b.facts = nil
		tape := game.Scripted(outcomes, nil)
		tape.Listen(func(f game.Fact) { b.facts = append(b.facts, factText(f)) })
		next, err := game.Play(b.s, b.s.Active()[0], m, tape)
		if err != nil {
			b.t.Fatal(err)
		}
		b.s, outcomes = next, tape.Rest()
	}
	return b
}

func factText(f game.Fact) string {
	text := f.Key
	for _, key := range slices.Sorted(maps.Keys(f.Args)) {
		text += " " + key + "=" + f.Args[key]
	}
	return text
}

func (b *board) told(want ...string) {
	b.t.Helper()
	if !slices.Equal(b.facts, want) {
		b.t.Errorf("told\n\t%s\nwant\n\t%s", strings.Join(b.facts, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestFactsOfATurn: what the spaces do is told in order, each payment and step.
func TestFactsOfATurn(t *testing.T) {
	t.Parallel()
	b := begin2(t, nil, `{"reputation":11,"influence":3,"prison":1},{"owes":[0,2,0],"money":5000}`)
	b.play("1 2 3 hand", "roll")
	b.told("rolled black=1 gray=3 red=hand row=1 seat=1 white=2")
	b.play("", "place black 1")
	b.told("placed die=black face=1 row=1 seat=1 space=protection",
		"paid amount=1000 for=protection seat=1", "advanced seat=1 space=4 steps=1 track=influence", "tile-won seat=1 tile=cop",
		"paid amount=1000 for=protection seat=2", "advanced seat=2 space=1 steps=1 track=influence")
	b.play("hand 3 1", "roll")
	b.play("5", "tile cop red")
	b.told("tile-used seat=1 tile=cop", "rerolled red=5 row=2 seat=1")
	b.play("", "place white hand")
	b.told("placed die=white face=hand row=2 seat=1 space=press",
		"advanced seat=1 space=12 steps=1 track=reputation", "tile-won seat=1 tile=birthday", "advanced seat=1 space=5 steps=1 track=influence", "paid amount=2000 for=headlines seat=1")
	b.play("", "tile birthday reputation")
	b.told("tile-used seat=1 tile=birthday", "paid amount=1000 for=track-end seat=1")
	b.play("3 4", "roll", "place gray 3")
	b.told("placed die=gray face=3 row=3 seat=1 space=gathering",
		"due amount=6000 count=2 seat=2 to=1", "settled amount=6000 seat=2 to=1", "debt-returned count=2 from=1 seat=2")
	b.play("", "place red 4")
	b.told("placed die=red face=4 row=4 seat=1 space=attorney", "freed count=1 seat=1", "turn round=1 seat=2")
}

// TestFactsOfSpaces: visits, takeovers, raids, Friends and persons.
func TestFactsOfSpaces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		options game.Options
		seats   string
		faces   []string // of rows 1, 2, 3
		moves   []game.Move
		want    []string // of the last move, after "placed"
	}{
		{nil, ``, []string{"5 1 1 1", "3 1 1"}, []game.Move{"place red 1", "place black 3"},
			[]string{"car business=east-2 from=greenwich-3 steps=3", "sent-home business=east-2 seat=2"}},
		{nil, ``, []string{"1 1 1 5", "2 1 1"}, []game.Move{"place red 5", "place black 2"},
			[]string{"car business=greenwich-4 from=greenwich-3 steps=2", "nothing seat=1 space=visit"}},
		{game.Options{"visit": "occupy"}, ``, []string{"1 1 1 5", "3 1 1"}, []game.Move{"place red 5", "place black 3", "occupy east-2"},
			[]string{"sent-home business=east-2 seat=2", "occupied business=east-2 seat=1"}},
		{nil, ``, []string{"1 1 1 5", "1 1 4"}, []game.Move{"place red 5", "place gray 4"},
			[]string{"advanced seat=1 space=4 steps=4 track=reputation", "tile-won seat=1 tile=wedding"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1"}, []game.Move{"place red 5", "place white 1"}, []string{"paid amount=1000 for=odds seat=1"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1", "2 1"}, []game.Move{"place red 5", "place white 1", "place black 2", "take east-2"},
			[]string{"taken business=east-2 from=2 seat=1", "sunk business=east-2 seat=2", "debt-given seat=1 to=2"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1", "2 1"}, []game.Move{"place red 5", "place white 1", "place black 2", "take italy-2"},
			[]string{"taken business=italy-2 from=0 seat=1", "neutral-gone business=italy-2", "debt-given seat=1 to=0"}},
		{game.Options{"takeover": "kill-or-enter"}, ``, []string{"1 1 1 5", "1 1 1", "2 1"}, []game.Move{"place red 5", "place white 1", "place black 2", "kill east-2"},
			[]string{"killed business=east-2 from=2 seat=1", "sunk business=east-2 seat=2"}},
		{game.Options{"takeover": "kill-or-enter"}, ``, []string{"1 1 1 5", "1 1 1", "2 1"}, []game.Move{"place red 5", "place white 1", "place black 2", "kill east-2", "place gray 1", "occupy east-2"},
			[]string{"occupied business=east-2 seat=1", "debt-given seat=1 to=2", "turn round=1 seat=2"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1", "2 1"}, []game.Move{"place red 5", "place white 1", "place black 2", "pass"}, []string{"passed choice=takeover seat=1"}},
		{nil, `{"hudson":4}`, []string{"1 1 1 5", "1 1 1", "2 1"}, []game.Move{"place red 5", "place white 1", "place black 2"}, []string{"nothing seat=1 space=takeover"}},
		{nil, ``, []string{"1 5 1 1", "1 1 1", "1 2"}, []game.Move{"place white 5", "place gray 1", "place red 2"},
			[]string{"raid number=2", "jailed business=east-2 seat=2", "neutral-gone business=italy-2", "neutral-gone business=lower-2"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1", "1 3"}, []game.Move{"place red 5", "place gray 1", "place white 3"},
			[]string{"spent amount=3000 for=friend seat=1", "friends count=1 for=friend seat=1"}},
		{game.Options{"friendsBought": "pips"}, `{"money":2000}`, []string{"1 1 1 5", "1 1 1", "1 3"}, []game.Move{"place red 5", "place gray 1", "place white 3"},
			[]string{"spent amount=2000 for=friend seat=1", "friends count=2 for=friend seat=1"}},
		{nil, `{"money":0}`, []string{"1 1 1 5", "1 1 1", "1 3"}, []game.Move{"place red 5", "place gray 1", "place white 3"}, []string{"no-money for=friend seat=1"}},
		{nil, `{"friends":13}`, []string{"1 1 1 5", "1 1 1", "1 3"}, []game.Move{"place red 5", "place gray 1", "place white 3"}, []string{"no-friend-left seat=1"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1", "1 3"}, []game.Move{"place red 5", "place white 1", "place gray 3"}, []string{"nothing seat=1 space=gathering"}},
		{nil, ``, []string{"1 1 1 5", "1 1 1", "1 3"}, []game.Move{"place red 5", "place white 1", "place gray 3", "place black 1", "inform east-5"},
			[]string{"informed business=east-5 from=2 seat=1", "jailed business=east-5 seat=2", "turn round=1 seat=2"}},
		{nil, ``, []string{"1 1 1 5", "2 1 1", "1 hand"}, []game.Move{"place red 5", "place black 2", "place gray hand", "place white 1", "banker income"},
			[]string{"advanced seat=1 space=1 steps=1 track=income", "turn round=1 seat=2"}},
		{nil, `{"influence":12,"tiles":["senator"]}`, []string{"1 1 1 5", "1 1 2"}, []game.Move{"place red 5", "place gray 2 as white"}, []string{"paid amount=2000 for=odds seat=1"}},
		{nil, ``, []string{"1 1 2 5", "1 1 1"}, []game.Move{"place gray 2"},
			[]string{"paid amount=2000 for=smuggling seat=2", "advanced seat=2 space=1 steps=1 track=reputation"}},
	} {
		b := begin2(t, test.options, test.seats)
		faces := test.faces
		for _, m := range test.moves {
			if slices.Contains(b.s.Legal(1), "roll") {
				b.play(faces[0], "roll")
				faces = faces[1:]
			}
			b.play("", m)
		}
		if len(b.facts) > 0 && strings.HasPrefix(b.facts[0], "placed ") {
			b.facts = b.facts[1:]
		}
		b.told(test.want...)
	}
}

// TestFactsOfOptions: tiles and favours.
func TestFactsOfOptions(t *testing.T) {
	t.Parallel()
	seat := `{"reputation":12,"influence":8,"tiles":["wedding","grandchild","birthday","judge"],"favors":4,"friends":3,"hudson":1,"owes":[1,0,1]}`
	for _, test := range []struct {
		faces string
		move  game.Move
		want  []string
	}{
		{"", "tile wedding", []string{"tile-used seat=1 tile=wedding", "friends count=1 for=wedding seat=1"}},
		{"4", "tile grandchild", []string{"tile-used seat=1 tile=grandchild", "grandchild face=4 seat=1", "paid amount=4000 for=grandchild seat=1"}},
		{"hand", "tile grandchild", []string{"tile-used seat=1 tile=grandchild", "grandchild face=hand seat=1"}},
		{"", "tile birthday income", []string{"tile-used seat=1 tile=birthday", "advanced seat=1 space=1 steps=1 track=income"}},
		{"", "favor hudson", []string{"favor-used favor=hudson seat=1", "saved seat=1"}},
		{"", "favor debt bank", []string{"favor-used favor=debt seat=1", "debt-returned count=1 from=0 seat=1"}},
		{"", "favor debt 2", []string{"favor-used favor=debt seat=1", "debt-returned count=1 from=2 seat=1"}},
		{"", "favor advance influence", []string{"favor-used favor=advance seat=1", "advanced seat=1 space=10 steps=2 track=influence"}},
		{"", "favor advance reputation", []string{"favor-used favor=advance seat=1", "paid amount=1000 for=track-end seat=1"}},
		{"", "favor cash", []string{"favor-used favor=cash seat=1", "paid amount=5000 for=cash seat=1"}},
	} {
		b := begin2(t, nil, seat).play(test.faces, test.move)
		b.told(test.want...)
	}
	b := begin2(t, nil, seat).play("1 1 1 1", "roll").play("2 3 4 5", "tile judge")
	b.told("tile-used seat=1 tile=judge", "rerolled black=2 gray=4 red=5 row=1 seat=1 white=3")
}

// TestFactsOfRounds: the round begins with the income; the card's marker, the
// car, its text follow.
func TestFactsOfRounds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		card string
		opts game.Options
		seat string
		want []string // after the event marker
	}{
		{"good-neighbour", nil, ``, []string{"car business=east-2 from=lower-5 steps=5", "friends count=1 for=good-neighbour seat=2", "turn round=2 seat=1"}},
		{"casino-raid", nil, ``, []string{"car business=greenwich-4 from=lower-5 steps=4", "raid number=5", "jailed business=east-5 seat=2", "neutral-gone business=lower-5", "turn round=2 seat=1"}},
		{"obligation", nil, `{"owes":[5,0,0]}`, []string{"car business=east-2 from=lower-5 steps=5", "debt-given seat=2 to=1", "turn round=2 seat=1"}},
		{"headlines", nil, ``, []string{"car business=greenwich-3 from=lower-5 steps=2", "turn round=2 seat=1"}},
		{"donation", nil, ``, []string{"car business=greenwich-4 from=lower-5 steps=4"}},
		{"vendetta", nil, ``, []string{"car business=greenwich-3 from=lower-5 steps=2", "turn round=2 seat=1"}},
		{"vendetta", game.Options{"ownTurnEvents": false}, ``, []string{"car business=greenwich-3 from=lower-5 steps=2"}},
		{"crackdown", nil, ``, []string{"car business=greenwich-1 from=lower-5 steps=3"}},
	} {
		cards := []Event{RoughRide}
		for _, e := range EventCards() {
			if e.ID() == test.card {
				cards = append(cards, e)
			}
		}
		for _, e := range EventCards() {
			if !slices.Contains(cards, e) && len(cards) < rounds {
				cards = append(cards, e)
			}
		}
		options, err := Rules{}.Resolve(2, test.opts)
		if err != nil {
			t.Fatal(err)
		}
		seat := 1
		car, d := Business(10), deal{StartPlayer: &seat, EventDeck: cards}
		d.Car, d.Districts = &car, []District{Greenwich, East}
		d.Position = json.RawMessage(`{"seats":[` + test.seat + `]}`)
		if err := d.position.read(d.Position); err != nil {
			t.Fatal(err)
		}
		s, err := d.state(2, options)
		if err != nil {
			t.Fatal(err)
		}
		s.car = car
		s.seat(1).track[Income], s.seat(2).track[Income] = 2, 1
		var facts []string
		tape := game.Recorded(nil)
		tape.Listen(func(f game.Fact) { facts = append(facts, factText(f)) })
		resolution{s, tape}.beginRound()
		space := "space=1"
		if cards[1].Colour() == Red {
			space = "space=2"
		}
		b := &board{t: t, facts: facts}
		b.told(append([]string{"round round=2", "paid amount=2000 for=income seat=1", "paid amount=1000 for=income seat=2",
			"event event=" + test.card + " round=2", "event-marker colour=" + cards[1].Colour().ID() + " " + space}, test.want...)...)
	}
}

// TestFactsOfEvents: what the cards ask for.
func TestFactsOfEvents(t *testing.T) {
	t.Parallel()
	begin := func(card, seats string) *board {
		cards := []string{card}
		for _, e := range EventCards() {
			if e.ID() != card && len(cards) < rounds {
				cards = append(cards, e.ID())
			}
		}
		deck, err := json.Marshal(cards)
		if err != nil {
			t.Fatal(err)
		}
		setup := fmt.Sprintf(`{"eventDeck":%s,"car":"lower-5","districts":["greenwich","east"],"position":{"seats":[%s]}}`, deck, seats)
		s, _, err := Rules{}.Start(game.Config{Players: 2, Options: game.Options{"edition": TW}, Setup: json.RawMessage(setup)}, game.Drawing(nil))
		if err != nil {
			t.Fatal(err)
		}
		return &board{t: t, s: s}
	}
	begin("crackdown", ``).play("2", "roll").told("crackdown face=2 seat=1", "raid number=2", "jailed business=east-2 seat=2", "neutral-gone business=italy-2", "neutral-gone business=lower-2", "turn round=1 seat=1")
	begin("crackdown", ``).play("hand", "roll").told("crackdown face=hand seat=1", "turn round=1 seat=1")
	begin("bail-or-river", `{"prison":3}`).play("", "ransom 1").told("spent amount=2000 for=ransom seat=1", "freed count=1 seat=1", "drowned count=2 seat=1", "turn round=1 seat=1")
	begin("bail-or-river", `{"prison":1},{"prison":1}`).play("", "ransom 0").told("drowned count=1 seat=1")
	begin("donation", ``).play("", "pay").told("spent amount=2000 for=donation seat=1", "advanced seat=1 space=1 steps=1 track=favors")
	begin("donation", ``).play("", "pass").told("passed choice=donation seat=1")
	begin("retreat", ``).play("", "withdraw greenwich-1").told("withdrew business=greenwich-1 seat=1", "paid amount=4000 for=retreat seat=1")
	begin("vendetta", ``).play("", "kill lower-1").told("killed business=lower-1 from=0 seat=1", "neutral-gone business=lower-1")
}

// TestFactsOfTheSetUpAndTheEnd also holds that the set-up of four tells of the
// district that is left.
func TestFactsOfTheSetUpAndTheEnd(t *testing.T) {
	t.Parallel()
	s, _, err := Rules{}.Start(game.Config{Players: 4, Setup: json.RawMessage(`{"eventDeck":` + sevenCards + `}`)}, game.Drawing(nil))
	if err != nil {
		t.Fatal(err)
	}
	b := &board{t: t, s: s}
	b.play("", "car lower-1")
	b.told("car-placed business=lower-1 seat=4")
	b.play("", "district italy", "district lower")
	b.told("district district=lower seat=3")
	b.play("", "district east")
	b.told("district district=east seat=2", "district-left district=greenwich seat=1", "round round=1", "event event=vendetta round=1",
		"event-marker colour=gray space=1", "car business=lower-2 from=lower-1 steps=2", "turn round=1 seat=1")

	for _, test := range []struct {
		seats string
		want  []string
	}{
		{`{"reputation":12},{"reputation":12}`, []string{"won seat=1 total=31000"}},
		{`{"reputation":12},{"reputation":11}`, []string{"dropped seat=2 track=reputation", "won seat=1 total=31000"}},
		{`{"reputation":0},{"reputation":11}`, []string{"dropped seat=1 track=reputation", "dropped seat=2 track=reputation", "everybody-lost"}},
		{`{"reputation":12,"money":15000},{"reputation":12,"money":23000,"prison":2}`, []string{"won seat=1 total=31000", "won seat=2 total=31000"}},
	} {
		setup := `{"eventDeck":["vendetta","good-neighbour","crackdown","casino-raid","headlines","donation","rough-ride"],"car":"lower-5","districts":["greenwich","east"],"position":{"round":7,"seats":[` + test.seats + `]}}`
		s, _, err := Rules{}.Start(game.Config{Players: 2, Setup: json.RawMessage(setup)}, game.Drawing(nil))
		if err != nil {
			t.Fatal(err)
		}
		b := &board{t: t, s: s}
		for range 2 {
			b.play("1 1 1 3", "roll", "place red 3").play("1 1 1", "roll", "place white 1").play("1 1", "roll", "place black 1", "pass", "place gray 1")
		}
		ending := slices.IndexFunc(b.facts, func(f string) bool { return strings.HasPrefix(f, "nothing ") }) + 1
		b.facts = b.facts[ending:]
		b.told(test.want...)
	}
}

// TestErrorsSayWhy: a refusal names seat and text, and why.
func TestErrorsSayWhy(t *testing.T) {
	t.Parallel()
	b := begin2(t, nil, `{"reputation":8,"tiles":["grandchild"],"favors":4,"friends":1}`)
	refused := func(seat game.Seat, m game.Move, want string) {
		t.Helper()
		_, err := b.s.Apply(seat, m, game.Recorded(nil))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), game.ErrIllegal.Error()) {
			t.Errorf("seat %d, %q: %v", seat, m, err)
		}
	}
	refused(2, "roll", "it is seat 1's turn")
	refused(0, "roll", "it is seat 1's turn")
	refused(1, "shoot", "no move of Der Pate")
	refused(1, "place red 3", "no die is to be placed now")
	refused(1, "end", "cannot end now")
	refused(1, "tile wedding", "not held")
	refused(1, "favor hudson", "has no use now")
	refused(1, "take east-1", "not the time for that")
	b.play("", "favor cash")
	refused(1, "favor cash", "costs a Friend")
	b.play("1 1 1 3", "roll")
	refused(1, "roll", "no dice are to be thrown")
	refused(1, "place red 2", "no such die")
	refused(1, "place red 3 as gray", "without a Senator")
	b.play("", "place red 3").play("1 1 1", "roll", "place white 1").play("1 1", "roll", "place black 1")
	refused(1, "tile grandchild", "the choice for the space comes first")
	refused(1, "take east-2", "the space does not allow it: takeover")
}

// TestTables holds the board and the cards to what the page says of them as a
// whole.
func TestTables(t *testing.T) {
	t.Parallel()
	kinds, sums := map[int]int{}, map[District]int{}
	for i, b := range Businesses() {
		kinds[b.Number()]++
		sums[b.District()] += b.Number()
		if int(b) != i || b.ID() != fmt.Sprintf("%s-%d", b.District().ID(), b.Number()) || b.Pay() != 1000*b.Number() || b.Name() == "" {
			t.Errorf("%d is %s, %s, pays %d", i, b.ID(), b.Name(), b.Pay())
		}
		if !slices.Contains(b.District().Businesses(), b) {
			t.Errorf("%s is not in its district", b.ID())
		}
	}
	if !maps.Equal(kinds, map[int]int{1: 3, 2: 3, 3: 2, 4: 2, 5: 2}) || !maps.Equal(sums, map[District]int{Greenwich: 8, East: 8, Italy: 9, Lower: 8}) {
		t.Errorf("kinds %v, sums %v", kinds, sums)
	}
	if Business(10).Clockwise(5) != 3 || Business(10).Clockwise(1).ID() != "lower-2" {
		t.Error("the street does not close to a ring")
	}
	steps := map[Colour][6]int{}
	for _, e := range EventCards() {
		list := steps[e.Colour()]
		list[e.Steps()]++
		steps[e.Colour()] = list
	}
	if each := [6]int{0, 1, 1, 1, 1, 1}; steps[Gray] != each || steps[Red] != each {
		t.Errorf("the steps of the cards are %v", steps)
	}
	for row, want := range map[int]string{
		1: "protection smuggling bookmaker loan-shark gambling press",
		2: "reputation influence visit odds press",
		3: "gathering raid takeover friend press",
		4: "consigliere attorney informer banker",
	} {
		var ids []string
		for _, space := range Spaces(row) {
			ids = append(ids, space.Space.ID())
			if space.Colour != NoColour && SpaceFor(row, space.Colour, 3) != space.Space {
				t.Errorf("row %d: a %s die does not go to %s", row, space.Colour.ID(), space.Space.ID())
			}
			if space.Face != NoFace && SpaceFor(row, Black, space.Face) != space.Space {
				t.Errorf("row %d: %s does not go to %s", row, space.Face.ID(), space.Space.ID())
			}
		}
		if strings.Join(ids, " ") != want {
			t.Errorf("row %d has %v", row, ids)
		}
	}
	for _, tile := range Tiles() {
		if found, ok := TileAt(tile.Track(), tile.Space()); !ok || found != tile {
			t.Errorf("%s does not lie on its space", tile.Name())
		}
	}
	if _, ok := TileAt(Reputation, 5); ok {
		t.Error("a tile lies on space 5")
	}
	if Senator.Space() != 12 || Senator.Track() != Influence || Grandchild.Space() != 8 || Grandchild.Track() != Reputation {
		t.Error("tiles lie elsewhere")
	}
	if IncomeAt(4) != 4000 || FavorCash.Space() != 4 || len(FavorList()) != 4 || FamilyName(3) != "Tattaglia" || len(Tracks()) != 4 {
		t.Error("income, favours or families are others")
	}
}

// TestMarkers: markers stop for good when one has reached the K.O. space.
func TestMarkers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		cards     []Event
		gray, red int8
		ko        Track
	}{
		{nil, 0, 0, NoTrack},
		{[]Event{Vendetta, Donation, Crackdown}, 2, 1, NoTrack},
		{[]Event{Vendetta, GoodNeighbour, Crackdown, CasinoRaid}, 4, 0, Reputation},
		{[]Event{Vendetta, GoodNeighbour, Crackdown, CasinoRaid, BailOrRiver, Donation, Retreat}, 4, 0, Reputation},
		{[]Event{Donation, Vendetta, Retreat, Crackdown, Headlines, CasinoRaid, RoughRide}, 3, 4, Influence},
	} {
		if gray, red, ko := markers(test.cards); gray != test.gray || red != test.red || ko != test.ko {
			t.Errorf("%v: gray %d, red %d, %s", test.cards, gray, red, ko.ID())
		}
	}
}
