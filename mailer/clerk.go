package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/stream"
	"pizzini/projections"
)

// Matches gives a match as this node's copy has it. It is *engine.Engine.
type Matches interface {
	Match(ctx context.Context, id string) (*engine.Match, error)
}

// Copy is this node's copy of the streams. It is *projections.DB.
type Copy interface {
	WaitPosition(ctx context.Context, st stream.Stream, seq uint64) error
	LastOn(ctx context.Context, st stream.Stream, subject string) (stream.Message, error)
	Matches(ctx context.Context, f projections.Filter) ([]projections.MatchRow, error)
	Seats(ctx context.Context, match string) ([]projections.SeatRow, error)
	ToDo(ctx context.Context, person string) ([]projections.Task, error)
	Deadlines(ctx context.Context) ([]projections.Task, error)
	Waiting(ctx context.Context) ([]string, error)
	Position(st stream.Stream) uint64
	Letters(ctx context.Context, f projections.LetterFilter) ([]projections.Letter, error)
}

// Config is what an Office works with.
type Config struct {
	Store     *stream.Store
	Copy      Copy
	Matches   Matches
	Composer  *Composer
	Transport Transport     // nil = nothing is sent: the local mailbox shows the letters
	Delay     time.Duration // how long a letter waits after its event, so that a move taken back at once sends none
	Now       func() time.Time
	Log       *slog.Logger // nil = slog.Default()
}

// Office decides which letters are due, claims each once, and sends them. Any
// number of nodes may have one on the same event store.
type Office struct {
	Config

	mu     sync.Mutex
	queued map[string]bool // what this node has put into OUTBOX in the present bucket
	bucket int64
	inHand map[string]int // by recipient domain
	bell   chan uint64    // rung when a claimed letter falls due, with its sequence in LETTERS

	remarks map[remark]bool // that Hear has noted
	spoken  chan struct{}   // rung when remarks has grown

	reminds  map[spot]next  // when to look at whom, of Remind alone
	soonest  time.Time      // the first of them; zero = none
	followed uint64         // how far the copy had followed MATCHES then
	digested map[string]int // person → the last day of which this node need not look again, of Digests alone
	quarter  time.Time      // the last quarter of an hour in which Digests looked
}

// New makes an office.
func New(c Config) *Office {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Office{Config: c, queued: map[string]bool{}, inHand: map[string]int{}, bell: make(chan uint64, 1), digested: map[string]int{}, remarks: map[remark]bool{}, spoken: make(chan struct{}, 1)}
}

const (
	hands       = 4                // letters that a node has in hand at a time
	perDomain   = 2                // of them to one recipient domain
	lookEvery   = 5 * time.Second  // for letters whose time has come, beside the bell
	searchEvery = 10 * time.Minute // for open decisions without a letter
	remindEvery = time.Minute      // for decisions whose time runs out, and persons whose hour has come
	patience    = 30 * time.Second // for this node's copy to catch up
)

// Run works until ctx ends.
func (o *Office) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var tasks sync.WaitGroup
	run := func(task func(context.Context) error) {
		tasks.Go(func() {
			if err := task(ctx); err != nil && ctx.Err() == nil {
				stop(err)
			}
		})
	}
	run(func(ctx context.Context) error { return o.Store.Consume(ctx, "mailer", stream.Matches, o.slip) })
	for range hands {
		run(func(ctx context.Context) error { return o.Store.Work(ctx, o.work) })
	}
	run(func(ctx context.Context) error { return o.every(ctx, lookEvery, "queue letters", o.Queue) })
	run(o.answer)
	run(o.listen)
	run(func(ctx context.Context) error {
		return o.every(ctx, searchEvery, "look for open decisions", o.Reconcile)
	})
	run(func(ctx context.Context) error { return o.every(ctx, remindEvery, "remind anybody", o.Remind) })
	run(func(ctx context.Context) error { return o.every(ctx, remindEvery, "write digests", o.Digests) })
	tasks.Wait()
	if line, ok := o.Transport.(io.Closer); ok {
		line.Close()
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return ctx.Err()
}

