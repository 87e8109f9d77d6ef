package scape

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"mystic-sdk/agent"
)

// Errors of calls that were not sent.
var (
	// ErrLifecycle refuses pairing, entering and leaving inside a session: they belong to who runs it.
	ErrLifecycle = errors.New("the lifecycle of a session is its owner's: stop the session instead")
	// ErrNotReady refuses calls before the body has come into the world.
	ErrNotReady = errors.New("not in the world yet: wait until the observation is connected and has a self")
)

// ErrResponse is wrapped where a tool's result is not one JSON object, or not the object that the contract wants.
var ErrResponse = errors.New("invalid response")

// ErrUnconfirmed ends MoveAndConfirm where nothing was seen of its movement's end.
var ErrUnconfirmed = errors.New("the movement was not confirmed: observe before deciding again")

// Code is why a world refused a call. The set is open; those below are known.
type Code string

// The codes of a world and its adapter.
const (
	CodeUnauthorized     Code = "unauthorized"
	CodeAccessRevoked    Code = "access_revoked"
	CodePermissionDenied Code = "permission_denied"
	CodeRemoved          Code = "removed"
	CodeStaleSession     Code = "stale_session" // another session took the body over

	CodeConnectionLost  Code = "connection_lost"
	CodeNotConnected    Code = "not_connected"
	CodeSessionEnded    Code = "session_ended"
	CodeSessionLimit    Code = "session_limit" // the session has used up its commands
	CodeSessionRetiring Code = "session_retiring"
	CodeCapacity        Code = "capacity"
	CodeUnavailable     Code = "unavailable"
	CodeExpiredCommand  Code = "expired_command"

	CodeInteractionUnavailable Code = "interaction_unavailable"
	CodeTargetUnavailable      Code = "target_unavailable"
	CodeStaleTarget            Code = "stale_target"
	CodeTargetUnreachable      Code = "target_unreachable"
	CodeInvalidTarget          Code = "invalid_target"
	CodeMovementPending        Code = "movement_pending"
	CodeInvalidExpression      Code = "invalid_expression"
	CodeRateLimited            Code = "rate_limited"
	CodeInvalidText            Code = "invalid_text"

	CodeProviderUnavailable Code = "provider_unavailable" // of the agent's own model, never of a world
)

// Denied tells whether the code says that the agent may not come back by itself: its access is gone, or somebody else has it.
func (c Code) Denied() bool {
	return slices.Contains([]Code{
		CodeUnauthorized, CodeAccessRevoked, CodePermissionDenied, CodeRemoved, CodeStaleSession,
	}, c)
}

// Recoverable tells whether the code refuses one action and nothing else: the agent can do something different.
func (c Code) Recoverable() bool {
	return slices.Contains([]Code{
		CodeInteractionUnavailable, CodeTargetUnavailable, CodeStaleTarget, CodeTargetUnreachable, CodeInvalidTarget,
		CodeMovementPending, CodeInvalidExpression, CodeRateLimited, CodeInvalidText,
	}, c)
}

// lost tells whether the code says that the session cannot go on.
func (c Code) lost() bool {
	return slices.Contains([]Code{CodeConnectionLost, CodeNotConnected, CodeSessionEnded, CodeSessionLimit}, c)
}

// ToolError is a call that the world refused. For errors.Is it is what its code and its status mean:
//
//   - agent.ErrAccessEnded and agent.ErrConnectionLost where Code.Denied, or for status 401 and 403
//   - agent.ErrConnectionLost where the session cannot go on, or for status 408, 429 and 500 to 599
//   - agent.ErrUnavailable for CodeProviderUnavailable
//
// A code that is Recoverable is none of them, whatever its status: a world refuses too many actions with CodeRateLimited and
// status 429, and the agent is to slow down then, not to leave.
type ToolError struct {
	Tool    string
	Message string // what the world says, one line of at most 400 characters; "" where it says nothing
	Code    Code   // "" where there is none
	Status  int    // of HTTP, from 400 to 599; 0 where there is none
}

// Error returns the tool, the message and the code.
func (e *ToolError) Error() string {
	message := e.Message
	if message == "" {
		message = "the call failed and the world did not say why"
	}
	if e.Code != "" {
		return fmt.Sprintf("%s: %s (%s)", e.Tool, message, e.Code)
	}
	return e.Tool + ": " + message
}

// Unwrap returns the conditions that the error stands for.
func (e *ToolError) Unwrap() []error {
	switch {
	case e.Code.Recoverable():
		return nil
	case e.Code.Denied(), e.Status == 401, e.Status == 403:
		return []error{agent.ErrConnectionLost, agent.ErrAccessEnded}
	case e.Code.lost(), e.Status == 408, e.Status == 429, 500 <= e.Status && e.Status <= 599:
		return []error{agent.ErrConnectionLost}
	case e.Code == CodeProviderUnavailable:
		return []error{agent.ErrUnavailable}
	}
	return nil
}

// NotEnteredError is a world that did not let the agent in, because its owner has not approved it yet or no longer does.
type NotEnteredError struct {
	Status    string    // "awaiting_owner_approval", at most 50 characters; "" where the world says none
	Code      string    // that the owner approves the agent by; "" where this adapter did not pair it
	ExpiresAt time.Time // of the code; zero where there is none
}

// Error says that the agent was not let in. It leaves out the code, which is for the owner's eyes.
func (e *NotEnteredError) Error() string {
	if e.Status == "" {
		return "not entered"
	}
	return "not entered: " + e.Status
}
