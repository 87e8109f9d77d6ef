package scapetest

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
)

// The arguments of some tools, as JSON schemas.
const (
	place  = `{"x":{"type":"integer"},"y":{"type":"integer"},"floor":{"type":"integer"},"commandId":{"type":"string"}}`
	player = `{"player":{"type":"string"},"commandId":{"type":"string"}}`
)

// Handler returns an MCP server in front of the village, for mcpclient.InProcess.
func (v *Village) Handler() mcpclient.Handler {
	s := server.NewMCPServer("scapetest", "1")
	for name, declared := range map[string]struct{ description, arguments string }{
		scape.ToolEnter:       {"Enters the village.", `{}`},
		scape.ToolLeave:       {"Leaves the village.", `{}`},
		scape.ToolObserve:     {"Looks around.", `{"afterRevision":{"type":"integer"},"waitMs":{"type":"integer"}}`},
		scape.ToolSpeak:       {"Says a text.", `{"text":{"type":"string"},"commandId":{"type":"string"}}`},
		scape.ToolStop:        {"Falls silent.", `{"commandId":{"type":"string"}}`},
		scape.ToolMoveTo:      {"Walks to a cell.", place},
		scape.ToolStep:        {"Takes a step.", place},
		scape.ToolFollow:      {"Follows somebody.", player},
		scape.ToolApproach:    {"Goes to somebody.", player},
		scape.ToolWorldStatus: {"Tells how many are there.", `{}`},
	} {
		schema := json.RawMessage(`{"type":"object","properties":` + declared.arguments + `}`)
		s.AddTool(mcp.NewToolWithRawSchema(name, declared.description, schema),
			func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				raw, err := v.CallTool(ctx, name, request.GetArguments())
				if err != nil {
					return nil, err
				}
				var result mcp.CallToolResult
				return &result, json.Unmarshal(raw, &result)
			})
	}
	return func(ctx context.Context, message json.RawMessage) (json.RawMessage, error) {
		answer := s.HandleMessage(ctx, message)
		if answer == nil {
			return nil, nil
		}
		return json.Marshal(answer)
	}
}
