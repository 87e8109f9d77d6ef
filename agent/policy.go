package agent

import (
	"context"
	"time"
)

// Turn is what a policy decides on.
type Turn struct {
	// Observation is the latest when the turn began. Context.Observation goes on, so targets can be looked at again after a
	// slow decision.
	Observation Observation
	// Events is everything that was queued, oldest first, and never empty. It belongs to the policy.
	Events []Event
	// Lost counts the events that the queue had no room for since the turn before: those that a newer one replaced and those
	// that were dropped. It is 0 unless OverflowCoalesce is chosen or turns were put back after ErrUnavailable.
	Lost int
}

// Policy is what an agent does. Every field may be nil.
//
// OnObservation and Tick run on the session's goroutine, one at a time. They must not block: nothing is observed and nothing
// is cancelled while they run. An error of theirs, or a panic, ends the session. Work that takes time goes to Context.Go.
type Policy struct {
	// OnObservation is told each accepted observation with what it changed, also while a turn runs. Its events belong to it.
	OnObservation func(o Observation, events []Event, c *Context) error
	// OnTurn decides and acts. It has a goroutine of its own, and the next turn waits until it returned. Its context ends
	// when the session ends, when Interrupt is called, and after TurnTimeout; its *Context refuses calls from then on. The
	// error of a turn that was cut off is dropped; that of any other ends the session, except one that wraps ErrUnavailable.
	OnTurn func(ctx context.Context, turn Turn, c *Context) error
	// Tick runs every SessionOptions.Tick from the first observation on; ticks that a slow hook missed are left out.
	Tick func(now time.Time, c *Context) error
	// Close is called once, last, when the world was left; also a turn that ignores its context can still be running then.
	// Its error is returned where the session ended without another.
	Close func() error
}

// Create makes the policy of one session, on the session's goroutine and before anything was accepted. Its error ends the
// session, which is left; there is no policy to close then. The Context is good for the whole session.
type Create func(c *Context) (Policy, error)
