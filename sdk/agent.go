package sdk

import "math/rand/v2"

// Player is what a game knows of an agent. Embedding Agent makes a type one.
type Player interface{ AgentState() *Agent }

// Agent is the SDK's part of a player: embed it in the game's own type, by value. It has no exported field and no
// marshaller, so a game's saves hold the game's fields alone; the SDK keeps its own document.
type Agent struct {
	id, name string
	actor    *actor
}

// NewAgentState makes the SDK's part of a player. The id is [A-Za-z0-9_-]{1,32}; an empty name is the id.
func NewAgentState(id, name string) Agent {
	if name == "" {
		name = id
	}
	return Agent{id: id, name: name}
}

// AgentState returns the agent itself: what makes every type that embeds Agent a Player.
func (a *Agent) AgentState() *Agent { return a }

// ID returns the agent's id, under which credentials and replies know it.
func (a *Agent) ID() string { return a.id }

// Name returns the name that other agents see.
func (a *Agent) Name() string { return a.name }

// Rand returns the world's random stream of this tick: seeded by the world and the tick, so that a replay draws the same
// numbers. Call it only from the game's own functions, while the world plays them.
func (a *Agent) Rand() *rand.Rand { return a.actor.host.clock.rand() }
