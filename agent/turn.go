package agent

import (
	"context"
	"errors"
	"slices"
	"time"
)

const (
	turnGrace    = 5 * time.Second // that a cancelled turn has to return, before it is given up
	maxAbandoned = 3               // turns that were given up, at which the session ends
	firstRetry   = time.Second     // after a turn that wraps ErrUnavailable; doubles
	maxRetry     = 30 * time.Second
)

// turn is one batch of events on its way through OnTurn. The session's mutex guards all but ctx.
type turn struct {
	ctx    context.Context // the policy's; over with the session, the interruption, or the end of the turn
	cancel context.CancelCauseFunc
	events []Event
	lost   int
	begun  bool
	cut    bool // the runtime cancelled it, so its error means nothing
}

// retry is how a session waits after turns that could not decide.
type retry struct {
	returned []Event       // of such a turn, until the session's goroutine puts them back
	holding  bool          // no turn is scheduled
	delay    time.Duration // of the last wait; 0 after a turn that succeeded
}

// turnTimers are those of the session's goroutine.
type turnTimers struct {
	deadline *time.Timer
	timed    *turn // whose deadline it is
	late     bool  // timed was cancelled, and has its grace
	retry    *time.Timer
}

func (t *turnTimers) stop() {
	t.deadline.Stop()
	t.retry.Stop()
}

// turnsState says what becomes of events.
type turnsState int

const (
	turnsLater turnsState = iota // the policy is being made: they queue
	turnsOpen                    // they queue and are handed over
	turnsNone                    // the policy takes no turns: nothing queues
)

// openTurns says, once the policy is known, whether it takes turns.
func (s *session) openTurns(open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = turnsOpen
	if !open {
		s.turns = turnsNone
		s.queue.take()
	}
}

// dispatch schedules a turn with all that waits, if none is on its way.
func (s *session) dispatch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatchLocked()
}

// dispatchLocked only schedules: the session's goroutine starts the turn when the hook that runs now, if any, has returned. So
// a hook can still interrupt what it caused.
func (s *session) dispatchLocked() {
	if s.turns != turnsOpen || s.turn != nil || len(s.queue.events) == 0 || s.retry.holding || s.ended() {
		return
	}
	t := &turn{}
	t.events, t.lost = s.queue.take()
	t.ctx, t.cancel = context.WithCancelCause(s.life)
	s.turn = t
	s.nudge()
}

// step gives back what a turn could not decide, and starts the scheduled turn. It runs between hooks.
func (s *session) step(timers *turnTimers) {
	s.check(guard("queue events", func() error { s.takeBack(timers); return nil }))
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.turn
	if t == nil || t.begun || s.ended() {
		return
	}
	t.begun = true
	now := Turn{Observation: s.current, Events: t.events, Lost: t.lost}
	timers.timed, timers.late = t, false
	timers.deadline.Reset(s.opts.TurnTimeout)
	go s.runTurn(t, now)
}

// runTurn is the goroutine of one turn. It ends when OnTurn does; nobody waits for it, because a policy could ignore its context.
func (s *session) runTurn(t *turn, now Turn) {
	err := errExited
	defer func() { s.settle(t, err) }()
	// The policy may keep and change its events; those that go back after ErrUnavailable are the session's own.
	now.Events = slices.Clone(now.Events)
	err = guard("turn", func() error { return s.policy.OnTurn(t.ctx, now, &Context{s: s, turn: t}) })
}

// settle takes note that a turn returned.
func (s *session) settle(t *turn, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.cancel(ErrTurnOver)
	if s.turn != t { // given up, and another may run
		s.opts.Log.Warn("a turn that was given up has returned", "error", err)
		return
	}
	s.turn = nil
	var panicked *PanicError
	switch {
	case err == nil:
		s.retry.delay = 0
	case errors.As(err, &panicked):
		s.failLocked(err)
	case t.cut:
		s.opts.Log.Debug("a turn that was cut off has returned", "error", err)
	case errors.Is(err, ErrUnavailable) && !s.ended():
		s.opts.Log.Warn("a turn could not decide and is tried again", "error", err)
		s.retry.returned, s.retry.holding = t.events, true
		s.nudge()
	default:
		s.failLocked(err)
	}
	s.dispatchLocked()
}

// takeBack puts the events of a turn that could not decide in front of the queue, and begins the wait.
func (s *session) takeBack(timers *turnTimers) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.retry.returned == nil {
		return
	}
	s.queue.giveBack(s.retry.returned)
	s.queue.dropStale(s.current)
	s.retry.returned = nil
	s.retry.delay = min(max(firstRetry, 2*s.retry.delay), maxRetry)
	timers.retry.Reset(s.retry.delay)
}

// retryNow ends the wait.
func (s *session) retryNow() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retry.holding = false
	s.dispatchLocked()
}

// overdue cancels a turn that takes too long, and gives it up where that did not help.
func (s *session) overdue(timers *turnTimers) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := timers.timed
	if s.turn != t {
		return // it returned
	}
	if !timers.late {
		s.opts.Log.Warn("a turn takes too long and is cancelled", "after", s.opts.TurnTimeout)
		t.cut = true
		t.cancel(context.DeadlineExceeded)
		timers.late = true
		timers.deadline.Reset(turnGrace)
		return
	}
	s.turn = nil
	if s.abandoned++; s.abandoned == maxAbandoned {
		s.failLocked(ErrTurnStuck)
		return
	}
	s.opts.Log.Warn("a cancelled turn did not return and is given up", "so far", s.abandoned, "at most", maxAbandoned-1)
	s.dispatchLocked()
}

// interrupt cuts off the turn that is on its way, if there is one.
func (s *session) interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.turn
	if t == nil {
		return
	}
	t.cut = true
	t.cancel(ErrTurnOver)
	if !t.begun { // there is nothing to wait for
		s.turn = nil
		s.dispatchLocked()
	}
}

// requestTurn queues an Idle.
func (s *session) requestTurn() {
	if s.context.Observation().Phase() != Ready {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turns == turnsNone || s.ended() || s.queue.idle() {
		return
	}
	if !s.queue.add(Idle{}) {
		if err := s.overflow(); err != nil {
			s.failLocked(err)
			return
		}
	}
	s.dispatchLocked()
}
