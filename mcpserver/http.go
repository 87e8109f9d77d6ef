package mcpserver

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/internal/rpc"
	"mystic-sdk/sdk"
)

// The paths of a Server.
const (
	ToolsPath  = "/mcp"
	HealthPath = "/healthz"
)

// Server serves a world's tools over Streamable HTTP. As a handler it answers ToolsPath and HealthPath, and 404 for all
// else. It is safe for concurrent use, and holds nothing that must be given back.
type Server struct {
	desk     *desk
	doors    *doors
	sessions *sessions
	flights  *rpc.Flights
	opts     Options
}

// HTTP makes the server of a world's tools for the agents that tokens knows; nil knows nobody. Tokens may change while it
// serves. An error says what is wrong with opts.
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
	return &Server{desk: newDesk(world, filled), doors: doors, sessions: newSessions(), flights: rpc.NewFlights(), opts: filled}, nil
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

// Drain ends the service: calls that wait answer at once with what there is to say, and later ones answer unavailable. The
// world is not touched. It returns at once and may be called again; http.Server.Shutdown, called after it, waits for the
// replies.
func (s *Server) Drain() {
	s.desk.drain()
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

// serveTools is the Streamable HTTP transport, with one answer to each request and no streams. mcp-go's own is not used:
// its faults for many agents are listed in spec/transport.md, and each request of the modern era costs it a session with
// queues, which takes more time and memory than all the rest.
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
	a, x := &answer{w: w}, &exchange{agent: agent}
	if r.Method == http.MethodDelete {
		s.endSession(a, r, agent)
	} else {
		s.post(a, r, x)
	}
	s.desk.tell(x, func() bool { return a.send() == nil && !a.unwanted })
}

// endSession ends a session for the agent that it belongs to.
func (s *Server) endSession(a *answer, r *http.Request, agent string) {
	session := r.Header.Get(mcp.HeaderSessionID)
	switch {
	case isModern(r.Header, nil):
		a.Header().Set("Allow", "POST")
		a.fail(http.StatusMethodNotAllowed, "there are no sessions in this version of the protocol")
	case !s.sessions.holds(session, agent):
		a.fail(http.StatusNotFound, "no such session")
	default:
		s.sessions.end(session)
		a.status = http.StatusOK
	}
}

// post handles one message.
func (s *Server) post(a *answer, r *http.Request, x *exchange) {
	body, status := readBody(a.w, r)
	if status != 0 {
		text := http.StatusText(status)
		if status == http.StatusUnsupportedMediaType {
			text += ": send the header Content-Type: application/json"
		}
		a.fail(status, text)
		return
	}
	m, wrong := readMessage(body)
	modern := isModern(r.Header, m)
	if wrong == nil && modern && m.IsRequest() {
		wrong = headerFault(r.Header, m)
	}
	if wrong != nil {
		a.json(statusOf(wrong.Code, modern), wrong.Answer(m.AnswerID()))
		return
	}
	session, begins := r.Header.Get(mcp.HeaderSessionID), m.Method == string(mcp.MethodInitialize)
	if modern || begins {
		session = "" // nobody has checked it
	} else if status, text := s.legacyFault(r.Header, m, x.agent); status != 0 {
		a.fail(status, text)
		return
	}
	if !m.IsRequest() {
		// A cancel reaches the calls of its own session. Calls without a session are known by their id alone, which other
		// agents use too: none is in flights, and a modern client cancels by closing its request.
		if m.IsCancel() {
			s.flights.Cancel(rpc.Flight{Session: session, ID: string(m.Cancels)})
		}
		a.status = http.StatusAccepted
		return
	}
	ctx := r.Context()
	if session != "" {
		var land func()
		ctx, land = s.flights.Begin(ctx, rpc.Flight{Session: session, ID: string(m.ID)})
		defer land()
	}
	text, code := s.desk.respond(ctx, x, m, body)
	a.json(statusOf(code, modern), text)
	if begins && code == 0 {
		a.Header().Set(mcp.HeaderSessionID, s.sessions.create(x.agent))
	}
	// Asked before the answer is written: a client that has it may leave at once.
	a.unwanted = ctx.Err() != nil
}

// legacyFault says what is wrong with a message in a session, status 0 when nothing is.
func (s *Server) legacyFault(header http.Header, m *rpc.Message, agent string) (status int, text string) {
	version, session := header.Get(mcp.HeaderProtocolVersion), header.Get(mcp.HeaderSessionID)
	switch {
	case session == "" && m.IsCancel():
		return 0, "" // it is passed over
	case version != "" && !mcp.IsValidProtocolVersion(version):
		return http.StatusBadRequest, "the version in " + mcp.HeaderProtocolVersion + " is not spoken here"
	case session == "":
		return http.StatusBadRequest, "the header " + mcp.HeaderSessionID + " is missing; begin with initialize"
	case !s.sessions.holds(session, agent):
		return http.StatusNotFound, "no such session"
	}
	return 0, ""
}

// readBody reads a request's message. When it cannot, status says how to answer.
func readBody(w http.ResponseWriter, r *http.Request) (body []byte, status int) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, http.StatusUnsupportedMediaType
	}
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
