package web

import "sync"

// revoked tells the streams of events that sessions may have ended without anything
// happening in their match: each then looks whether its reader may still listen.
type revoked struct {
	mu   sync.Mutex
	told chan struct{} // closed when it is told
}

// heard is closed when somebody tells the next time.
func (r *revoked) heard() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told == nil {
		r.told = make(chan struct{})
	}
	return r.told
}

func (r *revoked) tell() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told != nil {
		close(r.told)
	}
	r.told = make(chan struct{})
}
