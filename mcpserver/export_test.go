package mcpserver

import (
	"context"
	"io"
	"net"
)

// Gateway is what the transports need of an *sdk.Gateway, for tests that bring a game of their own.
type Gateway = gateway

// The constructors over a Gateway.
var NewHTTP = newHTTP

// ServeStdio is Stdio over a Gateway.
func ServeStdio(ctx context.Context, world Gateway, agent string, in io.Reader, out io.Writer, opts *Options) error {
	return serveStdio(ctx, world, agent, in, out, opts)
}

// LimitConnections is what Serve puts around its listener.
func LimitConnections(listener net.Listener, most int) net.Listener {
	return limitConnections(listener, most)
}

// Limits that tests go up to.
const (
	MaxBody   = maxBody
	WaitGrace = waitGrace
)
