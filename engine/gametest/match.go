package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

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

// checkLists holds the legal lists to be finite, canonical, and the active
// seats' alone.
func (m *match) checkLists(s game.State) {
	active := s.Active()
	if !slices.IsSorted(active) || len(slices.Compact(slices.Clone(active))) != len(active) {
		m.errorf("active %v is not ascending", active)
	}
	for _, seat := range append(m.seats(), game.All, game.Spectator, game.Seat(m.config.Players+1), -7, 1000) {
		moves := s.Legal(seat)
		if slices.Contains(active, seat) != (len(moves) > 0) {
			m.errorf("seat %d has the moves %q, and active are %v", seat, moves, active)
		}
		if !slices.IsSorted(moves) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
			m.errorf("seat %d's moves are not sorted or not unique: %q", seat, moves)
		}
		for _, move := range moves {
			if game.Parse(string(move)) != move || move == "" || strings.Trim(string(move), "abcdefghijklmnopqrstuvwxyz0123456789- ") != "" {
				m.errorf("%q is no canonical text", move)
			}
			if s.Describe(seat, move).Key == "" {
				m.errorf("%q has no label", move)
			}
		}
	}
	for _, seat := range active {
		if seat < 1 || int(seat) > m.config.Players {
			m.errorf("active is seat %d, which does not exist", seat)
		}
	}
}

// trial is what a move did on a tape.
type trial struct {
	state   game.State
	err     error
	opened  bool
	reveals []string
	facts   []game.Fact // all of them
	early   int         // how many of them were told before anything was opened
}

func try(s game.State, seat game.Seat, move game.Move, tape *game.Chance) trial {
	var tried trial
	tape.Listen(func(f game.Fact) {
		tried.facts = append(tried.facts, f)
		if !tape.Opened() {
			tried.early++
		}
	})
	tried.state, tried.err = game.Play(s, seat, move, tape)
	tried.opened, tried.reveals = tape.Opened(), tape.Reveals()
	return tried
}

// checkMoves plays every legal move on each kind of tape: it applies, and opens
// something on both kinds or on none, after the same facts.
func (m *match) checkMoves(s game.State) {
	for _, seat := range s.Active() {
		for _, move := range s.Legal(seat) {
			drawn := try(s, seat, move, game.Drawing(game.Random(m.random.Uint64())))
			if drawn.err != nil {
				m.errorf("seat %d's legal move %q does not apply: %v", seat, move, drawn.err)
				continue
			}
			refused := try(s, seat, move, game.Refusing())
			switch {
			case drawn.opened && !errors.Is(refused.err, game.ErrOpens):
				m.errorf("seat %d's %q opens something, and a refusing tape lets it pass: %v", seat, move, refused.err)
			case !drawn.opened && refused.err != nil:
				m.errorf("seat %d's %q opens nothing, and a refusing tape refuses it: %v", seat, move, refused.err)
			case !drawn.opened && text(m, refused.state) != text(m, drawn.state):
				m.errorf("seat %d's %q leads to another position on a refusing tape", seat, move)
			case !reflect.DeepEqual(refused.facts, drawn.facts[:drawn.early:drawn.early]) && len(refused.facts)+drawn.early > 0:
				m.errorf("seat %d's %q tells %v on a refusing tape and %v before it opens on a drawing one", seat, move, refused.facts, drawn.facts[:drawn.early])
			}
			if !drawn.opened {
				if silent, err := game.Play(s, seat, move, game.Drawing(nil)); err != nil || text(m, silent) != text(m, drawn.state) {
					m.errorf("seat %d's %q needs a listener (%v)", seat, move, err)
				}
			}
		}
	}
}

// checkRefused tries texts that are no legal moves.
func (m *match) checkRefused(s game.State) {
	refuse := func(seat game.Seat, move game.Move) {
		if slices.Contains(s.Legal(seat), move) {
			return
		}
		if _, err := s.Apply(seat, move, game.Drawing(game.Random(m.seed))); !errors.Is(err, game.ErrIllegal) {
			m.errorf("seat %d plays %q, which is not legal: %v", seat, move, err)
		}
	}
	others := append(m.seats(), game.All, game.Spectator, game.Seat(m.config.Players+1))
	var texts []game.Move
	for _, seat := range s.Active() {
		texts = append(texts, s.Legal(seat)...)
	}
	for _, move := range texts {
		for _, seat := range others {
			refuse(seat, move)
		}
	}
	for _, seat := range others {
		for _, move := range []game.Move{"", " ", "no-such-move", "\x00", "💥", game.Move(strings.Repeat("x ", 1000))} {
			refuse(seat, move)
		}
	}
	nearly := mutations(m.some(texts), m.random)
	for _, seat := range s.Active() {
		for _, move := range nearly {
			refuse(seat, move)
		}
	}
}

