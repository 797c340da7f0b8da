package projections

import (
	"strings"
	"sync"

	"pizzini/events"
	"pizzini/events/stream"
)

// Records has a function called with the subject of each record of PEOPLE that Run
// finds written, after the transaction, one call at a time; of several changes of a
// record it may hear of the last only. It holds for it what holds for Changes.
func (db *DB) Records(each func(subject string)) {
	db.hub.records = append(db.hub.records, newHook(func(subject string, _ int) { each(subject) }))
}

// SubscribeTalk tells whenever something was said at a match's table or taken back,
// when its host has let others read along or not, and when a person was erased,
// until cancel is called. What was said it does not tell.
func (db *DB) SubscribeTalk(match string) (told <-chan struct{}, cancel func()) {
	return db.hub.talk.subscribe(match)
}

// talk tells who listens at a match's table that there is something to look at.
type talk struct {
	mu        sync.Mutex
	listeners map[string]map[chan struct{}]bool // match → who listens
}

func (t *talk) subscribe(match string) (told <-chan struct{}, cancel func()) {
	ch := make(chan struct{}, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.listeners[match] == nil {
		t.listeners[match] = map[chan struct{}]bool{}
	}
	t.listeners[match][ch] = true
	return ch, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.listeners[match], ch)
		if len(t.listeners[match]) == 0 {
			delete(t.listeners, match)
		}
	}
}

// tell tells everybody at a table; with no match, at all tables.
func (t *talk) tell(match string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for at, listeners := range t.listeners {
		if match != "" && at != match {
			continue
		}
		for ch := range listeners {
			select {
			case ch <- struct{}{}:
			default: // it has not looked since the last time
			}
		}
	}
}

// record tells that a batch was committed, as far as it is of PEOPLE.
func (h *hub) record(batch []incoming) {
	var subjects []change
	for _, m := range batch {
		if m.stream != stream.People {
			continue
		}
		subjects = append(subjects, change{match: m.Subject})
		if match, ok := tableOf(m.Subject); ok {
			h.talk.tell(match)
		}
	}
	for _, k := range h.records {
		k.add(subjects)
	}
}

// tableOf is the match at whose table a record of PEOPLE changes what can be read;
// "" with ok = at all tables, where the person may have sat.
func tableOf(subject string) (match string, ok bool) {
	kind := subject[strings.LastIndexByte(subject, '.')+1:]
	if kind == "erased" {
		return "", true
	}
	word, rest, _ := strings.Cut(kind, "-")
	match, _, _ = strings.Cut(rest, "-")
	return match, (word == "talk" || word == "extras") && events.ValidID(match)
}
