package cli

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"time"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
	"mystic-sdk/sdk"
)

const (
	defaultAddress = "127.0.0.1:8420"

	minTick = time.Millisecond
	maxTick = 24 * time.Hour

	leash = 24 * time.Hour // without a call, after which a script rests
)

// serveCommand is mystic serve.
type serveCommand struct {
	gameArgument
	HTTP   string         `placeholder:"ADDR" help:"Loopback address to listen on; by default ${address}, and none with --stdio."`
	Stdio  bool           `help:"Speak MCP on standard input and output, for one agent: the first --agent, else the first of the world."`
	Agent  agentIDs       `placeholder:"ID" help:"An agent that is in the world from the start; may be repeated, or ID,ID."`
	Tick   *time.Duration `placeholder:"DUR" help:"Real length of a tick, 1ms to 24h, such as 250ms; by default that of the game."`
	Seed   *uint64        `placeholder:"N" help:"Seed of the world's randomness; by default a new one."`
	Tokens string         `placeholder:"FILE" help:"Tokens file, of lines \"max sha256:HASH\"; without one MYSTIC_TOKENS=\"max=TOKEN,…\" counts, else tokens are made."`
}

// Validate is called by kong.
func (c *serveCommand) Validate() error {
	switch {
	case c.Tick != nil && (*c.Tick < minTick || *c.Tick > maxTick):
		return &usageError{err: errors.New("--tick is 1ms to 24h")}
	case c.Tokens != "" && !c.overHTTP():
		return &usageError{err: errors.New("--tokens is for clients that come over HTTP, and --stdio alone takes none; --http ADDR takes both")}
	case c.HTTP != "" && !hostPort(c.HTTP):
		return &usageError{
			err:  fmt.Errorf("%s is no address", contract.Quote(c.HTTP, 0)),
			hint: "--http takes HOST:PORT, such as " + defaultAddress,
		}
	}
	return nil
}

// hostPort says whether an address is HOST:PORT with a port in digits.
func hostPort(address string) bool {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// overHTTP says whether clients can come over HTTP.
func (c *serveCommand) overHTTP() bool { return c.HTTP != "" || !c.Stdio }

// Run serves until ctx ends, or with --stdio until the client leaves. What can be wrong is looked at from the command line
// outwards: the game, its agents, their tokens, and the network last.
func (c *serveCommand) Run(ctx context.Context, a *app) error {
	log := a.log(slog.LevelInfo)
	options := &sdk.Options{Seed: newSeed(), Agents: c.Agent, Leash: leash, Log: log}
	if c.Seed != nil {
		options.Seed = *c.Seed
	}
	if c.Tick != nil {
		options.TickLength = *c.Tick
	}
	world, err := c.world(options)
	if err != nil {
		return err
	}
	defer world.Close()

	parts := []func(context.Context) error{func(ctx context.Context) error { return tick(ctx, world, log) }}
	opts := &mcpserver.Options{Log: log}
	if c.Stdio {
		agent, err := player(world, c.Agent.first())
		if err != nil {
			return err
		}
		parts = append(parts, func(ctx context.Context) error {
			a.say("%s speaks MCP on standard input and output", agent)
			return mcpserver.Stdio(ctx, world, agent, a.Stdin, a.Stdout, opts)
		})
	}
	if c.overHTTP() {
		web, err := c.web(ctx, a, world, opts)
		if err != nil {
			return err
		}
		parts = append(parts, web)
	}
	a.say("%s plays, a tick every %s, seed %d", c.Game, world.TickLength(), options.Seed)
	err = together(ctx, parts)
	if late := world.Late(); late > 0 {
		a.say("%d ticks began late", late)
	}
	return err
}

// web opens the address and says where it is. What it returns serves there, and must be called.
func (c *serveCommand) web(ctx context.Context, a *app, world *sdk.World, opts *mcpserver.Options) (func(context.Context) error, error) {
	creds, err := c.credentials(a, world)
	if err != nil {
		return nil, err
	}
	server, err := mcpserver.HTTP(world, creds.tokens, opts)
	if err != nil {
		return nil, fmt.Errorf("make the server: %w", err)
	}
	listener, err := listen(ctx, c.HTTP)
	if err != nil {
		return nil, err
	}
	c.announce(a, "http://"+listener.Addr().String()+mcpserver.ToolsPath, creds)
	return func(ctx context.Context) error { return server.Serve(ctx, listener) }, nil
}

// tick moves the world's clock. The game's panic is for the log; the sentence is for the operator.
func tick(ctx context.Context, world *sdk.World, log *slog.Logger) error {
	err := world.Run(ctx, 0)
	var broke *sdk.PanicError
	if errors.As(err, &broke) {
		log.Error("the world ended", slog.Any("panic", broke.Value), slog.String("stack", string(broke.Stack)))
	}
	return err
}

// together runs parts until the first of them ends, ends the others, and returns what went wrong.
func together(ctx context.Context, parts []func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ends := make(chan error)
	for _, part := range parts {
		go func() { ends <- part(ctx) }()
	}
	var errs []error
	for range parts {
		errs = append(errs, <-ends)
		cancel()
	}
	return errors.Join(errs...)
}

// listen opens a loopback address.
func listen(ctx context.Context, address string) (net.Listener, error) {
	if address == "" {
		address = defaultAddress
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	local, err := loopback(ctx, host)
	if err != nil {
		return nil, err
	}
	if !local {
		return nil, fmt.Errorf("serve does not listen on %s: until the sandbox and the transport are hardened for strangers it takes "+
			"loopback addresses only; use --http 127.0.0.1:%s, and from another machine: ssh -L %s:127.0.0.1:%s HOST", address, port, port, port)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; --http 127.0.0.1:0 takes a free port", err)
	}
	return listener, nil
}

// loopback says whether all addresses of a host are this machine as seen from itself. No host is every address.
func loopback(ctx context.Context, host string) (bool, error) {
	if host == "" {
		return false, nil
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return false, err // it names the host
	}
	for _, ip := range ips {
		if !ip.Unmap().IsLoopback() {
			return false, nil
		}
	}
	return len(ips) > 0, nil
}

// newSeed draws a seed, so that two worlds after one another are not taken for the same.
func newSeed() uint64 {
	var b [8]byte
	rand.Read(b[:])                               // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11 // JSON keeps it exact
}
