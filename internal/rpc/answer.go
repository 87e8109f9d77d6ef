package rpc

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// Error is a broken caller's answer: a JSON-RPC error, which no model is meant to read.
type Error struct {
	Code int // one of JSON-RPC's or of MCP's
	Text string
	Data any // nil: none
}

// Answer is the JSON-RPC message that tells a client of the error.
func (e *Error) Answer(id json.RawMessage) []byte {
	type failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	body, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failure         `json:"error"`
	}{mcp.JSONRPC_VERSION, id, failure{e.Code, e.Text, e.Data}})
	if err != nil {
		panic("rpc: an error answer does not encode: " + err.Error())
	}
	return body
}

// Server is what a server says of itself.
type Server struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Result is what a tool returned.
type Result struct {
	Text       string
	Structured any // beside the text; nil: none
	IsError    bool
}

// ToolAnswer is the answer to a tools/call; it encodes as JSON.
type ToolAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  toolResult      `json:"result"`
}

type toolResult struct {
	ResultType string      `json:"resultType,omitempty"` // modern only, as is Meta
	Meta       *resultMeta `json:"_meta,omitempty"`
	Content    []textBlock `json:"content"`
	Structured any         `json:"structuredContent,omitempty"`
	IsError    bool        `json:"isError,omitempty"`
}

type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type resultMeta struct {
	Server Server `json:"io.modelcontextprotocol/serverInfo"`
}

// AnswerCall is a server's answer to the call that the message is, in the form of the message's era.
func (m *Message) AnswerCall(result Result, of Server) ToolAnswer {
	out := toolResult{Content: []textBlock{{"text", result.Text}}, Structured: result.Structured, IsError: result.IsError}
	if m.IsModern() {
		out.ResultType = string(mcp.ResultTypeComplete)
		out.Meta = &resultMeta{of}
	}
	return ToolAnswer{mcp.JSONRPC_VERSION, m.ID, out}
}
