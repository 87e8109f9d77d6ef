package mcpserver_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
)

// connect begins with a client of mcp-go.
func connect(t *testing.T, over transport.Interface, version string) *client.Client {
	t.Helper()
	c := client.NewClient(over, client.WithProtocolVersion(version))
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.Start(patience(t)))
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	got, err := c.Initialize(patience(t), hello)
	require.NoError(t, err)
	require.Equal(t, contract.Instructions, got.Instructions)
	require.Equal(t, "mystic", got.ServerInfo.Name)
	require.Equal(t, contract.Version, got.ServerInfo.Version)
	return c
}

func callTool(ctx context.Context, c *client.Client, tool string, args map[string]any) (*mcp.CallToolResult, error) {
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, args
	return c.CallTool(ctx, request)
}

// play is what a client does in a session, whatever it is connected by.
func play(t *testing.T, c *client.Client, game *game) {
	tools, err := c.ListTools(patience(t), mcp.ListToolsRequest{})
	require.NoError(t, err)
	require.Len(t, tools.Tools, len(contract.ToolNames()))

	for tool, args := range map[string]map[string]any{
		"card": nil, "run": {"script": "dig()", "wait": 0}, "status": {}, "ask": {"about": "ore"}, "journal": {"page": 1.0},
	} {
		got, err := callTool(patience(t), c, tool, args)
		require.NoError(t, err, tool)
		require.False(t, got.IsError, tool)
		require.Nil(t, got.StructuredContent)
		require.Len(t, got.Content, 1)
	}

	wrong, err := callTool(patience(t), c, "run", map[string]any{"scrip": "dig()"})
	require.NoError(t, err)
	require.True(t, wrong.IsError)
	require.Contains(t, wrong.Content[0].(mcp.TextContent).Text, "did you mean 'script'?")

	_, err = callTool(patience(t), c, "dig", nil)
	require.ErrorContains(t, err, "unknown tool 'dig'")

	type outcome struct {
		result *mcp.CallToolResult
		err    error
	}
	waits := make(chan outcome, 3)
	for range 3 {
		go func() {
			result, err := callTool(patience(t), c, "status", map[string]any{"wait": 45})
			waits <- outcome{result, err}
		}()
	}
	game.untilInside(t, 3)
	for range 3 {
		got := wakeFor(t, game, "max", waits)
		require.NoError(t, got.err)
		require.False(t, got.result.IsError)
	}
	// What was told is not told again, also to a client that asks at once.
	for i := range 20 {
		game.happen("max", "gold was found")
		news, err := callTool(patience(t), c, "status", nil)
		require.NoError(t, err)
		require.Contains(t, news.Content[0].(mcp.TextContent).Text, "gold was found", i)
		news, err = callTool(patience(t), c, "status", nil)
		require.NoError(t, err)
		require.NotContains(t, news.Content[0].(mcp.TextContent).Text, "gold was found", i)
	}

	// A client that gives up ends its wait and can go on.
	ctx, cancel := context.WithCancel(patience(t))
	go func() {
		_, err := callTool(ctx, c, "status", map[string]any{"wait": 45})
		waits <- outcome{nil, err}
	}()
	game.untilInside(t, 1)
	cancel()
	require.Error(t, (<-waits).err)
	game.untilInside(t, 0)
	game.happen("max", "rain")
	after, err := callTool(patience(t), c, "status", nil)
	require.NoError(t, err)
	require.Contains(t, after.Content[0].(mcp.TextContent).Text, "rain")

	card, err := c.ReadResource(patience(t), mcp.ReadResourceRequest{Params: mcp.ReadResourceParams{URI: "mystic://card"}})
	require.NoError(t, err)
	require.Equal(t, game.Card(), card.Contents[0].(mcp.TextResourceContents).Text)
}

func TestClientOfMCPGo(t *testing.T) {
	for _, version := range []string{modernVersion, "2025-11-25"} {
		t.Run("HTTP "+version, func(t *testing.T) {
			h := open(t, nil)
			over, err := transport.NewStreamableHTTP(h.url+mcpserver.ToolsPath,
				transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + maxToken}),
				transport.WithHTTPBasicClient(&http.Client{Transport: h.client.Transport}))
			require.NoError(t, err)
			c := connect(t, over, version)
			require.Equal(t, version, c.ProtocolVersion())
			play(t, c, h.game)
		})
		t.Run("stdio "+version, func(t *testing.T) {
			game := newGame(t)
			inRead, inWrite := io.Pipe()
			outRead, outWrite := io.Pipe()
			ended := make(chan error, 1)
			go func() {
				ended <- mcpserver.ServeStdio(context.Background(), game, "max", inRead, outWrite,
					&mcpserver.Options{Log: slog.New(slog.DiscardHandler)})
				_ = outWrite.Close()
			}()
			over := transport.NewIO(outRead, inWrite, io.NopCloser(eof{}))
			c := connect(t, over, version)
			require.Equal(t, version, c.ProtocolVersion())
			play(t, c, game)
			require.NoError(t, inWrite.Close())
			require.NoError(t, <-ended)
		})
	}
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }
