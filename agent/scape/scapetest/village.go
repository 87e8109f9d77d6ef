package scapetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"mystic-sdk/agent/scape"
)

// AgentID and AgentName are those of the body that the agent plays.
const (
	AgentID   = "agent"
	AgentName = "Nova"
)

// Call is one call of a tool, as it arrived.
type Call struct {
	Tool string
	Args map[string]any
}

// Village is a world with one agent and its visitors.
type Village struct {
	mu       sync.Mutex
	now      *scape.Observation
	changed  chan struct{} // closed and replaced when now is
	inside   bool          // the agent
	entries  int
	approved bool
	calls    []Call
}

// New returns a village without visitors, whose owner has approved the agent.
func New() *Village {
	v := &Village{changed: make(chan struct{}), approved: true}
	v.Change(func(s *scape.Snapshot) {
		*s = scape.Snapshot{
			Protocol: scape.Protocol, Revision: s.Revision, SessionID: "session-0", Room: "village", Status: scape.Connected,
			Self:   &scape.Self{Position: scape.Position{X: 10, Y: 10}, ID: AgentID, Name: AgentName},
			Roster: scape.Some([]scape.Participant{}),
			Limits: scape.Limits{Radius: 10, HeartbeatMs: 15000, IdleTimeoutMs: 120000, MaxSpeechLength: scape.MaxSpeech},
		}
	})
	return v
}

// Change makes the next observation: edit changes a copy of the latest, whose revision is one higher. It panics where the
// result breaks the contract. edit must not call the village.
func (v *Village) Change(edit func(s *scape.Snapshot)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.change(edit)
}

func (v *Village) change(edit func(s *scape.Snapshot)) {
	var next scape.Snapshot
	if v.now != nil {
		copied, err := scape.New(v.now.Snapshot) // which shares nothing
		if err != nil {
			panic(fmt.Sprintf("scapetest: copy the observation: %v", err))
		}
		next = copied.Snapshot
	}
	next.Revision++
	next.ObservedAt = time.Now().UnixMilli()
	edit(&next)
	now, err := scape.New(next)
	if err != nil {
		panic(fmt.Sprintf("scapetest: a change breaks the contract: %v", err))
	}
	v.now = now
	close(v.changed)
	v.changed = make(chan struct{})
}

// Observation returns the latest observation.
func (v *Village) Observation() *scape.Observation {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Join brings a visitor into sight, with nothing to say yet.
func (v *Village) Join(id, name string) {
	v.Change(func(s *scape.Snapshot) {
		at := scape.Position{X: 12, Y: 10}
		s.Players = append(s.Players, scape.Player{Position: at, ID: id, Name: name, Settled: true})
		s.Roster = scape.Some(append(s.Roster.Or(nil), scape.Participant{Position: at, ID: id, Name: name}))
	})
}

// Part takes a visitor away.
func (v *Village) Part(id string) {
	v.Change(func(s *scape.Snapshot) {
		s.Players = slices.DeleteFunc(s.Players, func(p scape.Player) bool { return p.ID == id })
		s.Roster = scape.Some(slices.DeleteFunc(s.Roster.Or(nil), func(p scape.Participant) bool { return p.ID == id }))
	})
}

// Say has a visitor say something, which has settled.
func (v *Village) Say(id, text string) {
	v.Change(func(s *scape.Snapshot) {
		for i := range s.Players {
			if p := &s.Players[i]; p.ID == id {
				p.Text, p.Settled = text, true
				p.TextRevision++
			}
		}
	})
}

// Arrive ends the agent's movement where it was to end. It panics where none is under way.
func (v *Village) Arrive() {
	v.Change(func(s *scape.Snapshot) {
		if s.Movement == nil || s.Movement.Status != scape.MovementMoving || s.Self == nil {
			panic("scapetest: nobody moves")
		}
		s.Movement.Status = scape.MovementArrived
		s.Self.Position = s.Movement.Target
	})
}

// Approve says whether the owner lets the agent in from now on. It takes nobody out.
func (v *Village) Approve(approved bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.approved = approved
}

// Calls returns the calls so far in the order in which they arrived, but for polls.
func (v *Village) Calls() []Call {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.calls)
}

// Tools returns the tools that were called so far, in their order, but for polls.
func (v *Village) Tools() []string {
	names := []string{}
	for _, c := range v.Calls() {
		names = append(names, c.Tool)
	}
	return names
}

// Said returns what the agent was told to say so far.
func (v *Village) Said() []string {
	said := []string{}
	for _, c := range v.Calls() {
		if c.Tool == scape.ToolSpeak {
			said = append(said, fmt.Sprint(c.Args["text"]))
		}
	}
	return said
}

// Result writes a value as the result of a tool over MCP: what a scape.Client returns.
func Result(value any) json.RawMessage {
	text := written(value)
	return json.RawMessage(`{"content":[{"type":"text","text":` + string(written(string(text))) + `}],"structuredContent":` +
		string(text) + `}`)
}

// Refusal writes a failed call as the result of a tool over MCP.
func Refusal(message string, code scape.Code) json.RawMessage {
	text := written(map[string]any{"error": message, "code": code})
	return json.RawMessage(`{"content":[{"type":"text","text":` + string(written(string(text))) + `}],"isError":true}`)
}

func written(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("scapetest: a value cannot be written down: %v", err))
	}
	return text
}
