// Package clock reckons the time of a match: how much of it a decision has, which
// hours of whose day count, and the moment at which it is used up. A deadline is a
// moment in UTC; what makes it (days off, a person's night, a vacation, summer
// time) is local.
//
// It is a pure leaf: it asks nobody what time it is and keeps nothing.
package clock

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
	_ "time/tzdata" // zones are known also where the machine has none
)

// The kinds of clocks.
const (
	KindDecision = "decision" // every call has the same time
	KindBank     = "bank"     // a seat saves what it does not use, and each finished call adds some
)

// The policies: what happens when a seat's time and its grace are over.
const (
	PolicyNote   = "note"   // everybody is told, and nothing else
	PolicyClaim  = "claim"  // the other players may give the seat to the bot, or wave it
	PolicyMove   = "move"   // the bot plays this decision
	PolicyBot    = "bot"    // the bot takes the seat over until its player comes back
	PolicyResign = "resign" // the seat resigns: the bot plays on
)

// Policies lists the policies, the mildest first.
var Policies = []string{PolicyNote, PolicyClaim, PolicyMove, PolicyBot, PolicyResign}

// Settings is the clock of a match.
type Settings struct {
	Kind     string   // KindDecision or KindBank
	Time     int      // KindDecision: seconds of a call
	Bank     int      // KindBank: seconds at the start
	Add      int      // KindBank: seconds that a finished call adds
	Cap      int      // KindBank: seconds above which nothing is added
	Weekdays []string // days off of every week: "sat", "sun", Monday first
	Dates    []string // days off: "2026-12-25", ascending
	Zone     string   // IANA name, for persons whose own is not known
	Policy   string   // what happens when time is up
	Grace    int      // seconds between the deadline and the policy
	Remind   []int    // percent of the time gone at which a person is reminded, ascending; none = never
}

// The limits of settings.
const (
	MaxTime   = 366 * 24 * 60 * 60 // seconds: of a call, a bank, an increment
	MaxGrace  = 7 * 24 * 60 * 60   // seconds
	MaxDates  = 100
	MaxRemind = 10
)

// written is Settings as JSON has it: keys in order, what is not set left out.
type written struct {
	Add      *int     `json:"add,omitempty"`
	Bank     *int     `json:"bank,omitempty"`
	Cap      *int     `json:"cap,omitempty"`
	Dates    []string `json:"dates,omitempty"`
	Grace    int      `json:"grace,omitempty"`
	Kind     string   `json:"kind"`
	Policy   string   `json:"policy"`
	Remind   []int    `json:"remind,omitempty"`
	Time     *int     `json:"time,omitempty"`
	Weekdays []string `json:"weekdays,omitempty"`
	Zone     string   `json:"zone"`
}

// JSON is the canonical text of settings that Parse accepts: Parse gives the same
// settings again.
func (s Settings) JSON() json.RawMessage {
	w := written{
		Kind: s.Kind, Weekdays: s.Weekdays, Dates: s.Dates, Zone: s.Zone, Policy: s.Policy, Grace: s.Grace, Remind: s.Remind,
	}
	if s.Kind == KindBank {
		w.Bank, w.Add, w.Cap = &s.Bank, &s.Add, &s.Cap
	} else {
		w.Time = &s.Time
	}
	text, err := json.Marshal(w)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return text
}

// First is the time of a seat's first call.
func (s Settings) First() time.Duration {
	if s.Kind == KindBank {
		return seconds(s.Bank)
	}
	return seconds(s.Time)
}

// After is the time of a seat's next call, when a call was finished with so much
// left. What a bank holds above its cap it keeps, but nothing is added to it.
func (s Settings) After(left time.Duration) time.Duration {
	if s.Kind != KindBank {
		return seconds(s.Time)
	}
	left = max(left, 0)
	return min(max(seconds(s.Cap), left), left+seconds(s.Add))
}

// Anew is the time of a call that begins anew, for a newcomer or after a rewind: in a
// bank what stands there, but never less than an increment, or than the whole bank
// where nothing is ever added, so that nobody begins without time.
func (s Settings) Anew(left time.Duration) time.Duration {
	switch {
	case s.Kind != KindBank:
		return seconds(s.Time)
	case s.Add == 0:
		return max(left, seconds(s.Bank))
	}
	return max(left, seconds(s.Add))
}

// GraceTime is how long after a deadline the policy waits.
func (s Settings) GraceTime() time.Duration { return seconds(s.Grace) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// Error is why settings are refused, and how to mend them.
type Error struct {
	What string // a sentence
	Mend string // a sentence
}

func (e *Error) Error() string { return e.What + " " + e.Mend }

func refuse(mend, what string, args ...any) error {
	return &Error{What: fmt.Sprintf(what, args...), Mend: mend}
}

var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// check refuses settings that make no sense.
func (s Settings) check() error {
	switch s.Kind {
	case KindDecision:
		if s.Time < 1 || s.Time > MaxTime {
			return refuse("Give each decision from one second to 366 days.", "A decision has no such time: %d seconds.", s.Time)
		}
	case KindBank:
		switch {
		case s.Bank < 1 || s.Bank > MaxTime:
			return refuse("Give the bank from one second to 366 days.", "A bank has no such time: %d seconds.", s.Bank)
		case s.Add < 0 || s.Add > MaxTime:
			return refuse("Add from nothing to 366 days for each move.", "Nothing like %d seconds is added.", s.Add)
		case s.Cap < s.Bank || s.Cap > MaxTime:
			return refuse("Let the bank fill up to at least what it starts with, and to 366 days at most.", "A bank of %d seconds is not capped at %d.", s.Bank, s.Cap)
		}
	default:
		return refuse("Choose a time for each decision, or a bank.", "There is no clock of the kind %.40q.", s.Kind)
	}
	if !slices.Contains(Policies, s.Policy) {
		return refuse("Choose one of note, claim, move, bot and resign.", "There is no policy %.40q.", s.Policy)
	}
	if s.Grace < 0 || s.Grace > MaxGrace {
		return refuse("Choose a grace of at most seven days.", "A grace of %d seconds makes no sense.", s.Grace)
	}
	if len(s.Remind) > MaxRemind {
		return refuse(fmt.Sprintf("Choose at most %d.", MaxRemind), "%d reminders for one call are too many.", len(s.Remind))
	}
	for _, percent := range s.Remind {
		if percent < 1 || percent > 99 {
			return refuse("Choose from 1 to 99 percent of the time.", "Nobody can be reminded when %d percent of the time are gone.", percent)
		}
	}
	return s.checkDays()
}

func (s Settings) checkDays() error {
	for _, day := range s.Weekdays {
		if !slices.Contains(weekdays, day) {
			return refuse("Name them mon, tue, wed, thu, fri, sat, sun.", "There is no weekday %.40q.", day)
		}
	}
	if len(s.Weekdays) == len(weekdays) {
		return refuse("Leave at least one day of the week on which time counts.", "With every day off no time would ever be up.")
	}
	if len(s.Dates) > MaxDates {
		return refuse(fmt.Sprintf("Name at most %d.", MaxDates), "%d days off are too many.", len(s.Dates))
	}
	for _, date := range s.Dates {
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			return refuse("Write it like 2026-12-25.", "There is no day %.40q.", date)
		}
	}
	if _, ok := Location(s.Zone); !ok {
		return refuse("Choose one like Europe/Rome, or UTC.", "There is no time zone %.40q.", s.Zone)
	}
	return nil
}
