// Package projections keeps a node's copy of the streams in one SQLite file: the
// slips of all matches, the last records of people, keys and letters, and the
// lists that pages, letters and bots ask for. All of it is derived; who deletes
// the file loses nothing.
//
// One file each read model says at its top what it answers and what it reads. The
// projector stores how far it has followed in the transaction of the rows, so each
// message has its effect exactly once. What a file is called, when it is built anew
// and when a node refuses to start with it stands in file.go and position.go.
package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"

	"pizzini/events/stream"
)

//go:generate go run generate.go

// Config says where the copy is and what it follows.
type Config struct {
	Dir   string        // data folder: the copy is in Dir/copy
	Store *stream.Store // the streams
	Log   *slog.Logger  // nil = slog.Default()
}

func (c Config) folder() string { return filepath.Join(c.Dir, "copy") }

func (c Config) logger() *slog.Logger {
	if c.Log == nil {
		return slog.Default()
	}
	return c.Log
}

// DB is a node's copy, open. It is safe for use by many goroutines.
type DB struct {
	config Config
	log    *slog.Logger
	lock   *os.File
	path   string
	writer *projector
	reader *readers
	hub    hub

	ends     map[stream.Stream]uint64 // how far the streams reached at the start
	caughtUp atomic.Bool
	joined   uint64 // when the copy was last compared with the stream: see stream.Store.Joined
	dirty    bool   // bytes of an erased person may still stand in the write-ahead log
}

// Open opens the copy. Where there is none of this program's schema it is built
// from the streams, which may take a minute for a million events. Where a stream
// is shorter than the copy, empty, or another one, it refuses with ErrRefused,
// where it has lost something with stream.ErrDamaged, and leaves everything as it is.
func Open(ctx context.Context, c Config) (*DB, error) {
	db := &DB{config: c, log: c.logger(), hub: newHub()}
	if err := db.open(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func (db *DB) open(ctx context.Context) (err error) {
	folder := db.config.folder()
	if db.lock, err = takeFolder(folder); err != nil {
		return err
	}
	if db.ends, err = ends(ctx, db.config.Store); err != nil {
		return fmt.Errorf("open the copy: %w", err)
	}
	file, err := choose(ctx, db.config)
	if err != nil {
		return err
	}
	if file == nil {
		if file, err = build(ctx, db.config, false); err != nil {
			return fmt.Errorf("build the copy from the streams: %w", err)
		}
	}
	db.path = filepath.Join(folder, file.name())
	if db.writer, err = openWriter(ctx, db.path); err != nil {
		return fmt.Errorf("open the database %s: %w", db.path, err)
	}
	if db.reader, err = openReaders(db.path); err != nil {
		return err
	}
	if err := db.writer.adopt(ctx, db.config.Store); err != nil {
		return err
	}
	// What another program could not fold this one perhaps can.
	if err := db.writer.refoldBroken(ctx); err != nil {
		return fmt.Errorf("fold the matches that could not be folded: %w", err)
	}
	// A crash may have come between erasing a person and emptying the log.
	db.dirty = true
	db.sweep(ctx)
	db.arrived(ctx)
	db.hub.publish(db.writer.positions, nil)
	return nil
}

// Close closes the copy. Run must have ended.
func (db *DB) Close() error {
	var failed []error
	if db.reader != nil {
		failed = append(failed, db.reader.Close())
	}
	if db.writer != nil {
		failed = append(failed, db.writer.close())
	}
	if db.lock != nil {
		failed = append(failed, db.lock.Close())
	}
	return errors.Join(failed...)
}

// CaughtUp says whether the copy has reached the ends that the streams had when it
// was opened, and can be written.
func (db *DB) CaughtUp() bool { return db.caughtUp.Load() }

// Path is the SQLite file.
func (db *DB) Path() string { return db.path }

// arrived notes when the copy has reached the streams' ends, and removes what is
// not needed any more then.
func (db *DB) arrived(ctx context.Context) {
	for st, end := range db.ends {
		if db.writer.positions[st].seq < end {
			return
		}
	}
	if db.caughtUp.Swap(true) {
		return
	}
	if err := prune(ctx, db.config.folder(), filepath.Base(db.path), db.writer); err != nil {
		db.log.Warn("older copies could not be tidied up", "error", err)
	}
}

// dsn is the data source name of a file: every connection gets the pragmas.
func dsn(path, mode string, pragmas ...string) string {
	query := url.Values{"_pragma": pragmas, "mode": {mode}, "_txlock": {"immediate"}}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()
}

// openWriter opens a copy for its one writer.
func openWriter(ctx context.Context, path string) (*projector, error) {
	return openProjector(ctx, dsn(path, "rw", "busy_timeout(500)", "journal_mode(WAL)", "synchronous(NORMAL)",
		"secure_delete(ON)", "cache_size(-16000)"))
}

// readers are a few connections for reading, with small caches. They prepare each
// query once: a page asks many small ones, which take less time than to be read.
type readers struct {
	*sql.DB
	mu       sync.Mutex
	prepared map[string]*sql.Stmt
}

// openReaders opens a copy for reading.
func openReaders(path string) (*readers, error) {
	db, err := sql.Open("sqlite", dsn(path, "ro", "busy_timeout(5000)", "query_only(ON)", "cache_size(-4000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(4)
	return &readers{DB: db, prepared: map[string]*sql.Stmt{}}, nil
}

func (r *readers) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.Lock()
	s := r.prepared[query]
	r.mu.Unlock()
	if s != nil {
		return s, nil
	}
	s, err := r.PrepareContext(ctx, query) // waits for a connection, so nobody may wait for it
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if other := r.prepared[query]; other != nil { // somebody was faster
		return other, s.Close()
	}
	r.prepared[query] = s
	return s, nil
}

// QueryContext asks for rows.
func (r *readers) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := r.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext asks for one row.
func (r *readers) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := r.statement(ctx, query)
	if err != nil {
		return r.DB.QueryRowContext(ctx, query, args...) // which fails in the same way
	}
	return s.QueryRowContext(ctx, args...)
}

// milliseconds writes a time as the rows have it.
func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// instant reads a time of a row.
func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// mended says of an SQLite error what to do about it.
func mended(err error) error {
	var failed *sqlite.Error
	if errors.As(err, &failed) && (strings.Contains(err.Error(), "malformed") || strings.Contains(err.Error(), "not a database")) {
		return fmt.Errorf("%w; the database is damaged: stop pizzini and run \"pizzini rebuild\", nothing is lost", err)
	}
	return err
}

// unreadable says whether an error comes from a file that is no database, or a
// damaged one.
func unreadable(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) || errors.Is(err, errUnreadable)
}
