package mcpclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/mcpclient"
)

func TestResultsComeAsTheyWereSent(t *testing.T) {
	for way, connect := range connections() {
		t.Run(way, func(t *testing.T) {
			c := connect(t)
			for _, call := range []struct {
				tool string
				args map[string]any
				want string
			}{
				{"echo", map[string]any{"n": 1, "s": "<é>"},
					`{"content":[{"type":"text","text":"also <text>"}],"structuredContent":{"n":1,"s":"<é>"}}`},
				{"echo", nil, `{"content":[{"type":"text","text":"also <text>"}],"structuredContent":{}}`},
				{"text", nil, `{"content":[{"type":"text","text":"{\"a\":1}"}]}`},
				{"fail", nil, `{"content":[{"type":"text","text":"{\"error\":\"no\"}"}],"isError":true}`},
			} {
				got, err := c.CallTool(patience(t), call.tool, call.args)
				require.NoError(t, err)
				require.JSONEq(t, call.want, withoutMeta(t, got))
			}
			_, err := c.CallTool(patience(t), "fly", nil)
			require.ErrorContains(t, err, "call fly: ")
			require.NotErrorIs(t, err, agent.ErrConnectionLost, "a request that is refused has reached the server")
		})
	}
}

// What a world said is not written anew on its way: not its numbers, nor the order of its members.
func TestTheValueIsTheBytesThatWereSent(t *testing.T) {
	const value = `{"z":1.0,"a":"<é>","big":9007199254740993}`
	c, err := mcpclient.InProcess(patience(t), func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(message, &request); err != nil || request.Method != "tools/call" {
			return handler(newServer())(ctx, message)
		}
		return json.RawMessage(`{"jsonrpc":"2.0","id":` + string(request.ID) + `,"result":{"content":[],"structuredContent":` + value + `}}`), nil
	})
	closed(t, c, err)
	got, err := c.CallTool(patience(t), "echo", nil)
	require.NoError(t, err)
	require.Contains(t, string(got), `"structuredContent":`+value)
}

// withoutMeta drops what the protocol's newer versions add to each result.
func withoutMeta(t *testing.T, result json.RawMessage) string {
	t.Helper()
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(result, &members))
	delete(members, "_meta")
	out, err := json.Marshal(members)
	require.NoError(t, err)
	return string(out)
}

func TestCancellationReachesTheServer(t *testing.T) {
	for way, connect := range connections() {
		t.Run(way, func(t *testing.T) {
			c := connect(t)
			why := errors.New("the turn is over")
			ctx, cancel := context.WithCancelCause(patience(t))
			failed := make(chan error)
			go func() {
				_, err := c.CallTool(ctx, "wait", nil)
				failed <- err
			}()
			_, err := c.CallTool(patience(t), "waiting", nil)
			require.NoError(t, err)
			cancel(why)
			err = <-failed
			require.ErrorIs(t, err, why)
			require.NotErrorIs(t, err, agent.ErrConnectionLost)
			told, err := c.CallTool(patience(t), "cancelled", nil)
			require.NoError(t, err)
			require.NotContains(t, string(told), "never")
		})
	}
}

func TestACallThatIsOverIsNotSent(t *testing.T) {
	calls := 0
	s := newServer()
	c, err := mcpclient.InProcess(patience(t), func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		calls++
		return handler(s)(ctx, message)
	})
	closed(t, c, err)
	before := calls
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.CallTool(ctx, "echo", nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, calls)
}

func TestTheConnectionOutlivesItsContext(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(patience(t))
	c, err := mcpclient.Command(ctx, self, nil, &mcpclient.CommandOptions{Env: []string{serveVariable + "=1"}})
	closed(t, c, err)
	cancel()
	_, err = c.CallTool(patience(t), "text", nil)
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.NoError(t, c.Close())
}

func TestTools(t *testing.T) {
	for way, connect := range connections() {
		t.Run(way, func(t *testing.T) {
			tools, err := connect(t).Tools(patience(t))
			require.NoError(t, err)
			require.Len(t, tools, 9)
			for _, tool := range tools {
				require.Equal(t, "Does "+tool.Name+".", tool.Description)
				require.JSONEq(t, `{"type":"object","properties":{"`+tool.Name+`":{"type":"string","pattern":"^<"}},"required":[]}`,
					string(tool.InputSchema))
			}
		})
	}
}

