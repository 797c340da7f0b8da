package diepatin

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// table is a position on which a test plays and hears what is told.
type table struct {
	t       *testing.T
	s       game.State
	facts   []string // of the last move, "REVEAL place" among them
	reveals []string
}

func tableOf(t *testing.T, file string, moves ...game.Move) *table {
	t.Helper()
	return &table{t: t, s: on(t, file, moves...)}
}

// play plays moves, each of the active seat that has it.
func (b *table) play(moves ...game.Move) *table {
	b.t.Helper()
	for _, m := range moves {
		b.facts = nil
		tape := game.Recorded(nil)
		shown := 0
		tape.Listen(func(f game.Fact) {
			for ; shown < len(tape.Reveals()); shown++ {
				b.facts = append(b.facts, "REVEAL "+tape.Reveals()[shown])
			}
			b.facts = append(b.facts, factText(f))
		})
		seat := b.s.Active()[0]
		for _, other := range b.s.Active() {
			if slices.Contains(b.s.Legal(other), m) {
				seat = other
				break
			}
		}
		next, err := game.Play(b.s, seat, m, tape)
		if err != nil {
			b.t.Fatal(err)
		}
		b.s, b.reveals = next, tape.Reveals()
	}
	return b
}

func factText(f game.Fact) string {
	text := f.Key
	for _, key := range slices.Sorted(maps.Keys(f.Args)) {
		text += " " + key + "=" + f.Args[key]
	}
	if f.To != nil {
		text += fmt.Sprint(" to ", f.To)
	}
	return text
}

