package clock

import "time"

// Running is the time that counts between two moments: what is neither a day off
// nor the person's night nor his vacation. It is none where to is not after from.
func (s Settings) Running(p Person, from, to time.Time) time.Duration {
	c := s.calendar(p)
	var running time.Duration
	for t := from; t.Before(to); {
		counts, until := c.stretch(t)
		until = earlier(until, to)
		if counts {
			running += until.Sub(t)
		}
		t = until
	}
	return running
}

// Deadline is the first moment at which so much time has run since from: the
// inverse of Running. With nothing left it is from.
func (s Settings) Deadline(p Person, from time.Time, left time.Duration) time.Time {
	c := s.calendar(p)
	t := from
	for left > 0 {
		counts, until := c.stretch(t)
		if counts {
			if until.Sub(t) >= left {
				return t.Add(left).UTC()
			}
			left -= until.Sub(t)
		}
		t = until
	}
	return t.UTC()
}

// Reminders are the moments at which a person is reminded of a call that began at
// one moment and is due at another: when so many percent of its time are gone.
func (s Settings) Reminders(p Person, from, due time.Time) []time.Time {
	whole := s.Running(p, from, due)
	if whole <= 0 {
		return nil
	}
	moments := make([]time.Time, len(s.Remind))
	for i, percent := range s.Remind {
		// Divided first, so that no time is too long to be multiplied.
		moments[i] = s.Deadline(p, from, whole/100*time.Duration(percent))
	}
	return moments
}
