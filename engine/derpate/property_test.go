package derpate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pizzini/engine/game"
)

// mixed is a match with flags of both editions, every second one from a made-up
// position.
func mixed(t *testing.T, seed uint64) game.Config {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	players := minSeats + int(seed)%3
	given := game.Options{"edition": []any{Kosmos, TW}[random.IntN(2)], "startPlayer": 1 + random.IntN(players), "startMoney": thousand * random.IntN(16)}
	for _, f := range flagTable {
		if random.IntN(3) == 0 {
			given[f.key] = []any{f.kosmos, f.tw}[random.IntN(2)]
		}
	}
	options, err := Rules{}.Resolve(players, given)
	if err != nil {
		t.Fatal(err)
	}
	config := game.Config{Players: players, Options: options}
	if seed%2 == 0 {
		return config
	}
	seats := []map[string]any{}
	for n := 1; n <= players; n++ {
		at := [2]int{random.IntN(13), random.IntN(13)}
		held := []Tile{}
		for _, tile := range Tiles() {
			if at[tile.Track()] >= tile.Space() && random.IntN(3) > 0 {
				held = append(held, tile)
			}
		}
		owes := make([]int, players+1)
		for to := range owes {
			if to != n {
				owes[to] = random.IntN(2)
			}
		}
		seats = append(seats, map[string]any{
			"reputation": at[0], "influence": at[1], "tiles": held, "income": random.IntN(5), "favors": random.IntN(5), "friends": random.IntN(4),
			"money": thousand * random.IntN(9), "prison": random.IntN(3), "hudson": random.IntN(3), "owes": owes,
		})
	}
	quarters := Districts()
	random.Shuffle(districts, func(i, j int) { quarters[i], quarters[j] = quarters[j], quarters[i] })
	config.Setup, err = json.Marshal(map[string]any{
		"car": Business(random.IntN(businesses)), "districts": quarters[:players],
		"position": map[string]any{
			"round": 1 + random.IntN(rounds), "seats": seats,
			"businesses": map[string]any{Business(random.IntN(businesses)).ID(): nil, Business(random.IntN(businesses)).ID(): nil},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// simulate plays a mixed match at random.
func simulate(t *testing.T, seed uint64, each func(game.Config, game.Record) error) {
	t.Helper()
	config := mixed(t, seed)
	simulation := game.Simulation{Rules: Rules{}, Config: config, Chance: game.Random(seed), Choose: game.Random(seed + 1)}
	if err := simulation.Play(func(r game.Record) error { return each(config, r) }); err != nil {
		t.Fatalf("seed %d, %v, %s: %v", seed, config.Options, config.Setup, err)
	}
}

func restoreText(config game.Config, text string) (game.State, error) {
	return Rules{}.Restore(config, game.Setup{JSON: json.RawMessage(`{"state":` + text + `}`)})
}

// TestEveryPositionRestores plays many random matches of all mixtures: each
// position is restored to itself and has the same future, what is always true
// holds, and a move is legal exactly when it stands in the list.
func TestEveryPositionRestores(t *testing.T) {
	t.Parallel()
	phases, steps, played := map[Phase]int{}, map[Step]int{}, map[verb]int{}
	for seed := range uint64(120) {
		var before game.State // the restored twin of the position before
		simulate(t, seed, func(config game.Config, r game.Record) error {
			s := r.State.(*state)
			phases[s.phase]++
			if s.phase == TurnPhase {
				steps[s.turn.step]++
			}
			text, err := s.MarshalJSON()
			if err != nil {
				return err
			}
			if before != nil {
				played[parsed[r.Move].verb]++
				after, err := before.Apply(r.Seat, r.Move, game.Recorded(r.Outcomes))
				if err != nil {
					return fmt.Errorf("move %d: the restored position refuses %q: %v", r.N, r.Move, err)
				}
				if other, _ := after.MarshalJSON(); string(other) != string(text) {
					return fmt.Errorf("move %d, %q: the restored position becomes\n%s\ninstead of\n%s", r.N, r.Move, other, text)
				}
			}
			restored, err := restoreText(config, string(text))
			if err != nil {
				return fmt.Errorf("move %d: %v\n%s", r.N, err, text)
			}
			twin := *restored.(*state)
			twin.given, twin.origin = s.given, s.origin
			if twin != *s {
				return fmt.Errorf("move %d: the position is restored as another one:\n%+v\n%+v", r.N, twin, *s)
			}
			before = restored
			if err := alwaysTrue(s); err != nil {
				return fmt.Errorf("move %d, %q: %w", r.N, r.Move, err)
			}
			if seed%10 != 0 {
				return nil
			}
			return listed(s)
		})
	}
	for phase := SetupCar; phase <= Over; phase++ {
		if phases[phase] == 0 {
			t.Errorf("no position of the phase %s was seen", phase.ID())
		}
	}
	for step := StepEvent; step <= StepEnd; step++ {
		if steps[step] == 0 {
			t.Errorf("no turn in the step %s was seen", step.ID())
		}
	}
	for v := range verbs {
		if played[v] == 0 {
			t.Errorf("no move of the kind %d was seen", v)
		}
	}
}

// alwaysTrue is the last line of section 11.
func alwaysTrue(s *state) error {
	friends := s.friendsLeft()
	for n := int8(1); n <= s.players; n++ {
		me := s.seat(n)
		friends += me.friends
		if s.businesses(n)+me.supply+me.prison+me.hudson != figures || me.supply < 0 || me.prison < 0 || me.hudson < 0 {
			return fmt.Errorf("seat %d has not its figures: %+v", n, me)
		}
		for _, count := range me.owes {
			if count < 0 {
				return fmt.Errorf("seat %d owes %v", n, me.owes)
			}
		}
		if me.debtSupply() < 0 || me.owes[n] != 0 || me.money < 0 || me.money%thousand != 0 || me.friends < 0 {
			return fmt.Errorf("seat %d has not its markers, Friends or money: %+v", n, me)
		}
	}
	if friends != allFriends || s.friendsLeft() < 0 {
		return fmt.Errorf("%d Friends are left", s.friendsLeft())
	}
	return nil
}

// listed says where the legal list and what Apply accepts differ.
func listed(s *state) error {
	for n := game.Seat(0); n <= maxSeats; n++ {
		legal := s.Legal(n)
		for text := range parsed {
			_, err := s.Apply(n, text, game.Drawing(game.Random(1)))
			if (err == nil) != slices.Contains(legal, text) {
				return fmt.Errorf("seat %d, %q: listed %v, applied: %v", n, text, slices.Contains(legal, text), err)
			}
		}
	}
	return nil
}

// TestRevealsOfAMatch: a match opens each card in the move that begins its round,
// a gathering of others' money, and at its end all money.
func TestRevealsOfAMatch(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		var before *state
		var reveals []string
		opened := 0
		simulate(t, seed, func(config game.Config, r game.Record) error {
			s := r.State.(*state)
			reveals = append(reveals, r.Reveals...)
			if before != nil {
				_, err := game.Play(before, r.Seat, r.Move, game.Refusing())
				gathers := !s.flags.HolderPays && s.phase == TurnPhase && parsed[r.Move].verb == placeDie && s.turn.count > 0 && s.turn.last().space == Gathering && owed(before, before.active)
				opens := len(r.Outcomes) > 0 || s.round != before.round || s.phase == Over || gathers
				if (err != nil) != opens {
					return fmt.Errorf("move %d, %q opens something or not: %v", r.N, r.Move, err)
				}
				if gathers {
					opened++
				}
			}
			before = s
			return nil
		})
		first := 0
		if seed%2 == 1 {
			first = int(before.round) - len(reveals)
		}
		for i, place := range reveals {
			if place != fmt.Sprintf("/setup/eventDeck/%d", first+i) {
				t.Errorf("seed %d: opened %v", seed, reveals)
			}
		}
		if seed%2 == 0 && len(reveals) != rounds {
			t.Errorf("seed %d: opened %v", seed, reveals)
		}
	}
}

// owed says whether another seat's markers lie with a seat.
func owed(s *state, n int8) bool {
	for i := range s.seats {
		if s.seats[i].owes[n] > 0 {
			return true
		}
	}
	return false
}

// TestGivenPositionIsSealed: the deck of a given position is sealed where it
// stands, and opened from there.
func TestGivenPositionIsSealed(t *testing.T) {
	t.Parallel()
	config := game.Config{Players: 2, Setup: json.RawMessage(`{"eventDeck":` + sevenCards + `,"car":"east-1","districts":["greenwich","east"],"position":{"round":5}}`)}
	s, _, err := Rules{}.Start(config, game.Drawing(nil))
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	config.Setup = json.RawMessage(`{"state":` + string(text) + `}`)
	s, setup, err := Rules{}.Start(config, game.Drawing(nil))
	if err != nil {
		t.Fatal(err)
	}
	if string(setup.JSON) != string(config.Setup) {
		t.Errorf("the set-up is %s", setup.JSON)
	}
	if got := fmt.Sprint(setup.Sealed); got != "[{/setup/state/eventDeck/0 []} {/setup/state/eventDeck/1 []}]" {
		t.Errorf("sealed %s", got)
	}
	var reveals []string
	source := game.Random(3)
	for len(s.Active()) > 0 {
		tape := game.Drawing(source)
		seat := s.Active()[0]
		if s, err = game.Play(s, seat, s.Legal(seat)[0], tape); err != nil {
			t.Fatal(err)
		}
		reveals = append(reveals, tape.Reveals()...)
	}
	if fmt.Sprint(reveals) != "[/setup/state/eventDeck/0 /setup/state/eventDeck/1]" {
		t.Errorf("opened %v", reveals)
	}
}

// BenchmarkTwoPlayers plays whole random matches of two.
func BenchmarkTwoPlayers(b *testing.B) {
	options, err := Rules{}.Resolve(2, nil)
	if err != nil {
		b.Fatal(err)
	}
	seed := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		seed++
		s := game.Simulation{Rules: Rules{}, Config: game.Config{Players: 2, Options: options}, Chance: game.Random(seed), Choose: game.Random(seed + 1)}
		if err := s.Play(func(game.Record) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(seed)/b.Elapsed().Seconds(), "matches/s")
}
