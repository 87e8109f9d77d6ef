package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/client/transport"

	"mystic-sdk/agent"
)

// failure says why a request had no result: its context ended, the server could not be reached, or it refused the request.
func failure(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", what, context.Cause(ctx))
	}
	var unreached *transport.Error
	if errors.As(err, &unreached) {
		return lost(what, unreached.Err)
	}
	reason := err.Error()
	var syntax *json.SyntaxError
	var form *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &form) {
		reason = "its answer is not one of MCP" // and not what Go calls its parts
	}
	return &requestError{what: what, reason: reason, cause: err}
}

// maxReason is how much is shown of what a server says about a request that it refused, in characters.
const maxReason = 400

// requestError is a request that reached the server and has no result. What the server says about it goes into logs, so it is
// quoted, on one line.
type requestError struct {
	what, reason string
	cause        error
}

func (e *requestError) Error() string {
	return fmt.Sprintf("%s: no result: %.*q", e.what, maxReason, e.reason)
}

func (e *requestError) Unwrap() error { return e.cause }

// errRefused is a server that does not let the agent in.
var errRefused = fmt.Errorf("%w: status 401 or 403", agent.ErrAccessEnded)

// lostError is a request that did not reach the server, or whose answer did not come back. Its sentence is fixed: what the
// transport says can hold addresses and what was sent.
type lostError struct {
	what, reason string
	cause        error
}

func lost(what string, cause error) error {
	reason := "the server could not be reached"
	tooLong := (*http.MaxBytesError)(nil)
	switch {
	case errors.Is(cause, errRefused):
		reason = "the server refuses the agent"
	case errors.As(cause, &tooLong):
		reason = "an answer is too long"
	case errors.Is(cause, transport.ErrTransportClosed), errors.Is(cause, io.EOF), errors.Is(cause, io.ErrClosedPipe):
		reason = "the connection is closed"
	case errors.Is(cause, transport.ErrSessionTerminated):
		reason = "the server no longer knows the connection"
	}
	return &lostError{what: what, reason: reason, cause: cause}
}

func (e *lostError) Error() string {
	return fmt.Sprintf("%s: %v: %s", e.what, agent.ErrConnectionLost, e.reason)
}

// Unwrap lets a session end with it, and the owner look at the cause.
func (e *lostError) Unwrap() []error { return []error{agent.ErrConnectionLost, e.cause} }
