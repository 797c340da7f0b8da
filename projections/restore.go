package projections

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"pizzini/events"
	"pizzini/events/stream"
)

// Restored says what a restore put back.
type Restored struct {
	Path       string                // the copy that it came from
	Messages   map[stream.Stream]int // how many on each stream
	Unverified []string              // matches that could not be folded before either: put back as they are
}

// String says it to a person.
func (r Restored) String() string {
	text := fmt.Sprintf("from %s: %d slips of matches, %d keys, %d records of people, %d letters", r.Path,
		r.Messages[stream.Matches], r.Messages[stream.Keys], r.Messages[stream.People], r.Messages[stream.Letters])
	for _, match := range r.Unverified {
		text += fmt.Sprintf("\nmatch %s could not be folded before either and was put back as it is", match)
	}
	return text
}

// RestoreFromCopy puts the slips, people, keys and letters of this node's copy back
// on empty streams, where it has more than they: the way out when the event store
// was lost. Before anything is written the whole copy is verified: the file, and
// the chain, commitments and draws of each match. Interrupted, it goes on where it
// was. Then it builds a copy of the new streams; the old one stays beside it.
func RestoreFromCopy(ctx context.Context, c Config) (Restored, error) {
	folder := c.folder()
	lock, err := takeFolder(folder)
	if err != nil {
		return Restored{}, err
	}
	defer lock.Close()
	if file, err := choose(ctx, c); err != nil && !errors.Is(err, ErrRefused) {
		return Restored{}, err
	} else if file != nil {
		path := filepath.Join(folder, file.name())
		if _, err := complete(ctx, c, path); err != nil {
			return Restored{}, err
		}
		return Restored{}, fmt.Errorf("there is nothing to restore: the event store has all that the copy %s has", path)
	}
	path, err := fullest(ctx, folder, "copy")
	if err == nil && path == "" { // one that was given up is better than none
		path, err = fullest(ctx, folder, "aside")
	}
	if err == nil && path == "" {
		err = fmt.Errorf("there is no copy to restore from in %s: put a backup of %s back", folder, c.Dir)
	}
	if err != nil {
		return Restored{}, err
	}
	db, err := openReaders(path)
	if err != nil {
		return Restored{}, err
	}
	defer db.Close()
	done := Restored{Path: path, Messages: map[stream.Stream]int{}}
	if done.Unverified, err = verifyCopy(ctx, db); err != nil {
		return Restored{}, fmt.Errorf("the copy %s is not fit to restore from, nothing was written: %w", path, err)
	}
	for _, st := range followed {
		n := 0
		err := c.Store.Restore(ctx, st, func(yield func(stream.Message, error) bool) {
			for m, err := range messages(ctx, db, st) {
				n++
				if !yield(m, err) {
					return
				}
			}
		})
		if err != nil {
			return done, fmt.Errorf("restore from %s: %w; for the embedded event store move %s aside and start again", path, err, filepath.Join(c.Dir, "nats"))
		}
		done.Messages[st] = n
	}
	if _, err := build(ctx, c, false); err != nil {
		return done, fmt.Errorf("build the copy from the restored streams: %w", err)
	}
	return done, nil
}

// fullest finds the copy of a kind that has followed MATCHES farthest, "" for none.
func fullest(ctx context.Context, folder, kind string) (path string, err error) {
	found, err := files(folder)
	if err != nil {
		return "", err
	}
	var most uint64
	for _, f := range found {
		if f.kind != kind {
			continue
		}
		here := filepath.Join(folder, f.name())
		db, err := openReaders(here)
		if err != nil {
			return "", err
		}
		positions, err := readPositions(ctx, db)
		err = errors.Join(err, db.Close())
		if at := positions[stream.Matches].seq; err == nil && (path == "" || at > most) {
			path, most = here, at
		}
	}
	return path, nil
}

// messages reads what the copy has of a stream, in the stream's order.
func messages(ctx context.Context, db querier, st stream.Stream) iter.Seq2[stream.Message, error] {
	query, args := `select 'match.' || match, command, payload from slip order by seq`, []any(nil)
	if st != stream.Matches {
		query, args = `select subject, id, data from kept where stream = ? order by seq`, []any{string(st)}
	}
	return func(yield func(stream.Message, error) bool) {
		rows, err := db.QueryContext(ctx, query, args...)
		if err != nil {
			yield(stream.Message{}, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var m stream.Message
			err := rows.Scan(&m.Subject, &m.ID, &m.Data)
			if !yield(m, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(stream.Message{}, err)
		}
	}
}

// verifyCopy verifies the file and each match in it, and lists the matches that
// the copy itself calls broken: those are put back byte for byte.
func verifyCopy(ctx context.Context, db querier) (unverified []string, err error) {
	found, err := texts(ctx, db, `pragma integrity_check`)
	if err == nil && (len(found) != 1 || found[0] != "ok") {
		err = fmt.Errorf("the file is damaged: %q", found)
	}
	if err != nil {
		return nil, err
	}
	if unverified, err = texts(ctx, db, `select id from match where broken <> '' order by id`); err != nil {
		return nil, err
	}
	sound, err := texts(ctx, db, `select distinct match from slip where match not in (select id from match where broken <> '') order by match`)
	for _, match := range sound {
		if err == nil {
			err = verifyMatch(ctx, db, match)
		}
	}
	return unverified, err
}

func verifyMatch(ctx context.Context, db querier, match string) error {
	export, err := readExport(ctx, db, match)
	if err != nil {
		return fmt.Errorf("match %s: %w", match, err)
	}
	if export.Match != match {
		return fmt.Errorf("match %s: its slips are of match %s", match, export.Match)
	}
	for _, check := range export.Verify(nil) {
		if check.Verdict == events.Fails {
			return fmt.Errorf("match %s: %v", match, check)
		}
	}
	return nil
}

// readExport reads a match as whoever may know all of it would get it.
func readExport(ctx context.Context, q querier, match string) (*events.Export, error) {
	slips, err := readSlips(ctx, q, match, 0)
	if err != nil {
		return nil, err
	}
	var log []*events.Event
	for _, s := range slips {
		slip, err := events.ParseSlip(s.Payload)
		if err != nil {
			return nil, fmt.Errorf("slip %d: %w", s.Seq, err)
		}
		log = append(log, slip...)
	}
	var file bytes.Buffer
	if err := events.WriteExport(&file, events.All, log); err != nil {
		return nil, err
	}
	return events.ReadExport(&file)
}
