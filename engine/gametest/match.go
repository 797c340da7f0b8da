package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"pizzini/engine/game"
	"pizzini/events"
)

// reporter is what a match needs of a *testing.T.
type reporter interface {
	Helper()
	Errorf(format string, arguments ...any)
	Failed() bool
}

// match is one random match whose positions are examined one by one.
type match struct {
	t       reporter
	rules   game.Rules
	config  game.Config
	seed    uint64
	random  *rand.Rand
	secrets *secrets

	setup   game.Setup
	unread  map[string]bool    // places of the set-up that are still sealed
	chosen  map[game.Seat]bool // seats with a secret move that was not opened
	at      string             // where the match is, for messages
	replica game.State         // the position folded from the record alone
}

func (m *match) errorf(format string, arguments ...any) {
	m.t.Helper()
	m.t.Errorf("seed %d, %s: %s", m.seed, m.at, fmt.Sprintf(format, arguments...))
}

func (m *match) viewers() []game.Seat {
	viewers := []game.Seat{game.Spectator}
	return append(viewers, m.seats()...)
}

func (m *match) seats() []game.Seat {
	var seats []game.Seat
	for i := range m.config.Players {
		seats = append(seats, game.Seat(i+1))
	}
	return seats
}

func (m *match) run() {
	m.t.Helper()
	simulation := game.Simulation{Rules: m.rules, Config: m.config, Chance: game.Random(m.seed), Choose: game.Random(m.seed + 1)}
	err := simulation.Play(func(r game.Record) error {
		m.at = fmt.Sprintf("after move %d (seat %d, %q)", r.N, r.Seat, string(r.Move))
		if r.N == 0 {
			m.at = "after the set-up"
			m.checkSetup(r)
		} else {
			m.checkRecord(r)
		}
		if m.t.Failed() {
			return errors.New("the position before is not as it should be")
		}
		m.examine(r.State)
		if m.t.Failed() {
			return errors.New("the position is not as it should be")
		}
		return nil
	})
	if err != nil {
		m.errorf("%v", err)
	}
}

// checkSetup holds the set-up to what a log makes of it: it can be set up again
// and restored without drawing, and its sealed places are there.
func (m *match) checkSetup(r game.Record) {
	m.setup, m.unread, m.chosen = r.Setup, map[string]bool{}, map[game.Seat]bool{}
	var document struct {
		Setup any `json:"setup"`
	}
	data := []byte(`{"setup":` + string(r.Setup.JSON) + `}`)
	if err := errors.Join(events.CheckJSON(data), json.Unmarshal(data, &document)); err != nil {
		m.errorf("the set-up cannot stand in a log: %v", err)
		return
	}
	places := paths(document.Setup, "/setup")
	for _, s := range r.Setup.Sealed {
		if !slices.Contains(places, s.At) || m.unread[s.At] {
			m.errorf("sealed %s: there is no such place in %s, or it is named twice", s.At, r.Setup.JSON)
		}
		if !slices.IsSorted(s.To) || len(slices.Compact(slices.Clone(s.To))) != len(s.To) {
			m.errorf("sealed %s: its seats %v are not ascending", s.At, s.To)
		}
		for _, seat := range s.To {
			if seat < 1 || int(seat) > m.config.Players {
				m.errorf("sealed %s: there is no seat %d", s.At, seat)
			}
		}
		m.unread[s.At] = true
	}
	want := text(m, r.State)
	restored, err := m.rules.Restore(m.config, game.Setup{JSON: r.Setup.JSON})
	if err != nil {
		m.errorf("the set-up %s is not restored: %v", r.Setup.JSON, err)
		return
	}
	if got := text(m, restored); got != want {
		m.errorf("the set-up restores to\n%s\ninstead of\n%s", got, want)
	}
	m.replica = restored
	config := m.config
	config.Setup = r.Setup.JSON
	tape := game.Drawing(func(uint64) uint64 { m.errorf("a whole set-up draws"); return 0 })
	again, setup, err := m.rules.Start(config, tape)
	if err != nil || tape.Err() != nil {
		m.errorf("the set-up %s is not accepted by Start: %v, %v", r.Setup.JSON, err, tape.Err())
		return
	}
	if text(m, again) != want || !reflect.DeepEqual(setup, r.Setup) {
		m.errorf("the set-up sets up something else:\n%s\n%v\ninstead of\n%s\n%v", text(m, again), setup, want, r.Setup)
	}
}

