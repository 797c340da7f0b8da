package patronize

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
	"pizzini/engine/gametest"
)

// table is a deal on which a test plays.
type table struct {
	t       *testing.T
	s       game.State
	facts   []string // of the last move, "REVEAL place" among them
	reveals []string
}

func deal3(t *testing.T, fame string, start int, hands ...string) *table {
	t.Helper()
	d := deal{Start: &start}
	for id := range strings.FieldsSeq(fame) {
		d.Fame = append(d.Fame, read[Fame](t, "fame-"+id))
	}
	for _, hand := range hands {
		var list []Character
		for id := range strings.FieldsSeq(hand) {
			list = append(list, read[Character](t, id))
		}
		d.Hands = append(d.Hands, list)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Rules{}.Restore(game.Config{Players: len(hands)}, game.Setup{JSON: text})
	if err != nil {
		t.Fatal(err)
	}
	return &table{t: t, s: s}
}

func read[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](t *testing.T, id string) (value T) {
	t.Helper()
	if err := P(&value).UnmarshalText([]byte(id)); err != nil {
		t.Fatal(err)
	}
	return value
}

// play plays moves of whoever is active.
func (b *table) play(moves ...game.Move) *state {
	b.t.Helper()
	for _, m := range moves {
		b.facts, b.reveals = nil, nil
		tape := game.Recorded(nil)
		tape.Listen(func(f game.Fact) {
			if tape.Opened() && len(b.reveals) == 0 {
				b.facts = append(b.facts, "REVEAL")
				b.reveals = append(b.reveals, "seen")
			}
			b.facts = append(b.facts, factText(f))
		})
		next, err := game.Play(b.s, b.s.Active()[0], m, tape)
		if err != nil {
			b.t.Fatal(err)
		}
		b.s, b.reveals = next, tape.Reveals()
	}
	return b.s.(*state)
}

func factText(f game.Fact) string {
	text := f.Key
	for _, key := range slices.Sorted(maps.Keys(f.Args)) {
		text += " " + key + "=" + f.Args[key]
	}
	return text
}

func (b *table) told(want ...string) {
	b.t.Helper()
	if !slices.Equal(b.facts, want) {
		b.t.Errorf("told\n\t%s\nwant\n\t%s", strings.Join(b.facts, "\n\t"), strings.Join(want, "\n\t"))
	}
}

const (
	plainFame = "calm golden rich religion art science exploration"
	hand1     = "student painter noble banker nun"
	hand2     = "clown sculptor merchant architect navigator"
	hand3     = "diplomat missionary geographer spice-trader literary-man"
)

// TestFactsOfARound: every step is told once, in order, and what follows from
// the next Fame card only after it was revealed.
func TestFactsOfARound(t *testing.T) {
	t.Parallel()
	b := deal3(t, plainFame, 1, hand1, hand2, hand3)
	b.play("play student")
	b.told("played card=student seat=1")
	b.play("play merchant protect")
	b.told("played-protected card=merchant seat=2")
	b.play("play geographer")
	b.told(
		"played card=geographer seat=3",
		"fame-won card=merchant fame=fame-calm seat=2",
		"no-achievement card=student owner=1 seat=3",
	)
	b.play("cube red")
	b.told(
		"achievement card=merchant colour=red owner=2 seat=2",
		"achievement card=geographer colour=green owner=3 seat=3",
	)
	b.play("cube blue")
	b.told("achievement card=merchant colour=blue owner=2 seat=1")
	b.play("cube green")
	b.told(
		"achievement card=merchant colour=green owner=2 seat=1",
		"safe card=merchant seat=2",
		"kept card=student seat=1",
		"kept card=geographer seat=3",
		"start seat=2",
		"REVEAL",
		"round fame=fame-golden round=2",
	)
	if !slices.Equal(b.reveals, []string{"/setup/fame/1"}) {
		t.Errorf("opened %v", b.reveals)
	}
	b.play("pass", "pass")
	b.told("passed seat=3")
	b.play("pass")
	b.told("passed seat=1", "fame-lost fame=fame-golden")
	b.play("cube red")
	b.told("cube colour=red seat=2")
	b.play("cube red", "cube red")
	b.told("cube colour=red seat=1", "REVEAL", "round fame=fame-rich round=3")
	b.play("play navigator", "pass", "pass", "take navigator")
	b.told("taken card=navigator from=2 seat=3")
}

// TestFactsOfStep4AndTheEnd: fee, cubes of others, passing by itself, the end.
func TestFactsOfStep4AndTheEnd(t *testing.T) {
	t.Parallel()
	on := func(file string, moves ...game.Move) *table {
		players, text := given(t, file)
		s, err := restoreText(players, text)
		if err != nil {
			t.Fatal(err)
		}
		b := &table{t: t, s: s}
		b.play(moves...)
		return b
	}
	on("r09-fee.json", "play noble", "pass", "pass", "play literary-man", "cube green", "cube green", "cube yellow", "take noble return blue").told(
		"taken-fee card=noble colour=blue from=1 seat=3",
		"kept card=literary-man seat=4",
		"REVEAL",
		"round fame=fame-religion round=4",
	)
	on("r02-empty-hand.json", "play banker").told("played card=banker seat=1", "passed-empty seat=2")
	on("r02-empty-hand.json", "play banker", "play nun", "cube red").told(
		"cube colour=red seat=2",
		"kept card=banker seat=1",
		"kept card=nun seat=3",
		"REVEAL",
		"round fame=fame-exploration round=7",
		"passed-empty seat=1",
		"passed-empty seat=2",
		"passed-empty seat=3",
		"fame-lost fame=fame-exploration",
	)
	on("r06-no-cube-anywhere.json", "play theologian", "pass", "play noble").told(
		"played card=noble seat=3",
		"fame-won card=theologian fame=fame-calm seat=1",
		"achievement-nothing card=theologian colour=yellow owner=1 seat=1",
	)
	on("r06-no-cube-anywhere.json", "play theologian", "pass", "play noble", "cube yellow").told(
		"achievement-from card=noble colour=yellow from=1 owner=3 seat=3",
		"achievement-from card=theologian colour=yellow from=1 owner=1 seat=3",
	)
	on("r06-no-cube-anywhere.json", "play theologian", "pass", "play noble", "cube yellow", "cube yellow").told(
		"cube-from colour=yellow from=3 seat=2",
		"kept card=theologian seat=1",
		"kept card=noble seat=3",
		"REVEAL",
		"round fame=fame-rich round=3",
	)
	on("r16-clown-then-sculptors.json", "copy sculptor").told("copied card=sculptor from=1 seat=2")
	b := on("r16-clown-then-sculptors.json", "copy sculptor", "double painter")
	b.told("doubled card=painter seat=1")
	b.play("double banker")
	b.told("doubled card=banker seat=2", "REVEAL", "over seat=4 total=44")
	if len(b.reveals) != 0 {
		t.Errorf("the end names %v", b.reveals)
	}
}

// TestRevealsOfAMatch: a match opens each Fame card but the first, in order, and
// at its end what no seal keeps.
func TestRevealsOfAMatch(t *testing.T) {
	t.Parallel()
	for players := minSeats; players <= maxSeats; players++ {
		var reveals, want []string
		round, opened := uint8(1), 0
		simulation := game.Simulation{Rules: Rules{}, Config: game.Config{Players: players}, Chance: game.Random(3), Choose: game.Random(4)}
		var before game.State
		err := simulation.Play(func(r game.Record) error {
			s := r.State.(*state)
			reveals = append(reveals, r.Reveals...)
			if before != nil {
				tape := game.Refusing()
				_, err := game.Play(before, r.Seat, r.Move, tape)
				if (err != nil) != (s.round != round || s.phase == Over) {
					return fmt.Errorf("move %d opens something or not: %v", r.N, err)
				}
				if err != nil {
					opened++
				}
			}
			round, before = s.round, r.State
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < variants[players].rounds; i++ {
			want = append(want, fmt.Sprintf("/setup/fame/%d", i))
		}
		if !slices.Equal(reveals, want) || opened != len(want)+1 {
			t.Errorf("%d players: opened %v in %d moves", players, reveals, opened)
		}
	}
}

func TestTrick(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		table string // "-" = nothing
		trump Colour
		want  uint8
	}{
		{"- - -", NoColour, 0},
		{"- - -", Red, 0},
		{"student - -", Red, 1},
		{"- banker -", Yellow, 2},
		{"painter banker noble", NoColour, 2},
		{"painter banker noble", Red, 1},
		{"painter clown sculptor", Red, 3},
		{"architect - sculptor", Green, 1},
		{"architect literary-man theologian", Green, 1},
		{"literary-man banker theologian", Green, 3},
		{"literary-man banker theologian", Yellow, 3},
		{"navigator banker merchant", Blue, 1},
		{"merchant diplomat noble", Blue, 1},
		{"missionary nun lawman theologian -", Yellow, 3},
		{"- - missionary geographer spice-trader", Blue, 5},
		{"student nun", NoColour, 2},
	} {
		var cards []Character
		for id := range strings.FieldsSeq(test.table) {
			cards = append(cards, read[Character](t, strings.Trim(id, "-")))
		}
		if got := trick(cards, test.trump); got != test.want {
			t.Errorf("%s, trump %q: seat %d, not %d", test.table, test.trump.ID(), got, test.want)
		}
	}
}

// TestCubesOfRound lists the cubes of step 3, "seat source" each.
func TestCubesOfRound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		table  string
		winner uint8
		want   string
	}{
		{"banker noble - -", 1, "1 banker, 2 noble, 2 banker"},
		{"- noble - banker", 4, "4 banker, 2 noble, 2 banker"},
		{"banker - - -", 1, "1 banker"},
		{"student - - -", 1, ""},
		{"banker student noble", 1, "1 banker, 2 noble, 2 noble, 3 noble, 3 banker"},
		{"banker noble student", 1, "1 banker, 2 noble, 3 banker, 3 banker"},
		{"banker - student -", 1, "1 banker, 3 banker, 3 banker"},
		{"clown student painter nun merchant", 5, "5 merchant, 1 clown, 2 painter, 2 painter, 3 painter, 3 nun, 4 nun, 4 merchant"},
		{"clown noble painter nun merchant", 5, "5 merchant, 1 clown, 1 noble, 2 noble, 2 painter, 3 painter, 3 nun, 4 nun, 4 merchant"},
	} {
		ids := strings.Fields(test.table)
		s := &state{players: uint8(len(ids)), winner: test.winner}
		for i, id := range ids {
			s.seats[i].table = read[Character](t, strings.Trim(id, "-"))
		}
		list, count := s.cubesOfRound()
		var got []string
		for _, g := range list[:count] {
			got = append(got, fmt.Sprintf("%d %s", g.seat, g.source.ID()))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s, winner %d: %s; want %s", test.table, test.winner, strings.Join(got, ", "), test.want)
		}
	}
}