func (b *table) told(want ...string) {
	b.t.Helper()
	if !slices.Equal(b.facts, want) {
		b.t.Errorf("told\n\t%s\nwant\n\t%s", strings.Join(b.facts, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestFactsOfTheStart(t *testing.T) {
	t.Parallel()
	b := tableOf(t, "02-first-turns-2p.json")
	b.play("start p2").told("start-area area=p2 seat=1")
	b.play("three m20").told("first-rats area=p2 manhole=m20 rats=3 seat=1")
	b.play("two m16", "one m22").told("first-rats area=p2 manhole=m22 rats=1 seat=1")
	b.play("start t1", "three m14", "two m10", "one m11").told("first-rats area=t1 manhole=m11 rats=1 seat=2", "round round=1 seat=1")
	b.play("intrigue bribe").told("card-chosen seat=1")
	b.play("intrigue bribe").told("card-chosen seat=2", "turns round=1 seat=1")
}

// TestFactsOfTurns: one fact for each thing that happens, the card only after it
// was shown.
func TestFactsOfTurns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file  string
		moves []game.Move // the last one's facts are wanted
		want  []string
	}{
		{"r20-no-loot-and-no-back-room-outside.json", []game.Move{"henchman b1"}, []string{"henchman-outside area=b1 loot=2 owner=0 seat=1"}},
		{"r20-no-loot-and-no-back-room-outside.json", []game.Move{"henchman b1", "rat m3"}, []string{"rat manhole=m3 rats=1 seat=1 step=outside", "loot-spent loot=1 seat=1 spent=1"}},
		{"r20-no-loot-and-no-back-room-outside.json", []game.Move{"henchman b1", "rat m3", "claim"}, []string{"claimed area=b1 most=0 owner=0 power=3 rivals= seat=1"}},
		{"r20-no-loot-and-no-back-room-outside.json", []game.Move{"henchman b1", "rat m3", "claim", "henchman y3"}, []string{"henchman area=y3 seat=2"}},
		{"r20-no-loot-and-no-back-room-outside.json", []game.Move{"henchman b1", "rat m3", "claim", "henchman y3", "loot"}, []string{"loot area=y3 district=yellow left=1 loot=1 seat=2"}},
		{"r20-no-loot-and-no-back-room-outside.json", []game.Move{"henchman b1", "rat m3", "claim", "henchman y3", "loot", "done"}, []string{"done area=y3 left=1 seat=2"}},
		{"03-claim-with-trophy.json", []game.Move{"henchman t2", "rat m10", "claim"}, []string{"claimed area=t2 most=2 owner=2 power=4 rivals=2 seat=1", "trophy area=t2 owner=2 seat=1 trophies=1"}},
		{"r28-tie-with-a-third-seat.json", []game.Move{"henchman t1", "rat m7"}, []string{"rat manhole=m7 rats=2 seat=1 step=outside", "loot-spent loot=0 seat=1 spent=1", "claim-tied area=t1 most=3 owner=2 power=3 rivals=3 seat=1"}},
		{"r29-area-of-nobody-lost.json", []game.Move{"henchman t1", "rat m7"}, []string{"rat manhole=m7 rats=2 seat=1 step=outside", "loot-spent loot=0 seat=1 spent=1", "claim-failed area=t1 most=5 owner=0 power=3 rivals=3 seat=1"}},
		{"r22-one-colour.json", []game.Move{"henchman b2", "remove m3"}, []string{"rat-removed manhole=m3 owner=2 rats=1 seat=1 step=inside"}},
		{"r23-empty-supply-inside.json", []game.Move{"henchman b2", "rat m1", "move m26 m10"}, []string{"rat-moved from=m26 manhole=m10 rats=1 seat=1 step=inside"}},
		{"bonus-loot.json", []game.Move{"henchman b1", "backroom casino"}, []string{"back-room area=b1 bonus=loot enterprise=casino seat=1 tiles=1", "bonus-loot loot=1 seat=1"}},
		{"bonus-point.json", []game.Move{"henchman b1", "backroom casino"}, []string{"back-room area=b1 bonus=point enterprise=casino seat=1 tiles=1"}},
		{"bonus-rat.json", []game.Move{"henchman b1", "backroom casino", "rat m28"}, []string{"rat manhole=m28 rats=1 seat=1 step=bonus"}},
		{"bonus-remove.json", []game.Move{"henchman b1", "backroom casino", "remove m23"}, []string{"rat-removed manhole=m23 owner=3 rats=0 seat=1 step=bonus"}},
		{"r36-bonus-skipped.json", []game.Move{"henchman b1", "backroom casino", "skip"}, []string{"bonus-skipped bonus=rat seat=1"}},
		{"r36-remove-bonus-falls-away.json", []game.Move{"henchman b1", "backroom casino"}, []string{"back-room area=b1 bonus=remove enterprise=casino seat=1 tiles=1", "bonus-nothing bonus=remove seat=1"}},
		{"r38-loot-bonus-with-an-empty-supply.json", []game.Move{"henchman b1", "backroom casino"}, []string{"back-room area=b1 bonus=loot enterprise=casino seat=1 tiles=1", "bonus-nothing bonus=loot seat=1"}},
		{"r12-done-at-once.json", []game.Move{"boss b2"}, []string{"REVEAL /setup/state/seats/0/intrigue/card", "boss area=b2 card=administration owner=1 seat=1"}},
		{"r13-bribe-and-invasion-are-whole.json", []game.Move{"boss y1"}, []string{"REVEAL /setup/state/seats/0/intrigue/card", "boss area=y1 card=bribe owner=2 seat=1"}},
		{"06-invasion.json", []game.Move{"boss y2", "invade m11"}, []string{"invaded area=y2 manhole=m11 owner=2 placed=2 rats=2 removed=5 seat=1", "claimed area=y2 most=1 owner=2 power=5 rivals=2 seat=1"}},
		{"r24-no-rat-in-the-supply.json", []game.Move{"boss y2", "invade m11"}, []string{"invaded area=y2 manhole=m11 owner=2 placed=0 rats=0 removed=3 seat=1"}},
		{"r24-invasion-of-an-own-manhole.json", []game.Move{"boss y2", "invade m4"}, []string{"invaded area=y2 manhole=m4 owner=0 placed=2 rats=3 removed=0 seat=1", "claimed area=y2 most=2 owner=2 power=5 rivals=2 seat=1"}},
		{"r24-no-rat-in-the-supply.json", []game.Move{"boss y2", "invade m11", "move m7 m11"}, []string{"rat-moved from=m7 manhole=m11 rats=1 seat=1 step=reinforce"}},
		{"r19-boss-lady-without-an-area.json", []game.Move{"henchman p1", "done", "henchman t1", "done", "pass"}, []string{"REVEAL /setup/state/seats/0/intrigue/card", "passed card=bribe seat=1"}},
	} {
		b := tableOf(t, test.file).play(test.moves...)
		if !slices.Equal(b.facts, test.want) {
			t.Errorf("%s, %q: told\n\t%s\nwant\n\t%s", test.file, test.moves, strings.Join(b.facts, "\n\t"), strings.Join(test.want, "\n\t"))
		}
	}
}

func TestFactsOfMissionsAndTheEnd(t *testing.T) {
	t.Parallel()
	b := tableOf(t, "r42-once-per-seat.json", "henchman b2")
	b.play("done").told(
		"done area=b2 left=2 seat=1",
		"missions round=3",
		"leads-scored mission=areas number=3 points=1 seat=1",
		"leads ahead=2 mission=crowd number=5 seat=2",
		"leads-nobody mission=spread number=2 seats=1 2",
		"leads-nobody mission=back-rooms number=0 seats=",
		"leads ahead=1 mission=loot number=2 seat=1",
	)
	b.play("mission crowd").told("mission mission=crowd number=5 points=3 seat=2")
	b.play("mission none").told("mission-none points=3 seat=1", "filled-up markers=0 supply=27", "round round=4 seat=2")

	b = tableOf(t, "r40-nobody-qualifies.json", "henchman b2", "done")
	if got := b.s.(*state).phase; got != Intrigue {
		t.Errorf("phase %s", got.ID())
	}
	b = tableOf(t, "r40-nobody-qualifies.json", "henchman b2").play("done")
	if !slices.Contains(b.facts, "missions-nobody round=1") {
		t.Errorf("told %q", b.facts)
	}
	b = tableOf(t, "07-missions-and-next-round.json", "henchman t1", "rat m14", "done").play("mission areas")
	b.told("mission mission=areas number=2 points=2 seat=1", "filled-up markers=4 supply=27", "round round=3 seat=3")

	tableOf(t, "08-final-score.json", "henchman b2", "done").play("mission crowd", "mission back-rooms").told(
		"mission mission=back-rooms number=1 points=5 seat=2",
		"over seats=2 total=16",
		"score chains=4 missions=10 place=1 seat=2 symbols=0 total=16 trophies=2",
		"score chains=1 missions=7 place=2 seat=3 symbols=0 total=11 trophies=3",
		"score chains=6 missions=3 place=3 seat=1 symbols=1 total=11 trophies=1",
	)
	tableOf(t, "r48-shared-place.json", "henchman b2", "done").play("mission none").told(
		"mission-none points=5 seat=3",
		"over-shared seats=2 3 total=3",
		"score chains=0 missions=2 place=1 seat=2 symbols=0 total=3 trophies=1",
		"score chains=1 missions=2 place=1 seat=3 symbols=0 total=3 trophies=0",
		"score chains=1 missions=0 place=3 seat=1 symbols=0 total=1 trophies=0",
	)
}

// TestRevealsOfAMatch: a match opens each seat's card of each round once, by the
// move that shows it, and nothing else; nothing is told of it before.
func TestRevealsOfAMatch(t *testing.T) {
	t.Parallel()
	for players := minSeats; players <= maxSeats; players++ {
		opened := map[string]int{}
		var before game.State
		simulation := game.Simulation{Rules: Rules{}, Config: game.Config{Players: players}, Chance: game.Random(3), Choose: game.Random(4)}
		err := simulation.Play(func(r game.Record) error {
			shows := strings.HasPrefix(string(r.Move), "boss ") || r.Move == "pass"
			want := []string(nil)
			if shows {
				want = []string{"seat:" + r.Seat.String()}
				opened[want[0]]++
			}
			if !slices.Equal(r.Reveals, want) || r.Secret != strings.HasPrefix(string(r.Move), "intrigue ") {
				return fmt.Errorf("move %d, %q, opens %v, secret %v", r.N, r.Move, r.Reveals, r.Secret)
			}
			if before != nil {
				told := 0
				tape := game.Refusing()
				tape.Listen(func(game.Fact) { told++ })
				_, err := game.Play(before, r.Seat, r.Move, tape)
				if (err != nil) != shows || shows && told > 0 {
					return fmt.Errorf("move %d, %q: %v after %d facts", r.N, r.Move, err, told)
				}
			}
			before = r.State
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for seat := 1; seat <= players; seat++ {
			if n := opened[fmt.Sprint("seat:", seat)]; n != rounds {
				t.Errorf("%d players: seat %d's card was shown %d times", players, seat, n)
			}
		}
	}
}

// TestTurnsOfARound: each seat has exactly four turns a round.
func TestTurnsOfARound(t *testing.T) {
	t.Parallel()
	for players := minSeats; players <= maxSeats; players++ {
		turns := map[[2]int8]int{}
		walk(t, players, 1, func(n int, s, before *state, seat game.Seat, m game.Move) error {
			if before != nil && before.turn.step == StepFigure {
				turns[[2]int8{before.round, int8(seat)}]++
			}
			return nil
		})
		for round := int8(1); round <= rounds; round++ {
			for seat := int8(1); seat <= int8(players); seat++ {
				if got := turns[[2]int8{round, seat}]; got != 4 {
					t.Errorf("%d players: seat %d had %d turns in round %d", players, seat, got, round)
				}
			}
		}
	}
}

// TestOutside: adjacent to any part of the territory, not another's only area.
func TestOutside(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		players int8
		owners  string // "seat area area, …"
		seat    int8
		want    string
		parts   string
	}{
		{2, "1 p2, 2 t1", 1, "p1 p3", "p2"},
		{5, "1 p2, 2 t1", 1, "o1 g3 p1 p3", "p2"},
		{2, "1 p2, 2 t1 t2", 2, "p1 t3", "t1 t2"},
		{2, "1 p2 r2, 2 t1", 1, "r1 r3 p1 p3", "r2|p2"},
		{2, "1 p2, 2 p1", 1, "p3", "p2"},
		{2, "1 p2, 2 p1 t1", 1, "p1 p3", "p2"},
		{2, "1 p1 p2 p3 r1 r2 r3 t2 t3, 2 t1", 1, "", "r1 r2 r3 p1 p2 p3 t2 t3"},
		{2, "1 p1 p2 p3 r1 r2 r3 t2, 2 t1 t3", 1, "t1 t3", "r1 r2 r3 p1 p2 p3 t2"},
		{3, "1 b2 y3, 2 y1, 3 r2 t3", 1, "b1 y2 r2 t1 t3", "b2|y3"},
		{3, "1 y1 y3 t2, 2 b2, 3 r2", 1, "b3 y2 p1 t1 t3", "y1|y3|t2"},
		{4, "1 g3, 2 b2, 3 y3, 4 p3", 1, "g2 p2", "g3"},
	} {
		s := &state{players: test.players}
		for part := range strings.SplitSeq(test.owners, ", ") {
			words := strings.Fields(part)
			for _, id := range words[1:] {
				var a Area
				if err := a.UnmarshalText([]byte(id)); err != nil {
					t.Fatal(err)
				}
				s.owners[a] = int8(words[0][0] - '0')
			}
		}
		if got := areaNames(s.outside(test.seat).list()); got != test.want {
			t.Errorf("%d players, %s: outside is %q, not %q", test.players, test.owners, got, test.want)
		}
		var parts []string
		for _, part := range s.parts(test.seat) {
			parts = append(parts, areaNames(part.list()))
		}
		if got := strings.Join(parts, "|"); got != test.parts {
			t.Errorf("%d players, %s: parts are %q, not %q", test.players, test.owners, got, test.parts)
		}
	}
}

func areaNames(list []Area) string {
	var ids []string
	for _, a := range list {
		ids = append(ids, a.ID())
	}
	return strings.Join(ids, " ")
}

func TestLeader(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		numbers             [maxSeats]int8
		seat, first, second int8
	}{
		{[5]int8{0, 0, 0, 0, 0}, 0, 0, 0},
		{[5]int8{1, 0, 0, 0, 0}, 1, 1, 0},
		{[5]int8{0, 0, 0, 0, 3}, 5, 3, 0},
		{[5]int8{2, 2, 1, 0, 0}, 0, 2, 2},
		{[5]int8{1, 2, 2, 0, 0}, 0, 2, 2},
		{[5]int8{1, 2, 3, 2, 1}, 3, 3, 2},
		{[5]int8{3, 1, 2, 3, 0}, 0, 3, 3},
		{[5]int8{4, 1, 2, 3, 0}, 1, 4, 3},
	} {
		count := numbers{MostLoot: test.numbers}
		if seat, first, second := count.leader(MostLoot); seat != test.seat || first != test.first || second != test.second {
			t.Errorf("%v: seat %d with %d before %d", test.numbers, seat, first, second)
		}
	}
}

// TestFillUp fills districts up, first those without any (R38).
func TestFillUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		players       int8
		before, after [districts]int8
		supply, left  int8
	}{
		{5, [7]int8{0, 0, 0, 0, 0, 0, 0}, [7]int8{2, 2, 2, 2, 2, 2, 2}, 20, 6},
		{5, [7]int8{0, 0, 0, 0, 0, 0, 0}, [7]int8{2, 2, 1, 1, 1, 1, 1}, 9, 0},
		{5, [7]int8{0, 0, 0, 0, 0, 0, 0}, [7]int8{1, 1, 1, 0, 0, 0, 0}, 3, 0},
		{5, [7]int8{1, 2, 0, 1, 2, 0, 1}, [7]int8{1, 2, 1, 1, 2, 1, 1}, 2, 0},
		{5, [7]int8{1, 2, 0, 1, 2, 0, 1}, [7]int8{2, 2, 1, 1, 2, 1, 1}, 3, 0},
		{5, [7]int8{1, 2, 0, 1, 2, 0, 1}, [7]int8{2, 2, 2, 1, 2, 1, 1}, 4, 0},
		{5, [7]int8{2, 2, 2, 2, 2, 2, 2}, [7]int8{2, 2, 2, 2, 2, 2, 2}, 4, 4},
		{2, [7]int8{0, 0, 0, 0, 1, 0, 2}, [7]int8{0, 0, 0, 0, 2, 2, 2}, 9, 6},
	} {
		s := &state{players: test.players, lootSupply: test.supply, loot: test.before}
		resolution{s, game.Recorded(nil)}.fillUp()
		if s.loot != test.after || s.lootSupply != test.left {
			t.Errorf("%v with %d becomes %v with %d", test.before, test.supply, s.loot, s.lootSupply)
		}
	}
}

