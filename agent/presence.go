package agent

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// RunPresence runs sessions as RunSession does, but leaves a world in which nobody else was seen for SleepAfter, and enters
// again when somebody is there. Each session gets a policy of its own from create, so budgets and memories that are to last
// live outside it.
//
// It returns nil where a policy stopped or the context ended during a session, the context's error where it ended in sleep,
// and else the first error: nothing is tried again. Where the context has ended at the start nothing is called at all, nor
// left. The options may be nil.
func RunPresence(ctx context.Context, sleeper Sleeper, create Create, opts *PresenceOptions) error {
	o, session, err := opts.filled()
	if err != nil {
		return err
	}
	if sleeper == nil || create == nil {
		return fmt.Errorf("%w: presence needs a sleeper and a policy", ErrOptions)
	}
	if ctx.Err() != nil {
		return nil
	}
	p := presence{sleeper: sleeper, create: create, opts: o, session: session}
	world, first := o.World, o.First
	if world == nil {
		if world, first, err = p.enter(ctx); err != nil {
			return err
		}
	}
	for {
		p.asleep = false
		err := runSession(ctx, world, first, p.policy, session)
		if err != nil || !p.asleep || ctx.Err() != nil {
			return err
		}
		if err := p.state(StateSleeping); err != nil {
			return err
		}
		if err := p.sleep(ctx); err != nil {
			return err
		}
		if world, first, err = p.enter(ctx); err != nil {
			return err
		}
	}
}

// presence is one call of RunPresence. Its fields are those of the goroutine that calls, on which sessions run their hooks.
type presence struct {
	sleeper Sleeper
	create  Create
	opts    PresenceOptions
	session SessionOptions

	asleep   bool      // the session stopped because nobody was there
	occupied time.Time // when somebody was seen last, or the session began
}

// policy makes the policy of one session, which goes to sleep by itself.
func (p *presence) policy(c *Context) (Policy, error) {
	policy, err := p.create(c)
	if err != nil {
		return policy, err
	}
	p.occupied = time.Now()
	inner := policy.OnObservation
	policy.OnObservation = func(o Observation, events []Event, c *Context) error {
		now := time.Now()
		if p.sleeper.Occupied(o) {
			p.occupied = now
		}
		if now.Sub(p.occupied) >= p.opts.SleepAfter {
			p.asleep = true
			c.Stop()
			return nil
		}
		if inner == nil {
			return nil
		}
		return inner(o, events, c)
	}
	return policy, nil
}

// sleep waits until somebody is there.
func (p *presence) sleep(ctx context.Context) error {
	timer := time.NewTimer(p.opts.WakeInterval)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
		vacant, err := p.sleeper.Vacant(ctx)
		if err != nil {
			return fmt.Errorf("ask who is there: %w", err)
		}
		if !vacant {
			return nil
		}
		timer.Reset(p.opts.WakeInterval)
	}
}

// enter enters anew, and tells so.
func (p *presence) enter(ctx context.Context) (World, Observation, error) {
	if err := p.state(StateConnecting); err != nil {
		return nil, nil, err
	}
	world, first, err := p.sleeper.Enter(ctx)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("enter: %w", err)
	case world == nil:
		return nil, nil, fmt.Errorf("enter: %w", ErrAccessEnded)
	}
	// From here on there is a body in the world, and what the owner's code does must not leave it there.
	handed := false
	defer func() {
		if !handed {
			leave(ctx, world, p.session.Log)
		}
	}()
	if first == nil {
		return nil, nil, errors.New("enter: the world gave no observation")
	}
	if p.opts.OnEnter != nil {
		if err := guard("on enter", func() error { return p.opts.OnEnter(ctx) }); err != nil {
			return nil, nil, err
		}
	}
	if err := p.state(StateListening); err != nil {
		return nil, nil, err
	}
	handed = true
	return world, first, nil
}

// state tells the owner. A panic there ends RunPresence like one of a policy.
func (p *presence) state(s State) error {
	if p.opts.OnState == nil {
		return nil
	}
	return guard("on state", func() error { p.opts.OnState(s); return nil })
}
