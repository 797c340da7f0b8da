package engine

import (
	"fmt"
	"testing"

	"pizzini/events"
)

func TestTheCacheIsBoundedByEvents(t *testing.T) {
	t.Parallel()
	c := newCache(100)
	of := func(id string, version uint64, length int) *Match {
		return &Match{ID: id, version: version, Log: make([]*events.Event, length)}
	}
	for i := range 20 {
		c.keep(of(fmt.Sprint(i), 1, 30))
	}
	for i := range 20 {
		if kept := c.match(fmt.Sprint(i)) != nil; kept != (i >= 17) {
			t.Errorf("of 20 matches of 30 events the one used at place %d is kept: %v", i, kept)
		}
	}
	// A match that grows drives out others, the one used last stays.
	c.keep(of("17", 2, 90))
	if c.match("17") == nil || c.match("18") != nil || c.match("19") != nil {
		t.Error("the match that grew is not the one that is kept")
	}
	if newest := c.keep(of("17", 1, 30)); newest.version != 2 || c.match("17").version != 2 {
		t.Error("an older version was put back")
	}
	c.keep(of("huge", 1, 1000))
	if c.match("huge") == nil || len(c.byID) != 1 {
		t.Errorf("a match of more events than the bound is kept with %d others", len(c.byID)-1)
	}
}
