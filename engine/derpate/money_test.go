package derpate

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine/game"
)

// relate plays a move and gives what a viewer hears of it.
func relate(s game.State, seat game.Seat, m game.Move, tape *game.Chance, viewer game.Seat) (game.State, []game.Fact, error) {
	var facts []game.Fact
	tape.Listen(func(f game.Fact) {
		if f.For(viewer) {
			facts = append(facts, f)
		}
	})
	next, err := game.Play(s, seat, m, tape)
	return next, facts, err
}

// TestMoneyOfOthersIsNowhere looks for a rival's total in all that a viewer gets:
// his view, its drawing, his moves with their labels, the facts.
func TestMoneyOfOthersIsNowhere(t *testing.T) {
	t.Parallel()
	for seed := range uint64(24) {
		var before game.State
		simulate(t, 2*seed+1, func(config game.Config, r game.Record) error {
			s := *r.State.(*state)
			if s.phase == Over {
				return nil
			}
			for n := int8(1); n <= s.players; n++ { // totals that nothing else can be
				s.seat(n).money += int(n) * 123_457_000
			}
			for viewer := game.Spectator; viewer <= game.Seat(s.players); viewer++ {
				seen, err := s.View(viewer).MarshalJSON()
				if err != nil {
					return err
				}
				all := string(seen) + s.View(viewer).Text()
				for _, m := range s.Legal(viewer) {
					all += fmt.Sprint(m, s.Describe(viewer, m))
				}
				for _, seat := range s.Active() {
					for _, m := range s.Legal(seat) {
						_, facts, err := relate(&s, seat, m, game.Drawing(game.Random(seed)), viewer)
						if err != nil {
							return err
						}
						if next, _ := s.Apply(seat, m, game.Drawing(game.Random(seed))); next.(*state).phase != Over {
							all += fmt.Sprint(facts)
						}
					}
				}
				for n := int8(1); n <= s.players; n++ {
					for _, total := range []string{strconv.Itoa(s.seat(n).money), strconv.Itoa(s.seat(n).money / thousand), dollars(s.seat(n).money)} {
						if viewer != game.Seat(n) && strings.Contains(all, total) {
							return fmt.Errorf("after move %d viewer %d reads seat %d's %s in %s", r.N, viewer, n, total, all)
						}
					}
				}
			}
			before = &s
			return nil
		})
		if before == nil {
			t.Error("nothing was looked at")
		}
	}
}

// TestMoneyOfOthersChangesNothing: positions that differ in what a viewer's
// rivals have look alike to him; what he could play and what trying it tells are
// the same; and who is asked next does not depend on anybody's money.
func TestMoneyOfOthersChangesNothing(t *testing.T) {
	t.Parallel()
	asked := 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 3))
		simulate(t, seed, func(_ game.Config, r game.Record) error {
			s := r.State.(*state)
			if s.phase == Over {
				return nil
			}
			for viewer := game.Spectator; viewer <= game.Seat(s.players); viewer++ {
				twin := *s
				for n := int8(1); n <= s.players; n++ {
					if game.Seat(n) != viewer {
						twin.seat(n).money = thousand * random.IntN(12)
					}
				}
				if err := alike(viewer, s, &twin); err != nil {
					return fmt.Errorf("after move %d: %w", r.N, err)
				}
				for _, seat := range s.Active() {
					for _, m := range s.Legal(seat) {
						if !slices.Contains(twin.Legal(seat), m) {
							continue // a ransom or a donation, which tells what its seat pays
						}
						dice := random.Uint64()
						a, _, err := relate(s, seat, m, game.Drawing(game.Random(dice)), viewer)
						if err != nil {
							return err
						}
						b, _, err := relate(&twin, seat, m, game.Drawing(game.Random(dice)), viewer)
						if err != nil {
							return err
						}
						if x, y := a.(*state), b.(*state); x.active != y.active || x.phase != y.phase || x.turn != y.turn {
							return fmt.Errorf("after move %d: who is asked after seat %d's %q depends on money", r.N, seat, m)
						}
						asked++
						if seat != viewer {
							continue
						}
						a, heard, errA := relate(s, seat, m, game.Refusing(), viewer)
						b, other, errB := relate(&twin, seat, m, game.Refusing(), viewer)
						if (errA == nil) != (errB == nil) || !reflect.DeepEqual(heard, other) {
							return fmt.Errorf("after move %d: seat %d's try of %q tells %v or %v (%v, %v)", r.N, seat, m, heard, other, errA, errB)
						}
						if errA == nil {
							if err := alike(viewer, a.(*state), b.(*state)); err != nil {
								return fmt.Errorf("after move %d and a try of %q: %w", r.N, m, err)
							}
						}
					}
				}
			}
			return nil
		})
	}
	if asked == 0 {
		t.Error("nothing was tried")
	}
}

// alike says how a viewer can tell two positions apart.
func alike(viewer game.Seat, a, b *state) error {
	x, y := a.View(viewer), b.View(viewer)
	first, _ := x.MarshalJSON()
	second, _ := y.MarshalJSON()
	switch {
	case string(first) != string(second):
		return fmt.Errorf("viewer %d sees\n%s\nor\n%s", viewer, first, second)
	case x.Text() != y.Text():
		return fmt.Errorf("viewer %d sees\n%s\nor\n%s", viewer, x.Text(), y.Text())
	case !slices.Equal(a.Active(), b.Active()), !slices.Equal(a.Legal(viewer), b.Legal(viewer)):
		return fmt.Errorf("viewer %d may play %v or %v", viewer, a.Legal(viewer), b.Legal(viewer))
	}
	for _, m := range a.Legal(viewer) {
		if !reflect.DeepEqual(a.Describe(viewer, m), b.Describe(viewer, m)) {
			return fmt.Errorf("viewer %d reads of %q %v or %v", viewer, m, a.Describe(viewer, m), b.Describe(viewer, m))
		}
	}
	return nil
}

// TestGatheringOpens: what others can pay is not told to who only tries; what
// they must pay is.
func TestGatheringOpens(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		options game.Options
		opens   bool
	}{
		{nil, true},
		{game.Options{"openMoney": true}, false},
		{game.Options{"gathering": "holder-pays-1000"}, false},
	} {
		b := begin2(t, test.options, `{"owes":[0,0,0]},{"money":2000,"owes":[0,2,0]}`)
		b.play("1 1 3 1", "roll", "place white 1").play("1 3 1", "roll", "place black 1").play("3 1", "roll")
		_, facts, err := relate(b.s, 1, "place gray 3", game.Refusing(), 1)
		if (err != nil) != test.opens {
			t.Errorf("%v: trying a gathering: %v", test.options, err)
		}
		text := fmt.Sprint(facts)
		if !strings.Contains(text, "{due map[amount:") || strings.Contains(text, "{settled ") == test.opens {
			t.Errorf("%v: it tells %v", test.options, facts)
		}
	}
}
