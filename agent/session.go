package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	observePause = 25 * time.Millisecond // between an accepted observation and the next poll
	leaveTimeout = 10 * time.Second
)

// RunSession keeps an agent in a world that it has entered, until the context ends, its policy stops, or something fails. It
// observes without pause, hands the policy what changed, and runs its turns one at a time.
//
// It returns nil where the context ended or Context.Stop was called, else the first error. On every path after its options
// were found good it calls World.Leave exactly once, and then Policy.Close; no turn can hold that up. It returns when nothing
// of its own runs any more; a turn that ignores its context may still run then, and is refused every call.
//
// The options may be nil.
func RunSession(ctx context.Context, world World, first Observation, create Create, opts *SessionOptions) error {
	o, err := opts.filled()
	if err != nil {
		return err
	}
	if world == nil || first == nil || create == nil {
		return fmt.Errorf("%w: a session needs a world, its first observation and a policy", ErrOptions)
	}
	return runSession(ctx, world, first, create, o)
}

func runSession(ctx context.Context, world World, first Observation, create Create, o SessionOptions) (err error) {
	s := newSession(ctx, world, first, o)
	// Deferred, because a hook can end this goroutine too, as a failing test does. The body is taken out all the same.
	defer func() { err = s.finish(ctx) }()
	s.check(guard("session", func() error { s.run(create, first); return nil }))
	return nil
}

// run makes the policy and plays until the session ends.
func (s *session) run(create Create, first Observation) {
	if s.ended() {
		return
	}
	if err := guard("create policy", func() (err error) { s.policy, err = create(s.context); return err }); err != nil {
		s.policy.Close = nil // what was not made is not closed
		s.fail(err)
		return
	}
	s.id = first.Session()
	s.openTurns(s.policy.OnTurn != nil)
	s.check(s.accept(first))
	s.loop()
}

// session is one entered session. The goroutine that runs it calls all hooks and Diff, and starts the turns. What others reach
// through a Context is behind mu, which is never held while code of a policy runs. Of others' code only what is documented to
// call nothing of the session runs with it: the methods of events, and the handler of the log.
type session struct {
	// fixed at creation
	world    World
	opts     SessionOptions
	caller   context.Context // RunSession's
	life     context.Context // over when the session has ended; stored because calls from anywhere end with it
	end      context.CancelFunc
	context  *Context       // of the whole session
	observed chan observed  // what polls bring, handed over one by one
	poll     chan int64     // asks for an observation other than this; the poller waits then, so it never blocks
	wake     chan struct{}  // holds at most one: the session has something to start or to give back
	owned    sync.WaitGroup // goroutines that end soon after the session

	// of the session's goroutine, which starts the turns too
	policy Policy
	id     string // of the world's session

	mu        sync.Mutex // guards what follows
	outcome   error      // the first failure
	current   Observation
	turns     turnsState
	queue     queue
	turn      *turn // scheduled or running
	abandoned int   // turns, so far
	thinking  bool  // where the world is no Thinker
	work      workQueue
	retry     retry
}

// observed is what one poll brought.
type observed struct {
	observation Observation
	err         error
}

func newSession(ctx context.Context, world World, first Observation, o SessionOptions) *session {
	s := &session{
		world: world, opts: o, current: first,
		observed: make(chan observed), poll: make(chan int64, 1), wake: make(chan struct{}, 1),
		queue: queue{max: o.MaxPendingEvents},
	}
	s.caller = ctx
	s.life, s.end = context.WithCancel(ctx)
	s.context = &Context{s: s}
	return s
}

// ended tells whether the session is over. The caller's context is asked as well: code that watches it can come here before
// its end has reached life.
func (s *session) ended() bool { return s.life.Err() != nil || s.caller.Err() != nil }

// fail ends the session with an error, if it had not ended before.
func (s *session) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failLocked(err)
}

func (s *session) failLocked(err error) {
	if !s.ended() {
		s.outcome = err
		s.end()
	}
}

// check ends the session with an error, where there is one.
func (s *session) check(err error) {
	if err != nil {
		s.fail(err)
	}
}

