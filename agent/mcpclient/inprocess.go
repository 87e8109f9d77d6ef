package mcpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Handler is an MCP server in this process: it is handed one JSON-RPC message and returns the answer, which is empty for a
// notification. It is called on the goroutine of the call, by several at once, and must return soon after its context ended.
type Handler func(ctx context.Context, message json.RawMessage) (json.RawMessage, error)

// InProcess connects to a server in this process. No pipe or port is involved, so it works under testing/synctest.
func InProcess(ctx context.Context, handle Handler) (*Client, error) {
	return connect(ctx, &inProcess{handle: handle}, func() error { return nil })
}

// inProcess is the transport to a Handler.
type inProcess struct {
	handle Handler
	closed atomic.Bool
}

func (t *inProcess) Start(context.Context) error { return nil }

func (t *inProcess) SendRequest(
	ctx context.Context, request transport.JSONRPCRequest,
) (*transport.JSONRPCResponse, error) {
	answer, err := t.send(ctx, request)
	if err != nil {
		return nil, err
	}
	var response transport.JSONRPCResponse
	if err := json.Unmarshal(answer, &response); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	return &response, nil
}

func (t *inProcess) SendNotification(ctx context.Context, notification mcp.JSONRPCNotification) error {
	_, err := t.send(ctx, notification)
	return err
}

func (t *inProcess) send(ctx context.Context, message any) (json.RawMessage, error) {
	if t.closed.Load() {
		return nil, transport.ErrTransportClosed
	}
	text, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("write the message: %w", err)
	}
	return t.handle(ctx, text)
}

// SetNotificationHandler does nothing: a Handler only answers.
func (t *inProcess) SetNotificationHandler(func(mcp.JSONRPCNotification)) {}

func (t *inProcess) Close() error {
	t.closed.Store(true)
	return nil
}

func (t *inProcess) GetSessionId() string { return "" }