func TestALostConnection(t *testing.T) {
	exited := command(t)
	_, err := exited.CallTool(patience(t), "exit", nil)
	require.ErrorIs(t, err, agent.ErrConnectionLost)
	require.EqualError(t, err, "call exit: connection lost: the connection is closed")
	_, err = exited.Tools(patience(t))
	require.EqualError(t, err, "list tools: connection lost: the connection is closed")

	local, err := mcpclient.InProcess(patience(t), handler(newServer()))
	require.NoError(t, err)
	require.NoError(t, local.Close())
	_, err = local.CallTool(patience(t), "text", nil)
	require.EqualError(t, err, "call text: connection lost: the connection is closed")

	missing := filepath.Join(t.TempDir(), "missing")
	_, err = mcpclient.Command(patience(t), missing, nil, nil)
	require.EqualError(t, err, "connect: connection lost: the server could not be reached")
	require.ErrorIs(t, err, os.ErrNotExist, "the owner can look at the cause")

	web := httptest.NewServer(http.NotFoundHandler())
	address := web.URL
	_, err = mcpclient.HTTP(patience(t), address, nil)
	require.ErrorIs(t, err, agent.ErrConnectionLost)
	web.Close()
	_, err = mcpclient.HTTP(patience(t), address, nil)
	require.ErrorIs(t, err, agent.ErrConnectionLost)
	require.NotContains(t, err.Error(), strings.TrimPrefix(address, "http://"), "an address is not shown")
}

func TestAServerThatForgets(t *testing.T) {
	var forgotten atomic.Bool
	tools := server.NewStreamableHTTPServer(newServer())
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forgotten.Load() {
			http.NotFound(w, r)
			return
		}
		tools.ServeHTTP(w, r)
	}))
	defer web.Close()
	c, err := mcpclient.HTTP(patience(t), web.URL+"/mcp", nil)
	closed(t, c, err)
	forgotten.Store(true)
	_, err = c.CallTool(patience(t), "text", nil)
	require.EqualError(t, err, "call text: connection lost: the server no longer knows the connection")
	require.ErrorIs(t, err, agent.ErrConnectionLost)
}

// older is a server that speaks the protocol as it was before discovery, and counts the notifications that it gets.
func older(notified *int) mcpclient.Handler {
	s := newServer()
	return func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(message, &request); err != nil {
			return nil, err
		}
		switch {
		case request.ID == nil:
			*notified++
		case request.Method == "server/discover":
			return json.RawMessage(`{"jsonrpc":"2.0","id":` + string(request.ID) + `,"error":{"code":-32601,"message":"what?"}}`), nil
		}
		return handler(s)(ctx, message)
	}
}

func TestOlderServers(t *testing.T) {
	notified := 0
	c, err := mcpclient.InProcess(patience(t), older(&notified))
	closed(t, c, err)
	require.Equal(t, 1, notified, "the end of the introduction")
	got, err := c.CallTool(patience(t), "text", nil)
	require.NoError(t, err)
	require.JSONEq(t, `{"content":[{"type":"text","text":"{\"a\":1}"}]}`, string(got))
}

func TestAServerThatIsNone(t *testing.T) {
	broken := errors.New("broken")
	for _, handle := range []mcpclient.Handler{
		func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, broken },
		func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage("hello"), nil },
	} {
		_, err := mcpclient.InProcess(patience(t), handle)
		require.ErrorIs(t, err, agent.ErrConnectionLost)
		require.EqualError(t, err, "connect: connection lost: the server could not be reached")
	}
}

