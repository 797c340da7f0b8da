package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// timing is what the fold keeps of a match's clock beside the deadlines, which stand
// in its Table.
type timing struct {
	settings clock.Settings // the zero one where there is no clock
	since    int            // the event that set them
	paused   int            // the last match.paused
	expired  []expiry       // by seat: the last time that its time was up
}

// expiry is that a seat's time was up.
type expiry struct {
	n      int    // the clock.expired; 0 = none
	policy string // of it
	call   int    // the call whose time it was
}

// set takes over a clock. One that this program cannot read stops the match here:
// nobody could say when its deadlines are.
func (t *timing) set(raw json.RawMessage, n int) error {
	t.settings, t.since = clock.Settings{}, n
	if raw == nil {
		return nil
	}
	settings, err := clock.Parse(raw)
	if err != nil {
		return fmt.Errorf("its clock cannot be read, perhaps it needs a newer pizzini: %w", err)
	}
	t.settings = settings
	return nil
}

// expire notes that a seat's time is up; with a wave it has time again.
func (t *timing) expire(d *events.ClockExpired, n, call int) {
	t.expired[d.Seat] = expiry{n: n, policy: d.Policy, call: call}
	if d.Policy == events.PolicyWaved {
		t.expired[d.Seat] = expiry{}
	}
}

// late is the expiry of a seat's present call, the zero one where there is none.
func (m *Match) late(seat game.Seat) expiry {
	if seat < 1 || int(seat) >= len(m.timing.expired) {
		return expiry{}
	}
	if x := m.timing.expired[seat]; x.n > 0 && x.call == m.Call(seat) {
		return x
	}
	return expiry{}
}

// Clock is the match's clock as it is now; false where it has none.
func (m *Match) Clock() (clock.Settings, bool) {
	return m.timing.settings, m.timing.settings.Kind != ""
}

// Zone is the time zone in which a person is told moments of this match: the one that
// is known of him, else the zone of the match's clock.
func (m *Match) Zone(own string) string {
	if own != "" {
		return own
	}
	return m.timing.settings.Zone
}

// Due is a seat's deadline; the zero time where it has none.
func (m *Match) Due(seat game.Seat) time.Time { return m.Table.Due[int(seat)] }

// Left is what a seat whose time does not run has left: in its bank; while the match
// is paused, of its call.
func (m *Match) Left(seat game.Seat) time.Duration {
	return time.Duration(m.Table.Bank[int(seat)]) * time.Second
}

// Expired is the event that says that the time of a seat's present call is up, and
// by which policy; n is 0 where there is none. With the policy "claim" the others may
// claim the seat or wave it, and after a wave the call has time again.
func (m *Match) Expired(seat game.Seat) (n int, policy string) {
	x := m.late(seat)
	return x.n, x.policy
}

// readClock makes the canonical text of a clock that somebody chose; nil for none.
func readClock(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	settings, err := clock.Parse(raw)
	var wrong *clock.Error
	if errors.As(err, &wrong) {
		return nil, refuse(Invalid, wrong.Mend, "%s", wrong.What)
	}
	return settings.JSON(), err
}
