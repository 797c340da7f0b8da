package projections

// Matches: one row a match, for lists. It reads every event of MATCHES through the
// fold, so that a row says what the match says, after a rewind too, and answers
// which matches there are: of a host, of a person, by status.

import (
	"context"
	"database/sql"
	"errors"
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
	Host    string // person id
	Watch   bool   // anybody may watch
	Status  engine.Status
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
	Person string        // who sits there or is invited to an open seat: person id
	Status engine.Status // where it stands
	Broken bool          // only what cannot be folded further
	Limit  int           // how many at most
}

const matchColumns = `select id, kind, rules, players, host, watch, status, created, changed, n, hash, broken,
	coalesce((select group_concat(seat) from (select seat from seat where match = match.id and call > 0 order by seat)), '')
	from match`

// Matches lists matches, the one that changed last first.
func (db *DB) Matches(ctx context.Context, f Filter) ([]MatchRow, error) {
	query, args := matchColumns+" where true", []any(nil)
	if f.Host != "" {
		query += " and host = ?"
		args = append(args, f.Host)
	}
	if f.Person != "" {
		query += ` and id in (select match from seat where who = ? union select match from seat where offered = ? and offered <> '' and who = '')`
		args = append(args, "person:"+f.Person, "person:"+f.Person)
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
		row, err := scanMatch(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, mended(rows.Err())
}

// MatchRow is the row of one match; ok is false where the copy does not have it.
func (db *DB) MatchRow(ctx context.Context, match string) (row MatchRow, ok bool, err error) {
	row, err = scanMatch(db.reader.QueryRowContext(ctx, matchColumns+" where id = ?", match))
	if errors.Is(err, sql.ErrNoRows) {
		return MatchRow{}, false, nil
	}
	return row, err == nil, mended(err)
}

func scanMatch(from interface{ Scan(...any) error }) (MatchRow, error) {
	var r MatchRow
	var created, changed int64
	var active string
	err := from.Scan(&r.ID, &r.Kind, &r.Rules, &r.Players, &r.Host, &r.Watch, &r.Status, &created, &changed, &r.N, &r.Hash, &r.Broken, &active)
	if err != nil {
		return MatchRow{}, err
	}
	r.Created, r.Changed = instant(created), instant(changed)
	for text := range strings.SplitSeq(active, ",") {
		if seat, err := strconv.Atoi(text); err == nil {
			r.Active = append(r.Active, game.Seat(seat))
		}
	}
	return r, nil
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
		row.Kind, row.Rules, row.Players, row.Host, row.Watch = c.Kind, c.Rules, c.Players, c.Host, c.Watch
	}
	if m.N() > 0 {
		row.Created, row.Changed = m.Log[0].At, m.Log[m.N()-1].At
	}
	return p.exec(ctx, `insert into match (id, kind, rules, players, host, watch, status, created, changed, n, hash, seq, broken)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		on conflict (id) do update set kind = excluded.kind, rules = excluded.rules, players = excluded.players, host = excluded.host,
		watch = excluded.watch, status = excluded.status, created = excluded.created, changed = excluded.changed, n = excluded.n,
		hash = excluded.hash, seq = excluded.seq, broken = excluded.broken`,
		row.ID, row.Kind, row.Rules, row.Players, row.Host, row.Watch, string(row.Status), milliseconds(row.Created), milliseconds(row.Changed),
		row.N, row.Hash, int64(f.seq), row.Broken)
}
