package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// respond answers a request, and returns the answer with the code of its JSON-RPC error, 0 when it is none. Calls of tools,
// nearly all that ever comes, are answered here: mcp-go would decode each six times over and spend more time on one than
// the game does. What else there is goes to mcp-go. Of what breaks in there the client is told no more than where the log
// has it.
func (d *desk) respond(ctx context.Context, x *exchange, m *message, text []byte) (answer []byte, code int) {
	defer func() {
		if broken := recover(); broken != nil {
			x.mark = 0
			e := protocolError{code: mcp.INTERNAL_ERROR, text: "something broke in the server; ref " + d.report("a request broke", broken)}
			answer, code = e.answer(m.answerID()), e.code
		}
	}()
	var reply any
	if m.isCall() {
		reply = d.callTool(ctx, x, m)
	} else {
		reply = d.mcp.HandleMessage(ctx, text)
		if e, failed := reply.(mcp.JSONRPCError); failed {
			code = e.Error.Code
		}
	}
	answer, err := json.Marshal(reply)
	if err != nil {
		panic(err)
	}
	return answer, code
}

// callAnswer is the answer to tools/call.
type callAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  callResult      `json:"result"`
}

type callResult struct {
	ResultType string          `json:"resultType,omitempty"` // modern only, as is Meta
	Meta       *resultMeta     `json:"_meta,omitempty"`
	Content    []textBlock     `json:"content"`
	Structured *contract.Reply `json:"structuredContent,omitempty"`
	IsError    bool            `json:"isError,omitempty"`
}

type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type resultMeta struct {
	Server serverInfo `json:"io.modelcontextprotocol/serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

func (d *desk) callTool(ctx context.Context, x *exchange, m *message) callAnswer {
	asks := sdk.Meta{Structured: string(m.params.Meta.Structured) == "true", Observe: string(m.params.Meta.Observe) == "true"}
	reply := d.call(ctx, x, m.params.Name, m.params.Arguments, asks)
	result := callResult{Content: []textBlock{{"text", reply.Text()}}, IsError: reply.Error != nil}
	if asks.Structured {
		result.Structured = reply
	}
	if mcp.IsModernProtocol(m.params.Meta.Protocol) {
		result.ResultType = string(mcp.ResultTypeComplete)
		result.Meta = &resultMeta{serverInfo{serverName, contract.Version}}
	}
	return callAnswer{mcp.JSONRPC_VERSION, m.ID, result}
}
