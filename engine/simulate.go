package engine

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
)

// Simulated is a whole match of uniformly random moves, played by bots, all of
// whose chance is drawn as Format 1 says from a seed that is made from a number.
type Simulated struct {
	Kind    string
	Players int
	Options game.Options
	Seed    uint64
}

// Run plays the match and hands out each record, the set-up first.
func (s Simulated) Run(each func(game.Record) error) error {
	sim, _, err := s.simulation()
	if err != nil {
		return err
	}
	return sim.Play(each)
}

// Rules gives the rules and the resolved configuration.
func (s Simulated) Rules() (game.Rules, game.Config, error) {
	rules, err := Newest(s.Kind)
	if err != nil {
		return nil, game.Config{}, err
	}
	if i := rules.Info(); s.Players < i.MinPlayers || s.Players > i.MaxPlayers {
		return nil, game.Config{}, fmt.Errorf("%s is played by %d to %d, not by %d", i.Kind, i.MinPlayers, i.MaxPlayers, s.Players)
	}
	options, err := rules.Resolve(s.Players, s.Options)
	return rules, game.Config{Players: s.Players, Options: options}, err
}

// secret makes bytes of the simulation's own from its number and a purpose.
func (s Simulated) secret(purpose string) [32]byte {
	return sha256.Sum256([]byte(fmt.Sprintf("pizzini/simulate/%s/%d", purpose, s.Seed)))
}

func (s Simulated) id() string {
	sum := s.secret("match")
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

func (s Simulated) mix() string { return events.Mix(make([]string, s.Players)) }

func (s Simulated) simulation() (game.Simulation, *events.Draws, error) {
	rules, config, err := s.Rules()
	if err != nil {
		return game.Simulation{}, nil, err
	}
	seed := s.secret("seed")
	draws := events.NewDraws(seed[:], s.id(), s.mix(), 1)
	choices := s.secret("choices")
	chooser := rand.New(rand.NewPCG(binary.BigEndian.Uint64(choices[:8]), binary.BigEndian.Uint64(choices[8:16])))
	return game.Simulation{Rules: rules, Config: config, Chance: draws.Below, Choose: chooser.Uint64N}, draws, nil
}

// Export writes the match as a Format 1 export for all, every seat a bot, with
// id, seed, salts and times made from the number. each sees the records too and
// may be nil.
func (s Simulated) Export(w io.Writer, each func(game.Record) error) error {
	sim, _, err := s.simulation()
	if err != nil {
		return err
	}
	seed := s.secret("seed")
	salts := s.secret("salts")
	host := s.secret("host")
	log := &simulatedLog{
		match: Fold(nil), seed: seed[:], salts: rand.NewChaCha8(salts),
		at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	log.match.ID = s.id()
	info := sim.Rules.Info()
	words := map[string]string{}
	created := &events.Created{
		Kind: info.Kind, Rules: info.Version, Players: s.Players, Options: sim.Config.Options, Clock: json.RawMessage("null"),
		Watch: true, Host: strings.ToLower(base32.StdEncoding.EncodeToString(host[:10])), Seed: hex.EncodeToString(seed[:]), Words: words,
	}
	entries := []events.Entry{{Data: created, Seal: []events.Place{{At: "/seed", To: []int{}}}}}
	for seat := 1; seat <= s.Players; seat++ {
		words[fmt.Sprint(seat)] = ""
		entries = append(entries, events.Entry{Data: &events.SeatTaken{Seat: seat, Who: "bot"}})
	}
	first := 1
	err = sim.Play(func(r game.Record) error {
		if each != nil {
			if err := each(r); err != nil {
				return err
			}
		}
		entry, err := s.entry(r)
		if err != nil {
			return err
		}
		if entry.Draws = drawn(r.Draws); len(entry.Draws) > 0 {
			entry.First = first
			first += len(entry.Draws)
		}
		if r.N == 0 {
			return log.write("host", append(entries, entry))
		}
		if entry.Opens, err = log.match.opens(r.Reveals, nil); err != nil {
			return err
		}
		slip := []events.Entry{entry}
		if result, over := r.State.Result(); over {
			slip = append(slip, events.Entry{Data: &events.Ended{Result: result.JSON}, State: entry.State})
		}
		return log.write("bot:"+r.Seat.String(), slip)
	})
	if err != nil {
		return err
	}
	return events.WriteExport(w, events.All, log.match.Log)
}

// entry is a record as an event to write, without draws and openings.
func (s Simulated) entry(r game.Record) (events.Entry, error) {
	whole, err := r.State.MarshalJSON()
	if err != nil {
		return events.Entry{}, err
	}
	if r.N > 0 {
		entry := events.Entry{Data: &events.Played{Seat: int(r.Seat), Move: string(r.Move), Chance: r.Outcomes}, State: whole}
		if r.Secret {
			entry.Seal = []events.Place{{At: "/move", To: []int{int(r.Seat)}}}
		}
		return entry, nil
	}
	entry := events.Entry{Data: &events.Started{Mix: s.mix(), Setup: r.Setup.JSON}, State: whole}
	for _, p := range r.Setup.Sealed {
		entry.Seal = append(entry.Seal, events.Place{At: p.At, To: numbers(p.To)})
	}
	return entry, nil
}

func drawn(draws []game.Draw) []events.Drawn {
	var list []events.Drawn
	for _, d := range draws {
		list = append(list, events.Drawn{Below: d.Below, Value: d.Value})
	}
	return list
}

// simulatedLog writes slips one after the other, a second apart.
type simulatedLog struct {
	match *Match
	seed  []byte
	salts io.Reader
	at    time.Time
}

func (l *simulatedLog) write(by string, entries []events.Entry) error {
	l.at = l.at.Add(time.Second)
	command := sha256.Sum256([]byte(fmt.Sprintf("pizzini/simulate/command/%s/%d", l.match.ID, l.match.N())))
	_, written, err := events.Slip{
		Match: l.match.ID, By: by, Cmd: hex.EncodeToString(command[:16]), At: l.at, Prev: l.match.Head(),
		Seed: l.seed, Entries: entries, Part: l.match.part, Random: l.salts,
	}.Write()
	if err != nil {
		return err
	}
	l.match.extend(written, nil)
	return l.match.Broken
}
