package mailer

import (
	"context"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/web/words"
)

// struck adds which of the reader's programmed moves have ended since a moment, and
// before the letter was written, without doing what they were given for.
func (w *writer) struck(ctx context.Context, since time.Time) error {
	reader := w.match.Person(w.reader.Viewer)
	all, err := w.People.Orders(ctx, reader, w.match.ID, int(w.reader.Viewer))
	if err != nil {
		return err
	}
	var list List
	for _, o := range all.Ended {
		if !o.Over.After(since) || o.Over.After(w.now) {
			continue
		}
		list = append(list, Item{Text: order(w.match.Table.Created.Kind, o) + ": " + words.OrderEnded(engine.OrderEnd(o.End)), Note: words.Moment(o.Over, w.now, w.zone)})
	}
	if list == nil {
		return nil
	}
	w.add(Heading("What you had said beforehand was not carried out"), list)
	w.knows(reader)
	return nil
}

// order is a programmed move in words.
func order(kind string, o people.Order) string {
	return words.Order(kind, engine.Order{Kind: engine.OrderKind(o.Kind), Key: o.Key, Round: o.Round, After: o.After})
}

// knows notes that the letter tells the reader what he did not know of a match.
func (w *writer) knows(reader string) {
	if w.Letter.heard == nil {
		w.Letter.heard = map[string]string{}
	}
	w.Letter.heard[w.match.ID] = reader
}
