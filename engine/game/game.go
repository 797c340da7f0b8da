// Package game is the contract between the engine and a game's rules.
//
// A game is a pure state machine: it has no clock, no randomness of its own, no
// input or output. It lists every legal move of every decision as text; chance
// comes to it on a tape (Chance) that draws, replays or follows a script. The
// package imports the standard library only, and so does every game beside
// this package.
package game

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
)

// Seat is a player's place, 1..n clockwise. As a viewer it may also be Spectator
// or All.
type Seat int

const (
	// Spectator is the viewer who sees what everybody may see.
	Spectator Seat = 0
	// All is the viewer who sees everything: past positions once a match is
	// over, and the operator's tools.
	All Seat = -1
)

// Move is the canonical text of one small choice: lower-case ASCII words and
// kebab-case names separated by one space ("play banker", "henchman b3"). The
// same text stands in a URL, a letter, an event, a scenario and a trace.
type Move string

// Rules is one game kind at one rules version. It holds no state.
type Rules interface {
	// Info describes the game; it never changes within a rules version.
	Info() Info
	// Resolve checks a match's number of players and options and gives every
	// option its value. An unknown option or value is an error that names it.
	Resolve(players int, given Options) (Options, error)
	// Start sets a match up: what Config.Setup fixes is taken from it, the rest
	// is drawn from the tape. Config.Options are resolved.
	Start(Config, *Chance) (State, Setup, error)
	// Restore makes the first position of a whole set-up, as a log or a trace
	// has it, or of {"state": …}. It draws nothing.
	Restore(Config, Setup) (State, error)
}

// Info says what a game kind is.
type Info struct {
	Kind       string   // "patronize": in events, URLs and files
	Name       string   // "Patronize": for people
	Version    int      // rules version, from 1
	MinPlayers int      // least number of seats
	MaxPlayers int      // greatest number of seats
	Options    []Option // in the order in which a form shows them
	Outcomes   []any    // what a move's chance may give, ints and strings in scenario form; none = no chance after the set-up
}

// Option is a choice made when a match is created.
type Option struct {
	Key     string // lower camel case
	Values  []any  // the values allowed, each a string, bool or int; the first is the usual one
	Default any    // nil where the default depends on another option
}

// Options holds the values of a match's options: strings, bools and ints.
type Options map[string]any

// Config is what a match is set up from.
type Config struct {
	Players int
	Options Options         // resolved
	Setup   json.RawMessage // what a scenario fixes of the set-up; empty = nothing
}

// Setup is the outcome of a set-up in the scenario form, with its sealed places.
type Setup struct {
	JSON   json.RawMessage // one object, in the form of the game's page
	Sealed []Sealed        // in the order in which a log has them
}

// Sealed is a place of a set-up that not everybody may see.
type Sealed struct {
	At string // JSON Pointer below the event's data: "/setup/hands/0"
	To []Seat // the seats that may know it at once, ascending; none = nobody yet
}

// State is a whole position. It is never changed after it was returned.
type State interface {
	// Active lists the seats that must choose now, ascending; none when over.
	Active() []Seat
	// Legal lists every legal move of a seat, sorted, without duplicates; none
	// for a seat that is not active. The caller may keep the slice, not change it.
	Legal(Seat) []Move
	// Secret says whether only this seat may know the move's text for now.
	Secret(Seat, Move) bool
	// Describe tells what a legal move is, for pages, letters and pictures.
	Describe(Seat, Move) Label
	// Apply plays a move. An error says why the move is not legal (ErrIllegal)
	// or why the tape does not fit; the state stays as it was in any case.
	Apply(Seat, Move, *Chance) (State, error)
	// View is what a viewer may see.
	View(Seat) View
	// Result is the result, once the game is over.
	Result() (Result, bool)
	// Shuffled is another position that this viewer cannot tell from this one.
	Shuffled(Seat, *rand.Rand) State
	// MarshalJSON writes the whole state with nothing hidden.
	json.Marshaler
}

// View is a state as one viewer may see it.
type View interface {
	json.Marshaler
	// Text draws the view in plain text, lines of at most 78 columns.
	Text() string
}

// Label describes a move without a sentence: the words are the reader's.
type Label struct {
	Key   string            // "play", "take": which sentence
	Args  map[string]string // "card": "nun"
	Group string            // moves that a page shows together
	Spot  string            // the place on the board that the move touches: "card:nun"
}

// Fact is something that happened, told by a game while it applies a move.
type Fact struct {
	Key  string            // which sentence
	Args map[string]string // its arguments: ids and numbers
	To   []Seat            // the seats that may know it; nil = everybody
}

// For says whether a viewer may know the fact.
func (f Fact) For(viewer Seat) bool {
	if f.To == nil || viewer == All {
		return true
	}
	for _, s := range f.To {
		if s == viewer {
			return true
		}
	}
	return false
}

// Result is how a match ended.
type Result struct {
	Ranking [][]Seat        // best first, ties together, without seats that dropped out
	Totals  []int           // by seat, seat 1 first
	JSON    json.RawMessage // the contract's whole result object
}

// String is the seat's number in decimal.
func (s Seat) String() string { return strconv.Itoa(int(s)) }
