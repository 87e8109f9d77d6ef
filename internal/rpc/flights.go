package rpc

import (
	"context"
	"sync"
)

// Flights are the requests of clients that can cancel them, by session and id, so that no client reaches another's. It is
// safe for concurrent use.
type Flights struct {
	mu     sync.Mutex // guards flying
	flying map[Flight]*context.CancelFunc
}

// Flight names a request: its session, "" where there is only one, and its id as JSON text.
type Flight struct{ Session, ID string }

// NewFlights makes Flights, with nothing in flight.
func NewFlights() *Flights {
	return &Flights{flying: map[Flight]*context.CancelFunc{}}
}

// Begin returns a context for a request, which ends when the client cancels it. Call land when the request is answered.
func (f *Flights) Begin(ctx context.Context, name Flight) (own context.Context, land func()) {
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

// Cancel ends the context of a request, if it is in flight.
func (f *Flights) Cancel(name Flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if cancel, ok := f.flying[name]; ok {
		(*cancel)()
	}
}
