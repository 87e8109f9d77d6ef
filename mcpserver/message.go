package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/contract"
)

// message is a JSON-RPC message as far as a transport reads it. The rules are those by which mcp-go reads what is handed on
// to it (encoding/json: escapes undone, letter case of keys ignored, the last of equal keys counts), so that no spelling of
// a message means one thing here and another there.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`

	params params
}

type params struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	RequestID json.RawMessage `json:"requestId"`
	Meta      meta            `json:"_meta"`
}

// meta is what a request says of itself, and what it asks for beside the tool's arguments.
type meta struct {
	Protocol     string          `json:"io.modelcontextprotocol/protocolVersion"` // empty: none, as before 2026-07-28
	Capabilities json.RawMessage `json:"io.modelcontextprotocol/clientCapabilities"`
	Structured   json.RawMessage `json:"mystic/structured"`
	Observe      json.RawMessage `json:"mystic/observe"`
}

// readMessage decodes one message and refuses what no guard could judge: a batch, and what is no message. With an error
// there may be a message whose id can be answered.
func readMessage(text []byte) (*message, *protocolError) {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) > 0 && text[0] == '[' {
		return nil, &protocolError{code: mcp.INVALID_REQUEST, text: "batches are not taken; send one message at a time"}
	}
	m := &message{}
	err := json.Unmarshal(text, m)
	if err == nil && len(m.Params) > 0 {
		err = json.Unmarshal(m.Params, &m.params)
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return m, &protocolError{code: mcp.INVALID_REQUEST, text: "the message is no JSON-RPC request or notification"}
	case err != nil:
		return nil, &protocolError{code: mcp.PARSE_ERROR, text: "the message is not valid JSON"}
	case m.Version != mcp.JSONRPC_VERSION:
		return m, &protocolError{code: mcp.INVALID_REQUEST, text: `the member jsonrpc must be "2.0"`}
	case m.Method == "":
		// A response: this server asks clients nothing.
		return m, &protocolError{code: mcp.INVALID_REQUEST, text: "the message has no method"}
	}
	return m, m.refusal()
}

// refusal says why a well-formed message is not handed on, nil when it is.
func (m *message) refusal() *protocolError {
	switch {
	case m.Method == string(mcp.MethodSubscriptionsListen):
		return &protocolError{code: mcp.METHOD_NOT_FOUND, text: "there is nothing to subscribe to"}
	case m.isCall() && !slices.Contains(contract.ToolNames(), m.params.Name):
		_, fault := contract.ParseArgs(m.params.Name, nil)
		return &protocolError{code: mcp.INVALID_PARAMS, text: fault.Message + " (" + fault.Hint + ")"}
	case mcp.IsModernProtocol(m.params.Meta.Protocol) && m.isRequest():
		return m.params.Meta.fault()
	}
	return nil
}

// fault says what is wrong with what a modern request says of itself, nil when nothing is.
func (m *meta) fault() *protocolError {
	if !mcp.IsValidProtocolVersion(m.Protocol) {
		return &protocolError{code: mcp.UNSUPPORTED_PROTOCOL_VERSION, text: "this version of the protocol is not spoken here",
			data: mcp.UnsupportedProtocolVersionData{Supported: mcp.ValidProtocolVersions, Requested: m.Protocol}}
	}
	if len(m.Capabilities) == 0 || m.Capabilities[0] != '{' {
		return &protocolError{code: mcp.INVALID_PARAMS, text: "_meta lacks an object " + mcp.MetaKeyClientCapabilities}
	}
	return nil
}

// isRequest says whether the message waits for an answer.
func (m *message) isRequest() bool {
	return len(m.ID) > 0 && string(m.ID) != "null"
}

// isCancel says whether the message is the notification that cancels a call.
func (m *message) isCancel() bool {
	return m.Method == string(mcp.MethodNotificationCancelled) && !m.isRequest()
}

// isCall says whether the message is a request for a tool.
func (m *message) isCall() bool {
	return m.Method == string(mcp.MethodToolsCall) && m.isRequest()
}

// answerID returns the message's id as an answer bears it: null when it has none that could be read.
func (m *message) answerID() json.RawMessage {
	if m == nil || !m.isRequest() {
		return json.RawMessage("null")
	}
	return m.ID
}

// protocolError is a broken caller's answer: a JSON-RPC error, which no model is meant to read.
type protocolError struct {
	code int
	text string
	data any // nil: none
}

// answer is the JSON-RPC message that tells a client of the error.
func (e *protocolError) answer(id json.RawMessage) []byte {
	type failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	body, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failure         `json:"error"`
	}{mcp.JSONRPC_VERSION, id, failure{e.code, e.text, e.data}})
	if err != nil {
		panic("mcpserver: an error answer does not encode: " + err.Error())
	}
	return body
}
