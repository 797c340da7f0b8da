package mailer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web/link"
	"pizzini/web/words"
)

const (
	talkDelay = 5 * time.Minute // how long a letter of table talk waits for more of it
	talkFresh = time.Hour       // what is older makes no letter of its own
	mostSaid  = 20              // how much of the talk of a match a letter has
)

// kindHeard is the kind of the record in PEOPLE that says up to when a letter told a
// person the talk of a match.
func kindHeard(match string) string { return "heard-" + match }

// remark is that a person said something at a match's table.
type remark struct{ match, speaker string }

// Hear notes that a record of PEOPLE was written: of table talk, who wants it by
// letter gets one. It never blocks.
func (o *Office) Hear(subject string) {
	match, ok := people.TalkIn(subject)
	if !ok {
		return
	}
	o.mu.Lock()
	o.remarks[remark{match, strings.Split(subject, ".")[1]}] = true // person.<id>.talk-…
	o.mu.Unlock()
	select {
	case o.spoken <- struct{}{}:
	default:
	}
}

// listen claims letters of what Hear has noted. What fails is in the next letter of
// the match all the same.
func (o *Office) listen(ctx context.Context) error {
	for {
		select {
		case <-o.spoken:
		case <-ctx.Done():
			return ctx.Err()
		}
		o.mu.Lock()
		remarks := o.remarks
		o.remarks = map[remark]bool{}
		o.mu.Unlock()
		for r := range remarks {
			if err := o.Talked(ctx, r.match, r.speaker); err != nil && ctx.Err() == nil {
				o.Log.Warn("the mailer could not write of table talk", "match", r.match, "error", err)
			}
		}
	}
}

