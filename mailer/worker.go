package mailer

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/events/stream"
)

// lease is how long a worker has a letter for itself: longer than a sending can
// take. A worker that dies leaves the letter to be tried again after it.
const lease = 5 * time.Minute

// leaving is how long a letter in hand may still be sent when the node stops: one
// that is cut off while the server accepts it comes twice.
const leaving = 5 * time.Second

// crowded is how long a letter waits for others: to the same domain, or one that will
// tell what it tells.
const crowded = 15 * time.Second

// work handles one item of OUTBOX. It never waits with an item in hand for a later
// try: that time is written to LETTERS, and the item is done.
func (o *Office) work(ctx context.Context, item stream.Message) error {
	key, err := ParseKey(strings.TrimPrefix(item.Subject, "outbox.letter."))
	if err != nil {
		o.Log.Warn("an item of OUTBOX names no letter", "subject", item.Subject)
		return nil
	}
	return o.Try(ctx, key)
}

// Try sends a claimed letter whose time has come, or writes why it was not sent
// and when it is tried again. An error means that the event store or the copy
// could not be used: nothing is known to have happened.
func (o *Office) Try(ctx context.Context, key Key) error {
	message, err := o.Store.LastOn(ctx, stream.Letters, key.Subject())
	if errors.Is(err, stream.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := decodeRecord(message.Data)
	if err != nil {
		o.Log.Error("a letter is left unsent", "letter", key, "error", err)
		return nil
	}
	now := o.Now()
	if r.State != Claimed || r.Next.After(now) {
		return nil
	}
	err = o.try(ctx, key, r, message.Seq, now)
	if errors.Is(err, stream.ErrConflict) {
		return nil // another worker has it
	}
	return err
}

func (o *Office) try(ctx context.Context, key Key, r Record, seq uint64, now time.Time) error {
	prepare := o.prepare
	if key.Person != "" {
		prepare = o.preparePersonal
	}
	r.Written = now
	d, err := prepare(ctx, key, r, now)
	if err != nil {
		return err
	}
	r = d.record
	switch {
	case d.why != "":
		_, err = o.write(ctx, key, r.becomes(Dropped, d.why, now), seq)
		return err
	case d.wait:
		r.Next = now.Add(crowded)
		_, err = o.write(ctx, key, r, seq)
		return err
	case d.failed != nil:
		// A letter that cannot be written now may be by a newer program.
		o.Log.Error("a letter cannot be composed", "letter", key, "error", d.failed)
		return o.later(ctx, key, r, seq, "compose", now)
	case o.Transport == nil:
		r.Local = true
		r.Tries++
		if _, err = o.write(ctx, key, r.becomes(Sent, "", now), seq); err != nil {
			return err
		}
		return o.told(ctx, r, d.letter)
	case !o.take(d.letter.Address):
		r.Next = now.Add(crowded)
		_, err = o.write(ctx, key, r, seq)
		return err
	}
	defer o.put(d.letter.Address)
	return o.send(ctx, key, r, seq, d.letter)
}

// send sends a composed letter and writes what became of it. The next try is
// written before this one is made: whoever dies in between has not lost it.
func (o *Office) send(ctx context.Context, key Key, r Record, seq uint64, letter Letter) error {
	now := o.Now()
	raw, err := o.Composer.Message(letter, now)
	if err != nil {
		o.Log.Error("a letter cannot be composed", "letter", key, "error", err)
		return o.later(ctx, key, r, seq, "compose", now)
	}
	r.Tries++
	r.Next = now.Add(lease)
	if seq, err = o.write(ctx, key, r, seq); err != nil {
		return err
	}
	sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease-time.Minute)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(leaving, cancel) })()
	err = o.Transport.Send(sending, Envelope{From: o.Composer.FromAddress, To: letter.Address}, raw)
	now = o.Now()
	// What has happened is written even while the node stops.
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer done()
	var failure *Failure
	switch {
	case err == nil:
		if _, err = o.write(ctx, key, r.becomes(Sent, "", now), seq); err != nil {
			return err
		}
		return o.told(ctx, r, letter)
	case errors.As(err, &failure) && !failure.Temporary:
		return o.refused(ctx, key, r, seq, letter, failure, now)
	}
	o.Log.Warn("a letter was not taken, it will be tried again", "letter", key, "try", r.Tries, "error", err)
	code := "network"
	if failure != nil && failure.Code != 0 {
		code = strconv.Itoa(failure.Code)
	}
	return o.later(ctx, key, r, seq, code, now)
}

// later writes a letter's next try, or gives it up after two weeks.
func (o *Office) later(ctx context.Context, key Key, r Record, seq uint64, code string, now time.Time) error {
	r.Code, r.Next = code, now.Add(backoff(r.Tries))
	if r.Next.Sub(r.Since) < tooOld {
		_, err := o.write(ctx, key, r, seq)
		return err
	}
	if _, err := o.write(ctx, key, r.becomes(RefusedLetter, codeGivenUp, now), seq); err != nil {
		return err
	}
	return o.tellHost(ctx, key, r, codeGivenUp, now)
}

// refused writes that a letter was refused for good, and tells the host. Where the
// address itself was refused no other letter goes there.
func (o *Office) refused(ctx context.Context, key Key, r Record, seq uint64, letter Letter, f *Failure, now time.Time) error {
	code := strconv.Itoa(f.Code)
	if f.Code == 0 {
		code = string(f.Stage)
	}
	o.Log.Warn("a letter was refused", "letter", key, "error", f)
	if f.Stage == StageRecipient {
		err := o.Composer.People.Put(ctx, r.Person, people.Refused, refusal{Address: o.Composer.Signer.AddressDigest(letter.Address), Code: code, At: now})
		if err != nil && !errors.Is(err, people.ErrErased) {
			return err
		}
	}
	if err := o.tellHost(ctx, key, r, code, now); err != nil {
		return err
	}
	_, err := o.write(ctx, key, r.becomes(RefusedLetter, code, now), seq)
	return err
}

// refusal is a person's record that an address takes no letters. Another address
// of the person is not meant by it.
type refusal struct {
	Address string    `json:"address"` // its digest
	Code    string    `json:"code"`
	At      time.Time `json:"at"`
}

// Withdrawn tells the host of a match that nobody is invited to a seat any more, since
// who was is erased; n is the event that invited him. It is told once.
func (o *Office) Withdrawn(ctx context.Context, match string, seat game.Seat, n int) error {
	return o.tellHost(ctx, Key{Match: match, Seat: seat, N: n}, Record{}, codeErased, o.Now())
}

// tellHost claims the letter that tells the host of a refused one, unless that was
// to the host himself, or to a person whatever his matches are.
func (o *Office) tellHost(ctx context.Context, key Key, r Record, code string, now time.Time) error {
	if key.Person != "" || key.Refused {
		return nil
	}
	m, err := o.Matches.Match(ctx, key.Match)
	if err != nil {
		return err
	}
	host := m.Host()
	if host == r.Person || m.Table.Over {
		return nil
	}
	key.Refused = true
	_, err = o.write(ctx, key, Record{Kind: Refused, Person: host, State: Claimed, Cause: code, At: now, Since: now, Next: now}, 0)
	if errors.Is(err, stream.ErrConflict) {
		return nil
	}
	return err
}

// take counts a letter in hand to a domain; false = there are enough.
func (o *Office) take(address string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.inHand[domain(address)] >= perDomain {
		return false
	}
	o.inHand[domain(address)]++
	return true
}

func (o *Office) put(address string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.inHand[domain(address)]--; o.inHand[domain(address)] == 0 {
		delete(o.inHand, domain(address))
	}
}
