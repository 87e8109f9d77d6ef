package agent

import (
	"context"
	"time"
)

// Phase says how far a body has come into its world.
type Phase int

// The phases of an observation.
const (
	Gone    Phase = iota // the world no longer holds the body: the session ends with ErrDisconnected
	Joining              // the body is on its way in; RequestTurn asks for nothing
	Ready                // turns are worth their cost; whether a call can be made yet, the World decides
)

// Observation is a snapshot of a world as one session sees it. It does not change once it was given away, and its methods may
// be called from any goroutine.
type Observation interface {
	Session() string // of one entry; another id means that the body was replaced
	Revision() int64 // of the snapshot within its session; Observe is asked for another one than this
	Phase() Phase
}

// Event is one difference between two observations. Its methods look only at the event and what they are handed, and call
// nothing of the session, whose lock is held while they run.
type Event interface {
	// Kind says what happened: "speech", "movement".
	Kind() string
	// Stale tells that an observation has overtaken the event, so that it is dropped from the queue: the speaker left.
	Stale(Observation) bool
	// Key tells events of one kind apart where OverflowCoalesce keeps the newest of each: the id of the speaker. Events
	// without need of that have the key "".
	Key() string
}

// KindIdle is the kind of Idle.
const KindIdle = "idle"

// Idle is the event that Context.RequestTurn queues: nothing happened, and a turn is wanted all the same.
type Idle struct{}

// MarshalJSON returns {"type":"idle"}.
func (Idle) MarshalJSON() ([]byte, error) { return []byte(`{"type":"` + KindIdle + `"}`), nil }

// Kind returns KindIdle.
func (Idle) Kind() string { return KindIdle }

// Stale returns false: a turn that was asked for is not overtaken.
func (Idle) Stale(Observation) bool { return false }

// Key returns "".
func (Idle) Key() string { return "" }

// World is one entered session of a world. It knows what the core does not: which names may be called, what must be true
// before a call, and what differs between two snapshots. It is made with the first observation of its session.
//
// Observe, Diff and Call run at the same time as one another, Observe and Diff never as themselves. After the session's end
// Leave can run beside calls that are being given up.
type World interface {
	// Observe returns the newest observation as soon as its revision differs from after, and an unchanged one when wait is
	// over. It returns soon after its context ended.
	Observe(ctx context.Context, after int64, wait time.Duration) (Observation, error)
	// Diff is told every observation that the session accepts, in order and the first one included, and returns what
	// changed since the one before. The slice belongs to the caller. An error ends the session.
	Diff(next Observation) ([]Event, error)
	// Call makes one call of the world's. An error goes to the policy and leaves the session as it is, except one that
	// wraps ErrConnectionLost, which ends it.
	Call(ctx context.Context, name string, args map[string]any) (map[string]any, error)
	// Leave takes the body out of the world. It is called once, when the session has ended, and has 10 s. Its error
	// changes nothing about how the session ended; SessionOptions.Log is told.
	Leave(ctx context.Context) error
}

// Thinker is a World that can show that its agent thinks. It keeps the flag itself, because calls can clear it.
type Thinker interface {
	// SetThinking stores the flag and shows it where that can be done. It may run beside calls.
	SetThinking(ctx context.Context, on bool) error
	// Thinking returns the flag.
	Thinking() bool
}

// Sleeper is how RunPresence stays out of an empty world. Its methods but Occupied are called on RunPresence's goroutine.
type Sleeper interface {
	// Occupied tells whether an observation shows anybody besides the agent. It only looks.
	Occupied(Observation) bool
	// Vacant asks, from outside, whether nobody is there to come back for. An error ends RunPresence.
	Vacant(ctx context.Context) (bool, error)
	// Enter enters anew and returns the session with its first observation. Where access was withdrawn the error wraps
	// ErrAccessEnded.
	Enter(ctx context.Context) (World, Observation, error)
}
