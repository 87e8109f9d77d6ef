package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// What a request asks for in its _meta, each with the value true.
const (
	metaStructured = "mystic/structured"
	metaObserve    = "mystic/observe"
)

const cardURI = "mystic://card"

// newMCP makes mcp-go's server of the five tools and the card.
func newMCP(d *desk) *server.MCPServer {
	onePage := &server.Hooks{}
	// The lists have one page, so no cursor was ever handed out: whichever comes back stands for the beginning.
	onePage.AddBeforeListTools(func(_ context.Context, _ any, r *mcp.ListToolsRequest) { r.Params.Cursor = "" })
	onePage.AddBeforeListResources(func(_ context.Context, _ any, r *mcp.ListResourcesRequest) { r.Params.Cursor = "" })

	s := server.NewMCPServer("mystic", contract.Version,
		server.WithInstructions(contract.Instructions),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithHooks(onePage),
		server.WithToolFilter(contractOrder),
	)
	for _, tool := range contract.Tools() {
		s.AddTool(wireTool(tool), d.handleTool)
	}
	s.AddResource(mcp.NewResource(cardURI, "card", mcp.WithResourceDescription("How to play this game."),
		mcp.WithMIMEType("text/plain")), d.handleCard)
	return s
}

// wireTool is a tool as mcp-go sends it. The schema goes out byte for byte, and mcp-go's own stays empty: with both set it
// would answer tools/list with nothing at all.
func wireTool(tool contract.Tool) mcp.Tool {
	return mcp.Tool{
		Name:           tool.Name,
		Title:          tool.Title,
		Description:    tool.Description,
		RawInputSchema: tool.InputSchema,
		Annotations: mcp.ToolAnnotation{
			ReadOnlyHint:    &tool.ReadOnly,
			DestructiveHint: &tool.Destructive,
			IdempotentHint:  &tool.Idempotent,
			OpenWorldHint:   &tool.OpenWorld,
		},
	}
}

// contractOrder puts the tools into the contract's order; mcp-go sorts them by name.
func contractOrder(_ context.Context, tools []mcp.Tool) []mcp.Tool {
	order := contract.ToolNames()
	slices.SortFunc(tools, func(a, b mcp.Tool) int {
		return cmp.Compare(slices.Index(order, a.Name), slices.Index(order, b.Name))
	})
	return tools
}

// handleTool never returns an error: mcp-go would turn it into one that no model reads.
func (d *desk) handleTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	meta := sdk.Meta{
		Structured: asked(request.Params.Meta, metaStructured),
		Observe:    asked(request.Params.Meta, metaObserve),
	}
	reply := d.call(ctx, request.Params.Name, request.Params.RawArguments, meta)
	result := &mcp.CallToolResult{
		Content: []mcp.Content{mcp.TextContent{Type: mcp.ContentTypeText, Text: reply.Text()}},
		IsError: reply.Error != nil,
	}
	if meta.Structured {
		result.StructuredContent = reply
	}
	return result, nil
}

func asked(meta *mcp.Meta, key string) bool {
	yes, _ := meta.GetMetaField(key).(bool)
	return yes
}

func (d *desk) handleCard(context.Context, mcp.ReadResourceRequest) (contents []mcp.ResourceContents, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			contents, err = nil, errors.New("something broke in the server; the operator finds it by ref "+d.report("the card broke", broken))
		}
	}()
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: cardURI, MIMEType: "text/plain", Text: d.world.Card()}}, nil
}
