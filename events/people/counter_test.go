package people

import (
	"sync"
	"testing"

	"pizzini/events/stream"
)

func TestARenewedNumberIsGivenOnce(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	ahead := New(store, nil)
	id := create(t, ahead, anna)
	if n, err := ahead.Renew(t.Context(), id, "host"); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	// A node whose copy knows the first renewal and none after it.
	m, err := store.LastOn(t.Context(), stream.People, recordSubject(id, counterKind("host")))
	if err != nil {
		t.Fatal(err)
	}
	behind := New(store, copied{m.Subject: m})
	var mu sync.Mutex
	var all sync.WaitGroup
	given := map[int]bool{}
	for _, b := range []*Book{ahead, behind, ahead, behind, behind, ahead} {
		all.Go(func() {
			n, err := b.Renew(t.Context(), id, "host")
			mu.Lock()
			defer mu.Unlock()
			if err != nil || given[n] || n < 2 {
				t.Errorf("a renewal gives %d, %v; given were %v", n, err, given)
			}
			given[n] = true
		})
	}
	all.Wait()
	if n, err := ahead.Counter(t.Context(), id, "host"); n != 7 || err != nil {
		t.Errorf("after 7 renewals the number is %d, %v", n, err)
	}
	if n, err := ahead.Counter(t.Context(), id, "another"); n != 0 || err != nil {
		t.Errorf("a counter that nobody renewed is %d, %v", n, err)
	}
}
