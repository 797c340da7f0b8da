package projections

// Kept: the last message of each subject of PEOPLE, KEYS and LETTERS, byte for
// byte. It answers what a person's records and keys are, without asking the event
// store, and is what a restore puts back. person.<id>.erased takes the person's
// other records and his key away, here at once, from other copies on this disk, and
// his key from KEYS where whoever erased him did not come so far.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"pizzini/events/stream"
)

// LastOn is the last message on a subject of PEOPLE, KEYS or LETTERS, or
// stream.ErrNone.
func (db *DB) LastOn(ctx context.Context, st stream.Stream, subject string) (stream.Message, error) {
	m := stream.Message{Subject: subject}
	var at int64
	err := db.reader.QueryRowContext(ctx, `select seq, id, at, data from kept where stream = ? and subject = ?`, string(st), subject).
		Scan(&m.Seq, &m.ID, &at, &m.Data)
	if errors.Is(err, sql.ErrNoRows) {
		return stream.Message{}, fmt.Errorf("the last of %s in the copy: %w", subject, stream.ErrNone)
	}
	m.At = instant(at)
	return m, mended(err)
}

// ListOn is the last message of each subject of PEOPLE, KEYS or LETTERS that begins
// with prefix, in the order of the subjects. In prefix a * stands for one token.
func (db *DB) ListOn(ctx context.Context, st stream.Stream, prefix string) ([]stream.Message, error) {
	fixed, _, _ := strings.Cut(prefix, "*")
	rows, err := db.reader.QueryContext(ctx, `select subject, seq, id, at, data from kept where stream = ? and subject >= ? and subject < ? and subject glob ? order by subject`,
		string(st), fixed, fixed+"\x7f", prefix+"*") // no subject has a character as high
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []stream.Message
	for rows.Next() {
		var m stream.Message
		var at int64
		if err := rows.Scan(&m.Subject, &m.Seq, &m.ID, &at, &m.Data); err != nil {
			return nil, err
		}
		if m.At = instant(at); stream.Begins(m.Subject, prefix) {
			found = append(found, m)
		}
	}
	return found, mended(rows.Err())
}

// keep stores a message, in place of an older one on its subject. erased tells
// that it took a person's records away.
func (p *projector) keep(ctx context.Context, m incoming) (erased bool, err error) {
	person := personOf(m)
	if person != "" {
		mark := "person." + person + ".erased"
		if m.Subject == mark {
			if err := p.erase(ctx, person); err != nil {
				return false, fmt.Errorf("erase person %s: %w", person, err)
			}
			erased = true
		} else if gone, err := texts(ctx, p, `select subject from kept where stream = ? and subject = ?`, string(stream.People), mark); err != nil || len(gone) > 0 {
			return false, err // what comes for an erased person is not taken
		}
	}
	err = p.exec(ctx, `insert into kept (stream, subject, seq, id, at, data) values (?, ?, ?, ?, ?, ?)
		on conflict (stream, subject) do update set seq = excluded.seq, id = excluded.id, at = excluded.at, data = excluded.data`,
		string(m.stream), m.Subject, int64(m.Seq), m.ID, milliseconds(m.At), blob(m.Data))
	if err == nil && m.stream == stream.Letters {
		err = p.keepLetter(ctx, m.Message)
	}
	if err != nil {
		return false, fmt.Errorf("message %d of %s (%s): %w", m.Seq, m.stream, m.Subject, err)
	}
	return erased, nil
}

// personOf is the person whose record or key a message is, "" for none.
func personOf(m incoming) string {
	tokens := strings.Split(m.Subject, ".")
	if m.stream == stream.People && len(tokens) == 3 && tokens[0] == "person" || m.stream == stream.Keys && len(tokens) == 2 && tokens[0] == "key" {
		return tokens[1]
	}
	return ""
}

const (
	eraseRecords = `delete from kept where stream = 'PEOPLE' and subject > 'person.' || ? || '.' and subject < 'person.' || ? || '/' and subject not like '%.erased'`
	eraseKey     = `delete from kept where stream = 'KEYS' and subject = 'key.' || ?`
)

// erase takes a person's records and key away; secure_delete overwrites them.
func (p *projector) erase(ctx context.Context, person string) error {
	if err := p.exec(ctx, eraseRecords, person, person); err != nil {
		return err
	}
	return p.exec(ctx, eraseKey, person)
}

