package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
)

// Turn is one or several moves of a seat as one command.
type Turn struct {
	Match    string
	Seat     game.Seat
	Decision int // the decision number that the form names
	Moves    []game.Move
}

// Play plays a turn for whoever sits at the seat: all of its moves or none.
func (e *Engine) Play(ctx context.Context, t Turn) (Receipt, error) { return e.turn(ctx, t, "seat:") }

// playBot plays a bot's turn.
func (e *Engine) playBot(ctx context.Context, t Turn) (Receipt, error) {
	return e.turn(ctx, t, "bot:")
}

func (e *Engine) turn(ctx context.Context, t Turn, by string) (Receipt, error) {
	texts := make([]string, len(t.Moves))
	for i, m := range t.Moves {
		texts[i] = string(m)
	}
	c := command{id: e.commandID(t.Match, t.Seat, t.Decision, "play", texts...), by: by + t.Seat.String()}
	return e.act(ctx, t.Match, c, func(m *Match) ([]events.Entry, error) {
		if len(t.Moves) == 0 || len(t.Moves) > MaxTries {
			return nil, refuse(Invalid, "Choose something first.", "A command has from 1 to %d choices.", MaxTries)
		}
		if err := m.mayChoose(t.Seat); err != nil {
			return nil, err
		}
		if m.Bot(t.Seat) != (by == "bot:") {
			return nil, refuse(NotYourTurn, "Ask the host for a seat.", "Somebody else plays this seat now.")
		}
		if m.Decision(t.Seat) != t.Decision {
			return nil, refuse(Stale, "Look at the position as it is now and choose again.", "This page was made for an earlier decision.")
		}
		return m.moves(nil, t.Seat, t.Moves)
	})
}

// moves are the entries of a turn, behind those that stand before it in its slip.
// All of it is checked on tapes that open nothing before anything is drawn, so that
// no refusal can tell what is hidden.
func (m *Match) moves(before []events.Entry, seat game.Seat, moves []game.Move) ([]events.Entry, error) {
	state := m.State
	draws := events.NewDraws(seed(m, nil), m.ID, m.Table.Mix, m.Table.Draws+1)
	entries := slices.Clone(before)
	for i, move := range moves {
		if !slices.Contains(state.Legal(seat), move) {
			return nil, refuse(Illegal, "Choose one of the moves that are offered.", "%q is not a move that seat %d can make here.", string(move), seat)
		}
		tape := game.Refusing()
		last := i == len(moves)-1
		if last {
			tape = game.Drawing(draws.Below)
		}
		secret := state.Secret(seat, move)
		next, err := state.Apply(seat, move, tape)
		if err == nil {
			err = tape.Err()
		}
		if errors.Is(err, game.ErrOpens) {
			return nil, refuse(Opens, "Commit it first and choose the rest afterwards.", "%q shows something new, so nothing can be chosen after it yet.", string(move))
		}
		if err != nil {
			return nil, fmt.Errorf("match %s: seat %d, %q: %w", m.ID, seat, string(move), err)
		}
		played := &events.Played{Seat: int(seat), Move: string(move), Chance: tape.Outcomes()}
		entry := events.Entry{Data: played}
		if secret {
			entry.Seal = []events.Place{{At: "/move", To: []int{int(seat)}}}
		}
		if last {
			entry.Draws, entry.First = draws.Taken(), draws.First()
		}
		if entry.Opens, err = m.opens(tape.Reveals(), entries); err != nil {
			return nil, err
		}
		if entry.State, err = next.MarshalJSON(); err != nil {
			return nil, err
		}
		entries = append(entries, entry)
		state = next
	}
	if result, over := state.Result(); over {
		entries = append(entries, events.Entry{Data: &events.Ended{Result: json.RawMessage(result.JSON)}, State: entries[len(entries)-1].State})
	}
	return entries, nil
}

// opens finds the sealed parts that a move makes common knowledge; entries are
// those of its command before it. What was opened before a rewind stays open and is
// not opened again.
func (m *Match) opens(reveals []string, entries []events.Entry) ([]events.Ref, error) {
	var refs []events.Ref
	for _, what := range reveals {
		ref, err := m.sealed(what, entries)
		if err != nil {
			return nil, err
		}
		if !m.Table.Opened[ref] {
			refs = append(refs, ref)
		}
	}
	return refs, nil
}

// sealed finds what Reveal names: a place of the set-up, or a seat's latest
// secret move, of the same command or on the effective line.
func (m *Match) sealed(what string, entries []events.Entry) (events.Ref, error) {
	if number, ok := strings.CutPrefix(what, "seat:"); ok {
		for i, entry := range slices.Backward(entries) {
			if d, ok := entry.Data.(*events.Played); ok && len(entry.Seal) > 0 && strconv.Itoa(d.Seat) == number {
				return events.Ref{N: m.N() + i + 1, I: 0}, nil // a move is the first that its event seals
			}
		}
		for i := len(m.line) - 1; i > 0; i-- {
			e := m.Log[m.line[i].n-1]
			if part := movePart(e); part >= 0 && game.Seat(m.line[i].seat).String() == number {
				return events.Ref{N: e.N, I: part}, nil
			}
		}
		return events.Ref{}, fmt.Errorf("match %s: the game reveals a secret move of seat %s, and there is none", m.ID, number)
	}
	e := m.Log[m.Table.Started-1]
	for i, p := range e.Sealed {
		if p != nil && p.At() == what {
			return events.Ref{N: e.N, I: i}, nil
		}
	}
	return events.Ref{}, fmt.Errorf("match %s: the game reveals %s, and nothing is sealed there", m.ID, what)
}
