package projections

// Seats: who sits where and what he has to decide. It reads every event of MATCHES
// through the fold and answers what a person has to do, which bots must move, and
// when the deadlines are.

import (
	"context"
	"slices"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// SeatRow is one seat of a match.
type SeatRow struct {
	Match    string
	Seat     game.Seat
	Who      string    // "" = open, "bot", "person:<id>"
	Offered  string    // to whom an open seat is offered: "", "link", "bot", "person:<id>"
	Link     int       // what the seat's link carries: engine.Match.LinkNumber
	Call     int       // the event that asked it; 0 = it has nothing to decide
	Decision int       // its decision number, 0 = none
	Since    time.Time // when it was asked
	Due      time.Time // its deadline; zero = none
}

// Task is a decision that waits for somebody.
type Task struct {
	SeatRow
	Kind string // of the game
	N    int    // the match's last event
}

const seatColumns = `seat.match, seat, who, offered, link, call, decision, since, due`

// Seats lists the seats of a match, seat 1 first.
func (db *DB) Seats(ctx context.Context, match string) ([]SeatRow, error) {
	rows, err := db.reader.QueryContext(ctx, `select `+seatColumns+` from seat where match = ? order by seat`, match)
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []SeatRow
	for rows.Next() {
		var r SeatRow
		if err := r.scan(rows); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, mended(rows.Err())
}

// ToDo lists what a person has to decide, what waits longest first.
func (db *DB) ToDo(ctx context.Context, person string) ([]Task, error) {
	return db.tasks(ctx, "who = ?", "person:"+person)
}

// Bots lists what bots have to decide: who plays for them looks here at the start.
func (db *DB) Bots(ctx context.Context) ([]Task, error) {
	return db.tasks(ctx, "who = ?", "bot")
}

// Deadlines lists the decisions with a deadline, the nearest first.
func (db *DB) Deadlines(ctx context.Context) ([]Task, error) {
	tasks, err := db.tasks(ctx, "due > 0")
	slices.SortStableFunc(tasks, func(a, b Task) int { return a.Due.Compare(b.Due) })
	return tasks, err
}

func (db *DB) tasks(ctx context.Context, where string, args ...any) ([]Task, error) {
	rows, err := db.reader.QueryContext(ctx, `select `+seatColumns+`, kind, n from seat join match on match.id = seat.match
		where call > 0 and `+where+` order by since, seat.match, seat`, args...)
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []Task
	for rows.Next() {
		var t Task
		if err := t.scan(rows, &t.Kind, &t.N); err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return found, mended(rows.Err())
}

func (r *SeatRow) scan(from interface{ Scan(...any) error }, more ...any) error {
	var since, due int64
	err := from.Scan(append([]any{&r.Match, &r.Seat, &r.Who, &r.Offered, &r.Link, &r.Call, &r.Decision, &since, &due}, more...)...)
	r.Since, r.Due = instant(since), instant(due)
	return err
}

// sat lists who sat at a seat before who sits there now.
func sat(m *engine.Match, seat game.Seat, who string) (list string) {
	for _, e := range m.Log {
		if e.Type != events.TypeSeatTaken {
			continue
		}
		if data, err := e.Decode(); err == nil {
			d := data.(*events.SeatTaken)
			if d.Seat == int(seat) && d.Who != who && strings.HasPrefix(d.Who, "person:") && !strings.Contains(list, d.Who+" ") {
				list += d.Who + " "
			}
		}
	}
	return list
}

func (p *projector) writeSeats(ctx context.Context, match string, f *fold) error {
	m := f.match
	for i, s := range m.Table.Seats {
		seat := game.Seat(i + 1)
		row := SeatRow{Match: match, Seat: seat, Who: s.Who, Offered: s.Offered, Link: m.LinkNumber(seat)}
		// A match that cannot be folded asks nobody for anything.
		if f.status() == engine.Playing {
			row.Call, row.Decision, row.Due = m.Call(seat), m.Decision(seat), m.Table.Due[int(seat)]
		}
		if row.Call > 0 {
			row.Since = m.Log[row.Call-1].At
		}
		err := p.exec(ctx, `insert into seat (match, seat, who, offered, link, call, decision, since, due, sat) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			on conflict (match, seat) do update set who = excluded.who, offered = excluded.offered, link = excluded.link,
			call = excluded.call, decision = excluded.decision, since = excluded.since, due = excluded.due, sat = excluded.sat`,
			match, int(seat), row.Who, row.Offered, row.Link, row.Call, row.Decision, milliseconds(row.Since), milliseconds(row.Due), sat(m, seat, row.Who))
		if err != nil {
			return err
		}
	}
	return nil
}

// Waiting lists the persons who have something to decide.
func (db *DB) Waiting(ctx context.Context) ([]string, error) {
	return texts(ctx, db.reader, `select distinct substr(who, 8) from seat where who > 'person:' and who < 'person;' and call > 0`)
}
