package projections

// Slips: what happened in a match, as bytes. It reads every message of MATCHES and
// answers engine.Copy. What cannot be read is kept like the rest.

import (
	"context"
	"fmt"
	"strings"

	"pizzini/engine"
	"pizzini/events/stream"
)

const slipsAfter = `select seq, payload from slip where match = ? and seq > ? order by seq`

// Slips lists the slips of a match after a stream sequence, in order.
func (db *DB) Slips(ctx context.Context, match string, after uint64) ([]engine.Slip, error) {
	return readSlips(ctx, db.reader, match, after)
}

func readSlips(ctx context.Context, q querier, match string, after uint64) ([]engine.Slip, error) {
	rows, err := q.QueryContext(ctx, slipsAfter, match, int64(after))
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var slips []engine.Slip
	for rows.Next() {
		var s engine.Slip
		if err := rows.Scan(&s.Seq, &s.Payload); err != nil {
			return nil, err
		}
		slips = append(slips, s)
	}
	return slips, mended(rows.Err())
}

// keepSlip stores a slip and returns whose it is.
func (p *projector) keepSlip(ctx context.Context, m stream.Message) (match string, err error) {
	match = strings.TrimPrefix(m.Subject, "match.")
	err = p.exec(ctx, `insert into slip (seq, match, command, payload) values (?, ?, ?, ?)`, int64(m.Seq), match, m.ID, blob(m.Data))
	if err != nil {
		err = fmt.Errorf("slip %d of match %s: %w", m.Seq, match, err)
	}
	return match, err
}

// blob is data that a column may hold: nothing is an empty blob, not null.
func blob(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
