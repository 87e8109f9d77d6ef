package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"
)

const token = "max-0123456789abcdef"

func TestBakeAndBuy(t *testing.T) {
	b, mux := &bakery{}, http.NewServeMux()
	b.routes(mux)
	world, tools, err := b.mount(mux, "max="+token)
	require.NoError(t, err)
	web := httptest.NewServer(mux)
	defer web.Close()
	defer tools.Drain()

	buy := func() (int, string) {
		response, err := http.Post(web.URL+"/buy", "", nil)
		require.NoError(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(body)
	}
	status, _ := buy()
	require.Equal(t, http.StatusConflict, status)

	agent := connect(t, web.URL+"/mcp")
	require.Contains(t, agent("run", map[string]any{"script": "bake() print(loaves())", "wait": 0}), "run 1 running")
	for range 4 {
		world.Tick()
	}
	require.Contains(t, agent("status", nil), "bake 1 ok\n> 1\n")
	status, body := buy()
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "a loaf; 0 left\n", body)
	require.Contains(t, agent("run", map[string]any{"script": "print(loaves())", "mode": "look"}), "> 0")
}

func TestMountNeedsReadableTokens(t *testing.T) {
	const want = "MYSTIC_TOKENS says who may call, as max=TOKEN"
	_, _, err := (&bakery{}).mount(http.NewServeMux(), "max")
	require.EqualError(t, err, want+"\ntoken 1 of the list: it must be AGENT=TOKEN")
	_, _, err = (&bakery{}).mount(http.NewServeMux(), "")
	require.EqualError(t, err, want)
}

// connect is an MCP client of max, as a func that calls a tool and gives its text.
func connect(t *testing.T, url string) func(tool string, args map[string]any) string {
	ctx := context.Background()
	c, err := client.NewStreamableHttpClient(url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	require.NoError(t, c.Start(ctx))
	_, err = c.Initialize(ctx, mcp.InitializeRequest{})
	require.NoError(t, err)
	return func(tool string, args map[string]any) string {
		result, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: tool, Arguments: args}})
		require.NoError(t, err)
		require.Len(t, result.Content, 1)
		text, ok := mcp.AsTextContent(result.Content[0])
		require.True(t, ok)
		return text.Text
	}
}
