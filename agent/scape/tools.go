package scape

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"mystic-sdk/agent"
	"mystic-sdk/contract"
)

// The tools of the contract, with their arguments; one with a ? may be left out. A player is the id of one who takes part, a target
// that of an object of the scene. A tool that takes a command id has the argument commandId besides.
const (
	ToolPair          = "scape_pair" // name
	ToolEnter         = "scape_enter"
	ToolObserve       = "scape_observe" // afterRevision?, waitMs?
	ToolSpeak         = "scape_speak"   // text
	ToolMoveTo        = "scape_move_to" // x, y, floor
	ToolStep          = "scape_step"    // x, y, floor
	ToolStop          = "scape_stop"
	ToolLeave         = "scape_leave"
	ToolInteract      = "scape_interact"   // target
	ToolExpression    = "scape_expression" // expression
	ToolFollow        = "scape_follow"     // player
	ToolApproach      = "scape_approach"   // player
	ToolGuide         = "scape_guide"      // query?
	ToolAvatarCatalog = "scape_avatar_catalog"
	ToolAvatarFiles   = "scape_avatar_files"
	ToolSetAvatar     = "scape_set_avatar" // kind, emoji?, asset?, preset?, expression?
	ToolWorldStatus   = "scape_world_status"
)

// Tools calls the tools of a world by name.
type Tools interface {
	// Call makes one call and returns its value, a JSON object that belongs to the caller. The arguments are only read. A
	// refused call is a *ToolError. It is used by several goroutines at once, and returns soon after its context ended.
	Call(ctx context.Context, name string, args map[string]any) (json.RawMessage, error)
}

// Client makes one call over MCP and returns the result object of tools/call, with the members content, structuredContent and
// isError of the protocol, as mcpclient.Client does. The rules of Tools hold for it too, but that it reads no result.
type Client interface {
	CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error)
}

// Adapter is the Tools behind a connection over MCP. It is safe for use by several goroutines at once if its Client is.
type Adapter struct{ client Client }

// MCPTools returns the tools of a world whose adapter is reached through client.
func MCPTools(client Client) *Adapter { return &Adapter{client} }

// callTimeout is how long a world may take over one call. The longest poll takes 25 s; a world that is silent for longer than this
// has to be taken for lost, or an agent would go on deaf and blind for as long as its connection lasts.
const callTimeout = time.Minute

// errSilent is a call that had no answer for so long.
var errSilent = fmt.Errorf("%w: there was no answer for %v", agent.ErrConnectionLost, callTimeout)

// Call makes one call and takes its value out of the result: the structured content, or where there is none, or null, the first
// text, read as JSON; and an empty object without either. What is not one JSON object is refused with ErrResponse, be it the
// value of a success or of a failure. A failure is a *ToolError, and errors of the Client are returned as they are. A call is
// cancelled after a minute without an answer, and its error then wraps agent.ErrConnectionLost.
func (a *Adapter) Call(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	if args == nil {
		args = map[string]any{}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, callTimeout, errSilent)
	defer cancel()
	result, err := a.client.CallTool(ctx, name, args)
	if err != nil {
		if errors.Is(context.Cause(ctx), errSilent) {
			err = fmt.Errorf("%s: %w", name, errSilent)
		}
		return nil, err
	}
	value, failed, ok := open(result)
	if !ok {
		return nil, notAnObject(name)
	}
	if failed {
		return nil, refused(name, value)
	}
	return value, nil
}

func notAnObject(name string) error {
	return fmt.Errorf("%s: %w: its value is not one JSON object", name, ErrResponse)
}

// open takes the value out of a result, and tells whether the result is a failure. It is not ok where the value is no object.
func open(result json.RawMessage) (value json.RawMessage, failed, ok bool) {
	var envelope struct {
		Structured json.RawMessage `json:"structuredContent"`
		Content    []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		IsError bool `json:"isError"`
	}
	if !isObject(result) || json.Unmarshal(result, &envelope) != nil {
		return nil, false, false
	}
	if s := envelope.Structured; len(s) > 0 && string(s) != "null" {
		return s, envelope.IsError, isObject(s)
	}
	for _, block := range envelope.Content {
		if block.Type == "text" {
			value = json.RawMessage(block.Text)
			return value, envelope.IsError, isObject(value) && json.Valid(value)
		}
	}
	return json.RawMessage("{}"), envelope.IsError, true
}

// isObject tells whether a JSON text, if it is one, is an object.
func isObject(value json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimLeft(value, " \t\r\n"), []byte("{"))
}

// maxMessage is how much of a failure's message is kept, in characters.
const maxMessage = 400

// refused reads what a failure says, which is an object. What it says wrongly it does not say.
func refused(name string, value json.RawMessage) *ToolError {
	e := &ToolError{Tool: name}
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil {
		return e
	}
	var message, code string
	if json.Unmarshal(members["error"], &message) == nil {
		e.Message = contract.Clean(message, maxMessage)
	}
	if json.Unmarshal(members["code"], &code) == nil && isCode(code) {
		e.Code = Code(code)
	}
	var status int
	if json.Unmarshal(members["status"], &status) == nil && 400 <= status && status <= 599 {
		e.Status = status
	}
	return e
}

// isCode tells whether a text has the form of codes, which is safe to show anywhere.
func isCode(text string) bool {
	strange := func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }
	return text != "" && len(text) <= 50 && strings.IndexFunc(text, strange) < 0
}
