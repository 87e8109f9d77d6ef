package agent

import "context"

// Context is what a policy has of its session. Every method may be called from hooks, turns, owned work and anywhere else, at
// any time and from any goroutine; none but Call and SetThinking waits for anything.
//
// The Context that OnTurn gets belongs to its turn: it refuses calls once the turn is over. One that was kept from a hook
// does not, so use the turn's for what the turn decides.
type Context struct {
	s    *session
	turn *turn // nil: of the whole session
}

// Observation returns the latest accepted observation; before the first was accepted, the one that the session began with.
func (c *Context) Observation() Observation {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.current
}

// Done returns a channel that is closed when the session has ended; a turn's also when the turn is over.
func (c *Context) Done() <-chan struct{} { return c.scope().Done() }

// scope is what ends the Context's calls.
func (c *Context) scope() context.Context {
	if c.turn != nil {
		return c.turn.ctx
	}
	return c.s.life
}

// Call makes one call of the world's. It is refused with ErrEnded when the session has ended and with ErrTurnOver when the
// turn is over, before the call and after it: a result that comes too late is dropped, although the world may have acted. The
// call is cancelled with ctx, with the session and with the turn. Errors of the world are returned as they are.
func (c *Context) Call(ctx context.Context, name string, args map[string]any) (map[string]any, error) {
	if err := c.refusal(); err != nil {
		return nil, err
	}
	ctx, release := bind(ctx, c.scope())
	defer release()
	result, err := c.s.world.Call(ctx, name, args)
	if err := c.refusal(); err != nil {
		return nil, err
	}
	c.s.checkConnection(name, err)
	return result, err
}

// refusal says why nothing may be called, or nil.
func (c *Context) refusal() error {
	switch {
	case c.s.ended():
		return ErrEnded
	case c.turn != nil && c.turn.ctx.Err() != nil:
		return ErrTurnOver
	}
	return nil
}

// Thinking returns the flag that SetThinking stores.
func (c *Context) Thinking() bool {
	if t, is := c.s.world.(Thinker); is {
		return t.Thinking()
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.thinking
}

// SetThinking stores that the agent thinks, or no longer does, and lets a world that is a Thinker show it. Setting it is
// refused when the turn is over. Clearing it works then too, whatever became of ctx, so a turn can defer it. When the session
// has ended it does nothing.
func (c *Context) SetThinking(ctx context.Context, on bool) error {
	if c.s.ended() {
		return nil
	}
	scope := c.s.life
	if on {
		if err := c.refusal(); err != nil {
			return err
		}
		scope = c.scope()
	} else {
		ctx = context.WithoutCancel(ctx)
	}
	t, is := c.s.world.(Thinker)
	if !is {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		c.s.thinking = on
		return nil
	}
	ctx, release := bind(ctx, scope)
	defer release()
	err := t.SetThinking(ctx, on)
	if c.s.ended() {
		return ErrEnded
	}
	if on && err != nil {
		if over := c.refusal(); over != nil {
			return over
		}
	}
	c.s.checkConnection("set thinking", err)
	return err
}

// Stop ends the session normally. It may be called again.
func (c *Context) Stop() { c.s.end() }

// Interrupt cuts off the turn that runs or is about to, whose events are not told again. The session goes on observing, keeps
// what is queued, and starts the next turn when this one has returned. Without a turn it does nothing.
func (c *Context) Interrupt() { c.s.interrupt() }

// RequestTurn asks for a turn although nothing happened: it queues an Idle, unless one waits already. It does nothing unless
// the latest observation is Ready and the policy takes turns. A full queue is treated as SessionOptions.Overflow says.
func (c *Context) RequestTurn() { c.s.requestTurn() }

// Go has work done in order, one piece after another, on a goroutine of the session's, so that a hook can cause what takes
// time. A turn waits for all that was queued by queueing work that closes a channel. The context of work ends with the session,
// and work must return soon after that, for the session waits for it between leaving and Policy.Close. An error of work, or a
// panic, ends the session. Work that waits when the session ends is dropped. At most 256 pieces can wait; one more ends the
// session with ErrWorkFull.
func (c *Context) Go(work func(ctx context.Context) error) { c.s.goWork(work) }

// bind returns a context that ends with both.
func bind(ctx, scope context.Context) (context.Context, func()) {
	bound, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(scope, func() { cancel(context.Cause(scope)) })
	return bound, func() {
		stop()
		cancel(nil)
	}
}
