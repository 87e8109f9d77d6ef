package mcpserver

import (
	"cmp"
	"context"
	"io"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"mystic-sdk/channel"
	"mystic-sdk/internal/rpc"
	"mystic-sdk/internal/stdio"
)

// Options tunes Serve. Nil and the zero value are ready to use.
type Options struct {
	// Version is what the server says of itself beside its name. "": "unreleased".
	Version string
	// Log takes one line for each call: tool, channel, code, duration, and how many bytes of text went in and out; never a
	// text. Nil: nothing is logged.
	Log *slog.Logger
}

const (
	// A text of the longest kind fits into a line also where a client writes every character of it as \u and four digits.
	maxLine = 6*channel.MaxTextBytes + 64<<10

	// More than can wait, 16, and run, 16, so that what asks for neither is answered at once. When there are as many,
	// nothing more is read until one ends.
	maxInFlight = 64
)

// Serve serves a service's channels to one client, one JSON-RPC message a line, until in ends, ctx ends or out fails. At the
// end reads that wait are answered with an error, and for what else is in flight there are five seconds. It returns nil when
// in or ctx ended, else what failed.
//
// It reads in on a goroutine of its own, and closes in at the end when it is an io.Closer, so that a read in progress ends;
// where a close does not end a read, as with a terminal, the goroutine stays until the next line. It never closes out, nor
// the service.
func Serve(ctx context.Context, service *channel.Service, in io.Reader, out io.Writer, opts *Options) error {
	if opts == nil {
		opts = &Options{}
	}
	return stdio.Serve(ctx, newServer(service, *opts), stdio.Limits{Line: maxLine, InFlight: maxInFlight}, in, out)
}

// server answers the requests of one client.
type server struct {
	// fixed at creation
	service *channel.Service
	tools   []tool
	self    rpc.Server
	mcp     *mcpgo.MCPServer
	log     *slog.Logger
	leaving context.Context // ends with Drain
	leave   context.CancelCauseFunc
}

func newServer(service *channel.Service, opts Options) *server {
	s := &server{
		service: service,
		self:    rpc.Server{Name: "mystic-channel", Version: cmp.Or(opts.Version, "unreleased")},
		log:     opts.Log,
	}
	s.tools = tools(s)
	s.mcp = newHandshake(s.self, s.tools)
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.leaving, s.leave = context.WithCancelCause(context.Background())
	return s
}

// Refuse refuses calls of tools that are not there.
func (s *server) Refuse(m *rpc.Message) *rpc.Error {
	if m.IsCall() && s.tool(m.Tool) == nil {
		return &rpc.Error{Code: mcp.INVALID_PARAMS, Text: "there is no tool of this name"}
	}
	return nil
}

// tool returns the tool of a name, nil where there is none.
func (s *server) tool(name string) *tool {
	for i := range s.tools {
		if s.tools[i].name == name {
			return &s.tools[i]
		}
	}
	return nil
}

// Answer answers a request. Of what breaks the client is told no more than that.
func (s *server) Answer(ctx context.Context, m *rpc.Message, line []byte, send func([]byte) bool) {
	if m.IsCall() {
		send(encode(m.AnswerCall(s.call(ctx, s.tool(m.Tool), m.Arguments), s.self)))
		return
	}
	send(s.shake(ctx, m, line))
}

// Drain ends the reads that wait.
func (s *server) Drain() {
	s.leave(&channel.Error{Code: channel.CodeBackendUnavailable, Message: "the server is ending"})
}