// every does something at once and then again and again; a failure is logged and
// the next time mends it.
func (o *Office) every(ctx context.Context, pause time.Duration, what string, do func(context.Context) error) error {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			o.Log.Warn("the mailer could not "+what+", it will try again", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// answer queues letters as soon as they fall due.
func (o *Office) answer(ctx context.Context) error {
	for {
		select {
		case seq := <-o.bell:
			err := o.Copy.WaitPosition(ctx, stream.Letters, seq)
			if err == nil {
				err = o.Queue(ctx)
			}
			if err != nil && ctx.Err() == nil {
				o.Log.Warn("the mailer could not queue letters, it will try again", "error", err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// ring has letters queued after a while. One that is missed meanwhile is found by
// the next look.
func (o *Office) ring(seq uint64, after time.Duration) {
	time.AfterFunc(after, func() {
		for {
			select {
			case o.bell <- seq:
				return
			case waiting := <-o.bell:
				seq = max(seq, waiting)
			}
		}
	})
}

// slip decides after each slip of a match.
func (o *Office) slip(ctx context.Context, m stream.Message) error {
	id := strings.TrimPrefix(m.Subject, "match.")
	if !events.ValidID(id) {
		return nil
	}
	return o.Decide(ctx, id)
}

// present is a match with everything that its subject holds by now.
func (o *Office) present(ctx context.Context, id string) (*engine.Match, error) {
	last, err := o.Store.LastOn(ctx, stream.Matches, "match."+id)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := o.Copy.WaitPosition(ctx, stream.Matches, last.Seq); err != nil {
		return nil, err
	}
	return o.Matches.Match(ctx, id)
}

// unreadable says whether a match is there but cannot be read: it asks for no
// letters, and holds up nobody else's.
func unreadable(err error) bool {
	var refusal *engine.Refusal
	return errors.As(err, &refusal) && (refusal.Code == engine.Broken || refusal.Code == engine.NotFound)
}

// Decide claims the letters that a match asks for as it stands now. Each is
// claimed once for ever: whoever comes second, on another node, after a restart
// or in a rebuild, finds the claim.
func (o *Office) Decide(ctx context.Context, id string) error {
	m, err := o.present(ctx, id)
	if unreadable(err) || errors.Is(err, stream.ErrNone) {
		o.Log.Warn("a match cannot be read, so it sends no letters", "match", id, "error", err)
		return nil
	}
	if err != nil {
		return err
	}
	now := o.Now()
	fresh := map[game.Seat]bool{} // seats whose turn was claimed just now: that letter tells the news too
	due := DueLetters(m, now)
	for i, d := range due {
		told := false
		if d.withTurn(m) && (fresh[d.Key.Seat] || m.Call(d.Key.Seat) > d.Key.N) {
			if told, err = o.wants(ctx, YourTurn, d.Person, id); err != nil {
				return err
			}
		}
		// News by the event that is a new call have its key: who wants no letter of
		// his turn gets them, else they are in that.
		if d.Kind == YourTurn && slices.ContainsFunc(due[i+1:], func(other Due) bool { return other.Key == d.Key }) {
			turns, err := o.wants(ctx, YourTurn, d.Person, id)
			if err != nil {
				return err
			}
			if !turns {
				continue
			}
		}
		claimed, err := o.claim(ctx, d, told, now)
		if err != nil {
			return err
		}
		if claimed && d.Kind == YourTurn {
			fresh[d.Key.Seat] = true
		}
	}
	return nil
}

// claim writes the record of a letter that has none.
func (o *Office) claim(ctx context.Context, d Due, told bool, now time.Time) (claimed bool, err error) {
	if _, err := o.Copy.LastOn(ctx, stream.Letters, d.Key.Subject()); err == nil {
		return false, nil // the usual case, without a write
	} else if !errors.Is(err, stream.ErrNone) {
		return false, err
	}
	r := Record{Kind: d.Kind, Person: d.Person, State: Claimed, At: now, Since: now, Next: d.At.Add(o.Delay)}
	if r.Next.Before(now) {
		r.Next = now
	}
	if told {
		r = r.becomes(Dropped, codeTold, now)
	}
	seq, err := o.write(ctx, d.Key, r, 0)
	if errors.Is(err, stream.ErrConflict) {
		return false, nil
	}
	if err == nil && r.State == Claimed {
		o.ring(seq, r.Next.Sub(now))
	}
	return err == nil, err
}

// write writes a letter's record where its last message is still the expected one.
func (o *Office) write(ctx context.Context, key Key, r Record, expect uint64) (uint64, error) {
	data, err := r.encode()
	if err != nil {
		return 0, err
	}
	return o.Store.Put(ctx, stream.Letters, key.Subject(), data, &expect)
}

// Reconcile claims open decisions that have no letter: the consumer that decides
// may have been lost with the streams that may be lost.
func (o *Office) Reconcile(ctx context.Context) error {
	rows, err := o.Copy.Matches(ctx, projections.Filter{Status: engine.Playing})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if len(row.Active) == 0 {
			continue
		}
		seats, err := o.Copy.Seats(ctx, row.ID)
		if err != nil {
			return err
		}
		for _, s := range seats {
			if s.Call == 0 || !strings.HasPrefix(s.Who, "person:") {
				continue
			}
			key := Key{Match: row.ID, Seat: s.Seat, N: s.Call}
			_, err := o.Copy.LastOn(ctx, stream.Letters, key.Subject())
			if errors.Is(err, stream.ErrNone) {
				err = o.Decide(ctx, row.ID)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// requeue is how long an item may be lost before the letter is queued again.
const requeue = 10 * time.Minute

// Queue puts the claimed letters whose time has come into OUTBOX. The item's id
// holds the record's sequence, so that nodes do not queue a try twice, and the
// time in steps, so that a lost item comes again.
func (o *Office) Queue(ctx context.Context) error {
	now := o.Now()
	waiting, err := o.Copy.Letters(ctx, projections.LetterFilter{State: string(Claimed), Before: now.Add(time.Millisecond)})
	if err != nil {
		return err
	}
	bucket := now.UnixNano() / int64(requeue)
	for _, l := range waiting {
		id := fmt.Sprintf("%s@%d.%d", l.Subject, l.Seq, bucket)
		if o.isQueued(id, bucket) {
			continue
		}
		if err := o.Store.Enqueue(ctx, "outbox."+l.Subject, id, nil); err != nil {
			return err
		}
		o.mu.Lock()
		o.queued[id] = true
		o.mu.Unlock()
	}
	return nil
}

func (o *Office) isQueued(id string, bucket int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if bucket != o.bucket {
		o.bucket = bucket
		clear(o.queued)
	}
	return o.queued[id]
}