// TestRanking: total, then missions, then a shared place (R48).
func TestRanking(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		scores string // "missions+trophies" of each seat
		want   string
		by     string
	}{
		{"1+0 2+0 3+0", "[[3] [2] [1]]", ""},
		{"3+0 2+1 1+2", "[[1] [2] [3]]", "missions"},
		{"2+1 3+0 2+1", "[[2] [1 3]]", "missions"},
		{"0+0 0+0 0+0 0+0 0+0", "[[1 2 3 4 5]]", "shared"},
		{"1+1 2+0 1+1 2+0 0+3", "[[5] [2 4] [1 3]]", ""},
		{"5+5 5+5", "[[1 2]]", "shared"},
	} {
		s := &state{phase: Over}
		for i, text := range strings.Fields(test.scores) {
			s.players++
			s.seats[i].missions[MostLoot] = int8(text[0] - '0')
			s.seats[i].trophies[(i+1)%maxSeats] = int8(text[2] - '0')
		}
		o := s.outcome()
		if got := fmt.Sprint(o.Ranking); got != test.want {
			t.Errorf("%s: %s, not %s", test.scores, got, test.want)
		}
		if got := (&View{Result: &o}).TieBreak(); got != test.by {
			t.Errorf("%s: decided by %q", test.scores, got)
		}
	}
}

