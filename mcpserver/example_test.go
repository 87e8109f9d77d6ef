package mcpserver_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/games/miners"
	"mystic-sdk/mcpserver"
)

// A world is served over HTTP until its context ends; an agent looks around with a client.
func Example() {
	world, err := miners.New(nil)
	if err != nil {
		panic(err)
	}
	defer world.Close()
	tokens, token := &mcpserver.Tokens{}, mcpserver.NewToken()
	if err := tokens.Add("max", token); err != nil {
		panic(err)
	}
	server, err := mcpserver.HTTP(world, tokens, &mcpserver.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }() // and world.Run, which moves the world's clock

	fmt.Println(lookAround("http://"+listener.Addr().String()+mcpserver.ToolsPath, token))
	stop()
	fmt.Println(<-ended)
	// Output:
	// 0 · mine · gold 0 · idle · @1
	// <nil>
}

// lookAround is what any MCP client does: it connects and calls a tool.
func lookAround(url, token string) string {
	over, err := transport.NewStreamableHTTP(url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	if err != nil {
		panic(err)
	}
	c := client.NewClient(over)
	defer http.DefaultClient.CloseIdleConnections()
	defer c.Close()
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		panic(err)
	}
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
		panic(err)
	}
	status := mcp.CallToolRequest{}
	status.Params.Name = "status"
	result, err := c.CallTool(ctx, status)
	if err != nil {
		panic(err)
	}
	return result.Content[0].(mcp.TextContent).Text
}

// A server that exists already mounts the tools among its own pages.
func ExampleServer_Tools() {
	world, err := miners.New(nil)
	if err != nil {
		panic(err)
	}
	defer world.Close()
	tokens, err := mcpserver.ParseTokens(os.Getenv("MYSTIC_TOKENS"))
	if err != nil {
		panic(err)
	}
	tools, err := mcpserver.HTTP(world, tokens, nil)
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/play/mcp", tools.Tools())
	mux.Handle("/healthz", tools.Health())
	web := &http.Server{Handler: mux}

	// At the end: waiting calls answer, and Shutdown lets the answers out.
	tools.Drain()
	fmt.Println(web.Shutdown(context.Background()))
	// Output: <nil>
}

// A client that starts its servers itself speaks over standard input and output.
func ExampleStdio() {
	world, err := miners.New(nil)
	if err != nil {
		panic(err)
	}
	defer world.Close()
	in := strings.NewReader(`{"jsonrpc": "2.0", "id": 1, "method": "ping"}`)
	if err := mcpserver.Stdio(context.Background(), world, "max", in, os.Stdout, nil); err != nil {
		panic(err)
	}
	// Output: {"jsonrpc":"2.0","id":1,"result":{}}
}