// sweep empties the write-ahead log after a person was erased: it holds what the
// file held before. Readers may delay it; then the next batch or tick tries again.
func (db *DB) sweep(ctx context.Context) {
	if !db.dirty {
		return
	}
	var busy, frames, moved int
	err := db.writer.conn.QueryRowContext(ctx, `pragma wal_checkpoint(truncate)`).Scan(&busy, &frames, &moved)
	if err == nil && busy == 0 {
		err = errors.Join(eraseElsewhere(ctx, db.config.folder(), filepath.Base(db.path), db.writer.conn), db.finishErasing(ctx))
		db.dirty = err != nil
	}
	if err != nil && ctx.Err() == nil {
		db.log.Warn("what an erased person left is not yet overwritten everywhere", "error", err)
	}
}

// finishErasing deletes the keys of erased persons that still stand in KEYS: a crash
// may have come between the mark and the deletion. It looks for them only where KEYS
// has more than the copy, which has no key of an erased person.
func (db *DB) finishErasing(ctx context.Context) error {
	there, err := db.config.Store.Count(ctx, stream.Keys)
	if err != nil {
		return err
	}
	have, err := texts(ctx, db.writer.conn, `select count(*) from kept where stream = 'KEYS'`)
	if err != nil || len(have) != 1 || have[0] == strconv.FormatUint(there, 10) {
		return err
	}
	marks, err := texts(ctx, db.writer.conn, `select subject from kept where stream = 'PEOPLE' and subject like 'person.%.erased'`)
	for _, mark := range marks {
		if err == nil {
			err = db.config.Store.Erase(ctx, stream.Keys, "key."+strings.Split(mark, ".")[1])
		}
	}
	return err
}

// eraseElsewhere erases the erased persons in the other copies that lie in the
// folder. A copy in which that cannot be done is removed: it must not keep them.
func eraseElsewhere(ctx context.Context, folder, current string, from querier) error {
	marks, err := texts(ctx, from, `select subject from kept where stream = ? and subject like '%.erased' order by subject`, string(stream.People))
	if err != nil || len(marks) == 0 {
		return err
	}
	found, err := files(folder)
	for _, f := range found {
		if f.name() == current {
			continue
		}
		path := filepath.Join(folder, f.name())
		if eraseIn(ctx, path, marks) != nil && ctx.Err() == nil {
			err = errors.Join(err, remove(path))
		}
	}
	return err
}

func eraseIn(ctx context.Context, path string, marks []string) error {
	db, err := sql.Open("sqlite", dsn(path, "rw", "busy_timeout(5000)", "secure_delete(ON)"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, mark := range marks {
		person := strings.Split(mark, ".")[1]
		if _, err := db.ExecContext(ctx, eraseRecords, person, person); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, eraseKey, person); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, `pragma wal_checkpoint(truncate)`)
	return err
}

// keyless lists the persons of whom there is a profile and no key, though nobody
// erased them: their keys were lost, and with them all that is known of them.
func (db *DB) keyless(ctx context.Context) ([]string, error) {
	found, err := texts(ctx, db.reader, `select substr(subject, 8, length(subject) - 15) as id from kept
		where stream = 'PEOPLE' and subject > 'person.' and subject < 'person/' and subject like '%.profile'
		and not exists (select 1 from kept k where k.stream = 'KEYS' and k.subject = 'key.' || substr(kept.subject, 8, length(kept.subject) - 15))
		order by id`)
	if err != nil {
		return nil, err
	}
	var lost []string
	for _, person := range found {
		there, err := db.anyOn(ctx, stream.Keys, "key."+person)
		if err == nil && !there { // the copy may not have heard of the one or the other yet
			there, err = db.anyOn(ctx, stream.People, "person."+person+".erased")
		}
		if err != nil {
			return nil, err
		}
		if !there {
			lost = append(lost, person)
		}
	}
	return lost, nil
}

// anyOn says whether the event store has a message on a subject.
func (db *DB) anyOn(ctx context.Context, st stream.Stream, subject string) (bool, error) {
	_, err := db.config.Store.LastOn(ctx, st, subject)
	if errors.Is(err, stream.ErrNone) {
		return false, nil
	}
	return err == nil, err
}