// TestErrorsSayWhy: a refusal names seat and text, and why.
func TestErrorsSayWhy(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file  string
		moves []game.Move
		seat  game.Seat
		move  game.Move
		want  string
	}{
		{"01-start-4p.json", nil, 2, "start b2", "it is seat 1's turn"},
		{"01-start-4p.json", nil, 1, "start b1", "no free start area"},
		{"01-start-4p.json", nil, 1, "fly", "no move of Die Patin"},
		{"01-start-4p.json", nil, 1, "pass", "not the step"},
		{"01-start-4p.json", []game.Move{"start b2"}, 1, "three m9", "no empty manhole"},
		{"r11-no-second-thoughts.json", nil, 1, "henchman p2", "an intrigue card is chosen"},
		{"r11-no-second-thoughts.json", []game.Move{"intrigue bribe"}, 1, "intrigue bribe", "does not have to choose"},
		{"r12-done-at-once.json", nil, 1, "boss b1", "with this card"},
		{"r12-done-at-once.json", nil, 1, "henchman b1", "cannot go there"},
		{"r12-done-at-once.json", nil, 1, "pass", "passes only"},
		{"r47-passed-over.json", []game.Move{"henchman b2", "done", "henchman p3", "done", "boss b2", "done", "henchman b2", "done"}, 1, "boss b2", "boss lady is not in the supply"},
		{"r19-boss-lady-without-an-area.json", []game.Move{"henchman p1", "done", "boss t1", "done"}, 1, "henchman p1", "no henchman is left"},
		{"r23-empty-supply-inside.json", []game.Move{"henchman b2"}, 1, "move m26 m7", "only when it is empty"},
		{"r23-empty-supply-inside.json", []game.Move{"henchman b2", "rat m1"}, 1, "move m3 m7", "no own rat"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, 1, "rat m3", "opposing rats are there"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, 1, "remove m7", "no opposing rat"},
		{"r22-one-colour.json", []game.Move{"henchman b2"}, 1, "rat m20", "does not belong"},
		{"bonus-remove.json", []game.Move{"henchman b1", "backroom casino"}, 1, "rat m7", "bonus is another one"},
		{"bonus-rat.json", []game.Move{"henchman b1", "backroom casino"}, 1, "rat m6", "not in use"},
		{"bonus-rat.json", []game.Move{"henchman b1", "backroom casino"}, 1, "done", "not the step"},
		{"r24-one-rat-in-the-supply.json", []game.Move{"boss y2"}, 1, "invade m7", "does not belong"},
		{"r24-one-rat-in-the-supply.json", []game.Move{"boss y2", "invade m11"}, 1, "move m4 m7", "invaded manhole"},
		{"r14-loot-is-spent-one-by-one.json", []game.Move{"henchman t1"}, 1, "claim", "at least one loot marker"},
		{"r33-one-figure-is-not-enough.json", []game.Move{"henchman b1"}, 1, "backroom casino", "two own figures"},
		{"r34-no-second-back-room.json", []game.Move{"henchman b1"}, 1, "backroom hat-shop", "has a back room"},
		{"r35-ten-back-rooms.json", []game.Move{"henchman b1"}, 1, "backroom fish-market", "no back room is left"},
		{"r33-the-boss-lady-is-a-figure.json", []game.Move{"henchman b1"}, 1, "backroom bakery", "no tile"},
		{"intrigue-administration.json", []game.Move{"boss t3", "loot", "loot"}, 1, "loot", "no loot marker"},
		{"r44-all-at-once.json", []game.Move{"henchman b2", "done"}, 1, "mission loot", "does not have the most"},
		{"r44-all-at-once.json", []game.Move{"henchman b2", "done"}, 1, "done", "missions are chosen"},
		{"r46-after-round-5.json", []game.Move{"henchman b2", "done", "mission crowd"}, 1, "done", "the game is over"},
	} {
		_, err := on(t, test.file, test.moves...).Apply(test.seat, test.move, game.Recorded(nil))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), game.ErrIllegal.Error()) {
			t.Errorf("%s after %q: seat %d, %q: %v", test.file, test.moves, test.seat, test.move, err)
		}
	}
}

// BenchmarkLegal lists the moves of the busiest positions.
func BenchmarkLegal(b *testing.B) {
	crowded := &state{players: 5, phase: Turns, turn: turn{seat: 1, step: StepBonus, bonus: RatBonus}}
	for m := Manhole(1); m <= manholes; m++ {
		crowded.rats[m], crowded.ratsOf[m] = 1, 1
	}
	if n := len(crowded.Legal(1)); n != 30*29+1 {
		b.Fatalf("%d moves", n)
	}
	bribing := *crowded
	bribing.turn = turn{seat: 1, step: StepBribe, figure: BossLady, area: T2, left: 4}
	placing := *crowded
	placing.turn = turn{seat: 1, step: StepFigure}
	placing.seats[0].henchmen, placing.seats[0].boss, placing.seats[0].loot, placing.seats[0].card = 3, true, 5, Administration
	for a := O1; a <= T3; a += 2 {
		placing.owners[a] = 1
	}
	for name, s := range map[string]*state{"bonus": crowded, "bribe": &bribing, "figure": &placing} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Legal(1)
			}
		})
	}
}
