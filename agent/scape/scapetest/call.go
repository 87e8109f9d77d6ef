package scapetest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"mystic-sdk/agent/scape"
)

// CallTool answers one call, as a scape.Client does.
func (v *Village) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if name == scape.ToolObserve {
		return v.observe(ctx, args)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.calls = append(v.calls, Call{name, maps.Clone(args)})
	switch name {
	case scape.ToolEnter:
		return v.enter(), nil
	case scape.ToolLeave:
		v.inside = false
		return Result(map[string]any{"ok": true}), nil
	case scape.ToolWorldStatus:
		return Result(map[string]any{"potentialParticipants": len(v.now.Roster.Or(nil))}), nil
	}
	if !v.inside {
		return notEntered(), nil
	}
	switch name {
	case scape.ToolSpeak:
		text, is := args["text"].(string)
		if !is {
			return Refusal("text must be text", scape.CodeInvalidText), nil
		}
		v.show(text)
	case scape.ToolStop:
		v.show("")
	case scape.ToolMoveTo:
		return v.move(args), nil
	default:
		return Refusal("the village has no such tool", scape.CodeUnavailable), nil
	}
	return Result(map[string]any{"ok": true, "commandId": args["commandId"]}), nil
}

func notEntered() json.RawMessage {
	return Refusal("the agent is not in the village", scape.CodeNotConnected)
}

func (v *Village) enter() json.RawMessage {
	if !v.approved {
		return Result(map[string]any{"entered": false, "status": "awaiting_owner_approval"})
	}
	if !v.inside {
		v.inside = true
		v.entries++
		v.change(func(s *scape.Snapshot) { s.SessionID = fmt.Sprintf("session-%d", v.entries) })
	}
	return Result(map[string]any{"entered": true, "observation": v.now, "inactivityTimeoutMs": 120000})
}

// show puts a text into the agent's bubble; an empty one takes the bubble away.
func (v *Village) show(text string) {
	v.change(func(s *scape.Snapshot) {
		if s.Self != nil {
			s.Self.Text = text
		}
	})
}

func (v *Village) move(args map[string]any) json.RawMessage {
	var to scape.Position
	if json.Unmarshal(written(args), &to) != nil {
		return Refusal("that is no place", scape.CodeInvalidTarget)
	}
	id := fmt.Sprint(args["commandId"])
	v.change(func(s *scape.Snapshot) {
		s.Movement = &scape.Movement{ID: id, Target: to, Status: scape.MovementMoving}
	})
	return Result(map[string]any{"operationId": id, "commandId": id})
}

// observe waits for an observation other than the one that is known.
func (v *Village) observe(ctx context.Context, args map[string]any) (json.RawMessage, error) {
	var known struct {
		After *int64 `json:"afterRevision"`
		Wait  int64  `json:"waitMs"`
	}
	if json.Unmarshal(written(args), &known) != nil {
		return Refusal("the arguments of an observation are numbers", ""), nil
	}
	timer := time.NewTimer(time.Duration(known.Wait) * time.Millisecond)
	defer timer.Stop()
	for over := false; ; {
		v.mu.Lock()
		now, changed, inside := v.now, v.changed, v.inside
		v.mu.Unlock()
		switch {
		case !inside:
			return notEntered(), nil
		case over, known.After == nil, *known.After != now.Revision():
			return Result(now), nil
		}
		select {
		case <-changed:
		case <-timer.C:
			over = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
