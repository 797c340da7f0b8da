package projections

import (
	"context"
	"fmt"
)

// CatchUp copies what the streams have by now and no hook hears of: what a crash
// left to be copied. Call it before Run, if at all. Without it a node that was
// just started knows less for a moment than it has said before.
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
	return nil
}