// TestCubeFrom: the stock, or else the first seat clockwise (R6).
func TestCubeFrom(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		stock uint8
		cubes []uint8
		seat  uint8
		from  uint8
		ok    bool
	}{
		{1, []uint8{3, 2, 2}, 1, 0, true},
		{0, []uint8{3, 3, 2}, 1, 2, true},
		{0, []uint8{3, 3, 2}, 2, 3, true},
		{0, []uint8{3, 3, 2}, 3, 1, true},
		{0, []uint8{3, 0, 0, 5, 0}, 1, 4, true},
		{0, []uint8{3, 0, 0, 5, 0}, 4, 1, true},
		{0, []uint8{3, 0, 0, 5, 0}, 5, 1, true},
		{0, []uint8{0, 8, 0}, 2, 0, false},
		{0, []uint8{0, 8, 0}, 3, 2, true},
	} {
		s := &state{players: uint8(len(test.cubes))}
		s.stock[Green] = test.stock
		for i, n := range test.cubes {
			s.seats[i].cubes[Green] = n
		}
		if from, ok := s.cubeFrom(test.seat, Green); from != test.from || ok != test.ok {
			t.Errorf("%+v: from %d, %v", test, from, ok)
		}
		if from, ok := s.cubeFrom(test.seat, White); ok {
			t.Errorf("a white cube comes from %d", from)
		}
		v := s.view(game.Spectator)
		if from, ok := v.CubeFrom(int(test.seat), Green); ok != test.ok || ok && from != int(test.from) {
			t.Errorf("%+v: by the view from %d, %v", test, from, ok)
		}
	}
}