// nudge makes the session's goroutine look what is to be done.
func (s *session) nudge() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// loop runs the session from its first observation to its end.
func (s *session) loop() {
	var (
		pause = stoppedTimer()
		ticks <-chan time.Time // nil, which never brings any, where the policy has no Tick
		turns = turnTimers{deadline: stoppedTimer(), retry: stoppedTimer()}
	)
	defer pause.Stop()
	defer turns.stop()
	if s.policy.Tick != nil {
		tick := time.NewTicker(s.opts.Tick)
		defer tick.Stop()
		ticks = tick.C
	}
	s.owned.Go(s.observe)
	s.askNext()
	for s.step(&turns); !s.ended(); s.step(&turns) {
		select {
		case <-s.life.Done():
		case o := <-s.observed:
			s.check(s.take(o))
			pause.Reset(observePause)
		case <-pause.C:
			s.askNext()
		case now := <-ticks:
			s.check(s.hook("tick", func() error { return s.policy.Tick(now, s.context) }))
		case <-turns.deadline.C:
			s.overdue(&turns)
		case <-turns.retry.C:
			s.retryNow()
		case <-s.wake:
		}
	}
}

// askNext asks the poller for the observation after the current one.
func (s *session) askNext() { s.poll <- s.context.Observation().Revision() }

// observe polls when it is asked to, until the session ends. It has its own goroutine, so that nothing waits for the world.
func (s *session) observe() {
	for {
		select {
		case after := <-s.poll:
			if s.ended() {
				return // both were ready
			}
			s.pollOnce(after)
		case <-s.life.Done():
			return
		}
	}
}

// pollOnce hands over what one poll brings, also where it ends the goroutine.
func (s *session) pollOnce(after int64) {
	o := observed{err: errExited}
	defer func() {
		select {
		case s.observed <- o:
		case <-s.life.Done():
		}
	}()
	o.err = guard("observe", func() (err error) {
		o.observation, err = s.world.Observe(s.life, after, s.opts.ObserveWait)
		return err
	})
}

// take accepts what a poll brought. Errors that come after the end are no failures any more, as fail knows.
func (s *session) take(o observed) error {
	switch {
	case o.err != nil:
		return o.err
	case o.observation == nil:
		return errors.New("observe: the world gave no observation")
	}
	return s.accept(o.observation)
}

// accept makes an observation the current one and tells the policy what it changed, unless the session has ended. The order is
// part of what policies rely on: a hook sees its observation as the current one and its events as queued, so it can interrupt,
// stop or ask for a turn.
func (s *session) accept(o Observation) error {
	if s.ended() {
		return nil
	}
	if o.Session() != s.id {
		return ErrSessionChanged
	}
	if o.Phase() == Gone {
		return ErrDisconnected
	}
	s.setCurrent(o)
	var changes []Event
	err := guard("compare observations", func() (err error) { changes, err = s.world.Diff(o); return err })
	if err != nil {
		return err
	}
	if err := guard("queue events", func() error { return s.enqueue(o, changes) }); err != nil {
		return err
	}
	if s.policy.OnObservation != nil {
		events := slices.Clone(changes)
		err := s.hook("observation hook", func() error { return s.policy.OnObservation(o, events, s.context) })
		if err != nil {
			return err
		}
	}
	s.dispatch()
	return nil
}

func (s *session) setCurrent(o Observation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = o
}

// enqueue puts what an observation changed behind what waits, and drops what it has overtaken.
func (s *session) enqueue(o Observation, changes []Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.dropStale(o)
	if s.turns == turnsNone || s.queue.add(changes...) {
		return nil
	}
	return s.overflow()
}

// overflow makes room in the queue, or says that there is none. The mutex is held.
func (s *session) overflow() error {
	if s.opts.Overflow == OverflowStop {
		return fmt.Errorf("%w: more than %d wait", ErrQueueFull, s.queue.max)
	}
	s.queue.squeeze()
	return nil
}

// hook calls one of the policy's hooks, unless the session has ended.
func (s *session) hook(where string, f func() error) error {
	if s.ended() {
		return nil
	}
	return guard(where, f)
}

// finish leaves, once, waits for the goroutines that are the session's own, and closes the policy. It returns how the session
// ended.
func (s *session) finish(ctx context.Context) error {
	s.mu.Lock()
	s.end() // with the lock held, so that no owned goroutine starts from here on
	s.mu.Unlock()
	leave(ctx, s.world, s.opts.Log)
	s.owned.Wait()
	var closed error
	if s.policy.Close != nil {
		closed = guard("close policy", s.policy.Close)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.outcome == nil {
		return closed
	}
	if closed != nil {
		s.opts.Log.Warn("closing the policy failed, after the session had", "error", closed)
	}
	return s.outcome
}

// leave takes the body out of a world, also where the context has ended.
func leave(ctx context.Context, world World, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	if err := guard("leave", func() error { return world.Leave(ctx) }); err != nil {
		log.Warn("leaving the world failed; it takes the body out by itself", "error", err)
	}
}

func stoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
