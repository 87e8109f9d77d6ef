package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/contract"
)

// message is what the guards must know of a JSON-RPC message. It is decoded by the same rules as mcp-go decodes it
// (encoding/json: escapes undone, letter case of keys ignored, the last of equal keys counts), so that no spelling of a
// message means one thing here and another there.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Name      string          `json:"name"`
		RequestID json.RawMessage `json:"requestId"`
		Meta      *mcp.Meta       `json:"_meta"`
	} `json:"params"`
}

// protocolError is a broken caller's answer: a JSON-RPC error, which no model is meant to read.
type protocolError struct {
	code int
	text string
}

// status is the HTTP status that goes with the error. In the era of sessions a request that was understood is answered 200
// whatever the answer says: clients of that era do not read the message of another status.
func (e *protocolError) status(modern bool) int {
	switch understood := e.code == mcp.METHOD_NOT_FOUND || e.code == mcp.INVALID_PARAMS; {
	case understood && !modern:
		return http.StatusOK
	case e.code == mcp.METHOD_NOT_FOUND:
		return http.StatusNotFound
	default:
		return http.StatusBadRequest
	}
}

// readMessage decodes one message and refuses what no guard could judge: a batch, and what is no message.
func readMessage(body []byte) (*message, *protocolError) {
	body = bytes.TrimLeft(body, " \t\r\n")
	if len(body) > 0 && body[0] == '[' {
		return nil, &protocolError{mcp.INVALID_REQUEST, "batches are not taken; send one message at a time"}
	}
	m := &message{}
	if err := json.Unmarshal(body, m); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, &protocolError{mcp.INVALID_REQUEST, "the message is no JSON-RPC request or notification"}
		}
		return nil, &protocolError{mcp.PARSE_ERROR, "the message is not valid JSON"}
	}
	if m.Version != mcp.JSONRPC_VERSION {
		return m, &protocolError{mcp.INVALID_REQUEST, `the member jsonrpc must be "2.0"`}
	}
	if m.Method == "" {
		// A response: this server asks clients nothing.
		return m, &protocolError{mcp.INVALID_REQUEST, "the message has no method"}
	}
	return m, m.refusal()
}

// refusal says why a well-formed message is not handed on, nil when it is.
func (m *message) refusal() *protocolError {
	switch {
	case m.Method == string(mcp.MethodSubscriptionsListen):
		return &protocolError{mcp.METHOD_NOT_FOUND, "there is nothing to subscribe to"}
	case m.Method == string(mcp.MethodToolsCall) && !slices.Contains(contract.ToolNames(), m.Params.Name):
		_, fault := contract.ParseArgs(m.Params.Name, nil)
		return &protocolError{mcp.INVALID_PARAMS, fault.Message + " (" + fault.Hint + ")"}
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

// id returns the message's id for an answer, null when it has none that could be read.
func (m *message) id() json.RawMessage {
	if m == nil || !m.isRequest() {
		return json.RawMessage("null")
	}
	return m.ID
}

// answer is the JSON-RPC message that tells a client of the error.
func (e *protocolError) answer(id json.RawMessage) []byte {
	type failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	body, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failure         `json:"error"`
	}{mcp.JSONRPC_VERSION, id, failure{e.code, e.text}})
	if err != nil {
		panic("mcpserver: an error answer does not encode: " + err.Error())
	}
	return body
}
