package agent

import (
	"context"
	"errors"
	"fmt"
)

// maxWork is how many pieces of owned work may wait. Behaviours queue a few a second at most; more means that one hangs.
const maxWork = 256

// workQueue is what Context.Go was given and was not begun yet. The session's mutex guards it.
type workQueue struct {
	waiting []func(context.Context) error
	running bool // a goroutine takes from it
}

// goWork queues a piece of work, and starts the goroutine that does them where none runs.
func (s *session) goWork(work func(context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended():
		return
	case len(s.work.waiting) >= maxWork:
		s.failLocked(ErrWorkFull)
		return
	}
	s.work.waiting = append(s.work.waiting, work)
	if !s.work.running {
		s.work.running = true
		s.owned.Go(s.doWork)
	}
}

// doWork does what waits, and ends when nothing does.
func (s *session) doWork() {
	err := errExited
	defer func() { s.check(err) }() // where work ends the goroutine
	for work := s.nextWork(); work != nil; work = s.nextWork() {
		s.check(guard("owned work", func() error { return work(s.life) }))
	}
	err = nil
}

func (s *session) nextWork() func(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended() || len(s.work.waiting) == 0 {
		s.work = workQueue{}
		return nil
	}
	work := s.work.waiting[0]
	s.work.waiting[0] = nil
	s.work.waiting = s.work.waiting[1:]
	return work
}

// checkConnection ends the session where a call lost the connection.
func (s *session) checkConnection(name string, err error) {
	if errors.Is(err, ErrConnectionLost) {
		s.fail(fmt.Errorf("%s: %w", name, err))
	}
}
