package mailer

import (
	"context"
	"errors"
	"slices"
	"time"

	"pizzini/engine/clock"
	"pizzini/events/stream"
)

// digestHours is for how long after a person's hour his digest may still go out,
// after a time without letters: later it is another day's.
const digestHours = 6 * time.Hour

// Digests claims the digest of each person whose hour has come and for whom something
// waits since then. Its number is the day in the person's zone: so there is one a
// day, also when summer time brings the hour twice or not at all. In every zone hours
// begin at a quarter of an hour: one look in each is enough.
func (o *Office) Digests(ctx context.Context) error {
	now := o.Now()
	quarter := now.Truncate(15 * time.Minute)
	if quarter.Equal(o.quarter) {
		return nil
	}
	persons, err := o.Copy.Waiting(ctx)
	if err != nil {
		return err
	}
	for _, id := range persons {
		s, err := o.Composer.People.Settings(ctx, id)
		if err != nil {
			return err
		}
		if !s.Digest {
			continue
		}
		day, since := digestDay(now, s.Zone, s.DigestHour)
		if now.Sub(since) >= digestHours || o.digested[id] == day {
			continue
		}
		if err := o.digest(ctx, id, day, since, now); err != nil {
			return err
		}
		o.digested[id] = day
	}
	o.quarter = quarter
	return nil
}

// digestDay is the day, counted from 1970, whose digest is the latest, and since when
// it may go out.
func digestDay(now time.Time, zone string, hour int) (day int, since time.Time) {
	place, ok := clock.Location(zone)
	if !ok {
		place = time.UTC
	}
	y, m, d := now.In(place).Date()
	if since = time.Date(y, m, d, hour, 0, 0, 0, place); since.After(now) {
		d--
		since = time.Date(y, m, d, hour, 0, 0, 0, place)
	}
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)), since
}

// digest claims a human's digest of a day, unless one of his ids has it or nothing
// waited when his hour came.
func (o *Office) digest(ctx context.Context, person string, day int, since, now time.Time) error {
	if why, err := o.unreachable(ctx, person, ""); why != "" || err != nil {
		return err
	}
	ids, err := o.same(ctx, person)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, ok, err := o.record(ctx, Key{Person: id, What: Digest, N: day}); ok || err != nil {
			return err
		}
	}
	waiting, err := o.waiting(ctx, ids)
	if err != nil || !slices.ContainsFunc(waiting, func(d open) bool { return !d.since.After(since) }) {
		return err
	}
	seq, err := o.write(ctx, Key{Person: ids[0], What: Digest, N: day}, Record{Kind: Digest, Person: person, State: Claimed, At: now, Since: now, Next: now}, 0)
	if errors.Is(err, stream.ErrConflict) {
		return nil
	}
	if err == nil {
		o.ring(seq, 0)
	}
	return err
}

// prepareDigest composes a digest of what waits now.
func (o *Office) prepareDigest(ctx context.Context, key Key, r Record) (draft, error) {
	return o.prepareList(ctx, key, r, func(waiting []open) (bool, error) {
		s, err := o.Composer.People.Settings(ctx, r.Person)
		return s.Digest && len(waiting) > 0, err
	})
}
