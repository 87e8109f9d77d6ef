package scapetest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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
	case scape.ToolMoveTo, scape.ToolStep:
		return v.move(args), nil
	case scape.ToolFollow:
		return v.pursue(scape.PursuitFollow, args), nil
	case scape.ToolApproach:
		return v.pursue(scape.PursuitApproach, args), nil
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
	if json.Unmarshal(written(args), &to) != nil || !exists(to) {
		return Refusal("that is no place", scape.CodeInvalidTarget)
	}
	id := fmt.Sprint(args["commandId"])
	v.change(func(s *scape.Snapshot) {
		s.Movement = &scape.Movement{ID: id, Target: to, Status: scape.MovementMoving}
	})
	return Result(map[string]any{"operationId": id, "commandId": id})
}

// exists tells whether there is such a cell.
func exists(p scape.Position) bool {
	return 0 <= p.X && p.X < scape.Width && 0 <= p.Y && p.Y < scape.Height && (p.Floor == 0 || p.Floor == 1)
}

// pursue starts a follow or an approach, for as long as worlds let them last.
func (v *Village) pursue(mode scape.PursuitMode, args map[string]any) json.RawMessage {
	there := func(p scape.Participant) bool { return p.ID == args["player"] }
	if !slices.ContainsFunc(v.now.Roster.Or(nil), there) {
		return Refusal("there is nobody of that id", scape.CodeTargetUnavailable)
	}
	lasts := 40 * time.Second
	if mode == scape.PursuitFollow {
		lasts = 5 * time.Minute
	}
	id := fmt.Sprint(args["commandId"])
	v.change(func(s *scape.Snapshot) {
		s.Pursuit = scape.Some(&scape.Pursuit{
			ID: id, Player: fmt.Sprint(args["player"]), Mode: mode, Status: scape.PursuitMoving, ExpiresAt: time.Now().Add(lasts).UnixMilli(),
		})
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
