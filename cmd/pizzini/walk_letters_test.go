package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/stream"
	"pizzini/mailer"
	"pizzini/projections"
)

// walkPost is what a walk knows of letters. The walk is the mail server itself: it
// judges each letter at the moment in which it goes out.
type walkPost struct {
	office   *mailer.Office
	stopsFor int // so many steps the mailer does not work
	lossFor  int // so many steps the mail server takes no letters
	loss     int // and answers this; 0 = not at all
	sent     map[mailer.Key]bool
	reminded map[string]bool // human, decision and share of its time
	digested map[string]bool // human and day
	blocked  map[string]bool // addresses
	refused  map[string]bool // persons and their addresses, of which the mail server took no letter
	silence  map[string]int  // after one: letters by match, seat and person; nil = there was none
	back     time.Time       // the end of that time
	wrong    []string        // with the letters that went out
}

func (p *walkPost) begin() {
	p.sent, p.reminded, p.digested = map[mailer.Key]bool{}, map[string]bool{}, map[string]bool{}
	p.blocked, p.refused = map[string]bool{}, map[string]bool{}
}

func (w *walk) newOffice() *mailer.Office {
	n := w.node
	composer := &mailer.Composer{People: n.book, Signer: n.signer, Site: n.site, FromAddress: "pizzini@games.example", InvitationDays: n.settings.InvitationDays}
	return mailer.New(mailer.Config{
		Store: n.store, Copy: n.copy, Matches: n.engine, Composer: composer, Transport: w, Delay: 30 * time.Second, Now: n.now, Log: n.log,
	})
}

// post is what the mailer does by itself. Of what happened while it did not work nobody
// gets more than one letter of a match that tells him how it stands.
func (w *walk) post() {
	w.Helper()
	if w.lossFor > 0 {
		w.lossFor--
	}
	if w.stopsFor > 1 {
		w.stopsFor--
		return
	}
	if w.stopsFor == 1 {
		w.stopsFor, w.silence, w.back = 0, map[string]int{}, w.now
		w.mail()
		w.now = w.now.Add(31 * time.Second)
	}
	w.mail()
	w.silence = nil
}

// mail decides which letters are due, and tries those whose time has come.
func (w *walk) mail() {
	w.Helper()
	w.decide()
	for due := w.due(); len(due) > 0; due = w.due() {
		for _, key := range due {
			w.must(w.office.Try(w.ctx, key))
		}
		w.right()
	}
}

func (w *walk) decide() {
	w.Helper()
	w.settle()
	for _, id := range w.matches {
		w.must(w.office.Decide(w.ctx, id))
	}
	w.settle()
	w.must(w.office.Remind(w.ctx))
	w.settle()
	w.must(w.office.Digests(w.ctx))
}

// due lists the letters whose time has come, in the order of their keys.
func (w *walk) due() (keys []mailer.Key) {
	w.Helper()
	w.settle()
	letters, err := w.node.copy.Letters(w.ctx, projections.LetterFilter{State: string(mailer.Claimed), Before: w.now.Add(time.Millisecond)})
	w.must(err)
	slices.SortFunc(letters, func(a, b projections.Letter) int { return strings.Compare(a.Subject, b.Subject) })
	for _, l := range letters {
		key, err := mailer.ParseKey(strings.TrimPrefix(l.Subject, "letter."))
		w.must(err)
		keys = append(keys, key)
	}
	return keys
}

// left lists the letters that wait for a try.
func (w *walk) left() []projections.Letter {
	w.Helper()
	w.settle()
	list, err := w.node.copy.Letters(w.ctx, projections.LetterFilter{State: string(mailer.Claimed)})
	w.must(err)
	return list
}

// byQueue tries the letters whose time has come by way of OUTBOX.
func (w *walk) byQueue() {
	if w.stopsFor > 0 {
		return
	}
	w.decide()
	left := w.due()
	w.must(w.office.Queue(w.ctx))
	ctx, cancel := context.WithTimeout(w.ctx, 30*time.Second)
	defer cancel()
	for len(left) > 0 && ctx.Err() == nil {
		working, stop := context.WithCancel(ctx)
		err := w.node.store.Work(working, func(ctx context.Context, item stream.Message) error {
			key, err := mailer.ParseKey(strings.TrimPrefix(item.Subject, "outbox.letter."))
			if err == nil {
				err = w.office.Try(ctx, key)
			}
			if left = slices.DeleteFunc(left, func(other mailer.Key) bool { return other == key }); len(left) == 0 {
				stop()
			}
			return err
		})
		if stop(); !errors.Is(err, context.Canceled) {
			w.Fatalf("%d letters are due and do not come out of the queue: %v", len(left), err)
		}
	}
	w.right()
}

