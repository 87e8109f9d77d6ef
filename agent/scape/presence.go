package scape

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mystic-sdk/agent"
	"mystic-sdk/contract"
)

const (
	leaveTimeout = 10 * time.Second // to undo an entry that went wrong
	maxStatus    = 50               // characters that are kept of why an agent was not let in
)

// Enter enters a world and returns the session with its first observation. Where the owner has not approved the agent the error
// is a *NotEnteredError. The session is for agent.RunSession, which leaves; on an error nothing is left to leave. The options
// may be nil.
func Enter(ctx context.Context, tools Tools, opts *WorldOptions) (*World, *Observation, error) {
	value, err := tools.Call(ctx, ToolEnter, nil)
	if err != nil {
		if refused := (*ToolError)(nil); !errors.As(err, &refused) {
			abandon(ctx, tools) // the world may have let the agent in without being heard, or understood
		}
		return nil, nil, err
	}
	first, err := entered(value)
	if err != nil {
		if pending := (*NotEnteredError)(nil); !errors.As(err, &pending) {
			abandon(ctx, tools) // there is a body that nobody can play
		}
		return nil, nil, fmt.Errorf("%s: %w", ToolEnter, err)
	}
	return NewWorld(tools, first, opts), first, nil
}

// errNoObservation is an entry that does not say what the agent sees.
var errNoObservation = fmt.Errorf("%w: entered without an observation", ErrResponse)

// entered reads the value of an entry.
func entered(value json.RawMessage) (*Observation, error) {
	var members struct {
		Entered     bool            `json:"entered"`
		Observation json.RawMessage `json:"observation"`
		Status      string          `json:"status"`
		Code        string          `json:"code"`
		ExpiresAt   int64           `json:"expiresAt"`
	}
	if err := json.Unmarshal(value, &members); err != nil {
		return nil, fmt.Errorf("%w: its members are not those of an entry", ErrResponse)
	}
	if !members.Entered {
		pending := &NotEnteredError{Status: contract.Clean(members.Status, maxStatus), Code: members.Code}
		if members.ExpiresAt > 0 {
			pending.ExpiresAt = time.UnixMilli(members.ExpiresAt)
		}
		return nil, pending
	}
	if o := members.Observation; len(o) == 0 || string(o) == "null" {
		return nil, errNoObservation
	}
	return Decode(members.Observation)
}

// abandon takes out of the world whom nobody will play. That can fail, and the world then takes the body out by itself.
func abandon(ctx context.Context, tools Tools) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	_, _ = tools.Call(ctx, ToolLeave, nil)
}

// Sleeper keeps an agent out of an empty world: it is the agent.Sleeper of agent.RunPresence.
type Sleeper struct {
	tools Tools
	opts  *WorldOptions
}

var _ agent.Sleeper = (*Sleeper)(nil)

// NewSleeper returns a Sleeper for a world that is reached through tools. The options are those of the sessions that it enters,
// and may be nil.
func NewSleeper(tools Tools, opts *WorldOptions) *Sleeper { return &Sleeper{tools, opts} }

// Occupied tells whether anybody else takes part: by the roster, or where there is none by the players who can be seen.
func (s *Sleeper) Occupied(o agent.Observation) bool {
	seen, ours := o.(*Observation)
	return ours && !seen.Alone()
}

// Vacant asks how many could be met in the world. An answer without a number counts as nobody: better asleep than in and out
// again and again.
func (s *Sleeper) Vacant(ctx context.Context) (bool, error) {
	value, err := s.tools.Call(ctx, ToolWorldStatus, nil)
	if err != nil {
		return false, err
	}
	var status struct {
		Participants json.RawMessage `json:"potentialParticipants"`
	}
	if json.Unmarshal(value, &status) != nil {
		return false, notAnObject(ToolWorldStatus)
	}
	var participants float64
	if json.Unmarshal(status.Participants, &participants) != nil {
		return true, nil
	}
	return participants <= 0, nil
}

// Enter enters the world anew. The error wraps agent.ErrAccessEnded where the owner no longer approves the agent, and where the
// world answers with no observation.
func (s *Sleeper) Enter(ctx context.Context) (agent.World, agent.Observation, error) {
	world, first, err := Enter(ctx, s.tools, s.opts)
	switch pending := (*NotEnteredError)(nil); {
	case errors.As(err, &pending), errors.Is(err, errNoObservation):
		return nil, nil, fmt.Errorf("%w: %w", agent.ErrAccessEnded, err)
	case err != nil:
		return nil, nil, err
	}
	return world, first, nil
}