// checkRecord folds the move from its record alone, as a log does, and looks at
// what it opened.
func (m *match) checkRecord(r game.Record) {
	tape := game.Recorded(r.Outcomes)
	next, err := game.Fold(m.replica, r.Seat, r.Move, tape)
	if err != nil {
		m.errorf("the record does not fold: %v", err)
		return
	}
	if got, want := text(m, next), text(m, r.State); got != want {
		m.errorf("the record folds to\n%s\ninstead of\n%s", got, want)
	}
	if !slices.Equal(tape.Reveals(), r.Reveals) || !reflect.DeepEqual(tape.Outcomes(), r.Outcomes) {
		m.errorf("the fold opens %v and gives %v; it was %v and %v", tape.Reveals(), tape.Outcomes(), r.Reveals, r.Outcomes)
	}
	if len(r.Outcomes) != len(r.Draws) {
		m.errorf("%d outcomes come from %d draws", len(r.Outcomes), len(r.Draws))
	}
	for _, outcome := range r.Outcomes {
		if !slices.Contains(m.rules.Info().Outcomes, outcome) {
			m.errorf("the outcome %v is not among Info().Outcomes", outcome)
		}
	}
	if _, err := game.Fold(m.replica, r.Seat, r.Move, game.Recorded(append(slices.Clone(r.Outcomes), 1))); !errors.Is(err, game.ErrChance) {
		m.errorf("a surplus outcome in the record is not refused: %v", err)
	}
	if len(r.Outcomes) > 0 {
		if _, err := game.Fold(m.replica, r.Seat, r.Move, game.Recorded(r.Outcomes[1:])); !errors.Is(err, game.ErrChance) {
			m.errorf("a missing outcome in the record is not refused: %v", err)
		}
	}
	m.replica = next
	for _, place := range r.Reveals {
		var seat game.Seat
		switch _, err := fmt.Sscanf(place, "seat:%d", &seat); {
		case err == nil && m.chosen[seat]:
			delete(m.chosen, seat)
		case m.unread[place]:
			delete(m.unread, place)
		default:
			m.errorf("it opens %s, which is not sealed or was opened before", place)
		}
	}
	if r.Secret {
		if m.chosen[r.Seat] {
			m.errorf("seat %d's secret move before this one was never opened", r.Seat)
		}
		m.chosen[r.Seat] = true
	}
}

// examine looks at a position from all sides; nothing of that may change it.
func (m *match) examine(s game.State) {
	before := text(m, s)
	m.checkCommon(s, before)
	m.checkLists(s)
	m.checkMoves(s)
	m.checkRefused(s)
	m.checkRestored(s, before)
	m.checkViews(s)
	m.checkSecrets(s)
	m.checkPasses(s)
	if after := text(m, s); after != before {
		m.errorf("looking at the position changed it from\n%s\nto\n%s", before, after)
	}
}

// checkCommon holds the state to the contract's common keys.
func (m *match) checkCommon(s game.State, whole string) {
	var common struct {
		Game    string
		Edition *string
		Round   *int
		Phase   *string
		Active  []game.Seat
		Over    *bool
		Result  json.RawMessage
	}
	if err := events.CheckJSON([]byte(whole)); err != nil {
		m.errorf("the state cannot stand in a log: %v", err)
		return
	}
	if err := json.Unmarshal([]byte(whole), &common); err != nil {
		m.errorf("the state is no JSON: %v", err)
		return
	}
	if marshalled, err := json.Marshal(s); err != nil || string(marshalled) != whole {
		m.errorf("the state is written as\n%s\nwithin another document (%v), and by itself as\n%s", marshalled, err, whole)
		return
	}
	result, over := s.Result()
	switch {
	case common.Game != m.rules.Info().Kind:
		m.errorf("game is %q", common.Game)
	case common.Edition == nil || common.Round == nil || common.Phase == nil || common.Over == nil || common.Active == nil:
		m.errorf("a common key is missing in %s", whole)
	case !slices.Equal(common.Active, s.Active()):
		m.errorf("active is %v in the state, %v by Active", common.Active, s.Active())
	case *common.Over != over || over != (len(s.Active()) == 0) || over != (common.Result != nil):
		m.errorf("over is %v, Result says %v, active is %v", *common.Over, over, s.Active())
	}
	if !over || m.t.Failed() {
		return
	}
	var written struct {
		Ranking [][]game.Seat
		Scores  []map[string]int
	}
	if err := json.Unmarshal(common.Result, &written); err != nil || !bytes.Equal(common.Result, result.JSON) {
		m.errorf("result is %s in the state, %s by Result (%v)", common.Result, result.JSON, err)
		return
	}
	if written.Ranking == nil || !reflect.DeepEqual(written.Ranking, result.Ranking) || len(written.Scores) != m.config.Players || len(result.Totals) != m.config.Players {
		m.errorf("the ranking or the scores are not as Result says: %s, %+v", common.Result, result)
		return
	}
	ranked := slices.Sorted(slices.Values(slices.Concat(result.Ranking...)))
	if len(slices.Compact(slices.Clone(ranked))) != len(ranked) {
		m.errorf("a seat stands twice in the ranking %v", result.Ranking)
	}
	for i, score := range written.Scores {
		if total, ok := score["total"]; !ok || total != result.Totals[i] {
			m.errorf("seat %d's total is %v, by Result %d", i+1, score["total"], result.Totals[i])
		}
	}
}

// text is a state or a view as JSON, as the game writes it; that it is JSON is
// looked at once for each position.
func text(m *match, what json.Marshaler) string {
	m.t.Helper()
	written, err := what.MarshalJSON()
	if err != nil {
		m.errorf("it cannot be written: %v", err)
	}
	return string(written)
}
