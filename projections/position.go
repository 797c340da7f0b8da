package projections

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"pizzini/events/stream"
)

// followed are the streams that a copy follows. MATCHES is the last in a rebuild
// and a restore: where it is complete, so are the others.
var followed = []stream.Stream{stream.Keys, stream.People, stream.Letters, stream.Matches}

// ErrRefused means that the streams are not those that the copy has followed.
// Nothing was changed: a person must say which side is to be believed.
var ErrRefused = errors.New("refused to start: the event store and this node's copy do not belong together")

// position is how far a stream was followed.
type position struct {
	created int64 // when the stream was made, nanoseconds since 1970
	seq     uint64
	hash    string // of the message there
}

// errUnreadable means that a file is no database, or a damaged one.
var errUnreadable = errors.New("the database cannot be read")

// messageHash names a message in a position.
func messageHash(m stream.Message) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", m.Subject, m.ID)
	h.Write(m.Data)
	return hex.EncodeToString(h.Sum(nil))
}

// readPositions reads how far a copy has come.
func readPositions(ctx context.Context, db querier) (map[stream.Stream]position, error) {
	rows, err := db.QueryContext(ctx, `select stream, created, seq, hash from position`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	positions := map[stream.Stream]position{}
	for rows.Next() {
		var st stream.Stream
		var p position
		if err := rows.Scan(&st, &p.created, &p.seq, &p.hash); err != nil {
			return nil, err
		}
		positions[st] = p
	}
	return positions, rows.Err()
}

// holds says whether a stream still is the one that was followed; the reason why
// not says which side is older. Of PEOPLE, KEYS and LETTERS the message at the
// position may have been replaced or erased since.
func (p position) holds(ctx context.Context, s *stream.Store, st stream.Stream) error {
	if p.seq == 0 {
		return nil // nothing was copied: nothing can be lost
	}
	created, err := s.Created(ctx, st)
	if err != nil {
		return err
	}
	last, err := s.Last(ctx, st)
	if err != nil {
		return err
	}
	made := time.Unix(0, p.created).UTC().Format(time.RFC3339)
	switch {
	case last == 0:
		return refusal("the stream %s is empty, the copy has it up to message %d: the stream is the older side, or was lost", st, p.seq)
	case created.UnixNano() != p.created:
		return refusal("the stream %s was made %s and has %d messages, the copy follows one made %s up to message %d: the copy is the older side, of another history",
			st, created.UTC().Format(time.RFC3339), last, made, p.seq)
	case last < p.seq:
		return refusal("the stream %s ends at message %d, the copy has it up to message %d: the stream is the older side", st, last, p.seq)
	}
	m, err := s.At(ctx, st, p.seq)
	switch {
	case errors.Is(err, stream.ErrNone) && st != stream.Matches:
		return nil
	case errors.Is(err, stream.ErrNone):
		return s.Damaged(fmt.Sprintf("the stream %s has lost message %d, which the copy has", st, p.seq))
	case err != nil:
		return err
	case messageHash(m) != p.hash:
		return refusal("message %d of the stream %s is not the one that the copy has there: neither side goes on from the other, the stream has %d messages", p.seq, st, last)
	}
	return nil
}

type refused string

func (r refused) Error() string        { return string(r) }
func (r refused) Is(target error) bool { return target == ErrRefused }

func refusal(why string, args ...any) error { return refused(fmt.Sprintf(why, args...)) }

// waysOut adds to a refusal where the sides are and what a person can do.
func waysOut(err error, c Config, path string) error {
	if !errors.Is(err, ErrRefused) {
		return err
	}
	return fmt.Errorf(`%w: %w.
The copy is %s. Nothing was changed. There are two ways out:
  pizzini restore --from-copy       puts the copy's events, people, keys and letters back on empty streams
                                    (for the embedded event store move %s aside first);
  pizzini rebuild --discard-copy    believes the stream: the copy is put aside, what only it has is given up`,
		ErrRefused, err, path, filepath.Join(c.Dir, "nats"))
}

// compare refuses where the streams are not those that a copy has followed, or have
// lost something of it as far as that is quickly seen. A copy that cannot be read, or
// of a schema without positions, cannot tell (errUnreadable): another is built in its
// place, but not from an empty stream.
func compare(ctx context.Context, c Config, f copyFile) error {
	path := filepath.Join(c.folder(), f.name())
	db, err := openReaders(path)
	if err != nil {
		return err
	}
	defer db.Close()
	err = compareRows(ctx, c, db, path)
	if !unreadable(err) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	last, failed := c.Store.Last(ctx, stream.Matches)
	if failed != nil {
		return failed
	}
	if last == 0 {
		return waysOut(refusal("the stream MATCHES is empty, and the copy cannot be read (%v)", err), c, path)
	}
	return fmt.Errorf("%w: %s (%w). Nothing is lost: the event store has all that was in it. Run \"pizzini rebuild --data %s\", or delete the file, and start again",
		errUnreadable, path, err, c.Dir)
}

func compareRows(ctx context.Context, c Config, db querier, path string) error {
	positions, err := readPositions(ctx, db)
	if err != nil {
		return err
	}
	for _, st := range slices.Backward(followed) {
		err := positions[st].holds(ctx, c.Store, st)
		if err == nil {
			err = positions[st].counted(ctx, db, c.Store, st)
		}
		// Where MATCHES goes on from the copy no backup was put back: what another
		// stream lacks was lost, and to believe it would lose it for good.
		if errors.Is(err, ErrRefused) && st != stream.Matches && positions[stream.Matches].seq > 0 {
			return fmt.Errorf("%w. The copy is %s", c.Store.Damaged(err.Error()), path)
		}
		if err != nil {
			return waysOut(err, c, path)
		}
	}
	if c.Store.Damage() != nil { // perhaps of what was replaced or lost long ago
		_, err = complete(ctx, c, path)
	}
	return err
}

// ends tells for each stream the sequence of its last message that is still there.
func ends(ctx context.Context, s *stream.Store) (map[stream.Stream]uint64, error) {
	found := map[stream.Stream]uint64{}
	for _, st := range followed {
		end, err := lastThere(ctx, s, st)
		if err != nil {
			return nil, err
		}
		found[st] = end
	}
	return found, nil
}

// lastThere is the sequence of the last message that is there: erased and expired
// ones at a stream's end never come.
func lastThere(ctx context.Context, s *stream.Store, st stream.Stream) (uint64, error) {
	seq, err := s.Last(ctx, st)
	for ; err == nil && seq > 0; seq-- {
		_, err = s.At(ctx, st, seq)
		if err == nil {
			return seq, nil
		}
		if errors.Is(err, stream.ErrNone) && st == stream.Matches {
			return 0, s.Damaged(fmt.Sprintf("the stream %s lacks message %d", st, seq))
		}
		if errors.Is(err, stream.ErrNone) {
			err = nil
		}
	}
	return 0, err
}
