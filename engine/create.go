package engine

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"pizzini/engine/game"
	"pizzini/events"
)

// Creation is a new match.
type Creation struct {
	ID      string // 16 characters, made at random for the form: sending the form twice makes one match
	Kind    string
	Options game.Options    // what was chosen; the rest takes its default
	Watch   bool            // whether spectators may watch
	Host    string          // person id
	Seats   []Invitation    // one for each seat, seat 1 first
	Clock   json.RawMessage // as clock.Parse reads it; nil = none
}

// Invitation says who shall sit at a seat.
type Invitation struct {
	Who   Invited
	Words string // the digest of lucky words, for a seat that is filled at once; else empty
}

// Invited is who a seat is for: Bot, Anybody (an open seat with a link), Himself
// or Person.
type Invited string

// The fixed values of Invited.
const (
	Bot     Invited = "bot"
	Anybody Invited = "link"
	Himself Invited = "host"
)

// Person is the Invited of a person id.
func Person(id string) Invited { return Invited("person:" + id) }

// Create makes a match. Seats of bots and of the host himself are filled at once,
// the others are offered; with no seat left open the match starts at once.
func (e *Engine) Create(ctx context.Context, c Creation) (Receipt, error) {
	if !events.ValidID(c.ID) || !events.ValidID(c.Host) {
		return Receipt{}, refuse(Invalid, "Open the form again.", "The form's number is not one that this program made.")
	}
	rules, err := Newest(c.Kind)
	if err != nil {
		return Receipt{}, refuse(Invalid, "Choose one of the games listed.", "%v.", err)
	}
	info := rules.Info()
	if n := len(c.Seats); n < info.MinPlayers || n > info.MaxPlayers {
		return Receipt{}, refuse(Invalid, fmt.Sprintf("Choose from %d to %d players.", info.MinPlayers, info.MaxPlayers), "%s is not played by %d.", info.Name, n)
	}
	options, err := rules.Resolve(len(c.Seats), c.Options)
	if err != nil {
		return Receipt{}, refuse(Invalid, "Choose one of the values offered.", "%v.", err)
	}
	clock, err := readClock(c.Clock)
	if err != nil {
		return Receipt{}, err
	}
	seed := make([]byte, 32)
	if _, err := io.ReadFull(e.config.Random, seed); err != nil {
		return Receipt{}, fmt.Errorf("draw a seed: %w", err)
	}
	created := &events.Created{
		Kind: info.Kind, Rules: info.Version, Players: len(c.Seats), Options: options, Clock: clock,
		Watch: c.Watch, Host: c.Host, Seed: hex.EncodeToString(seed),
	}
	entries := []events.Entry{{Data: created, Seal: []events.Place{{At: "/seed", To: []int{}}}}}
	words := map[string]string{}
	open := 0
	for i, s := range c.Seats {
		seat := i + 1
		switch who := string(s.Who); {
		case s.Who == Bot || s.Who == Himself:
			if s.Who == Himself {
				who = string(Person(c.Host))
			}
			words[strconv.Itoa(seat)] = s.Words
			entries = append(entries, events.Entry{Data: &events.SeatTaken{Seat: seat, Who: who, Words: s.Words}})
		case s.Who == Anybody || len(who) > 7 && who[:7] == "person:" && events.ValidID(who[7:]):
			open++
			entries = append(entries, events.Entry{Data: &events.SeatOffered{Seat: seat, To: who}})
		default:
			return Receipt{}, refuse(Invalid, "Give a name, a bot or an open seat.", "Nobody is named for seat %d.", seat)
		}
	}
	if len(words) > 0 {
		created.Words = words
	}
	// The form's number makes the command: a second sending finds the match there.
	command := command{id: e.commandID(c.ID, 0, 0, "create"), by: "host"}
	if m, err := e.latest(ctx, c.ID, nil); err == nil {
		if n := m.written(command.id); n > 0 {
			return Receipt{Match: c.ID, N: n, Repeated: true}, nil
		}
		return Receipt{}, refuse(Invalid, "Open the form again.", "The form's number belongs to another match.")
	}
	empty := Fold(nil)
	empty.ID = c.ID
	if open == 0 {
		started, err := startEntry(empty, created, entries)
		if err != nil {
			return Receipt{}, err
		}
		entries = append(entries, started)
	}
	receipt, err := e.append(ctx, empty, command, entries)
	return receipt, Stored(err)
}

// NewID makes the id of a match or a person: 80 random bits.
func NewID() string {
	id, err := events.NewID(rand.Reader)
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return id
}
