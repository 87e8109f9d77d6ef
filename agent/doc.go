// Package agent keeps an owner's agent in a world: it observes without pause while the model sleeps or thinks, gives the model
// a turn when something happened, and leaves exactly once, whatever happens. It knows no world; package agent/scape is one.
//
// RunSession runs one entered session, RunPresence sleeps while the world is empty:
//
//	err := agent.RunSession(ctx, world, first, func(c *agent.Context) (agent.Policy, error) {
//		return agent.Policy{OnTurn: func(ctx context.Context, turn agent.Turn, c *agent.Context) error {
//			_, err := c.Call(ctx, "say", map[string]any{"text": "hello"})
//			return err
//		}}, nil
//	}, nil)
//
// # Turns
//
// Differences between two observations queue as events. When no turn runs, all that waits goes to Policy.OnTurn as one batch,
// with the latest observation. What happens meanwhile waits for the next batch, and an unchanged world causes none. Events are
// what could be seen between two snapshots, not a mailbox: what appeared and went between two polls was not seen.
//
// # Lifetime
//
// RunSession blocks until its context ends, Context.Stop is called, or something fails. Then it leaves, waits for its own
// goroutines, and closes the policy. A turn is never waited for. One that ignores its context is refused every call from then
// on; during a session it is given up 5 s after SessionOptions.TurnTimeout, and the third one ends the session.
//
// # Concurrency
//
// Policy.OnObservation and Policy.Tick run on the session's goroutine, one at a time; OnTurn has one of its own, so state that
// they share needs a lock. All methods of a Context may be called from all of them. Everything that waits is bounded: events by
// SessionOptions.MaxPendingEvents, owned work by a fixed number.
package agent
