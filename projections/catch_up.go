package projections

import (
	"context"
	"fmt"
)

// CatchUp copies what the streams have by now and no hook hears of: what a crash
// left to be copied. Call it before Run, if at all. Without it a node that was
// just started knows less for a moment than it has said before. Damage that the node
// can live with is logged as an error.
func (db *DB) CatchUp(ctx context.Context) error {
	for _, st := range followed {
		if _, err := db.writer.copyStream(ctx, db.config.Store, st, true); err != nil {
			return fmt.Errorf("catch up with %s: %w", st, err)
		}
	}
	db.dirty = true // a person may have been erased
	db.sweep(ctx)
	db.arrived(ctx)
	db.hub.publish(db.writer.positions, nil)
	if err := db.config.Store.Damage(); err != nil {
		db.log.Error("the event store is damaged, and this node has no copy of what was lost", "error", err)
	}
	lost, err := db.keyless(ctx)
	if err != nil {
		return fmt.Errorf("look for lost keys: %w", err)
	}
	if len(lost) > 0 {
		db.log.Error("the keys of persons were lost: nobody knows their names and addresses any more; if there is a backup, put it back", "persons", some(lost))
	}
	return nil
}
