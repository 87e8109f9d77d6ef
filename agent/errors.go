package agent

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// Errors of a policy's calls. Both count as context.Canceled for errors.Is, so code that honours cancellation needs to know
// neither.
var (
	// ErrEnded refuses what comes after the end of the session, and takes the place of results that come too late.
	ErrEnded error = cancelled("the session has ended")
	// ErrTurnOver does the same for a turn that was interrupted, timed out, was given up, or has returned.
	ErrTurnOver error = cancelled("the turn is over")
)

// Errors that end a session.
var (
	ErrSessionChanged = errors.New("session changed: enter again for a new one")
	ErrDisconnected   = errors.New("disconnected from the world")
	ErrQueueFull      = errors.New("queue is full: events came faster than turns took them")
	ErrWorkFull       = errors.New("owned work is queued faster than it is done")
	ErrTurnStuck      = errors.New("turns ignore their cancellation")
	ErrAccessEnded    = errors.New("access ended: the world did not let the agent in again")
	// ErrConnectionLost is wrapped by a World in the error of a call that cannot be followed by others.
	ErrConnectionLost = errors.New("connection lost")
)

// ErrUnavailable is wrapped by a turn that could not decide now and may later: its model did not answer. The session goes on,
// the turn's events go back to the front of the queue, the newest of each kind and key, and the next turn waits 1 s, then 2, 4,
// 8, 16 and 30 s, until one succeeds.
var ErrUnavailable = errors.New("unavailable for now")

// ErrOptions is wrapped where RunSession or RunPresence refuse what they were given. Nothing was called then, nor left.
var ErrOptions = errors.New("agent options")

// cancelled is an error of something that was cut off.
type cancelled string

func (e cancelled) Error() string { return string(e) }

// Is makes the error count as a cancellation.
func (e cancelled) Is(target error) bool { return target == context.Canceled }

// PanicError is what ends a session whose policy or World panicked. An agent leaves all the same.
type PanicError struct {
	Where string // "turn", "observation hook"
	Value any    // what it panicked with
	Stack []byte
}

// Error returns where it was and the panic's value, without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("%s: panic: %v", e.Where, e.Value) }

// Unwrap returns the value where it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// errExited ends a session one of whose goroutines was ended by the code that it ran, as a failing test does.
var errExited = errors.New("the policy ended the goroutine that it ran on")

// guard calls code of others, and turns its panic into an error. An error gets the place in front.
func guard(where string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Where: where, Value: v, Stack: debug.Stack()}
		}
	}()
	if err := f(); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}
