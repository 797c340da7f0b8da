package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"

	"pizzini/events/stream"
)

// incoming is a message and the stream that it came on.
type incoming struct {
	stream stream.Stream
	stream.Message
}

// projector is the one writer of a copy.
type projector struct {
	db         *sql.DB
	conn       *sql.Conn // its one connection
	statements map[string]*sql.Stmt
	positions  map[stream.Stream]position
	folds      map[string]*fold // matches, as they are committed
	kept       int              // how many events they have in all
}

// openProjector opens a file for writing. A file without tables gets the schema.
func openProjector(ctx context.Context, source string) (*projector, error) {
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, err
	}
	p := &projector{db: db, statements: map[string]*sql.Stmt{}, folds: map[string]*fold{}}
	if err := p.open(ctx); err != nil {
		return nil, errors.Join(mended(err), p.close())
	}
	return p, nil
}

func (p *projector) open(ctx context.Context) (err error) {
	p.db.SetMaxOpenConns(1)
	if p.conn, err = p.db.Conn(ctx); err != nil {
		return err
	}
	var tables int
	if err := p.conn.QueryRowContext(ctx, `select count(*) from sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if tables == 0 {
		if _, err := p.conn.ExecContext(ctx, schema); err != nil {
			return err
		}
	}
	p.positions, err = readPositions(ctx, p.conn)
	return err
}

func (p *projector) close() error {
	var failed []error
	for _, s := range p.statements {
		failed = append(failed, s.Close())
	}
	if p.conn != nil {
		failed = append(failed, p.conn.Close())
	}
	return errors.Join(append(failed, p.db.Close())...)
}

// statement prepares each text once: a rebuild executes few of them often.
func (p *projector) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := p.statements[query]; s != nil {
		return s, nil
	}
	s, err := p.conn.PrepareContext(ctx, query)
	if err == nil {
		p.statements[query] = s
	}
	return s, err
}

func (p *projector) exec(ctx context.Context, query string, args ...any) error {
	s, err := p.statement(ctx, query)
	if err == nil {
		_, err = s.ExecContext(ctx, args...)
	}
	return err
}

// QueryContext reads what the transaction has written so far.
func (p *projector) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// querier is where rows are read from: the readers, or the writer's transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// transact does something wholly or not at all.
func (p *projector) transact(ctx context.Context, do func() error) error {
	if _, err := p.conn.ExecContext(ctx, "begin immediate"); err != nil {
		return mended(err)
	}
	err := do()
	if err == nil {
		_, err = p.conn.ExecContext(ctx, "commit")
	}
	if err != nil {
		_, _ = p.conn.ExecContext(context.WithoutCancel(ctx), "rollback") // it may have happened already
		p.forget()
	}
	return mended(err)
}

// take takes a batch of messages in one transaction with the positions that they
// reach, and folds the matches that they change; a rebuild folds each of them once,
// later. It returns what changed, and whether a person was erased.
func (p *projector) take(ctx context.Context, batch []incoming, folding bool) (changed []change, erased bool, err error) {
	positions := maps.Clone(p.positions)
	err = p.transact(ctx, func() error {
		var touched []string
		seen := map[string]bool{}
		for _, m := range batch {
			if m.Seq <= positions[m.stream].seq {
				continue // it has had its effect
			}
			if m.stream == stream.Matches {
				match, err := p.keepSlip(ctx, m.Message)
				if err != nil {
					return err
				}
				if folding && !seen[match] {
					seen[match] = true
					touched = append(touched, match)
				}
			} else {
				gone, err := p.keep(ctx, m)
				if err != nil {
					return err
				}
				erased = erased || gone
			}
			at := positions[m.stream]
			at.seq, at.hash = m.Seq, messageHash(m.Message)
			positions[m.stream] = at
		}
		for _, match := range touched {
			n, err := p.refold(ctx, match)
			if err != nil {
				return err
			}
			changed = append(changed, change{match, n})
		}
		return p.move(ctx, positions)
	})
	if err != nil {
		return nil, false, err
	}
	p.positions = positions
	return changed, erased, nil
}

// move writes the positions that differ from those committed.
func (p *projector) move(ctx context.Context, positions map[stream.Stream]position) error {
	for st, at := range positions {
		if at == p.positions[st] {
			continue
		}
		err := p.exec(ctx, `insert into position (stream, created, seq, hash) values (?, ?, ?, ?)
			on conflict (stream) do update set created = excluded.created, seq = excluded.seq, hash = excluded.hash`,
			string(st), at.created, int64(at.seq), at.hash)
		if err != nil {
			return fmt.Errorf("position of %s: %w", st, err)
		}
	}
	return nil
}
