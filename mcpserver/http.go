package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mystic-sdk/sdk"
)

// The paths of a Server.
const (
	ToolsPath  = "/mcp"
	HealthPath = "/healthz"
)

// Server serves a world's tools over Streamable HTTP. As a handler it answers ToolsPath and HealthPath, and 404 for all
// else. It is safe for concurrent use.
type Server struct {
	desk     *desk
	doors    *doors
	sessions *sessions
	mcp      *server.StreamableHTTPServer
	opts     Options
}

// HTTP makes the server of a world's tools for the agents that tokens knows; nil knows nobody. Tokens may change while it
// serves. An error says what is wrong with opts. The server holds a goroutine until Drain, which Serve calls at its end.
func HTTP(world *sdk.World, tokens *Tokens, opts *Options) (*Server, error) {
	return newHTTP(world.Gateway(), tokens, opts)
}

func newHTTP(world gateway, tokens *Tokens, opts *Options) (*Server, error) {
	if tokens == nil {
		tokens = &Tokens{}
	}
	filled := opts.withDefaults()
	doors, err := newDoors(tokens, filled)
	if err != nil {
		return nil, err
	}
	s := &Server{desk: newDesk(world, filled), doors: doors, sessions: newSessions(), opts: filled}
	s.mcp = server.NewStreamableHTTPServer(newMCP(s.desk),
		server.WithSessionIdManagerResolver(s.sessions),
		server.WithSessionIdleTTL(sessionIdle),
		server.WithDisableStreaming(true),
		server.WithStreamableHTTPLogger(filled.Log),
	)
	return s, nil
}

// ServeHTTP answers the server's own paths.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case ToolsPath:
		s.serveTools(w, r)
	case HealthPath:
		s.serveHealth(w, r)
	default:
		http.NotFound(w, r)
	}
}

// Tools returns the handler of the tools alone, whatever the path.
func (s *Server) Tools() http.Handler {
	return http.HandlerFunc(s.serveTools)
}

// Health returns the handler that says, without a credential, whether the server takes calls: 200 and "ok", or 503 and
// "draining".
func (s *Server) Health() http.Handler {
	return http.HandlerFunc(s.serveHealth)
}

// Drain ends the service: calls that wait answer at once with what there is to say, later ones answer unavailable, and the
// server's goroutine ends. The world is not touched. It returns at once and may be called again; http.Server.Shutdown,
// called after it, waits for the replies.
func (s *Server) Drain() {
	s.desk.drain()
	// Without an http.Server of its own, mcp-go has nothing to wait for and cannot fail.
	_ = s.mcp.Shutdown(context.Background())
}

func (s *Server) serveHealth(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "GET only", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if s.desk.isDrained() {
		http.Error(w, "draining", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	// A client that does not wait for the answer misses nothing.
	_, _ = io.WriteString(w, "ok\n")
}

func (s *Server) serveTools(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	if s.doors.preflight(w, r) {
		return
	}
	if r.Method != http.MethodPost && r.Method != http.MethodDelete {
		// A GET would open a stream: it costs memory, no message ever comes on it, and it is a place to wait for those of
		// somebody else.
		header.Set("Allow", "POST, DELETE")
		http.Error(w, "POST a message, or DELETE a session", http.StatusMethodNotAllowed)
		return
	}
	agent, ok := s.doors.enter(w, r)
	if !ok {
		return
	}
	x := &exchange{agent: agent}
	a := &answer{w: w}
	s.handle(a, r, x)
	// Asked before the write: a client that has its reply may leave at once.
	there := r.Context().Err() == nil
	if err := a.send(); err == nil && there {
		s.desk.acknowledge(x)
	}
}

// handle has mcp-go fill in the answer, unless a guard does.
func (s *Server) handle(a *answer, r *http.Request, x *exchange) {
	defer func() {
		if broken := recover(); broken != nil {
			x.mark = 0
			a.fail(http.StatusInternalServerError, "something broke in the server; ref "+s.desk.report("a request broke", broken))
		}
	}()
	request := &server.HTTPRequest{Method: r.Method, URL: r.URL, Header: r.Header, Context: x.with(r.Context())}
	if r.Method == http.MethodPost {
		body, status := readBody(a.w, r)
		if status != 0 {
			a.fail(status, http.StatusText(status))
			return
		}
		request.Body = body
	}
	if s.guard(a, request, x.agent) {
		s.mcp.Handle(a, request)
	}
}

// guard judges a request by what it says, and answers it when mcp-go must not see it.
func (s *Server) guard(a *answer, r *server.HTTPRequest, agent string) bool {
	session := r.Header.Get(mcp.HeaderSessionID)
	modern := mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion))
	if r.Method == http.MethodDelete {
		if !modern && !s.sessions.owned(session, agent) {
			// mcp-go would answer 500 here.
			a.fail(http.StatusNotFound, "no such session")
			return false
		}
		return true
	}
	m, wrong := readMessage(r.Body)
	modern = modern || m != nil && mcp.IsModernProtocol(m.Params.Meta.ProtocolVersion())
	switch {
	case wrong != nil:
		a.refuse(wrong, m.id(), wrong.status(modern))
		return false
	case m.isCancel() && (modern || session == ""):
		// mcp-go finds the call to cancel by session and id. Where there is no session that is the id alone, so this would
		// stop whichever agent's call happens to bear it. A client of that era cancels by closing its request.
		a.WriteHeader(http.StatusAccepted)
		return false
	case !modern && session == "" && m.Method != string(mcp.MethodInitialize):
		a.fail(http.StatusBadRequest, "the header "+mcp.HeaderSessionID+" is missing; begin with initialize")
		return false
	}
	return true
}

// readBody reads a request's message. When it cannot, status says how to answer.
func readBody(w http.ResponseWriter, r *http.Request) (body []byte, status int) {
	if r.ContentLength > maxBody {
		return nil, http.StatusRequestEntityTooLarge
	}
	// The deadline is for the body alone: while the call waits, a connection that says nothing is as it should be. Where
	// the writer has no deadlines to set, whoever made it bounds the reading.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(headerTimeout))
	defer func() { _ = control.SetReadDeadline(time.Time{}) }()

	var read bytes.Buffer
	read.Grow(int(max(r.ContentLength, 0)) + bytes.MinRead)
	_, err := read.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return read.Bytes(), 0
	case errors.As(err, &tooLarge):
		return nil, http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, http.StatusRequestTimeout
	default:
		return nil, http.StatusBadRequest
	}
}
