package scape

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"mystic-sdk/agent"
)

// Times of MoveAndConfirm.
const (
	moveTimeout = 100 * time.Second     // of the whole movement
	moveWait    = time.Second           // of one poll
	movePause   = 25 * time.Millisecond // before one, for a lively world answers each at once
)

// Caller makes calls in a session. An agent.Context is one, and so is a World.
type Caller interface {
	Call(ctx context.Context, name string, args map[string]any) (map[string]any, error)
}

// MoveError is a movement that ended elsewhere than it was to.
type MoveError struct{ Status MovementStatus }

// Error says how the movement ended.
func (e *MoveError) Error() string { return "the move ended: " + string(e.Status) }

// MoveAndConfirm walks to a cell of the floor that the agent is on and waits until it is seen to have arrived, at most 100 s. It
// returns where the agent stands then, which the world decides.
//
// That a move was accepted says nothing about its end, and neither does the end of another one, so it waits for its own. The
// error is a *MoveError where that ended elsewhere, ErrUnconfirmed where its end was not seen, ErrNotReady before the body is in
// the world, and agent.ErrSessionChanged where the session is another one: the move belongs to the old one then. Another move,
// step, interaction or stop takes a move's place, so let it run alone. In a turn it is cut off with the turn, after 90 s unless
// agent.SessionOptions says otherwise.
func MoveAndConfirm(ctx context.Context, session Caller, x, y int) (Position, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, moveTimeout, ErrUnconfirmed)
	defer cancel()
	to, err := moveAndConfirm(ctx, session, x, y)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return Position{}, fmt.Errorf("move to %d, %d: %w", x, y, err)
	}
	return to, nil
}

func moveAndConfirm(ctx context.Context, session Caller, x, y int) (Position, error) {
	o, err := look(ctx, session, map[string]any{})
	if err != nil {
		return Position{}, err
	}
	if !o.CanAct() {
		return Position{}, ErrNotReady
	}
	id := o.Session()
	started, err := session.Call(ctx, ToolMoveTo, map[string]any{"x": x, "y": y, "floor": o.Self.Floor})
	if err != nil {
		return Position{}, err
	}
	operation, is := started["operationId"].(string)
	if !is {
		return Position{}, fmt.Errorf("%s: %w: it names no operation", ToolMoveTo, ErrResponse)
	}
	for {
		select {
		case <-time.After(movePause):
		case <-ctx.Done():
			return Position{}, ctx.Err()
		}
		o, err = look(ctx, session, map[string]any{"afterRevision": o.Revision(), "waitMs": moveWait.Milliseconds()})
		switch {
		case err != nil:
			return Position{}, err
		case o.Session() != id:
			return Position{}, agent.ErrSessionChanged
		case o.Phase() == agent.Gone:
			return Position{}, agent.ErrDisconnected
		case o.Movement == nil || o.Movement.ID != operation:
			continue
		}
		switch status := o.Movement.Status; {
		case status == MovementArrived && o.Self != nil:
			return o.Self.Position, nil
		case status != MovementMoving && status != MovementArrived:
			return Position{}, &MoveError{status}
		}
	}
}

// look observes through the calls of a session.
func look(ctx context.Context, session Caller, args map[string]any) (*Observation, error) {
	value, err := session.Call(ctx, ToolObserve, args)
	if err != nil {
		return nil, err
	}
	document, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ToolObserve, ErrResponse)
	}
	o, err := Decode(document)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ToolObserve, err)
	}
	return o, nil
}
