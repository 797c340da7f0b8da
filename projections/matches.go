package projections

// Matches: one row a match, for lists. It reads every event of MATCHES through the
// fold, so that a row says what the match says, after a rewind too, and answers
// which matches there are: of a host, of a person, by status, and for which the clock
// has something to do.

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
)

// MatchRow is what lists show of a match.
type MatchRow struct {
	ID      string
	Kind    string
	Rules   int // rules version
	Players int
	Host    string // person id of the present host
	Watch   bool   // anybody may watch
	Status  engine.Status
	Paused  bool
	Until   time.Time // when a pause ends by itself; zero = never
	Created time.Time
	Changed time.Time   // when its last event came
	N       int         // its last event
	Hash    string      // of event N
	Active  []game.Seat // the seats that have something to decide, ascending
	Broken  string      // why this program cannot fold it further; "" = it can
}

// Filter says which matches are listed; a field that is empty asks for nothing.
type Filter struct {
	Host   string        // person id
	Person string        // who sits there or is invited to a seat that is open or a bot's: person id
	Sat    string        // who sat there and does not any more: person id
	Status engine.Status // where it stands
	Broken bool          // only what cannot be folded further
	Limit  int           // how many at most
}

const matchColumns = `id, kind, rules, players, host, watch, status, paused, until, created, changed, n, hash, broken,
	coalesce((select group_concat(seat) from (select seat from seat where match = match.id and call > 0 order by seat)), '')`

// Matches lists matches, the one that changed last first.
func (db *DB) Matches(ctx context.Context, f Filter) ([]MatchRow, error) {
	query, args := "select "+matchColumns+" from match where true", []any(nil)
	if f.Host != "" {
		query += " and host = ?"
		args = append(args, f.Host)
	}
	if f.Person != "" {
		query += ` and id in (select match from seat where who = ? union select match from seat where offered = ? and offered <> '' and who not like 'person:%')`
		args = append(args, "person:"+f.Person, "person:"+f.Person)
	}
	if f.Sat != "" {
		query += ` and id in (select match from seat where sat <> '' and instr(sat, ?) > 0)`
		args = append(args, "person:"+f.Sat+" ")
	}
	if f.Status != "" {
		query += " and status = ?"
		args = append(args, string(f.Status))
	}
	if f.Broken {
		query += " and broken <> ''"
	}
	query += " order by changed desc, id"
	if f.Limit > 0 {
		query += " limit " + strconv.Itoa(f.Limit)
	}
	rows, err := db.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []MatchRow
	for rows.Next() {
		var row MatchRow
		if err := row.scan(rows); err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, mended(rows.Err())
}

// MatchRow is the row of one match; ok is false where the copy does not have it.
func (db *DB) MatchRow(ctx context.Context, match string) (row MatchRow, ok bool, err error) {
	err = row.scan(db.reader.QueryRowContext(ctx, "select "+matchColumns+" from match where id = ?", match))
	if errors.Is(err, sql.ErrNoRows) {
		return MatchRow{}, false, nil
	}
	return row, err == nil, mended(err)
}

func (r *MatchRow) scan(from interface{ Scan(...any) error }, more ...any) error {
	var created, changed, until int64
	var active string
	err := from.Scan(append([]any{&r.ID, &r.Kind, &r.Rules, &r.Players, &r.Host, &r.Watch, &r.Status, &r.Paused, &until, &created, &changed,
		&r.N, &r.Hash, &r.Broken, &active}, more...)...)
	r.Created, r.Changed, r.Until = instant(created), instant(changed), instant(until)
	for text := range strings.SplitSeq(active, ",") {
		if seat, err := strconv.Atoi(text); err == nil {
			r.Active = append(r.Active, game.Seat(seat))
		}
	}
	return err
}

// Wake is a match in which the clock has something to do, and when.
type Wake struct {
	Match string
	At    time.Time
}

// Wakes lists the matches in which the clock has something to do, now or later, the
// soonest first. A match that does not start is abandoned after inviteDays, 0 = never.
func (db *DB) Wakes(ctx context.Context, inviteDays int) ([]Wake, error) {
	rows, err := db.reader.QueryContext(ctx, `select id, wake, gathers from match where wake > 0 or gathers > 0`)
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []Wake
	for rows.Next() {
		var w Wake
		var wake, gathers int64
		if err := rows.Scan(&w.Match, &wake, &gathers); err != nil {
			return nil, err
		}
		switch {
		case wake > 0:
			w.At = instant(wake)
		case inviteDays > 0:
			w.At = instant(gathers).AddDate(0, 0, inviteDays)
		default:
			continue
		}
		found = append(found, w)
	}
	slices.SortFunc(found, func(a, b Wake) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Match, b.Match)) })
	return found, mended(rows.Err())
}

// number is the last event that the copy has of a match, 0 for none.
func (db *DB) number(ctx context.Context, match string) (n int, err error) {
	err = db.reader.QueryRowContext(ctx, `select n from match where id = ?`, match).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, mended(err)
}

func (p *projector) writeMatch(ctx context.Context, match string, f *fold) error {
	m := f.match
	row := MatchRow{ID: match, Status: f.status(), N: m.N(), Hash: m.Head().Hash, Broken: f.broken()}
	if c := m.Table.Created; c != nil {
		row.Kind, row.Rules, row.Players, row.Host, row.Watch = c.Kind, c.Rules, c.Players, m.Host(), c.Watch
	}
	var wake, gathers time.Time
	switch row.Status {
	case engine.Playing:
		row.Until, row.Paused = m.Paused()
		wake = m.Wake(0)
	case engine.Gathering: // how long it may is a setting of the installation, not of the match
		gathers = m.Wake(1).AddDate(0, 0, -1)
	}
	if m.N() > 0 {
		row.Created, row.Changed = m.Log[0].At, m.Log[m.N()-1].At
	}
	return p.exec(ctx, `insert into match (id, kind, rules, players, host, watch, status, paused, until, wake, gathers, created, changed, n, hash, seq, broken)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		on conflict (id) do update set kind = excluded.kind, rules = excluded.rules, players = excluded.players, host = excluded.host,
		watch = excluded.watch, status = excluded.status, paused = excluded.paused, until = excluded.until, wake = excluded.wake,
		gathers = excluded.gathers, created = excluded.created, changed = excluded.changed, n = excluded.n,
		hash = excluded.hash, seq = excluded.seq, broken = excluded.broken`,
		row.ID, row.Kind, row.Rules, row.Players, row.Host, row.Watch, string(row.Status), row.Paused, milliseconds(row.Until), milliseconds(wake), milliseconds(gathers),
		milliseconds(row.Created), milliseconds(row.Changed), row.N, row.Hash, int64(f.seq), row.Broken)
}
