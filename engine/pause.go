package engine

import "time"

// Paused is whether the match is paused, and until when; the zero time where the log
// does not say it.
func (m *Match) Paused() (until time.Time, ok bool) {
	if !m.Table.Paused || m.Table.Over {
		return time.Time{}, false
	}
	return m.Table.Until, true
}

// running refuses what a paused match does not take: moves, take-backs, and what
// the others do about a player whose time was up.
func (m *Match) running() error {
	until, paused := m.Paused()
	switch {
	case !paused:
		return nil
	case until.IsZero():
		return refuse(Paused, "Propose to resume it.", "The match is paused.")
	}
	return refuse(Paused, "It goes on by itself then; propose to resume it sooner.", "The match is paused until %s.", until.UTC().Format("2 January 2006, 15:04 UTC"))
}
