package mcpserver

import (
	"context"
	"io"

	"mystic-sdk/internal/rpc"
	"mystic-sdk/internal/stdio"
	"mystic-sdk/sdk"
)

// Stdio serves a world's tools to one agent over a pair of streams, one JSON-RPC message a line, until in ends, ctx ends or
// out fails. At the end calls that wait answer at once with what there is to say. It returns nil when in or ctx ended, else
// what failed. A reply that is written after the end of in counts as not told: its client is leaving.
//
// It reads in on a goroutine of its own, and closes in at the end when it is an io.Closer, so that a read in progress
// ends; where a close does not end a read, as with a terminal, the goroutine stays until the next line. It never closes
// out; a client that reads nothing for five seconds at the end gets no more.
func Stdio(ctx context.Context, world *sdk.World, agentID string, in io.Reader, out io.Writer, opts *Options) error {
	return serveStdio(ctx, world.Gateway(), agentID, in, out, opts)
}

func serveStdio(ctx context.Context, world gateway, agentID string, in io.Reader, out io.Writer, opts *Options) error {
	desk := newDesk(world, opts.withDefaults())
	return stdio.Serve(ctx, seat{desk, agentID}, stdio.Limits{Line: maxBody, InFlight: stdioWorkers}, in, out)
}

// seat is the place at the desk of the one agent behind two streams.
type seat struct {
	desk  *desk
	agent string
}

func (s seat) Refuse(m *rpc.Message) *rpc.Error { return refuse(m) }

func (s seat) Answer(ctx context.Context, m *rpc.Message, line []byte, send func([]byte) bool) {
	x := &exchange{agent: s.agent}
	text, _ := s.desk.respond(ctx, x, m, line)
	s.desk.tell(x, func() bool { return send(text) })
}

// Drain refuses nothing: what was read before the end is answered.
func (s seat) Drain() { s.desk.hurry() }
