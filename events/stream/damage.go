package stream

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrDamaged means that the event store has lost or cannot read what was stored.
var ErrDamaged = errors.New("the event store is damaged")

// Damaged is ErrDamaged with what is damaged and the way out.
func (s *Store) Damaged(why string) error { return s.config.damaged(why) }

func (c Config) damaged(why string) error {
	if c.URL != "" {
		return fmt.Errorf(`%w: %s.
The way out: stop all nodes and remove the streams KEYS, PEOPLE, LETTERS and MATCHES from the server (nats stream rm); then
  pizzini restore --from-copy --nats URL --data FOLDER
puts back all that a node's database in FOLDER/copy has. Where no node has one, put a backup of the server back`, ErrDamaged, why)
	}
	nats := filepath.Join(c.Dir, "nats")
	return fmt.Errorf(`%w: %s.
The way out: stop pizzini and put the event store aside; then put back all that this node's database in %s has:
  mv %s %s-damaged
  pizzini restore --from-copy --data %s
Where there is no database, put a backup of %s back`, ErrDamaged, why, filepath.Join(c.Dir, "copy"), nats, nats, c.Dir, c.Dir)
}

// lookThrough reads the checksums of a stopped embedded server. Damage after which
// the server would cut off what comes then is an error: after a stop that was not
// clean any is. Else the start goes on without a person's record or a letter, but
// not without a slip.
func (s *Store) lookThrough() error {
	for _, st := range all {
		most := int64(math.MaxInt64)
		if st == Matches && !s.unclean {
			most = newestMatches
		}
		if dispensable(st) {
			continue
		}
		found, err := s.server.damagedBlocks(st, most, s.unclean)
		if err != nil {
			return err
		}
		if found.cuts || found.why != "" && st == Matches {
			return s.Damaged(found.why)
		}
		s.note(found.why)
	}
	return nil
}

// Damage is ErrDamaged for what the start has found and gone on with, nil for
// nothing. Whoever has a copy of it does better to stop.
func (s *Store) Damage() error {
	if s.damage == "" {
		return nil
	}
	return s.Damaged(s.damage)
}

func (s *Store) note(why string) {
	if s.damage != "" && why != "" {
		s.damage += "; "
	}
	s.damage += why
}

// gaps says what a stream's own account of itself lacks. Nothing is ever removed
// from MATCHES, so it has every number from 1 on.
func gaps(st Stream, state jetstream.StreamState) string {
	switch {
	case state.Lost != nil && len(state.Lost.Msgs) > 0:
		return fmt.Sprintf("the stream %s has lost %d messages, the first of them number %d", st, len(state.Lost.Msgs), state.Lost.Msgs[0])
	case st == Matches && (state.Msgs != state.LastSeq || state.NumDeleted > 0 || state.Msgs > 0 && state.FirstSeq != 1):
		return fmt.Sprintf("the stream %s has %d messages of %d: its first is number %d, and %d between are missing", st, state.Msgs, state.LastSeq, state.FirstSeq, state.NumDeleted)
	}
	return ""
}
