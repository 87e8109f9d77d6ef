package mcpclient

import (
	"context"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

const (
	commandGrace = 2 * time.Second // that a command has to end by itself when its input has ended
	commandTerm  = 3 * time.Second // that it has then to end when it was told to, before it is killed
)

// CommandOptions of Command.
type CommandOptions struct {
	// Env is the whole environment of the command, "NAME=value" each; empty is none. nil: PATH and HOME alone, so that keys of
	// the owner's do not reach a server by accident.
	Env []string
	// Stderr is where the command's error output goes. One that is an *os.File the command writes to by itself; into any other
	// it is copied, and the command waits for one that is slow. nil: nowhere.
	Stderr io.Writer
}

// Command starts an MCP server and talks to it over its standard input and output. It ends with Client.Close and no earlier: an
// interrupt that is typed at a terminal goes to the agent alone, which then leaves its world through the server. The options may
// be nil.
func Command(ctx context.Context, name string, args []string, opts *CommandOptions) (*Client, error) {
	var o CommandOptions
	if opts != nil {
		o = *opts
	}
	if o.Env == nil {
		o.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	command := exec.CommandContext(life, name, args...)
	command.Env = o.Env
	command.Stderr = o.Stderr
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = commandTerm
	setApart(command)
	over, err := start(command)
	if err != nil {
		end()
		return nil, lost("connect", err)
	}
	return connect(ctx, over, func() error {
		defer end()
		defer time.AfterFunc(commandGrace, end).Stop()
		return command.Wait()
	})
}

// start starts a command and returns the transport to it.
func start(command *exec.Cmd) (*pipes, error) {
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	return newPipes(stdout, stdin), nil
}