// Talked claims a letter for each player of a match who wants what others say by
// letter, after a person said something there. While one waits it tells all that is
// said, at all his tables: so any number of nodes may ask for it.
func (o *Office) Talked(ctx context.Context, match, speaker string) error {
	m, err := o.present(ctx, match)
	if unreadable(err) || errors.Is(err, stream.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	now := o.Now()
	said, err := o.Composer.People.Talk(ctx, []string{speaker}, match)
	if err != nil || len(said) == 0 || now.Sub(said[len(said)-1].At) > talkFresh {
		return err
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		listener := m.Person(seat)
		if listener == "" || listener == speaker || seatOf(m, listener) != seat {
			continue
		}
		wanted, err := o.wants(ctx, Talk, listener, match)
		if err == nil && wanted {
			err = o.claimTalk(ctx, listener, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claimTalk claims a person's next letter of table talk, unless one waits.
func (o *Office) claimTalk(ctx context.Context, person string, now time.Time) error {
	for {
		last, err := o.Composer.People.Counter(ctx, person, string(Talk))
		if err != nil {
			return err
		}
		key := Key{Person: person, What: Talk, N: last + 1}
		r, ok, err := o.record(ctx, key)
		if err != nil || ok && r.State == Claimed {
			return err
		}
		if !ok {
			seq, err := o.write(ctx, key, Record{Kind: Talk, Person: person, State: Claimed, At: now, Since: now, Next: now.Add(talkDelay)}, 0)
			if errors.Is(err, stream.ErrConflict) {
				return nil
			}
			if err == nil {
				o.ring(seq, talkDelay)
			}
			return err
		}
		if _, err := o.Composer.People.Renew(ctx, person, string(Talk)); err != nil { // that one is done
			return err
		}
	}
}

// prepareTalk composes a letter of what others have said at the person's tables,
// unless other letters told it meanwhile.
func (o *Office) prepareTalk(ctx context.Context, key Key, r Record) (draft, error) {
	d := draft{record: r}
	var err error
	if d.why, err = o.unreachable(ctx, r.Person, ""); d.why != "" || err != nil {
		return d, err
	}
	rows, err := o.Copy.Matches(ctx, projections.Filter{Person: r.Person})
	if err != nil {
		return d, err
	}
	d.record.Waiting = nil
	matches := map[string]*engine.Match{}
	for _, row := range rows {
		no, err := o.unsubscribed(ctx, r.Person, row.ID)
		if err != nil {
			return d, err
		}
		wanted, err := o.wants(ctx, Talk, r.Person, row.ID)
		if err != nil {
			return d, err
		}
		if no || !wanted {
			continue
		}
		m, err := o.Matches.Match(ctx, row.ID)
		if unreadable(err) {
			continue
		}
		if err != nil {
			return d, err
		}
		seat := seatOf(m, r.Person)
		if seat == 0 {
			continue
		}
		since, err := o.Composer.heard(ctx, r.Person, row.ID)
		if err != nil {
			return d, err
		}
		matches[m.ID] = m
		d.record.Waiting = append(d.record.Waiting, Waiting{Match: m.ID, Seat: seat, N: m.N(), Unread: since})
	}
	if d.letter, d.failed = o.Composer.ComposePersonal(ctx, key, d.record, matches); d.failed == nil && len(d.letter.heard) == 0 {
		d.why = codeTold
	}
	return d, nil
}

// told notes that a person has heard the talk of a letter that was sent. Who dies
// before has him told it twice, which is better than never.
func (o *Office) told(ctx context.Context, r Record, l Letter) error {
	for match, person := range l.heard {
		err := o.Composer.People.Put(ctx, person, kindHeard(match), r.Written)
		if err != nil && !errors.Is(err, people.ErrErased) {
			return err
		}
	}
	return nil
}

// heard is up to when a person knows the talk of a match by letter.
func (c *Composer) heard(ctx context.Context, person, match string) (time.Time, error) {
	var at time.Time
	err := c.People.Record(ctx, person, kindHeard(match), &at)
	if errors.Is(err, stream.ErrNone) || errors.Is(err, people.ErrErased) {
		return time.Time{}, nil
	}
	return at, err
}

// talk tells in a letter of its own what others have said at the reader's tables.
func (w *writer) talk(ctx context.Context, r Record, matches map[string]*engine.Match) error {
	w.Title = "Said at the table"
	for _, d := range r.Waiting {
		m := matches[d.Match]
		if m == nil {
			continue
		}
		if err := w.about(ctx, m, d.Seat); err != nil {
			return err
		}
		before := len(w.Blocks)
		if err := w.said(ctx, w.subject(), d.Unread); err != nil {
			return err
		}
		if len(w.Blocks) == before {
			continue
		}
		token, err := w.Signer.Token(link.Claim{Purpose: link.Seat, Match: m.ID, Seat: int(d.Seat), Number: m.LinkNumber(d.Seat)})
		if err != nil {
			return err
		}
		w.add(Button{"Go to your seat", w.Site.Landing(token)})
	}
	return nil
}

// said adds under a title the table talk that the reader does not know: what others said since a
// moment and before the letter was written.
func (w *writer) said(ctx context.Context, title string, since time.Time) error {
	all, err := w.People.Talk(ctx, talkers(w.match), w.match.ID)
	if err != nil {
		return err
	}
	reader := w.match.Person(w.reader.Viewer)
	for _, said := range all { // who spoke there himself has read what stood there
		if said.Person == reader && said.At.After(since) && !said.At.After(w.now) {
			since = said.At
		}
	}
	var list List
	for _, said := range all {
		if said.Person == reader || !said.At.After(since) || said.At.After(w.now) {
			continue
		}
		name, err := w.called(ctx, said.Person)
		if err != nil {
			return err
		}
		list = append(list, Item{Text: name + ": " + said.Text, Note: words.Moment(said.At, w.now, w.zone)})
	}
	if list == nil {
		return nil
	}
	if more := len(list) - mostSaid; more > 0 {
		list = append(List{{Text: fmt.Sprintf("%d remarks more, earlier: they are beside the log of the match.", more)}}, list[more:]...)
	}
	w.add(Heading(title), list)
	w.knows(reader)
	return nil
}

// called is what a talker is called: as at his seat, or as a person who sits nowhere now.
func (w *writer) called(ctx context.Context, person string) (string, error) {
	if seat := seatOf(w.match, person); seat > 0 {
		return w.names.Or(seat), nil
	}
	profile, err := w.profile(ctx, person)
	if err != nil || profile.Name == "" {
		return words.FormerPlayer, err
	}
	return words.Host(profile.Name), nil
}

// talkers are all who may have said something at the table of a match: who sits or
// sat there, and who is or was the host.
func talkers(m *engine.Match) []string {
	found := []string{m.Table.Created.Host}
	add := func(person string) {
		if person != "" && !slices.Contains(found, person) {
			found = append(found, person)
		}
	}
	for _, e := range m.Log {
		switch e.Type {
		case events.TypeSeatTaken, events.TypeHostChanged:
		default:
			continue
		}
		switch data, _ := e.Decode(); d := data.(type) {
		case *events.SeatTaken:
			add(person(d.Who))
		case *events.HostChanged:
			add(d.Host)
		}
	}
	return found
}

// seatOf is the first seat at which a person sits; 0 = none.
func seatOf(m *engine.Match, person string) game.Seat {
	for i := range m.Table.Seats {
		if seat := game.Seat(i + 1); m.Person(seat) == person {
			return seat
		}
	}
	return 0
}