// right holds that nothing was wrong with the letters that went out.
func (w *walk) right() {
	w.Helper()
	if len(w.wrong) > 0 {
		w.Fatalf("at %v:\n%s", w.now, strings.Join(w.wrong, "\n"))
	}
}

// Send takes a letter, or not.
func (w *walk) Send(_ context.Context, e mailer.Envelope, raw []byte) error {
	key, r, err := w.read(e, raw)
	if err == nil {
		err = w.judged(key, r, e.To)
	}
	if err != nil {
		w.wrong = append(w.wrong, fmt.Sprintf("the letter %s (%s) to %s: %v", key, r.Kind, e.To, err))
		return nil
	}
	if w.lossFor > 0 {
		f := &mailer.Failure{Stage: mailer.StageRecipient, Code: w.loss, Temporary: w.loss < 500}
		if w.loss == 0 {
			f.Stage, f.Cause = mailer.StageConnect, errors.New("no mail server answers")
		}
		if !f.Temporary {
			w.refused[r.Person+e.To] = true
		}
		return f
	}
	w.arrived(key, r, e.To)
	return nil
}

// read finds the record of a letter.
func (w *walk) read(e mailer.Envelope, raw []byte) (key mailer.Key, r mailer.Record, err error) {
	l, err := open(e.To, raw)
	if err == nil {
		key, err = mailer.ParseKey(l.key)
	}
	if err != nil {
		return key, r, err
	}
	m, err := w.node.store.LastOn(w.ctx, stream.Letters, key.Subject())
	if err != nil {
		return key, r, err
	}
	if strings.Contains(string(m.Data), private) {
		return key, r, errors.New("its record holds what a person typed")
	}
	return key, r, json.Unmarshal(m.Data, &r)
}

// arrived notes what a letter told.
func (w *walk) arrived(key mailer.Key, r mailer.Record, to string) {
	w.sent[key] = true
	for _, d := range r.Waiting {
		if r.Kind == mailer.Remind && d.Percent > 0 {
			w.reminded[reminderOf(to, d)] = true
		}
	}
	if r.Kind == mailer.Digest {
		w.digested[fmt.Sprint(to, key.N)] = true
	}
	switch r.Kind {
	case mailer.YourTurn, mailer.Consent, mailer.Over, mailer.Answer, mailer.Expired, mailer.Clock, mailer.Away, mailer.Paused, mailer.Resumed, mailer.Seats:
	default:
		return
	}
	if w.silence == nil {
		return
	}
	of := fmt.Sprint(key.Match, key.Seat, r.Person)
	if w.silence[of]++; w.silence[of] > 1 {
		w.wrong = append(w.wrong, fmt.Sprintf("the letter %s (%s) is one of %d of that match after a time without letters", key, r.Kind, w.silence[of]))
	}
}

func reminderOf(to string, d mailer.Waiting) string {
	return fmt.Sprint(to, d.Match, " ", d.Seat, " ", d.From, " ", d.Percent)
}

