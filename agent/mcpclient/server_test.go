package mcpclient_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	"mystic-sdk/agent/mcpclient"
)

// newServer is an MCP server whose tools show what arrives and answer in every form.
func newServer() *server.MCPServer {
	s := server.NewMCPServer("test", "1")
	waiting, cancelled := make(chan struct{}, 1), make(chan struct{}, 1)
	for name, answer := range map[string]func(ctx context.Context, args map[string]any) *mcp.CallToolResult{
		"echo": func(_ context.Context, args map[string]any) *mcp.CallToolResult {
			return &mcp.CallToolResult{StructuredContent: args, Content: []mcp.Content{mcp.NewTextContent("also <text>")}}
		},
		"text": func(context.Context, map[string]any) *mcp.CallToolResult {
			return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(`{"a":1}`)}}
		},
		"fail": func(context.Context, map[string]any) *mcp.CallToolResult {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent(`{"error":"no"}`)}}
		},
		"wait": func(ctx context.Context, _ map[string]any) *mcp.CallToolResult {
			waiting <- struct{}{}
			<-ctx.Done()
			cancelled <- struct{}{}
			return mcp.NewToolResultText("{}")
		},
		"waiting":   func(ctx context.Context, _ map[string]any) *mcp.CallToolResult { return seen(ctx, waiting) },
		"cancelled": func(ctx context.Context, _ map[string]any) *mcp.CallToolResult { return seen(ctx, cancelled) },
		"environment": func(context.Context, map[string]any) *mcp.CallToolResult {
			names := map[string]any{}
			for _, variable := range os.Environ() {
				name, _, _ := strings.Cut(variable, "=")
				names[name] = true
			}
			return &mcp.CallToolResult{StructuredContent: slices.Sorted(maps.Keys(names)), Content: []mcp.Content{}}
		},
		"group": func(context.Context, map[string]any) *mcp.CallToolResult {
			return mcp.NewToolResultText(strconv.FormatBool(ownGroup()))
		},
		"exit": func(context.Context, map[string]any) *mcp.CallToolResult { os.Exit(3); return nil },
	} {
		schema := json.RawMessage(`{"type":"object","properties":{"` + name + `":{"type":"string","pattern":"^<"}}}`)
		s.AddTool(mcp.NewToolWithRawSchema(name, "Does "+name+".", schema),
			func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return answer(ctx, request.GetArguments()), nil
			})
	}
	return s
}

// seen answers when something has come through a channel.
func seen(ctx context.Context, c chan struct{}) *mcp.CallToolResult {
	select {
	case <-c:
		return mcp.NewToolResultText("{}")
	case <-ctx.Done():
		return mcp.NewToolResultError(`{"error":"never"}`)
	}
}

// handler is a server in this process.
func handler(s *server.MCPServer) mcpclient.Handler {
	return func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		answer := s.HandleMessage(ctx, message)
		if answer == nil {
			return nil, nil
		}
		return json.Marshal(answer)
	}
}

// connections are the three ways to a server of newServer's, each its own.
func connections() map[string]func(t *testing.T) *mcpclient.Client {
	return map[string]func(t *testing.T) *mcpclient.Client{
		"in process": func(t *testing.T) *mcpclient.Client {
			c, err := mcpclient.InProcess(patience(t), handler(newServer()))
			return closed(t, c, err)
		},
		"command": command,
		"http": func(t *testing.T) *mcpclient.Client {
			web := httptest.NewServer(server.NewStreamableHTTPServer(newServer()))
			t.Cleanup(web.Close)
			c, err := mcpclient.HTTP(patience(t), web.URL+"/mcp", nil)
			return closed(t, c, err)
		},
	}
}

// command starts this test as a server.
func command(t *testing.T) *mcpclient.Client {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return start(t, self, &mcpclient.CommandOptions{Env: []string{serveVariable + "=1"}})
}

// start starts a server.
func start(t *testing.T, name string, opts *mcpclient.CommandOptions) *mcpclient.Client {
	t.Helper()
	c, err := mcpclient.Command(patience(t), name, nil, opts)
	return closed(t, c, err)
}

// closed closes a connection when the test ends. How a command ended, which some tests end themselves, is not what they are about.
func closed(t *testing.T, c *mcpclient.Client, err error) *mcpclient.Client {
	t.Helper()
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// patience bounds what a broken test would wait for.
func patience(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
