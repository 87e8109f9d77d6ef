package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Client is a connection to one MCP server. It is safe for use by several goroutines at once.
type Client struct {
	mcp *client.Client
	end func() error // ends the connection, once
}

// Tool is what a server says about one of its tools. All of it is text of the server's.
type Tool struct {
	Name        string
	Description string
	// InputSchema is a JSON schema of the arguments: the type, properties, required, additionalProperties and $defs of the
	// server's, written anew.
	InputSchema json.RawMessage
}

// connect introduces the agent to a server. Only the introduction ends with ctx; the connection goes on. What the connection kept
// besides its transport is given back by release.
func connect(ctx context.Context, over transport.Interface, release func() error) (*Client, error) {
	c := &Client{mcp: client.NewClient(over)}
	c.end = sync.OnceValue(func() error { return errors.Join(c.mcp.Close(), release()) })
	if err := c.mcp.Start(context.WithoutCancel(ctx)); err != nil {
		_ = c.Close()
		return nil, lost("connect", err)
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ClientInfo = mcp.Implementation{Name: "mystic-agent", Version: "1"}
	if _, err := c.mcp.Initialize(ctx, hello); err != nil {
		err = failure(ctx, "connect", err)
		_ = c.Close() // why it could not be used says more than how it ended
		return nil, err
	}
	return c, nil
}

// CallTool makes one call and returns the result object of tools/call as JSON, with the members content, structuredContent and
// isError of the protocol. A result that reports a failed tool is no error here.
//
// An error wraps agent.ErrConnectionLost where the server could not be reached, and agent.ErrAccessEnded besides where it refused
// the agent with status 401 or 403; the context's cause where that ended, also when a result came all the same; and else it quotes
// why the server refused the request itself, on one line. An answer of more than 16 MiB counts as a lost connection. The arguments
// are only read; nil is the same as none.
func (c *Client) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	if args == nil {
		args = map[string]any{}
	}
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = name, args
	result, err := c.mcp.CallTool(ctx, request)
	if err != nil || ctx.Err() != nil {
		return nil, failure(ctx, "call "+name, err)
	}
	out, err := wire(result)
	if err != nil {
		return nil, fmt.Errorf("call %s: its result cannot be written down: %w", name, err)
	}
	return out, nil
}

// wire writes a result as the protocol does. The structured content keeps its bytes, but for spaces between them, which the
// library's own encoder would not: it escapes what HTML cares for.
func wire(result *mcp.CallToolResult) (json.RawMessage, error) {
	content := result.Content
	if content == nil {
		content = []mcp.Content{}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(struct {
		Meta       *mcp.Meta       `json:"_meta,omitempty"`
		Content    []mcp.Content   `json:"content"`
		Structured json.RawMessage `json:"structuredContent,omitempty"`
		IsError    bool            `json:"isError,omitempty"`
	}{result.Meta, content, result.RawStructuredContent, result.IsError})
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// maxTools is how many tools a server may offer. A model is offered each of them, and a list need not have an end.
const maxTools = 1000

// Tools returns what the server offers, in its order, at most 1000. Errors are those of CallTool.
func (c *Client) Tools(ctx context.Context) ([]Tool, error) {
	var tools []Tool
	for request := (mcp.ListToolsRequest{}); ; {
		page, err := c.mcp.ListToolsByPage(ctx, request)
		if err != nil {
			return nil, failure(ctx, "list tools", err)
		}
		for _, t := range page.Tools {
			schema, err := schemaOf(t)
			if err != nil {
				return nil, fmt.Errorf("list tools: the schema of %.100q cannot be written down: %w", t.Name, err)
			}
			tools = append(tools, Tool{Name: t.Name, Description: t.Description, InputSchema: schema})
		}
		switch next := page.NextCursor; {
		case next == "":
			return tools, nil
		case len(tools) >= maxTools, len(page.Tools) == 0:
			return nil, fmt.Errorf("list tools: the list has no end, or more than %d tools", maxTools)
		default:
			request.Params.Cursor = next
		}
	}
}

// schemaOf returns the schema of a tool's arguments.
func schemaOf(t mcp.Tool) (json.RawMessage, error) {
	if t.RawInputSchema != nil {
		return t.RawInputSchema, nil
	}
	return json.Marshal(t.InputSchema)
}

// Close ends the connection. A command's input ends, and it has 2 s to end by itself before it is told to by a signal, and 3 s more
// before it is killed. The error tells, too, where a command ended as one that failed. Calls that wait fail, and so do later ones.
// It may be called again, and returns the same then.
func (c *Client) Close() error {
	if err := c.end(); err != nil {
		return fmt.Errorf("close the connection: %w", err)
	}
	return nil
}
