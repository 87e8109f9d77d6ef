package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/mcpserver"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// The agents of the tests and their credentials.
const (
	maxToken = "max-0123456789abcdef"
	annToken = "ann-0123456789abcdef"
)

func tokenOf(agent string) string { return agent + "-0123456789abcdef" }

func testTokens(t testing.TB) *mcpserver.Tokens {
	tokens, err := mcpserver.ParseTokens("max=" + maxToken + ",ann=" + annToken)
	require.NoError(t, err)
	return tokens
}

// house is a server over the small game, reached over real HTTP.
type house struct {
	t      testing.TB
	game   *game
	server *mcpserver.Server
	url    string
	client *http.Client
	log    *lockedBuffer
}

func open(t testing.TB, opts *mcpserver.Options) *house {
	h := &house{t: t, game: newGame(t), log: &lockedBuffer{}}
	filled := mcpserver.Options{}
	if opts != nil {
		filled = *opts
	}
	if filled.Log == nil {
		filled.Log = slog.New(slog.NewJSONHandler(h.log, nil))
	}
	server, err := mcpserver.NewHTTP(h.game, testTokens(t), &filled)
	require.NoError(t, err)
	h.server = server
	web := httptest.NewServer(server)
	transport := &http.Transport{}
	h.url, h.client = web.URL, &http.Client{Transport: transport}
	t.Cleanup(func() {
		server.Drain()
		transport.CloseIdleConnections()
		web.Close()
	})
	return h
}

// lockedBuffer is a buffer that a log may write while a test reads it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// patience bounds what a test waits for that should come at once.
func patience(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// answered is an HTTP response, read.
type answered struct {
	status int
	header http.Header
	body   string
}

// do sends a request and reads all of its answer.
func (h *house) do(r *http.Request) answered {
	h.t.Helper()
	response, err := h.client.Do(r)
	require.NoError(h.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(h.t, err)
	return answered{response.StatusCode, response.Header, string(body)}
}

// request makes a request with an agent's credential; headers come as names and values in turn.
func (h *house) request(agent, method, body string, headers ...string) *http.Request {
	r, err := http.NewRequestWithContext(patience(h.t), method, h.url+mcpserver.ToolsPath, strings.NewReader(body))
	require.NoError(h.t, err)
	r.Header.Set("Authorization", "Bearer "+tokenOf(agent))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// era makes requests in one era of the protocol.
type era struct {
	name string
	// begin returns a client of an agent, which makes the requests of JSON-RPC messages.
	begin func(h *house, agent string) func(id int, method, params string) *http.Request
}

const modernVersion = "2026-07-28"

func eras() []era { return []era{legacy(), modern()} }

func legacy() era {
	return era{"legacy", func(h *house, agent string) func(int, string, string) *http.Request {
		session := h.session(agent)
		return func(id int, method, params string) *http.Request {
			return h.request(agent, http.MethodPost, rpc(id, method, params), "Mcp-Session-Id", session, "Mcp-Protocol-Version", "2025-11-25")
		}
	}}
}

func modern() era {
	return era{"modern", func(h *house, agent string) func(int, string, string) *http.Request {
		return func(id int, method, params string) *http.Request {
			var p map[string]any
			require.NoError(h.t, json.Unmarshal([]byte(params), &p))
			meta, _ := p["_meta"].(map[string]any)
			if meta == nil {
				meta = map[string]any{}
			}
			meta["io.modelcontextprotocol/protocolVersion"] = modernVersion
			meta["io.modelcontextprotocol/clientCapabilities"] = map[string]any{}
			p["_meta"] = meta
			full, err := json.Marshal(p)
			require.NoError(h.t, err)
			r := h.request(agent, http.MethodPost, rpc(id, method, string(full)), "Mcp-Protocol-Version", modernVersion, "Mcp-Method", method)
			if name, ok := p["name"].(string); ok {
				r.Header.Set("Mcp-Name", name)
			}
			if uri, ok := p["uri"].(string); ok {
				r.Header.Set("Mcp-Name", uri)
			}
			return r
		}
	}}
}

// session does the handshake of the legacy era.
func (h *house) session(agent string) string {
	h.t.Helper()
	got := h.do(h.request(agent, http.MethodPost, rpc(1, "initialize",
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)))
	require.Equal(h.t, http.StatusOK, got.status, got.body)
	require.NotEmpty(h.t, got.header.Get("Mcp-Session-Id"))
	return got.header.Get("Mcp-Session-Id")
}

// rpc is a JSON-RPC message; id 0 makes it a notification.
func rpc(id int, method, params string) string {
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": json.RawMessage(params)}
	if id != 0 {
		m["id"] = id
	}
	body, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(body)
}

// toolCall is the parameters of tools/call.
func toolCall(tool, args string) string { return `{"name":"` + tool + `","arguments":` + args + `}` }

// result is what a tool answered, off the wire.
type result struct {
	Content []struct {
		Type, Text string
	}
	StructuredContent json.RawMessage
	IsError           bool
}

// resultOf reads the result out of a JSON-RPC answer.
func resultOf(t testing.TB, body string) result {
	t.Helper()
	var answer struct {
		Result *result
		Error  json.RawMessage
	}
	require.NoError(t, json.Unmarshal([]byte(body), &answer), body)
	require.NotNil(t, answer.Result, body)
	require.Len(t, answer.Result.Content, 1, body)
	require.Equal(t, "text", answer.Result.Content[0].Type)
	return *answer.Result
}

func textOf(t testing.TB, body string) string {
	t.Helper()
	return resultOf(t, body).Content[0].Text
}

// later sends a request on a goroutine and hands its answer over when it comes.
func (h *house) later(r *http.Request) <-chan answered {
	done := make(chan answered, 1)
	go func() {
		defer close(done)
		response, err := h.client.Do(r)
		if err != nil {
			return // the client left
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err == nil {
			done <- answered{response.StatusCode, response.Header, string(body)}
		}
	}()
	return done
}
