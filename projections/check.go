package projections

import (
	"context"
	"errors"
	"fmt"

	"pizzini/engine"
	"pizzini/events"
	"pizzini/events/stream"
)

// Finding is what a check found wanting: a match, or with no match the event store.
type Finding struct {
	Match string
	Why   string
}

// String says it to a person.
func (f Finding) String() string {
	if f.Match == "" {
		return f.Why
	}
	return "match " + f.Match + ": " + f.Why
}

// Check reads the streams whole and compares them with the copy, then folds every match of the copy with this program and compares what the log
// says of each position, outcome and result: before another program serves, it
// shows whether all matches go on as they were. It returns how many matches there
// are and what was found. Run must not be running.
func (db *DB) Check(ctx context.Context) (matches int, found []Finding, err error) {
	differs, err := complete(ctx, db.config, db.path)
	if len(differs) > 0 {
		found = append(found, Finding{Why: fmt.Sprintf(`the database %s has otherwise than the event store: %s; run "pizzini rebuild", nothing is lost`, db.path, some(differs))})
	}
	for _, err := range []error{db.config.Store.Damage(), err} {
		if err != nil && !errors.Is(err, stream.ErrDamaged) {
			return 0, nil, err
		}
		if err != nil {
			found = append(found, Finding{Why: err.Error()})
		}
	}
	lost, err := db.keyless(ctx)
	if err != nil {
		return 0, nil, err
	}
	if len(lost) > 0 {
		found = append(found, Finding{Why: fmt.Sprintf("the keys of %d persons were lost, so nobody knows their names and addresses any more: %s; if there is a backup, put it back", len(lost), some(lost))})
	}
	all, err := texts(ctx, db.reader, `select id from match order by id`)
	if err != nil {
		return 0, nil, err
	}
	for _, match := range all {
		if err := ctx.Err(); err != nil {
			return matches, found, err
		}
		matches++
		why, err := db.check(ctx, match)
		if err != nil {
			return matches, found, err
		}
		if why != "" {
			found = append(found, Finding{match, why})
		}
	}
	return matches, found, nil
}

func (db *DB) check(ctx context.Context, match string) (why string, err error) {
	row, _, err := db.MatchRow(ctx, match)
	if err != nil {
		return "", err
	}
	if row.Broken != "" {
		return row.Broken, nil
	}
	defer func() {
		if failed := recover(); failed != nil {
			why, err = fmt.Sprintf("the check failed: %v", failed), nil
		}
	}()
	export, err := readExport(ctx, db.reader, match)
	if err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return err.Error(), nil
	}
	for _, c := range engine.Verify(export, nil) {
		if c.Verdict == events.Fails {
			return c.String(), nil
		}
	}
	return "", nil
}
