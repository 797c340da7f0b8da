package engine

import (
	"container/list"
	"sync"
)

// cache keeps the matches used last, folded. A match with the higher version
// wins, so that a slow reader never puts an older one back.
type cache struct {
	mu    sync.Mutex
	limit int
	order *list.List // of *Match, used last first
	byID  map[string]*list.Element
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
		at.Value = m
		return m
	}
	c.byID[m.ID] = c.order.PushFront(m)
	if c.order.Len() > c.limit {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.byID, last.Value.(*Match).ID)
	}
	return m
}