// TestAllCubesOfAllColours cannot come about in a match, but a given position may
// be so: no decision is asked that has no answer.
func TestAllCubesOfAllColours(t *testing.T) {
	t.Parallel()
	players, text := given(t, "r06-no-cube-anywhere.json")
	s, err := restoreText(players, gametest.Changes{
		"stock", `{"yellow":0,"red":0,"green":0,"blue":0}`,
		"seats/0/cubes", `{"yellow":0,"red":0,"green":0,"blue":0}`,
		"seats/1/cubes", `{"yellow":0,"red":0,"green":0,"blue":0}`,
		"seats/2/cubes", `{"yellow":8,"red":8,"green":8,"blue":8}`,
	}.To(t, text))
	if err != nil {
		t.Fatal(err)
	}
	b := &table{t: t, s: s}
	after := b.play("play theologian", "pass", "play noble")
	// The winner takes a yellow cube from seat 3, who then has one to choose.
	if want := []game.Move{"cube yellow"}; !slices.Equal(after.Legal(3), want) {
		t.Errorf("seat 3 can play %v", after.Legal(3))
	}
	b.s = s
	after = b.play("pass", "pass", "pass", "cube red", "cube red")
	if want := []game.Move{"cube red"}; !slices.Equal(after.Legal(3), want) {
		t.Errorf("seat 3 can play %v", after.Legal(3))
	}
	if _, err := restoreText(players, gametest.Changes{
		"stock", `{"yellow":0,"red":0,"green":0,"blue":0}`,
		"seats/0/cubes", `{"yellow":0,"red":0,"green":0,"blue":0}`,
		"seats/1/cubes", `{"yellow":8,"red":8,"green":8,"blue":8}`,
		"seats/2/cubes", `{"yellow":0,"red":0,"green":0,"blue":0}`,
		"phase", `"protegee"`, "active", `[2]`, "choosers", `[2,3]`, "lostFame", `["fame-calm"]`, "fameCard", `""`,
		"seats/0/action", `"passed"`, "seats/1/action", `"passed"`, "seats/2/action", `"passed"`,
	}.To(t, text)); err == nil || !strings.Contains(err.Error(), "no legal move") {
		t.Errorf("a position in which nothing can be chosen: %v", err)
	}
}

