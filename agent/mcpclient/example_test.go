package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mystic-sdk/agent/mcpclient"
)

// A server in the same process is reached by a function.
func ExampleInProcess() {
	s := server.NewMCPServer("bakery", "1")
	s.AddTool(mcp.NewTool("bake"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("a loaf"), nil
	})
	ctx := context.Background()
	client, err := mcpclient.InProcess(ctx, func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		answer := s.HandleMessage(ctx, message)
		if answer == nil {
			return nil, nil
		}
		return json.Marshal(answer)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	result, err := client.CallTool(ctx, "bake", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var read struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(result, &read); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(read.Content[0].Text)
	// Output: a loaf
}
