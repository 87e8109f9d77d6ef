package tmux

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"mystic-sdk/channel"
)

// Call is one run of the client, without what the client's own options are.
type Call struct {
	Args  []string
	Stdin string
}

// Calls collects what was run. It can be used by many goroutines.
type Calls struct {
	mu  sync.Mutex
	all []Call
}

// All returns the runs of the client up to now, those that only ask its version left out.
func (c *Calls) All() []Call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Call(nil), c.all...)
}

func (c *Calls) add(args []string, in invocation) {
	if len(args) == 1 && args[0] == "-V" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, Call{Args: args, Stdin: in.stdin})
}

// NewCounted makes a backend that runs the real tmux and notes what it runs.
func NewCounted(c channel.Config) (*Backend, *Calls, error) {
	calls := &Calls{}
	b, err := newBackend(c, func(ctx context.Context, args []string, in invocation) (output, error) {
		calls.add(args, in)
		return run(ctx, args, in)
	})
	return b, calls, err
}

// Answer is what a faked client prints.
type Answer struct {
	Stdout, Stderr string
	Failed         bool
	Late           bool // it prints that, and then does not end by itself
}

// NewFaked makes a backend whose client is a function, for what a real server cannot be brought to do.
func NewFaked(c channel.Config, answer func(args []string) Answer) (*Backend, *Calls, error) {
	calls := &Calls{}
	b, err := newBackend(c, func(ctx context.Context, args []string, in invocation) (output, error) {
		calls.add(args, in)
		if len(args) == 1 && args[0] == "-V" {
			return output{head: []byte("tmux 3.3a\n")}, nil
		}
		a := answer(args)
		if a.Late {
			<-ctx.Done()
		}
		return output{head: []byte(a.Stdout), stderr: a.Stderr, failed: a.Failed}, nil
	})
	return b, calls, err
}

// NewVersion makes a backend whose client says that it is of these versions, of the last one for good, and is otherwise the real
// one.
func NewVersion(c channel.Config, versions ...string) (*Backend, error) {
	var asked atomic.Int64
	return newBackend(c, func(ctx context.Context, args []string, in invocation) (output, error) {
		if len(args) == 1 && args[0] == "-V" {
			n := min(int(asked.Add(1)), len(versions))
			return output{head: []byte(versions[n-1] + "\n")}, nil
		}
		return run(ctx, args, in)
	})
}

// NewAs makes a backend whose client runs as another user, which only root can do.
func NewAs(c channel.Config, uid uint32) (*Backend, error) {
	return newBackend(c, func(ctx context.Context, args []string, in invocation) (output, error) {
		cmd := command(ctx, args)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		cmd.Dir = "/"
		return finish(cmd, in)
	})
}

// Row writes fields in the form of a row.
func Row(fields ...string) string {
	var out strings.Builder
	for _, f := range fields {
		out.WriteString(strconv.Itoa(len(f)) + ":" + f + ",")
	}
	return out.String() + "\n"
}

// ParseRow and the functions below are what the fuzz targets call.
var (
	ParseRow       = parseRow
	ParseInventory = func(s string) (panes []string, err error) {
		rows, err := parseInventory(s)
		for _, r := range rows {
			panes = append(panes, r.pane+" "+r.session)
		}
		return panes, err
	}
	ParseInstance = func(s string) (string, bool) { i, ok := parseInstance(s); return i.String(), ok }
	ParsePicture  = func(head, tail string, cut bool, c channel.Capture) (channel.Snapshot, error) {
		return parsePicture(output{head: []byte(head), tail: []byte(tail), cut: cut}, c)
	}
	Serves = serves
	Feed   = feed
)
