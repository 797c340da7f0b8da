package projections

// Letters: what became of each letter. It reads LETTERS and answers the local
// mailbox, and which letters wait for another try. The text of a letter is nowhere:
// it is rendered anew.

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/stream"
)

// Letter is the state of one letter. Its record in LETTERS is a JSON object with
// kind, state, code, at and next (times as in a log), and whatever the mailer adds.
type Letter struct {
	Subject string    // letter.<match>.<seat>.<call>
	Match   string    // "" for a letter about no match
	Seat    game.Seat // 0 = the host
	Call    int       // the call, or the event that caused it
	Kind    string
	State   string // claimed, sent, dropped, refused
	Code    string // why it was dropped or refused
	At      time.Time
	Next    time.Time // the next try; zero = none
	Data    []byte    // the whole record
	Seq     uint64    // in LETTERS: what a change of the record expects
}

// LetterFilter says which letters are listed; a field that is empty asks for nothing.
type LetterFilter struct {
	Match  string
	Kind   string
	State  string
	Before time.Time // that waits for a try before then
	Limit  int
}

// Letters lists letters, the newest first.
func (db *DB) Letters(ctx context.Context, f LetterFilter) ([]Letter, error) {
	query, args := `select letter.subject, match, seat, call, kind, state, code, letter.at, next, kept.data, kept.seq
		from letter join kept on kept.stream = 'LETTERS' and kept.subject = letter.subject where true`, []any(nil)
	for _, equal := range [][2]string{{"match", f.Match}, {"kind", f.Kind}, {"state", f.State}} {
		if equal[1] != "" {
			query += " and " + equal[0] + " = ?"
			args = append(args, equal[1])
		}
	}
	if !f.Before.IsZero() {
		query += " and next > 0 and next < ?"
		args = append(args, milliseconds(f.Before))
	}
	query += " order by letter.at desc, letter.subject desc"
	if f.Limit > 0 {
		query += " limit " + strconv.Itoa(f.Limit)
	}
	rows, err := db.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []Letter
	for rows.Next() {
		var l Letter
		var at, next int64
		if err := rows.Scan(&l.Subject, &l.Match, &l.Seat, &l.Call, &l.Kind, &l.State, &l.Code, &at, &next, &l.Data, &l.Seq); err != nil {
			return nil, err
		}
		l.At, l.Next = instant(at), instant(next)
		found = append(found, l)
	}
	return found, mended(rows.Err())
}

// readLetter reads a message of LETTERS as far as it can be read.
func readLetter(m stream.Message) Letter {
	l := Letter{Subject: m.Subject, At: m.At}
	if tokens := strings.Split(m.Subject, "."); len(tokens) >= 4 && events.ValidID(tokens[1]) {
		seat, errSeat := strconv.Atoi(tokens[2])
		call, errCall := strconv.Atoi(tokens[3])
		if errSeat == nil && errCall == nil {
			l.Match, l.Seat, l.Call = tokens[1], game.Seat(seat), call
		}
	}
	var record struct {
		Kind, State, Code string
		At, Next          time.Time
	}
	if json.Unmarshal(m.Data, &record) == nil {
		l.Kind, l.State, l.Code, l.Next = record.Kind, record.State, record.Code, record.Next
		if !record.At.IsZero() {
			l.At = record.At
		}
	}
	return l
}

func (p *projector) keepLetter(ctx context.Context, m stream.Message) error {
	l := readLetter(m)
	err := p.exec(ctx, `insert into letter (subject, match, seat, call, kind, state, code, at, next) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
		on conflict (subject) do update set kind = excluded.kind, state = excluded.state, code = excluded.code, at = excluded.at, next = excluded.next`,
		l.Subject, l.Match, int(l.Seat), l.Call, l.Kind, l.State, l.Code, milliseconds(l.At), milliseconds(l.Next))
	if err != nil {
		return err
	}
	return p.forgetLetters(ctx, m.At)
}

// remembered is how long LETTERS keeps a letter.
const remembered = 365 * 24 * time.Hour

const (
	forgetOfLetter = `delete from letter where subject in (select subject from kept indexed by kept_letter_at where stream = 'LETTERS' and at < ?)`
	forgetOfKept   = `delete from kept indexed by kept_letter_at where stream = 'LETTERS' and at < ?`
)

// forgetLetters removes the letters that LETTERS has forgotten by then. It is asked
// with each letter, so it must not look at all of them.
func (p *projector) forgetLetters(ctx context.Context, now time.Time) error {
	then := milliseconds(now.Add(-remembered))
	err := p.exec(ctx, forgetOfLetter, then)
	if err == nil {
		err = p.exec(ctx, forgetOfKept, then)
	}
	if err != nil {
		return fmt.Errorf("forget old letters: %w", err)
	}
	return nil
}
