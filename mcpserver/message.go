package mcpserver

import (
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/contract"
	"mystic-sdk/internal/rpc"
	"mystic-sdk/sdk"
)

// readMessage decodes one message and refuses what is not handed on. With an error there may be a message whose id can be
// answered.
func readMessage(text []byte) (*rpc.Message, *rpc.Error) {
	m, wrong := rpc.Read(text)
	if wrong == nil {
		wrong = refuse(m)
	}
	return m, wrong
}

// refuse says why a well-formed message is not handed on, nil when it is.
func refuse(m *rpc.Message) *rpc.Error {
	if !m.IsCall() || slices.Contains(contract.ToolNames(), m.Tool) {
		return nil
	}
	_, fault := contract.ParseArgs(m.Tool, nil)
	return &rpc.Error{Code: mcp.INVALID_PARAMS, Text: fault.Message + " (" + fault.Hint + ")"}
}

// metaOf returns what a call asks for beside the tool's arguments.
func metaOf(m *rpc.Message) sdk.Meta {
	var asked struct {
		Structured json.RawMessage `json:"mystic/structured"`
		Observe    json.RawMessage `json:"mystic/observe"`
	}
	if len(m.Meta) > 0 {
		// rpc.Read has found that it is an object or null.
		_ = json.Unmarshal(m.Meta, &asked)
	}
	return sdk.Meta{Structured: string(asked.Structured) == "true", Observe: string(asked.Observe) == "true"}
}
