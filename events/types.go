package events

import (
	"encoding/json"
)

// The types of events (Format 1, Types).
const (
	TypeCreated        = "match.created"
	TypeSeatOffered    = "seat.offered"
	TypeSeatTaken      = "seat.taken"
	TypeSeatLinked     = "seat.linked"
	TypeSeatVacated    = "seat.vacated"
	TypeStarted        = "match.started"
	TypePlayed         = "move.played"
	TypeRewound        = "match.rewound"
	TypeRewindProposed = "rewind.proposed"
	TypeRewindAnswered = "rewind.answered"
	TypeRewindLapsed   = "rewind.lapsed"
	TypeClockChanged   = "clock.changed"
	TypeClockExpired   = "clock.expired"
	TypePaused         = "match.paused"
	TypeResumed        = "match.resumed"
	TypeEnded          = "match.ended"
	TypeAbandoned      = "match.abandoned"
)

// Drew says which draws an event made and which of its parts lists them.
type Drew struct {
	First int // number of the first draw
	Part  int // index of the part
}

// Created is the data of match.created.
type Created struct {
	Kind    string
	Rules   int // rules version
	Players int
	Options map[string]any  // resolved: strings, bools and ints
	Clock   json.RawMessage // nil = null: no clock
	Watch   bool
	Host    string            // person id
	Seed    string            // 64 hex digits; "" while it is sealed
	Words   map[string]string // seat → digest or "", for the seats that the host fills at once
}

// SeatOffered is the data of seat.offered.
type SeatOffered struct {
	Seat int
	To   string // "person:<id>", "link" or "bot"
}

// SeatTaken is the data of seat.taken.
type SeatTaken struct {
	Seat  int
	Who   string // "person:<id>" or "bot"
	Words string // digest of the lucky words, or ""
	Due   map[string]string
}

// SeatLinked is the data of seat.linked.
type SeatLinked struct{ Seat, Link int }

// SeatVacated is the data of seat.vacated.
type SeatVacated struct {
	Seat int
	Next string // "bot" or "open"
	Due  map[string]string
}

// Started is the data of match.started.
type Started struct {
	Mix   string
	Setup json.RawMessage
	Drew  *Drew // nil = nothing was drawn
	Due   map[string]string
}

// Played is the data of move.played.
type Played struct {
	Seat   int
	Move   string // "" while it is sealed
	Chance []any  // ints and strings; nil = none, or sealed
	Drew   *Drew
	Due    map[string]string
}

// Rewound is the data of match.rewound.
type Rewound struct {
	To  int
	Due map[string]string
}

// RewindProposed is the data of rewind.proposed.
type RewindProposed struct{ Seat, To int }

// RewindAnswered is the data of rewind.answered.
type RewindAnswered struct {
	Seat  int
	Agree bool
}

// RewindLapsed is the data of rewind.lapsed.
type RewindLapsed struct{}

// ClockChanged is the data of clock.changed.
type ClockChanged struct {
	Clock json.RawMessage // nil = null: no clock from now on
	Due   map[string]string
}

// ClockExpired is the data of clock.expired.
type ClockExpired struct {
	Seat   int
	Policy string
	Due    map[string]string
}

// Paused is the data of match.paused.
type Paused struct{}

// Resumed is the data of match.resumed.
type Resumed struct{ Due map[string]string }

// Ended is the data of match.ended.
type Ended struct{ Result json.RawMessage }

// Abandoned is the data of match.abandoned.
type Abandoned struct{ Why string }
