package derpate

import (
	"fmt"
	"maps"
	"slices"

	"pizzini/engine/game"
)

// Rules is Der Pate at rules version 1.
type Rules struct{}

// The editions.
const (
	Kosmos = "kosmos"
	TW     = "tw"
)

// Flags are the rules in which the editions differ: false is the rulebook's way
// (edition kosmos), true the Chinese summary's (edition tw).
type Flags struct {
	Harass        bool // carEffect: the business at the car pays nothing, and nothing is protected
	OwnIncome     bool // rowOneIncome: only the placer is paid
	OneStep       bool // rowOneSteps: the placer 1 step, however many businesses he has
	VisitMoveIn   bool // visit: the visitor may move in, also in place of a rival
	HolderPays    bool // gathering: the active player pays for each marker
	MayKill       bool // takeover: also only sinking the rival
	FriendsByPips bool // friendsBought: as many Friends as pips
	PayPerStep    bool // trackEndPay: each step that cannot be made pays
	InformNeutral bool // informerNeutral: neutral families' figures too
	IncomeFavor   bool // favorTracks: the advance goes to Income instead of Influence
	EventsAtOnce  bool // ownTurnEvents off: vendetta and retreat at once
	TrackSum      bool // tieBreak: higher Reputation + Influence
}

// flag is an option for one of the Flags.
type flag struct {
	key        string
	kosmos, tw any
	of         func(*Flags) *bool
}

// flagTable is the page's table, but for startMoney.
var flagTable = []flag{
	{"carEffect", "protect", "harass", func(f *Flags) *bool { return &f.Harass }},
	{"rowOneIncome", "all", "own", func(f *Flags) *bool { return &f.OwnIncome }},
	{"rowOneSteps", "per-business", "one", func(f *Flags) *bool { return &f.OneStep }},
	{"visit", "clear", "occupy", func(f *Flags) *bool { return &f.VisitMoveIn }},
	{"gathering", "owner-pays-pips", "holder-pays-1000", func(f *Flags) *bool { return &f.HolderPays }},
	{"takeover", "enter", "kill-or-enter", func(f *Flags) *bool { return &f.MayKill }},
	{"friendsBought", "one", "pips", func(f *Flags) *bool { return &f.FriendsByPips }},
	{"trackEndPay", "once", "per-step", func(f *Flags) *bool { return &f.PayPerStep }},
	{"informerNeutral", false, true, func(f *Flags) *bool { return &f.InformNeutral }},
	{"favorTracks", "reputation-influence", "reputation-income", func(f *Flags) *bool { return &f.IncomeFavor }},
	{"ownTurnEvents", true, false, func(f *Flags) *bool { return &f.EventsAtOnce }},
	{"tieBreak", "other-track-then-family", "track-sum", func(f *Flags) *bool { return &f.TrackSum }},
}

const (
	minSeats = 2
	maxSeats = 4

	kosmosMoney = 15 * thousand
	twMoney     = 10 * thousand

	// maxMoney keeps every sum of a match within the whole numbers that a log can
	// write (Format 1: 2^53 - 1), since nobody ever earns mostEarned.
	maxMoney   = 9_007_199_000_000 * thousand
	mostEarned = 100_000 * thousand
)

// Info describes the game.
func (Rules) Info() game.Info {
	options := []game.Option{
		{Key: "edition", Values: []any{Kosmos, TW}, Default: Kosmos},
		{Key: "openMoney", Values: []any{false, true}, Default: false},
		{Key: "startPlayer", Values: []any{1, 2, 3, 4}, Default: 1},
		{Key: "startMoney", Values: []any{kosmosMoney, twMoney, 20 * thousand, 5 * thousand, 0}},
	}
	for _, f := range flagTable {
		options = append(options, game.Option{Key: f.key, Values: []any{f.kosmos, f.tw}})
	}
	return game.Info{
		Kind:       kind,
		Name:       "Der Pate",
		Version:    1,
		MinPlayers: minSeats,
		MaxPlayers: maxSeats,
		Options:    options,
		Outcomes:   slices.Clone(faces),
	}
}

const kind = "der-pate"

// Usual is the value that an edition gives to a flag, startMoney among them; nil
// for an unknown one.
func Usual(edition, key string) any {
	if key == "startMoney" {
		if edition == TW {
			return twMoney
		}
		return kosmosMoney
	}
	for _, f := range flagTable {
		if f.key == key {
			if edition == TW {
				return f.tw
			}
			return f.kosmos
		}
	}
	return nil
}

// Resolve checks players and options; every flag that is not given is as the
// edition has it. startMoney takes any multiple of 1,000 from 0 up.
func (Rules) Resolve(players int, given game.Options) (game.Options, error) {
	if err := checkPlayers(players); err != nil {
		return nil, err
	}
	resolved := game.Options{"edition": Kosmos, "openMoney": false, "startPlayer": 1}
	edition, ok := given["edition"]
	if !ok {
		edition = Kosmos
	}
	if edition != Kosmos && edition != TW {
		return nil, fmt.Errorf("option edition: %v is not known; it can be %q or %q", edition, Kosmos, TW)
	}
	resolved["edition"] = edition
	resolved["startMoney"] = Usual(edition.(string), "startMoney")
	for _, f := range flagTable {
		resolved[f.key] = Usual(edition.(string), f.key)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		value := given[key]
		if _, ok := resolved[key]; !ok {
			return nil, fmt.Errorf("der-pate has no option %q", key)
		}
		if err := checkOption(players, key, value); err != nil {
			return nil, fmt.Errorf("option %s: %w", key, err)
		}
		resolved[key] = value
	}
	return resolved, nil
}

func checkOption(players int, key string, value any) error {
	switch key {
	case "edition":
		return nil // checked before
	case "openMoney":
		if _, ok := value.(bool); !ok {
			return fmt.Errorf("%v is neither true nor false", value)
		}
		return nil
	case "startPlayer":
		if seat, ok := value.(int); !ok || seat < 1 || seat > players {
			return fmt.Errorf("%v is no seat of 1 to %d", value, players)
		}
		return nil
	case "startMoney":
		amount, ok := value.(int)
		if !ok {
			return fmt.Errorf("%v is no amount in dollars", value)
		}
		return checkMoney(amount)
	}
	for _, f := range flagTable {
		if f.key == key && value != f.kosmos && value != f.tw {
			return fmt.Errorf("%v is not known; it can be %v or %v", value, f.kosmos, f.tw)
		}
	}
	return nil
}

func checkMoney(amount int) error {
	switch {
	case amount < 0 || amount%thousand != 0:
		return fmt.Errorf("%d is no multiple of %d from 0 up", amount, thousand)
	case amount > maxMoney:
		return fmt.Errorf("%d is more than %d, the most that can be counted", amount, maxMoney)
	}
	return nil
}

func checkPlayers(players int) error { return game.CheckPlayers(kind, players, minSeats, maxSeats) }

// flagsOf reads the flags out of resolved options.
func flagsOf(options game.Options) Flags {
	var flags Flags
	for _, f := range flagTable {
		*f.of(&flags) = options[f.key] == f.tw
	}
	return flags
}
