package mailer

import (
	"context"
	"errors"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// kindReminded is the kind of the record in PEOPLE that says of what a person was
// reminded.
const kindReminded = "reminded"

// reminded is what a person was reminded of.
type reminded struct {
	N     int            `json:"n"`     // his last reminder
	Calls map[string]int `json:"calls"` // open.id → the largest share of its time that was told
}

// spot is a seat of a match.
type spot struct {
	match string
	seat  game.Seat
}

// next is when a seat is to be reminded next, as long as its match and its deadline
// stay as they are.
type next struct {
	n   int
	due time.Time
	at  time.Time // zero = not any more
}

// Remind claims a letter for each person of whose time so much is gone that he is to
// be reminded, of all that waits for him. When to look at which match is kept in
// memory: a look before the first of those times reads nothing where nothing has
// happened in any match, and else the rows of the running deadlines.
func (o *Office) Remind(ctx context.Context) error {
	now, followed := o.Now(), o.Copy.Position(stream.Matches)
	if o.reminds != nil && followed == o.followed && (o.soonest.IsZero() || o.soonest.After(now)) {
		return nil
	}
	tasks, err := o.Copy.Deadlines(ctx)
	if err != nil {
		return err
	}
	var soonest time.Time
	known := make(map[spot]next, len(tasks))
	asked := map[string]bool{}
	for _, t := range tasks {
		id := person(t.Who)
		if id == "" || !t.Due.After(now) {
			continue // a bot's, or told as a time that is up
		}
		at := spot{t.Match, t.Seat}
		next, ok := o.reminds[at]
		if !ok || next.n != t.N || !next.due.Equal(t.Due) {
			if next, err = o.foresee(ctx, at, t.N, t.Due, time.Time{}); err != nil {
				return err
			}
		}
		if !next.at.IsZero() && !next.at.After(now) {
			if !asked[id] {
				asked[id] = true
				if err := o.remind(ctx, id, now); err != nil {
					return err
				}
			}
			if next, err = o.foresee(ctx, at, t.N, t.Due, now); err != nil {
				return err
			}
		}
		known[at] = next
		if next.n == 0 { // the copy is on its way to another position
			followed = 0
		}
		if !next.at.IsZero() && (soonest.IsZero() || next.at.Before(soonest)) {
			soonest = next.at
		}
	}
	o.reminds, o.soonest, o.followed = known, soonest, followed
	return nil
}

// foresee is when a seat is to be reminded first after a moment.
func (o *Office) foresee(ctx context.Context, at spot, n int, due time.Time, after time.Time) (next, error) {
	never := next{n: n, due: due}
	m, err := o.Matches.Match(ctx, at.match)
	if unreadable(err) {
		return never, nil
	}
	if err != nil {
		return next{}, err
	}
	if m.Call(at.seat) == 0 || !m.Due(at.seat).Equal(due) {
		return next{}, nil // the copy is on its way to another position
	}
	list, err := o.reminders(ctx, m, newOpen(m, at.seat))
	for _, r := range list {
		if r.at.After(after) {
			return next{n, due, r.at}, err
		}
	}
	return never, err
}

// remind claims a reminder for the human who has a person's address, if one is due to
// him. What he was told already is what the claims say; the record in PEOPLE only
// saves reading all of them: who dies between the two has not lost or doubled one.
func (o *Office) remind(ctx context.Context, person string, now time.Time) error {
	if why, err := o.unreachable(ctx, person, ""); why != "" || err != nil {
		return err
	}
	ids, err := o.same(ctx, person)
	if err != nil {
		return err
	}
	waiting, err := o.waiting(ctx, ids)
	if err != nil {
		return err
	}
	for {
		told, err := o.reminded(ctx, ids)
		if err != nil {
			return err
		}
		r := Record{Kind: Remind, State: Claimed, At: now, Since: now, Next: now}
		for _, d := range waiting {
			percent, err := o.gone(ctx, d, now)
			if err != nil {
				return err
			}
			if percent > told.Calls[d.id()] {
				d.Percent = percent
				if r.Person == "" {
					r.Person = d.person
				}
			}
			r.Waiting = append(r.Waiting, d.Waiting)
		}
		if r.Person == "" {
			return nil
		}
		seq, err := o.write(ctx, Key{Person: ids[0], What: Remind, N: told.N + 1}, r, 0)
		if errors.Is(err, stream.ErrConflict) {
			continue // another node was first: what it tells is not told again
		}
		if err != nil {
			return err
		}
		o.ring(seq, 0)
		told.N++
		told.add(r)
		told.keep(waiting)
		return o.Composer.People.Put(ctx, ids[0], kindReminded, told)
	}
}

// reminded is of what a human was reminded, by the records of all his ids and by the
// claims that came after them.
func (o *Office) reminded(ctx context.Context, ids []string) (reminded, error) {
	told := reminded{Calls: map[string]int{}}
	for i, id := range ids {
		var one reminded
		err := o.Composer.People.Record(ctx, id, kindReminded, &one)
		if err != nil && !errors.Is(err, stream.ErrNone) && !errors.Is(err, people.ErrErased) {
			return told, err
		}
		if i == 0 {
			told.N = one.N
		}
		for call, percent := range one.Calls {
			told.Calls[call] = max(told.Calls[call], percent)
		}
	}
	for {
		r, ok, err := o.record(ctx, Key{Person: ids[0], What: Remind, N: told.N + 1})
		if !ok || err != nil {
			return told, err
		}
		told.N++
		told.add(r)
	}
}

// add notes what a reminder tells.
func (t *reminded) add(r Record) {
	for _, d := range r.Waiting {
		id := open{Waiting: d}.id()
		t.Calls[id] = max(t.Calls[id], d.Percent)
	}
}

// keep forgets what does not wait any more.
func (t *reminded) keep(waiting []open) {
	kept := map[string]int{}
	for _, d := range waiting {
		if percent := t.Calls[d.id()]; percent > 0 {
			kept[d.id()] = percent
		}
	}
	t.Calls = kept
}

// gone is the largest share of the time of a decision of which its player is to be
// reminded by now: 0 = none, or he wants no reminders, or the letter of his turn came
// later and told him.
func (o *Office) gone(ctx context.Context, d open, now time.Time) (percent int, err error) {
	if !d.due.After(now) {
		return 0, nil
	}
	list, err := o.reminders(ctx, d.match, d)
	if err != nil || len(list) == 0 || list[0].at.After(now) {
		return 0, err
	}
	if wanted, err := o.wants(ctx, Remind, d.person, d.Match); !wanted || err != nil {
		return 0, err
	}
	turn, _, err := o.copied(ctx, Key{Match: d.Match, Seat: d.Seat, N: d.Call})
	if err != nil {
		return 0, err
	}
	for _, r := range list {
		if !r.at.After(now) && (turn.State != Sent || turn.At.Before(r.at)) {
			percent = r.percent
		}
	}
	return percent, nil
}

// prepareReminder composes a reminder of what waits now, where something of what it
// was claimed for still waits and its time still runs.
func (o *Office) prepareReminder(ctx context.Context, key Key, r Record, now time.Time) (draft, error) {
	return o.prepareList(ctx, key, r, func(waiting []open) (urgent bool, err error) {
		claimed := reminded{Calls: map[string]int{}}
		claimed.add(r)
		for i, d := range waiting {
			percent := claimed.Calls[d.id()]
			if percent == 0 || !d.due.After(now) {
				continue
			}
			wanted, err := o.wants(ctx, Remind, d.person, d.Match)
			if err != nil {
				return false, err
			}
			if wanted {
				waiting[i].Percent, urgent = percent, true
			}
		}
		return urgent, nil
	})
}

// prepareList composes a letter of what waits for a human now; ask says whether it is
// to be sent still.
func (o *Office) prepareList(ctx context.Context, key Key, r Record, ask func([]open) (bool, error)) (draft, error) {
	d := draft{record: r}
	var err error
	if d.why, err = o.unreachable(ctx, r.Person, ""); d.why != "" || err != nil {
		return d, err
	}
	if no, err := o.unsubscribed(ctx, r.Person, ""); no || err != nil {
		d.why = codeUnsubscribed
		return d, err
	}
	ids, err := o.same(ctx, r.Person)
	if err != nil {
		return d, err
	}
	waiting, err := o.waiting(ctx, ids)
	if err != nil {
		return d, err
	}
	wanted, err := ask(waiting)
	if err != nil {
		return d, err
	}
	if !wanted {
		d.why = codeMovedOn
		return d, nil
	}
	d.record.Waiting = nil
	matches := map[string]*engine.Match{}
	for _, w := range waiting {
		if key.What == Digest {
			if w.Unread, err = o.Composer.heard(ctx, w.person, w.Match); err != nil {
				return d, err
			}
		}
		d.record.Waiting = append(d.record.Waiting, w.Waiting)
		matches[w.Match] = w.match
	}
	d.letter, d.failed = o.Composer.ComposePersonal(ctx, key, d.record, matches)
	return d, nil
}