// TestErrorsSayWhy: a refusal names seat and text, and why.
func TestErrorsSayWhy(t *testing.T) {
	t.Parallel()
	b := deal3(t, plainFame, 2, hand1, hand2, hand3)
	for _, test := range []struct {
		seat game.Seat
		move game.Move
		want string
	}{
		{1, "pass", "it is seat 2's turn"},
		{0, "pass", "it is seat 2's turn"},
		{2, "fly", "is no move"},
		{2, "cube red", "not the phase"},
		{2, "play nun", "not in the seat's hand"},
		{2, "play clown protected", "is no move"},
	} {
		_, err := b.s.Apply(test.seat, test.move, game.Recorded(nil))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), game.ErrIllegal.Error()) {
			t.Errorf("seat %d, %q: %v", test.seat, test.move, err)
		}
	}
}

func TestPointsOf(t *testing.T) {
	t.Parallel()
	for cubes, want := range []int{0, 2, 5, 10, 15, 20, 25, 30, 35, 40} {
		if got := PointsOf(cubes); got != want {
			t.Errorf("%d cubes are worth %d, not %d", cubes, got, want)
		}
	}
}

// TestRanking breaks ties by fame, protegees, achievements, then from the start.
func TestRanking(t *testing.T) {
	t.Parallel()
	base := Score{Total: 50, Fame: 10, Protegees: 10, Achievements: 10}
	with := func(change func(*Score)) Score {
		s := base
		change(&s)
		return s
	}
	for _, test := range []struct {
		name   string
		start  uint8
		scores []Score
		want   []int
		by     string
	}{
		{"total", 1, []Score{base, with(func(s *Score) { s.Total = 60; s.Fame = 0 }), base}, []int{2, 1, 3}, ""},
		{"fame", 1, []Score{base, base, with(func(s *Score) { s.Fame = 12; s.Protegees = 0 })}, []int{3, 1, 2}, "fame"},
		{"protegees", 1, []Score{base, with(func(s *Score) { s.Protegees = 11; s.Achievements = 0 }), base}, []int{2, 1, 3}, "protegees"},
		{"achievements", 1, []Score{base, base, with(func(s *Score) { s.Achievements = 11 })}, []int{3, 1, 2}, "achievements"},
		{"start 1", 1, []Score{base, base, base}, []int{1, 2, 3}, "start"},
		{"start 2", 2, []Score{base, base, base}, []int{2, 3, 1}, "start"},
		{"start 3 of 5", 3, []Score{base, base, base, base, base}, []int{3, 4, 5, 1, 2}, "start"},
		{"abilities do not count", 3, []Score{with(func(s *Score) { s.Abilities = 9 }), base, base}, []int{3, 1, 2}, "start"},
	} {
		s := &state{players: uint8(len(test.scores)), start: test.start}
		got := s.ranking(test.scores)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, not %v", test.name, got, test.want)
		}
		v := &View{Result: &Outcome{Ranking: [][]int{{got[0]}, {got[1]}}, Scores: test.scores}}
		if by := v.TieBreak(); by != test.by {
			t.Errorf("%s: decided by %q", test.name, by)
		}
	}
	if by := (&View{}).TieBreak(); by != "" {
		t.Errorf("a game that goes on is decided by %q", by)
	}
}