// some are a few of the moves, so that long lists do not take all day.
func (m *match) some(moves []game.Move) []game.Move {
	const few = 6
	if len(moves) <= few {
		return moves
	}
	var some []game.Move
	for _, i := range m.random.Perm(len(moves))[:few] {
		some = append(some, moves[i])
	}
	return some
}

// mutations are texts that are nearly moves.
func mutations(moves []game.Move, random *rand.Rand) []game.Move {
	var made []game.Move
	for _, move := range moves {
		words := strings.Fields(string(move))
		made = append(made, move+" ", " "+move, move+" x", game.Move(strings.ToUpper(string(move))), move+"\n",
			game.Move(strings.Join(words, "  ")), move+" "+move)
		for i := range words {
			dropped := slices.Concat(words[:i], words[i+1:])
			made = append(made, game.Move(strings.Join(dropped, " ")))
			other := strings.Fields(string(moves[random.IntN(len(moves))]))
			swapped := slices.Clone(words)
			swapped[i] = other[random.IntN(len(other))]
			made = append(made, game.Move(strings.Join(swapped, " ")))
			swapped = slices.Clone(words)
			swapped[i] = []string{"0", "-1", "99999999999999999999", "6", "nobody", "-"}[random.IntN(6)]
			made = append(made, game.Move(strings.Join(swapped, " ")))
		}
	}
	return made
}

// checkViews holds each view to the shape of the whole state and its drawing to
// the width of a letter.
func (m *match) checkViews(s game.State) {
	whole := text(m, s)
	if all := text(m, s.View(game.All)); all != whole {
		m.errorf("who sees everything sees\n%s\ninstead of\n%s", all, whole)
	}
	var document any
	if err := json.Unmarshal([]byte(whole), &document); err != nil {
		m.errorf("the state is no JSON: %v", err)
		return
	}
	for _, viewer := range append(m.viewers(), game.All) {
		view := s.View(viewer)
		var seen any
		if err := json.Unmarshal([]byte(text(m, view)), &seen); err != nil {
			m.errorf("viewer %d's view is no JSON: %v", viewer, err)
			continue
		}
		if where := surplus(seen, document, ""); where != "" {
			m.errorf("viewer %d sees at %s what is not in the whole state", viewer, where)
		}
		drawing := view.Text()
		if strings.TrimSpace(drawing) == "" {
			m.errorf("viewer %d's view has no drawing", viewer)
		}
		for line := range strings.Lines(drawing) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 78 {
				m.errorf("viewer %d's drawing has a line of more than 78 columns: %q", viewer, line)
			}
		}
	}
}

// surplus finds a place where a view says what the whole state does not: a view
// leaves keys out, or has a list's length in its place.
func surplus(view, whole any, at string) string {
	switch view := view.(type) {
	case map[string]any:
		container, ok := whole.(map[string]any)
		if !ok {
			return at
		}
		for key, value := range view {
			inner, ok := container[key]
			if !ok {
				return at + "/" + key
			}
			if where := surplus(value, inner, at+"/"+key); where != "" {
				return where
			}
		}
		return ""
	case []any:
		container, ok := whole.([]any)
		if !ok || len(view) != len(container) {
			return at
		}
		for i := range view {
			if where := surplus(view[i], container[i], fmt.Sprintf("%s/%d", at, i)); where != "" {
				return where
			}
		}
		return ""
	case float64:
		if list, ok := whole.([]any); ok && view == float64(len(list)) {
			return ""
		}
	}
	if view != whole {
		return at
	}
	return ""
}

// paths lists the JSON Pointers of all places in a decoded document.
func paths(document any, at string) []string {
	found := []string{at}
	switch document := document.(type) {
	case map[string]any:
		for key, value := range document {
			key = strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
			found = append(found, paths(value, at+"/"+key)...)
		}
	case []any:
		for i, value := range document {
			found = append(found, paths(value, fmt.Sprintf("%s/%d", at, i))...)
		}
	}
	return found
}

// text is a state or a view as JSON.
func text(m *match, what json.Marshaler) string {
	m.t.Helper()
	written, err := json.Marshal(what)
	if err != nil {
		m.errorf("it cannot be written: %v", err)
	}
	return string(written)
}
