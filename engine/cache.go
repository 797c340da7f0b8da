package engine

import (
	"container/list"
	"sync"
)

// cache keeps the matches used last, folded, up to a number of events in all: a
// long match takes as much room as many short ones. A match with the higher version
// wins, so that a slow reader never puts an older one back.
type cache struct {
	mu     sync.Mutex
	limit  int
	events int
	order  *list.List // of *Match, used last first
	byID   map[string]*list.Element
}

func newCache(limit int) cache {
	return cache{limit: limit, order: list.New(), byID: map[string]*list.Element{}}
}

func (c *cache) match(id string) *Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byID[id]; ok {
		c.order.MoveToFront(at)
		return at.Value.(*Match)
	}
	return nil
}

// keep stores a match and returns the newest that is known.
func (c *cache) keep(m *Match) *Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byID[m.ID]; ok {
		c.order.MoveToFront(at)
		if old := at.Value.(*Match); old.version > m.version {
			return old
		}
		c.events -= at.Value.(*Match).N()
		at.Value = m
	} else {
		c.byID[m.ID] = c.order.PushFront(m)
	}
	c.events += m.N()
	for c.events > c.limit && c.order.Len() > 1 {
		last := c.order.Remove(c.order.Back()).(*Match)
		c.events -= last.N()
		delete(c.byID, last.ID)
	}
	return m
}
