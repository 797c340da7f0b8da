package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"pizzini/events/stream"
)

// counted refuses where a stream has fewer records than the copy has of it. It is
// quick, so that each start can ask; complete compares them one by one.
func (p position) counted(ctx context.Context, db querier, s *stream.Store, st stream.Stream) error {
	if p.seq == 0 || st == stream.Matches { // of MATCHES the event store itself knows whether it has gaps
		return nil
	}
	query, args := `select count(*) from kept where stream = ?`, []any{string(st)}
	if st == stream.Letters { // those that have expired go from the stream at once, from the copy with the next letter
		query, args = `select count(*) from kept where stream = 'LETTERS' and at > ?`, []any{lettersSince()}
	}
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var have uint64
	for rows.Next() {
		if err := rows.Scan(&have); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	there, err := s.Count(ctx, st)
	if err != nil || there >= have {
		return err
	}
	if st == stream.Keys { // persons may have been erased whom the copy has still to hear of
		erased, err := erasedSince(ctx, s, there, have, db)
		if err != nil || there+erased >= have {
			return err
		}
	}
	return refusal("the stream %s has %d records, the copy has %d of it", st, there, have)
}

// lettersSince is the time from which on LETTERS must have all letters: a day after
// that from which on it has them by its own clock.
func lettersSince() int64 { return milliseconds(time.Now().Add(24*time.Hour - remembered)) }

// erasedSince counts the keys of the copy that are gone because their persons were
// erased after the copy was last written.
func erasedSince(ctx context.Context, s *stream.Store, there, have uint64, db querier) (n uint64, err error) {
	keys, err := texts(ctx, db, `select subject from kept where stream = ?`, string(stream.Keys))
	for _, key := range keys {
		person, _ := strings.CutPrefix(key, "key.")
		if err != nil || there+n >= have {
			break
		}
		if strings.Contains(person, ".") {
			continue
		}
		_, failed := s.LastOn(ctx, stream.People, "person."+person+".erased")
		switch {
		case failed == nil:
			n++
		case !errors.Is(failed, stream.ErrNone):
			err = failed
		}
	}
	return n, err
}

// complete says ErrDamaged where the streams lack something that a copy of them
// has. It reads all of them, as a rebuild does. differs are the messages that the
// copy has otherwise: the event store has checksums, so it is the copy that is wrong.
func complete(ctx context.Context, c Config, path string) (differs []string, err error) {
	read := filepath.Join(c.folder(), "compared-"+filepath.Base(path)+unready)
	defer func() { err = errors.Join(err, remove(read)) }()
	if _, err := fill(ctx, c.Store, read, false); err != nil {
		return nil, err
	}
	return contains(ctx, c, read, path)
}

// contains compares a copy that was just made from the streams with another of the
// same streams, as complete does.
func contains(ctx context.Context, c Config, made, other string) (differs []string, err error) {
	db, err := openReaders(made)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // the other file is attached to one connection
	var lacks []string
	if _, err = db.ExecContext(ctx, `attach ? as other`, dsn(other, "ro")); err == nil {
		lacks, err = lacking(ctx, db.DB)
	}
	if err == nil {
		differs, err = texts(ctx, db.DB, `select 'message ' || o.seq || ' of match.' || o.match from other.slip o join main.slip n on n.seq = o.seq
			where n.match <> o.match or n.command <> o.command or n.payload <> o.payload
			union all select o.subject from other.kept o join main.kept n on n.stream = o.stream and n.subject = o.subject and n.seq = o.seq
			where n.id <> o.id or n.data <> o.data`)
	}
	if err != nil {
		return nil, fmt.Errorf("compare the event store with %s: %w", other, mended(err))
	}
	if len(lacks) > 0 {
		return nil, c.Store.Damaged("it lacks what the database " + other + " has: " + some(lacks))
	}
	return differs, nil
}

// some lists the first of many.
func some(names []string) string {
	const shown = 20
	if len(names) > shown {
		return fmt.Sprintf("%s, and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
	}
	return strings.Join(names, ", ")
}

// lacking lists what main lacks of other.
func lacking(ctx context.Context, db *sql.DB) ([]string, error) {
	lacks, err := texts(ctx, db, `select 'message ' || seq || ' of match.' || match from other.slip where seq not in (select seq from main.slip) order by seq`)
	if err != nil {
		return nil, err
	}
	kept, err := texts(ctx, db, `select o.subject from other.kept o left join main.kept n on n.stream = o.stream and n.subject = o.subject
		where (n.seq is null or n.seq < o.seq) and (o.stream <> 'LETTERS' or o.at > ?)
		order by o.stream, o.seq`, lettersSince())
	if err != nil {
		return nil, err
	}
	for _, subject := range kept {
		if tokens := strings.Split(subject, "."); tokens[0] == "person" || tokens[0] == "key" {
			gone, err := texts(ctx, db, `select subject from main.kept where stream = 'PEOPLE' and subject = ?`, "person."+tokens[1]+".erased")
			if err != nil {
				return nil, err
			}
			if len(gone) > 0 {
				continue // he was erased since
			}
		}
		lacks = append(lacks, subject)
	}
	return lacks, nil
}
