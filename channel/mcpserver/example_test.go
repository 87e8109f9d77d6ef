package mcpserver_test

import (
	"context"
	"os"
	"strings"

	"mystic-sdk/channel"
	"mystic-sdk/channel/mcpserver"
	"mystic-sdk/channel/tmux"
)

// A client that starts its servers itself speaks over standard input and output. Nothing needs tmux until a tool does.
func ExampleServe() {
	config := channel.Config{SocketName: "agents", AllowedSessions: []string{"demo"}}
	backend, err := tmux.New(config)
	if err != nil {
		panic(err)
	}
	service, err := channel.NewService(backend, config)
	if err != nil {
		panic(err)
	}
	defer service.Close()
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_channel","arguments":{"lines":5}}}`)
	if err := mcpserver.Serve(context.Background(), service, in, os.Stdout, nil); err != nil {
		panic(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":{\"code\":\"INVALID_ARGUMENT\",\"message\":\"channel_id is missing\",\"details\":{\"field\":\"channel_id\"}}}"}],"structuredContent":{"error":{"code":"INVALID_ARGUMENT","message":"channel_id is missing","details":{"field":"channel_id"}}},"isError":true}}
}
