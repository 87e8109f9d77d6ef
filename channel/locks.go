package channel

import (
	"context"
	"sync"
	"time"
)

// How much may run and wait at once. What comes when the queue is full is refused with CodeResourceExhausted.
const (
	maxRunning       = 16  // operations of the backend
	maxQueued        = 256 // operations that wait for one of these to end
	maxQueuedChannel = 64  // changes of one channel that wait for their turn
)

// locks lets one caller at a time change a channel, and bounds how many operations run at once. Who waits for longer than one
// operation may take gets a CodeTimeout: so a backend that hangs holds nobody up for the sum of all who came before.
type locks struct {
	// fixed at creation
	running  chan struct{}
	patience time.Duration

	mu       sync.Mutex
	queued   int              // mu guards
	channels map[string]*turn // mu guards; those that somebody changes or waits to change
}

// turn is the right to change one channel.
type turn struct {
	free  chan struct{} // holds one value while nobody has the turn
	users int           // locks.mu guards; who has it and who waits for it
}

func newLocks(patience time.Duration) *locks {
	return &locks{running: make(chan struct{}, maxRunning), patience: patience, channels: map[string]*turn{}}
}

// slot waits for room to run one operation. The caller calls release when it is done.
func (l *locks) slot(ctx context.Context) (release func(), err error) {
	release = func() { <-l.running }
	select {
	case l.running <- struct{}{}:
		return release, nil
	default:
	}
	l.mu.Lock()
	if l.queued == maxQueued {
		l.mu.Unlock()
		return nil, exhausted("too many operations wait")
	}
	l.queued++
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.queued--
		l.mu.Unlock()
	}()
	limit := time.NewTimer(l.patience)
	defer limit.Stop()
	select {
	case l.running <- struct{}{}:
		return release, nil
	case <-limit.C:
		return nil, late()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// lock waits for the turn to change a channel. The caller calls unlock when it is done.
func (l *locks) lock(ctx context.Context, id string) (unlock func(), err error) {
	l.mu.Lock()
	t := l.channels[id]
	if t == nil {
		t = &turn{free: make(chan struct{}, 1)}
		t.free <- struct{}{}
		l.channels[id] = t
	}
	if t.users > maxQueuedChannel {
		l.mu.Unlock()
		return nil, exhausted("too many changes of this channel wait")
	}
	t.users++
	l.mu.Unlock()
	leave := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if t.users--; t.users == 0 {
			delete(l.channels, id)
		}
	}
	limit := time.NewTimer(l.patience)
	defer limit.Stop()
	select {
	case <-t.free:
		return func() { t.free <- struct{}{}; leave() }, nil
	case <-limit.C:
		leave()
		return nil, late()
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}

func exhausted(message string) *Error { return &Error{Code: CodeResourceExhausted, Message: message} }

func late() *Error {
	return &Error{Code: CodeTimeout, Message: "the turn of this call did not come in time, and nothing was done", Details: Details{"reason": "queued"}}
}
