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

	TypeConsentProposed = "consent.proposed"
	TypeConsentAnswered = "consent.answered"
	TypeConsentLapsed   = "consent.lapsed"
	TypeHostChanged     = "host.changed"
)

// What the others may be asked to agree to: to rewind by rewind.proposed, the rest
// by consent.proposed.
const (
	WhatRewind = "rewind"
	WhatPause  = "pause"
	WhatResume = "resume"
	WhatEnd    = "end"
	WhatClock  = "clock"
)

// The policies of clock.expired: what became of a seat whose time was up.
const (
	PolicyNote    = "note"    // nothing: it is only told
	PolicyClaim   = "claim"   // the others may claim it or wave it
	PolicyMove    = "move"    // the bot plays this decision
	PolicyBot     = "bot"     // the bot plays until its player comes back
	PolicyResign  = "resign"  // it has left the match
	PolicyClaimed = "claimed" // another seat claimed it, after PolicyClaim
	PolicyWaved   = "waved"   // another seat gave it its time anew, after PolicyClaim
)

// WhyAway is the why of clock.changed: the vacation of the seat's player changed its
// deadline.
const WhyAway = "away"

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
	Bank  map[string]int
}

// SeatLinked is the data of seat.linked.
type SeatLinked struct{ Seat, Link int }

// SeatVacated is the data of seat.vacated.
type SeatVacated struct {
	Seat int
	Next string // "bot" or "open"
	Due  map[string]string
	Bank map[string]int
}

// Started is the data of match.started.
type Started struct {
	Mix   string
	Setup json.RawMessage
	Drew  *Drew // nil = nothing was drawn
	Due   map[string]string
	Bank  map[string]int
}

// Played is the data of move.played.
type Played struct {
	Seat   int
	Move   string // "" while it is sealed
	Chance []any  // ints and strings; nil = none, or sealed
	Drew   *Drew
	Due    map[string]string
	Bank   map[string]int
}

// Rewound is the data of match.rewound.
type Rewound struct {
	To   int
	Due  map[string]string
	Bank map[string]int
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
	Seat  int             // whose deadline alone changed; 0 = the clock changed by consent
	Why   string          // with Seat: WhyAway
	Due   map[string]string
	Bank  map[string]int
}

// ClockExpired is the data of clock.expired.
type ClockExpired struct {
	Seat   int
	Policy string
	Due    map[string]string
	Bank   map[string]int
}

// Paused is the data of match.paused.
type Paused struct {
	Until string         // when the clock resumes the match, "" = it is not said
	Bank  map[string]int // what each seat has left, also one that was active: no time runs
}

// Resumed is the data of match.resumed.
type Resumed struct {
	Due  map[string]string
	Bank map[string]int
}

// Ended is the data of match.ended.
type Ended struct{ Result json.RawMessage }

// Abandoned is the data of match.abandoned.
type Abandoned struct{ Why string }

// ConsentProposed is the data of consent.proposed.
type ConsentProposed struct {
	Seat  int
	What  string          // WhatPause, WhatResume, WhatEnd or WhatClock
	Clock json.RawMessage // of WhatClock; nil = null: no clock
	Until string          // of WhatPause
}

// ConsentAnswered is the data of consent.answered.
type ConsentAnswered struct {
	Seat  int
	Agree bool
}

// ConsentLapsed is the data of consent.lapsed.
type ConsentLapsed struct{}

// HostChanged is the data of host.changed.
type HostChanged struct{ Host string } // person id

// Deadlines points to where data of an event has its deadlines and banks; nil for a
// type that has none.
func Deadlines(data any) (due *map[string]string, bank *map[string]int) {
	switch d := data.(type) {
	case *SeatTaken:
		return &d.Due, &d.Bank
	case *SeatVacated:
		return &d.Due, &d.Bank
	case *Started:
		return &d.Due, &d.Bank
	case *Played:
		return &d.Due, &d.Bank
	case *Rewound:
		return &d.Due, &d.Bank
	case *ClockChanged:
		return &d.Due, &d.Bank
	case *ClockExpired:
		return &d.Due, &d.Bank
	case *Resumed:
		return &d.Due, &d.Bank
	}
	return nil, nil
}