// TestScore counts single abilities.
func TestScore(t *testing.T) {
	t.Parallel()
	type owner struct {
		protegees string
		cubes     [colours]uint8
		fame      string
		copied    string
		doubled   string
		hand      string
	}
	for _, test := range []struct {
		name  string
		seats []owner
		seat  uint8
		want  Score
		bonus map[string]int
	}{
		{"a tie for most is enough", []owner{{protegees: "geographer", cubes: [4]uint8{0, 0, 2, 0}}, {cubes: [4]uint8{0, 0, 2, 0}}, {}},
			1, Score{5, 0, 5, 5, 0, 15}, map[string]int{"geographer": 5}},
		{"one less is not", []owner{{protegees: "architect", cubes: [4]uint8{0, 2, 0, 0}}, {cubes: [4]uint8{0, 3, 0, 0}}, {}},
			1, Score{5, 0, 3, 0, 0, 8}, map[string]int{"architect": 0}},
		{"another's virtual cube counts", []owner{{protegees: "theologian", cubes: [4]uint8{2, 0, 0, 0}}, {protegees: "nun", cubes: [4]uint8{2, 0, 0, 0}}, {}},
			1, Score{5, 0, 4, 0, 0, 9}, map[string]int{"theologian": 0}},
		{"own virtual cube counts", []owner{{protegees: "missionary navigator"}, {}, {}},
			1, Score{2, 0, 9, 5, 0, 16}, map[string]int{"missionary": 5}},
		{"the diplomat looks right", []owner{{protegees: "diplomat"}, {cubes: [4]uint8{1, 1, 1, 1}}, {cubes: [4]uint8{0, 5, 0, 0}}},
			1, Score{0, 0, 2, 5, 0, 7}, map[string]int{"diplomat": 5}},
		{"three are too few for the banker", []owner{{protegees: "banker lawman student"}, {}, {}},
			1, Score{0, 0, 13, 0, 0, 13}, map[string]int{"banker": 0}},
		{"spice trader, never more than 7", []owner{{protegees: "spice-trader", cubes: [4]uint8{2, 2, 2, 2}}, {}, {}},
			1, Score{20, 0, 4, 7, 0, 31}, map[string]int{"spice-trader": 7}},
		{"the noble doubles one of several lowest", []owner{{protegees: "noble", fame: "religion art golden"}, {}, {}},
			1, Score{0, 30, 1, 0, 0, 31}, map[string]int{}},
		{"the noble without fame", []owner{{protegees: "noble"}, {}, {}},
			1, Score{0, 0, 1, 0, 0, 1}, map[string]int{}},
		{"the noble of one card", []owner{{protegees: "noble", fame: "calm"}, {}, {}},
			1, Score{0, 10, 1, 0, 0, 11}, map[string]int{}},
		{"a hand costs", []owner{{hand: "student banker nun"}, {}, {}},
			1, Score{0, 0, 0, 0, -30, -30}, map[string]int{}},
		{"a copied merchant counts own cubes", []owner{{protegees: "merchant", cubes: [4]uint8{5, 0, 0, 0}}, {protegees: "clown", copied: "merchant", cubes: [4]uint8{0, 1, 1, 0}}, {}},
			2, Score{4, 0, 1, 2, 0, 7}, map[string]int{"clown": 2}},
		{"a copied diplomat counts the same neighbour", []owner{{protegees: "diplomat", cubes: [4]uint8{5, 0, 0, 0}}, {protegees: "clown", copied: "diplomat"}, {cubes: [4]uint8{0, 1, 0, 0}}},
			2, Score{0, 0, 1, 5, 0, 6}, map[string]int{"clown": 5}},
		{"a copied banker counts own protegees", []owner{{protegees: "banker"}, {protegees: "clown nun lawman painter", copied: "banker"}, {}},
			2, Score{4, 0, 12, 3, 0, 19}, map[string]int{"clown": 3}},
		{"a copied cube is one more", []owner{{protegees: "nun"}, {protegees: "clown merchant", copied: "nun", cubes: [4]uint8{1, 0, 0, 0}}, {}},
			2, Score{5, 0, 2, 2, 0, 9}, map[string]int{"merchant": 2}},
		{"a copied majority", []owner{{protegees: "architect", cubes: [4]uint8{0, 2, 0, 0}}, {protegees: "clown", copied: "architect", cubes: [4]uint8{0, 2, 0, 0}}, {}},
			2, Score{5, 0, 1, 5, 0, 11}, map[string]int{"clown": 5}},
		{"a copied spice trader", []owner{{protegees: "spice-trader"}, {protegees: "clown", copied: "spice-trader", cubes: [4]uint8{1, 1, 1, 0}}, {}},
			2, Score{6, 0, 1, 0, 0, 7}, map[string]int{"clown": 0}},
		{"the doubled one counts twice, its ability once", []owner{{protegees: "sculptor merchant painter", doubled: "painter", cubes: [4]uint8{1, 0, 0, 0}}, {}, {}},
			1, Score{4, 0, 13, 2, 0, 19}, map[string]int{"merchant": 2}},
	} {
		s := &state{players: uint8(len(test.seats)), start: 1, phase: Over}
		for i, o := range test.seats {
			me := &s.seats[i]
			me.cubes = o.cubes
			for id := range strings.FieldsSeq(o.protegees) {
				me.protegees.add(read[Character](t, id))
			}
			for id := range strings.FieldsSeq(o.hand) {
				me.hand.add(read[Character](t, id))
			}
			for id := range strings.FieldsSeq(o.fame) {
				me.fame.add(read[Fame](t, "fame-"+id))
			}
			me.copied, me.doubled = read[Character](t, o.copied), read[Character](t, o.doubled)
		}
		o := s.outcome()
		if got := o.Scores[test.seat-1]; got != test.want {
			t.Errorf("%s: %+v, not %+v", test.name, got, test.want)
		}
		if got := o.Details[test.seat-1].Abilities; !reflect.DeepEqual(got, test.bonus) {
			t.Errorf("%s: abilities %v, not %v", test.name, got, test.bonus)
		}
	}
}