// judged says what is wrong with a letter that goes out now.
func (w *walk) judged(key mailer.Key, r mailer.Record, to string) error {
	p := w.known(r.Person)
	asked := r.Kind == mailer.SignIn
	switch {
	case w.sent[key]:
		return errors.New("it was sent already")
	case p.erased:
		return errors.New("its reader was erased")
	case to != p.address:
		return fmt.Errorf("its reader has the address %q", p.address)
	case w.blocked[to]:
		return errors.New("its reader wants no letters at all")
	case w.refused[p.id+to]:
		return errors.New("the mail server has said that it takes no letters there")
	case !asked && (p.unsubscribed[""] || p.unsubscribed[key.Match]):
		return errors.New("its reader has unsubscribed")
	case key.Person != "":
		return w.personal(key, r, to)
	}
	m, err := w.node.engine.Match(w.ctx, key.Match)
	if err != nil {
		return err
	}
	s, err := w.node.book.SettingsIn(w.ctx, p.id, key.Match)
	if err != nil {
		return err
	}
	sits := m.Person(key.Seat) == p.id
	fits := true
	switch r.Kind {
	case mailer.YourTurn:
		fits = sits && m.Call(key.Seat) == key.N && s.Turns && !s.Digest
	case mailer.Consent:
		fits = sits && slices.Contains(m.Asked(), key.Seat) && m.Proposal().N == key.N
	case mailer.Over:
		fits = (sits || m.Kept(key.Seat) == p.id) && m.Table.Over && s.Results
	case mailer.Answer, mailer.Clock, mailer.Away, mailer.Paused, mailer.Resumed, mailer.Seats:
		fits = sits && m.Status() == engine.Playing
	case mailer.HostLink, mailer.Hosted:
		fits = m.Host() == p.id && !m.Table.Over
	case mailer.NeverStarted:
		fits = m.Host() == p.id && m.Table.Abandoned == "never-started"
	case mailer.Invitation:
		seat := m.Table.Seats[key.Seat-1]
		fits = !m.Table.Over && m.Person(key.Seat) == "" && seat.Offered == "person:"+p.id
	case mailer.NewLink, mailer.Seated:
		fits = sits
	case mailer.Left:
		fits = !sits
	}
	if !fits {
		return fmt.Errorf("nothing asks for it: the match is %s, paused %v, its seat has call %d and sits there %v; the reader's settings are %+v",
			m.Status(), m.Table.Paused, m.Call(key.Seat), sits, s)
	}
	return nil
}

// personal says what is wrong with a letter that concerns no single match.
func (w *walk) personal(key mailer.Key, r mailer.Record, to string) error {
	if r.Kind != mailer.Remind && r.Kind != mailer.Digest {
		return nil
	}
	urgent := false
	for _, d := range r.Waiting {
		m, err := w.node.engine.Match(w.ctx, d.Match)
		if err != nil {
			return err
		}
		person := m.Person(d.Seat)
		if person == "" || d.Call == 0 || m.Call(d.Seat) != d.Call || w.known(person).address != to || w.known(person).unsubscribed[d.Match] || w.known(person).unsubscribed[""] {
			return fmt.Errorf("it names %+v, and there waits %q since %d", d, person, m.Call(d.Seat))
		}
		if r.Kind == mailer.Remind && d.Percent > 0 {
			s, err := w.node.book.SettingsIn(w.ctx, person, d.Match)
			switch {
			case err != nil:
				return err
			case w.reminded[reminderOf(to, d)]:
				return fmt.Errorf("of %+v its reader was reminded already", d)
			case !s.Reminders:
				return fmt.Errorf("of %+v its reader wants no reminders", d)
			case !m.Due(d.Seat).After(w.now):
				return fmt.Errorf("the time of %+v was up on %v", d, m.Due(d.Seat))
			}
			urgent = true
		}
	}
	switch {
	case len(r.Waiting) == 0:
		return errors.New("nothing waits")
	case r.Kind == mailer.Remind && !urgent:
		return errors.New("it reminds of nothing")
	case r.Kind == mailer.Digest && w.digested[fmt.Sprint(to, key.N)]:
		return errors.New("its reader has the digest of this day")
	}
	return nil
}

// claimed holds that each person who is asked has a letter of it, sent or not.
func (w *walk) claimed(m *engine.Match) {
	w.Helper()
	for _, seat := range m.Active() {
		if m.Person(seat) == "" {
			continue
		}
		key := mailer.Key{Match: m.ID, Seat: seat, N: m.Call(seat)}
		if _, err := w.node.copy.LastOn(w.ctx, stream.Letters, key.Subject()); err != nil {
			w.Fatalf("seat %d of match %s is asked since event %d, and there is no letter: %v", seat, m.ID, key.N, err)
		}
	}
}

// told holds that whoever sat at the table when the match ended has a letter of it,
// unless that was so long ago that it is no news.
func (w *walk) told(m *engine.Match) {
	w.Helper()
	if w.now.Sub(m.Log[m.Table.Ended-1].At) >= 14*24*time.Hour {
		return
	}
	for seat := game.Seat(1); int(seat) <= m.Players(); seat++ {
		if m.Person(seat) == "" || m.Table.Abandoned == "never-started" && m.Person(seat) == m.Host() {
			continue
		}
		key := mailer.Key{Match: m.ID, Seat: seat, N: m.Table.Ended}
		if _, err := w.node.copy.LastOn(w.ctx, stream.Letters, key.Subject()); err != nil {
			w.Fatalf("match %s ended with event %d, and seat %d is not told: %v", m.ID, key.N, seat, err)
		}
	}
}
