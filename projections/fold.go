package projections

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pizzini/engine"
	"pizzini/events"
)

// fold is a match folded from its slips as far as this program can.
type fold struct {
	match   *engine.Match
	seq     uint64 // the last slip looked at
	stopped string // why a slip could not be read at all; '' = all could
}

// eventsKept bounds the matches that the projector keeps folded, in events.
const eventsKept = 20_000

// refold folds what is new of a match and writes its rows; n is its last event.
func (p *projector) refold(ctx context.Context, match string) (n int, err error) {
	f := p.folds[match]
	if f == nil {
		f = &fold{match: engine.Fold(nil)}
	}
	slips, err := readSlips(ctx, p, match, f.seq)
	if err != nil {
		return 0, err
	}
	before := f.match.N()
	f = f.with(match, slips)
	if p.kept > eventsKept {
		p.forget()
		before = 0
	}
	p.folds[match] = f
	p.kept += f.match.N() - before
	if err := p.writeMatch(ctx, match, f); err != nil {
		return 0, fmt.Errorf("row of match %s: %w", match, err)
	}
	if err := p.writeSeats(ctx, match, f); err != nil {
		return 0, fmt.Errorf("seats of match %s: %w", match, err)
	}
	return f.match.N(), nil
}

// forget drops what is kept folded.
func (p *projector) forget() {
	clear(p.folds)
	p.kept = 0
}

// with folds more slips. What cannot be read stops the match, not the projector.
func (f *fold) with(match string, slips []engine.Slip) *fold {
	next := *f
	for _, s := range slips {
		next.seq = s.Seq
		if next.stopped != "" {
			continue
		}
		log, err := events.ParseSlip(s.Payload)
		if err == nil {
			for _, e := range log {
				if e.Match != match {
					err = fmt.Errorf("event %d says that it is of match %s", e.N, e.Match)
				}
			}
		}
		if err == nil {
			next.match, err = extend(next.match, log)
		}
		if err != nil {
			next.stopped = fmt.Sprintf("event %d cannot be read: %v", next.match.N()+1, err)
		}
	}
	return &next
}

// extend folds events onto a match. Rules that panic on what an event says must
// not stop the other matches.
func extend(m *engine.Match, log []*events.Event) (next *engine.Match, err error) {
	next = m
	defer func() {
		if failed := recover(); failed != nil {
			next, err = m, fmt.Errorf("the fold failed: %v", failed)
		}
	}()
	if m.N() == 0 {
		return engine.Fold(log), nil
	}
	return m.With(log), nil
}

// status is where the match stands; what could not be read stops it.
func (f *fold) status() engine.Status {
	if f.stopped != "" {
		return engine.Stopped
	}
	return f.match.Status()
}

// broken says why the match cannot be folded further: "" when it can.
func (f *fold) broken() string {
	m := f.match
	switch {
	case m.Broken != nil:
		if newer(m) {
			return "needs a newer pizzini: " + m.Broken.Error()
		}
		return "cannot be folded further: " + m.Broken.Error()
	case strings.Contains(f.stopped, "newer pizzini"):
		return "needs a newer pizzini: " + f.stopped
	case f.stopped != "":
		return "cannot be folded further: " + f.stopped
	}
	return ""
}

// newer says whether a match stopped at what only another program knows.
func newer(m *engine.Match) bool {
	if errors.Is(m.Broken, events.ErrUnknownType) {
		return true
	}
	if m.Table.Created == nil {
		return false
	}
	_, err := engine.Rules(m.Table.Created.Kind, m.Table.Created.Rules)
	return err != nil
}

// refoldBroken folds the matches anew that could not be folded: perhaps another
// program tried.
func (p *projector) refoldBroken(ctx context.Context) error {
	return p.transact(ctx, func() error {
		broken, err := texts(ctx, p, `select id from match where broken <> '' order by id`)
		for _, match := range broken {
			if err == nil {
				_, err = p.refold(ctx, match)
			}
		}
		return err
	})
}

// texts reads the one column of a query.
func texts(ctx context.Context, q querier, query string, args ...any) ([]string, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, mended(err)
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, mended(rows.Err())
}
