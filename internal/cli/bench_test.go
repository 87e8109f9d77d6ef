package cli_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/games/miners"
	"mystic-sdk/mcpserver"
)

const benchToken = "0123456789abcdef"

// webServer serves at a loopback address until the benchmark ends.
func webServer(b *testing.B, handler http.Handler) (url string) {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	b.Cleanup(func() { server.Close() })
	return "http://" + listener.Addr().String() + mcpserver.ToolsPath
}

// poster sends JSON-RPC messages over connections that it keeps.
type poster struct {
	web *http.Client
	url string
	id  string // of the session
}

func newPoster(b *testing.B, url string) *poster {
	web := &http.Transport{MaxIdleConnsPerHost: 64}
	b.Cleanup(web.CloseIdleConnections)
	return &poster{web: &http.Client{Transport: web}, url: url}
}

// post sends a message and reads the whole answer.
func (p *poster) post(message string) (*http.Response, []byte, error) {
	request, err := http.NewRequest(http.MethodPost, p.url, strings.NewReader(message))
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("Authorization", "Bearer "+benchToken)
	if p.id != "" {
		request.Header.Set("Mcp-Session-Id", p.id)
	}
	response, err := p.web.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, body, err
}

// The messages that are sent.
const (
	hello  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	status = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"status","arguments":{}}}`
)

// calls measures the trivial call, over one connection and over 64.
func calls(b *testing.B, p *poster) {
	one := func(b *testing.B) {
		if response, body, err := p.post(status); err != nil || response.StatusCode != http.StatusOK {
			b.Fatalf("%v %v %s", err, response, body)
		}
	}
	b.Run("connections=1", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			one(b)
		}
	})
	b.Run("connections=64", func(b *testing.B) {
		b.ReportAllocs()
		b.SetParallelism(max(1, 64/runtime.GOMAXPROCS(0)))
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				one(b)
			}
		})
	})
}

// BenchmarkCallOverHTTP is a trivial tool call, status, with its credential, session, limits and acknowledgement.
func BenchmarkCallOverHTTP(b *testing.B) {
	world, err := miners.New(nil)
	require.NoError(b, err)
	tokens := &mcpserver.Tokens{}
	require.NoError(b, tokens.Add("max", benchToken))
	server, err := mcpserver.HTTP(world, tokens, &mcpserver.Options{CallsPerMinute: -1, Log: slog.New(slog.DiscardHandler)})
	require.NoError(b, err)
	b.Cleanup(server.Drain)
	p := newPoster(b, webServer(b, server))
	response, body, err := p.post(hello)
	require.NoError(b, err)
	p.id = response.Header.Get("Mcp-Session-Id")
	require.NotEmpty(b, p.id, string(body))
	calls(b, p)
}

// BenchmarkBareJSONOverHTTP is what the call is measured against: net/http, one JSON value in and one of about the same size out.
func BenchmarkBareJSONOverHTTP(b *testing.B) {
	calls(b, newPoster(b, webServer(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message struct {
			ID     json.RawMessage `json:"id"`
			Params json.RawMessage `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": message.ID, "result": map[string]any{
			"content": []map[string]string{{"type": "text", "text": "0 · mine · gold 0 · idle · @1"}},
		}})
	}))))
}