func TestACommandGetsNoKeysOfItsOwner(t *testing.T) {
	t.Setenv("OWNERS_KEY", "secret")
	self, err := os.Executable()
	require.NoError(t, err)
	c := start(t, self, &mcpclient.CommandOptions{Env: []string{serveVariable + "=1", "GIVEN=1"}})
	got, err := c.CallTool(patience(t), "environment", nil)
	require.NoError(t, err)
	require.JSONEq(t, `{"content":[],"structuredContent":["GIVEN","`+serveVariable+`"]}`, withoutMeta(t, got))

	script := filepath.Join(t.TempDir(), "server")
	text := "#!/bin/sh\necho started >&2\n" + serveVariable + "=1 exec '" + self + "'\n"
	require.NoError(t, os.WriteFile(script, []byte(text), 0o755))
	stderr := &said{line: make(chan string, 1)}
	c = start(t, script, &mcpclient.CommandOptions{Stderr: stderr})
	got, err = c.CallTool(patience(t), "environment", nil)
	require.NoError(t, err)
	require.Contains(t, string(got), `"HOME"`)
	require.Contains(t, string(got), `"PATH"`)
	require.NotContains(t, string(got), "OWNERS_KEY")
	require.Equal(t, "started\n", <-stderr.line)
}

// said is the first that was written to it.
type said struct {
	once sync.Once
	line chan string
}

func (s *said) Write(p []byte) (int, error) {
	s.once.Do(func() { s.line <- string(p) })
	return len(p), nil
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"http://example.com/mcp":             "address of an MCP server: it must be https, or http on this machine",
		"http://127.0.0.2/mcp":               "address of an MCP server: it must be https, or http on this machine",
		"http://localhost.example.com/mcp":   "address of an MCP server: it must be https, or http on this machine",
		"ftp://localhost/mcp":                "address of an MCP server: it must be https, or http on this machine",
		"https://max:secret@example.com/mcp": "address of an MCP server: it may hold neither user nor query nor fragment",
		"https://example.com/mcp?key=secret": "address of an MCP server: it may hold neither user nor query nor fragment",
		"https://example.com/mcp?":           "address of an MCP server: it may hold neither user nor query nor fragment",
		"https://example.com/mcp#secret":     "address of an MCP server: it may hold neither user nor query nor fragment",
		"/mcp":                               "address of an MCP server: it is no URL with a host",
		"http://%zz":                         "address of an MCP server: it is no URL with a host",
	} {
		_, err := mcpclient.HTTP(t.Context(), address, nil)
		require.ErrorIs(t, err, mcpclient.ErrURL, address)
		require.EqualError(t, err, want, address)
	}
	for _, address := range []string{"http://[::1]:1/mcp", "http://localhost:1/mcp", "https://127.0.0.1:1/v1/mcp"} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // so that nothing is tried
		_, err := mcpclient.HTTP(ctx, address, nil)
		require.NotErrorIs(t, err, mcpclient.ErrURL, address)
	}
}

func TestATokenGoesNowhereElse(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen["redirected"] = true
	}))
	defer elsewhere.Close()
	moved := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer moved.Close()
	_, err := mcpclient.HTTP(patience(t), moved.URL, &mcpclient.HTTPOptions{Token: "max-0123456789abcdef"})
	require.ErrorIs(t, err, agent.ErrConnectionLost)
	require.NotContains(t, err.Error(), "max-")

	tools := server.NewStreamableHTTPServer(newServer())
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.Header.Get("Authorization")+r.Header.Get("Cookie")] = true
		mu.Unlock()
		http.SetCookie(w, &http.Cookie{Name: "track", Value: "1"})
		tools.ServeHTTP(w, r)
	}))
	defer web.Close()
	c, err := mcpclient.HTTP(patience(t), web.URL+"/mcp", &mcpclient.HTTPOptions{Token: "max-0123456789abcdef"})
	closed(t, c, err)
	_, err = c.CallTool(patience(t), "text", nil)
	require.NoError(t, err)
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, map[string]bool{"Bearer max-0123456789abcdef": true}, seen)
}

// In a bubble, where a call that went on would be a deadlock: a world that a test plays by a clock of its own needs a connection
// that waits for nothing but the server.
func TestCasesCancellation(t *testing.T) {
	t.Run("T1", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, err := mcpclient.InProcess(t.Context(), handler(newServer()))
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			failed := make(chan error)
			go func() {
				_, err := c.CallTool(ctx, "wait", nil)
				failed <- err
			}()
			synctest.Wait() // the call waits for its context and nothing else
			cancel()
			require.ErrorIs(t, <-failed, context.Canceled)
			_, err = c.CallTool(t.Context(), "cancelled", nil)
			require.NoError(t, err, "the server has seen it")
			require.NoError(t, c.Close())
		})
	})
}
