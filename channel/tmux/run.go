package tmux

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"mystic-sdk/channel"
)

// invocation is one run of the tmux client.
type invocation struct {
	operation string   // for details; never text of a caller
	args      []string // without the client's own options
	stdin     string
	head      int // how many bytes of standard output are kept from its beginning
	tail      int // and how many of what follows, from its end; 0: more than head is an error
}

// output is what a run of the client left behind.
type output struct {
	head, tail []byte
	cut        bool // something between head and tail is missing
	stderr     string
	failed     bool // the exit status was not 0
}

// runner runs the tmux client. An error says that the client did not run to its end.
type runner func(ctx context.Context, args []string, in invocation) (output, error)

// waitDelay is how long the handing over of a text may go on after the client was killed.
const waitDelay = 100 * time.Millisecond

// run runs the client that PATH names.
func run(ctx context.Context, args []string, in invocation) (output, error) {
	return finish(command(ctx, args), in)
}

// command makes the process of a client. One that outlives its context is killed with a signal that it cannot answer with a
// success.
func command(ctx context.Context, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "tmux", args...)
	cmd.Env = environment()
	cmd.WaitDelay = waitDelay
	return cmd
}

// finish runs a client and waits until it is gone. It does not wait for the end of the client's outputs, since the client
// gives them to the server as well, which closes them when it gets to it: the client itself writes all there is before it
// ends.
func finish(cmd *exec.Cmd, in invocation) (output, error) {
	if in.stdin != "" {
		full, err := feed(in.stdin)
		if err != nil {
			return output{}, err
		}
		cmd.Stdin = strings.NewReader(in.stdin) // handed over bit by bit where no pipe holds it
		if full != nil {
			defer full.Close()
			cmd.Stdin = full
		}
	}
	out, err := newCollector(&window{head: in.head, tail: in.tail})
	if err != nil {
		return output{}, err
	}
	defer out.close()
	errs, err := newCollector(&window{head: 4096, tail: 1})
	if err != nil {
		return output{}, err
	}
	defer errs.close()
	cmd.Stdout, cmd.Stderr = out.write, errs.write
	if err := cmd.Start(); err != nil {
		return output{}, err
	}
	out.begin()
	errs.begin()
	// What Wait says of the status is in ProcessState, and of a text that was not read to its end, on standard error.
	_ = cmd.Wait()
	if err := errors.Join(out.finish(), errs.finish()); err != nil {
		return output{}, err
	}
	head, tail, cut := out.into.bytes()
	if cut && in.tail == 0 {
		return output{}, errTooLong
	}
	message, _, _ := errs.into.bytes()
	return output{head: head, tail: tail, cut: cut, stderr: string(message), failed: !cmd.ProcessState.Success()}, nil
}

// serverEnded is the message where the server went away during an operation.
const serverEnded = "the tmux server ended"

var errTooLong = errors.New("tmux printed more than was expected")

// environment returns this process's environment without what would lead the client to another server.
func environment() []string {
	var env []string
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); name != "TMUX" && name != "TMUX_PANE" {
			env = append(env, entry)
		}
	}
	return env
}

// fault returns the error of a run that did not do what it should, or nil. The deadline decides about timeouts, since a client
// can end with status 0 when it is told to; what tmux says is only compared, and never repeated.
func fault(ctx, limited context.Context, in invocation, out output, err error) error {
	details := channel.Details{"operation": in.operation}
	switch {
	case ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return ctx.Err()
	case limited.Err() != nil:
		return &channel.Error{Code: channel.CodeTimeout, Message: "tmux did not answer in time", Details: details}
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return &channel.Error{Code: channel.CodeBackendUnavailable, Message: "tmux is not installed where this account looks for programs", Details: details, Err: err}
	case err != nil:
		return &channel.Error{Code: channel.CodeBackendOperationFailed, Message: "tmux could not be run to its end", Details: details, Err: err}
	case !out.failed && out.stderr == "":
		return nil
	}
	said := strings.ToLower(out.stderr)
	for _, c := range []struct {
		phrase  string
		code    channel.Code
		message string
	}{
		{"permission denied", channel.CodePermissionDenied, "this account may not use the tmux socket"},
		{"access not allowed", channel.CodePermissionDenied, "the tmux server does not let this account in"},
		{"can't find pane", channel.CodeChannelNotFound, "no such channel"},
		{"no such pane", channel.CodeChannelNotFound, "no such channel"},
		{"can't find session", channel.CodeChannelNotFound, "no such channel"},
		{"can't find window", channel.CodeChannelNotFound, "no such channel"},
		{"no current target", channel.CodeChannelNotFound, "no such channel"},
		{"no server running", channel.CodeBackendUnavailable, "no tmux server runs on the socket"},
		{"failed to connect", channel.CodeBackendUnavailable, "no tmux server runs on the socket"},
		{"connection refused", channel.CodeBackendUnavailable, "no tmux server runs on the socket"},
		{"error connecting", channel.CodeBackendUnavailable, "no tmux server runs on the socket"},
		{"server exited", channel.CodeBackendUnavailable, serverEnded},
		{"lost server", channel.CodeBackendUnavailable, serverEnded},
	} {
		if strings.Contains(said, c.phrase) {
			return &channel.Error{Code: c.code, Message: c.message, Details: details}
		}
	}
	return &channel.Error{Code: channel.CodeBackendOperationFailed, Message: "tmux refused the operation", Details: details}
}
