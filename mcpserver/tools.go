package mcpserver

import (
	"cmp"
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mystic-sdk/contract"
)

const (
	serverName = "mystic"
	cardURI    = "mystic://card"
)

// newMCP makes mcp-go's server: it shakes hands, lists the tools and reads out the card. Calls of tools do not come to it,
// see respond.
func newMCP(d *desk) *server.MCPServer {
	onePage := &server.Hooks{}
	// The lists have one page, so no cursor was ever handed out: whichever comes back stands for the beginning.
	onePage.AddBeforeListTools(func(_ context.Context, _ any, r *mcp.ListToolsRequest) { r.Params.Cursor = "" })
	onePage.AddBeforeListResources(func(_ context.Context, _ any, r *mcp.ListResourcesRequest) { r.Params.Cursor = "" })

	s := server.NewMCPServer(serverName, contract.Version,
		server.WithInstructions(contract.Instructions),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithHooks(onePage),
		server.WithToolFilter(contractOrder),
	)
	for _, tool := range contract.Tools() {
		s.AddTool(wireTool(tool), nil)
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

func (d *desk) handleCard(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: cardURI, MIMEType: "text/plain", Text: d.world.Card()}}, nil
}
