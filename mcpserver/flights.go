package mcpserver

import (
	"context"
	"sync"
)

// flights are the requests of clients that can cancel them, by session and id, so that no client reaches another's. It is
// safe for concurrent use.
type flights struct {
	mu     sync.Mutex // guards flying
	flying map[flight]*context.CancelFunc
}

// flight names a request: its session, and its id as JSON text.
type flight struct{ session, id string }

func newFlights() *flights {
	return &flights{flying: map[flight]*context.CancelFunc{}}
}

// begin returns a context for a request, which ends when the client cancels it. Call land when the request is answered.
func (f *flights) begin(ctx context.Context, name flight) (own context.Context, land func()) {
	own, cancel := context.WithCancel(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.flying[name] = &cancel
	return own, func() {
		cancel()
		f.mu.Lock()
		defer f.mu.Unlock()
		// A client that uses an id again while it is in use can cancel the newer request only.
		if f.flying[name] == &cancel {
			delete(f.flying, name)
		}
	}
}

// cancel ends the context of a request, if it is in flight.
func (f *flights) cancel(name flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if cancel, ok := f.flying[name]; ok {
		(*cancel)()
	}
}
