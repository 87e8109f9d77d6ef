package rpc

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

// Message is a JSON-RPC message as far as a transport reads it. The rules are those by which mcp-go reads what is handed on
// to it (encoding/json: escapes undone, letter case of keys ignored, the last of equal keys counts), so that no spelling of
// a message means one thing here and another there.
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"` // of an answer; nothing else has one

	Named `json:"-"`
}

// Named is what stands in the params of a message under names that this package knows.
type Named struct {
	Tool      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // as they were sent; nil: none
	Cancels   json.RawMessage `json:"requestId"`
	Meta      json.RawMessage `json:"_meta"` // as it was sent; nil: none

	Era `json:"-"`
}

// Era is what a request of the modern era says of itself in _meta.
type Era struct {
	Protocol     string          `json:"io.modelcontextprotocol/protocolVersion"` // empty: none, as before 2026-07-28
	Capabilities json.RawMessage `json:"io.modelcontextprotocol/clientCapabilities"`
}

// Read decodes one message and refuses what no guard could judge, and what no server here takes: a batch, what is no
// message, and what would open a stream. With an error there may be a message whose id can be answered.
func Read(text []byte) (*Message, *Error) {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) > 0 && text[0] == '[' {
		return nil, &Error{Code: mcp.INVALID_REQUEST, Text: "batches are not taken; send one message at a time"}
	}
	m := &Message{}
	err := json.Unmarshal(text, m)
	if err == nil && len(m.Params) > 0 {
		err = json.Unmarshal(m.Params, &m.Named)
	}
	if err == nil && len(m.Meta) > 0 {
		err = json.Unmarshal(m.Meta, &m.Era)
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return m, &Error{Code: mcp.INVALID_REQUEST, Text: "the message is no JSON-RPC request or notification"}
	case err != nil:
		return nil, &Error{Code: mcp.PARSE_ERROR, Text: "the message is not valid JSON"}
	case m.Version != mcp.JSONRPC_VERSION:
		return m, &Error{Code: mcp.INVALID_REQUEST, Text: `the member jsonrpc must be "2.0"`}
	case m.Method == "":
		// An answer: the servers here ask clients nothing.
		return m, &Error{Code: mcp.INVALID_REQUEST, Text: "the message has no method"}
	case len(m.Result) > 0 && string(m.Result) != "null":
		return m, &Error{Code: mcp.INVALID_REQUEST, Text: "the message has a method and a result"}
	case m.Method == string(mcp.MethodSubscriptionsListen):
		return m, &Error{Code: mcp.METHOD_NOT_FOUND, Text: "there is nothing to subscribe to"}
	case m.IsModern() && m.IsRequest():
		return m, m.fault()
	}
	return m, nil
}

// fault says what is wrong with what a modern request says of itself, nil when nothing is.
func (e *Era) fault() *Error {
	if !mcp.IsValidProtocolVersion(e.Protocol) {
		return &Error{Code: mcp.UNSUPPORTED_PROTOCOL_VERSION, Text: "this version of the protocol is not spoken here",
			Data: mcp.UnsupportedProtocolVersionData{Supported: mcp.ValidProtocolVersions, Requested: e.Protocol}}
	}
	if len(e.Capabilities) == 0 || e.Capabilities[0] != '{' {
		return &Error{Code: mcp.INVALID_PARAMS, Text: "_meta lacks an object " + mcp.MetaKeyClientCapabilities}
	}
	return nil
}

// IsModern says whether a message says of itself that it is of the era without sessions.
func (e *Era) IsModern() bool { return mcp.IsModernProtocol(e.Protocol) }

// IsRequest says whether the message waits for an answer.
func (m *Message) IsRequest() bool {
	return len(m.ID) > 0 && string(m.ID) != "null"
}

// IsCancel says whether the message is the notification that cancels a call, which Cancels names.
func (m *Message) IsCancel() bool {
	return m.Method == string(mcp.MethodNotificationCancelled) && !m.IsRequest()
}

// IsCall says whether the message is a request for a tool.
func (m *Message) IsCall() bool {
	return m.Method == string(mcp.MethodToolsCall) && m.IsRequest()
}

// AnswerID returns the message's id as an answer bears it: null when it has none that could be read, or is nil.
func (m *Message) AnswerID() json.RawMessage {
	if m == nil || !m.IsRequest() {
		return json.RawMessage("null")
	}
	return m.ID
}
