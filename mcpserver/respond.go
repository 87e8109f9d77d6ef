package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/contract"
	"mystic-sdk/internal/rpc"
)

// respond answers a request, and returns the answer with the code of its JSON-RPC error, 0 when it is none. Calls of tools,
// nearly all that ever comes, are answered here: mcp-go would decode each six times over and spend more time on one than
// the game does. What else there is goes to mcp-go. Of what breaks in there the client is told no more than where the log
// has it.
func (d *desk) respond(ctx context.Context, x *exchange, m *rpc.Message, text []byte) (answer []byte, code int) {
	defer func() {
		if broken := recover(); broken != nil {
			x.mark = 0
			e := rpc.Error{Code: mcp.INTERNAL_ERROR, Text: "something broke in the server; ref " + d.report("a request broke", broken)}
			answer, code = e.Answer(m.AnswerID()), e.Code
		}
	}()
	var reply any
	if m.IsCall() {
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

func (d *desk) callTool(ctx context.Context, x *exchange, m *rpc.Message) rpc.ToolAnswer {
	asks := metaOf(m)
	reply := d.call(ctx, x, m.Tool, m.Arguments, asks)
	result := rpc.Result{Text: reply.Text(), IsError: reply.Error != nil}
	if asks.Structured {
		result.Structured = reply
	}
	return m.AnswerCall(result, rpc.Server{Name: serverName, Version: contract.Version})
}
