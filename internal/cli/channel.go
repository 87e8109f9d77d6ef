package cli

import (
	"context"
	"errors"
	"strings"

	"mystic-sdk/channel"
	"mystic-sdk/channel/mcpserver"
	"mystic-sdk/channel/tmux"
)

// channelCommand is mystic channel.
type channelCommand struct {
	Serve  channelServeCommand  `cmd:"" help:"Serve terminals, which are panes of a tmux server that runs already, over MCP on standard input and output."`
	Doctor channelDoctorCommand `cmd:"" help:"Say which terminals can be served, and what is in the way of the others."`
}

// channelServeCommand is mystic channel serve.
type channelServeCommand struct {
	ReadOnly bool `help:"Refuse what types into a terminal or presses a key."`
}

// Help is what --help says besides.
func (c *channelServeCommand) Help() string {
	var b strings.Builder
	b.WriteString("It serves until its input ends, and prints nothing but MCP. It is configured by environment variables:")
	for _, v := range channel.Variables() {
		b.WriteString("\n\n" + v.Name + ": " + v.Meaning + " It is " + v.Valid + "; by default " + v.Default + ".")
	}
	return b.String()
}

// Run serves until ctx or the input ends.
func (c *channelServeCommand) Run(ctx context.Context, a *app) error {
	config, backend, err := a.terminals()
	if err != nil {
		return err
	}
	config.ReadOnly = c.ReadOnly
	service, err := channel.NewService(backend, config)
	if err != nil {
		return plainChannel(err)
	}
	defer service.Close()
	return mcpserver.Serve(ctx, service, a.Stdin, a.Stdout, &mcpserver.Options{Version: release()})
}

// terminals makes the backend that the environment configures.
func (a *app) terminals() (channel.Config, *tmux.Backend, error) {
	config, err := channel.Load(a.LookupEnv)
	if err != nil {
		return channel.Config{}, nil, plainChannel(err)
	}
	backend, err := tmux.New(config)
	if err != nil {
		return channel.Config{}, nil, plainChannel(err)
	}
	return config, backend, nil
}

// plainChannel is an error of channels for who started the program, to whom the code says nothing that the sentence does not.
func plainChannel(err error) error { return errors.New(channel.AsError(err).Message) }
