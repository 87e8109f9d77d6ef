package channel

import (
	"errors"
	"maps"
)

// Code names a kind of failure. Codes are part of the contract; messages are for people and can change.
type Code string

// The codes. Codes returns them with what each means.
const (
	CodeChannelNotFound        Code = "CHANNEL_NOT_FOUND"
	CodeChannelUnavailable     Code = "CHANNEL_UNAVAILABLE"
	CodeChannelInstanceChanged Code = "CHANNEL_INSTANCE_CHANGED"
	CodeChannelCommandChanged  Code = "CHANNEL_COMMAND_CHANGED"
	CodeBackendUnavailable     Code = "BACKEND_UNAVAILABLE"
	CodeBackendOperationFailed Code = "BACKEND_OPERATION_FAILED"
	CodeInvalidArgument        Code = "INVALID_ARGUMENT"
	CodePermissionDenied       Code = "PERMISSION_DENIED"
	CodeTimeout                Code = "TIMEOUT"
	CodeResourceExhausted      Code = "RESOURCE_EXHAUSTED"
	CodeInternalError          Code = "INTERNAL_ERROR"
)

// CodeMeaning is one line of the table of codes.
type CodeMeaning struct {
	Code    Code
	Meaning string // one sentence
	Remedy  string // what a caller can do, one sentence
}

// Codes returns every code with its meaning, in the order of the constants. The slice is the caller's.
func Codes() []CodeMeaning {
	return []CodeMeaning{
		{CodeChannelNotFound, "No visible channel has this id: it never was, it is gone, or it is not in an allowed session.", "List the channels again."},
		{CodeChannelUnavailable, "The channel takes no input now; details.reason is dead, mode, input_off or synchronized.", "Let the person who owns the terminal put it right, then try again."},
		{CodeChannelInstanceChanged, "The channel holds another process, or belongs to another server, than was expected.", "Read the channel again and decide anew."},
		{CodeChannelCommandChanged, "The foreground program is none of the expected ones.", "Read the channel again and decide anew."},
		{CodeBackendUnavailable, "There is no tmux of a version that serves, or no server on the socket.", "Start tmux or correct the socket; nothing here starts one."},
		{CodeBackendOperationFailed, "tmux answered with something other than what was asked for.", "Look at health; for a write, read the channel before writing again."},
		{CodeInvalidArgument, "An argument breaks a rule; details.field says which.", "Correct the argument."},
		{CodePermissionDenied, "The account may not use the socket, or this server only reads.", "Change the rights, or serve without the read-only flag."},
		{CodeTimeout, "tmux did not answer in time; with details.delivery_outcome unknown the input may still arrive, and with details.reason queued nothing was done.", "Look at health; never write again without reading first."},
		{CodeResourceExhausted, "Too many calls wait or run at once.", "Try again when one of them is done."},
		{CodeInternalError, "Something went wrong that has no code of its own.", "Report it."},
	}
}

// The reasons of CodeChannelUnavailable, in details.reason.
const (
	ReasonDead         = "dead"         // its program has ended
	ReasonMode         = "mode"         // it is in copy mode or another mode, which would take the keys
	ReasonInputOff     = "input_off"    // its input is switched off
	ReasonSynchronized = "synchronized" // a key would reach other panes too
)

// Details are what a program can use of an error: strings, numbers and booleans by name. No value ever holds text of a
// caller or of a terminal.
type Details map[string]any

// Error is the failure of an operation.
type Error struct {
	Code    Code
	Message string  // one sentence, without text of callers, terminals or backends
	Details Details // can be nil
	Err     error   // what lies behind it, for Unwrap only; can be nil
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Err }

// With returns a copy of the error to which details were added.
func (e *Error) With(details Details) *Error {
	c := *e
	c.Details = maps.Clone(e.Details)
	if c.Details == nil {
		c.Details = Details{}
	}
	maps.Copy(c.Details, details)
	return &c
}

// AsError returns err as an Error. What is none becomes CodeInternalError with a fixed message, whose Unwrap returns err. A
// nil err gives nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	if e := (*Error)(nil); errors.As(err, &e) {
		return e
	}
	return &Error{Code: CodeInternalError, Message: "an internal error occurred", Err: err}
}

// NotFound returns the error for a channel that is not there, not visible, or none of this scope, which look the same.
func NotFound(id string) *Error {
	e := &Error{Code: CodeChannelNotFound, Message: "no such channel"}
	// An id that could not be one is text of the caller, and is not repeated.
	if _, _, ok := SplitID(id); ok {
		e.Details = Details{"channel_id": id}
	}
	return e
}

// Invalid returns a CodeInvalidArgument for the field of that name, as it is called in requests; message is one sentence.
func Invalid(field, message string) *Error {
	return &Error{Code: CodeInvalidArgument, Message: message, Details: Details{"field": field}}
}
